"""Two ledgers, the conventions that match them, and the evaluator that says what fails."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from decisionpivot.items import GenerationError


class Rules(Struct, frozen=True):
    """The conventions of a group; money is in cents, dates are proleptic day numbers.

    Attributes:
        level: 2 and 3 have a date tolerance and split lines, 3 has fees and batch lines.
        refs: how ledger B writes references: ``full``, ``loose`` (capitals, spaces and hyphens
            vary), ``tail`` (last four digits), ``zeros`` (leading zeros dropped).
        blank: whether a line without a reference may settle an entry of its party.
        money: amounts agree ``exact``, ``near`` (within ``margin``) or ``whole`` (rounded).
        days, both, working: the date tolerance, whether it runs both ways, in working days or not.
        parts: which parts of a split must be in time: ``each``, ``first`` or ``last``.
        fee, mark, rate: fees are ``shown`` on the line, or a ``flat`` sum or a ``share`` (in
            hundredths of a percent) on lines noted ``mark``.
        blame: which entry of a batch that does not add up fails: the ``first`` named or ``last``.
    """

    level: int
    refs: str
    blank: bool
    money: str
    margin: int
    days: int
    both: bool
    working: bool
    parts: str
    fee: str
    mark: str
    rate: int
    blame: str

    @property
    def earliest(self) -> int:
        """The first day in time, counted from the entry's date."""
        return -self.days if self.both else 0


class Entry(NamedTuple):
    """A row of ledger A."""

    key: str
    day: int
    ref: str
    party: str
    amount: int


class Line(NamedTuple):
    """A row of ledger B; ``refs`` are written as in ledger A, a batch has several."""

    day: int
    refs: tuple[str, ...]
    party: str
    note: str
    amount: int
    fee: int = 0


WEEK = 7
WORKDAYS = 5


def workday(day: int) -> int:
    """The number of the working day ``day``, so that differences count working days."""
    weeks, weekday = divmod(day - 1, WEEK)
    return weeks * WORKDAYS + min(weekday, WORKDAYS - 1)


def later(day: int, days: int, working: bool) -> int:
    """The day that lies so many days after a day (before it, where negative)."""
    if not working:
        return day + days
    weeks, weekday = divmod(workday(day) + days, WORKDAYS)
    return weeks * WEEK + weekday + 1


def in_time(day: int, entry: Entry, rules: Rules) -> bool:
    """Whether a day is within the tolerance of an entry's date."""
    off = workday(day) - workday(entry.day) if rules.working else day - entry.day
    return rules.level == 1 or rules.earliest <= off <= rules.days


def rounded(amount: int) -> int:
    """An amount rounded to whole units, half upwards."""
    return (amount + 50) // 100 * 100


def agrees(expected: int, found: int, rules: Rules) -> bool:
    """Whether what ledger B shows is what it should show."""
    if rules.money == "whole":
        return rounded(expected) == found
    return abs(expected - found) <= (rules.margin if rules.money == "near" else 0)


def fee_on(amount: int, line: Line, rules: Rules) -> int:
    """The fee that a line is short of for an entry of this amount."""
    if rules.level < 3 or rules.fee == "shown" or line.note != rules.mark:
        return line.fee
    return rules.rate if rules.fee == "flat" else (amount * rules.rate + 5_000) // 10_000


def failures(entries: Sequence[Entry], lines: Sequence[Line], rules: Rules) -> dict[str, str]:
    """The entries that do not reconcile, by key, each with the kind of its failure.

    Raises:
        GenerationError: a line without a reference would settle either of two entries.
    """
    own: dict[str, list[Line]] = {entry.ref: [] for entry in entries}
    for line in lines:
        for ref in line.refs:
            if ref in own:
                own[ref].append(line)
    amounts = {entry.ref: entry.amount for entry in entries}
    blanks = [line for line in lines if not line.refs] if rules.blank else []
    found, settled = {}, []
    for entry in entries:
        mine = own[entry.ref]
        kind = _failure(entry, mine, amounts, rules) if mine else "missing_line"
        fitting = [] if mine else [line for line in blanks if _fits(line, entry, rules)]
        settled += fitting
        if kind and not fitting:
            found[entry.key] = kind
    if len(set(settled)) < len(settled):
        raise GenerationError("a line without a reference fits two entries")
    return found


def _fits(line: Line, entry: Entry, rules: Rules) -> bool:
    same = line.party == entry.party and agrees(entry.amount, line.amount, rules)
    return same and in_time(line.day, entry, rules)


def _failure(entry: Entry, mine: list[Line], amounts: dict[str, int], rules: Rules) -> str:
    """Why the lines with an entry's reference do not settle it, or nothing."""
    line = mine[0]
    if len(line.refs) > 1:
        blamed = line.refs[0 if rules.blame == "first" else -1]
        adds_up = agrees(sum(amounts[ref] for ref in line.refs), line.amount, rules)
        return "" if adds_up or blamed != entry.ref else "fee_or_batch"
    if len(mine) > 1:
        if not agrees(entry.amount, sum(part.amount for part in mine), rules):
            return "split"
    else:
        fee = fee_on(entry.amount, line, rules)
        if not agrees(entry.amount - fee, line.amount, rules):
            return "fee_or_batch" if fee else "changed_amount"
    days = [part.day for part in mine]
    asked = {"each": days, "first": [min(days)], "last": [max(days)]}[rules.parts]
    return "" if all(in_time(day, entry, rules) for day in asked) else "date"
