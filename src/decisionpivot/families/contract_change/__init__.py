"""Does the change between two versions of an agreement alter the answer to the point at issue?

Rules of interpretation, versions A and B, the point at issue (may a party do something?) and a
case. A minimum and a maximum on one quantity change from A to B, one stricter and one looser. The
members of a group differ in one fact, by which the quantity lies between the old and the new
minimum, between the old and the new maximum, or outside both.

Traps that are built in on purpose:

- Every quantity lies on a limit or one smallest step beside it; whether a figure equal to a limit
  satisfies it is laid down apart for minimum and maximum, and is as often so as not.
- The quantity has to be worked out by a convention (which days, levies, withdrawn entries,
  reserves or interruptions count).
- Which version is yes below and which above differs from group to group: changed clauses alone
  give one answer to a whole group, and either of them alone misses one member of it.
- Other limits of the same right change without effect, at their stricter value still satisfied;
  limits of other rights on the same quantity change too; further clauses change in their words, or
  in numbers that have nothing to do with the point.
"""

from itertools import permutations
from random import Random
from typing import NamedTuple

from msgspec import Struct

from decisionpivot import draw
from decisionpivot.families.contract_change import words
from decisionpivot.families.contract_change.quantity import (
    Limits,
    Sheet,
    Style,
    limit_text,
    limits,
    rows,
    sheet,
    style,
)
from decisionpivot.families.contract_change.words import DOMAINS, KINDS, Domain, Right
from decisionpivot.families.group import Family, Group, Member, Place, domain
from decisionpivot.families.quotas import even, spread
from decisionpivot.families.wording import Names
from decisionpivot.items import GenerationError, Option, Pivot

NAME = "contract_change"
GROUPS = 67
SHORT_GROUP = 66
ANSWERS = ("same", "yes_only_A", "yes_only_B")
DROPPED = {1: "same", 2: "yes_only_A", 3: "yes_only_B"}
"""The answer that the short group of a level lacks."""

OPTIONS = (
    Option("same", "the answer is the same under both versions, be it yes or no"),
    Option("yes_only_A", "the answer is yes under version A and no under version B"),
    Option("yes_only_B", "the answer is no under version A and yes under version B"),
)
SIDES = ("low", "high")
EITHER = even((True, False), GROUPS)
INCLUSIVE = even(((True, True), (False, False), (True, False), (False, True)), GROUPS)
OUTSIDE = even([(yes, side) for yes in (True, False) for side in SIDES], GROUPS)
PERMUTED = even(tuple(permutations(range(3))), GROUPS)
ORDERS = (
    *((order, 7) for order in ("CPRAB", "PCRAB", "CPRBA", "PCARB")),
    *((order, 7) for order in ("RABPC", "PRABC", "PRBAC", "ARBCP")),
    *((order, 3) for order in ("PRACB", "RACBP")),
    ("RPACB", 5),
)
"""Orders of Case, Point, Rules and the versions A and B. The case stands mostly at either end."""


class Sizes(Struct, frozen=True):
    """How many clauses of each sort a level has; a pair is the least and the most.

    ``further`` limits of the right in question, ``others`` limits of other rights, and clauses
    without limits: those ``reworded``, those ``renumbered`` and those ``kept``.
    """

    further: int
    others: int
    reworded: tuple[int, int]
    renumbered: int
    kept: int


SIZES = {
    1: Sizes(0, 2, (2, 2), 1, 1),
    2: Sizes(1, 2, (2, 2), 2, 1),
    3: Sizes(2, 3, (2, 4), 2, 1),
}


class Inclusive(NamedTuple):
    """Whether a figure equal to a minimum, or to a maximum, satisfies it."""

    low: bool
    high: bool


def satisfied(quantity: int, low: int, high: int, inclusive: Inclusive) -> bool:
    """Whether a quantity satisfies a minimum and a maximum."""
    above = quantity >= low if inclusive.low else quantity > low
    return above and (quantity <= high if inclusive.high else quantity < high)


