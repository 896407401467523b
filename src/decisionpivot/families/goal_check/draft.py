"""A pair of traces that differ in one step, and a goal that just one of them reaches.

Which of the two traces reaches the goal is drawn before the goal is, from what the two final
stores have apart: a trace by itself therefore tells nothing, and neither does the goal.
"""

from collections.abc import Iterator
from random import Random

from msgspec import Struct

from decisionpivot import draw
from decisionpivot.families.goal_check.store import (
    CARRYING_STEPS,
    CONTENT_STEPS,
    Condition,
    Key,
    Rules,
    Step,
    Store,
    apply,
    by_last_step,
    forced,
    holds,
    run,
    size,
    unlocked,
)

OPS = ("add", "write", "remove", "move", "copy", "lock", "unlock")
WEIGHTS = (2, 5, 2.5, 4, 3, 2, 1.2)
CONDITION_KINDS = ("exists", "absent", "content", "count", "same", "differs")
COMPARED = ("same", "differs")
PART_OF = {"missing": "failures", "taken": "failures", "locked": "locks"}
"""The part of a case (see ``FAMILY.parts``) to which each way to fail belongs."""
TRIES = 12


class Sizes(Struct, frozen=True):
    """How much of everything a level has."""

    steps: int
    conditions: int
    places: int
    names: int
    objects: int
    contents: int


SIZES = {
    1: Sizes(5, 3, 2, 4, 5, 4),
    2: Sizes(15, 5, 3, 5, 8, 5),
    3: Sizes(25, 7, 4, 6, 12, 6),
}


class Plan(Struct, frozen=True):
    """What the quotas fix: the kind of change, and whether partial readers are to be misled.

    ``first`` says that the trace drawn first reaches the goal, not its changed copy.
    """

    level: int
    kind: str
    first: bool
    misled: bool
    rules: Rules
    without: frozenset[str]


class World(Struct, frozen=True):
    """The names that a group uses, and all keys that they make."""

    places: tuple[str, ...]
    names: tuple[str, ...]
    contents: tuple[str, ...]
    keys: tuple[Key, ...]


class Case(Struct, frozen=True):
    """A store, the traces that reach and that miss the goal, the goal, the places of the change."""

    initial: Store
    reaching: tuple[Step, ...]
    missing: tuple[Step, ...]
    goal: tuple[Condition, ...]
    changed: tuple[int, ...]


def other(r: Random, values: tuple[str, ...], value: str) -> str:
    """One of the other values."""
    return draw.choice(r, [one for one in values if one != value])


def initial_store(r: Random, world: World, plan: Plan) -> Store:
    """The contents at the start, in order of places; a third is locked."""
    chosen = draw.sample(r, world.keys, SIZES[plan.level].objects)
    chosen.sort(key=world.keys.index)
    locked = 0 if "locks" in plan.without else 0.35
    return {key: (draw.choice(r, world.contents), draw.chance(r, locked)) for key in chosen}


def step_of(r: Random, op: str, key: Key, world: World) -> Step:
    """A step of this kind on this object, whatever else it needs drawn."""
    if op in CONTENT_STEPS:
        return Step(op, key, draw.choice(r, world.contents))
    if op in CARRYING_STEPS:
        return Step(op, key, other(r, world.places, key[0]))
    return Step(op, key)


def any_step(r: Random, store: Store, world: World) -> Step:
    """A step that fits the store more often than not."""
    op = draw.weighted(r, OPS, WEIGHTS)
    present = draw.chance(r, 0.3 if op == "add" else 0.85)
    pool = [key for key in world.keys if (key in store) == present] or world.keys
    return step_of(r, op, draw.choice(r, pool), world)


def any_trace(r: Random, initial: Store, world: World, plan: Plan) -> tuple[Step, ...]:
    """A trace of the level's length, without failures of the parts that are left out."""
    store, trace = dict(initial), []
    while len(trace) < SIZES[plan.level].steps:
        step = any_step(r, store, world)
        after = dict(store) if plan.without else store
        failure = apply(after, step, plan.rules)
        if failure and PART_OF[failure] in plan.without:
            continue
        if step.op == "lock" and "locks" in plan.without:
            continue
        store = after
        trace.append(step)
    return tuple(trace)


def wrong_target(r: Random, step: Step, world: World) -> Step:
    """The same step on another object, or to another place."""
    op, key, value = step
    places = [place for place in world.places if place not in (key[0], value)]
    if op in CARRYING_STEPS and places and draw.chance(r, 0.4):
        return Step(op, key, draw.choice(r, places))
    if op not in CARRYING_STEPS and draw.chance(r, 0.5):
        return Step(op, (other(r, world.places, key[0]), key[1]), value)
    return Step(op, (key[0], other(r, world.names, key[1])), value)


def changed(
    r: Random, trace: tuple[Step, ...], world: World, kind: str
) -> tuple[tuple[Step, ...], tuple[int, ...]] | None:
    """A copy of a trace with one change of this kind, and where; None if the draw allows none."""
    at = draw.integer(r, 0, len(trace) - 1)
    step, copy = trace[at], list(trace)
    if kind == "swapped_steps":
        to = draw.integer(r, 0, len(trace) - 1)
        copy[at], copy[to] = copy[to], copy[at]
        return (tuple(copy), tuple(sorted((at, to)))) if copy[at] != copy[to] else None
    if kind == "wrong_target":
        copy[at] = wrong_target(r, step, world)
    elif kind == "replaced_step":
        key = step.key if draw.chance(r, 0.5) else draw.choice(r, world.keys)
        copy[at] = step_of(r, other(r, OPS, step.op), key, world)
    elif step.op in CONTENT_STEPS:
        copy[at] = step._replace(value=other(r, world.contents, step.value))
    else:
        return None
    return tuple(copy), (at,)


