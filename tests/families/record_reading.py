"""Reads a rendered batch and its rules anew, from text and options alone."""

import re
from collections import Counter
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from decisionpivot.families.group import Item

SUBJECTS = {
    "required": r"the (?P<a>.+) that must be filled in",
    "unique": r"the (?P<a>.+) that must not be repeated",
    "range": r"the range of the (?P<a>.+)",
    "list": r"the (?P<a>.+) on its reference list",
    "pattern": r"the form of the (?P<a>.+)",
    "date_order": r"the order of (?P<a>.+) and (?P<b>.+)",
    "total": r"the sum that makes the (?P<a>.+)",
    "conditional": r"the (?P<b>.+) needed for one (?P<a>.+)",
    "exclusion": r"(?P<a>.+) and (?P<b>.+), which exclude each other",
    "parent": r"the (?P<a>.+) found in the batch",
    "sequence": r"the (?P<b>.+) without gaps in each (?P<a>.+)",
    "limit": r"the number of \w+ with one (?P<a>.+)",
    "check_digit": r"the check digit of the (?P<a>.+)",
}
RECORDS = {1: 10, 2: 16, 3: 24}
SEPARATORS = (" | ", "; ", "\t", ", ", " / ")
STRICT = re.compile(r"not allowed|at least one day|before or on the day|not accepted")
SIGNS = {"capital letter": "[A-Z]", "digit": "[0-9]", "hyphen": "-", "slash": "/", "dot": r"\."}
RUN = re.compile(r"\b(an?|two|three|four) (capital letter|digit|hyphen|slash|dot)s?\b")
COUNTS = {"a": 1, "two": 2, "three": 3, "four": 4, "five": 5}


class Rule(NamedTuple):
    """A listed rule: its option, its type, its one or two fields and its sentence."""

    key: str
    kind: str
    a: str
    b: str
    text: str


class Batch(NamedTuple):
    """The records of an item by column, and what its text says beside them."""

    columns: dict[str, list[str]]
    marker: str
    state: str
    rules: list[Rule]


def table(state: str, count: int) -> dict[str, list[str]]:
    """The first run of lines with equally many fields, a header and ``count`` records."""
    lines = state.split("\n")
    for start, separator in ((n, s) for n in range(len(lines) - count) for s in SEPARATORS):
        rows = [line.split(separator) for line in lines[start : start + count + 1]]
        if len(rows[0]) > 4 and len({len(row) for row in rows}) == 1:
            cells = [[cell.removeprefix("| ").removesuffix(" |") for cell in row] for row in rows]
            return {name: list(column) for name, *column in zip(*cells, strict=True)}
    raise AssertionError("no batch found")


def read(item: Item) -> Batch:
    rules = []
    for option in item.options:
        if option.key == "none":
            continue
        (line,) = re.findall(rf"^(?:Rule |\()?{option.key}(?:\)|\.|:| -) (.*)$", item.state, re.M)
        subject = option.meaning.removeprefix(f"Rule {option.key} (").removesuffix(") is violated.")
        ((kind, found),) = [
            (kind, found)
            for kind, form in SUBJECTS.items()
            if (found := re.fullmatch(form, subject))
        ]
        named = found.groupdict()
        rules.append(Rule(option.key, kind, named["a"], named.get("b", ""), line))
    marker = re.search(r"(?:only|written|entry|shows|read|mark) (['\"`])(.+?)\1", item.state).group(
        2
    )
    return Batch(table(item.state, RECORDS[item.level]), marker, item.state, rules)


def day(text: str) -> date:
    for form in ("%Y-%m-%d", "%d %b %Y", "%a %d %b %Y"):
        try:
            return datetime.strptime(text, form).date()
        except ValueError:
            continue
    raise AssertionError(text)


def numbers(rule: Rule) -> list[int]:
    return [int(text) for text in re.findall(r"\d+", rule.text)]


