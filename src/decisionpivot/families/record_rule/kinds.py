"""The thirteen rule types: when a rule holds on a batch, and how it is just broken."""

from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from typing import cast

from msgspec import Struct

from decisionpivot import draw

Value = str | int | date
"""Integers are counts, or hundredths in the fields of a total; the empty text is no entry."""
Row = dict[str, Value]
Change = tuple[int, str, Value]
"""The number of a row, a field, and its new value."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
ALIKE = {"A": "IOSBZ", "9": "10582"}


class Rule(Struct, frozen=True):
    """One integrity rule.

    ``low`` and ``high`` bound a range; ``high`` is also the limit of a group and the divisor of
    a check digit; ``value`` is a pattern (A for a capital letter, 9 for a digit) or the value
    that makes a field required; ``codes`` are on the reference list, ``other`` on the one beside.
    """

    kind: str
    fields: tuple[str, ...]
    low: int = 0
    high: int = 0
    strict: bool = False
    value: str = ""
    codes: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    weights: tuple[int, ...] = ()


def entry(r: Random) -> str:
    """A letter and four digits: ``K-4821``."""
    return f"{draw.choice(r, LETTERS)}-{draw.integer(r, 1000, 9999)}"


def altered(r: Random, digits: str) -> str:
    """The digits with one changed or two neighbours swapped; it may come out unchanged."""
    at = draw.integer(r, 0, len(digits) - 2)
    if draw.chance(r, 0.5):
        return digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
    at = draw.integer(r, 0, len(digits) - 1)
    return digits[:at] + draw.choice(r, DIGITS) + digits[at + 1 :]


def check_digit(digits: str, weights: tuple[int, ...], divisor: int) -> str:
    """The remainder of the weighted sum of the digits."""
    return str(sum(int(d) * w for d, w in zip(digits, weights, strict=True)) % divisor)


def fits(text: str, form: str) -> bool:
    """Whether a text has a form of ``PATTERNS``."""
    pools = {"A": LETTERS, "9": DIGITS}
    return len(text) == len(form) and all(
        sign in pools.get(wanted, wanted) for sign, wanted in zip(text, form, strict=True)
    )


def in_order(rule: Rule, row: Row) -> bool:
    """Whether the second date is late enough."""
    first, second = (cast(date, row[field]) for field in rule.fields)
    return first < second or (first == second and not rule.strict)


def adds_up(rule: Rule, row: Row) -> bool:
    """Whether the last field is the sum of the others."""
    *parts, total = (cast(int, row[field]) for field in rule.fields)
    return sum(parts) == total


def within(rule: Rule, row: Row) -> bool:
    """Whether a number lies in its range, both bounds included."""
    return rule.low <= cast(int, row[rule.fields[0]]) <= rule.high


def checked(rule: Rule, row: Row) -> bool:
    """Whether the last digit is the right one."""
    digits = str(row[rule.fields[0]])
    return digits[-1] == check_digit(digits[:-1], rule.weights, rule.high)


RowTest = Callable[[Rule, Row], bool]
ROW_TESTS: dict[str, RowTest] = {
    "required": lambda rule, row: row[rule.fields[0]] != "",
    "range": within,
    "list": lambda rule, row: row[rule.fields[0]] in rule.codes,
    "pattern": lambda rule, row: fits(str(row[rule.fields[0]]), rule.value),
    "date_order": in_order,
    "total": adds_up,
    "conditional": lambda rule, row: row[rule.fields[0]] != rule.value or row[rule.fields[1]] != "",
    "exclusion": lambda rule, row: "" in (row[rule.fields[0]], row[rule.fields[1]]),
    "check_digit": checked,
}
"""Rules that look at one record at a time."""


def all_differ(rule: Rule, rows: list[Row]) -> bool:
    """Whether no value occurs twice."""
    return max(Counter(row[rule.fields[0]] for row in rows).values()) == 1


def known(rule: Rule, rows: list[Row]) -> bool:
    """Whether every parent is another record of the batch."""
    parent, own = rule.fields
    ids = [row[own] for row in rows]
    return all(row[parent] == "" or row[parent] in ids for row in rows) and not any(
        row[parent] == row[own] for row in rows
    )


def numbers_of(rule: Rule, rows: list[Row], group: Value) -> list[int]:
    """The sorted numbers of one group."""
    return sorted(cast(int, row[rule.fields[1]]) for row in rows if row[rule.fields[0]] == group)


def consecutive(rule: Rule, rows: list[Row]) -> bool:
    """Whether the numbers of every group follow one another."""
    groups = dict.fromkeys(row[rule.fields[0]] for row in rows)
    runs = [numbers_of(rule, rows, group) for group in groups]
    return all(run == list(range(run[0], run[0] + len(run))) for run in runs)


def few_enough(rule: Rule, rows: list[Row]) -> bool:
    """Whether no group has more records than its limit."""
    return max(Counter(row[rule.fields[0]] for row in rows).values()) <= rule.high


BatchTest = Callable[[Rule, list[Row]], bool]
BATCH_TESTS: dict[str, BatchTest] = {
    "unique": all_differ,
    "parent": known,
    "sequence": consecutive,
    "limit": few_enough,
}
"""Rules that compare records."""


def holds(rule: Rule, rows: list[Row]) -> bool:
    """Whether a batch keeps a rule."""
    if rule.kind in BATCH_TESTS:
        return BATCH_TESTS[rule.kind](rule, rows)
    test = ROW_TESTS[rule.kind]
    return all(test(rule, row) for row in rows)


def broken_text(r: Random, text: str, form: str) -> str:
    """A text that misses its form by one character: left out, put in, or of another sort."""
    at = draw.choice(r, [place for place, sign in enumerate(form) if sign in "A9"])
    sign, manner = text[at], draw.choice(r, ("shorter", "longer", "case", "sort"))
    if manner == "shorter":
        return text[:at] + text[at + 1 :]
    if manner == "longer":
        return text[:at] + sign + text[at:]
    if manner == "case" and sign.isalpha():
        return text[:at] + sign.lower() + text[at + 1 :]
    return text[:at] + draw.choice(r, ALIKE["9" if sign.isalpha() else "A"]) + text[at + 1 :]


def crowded(r: Random, rule: Rule, rows: list[Row]) -> Value:
    """One of the groups that are exactly full."""
    counts = Counter(row[rule.fields[0]] for row in rows)
    return draw.choice(r, [name for name, count in counts.items() if count == rule.high])


BreakValue = Callable[[Random, Rule, Value, list[Row]], Value]
BREAK_VALUE: dict[str, BreakValue] = {
    "required": lambda r, rule, value, rows: "",
    "unique": lambda r, rule, value, rows: draw.choice(r, rows)[rule.fields[0]],
    "range": lambda r, rule, value, rows: draw.choice(r, (rule.low - 1, rule.high + 1)),
    "list": lambda r, rule, value, rows: draw.choice(r, rule.other),
    "pattern": lambda r, rule, value, rows: broken_text(r, str(value), rule.value),
    "check_digit": lambda r, rule, value, rows: altered(r, str(value)),
    "limit": lambda r, rule, value, rows: crowded(r, rule, rows),
}
"""Rules on one field: what breaks them in the place of a value in any record."""


def break_date_order(r: Random, rule: Rule, rows: list[Row]) -> Change:
    """Move either date just over the other one."""
    at, side = draw.integer(r, 0, len(rows) - 1), draw.integer(r, 0, 1)
    over = timedelta(0 if rule.strict else 1)
    other = cast(date, rows[at][rule.fields[1 - side]])
    return at, rule.fields[side], other - over if side else other + over


def break_total(r: Random, rule: Rule, rows: list[Row]) -> Change:
    """One amount a hundredth off."""
    at, field = draw.integer(r, 0, len(rows) - 1), draw.choice(r, rule.fields)
    return at, field, cast(int, rows[at][field]) + draw.choice(r, (-1, 1))


def break_conditional(r: Random, rule: Rule, rows: list[Row]) -> Change:
    """Empty a needed entry, or give a record without entry the state that needs one."""
    field, note = rule.fields
    if draw.chance(r, 0.5):
        return _row(r, rows, lambda row: row[field] == rule.value), note, ""
    return _row(r, rows, lambda row: row[note] == ""), field, rule.value


def break_exclusion(r: Random, rule: Rule, rows: list[Row]) -> Change:
    """Fill in the second field of a record."""
    first, second = draw.shuffled(r, rule.fields)
    return _row(r, rows, lambda row: row[first] != ""), second, entry(r)


def break_parent(r: Random, rule: Rule, rows: list[Row]) -> Change:
    """A parent whose number is slightly wrong."""
    at = _row(r, rows, lambda row: row[rule.fields[0]] != "")
    prefix, _, digits = str(rows[at][rule.fields[0]]).partition("-")
    return at, rule.fields[0], f"{prefix}-{altered(r, digits)}"


def break_sequence(r: Random, rule: Rule, rows: list[Row]) -> Change:
    """Make a group's first number one lower, its last one higher, or move one to either end."""
    at = draw.integer(r, 0, len(rows) - 1)
    run = numbers_of(rule, rows, rows[at][rule.fields[0]])
    return at, rule.fields[1], draw.choice(r, (run[0] - 1, run[-1] + 1))


def _row(r: Random, rows: list[Row], suits: Callable[[Row], bool]) -> int:
    return draw.choice(r, [at for at, row in enumerate(rows) if suits(row)])


Break = Callable[[Random, Rule, list[Row]], Change]
BREAK: dict[str, Break] = {
    "date_order": break_date_order,
    "total": break_total,
    "conditional": break_conditional,
    "exclusion": break_exclusion,
    "parent": break_parent,
    "sequence": break_sequence,
}


def breaking(r: Random, rule: Rule, rows: list[Row]) -> Change:
    """A change of one cell meant to break a rule; by accident it may not."""
    if rule.kind in BREAK:
        return BREAK[rule.kind](r, rule, rows)
    at, field = draw.integer(r, 0, len(rows) - 1), rule.fields[0]
    return at, field, BREAK_VALUE[rule.kind](r, rule, rows[at][field], rows)
