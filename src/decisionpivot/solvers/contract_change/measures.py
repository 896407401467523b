"""Reads figures with their units: numbers, amounts, percentages, times and dates."""

import re
from datetime import date, datetime
from fractions import Fraction

from msgspec import Struct

from decisionpivot.solvers.verdict import Unreadable


class Measure(Struct, frozen=True):
    """An exact value in a unit: "", "%", "days", "minutes" or a currency."""

    value: Fraction
    unit: str


_NUMBER = r"(?:\d{1,3}(?:,\d{3})*|\d+)"
_COUNT = re.compile(_NUMBER)
_DAYS = re.compile(rf"({_NUMBER}) days")
_PERCENT = re.compile(rf"({_NUMBER})(?: ?%| per ?cent)")
_MINUTES = re.compile(r"(\d+) min(?:utes)?")
_HOURS = re.compile(r"(?P<h>\d+)(?::(?P<m>[0-5]\d) h| h(?: (?P<min>\d+) min)?)")
_MONEY = re.compile(rf"(?:([A-Z]{{3}}) )?({_NUMBER}\.\d\d)(?: ([A-Z]{{3}}))?")
_CLOCK = re.compile(r"(\d{1,2})[:.h]([0-5]\d)(?: ([ap]m))?")
_DATES = ("%Y-%m-%d", "%d %b %Y", "%d %B %Y", "%B %d, %Y")
_WEEKDAY = re.compile(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun) ")


def count(text: str) -> Measure:
    """A whole number, with or without separators of thousands."""
    return _measure(_match(_COUNT, text)[0], "")


def days(text: str) -> Measure:
    """A number of days."""
    return _measure(_match(_DAYS, text)[1], "days")


def percent(text: str) -> Measure:
    """A percentage."""
    return _measure(_match(_PERCENT, text)[1], "%")


def money(text: str) -> Measure:
    """An amount; the currency stands before or behind it."""
    before, number, after = _match(_MONEY, text).groups()
    if (before is None) == (after is None):
        raise Unreadable(f"not an amount in one currency: {text!r}")
    return _measure(number, before or after)


def minutes(text: str) -> Measure:
    """A length of time in minutes, in hours, or in both."""
    if found := _MINUTES.fullmatch(text):
        return _measure(found[1], "minutes")
    parts = _match(_HOURS, text)
    return Measure(Fraction(int(parts["h"]) * 60 + int(parts["m"] or parts["min"] or 0)), "minutes")


def clock(text: str) -> int:
    """A time of day in minutes since midnight."""
    hour, minute, half = _match(_CLOCK, text).groups()
    hours = int(hour)
    if hours > (12 if half else 23) or (half and hours == 0):
        raise Unreadable(f"not a time of day: {text!r}")
    if half:
        hours = hours % 12 + (12 if half == "pm" else 0)
    return hours * 60 + int(minute)


def calendar(text: str) -> date:
    """A date; a weekday before it must be the right one."""
    weekday = _WEEKDAY.match(text)
    plain = text[weekday.end() :] if weekday else text
    for form in _DATES:
        try:
            found = datetime.strptime(plain, form).date()
        except ValueError:
            continue
        if weekday is None or found.strftime("%a") == weekday[1]:
            return found
    raise Unreadable(f"not a date: {text!r}")


def _match(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise Unreadable(f"not a figure as expected here: {text!r}")
    return found


def _measure(number: str, unit: str) -> Measure:
    return Measure(Fraction(number.replace(",", "")), unit)