def answer(quantity: int, bounds: Limits, rising: bool, inclusive: Inclusive) -> str:
    """Under which versions a quantity satisfies both limits; B has the higher ones if rising."""
    under = [satisfied(quantity, bounds.low[n], bounds.high[n], inclusive) for n in (0, 1)]
    a, b = under if rising else reversed(under)
    return "same" if a == b else "yes_only_A" if a else "yes_only_B"


def between(r: Random, side: str, bounds: Limits, inclusive: Inclusive) -> int:
    """A quantity between the two limits of a side, on one of them or one step beside it."""
    if side == "low":
        first = bounds.low[0] + (not inclusive.low)
        last = bounds.low[1] - inclusive.low
    else:
        first = bounds.high[0] + inclusive.high
        last = bounds.high[1] - (not inclusive.high)
    return draw.choice(r, (first, last))


def outside(side: str, yes: bool, bounds: Limits, inclusive: Inclusive) -> int:
    """The quantity nearest to a side's limits that satisfies both of them, or neither."""
    if side == "low":
        strict = not inclusive.low
        return bounds.low[1] + strict if yes else bounds.low[0] - 1 + strict
    strict = not inclusive.high
    return bounds.high[0] - strict if yes else bounds.high[1] + 1 - strict


class Clause(NamedTuple):
    """A clause as it reads in version A and in version B."""

    a: str
    b: str


class Pen:
    """Writes the clauses of a group."""

    def __init__(self, r: Random, about: Domain, style: Style) -> None:
        self.r, self.about, self.style = r, about, style

    def limit(self, right: Right, on: Sheet, side: str, values: tuple[int, int]) -> Clause:
        """A limit of a right, with its values in A and in B; B often has other words."""
        texts = [draw.choice(self.r, words.LIMITS)] * 2
        if draw.chance(self.r, 0.5):
            texts[1] = draw.choice(self.r, words.LIMITS)
        a, b = (
            self._limit(text, value, right, on, side)
            for text, value in zip(texts, values, strict=True)
        )
        return Clause(a, b)

    def _limit(self, text: str, value: int, right: Right, on: Sheet, side: str) -> str:
        return text.format(
            party=right.party,
            act=right.act,
            q=on.noun,
            term=draw.choice(self.r, words.LOW if side == "low" else words.HIGH),
            x=limit_text(value, on, self.style),
        )

    def fillers(self, sizes: Sizes) -> list[Clause]:
        """Clauses without a limit: reworded, with another number, and unchanged ones."""
        r, reworded = self.r, draw.integer(self.r, *sizes.reworded)
        numbered = [filler for filler in words.FILLERS if filler[1]]
        changed = draw.sample(r, numbered, sizes.renumbered)
        rest = [filler for filler in words.FILLERS if filler not in changed]
        kept = draw.sample(r, rest, reworded + sizes.kept)
        return (
            [self._filler(filler, False, True) for filler in changed]
            + [self._filler(filler, True, False) for filler in kept[:reworded]]
            + [self._filler(filler, False, False) for filler in kept[reworded:]]
        )

    def _filler(
        self, filler: tuple[int, int, tuple[str, ...]], reworded: bool, renumbered: bool
    ) -> Clause:
        low, high, texts = filler
        first, second = draw.sample(self.r, texts, 2)
        one = draw.integer(self.r, low, high)
        shift = draw.integer(self.r, 1, high - low) if renumbered else 0
        other = low + (one - low + shift) % (high - low + 1)
        p, q = self.about.parties
        return Clause(
            first.format(agreement=self.about.agreement, p=p, q=q, n=one),
            (second if reworded else first).format(
                agreement=self.about.agreement, p=p, q=q, n=other
            ),
        )


class Case(Struct, frozen=True):
    """The structure of a group.

    The first sheet is the decisive quantity; the others have ``further`` limits on the right, each
    on one side, and one quantity that satisfies them. The limits of B are higher if ``rising``.
    """

    domain: str
    right: Right
    sheets: tuple[Sheet, ...]
    further: tuple[tuple[str, int], ...]
    inclusive: Inclusive
    rising: bool
    quantities: dict[str, int]


