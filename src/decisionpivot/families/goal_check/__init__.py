"""Do all conditions of a goal hold after a run of steps on a small store?

A store of named objects in places, its operations and what makes them fail, a goal of 3, 5 or 7
conditions and a numbered trace of 5, 15 or 25 steps. In one member of a pair the goal is reached;
in the other one step has another target, another content or another operation, or two steps have
changed places, and exactly one condition fails.

Traps that are built in on purpose: later steps undo or mask earlier ones; steps on locked or
missing objects and onto taken names fail, or do not, by rules that differ from group to group, as
does what a lock survives and whether a copy inherits it. In most groups a reader of the last step
on each object, or one who ignores locks or failures, gives both members the same answer.
"""

from random import Random

from msgspec.structs import replace

from decisionpivot.draw import choice
from decisionpivot.families.goal_check import words
from decisionpivot.families.goal_check.draft import SIZES, Plan, draw_case
from decisionpivot.families.goal_check.store import Rules, Step
from decisionpivot.families.goal_check.text import (
    Style,
    Wording,
    draw_sheet,
    draw_style,
    draw_world,
)
from decisionpivot.families.group import Family, Group, Member, Place, binary, domain
from decisionpivot.families.quotas import even, spread
from decisionpivot.families.wording import Names, at
from decisionpivot.items import Pivot

KINDS = {
    "wrong_target": "a step is on another object, or carries one to another place",
    "wrong_content": "a step gives another content",
    "swapped_steps": "two steps have changed places",
    "replaced_step": "a step is another operation",
}
ORDERS = even(
    (
        *("tiorg", "tgrio", "trogi", "tirgo"),
        *("oitrg", "rtoig", "ogtri", "rtgoi"),
        *("origt", "grito", "irogt", "rogit"),
    ),
    100,
)
"""Orders of Trace, Initial contents, Operations, Rules and Goal: the trace is early, in the
middle, or late."""
MISREAD = ("replaces", "creates", "stops_moves", "single")
MISLED = ((True, 86), (False, 14))


def rules_of(place: Place) -> Rules:
    """The conventions of a group: each reading of each one in half of a level's groups."""
    halves = even((True, False), 100)
    return Rules(
        *(
            spread(place.family, place.level, field, halves)[place.index]
            for field in Rules.__struct_fields__
        )
    )


def plan_of(place: Place, without: frozenset[str]) -> Plan:
    """What the quotas fix for a group."""
    name, level, index = place.family, place.level, place.index
    rules = rules_of(place)
    field = spread(name, level, "misread", even(MISREAD, 100))[index]
    return Plan(
        level=level,
        kind=spread(name, level, "kind", even(tuple(KINDS), 100))[index],
        first=spread(name, level, "reaching", even((True, False), 100))[index],
        misled=not without and spread(name, level, "misled", MISLED)[index],
        rules=rules,
        misread=replace(rules, **{field: not getattr(rules, field)}),
        without=without,
    )


def fact(style: Style, trace: tuple[Step, ...], places: tuple[int, ...]) -> str:
    """The steps that differ between the members, as the trace has them."""
    return "; ".join(style.number.format(i=n + 1) + style.write(trace[n]) for n in places)


def make(place: Place, r: Random, without: frozenset[str]) -> Group:
    """Make the pair at a place: a run that reaches its goal, and one that misses one condition."""
    setting_name = domain(place, tuple(words.SETTINGS), 100)
    setting, names = words.SETTINGS[setting_name], Names(r)
    plan = plan_of(place, without)
    owner = names.word(3)
    world = draw_world(r, names, setting, SIZES[place.level])
    case = draw_case(r, world, plan)
    style = draw_style(r, setting)
    order = spread(place.family, place.level, "section order", ORDERS)[place.index]
    sheet = draw_sheet(r, case, world, plan.rules, Wording(style, order, owner))
    traces = (case.reaching, case.missing)
    states = [sheet.state(trace) for trace in traces]
    facts = [fact(style, trace, case.changed) for trace in traces]
    base = choice(r, (0, 1))
    members = tuple(
        Member(
            state,
            answer,
            Pivot(plan.kind, facts[base], mine, at(state, mine.split("; ")[0])),
            changes=0 if mine == facts[base] else len(case.changed),
        )
        for state, answer, mine in zip(states, ("yes", "no"), facts, strict=True)
    )
    options = binary(
        place, yes="all goal conditions are satisfied", no="some goal condition is not satisfied"
    )
    return Group(setting_name, options, states[base], members)


FAMILY = Family(
    name="goal_check",
    title="Goals of runs on a small store",
    layer="D",
    question="After these operations, are all goal conditions satisfied?",
    size=2,
    domains=tuple(words.SETTINGS),
    kinds=KINDS,
    make=make,
    # No object is ever locked and so no step fails for a lock; no step fails for another reason.
    parts=("locks", "failures"),
)