def singles(key: Key, store: Store) -> Iterator[Condition]:
    """What is true of one object in a store."""
    if key in store:
        yield Condition("exists", key)
        yield Condition("content", key, store[key][0])
    else:
        yield Condition("absent", key)


def compared(store: Store, one: Key, two: Key) -> Condition:
    """What is true of two objects of a store."""
    alike = store[one][0] == store[two][0]
    return Condition("same" if alike else "differs", one, two)


def touched(case_keys: tuple[Key, ...], *traces: tuple[Step, ...]) -> list[Key]:
    """The keys that a step names, in the order of the world's keys."""
    named: dict[Key, None] = {}
    for trace in traces:
        for step in trace:
            named[step.key] = None
            if step.op in CARRYING_STEPS:
                named[step.target] = None
    return [key for key in case_keys if key in named]


def candidates(
    r: Random, world: World, keys: list[Key], store: Store, unlike: list[Key]
) -> list[Condition]:
    """Conditions that hold in a store, on these objects; some compare the unlike ones."""
    found = [condition for key in keys for condition in singles(key, store)]
    found += [Condition("count", (place, ""), size(store, place)) for place in world.places]
    present = [key for key in world.keys if key in store]
    ends = [key for key in unlike if key in store] * 2 + draw.shuffled(r, present)[:8]
    for one in ends:
        two = draw.choice(r, present)
        if one != two:
            found.append(compared(store, *((one, two) if draw.chance(r, 0.5) else (two, one))))
    return draw.shuffled(r, found)


Views = list[tuple[Store, Store]]
"""What each partial reader takes the store to be after the reaching and the missing trace."""


def solves(view: tuple[Store, Store], goal: list[Condition]) -> bool:
    """Whether a reader is right on both members."""
    right, wrong = view
    return all(holds(right, c) for c in goal) and not all(holds(wrong, c) for c in goal)


def pick(r: Random, pool: list[Condition]) -> Condition:
    """A condition of a kind drawn first, so that no kind crowds out the others."""
    kinds = [kind for kind in CONDITION_KINDS if any(c.kind == kind for c in pool)]
    kind = draw.choice(r, kinds)
    return draw.choice(r, [c for c in pool if c.kind == kind])


def apart(goal: list[Condition], new: Condition) -> bool:
    """Whether a condition asks something that the goal does not ask yet."""
    if new.kind in COMPARED:
        pairs = [(c.key, c.value) for c in goal if c.kind in COMPARED]
        return (new.key, new.value) not in pairs and (new.value, new.key) not in pairs
    return all(c.key != new.key or c.kind in COMPARED for c in goal)


def goal_of(
    r: Random, plan: Plan, decisive: list[Condition], shared: list[Condition], views: Views
) -> list[Condition] | None:
    """A goal with one decisive condition; None if the readers to be misled are not."""
    hidden = [c for c in decisive if not all(solves(view, [c]) for view in views)]
    goal = [pick(r, hidden if plan.misled and hidden and draw.chance(r, 0.7) else decisive)]
    for view in views if plan.misled else []:
        if solves(view, goal):
            traps = [c for c in shared if not holds(view[0], c) and apart(goal, c)]
            if not traps:
                return None
            goal.append(pick(r, traps))
    while len(goal) < SIZES[plan.level].conditions:
        left = [c for c in shared if apart(goal, c)]
        if not left:
            return None
        goal.append(pick(r, left))
    if len(goal) > SIZES[plan.level].conditions:
        return None
    return draw.shuffled(r, goal)


def attempt(
    r: Random, world: World, plan: Plan, initial: Store, trace: tuple[Step, ...]
) -> Case | None:
    """Try one change of a trace."""
    found = changed(r, trace, world, plan.kind)
    if found is None:
        return None
    pair = (trace, found[0]) if plan.first else (found[0], trace)
    (right, failures), (wrong, more) = (run(initial, each, plan.rules) for each in pair)
    if any(PART_OF[failure] in plan.without for failure in failures + more if failure):
        return None
    unlike = [k for k in world.keys if right.get(k, ("",))[0] != wrong.get(k, ("",))[0]]
    if not unlike:
        return None
    held = candidates(r, world, touched(world.keys, *pair), right, unlike)
    shared = [condition for condition in held if holds(wrong, condition)]
    decisive = [condition for condition in held if not holds(wrong, condition)]
    views = [(forced(initial, pair[0]), forced(initial, pair[1]))]
    views.append((by_last_step(initial, pair[0]), by_last_step(initial, pair[1])))
    views.append((unlocked(initial, pair[0], plan.rules), unlocked(initial, pair[1], plan.rules)))
    goal = goal_of(r, plan, decisive, shared, views) if decisive else None
    return Case(initial, *pair, tuple(goal), found[1]) if goal else None


def draw_case(r: Random, world: World, plan: Plan) -> Case:
    """Draw stores and traces until one change of the planned kind decides a goal."""
    while True:
        initial = initial_store(r, world, plan)
        trace = any_trace(r, initial, world, plan)
        for _ in range(TRIES):
            case = attempt(r, world, plan, initial, trace)
            if case:
                return case
