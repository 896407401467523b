"""Which waiting case do the rules put at the position asked for?

A queue of 6 to 14 tickets, the current time, and rules that adjust classes (after a wait, near a
deadline, for a flag) and then sort the queue by several keys. The members of a group differ in one
time, class, flag or position, and each has another answer.

Traps that are built in on purpose: waits and deadlines at the limit of an adjustment or a minute
off it, equal arrivals, adjustments that add up or exclude each other, columns that no rule uses.
Sorting by listed class and arrival, or by arrival alone, names an option, but rarely the answer.
Answers change at the smallest step of a time, at the next class, or at the next flag.
"""

from random import Random
from typing import NamedTuple

from decisionpivot import draw
from decisionpivot.families.group import Family, Group, Member, Place, domain
from decisionpivot.families.quotas import even, spread
from decisionpivot.families.triage_order import words
from decisionpivot.families.triage_order.case import (
    KINDS,
    SIZES,
    Rules,
    Scene,
    by_listed_class,
    by_wait,
    draw_rules,
    draw_scene,
    kind_of,
    order,
    partial_orders,
)
from decisionpivot.families.triage_order.members import trios
from decisionpivot.families.triage_order.text import Sheet, sheet_of
from decisionpivot.families.wording import at
from decisionpivot.items import GenerationError, Option, Pivot

OPTIONS = 5
GROUPS = 67
MOST_QUEUES = 5_000
LUCKY = {1: ((1, 50), (0, 17)), 2: ((1, 38), (0, 29)), 3: ((1, 38), (0, 29))}
"""In how many groups a lazy reader may be right on one member; in the others it never is."""
TRIPLES = tuple(
    tuple((start + step) % OPTIONS for step in pattern)
    for pattern in ((0, 1, 2), (0, 1, 3))
    for start in range(OPTIONS)
)
"""Places of three answers among the options; each place occurs equally often."""


class Picks(NamedTuple):
    """By member: the answer, and what the two lazy readers pick."""

    answers: tuple[int, ...]
    listed: tuple[int, ...]
    waiting: tuple[int, ...]

    @property
    def options(self) -> list[int]:
        """All tickets that somebody picks."""
        return list(dict.fromkeys(self.answers + self.listed + self.waiting))


def picks_of(rules: Rules, scenes: list[Scene]) -> Picks:
    """What careful and lazy readers pick in each scene."""
    return Picks(
        tuple([order(rules, s.tickets, s.now)[s.position - 1] for s in scenes]),
        tuple([by_listed_class(s.tickets)[s.position - 1] for s in scenes]),
        tuple([by_wait(s.tickets)[s.position - 1] for s in scenes]),
    )


def luck(place: Place, reader: str) -> int:
    """On how many members of a group a lazy reader may be right."""
    times: int = spread(place.family, place.level, reader, LUCKY[place.level])[place.index]
    return times


def fits(place: Place, picks: Picks) -> bool:
    """Whether answers differ, lazy readers are right seldom enough, and five options suffice."""

    def hits(lazy: tuple[int, ...]) -> int:
        return sum(a == b for a, b in zip(picks.answers, lazy, strict=True))

    return (
        len(set(picks.answers)) == len(picks.answers)
        and hits(picks.listed) <= luck(place, "listed class")
        and hits(picks.waiting) <= luck(place, "longest wait")
        and len(picks.options) <= OPTIONS
    )


def scenes_of(
    place: Place, r: Random, kind: str, about: words.Domain
) -> tuple[Rules, list[Scene], Picks]:
    """Draw rules and queues until one of them has members that fit.

    Raises:
        GenerationError: none was found.
    """
    size = FAMILY.members(place.index)
    rules = draw_rules(r, place.level, kind)
    for _ in range(MOST_QUEUES):
        whats = words.descriptions(r, about, draw.integer(r, *SIZES[place.level]))
        scene = draw_scene(r, place.level, kind, rules, whats)
        for trio in trios(r, kind, rules, scene):
            scenes = draw.shuffled(r, trio)[:size]
            picks = picks_of(rules, scenes)
            if fits(place, picks):
                return rules, scenes, picks
    raise GenerationError(f"{place}: no members of kind {kind} fit")


