"""How a booking case is written: a wording drawn once per group, and the text it gives."""

from random import Random

from msgspec import Struct

from decisionpivot.draw import chance, choice, shuffled
from decisionpivot.families.booking_check import phrases
from decisionpivot.families.booking_check.case import Booking, Case, Room, Rules, Stock
from decisionpivot.families.booking_check.phrases import Setting
from decisionpivot.families.wording import (
    CLOCK_STYLES,
    DATE_STYLES,
    DURATION_STYLES,
    clock,
    day,
    duration,
    listed,
    plural,
)

HEADING_STYLES = ("{}", "{}:", "## {}", "== {} ==", "[{}]")


class Row(Struct, frozen=True):
    """A layout of the list of bookings.

    ``remote`` and ``none`` are what is put in for people on video and for nobody; ``head`` is the
    line above; ``grouped`` rows stand under the name of their room.
    """

    text: str
    remote: str
    none: str = ""
    head: str = ""
    grouped: bool = False


ROWS = (
    Row(
        "| {when} | {where} | {purpose} | {leader} | {present} | {remote} |",
        "{names}",
        "–",
        "| {When} | {Room} | Purpose | {Lead} | In the {room} | By video |",
    ),
    Row(
        "- {when}, {where}: {purpose}; {lead} {leader}; in the {room} {present}{remote}",
        "; by video {names}",
    ),
    Row(
        "{where}, {when}: {purpose}, led by {leader}, with {present} in the {room}{remote}",
        "; video: {names}",
    ),
    Row(
        "- {when} {purpose} ({leader} leads; {present} in the {room}{remote})",
        "; {names} on video",
        grouped=True,
    ),
    Row(
        "  {when} | {lead}: {leader} | there: {present} | video: {remote} | {purpose}",
        "{names}",
        "nobody",
        grouped=True,
    ),
    Row(
        "{purpose}; {where}; {when}; {leader}; {present}; {remote}",
        "{names}",
        "-",
        "purpose; {room}; time; {lead}; in the {room}; by video",
    ),
    Row(
        "* {leader} ({purpose}): {where}, {when}, joined in the {room} by {present}{remote}",
        "; on video: {names}",
    ),
)
ROOMS = (
    ("- {name}: {seats}, open {opens}–{closes}, {kit}", ""),
    ("* {name} ({seats}; {opens} to {closes}): {kit}", ""),
    (
        "| {name} | {count} | {opens} | {closes} | {kit} |",
        "| {Room} | {Seats} | Opens | Closes | Equipment |",
    ),
    ("{name}\n  {Seats}: {count}\n  Open: {opens} to {closes}\n  Equipment: {kit}", ""),
)
FORMS = (
    "{Room}: {where}\nDate: {date}\nTime: {time}\nPurpose: {purpose}\n"
    "{Lead}: {leader}; in the {room}: {present}; by video: {remote}\n{others}\nEquipment: {kit}",
    "What for: {purpose}\nWhere: {where}\nWhen: {date}, {time}\n"
    "Led by: {leader} | present: {present} | on video: {remote}\n{others}\nNeeded: {kit}",
    "- requested: {where}\n- on: {date}\n- booked time: {time}\n- to be used: {kit}\n"
    "- {lead} {leader}, in person {present}, via video {remote}\n- {others}\n- purpose: {purpose}",
    "Date: {date}\nHours: {time}\nEquipment needed: {kit}\n{Room} asked for: {where}\n"
    "Purpose of it: {purpose}\n{leader} as {lead}; there: {present}; video link: {remote}\n"
    "{others}",
)


class Wording(Struct, frozen=True, kw_only=True):
    """All choices of words and layout, drawn once for a group."""

    words: dict[str, str]
    intro: str
    order: tuple[str, ...]
    headings: dict[str, str]
    rules: tuple[str, ...]
    notices: tuple[str, ...]
    one_day: str
    rooms: tuple[str, str]
    row: Row
    wish: tuple[str, ...]
    clocks: dict[str, str]
    dates: dict[str, tuple[str, ...]]
    row_span: str
    wish_span: str
    length: str


