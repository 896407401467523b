"""Does a catalogue record satisfy every constraint of a request?

A request of 6, 9 or 12 constraints, no two of one kind, and a record of 32 fields. Half of the
constraints compare a quantity that must first be worked out. In the negative member exactly one
constraint is broken, by one smallest step; every other constraint of both members holds just as
narrowly, so that being near a limit tells nothing.

Traps built in on purpose: look-alike fields (two fees, a former price, a third side, a second
code), strict next to inclusive bounds, values that the request names only to rule them out, days
counted with or without the first, units that differ between request and record, equal list
entries, and packs of which only whole ones count.
"""

from random import Random
from typing import Any

import msgspec

from decisionpivot.draw import chance, integer, sample, shuffled
from decisionpivot.families import group
from decisionpivot.families.filter_match.catalogues import CATALOGUES
from decisionpivot.families.filter_match.constraints import (
    COMPUTED,
    DIRECT,
    ONE_WAY,
    Constraint,
    Record,
    changed,
    draw_constraints,
    draw_record,
    holds,
)
from decisionpivot.families.filter_match.wording import (
    Wording,
    draw_wording,
    render_conventions,
    render_record,
    render_request,
    written,
)
from decisionpivot.families.group import Family, Group, Member, Place
from decisionpivot.families.quotas import even, spread
from decisionpivot.items import GenerationError, Pivot

SIZES = {1: 6, 2: 9, 3: 12}
"""Constraints of a request, by level."""

PARTS: dict[str, tuple[str, ...]] = {
    "fees": ("price_plus_fee",),
    "conversions": ("unit_conversion",),
    "computed": tuple(COMPUTED),
}
"""The kinds of constraint that each part is about: left out, unless one is the decisive kind."""

ORDERS = (
    ("request", "conventions", "record"),
    ("request", "record", "conventions"),
    ("conventions", "request", "record"),
    ("conventions", "record", "request"),
    ("record", "request", "conventions"),
    ("record", "conventions", "request"),
)


def kind_counts(level: int) -> tuple[tuple[tuple[str, bool], int], ...]:
    """How often each (kind, up) is decisive: 7 of each computed kind, 3 of each direct one.

    ``up``: the value that breaks the constraint is the larger one; so it is in 50 of 100 groups.
    """
    ups = {kind: 3 + (place + level) % 2 for place, kind in enumerate(COMPUTED)}
    ups |= {"minimum": 0, "maximum": 3, "date_on_or_before": 3, "strict_bound": 1, "range": 1}
    rest = [kind for kind in DIRECT if kind not in ups]
    ups |= {kind: 1 + ((place + level) % len(rest) < 2) for place, kind in enumerate(rest)}
    totals = {kind: 7 if kind in COMPUTED else 3 for kind in (*COMPUTED, *DIRECT)}
    return tuple(
        ((kind, up), ups[kind] if up else total - ups[kind])
        for kind, total in totals.items()
        for up in (False, True)
    )


def companions(
    r: Random, decisive: str, level: int, without: frozenset[str]
) -> list[tuple[str, bool]]:
    """The other (kind, up) of a request; with the decisive kind, half of them are computed."""
    computed = SIZES[level] // 2 + (SIZES[level] % 2 and integer(r, 0, 1))
    left_out = [kind for part in sorted(without) for kind in PARTS[part]]
    kinds: list[str] = []
    for pool, count in ((COMPUTED, computed), (DIRECT, SIZES[level] - computed)):
        others = [kind for kind in pool if kind != decisive]
        kinds += sample(r, others, count - (decisive in pool))
    return [(kind, ONE_WAY.get(kind, chance(r, 0.5))) for kind in kinds if kind not in left_out]


def verify(place: Place, constraints: list[Constraint], record: Record, other: Record) -> None:
    """Check that the record meets every constraint, and the other one all but the first.

    Raises:
        GenerationError: it is not so.
    """
    broken = [constraint for constraint in constraints if not holds(constraint, other)]
    if broken != constraints[:1] or not all(holds(one, record) for one in constraints):
        raise GenerationError(f"{place}: the decisive constraint is not the only one broken")


def decisive_value(w: Wording, record: Record, pivot: Constraint) -> str:
    """The decisive value as it stands in the record."""
    if pivot.role in record.texts:
        return record.texts[pivot.role]
    field = record.catalogue.fields[pivot.role]
    value = written(field, record.numbers[pivot.role][pivot.entry], w.style)
    return str(value).lower() if isinstance(value, bool) else str(value)


def rendered(state: dict[str, Any]) -> str:
    """The state as a system sees it."""
    return msgspec.json.format(msgspec.json.encode(state), indent=2).decode()


def first_difference(a: str, b: str) -> int:
    """The length of what two different texts have in common at their start."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if a[:middle] == b[:middle] else (low, middle - 1)
    return low


def make(place: Place, r: Random, without: frozenset[str]) -> Group:
    """Make one pair: a record that meets the request, and one that misses one constraint."""
    kind, up = spread(place.family, place.level, "kind", kind_counts(place.level))[place.index]
    domain = group.domain(place, FAMILY.domains, FAMILY.groups)
    record = draw_record(r, CATALOGUES[FAMILY.domains.index(domain)])
    constraints = draw_constraints(
        r, record, [(kind, up), *companions(r, kind, place.level, without)]
    )
    pivot = constraints[0]
    records = {"yes": record, "no": changed(record, pivot)}
    verify(place, constraints, record, records["no"])
    w = draw_wording(r, record)
    states = write(place, w, constraints, records)
    base = spread(place.family, place.level, "base", (("yes", 50), ("no", 50)))[place.index]
    texts = {answer: rendered(state) for answer, state in states.items()}
    at = first_difference(texts["yes"], texts["no"])
    values = {answer: decisive_value(w, one, pivot) for answer, one in records.items()}
    members = tuple(
        Member(
            state=states[answer],
            answer=answer,
            pivot=Pivot(kind, values[base], values[answer], round(at / len(texts[answer]), 4)),
            changes=int(answer != base),
        )
        for answer in records
    )
    options = group.binary(
        place,
        yes="the record satisfies every constraint of the request",
        no="the record breaks at least one constraint of the request",
    )
    return Group(domain, options, states[base], members)


def write(
    place: Place, w: Wording, constraints: list[Constraint], records: dict[str, Record]
) -> dict[str, dict[str, Any]]:
    """The state of each record: one wording, one order of constraints, fields and sections."""
    stated = shuffled(w.r, constraints)
    fields = shuffled(w.r, tuple(w.record.catalogue.fields))
    shared = {
        "request": render_request(w, stated),
        "conventions": render_conventions(w, stated),
    }
    counts = even(ORDERS, FAMILY.groups, first=place.level)
    order = spread(place.family, place.level, "sections", counts)[place.index]
    states = {}
    for answer, record in records.items():
        sections = shared | {"record": render_record(record, w.style, fields)}
        states[answer] = {section: sections[section] for section in order}
    return states


FAMILY = Family(
    name="filter_match",
    title="Constraint-based filtering of a catalogue record",
    layer="G",
    question="Does the record satisfy every constraint of the request?",
    size=2,
    domains=tuple(catalogue.name for catalogue in CATALOGUES),
    kinds=COMPUTED | DIRECT,
    parts=tuple(PARTS),
    make=make,
)
