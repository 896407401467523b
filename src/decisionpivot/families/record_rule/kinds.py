"""The thirteen rule types: how columns are filled, when a rule holds, and how it is just broken.

Every type has columns of its own. ``FILL`` writes them, near misses included, and returns the
rule that they keep; ``HOLDS`` evaluates a rule on a batch; ``BREAK`` names one cell and a value
that breaks the rule by as little as it can be broken.
"""

from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from msgspec import Struct

from decisionpivot import draw
from decisionpivot.families.record_rule.words import Domain
from decisionpivot.families.wording import Names

Value = str | int | date
"""Integers are counts, or hundredths in the fields of a total; the empty text is no entry."""
Row = dict[str, Value]
Change = tuple[int, str, Value]
"""The number of a row, a field, and its new value."""

PATTERNS = ("AA-9999", "999-AA", "A99-A9", "99/AAA", "AAA.99", "9A-999", "AA9-99", "A-9999-A")
"""Forms: A is a capital letter, 9 a digit."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"
ALIKE = {"A": "IOSBZ", "9": "10582"}
WEIGHTS = ((1, 1, 1, 1, 1), (1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (5, 4, 3, 2, 1), (1, 3, 1, 3, 1))


class Rule(Struct, frozen=True):
    """One integrity rule.

    ``low`` and ``high`` bound a range; ``high`` is also the limit of a group and the divisor of
    a check digit; ``value`` is a pattern or the value that makes a field required; ``codes`` are
    on the reference list and ``other`` on the list beside it.
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


class Pen:
    """The batch of a group while its columns are written."""

    def __init__(self, r: Random, about: Domain, count: int) -> None:
        self.r, self.about, self.names = r, about, Names(r)
        self.codes, self.other = code_lists(r)
        prefix = draw.choice(r, about.prefixes)
        self.ids = [f"{prefix}-{number}" for number in lookalikes(r, count, 4)]
        self.rows: list[Row] = [{about.id: name} for name in self.ids]

    def order(self) -> list[Row]:
        """The rows in random order: the first ones become near misses."""
        return draw.shuffled(self.r, self.rows)


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


def lookalikes(r: Random, count: int, length: int) -> list[str]:
    """Different numbers without leading zero, about half of which resemble another one."""
    found: list[str] = []
    while len(found) < count:
        fresh = not found or draw.chance(r, 0.5)
        low = 10 ** (length - 1)
        number = (
            str(draw.integer(r, low, 10 * low - 1)) if fresh else altered(r, draw.choice(r, found))
        )
        if number not in found and number[0] != "0":
            found.append(number)
    return found