def gold_places(place: Place, r: Random) -> list[int]:
    """The places of the answers among the options; the last two groups share the five places."""
    name, level, index = place.family, place.level, place.index
    if index >= GROUPS - 2:
        five = spread(name, level, "last places", tuple((n, 1) for n in range(OPTIONS)))
        return list(five[:3] if index == GROUPS - 2 else five[3:])
    counts = [(triple, 7) for triple in TRIPLES[:5]] + [(triple, 6) for triple in TRIPLES[5:]]
    return draw.shuffled(r, spread(name, level, "places", tuple(counts))[index])


def options_of(
    place: Place, r: Random, rules: Rules, scenes: list[Scene], picks: Picks
) -> list[int]:
    """Five ticket numbers: answers, what lazy and partial readings pick, and neighbours."""
    found = picks.options
    scene = scenes[0]
    pool = [numbers[scene.position - 1] for numbers in partial_orders(rules, scene)]
    right = order(rules, scene.tickets, scene.now)
    places = draw.shuffled(r, range(len(right)))
    places.sort(key=lambda place: abs(place + 1 - scene.position) > 3)
    near = [right[place] for place in places]
    for number in draw.shuffled(r, pool) + near:
        if len(found) < OPTIONS and number not in found:
            found.append(number)
    answers, others = list(picks.answers), found[len(picks.answers) :]
    result = draw.shuffled(r, others)
    for gold, answer in sorted(zip(gold_places(place, r), answers, strict=True)):
        result.insert(gold, answer)
    return result


def changed_ticket(scenes: list[Scene]) -> int | None:
    """The place in the queue of the ticket in which the scenes differ."""
    pairs = enumerate(zip(scenes[0].tickets, scenes[1].tickets, strict=True))
    return next((place for place, (one, other) in pairs if one != other), None)


def members_of(
    sheet: Sheet, kind: str, scenes: list[Scene], answers: tuple[int, ...]
) -> list[Member]:
    """The scenes as they are shown, with their answers; the first one is the base."""
    changed = changed_ticket(scenes)
    base = sheet.fact(kind, scenes[0], changed)
    members = []
    for number, (scene, answer) in enumerate(zip(scenes, answers, strict=True)):
        state = sheet.state(scene)
        place = at(state, sheet.line(kind, scene, changed))
        pivot = Pivot(kind, base, sheet.fact(kind, scene, changed), place)
        members.append(Member(state, sheet.name(answer), pivot, min(number, 1)))
    return members


def make(place: Place, r: Random, without: frozenset[str]) -> Group:
    """Draw one group; its first member is the base. There are no parts to leave out."""
    name = domain(place, FAMILY.domains, FAMILY.groups)
    kind = kind_of(place.family, place.level, place.index)
    about = words.DOMAINS[name]
    rules, scenes, picks = scenes_of(place, r, kind, about)
    sheet = sheet_of(r, about, rules, section_order(place))
    numbers = options_of(place, r, rules, scenes, picks)
    whats = {ticket.number: ticket.what for ticket in scenes[0].tickets}
    members = members_of(sheet, kind, scenes, picks.answers)
    options = tuple(Option(sheet.name(number), whats[number]) for number in numbers)
    return Group(name, options, members[0].state, tuple(members))


def section_order(place: Place) -> str:
    """The order of the sections Time, Rules, Queue, Position and Classes."""
    orders = even(words.ORDERS, GROUPS, first=place.level)
    chosen: str = spread(place.family, place.level, "sections", orders)[place.index]
    return chosen


FAMILY = Family(
    name="triage_order",
    title="Which waiting case comes at a given position?",
    layer="E",
    question="Which waiting case do the rules put at the position asked for in the state?",
    size=3,
    domains=tuple(words.DOMAINS),
    kinds=KINDS,
    make=make,
)
