"""What the values of a request mean: dates, times, numbers, and what the context resolves."""

import re
from datetime import date, datetime, timedelta
from typing import Any

from msgspec import Struct, ValidationError, convert

from decisionpivot.solvers.toolcall_valid.schema import Property
from decisionpivot.solvers.verdict import Unreadable

_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
).split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_DATE = re.compile(
    r"(?:(?P<weekday>[A-Z][a-z]+),? )?"
    r"(?:(?P<day>\d\d?) (?P<month>[A-Z][a-z]+)|(?P<month2>[A-Z][a-z]+) (?P<day2>\d\d?),)"
    r" (?P<year>\d{4})"
)
_TIMES = [
    re.compile(r"(?P<h>\d\d?):(?P<m>\d\d) (?P<half>[ap]m)"),
    re.compile(r"(?P<h>\d\d?) h (?P<m>\d\d)"),
    re.compile(r"(?P<h>\d\d)(?P<m>\d\d) hours"),
]
_PLAIN = {
    "enum": r"[a-z][a-z -]*",
    "code": r"[A-Z]{2} \d{4}",
    "text": r"(?:\d+ )?[A-Z][a-z]+ [A-Z][a-z]+",
}
_FROM_TODAY = re.compile(r"(?P<n>\w+) (?P<working>working )?days? from today")
_FROM_EVENT = re.compile(
    r"(?P<n>\w+) (?:days?|minutes) (?P<way>before|after) (?:the|my) (?P<of>.+)"
)
_CONVENTIONS = [
    (key, re.compile(pattern))
    for key, pattern in (
        ("from tomorrow", r".*'N days from today'.* tomorrow (?:is day 1|as .+)\."),
        ("from tomorrow", r"'1 day from today' is tomorrow, .+\."),
        ("from today", r".*'N days from today'.* today (?:itself )?(?:is day 1|as .+)\."),
        ("from today", r"'1 day from today' is today, .+\."),
        ("six days", r".*working days?.*(?:skip|leave out) Sundays(?: only|, nothing else)\."),
        ("six days", r"Every day but Sunday is a working day, and today is not counted\."),
        ("six days", r"Working days are Monday to Saturday; .+ is the first after today\."),
        ("five days", r".*working days?.*(?:skip|leave out) Saturdays and Sundays\."),
        ("five days", r"Every day but Saturday and Sunday is .+, and today is not counted\."),
        ("five days", r"Working days are Monday to Friday; .+ is the first after today\."),
        ("next first", r".*next (?P<day>\w+)'.*(?: first (?P=day)\b|(?P=day) .* first ).*\."),
        ("next second", r".*next (?P<day>\w+)'.*(?:second (?P=day)\b|(?P=day) .*second).*\."),
    )
]
_AHEAD = r"(?P<h>\d+) hours? (?P<way>ahead of|behind)"
_ZONES = [
    re.compile(
        r"(?:Clocks in |The time in )?(?P<place>[A-Z]\w+) (?:keeps .+|are|is) "
        rf"{_AHEAD} (?:that of the user|the user's)\."
    ),
    re.compile(rf"Compared with the user's clock, (?P<place>\w+) is {_AHEAD} it\."),
]


class Context(Struct, frozen=True, forbid_unknown_fields=True):
    """The context of a state, as it stands."""

    today: str
    user: dict[str, str]
    conventions: list[str] = []
    calendar: dict[str, str] = {}
    daily: dict[str, str] = {}
    units: dict[str, str] = {}
    earlier_calls: list[dict[str, Any]] = []


class Known(Struct, frozen=True):
    """A context with its conventions read: their keys, and hours by place ahead of the user."""

    context: Context
    said: frozenset[str]
    zones: dict[str, int]


class Value(Struct, frozen=True):
    """What a value means, and whether the context was needed to know."""

    meant: Any
    indirect: bool = False


def read_context(context: Any) -> Known:
    """Read a context and its conventions.

    Raises:
        Unreadable: a key or a convention is not known.
    """
    try:
        known = convert(context, Context)
    except ValidationError as error:
        raise Unreadable(f"not a context: {error}") from error
    said: list[str] = []
    zones: dict[str, int] = {}
    for sentence in known.conventions:
        if zone := next(filter(None, (z.fullmatch(sentence) for z in _ZONES)), None):
            zones[zone["place"]] = int(zone["h"]) * (1 if zone["way"] == "ahead of" else -1)
        else:
            said.append(_convention(sentence))
    return Known(known, frozenset(said), zones)


def _convention(sentence: str) -> str:
    plain = sentence.replace("'Next", "'next").replace("'Working", "'working")
    for key, pattern in _CONVENTIONS:
        if match := pattern.fullmatch(plain.replace("For working", "for working")):
            day = match.groupdict().get("day")
            return key if day is None else f"{key} {day}"
    raise Unreadable(f"the convention {sentence!r}")


def absolute_date(text: str) -> date:
    """A date written out.

    Raises:
        Unreadable: the text is no date, or its weekday is another.
    """
    match = _DATE.fullmatch(text)
    if not match:
        raise Unreadable(f"the date {text!r}")
    day, month = match["day"] or match["day2"], match["month"] or match["month2"]
    found = datetime.strptime(f"{day} {month[:3]} {match['year']}", "%d %b %Y").date()
    if match["weekday"] and not _DAYS[found.weekday()].startswith(match["weekday"]):
        raise Unreadable(f"the weekday of {text!r}")
    return found


