"""Which rule types a group lists, which of them its members violate, and where the answers stand.

All counts of a level are planned together: rule types listed, rule types violated, and the place
of the right answer within each number of options are each equally frequent, within one.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random

from msgspec import Struct

from decisionpivot import draw
from decisionpivot.families.quotas import even, spread
from decisionpivot.items import GenerationError

GROUPS = 50
MEMBERS = 4
TYPES = (
    "required", "unique", "range", "list", "pattern", "date_order", "total",
    "conditional", "exclusion", "parent", "sequence", "limit", "check_digit",
)  # fmt: skip
UNTOUCHED = {
    1: (((6, True), 29), ((6, False), 21)),
    2: (((7, True), 12), ((7, False), 13), ((8, True), 11), ((8, False), 14)),
    3: (((9, True), 20), ((9, False), 30)),
}
"""By level: (rules listed, whether a member is the untouched batch) and how many groups."""
SURPLUS = {1: 0, 2: 2, 3: 10}
"""The first type violated once more at a level, such that each has 40 or 41 over all levels."""


class Slot(Struct, frozen=True):
    """What is fixed of a group: types violated and only listed, right places, place of none."""

    violated: tuple[str, ...]
    listed: tuple[str, ...]
    right: tuple[int, ...]
    none: int

    @property
    def untouched(self) -> bool:
        """Whether one of the members is the untouched batch."""
        return self.none in self.right


@cache
def slots(family: str, level: int) -> tuple[Slot, ...]:
    """The plan of a level, one slot a group.

    Raises:
        GenerationError: no plan was found that meets every count.
    """
    shapes = spread(family, level, "shape", UNTOUCHED[level])
    for attempt in range(1000):
        r = draw.rng("plan", family, level, attempt)
        types = _types(r, level, shapes)
        if types:
            places = _places(r, shapes)
            return tuple(Slot(*a, *b) for a, b in zip(types, places, strict=True))
    raise GenerationError(f"{family}, level {level}: no plan meets every count")


def _types(
    r: Random, level: int, shapes: Sequence[tuple[int, bool]]
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Types violated and types only listed, group by group; nothing when the counts miss."""
    violations = sum(MEMBERS - untouched for _, untouched in shapes)
    listings = sum(size for size, _ in shapes)
    left = Counter(dict(even(TYPES, violations, first=SURPLUS[level])))
    idle = Counter(dict(even(TYPES, listings, first=level * 4)))
    idle.subtract(left)
    found = []
    for size, untouched in shapes:
        violated = _fullest(r, left, TYPES, MEMBERS - untouched)
        others = [name for name in TYPES if name not in violated]
        found.append((violated, _fullest(r, idle, others, size - len(violated))))
    return [] if any(left.values()) or any(idle.values()) else found


def _fullest(r: Random, left: Counter[str], names: Sequence[str], count: int) -> tuple[str, ...]:
    """Take the names with most left to give, one each; equals in random order."""
    chosen = sorted(draw.shuffled(r, names), key=lambda name: -left[name])[:count]
    left.subtract(chosen)
    return tuple(chosen)


def _places(r: Random, shapes: Sequence[tuple[int, bool]]) -> list[tuple[tuple[int, ...], int]]:
    """The right places among a group's options, and the place of none."""
    used: Counter[tuple[int, int]] = Counter()
    nones: Counter[tuple[int, int]] = Counter()
    found = []
    for size, untouched in shapes:
        order = draw.shuffled(r, range(size + 1))
        order.sort(key=lambda place: used[size, place])
        right, rest = order[:MEMBERS], order[MEMBERS:]
        none = min(right if untouched else rest, key=lambda place: nones[size, place])
        used.update((size, place) for place in right)
        nones[size, none] += 1
        found.append((tuple(right), none))
    return found
