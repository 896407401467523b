"""Is a request allowed under the written rules of an invented access system?

Exactly one path (membership, nested groups, a grant, the role's action, the folder's ancestors)
allows the request in one member of a pair; one line breaks it in the other. Traps that are built
in on purpose: the rules on inheritance, seals, nested groups and denials differ from system to
system, and further paths of the same person would allow the request in both members but for a
seal, a denial, the reach of a grant or a limit of nesting. All counts are the same in both
members, or differ in either direction equally often (see ``plan``).
"""

from random import Random

from decisionpivot.draw import choice
from decisionpivot.families.access_check import words
from decisionpivot.families.access_check.draft import draw_cases
from decisionpivot.families.access_check.plan import plans, reduced
from decisionpivot.families.access_check.text import draw_style, rendered
from decisionpivot.families.group import Family, Group, Member, Place, binary, domain
from decisionpivot.items import Pivot

KINDS = {
    "membership": "the group to which the person belongs",
    "nesting": "the outer group in which one of the groups lies",
    "role": "a role that allows the requested action",
    "grant": "the folder, or its sibling, on which the role was granted",
    "seal": "the folder, or its sibling, that is sealed",
    "deny": "the folder, or its sibling, on which the action is denied",
}


def _place(state: str, other: str) -> float:
    """Where the line in which two states differ stands in the first, from 0 to 1."""
    at = 0
    for ours, theirs in zip(state.split("\n"), other.split("\n"), strict=True):
        if ours != theirs:
            break
        at += len(ours) + 1
    return round(at / len(state), 4)


def make(place: Place, r: Random, without: frozenset[str]) -> Group:
    """Make the pair at a place: a system in which one path allows the request, and it broken."""
    setting_name = domain(place, tuple(words.SETTINGS), 100)
    setting = words.SETTINGS[setting_name]
    plan = reduced(plans(place.level)[place.index], without)
    draft, whole, broken = draw_cases(r, place.level, plan, setting, without)
    style = draw_style(r, draft.names, place.level, whole, setting)
    yes, no = (rendered(case, style, setting) for case in (whole, broken))
    base = choice(r, (0, 1))
    value = draft.facts[base]
    members = tuple(
        Member(
            state,
            answer,
            Pivot(plan.kind, value, fact, _place(state, other)),
            changes=int(fact != value),
        )
        for state, other, answer, fact in (
            (yes, no, "yes", draft.facts[0]),
            (no, yes, "no", draft.facts[1]),
        )
    )
    options = binary(place, yes="the request is allowed", no="the request is refused")
    return Group(setting_name, options, (yes, no)[base], members)


FAMILY = Family(
    name="access_check",
    title="Requests under an invented access system",
    layer="B",
    question="Is the request allowed?",
    size=2,
    domains=tuple(words.SETTINGS),
    kinds=KINDS,
    make=make,
    # No second path that only a seal or a denial blocks; no path through a nested group except
    # where the nesting decides, and no second path that only a limit of nesting blocks.
    parts=("denies", "seals", "nesting"),
)
