"""Reads the rooms, the notices, the confirmed bookings and the request of a booking calendar."""

import re
from collections.abc import Iterable, Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from decisionpivot.solvers.booking_check import values
from decisionpivot.solvers.booking_check.rules import NOUNS
from decisionpivot.solvers.booking_check.values import (
    Pieces,
    Table,
    bare,
    first_match,
    pattern,
    unreadable,
)


class Room(Struct, frozen=True):
    """What a room has on a day; times in minutes after midnight."""

    seats: int
    opens: int
    closes: int
    pieces: Pieces


class Booking(Struct, frozen=True):
    """A booking, confirmed or requested, with its booked time in minutes after midnight."""

    room: str
    day: date
    start: int
    end: int
    purpose: str
    leader: str
    there: frozenset[str]
    video: frozenset[str]

    @property
    def present(self) -> frozenset[str]:
        """Who is in the room, the leader included."""
        return self.there | {self.leader}

    @property
    def named(self) -> frozenset[str]:
        """Everybody who takes part, by video too."""
        return self.present | self.video


class Wish(Struct, frozen=True):
    """The request: a booking, people who are not named, and equipment."""

    booking: Booking
    guests: int
    aides: int
    pieces: Pieces


def _table(*forms: str) -> Table:
    """Compile patterns; ``{room}`` and its like stand for the nouns of any kind of house."""
    nouns = {**NOUNS, "Lead": f"(?i:{NOUNS['lead']})", "Room": f"(?i:{NOUNS['room']})"}
    return tuple(pattern(re.sub(r"\{(\w+)\}", lambda m: nouns[m[1]], form)) for form in forms)


_ROOMS = _table(
    r"<room> has <seats> {seat}, is open from <opens> to <closes> and holds <pieces>\.",
    r"\| <room> \| <seats> \| <opens> \| <closes> \| <pieces> \|",
    r"<room>, open from <opens> to <closes>, offers <seats> {seat}; its equipment is <pieces>\.",
    r"<room>: <seats> {seat}, open <opens>[–-]<closes>, <pieces>",
    r"With <seats> {seat} and <pieces>, <room> is open from <opens> to <closes>\.",
    r"<room> \(<seats> {seat}; <opens> to <closes>\): <pieces>",
    r"From <opens> to <closes> you can book <room> with its <seats> {seat} and with <pieces>\.",
    r"There are <seats> {seat} in <room>; it is open from <opens> to <closes>,"
    r" and in it you find <pieces>\.",
    r"<room> / (?i:{seat}): <seats> / Open: <opens> to <closes> / Equipment: <pieces>",
)
_NOTICES = _table(
    r"Because of .+, <room> has to do without <seats> of its {seat} on <day>\.",
    r"<room> has fewer {seat} than usual on <day>: <seats> cannot be used\.",
    r"In <room>, <seats> of the {seat} will be out of use on <day>\.",
    r"Number of {seat} out of use in <room> on <day>: <seats>\.",
    r"On <day>, <seats> of the {seat} in <room> cannot be used\.",
    r"Because of .+, <room> has to do without <pieces> on <day>\.",
    r"<room> has less equipment than usual on <day>: <pieces> cannot be used\.",
    r"From <room>, <pieces> will be missing on <day>\.",
    r"On <day>, <pieces> will be away from <room> for repair\.",
    r"Out of order in <room> on <day>: <pieces>\.",
    r"(?:Because of .+, )?<room> closes at <closes> on <day>\.",
    r"<room> has other hours on <day> and closes at <closes>\.",
    r"Closing time of <room> on <day>: <closes>\.",
    r"On <day>, <room> closes at <closes> already\.",
    r"<room> opens at <opens> on <day>\.",
    r"Because of .+, <room> stays closed until <opens> on <day>\.",
    r"<room> has other hours on <day> and opens at <opens>\.",
    r"Opening time of <room> on <day>: <opens>\.",
    r"On <day>, <room> does not open until <opens>\.",
)
_BOOKINGS = _table(
    r"(?:<day>, )?<span> \| {lead}: <leader> \| there: <there> \| video: <video> \| <purpose>",
    r"<leader> \(<purpose>\): <room>, (?:<day>, )?<span>, joined in the {room} by <there>"
    r"(?:; on video: <video>)?",
    r"(?:<day>, )?<span>, <room>: <purpose>; {lead} <leader>; in the {room} <there>"
    r"(?:; by video <video>)?",
    r"(?:<day>, )?<span> <purpose> \(<leader> leads; <there> in the {room}"
    r"(?:; <video> on video)?\)",
    r"<room>, (?:<day>, )?<span>: <purpose>, led by <leader>, with <there> in the {room}"
    r"(?:; video: <video>)?",
    r"<purpose>; <room>; (?:<day>, )?<span>; <leader>; <there>; <video>",
    r"\| (?:<day>, )?<span> \| <room> \| <purpose> \| <leader> \| <there> \| <video> \|",
)
_ROOM_HEADING = pattern(r"<room>:")
_COLUMNS = re.compile(
    rf"\| {NOUNS['room']} \| .+ \| Equipment \||\| (?:Date and )?time \| .+ \| By video \|"
    r"|purpose; .+ by video",
    re.IGNORECASE,
)
_ONE_DAY = _table(
    r"(?:All of them are|Everything .+|These are .+|Day|Date .+?)(?: on| of|:) <day>\."
)

