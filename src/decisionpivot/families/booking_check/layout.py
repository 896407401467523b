"""Where and when: conventions, opening hours and bookings are laid out around the request.

The request comes first. Bookings of its room are laid before and after it, then those of the
carriers: rooms in which people of the request may be booked close to it. The other bookings
follow.
"""

from random import Random

from msgspec import Struct, field

from decisionpivot.draw import chance, choice, integer, sample, shuffled, weighted
from decisionpivot.families.booking_check.case import Notice, Rules, extra, gap
from decisionpivot.families.booking_check.phrases import Setting
from decisionpivot.families.booking_check.plan import Plan
from decisionpivot.families.wording import Names
from decisionpivot.items import GenerationError

SHORTEST, LONGEST = 30, 90
"""The booked time of a confirmed booking, in minutes."""

CLEAR = 135
"""Minutes left on either side of a request that lies in the middle of the day."""

OPENS, CLOSES = (480, 540), (1080, 1230)
"""When the requested room may open and close, in minutes after midnight."""

CARRIER_OPENS, CARRIER_CLOSES = (420, 480), (1230, 1290)
"""The same for carriers: earlier and later, so that they have space next to every request."""

OTHER_OPENS, OTHER_CLOSES = (420, 540), (1080, 1290)
"""The same for all other rooms."""

SETUPS = {5: (10, 15, 20), 10: (20, 30), 15: (30,)}
"""Set-up times by step: two steps or more, so that a request one step off never just touches."""

SIZES = {1: ((2, 1),), 2: ((4, 1), (3, 2), (4, 2)), 3: ((5, 2), (6, 2), (5, 3), (6, 3))}
"""(rooms, days) by level; on a single day, three rooms may be too few for twelve bookings."""

BOOKINGS = {1: (6, 8), 2: (12, 18), 3: (20, 28)}
NOTICES = {1: (0, 0), 2: (2, 3), 3: (3, 5)}
"""The fewest and the most of them by level."""

CARRIERS = {1: 1, 2: 1, 3: 2}
"""How many rooms are carriers, by level."""


class Slot(Struct):
    """A booking that is still being made."""

    room: int
    day: int
    start: int
    end: int
    purpose: str
    lead: str = ""
    present: list[str] = field(default_factory=list)
    remote: list[str] = field(default_factory=list)

    def join(self, role: str, name: str) -> None:
        """Add a person."""
        if role == "lead":
            self.lead = name
        else:
            (self.present if role == "present" else self.remote).append(name)


class Strip(Struct):
    """One room on one day: laid out from ``first`` to ``last``, usable from ``low`` to ``high``.

    ``earliest`` and ``latest`` are the purposes of the bookings at its ends, ``sides`` those ends
    at which there is space left.
    """

    room: int
    day: int
    low: int
    high: int
    first: int
    last: int
    earliest: str
    latest: str
    sides: list[int] = field(default_factory=lambda: [-1, 1])


class Draft(Struct, kw_only=True):
    """A case that is being laid out.

    Attributes:
        order: the rooms: the requested one, the carriers, the others; the last is the spare one,
            whose notice may become one of the requested room.
        days, day: how many days there are, and the one of the request.
        hours: (opening, closing) of every room.
        wanted: how many notices there are in the end.
        carried: bookings of carriers close to the request, with their side and how far they go
            beyond the limit of what a person can attend (0: exactly at the limit).
        decisive: the confirmed booking in which the fact stands.
        moving: the notice in which the fact stands.
        swap: the two people, purposes or pieces of equipment of which one takes the other's place.
    """

    r: Random
    plan: Plan
    setting: Setting
    rules: Rules
    names: Names
    order: list[int]
    days: int
    day: int
    hours: list[tuple[int, int]]
    wish: Slot
    wanted: int
    notices: list[Notice] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    carried: list[tuple[Slot, int, int]] = field(default_factory=list)
    decisive: Slot | None = None
    moving: Notice | None = None
    swap: tuple[str, str] = ("", "")


