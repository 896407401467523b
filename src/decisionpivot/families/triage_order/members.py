"""Finding the members of a group: one fact, three values, three answers.

Values lie at the boundaries between answers. For a fact of one ticket the rest of the queue has a
fixed order, so that a value only sets how many of the others come first.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import NamedTuple

from decisionpivot import draw
from decisionpivot.families.triage_order.case import (
    LAST_DEADLINE,
    LONGEST_WAIT,
    NEVER,
    Rules,
    Scene,
    Ticket,
    order,
    sort_key,
)

Trio = tuple[Scene, Scene, Scene]
MOST_POSITIONS = 30
MOST_TIMES = 8


def trios(r: Random, kind: str, rules: Rules, scene: Scene) -> Iterator[Trio]:
    """Yield scenes that differ in one fact of this kind and in the answer."""
    if kind == "position":
        return _positions(r, scene)
    if kind == "current_time":
        return _times(r, rules, scene)
    return _tickets(r, kind, rules, scene)


def _positions(r: Random, scene: Scene) -> Iterator[Trio]:
    """Three positions within five places of each other."""
    for _ in range(MOST_POSITIONS):
        first = draw.integer(r, 1, len(scene.tickets) - 4)
        places = draw.sample(r, range(first, first + 5), 3)
        one, two, three = (scene._replace(position=place) for place in places)
        yield one, two, three


def _times(r: Random, rules: Rules, scene: Scene) -> Iterator[Trio]:
    """The last minute of one order, a minute of the next, and the first of one after that."""
    starts = _turning_times(rules, scene)
    if len(starts) > MOST_TIMES:
        first = draw.integer(r, 0, len(starts) - MOST_TIMES)
        starts = starts[first : first + MOST_TIMES]
    if len(starts) < 3:
        return
    orders = [order(rules, scene.tickets, start) for start in starts]
    for place in draw.shuffled(r, range(len(scene.tickets))):
        answers = [numbers[place] for numbers in orders]
        turns = [n for n in range(1, len(starts)) if answers[n] != answers[n - 1]]
        for before, after in pairwise(turns):
            if answers[before - 1] != answers[after]:
                middle = draw.choice(r, (starts[before], starts[after] - 1))
                one, two, three = (
                    scene._replace(now=now, position=place + 1)
                    for now in (starts[before] - 1, middle, starts[after])
                )
                yield one, two, three


def _turning_times(rules: Rules, scene: Scene) -> list[int]:
    """The minutes, between the last arrival and the first deadline, that begin a new order."""
    first = max(ticket.arrival for ticket in scene.tickets)
    last = min(ticket.deadline for ticket in scene.tickets) - 1
    found = {first: None}
    for shift in rules.shifts:
        if shift.cause != "flag":
            late = 0 if shift.reached else 1
            for ticket in scene.tickets:
                wait = shift.cause == "wait"
                start = ticket.arrival + shift.limit if wait else ticket.deadline - shift.limit
                if first < start + late <= last:
                    found[start + late] = None
    return sorted(found)


def _tickets(r: Random, kind: str, rules: Rules, scene: Scene) -> Iterator[Trio]:
    """One ticket before a place of the order, on it, and after it."""
    for ticket in draw.shuffled(r, scene.tickets):
        if kind == "deadline" and ticket.deadline == NEVER:
            continue
        keys = sorted(sort_key(rules, t, scene.now) for t in scene.tickets if t is not ticket)

        def rank(changed: Ticket, keys: list[tuple[int, ...]] = keys) -> int:
            return bisect_left(keys, sort_key(rules, changed, scene.now))

        for place, values in _values(r, kind, rules.classes, scene.now, Moved(ticket, rank)):
            one, two, three = (_with(scene, ticket, new, place + 1) for new in values)
            yield one, two, three


class Moved(NamedTuple):
    """A ticket to be changed, and how many of the others come before a changed form of it."""

    ticket: Ticket
    rank: Callable[[Ticket], int]


Values = tuple[Ticket, Ticket, Ticket]


def _values(
    r: Random, kind: str, classes: int, now: int, moved: Moved
) -> Iterator[tuple[int, Values]]:
    """A place, and the ticket in three forms: before this place, on it, and after it."""
    ticket, rank = moved
    if kind == "class":
        forms = [ticket._replace(listed=value) for value in range(1, classes + 1)]
        return _neighbours(forms, rank)
    if kind == "flag":
        return _neighbours([ticket._replace(flag=value) for value in (-1, 0, 1)], rank)
    number, what, listed, arrival, deadline, flag = ticket
    if kind == "arrival_time":
        times = range(now - LONGEST_WAIT, now)
        return _boundaries(
            r, times, lambda t: Ticket(number, what, listed, t, deadline, flag), rank
        )
    times = range(now + 10, now + LAST_DEADLINE + 1)
    return _boundaries(r, times, lambda t: Ticket(number, what, listed, arrival, t, flag), rank)


def _neighbours(forms: list[Ticket], rank: Callable[[Ticket], int]) -> Iterator[tuple[int, Values]]:
    ranks = [rank(form) for form in forms]
    for n in range(1, len(forms) - 1):
        if ranks[n - 1] < ranks[n] < ranks[n + 1]:
            yield ranks[n], (forms[n - 1], forms[n], forms[n + 1])


def _boundaries(
    r: Random, times: range, form: Callable[[int], Ticket], rank: Callable[[Ticket], int]
) -> Iterator[tuple[int, Values]]:
    """Later times never help, or else the check of the ranks fails and nothing is yielded."""
    low, high = rank(form(times[0])), rank(form(times[-1]))

    def ranked(time: int) -> int:
        return rank(form(time))

    for place in draw.shuffled(r, range(low + 1, high))[:3]:
        first = times[bisect_left(times, place, key=ranked)]
        after = times[bisect_left(times, place + 1, key=ranked)]
        middle = draw.choice(r, (first, after - 1))
        if ranked(first - 1) < place == ranked(middle) < ranked(after):
            yield place, (form(first - 1), form(middle), form(after))


def _with(scene: Scene, old: Ticket, new: Ticket, position: int) -> Scene:
    tickets = tuple([new if ticket is old else ticket for ticket in scene.tickets])
    return Scene(tickets, scene.now, position)