def clock_time(text: str) -> int:
    """The minutes since midnight of a time of day."""
    for pattern in _TIMES:
        if match := pattern.fullmatch(text):
            hours, half = int(match["h"]), match.groupdict().get("half")
            if half:
                hours = hours % 12 + (12 if half == "pm" else 0)
            return hours * 60 + int(match["m"])
    raise Unreadable(f"the time {text!r}")


def number(text: str) -> int:
    """A number in figures or words."""
    if text.isdigit():
        return int(text)
    if text in _NUMBERS:
        return _NUMBERS.index(text)
    raise Unreadable(f"the number {text!r}")


def resolve(text: str, of: Property, known: Known) -> Value:
    """What a text of the request means as a value of a property.

    Raises:
        Unreadable: the text is of no known form, or the context lacks what it refers to.
    """
    if called := re.fullmatch(r"my call of (.+)", text):
        return Value(_earlier(called[1], of, known), indirect=True)
    if of.kind == "date":
        return _date(text, known)
    if of.kind == "time":
        return _time(text, of, known)
    if of.kind in ("integer", "digits"):
        return _amount(text, of, known)
    if role := re.fullmatch(r"my (\w+)", text):
        return Value(_look_up(known.context.user, role[1]), indirect=True)
    if not re.fullmatch(_PLAIN[of.kind], text):
        raise Unreadable(f"the {of.label} {text!r}")
    return Value(of.renames.get(text, text.replace(" ", "") if of.kind == "code" else text))


def _look_up(table: dict[str, str], key: str) -> str:
    if key not in table:
        raise Unreadable(f"{key!r} is not in the context")
    return table[key]


def _earlier(day: str, of: Property, known: Known) -> Any:
    for call in known.context.earlier_calls:
        if absolute_date(call["date"]) == absolute_date(day) and of.name in call:
            return call[of.name]
    raise Unreadable(f"no earlier call of {day} has {of.name!r}")


def _date(text: str, known: Known) -> Value:
    text = text.removeprefix("on ")
    today = absolute_date(known.context.today)
    if match := _FROM_TODAY.fullmatch(text):
        days = number(match["n"])
        found = _working(today, days, known) if match["working"] else _counted(today, days, known)
    elif match := re.fullmatch(r"next (\w+)", text):
        found = _next(today, match[1], known)
    elif match := _FROM_EVENT.fullmatch(text):
        sign = 1 if match["way"] == "after" else -1
        event = absolute_date(_look_up(known.context.calendar, match["of"]))
        found = event + timedelta(sign * number(match["n"]))
    else:
        return Value(absolute_date(text).toordinal())
    return Value(found.toordinal(), indirect=True)


def _counted(today: date, days: int, known: Known) -> date:
    if len(known.said & {"from today", "from tomorrow"}) != 1:
        raise Unreadable("no convention on days from today")
    return today + timedelta(days - ("from today" in known.said))


def _working(today: date, days: int, known: Known) -> date:
    if len(known.said & {"five days", "six days"}) != 1:
        raise Unreadable("no convention on working days")
    free = {6} if "six days" in known.said else {5, 6}
    while days:
        today += timedelta(1)
        days -= today.weekday() not in free
    return today


def _next(today: date, day: str, known: Known) -> date:
    first = (_DAYS.index(day) - today.weekday() - 1) % 7 + 1
    if f"next first {day}" in known.said:
        return today + timedelta(first)
    if f"next second {day}" in known.said:
        return today + timedelta(first + 7)
    raise Unreadable(f"no convention on next {day}")


def _time(text: str, of: Property, known: Known) -> Value:
    by_clock = text.endswith(" by my clock")
    text = text.removeprefix("at ").removesuffix(" by my clock")
    if match := _FROM_EVENT.fullmatch(text):
        sign = 1 if match["way"] == "after" else -1
        event = clock_time(_look_up(known.context.daily, match["of"]))
        minutes, indirect = event + sign * number(match["n"]), True
    else:
        minutes, indirect = clock_time(text), by_clock
    if of.place:
        if of.place not in known.zones:
            raise Unreadable(f"no convention on the clock of {of.place}")
        minutes += 60 * known.zones[of.place]
    return Value(minutes % (24 * 60), indirect)


def _amount(text: str, of: Property, known: Known) -> Value:
    count, _, unit = text.partition(" ")
    if not unit or unit == of.unit:
        return Value(number(count))
    for name, worth in known.context.units.items():
        each, base = worth.split(" ", 1)
        if unit in (name.removeprefix("1 "), _plural(name.removeprefix("1 "))):
            if of.unit and base != of.unit:
                raise Unreadable(f"{text!r} as {of.unit}")
            return Value(number(count) * number(each), indirect=True)
    raise Unreadable(f"the unit of {text!r}")


def _plural(word: str) -> str:
    if word.endswith("y"):
        return word[:-1] + "ies"
    return word + ("es" if re.search(r"(?:ch|sh|s|x)$", word) else "s")
