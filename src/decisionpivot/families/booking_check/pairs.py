"""What: seats, equipment and notices of a laid-out case, and the one fact that changes."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from msgspec.structs import replace

from decisionpivot.draw import chance, choice, integer, sample, shuffled
from decisionpivot.families.booking_check.case import (
    Booking,
    Case,
    Notice,
    Room,
    Stock,
    Wish,
    heads,
)
from decisionpivot.families.booking_check.cast import fill_in
from decisionpivot.families.booking_check.layout import Draft, Slot, owns_gap

NAME_FORMS = ("{noun} {name}", "{name} {noun}", "{name}")
ORDERS: tuple[Callable[[Slot], tuple[int, ...]], ...] = (
    lambda slot: (slot.room, slot.day, slot.start),
    lambda slot: (slot.day, slot.room, slot.start),
)


def complete(draft: Draft) -> tuple[Case, Case]:
    """Add people, seats and equipment to a draft: the case to confirm and the one to refuse."""
    r = draft.r
    fill_in(draft)
    items = shuffled(r, draft.setting.kit)
    wish = _wish(draft, items)
    rooms = _rooms(draft, wish, items)
    while len(draft.notices) < draft.wanted:
        _add_notice(draft, rooms)
    order = choice(r, (*ORDERS, None))
    draft.slots = sorted(draft.slots, key=order) if order else shuffled(r, draft.slots)
    draft.notices = shuffled(r, draft.notices)
    first = date(2031, 1, 1) + timedelta(integer(r, 0, 1500))
    case = Case(
        rules=draft.rules,
        days=tuple(first + timedelta(day) for day in range(draft.days)),
        rooms=tuple(rooms),
        notices=tuple(draft.notices),
        bookings=tuple(_booking(draft, slot) for slot in draft.slots),
        wish=wish,
    )
    return case, CHANGES[draft.plan.where](draft, case)


def _booking(draft: Draft, slot: Slot) -> Booking:
    return Booking(
        slot.room,
        slot.day,
        slot.start,
        slot.end,
        slot.purpose,
        slot.lead,
        tuple(shuffled(draft.r, slot.present)),
        tuple(shuffled(draft.r, slot.remote)),
    )


def _wish(draft: Draft, items: Sequence[str]) -> Wish:
    """The request; it needs the first two or three of ``items``."""
    r, plan = draft.r, draft.plan
    # "1 net" is shorter than "2 nets": both counts that change take this step equally often.
    least, most = {"stock count": (2, 4), "need count": (1, 3)}.get(plan.where, (1, 4))
    return Wish(
        booking=_booking(draft, draft.wish),
        guests=integer(r, 8, 24),
        helpers=integer(r, 0, 3) if plan.level > 1 else 0,
        needs=tuple((item, integer(r, least, most)) for item in items[: integer(r, 2, 3)]),
    )


def _rooms(draft: Draft, wish: Wish, items: Sequence[str]) -> list[Room]:
    """All rooms, the requested one fitted to the request, with the notices that concern it."""
    names = _room_names(draft)
    rooms = [
        Room(
            name=names[room],
            seats=integer(draft.r, 12, 44),
            opens=opens,
            closes=closes,
            kit=_some_kit(draft, sample(draft.r, items, integer(draft.r, 4, 6))),
        )
        for room, (opens, closes) in enumerate(draft.hours)
    ]
    target, spare = draft.order[0], draft.order[-1]
    rooms[target] = replace(rooms[target], seats=_seats(draft, wish), kit=_kit(draft, wish, items))
    if draft.plan.where == "notice room" and draft.plan.kind == "capacity":
        _notice(draft, "seats", spare, 1, decisive=True)
    if draft.plan.where == "notice room" and draft.plan.kind == "equipment":
        _notice(draft, "kit", spare, 1, wish.needs[0][0], decisive=True)
        others = [one for one in rooms[spare].kit if one[0] != wish.needs[0][0]]
        kit = (*others[:4], (wish.needs[0][0], integer(draft.r, 1, 5)))
        rooms[spare] = replace(rooms[spare], kit=tuple(shuffled(draft.r, kit)))
    return rooms


def _room_names(draft: Draft) -> list[str]:
    """Names by room; one is often a look-alike of the requested room's."""
    r, form = draft.r, choice(draft.r, NAME_FORMS)
    words = [draft.names.word() for _ in draft.order]
    if chance(r, 0.6):
        words[choice(r, draft.order[1:])] = draft.names.alike(words[draft.order[0]])
    return [form.format(noun=draft.setting.room.title(), name=word) for word in words]


