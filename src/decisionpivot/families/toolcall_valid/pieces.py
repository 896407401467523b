"""The pieces of a ``toolcall_valid`` case: one to three properties that make sense together.

Each adds to the draft what is correct, and returns the one change of the call that would be wrong.
It draws both values (or properties) first and then, by a fair draw of its own, which one the
request, a convention, the schema or a description makes the right one.
"""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from msgspec import Struct

from decisionpivot.draw import chance, choice, integer, sample, shuffled
from decisionpivot.families.toolcall_valid import phrases
from decisionpivot.families.toolcall_valid.domains import Property
from decisionpivot.families.toolcall_valid.draft import (
    CLOCK_FORMS,
    CODE_FORMS,
    DAY_FORMS,
    DIGITS,
    Call,
    Change,
    Draft,
    Said,
    Value,
    Wish,
    available,
    clock_said,
    convention,
    day_said,
    declare,
    grant,
    near,
    note,
    open_to,
    read_day,
    rewrite,
    said_as,
    say,
    take,
    two,
    want,
    within,
    write_clock,
    write_day,
)
from decisionpivot.families.wording import WEEKDAYS, day, number_word, plural

OPENABLE = "word count clock person place code"
DIRECT = "word count day clock person place code"


def stated(draft: Draft, decisive: bool) -> Change:
    """A value that the request states, often beside one that it does not want."""
    prop = take(draft, DIRECT)
    right, wrong = two(draft, prop)
    want(draft, prop, right)
    if "mentions" not in draft.without and (decisive or chance(draft.r, 0.4)):
        say(draft, phrases.MENTION, prop, v=wrong.bare)
    return Change(prop.name, prop.name, wrong.value)


# Values to be worked out.


def dated(draft: Draft, decisive: bool) -> Change:
    """A date or time to be worked out from today, a convention, an event or a routine."""
    prop = take(draft, "day clock")
    options: tuple[Callable[[Draft, Property], Sequence[Said]], ...]
    if prop.kind == "day":
        options = (_by_days, _by_working_days, _by_event, _by_weekday)[: 4 if prop.early else 3]
    else:
        # Another clock's time would raise the question whose time it is.
        lone = len(available(draft, "clock")) == 1
        options = (_by_routine, _by_zone) if lone else (_by_routine,)
    right, wrong = choice(draft.r, options)(draft, prop)
    want(draft, prop, right, indirect=True)
    return Change(prop.name, prop.name, wrong.value)


def _dates(draft: Draft, values: Sequence[date], text: str) -> list[Said]:
    return [said_as(write_day(draft.day_form, value), text) for value in values]


def _by_weekday(draft: Draft, prop: Property) -> list[Said]:
    first = draft.today + timedelta(days=integer(draft.r, 1, 7))
    values = first, first + timedelta(days=7)
    weekday = WEEKDAYS[first.weekday()]
    later = convention(draft, "weekday", phrases.WEEKDAY, weekday)
    return _dates(draft, values[::-1] if later else values, f"next {weekday}")


def _by_days(draft: Draft, prop: Property) -> list[Said]:
    days = integer(draft.r, prop.low + 1, prop.high)
    values = [draft.today + timedelta(days=n) for n in (days - 1, days)]
    later = convention(draft, "days", phrases.DAYS)
    return _dates(draft, values[::-1] if later else values, f"{days} days from today")


def _by_working_days(draft: Draft, prop: Property) -> list[Said]:
    # From six on, a week of five and one of six working days always give different dates.
    days = integer(draft.r, 6, 12) if prop.early else integer(draft.r, 28, 38)
    values = [working_day(draft.today, days, week) for week in (6, 5)]
    later = convention(draft, "working days", phrases.WORKING_DAYS)
    return _dates(draft, values[::-1] if later else values, f"{days} working days from today")


def working_day(today: date, count: int, week: int) -> date:
    """The ``count``-th working day after today, in weeks whose first ``week`` days are such."""
    value = today
    while count:
        value += timedelta(days=1)
        count -= value.weekday() < week
    return value


def _by_event(draft: Draft, prop: Property) -> list[Said]:
    offsets = shuffled(draft.r, near(draft.r, prop.low, prop.high))
    values = [draft.today + timedelta(days=n) for n in offsets]
    days, after = integer(draft.r, 1, 3), chance(draft.r, 0.5)
    events = [draft.events.pop() for _ in values]
    for event, value in zip(events, values, strict=True):
        origin = value - timedelta(days=days if after else -days)
        draft.calendar[event] = day(origin, draft.day_style)
    where = "after" if after else "before"
    return _dates(draft, values, f"{plural(days, 'day')} {where} the {events[0]}")


