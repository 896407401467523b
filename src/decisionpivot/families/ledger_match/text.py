"""Rendering two ledgers and their conventions; the wording is drawn once per group."""

from collections.abc import Sequence
from datetime import date
from random import Random

from msgspec import Struct

from decisionpivot.draw import choice, integer, sample, shuffled
from decisionpivot.families.ledger_match import words
from decisionpivot.families.ledger_match.case import Entry, Line, Rules
from decisionpivot.families.wording import (
    DATE_STYLES,
    MONTHS,
    Names,
    day,
    decimal,
    number_word,
    plural,
)
from decisionpivot.items import Option


class Sheet(Struct, frozen=True):
    """All wording that the members of a group share, and every section but the rows of ledger B."""

    rules: Rules
    day_style: str
    thousands: str
    dash: str
    columns: tuple[int, ...]
    numbers: tuple[int, ...]
    before: str
    after: str

    def money(self, amount: int) -> str:
        """An amount as ledger B writes it."""
        if self.rules.money == "whole":
            return decimal(amount // 100, 0, self.thousands)
        return decimal(amount, 2, self.thousands)

    def note(self, line: Line) -> str:
        """How a line was paid, with the fee where it shows one."""
        return f"{line.note}, fee {self.money(line.fee)}" if line.fee else line.note

    def reference(self, line: Line) -> str:
        """The references of a line."""
        return " + ".join(written(ref, self.rules.refs) for ref in line.refs) or self.dash

    def row(self, number: int, line: Line) -> str:
        """A row of ledger B."""
        cells = (
            f"L{number}",
            day(date.fromordinal(line.day), self.day_style),
            self.reference(line),
            line.party,
            self.note(line),
            self.money(line.amount),
        )
        return " | ".join(cells[column] for column in self.columns)

    def rows(self, lines: Sequence[Line]) -> list[str]:
        """The rows of ledger B."""
        return [self.row(n, line) for n, line in zip(self.numbers, lines, strict=True)]

    def state(self, rows: Sequence[str]) -> str:
        """The rendered state."""
        return self.before + "\n".join(rows) + self.after

    def at(self, rows: Sequence[str], place: int) -> float:
        """Where a row of ledger B stands in the state, from 0 to 1."""
        start = len(self.before) + sum(len(row) + 1 for row in rows[:place])
        total = len(self.before) + sum(map(len, rows)) + len(rows) - 1 + len(self.after)
        return round(start / total, 4)

    def fact(self, line: Line, other: Line) -> str:
        """What a line says where another one in its place says something else."""
        if line.refs != other.refs:
            return self.reference(line)
        if line.party != other.party:
            return line.party
        if line.day != other.day:
            return day(date.fromordinal(line.day), self.day_style)
        same = line.amount == other.amount
        return self.note(line) if same else self.money(line.amount)


def written(ref: str, style: str) -> str:
    """A reference of ledger A as ledger B writes it."""
    prefix, _, number = ref.partition("-")
    if style == "tail":
        return number[-4:]
    if style == "zeros":
        return f"{prefix}-{number.lstrip('0')}"
    if style == "loose":
        return (f"{prefix.lower()}{number}", f"{prefix} {number}", f"{prefix.lower()}-{number}",
                f"{prefix}{number[:3]} {number[3:]}")[int(number) % 4]  # fmt: skip
    return ref


def conventions(r: Random, rules: Rules, terms: dict[str, str], monday: str) -> list[str]:
    """The conventions of a group, in an order of their own."""
    fits = words.FITS[min(rules.level, 2)]
    found: list[list[Sequence[str]]] = [
        [words.REFS[rules.refs]],
        [words.BLANK if rules.blank else words.NO_BLANK],
        [words.MONEY[rules.money]],
        [words.UNRELATED],
        [words.NAMES_FREE],
    ]
    if rules.level == 1:
        found += [[words.ONE_LINE], [words.NO_DATES]]
    else:
        found[2] += [words.ONCE[rules.money]] if rules.money in words.ONCE else []
        found += [[words.AROUND if rules.both else words.AFTER]]
        found[-1] += [words.WORKING] if rules.working else []
        found += [[words.SPLIT, words.PARTS[rules.parts]]]
    if rules.level == 3:
        found += [[words.FEES[rules.fee]]]
        found += [[words.BATCH, words.BLAME[rules.blame], words.BATCH_DATES]]
    bullet = choice(r, ("- ", "* ", ""))
    values = terms | amounts(rules) | {"fits": fits, "monday": monday}
    return [
        bullet + " ".join(choice(r, phrases) for phrases in topic).format(**values)
        for topic in shuffled(r, found)
    ]


def amounts(rules: Rules) -> dict[str, str]:
    """Margin, tolerance and rate in words."""
    unit = "working day" if rules.working else "calendar day"
    count = plural(rules.days, unit).partition(" ")[2]
    rate = decimal(rules.rate) + (" %" if rules.fee == "share" else "")
    return {
        "margin": decimal(rules.margin),
        "days": f"{number_word(rules.days)} {count}",
        "rate": rate,
        "mark": rules.mark,
    }


def sheet(
    r: Random,
    rules: Rules,
    entries: Sequence[Entry],
    lines: int,
    *,
    domain: str,
    start: date,
    order: str,
) -> tuple[Sheet, dict[str, str]]:
    """Draw the wording of a group; also the meaning of every entry, by key."""
    about, name = words.DOMAINS[domain], Names(r).word(3)
    styles = sample(r, DATE_STYLES, 2)
    thousands = choice(r, ("", ",", " ")), choice(r, ("", ",", " "))
    dash = choice(r, words.DASHES)
    terms = about._asdict() | {"dash": dash, "name": name, "Name": name}
    terms |= {"Keeper": cap(about.keeper), "Other": cap(about.other)}
    terms["month"] = f"{MONTHS[start.month - 1]} {start.year}"
    columns = {which: column_order(r, which) for which in words.COLUMNS}
    head = {
        which: " | ".join(words.COLUMNS[which][n] for n in columns[which]).format(**terms)
        for which in columns
    }
    rows = [
        (entry.key, day(date.fromordinal(entry.day), styles[0]), entry.ref, entry.party,
         decimal(entry.amount, 2, thousands[0]))
        for entry in entries
    ]  # fmt: skip
    named = styles[0] if styles[0] != "weekday" else "long"
    monday = day(date.fromordinal((start.toordinal() - 1) // 7 * 7 + 1), named)
    bodies = {
        "A": "\n".join([head["A"], *(" | ".join(row[n] for n in columns["A"]) for row in rows)]),
        "B": f"{head['B']}\n\0",
        "R": "\n".join(conventions(r, rules, terms, monday)),
    }
    titles = {key: choice(r, words.HEADINGS[key]).format(**terms) for key in bodies}
    sections = [f"{titles[key]}\n{bodies[key]}" for key in order]
    text = "\n\n".join([choice(r, words.INTRODUCTIONS).format(**terms), *sections])
    before, _, after = text.partition("\0")
    first = integer(r, 101, 870)
    meaning = choice(r, words.ENTRY_MEANINGS)
    meanings = {row[0]: meaning.format(day=row[1], party=row[3], amount=row[4]) for row in rows}
    numbers = tuple(range(first, first + lines))
    drawn = Sheet(rules, styles[1], thousands[1], dash, columns["B"], numbers, before, after)
    return drawn, meanings


def column_order(r: Random, which: str) -> tuple[int, ...]:
    """The columns of a ledger: its own number first, the rest in any order."""
    return (0, *shuffled(r, range(1, len(words.COLUMNS[which]))))


def cap(text: str) -> str:
    """The text with a capital at its start."""
    return text[0].upper() + text[1:]


def options(keys: Sequence[str], meanings: dict[str, str], none: str) -> tuple[Option, ...]:
    """The option list; the key ``none`` has a meaning of its own."""
    return tuple(Option(key, none if key == "none" else meanings[key]) for key in keys)
