"""The rules that only descriptions state."""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from decisionpivot.solvers.verdict import Unreadable

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    r"at least|no less than": operator.ge,
    r"at most|no more than": operator.le,
    r"above|over|more than": operator.gt,
    r"below|under|less than": operator.lt,
}
_BOUND = (
    r"(?:at (?:least|most)|no (?:less|more) than|above|over|more than|below|under|less than) [0-9]+"
)


class Bound(Struct, frozen=True):
    """A comparison with a number, as words say it."""

    words: str
    number: int

    def holds(self, value: int, factor: int = 1) -> bool:
        """Whether the value is as the bound asks, the number taken ``factor`` times."""
        compare = next(c for words, c in _COMPARE.items() if re.fullmatch(words, self.words))
        return compare(value, self.number * factor)


class Rule(Struct, frozen=True):
    """One half of a rule: it applies where ``given`` has ``value`` (any where it is None).

    The ``shape`` says what then holds: ``clash`` (``other`` is not ``excluded``), ``needs`` and
    ``forbids`` (``other`` is present, absent), ``limit`` (``other`` is as ``bound`` says),
    ``ratio`` and ``gap`` (``other`` compared with a multiple of ``given``, its distance to it).
    """

    shape: str
    given: str
    other: str
    value: str | None = None
    excluded: str = ""
    bound: Bound | None = None


def broken(rule: Rule, meant: Mapping[str, Any]) -> bool:
    """Whether a call breaks a rule; ``meant`` holds what its values mean."""
    if rule.given not in meant or rule.value not in (None, meant[rule.given]):
        return False
    other = meant.get(rule.other)
    if rule.shape == "needs" or other is None:
        return rule.shape == "needs" and other is None
    if rule.bound is None:
        return rule.shape == "forbids" or bool(other == rule.excluded)
    if rule.shape == "limit":
        return not rule.bound.holds(other)
    if rule.shape == "ratio":
        return not rule.bound.holds(other, meant[rule.given])
    return not rule.bound.holds(other - meant[rule.given])


def _compiled(shapes: dict[str, str]) -> list[tuple[str, re.Pattern[str]]]:
    """Patterns of sentences: @a is a property, !x a value, %m a bound, two halves a rule."""
    patterns = []
    for shape, lines in shapes.items():
        for line in lines.strip().splitlines():
            text = re.sub(r"@(\w)", r"`(?P<\1>\\w+)`", line.strip())
            text = re.sub(r"!(\w)", r"'(?P<\1>[^']+)'", text)
            text = re.sub(r"%(\w)", rf"(?P<\1>{_BOUND})", text)
            patterns.append((shape, re.compile(text)))
    return patterns


# a: the property that decides (b in the second half); c, d: the one that is affected;
# x, y: the values that decide; v, w: the values that are excluded; m, n: bounds.
_PATTERNS = _compiled(
    {
        "clash": r"""
            When @a is !x, the tool has no !v for @c; when it is !y, it has no !w\.
            @c (?:must not|cannot|may not) be !v when @a is !x, nor !w when @b is !y\.
            With @a set to !x, @c cannot be !v; with !y, it cannot be !w\.
            !x as @a excludes !v as @c, and !y excludes !w\.
            Impossible pairs of @a and @c: !x with !v, !y with !w\.
        """,
        "needs": r"""
            With @a set to !x, @c must be given; with !y, @d must be\.
            !x as @a requires @c, and !y requires @d\.
            If @a is !x, the call needs @c; if it is !y, it needs @d\.
            @c has to be present when @a is !x, and @d when @b is !y\.
        """,
        "forbids": r"""
            With @a set to !x, @c must be left out; with !y, @d must be\.
            !x as @a forbids @c, and !y forbids @d\.
            If @a is !x, the call must not have @c; if it is !y, it must not have @d\.
            @c has to be absent when @a is !x, and @d when @b is !y\.
        """,
        "limit": r"""
            @c must be %m if @a is !x, and %n if @b is !y\.
            @a decides how \w+ @c (?:may|must|can) be: !x demands %m, !y demands %n\.
            With !x as @a, keep @c %m; with !y, %n\.
            When @a is !x, @c must be %m; when it is !y, %n\.
            The limit on @c depends on @a: %m for !x, %n for !y\.
        """,
        "ratio": r"""
            Only calls in which @c is %m times @a are carried out\.
            (?:The value of )?@c (?:has to|must) be %m times @a\.
            The tool refuses a call unless @c is %m times @a\.
            A valid call has an? @c that is %m times @a\.
        """,
        "gap": r"""
            @c minus @a has to be %m days\.
            Subtract @a from @c: the result must be %m days\.
            The tool accepts @c only if the difference between it and @a is %m days\.
            The time from @a to @c must be %m days, counted as the difference of .+\.
            The number of days that @c lies after @a must be %m; the day after @b lies 1 after\.
        """,
    }
)


def read_rule(sentence: str) -> list[Rule]:
    """The halves of a rule.

    Raises:
        Unreadable: the sentence is of no known form.
    """
    for shape, pattern in _PATTERNS:
        if match := pattern.fullmatch(sentence):
            said = match.groupdict()
            if said.get("b", said["a"]) != said["a"]:
                raise Unreadable(f"two deciding properties in {sentence!r}")
            first = _half(shape, said, "cxvm")
            if "y" not in said:
                return [first]
            return [first, _half(shape, said, "dywn")]
    raise Unreadable(f"the rule {sentence!r}")


def _half(shape: str, said: dict[str, str], keys: str) -> Rule:
    """One half of a rule; the keys name the affected property, the two values and the bound."""
    other, value, excluded, limit = tuple(keys)
    bound = None
    if limit in said:
        words, number = said[limit].rsplit(" ", 1)
        bound = Bound(words, int(number))
    affected = said.get(other, said["c"])
    return Rule(shape, said["a"], affected, said.get(value), said.get(excluded, ""), bound)
