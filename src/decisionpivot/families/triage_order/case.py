"""What a queue and its rules are, the order that rules give, and how both are drawn."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import permutations
from operator import itemgetter
from random import Random
from typing import NamedTuple

from decisionpivot import draw
from decisionpivot.families.quotas import spread

NEVER = 10_000
"""A deadline after all others, in minutes: that of a ticket which has none."""
SIZES = {1: (6, 6), 2: (9, 10), 3: (12, 14)}
CLASSES = {1: 3, 2: 4, 3: 4}
WAITS = (45, 60, 75, 90, 100, 120)
LEADS = (45, 60, 80, 90, 110, 120)
LONGEST_WAIT, LAST_DEADLINE = 220, 300
"""How far before and after the current time arrivals and deadlines lie, in minutes."""


class Ticket(NamedTuple):
    """A waiting case; ``flag`` is -1 for the one that helps, 1 for the one that hinders."""

    number: int
    what: str
    listed: int
    arrival: int
    deadline: int
    flag: int


class Shift(NamedTuple):
    """A class adjustment.

    ``wait``: up by ``steps`` after a wait of ``limit`` minutes; ``due``: when the deadline is so
    near; ``reached``: whether exactly so many minutes suffice. ``flag``: one class up or down by
    the flag. It holds for tickets whose listed class is in ``only``.
    """

    cause: str
    limit: int
    reached: bool
    steps: int
    only: tuple[int, ...]


class Rules(NamedTuple):
    """Adjustments, then the keys that order the queue one after the other.

    ``adds_up``: whether two adjustments are added or only the first that applies is made.
    ``low_first``: whether the lower ticket number wins the last tie.
    """

    shifts: tuple[Shift, ...]
    adds_up: bool
    keys: tuple[str, ...]
    classes: int
    low_first: bool


class Scene(NamedTuple):
    """What the members of a group may differ in: the queue, the time and the position."""

    tickets: tuple[Ticket, ...]
    now: int
    position: int


def move(shift: Shift, ticket: Ticket, now: int) -> int:
    """By how many classes a shift moves a ticket; up is negative."""
    if ticket.listed not in shift.only:
        return 0
    if shift.cause == "flag":
        return ticket.flag
    if shift.cause == "wait":
        margin = now - ticket.arrival - shift.limit
    else:
        margin = shift.limit - (ticket.deadline - now)
    return -shift.steps if margin > 0 or (margin == 0 and shift.reached) else 0


def ranking_class(rules: Rules, ticket: Ticket, now: int) -> int:
    """The class of a ticket after all adjustments."""
    total = 0
    for shift in rules.shifts:
        total += move(shift, ticket, now)
        if total and not rules.adds_up:
            break
    return min(max(ticket.listed + total, 1), rules.classes)


KEYS = ("class", "flag", "deadline", "origin", "arrival", "number")


@cache
def _picker(keys: tuple[str, ...]) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    return itemgetter(*[KEYS.index(key) for key in keys])


def sort_key(rules: Rules, ticket: Ticket, now: int) -> tuple[int, ...]:
    """What orders the queue: tickets with smaller keys come first."""
    number, _, listed, arrival, deadline, flag = ticket
    ranking = ranking_class(rules, ticket, now) if rules.shifts else listed
    last = number if rules.low_first else -number
    return _picker(rules.keys)((ranking, flag, deadline, ranking != listed, arrival, last))


@lru_cache(maxsize=64)
def order(rules: Rules, tickets: tuple[Ticket, ...], now: int) -> list[int]:
    """The ticket numbers in the order in which the rules take them."""
    return [t.number for t in sorted(tickets, key=lambda t: sort_key(rules, t, now))]


@lru_cache(maxsize=64)
def by_listed_class(tickets: tuple[Ticket, ...]) -> list[int]:
    """The order of a lazy reader: lowest listed class, then earliest arrival."""
    return [n for _, _, n in sorted((t.listed, t.arrival, t.number) for t in tickets)]


@lru_cache(maxsize=64)
def by_wait(tickets: tuple[Ticket, ...]) -> list[int]:
    """The order of a lazier reader: longest wait first."""
    return [n for _, n in sorted((t.arrival, t.number) for t in tickets)]


def partial_orders(rules: Rules, scene: Scene) -> list[list[int]]:
    """The orders that one gets by leaving out one part of the rules."""
    keys = rules.keys
    readings = [rules._replace(keys=keys[:n] + keys[n + 1 :]) for n in range(len(keys) - 1)]
    for shift in rules.shifts:
        readings.append(rules._replace(shifts=tuple(s for s in rules.shifts if s is not shift)))
    if len(rules.shifts) > 1:
        readings.append(rules._replace(adds_up=not rules.adds_up))
    return [order(reading, scene.tickets, scene.now) for reading in readings]


Program = tuple[tuple[str, ...], tuple[str, ...]]
"""The causes of the shifts and the sorting keys."""


MIDDLES: dict[int, tuple[tuple[str, ...], ...]] = {
    1: (("class", "flag"), ("flag", "class"), ("class", "deadline")),
    2: (("class",), ("class", "flag"), ("flag", "class"), ("class", "deadline")),
    3: (("class", "origin"), ("class", "flag"), ("flag", "class"), ("class", "deadline")),
}
"""What sorts before arrival time and number, by level."""


def _programs(level: int) -> tuple[Program, ...]:
    """All rules of a level; it has one adjustment less than its number, and flags work once."""
    return tuple(
        (causes, (*middle, "arrival", "number"))
        for causes in permutations(("wait", "due", "flag"), level - 1)
        for middle in MIDDLES[level]
        if not ("flag" in causes and "flag" in middle)
    )


def _allows(program: Program, kind: str) -> bool:
    """Whether a fact of this kind can give three answers under these rules."""
    causes, keys = program
    needed = {
        "current_time": "wait" in causes or "due" in causes,
        "flag": "flag" in causes or "flag" in keys,
        "deadline": "deadline" in keys,
    }
    return needed.get(kind, True)


KINDS = {
    "arrival_time": "the time at which one ticket arrived",
    "current_time": "the time at which the order is made",
    "class": "the listed class of one ticket",
    "flag": "the flag of one ticket",
    "deadline": "the deadline of one ticket",
    "position": "the position that is asked for",
}
PROGRAMS = {
    (level, kind): tuple(p for p in _programs(level) if _allows(p, kind))
    for level in SIZES
    for kind in KINDS
}


def draw_rules(r: Random, level: int, kind: str) -> Rules:
    """Rules of a level under which a fact of this kind can give three answers."""
    causes, keys = draw.choice(r, PROGRAMS[level, kind])
    classes = CLASSES[level]
    every = tuple(range(1, classes + 1))
    scopes = (every, every, every[1:], every[2:], every[1:-1])
    shifts = tuple(
        Shift(
            cause,
            draw.choice(r, WAITS if cause == "wait" else LEADS),
            draw.chance(r, 0.5),
            2 if draw.chance(r, 0.25) else 1,
            every if cause == "flag" else draw.choice(r, scopes),
        )
        for cause in causes
    )
    return Rules(shifts, draw.chance(r, 0.5), keys, classes, draw.chance(r, 0.6))


def draw_scene(r: Random, level: int, kind: str, rules: Rules, whats: Sequence[str]) -> Scene:
    """A queue; many tickets lie at or next to a limit or share a time with another one."""
    now = draw.integer(r, 9 * 60 + 40, 16 * 60 + 50)
    roomy = kind == "current_time"
    limits = {shift.cause: shift.limit for shift in rules.shifts}
    waits = _spans(r, len(whats), (40 if roomy else 4, LONGEST_WAIT - 5), limits.get("wait"))
    leads = _spans(r, len(whats), (61 if roomy else 25, LAST_DEADLINE - 10), limits.get("due"))
    numbers = draw.sample(r, range(101, 1000), len(whats))
    tickets = tuple(
        Ticket(
            number,
            what,
            draw.integer(r, 1, rules.classes),
            now - wait,
            now + lead if draw.chance(r, 0.6) else NEVER,
            draw.choice(r, (-1, 0, 0, 1)),
        )
        for number, what, wait, lead in zip(numbers, whats, waits, leads, strict=True)
    )
    return Scene(tickets, now, draw.integer(r, 1, len(whats)))


def _spans(r: Random, count: int, bounds: tuple[int, int], limit: int | None) -> list[int]:
    """Lengths of time within bounds; many lie at the limit or another one, or a minute off."""
    spans: list[int] = []
    for _ in range(count):
        point = r.random()
        if spans and point < 0.3:
            near = draw.choice(r, spans) + draw.integer(r, -1, 1)
            spans.append(min(max(near, bounds[0]), bounds[1]))
        elif limit and point < 0.45 and limit > bounds[0]:
            spans.append(limit + draw.integer(r, -1, 1))
        else:
            spans.append(draw.integer(r, *bounds))
    return spans


COUNTS = {
    1: {"arrival_time": 29, "class": 10, "flag": 9, "deadline": 9, "position": 9},
    2: {"arrival_time": 21, "current_time": 20, "class": 6, "flag": 6, "deadline": 6,
        "position": 7},
    3: {"arrival_time": 21, "current_time": 19, "class": 7, "flag": 6, "deadline": 7,
        "position": 6},
}  # fmt: skip
"""Groups of three of each kind at a level."""
SHORT = {1: "arrival_time", 2: "arrival_time", 3: "current_time"}
"""The kind of a level's last group, which has two members."""


def kind_of(family: str, level: int, index: int) -> str:
    """The kind of the decisive fact of a group."""
    kinds = spread(family, level, "kind", tuple(COUNTS[level].items()))
    return kinds[index] if index < len(kinds) else SHORT[level]
