"""What a pair is about: its kind, where its decisive fact stands, and how close to the limits."""

from random import Random

from msgspec import Struct

from decisionpivot.draw import chance, choice, weighted
from decisionpivot.families.group import Place
from decisionpivot.families.quotas import spread

COUNTS = {
    1: {"overlap": 37, "person": 26, "capacity": 12, "hours": 13, "equipment": 12},
    2: {"overlap": 37, "person": 26, "capacity": 13, "hours": 12, "equipment": 12},
    3: {"overlap": 38, "person": 25, "capacity": 12, "hours": 12, "equipment": 13},
}
"""Pairs of each kind, by level."""

APART, SETUP_APART, TOUCH = 10, 4, 12
"""Overlap pairs a level: touching collides without set-up time and with it; it is allowed."""

WHERE: dict[str, dict[str, float]] = {
    "overlap": {"request": 40, "booking": 40, "purpose": 30},
    "person": {"request": 18, "booking": 25, "attendee": 35, "role here": 11, "role there": 11},
    "capacity": {"seats": 38, "guests": 30, "video": 14, "notice": 10, "notice room": 8},
    "hours": {"request": 45, "room": 35, "notice": 12, "notice room": 8},
    "equipment": {
        "stock item": 24,
        "need item": 24,
        "stock count": 18,
        "need count": 18,
        "notice": 8,
        "notice room": 8,
    },
}
"""Where the decisive fact may stand, with weights; see ``pairs.CHANGES``."""

TOPICS = {"hours": "hours", "seats": "capacity", "kit": "equipment"}
"""The kind of rule that a notice's topic bears on."""

PARTS = ("person", "capacity", "hours", "equipment")


class Plan(Struct, frozen=True, kw_only=True):
    """What a pair is about.

    Attributes:
        level, kind: of the pair.
        where: in which part of the case the decisive fact stands.
        side: -1 where the limit lies before the request, 1 where it lies after it.
        place: -1 for a request at opening time, 1 at closing time, 0 in the middle of the day.
        touch, setup: what the conventions must be, None where either will do.
        parts: the kinds of rule, besides overlap, that both members come close to breaking.
        topics: what notices for the requested room and day are about in both members.
    """

    level: int
    kind: str
    where: str
    side: int
    place: int
    touch: bool | None
    setup: bool | None
    parts: tuple[str, ...]
    topics: tuple[str, ...]

    @property
    def moved(self) -> int:
        """In which direction the request itself moves, 0 if it stays."""
        return self.side if self.where == "request" else 0


def _conventions(place: Place) -> tuple[str, bool | None, bool | None]:
    """The kind of a pair and, in overlap pairs, whether bookings may touch and have set-up."""
    counts = dict(COUNTS[place.level])
    rest = counts.pop("overlap") - APART - SETUP_APART - TOUCH
    overlaps = (
        (("overlap", False, False), APART),
        (("overlap", False, True), SETUP_APART),
        (("overlap", True, False), TOUCH),
        (("overlap", True, True), rest),
    )
    others = tuple(((kind, None, None), count) for kind, count in counts.items())
    chosen: tuple[str, bool | None, bool | None] = spread(
        place.family, place.level, "kind", (*overlaps, *others)
    )[place.index]
    return chosen


def draw_plan(place: Place, r: Random, without: frozenset[str]) -> Plan:
    """Choose what the pair at a place is about; its kind is fixed by its index."""
    kind, touch, setup = _conventions(place)
    parts = tuple(part for part in PARTS if part not in without)
    weights = {
        where: weight
        for where, weight in WHERE[kind].items()
        if (place.level > 1 or where not in ("purpose", "notice", "notice room"))
        and (where != "purpose" or (touch and setup))
    }
    where = weighted(r, tuple(weights), tuple(weights.values()))
    side = choice(r, (-1, 1))
    return Plan(
        level=place.level,
        kind=kind,
        where=where,
        side=side,
        place=_day_place(r, kind, where, side) if "hours" in parts or kind == "hours" else 0,
        touch=touch,
        setup=setup,
        parts=parts,
        topics=_topics(r, place.level, kind, where, parts),
    )


def _day_place(r: Random, kind: str, where: str, side: int) -> int:
    """Whether the request is at opening time, in the middle of the day or at closing time."""
    if kind == "hours":
        return side
    if where in ("request", "attendee", "purpose"):
        return 0
    end = weighted(r, (-1, 0, 1), (2, 3, 5))
    return -side if kind in ("overlap", "person") and end == side else end


def _topics(
    r: Random, level: int, kind: str, where: str, parts: tuple[str, ...]
) -> tuple[str, ...]:
    """What the notices for the requested room and day are about."""
    topics = []
    for topic, concerned in TOPICS.items():
        if concerned == kind and where in ("notice", "notice room", "room"):
            wanted = where == "notice"
        else:
            wanted = level > 1 and concerned in parts and chance(r, 0.3)
        if wanted:
            topics.append(topic)
    return tuple(topics)
