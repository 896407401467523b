"""A case of ``toolcall_valid`` in the making: its properties, values in words, sentences."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from msgspec import Struct, field

from decisionpivot.draw import chance, choice, integer, sample, shuffled
from decisionpivot.families.toolcall_valid import phrases
from decisionpivot.families.toolcall_valid.domains import Domain, Property
from decisionpivot.families.wording import Names, day, number_word

Value = str | int | bool
Call = Mapping[str, Value]

DAY_FORMS = ("YYYY-MM-DD", "DD.MM.YYYY", "YYYY/MM/DD", "DD-MM-YYYY")
CLOCK_FORMS = ("HH:MM", "HH.MM", "HHhMM")
CODE_FORMS = ("-", "/", ".", "")
DIGITS = "^[0-9]+$"


def _pattern(form: str) -> str:
    if form in CODE_FORMS:
        return f"^[A-Z]{{2}}{form.replace('.', '[.]')}[0-9]{{4}}$"
    digits = re.sub("[YDHM]+", lambda run: f"[0-9]{{{len(run[0])}}}", form.replace(".", "[.]"))
    return f"^{digits}$"


PATTERNS = {form: _pattern(form) for form in DAY_FORMS + CLOCK_FORMS + CODE_FORMS}
"""The regular expression of each form of dates, times and codes."""


class Said(Struct, frozen=True):
    """A value of the call and how the request words it, bare or as an adverb ("on 3 May")."""

    value: Value
    bare: str
    adverb: str


class Wish(Struct, frozen=True):
    """What the request wants of a property: it must, may or must not be set, to one of these."""

    need: str
    values: tuple[Value, ...]
    indirect: bool = False


class Change(Struct, frozen=True):
    """What makes the call wrong: the argument ``old`` becomes ``new`` with this value."""

    old: str
    new: str
    value: Value


class Draft(Struct, kw_only=True):
    """All that is known of a case so far. ``notes`` are descriptions, the tool's under ""."""

    r: Random
    without: frozenset[str]
    names: Names
    today: date
    day_form: str
    clock_form: str
    day_style: str
    clock_style: str
    pool: list[Property]
    roles: list[str]
    places: list[str]
    events: list[str]
    routines: list[str]
    schemas: dict[str, dict[str, Any]] = field(default_factory=dict)
    notes: dict[str, list[str]] = field(default_factory=lambda: {"": []})
    required: list[str] = field(default_factory=list)
    optional: list[str] = field(default_factory=list)
    wishes: dict[str, Wish] = field(default_factory=dict)
    rules: list[Callable[[Call], bool]] = field(default_factory=list)
    request: list[str] = field(default_factory=list)
    arguments: dict[str, Value] = field(default_factory=dict)
    user: dict[str, str] = field(default_factory=dict)
    calendar: dict[str, str] = field(default_factory=dict)
    daily: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    earlier: list[dict[str, str]] = field(default_factory=list)
    conventions: dict[str, tuple[bool, str]] = field(default_factory=dict)


def new_draft(r: Random, domain: Domain, without: frozenset[str]) -> Draft:
    """An empty case of a domain, its forms and styles drawn."""
    return Draft(
        r=r,
        without=without,
        names=Names(r),
        today=date(2026, 1, 1) + timedelta(days=integer(r, 0, 2000)),
        day_form=choice(r, DAY_FORMS),
        clock_form=choice(r, CLOCK_FORMS),
        # No form that a schema may ask for: the request never spells the value out as the call.
        day_style=choice(r, ("long", "short", "american", "weekday")),
        clock_style=choice(r, phrases.CLOCK_STYLES),
        pool=list(domain.properties),
        roles=shuffled(r, phrases.ROLES),
        places=shuffled(r, phrases.PLACES),
        events=shuffled(r, phrases.EVENTS),
        routines=shuffled(r, phrases.ROUTINES),
    )


def available(draft: Draft, kinds: str) -> list[Property]:
    """The properties left in the pool that are of one of the kinds; ``packs``: with units."""
    wanted = kinds.split()
    return [p for p in draft.pool if p.kind in wanted or (p.units and "packs" in wanted)]