def draw_wording(r: Random, setting: Setting, case: Case, house: str) -> Wording:
    """Choose the words of a group; ``house`` is the name of the house."""
    words = _words(setting)
    kind = choice(r, setting.houses)
    an = f"an {kind}" if kind[0] in "aeio" else f"a {kind}"
    frame = choice(r, HEADING_STYLES)
    sections = ("rooms", "rules", "bookings", "wish", *(("notices",) if case.notices else ()))
    parts = ("rooms", "bookings", "wish", "notices")
    sentence = chance(r, 0.3)
    bullet = choice(r, ("- ", "* ", "", ""))
    return Wording(
        words=words,
        intro=choice(r, phrases.INTRO).format(house=kind, a_house=an, name=house, **words),
        order=tuple(shuffled(r, sections)),
        headings={
            section: frame.format(choice(r, phrases.HEADINGS[section]).format_map(words))
            for section in sections
        },
        rules=tuple(bullet + text for text in _rules(r, case, words)),
        notices=tuple(choice(r, phrases.NOTICES[notice.topic]) for notice in case.notices),
        one_day=choice(r, phrases.ONE_DAY),
        rooms=(choice(r, phrases.ROOM_SENTENCES), "") if sentence else choice(r, ROOMS),
        row=choice(r, ROWS),
        wish=_wish_wording(r),
        clocks={part: choice(r, CLOCK_STYLES) for part in parts},
        dates={part: _dates(case, choice(r, DATE_STYLES)) for part in parts},
        row_span=choice(r, ("{a}–{b}", "{a}-{b}", "{a} to {b}", "{a} for {d}")),
        wish_span=choice(r, ("from {a} to {b}", "from {a} to {b}", "from {a} for {d}")),
        length=choice(r, DURATION_STYLES),
    )


def _words(setting: Setting) -> dict[str, str]:
    nouns = {
        "room": setting.room,
        "rooms": setting.rooms,
        "seat": setting.seat,
        "seats": setting.seat + "s",
        "lead": setting.lead,
        "guest": setting.guest,
        "guests": setting.guest + "s",
        "helper": setting.helper,
        "helpers": setting.helper + "s",
    }
    return nouns | {name.capitalize(): noun.capitalize() for name, noun in nouns.items()}


def _dates(case: Case, style: str) -> tuple[str, ...]:
    return tuple(day(value, style) for value in case.days)


def _wish_wording(r: Random) -> tuple[str, ...]:
    """A form, or the four sentences of a request and the words for people on video."""
    if chance(r, 0.4):
        return (choice(r, FORMS),)
    people, remote = choice(r, phrases.PEOPLE)
    ask, others, needs = (
        choice(r, options) for options in (phrases.ASK, phrases.OTHERS, phrases.NEEDS)
    )
    return ask, people, others, needs, remote


def _rules(r: Random, case: Case, words: dict[str, str]) -> list[str]:
    """The sentences that state the conventions, in random order."""
    rules = case.rules
    tables = [
        phrases.GENERAL,
        phrases.GRID,
        _setup_table(rules),
        phrases.TOUCH[rules.touch],
        phrases.CLOSING[rules.to_closing],
        phrases.COUNT,
        phrases.LEAD_COUNTS[rules.lead_counts],
        phrases.VIDEO_COUNTS[rules.video_counts],
        phrases.BOUND[rules.bound],
        phrases.KIT,
    ]
    if rules.setup:
        tables.append(phrases.INSIDE[rules.inside])
    if rules.bound != "nobody":
        tables.append(phrases.REST[rules.rest > 0])
    if case.wish.helpers:
        tables.append(phrases.HELPERS_COUNT[rules.helpers_count])
    if case.notices:
        tables.append(phrases.NOTICE_RULE)
    added = phrases.ADDED_BEFORE if rules.before else phrases.ADDED_AFTER
    p, q = rules.scoped
    values = words | {
        "step": str(rules.step),
        "rest": str(rules.rest),
        "added": choice(r, added).format(setup=rules.setup),
        "p": p,
        "q": q,
    }
    return [choice(r, table).format_map(values) for table in shuffled(r, tables)]


def _setup_table(rules: Rules) -> tuple[str, ...]:
    if not rules.setup:
        return phrases.NO_SETUP
    tables = {
        "all": phrases.SETUP_ALL,
        "only": phrases.SETUP_ONLY,
        "except": phrases.SETUP_EXCEPT,
    }
    return tables[rules.scope]


def render(case: Case, wording: Wording) -> str:
    """The text of a case in a wording."""
    write = {
        "rooms": _rooms,
        "rules": _conventions,
        "notices": _notices,
        "bookings": _bookings,
        "wish": _wish,
    }
    lines = [wording.intro]
    for section in wording.order:
        lines += ["", wording.headings[section], *write[section](case, wording)]
    return "\n".join(lines)


