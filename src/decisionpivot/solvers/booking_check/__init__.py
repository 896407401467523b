"""Works out whether a requested booking can be confirmed, from the calendar's text alone.

The state is read by section: rooms, notices, confirmed bookings, conventions and the request.
Then the request is held against each kind of rule: overlap in its room, people in two bookings
at once, capacity, opening hours and equipment.
"""

import re
from collections.abc import Callable

from msgspec import Struct

from decisionpivot.items import Request
from decisionpivot.solvers.booking_check.rows import (
    Booking,
    Room,
    Wish,
    changed,
    read_bookings,
    read_notice,
    read_rooms,
    read_wish,
)
from decisionpivot.solvers.booking_check.rules import NOUNS, Rules, read_rules
from decisionpivot.solvers.booking_check.values import unreadable
from decisionpivot.solvers.verdict import Verdict

__all__ = ["BROKEN", "Case", "countable", "decide", "parse", "solve", "taken_up"]


class Case(Struct, frozen=True):
    """A request, its room as it is on that day, the confirmed bookings and the conventions."""

    wish: Wish
    room: Room
    bookings: list[Booking]
    rules: Rules


# The first that fits says what a section is.
_HEADINGS = {
    "rules": re.compile(r"rules|conventions|how bookings work|what applies", re.IGNORECASE),
    "notices": re.compile(r"notices|single days|please note", re.IGNORECASE),
    "request": re.compile(r"request|asked for", re.IGNORECASE),
    "bookings": re.compile(r"so far|calendar|already|confirmed", re.IGNORECASE),
    "rooms": re.compile(rf"what there is|{NOUNS['room']}", re.IGNORECASE),
}
_OPENING = re.compile(
    r"For the {room} of .+, one more booking is asked for\."
    r"|The .+ lends out its {room} by the calendar below\."
    r"|An open request for one of the {room} of .+, with all that bears on it\."
    r"|[A-Z][a-z]+ is an? .+; whoever wants one of its {room} has to book it\."
    r"|How the {room} of .+ are booked, and what is booked so far\."
    r"|This page holds the bookings of .+ one request that is still open\.".format(**NOUNS)
)


def _sections(state: str) -> dict[str, list[str]]:
    opening, *blocks = state.split("\n\n")
    if not _OPENING.fullmatch(opening):
        unreadable("not the opening of a calendar", opening)
    sections: dict[str, list[str]] = {}
    for block in blocks:
        heading, *lines = block.split("\n")
        kind = next((k for k, name in _HEADINGS.items() if name.search(heading)), None)
        if kind is None or kind in sections or not lines:
            unreadable("not a section", heading)
        sections[kind] = lines
    if missing := [k for k in _HEADINGS if k not in sections and k != "notices"]:
        unreadable("no section", ", ".join(missing))
    return sections


def parse(request: Request) -> Case:
    """The request and all that bears on it, as the state gives them.

    Raises:
        Unreadable: a sentence that is not understood, or a convention that is not stated.
    """
    if not isinstance(request.state, str):
        unreadable("not a text", repr(request.state))
    sections = _sections(request.state)
    notices = [read_notice(line) for line in sections.get("notices", [])]
    wish, rooms = read_wish(sections["request"]), read_rooms(sections["rooms"])
    bookings = read_bookings(sections["bookings"])
    named = [wish.booking.room, *(b.room for b in bookings), *(n[0] for n in notices)]
    if strange := [name for name in named if name not in rooms]:
        unreadable("no such room", strange[0])
    room = rooms[wish.booking.room]
    for name, day, change in notices:
        if (name, day) == (wish.booking.room, wish.booking.day):
            room = changed(room, change)
    rules = read_rules(sections["rules"], aides=wish.aides > 0, notices=bool(notices))
    return Case(wish, room, bookings, rules)


def taken_up(booking: Booking, rules: Rules) -> tuple[int, int]:
    """The start and end of all the time that a booking takes up, in minutes after midnight."""
    if not rules.extra.applies(booking.purpose):
        return booking.start, booking.end
    return booking.start - rules.extra.before, booking.end + rules.extra.after


def countable(case: Case) -> int:
    """How many people of the request count towards capacity."""
    wish, rules = case.wish, case.rules
    named = len(wish.booking.there) + rules.leader + rules.video * len(wish.booking.video)
    return named + wish.guests + rules.aides * wish.aides


def _overlaps(case: Case) -> bool:
    asked = case.wish.booking
    start, end = taken_up(asked, case.rules)
    times = [
        taken_up(other, case.rules)
        for other in case.bookings
        if (other.room, other.day) == (asked.room, asked.day)
    ]
    if case.rules.touch:
        return any(first < end and start < last for first, last in times)
    return any(first <= end and start <= last for first, last in times)


def _shared(one: Booking, other: Booking, bound: str) -> frozenset[str]:
    """The people who are in both bookings and must not be, were these at once."""
    if bound == "all":
        return one.named & other.named
    if bound == "present":
        return one.present & other.present
    if bound == "leader":
        return one.named & other.named & {one.leader, other.leader}
    return frozenset()


def _double_books(case: Case) -> bool:
    asked, gap = case.wish.booking, case.rules.gap
    return any(
        _shared(asked, other, case.rules.bound)
        for other in case.bookings
        if other.day == asked.day
        and other.start < asked.end + gap
        and asked.start < other.end + gap
    )


def _crowds(case: Case) -> bool:
    return countable(case) > case.room.seats


def _leaves_hours(case: Case) -> bool:
    asked, room = case.wish.booking, case.room
    start, end = taken_up(asked, case.rules) if case.rules.whole else (asked.start, asked.end)
    late = end > room.closes or (end == room.closes and not case.rules.until_closing)
    return start < room.opens or late


def _lacks_equipment(case: Case) -> bool:
    return any(case.room.pieces.get(kind, 0) < n for kind, n in case.wish.pieces.items())


BROKEN: dict[str, Callable[[Case], bool]] = {
    "overlap": _overlaps,
    "person": _double_books,
    "capacity": _crowds,
    "hours": _leaves_hours,
    "equipment": _lacks_equipment,
}
"""Whether a request breaks the rules of a kind."""


def decide(case: Case) -> Verdict:
    """Yes if no rule is broken; on a no the kind of the broken rule, where it is only one."""
    broken = [kind for kind, breaks in BROKEN.items() if breaks(case)]
    if not broken:
        return Verdict("yes")
    return Verdict("no", broken[0] if len(broken) == 1 else None)


def solve(request: Request) -> Verdict:
    """Whether the requested booking can be confirmed, and which rule stands against it.

    Raises:
        Unreadable: a sentence that is not understood, or a convention that is not stated.
    """
    return decide(parse(request))