def take(draft: Draft, kinds: str, *, required: float = 0.75) -> Property:
    """Give the tool a property of one of the kinds, required with this probability."""
    return declare(draft, choice(draft.r, available(draft, kinds)), required=required)


def declare(draft: Draft, prop: Property, *, required: float = 0.75) -> Property:
    """Move a property from the pool to the tool."""
    draft.pool.remove(prop)
    names = draft.required if chance(draft.r, required) else draft.optional
    names.append(prop.name)
    draft.schemas[prop.name] = _schema(draft, prop)
    draft.notes[prop.name] = [_description(draft, prop)]
    return prop


def _description(draft: Draft, prop: Property) -> str:
    r, form = draft.r, ""
    if prop.kind == "flag":
        return choice(r, phrases.FLAG_DESCRIPTION).format(label=prop.label)
    if prop.kind in ("day", "clock"):
        written = draft.day_form if prop.kind == "day" else draft.clock_form
        form = choice(r, phrases.WRITTEN).format(v=written)
    if prop.base and prop.base not in prop.label:
        form = choice(r, phrases.COUNTED).format(v=prop.base)
    return choice(r, phrases.DESCRIPTION).format(label=prop.label, form=form)


def _schema(draft: Draft, prop: Property) -> dict[str, Any]:
    r = draft.r
    if prop.kind == "word":
        return {"type": "string", "enum": sample(r, prop.words, integer(r, 4, 5))}
    if prop.kind == "count":
        return {"type": "integer", "minimum": 1, "maximum": integer(r, 180, 500)}
    if prop.kind == "flag":
        return {"type": "boolean"}
    if prop.kind == "day" and draft.day_form == "YYYY-MM-DD" and chance(r, 0.5):
        return {"type": "string", "format": "date"}
    form = {"day": draft.day_form, "clock": draft.clock_form}.get(prop.kind)
    if prop.kind == "code":
        form = choice(r, CODE_FORMS)
    return {"type": "string"} if form is None else {"type": "string", "pattern": PATTERNS[form]}


def note(draft: Draft, name: str, frames: Sequence[str], **parts: str) -> None:
    """Add a sentence to the description of a property, or of the tool (named "")."""
    draft.notes[name].append(choice(draft.r, frames).format(**parts))


def say(draft: Draft, frames: Sequence[str], prop: Property, **parts: str) -> None:
    """Add a sentence about a property to the request."""
    draft.request.append(choice(draft.r, frames).format(label=prop.label, **parts))


def grant(draft: Draft, prop: Property, said: Said, *, indirect: bool = False) -> None:
    """Let the request want this value and the call have it."""
    draft.wishes[prop.name] = Wish("must", (said.value,), indirect)
    draft.arguments[prop.name] = said.value


def want(draft: Draft, prop: Property, said: Said, *, indirect: bool = False) -> None:
    """Let the request ask for a value, in the property's own words or in general ones."""
    grant(draft, prop, said, indirect=indirect)
    if prop.kind == "flag":
        say(draft, phrases.WANT_FLAG[said.value in (True, "yes")], prop)
    elif chance(draft.r, 0.6):
        draft.request.append(choice(draft.r, prop.says).format(said.adverb))
    else:
        say(draft, phrases.WANT, prop, v=said.bare)


def open_to(draft: Draft, prop: Property, said: Said) -> None:
    """Let the request leave it open whether a value is set."""
    draft.wishes[prop.name] = Wish("may", (said.value,))
    say(draft, phrases.OPEN, prop, v=said.bare)


def within(draft: Draft, prop: Property, right: Said, values: Sequence[Said]) -> None:
    """Let the request allow a run of values, of which the call has the right one."""
    draft.wishes[prop.name] = Wish("must", tuple(said.value for said in values))
    draft.arguments[prop.name] = right.value
    say(draft, phrases.RANGE, prop, v=values[0].bare, w=values[-1].bare)


def convention(draft: Draft, name: str, frames: Mapping[bool, Sequence[str]], v: str = "") -> bool:
    """State a convention of the user's, once a case, and return which way it goes."""
    if name not in draft.conventions:
        way = chance(draft.r, 0.5)
        draft.conventions[name] = way, choice(draft.r, frames[way]).format(v=v)
    return draft.conventions[name][0]


