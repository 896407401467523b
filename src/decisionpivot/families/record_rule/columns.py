"""How the columns of a batch are filled, one function a rule type, near misses included.

Every type has columns of its own; a function writes them and returns the rule that they keep.
"""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from decisionpivot import draw
from decisionpivot.families.record_rule.kinds import (
    ALIKE,
    DIGITS,
    LETTERS,
    Row,
    Rule,
    altered,
    check_digit,
    entry,
)
from decisionpivot.families.record_rule.words import Domain
from decisionpivot.families.wording import Names

PATTERNS = ("AA-9999", "999-AA", "A99-A9", "99/AAA", "AAA.99", "9A-999", "AA9-99", "A-9999-A")
"""Forms: A is a capital letter, 9 a digit."""
WEIGHTS = ((1, 1, 1, 1, 1), (1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (5, 4, 3, 2, 1), (1, 3, 1, 3, 1))


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
    """Identifiers of other records, above or below, in two of three; no cycles."""
    field, own, r = pen.about.parent, pen.about.id, pen.r
    order = pen.order()
    for number, row in enumerate(order):
        row[field] = draw.choice(r, order[:number])[own] if number % 3 else ""
    return Rule("parent", (field, own))


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
