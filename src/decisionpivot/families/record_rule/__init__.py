"""Which integrity rule does a batch of records violate?

A batch of 10, 16 or 24 records with 6, 7 or 8, or 9 numbered rules of thirteen types and the
conventions by which they are read. Every member of a group differs from an untouched batch in one
cell of one record, which breaks exactly one rule by as little as it can be broken.

Traps that are built in on purpose, in every member: values exactly on their bounds and dates as
close as allowed, identifiers and codes that differ in one character, empty fields where they are
allowed, groups exactly full, numbers out of order, a second list whose codes are not valid, and a
column that breaks what no rule demands of it.
"""

from itertools import permutations
from random import Random

from decisionpivot import draw
from decisionpivot.families.group import Family, Group, Member, Place, domain
from decisionpivot.families.quotas import even, spread
from decisionpivot.families.record_rule import words
from decisionpivot.families.record_rule.columns import FILL, Pen
from decisionpivot.families.record_rule.kinds import Change, Row, Rule, breaking, holds
from decisionpivot.families.record_rule.plan import GROUPS, MEMBERS, Slot, slots
from decisionpivot.families.record_rule.text import Page, Style, meaning, page_of
from decisionpivot.items import GenerationError, Option, Pivot

RECORDS = {1: 10, 2: 16, 3: 24}
TRIES = 200
UNRULED = ("required", "unique", "list", "pattern", "exclusion", "parent", "sequence")
"""Types whose columns may stand in a batch, broken, without a rule on them."""
SECTIONS = tuple("".join(order) for order in permutations("CRLB"))
ORDERS = (
    even(tuple(order for order in SECTIONS if order[0] == "B"), 22)
    + even(tuple(order for order in SECTIONS if order[-1] == "B"), 15)
    + even(tuple(order for order in SECTIONS if "B" in order[1:-1]), GROUPS - 22 - 15)
)
"""Orders of Conventions, Rules, Lists and Batch. The batch is so long that decisive facts reach
the outer thirds of the state only if it comes first or last often."""
KINDS = {
    "required": "a field that must be filled in is empty",
    "unique": "a value that must be unique occurs twice",
    "range": "a number lies just outside its range",
    "list": "a code is not on its reference list",
    "pattern": "a text misses its form by one character",
    "date_order": "two dates stand in the wrong order",
    "total": "parts do not add up to their total",
    "conditional": "an entry that a state requires is missing",
    "exclusion": "two fields that exclude each other are both filled in",
    "parent": "a record refers to one that is not in the batch",
    "sequence": "a number is missing from a sequence",
    "limit": "a group has one record too many",
    "check_digit": "a check digit does not follow from the other digits",
    "none": "the untouched batch keeps all rules",
}


def options(slot: Slot, rules: list[Rule], about: words.Domain) -> tuple[Option, ...]:
    """One option a rule, in the order of the rules, and ``none`` at its place among them."""
    found = [
        Option(f"R{number}", f"Rule R{number} ({meaning(rule, about)}) is violated.")
        for number, rule in enumerate(rules, 1)
    ]
    found.insert(slot.none, Option("none", "No rule is violated."))
    return tuple(found)


def numbered(r: Random, slot: Slot) -> list[str]:
    """The listed types in the order of their rules, such that the answers stand where planned."""
    violated, others = draw.shuffled(r, slot.violated), draw.shuffled(r, slot.listed)
    places = range(len(violated) + len(others) + 1)
    return [
        (violated if place in slot.right else others).pop()
        for place in places
        if place != slot.none
    ]


def unruled(pen: Pen, slot: Slot, count: int) -> list[Rule]:
    """Columns without a rule, which break what one might expect of them."""
    free = [kind for kind in UNRULED if kind not in slot.violated + slot.listed]
    found = [FILL[kind](pen) for kind in draw.sample(pen.r, free, min(count, len(free)))]
    for rule in found:
        for at, field, value in [breaking(pen.r, rule, pen.rows) for _ in range(2)]:
            pen.rows[at][field] = value
    return found


def broken(r: Random, rules: list[Rule], rule: Rule, rows: list[Row], lower: bool) -> Change:
    """A change of one cell by which this rule fails and no other, in this half of the rows.

    The half is given up when the rule can hardly be broken there.

    Raises:
        GenerationError: none was found.
    """
    for attempt in range(TRIES):
        at, field, value = breaking(r, rule, rows)
        if (2 * at >= len(rows)) != lower and attempt < TRIES // 2:
            continue
        changed = [*rows]
        changed[at] = rows[at] | {field: value}
        if not holds(rule, changed) and all(
            holds(other, changed) for other in rules if other is not rule
        ):
            return at, field, value
    raise GenerationError(f"no change breaks the rule {rule} alone")


def style_of(pen: Pen, blocks: list[Rule]) -> Style:
    """Columns and writing: the identifier first, the columns of a rule side by side."""
    r, own = pen.r, pen.about.id
    columns = [field for block in draw.shuffled(r, blocks) for field in block.fields]
    money = tuple(field for block in blocks if block.kind == "total" for field in block.fields)
    return Style(
        columns=(own, *(field for field in columns if field != own)),
        money=money,
        row=draw.choice(r, words.FORMATS),
        date=draw.choice(r, words.ROW_DATES),
        marker=draw.choice(r, words.MARKERS),
    )


def member(page: Page, answer: str, kind: str, change: Change) -> Member:
    """The batch with one cell changed; for ``none``, untouched."""
    at, field, value = change
    row, style = page.rows[at], page.style
    text = page.text if answer == "none" else page.changed(at, row | {field: value})
    was = style.cell(field, row[field])
    now = was if answer == "none" else style.cell(field, value)
    pivot = Pivot(kind, was, now, page.place(at, field, text))
    return Member(text, answer, pivot, int(answer != "none"))


def make(place: Place, r: Random, without: frozenset[str]) -> Group:
    """Draw one group: a batch that keeps all rules, and one cell changed for every answer.

    There are no parts to leave out.
    """
    slot = slots(place.family, place.seed, place.block, place.level)[place.index]
    name = domain(place, FAMILY.domains, FAMILY.groups)
    pen = Pen(r, words.DOMAINS[name], RECORDS[place.level])
    rules = [FILL[kind](pen) for kind in numbered(r, slot)]
    blocks = rules + unruled(pen, slot, 1 + (place.level == 3))
    if not all(holds(rule, pen.rows) for rule in rules):
        raise GenerationError(f"{place}: the untouched batch breaks a rule")
    order = spread(place.family, place.level, "section order", ORDERS)[place.index]
    page = page_of(pen, rules, style_of(pen, blocks), order)
    members = []
    halves = draw.shuffled(r, (False, False, True, True))
    for number, rule in enumerate(rules, 1):
        if rule.kind in slot.violated:
            change = broken(r, rules, rule, pen.rows, halves.pop())
            members.append(member(page, f"R{number}", rule.kind, change))
    if slot.untouched:
        members.append(member(page, "none", "none", change))
    return Group(name, options(slot, rules, pen.about), page.text, tuple(members))


FAMILY = Family(
    name="record_rule",
    title="Which rule does the batch violate?",
    layer="F",
    question="Which rule does the batch violate?",
    size=MEMBERS,
    domains=tuple(words.DOMAINS),
    kinds=KINDS,
    make=make,
)
