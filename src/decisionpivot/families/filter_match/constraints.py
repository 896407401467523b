"""The records and constraints of filter_match: how they are drawn and what they mean.

A constraint is put next to the record's value: the record meets it at the limit or one smallest
step inside, and ``beyond`` is the value of one leaf that breaks it by one step.
"""

import operator
from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from decisionpivot.draw import chance, choice, integer, sample, shuffled
from decisionpivot.families.filter_match.catalogues import CHOICES, CODES, FLAGS, PLAIN, Catalogue
from decisionpivot.families.wording import Names

COMPUTED = {
    "price_plus_fee": "the price and one named fee together",
    "price_per_unit": "a price divided by the number of units it is for",
    "area": "the product of two sides",
    "days_between": "the days between two dates, counted as the conventions say",
    "share_of_total": "one amount in per cent of another",
    "unit_conversion": "a quantity converted to the unit of the request",
    "list_sum": "the sum of a list",
    "list_count": "how many entries of a list qualify",
    "packs": "how many whole packs cover a need",
    "average": "the average of a list",
}
DIRECT = {
    "minimum": "a field is at least the limit",
    "maximum": "a field is at most the limit",
    "strict_bound": "a field is less than, or more than, the limit",
    "equality": "a field equals a value",
    "membership": "a field is one of the values listed",
    "exclusion": "a field is none of the values listed",
    "range": "a field lies between two limits, both included",
    "date_on_or_before": "a date is not later than the limit",
    "flag": "a feature is present, or absent",
    "text_prefix": "a code starts with the given characters",
}
ONE_WAY = {"minimum": False, "maximum": True, "date_on_or_before": True}
"""Kinds that only a smaller (False), or only a larger (True), value can break."""

ROLES: dict[str, tuple[str, ...]] = {
    "price_plus_fee": ("fee", "price"),
    "price_per_unit": ("bundle",),
    "area": ("side_a", "side_b"),
    "days_between": ("start", "end"),
    "share_of_total": ("part",),
    "unit_conversion": ("conv",),
    "list_sum": ("parts",),
    "list_count": ("scores",),
    "packs": ("pack",),
    "average": ("tests",),
    "minimum": PLAIN,
    "maximum": PLAIN,
    "strict_bound": PLAIN,
    "equality": (*PLAIN, *CHOICES, *CHOICES),
    "membership": CHOICES,
    "exclusion": CHOICES,
    "range": PLAIN,
    "date_on_or_before": ("due",),
    "flag": FLAGS,
    "text_prefix": CODES,
}
"""The fields that may be changed to break a constraint of each kind."""

EXACT_TOTALS = (200, 250, 400, 500, 625, 1000, 1250, 2000)
"""Totals of which every whole part is a percentage with at most two decimals."""

LENGTHS = {"parts": (4, 6), "scores": (7, 9), "tests": (4, 5)}
"""Fewest and most entries of each list; an average of four or five has a short decimal."""

CODE_MARKS = ("ABCDEFGHJKLMNPRSTUVWXYZ", "ABCDEFGHJKLMNPRSTUVWXYZ", "23456789")

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "=": operator.eq,
}


class Record(Struct, frozen=True, kw_only=True):
    """A record's values before they are written, and what the item's conventions add to them.

    Attributes:
        numbers: every numeric field by role, in smallest units: one entry, or several for a list;
            dates are day numbers, features 0 or 1.
        texts: the other fields by role.
        entries: the keys of the amounts in field ``parts``.
        factor: target units to one unit of field ``conv``.
        both_ends: does a period include its first day?
    """

    catalogue: Catalogue
    numbers: dict[str, list[int]]
    texts: dict[str, str]
    entries: tuple[str, ...]
    factor: Fraction
    both_ends: bool


