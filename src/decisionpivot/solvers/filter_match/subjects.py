"""What is checked: a field, or a figure worked out from fields.

The patterns know no product words: a subject counts as read only where its fields stand in the
record, which also settles where a name that holds an "and" or a "to" ends.
"""

import re
from collections.abc import Callable
from datetime import date
from fractions import Fraction

from msgspec import Struct

from decisionpivot.solvers.filter_match.checks import Limits, passes, read_limits
from decisionpivot.solvers.filter_match.conventions import Conventions, named
from decisionpivot.solvers.filter_match.values import (
    NUMBER,
    Field,
    Value,
    field_name,
    number,
    unit_name,
)
from decisionpivot.solvers.verdict import Unreadable

_THE = r"(?:the )?(.+)"
_SUBJECTS = [
    (how, re.compile(pattern))
    for how, pattern in (
        ("list_sum", r"(?:sum|total) of the (.+)|sum over all (.+)|total that all (.+) add up to"),
        ("list_sum", r"overall figure for the (.+), added up,"),
        ("average", r"(?:arithmetic )?mean of the (.+)|average of the (.+)"),
        ("average", r"(?:average over|mean value of) all (.+)"),
        ("price_plus_fee", r"(.+) plus the (.+)|(.+) with the (.+) added"),
        ("price_plus_fee", rf"(?:sum|total|combined amount) of {_THE} and {_THE}"),
        ("price_per_unit", r"(.+) divided by the (.+)"),
        ("price_per_unit", r"amount per .+ that results from the (.+) and the (.+)"),
        ("area", r"(.+) (?:multiplied by|times) the (.+)|product of (.+) and (.+)"),
        ("area", r".+ worked out from (.+) and (.+)"),
        ("days_between", rf"(?:number of days|time|period) from {_THE} to {_THE}"),
        ("days_between", rf"(?:length of the period|span) between {_THE} and {_THE}"),
        ("share_of_total", r"(.+) (?:as a share of|measured against|relative to) the (.+)"),
        ("share_of_total", r"ratio of (.+) to (.+)|share of the (.+) in the (.+)"),
    )
]
_PER_ONE = re.compile(
    r"(?P<p>.+?)(?: worked out)? per (?P<one>.+)"
    r"|part of the (?P<_p>.+) that falls on one (?P<_one>.+)"
)
_COUNT = re.compile(
    r"(?:count|number) of (?:times that the (.+) show an entry that is"
    r"|entries (?:in the list of|among the) (.+) that are|(.+) that are) (.+)"
)
_PACKS = re.compile(
    r"(?:count|number) of (?P<packs>.+?)"
    r" (?:needed for|to be planned for|that(?: it takes to cover)?)"
    rf" (?P<need>{NUMBER}) .+?(?: require| call for)?"
)
_CONVERTED = re.compile(r"(.+?)(?: after conversion to|, converted to| expressed in| in) (.+?),?")


class Subject(Struct, frozen=True):
    """What is checked.

    Attributes:
        how: the kind of computation, or ``field``.
        fields: the fields that it is worked out from.
        unit: the unit that it comes out in, empty for none.
        number: the need of packs, the factor of a conversion, or the days that a period has
            beyond the difference of its dates.
        counted: what an entry must be to be counted.
    """

    how: str
    fields: tuple[Field, ...]
    unit: str = ""
    number: Fraction = Fraction(0)
    counted: Limits | None = None