def _conventions(_: Case, wording: Wording) -> list[str]:
    return list(wording.rules)


def _rooms(case: Case, wording: Wording) -> list[str]:
    text, head = wording.rooms
    lines = [head.format_map(wording.words)] if head else []
    return lines + [_room(text, room, wording) for room in case.rooms]


def _room(text: str, room: Room, wording: Wording) -> str:
    style = wording.clocks["rooms"]
    return text.format(
        name=room.name,
        count=room.seats,
        seats=f"{room.seats} {wording.words['seats']}",
        Seats=wording.words["Seats"],
        opens=clock(room.opens, style),
        closes=clock(room.closes, style),
        kit=_kit(room.kit),
    )


def _kit(stock: Stock) -> str:
    return listed([plural(count, item) for item, count in stock])


def _notices(case: Case, wording: Wording) -> list[str]:
    lines = []
    for notice, text in zip(case.notices, wording.notices, strict=True):
        value = str(notice.value)
        if notice.topic in ("opens", "closes"):
            value = clock(notice.value, wording.clocks["notices"])
        elif notice.topic == "kit":
            value = plural(notice.value, notice.item)
        lines.append(
            text.format(
                where=case.rooms[notice.room].name,
                date=wording.dates["notices"][notice.day],
                value=value,
                seats=wording.words["seats"],
            )
        )
    return lines


def _bookings(case: Case, wording: Wording) -> list[str]:
    row, words = wording.row, wording.words
    single = len(case.days) == 1
    lines = [wording.one_day.format(date=wording.dates["bookings"][0])] if single else []
    if row.head:
        lines.append(row.head.format(When="Time" if single else "Date and time", **words))
    room, bookings = -1, case.bookings
    if row.grouped:
        bookings = tuple(sorted(bookings, key=lambda booking: booking.room))
    for booking in bookings:
        if row.grouped and booking.room != room:
            room = booking.room
            lines.append(f"{case.rooms[room].name}:")
        lines.append(_row(booking, case, wording))
    return lines


def _row(booking: Booking, case: Case, wording: Wording) -> str:
    row, words = wording.row, wording.words
    time = _span(booking, wording.row_span, wording.clocks["bookings"], wording.length)
    if len(case.days) > 1:
        time = f"{wording.dates['bookings'][booking.day]}, {time}"
    names = ", ".join(booking.remote)
    return row.text.format(
        when=time,
        where=case.rooms[booking.room].name,
        purpose=booking.purpose,
        leader=booking.lead,
        present=", ".join(booking.present),
        remote=row.remote.format(names=names) if names else row.none,
        room=words["room"],
        lead=words["lead"],
    )


def _span(booking: Booking, text: str, style: str, length: str) -> str:
    return text.format(
        a=clock(booking.start, style),
        b=clock(booking.end, style),
        d=duration(booking.end - booking.start, length),
    )


def _wish(case: Case, wording: Wording) -> list[str]:
    wish, words = case.wish, wording.words
    booking = wish.booking
    values = words | {
        "where": case.rooms[booking.room].name,
        "date": wording.dates["wish"][booking.day],
        "time": _span(booking, wording.wish_span, wording.clocks["wish"], wording.length),
        "purpose": booking.purpose,
        "leader": booking.lead,
        "kit": _kit(wish.needs),
    }
    if len(wording.wish) == 1:
        return _form(case, wording, values)
    ask, people, others, needs, remote = wording.wish
    coming = [plural(wish.guests, words["guest"])]
    if wish.helpers:
        coming.append(plural(wish.helpers, words["helper"]))
    values |= {
        "present": listed(booking.present),
        "remote": remote.format(names=listed(booking.remote)) if booking.remote else "",
        "others": listed(coming),
    }
    return [sentence.format_map(values) for sentence in (ask, people, others, needs)]


def _form(case: Case, wording: Wording, values: dict[str, str]) -> list[str]:
    wish, words = case.wish, wording.words
    helpers = f", {words['helpers']}: {wish.helpers}" if wish.helpers else ""
    values |= {
        "present": ", ".join(wish.booking.present),
        "remote": ", ".join(wish.booking.remote) or "nobody",
        "others": f"{words['Guests']}: {wish.guests}{helpers}",
    }
    return [wording.wish[0].format_map(values)]