def draw_case(place: Place, r: Random) -> Case:
    """The right, its quantities and limits, and the decisive quantity by answer."""
    level, index = place.level, place.index
    name = domain(place, tuple(DOMAINS), GROUPS)
    kind = spread(NAME, level, "kind", even(tuple(KINDS), GROUPS, first=2 * level))[index]
    inclusive = Inclusive(*spread(NAME, level, "inclusive", INCLUSIVE)[index])
    topics = DOMAINS[name].topics
    others = draw.sample(r, [other for other in KINDS if other != kind], SIZES[level].further)
    first = sheet(r, topics[kind], kind, spread(NAME, level, "counted", EITHER)[index])
    more = [sheet(r, topics[other], other, draw.chance(r, 0.5)) for other in others]
    further = []
    for other in more:
        side = draw.choice(r, SIDES)
        further.append((side, outside(side, True, other.limits, inclusive)))
    rising = spread(NAME, level, "rising", EITHER)[index]
    yes, side = spread(NAME, level, "outside", OUTSIDE)[index]
    low, high = ANSWERS[1:] if rising else ANSWERS[:0:-1]
    quantities = {
        "same": outside(side, yes, first.limits, inclusive),
        low: between(r, "low", first.limits, inclusive),
        high: between(r, "high", first.limits, inclusive),
    }
    for wanted, quantity in quantities.items():
        if answer(quantity, first.limits, rising, inclusive) != wanted:
            raise GenerationError(f"{place}: {quantity} does not give {wanted}")
    sheets = (first, *more)
    return Case(name, first.topic.right, sheets, tuple(further), inclusive, rising, quantities)


def further_limits(pen: Pen, case: Case) -> list[Clause]:
    """Limits of the right that are satisfied in both versions: the first one changes."""
    clauses = []
    for number, (on, (side, _)) in enumerate(zip(case.sheets[1:], case.further, strict=True)):
        pair = on.limits.low if side == "low" else on.limits.high[::-1]
        values = (pair[1], pair[1]) if number else draw.choice(pen.r, (pair, pair[::-1]))
        clauses.append(pen.limit(case.right, on, side, values))
    return clauses


def other_limits(pen: Pen, case: Case, count: int) -> list[Clause]:
    """Changed limits of other rights, on the quantities of the case."""
    r = pen.r
    rights = [topic.right for topic in pen.about.topics.values() if topic.right != case.right]
    clauses = []
    for number, right in enumerate(draw.sample(r, rights, count)):
        on, side = case.sheets[number % len(case.sheets)], draw.choice(r, SIDES)
        bounds = limits(r, on.kind, on.unit)
        pair = bounds.low if side == "low" else bounds.high
        clauses.append(pen.limit(right, on, side, draw.choice(r, (pair, pair[::-1]))))
    return clauses


def versions(pen: Pen, case: Case, level: int) -> tuple[list[str], list[str]]:
    """The clauses of versions A and B; from level 2 on, one of them stands elsewhere in B."""
    r, sizes, first = pen.r, SIZES[level], case.sheets[0]
    low, high = first.limits if case.rising else (pair[::-1] for pair in first.limits)
    clauses = [
        pen.limit(case.right, first, "low", low),
        pen.limit(case.right, first, "high", high),
        *further_limits(pen, case),
        *other_limits(pen, case, sizes.others),
        *pen.fillers(sizes),
    ]
    draw.shuffle(r, clauses)
    a, b = [clause.a for clause in clauses], [clause.b for clause in clauses]
    if level > 1:
        b.insert(draw.integer(r, 0, len(b) - 1), b.pop(draw.integer(r, 0, len(b) - 1)))
    return a, b


