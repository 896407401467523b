"""``ledger_match``: which entry of ledger A does not reconcile with ledger B.

Two ledgers, the conventions that match them, and at most one entry that fails by them. The members
of a group share ledger A; in all but the untouched one a single line of ledger B is replaced.

Traps that are built in on purpose, for entries that fail and entries that do not alike:

- Dates lie on the last day of the tolerance, amounts on the very margin, and a failing line is one
  day or one cent beyond. Elsewhere two digits are swapped, and a fee may make good for it.
- Unrelated lines have the amount of an entry, and references look alike, so that neither amounts
  nor references alone tell. A missing line's place is taken by such a line.
- A line without a reference counts in one item and does not in the next; so it is with the parts
  of a split entry that must be in time, with fees, and with whom a wrong batch counts against.
"""

from datetime import date
from functools import cache
from itertools import chain
from random import Random

from msgspec import Struct

from decisionpivot import draw
from decisionpivot.families.group import Family, Group, Member, Place, domain
from decisionpivot.families.ledger_match import text, words
from decisionpivot.families.ledger_match.case import Rules, failures
from decisionpivot.families.ledger_match.draft import (
    CHANNELS,
    ENTRIES,
    Change,
    Ledgers,
    changed,
    ledgers,
    settle,
    strays,
)
from decisionpivot.families.quotas import spread
from decisionpivot.items import GenerationError, Pivot

NAME = "ledger_match"
GROUPS = 67
SHORT_GROUP = 66
OPTIONS = 6
NONE = "none"
KINDS = {
    NONE: "every entry reconciles",
    "missing_line": "no line carries the entry's reference, and none without one settles it",
    "changed_amount": "the one line of the entry shows an amount that does not agree",
    "date": "the entry's amount agrees, but a line that must be in time is not",
    "split": "the lines of the entry do not add up to it",
    "fee_or_batch": "the line of an entry with a fee does not agree once the fee is counted, or a "
    "batch that counts against the entry does not add up",
}
COUNTS = {
    1: (("missing_line", 83), ("changed_amount", 83)),
    2: (("missing_line", 41), ("changed_amount", 40), ("date", 43), ("split", 43)),
    3: (("missing_line", 18), ("changed_amount", 17), ("date", 30), ("split", 30),
        ("fee_or_batch", 72)),
}  # fmt: skip
"""How often an entry fails by each kind, in items of a level; the rest are ``none``."""
ORDERS = (("ABR", 8), ("BAR", 14), ("ARB", 14), ("BRA", 8), ("RAB", 12), ("RBA", 11))
"""Orders of ledger A, ledger B and the conventions (Rules)."""
PARTS = ("equal amounts", "blank references", "sums")
"""``equal amounts``: unrelated lines with the amount of an entry; ``blank references``: lines
without one; ``sums``: split, fee and batch lines of entries that fail in no member."""


class Plan(Struct, frozen=True):
    """Positions in the option list, of ``none`` and of each entry that fails, with its kind.

    ``untouched``: whether the group has a member in which nothing fails.
    """

    none: int
    kinds: tuple[tuple[int, str], ...]
    untouched: bool


def by_domain(level: int) -> list[int]:
    """The groups of a level domain by domain, the short one last.

    What is dealt out in this order is balanced within every domain too, whose words would
    otherwise tell a little of the answer.
    """

    def key(index: int) -> tuple[bool, str, int]:
        about = domain(Place(NAME, 0, 0, level, index), DOMAINS, GROUPS)
        return index == SHORT_GROUP, about, index

    return sorted(range(GROUPS), key=key)