class Subjects(Struct, frozen=True):
    """Reads subjects against one record and its conventions."""

    fields: dict[str, Field]
    said: Conventions

    def read(self, text: str) -> Subject:
        """A field, or a figure worked out from fields.

        Raises:
            Unreadable: the text is of no known form, or the record lacks what it names.
        """
        text = re.sub(r"^(?:[Tt]he|[Ii]ts) ", "", text)
        if fields := self._found(text):
            return Subject("field", fields, fields[0].unit)
        for how, pattern in _SUBJECTS:
            match = pattern.fullmatch(text)
            if match and (fields := self._found(*filter(None, match.groups()))):
                return self._computed(how, fields)
        for read in (self._defined, self._count, self._packs, self._converted):
            if subject := read(text):
                return subject
        raise Unreadable(f"the subject {text!r}")

    def converted(self, field: Field, unit: str) -> Subject:
        """A field in another unit.

        Raises:
            Unreadable: no convention gives the factor.
        """
        factor = self.said.factors.get((field.unit, unit))
        if factor is None:
            raise Unreadable(f"no convention turns {field.name} from {field.unit!r} into {unit!r}")
        return Subject("unit_conversion", (field,), unit, factor)

    def _found(self, *names: str) -> tuple[Field, ...]:
        """The fields of these names; empty unless the record has them all."""
        fields = [self.fields.get(field_name(name)) for name in names]
        present = tuple(field for field in fields if field is not None)
        return present if len(present) == len(names) else ()

    def _computed(self, how: str, fields: tuple[Field, ...]) -> Subject:
        """A figure from fields that the request names, in the unit that it comes out in."""
        units = [field.unit for field in fields]
        if how in ("area", "price_plus_fee", "share_of_total") and len(set(units)) > 1:
            raise Unreadable(f"{how} of {' and '.join(field.name for field in fields)}: two units")
        unit = {"area": f"{units[0]}²", "share_of_total": "%", "days_between": "days"}
        extra = Fraction(how == "days_between" and self.said.extra_day)
        return Subject(how, fields, unit.get(how, units[0]), extra)

    def _defined(self, text: str) -> Subject | None:
        """A figure that a convention defines: an area by its name, an amount per unit."""
        if fields := self._found(*self.said.products.get(text, ())):
            return self._computed("area", fields)
        if match := _PER_ONE.fullmatch(text):
            told = named(match)
            fields = self._found(*self.said.shares.get(told["one"], ()))
            if fields and fields[0].name == field_name(told["p"]):
                return self._computed("price_per_unit", fields)
        return None

    def _count(self, text: str) -> Subject | None:
        """How many entries of a list lie within limits."""
        match = _COUNT.fullmatch(text)
        fields = self._found(match[1] or match[2] or match[3]) if match else ()
        if not match or not fields:
            return None
        limits = read_limits(match[4])
        if limits.unit != fields[0].unit:
            raise Unreadable(f"the unit in {text!r}")
        return Subject("list_count", fields, counted=limits)

    def _packs(self, text: str) -> Subject | None:
        """How many packs cover a need; their size is the one field ``... per pack``."""
        match = _PACKS.fullmatch(text)
        if not match:
            return None
        one = match["packs"].removesuffix("s")
        sizes = [field for name, field in self.fields.items() if re.search(rf" per .*{one}$", name)]
        if len(sizes) != 1:
            raise Unreadable(f"the size of the packs in {text!r}")
        return Subject("packs", tuple(sizes), number=number(match["need"]))

    def _converted(self, text: str) -> Subject | None:
        """A field in a unit that the request names."""
        match = _CONVERTED.fullmatch(text)
        fields = self._found(match[1]) if match else ()
        return self.converted(fields[0], unit_name(match[2])) if match and fields else None


def measured(subject: Subject) -> Value:
    """The value of a subject, exact.

    Raises:
        Unreadable: a field is not of the type that the computation needs.
    """
    if subject.how == "field":
        return subject.fields[0].value
    return _WORKED_OUT[subject.how](subject)


def _entries(subject: Subject) -> tuple[Fraction, ...]:
    value = subject.fields[0].value
    if isinstance(value, tuple) and value:
        return value
    raise Unreadable(f"{subject.how} of {subject.fields[0].name}, which is no list of numbers")


def _figures(subject: Subject) -> list[Fraction]:
    figures = [field.value for field in subject.fields if isinstance(field.value, Fraction)]
    if len(figures) < len(subject.fields):
        raise Unreadable(f"{subject.how} of a field that is no number")
    return figures


def _sum(subject: Subject) -> Fraction:
    return sum(_figures(subject), Fraction(0))


def _product(subject: Subject) -> Fraction:
    length, width = _figures(subject)
    return length * width


def _quotient(subject: Subject) -> Fraction:
    total, units = _figures(subject)
    return total / units


def _share(subject: Subject) -> Fraction:
    return 100 * _quotient(subject)


def _days(subject: Subject) -> Fraction:
    start, end = (field.value for field in subject.fields)
    if not isinstance(start, date) or not isinstance(end, date):
        raise Unreadable("a period between fields that are no dates")
    return (end - start).days + subject.number


def _converted(subject: Subject) -> Fraction:
    return _figures(subject)[0] * subject.number


def _list_sum(subject: Subject) -> Fraction:
    return sum(_entries(subject), Fraction(0))


def _average(subject: Subject) -> Fraction:
    return _list_sum(subject) / len(_entries(subject))


def _count(subject: Subject) -> Fraction:
    limits = subject.counted
    return Fraction(sum(limits is not None and passes(e, limits) for e in _entries(subject)))


def _packs(subject: Subject) -> Fraction:
    return Fraction(-(-subject.number // _figures(subject)[0]))


_WORKED_OUT: dict[str, Callable[[Subject], Fraction]] = {
    "price_plus_fee": _sum,
    "price_per_unit": _quotient,
    "area": _product,
    "days_between": _days,
    "share_of_total": _share,
    "unit_conversion": _converted,
    "list_sum": _list_sum,
    "list_count": _count,
    "packs": _packs,
    "average": _average,
}
COMPUTED = frozenset(_WORKED_OUT)
"""The kinds of constraint whose subject takes a computation."""
