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
MOST_QUEUES = 5_000
LUCKY = {1: ((1, 55), (0, 12)), 2: ((1, 35), (0, 32)), 3: ((1, 35), (0, 32))}
"""In how many groups a lazy reader is right on one member; in the others it never is."""
LAZY = {"listed class": by_listed_class, "longest wait": by_wait}
TRIPLES = tuple(
    tuple((start + step) % OPTIONS for step in pattern)
    for pattern in ((0, 1, 2), (0, 1, 3))
    for start in range(OPTIONS)
)
"""Places of three answers among the options; each place occurs equally often."""


def chosen(
    place: Place, rules: Rules, scenes: list[Scene]
) -> tuple[tuple[int, ...], list[int]] | None:
    """The answers by member, and these with all that two lazy readers pick.

    None when answers agree, a lazy reader is right too often or too seldom, or five options are
    too few.
    """
    answers = tuple([order(rules, s.tickets, s.now)[s.position - 1] for s in scenes])
    found = list(answers)
    for name, lazy in LAZY.items():
        picks = [lazy(scene.tickets)[scene.position - 1] for scene in scenes]
        luck = spread(place.family, place.level, name, LUCKY[place.level])[place.index]
        if sum(a == b for a, b in zip(answers, picks, strict=True)) != luck:
            return None
        found += picks
    options = list(dict.fromkeys(found))
    if len(set(answers)) < len(answers) or len(options) > OPTIONS:
        return None
    return answers, options


class Case(NamedTuple):
    """Rules, a scene and an answer a member, and the tickets that must be options."""

    rules: Rules
    scenes: list[Scene]
    answers: tuple[int, ...]
    options: list[int]


def case_of(place: Place, r: Random, kind: str, about: words.Domain) -> Case:
    """Draw rules and queues until one of them has members that fit.

    Raises:
        GenerationError: none was found.
    """
    size = FAMILY.members(place.index)
    for _ in range(MOST_QUEUES):
        rules = draw_rules(r, place.level, kind)
        whats = words.descriptions(r, about, draw.integer(r, *SIZES[place.level]))
        scene = draw_scene(r, place.level, kind, rules, whats)
        for trio in trios(r, kind, rules, scene):
            scenes = draw.shuffled(r, trio)[:size]
            picks = chosen(place, rules, scenes)
            if picks:
                return Case(rules, scenes, *picks)
    raise GenerationError(f"{place}: no members of kind {kind} fit")


def gold_places(place: Place, r: Random) -> list[int]:
    """The places of the answers among the options; the last two groups share the five places."""
    name, level, index = place.family, place.level, place.index
    if index >= FAMILY.groups - 2:
        five = spread(name, level, "last places", tuple((n, 1) for n in range(OPTIONS)))
        return list(five[:3] if index == FAMILY.groups - 2 else five[3:])
    counts = [(triple, 7) for triple in TRIPLES[:5]] + [(triple, 6) for triple in TRIPLES[5:]]
    return draw.shuffled(r, spread(name, level, "places", tuple(counts))[index])


def filled(r: Random, case: Case) -> list[int]:
    """Five ticket numbers: those required, what partial readings pick, and neighbours."""
    found, scene = list(case.options), case.scenes[0]
    if len(found) == OPTIONS:
        return found
    listed = case.rules._replace(shifts=())
    pool = [order(listed, s.tickets, s.now)[s.position - 1] for s in case.scenes]
    partial = partial_orders(case.rules, scene)
    pool += draw.shuffled(r, [numbers[scene.position - 1] for numbers in partial])
    right = order(case.rules, scene.tickets, scene.now)
    places = draw.shuffled(r, range(len(right)))
    places.sort(key=lambda place: abs(place + 1 - scene.position) > 3)
    pool += [right[place] for place in places]
    return list(dict.fromkeys(found + pool))[:OPTIONS]


def options_of(place: Place, r: Random, case: Case) -> list[int]:
    """Five ticket numbers in their order, each answer at a place that is planned."""
    answers, found = case.answers, filled(r, case)
    result = draw.shuffled(r, found[len(answers) :])
    for gold, answer in sorted(zip(gold_places(place, r), answers, strict=True)):
        result.insert(gold, answer)
    return result


def changed_ticket(scenes: list[Scene]) -> int | None:
    """The place in the queue of the ticket in which the scenes differ."""
    pairs = enumerate(zip(scenes[0].tickets, scenes[1].tickets, strict=True))
    return next((place for place, (one, other) in pairs if one != other), None)


def members_of(sheet: Sheet, kind: str, case: Case) -> list[Member]:
    """The scenes as they are shown, with their answers; the first one is the base."""
    changed = changed_ticket(case.scenes)
    base = sheet.fact(kind, case.scenes[0], changed)
    members = []
    for number, (scene, answer) in enumerate(zip(case.scenes, case.answers, strict=True)):
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
    case = case_of(place, r, kind, about)
    sheet = sheet_of(r, about, case.rules, section_order(place))
    numbers = options_of(place, r, case)
    whats = {ticket.number: ticket.what for ticket in case.scenes[0].tickets}
    members = members_of(sheet, kind, case)
    options = tuple(Option(sheet.name(number), whats[number]) for number in numbers)
    return Group(name, options, members[0].state, tuple(members))


def section_order(place: Place) -> str:
    """The order of the sections Time, Rules, Queue and Position."""
    orders = even(words.ORDERS, FAMILY.groups, first=place.level)
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
