"""A booking case as a structure, and which of its rules the request breaks."""

from datetime import date

from msgspec import Struct

Stock = tuple[tuple[str, int], ...]
"""Pieces of equipment by name, with how many there are (or how many are asked for)."""


class Rules(Struct, frozen=True, kw_only=True):
    """The booking conventions of one house. All lengths of time are minutes.

    Attributes:
        step: all times are multiples of it.
        touch: two bookings of a room may touch.
        setup: time added to a booking, 0 for none.
        before: it is added before the start (setting up), else after the end (clearing).
        scope: which purposes it is added to: "all", "only" the scoped, all "except" the scoped.
        scoped: the two purposes that the scope names.
        inside: the added time must lie within the opening hours as well.
        to_closing: what must lie within the opening hours may end at the minute of closing.
        lead_counts, video_counts, helpers_count: who takes a seat besides the others present.
        bound: who may not be in two bookings at once: "everybody"; those "present" in both;
            whoever is the "lead" of one of them; "nobody".
        rest: two bookings are at once for a person unless so much lies between them.
    """

    step: int
    touch: bool
    setup: int
    before: bool
    scope: str
    scoped: tuple[str, str]
    inside: bool
    to_closing: bool
    lead_counts: bool
    video_counts: bool
    helpers_count: bool
    bound: str
    rest: int


class Room(Struct, frozen=True):
    """A room with its opening hours in minutes after midnight."""

    name: str
    seats: int
    opens: int
    closes: int
    kit: Stock


class Notice(Struct, frozen=True):
    """What differs in one room on one day.

    ``topic`` is "opens" or "closes" (``value`` is the time), "seats" or "kit" (``value`` is how
    many are out of use).
    """

    topic: str
    room: int
    day: int
    value: int
    item: str = ""


class Booking(Struct, frozen=True):
    """Who has a room when, and what for."""

    room: int
    day: int
    start: int
    end: int
    purpose: str
    lead: str
    present: tuple[str, ...]
    remote: tuple[str, ...]


class Wish(Struct, frozen=True):
    """The requested booking, its unnamed participants and the equipment it needs."""

    booking: Booking
    guests: int
    helpers: int
    needs: Stock


class Case(Struct, frozen=True):
    """Everything that decides whether the request can be confirmed."""

    rules: Rules
    days: tuple[date, ...]
    rooms: tuple[Room, ...]
    notices: tuple[Notice, ...]
    bookings: tuple[Booking, ...]
    wish: Wish


def extra(rules: Rules, purpose: str) -> int:
    """The minutes of set-up or clearing that a booking with this purpose takes up."""
    named = purpose in rules.scoped
    return rules.setup if rules.scope == "all" or named == (rules.scope == "only") else 0


def gap(rules: Rules, earlier: str, later: str) -> int:
    """The least minutes between two bookings of a room, given their purposes."""
    return extra(rules, later if rules.before else earlier) + (0 if rules.touch else rules.step)


def taken(rules: Rules, booking: Booking) -> tuple[int, int]:
    """From when to when a booking takes up its room."""
    added = extra(rules, booking.purpose)
    if rules.before:
        return booking.start - added, booking.end
    return booking.start, booking.end + added


def heads(rules: Rules, wish: Wish) -> int:
    """How many people of a request count towards the capacity."""
    booking = wish.booking
    return (
        rules.lead_counts
        + len(booking.present)
        + rules.video_counts * len(booking.remote)
        + wish.guests
        + rules.helpers_count * wish.helpers
    )


def overlap(case: Case) -> bool:
    """Whether the request collides with a booking of its room."""
    rules, wish = case.rules, case.wish.booking
    start, end = taken(rules, wish)
    margin = 0 if rules.touch else 1
    for booking in case.bookings:
        if booking.room == wish.room and booking.day == wish.day:
            first, last = taken(rules, booking)
            if first < end + margin and start < last + margin:
                return True
    return False


def person(case: Case) -> bool:
    """Whether somebody who is bound would be in two bookings at once."""
    rules, wish = case.rules, case.wish.booking
    return any(
        booking.day == wish.day
        and max(booking.start - wish.end, wish.start - booking.end) < rules.rest
        and _share_bound(rules.bound, wish, booking)
        for booking in case.bookings
    )


def _share_bound(bound: str, one: Booking, other: Booking) -> bool:
    if bound == "nobody":
        return False
    if bound == "present":
        there = (other.lead, *other.present)
        return one.lead in there or any(name in there for name in one.present)
    if bound == "lead":
        return _takes_part(one.lead, other) or _takes_part(other.lead, one)
    return any(_takes_part(name, other) for name in (one.lead, *one.present, *one.remote))


def _takes_part(name: str, booking: Booking) -> bool:
    return name == booking.lead or name in booking.present or name in booking.remote


def capacity(case: Case) -> bool:
    """Whether more people count than the room has seats in use on that day."""
    room = case.rooms[case.wish.booking.room]
    out = sum(notice.value for notice in _local(case) if notice.topic == "seats")
    return heads(case.rules, case.wish) > room.seats - out


def hours(case: Case) -> bool:
    """Whether the request lies outside the opening hours of its room on that day."""
    rules, wish = case.rules, case.wish.booking
    room, times = case.rooms[wish.room], {notice.topic: notice.value for notice in _local(case)}
    start, end = taken(rules, wish) if rules.inside else (wish.start, wish.end)
    closes = times.get("closes", room.closes)
    late = end > closes if rules.to_closing else end >= closes
    return start < times.get("opens", room.opens) or late


def equipment(case: Case) -> bool:
    """Whether the room lacks a piece of equipment that is asked for."""
    stock = dict(case.rooms[case.wish.booking.room].kit)
    for notice in _local(case):
        if notice.topic == "kit":
            stock[notice.item] -= notice.value
    return any(stock.get(item, 0) < count for item, count in case.wish.needs)


def _local(case: Case) -> list[Notice]:
    wish = case.wish.booking
    return [note for note in case.notices if note.room == wish.room and note.day == wish.day]


CHECKS = {
    "overlap": overlap,
    "person": person,
    "capacity": capacity,
    "hours": hours,
    "equipment": equipment,
}


def broken(case: Case) -> list[str]:
    """The kinds of rule that the request breaks."""
    return [kind for kind, check in CHECKS.items() if check(case)]