# The lines of a request, and the nouns in front of their colons where it is a form.
_ASKED = _table(
    r'Asked for is <room> on <day>, from <span>, for the purpose "<purpose>"\.',
    r'Could <room> be booked on <day> from <span>\? It is for the purpose "<purpose>"\.',
    r'Please confirm <room> from <span> on <day> for the purpose "<purpose>"\.',
    r'"<purpose>" is the purpose, <room> the {room}, and the .+ would be <day>, from <span>\.',
    r'Somebody would like to have <room> on <day> from <span>, with "<purpose>" as the purpose\.',
    r'The request is for <room>, on <day> from <span>; the purpose is "<purpose>"\.',
    r"(?:Where|requested|{Room}|{Room} asked for): <room>",
    r"(?:Date|on): <day>",
    r"When: <day>, from <span>",
    r"(?:Hours|Time|booked time): from <span>",
    r"(?:[Pp]urpose|Purpose of it|What for): <purpose>",
    r"It is led by <leader>, with <there> in the {room}(?: and, by video, <video>)?\.",
    r"{Lead}: <leader>\. In the {room}: <there>\.(?: By video: <video>\.)?",
    r"Led by <leader>; also present: <there>(?:; on video: <video>)?\.",
    r"With <leader> as {lead}, <there> will be in the {room} too"
    r"(?:; by video, <video> will join)?\.",
    r"<leader> is the {lead}; <there> will be in the {room}(?: and <video> on video)?\.",
    r"<leader> leads, <there> will be there in person(?:, <video> by video)?\.",
    r"{lead} <leader>, in person <there>, via video <video>",
    r"{Lead}: <leader>; in the {room}: <there>; by video: <video>",
    r"Led by: <leader> \| present: <there> \| on video: <video>",
    r"<leader> as {lead}; there: <there>; video link: <video>",
    r"(?:Besides those named, |In addition there will be |Not named, but also coming: "
    r"|They will be joined in the {room} by )?<guests> {guest}(?: and <aides> {aide})?"
    r"(?: are expected| will come as well)?\.",
    r"(?i:{guest}): <guests>(?:, {aide}: <aides>)?",
    r"They need <pieces>\.",
    r"For this, <pieces> must be there\.",
    r"The equipment needed is <pieces>\.",
    r"Without <pieces> it cannot take place\.",
    r"Equipment asked for: <pieces>\.",
    r"(?:Equipment|Equipment needed|Needed|to be used): <pieces>",
)


