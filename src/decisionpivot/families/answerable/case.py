"""Sampling of a case: what is asked, the rows it needs, the row that goes, and all decoys."""

from random import Random
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from decisionpivot import draw
from decisionpivot.families.answerable.facts import (
    BACKWARDS,
    FIGURES,
    WAYS,
    Fact,
    Target,
    asked,
    gives,
    members,
)
from decisionpivot.families.answerable.words import Domain
from decisionpivot.families.wording import Names

ROWS = {1: 20, 2: 40, 3: 80}
SEGMENTS = 5
"""Kinds of product, subject, ... of a domain."""
OTHERS = {1: 2, 2: 4, 3: 6}
"""Organisations that are neither named in the question nor look-alikes of those."""

MOST_OFTEN = 8
"""The most shares in the rows that fill up a table; a look-alike gets as many on top."""

Shape = tuple[tuple[int, ...], bool]
SHAPES: dict[int, tuple[tuple[Shape, int], ...]] = {
    1: ((((2,), True), 35), (((2,), False), 35), (((1, 1), True), 15), (((1, 1), False), 15)),
    2: (
        (((3,), True), 20),
        (((3,), False), 15),
        (((2, 1), True), 20),
        (((2, 1), False), 20),
        (((1, 1, 1), True), 10),
        (((1, 1, 1), False), 15),
    ),
    3: (
        (((4,), True), 20),
        (((3, 1), True), 15),
        (((3, 1), False), 10),
        (((2, 2), True), 10),
        (((2, 2), False), 20),
        (((2, 1, 1), True), 5),
        (((2, 1, 1), False), 15),
        (((1, 1, 1, 1), False), 5),
    ),
}
"""How many rows each figure asked for is worked out from, and whether definitions turn round."""


class Plan(NamedTuple):
    """The figure asked for, the sets that give it, and the one row that is to go.

    Of the set at place ``gap`` the figure ``lost`` goes.
    """

    turned: bool
    figure: int
    sets: tuple[int, ...]
    gap: int
    lost: int


class Case(Struct, frozen=True):
    """A table without values: the negative has ``put`` at the place of ``lost``."""

    turned: bool
    segment: int
    figure: int
    targets: tuple[Target, ...]
    years: tuple[int, ...]
    rows: tuple[Fact, ...]
    lost: Fact
    put: Fact


class Cast(NamedTuple):
    """The organisations of a case: those the question names, look-alikes of each, others."""

    named: tuple[str, ...]
    alike: dict[str, tuple[str, str]]
    others: tuple[str, ...]


def plan_of(r: Random, shape: Shape) -> Plan:
    """Draw what is asked for and which of the rows it needs is lost."""
    sizes, turned = shape
    figure = draw.choice(r, asked(turned, sizes))
    sets = [draw.choice(r, WAYS[turned, figure, size]) for size in draw.shuffled(r, sizes)]
    rows = [(gap, part) for gap, mask in enumerate(sets) for part in members(mask)]
    return Plan(turned, figure, tuple(sets), *draw.choice(r, rows))


def cast_of(r: Random, names: Names, domain: Domain, named: int, others: int) -> Cast:
    """Draw the organisations. Each look-alike differs in a letter or in the last word.

    Which of the two spellings and endings the question names is a toss-up, so that neither tells.
    """
    chosen: list[str] = []
    alike: dict[str, tuple[str, str]] = {}
    for _ in range(named):
        word = names.word(3)
        one, two = draw.sample(r, domain.endings, 2)
        this, that = draw.shuffled(r, (word, names.alike(word)))
        chosen.append(f"{this} {one}")
        alike[f"{this} {one}"] = f"{that} {one}", f"{this} {two}"
    rest = tuple(f"{names.word(3)} {draw.choice(r, domain.endings)}" for _ in range(others))
    return Cast(tuple(chosen), alike, rest)


