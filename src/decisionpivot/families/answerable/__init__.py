"""Can a question be answered from the facts listed?

A table of figures of organisations, rules on how to read it, and a question that needs two, three
or four of its rows. In the negative one of these rows gives another figure of the same
organisation, or the same figure of an organisation with a similar name.

Traps that are built in on purpose, in both members: for every row needed, and for the figure asked
for, the same figure of another year, as planned, of a branch and of look-alikes; other figures of
the very organisation and year asked about; figures that would give the answer if definitions
could be turned round, where the rules forbid it. Names and look-alikes, the figure lost and the
figure put in its place are drawn alike, so that no count or word tells the answer.
"""

from random import Random

from decisionpivot.families.answerable import words
from decisionpivot.families.answerable.case import SHAPES, Case, answerable, case_of
from decisionpivot.families.answerable.text import Values, row, sheet_of, style_of
from decisionpivot.families.group import Family, Group, Member, Place, binary, domain
from decisionpivot.families.quotas import even, spread
from decisionpivot.families.wording import Names
from decisionpivot.items import GenerationError, Pivot

KINDS = {
    "other_attribute": "a required row gives another figure of the same organisation",
    "look_alike_organisation": "a required row is about an organisation with a similar name",
}
ORDERS = even(("TRQ", "TQR", "RTQ", "QTR", "RQT", "QRT"), 100)


def checked(place: Place, case: Case) -> int:
    """The place of the lost row, once the answers of both members have been verified.

    Raises:
        GenerationError: with the lost row the question has no answer, or without it has one.
    """
    where = case.rows.index(case.lost)
    if not answerable(case, case.rows):
        raise GenerationError(f"{place}: the answerable member has no answer")
    if answerable(case, (*case.rows[:where], case.put, *case.rows[where + 1 :])):
        raise GenerationError(f"{place}: the unanswerable member has an answer")
    return where


def make(place: Place, r: Random, without: frozenset[str]) -> Group:
    """Draw one group: an answerable question, which is the base, and one with a row replaced.

    There are no parts to leave out.
    """
    name = domain(place, FAMILY.domains, FAMILY.groups)
    kind = spread(place.family, place.level, "kind", even(tuple(KINDS), 100))[place.index]
    shape = spread(place.family, place.level, "shape", SHAPES[place.level])[place.index]
    order = spread(place.family, place.level, "section order", ORDERS)[place.index]
    names, about = Names(r), words.DOMAINS[name]
    case = case_of(r, names, about, level=place.level, kind=kind, shape=shape)
    where, style, values = checked(place, case), style_of(r, about), Values(r)
    rows = tuple(row(style, fact, values.value(fact)) for fact in case.rows)
    sheet = sheet_of(r, case, style, names=names, order=order, rows=rows)
    line, other = rows[where], row(style, case.put, values.value(case.put))
    base, changed = sheet.state(where, line), sheet.state(where, other)
    start = base.index(f"\n{line}") + 1
    yes = Pivot(kind, line, line, round(start / len(base), 4))
    no = Pivot(kind, line, other, round(start / len(changed), 4))
    return Group(
        name,
        binary(
            place,
            yes="The facts listed and the rules are enough to answer it.",
            no="The facts listed and the rules are not enough to answer it.",
        ),
        base,
        (Member(base, "yes", yes, 0), Member(changed, "no", no, 1)),
    )


FAMILY = Family(
    name="answerable",
    title="Can the question be answered from the facts listed?",
    layer="A",
    question="Can the question be answered from the facts listed?",
    size=2,
    domains=tuple(words.DOMAINS),
    kinds=KINDS,
    make=make,
)
