"""Which rule types a group lists, which of them its members violate, and where the answers stand.

All counts of a level are planned together: rule types listed, rule types violated, and the place
of the right answer within each number of options are each equally frequent, within one. A plan
is searched once a level; every block of every seed uses it under new names (of types, places and
groups), or the rules listed would tell in one draw where the answers stand in another.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
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
SIZES = {1: (6,), 2: (7, 8), 3: (9,)}
SURPLUS = {1: 0, 2: 2, 3: 10}
"""The first type violated once more at a level, such that each has 40 or 41 over all levels."""


class Slot(Struct, frozen=True):
    """What is fixed of a group: types violated and only listed, right places, place of none."""

    violated: tuple[str, ...]
    listed: tuple[str, ...]
    right: tuple[int, ...]
    none: int

    @property
    def size(self) -> int:
        """How many rules are listed."""
        return len(self.violated) + len(self.listed)

    @property
    def untouched(self) -> bool:
        """Whether one of the members is the untouched batch."""
        return self.none in self.right


@lru_cache(maxsize=64)
def slots(family: str, seed: int, block: int, level: int) -> tuple[Slot, ...]:
    """The slot of every group of a level of a block.

    Types are renamed alike at all levels, since their counts add up over the levels.
    """
    block_key = ("plan", family, seed, block)
    types = draw.shuffled(draw.rng(*block_key), TYPES)
    r = draw.rng(*block_key, level)
    places = {size: draw.shuffled(r, range(size + 1)) for size in SIZES[level]}
    plan = [
        _renamed(slot, dict(zip(TYPES, types, strict=True)), places[slot.size])
        for slot in plan_of(family, level)
    ]
    return tuple(draw.shuffled(r, plan))


def _renamed(slot: Slot, types: dict[str, str], places: Sequence[int]) -> Slot:
    return Slot(
        tuple(types[kind] for kind in slot.violated),
        tuple(types[kind] for kind in slot.listed),
        tuple(places[place] for place in slot.right),
        places[slot.none],
    )


@cache
def plan_of(family: str, level: int) -> tuple[Slot, ...]:
    """A plan of a level that meets every count.

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
