"""Reads the small parts of a booking calendar: times, days, names and pieces of equipment."""

import re
from datetime import date
from functools import cache
from typing import NoReturn

from decisionpivot.solvers.verdict import Unreadable

Pieces = dict[str, int]

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
DAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
NOON = 12 * 60

TIME = r"\d{1,2}[:.h]\d\d(?: [ap]m)?"
DURATION = r"(?:\d+:\d\d h|\d+ h(?: \d+ min)?|\d+ min(?:utes)?)"
SPAN = rf"{TIME}(?:-|–| to ){TIME}|{TIME} for {DURATION}"
DAY = r"(?:[A-Z][a-z]{2} )?(?:\d{4}-\d\d-\d\d|\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4})"
ROOM = r"[A-Z][a-z]+(?: [A-Z][a-z]+)*"
PERSON = r"[A-Z][a-z]+ [A-Z][a-z]+"
PEOPLE = rf"{PERSON}(?:, {PERSON})*(?: and {PERSON})?"
PIECE = r"\d+ [a-z]+(?:[ -][a-z]+)*?"
PIECES = rf"{PIECE}(?:, {PIECE})*(?: and {PIECE})?"

_SHAPES = {
    "span": SPAN,
    "day": DAY,
    "room": ROOM,
    "leader": PERSON,
    "there": PEOPLE,
    "video": f"{PEOPLE}|nobody|–|-",
    "pieces": PIECES,
    "opens": TIME,
    "closes": TIME,
    "seats": r"\d+",
    "guests": r"\d+",
    "aides": r"\d+",
    "purpose": r"[a-z][a-z' -]+",
}


def pattern(text: str) -> re.Pattern[str]:
    """Compile a pattern in which ``<name>`` stands for a group of this name and its shape."""
    return re.compile(re.sub(r"<(\w+)>", lambda name: _group(name[1]), text))


def _group(name: str) -> str:
    return f"(?P<{name}>{_SHAPES[name]})"


def unreadable(what: str, text: str) -> NoReturn:
    """Refuse a text, saying what was looked for.

    Raises:
        Unreadable: always.
    """
    raise Unreadable(f"{what}: {text!r}")


@cache
def minutes(text: str) -> int:
    """A time of day in minutes after midnight; ``pm`` and ``am`` as on a clock of 12 hours."""
    hour, minute = int(re.split("[:.h]", text)[0]), int(re.split("[:.h ]", text)[1])
    if not text.endswith("m"):
        return hour * 60 + minute
    return hour % 12 * 60 + minute + (NOON if text.endswith("pm") else 0)


def _duration(text: str) -> int:
    """Minutes of ``1:20 h``, ``1 h 20 min``, ``80 min`` or ``80 minutes``."""
    if clock := re.fullmatch(r"(\d+):(\d\d) h", text):
        return int(clock[1]) * 60 + int(clock[2])
    hours, rest = re.match(r"(\d+) h", text), re.search(r"(\d+) min", text)
    return (int(hours[1]) * 60 if hours else 0) + (int(rest[1]) if rest else 0)


@cache
def span(text: str) -> tuple[int, int]:
    """The start and the end of a booked time, in minutes after midnight."""
    start, _, duration = text.partition(" for ")
    if duration:
        return minutes(start), minutes(start) + _duration(duration)
    first, last = re.split("-|–| to ", text)
    if minutes(first) >= minutes(last):
        unreadable("ends before it starts", text)
    return minutes(first), minutes(last)


@cache
def day(text: str) -> date:
    """A date in figures or with a named month; a weekday before it must be the right one."""
    weekday, _, rest = text.partition(" ")
    if weekday not in DAYS:
        weekday, rest = "", text
    try:
        found = date.fromisoformat(rest) if "-" in rest else _named(rest)
    except ValueError:
        unreadable("not a date", text)
    if weekday and weekday != DAYS[found.weekday()]:
        unreadable("the weekday is another", text)
    return found


def _named(text: str) -> date:
    first, second, year = text.replace(",", "").split(" ")
    number, month = (first, second) if first.isdigit() else (second, first)
    return date(int(year), MONTHS.index(month[:3].lower()) + 1, int(number))


def people(text: str | None) -> frozenset[str]:
    """The names in a list; none for nobody."""
    if text is None or text in ("nobody", "–", "-"):
        return frozenset()
    names = re.split(", | and ", text)
    if len(set(names)) < len(names):
        unreadable("a name stands twice", text)
    return frozenset(names)


def pieces(text: str) -> Pieces:
    """How many of each kind of equipment, named in the singular."""
    found: Pieces = {}
    for part in re.split(", | and ", text):
        number, _, name = part.partition(" ")
        kind = name if number == "1" else re.sub(r"(?<=ch|sh|ss)es$|(?<=x)es$|s$", "", name)
        if kind in found:
            unreadable("a kind of equipment stands twice", text)
        found[kind] = int(number)
    return found


Table = tuple[re.Pattern[str], ...]


def first_match(table: Table, text: str) -> re.Match[str] | None:
    """The match of the first pattern that fits the whole text."""
    matches = (form.fullmatch(text) for form in table)
    return next((match for match in matches if match), None)


def bare(line: str) -> str:
    """A line without its bullet or indentation."""
    return re.sub(r"^(?:[-*] | +)", "", line)
