"""What each type of rule demands of a batch. A check says whether the batch keeps the rule."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct

from decisionpivot.solvers.record_rule import words
from decisionpivot.solvers.verdict import Unreadable

Record = Mapping[str, str | None]
"""Entries by the name of their field; None where the field is empty."""


class Rule(Struct, frozen=True):
    """A numbered rule: its type, the fields it names and its other terms as they are written."""

    label: str
    kind: str
    fields: tuple[str, ...]
    terms: dict[str, str] = {}


class Case(Struct, frozen=True):
    """The rules, the reference lists and the records of a batch."""

    rules: tuple[Rule, ...]
    lists: dict[str, tuple[str, ...]]
    records: tuple[Record, ...]


def is_kept(rule: Rule, case: Case) -> bool:
    """Whether the batch keeps a rule.

    Raises:
        Unreadable: an entry is not of the kind that the rule is about, or is missing where the
            rule does not say what that means.
    """
    return CHECKS[rule.kind](rule, case)


def _entry(record: Record, field: str) -> str:
    entry = record[field]
    if entry is None:
        raise Unreadable(f"no entry under {field!r}, and no rule for that")
    return entry


def _entries(rule: Rule, case: Case) -> Iterator[str]:
    return (_entry(record, rule.fields[0]) for record in case.records)


def _required(rule: Rule, case: Case) -> bool:
    return all(record[rule.fields[0]] is not None for record in case.records)


def _unique(rule: Rule, case: Case) -> bool:
    return max(Counter(_entries(rule, case)).values()) == 1


def _range(rule: Rule, case: Case) -> bool:
    low, high = _decimal(rule.terms["low"]), _decimal(rule.terms["high"])
    return all(low <= _decimal(entry) <= high for entry in _entries(rule, case))


def _list(rule: Rule, case: Case) -> bool:
    if rule.terms["list"] not in case.lists:
        raise Unreadable(f"no such list: {rule.terms['list']!r}")
    permitted = case.lists[rule.terms["list"]]
    return all(entry in permitted for entry in _entries(rule, case))


def _pattern(rule: Rule, case: Case) -> bool:
    form = words.form_of(rule.terms["form"])
    return all(form.fullmatch(entry) for entry in _entries(rule, case))


def _date_order(rule: Rule, case: Case) -> bool:
    first, second = rule.fields
    least = 1 if "strict" in rule.terms else 0
    return all(
        (_day(_entry(record, second)) - _day(_entry(record, first))).days >= least
        for record in case.records
    )


def _total(rule: Rule, case: Case) -> bool:
    total, *parts = rule.fields
    return all(
        _decimal(_entry(record, total)) == sum(_decimal(_entry(record, part)) for part in parts)
        for record in case.records
    )


def _conditional(rule: Rule, case: Case) -> bool:
    needed, state = rule.fields
    return all(
        record[needed] is not None
        for record in case.records
        if _entry(record, state) == rule.terms["state"]
    )


def _exclusion(rule: Rule, case: Case) -> bool:
    return all(any(record[field] is None for field in rule.fields) for record in case.records)


def _parent(rule: Rule, case: Case) -> bool:
    field, key = rule.fields
    bearers = Counter(_entry(record, key) for record in case.records)
    return all(
        bearers[parent] > (parent == record[key])
        for record in case.records
        if (parent := record[field]) is not None
    )


def _sequence(rule: Rule, case: Case) -> bool:
    field, group = rule.fields
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for record in case.records:
        numbers[_entry(record, group)].append(words.number(_entry(record, field)))
    return all(
        after == before + 1
        for members in numbers.values()
        for before, after in pairwise(sorted(members))
    )


def _limit(rule: Rule, case: Case) -> bool:
    return max(Counter(_entries(rule, case)).values()) <= words.number(rule.terms["most"])


def _check_digit(rule: Rule, case: Case) -> bool:
    stated = rule.terms.get("weights", "1, 1, 1, 1 and 1")
    weights = [int(weight) for weight in stated.replace(" and ", ", ").split(", ")]
    return all(
        _remainder(entry, weights, int(rule.terms["by"])) == int(entry[-1])
        for entry in _entries(rule, case)
    )


def _remainder(code: str, weights: list[int], divisor: int) -> int:
    if not code.isdecimal() or len(code) != len(weights) + 1:
        raise Unreadable(f"not {len(weights)} digits and a check digit: {code!r}")
    return sum(map(int.__mul__, map(int, code[:-1]), weights)) % divisor


def _decimal(text: str) -> Fraction:
    try:
        return Fraction(text)
    except ValueError:
        raise Unreadable(f"not a number: {text!r}") from None


_DATES = ("%Y-%m-%d", "%d %b %Y", "%d %B %Y", "%a %d %b %Y", "%B %d, %Y")


def _day(text: str) -> date:
    for form in _DATES:
        try:
            return datetime.strptime(text, form).date()
        except ValueError:
            continue
    raise Unreadable(f"not a date: {text!r}")


CHECKS: dict[str, Callable[[Rule, Case], bool]] = {
    "required": _required,
    "unique": _unique,
    "range": _range,
    "list": _list,
    "pattern": _pattern,
    "date_order": _date_order,
    "total": _total,
    "conditional": _conditional,
    "exclusion": _exclusion,
    "parent": _parent,
    "sequence": _sequence,
    "limit": _limit,
    "check_digit": _check_digit,
}