def listed(batch: Batch, rule: Rule) -> bool:
    name = re.search(r'list (?:headed )?"([^"]+)"', rule.text).group(1)
    codes = re.search(rf"^{name}(?:: | = | -> )(.*)$", batch.state, re.M).group(1)
    return all(code in codes.split(", ") for code in batch.columns[rule.a])


def formed(batch: Batch, rule: Rule) -> bool:
    runs = RUN.findall(rule.text)
    form = "".join(f"{SIGNS[sign]}{{{COUNTS[count]}}}" for count, sign in runs)
    return all(re.fullmatch(form, text) for text in batch.columns[rule.a])


def ordered(batch: Batch, rule: Rule) -> bool:
    least = 1 if STRICT.search(rule.text) else 0
    pairs = zip(batch.columns[rule.a], batch.columns[rule.b], strict=True)
    return all((day(b) - day(a)).days >= least for a, b in pairs)


def summed(batch: Batch, rule: Rule) -> bool:
    parts = [name for name in batch.columns if name in rule.text and name != rule.a]
    rows = zip(*(batch.columns[name] for name in [rule.a, *parts]), strict=True)
    return all(Decimal(total) == sum(map(Decimal, amounts)) for total, *amounts in rows)


def conditional(batch: Batch, rule: Rule) -> bool:
    states = batch.columns[rule.a]
    rest = rule.text.replace(rule.a, "").replace(rule.b, "")
    (needing,) = (s for s in dict.fromkeys(states) if re.search(rf"\b{s}\b", rest))
    notes = batch.columns[rule.b]
    return all(s != needing or n != batch.marker for s, n in zip(states, notes, strict=True))


def exclusive(batch: Batch, rule: Rule) -> bool:
    pairs = zip(batch.columns[rule.a], batch.columns[rule.b], strict=True)
    return all(batch.marker in pair for pair in pairs)


def known(batch: Batch, rule: Rule) -> bool:
    ids = next(iter(batch.columns.values()))
    pairs = zip(ids, batch.columns[rule.a], strict=True)
    return all(b == batch.marker or (b in ids and b != a) for a, b in pairs)


def gapless(batch: Batch, rule: Rule) -> bool:
    runs: dict[str, list[int]] = {}
    for group, number in zip(batch.columns[rule.a], batch.columns[rule.b], strict=True):
        runs.setdefault(group, []).append(int(number))
    return all(sorted(run) == list(range(min(run), min(run) + len(run))) for run in runs.values())


def limited(batch: Batch, rule: Rule) -> bool:
    (most,) = numbers(rule) or [COUNTS[w] for w in rule.text.split() if w in COUNTS and w != "a"]
    return max(Counter(batch.columns[rule.a]).values()) <= most


def checked(batch: Batch, rule: Rule) -> bool:
    found = re.search(r"(\d), (\d), (\d), (\d) and (\d)", rule.text)
    weights = [int(weight) for weight in found.groups()] if found else [1] * 5
    rest = rule.text.replace(found.group(), "") if found else rule.text
    (divisor,) = map(int, re.findall(r"\d+", rest))
    for code in batch.columns[rule.a]:
        total = sum(int(d) * w for d, w in zip(code[:-1], weights, strict=True))
        if total % divisor != int(code[-1]):
            return False
    return True


HOLDS: dict[str, Callable[[Batch, Rule], bool]] = {
    "required": lambda batch, rule: batch.marker not in batch.columns[rule.a],
    "unique": lambda batch, rule: max(Counter(batch.columns[rule.a]).values()) == 1,
    "range": lambda batch, rule: all(
        min(numbers(rule)) <= int(text) <= max(numbers(rule)) for text in batch.columns[rule.a]
    ),
    "list": listed,
    "pattern": formed,
    "date_order": ordered,
    "total": summed,
    "conditional": conditional,
    "exclusion": exclusive,
    "parent": known,
    "sequence": gapless,
    "limit": limited,
    "check_digit": checked,
}


def violated(batch: Batch) -> list[Rule]:
    """The rules that the batch breaks."""
    return [rule for rule in batch.rules if not HOLDS[rule.kind](batch, rule)]
