"""Drawing the ledgers: every entry that is an option lies at a limit, whether it fails or not."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from msgspec import Struct

from decisionpivot.draw import chance, choice, integer, sample, shuffle, shuffled
from decisionpivot.families.ledger_match.case import (
    Entry,
    Line,
    Rules,
    agrees,
    later,
    rounded,
)
from decisionpivot.families.wording import Names

ENTRIES = {1: 8, 2: 14, 3: 22}
PARTIES = {1: 5, 2: 7, 3: 9}
TWINS = {1: 2, 2: 3, 3: 4}
"""How many of the five entries that are options have an unrelated line of the same amount."""
CHANNELS = ("card", "counter", "express", "giro", "online", "transfer", "voucher", "window")
LIMIT = 0.5
"""How often a date lies at the end of the tolerance, where it need not."""
STEP = 0.6
"""How often an amount is off by the smallest step; elsewhere two digits are swapped."""


class Change(NamedTuple):
    """The line of ledger B that a member replaces."""

    kind: str
    place: int
    line: Line


class Ledgers(Struct):
    """The base of a group while it is drawn; ``own`` are the places of each entry's lines."""

    r: Random
    rules: Rules
    without: frozenset[str]
    entries: list[Entry]
    parties: list[str]
    spare: list[str]
    strangers: list[str]
    lines: list[Line]
    own: dict[str, list[int]]

    def add(self, entry: Entry, line: Line) -> None:
        """Write a line of an entry."""
        self.own.setdefault(entry.key, []).append(len(self.lines))
        self.lines.append(line)

    def note(self) -> str:
        """How an ordinary line was paid: never the note that means a fee."""
        return choice(self.r, [name for name in CHANNELS if name != self.rules.mark])

    def fee_note(self, fee: int = 0) -> tuple[str, int]:
        """The note and the fee shown of a line with a fee."""
        return (self.note(), fee) if self.rules.fee == "shown" else (self.rules.mark, 0)