def grid(r: Random, low: int, high: int, step: int) -> int:
    """A multiple of ``step`` from ``low`` to ``high``."""
    return step * integer(r, -(-low // step), high // step)


def draw_rules(r: Random, plan: Plan, setting: Setting) -> Rules:
    """The conventions of a case."""
    step = weighted(r, (5, 10, 15), (2, 1, 1))
    setup = chance(r, 0.5) if plan.setup is None else plan.setup
    scopes = (0, 1, 1) if plan.where == "purpose" else (2, 1, 1) if plan.level > 1 else (1, 0, 0)
    bound = weighted(r, ("everybody", "present", "lead", "nobody"), _bound_weights(plan))
    one, other = sample(r, setting.purposes, 2)
    return Rules(
        step=step,
        touch=chance(r, 0.6) if plan.touch is None else plan.touch,
        setup=choice(r, SETUPS[step]) if setup else 0,
        before=chance(r, 0.5),
        scope=weighted(r, ("all", "only", "except"), scopes),
        scoped=(one, other),
        inside=setup and chance(r, 0.5),
        to_closing=chance(r, 0.65),
        lead_counts=chance(r, 0.5),
        video_counts=plan.where != "video" and chance(r, 0.4),
        helpers_count=chance(r, 0.5),
        bound=bound,
        rest=0 if bound == "nobody" else step * choice(r, (0, 0, 1, 2)),
    )


def _bound_weights(plan: Plan) -> tuple[float, ...]:
    if plan.where in ("role here", "role there"):
        return (0, 1, 1, 0)
    return (4, 3, 3, 0) if plan.kind == "person" else (3, 3, 2, 2)


def draw_draft(r: Random, plan: Plan, setting: Setting) -> Draft:
    """Choose rooms, days, hours and conventions, and lay out the request and all bookings."""
    rules = draw_rules(r, plan, setting)
    rooms, days = choice(r, SIZES[plan.level])
    order, day = shuffled(r, range(rooms)), integer(r, 0, days - 1)
    draft = Draft(
        r=r,
        plan=plan,
        setting=setting,
        rules=rules,
        names=Names(r),
        order=order,
        days=days,
        day=day,
        hours=[_some_hours(r, rules, OTHER_OPENS, OTHER_CLOSES) for _ in order],
        wish=Slot(order[0], day, 0, 0, _purpose(r, rules, setting, _wish_setup(plan, rules))),
        wanted=integer(r, *NOTICES[plan.level]),
    )
    draft.hours[order[0]] = _some_hours(r, rules, OPENS, CLOSES)
    for room in carriers(draft):
        draft.hours[room] = _some_hours(r, rules, CARRIER_OPENS, CARRIER_CLOSES)
    _notice_hours(draft)
    _place_wish(draft)
    _move_notice_of_hours(draft)
    _lay_out(draft)
    return draft


def _some_hours(
    r: Random, rules: Rules, opens: tuple[int, int], closes: tuple[int, int]
) -> tuple[int, int]:
    return grid(r, *opens, rules.step), grid(r, *closes, rules.step)


def carriers(draft: Draft) -> list[int]:
    """The rooms in which people of the request may be booked close to it."""
    return draft.order[1 : 1 + CARRIERS[draft.plan.level]]


def _wish_setup(plan: Plan, rules: Rules) -> bool | None:
    """Whether the request must have set-up time; None where that is open."""
    return _needs_setup(plan, rules) if owns_gap(plan, rules) else None


def owns_gap(plan: Plan, rules: Rules) -> bool:
    """Whether the set-up time between the request and its neighbour is that of the request."""
    return (plan.side < 0) == rules.before


def _needs_setup(plan: Plan, rules: Rules) -> bool | None:
    """Whether the decisive gap of an overlap pair has set-up time in the positive member."""
    if plan.kind != "overlap" or not rules.setup:
        return None
    return plan.where != "purpose"


def _purpose(r: Random, rules: Rules, setting: Setting, setup: bool | None) -> str:
    return choice(
        r,
        [name for name in setting.purposes if setup is None or (extra(rules, name) > 0) == setup],
    )


def _notice_hours(draft: Draft) -> None:
    """Notices on opening hours: for the requested room if planned, and for others."""
    r, plan = draft.r, draft.plan
    if "hours" in plan.topics:
        late = plan.place > 0 or (plan.place == 0 and chance(r, 0.5))
        _add_hours(draft, draft.order[0], draft.day, late)
        if plan.kind == "hours" and plan.where == "notice":
            draft.moving = draft.notices[0]
    for _ in range(draft.wanted - len(plan.topics) - (plan.where == "notice room")):
        room, day = integer(r, 0, len(draft.order) - 1), integer(r, 0, draft.days - 1)
        busy = day == draft.day and room in (draft.order[0], *carriers(draft))
        taken = any((notice.room, notice.day) == (room, day) for notice in draft.notices)
        if not busy and not taken and chance(r, 0.5):
            _add_hours(draft, room, day, chance(r, 0.5))


def _add_hours(draft: Draft, room: int, day: int, late: bool) -> None:
    r, (opens, closes), step = draft.r, draft.hours[room], draft.rules.step
    value = closes - grid(r, 60, 120, step) if late else opens + grid(r, 60, 120, step)
    draft.notices.append(Notice("closes" if late else "opens", room, day, value))


def open_hours(draft: Draft, room: int, day: int) -> tuple[int, int]:
    """Opening and closing time of a room on a day, notices included."""
    opens, closes = draft.hours[room]
    for notice in draft.notices:
        if (notice.room, notice.day) == (room, day):
            if notice.topic == "opens":
                opens = notice.value
            elif notice.topic == "closes":
                closes = notice.value
    return opens, closes


def _place_wish(draft: Draft) -> None:
    """Set the time of the request: at an end of the opening hours or well away from both."""
    r, plan, rules, wish = draft.r, draft.plan, draft.rules, draft.wish
    opens, closes = open_hours(draft, wish.room, wish.day)
    shortest = max(45, 6 * rules.step)
    length = grid(r, shortest, max(90, shortest) + 30, rules.step)
    added = extra(rules, wish.purpose) if rules.inside else 0
    if plan.place < 0:
        wish.start = opens + added * rules.before
    elif plan.place > 0:
        last = closes - added * (not rules.before) - rules.step * (not rules.to_closing)
        wish.start = last - length
    else:
        low, high = max(opens, OPENS[1]) + CLEAR, min(closes, CLOSES[0]) - CLEAR - length
        wish.start = grid(r, low, high, rules.step)
    wish.end = wish.start + length


def _move_notice_of_hours(draft: Draft) -> None:
    """A notice for the spare room that the request could not keep if it were for its own."""
    plan, step = draft.plan, draft.rules.step
    if plan.kind != "hours" or plan.where != "notice room":
        return
    (opens, closes), spare = draft.hours[draft.order[0]], draft.order[-1]
    theirs = draft.hours[spare]
    draft.hours[spare] = min(opens, theirs[0]), max(closes, theirs[1])
    draft.notices = [note for note in draft.notices if (note.room, note.day) != (spare, draft.day)]
    draft.moving = (
        Notice("opens", spare, draft.day, opens + step)
        if plan.side < 0
        else Notice("closes", spare, draft.day, closes - step)
    )
    draft.notices.append(draft.moving)


def _lay_out(draft: Draft) -> None:
    """Lay out all bookings: around the request, in the carriers, then anywhere."""
    r, plan, wish = draft.r, draft.plan, draft.wish
    strips = [
        _strip(draft, room, day) for room in range(len(draft.order)) for day in range(draft.days)
    ]
    near = {strip.room: strip for strip in strips if strip.day == draft.day}
    for side in (plan.side, -plan.side):
        _neighbour(draft, near[wish.room], side)
    for number, room in enumerate(carriers(draft)):
        for side in (plan.side, -plan.side):
            _carry(draft, near[room], side, first=number == 0)
    fewest, most = BOOKINGS[plan.level]
    count = integer(r, fewest, most)
    while len(draft.slots) < count and (usable := [strip for strip in strips if strip.sides]):
        strip = choice(r, usable)
        _extend(draft, strip, choice(r, strip.sides))
    if len(draft.slots) < fewest:
        raise GenerationError("no room is left for the bookings")


def _strip(draft: Draft, room: int, day: int) -> Strip:
    rules, wish = draft.rules, draft.wish
    opens, closes = open_hours(draft, room, day)
    margin = rules.setup + 2 * rules.step
    low, high = opens + margin, closes - margin
    if day == wish.day and room == wish.room:
        first, last = wish.start, wish.end
    elif day == wish.day and room in carriers(draft):
        first, last = wish.start - rules.rest, wish.end + rules.rest
    elif room == wish.room:
        first = last = min(max(wish.start, low), high) // rules.step * rules.step
    else:
        first = last = grid(draft.r, low, high, rules.step)
    return Strip(room, day, low, high, first, last, wish.purpose, wish.purpose)


def _neighbour(draft: Draft, strip: Strip, side: int) -> None:
    """The booking of the requested room next to the request, often exactly at the limit."""
    r, plan, rules = draft.r, draft.plan, draft.rules
    decisive = plan.kind == "overlap" and side == plan.side
    setup = _needs_setup(plan, rules) if decisive and not owns_gap(plan, rules) else None
    exact = decisive or (not plan.moved and chance(r, 0.6))
    spare = 0 if exact else rules.step * integer(r, 1, 6)
    slot = _extend(draft, strip, side, spare, _purpose(r, rules, draft.setting, setup))
    if not decisive:
        return
    if slot is None:
        raise GenerationError("no room is left for the decisive booking")
    draft.decisive = slot
    if plan.where == "purpose":
        owner = draft.wish if owns_gap(plan, rules) else slot
        draft.swap = owner.purpose, _purpose(r, rules, draft.setting, True)


def _carry(draft: Draft, strip: Strip, side: int, *, first: bool) -> None:
    """A booking of a carrier that ends or starts near the limit of what a person can attend."""
    r, plan, rules, wish = draft.r, draft.plan, draft.rules, draft.wish
    beyond = _beyond(draft, side) if first and plan.kind == "person" else None
    if beyond is None:
        exact = 0 if side == plan.moved else 3
        beyond = weighted(r, (0, 1, -integer(r, 1, 4)), (exact, 3, 1))
    edge = wish.start - rules.rest if side < 0 else wish.end + rules.rest
    edge -= side * beyond * rules.step
    slot = _put(draft, strip, side, edge, choice(r, draft.setting.purposes))
    if slot:
        draft.carried.append((slot, side, beyond))


def _beyond(draft: Draft, side: int) -> int | None:
    """How many steps the decisive carrier bookings go beyond the limit, by side."""
    where = draft.plan.where
    if side == draft.plan.side:
        return int(where in ("role here", "role there"))
    return 1 if where == "attendee" else None


def _extend(
    draft: Draft, strip: Strip, side: int, spare: int | None = None, purpose: str = ""
) -> Slot | None:
    """Add a booking at one end of a strip, with ``spare`` minutes more than needed between."""
    r, rules = draft.r, draft.rules
    purpose = purpose or choice(r, draft.setting.purposes)
    if spare is None:
        spare = rules.step * weighted(r, (0, 1, 2, 4), (4, 2, 1, 1))
    if side < 0:
        edge = strip.first - gap(rules, purpose, strip.earliest) - spare
    else:
        edge = strip.last + gap(rules, strip.latest, purpose) + spare
    return _put(draft, strip, side, edge, purpose)


def _put(draft: Draft, strip: Strip, side: int, edge: int, purpose: str) -> Slot | None:
    """Add a booking that ends (side -1) or starts (side 1) at ``edge``.

    Without space for it the result is None, and no other is added at this end of the strip.
    """
    step = draft.rules.step
    space = (edge - strip.low if side < 0 else strip.high - edge) // step * step
    if space < SHORTEST or not strip.low <= edge <= strip.high:
        strip.sides.remove(side)
        return None
    length = min(grid(draft.r, SHORTEST, LONGEST, step), space)
    start = edge - length if side < 0 else edge
    if side < 0:
        strip.first, strip.earliest = start, purpose
    else:
        strip.last, strip.latest = start + length, purpose
    slot = Slot(strip.room, strip.day, start, start + length, purpose)
    draft.slots.append(slot)
    return slot