class Constraint(Struct, frozen=True, kw_only=True):
    """One constraint: the leaf it turns on, and the bounds or words that it must meet.

    Attributes:
        kind: its type.
        role, entry: the field, and the place in it, that is changed to break the constraint.
        beyond: the value there that breaks it by one step.
        bounds: (comparison, limit) pairs that the quantity must meet.
        words: the values that are allowed or excluded, or the prefix.
        other: a value on the other side of ``words``.
        need, qualify: what packs must cover; which list entries count.
    """

    kind: str
    role: str
    beyond: int | str
    entry: int = 0
    bounds: tuple[tuple[str, Fraction], ...] = ()
    words: tuple[str, ...] = ()
    other: str = ""
    need: int = 0
    qualify: tuple[str, int] = (">=", 0)


def draw_record(r: Random, catalogue: Catalogue) -> Record:
    """Draw every value of a record; none is rounder or rarer than its neighbours."""
    fields, numbers = catalogue.fields, {}
    for role, field in fields.items():
        if field.high:
            count = integer(r, *LENGTHS.get(role, (1, 1)))
            numbers[role] = [integer(r, field.low, field.high) for _ in range(count)]
    numbers["bundle"][0] *= numbers["units"][0]
    low, high = fields["total"].low, fields["total"].high
    numbers["total"] = [choice(r, [total for total in EXACT_TOTALS if low <= total <= high])]
    start = date(2026, 1, 1).toordinal() + integer(r, 0, 2500)
    numbers["start"], numbers["end"] = [start], [start + integer(r, 12, 120)]
    numbers["due"] = [start + integer(r, -60, 60)]
    numbers |= {role: [integer(r, 0, 1)] for role in FLAGS}
    names = Names(r)
    texts = {"title": f"{names.word()} {integer(r, 100, 999)}", "org": names.word(3)}
    texts |= {role: choice(r, fields[role].words) for role in CHOICES}
    texts |= {role: draw_code(r) for role in CODES}
    return Record(
        catalogue=catalogue,
        numbers=numbers,
        texts=texts,
        entries=tuple(sample(r, catalogue.entries, len(numbers["parts"]))),
        factor=choice(r, catalogue.target[1]),
        both_ends=chance(r, 0.5),
    )


def draw_code(r: Random) -> str:
    """A code such as ``KX4-7719``."""
    return "".join(choice(r, marks) for marks in CODE_MARKS) + f"-{integer(r, 1000, 9999)}"


# What a constraint means.


def scale(record: Record, role: str) -> int:
    """Smallest units to one unit of a field."""
    return int(10 ** record.catalogue.fields[role].places)


def days(constraint: Constraint, record: Record) -> Fraction:
    """The days of the period, both ends included or the first left out."""
    n = record.numbers
    return Fraction(n["end"][0] - n["start"][0] + record.both_ends)


def qualifying(constraint: Constraint, record: Record) -> Fraction:
    """The number of entries that qualify."""
    sign, limit = constraint.qualify
    return Fraction(sum(COMPARE[sign](value, limit) for value in record.numbers["scores"]))


def total(constraint: Constraint, record: Record) -> Fraction:
    """The value of a field, or the sum of its entries."""
    return Fraction(sum(record.numbers[constraint.role]), scale(record, constraint.role))


def area(constraint: Constraint, record: Record) -> Fraction:
    """One side times the other."""
    n = record.numbers
    return Fraction(n["side_a"][0] * n["side_b"][0], scale(record, "side_a") ** 2)