def targets_of(r: Random, plan: Plan, cast: Cast, years: tuple[int, ...]) -> tuple[Target, ...]:
    """Place the figures asked for: one year, or one organisation where only one is cast."""
    count = len(plan.sets)
    if len(cast.named) == 1:
        chosen = sorted(draw.sample(r, years, count))
        return tuple(
            Target(cast.named[0], y, mask) for y, mask in zip(chosen, plan.sets, strict=True)
        )
    year = draw.choice(r, years)
    return tuple(Target(o, year, mask) for o, mask in zip(cast.named, plan.sets, strict=True))


class Table:
    """Collects rows, no two alike, until the table is full."""

    def __init__(self, r: Random, names: Names, cast: Cast, size: int) -> None:
        self.r, self.names, self.cast, self.size = r, names, cast, size
        self.rows: list[Fact] = []
        self.seen: set[Fact] = set()
        self.branches: dict[str, tuple[str, str]] = {}

    def branch(self, organisation: str) -> str:
        """One of the two branches of an organisation."""
        if organisation not in self.branches:
            self.branches[organisation] = self.names.word(3), self.names.word(3)
        return draw.choice(self.r, self.branches[organisation])

    def another(self, segment: int) -> int:
        """One of the other segments."""
        return (segment + draw.integer(self.r, 1, SEGMENTS - 1)) % SEGMENTS

    def add(self, fact: Fact) -> None:
        """Add a row unless it is there, or the table is full."""
        if len(self.rows) < self.size and fact not in self.seen:
            self.seen.add(fact)
            self.rows.append(fact)

    def shadows(self, fact: Fact, free: list[int]) -> list[Fact]:
        """Rows that differ from a fact in the one thing that keeps them from counting."""
        r, name = self.r, fact.organisation
        found = [fact._replace(year=year) for year in draw.sample(r, free, draw.integer(r, 0, 3))]
        if draw.chance(r, 0.6):
            found.append(fact._replace(segment=self.another(fact.segment)))
        if draw.chance(r, 0.8):
            found.append(fact._replace(planned=True))
        if draw.chance(r, 0.8):
            found.append(fact._replace(branch=self.branch(name)))
        found += [
            fact._replace(organisation=other)
            for other in self.cast.alike[name]
            if draw.chance(r, 0.5)
        ]
        return found


def substitute(r: Random, plan: Plan, lost: Fact, figure: int) -> Fact:
    """Another figure of the same organisation, of no help to the question."""
    left = plan.sets[plan.gap] & ~(1 << lost.figure)
    new = not plan.sets[plan.gap] >> figure & 1
    if new and draw.chance(r, 0.8) and not gives(left | 1 << figure, plan.figure, plan.turned):
        return lost._replace(figure=figure)
    segments = [segment for segment in range(SEGMENTS) if segment != lost.segment]
    return lost._replace(figure=figure, segment=draw.choice(r, segments))


def extras(r: Random, plan: Plan, needs: int, lost: int, put: int) -> list[int]:
    """Figures of the very organisation and year asked about that help neither member.

    Where definitions do not turn round, often those that would give the figure if they did.
    ``lost`` and ``put`` are the sets of figures that the negative has less and more.
    """
    removed = [1 << part for part in members(needs)]

    def helps(mask: int) -> bool:
        less = [mask & ~bit for bit in removed]
        if lost:
            less.append(mask & ~lost | put)
        return any(gives(some, plan.figure, plan.turned) for some in less)

    wanted = draw.shuffled(r, range(len(FIGURES)))[: draw.integer(r, 0, 4)]
    back = [way for way in BACKWARDS[plan.figure] if not way & lost]
    if back and not plan.turned and draw.chance(r, 0.9):
        wanted = members(draw.choice(r, back)) + wanted
    mask = needs
    for figure in wanted:
        bit = 1 << figure
        if not put & bit and not helps(mask | bit):
            mask |= bit
    return members(mask & ~needs)


def filler(table: Table, pool: list[str], years: tuple[int, ...]) -> Fact:
    """A row about anything."""
    r = table.r
    name = draw.choice(r, pool)
    return Fact(
        name,
        table.branch(name) if draw.chance(r, 0.2) else "",
        draw.integer(r, 0, SEGMENTS - 1),
        draw.integer(r, 0, len(FIGURES) - 1),
        draw.choice(r, years),
        draw.chance(r, 0.2),
    )


