"""Numbers, units, dates and the fields of the record."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from msgspec import Struct

from decisionpivot.solvers.verdict import Unreadable

Value = Fraction | tuple[Fraction, ...] | bool | date | str

NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
AMOUNT = rf"({NUMBER})(?: ?([a-zA-Z²%]+(?: [a-z]+)?))?"
"""A number and its unit, as two groups."""

_SPELT = {
    "centimetres": "cm", "metres": "m", "kilometres": "km", "kilograms": "kg", "grams": "g",
    "square centimetres": "cm²", "square metres": "m²", "per cent": "%", "percent": "%",
    "kilowatts": "kw", "foot": "feet", "inch": "inches",
}  # fmt: skip
_UNITS = frozenset(
    "% cm cm² mm m m² km feet inches miles kg g mg pounds ounces litres gallons w kw kwh "
    "horsepower kcal hz db gb degrees minutes hours days weeks months years points people "
    "passengers seats trips lessons devices chf czk dkk eur gbp huf isk nok pln ron sek usd".split()
)
_DATE = re.compile(
    r"(?:(?P<weekday>[A-Z][a-z]{2}) )?(?:(?P<day>\d{1,2}) (?P<month>[A-Z][a-z]+)"
    r"|(?P<month2>[A-Z][a-z]+) (?P<day2>\d{1,2}),) (?P<year>\d{4})"
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_WEEKDAYS = "mon tue wed thu fri sat sun".split()


class Field(Struct, frozen=True):
    """One entry of the record; ``unit`` is empty where none is given."""

    name: str
    value: Value
    unit: str


def number(text: str) -> Fraction:
    """The exact value of a number with or without thousands commas."""
    return Fraction(text.replace(",", ""))


def unit_name(text: str | None) -> str:
    """One spelling for each unit, in lower case and in the plural; empty for none."""
    word = (text or "").lower()
    if word in _SPELT or word in _UNITS:
        return _SPELT.get(word, word)
    return _SPELT.get(word + "s", word + "s") if word else ""


def read_date(text: str) -> date | None:
    """A date in any of the formats; None where the text is none.
    Raises:
        Unreadable: there is no such day, or its weekday is another.
    """
    try:
        return _date(text)
    except ValueError as error:
        raise Unreadable(f"the date {text!r}") from error


def _date(text: str) -> date | None:
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return date.fromisoformat(text)
    match = _DATE.fullmatch(text)
    month = match and (match["month"] or match["month2"])[:3].lower()
    if match is None or month not in _MONTHS:
        return None
    day = date(int(match["year"]), _MONTHS.index(month) + 1, int(match["day"] or match["day2"]))
    if match["weekday"] and match["weekday"].lower() != _WEEKDAYS[day.weekday()]:
        raise Unreadable(f"the weekday in {text!r}")
    return day


def field_name(text: str) -> str:
    """One spelling for the name of a field: lower case, words parted by spaces."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", text).lower()


def read_record(raw: Mapping[str, Any]) -> dict[str, Field]:
    """The fields by name; a name that takes the whole key goes before one without its end.

    Raises:
        Unreadable: a value is neither a truth value, a number, a date, a text nor numbers.
    """
    whole: dict[str, Field] = {}
    shorter: dict[str, Field] = {}
    for key, entry in raw.items():
        value, unit = _value(entry)
        for fields, (name, suffix) in zip((whole, shorter), _names(key), strict=False):
            fields[name] = Field(name, value, unit or suffix)
    return shorter | whole


def _names(key: str) -> Iterator[tuple[str, str]]:
    """The names that a key may stand for, each with its unit: ``price_eur`` is a price in EUR."""
    if match := re.fullmatch(r"(.+) \((.+)\)", key):
        yield field_name(match[1]), unit_name(match[2])
        return
    words = field_name(key).split()
    yield " ".join(words), ""
    for size in (2, 1):
        unit = unit_name(" ".join(words[-size:]))
        if len(words) > size and unit in _UNITS:
            yield " ".join(words[:-size]), unit
            return


def _value(raw: Any) -> tuple[Value, str]:
    """A value of the record and the unit that stands in it."""
    if isinstance(raw, bool):
        return raw, ""
    if isinstance(raw, int):
        return Fraction(raw), ""
    if isinstance(raw, str):
        if match := re.fullmatch(AMOUNT, raw):
            return number(match[1]), unit_name(match[2])
        return read_date(raw) or raw, ""
    if isinstance(raw, list | dict):
        entries = [_value(entry) for entry in (raw if isinstance(raw, list) else raw.values())]
        numbers = tuple(value for value, _ in entries if isinstance(value, Fraction))
        units = {unit for _, unit in entries}
        if len(units) == 1 and len(numbers) == len(entries):
            return numbers, units.pop()
    raise Unreadable(f"the value {raw!r} in the record")