QUANTITIES: dict[str, Callable[[Constraint, Record], Fraction]] = {
    "price_plus_fee": lambda _, x: Fraction(x.numbers["price"][0] + x.numbers["fee"][0], 100),
    "price_per_unit": lambda _, x: Fraction(x.numbers["bundle"][0], 100 * x.numbers["units"][0]),
    "area": area,
    "days_between": days,
    "share_of_total": lambda _, x: Fraction(100 * x.numbers["part"][0], x.numbers["total"][0]),
    "unit_conversion": lambda _, x: x.numbers["conv"][0] * x.factor,
    "list_count": qualifying,
    "packs": lambda c, x: Fraction(-(-c.need // x.numbers["pack"][0])),
    "average": lambda c, x: total(c, x) / len(x.numbers["tests"]),
}
"""The quantity that each kind compares, exact; of the others it is the field itself."""


def quantity(constraint: Constraint, record: Record) -> Fraction:
    """The quantity that a constraint compares."""
    return QUANTITIES.get(constraint.kind, total)(constraint, record)


def holds(constraint: Constraint, record: Record) -> bool:
    """Does the record meet the constraint?"""
    text = record.texts.get(constraint.role, "")
    if constraint.kind == "exclusion":
        return text not in constraint.words
    if constraint.kind == "text_prefix":
        return text.startswith(constraint.words[0])
    if constraint.words:
        return text in constraint.words
    value = quantity(constraint, record)
    return all(COMPARE[sign](value, limit) for sign, limit in constraint.bounds)


def changed(record: Record, constraint: Constraint) -> Record:
    """The record with the one leaf changed that breaks the constraint."""
    role, beyond = constraint.role, constraint.beyond
    if isinstance(beyond, str):
        return replace(record, texts={**record.texts, role: beyond})
    values = list(record.numbers[role])
    values[constraint.entry] = beyond
    return replace(record, numbers={**record.numbers, role: values})


# How a constraint is drawn. ``up``: the value that breaks it is larger than the record's (later,
# or after it in the alphabet). Words, features and codes are put into the record here.


def bounded(r: Random, record: Record, kind: str, role: str, up: bool) -> Constraint:
    """A quantity that must stay on one side of a limit.

    Inside an inclusive bound the record is 0 or 1 step from the limit and the value that breaks
    it 1 step beyond; at a strict one 1 step inside, and 0 or 1 step beyond. So the distance from
    the limit is distributed alike in both members.
    """
    values = record.numbers[role]
    entry = integer(r, 0, len(values) - 1)
    size = record.numbers["units"][0] if role == "bundle" else 1
    step = size if up else -size
    strict = kind == "strict_bound" or (kind in COMPUTED and chance(r, 0.5))
    inside, beyond = (1, integer(r, 0, 1)) if strict else (integer(r, 0, 1), 1)
    at_limit = values[entry] + inside * step
    upper = up == (role != "start")  # a later start makes a period shorter
    probe = Constraint(kind=kind, role=role, entry=entry, beyond=at_limit)
    bound = ("<" if upper else ">") + ("" if strict else "=")
    limit = quantity(probe, changed(record, probe))
    return replace(probe, beyond=at_limit + beyond * step, bounds=((bound, limit),))


def just_met(r: Random, value: int, upper: bool) -> tuple[tuple[str, Fraction], ...]:
    """The bound that a whole number just meets, strict or inclusive."""
    strict = int(chance(r, 0.5))
    if upper:
        return (("<" if strict else "<=", Fraction(value + strict)),)
    return ((">" if strict else ">=", Fraction(value - strict)),)


def counted(r: Random, record: Record, kind: str, role: str, up: bool) -> Constraint:
    """A count of entries, of which one lies at the threshold and leaves or joins the others."""
    values = record.numbers[role]
    ranked = sorted(range(len(values)), key=values.__getitem__)
    entry = choice(r, ranked[2:-2])
    sign = choice(r, ("<=", "<", ">=", ">"))
    # The threshold lies between the entry's value and the one that breaks the constraint.
    threshold = values[entry] + up - (sign in ("<=", ">"))
    beyond = values[entry] + (1 if up else -1)
    probe = Constraint(kind=kind, role=role, entry=entry, beyond=beyond, qualify=(sign, threshold))
    now, then = quantity(probe, record), quantity(probe, changed(record, probe))
    return replace(probe, bounds=just_met(r, int(now), upper=then > now))


def packed(r: Random, record: Record, kind: str, role: str, up: bool) -> Constraint:
    """A number of whole packs: with packs one piece larger or smaller it is another number.

    Either the record's packs or those that break the constraint cover the need without rest.
    """
    size = record.numbers[role][0]
    packs = integer(r, 3, min(8, size - 1))
    need = (packs - 1) * (size + 1) if up else packs * size
    beyond = size + (1 if up else -1)
    bounds = just_met(r, packs, upper=not up)
    return Constraint(kind=kind, role=role, beyond=beyond, need=need, bounds=bounds)


def ranged(r: Random, record: Record, kind: str, role: str, up: bool) -> Constraint:
    """Two limits, both included, the record at one of them or one step inside."""
    value, step = record.numbers[role][0], 1 if up else -1
    near = value + step * integer(r, 0, 1)
    far = value - step * integer(r, 2, max(4, value // 8))
    low, high = (Fraction(limit, scale(record, role)) for limit in sorted((near, far)))
    bounds = ((">=", low), ("<=", high))
    return Constraint(kind=kind, role=role, beyond=near + step, bounds=bounds)


def equalled(r: Random, record: Record, kind: str, role: str, up: bool) -> Constraint:
    """A number or a word that the field must equal."""
    if role in CHOICES:
        return worded(r, record, kind, role, up)
    value = record.numbers[role][0]
    bounds = (("=", Fraction(value, scale(record, role))),)
    return Constraint(kind=kind, role=role, beyond=value + (1 if up else -1), bounds=bounds)


def worded(r: Random, record: Record, kind: str, role: str, up: bool) -> Constraint:
    """One word (equality) or three that the field must, or must not, hold."""
    pool = sample(r, record.catalogue.fields[role].words, 4)
    value, beyond = sorted(pool[:2], reverse=not up)
    record.texts[role] = value
    named, other = (beyond, value) if kind == "exclusion" else (value, beyond)
    words = (named,) if kind == "equality" else tuple(shuffled(r, [named, *pool[2:]]))
    return Constraint(kind=kind, role=role, beyond=beyond, words=words, other=other)


def flagged(r: Random, record: Record, kind: str, role: str, up: bool) -> Constraint:
    """A feature that must be absent (when its presence breaks the constraint), or present."""
    record.numbers[role][0] = int(not up)
    return Constraint(kind=kind, role=role, beyond=int(up), bounds=(("=", Fraction(not up)),))


def prefixed(r: Random, record: Record, kind: str, role: str, up: bool) -> Constraint:
    """The first three characters of a code; the record's other code looks alike."""
    place, code = integer(r, 0, 2), record.texts[role]
    marks = sorted(sample(r, CODE_MARKS[place], 2), reverse=not up)
    value, beyond = (code[:place] + mark + code[place + 1 :] for mark in marks)
    decoy = next(other for other in CODES if other != role)
    record.texts[role] = value
    record.texts[decoy] = choice(r, (value, beyond))[:3] + record.texts[decoy][3:]
    return Constraint(kind=kind, role=role, beyond=beyond, words=(value[:3],), other=beyond[:3])


DRAWN: dict[str, Callable[[Random, Record, str, str, bool], Constraint]] = {
    "list_count": counted,
    "packs": packed,
    "range": ranged,
    "equality": equalled,
    "membership": worded,
    "exclusion": worded,
    "flag": flagged,
    "text_prefix": prefixed,
}


def draw_constraints(
    r: Random, record: Record, kinds: Sequence[tuple[str, bool]]
) -> list[Constraint]:
    """Draw one constraint of each (kind, up), no two about the same field."""
    result: list[Constraint] = []
    for kind, up in kinds:
        used = [constraint.role for constraint in result]
        role = choice(r, [role for role in ROLES[kind] if role not in used])
        result.append(DRAWN.get(kind, bounded)(r, record, kind, role, up))
    return result