def _blocks(lines: Iterable[str]) -> list[str]:
    """Put indented lines behind the line that they belong to."""
    found: list[str] = []
    for line in lines:
        if line.startswith("  ") and found:
            found[-1] += " / " + line.strip()
        else:
            found.append(bare(line))
    return found


def read_rooms(lines: Iterable[str]) -> dict[str, Room]:
    """The rooms by name.

    Raises:
        Unreadable: a line that is not understood, or a room that stands twice.
    """
    rooms: dict[str, Room] = {}
    for line in _blocks(lines):
        if _COLUMNS.fullmatch(line):
            continue
        found = first_match(_ROOMS, line)
        if found is None or found["room"] in rooms:
            unreadable("not a room", line)
        rooms[found["room"]] = Room(
            int(found["seats"]),
            values.minutes(found["opens"]),
            values.minutes(found["closes"]),
            values.pieces(found["pieces"]),
        )
    return rooms


def read_notice(line: str) -> tuple[str, date, Room]:
    """Whom and when a notice concerns, and what it takes away or sets; 0 and -1 for nothing.

    Raises:
        Unreadable: a notice that is not understood.
    """
    found = first_match(_NOTICES, bare(line))
    if found is None:
        unreadable("not a notice", line)
    parts = found.groupdict()
    change = Room(
        int(parts.get("seats") or 0),
        values.minutes(parts["opens"]) if "opens" in parts else -1,
        values.minutes(parts["closes"]) if "closes" in parts else -1,
        values.pieces(parts["pieces"]) if "pieces" in parts else {},
    )
    return parts["room"], values.day(parts["day"]), change


def changed(room: Room, change: Room) -> Room:
    """The room with what a notice says of it."""
    left = {kind: number - change.pieces.get(kind, 0) for kind, number in room.pieces.items()}
    return replace(
        room,
        seats=room.seats - change.seats,
        opens=room.opens if change.opens < 0 else change.opens,
        closes=room.closes if change.closes < 0 else change.closes,
        pieces=left,
    )


def _booking(parts: dict[str, str | None], text: str) -> Booking:
    needed = ("room", "day", "span", "purpose", "leader", "there")
    if missing := [name for name in needed if not parts.get(name)]:
        unreadable(f"a booking without {', '.join(missing)}", text)
    room, day, span, purpose, leader, there = (str(parts[name]) for name in needed)
    found = Booking(
        room,
        values.day(day),
        *values.span(span),
        purpose,
        leader,
        values.people(there),
        values.people(parts.get("video")),
    )
    if len(found.named) != 1 + len(found.there) + len(found.video):
        unreadable("a person has two parts in one booking", text)
    return found


def read_bookings(lines: Sequence[str]) -> list[Booking]:
    """The confirmed bookings; a day and a room that are stated once hold for the lines below.

    Raises:
        Unreadable: a line that is not understood.
    """
    bookings: list[Booking] = []
    shared: dict[str, str | None] = {}
    for line in lines:
        one = _ROOM_HEADING.fullmatch(line) or first_match(_ONE_DAY, line)
        if one:
            shared |= one.groupdict()
        elif not _COLUMNS.fullmatch(line):
            found = first_match(_BOOKINGS, bare(line))
            if found is None:
                unreadable("not a booking", line)
            own = {name: text for name, text in found.groupdict().items() if text}
            bookings.append(_booking(shared | own, line))
    return bookings


def read_wish(lines: Iterable[str]) -> Wish:
    """The request.

    Raises:
        Unreadable: a line that is not understood, or something that is not stated or twice.
    """
    parts: dict[str, str | None] = {}
    for line in map(bare, lines):
        found = first_match(_ASKED, line)
        if found is None or parts.keys() & found.groupdict().keys():
            unreadable("not part of a request", line)
        parts |= found.groupdict()
    if "guests" not in parts or "pieces" not in parts:
        unreadable("no number of people or no equipment", ", ".join(parts))
    return Wish(
        _booking(parts, "the request"),
        int(parts["guests"] or 0),
        int(parts["aides"] or 0),
        values.pieces(parts["pieces"] or ""),
    )
