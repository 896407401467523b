"""Reading the state of ledger_match: two tables and the conventions beside them."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Literal, cast

from msgspec import Struct

from decisionpivot.items import Request
from decisionpivot.solvers.ledger_match import words
from decisionpivot.solvers.ledger_match.words import Table, matches
from decisionpivot.solvers.verdict import Unreadable

Rows = list[dict[str, str]]
Said = dict[str, tuple[str, dict[str, str]]]
"""By topic: the value that the conventions give it, and the figures in the sentence."""


class Entry(Struct, frozen=True):
    """A row of ledger A; ``amount`` in cents, ``day`` an ordinal, the reference as compared."""

    key: str
    day: int
    reference: str
    party: str
    amount: int


class Line(Struct, frozen=True):
    """A row of ledger B; no reference where it is blank, several in a batch."""

    key: str
    day: int
    references: tuple[str, ...]
    party: str
    amount: int
    note: str
    fee: int | None


class Rules(Struct, frozen=True, kw_only=True):
    """The matching conventions; ``margin`` and ``fee_flat`` in cents, ``fee_rate`` in 1/10,000."""

    several: bool
    blanks_settle: bool
    whole_units: bool
    margin: int = 0
    days: int | None = None
    working: bool = False
    may_precede: bool = False
    split_dates: Literal["every", "first", "last"] = "every"
    fees_in_notes: bool = False
    fee_note: str | None = None
    fee_rate: int = 0
    fee_flat: int = 0
    batch_blames: str | None = None


class Case(Struct, frozen=True):
    """All that the answer needs."""

    entries: tuple[Entry, ...]
    lines: tuple[Line, ...]
    rules: Rules


_TOPICS: dict[str, Table] = {
    "references": words.REFERENCES,
    "amounts": words.AMOUNTS,
    "settling": words.SETTLING,
    "blanks": words.BLANK_LINES,
    "dates": words.DATES,
    "monday": {"given": words.MONDAYS},
    "split dates": words.SPLIT_DATES,
    "fees": words.FEES,
    "batches": words.BATCHES,
    "blame": words.BLAME,
    "batch dates": {"free": words.BATCH_DATES},
}
_NEEDED = ("references", "amounts", "settling", "blanks", "dates")


def parse(request: Request) -> Case:
    """Read the whole state.

    Raises:
        Unreadable: a part of it is not understood, or one that is needed is missing.
    """
    if not isinstance(request.state, str) or "none" not in request.keys:
        raise Unreadable("not a text with an option for no entry")
    opening, *blocks = request.state.strip().split("\n\n")
    if not matches(words.OPENINGS, opening):
        raise Unreadable(f"opening: {opening}")
    sections = dict(_section(block) for block in blocks)
    if len(blocks) != 3 or len(sections) != 3:
        raise Unreadable("expected ledger A, ledger B and conventions")
    rows_a, party = _table(sections["a"], {"entry", "date", "reference", "amount"})
    rows_b, party_b = _table(sections["b"], {"line", "date", "reference", "amount", "note"})
    if party != party_b:
        raise Unreadable(f"a ledger of {party} beside one of {party_b}")
    said = _said(sections["rules"], party)
    manner = said["references"][0]
    entries = tuple(_entry(row, party, manner) for row in rows_a)
    if len({entry.reference for entry in entries}) < len(entries):
        raise Unreadable("two entries have the same reference")
    return Case(entries, tuple(_line(row, party, manner) for row in rows_b), _rules(said))


def _section(block: str) -> tuple[str, list[str]]:
    heading, *body = block.split("\n")
    for kind, patterns in words.HEADINGS.items():
        if matches(patterns, heading.lower()):
            return kind, body
    raise Unreadable(f"heading: {heading}")


# Tables


def _table(lines: list[str], known: set[str]) -> tuple[Rows, str]:
    """The rows by column, and the column that is none of the known ones: the party's."""
    head, *body = (line.split(" | ") for line in lines)
    own = set(head) - known
    if len(head) != len(known) + 1 or len(own) != 1:
        raise Unreadable(f"columns: {' | '.join(head)}")
    for cells in body:
        if len(cells) != len(head):
            raise Unreadable(f"row: {' | '.join(cells)}")
    return [dict(zip(head, cells, strict=True)) for cells in body], own.pop()


def _entry(row: dict[str, str], party: str, manner: str) -> Entry:
    reference = same_reference(row["reference"], manner)
    return Entry(row["entry"], day(row["date"]), reference, row[party], cents(row["amount"]))