def rules(r: Random, case: Case) -> list[str]:
    """The rules of interpretation, in random order."""
    lo, hi = draw.choice(r, words.LOW), draw.choice(r, words.HIGH)
    capital = {"Lo": lo[0].upper() + lo[1:], "Hi": hi[0].upper() + hi[1:]}
    texts = [
        draw.choice(r, words.AT_LOW[case.inclusive.low]).format(lo=lo, **capital),
        draw.choice(r, words.AT_HIGH[case.inclusive.high]).format(hi=hi, **capital),
        *(
            draw.choice(r, phrases)
            for phrases in (
                words.EVERY_LIMIT, words.OTHER_RIGHTS, words.EACH_ALONE, words.SAME_TERMS
            )
        ),
        *(draw.choice(r, words.CONVENTIONS[on.kind][on.counted]) for on in case.sheets),
    ]  # fmt: skip
    draw.shuffle(r, texts)
    return texts


def fact_rows(pen: Pen, case: Case, layout: str) -> tuple[list[str], str]:
    """The rows of the case, with a blank for the varying row, and the parties; the blank."""
    r, blank = pen.r, "\0"
    names = Names(r)
    blocks = [[layout.format(party, names.word(3))] for party in pen.about.parties]
    decisive, moving, _ = rows(case.sheets[0], case.quantities["same"], pen.style, layout)
    decisive[moving] = blank
    blocks.append(decisive)
    for on, (_, quantity) in zip(case.sheets[1:], case.further, strict=True):
        blocks.append(rows(on, quantity, pen.style, layout)[0])
    draw.shuffle(r, blocks)
    return [row for block in blocks for row in block], blank


def render(pen: Pen, case: Case, place: Place, layout: str) -> tuple[str, str]:
    """The text that members share, in two parts between which the decisive row stands."""
    r, about = pen.r, pen.about
    a, b = versions(pen, case, place.level)
    number, bullet = draw.choice(r, words.NUMBER_STYLES), draw.choice(r, ("- ", "* ", ""))
    facts, blank = fact_rows(pen, case, layout)
    p, q = about.parties
    sections = {
        "R": ("rules", [bullet + rule for rule in rules(r, case)]),
        "A": ("A", [number.format(n) + text for n, text in enumerate(a, 1)]),
        "B": ("B", [number.format(n) + text for n, text in enumerate(b, 1)]),
        "P": ("point", [draw.choice(r, words.POINTS).format(**case.right._asdict())]),
        "C": ("case", [draw.choice(r, words.CASE_INTROS).format(p=p, q=q), *facts]),
    }
    heading = draw.choice(r, words.HEADING_STYLES)
    named = {"agreement": about.agreement, "Agreement": about.agreement.capitalize()}
    parts = []
    for letter in spread(NAME, place.level, "order", ORDERS)[place.index]:
        section, lines = sections[letter]
        title = draw.choice(r, words.HEADINGS[section]).format(**named)
        parts.append("\n".join([heading.format(title), *lines]))
    before, _, after = "\n\n".join(parts).partition(blank)
    return before, after


def make(place: Place, r: Random, without: frozenset[str]) -> Group:
    """Draw a case, write it once, and place its decisive fact once for each answer."""
    case = draw_case(place, r)
    pen = Pen(r, DOMAINS[case.domain], style(r))
    layout = draw.choice(r, words.ROW_STYLES)
    before, after = render(pen, case, place, layout)
    states, values = {}, {}
    for name in ANSWERS:
        lines, moving, values[name] = rows(case.sheets[0], case.quantities[name], pen.style, layout)
        states[name] = before + lines[moving] + after
    base = "same"
    members = tuple(
        Member(
            states[name],
            name,
            Pivot(
                case.sheets[0].kind,
                values[base],
                values[name],
                round(len(before) / len(states[name]), 4),
            ),
            int(name != base),
        )
        for name in ANSWERS
        if place.index != SHORT_GROUP or name != DROPPED[place.level]
    )
    order = spread(NAME, place.level, "option order", PERMUTED)[place.index]
    return Group(case.domain, tuple(OPTIONS[n] for n in order), states[base], members)


FAMILY = Family(
    name=NAME,
    title="A change between two versions of an agreement",
    layer="E",
    question="Does the change between the two versions alter the answer to the point at issue?",
    size=3,
    domains=tuple(DOMAINS),
    kinds=KINDS,
    make=make,
)
