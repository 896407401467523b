"""A store, the steps on it under its own rules of failure, and the conditions of a goal."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

Ref = tuple[str, str]
"""A place and the name of a thing in it."""


class Thing(Struct, frozen=True):
    """What lies under a name; ``value`` is its filling, text, mood tag and so on."""

    value: str
    locked: bool = False


class Step(Struct, frozen=True):
    """An operation on a thing; ``argument`` is a value or a receiving place, by the operation."""

    operation: str
    ref: Ref
    argument: str = ""

    @property
    def receiver(self) -> Ref | None:
        """Where the step puts a thing, None where it puts none anywhere."""
        if self.operation in ("MOVE", "COPY"):
            return self.argument, self.ref[1]
        return self.ref if self.operation == "CREATE" else None


class Rules(Struct, frozen=True, kw_only=True):
    """What makes a step fail, and what that does.

    Attributes:
        replaces: an open thing in the way is replaced; otherwise any thing there stops the step.
        update_makes: an update of a missing thing makes it.
        copies_lock: the copy of a locked thing is locked.
        lock_wears: a lock that made a step fail is gone.
        stopped: the operations that a lock on the thing named forbids.
        checks: ``missing``, ``locked`` and ``receiver`` in the order in which they are made.
    """

    replaces: bool
    update_makes: bool
    copies_lock: bool
    lock_wears: bool
    stopped: frozenset[str]
    checks: tuple[str, ...]


class Condition(Struct, frozen=True):
    """One line of a goal; ``value`` is a value, or the place where ``count`` things must be."""

    kind: str
    refs: tuple[Ref, ...] = ()
    value: str = ""
    count: int = 0


class Obstacle(Struct, frozen=True):
    """Why a step fails; ``lock`` is the thing whose lock is the reason, if one is."""

    lock: Ref | None = None


Store = dict[Ref, Thing]


def run(contents: Mapping[Ref, Thing], steps: tuple[Step, ...], rules: Rules) -> Store:
    """The contents after all steps."""
    store = dict(contents)
    for step in steps:
        obstacle = first_obstacle(store, step, rules)
        if obstacle is None:
            perform(store, step, rules)
        elif rules.lock_wears and obstacle.lock is not None:
            store[obstacle.lock] = replace(store[obstacle.lock], locked=False)
    return store


def first_obstacle(store: Store, step: Step, rules: Rules) -> Obstacle | None:
    """What stops a step, by the first check that finds something; None where it succeeds."""
    for check in rules.checks:
        obstacle = _CHECKS[check](store, step, rules)
        if obstacle is not None:
            return obstacle
    return None


def _missing(store: Store, step: Step, rules: Rules) -> Obstacle | None:
    makes = step.operation == "CREATE" or (step.operation == "UPDATE" and rules.update_makes)
    return None if makes or step.ref in store else Obstacle()


def _locked(store: Store, step: Step, rules: Rules) -> Obstacle | None:
    thing = store.get(step.ref)
    forbidden = thing is not None and thing.locked and step.operation in rules.stopped
    return Obstacle(step.ref) if forbidden else None


def _receiver(store: Store, step: Step, rules: Rules) -> Obstacle | None:
    if step.receiver is None or step.receiver not in store:
        return None
    if not rules.replaces:
        return Obstacle()
    return Obstacle(step.receiver) if store[step.receiver].locked else None


_CHECKS = {"missing": _missing, "locked": _locked, "receiver": _receiver}


def perform(store: Store, step: Step, rules: Rules) -> None:
    """Carry out a step that nothing stops."""
    here, there = step.ref, (step.argument, step.ref[1])
    match step.operation:
        case "CREATE":
            store[here] = Thing(step.argument)
        case "UPDATE":
            store[here] = replace(store.get(here, Thing("")), value=step.argument)
        case "MOVE":
            store[there] = store.pop(here)
        case "COPY":
            store[there] = replace(store[here], locked=store[here].locked and rules.copies_lock)
        case "REMOVE":
            del store[here]
        case "LOCK" | "UNLOCK":
            store[here] = replace(store[here], locked=step.operation == "LOCK")


def holds(condition: Condition, store: Mapping[Ref, Thing]) -> bool:
    """Whether a condition is met; one on values needs every thing that it names."""
    if condition.kind == "count":
        return sum(place == condition.value for place, _ in store) == condition.count
    things = [store[ref] for ref in condition.refs if ref in store]
    if condition.kind == "absent":
        return not things
    if len(things) < len(condition.refs):
        return False
    values = {thing.value for thing in things}
    if condition.kind == "equals":
        return values == {condition.value}
    return len(values) == (2 if condition.kind == "differ" else 1)
