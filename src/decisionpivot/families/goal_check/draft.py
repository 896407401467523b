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
COMPARED = ("same", "differs")
PART_OF = {"missing": "failures", "taken": "failures", "locked": "locks"}
"""The part of a case (see ``FAMILY.parts``) to which each way to fail belongs."""
TRIES = 6
"""Changes tried on one trace: where six fail, a new trace is found sooner than a seventh."""


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

    ``first`` says that the trace drawn first reaches the goal, not its changed copy, and
    ``misread`` are the rules with one read the other way round.
    """

    level: int
    kind: str
    first: bool
    misled: bool
    rules: Rules
    misread: Rules
    without: frozenset[str]


class World(Struct, frozen=True):
    """The names that a group uses, and all keys that they make."""

    places: tuple[str, ...]
    names: tuple[str, ...]
    contents: tuple[str, ...]
    keys: tuple[Key, ...]


class Start(Struct, frozen=True):
    """A store, a first trace, and the store after it."""

    initial: Store
    trace: tuple[Step, ...]
    after: Store


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
    store = dict(initial)
    trace: list[Step] = []
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
    able = [n for n, s in enumerate(trace) if kind != "wrong_content" or s.op in CONTENT_STEPS]
    if not able:
        return None
    at = draw.choice(r, able)
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
    else:
        copy[at] = step._replace(value=other(r, world.contents, step.value))
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


def views_of(initial: Store, pair: tuple[tuple[Step, ...], tuple[Step, ...]], plan: Plan) -> Views:
    """The views of the readers that are to be misled."""
    if not plan.misled:
        return []
    one, two = pair
    return [
        (forced(initial, one), forced(initial, two)),
        (by_last_step(initial, one), by_last_step(initial, two)),
        (unlocked(initial, one, plan.rules), unlocked(initial, two, plan.rules)),
        (run(initial, one, plan.misread)[0], run(initial, two, plan.misread)[0]),
    ]


def solves(view: tuple[Store, Store], goal: list[Condition]) -> bool:
    """Whether a reader is right on both members."""
    right, wrong = view
    return all(holds(right, c) for c in goal) and not all(holds(wrong, c) for c in goal)


def pick(r: Random, pool: list[Condition]) -> Condition:
    """A condition of a kind drawn first, so that no kind crowds out the others."""
    by_kind: dict[str, list[Condition]] = {}
    for condition in pool:
        by_kind.setdefault(condition.kind, []).append(condition)
    return draw.choice(r, by_kind[draw.choice(r, list(by_kind))])


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
    goal = [pick(r, hidden if hidden and draw.chance(r, 0.7) else decisive)]
    for view in views:
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


def attempt(r: Random, world: World, plan: Plan, start: Start) -> Case | None:
    """Try one change of the first trace."""
    initial, trace, after = start.initial, start.trace, start.after
    found = changed(r, trace, world, plan.kind)
    if found is None:
        return None
    end, failures = run(initial, found[0], plan.rules)
    if any(PART_OF[failure] in plan.without for failure in failures if failure):
        return None
    pair, right, wrong = (trace, found[0]), after, end
    if not plan.first:
        pair, right, wrong = (found[0], trace), end, after
    unlike = [k for k in world.keys if right.get(k, ("",))[0] != wrong.get(k, ("",))[0]]
    if not unlike:
        return None
    held = candidates(r, world, touched(world.keys, *pair), right, unlike)
    shared = [condition for condition in held if holds(wrong, condition)]
    decisive = [condition for condition in held if not holds(wrong, condition)]
    # A content that the changed step gives the very object would let a matching of words decide.
    said = [(pair[0][at].key, pair[0][at].value) for at in found[1]]
    decisive = [c for c in decisive if (c.key, c.value) not in said] or decisive
    views = views_of(initial, pair, plan)
    goal = goal_of(r, plan, decisive, shared, views) if decisive else None
    return Case(initial, *pair, tuple(goal), found[1]) if goal else None


def draw_case(r: Random, world: World, plan: Plan) -> Case:
    """Draw stores and traces until one change of the planned kind decides a goal."""
    while True:
        initial = initial_store(r, world, plan)
        trace = any_trace(r, initial, world, plan)
        after, _ = run(initial, trace, plan.rules)
        if plan.misled and after == run(initial, trace, plan.misread)[0]:
            continue
        for _ in range(TRIES):
            case = attempt(r, world, plan, Start(initial, trace, after))
            if case:
                return case