def table_of(table: Table, plan: Plan, case: Case) -> tuple[Fact, ...]:
    """The rows of the answerable member, in random order."""
    r = table.r
    asked_in = {target.year for target in case.targets}
    free = [year for year in case.years if year not in asked_in]
    cells = [Fact(t.organisation, "", case.segment, plan.figure, t.year, False)
             for t in case.targets]  # fmt: skip
    required = [
        cell._replace(figure=part)
        for cell, target in zip(cells, case.targets, strict=True)
        for part in members(target.needs)
    ]
    table.seen.add(case.put)
    for fact in required:
        table.add(fact)
    for fact in required:
        table.add(fact._replace(year=draw.choice(r, free)))
        table.add(fact._replace(segment=table.another(fact.segment)))
    for cell, target in zip(cells, case.targets, strict=True):
        lost = (1 << plan.lost) * (cell._replace(figure=plan.lost) == case.lost)
        put = (1 << case.put.figure) * (cell._replace(figure=case.put.figure) == case.put)
        for figure in extras(r, plan, target.needs, lost, put):
            table.add(cell._replace(figure=figure))
    optional = [shadow for fact in required + cells for shadow in table.shadows(fact, free)]
    for fact in draw.shuffled(r, optional):
        table.add(fact)
    fill(table, case)
    return tuple(draw.shuffled(r, table.rows))


def fill(table: Table, case: Case) -> None:
    """Fill the table with rows that stay away from the cells asked about.

    Look-alikes get most of them, since decoys are mostly about the organisations named: the
    fewer rows those have beyond their look-alikes, the less it shows when one more is lost.
    """
    r, cast = table.r, table.cast
    alike = [name for pair in cast.alike.values() for name in pair]
    pool = [
        name
        for names, least in ((cast.named, 0), (alike, MOST_OFTEN), (cast.others, 1))
        for name in names
        for _ in range(least + draw.integer(r, 1, MOST_OFTEN))
    ]
    cells = {(t.organisation, t.year) for t in case.targets}
    while len(table.rows) < table.size:
        fact = filler(table, pool, case.years)
        asked_about = fact.segment == case.segment and not fact.branch and not fact.planned
        if not (asked_about and (fact.organisation, fact.year) in cells):
            table.add(fact)


def case_of(
    r: Random, names: Names, domain: Domain, *, level: int, kind: str, shape: Shape
) -> Case:
    """Draw a whole case.

    The figure of a substitute is drawn as that of a lost row is, so that no word tells which.
    """
    plan, other = plan_of(r, shape), plan_of(r, shape)
    count = len(plan.sets)
    named = 1 if count in (2, 3) and draw.chance(r, 0.35) else count
    cast = cast_of(r, names, domain, named, OTHERS[level])
    first = draw.integer(r, 2008, 2048)
    years = tuple(range(first, first + 6 + level // 2))
    targets = targets_of(r, plan, cast, years)
    segment, gap = draw.integer(r, 0, SEGMENTS - 1), targets[plan.gap]
    lost = Fact(gap.organisation, "", segment, plan.lost, gap.year, False)
    if kind == "look_alike_organisation":
        put = lost._replace(organisation=draw.choice(r, cast.alike[lost.organisation]))
    else:
        put = substitute(r, plan, lost, other.lost)
    case = Case(plan.turned, segment, plan.figure, targets, years, (), lost, put)
    table = Table(r, names, cast, ROWS[level])
    return replace(case, rows=table_of(table, plan, case))


def answerable(case: Case, rows: tuple[Fact, ...]) -> bool:
    """Whether the closure over all rows and definitions holds every figure asked for."""
    cells: dict[tuple[str, int], int] = {}
    for fact in rows:
        if fact.segment == case.segment and not fact.branch and not fact.planned:
            key = fact.organisation, fact.year
            cells[key] = cells.get(key, 0) | 1 << fact.figure
    return all(
        gives(cells.get((t.organisation, t.year), 0), case.figure, case.turned)
        for t in case.targets
    )
