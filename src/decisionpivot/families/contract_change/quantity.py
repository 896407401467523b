"""Quantities: their limits, the facts of a case that make them up, and how both are written.

A quantity is a whole number of its smallest steps: days, cents, minutes, things, and for a
percentage the entries of which it is the share.
"""

from datetime import date
from random import Random
from typing import NamedTuple

from decisionpivot import draw
from decisionpivot.families.contract_change.words import NOUNS, ROWS, Topic
from decisionpivot.families.wording import (
    CLOCK_STYLES,
    DATE_STYLES,
    DURATION_STYLES,
    clock,
    day,
    decimal,
    duration,
)


class Style(NamedTuple):
    """How the values of a state are written."""

    date: str
    clock: str
    duration: str
    money: str
    percent: str


class Limits(NamedTuple):
    """The limits of a quantity as written, in steps: two lower ones and two upper ones, rising."""

    low: tuple[int, int]
    high: tuple[int, int]


class Sheet(NamedTuple):
    """The facts about one quantity that members of a group share.

    Attributes:
        topic, kind: which quantity.
        counted: the reading of its kind's convention: does the extra (the first day, the levy,
            the withdrawn entries, the reserve, the interruption) count?
        extra: its size in steps.
        fixed: the date or time that stays, or the base of a percentage.
        moves_first: whether the first of two dates or times is the one that varies.
        unit: the steps in one unit of the limits (entries in one per cent).
        limits: the limits set for it.
    """

    topic: Topic
    kind: str
    counted: bool
    extra: int
    fixed: int
    moves_first: bool
    unit: int
    limits: Limits

    @property
    def noun(self) -> str:
        """How clauses name the quantity."""
        return NOUNS[self.kind].format(self.topic.first, self.topic.second)


GAPS = {
    "days": ((12, 45), (3, 10), (8, 25), 1),
    "amount": ((60, 400), (5, 40), (20, 90), 5000),
    "percentage": ((8, 25), (2, 8), (6, 20), 1),
    "count": ((7, 30), (3, 8), (6, 18), 1),
    "duration": ((12, 30), (2, 8), (8, 24), 5),
}
"""Of each kind: the lower limit, the step from a limit to the changed one, the room between the
limits (each least and most), and of how many steps these are multiples."""


def style(r: Random) -> Style:
    """A way of writing values, drawn once for a group."""
    return Style(
        draw.choice(r, DATE_STYLES),
        draw.choice(r, CLOCK_STYLES),
        draw.choice(r, DURATION_STYLES),
        draw.choice(r, ("{c} {x}", "{x} {c}")).replace(
            "{c}", draw.choice(r, ("EUR", "GBP", "CHF"))
        ),
        draw.choice(r, ("{} %", "{}%", "{} per cent", "{} percent")),
    )


def limits(r: Random, kind: str, unit: int) -> Limits:
    """Limits of a kind whose unit has so many steps."""
    start, change, room, multiple = GAPS[kind]
    values = [draw.integer(r, *start)]
    for gap in (change, room, change):
        values.append(values[-1] + draw.integer(r, *gap))
    a, b, c, d = (value * multiple * unit for value in values)
    return Limits((a, b), (c, d))


def sheet(r: Random, topic: Topic, kind: str, counted: bool) -> Sheet:
    """The facts about a quantity and the limits set for it."""
    unit, extra, fixed = 1, draw.integer(r, 2, 4), 0
    if kind == "percentage":
        unit = draw.integer(r, 6, 24)
        extra = 100 * draw.integer(r, 1, max(1, unit // 8))
        fixed = 100 * unit + (0 if counted else extra)
    bounds = limits(r, kind, unit)
    moves_first = draw.chance(r, 0.5)
    if kind == "amount":
        extra = draw.integer(r, bounds.low[0] // 50, bounds.low[0] // 12)
    elif kind == "days":
        fixed = date(2021, 1, 1).toordinal() + draw.integer(r, 120, 1500)
    elif kind == "duration":
        extra = draw.integer(r, 10, 40)
        fixed = draw.integer(r, 13 * 60, 20 * 60) if moves_first else draw.integer(r, 360, 720)
    return Sheet(topic, kind, counted, extra, fixed, moves_first, unit, bounds)


def money(cents: int, style: Style) -> str:
    """An amount."""
    return style.money.format(x=decimal(cents, thousands=","))


def limit_text(value: int, about: Sheet, style: Style) -> str:
    """A limit as a clause writes it."""
    if about.kind == "days":
        return f"{value} days"
    if about.kind == "amount":
        return money(value, style)
    if about.kind == "duration":
        return duration(value, style.duration)
    if about.kind == "percentage":
        return style.percent.format(value // about.unit)
    return str(value)


def values(about: Sheet, quantity: int, style: Style) -> tuple[tuple[str, ...], int]:
    """The values of the rows that make up a quantity, and which of them varies with it."""
    kind, counted, extra, fixed = about.kind, about.counted, about.extra, about.fixed
    if kind == "amount":
        return (money(quantity - extra * counted, style), money(extra, style)), 0
    if kind == "count":
        return (str(quantity - extra * counted), str(extra)), 0
    if kind == "percentage":
        return (f"{fixed:,}", f"{extra:,}", f"{quantity:,}"), 2
    span = quantity - counted if kind == "days" else quantity + (0 if counted else extra)
    ends = (fixed - span, fixed) if about.moves_first else (fixed, fixed + span)
    moving = 0 if about.moves_first else 1
    if kind == "days":
        first, last = (day(date.fromordinal(end), style.date) for end in ends)
        return (first, last), moving
    first, last = (clock(end, style.clock) for end in ends)
    return (first, last, duration(extra, style.duration)), moving


def rows(about: Sheet, quantity: int, style: Style, layout: str) -> tuple[list[str], int, str]:
    """The rows that make up a quantity, which of them varies with it, and its value."""
    written, moving = values(about, quantity, style)
    names = (row.format(about.topic.first, about.topic.second) for row in ROWS[about.kind])
    lines = [layout.format(name, value) for name, value in zip(names, written, strict=True)]
    return lines, moving, written[moving]