def write_day(form: str, value: date) -> str:
    """A date as the call has it."""
    text = form.replace("YYYY", str(value.year)).replace("MM", f"{value.month:02d}")
    return text.replace("DD", f"{value.day:02d}")


def read_day(form: str, text: str) -> date:
    """A date of the call."""
    year, month, dom = (
        int(text[form.index(p) : form.index(p) + len(p)]) for p in ("YYYY", "MM", "DD")
    )
    return date(year, month, dom)


def write_clock(form: str, minutes: int) -> str:
    """A time as the call has it."""
    return form.replace("HH", f"{minutes // 60:02d}").replace("MM", f"{minutes % 60:02d}")


def rewrite(value: str, form: str, other: str) -> str:
    """A date or time of the call in another form."""
    for part in ("YYYY", "DD", "HH", "MM"):
        if part in form:
            start = form.index(part)
            other = other.replace(part, value[start : start + len(part)])
    return other


def day_said(draft: Draft, value: date) -> Said:
    """A date of the call and of the request."""
    text = day(value, draft.day_style)
    return Said(write_day(draft.day_form, value), text, f"on {text}")


def clock_said(draft: Draft, minutes: int) -> Said:
    """A time of the call and of the request."""
    text = phrases.clock(minutes, draft.clock_style)
    return Said(write_clock(draft.clock_form, minutes), text, f"at {text}")


def said_as(value: Value, text: str = "") -> Said:
    """A value that is worded the same in every sentence, by default as it is."""
    return Said(value, text or str(value), text or str(value))


def near(r: Random, low: int, high: int, step: int = 1) -> tuple[int, int]:
    """Two different numbers within bounds, half of the time next to one another."""
    places = (high - low) // step
    first = integer(r, 0, places - 1)
    other = first + 1 if chance(r, 0.5) else (first + integer(r, 1, places)) % (places + 1)
    return low + first * step, low + other * step


def two(draft: Draft, prop: Property) -> list[Said]:
    """Two values that a property may have, in random order: the right one and another."""
    return shuffled(draft.r, _MAKERS[prop.kind](draft, prop))


def _words(draft: Draft, prop: Property) -> list[Said]:
    return [said_as(word) for word in sample(draft.r, draft.schemas[prop.name]["enum"], 2)]


def _counts(draft: Draft, prop: Property) -> list[Said]:
    write = number_word if chance(draft.r, 0.5) else str
    return [said_as(n, write(n)) for n in near(draft.r, prop.low, prop.high)]


def _days(draft: Draft, prop: Property) -> list[Said]:
    offsets = near(draft.r, prop.low, prop.high)
    return [day_said(draft, draft.today + timedelta(days=n)) for n in offsets]


def _clocks(draft: Draft, prop: Property) -> list[Said]:
    return [clock_said(draft, n) for n in near(draft.r, prop.low, prop.high, 5)]


def _people(draft: Draft, prop: Property) -> list[Said]:
    names = draft.names
    given, family = names.person().split()
    other = f"{names.alike(given)} {family}" if chance(draft.r, 0.5) else names.person()
    return [said_as(f"{given} {family}"), said_as(other)]


def _places(draft: Draft, prop: Property) -> list[Said]:
    r = draft.r
    roads = [f"{draft.names.word()} {choice(r, phrases.STREETS)}" for _ in range(2)]
    if chance(r, 0.5):
        roads = roads[:1] * 2
    return [said_as(f"{n} {road}") for n, road in zip(near(r, 2, 98), roads, strict=True)]


def _codes(draft: Draft, prop: Property) -> list[Said]:
    letters = "".join(sample(draft.r, "ABCDEFGHKLMNPQRSTVWXZ", 2))
    form = next(f for f in CODE_FORMS if PATTERNS[f] == draft.schemas[prop.name]["pattern"])
    return [said_as(f"{letters}{form}{n}", f"{letters} {n}") for n in near(draft.r, 1000, 9999)]


_MAKERS = {
    "word": _words,
    "count": _counts,
    "day": _days,
    "clock": _clocks,
    "person": _people,
    "place": _places,
    "code": _codes,
}