def _some_kit(draft: Draft, items: Sequence[str]) -> Stock:
    return tuple((item, integer(draft.r, 1, 5)) for item in items)


def _seats(draft: Draft, wish: Wish) -> int:
    """Seats of the requested room: exactly enough in capacity pairs and in half of the others."""
    r, plan = draft.r, draft.plan
    count = heads(draft.rules, wish)
    booking = wish.booking
    everybody = 1 + len(booking.present) + len(booking.remote) + wish.guests + wish.helpers
    if plan.kind == "capacity" or ("capacity" in plan.parts and chance(r, 0.5)):
        spare = 0
    elif "capacity" not in plan.parts:
        spare = integer(r, 10, 20)
    else:
        spare = everybody - count if everybody > count and chance(r, 0.3) else integer(r, 1, 5)
    out = integer(r, 1, 4) if "seats" in plan.topics else 0
    if out:
        _notice(draft, "seats", draft.order[0], out, decisive=plan.kind == "capacity")
    return count + spare + out


def _kit(draft: Draft, wish: Wish, items: Sequence[str]) -> Stock:
    """Equipment of the requested room: of what is needed there is often just enough."""
    r, plan = draft.r, draft.plan
    needs = len(wish.needs)
    stock = dict(_some_kit(draft, items[needs : needs + integer(r, 2, 3)]))
    close = plan.kind == "equipment" or "equipment" in plan.parts
    for number, (item, count) in enumerate(wish.needs):
        exact = close and (number == 0 or chance(r, 0.5))
        stock[item] = count + (0 if exact else integer(r, 1, 3))
    if "kit" in plan.topics:
        decisive = plan.kind == "equipment" and plan.where == "notice"
        idle = plan.where == "stock item" or (not decisive and chance(r, 0.4))
        item, out = items[needs if idle else 0], integer(r, 1, 2)
        stock[item] += out
        _notice(draft, "kit", draft.order[0], out, item, decisive=decisive)
    draft.swap = (items[0], items[-1]) if plan.kind == "equipment" else draft.swap
    return tuple(shuffled(r, tuple(stock.items())))


def _notice(
    draft: Draft, topic: str, room: int, value: int, item: str = "", *, decisive: bool
) -> None:
    """Add a notice for the day of the request."""
    draft.notices.append(Notice(topic, room, draft.day, value, item))
    if decisive and draft.plan.where in ("notice", "notice room"):
        draft.moving = draft.notices[-1]


def _add_notice(draft: Draft, rooms: Sequence[Room]) -> None:
    """Try to add a notice on seats or equipment for another room or another day."""
    r, topic = draft.r, choice(draft.r, ("seats", "kit"))
    room, day = integer(r, 0, len(rooms) - 1), integer(r, 0, draft.days - 1)
    requested = (room, day) == (draft.order[0], draft.day)
    if requested or any(
        (one.topic, one.room, one.day) == (topic, room, day) for one in draft.notices
    ):
        return
    if topic == "seats":
        draft.notices.append(Notice(topic, room, day, integer(r, 1, 4)))
    else:
        kit = [stock for stock in rooms[room].kit if stock[0] != draft.swap[0]]
        item, count = choice(r, kit)
        draft.notices.append(Notice(topic, room, day, integer(r, 1, min(2, count)), item))


def _change_booking(draft: Draft, case: Case, change: Callable[[Booking], Booking]) -> Case:
    """Change the decisive booking, or the request where no booking is decisive."""
    if draft.decisive is None:
        wish = replace(case.wish, booking=change(case.wish.booking))
        return replace(case, wish=wish)
    place = next(n for n, slot in enumerate(draft.slots) if slot is draft.decisive)
    bookings = list(case.bookings)
    bookings[place] = change(bookings[place])
    return replace(case, bookings=tuple(bookings))


def _shift(draft: Draft, case: Case) -> Case:
    """Move the request towards the limit by one step, or the booking towards the request."""
    step = draft.rules.step * draft.plan.side
    if draft.plan.where == "request":
        draft.decisive = None
    else:
        step = -step
    return _change_booking(
        draft, case, lambda one: replace(one, start=one.start + step, end=one.end + step)
    )


