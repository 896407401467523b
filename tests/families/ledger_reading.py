"""A small reader of ``ledger_match`` states, and an evaluation of its own, for the tests."""

import re
from datetime import date, datetime, timedelta
from typing import NamedTuple

from decisionpivot.items import Item

FORMATS = ("%Y-%m-%d", "%d %B %Y", "%d %b %Y", "%B %d, %Y", "%a %d %b %Y")
DAY = r"(?:\w{3} )?(?:\d{4}-\d\d-\d\d|\d+ \w+ \d{4}|\w+ \d+, \d{4})"
COUNTS = "zero one two three four five".split()


class Entry(NamedTuple):
    key: str
    day: date
    ref: str
    party: str
    amount: int


class Line(NamedTuple):
    day: date
    refs: tuple[str, ...]
    party: str
    note: str
    amount: int
    fee: int


class Case(NamedTuple):
    entries: list[Entry]
    lines: list[Line]
    text: str
    refs: str
    blank: bool
    margin: int
    whole: bool
    days: tuple[int, int] | None
    working: bool
    parts: str
    fee: tuple[str, str, int] | None
    blame: int


def has(text: str, *phrases: str) -> bool:
    return any(phrase in text for phrase in phrases)


def read_day(text: str) -> date:
    for style in FORMATS:
        try:
            return datetime.strptime(text, style).date()
        except ValueError:
            pass
    raise AssertionError(text)


def cents(text: str) -> int:
    whole, _, part = text.replace(",", "").replace(" ", "").partition(".")
    return int(whole) * 100 + int(part or 0)


def table(state: str, head: str) -> list[dict[str, str]]:
    lines = state.split("\n")
    start = next(n for n, line in enumerate(lines) if line.startswith(f"{head} | "))
    names = lines[start].split(" | ")
    rows = []
    for line in lines[start + 1 :]:
        if " | " not in line:
            break
        row = dict(zip(names, line.split(" | "), strict=True))
        fixed = {"entry", "line", "date", "reference", "note", "amount"}
        row["party"] = next(value for name, value in row.items() if name not in fixed)
        rows.append(row)
    return rows


def canonical(ref: str, style: str) -> str:
    """What of a reference counts."""
    letters = re.sub("[^A-Z0-9]", "", ref.upper()) if style == "loose" else ref
    if style == "tail":
        return letters[-4:]
    return re.sub("-0*", "-", letters) if style == "zeros" else letters


def parse(item: Item) -> Case:
    text = item.state
    refs = (
        "tail" if has(text, "four digits") else
        "zeros" if has(text, "zeros") else
        "loose" if has(text, "capitals", "capitalised") else "full"
    )  # fmt: skip
    entries = [
        Entry(row["entry"], read_day(row["date"]), canonical(row["reference"], refs),
              row["party"], cents(row["amount"]))
        for row in table(text, "entry")
    ]  # fmt: skip
    lines = []
    for row in table(text, "line"):
        note, _, fee = row["note"].partition(", fee ")
        found = row["reference"]
        own = tuple(canonical(ref, refs) for ref in found.split(" + ")) if len(found) > 3 else ()
        lines.append(Line(read_day(row["date"]), own, row["party"], note, cents(row["amount"]),
                          cents(fee or "0")))  # fmt: skip
    margin = re.search(r"0\.(\d\d)", text) if has(
        text, "no more than 0.", "up to 0.", "including 0.", "at most 0.", "more than 0."
    ) else None  # fmt: skip
    days = re.search(r"(two|three|four|five) (?:working|calendar) days", text)
    count = COUNTS.index(days[1]) if days else 0
    around = has(text, "before or after the date", "whichever comes first", "earlier or later;",
                 "precede or follow", "Either date")  # fmt: skip
    word = re.search(r"\b(each part|every single|One part|all its parts|earliest|first part|latest"
                     r"|last part)", text)  # fmt: skip
    parts = {"earliest": min, "first part": min, "latest": max, "last part": max}
    return Case(
        entries, lines, text, refs,
        blank=not has(text, "belongs to no entry, whatever", "settles nothing, even",
                      "not guessed", "No entry is settled by a line whose"),
        margin=int(re.search(r"(?:than|to|including|most) 0\.(\d\d)", text)[1]) if margin else 0,
        whole=has(text, "rounded", "round the") and has(text, "whole units", "amount due are",
                                                        "full units"),
        days=(-count if around else 0, count) if days else None,
        working="working day" in text,
        parts=parts[word[1]].__name__ if word and word[1] in parts else "each",
        fee=fee_of(text),
        blame=-1 if has(text, "named last", "names last", "last entry", "ends its list") else 0,
    )  # fmt: skip


def fee_of(text: str) -> tuple[str, str, int] | None:
    marked = [m for m in re.findall(r"(?:noted|note) '(\w+)'", text) if m != "batch"]
    if not marked:
        return None
    rate = re.search(r"(?:keeps back|fee of|fee:|means that|it is) (?:a fee of )?(\d+\.\d\d)( %)?",
                     text)  # fmt: skip
    return marked[0], "share" if rate[2] else "flat", cents(rate[1])


def in_time(day: date, entry: Entry, case: Case) -> bool:
    if case.days is None:
        return True
    low, high = sorted((day, entry.day))
    off = (high - low).days
    if case.working:
        off = sum((low + timedelta(n)).weekday() < 5 for n in range(1, off + 1))
    return case.days[0] <= (off if day >= entry.day else -off) <= case.days[1]


def agrees(due: int, found: int, case: Case) -> bool:
    if case.whole:
        return (due + 50) // 100 * 100 == found
    return abs(due - found) <= case.margin


def fee_on(amount: int, line: Line, case: Case) -> int:
    if case.fee and line.note == case.fee[0]:
        _, kind, rate = case.fee
        return rate if kind == "flat" else (2 * amount * rate + 10_000) // 20_000
    return line.fee


def fails(entry: Entry, case: Case) -> str:
    """Why an entry does not reconcile, or nothing."""
    own = [line for line in case.lines if entry.ref in line.refs]
    if not own:
        settled = case.blank and any(
            not line.refs and line.party == entry.party and in_time(line.day, entry, case)
            and agrees(entry.amount, line.amount, case) for line in case.lines
        )  # fmt: skip
        return "" if settled else "missing_line"
    if len(own[0].refs) > 1:
        due = sum(one.amount for one in case.entries if one.ref in own[0].refs)
        wrong = not agrees(due, own[0].amount, case)
        return "fee_or_batch" if wrong and own[0].refs[case.blame] == entry.ref else ""
    if len(own) > 1 and not agrees(entry.amount, sum(line.amount for line in own), case):
        return "split"
    fee = fee_on(entry.amount, own[0], case)
    if len(own) == 1 and not agrees(entry.amount - fee, own[0].amount, case):
        return "fee_or_batch" if fee else "changed_amount"
    days = [line.day for line in own]
    asked = {"min": [min(days)], "max": [max(days)]}.get(case.parts, days)
    return "" if all(in_time(day, entry, case) for day in asked) else "date"


def solve(item: Item) -> dict[str, str]:
    """The entries that fail, with the reason."""
    case = parse(item)
    reasons = {entry.key: fails(entry, case) for entry in case.entries}
    return {key: reason for key, reason in reasons.items() if reason}
