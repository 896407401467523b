"""What is asked of a value: limits, a choice of texts, a prefix, a feature, a last date."""

import re
from collections.abc import Callable
from datetime import date
from fractions import Fraction

from msgspec import Struct

from decisionpivot.solvers.filter_match.values import AMOUNT, Value, number, read_date, unit_name
from decisionpivot.solvers.verdict import Unreadable


class Limits(Struct, frozen=True):
    """A number within all of ``bounds`` (operator, limit)."""

    shape: str
    bounds: tuple[tuple[str, Fraction], ...]
    unit: str


class Among(Struct, frozen=True):
    """A text that is one of ``values``, or none of them where not ``inside``."""

    shape: str
    values: tuple[str, ...]
    inside: bool


class Begins(Struct, frozen=True):
    """A code that starts with ``prefix``."""

    prefix: str
    shape: str = "text_prefix"


class Present(Struct, frozen=True):
    """A feature that is there, or is not where not ``wanted``."""

    wanted: bool
    shape: str = "flag"


class Until(Struct, frozen=True):
    """A date not later than ``day``."""

    day: date
    shape: str = "date_on_or_before"


Check = Limits | Among | Begins | Present | Until
"""Each has a ``shape``: the reason that it gives on a field as it stands."""

_OPERATORS = {
    "at least": ">=", "at most": "<=", "above": ">", "over": ">", "more than": ">",
    "greater than": ">", "below": "<", "under": "<", "less than": "<", "smaller than": "<",
}  # fmt: skip
_OPPOSITE = {">=": "<", "<=": ">", ">": "<=", "<": ">="}
_SHAPES = {">=": "minimum", "<=": "maximum", ">": "strict_bound", "<": "strict_bound"}
_COMPARE: dict[str, Callable[[Fraction, Fraction], bool]] = {
    ">=": Fraction.__ge__, "<=": Fraction.__le__, ">": Fraction.__gt__, "<": Fraction.__lt__,
    "==": Fraction.__eq__,
}  # fmt: skip

_BEFORE = re.compile(rf"(no |not )?({'|'.join(_OPERATORS)}) {AMOUNT}")
_AFTER = re.compile(rf"{AMOUNT} (?:at the|or) (least|more|most|less)")
_EXACTLY = re.compile(
    rf"(?:equal to|exactly|precisely) {AMOUNT}|{AMOUNT}(?:,? and no other .+|, neither more .+)"
)
_RANGE = re.compile(
    "|".join(
        f"{first} {AMOUNT} {second} {AMOUNT}{last}"
        for first, second, last in (
            ("between", "and", ", both included"),
            ("from", "to", " inclusive"),
            ("from", "up to", ", limits included"),
            ("(?:at least|no less than)", "and (?:at most|no more than)", ""),
        )
    )
)
_ONE = r"[a-z-]+(?: [a-z-]+)*?"
_CHOICES = (
    (
        "exclusion",
        re.compile(
            r"(?:anything but|something other than|none of these:|any value except"
            rf"|any value, for instance {_ONE}, but none of these:) (.+)"
        ),
    ),
    (
        "membership",
        re.compile(
            rf"one of(?: these:)? (.+? and {_ONE})(?:, so not {_ONE})?"
            rf"|({_ONE}(?:, {_ONE})* or {_ONE})(?:, but not {_ONE})?"
        ),
    ),
    (
        "equality",
        re.compile(
            rf"(?:exactly )?({_ONE})(?:,? and nothing else| rather than {_ONE}|, not {_ONE})?"
        ),
    ),
)


def read_check(value: Value, text: str) -> Check:
    """The check that suits the value, from what stands behind the verb.

    Raises:
        Unreadable: the text is of no known form.
    """
    if isinstance(value, Fraction):
        return read_limits(text)
    if isinstance(value, date):
        return _until(text)
    if isinstance(value, str):
        return _among(text)
    raise Unreadable(f"the condition {text!r} on {value!r}")


def read_limits(text: str) -> Limits:
    """A check on a number, such as ``no more than 5 cm``.

    Raises:
        Unreadable: the text is of no known form.
    """
    if match := _RANGE.fullmatch(text):
        (low, high), unit = _amounts(match)
        return Limits("range", ((">=", low), ("<=", high)), unit)
    if match := _EXACTLY.fullmatch(text):
        (figure,), unit = _amounts(match)
        return Limits("equality", (("==", figure),), unit)
    if match := _BEFORE.fullmatch(text):
        operator = _OPERATORS[match[2]]
        operator = _OPPOSITE[operator] if match[1] else operator
        return Limits(_SHAPES[operator], ((operator, number(match[3])),), unit_name(match[4]))
    if match := _AFTER.fullmatch(text):
        operator = ">=" if match[3] in ("least", "more") else "<="
        return Limits(_SHAPES[operator], ((operator, number(match[1])),), unit_name(match[2]))
    raise Unreadable(f"the limit {text!r}")


def _amounts(match: re.Match[str]) -> tuple[list[Fraction], str]:
    """The figures of a match, and the unit that they share."""
    texts = [text for text in match.groups() if text]
    units = {unit_name(text) for text in texts if not text[0].isdigit()}
    if len(units) > 1:
        raise Unreadable(f"two units in {match[0]!r}")
    return [number(text) for text in texts if text[0].isdigit()], units.pop() if units else ""


def _among(text: str) -> Among:
    """A check on a text, such as ``one of oak, ash and beech``."""
    for shape, pattern in _CHOICES:
        if match := pattern.fullmatch(text):
            listed = next(group for group in match.groups() if group)
            return Among(shape, tuple(re.split(", | and | or ", listed)), shape != "exclusion")
    raise Unreadable(f"the value {text!r}")


def _until(text: str) -> Until:
    """A check on a date, such as ``not after 2 May 2031``."""
    match = re.fullmatch(r"(?:on or before|not? later than|not after) (.+)", text)
    match = match or re.fullmatch(r"(.+?)(?: at the latest| or earlier)", text)
    day = read_date(match[1]) if match else None
    if day is None:
        raise Unreadable(f"the date limit {text!r}")
    return Until(day)


def passes(value: Value, check: Check) -> bool:
    """Whether a value passes; numbers are compared exactly.

    Raises:
        Unreadable: the check suits no value of this type.
    """
    match value, check:
        case Fraction(), Limits():
            return all(_COMPARE[operator](value, limit) for operator, limit in check.bounds)
        case str(), Among():
            return (value in check.values) == check.inside
        case str(), Begins():
            return value.startswith(check.prefix)
        case bool(), Present():
            return value == check.wanted
        case date(), Until():
            return value <= check.day
    raise Unreadable(f"{value!r} for a check of {check.shape}")
