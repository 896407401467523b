"""The store: what its operations do under the rules of a group, and what a goal may ask of it."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

Key = tuple[str, str]
"""The place and the name of an object; the same name in two places means two objects."""
Thing = tuple[str, bool]
"""The content of an object, and whether it is locked."""
Store = dict[Key, Thing]

CONTENT_STEPS = ("add", "write")
CARRYING_STEPS = ("move", "copy")


class Rules(Struct, frozen=True):
    """The conventions that differ from group to group.

    Attributes:
        replaces: a step onto a taken name replaces what is there; else it fails.
        creates: to write to a missing object makes it; else it fails.
        stops_moves: a locked object cannot be moved; else it keeps its lock when it is moved.
        copies_lock: the copy of a locked object is locked; else every copy is open.
        single: a lock is lifted by the step that it stops; else it stays.
        lock_first: the lock of the object is checked before the target; else after it.
    """

    replaces: bool
    creates: bool
    stops_moves: bool
    copies_lock: bool
    single: bool
    lock_first: bool


class Step(NamedTuple):
    """An operation on one object; ``value`` is a content, or the place to move or copy it to."""

    op: str
    key: Key
    value: str = ""

    @property
    def target(self) -> Key:
        """Where the object, or its copy, is to go."""
        return self.value, self.key[1]


def refused(store: Store, key: Key, rules: Rules) -> str:
    """A lock stops a step; under some rules that lifts it."""
    if rules.single:
        store[key] = (store[key][0], False)
    return "locked"


def barred(store: Store, key: Key, rules: Rules) -> str:
    """Why nothing can be put at a key, or nothing."""
    if key not in store:
        return ""
    if not rules.replaces:
        return "taken"
    return refused(store, key, rules) if store[key][1] else ""


def carry(store: Store, step: Step, rules: Rules) -> str:
    """Move or copy an object that exists."""
    content, locked = store[step.key]
    held = locked and rules.stops_moves and step.op == "move"
    if held and rules.lock_first:
        return refused(store, step.key, rules)
    failure = barred(store, step.target, rules)
    if failure:
        return failure
    if held:
        return refused(store, step.key, rules)
    store[step.target] = (content, locked and (step.op == "move" or rules.copies_lock))
    if step.op == "move":
        del store[step.key]
    return ""


def apply(store: Store, step: Step, rules: Rules) -> str:
    """Carry out a step in place; says why it failed: missing, taken, locked, or nothing."""
    op, key, value = step
    if op == "add":
        failure = barred(store, key, rules)
        if not failure:
            store[key] = (value, False)
        return failure
    thing = store.get(key)
    if thing is None:
        if op != "write" or not rules.creates:
            return "missing"
        store[key] = (value, False)
    elif op in CARRYING_STEPS:
        return carry(store, step, rules)
    elif op in ("lock", "unlock"):
        store[key] = (thing[0], op == "lock")
    elif thing[1]:
        return refused(store, key, rules)
    elif op == "remove":
        del store[key]
    else:
        store[key] = (value, False)
    return ""


def run(initial: Store, trace: Iterable[Step], rules: Rules) -> tuple[Store, list[str]]:
    """The store after a trace, and how every step failed (nothing where it did not)."""
    store = dict(initial)
    return store, [apply(store, step, rules) for step in trace]


class Condition(NamedTuple):
    """One thing that a goal asks.

    ``key`` is an object, or for a count a place with no name; ``value`` is a content, a number
    of objects, or the key of the other object.
    """

    kind: str
    key: Key
    value: str | int | Key = ""


def size(store: Store, place: str) -> int:
    """How many objects a place holds."""
    return len([key for key in store if key[0] == place])


def holds(store: Store, condition: Condition) -> bool:
    """Whether a store satisfies a condition."""
    kind, key, value = condition
    if kind == "count":
        return size(store, key[0]) == value
    if kind in ("exists", "absent"):
        return (key in store) == (kind == "exists")
    if key not in store:
        return False
    if kind == "content":
        return store[key][0] == value
    if value not in store:
        return False
    return (store[key][0] == store[value][0]) == (kind == "same")


def forced(initial: Store, trace: Iterable[Step]) -> Store:
    """The store as a reader has it who takes every step to succeed."""
    store = dict(initial)
    for step in trace:
        thing = store.get(step.key)
        if step.op in CONTENT_STEPS:
            store[step.key] = (step.value, False)
        elif thing is None:
            continue
        elif step.op in CARRYING_STEPS:
            store[step.target] = thing
        if step.op in ("move", "remove"):
            del store[step.key]
    return store


def unlocked(initial: Store, trace: Iterable[Step], rules: Rules) -> Store:
    """The store as a reader has it who knows all rules but those on locks."""
    store = {key: (content, False) for key, (content, _) in initial.items()}
    return run(store, (step for step in trace if step.op != "lock"), rules)[0]


def by_last_step(initial: Store, trace: Iterable[Step]) -> Store:
    """The store as a reader has it who looks at the last step on each object alone."""
    store = dict(initial)
    for step in trace:
        if step.op in CONTENT_STEPS:
            store[step.key] = (step.value, False)
        elif step.op in CARRYING_STEPS:
            store[step.target] = initial.get(step.key, ("", False))
        if step.op in ("move", "remove"):
            store.pop(step.key, None)
    return store