@cache
def plans(level: int) -> dict[int, Plan]:
    """The plan of every group of a level: gold positions equally frequent, ``none`` included."""
    r = draw.rng("plan", NAME, level)
    kinds = list(chain.from_iterable([kind] * count for kind, count in COUNTS[level]))
    draw.shuffle(r, kinds)
    deals = list(
        chain.from_iterable(draw.shuffled(r, range(OPTIONS)) for _ in range(GROUPS // 2 + 1))
    )
    used, found = {True: [0] * OPTIONS, False: [0] * OPTIONS}, {}
    for turn, index in enumerate(by_domain(level)):
        untouched = turn % 2 == (level > 1)
        size = FAMILY.members(index)
        gold, deals = deals[:size], deals[size:]
        pool = [n for n in range(OPTIONS) if (n in gold) == untouched]
        none = min(pool, key=used[untouched].__getitem__)
        used[untouched][none] += 1
        entries = [n for n in gold if n != none]
        found[index] = Plan(none, tuple((n, kinds.pop()) for n in entries), untouched)
    return found


def rules_of(r: Random, level: int) -> Rules:
    """Draw the conventions of a group."""
    money = draw.choice(r, ("exact", "near", "whole"))
    fee = draw.choice(r, ("shown", "flat", "share"))
    flat = draw.integer(r, 2, 9) * 100 if money == "whole" else draw.integer(r, 30, 180) * 5
    return Rules(
        level=level,
        refs=draw.choice(r, ("full", "loose", "tail", "zeros")),
        blank=draw.chance(r, 0.5),
        money=money,
        margin=draw.choice(r, (2, 3, 4, 5, 10)),
        days=draw.integer(r, 2, 5),
        both=draw.chance(r, 0.5),
        working=draw.chance(r, 0.5),
        parts=draw.choice(r, ("each", "first", "last")),
        fee=fee if level == 3 else "shown",
        mark=draw.choice(r, CHANNELS),
        rate=flat if fee == "flat" else draw.integer(r, 6, 30) * 10,
        blame=draw.choice(r, ("first", "last")),
    )


class Case(Struct, frozen=True):
    """The base ledgers of a group, its options and the change of each failing member."""

    book: Ledgers
    keys: tuple[str, ...]
    changes: tuple[tuple[str, Change], ...]
    start: date


def case_of(r: Random, level: int, plan: Plan, without: frozenset[str]) -> Case:
    """Draw the ledgers around five entries that are options, in the order of ledger A.

    Entries that fail in no member are made like those that do.
    """
    start = date(draw.integer(r, 2024, 2029), draw.integer(r, 1, 12), draw.integer(r, 1, 3))
    book = ledgers(r, rules_of(r, level), start.toordinal(), without)
    chosen = sorted(draw.sample(r, range(ENTRIES[level]), OPTIONS - 1))
    kinds, weights = zip(*COUNTS[level if "sums" not in without else 1], strict=True)
    failing = {n - (n > plan.none): kind for n, kind in plan.kinds}
    mine = [failing.get(n) or draw.weighted(r, kinds, weights) for n in range(OPTIONS - 1)]
    settle(book, chosen, mine, {chosen[n] for n in range(OPTIONS - 1) if n not in failing})
    strays(book, chosen)
    shuffle_lines(book)
    drawn = [
        (n, book.entries[place].key, changed(book, book.entries[place], kind))
        for n, (place, kind) in enumerate(zip(chosen, mine, strict=True))
        if book.entries[place].key in book.own
    ]
    keys = [book.entries[place].key for place in chosen]
    keys.insert(plan.none, NONE)
    changes = tuple((key, change) for n, key, change in drawn if n in failing)
    return Case(book, tuple(keys), changes, start)


def shuffle_lines(book: Ledgers) -> None:
    """Put ledger B in an order that tells nothing."""
    order = draw.shuffled(book.r, range(len(book.lines)))
    book.lines = [book.lines[place] for place in order]
    moved = {place: now for now, place in enumerate(order)}
    book.own = {key: [moved[place] for place in places] for key, places in book.own.items()}


def sound(case: Case) -> bool:
    """Whether nothing fails in the base, and in each member the one entry that is meant to."""
    book = case.book
    try:
        if failures(book.entries, book.lines, book.rules):
            return False
        for key, change in case.changes:
            lines = book.lines.copy()
            lines[change.place] = change.line
            if failures(book.entries, lines, book.rules) != {key: change.kind}:
                return False
    except GenerationError:  # a line without a reference that could settle either of two entries
        return False
    return True


def make(place: Place, r: Random, without: frozenset[str]) -> Group:
    """Make one group."""
    plan = plans(place.level)[place.index]
    case = case_of(r, place.level, plan, without)
    while not sound(case):
        case = case_of(r, place.level, plan, without)
    about = domain(place, DOMAINS, GROUPS)
    book = case.book
    sheet, meanings = text.sheet(
        r, book.rules, book.entries, len(book.lines), domain=about, start=case.start,
        order=spread(NAME, place.level, "section order", ORDERS)[place.index],
    )  # fmt: skip
    rows = sheet.rows(book.lines)
    members = [member(sheet, book, rows, key, change) for key, change in case.changes]
    base = sheet.state(rows)
    if plan.untouched:
        first = members[0].pivot
        at = sheet.at(rows, case.changes[0][1].place)
        value = first.from_ if first else ""
        members.append(Member(base, NONE, Pivot(NONE, value, value, at), 0))
    options = text.options(case.keys, meanings, draw.choice(r, words.NONE_MEANINGS))
    return Group(about, options, base, tuple(members))


def member(sheet: text.Sheet, book: Ledgers, rows: list[str], key: str, change: Change) -> Member:
    """The member in which one line is replaced."""
    place, line = change.place, change.line
    old = book.lines[place]
    mine = rows.copy()
    mine[place] = sheet.row(sheet.numbers[place], line)
    pivot = Pivot(change.kind, sheet.fact(old, line), sheet.fact(line, old), sheet.at(mine, place))
    return Member(sheet.state(mine), key, pivot, 1)


DOMAINS = tuple(words.DOMAINS)
FAMILY = Family(
    name=NAME,
    title="Which entry of one ledger does not reconcile with the other?",
    layer="F",
    question="Which entry of ledger A does not reconcile with ledger B?",
    size=3,
    domains=DOMAINS,
    kinds=KINDS,
    make=make,
    parts=PARTS,
)