def _by_routine(draft: Draft, prop: Property) -> list[Said]:
    values = shuffled(draft.r, near(draft.r, prop.low, prop.high, 5))
    minutes, after = integer(draft.r, 2, 18) * 5, chance(draft.r, 0.5)
    routines = [draft.routines.pop() for _ in values]
    for routine, value in zip(routines, values, strict=True):
        origin = value - (minutes if after else -minutes)
        draft.daily[routine] = phrases.clock(origin, draft.clock_style)
    text = f"{minutes} minutes {'after' if after else 'before'} my {routines[0]}"
    return [said_as(write_clock(draft.clock_form, value), text) for value in values]


def _by_zone(draft: Draft, prop: Property) -> list[Said]:
    """A time by the user's clock; a description says whose clock the tool goes by."""
    r, town = draft.r, draft.names.word()
    draft.pool = [p for p in draft.pool if p.kind != "clock"]
    hours, ahead, convert = integer(r, 1, 3), chance(r, 0.5), chance(r, 0.5)
    offset = f"{plural(hours, 'hour')} {'ahead of' if ahead else 'behind'}"
    draft.conventions["clocks"] = ahead, choice(r, phrases.OFFSET).format(v=town, w=offset)
    note(draft, prop.name, phrases.ZONE[convert], v=town)
    here = integer(r, prop.low // 5, prop.high // 5) * 5
    there = here + hours * (60 if ahead else -60)
    said = clock_said(draft, here)
    bare, adverb = (f"{text} by my clock" for text in (said.bare, said.adverb))
    values = (there, here) if convert else (here, there)
    return [Said(write_clock(draft.clock_form, n), bare, adverb) for n in values]


def packed(draft: Draft, decisive: bool) -> Change:
    """A count that the request gives in packs, of which the context lists two sizes."""
    r, prop = draft.r, take(draft, "packs")
    packs, sizes = shuffled(r, prop.units), sample(r, range(4, 16), 2)
    for place in shuffled(r, (0, 1)):
        draft.units[f"1 {packs[place]}"] = f"{sizes[place]} {prop.base}"
    amount = integer(r, 2, 9)
    text = f"{number_word(amount) if chance(r, 0.5) else amount} {phrases.plural_noun(packs[0])}"
    grant(draft, prop, said_as(amount * sizes[0]), indirect=True)
    say(draft, phrases.IN_UNITS, prop, v=text)
    return Change(prop.name, prop.name, amount * sizes[1])


def referred(draft: Draft, decisive: bool) -> Change:
    """A person, an address or an earlier choice that the request does not name outright."""
    prop = take(draft, "word person place")
    right, wrong = two(draft, prop)
    if prop.kind == "word":
        _as_in_call(draft, prop, right, wrong)
    else:
        stack = draft.roles if prop.kind == "person" else draft.places
        mine, other = stack.pop(), stack.pop()
        draft.user |= {mine: right.bare, other: wrong.bare}
        want(draft, prop, said_as(right.value, f"my {mine}"), indirect=True)
    return Change(prop.name, prop.name, wrong.value)


def _as_in_call(draft: Draft, prop: Property, right: Said, wrong: Said) -> None:
    r = draft.r
    if not draft.earlier:
        days = [draft.today - timedelta(days=n) for n in near(r, 10, 200)]
        draft.earlier = [{"date": day(value, draft.day_style)} for value in days]
    meant, other = shuffled(r, draft.earlier)
    meant[prop.name], other[prop.name] = right.bare, wrong.bare
    grant(draft, prop, right, indirect=True)
    say(draft, phrases.AS_IN_CALL, prop, v=meant["date"])


# Values whose written form the schema fixes.


def typed(draft: Draft, decisive: bool) -> Change:
    """A number, or a yes or no, whose JSON type may be one or the other."""
    r, prop = draft.r, take(draft, "count flag")
    schema: dict[str, Any]
    if prop.kind == "flag":
        wanted = chance(r, 0.5)
        said = said_as(wanted, "yes" if wanted else "no")
        schema = {"type": "string", "enum": shuffled(r, ("yes", "no"))}
        spellings: tuple[Value, Value] = wanted, said.bare
    else:
        said = two(draft, prop)[0]
        schema = {"type": "string", "pattern": DIGITS}
        spellings = said.value, str(said.value)
    right, wrong = spellings
    if chance(r, 0.5):
        right, wrong = wrong, right
        draft.schemas[prop.name] = schema
    want(draft, prop, Said(right, said.bare, said.adverb))
    return Change(prop.name, prop.name, wrong)


def renamed(draft: Draft, decisive: bool) -> Change:
    """A word of the request that the schema does not have; a description says what it means."""
    r, prop = draft.r, take(draft, "word")
    enum = draft.schemas[prop.name]["enum"]
    right, spoken = choice(r, enum), choice(r, [w for w in prop.words if w not in enum])
    note(draft, prop.name, phrases.ALIAS, v=f"'{right}'", w=f"'{spoken}'")
    want(draft, prop, said_as(right, spoken), indirect=True)
    return Change(prop.name, prop.name, spoken)


def formed(draft: Draft, decisive: bool) -> Change:
    """A date, a time or a code that may be written in several forms."""
    r, prop = draft.r, take(draft, "day clock code")
    right = two(draft, prop)[0]
    want(draft, prop, right)
    value = str(right.value)
    if prop.kind == "code":
        mark = choice(r, [form for form in CODE_FORMS if form != value[2:-4]])
        return Change(prop.name, prop.name, f"{value[:2]}{mark}{value[-4:]}")
    by_day = prop.kind == "day"
    form = draft.day_form if by_day else draft.clock_form
    other = choice(r, [text for text in (DAY_FORMS if by_day else CLOCK_FORMS) if text != form])
    return Change(prop.name, prop.name, rewrite(value, form, other))


# Properties that may be absent.


def one_of(draft: Draft, decisive: bool) -> Change:
    """Two properties of which one is enough for the request; the schema may require one."""
    r = draft.r
    prop = take(draft, OPENABLE, required=1 if decisive else 0.5)
    other = take(draft, OPENABLE, required=0)
    pair = [(p, two(draft, p)[0]) for p in (prop, other)]
    for p, said in pair:
        draft.wishes[p.name] = Wish("may", (said.value,))
    draft.arguments[prop.name] = pair[0][1].value
    (p, v), (q, w) = shuffled(r, pair)
    say(draft, phrases.ONE_OF, p, v=v.bare, other=q.label, w=w.bare)
    return Change(prop.name, other.name, pair[1][1].value)


def left_out(draft: Draft, decisive: bool) -> Change:
    """An optional property that the request wants, and one that it leaves open."""
    prop, other = (take(draft, OPENABLE, required=0) for _ in range(2))
    right, spare = (two(draft, p)[0] for p in (prop, other))
    grant(draft, prop, right)
    say(draft, phrases.WANT, prop, v=right.bare)  # by its label, as often as the other's
    open_to(draft, other, spare)
    if not decisive and chance(draft.r, 0.5):
        draft.arguments[other.name] = spare.value
    return Change(prop.name, other.name, spare.value)


def ruled_out(draft: Draft, decisive: bool) -> Change:
    """An optional property that the request leaves open, and one that it does not want."""
    prop, other = (take(draft, OPENABLE, required=0) for _ in range(2))
    right, wrong = (two(draft, p)[0] for p in (prop, other))
    open_to(draft, prop, right)
    if decisive or chance(draft.r, 0.5):
        draft.arguments[prop.name] = right.value
    draft.wishes[other.name] = Wish("not", ())
    say(draft, phrases.OUT, other, v=wrong.bare)
    return Change(prop.name, other.name, wrong.value)


# Rules that stand in a description alone.


class Bound(Struct, frozen=True):
    """A limit from above or from below, itself allowed or not."""

    top: bool
    inclusive: bool

    def allows(self, value: int, limit: int) -> bool:
        """Whether a value keeps the limit."""
        return self.inclusive if value == limit else (value < limit) == self.top

    def edge(self, limit: int) -> tuple[int, int]:
        """The last value that the limit allows, and the first that it does not."""
        step = 1 if self.top else -1
        return (limit, limit + step) if self.inclusive else (limit - step, limit)

    def text(self, r: Random, limit: str) -> str:
        """The limit in words."""
        frames = phrases.AT_MOST if self.top else phrases.AT_LEAST
        return choice(r, frames[self.inclusive]).format(n=limit)


def _bound(r: Random) -> Bound:
    return Bound(chance(r, 0.5), chance(r, 0.5))


def _around(r: Random, one: int, other: int) -> range:
    """Numbers in a row that hold both."""
    return range(max(1, min(one, other) - integer(r, 0, 5)), max(one, other) + integer(r, 1, 6))


def _rule_place(draft: Draft, *props: Property) -> str:
    """Where a rule is written down: at one of its properties or at the tool."""
    return choice(draft.r, (*(prop.name for prop in props), ""))


def _deciding_word(draft: Draft) -> tuple[Property, str, str]:
    """A property, the word that the request asks for, and another of its words."""
    prop = take(draft, "word")
    right, other = two(draft, prop)
    want(draft, prop, right)
    return prop, right.bare, other.bare


def limited(draft: Draft, decisive: bool) -> Change:
    """A count has a limit that depends on a word."""
    r = draft.r
    p, word, other = _deciding_word(draft)
    q, bound = take(draft, "count"), _bound(r)
    limit = integer(r, q.low + 8, q.high)
    limits = {word: limit, other: limit + choice(r, (-4, -3, -2, 2, 3, 4))}
    right, wrong = bound.edge(limit)
    within(draft, q, said_as(right), [said_as(n) for n in _around(r, right, wrong)])
    (u, a), (w, b) = shuffled(r, [(f"'{k}'", bound.text(r, str(n))) for k, n in limits.items()])
    place = _rule_place(draft, p, q)
    note(draft, place, phrases.LIMIT, p=p.name, q=q.name, u=u, a=a, w=w, b=b)
    draft.rules.append(lambda call: bound.allows(int(call[q.name]), limits[str(call[p.name])]))
    return Change(q.name, q.name, wrong)


def proportioned(draft: Draft, decisive: bool) -> Change:
    """A count is limited by a multiple of another."""
    r, bound = draft.r, _bound(draft.r)
    p, q = take(draft, "count"), take(draft, "count")
    amount, times = integer(r, 3, 12), integer(r, 2, 5)
    want(draft, p, said_as(amount))
    right, wrong = bound.edge(amount * times)
    within(draft, q, said_as(right), [said_as(n) for n in _around(r, right, wrong)])
    limit = bound.text(r, f"{times} times `{p.name}`")
    note(draft, _rule_place(draft, p, q), phrases.RATIO, q=q.name, a=limit)
    draft.rules.append(lambda call: bound.allows(int(call[q.name]), times * int(call[p.name])))
    return Change(q.name, q.name, wrong)


def spaced(draft: Draft, decisive: bool) -> Change:
    """The days between two dates have a limit."""
    r, bound, form = draft.r, _bound(draft.r), draft.day_form
    p, q = (declare(draft, prop) for prop in sorted(available(draft, "day"), key=lambda p: p.low))
    first = draft.today + timedelta(days=integer(r, p.low, p.high))
    limit = integer(r, q.low - p.low, q.high - p.low)
    want(draft, p, day_said(draft, first))
    right, wrong = (day_said(draft, first + timedelta(days=n)) for n in bound.edge(limit))
    days = [first + timedelta(days=n) for n in _around(r, *bound.edge(limit))]
    within(draft, q, right, [day_said(draft, value) for value in days])
    text = bound.text(r, str(limit))
    note(draft, _rule_place(draft, p, q), phrases.GAP, p=p.name, q=q.name, a=text)

    def holds(call: Call) -> bool:
        dates = [read_day(form, str(call[prop.name])) for prop in (p, q)]
        return bound.allows((dates[1] - dates[0]).days, limit)

    draft.rules.append(holds)
    return Change(q.name, q.name, wrong.value)


def barred(draft: Draft, decisive: bool) -> Change:
    """A word is excluded by another property's word; the request would take either."""
    r = draft.r
    p, word, other = _deciding_word(draft)
    q = take(draft, "word")
    right, wrong = two(draft, q)
    draft.wishes[q.name] = Wish("must", (right.value, wrong.value))
    draft.arguments[q.name] = right.value
    v, w = shuffled(r, (right.bare, wrong.bare))
    say(draft, phrases.EITHER, q, v=v, w=w)
    excluded = {word: wrong.bare, other: right.bare}
    (u, x), (w, y) = shuffled(r, [(f"'{k}'", f"'{n}'") for k, n in excluded.items()])
    place = _rule_place(draft, p, q)
    note(draft, place, phrases.CLASH, p=p.name, q=q.name, u=u, x=x, w=w, y=y)
    draft.rules.append(lambda call: excluded.get(str(call[p.name])) != call[q.name])
    return Change(q.name, q.name, wrong.value)


def needed(draft: Draft, decisive: bool) -> Change:
    """A word decides which of two properties, both left open, must or must not be set."""
    r = draft.r
    p, word, other = _deciding_word(draft)
    a, b = (take(draft, OPENABLE, required=0) for _ in range(2))
    right, wrong = (two(draft, prop)[0] for prop in (a, b))
    for prop, said in shuffled(r, ((a, right), (b, wrong))):
        open_to(draft, prop, said)
    draft.arguments[a.name] = right.value
    must = chance(r, 0.5)
    named = {word: a.name, other: b.name} if must else {word: b.name, other: a.name}
    (u, x), (w, y) = shuffled(r, [(f"'{k}'", n) for k, n in named.items()])
    place = _rule_place(draft, p, a, b)
    note(draft, place, phrases.NEEDS[must], p=p.name, u=u, a=x, w=w, b=y)
    draft.rules.append(lambda call: (named[str(call[p.name])] in call) == must)
    return Change(a.name, b.name, wrong.value)
