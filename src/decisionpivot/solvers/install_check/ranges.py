"""Versions and ranges of versions, in the notations that an index may use."""

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from decisionpivot.solvers.verdict import Unreadable

FINAL = (1, 0)
"""The rank of a version without a tag; a pre-release ranks below, by the number of its tag."""

Version = tuple[Any, ...]
"""What orders a version: three numbers and a rank, or its text for a reader who orders text."""

V = r"\d+\.\d+\.\d+(?:-[a-z]+\d+)?"


class Bound(Struct, frozen=True):
    """One limit of a range: ``lower`` or upper, with its version let in or not."""

    version: Version
    lower: bool
    inclusive: bool

    def allows(self, version: Version) -> bool:
        """Whether a version keeps to the limit."""
        if version == self.version:
            return self.inclusive
        return (version > self.version) is self.lower


Range = tuple[Bound, ...]


def within(version: Version, bounds: Range) -> bool:
    """Whether a version keeps to all limits."""
    return all(bound.allows(version) for bound in bounds)


def version(text: str, *, tags: bool) -> Version:
    """A version as a tuple that orders it.

    Args:
        text: three numbers, and perhaps a tag of a pre-release.
        tags: whether a pre-release ranks below its version; else the tag is dropped.
    """
    numbers, _, tag = text.partition("-")
    first, second, third = (int(number) for number in numbers.split("."))
    rank = FINAL
    if tag and tags:
        rank = 0, int(re.sub(r"\D", "", tag))
    return first, second, third, rank


Read = Callable[[str], Version]

# Each notation: a pattern of one limit, and for each of its words whether it is a lower limit and
# whether it lets the version in.
_BEFORE: dict[str, tuple[bool, bool]] = {
    "ge:": (True, True),
    "gt:": (True, False),
    "le:": (False, True),
    "lt:": (False, False),
    "v >= ": (True, True),
    "v > ": (True, False),
    "v <= ": (False, True),
    "v < ": (False, False),
    ">=": (True, True),
    ">": (True, False),
    "<=": (False, True),
    "<": (False, False),
    "min ": (True, True),
    "over ": (True, False),
    "max ": (False, True),
    "under ": (False, False),
    "at least ": (True, True),
    "above ": (True, False),
    "at most ": (False, True),
    "below ": (False, False),
    "from ": (True, True),
    "after ": (True, False),
    "up to and including ": (False, True),
    "before ": (False, False),
    "later than ": (True, False),
    "earlier than ": (False, False),
}
_AFTER: dict[str, tuple[bool, bool]] = {"or later": (True, True), "or earlier": (False, True)}

_WORDS = "|".join(re.escape(word) for word in sorted(_BEFORE, key=len, reverse=True))
_LIMIT = rf"(?:(?:{_WORDS}){V}(?: on)?|{V} (?:{'|'.join(_AFTER)}))"
_JOIN = r"(?: and | && | / |, | )"
_LIMITS = rf"{_LIMIT}(?:{_JOIN}{_LIMIT})?"
_BRACKETS = rf"(?:in )?[\[(](?:{V}|\*), (?:{V}|\*)[\])]"
_ANY = r"\((?:every|any|whatever) version\)|\(all versions\)"
RANGE = rf"(?:{_BRACKETS}|\({_LIMITS}\)|\{{{_LIMITS}\}}|\[{_LIMITS}\]|{_LIMITS}|{_ANY})"

_ONE = re.compile(rf"(?P<word>{_WORDS})(?P<v>{V})|(?P<w>{V}) (?P<side>{'|'.join(_AFTER)})")
_PAIR = re.compile(rf"(?:in )?(?P<open>[\[(])(?P<low>{V}|\*), (?P<high>{V}|\*)(?P<close>[\])])")


def bounds(text: str, read: Read) -> Range:
    """The limits of a range.

    Raises:
        Unreadable: the notation is not known.
    """
    text = text.strip()
    pair = _PAIR.fullmatch(text)
    if pair:
        low, high = pair["low"], pair["high"]
        found = []
        if low != "*":
            found.append(Bound(read(low), lower=True, inclusive=pair["open"] == "["))
        if high != "*":
            found.append(Bound(read(high), lower=False, inclusive=pair["close"] == "]"))
        return tuple(found)
    if re.fullmatch(_ANY, text):
        return ()
    if not re.fullmatch(RANGE, text):
        raise Unreadable(f"a range in another notation: {text!r}")
    return tuple(
        Bound(
            read(one["v"] or one["w"]),
            *(_BEFORE[one["word"]] if one["word"] else _AFTER[one["side"]]),
        )
        for one in _ONE.finditer(text)
    )
