"""What every audit returns: a named check with its value, its bound and whether it holds."""

import math
from collections.abc import Sequence

from msgspec import Struct

from decisionpivot.items import Item


class Check(Struct, frozen=True, kw_only=True):
    """One line of an audit.

    Attributes:
        audit: which audit (structure, agreement, probe, across seeds, distinctness, reader).
        family, name: what was looked at.
        holds: whether the bound is kept.
        value, bound: the figure and the most (or least) that is allowed, where there is one.
        low: the lower end of the value's interval, where the bound is judged by it.
        chance: what uniform guessing gives.
        detail: where a broken check is broken, or what the figure means.
    """

    audit: str
    family: str
    name: str
    holds: bool
    value: float | None = None
    low: float | None = None
    bound: float | None = None
    chance: float | None = None
    level: int | None = None
    detail: str = ""


def by_group(items: Sequence[Item]) -> list[list[int]]:
    """The places of each contrast group's items, groups in file order."""
    groups: dict[str, list[int]] = {}
    for place, item in enumerate(items):
        groups.setdefault(str(item.group), []).append(place)
    return list(groups.values())


def pair_chance(items: Sequence[Item]) -> float:
    """The pair accuracy of uniform guessing: the mean over groups of 1 / product of |options|."""
    groups = by_group(items)
    return sum(math.prod(1 / len(items[i].options) for i in group) for group in groups) / len(
        groups
    )


def item_chance(items: Sequence[Item]) -> float:
    """The item accuracy of uniform guessing."""
    return sum(1 / len(item.options) for item in items) / len(items)