def _change_purpose(draft: Draft, case: Case) -> Case:
    if owns_gap(draft.plan, draft.rules):
        draft.decisive = None
    return _change_booking(draft, case, lambda one: replace(one, purpose=draft.swap[1]))


def _exchange(draft: Draft, case: Case) -> Case:
    """Put two people in each other's place."""
    one, other = draft.swap
    places = {one: other, other: one}

    def exchange(booking: Booking) -> Booking:
        return replace(
            booking,
            lead=places.get(booking.lead, booking.lead),
            present=tuple(places.get(name, name) for name in booking.present),
            remote=tuple(places.get(name, name) for name in booking.remote),
        )

    if draft.plan.where == "attendee":
        draft.decisive = None
    return _change_booking(draft, case, exchange)


def _from_video(draft: Draft, case: Case) -> Case:
    """Somebody of the request comes to the room instead of joining by video."""
    name = draft.swap[0]
    remote = [one for one in case.wish.booking.remote if one != name]
    present = list(case.wish.booking.present)
    present.insert(integer(draft.r, 0, len(present)), name)
    return _change_booking(
        draft, case, lambda one: replace(one, present=tuple(present), remote=tuple(remote))
    )


def _change_room(draft: Draft, case: Case, change: Callable[[Room], Room]) -> Case:
    rooms = list(case.rooms)
    rooms[draft.order[0]] = change(rooms[draft.order[0]])
    return replace(case, rooms=tuple(rooms))


def _fewer_seats(draft: Draft, case: Case) -> Case:
    return _change_room(draft, case, lambda room: replace(room, seats=room.seats - 1))


def _shorter_hours(draft: Draft, case: Case) -> Case:
    step = draft.rules.step
    if draft.plan.side < 0:
        return _change_room(draft, case, lambda room: replace(room, opens=room.opens + step))
    return _change_room(draft, case, lambda room: replace(room, closes=room.closes - step))


def _more_guests(_: Draft, case: Case) -> Case:
    return replace(case, wish=replace(case.wish, guests=case.wish.guests + 1))


def _other(stock: Stock, item: str, other: str, more: int) -> Stock:
    """The stock with ``other`` in the place of ``item``, and ``more`` of it."""
    return tuple((other, count + more) if name == item else (name, count) for name, count in stock)


def _change_stock(draft: Draft, case: Case) -> Case:
    item, other = draft.swap
    if draft.plan.where == "stock count":
        return _change_room(
            draft, case, lambda room: replace(room, kit=_other(room.kit, item, item, -1))
        )
    return _change_room(
        draft, case, lambda room: replace(room, kit=_other(room.kit, item, other, 0))
    )


def _change_needs(draft: Draft, case: Case) -> Case:
    item, other = draft.swap
    if draft.plan.where == "need count":
        needs = _other(case.wish.needs, item, item, 1)
    else:
        needs = _other(case.wish.needs, item, other, 0)
    return replace(case, wish=replace(case.wish, needs=needs))


def _change_notice(draft: Draft, case: Case) -> Case:
    """Make the decisive notice worse by the smallest step, or one for the requested room."""
    place = next(n for n, notice in enumerate(draft.notices) if notice is draft.moving)
    notices, notice = list(case.notices), case.notices[place]
    if draft.plan.where == "notice room":
        notices[place] = replace(notice, room=draft.order[0])
    else:
        worse = {"opens": draft.rules.step, "closes": -draft.rules.step}.get(notice.topic, 1)
        notices[place] = replace(notice, value=notice.value + worse)
    return replace(case, notices=tuple(notices))


CHANGES: dict[str, Callable[[Draft, Case], Case]] = {
    "request": _shift,
    "booking": _shift,
    "purpose": _change_purpose,
    "attendee": _exchange,
    "role here": _exchange,
    "role there": _exchange,
    "seats": _fewer_seats,
    "guests": _more_guests,
    "video": _from_video,
    "room": _shorter_hours,
    "stock item": _change_stock,
    "stock count": _change_stock,
    "need item": _change_needs,
    "need count": _change_needs,
    "notice": _change_notice,
    "notice room": _change_notice,
}
"""What makes the case to refuse out of the case to confirm, by the place of the decisive fact."""