def swapped(r: Random, value: int, unit: int) -> int:
    """The amount with two neighbouring digits swapped, or itself if all are equal."""
    digits = str(value // unit)
    places = [n for n in range(1, len(digits) - 1) if digits[n] != digits[n + 1]]
    if not places:
        return value
    n = choice(r, places)
    return int(digits[:n] + digits[n + 1] + digits[n] + digits[n + 2 :]) * unit


def shown(r: Random, expected: int, rules: Rules) -> int:
    """What ledger B may show for an amount: at the limit of what is accepted, or just inside."""
    if rules.money == "whole":
        return rounded(expected)
    if rules.money == "exact":
        return expected
    margin = choice(r, (rules.margin, rules.margin, rules.margin - 1))
    return expected + choice(r, (-1, 1)) * margin


def beyond(r: Random, expected: int, found: int, rules: Rules) -> int:
    """An amount in place of ``found`` that no longer agrees, mostly by the smallest step."""
    unit = 100 if rules.money == "whole" else 1
    if not chance(r, STEP):
        other = swapped(r, found, unit)
        if not agrees(expected, other, rules):
            return other
    if rules.money == "whole":  # rounded the wrong way
        return found + (-100 if rounded(expected) >= expected else 100)
    side = choice(r, (-1, 1)) if found == expected else 1 if found > expected else -1
    return expected + side * (1 + (rules.margin if rules.money == "near" else 0))


def amount_of(r: Random, rules: Rules) -> int:
    """An amount of 40.00 to 9,999.99, close to half a unit more often where cents are rounded."""
    amount = integer(r, 4_000, 99_999) if chance(r, 0.4) else integer(r, 100_000, 999_999)
    if rules.money == "whole" and chance(r, LIMIT):
        return amount // 100 * 100 + integer(r, 48, 51)
    return amount


def figure(r: Random, rules: Rules) -> int:
    """An amount as ledger B may show it for other business."""
    amount = amount_of(r, rules)
    return rounded(amount) if rules.money == "whole" else amount


def references(r: Random, count: int, head: str) -> list[str]:
    """Different references, about half of them look-alikes of another; last four digits differ."""
    prefix = choice(r, "BDFGHKMRSTV") + choice(r, "LNPQRTWX")
    used: dict[str, str] = {}
    digits = ""
    while len(used) < count:
        if digits and chance(r, 0.55):
            n = integer(r, 2, 4)
            digits = digits[:n] + digits[n + 1] + digits[n] + digits[n + 2 :]
            if digits[-4:] in used:
                digits = digits[:-1] + str(integer(r, 0, 9))
        else:
            digits = f"{head}{integer(r, 1_000, 9_999)}"
        if digits[-4:] not in used:
            used[digits[-4:]] = digits
    return shuffled(r, [f"{prefix}-{number}" for number in used.values()])


def weekday_only(days: Sequence[int]) -> list[int]:
    """The days with weekends moved to the Monday after."""
    return [later(day - 1, 1, True) for day in days]


def ledgers(r: Random, rules: Rules, start: int, without: frozenset[str]) -> Ledgers:
    """Draw ledger A: entries in order of date in a month that starts at day ``start``."""
    count, names = ENTRIES[rules.level], Names(r)
    parties = [names.word(3) for _ in range(PARTIES[rules.level] + 4)]
    days = sorted(start + integer(r, 0, 24) for _ in range(count))
    head = "00" if rules.refs == "zeros" else str(integer(r, 12, 98))
    refs = references(r, count + 20, head)
    key, letter = integer(r, 11, 60), choice(r, "AEKNR")
    ours = parties[4:]
    entries = [
        Entry(f"{letter}{key + n}", day, ref, choice(r, ours), amount_of(r, rules))
        for n, (day, ref) in enumerate(
            zip(weekday_only(days) if rules.working else days, refs, strict=False)
        )
    ]
    return Ledgers(r, rules, without, entries, ours, refs[count:], parties[:4], [], {})


def offset(book: Ledgers) -> int:
    """Days from an entry's date to its line's, in time."""
    r, rules = book.r, book.rules
    if rules.level == 1:
        return integer(r, -3, 9)
    if chance(r, LIMIT):
        return rules.days if chance(r, 0.65) else rules.earliest
    return integer(r, rules.earliest, rules.days)


def dated(book: Ledgers, entry: Entry) -> int:
    """A day in time for an entry."""
    return later(entry.day, offset(book), book.rules.working)


def plain(book: Ledgers, entry: Entry) -> None:
    """One line settles the entry."""
    amount = shown(book.r, entry.amount, book.rules)
    book.add(entry, Line(dated(book, entry), (entry.ref,), entry.party, book.note(), amount))


def blank(book: Ledgers, entry: Entry) -> None:
    """One line without a reference settles the entry."""
    amount = shown(book.r, entry.amount, book.rules)
    book.add(entry, Line(dated(book, entry), (), entry.party, book.note(), amount))


def split(book: Ledgers, entry: Entry) -> None:
    """Two or three lines settle the entry; the convention says which must be in time."""
    r, rules = book.r, book.rules
    count = 3 if rules.level == 3 and chance(r, 0.4) else 2
    unit = 100 if rules.money == "whole" else 1
    total, amounts = shown(r, entry.amount, rules), list[int]()
    for left in range(count, 1, -1):
        part = (total - sum(amounts)) * integer(r, 250, 750) // 500 // left // unit * unit
        amounts.append(part)
    amounts.append(total - sum(amounts))
    offsets = [offset(book) for _ in amounts]
    if rules.parts == "last":
        offsets = [rules.days] + [integer(r, -4, rules.days - 1) for _ in amounts[1:]]
    elif rules.parts == "first":
        low = rules.earliest
        offsets = [low] + [integer(r, low + 1, rules.days + 4) for _ in amounts[1:]]
    for amount, off in zip(amounts, offsets, strict=True):
        day = later(entry.day, off, rules.working)
        book.add(entry, Line(day, (entry.ref,), entry.party, book.note(), amount))


def with_fee(book: Ledgers, entry: Entry) -> None:
    """One line settles the entry, less a fee; a fee shown may make good for swapped digits."""
    r, rules = book.r, book.rules
    unit = 100 if rules.money == "whole" else 1
    fee = integer(r, 150, 1_900) // unit * unit
    if rules.fee == "flat":
        fee = rules.rate
    elif rules.fee == "share":
        fee = (entry.amount * rules.rate + 5_000) // 10_000
    elif chance(r, 0.5):
        units = entry.amount // unit * unit
        gap = units - swapped(r, units, unit)
        fee = gap if 0 < gap <= 3_000 else fee
    amount = shown(r, entry.amount - fee, rules)
    note, given = book.fee_note(fee)
    book.add(entry, Line(dated(book, entry), (entry.ref,), entry.party, note, amount, given))


def batch(book: Ledgers, entry: Entry, partners: Sequence[Entry]) -> None:
    """One line settles several entries; ``entry`` is the one that answers for its total."""
    last = book.rules.blame == "last"
    named = [*partners, entry] if last else [entry, *partners]
    amount = shown(book.r, sum(one.amount for one in named), book.rules)
    day = later(max(one.day for one in named), integer(book.r, 0, 9), book.rules.working)
    line = Line(day, tuple(one.ref for one in named), "several", "batch", amount)
    book.add(entry, line)


def structure(r: Random, rules: Rules, kind: str) -> str:
    """How an entry is settled that may fail by a kind."""
    if kind == "missing_line":
        return "blank" if rules.blank and chance(r, 0.42) else "plain"
    if kind == "changed_amount":
        return "plain"
    if kind == "date":
        return choice(r, ("plain", "plain", "split", "fee" if rules.level == 3 else "plain"))
    return "split" if kind == "split" else choice(r, ("fee", "batch"))


def settle(book: Ledgers, options: Sequence[int], kinds: Sequence[str], open_: set[int]) -> None:
    """Write the lines of all entries.

    ``options`` are the places of the five entries that are options and ``kinds`` how each fails or
    might fail. Those at ``open_`` fail in no member, so that a batch may take them in.
    """
    r, rules, entries = book.r, book.rules, book.entries
    ways = {place: structure(r, rules, k) for place, k in zip(options, kinds, strict=True)}
    others = [place for place in range(len(entries)) if place not in ways]
    shuffle(r, others)
    background = {1: [], 2: ["split", "split"], 3: ["split", "split", "fee", "fee", "batch"]}
    extra = [] if "sums" in book.without else list(background[rules.level])
    extra += ["blank"] if rules.blank else []
    ways |= dict(zip(others, extra, strict=False))
    free = [place for place in others if place not in ways]
    free += [place for place in options if place in open_ and ways[place] == "plain"]
    shuffle(r, free)
    taken: set[int] = set()
    for place, way in sorted(ways.items()):
        if way == "batch":
            partners = [free.pop() for _ in range(integer(r, 1, 2))]
            taken |= set(partners)
            batch(book, entries[place], [entries[partner] for partner in partners])
    writers = {"plain": plain, "blank": blank, "split": split, "fee": with_fee}
    for place, entry in enumerate(entries):
        way = ways.get(place, "plain")
        if place not in taken and way != "batch":
            only_named = way == "blank" and "blank references" in book.without
            (plain if only_named else writers[way])(book, entry)


def stray(book: Ledgers, near: Entry, amount: int, *, same: bool, fits: bool = True) -> Line:
    """A line that belongs to no entry, about the time of one.

    ``same``: it has the party of that entry; ``fits``: its amount may be right for it.
    """
    r, rules = book.r, book.rules
    day = dated(book, near)
    party = near.party if same else choice(r, book.strangers)
    nameless = "blank references" not in book.without and chance(r, 0.25)
    if nameless and not (rules.blank and same and fits):
        return Line(day, (), party, book.note(), amount)
    note, fee = book.note(), 0
    if rules.level == 3 and chance(r, 0.2):
        note, fee = book.fee_note(integer(r, 2, 19) * 100)
    return Line(day, (book.spare.pop(),), party, note, amount, fee)


def strays(book: Ledgers, options: Sequence[int]) -> None:
    """Write the lines that belong to no entry, some with the amount of an entry."""
    r, rules = book.r, book.rules
    twins = [] if "equal amounts" in book.without else sample(r, options, TWINS[rules.level])
    for place in twins:
        entry = book.entries[place]
        amount = rounded(entry.amount) if rules.money == "whole" else entry.amount
        book.lines.append(stray(book, entry, amount, same=chance(r, 0.5)))
    for _ in range(integer(r, 1, 3)):
        near = choice(r, book.entries)
        amount, same = figure(r, rules), chance(r, 0.5)
        book.lines.append(stray(book, near, amount, same=same, fits=False))


def changed(book: Ledgers, entry: Entry, kind: str) -> Change:
    """The one line that makes an entry fail by a kind."""
    r, rules, places = book.r, book.rules, book.own[entry.key]
    place = choice(r, places)
    line = book.lines[place]
    if kind == "missing_line":
        keep = "equal amounts" not in book.without and chance(r, 0.5)
        amount = line.amount if keep else figure(r, rules)
        found = stray(book, entry, amount, same=bool(line.refs) and chance(r, 0.6))
        return Change(kind, place, found._replace(day=line.day, note=line.note, fee=line.fee))
    if kind == "date":
        return late(book, entry)
    if kind == "fee_or_batch" and len(line.refs) == 1:
        return Change(kind, place, wrong_fee(book, entry, line))
    expected = entry.amount - sum(book.lines[other].amount for other in places if other != place)
    if len(line.refs) > 1:
        expected = sum(one.amount for one in book.entries if one.ref in line.refs)
    return Change(kind, place, line._replace(amount=beyond(r, expected, line.amount, rules)))


def late(book: Ledgers, entry: Entry) -> Change:
    """The line of an entry at the end of the tolerance, moved one day beyond it."""
    rules, places = book.rules, book.own[entry.key]
    low, high = (later(entry.day, off, rules.working) for off in (rules.earliest, rules.days))
    way = rules.parts if len(places) > 1 else "each"
    decisive = {"each": (low, high), "first": (low,), "last": (high,)}[way]
    for place in places:
        line = book.lines[place]
        if line.day in decisive:
            step = 1 if line.day == high else -1
            day = later(line.day, step, rules.working)
            return Change("date", place, line._replace(day=day))
    day = choice(book.r, decisive)
    book.lines[places[0]] = book.lines[places[0]]._replace(day=day)
    return late(book, entry)


def wrong_fee(book: Ledgers, entry: Entry, line: Line) -> Line:
    """The line of an entry with a fee that no longer accounts for the difference."""
    r, rules = book.r, book.rules
    if rules.fee == "shown":
        other = beyond(r, entry.amount - line.amount, line.fee, rules)
        if rules.money != "whole" and other > 0 and chance(r, 0.5):
            return line._replace(fee=other)
        expected = entry.amount - line.fee
        return line._replace(amount=beyond(r, expected, line.amount, rules))
    fee = rules.rate if rules.fee == "flat" else (entry.amount * rules.rate + 5_000) // 10_000
    gross = rounded(entry.amount) if rules.money == "whole" else entry.amount
    if chance(r, 0.35) and not agrees(entry.amount - fee, gross, rules):
        return line._replace(amount=gross)
    return line._replace(amount=beyond(r, entry.amount - fee, line.amount, rules))
