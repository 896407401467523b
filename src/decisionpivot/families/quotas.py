"""Exact counts as a pure function of the group's index.

A family states how often each value of a factor (kind, domain, option order) occurs among the
groups of a level. :func:`spread` lays these values out over the indices in a fixed order of their
own, the same for every seed and block, and independent of every other factor's order.
"""

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from decisionpivot import draw

T = TypeVar("T")


@cache
def spread(
    family: str, level: int, factor: str, counts: tuple[tuple[T, int], ...]
) -> tuple[T, ...]:
    """The value of a factor at every group index of a level.

    Args:
        family, level, factor: they name the order, so that factors do not run in step.
        counts: how often each value occurs, as (value, count) pairs.

    >>> sorted(spread("f", 1, "kind", (("a", 2), ("b", 1))))
    ['a', 'a', 'b']
    """
    values = [value for value, count in counts for _ in range(count)]
    draw.shuffle(draw.rng("quota", family, level, factor), values)
    return tuple(values)


def even(values: Sequence[T], total: int, *, first: int = 0) -> tuple[tuple[T, int], ...]:
    """Counts that share ``total`` as evenly as they can; the surplus starts at value ``first``.

    >>> even("abc", 4, first=2)
    (('a', 1), ('b', 1), ('c', 2))
    """
    share, rest = divmod(total, len(values))
    extra = {(first + step) % len(values) for step in range(rest)}
    return tuple((value, share + (place in extra)) for place, value in enumerate(values))