def _line(row: dict[str, str], party: str, manner: str) -> Line:
    note = words.NOTE.fullmatch(row["note"])
    if note is None:
        raise Unreadable(f"note: {row['note']}")
    given = () if row["reference"] in words.BLANKS else row["reference"].split(" + ")
    if (note[1] == "batch") != (len(given) > 1):
        raise Unreadable(f"a batch, or not: {row['reference']}, noted {note[1]}")
    return Line(
        key=row["line"],
        day=day(row["date"]),
        references=tuple(same_reference(reference, manner) for reference in given),
        party=row[party],
        amount=cents(row["amount"]),
        note=note[1],
        fee=cents(note[2]) if note[2] else None,
    )


def same_reference(text: str, manner: str) -> str:
    """The reference in a form that is equal exactly where the conventions call it the same."""
    if manner == "zeros":
        return re.sub(r"(?<=-)0+", "", text)
    if manner == "letters":
        return re.sub(r"[ -]", "", text).upper()
    return text[-4:] if manner == "tail" else text


def cents(text: str) -> int:
    """The cents of ``1 234.50``, ``1,234.50``, ``1234.50`` or ``1234``."""
    amount = words.AMOUNT.fullmatch(text)
    if amount is None:
        raise Unreadable(f"amount: {text}")
    return int(re.sub("[ ,]", "", amount[1])) * 100 + int(amount[2] or 0)


def day(text: str) -> int:
    """The ordinal of a date in one of the ledgers' forms; a weekday beside it must be its own."""
    if not re.fullmatch(words.DATE, text):
        raise Unreadable(f"date: {text}")
    for form in ("%Y-%m-%d", "%d %b %Y", "%d %B %Y", "%B %d, %Y", "%a %d %b %Y"):
        try:
            found = datetime.strptime(text, form)
        except ValueError:
            continue
        if form.startswith("%a") and f"{found:%a}" != text[:3]:
            raise Unreadable(f"a date on the wrong weekday: {text}")
        return found.toordinal()
    raise Unreadable(f"date: {text}")


# Conventions


def _said(lines: Iterable[str], party: str) -> Said:
    said: Said = {}
    for line in lines:
        for sentence in words.SENTENCE_END.split(words.BULLET.sub("", line)):
            topic, value, figures = _read(sentence, party)
            if topic in said:
                raise Unreadable(f"a second rule of {topic}: {sentence}")
            if topic:
                said[topic] = value, figures
    for topic in _NEEDED:
        if topic not in said:
            raise Unreadable(f"no rule of {topic}")
    return said


def _read(sentence: str, party: str) -> tuple[str, str, dict[str, str]]:
    text = words.plain(sentence, party)
    for topic, table in _TOPICS.items():
        for value, patterns in table.items():
            if match := matches(patterns, text):
                return topic, value, match.groupdict()
    if matches(words.ASIDES, text):
        return "", "", {}
    raise Unreadable(f"convention: {sentence}")


def _rules(said: Said) -> Rules:
    amounts, figures = said["amounts"]
    dates, tolerance = said["dates"]
    several = said["settling"][0] == "all lines"
    if dates != "free" and several and "split dates" not in said:
        raise Unreadable("no rule for the dates of a split entry")
    if ("blame" in said) != ("batches" in said) or ("batches" in said) != ("batch dates" in said):
        raise Unreadable("half a rule of batches")
    _check_blanks(said)
    fees, fee = said.get("fees", ("", {}))
    split_dates = said.get("split dates", ("every", {}))[0]
    return Rules(
        several=several,
        blanks_settle=said["blanks"][0] == "same party",
        whole_units=amounts == "units",
        margin=cents(figures["margin"]) if amounts == "margin" else 0,
        days=None if dates == "free" else words.NUMBERS.index(tolerance["count"]),
        working=_is_working(said),
        may_precede=dates == "around",
        split_dates=cast(Literal["every", "first", "last"], split_dates),
        fees_in_notes=fees == "in note",
        fee_note=fee.get("note"),
        fee_rate=cents(fee["rate"]) if fees == "rate" else 0,
        fee_flat=cents(fee["flat"]) if fees == "flat" else 0,
        batch_blames=said.get("blame", (None, {}))[0],
    )


def _check_blanks(said: Said) -> None:
    """A blank line must be in time exactly where dates are compared at all."""
    value, figures = said["blanks"]
    if value == "same party" and (figures["dated"] is None) != (said["dates"][0] == "free"):
        raise Unreadable("whether the date of a line without a reference counts")


def _is_working(said: Said) -> bool:
    working = said["dates"][1].get("unit") == "working"
    if working != ("monday" in said):
        raise Unreadable("working days need a Monday to count from")
    if working and (day(said["monday"][1]["monday"].title()) - 1) % 7:
        raise Unreadable(f"no Monday: {said['monday'][1]['monday']}")
    return working