def code_lists(r: Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A reference list and another one whose codes differ from it in one character."""
    found: list[str] = []
    while len(found) < 12:
        if found and draw.chance(r, 0.6):
            code, at = draw.choice(r, found), draw.integer(r, 0, 2)
            code = code[:at] + draw.choice(r, LETTERS if at < 2 else DIGITS) + code[at + 1 :]
        else:
            code = "".join(draw.choice(r, pool) for pool in (LETTERS, LETTERS, DIGITS))
        if code not in found:
            found.append(code)
    draw.shuffle(r, found)
    count = draw.integer(r, 5, 7)
    return tuple(found[:count]), tuple(found[count:])


def fill_required(pen: Pen) -> Rule:
    """Names in every record."""
    field = pen.about.required
    for row in pen.rows:
        row[field] = pen.names.word(2)
    return Rule("required", (field,))


def fill_unique(pen: Pen) -> Rule:
    """Numbers that look alike and differ."""
    field = pen.about.unique
    for row, number in zip(pen.rows, lookalikes(pen.r, len(pen.rows), 6), strict=True):
        row[field] = number
    return Rule("unique", (field,))


def fill_range(pen: Pen) -> Rule:
    """Numbers of which every fifth stands on the lower and every fifth on the upper bound."""
    r, (field, least, most) = pen.r, pen.about.range
    low = draw.integer(r, least, most)
    high = low + draw.integer(r, least // 2 + 5, most)
    for number, row in enumerate(pen.order()):
        row[field] = (low, high)[number % 5] if number % 5 < 2 else draw.integer(r, low, high)
    return Rule("range", (field,), low=low, high=high)


def fill_list(pen: Pen) -> Rule:
    """Codes of the reference list."""
    field = pen.about.list[0]
    for row in pen.rows:
        row[field] = draw.choice(pen.r, pen.codes)
    return Rule("list", (field,), codes=pen.codes, other=pen.other)


def written(r: Random, form: str, pools: dict[str, str]) -> str:
    """A text of a form, its characters drawn from these pools."""
    return "".join(draw.choice(r, pools[sign]) if sign in pools else sign for sign in form)


def fill_pattern(pen: Pen) -> Rule:
    """Texts of one form; every third mixes letters and digits that look alike."""
    field, form = pen.about.pattern, draw.choice(pen.r, PATTERNS)
    for number, row in enumerate(pen.order()):
        row[field] = written(pen.r, form, {"A": LETTERS, "9": DIGITS} if number % 3 else ALIKE)
    return Rule("pattern", (field,), value=form)


def fill_date_order(pen: Pen) -> Rule:
    """Two dates, in every third record as close as is allowed."""
    r, (first, second), strict = pen.r, pen.about.dates, draw.chance(pen.r, 0.5)
    start = date(2027, 1, 10) + timedelta(draw.integer(r, 0, 900))
    for number, row in enumerate(pen.order()):
        begun = start + timedelta(draw.integer(r, 0, 40))
        gap = int(strict) if number % 3 == 0 else draw.integer(r, 1, 25)
        row[first], row[second] = begun, begun + timedelta(gap)
    return Rule("date_order", (first, second), strict=strict)


def fill_total(pen: Pen) -> Rule:
    """Parts in hundredths and their sum, the last field."""
    *parts, total = pen.about.total
    parts = parts[: draw.integer(pen.r, 2, 3)]
    for row in pen.rows:
        amounts = [draw.integer(pen.r, 105, 9899) for _ in parts]
        row.update(zip(parts, amounts, strict=True))
        row[total] = sum(amounts)
    return Rule("total", (*parts, total))


def fill_conditional(pen: Pen) -> Rule:
    """States of which one needs an entry; with the others every second record has none."""
    r, (field, states, note) = pen.r, pen.about.conditional
    needing = draw.choice(r, states)
    others = [state for state in states if state != needing]
    for number, row in enumerate(pen.order()):
        row[field] = needing if number % 3 == 0 else draw.choice(r, others)
        row[note] = "" if number % 3 == 1 else entry(pen.r)
    return Rule("conditional", (field, note), value=needing)


def fill_exclusion(pen: Pen) -> Rule:
    """The one field filled in, the other, or neither."""
    first, second = pen.about.exclusion
    for number, row in enumerate(pen.order()):
        row[first] = entry(pen.r) if number % 5 < 2 else ""
        row[second] = entry(pen.r) if 2 <= number % 5 < 4 else ""
    return Rule("exclusion", (first, second))


def fill_parent(pen: Pen) -> Rule:
    """Identifiers of other records, above or below, in two of three records."""
    field, r = pen.about.parent, pen.r
    for number, row in enumerate(pen.order()):
        others = [name for name in pen.ids if name != row[pen.about.id]]
        row[field] = draw.choice(r, others) if number % 3 else ""
    return Rule("parent", (field, pen.about.id))


def fill_sequence(pen: Pen) -> Rule:
    """Consecutive numbers in groups of four to eight records, rows in any order."""
    r, (group, field) = pen.r, pen.about.sequence
    groups = len(pen.rows) // draw.integer(r, 4, 5)
    labels = [f"{letter}{draw.integer(r, 1, 9)}" for letter in draw.sample(r, LETTERS, groups)]
    following = [draw.integer(r, 2, 9) for _ in labels]
    for number, row in enumerate(pen.order()):
        row[group], row[field] = labels[number % groups], following[number % groups]
        following[number % groups] += 1
    return Rule("sequence", (group, field))


def fill_limit(pen: Pen) -> Rule:
    """Two groups that are exactly full; the rest are smaller, and look alike in name."""
    field, rows = pen.about.limit, pen.order()
    most = draw.integer(pen.r, 3, 4 if len(rows) < 12 else 5)
    sizes = [most, most]
    while sum(sizes) < len(rows):
        sizes.append(min(len(rows) - sum(sizes), draw.integer(pen.r, 1, most - 1)))
    name = pen.names.word(3)
    for size in sizes:
        for _ in range(size):
            rows.pop()[field] = name
        name = pen.names.alike(name) if draw.chance(pen.r, 0.5) else pen.names.word(3)
    return Rule("limit", (field,), high=most)


def check_digit(digits: str, weights: tuple[int, ...], divisor: int) -> str:
    """The remainder of the weighted sum of the digits."""
    return str(sum(int(d) * w for d, w in zip(digits, weights, strict=True)) % divisor)


def fill_check_digit(pen: Pen) -> Rule:
    """Six digits, the last of which follows from the others."""
    field, divisor = pen.about.check_digit, draw.choice(pen.r, (7, 9, 10))
    weights = draw.choice(pen.r, WEIGHTS)
    for row, digits in zip(pen.rows, lookalikes(pen.r, len(pen.rows), 5), strict=True):
        row[field] = digits + check_digit(digits, weights, divisor)
    return Rule("check_digit", (field,), high=divisor, weights=weights)


Fill = Callable[[Pen], Rule]
FILL: dict[str, Fill] = {
    "required": fill_required,
    "unique": fill_unique,
    "range": fill_range,
    "list": fill_list,
    "pattern": fill_pattern,
    "date_order": fill_date_order,
    "total": fill_total,
    "conditional": fill_conditional,
    "exclusion": fill_exclusion,
    "parent": fill_parent,
    "sequence": fill_sequence,
    "limit": fill_limit,
    "check_digit": fill_check_digit,
}


def fits(text: str, form: str) -> bool:
    """Whether a text has a form of ``PATTERNS``."""
    pools = {"A": LETTERS, "9": DIGITS}
    return len(text) == len(form) and all(
        sign in pools.get(wanted, wanted) for sign, wanted in zip(text, form, strict=True)
    )


def in_order(rule: Rule, row: Row) -> bool:
    """Whether the second date is late enough."""
    first, second = (row[field] for field in rule.fields)
    assert isinstance(first, date)
    assert isinstance(second, date)
    return first < second or (first == second and not rule.strict)


def adds_up(rule: Rule, row: Row) -> bool:
    """Whether the last field is the sum of the others."""
    *parts, total = (int(str(row[field])) for field in rule.fields)
    return sum(parts) == total


def within(rule: Rule, row: Row) -> bool:
    """Whether a number lies in its range, both bounds included."""
    return rule.low <= int(str(row[rule.fields[0]])) <= rule.high


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
    return sorted(int(str(row[rule.fields[1]])) for row in rows if row[rule.fields[0]] == group)


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


def break_value(r: Random, rule: Rule, value: Value, rows: list[Row]) -> Value:
    """A value that breaks a rule on one field alone, if put in the place of ``value``."""
    if rule.kind == "unique":
        return draw.choice(r, rows)[rule.fields[0]]
    if rule.kind == "range":
        return draw.choice(r, (rule.low - 1, rule.high + 1))
    if rule.kind == "list":
        return draw.choice(r, rule.other)
    if rule.kind == "pattern":
        return broken_text(r, str(value), rule.value)
    if rule.kind == "check_digit":
        return altered(r, str(value))
    if rule.kind == "limit":
        counts = Counter(row[rule.fields[0]] for row in rows)
        return draw.choice(r, [name for name, count in counts.items() if count == rule.high])
    return ""


def break_date_order(r: Random, rule: Rule, rows: list[Row]) -> Change:
    """Move either date just over the other one."""
    at, side = draw.integer(r, 0, len(rows) - 1), draw.integer(r, 0, 1)
    over = timedelta(0 if rule.strict else 1)
    other = rows[at][rule.fields[1 - side]]
    assert isinstance(other, date)
    return at, rule.fields[side], other - over if side else other + over


def break_total(r: Random, rule: Rule, rows: list[Row]) -> Change:
    """One amount a hundredth off."""
    at, field = draw.integer(r, 0, len(rows) - 1), draw.choice(r, rule.fields)
    return at, field, int(str(rows[at][field])) + draw.choice(r, (-1, 1))


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
    return at, field, break_value(r, rule, rows[at][field], rows)
