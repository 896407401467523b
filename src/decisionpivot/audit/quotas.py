"""The counts that the release must have, written down apart from the generators."""

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct

from decisionpivot.items import Item


def kinds_of_pairs(items: Sequence[Item]) -> Counter[str]:
    """Pairs of each kind: the kind of the member whose answer is no."""
    return Counter(item.pivot.kind for item in items if item.pivot and item.answer == "no")


def kinds_of_items(items: Sequence[Item]) -> Counter[str]:
    """Items of each kind."""
    return Counter(item.pivot.kind for item in items if item.pivot)


def cells(items: Sequence[Item]) -> Counter[str]:
    """Items of each outcome and interpretation."""
    return Counter(f"{item.answer}, {item.interpretation}" for item in items)


class Quota(Struct, frozen=True):
    """How to count kinds, and how often each occurs at the levels 1, 2, 3 of a block.

    A count is a tuple of one number, or of the least and the most.
    """

    count: Callable[[Sequence[Item]], Counter[str]]
    table: dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]


KINDS: dict[str, Quota] = {}

CHANGES: dict[str, int] = {}
"""In how many lines or leaves two members of a group may differ, where it is not one."""

THIRDS: dict[str, tuple[float, float, float]] = {}
"""The least share of items with the decisive fact in each third of the state, if not 15 %."""
