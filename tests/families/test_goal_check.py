"""The counts of goal_check, its answers read anew, and what partial readers must not be able to."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from statistics import mean
from typing import NamedTuple

import pytest
from goal_reading import Reading, Store, met, played, read
from msgspec.structs import replace

from decisionpivot.families.goal_check import FAMILY, KINDS, MISREAD, rules_of
from decisionpivot.families.goal_check.store import Rules
from decisionpivot.families.group import LEVELS, Place, build, changed_lines, generate

BOTH = frozenset({"locks", "failures"})


class Pair(NamedTuple):
    """What is read from the member that reaches its goal, and from the one that does not."""

    yes: Reading
    no: Reading
    rules: Rules
    kind: str


@cache
def drawn(
    seed: int, level: int, without: frozenset[str] = frozenset(), first: int = 100
) -> list[Pair]:
    """The pairs of a level, read from their text."""
    pairs = []
    for index in range(first):
        place = Place(FAMILY.name, seed, 0, level, index)
        members = {m.answer: m for m in build(FAMILY, place, without).members}
        yes, no = members["yes"], members["no"]
        pairs.append(Pair(read(yes.state), read(no.state), rules_of(place), yes.pivot.kind))
    return pairs


def reached(store: Store, reading: Reading) -> bool:
    return all(met(store, want) for want in reading.goal)


View = Callable[[Reading, Rules], Store]


def forced(reading: Reading, _: Rules) -> Store:
    """Every step succeeds: no lock stops one, whatever is in the way is replaced."""
    steps = [one for one in reading.steps if one.op != "lock"]
    initial = {key: (content, False) for key, (content, _) in reading.initial.items()}
    everything = Rules(True, True, False, False, False, True)
    return played(Reading(initial, steps, reading.goal), everything)


def lockless(reading: Reading, rules: Rules) -> Store:
    """The rules hold but for those on locks."""
    steps = [one for one in reading.steps if one.op != "lock"]
    initial = {key: (content, False) for key, (content, _) in reading.initial.items()}
    return played(Reading(initial, steps, reading.goal), rules)


def last_step(reading: Reading, _: Rules) -> Store:
    """What the last step on each object says, contents of carried objects as at the start."""
    store = dict(reading.initial)
    for op, key, content, to in reading.steps:
        if op in ("add", "write"):
            store[key] = (content, False)
        elif op in ("move", "copy"):
            store[to] = reading.initial.get(key, ("", False))
        if op in ("move", "remove"):
            store.pop(key, None)
    return store


def usual(reading: Reading, _: Rules) -> Store:
    """One and the same reading of every convention, whatever the state says."""
    return played(reading, Rules(False, False, True, False, False, True))


def right(view: View, level: int) -> list[tuple[bool, bool]]:
    return [
        (reached(view(p.yes, p.rules), p.yes), not reached(view(p.no, p.rules), p.no))
        for p in drawn(1, level)
    ]


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_25_pairs_of_each_kind(level):
    assert Counter(pair.kind for pair in drawn(1, level)) == dict.fromkeys(KINDS, 25)


@pytest.mark.parametrize(("level", "steps", "conditions"), [(1, 5, 3), (2, 15, 5), (3, 25, 7)])
def test_sizes_grow_with_the_level(level, steps, conditions):
    for pair in drawn(1, level):
        assert [len(pair.yes.steps), len(pair.yes.goal)] == [steps, conditions]
        assert [len(pair.no.steps), len(pair.no.goal)] == [steps, conditions]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("seed", "first"), [(1, 100), (7, 20), (8, 20)])
def test_exactly_one_condition_fails_in_the_negative_and_none_in_the_positive(seed, first, level):
    for pair in drawn(seed, level, first=first):
        assert reached(played(pair.yes, pair.rules), pair.yes)
        after = played(pair.no, pair.rules)
        assert sum(not met(after, want) for want in pair.no.goal) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_the_changed_steps_are_of_the_stated_kind(level):
    for yes, no, _, kind in drawn(1, level):
        places = [n for n, (a, b) in enumerate(zip(yes.steps, no.steps, strict=True)) if a != b]
        one, other = yes.steps[places[0]], no.steps[places[0]]
        if kind == "swapped_steps":
            assert [yes.steps[n] for n in places] == [no.steps[n] for n in places[::-1]]
        else:
            assert len(places) == 1
        if kind == "wrong_content":
            assert (one.op, one.key) == (other.op, other.key)
        if kind == "wrong_target":
            assert (one.op, one.content) == (other.op, other.content)
        if kind == "replaced_step":
            assert one.op != other.op


def test_members_differ_in_the_lines_that_the_pivot_gives():
    items = list(generate(FAMILY, 1))
    for one, two in zip(items[::2], items[1::2], strict=True):
        lines = one.state.split("\n")
        changed = "; ".join(lines[n] for n in changed_lines(two.state, one.state))
        assert changed == one.pivot.to
        assert abs(one.state.index(changed.split("; ")[0]) / len(one.state) - one.pivot.at) < 0.001


def test_every_kind_of_condition_is_asked_for_and_decides():
    asked, decide = Counter(), Counter()
    for level in LEVELS:
        for pair in drawn(1, level):
            after = played(pair.no, pair.rules)
            asked.update(want.kind for want in pair.no.goal)
            decide.update(want.kind for want in pair.no.goal if not met(after, want))
    for count in (asked, decide):
        total = sum(count.values())
        assert set(count) == {"exists", "absent", "content", "count", "same", "differs"}
        assert max(count.values()) <= 0.45 * total
    assert min(asked.values()) >= 0.08 * sum(asked.values())


@pytest.mark.parametrize("view", [forced, lockless, last_step, usual])
def test_partial_readers_stay_within_their_bounds(view):
    assert mean((a + b) / 2 for level in LEVELS for a, b in right(view, level)) <= 0.70
    assert mean(a and b for a, b in right(view, 3)) <= 0.40


@pytest.mark.parametrize("field", MISREAD)
def test_misreading_one_convention_costs_pairs_at_every_level(field):
    def misread(reading: Reading, rules: Rules) -> Store:
        return played(reading, replace(rules, **{field: not getattr(rules, field)}))

    for level in LEVELS:
        assert mean(a and b for a, b in right(misread, level)) <= 0.85


@pytest.mark.parametrize("level", LEVELS)
def test_without_locks_and_failures_a_reader_who_ignores_them_is_right(level):
    for pair in drawn(1, level, BOTH, 40):
        assert reached(forced(pair.yes, pair.rules), pair.yes)
        assert not reached(forced(pair.no, pair.rules), pair.no)


@pytest.mark.parametrize("level", LEVELS)
def test_without_locks_a_reader_who_ignores_them_is_right(level):
    for pair in drawn(1, level, frozenset({"locks"}), 40):
        assert reached(lockless(pair.yes, pair.rules), pair.yes)
        assert not reached(lockless(pair.no, pair.rules), pair.no)


def test_yes_and_no_members_are_equally_long():
    items = list(generate(FAMILY, 1))
    sizes = {
        answer: mean(len(i.state) for i in items if i.answer == answer)
        for answer in "yes no".split()
    }
    assert abs(sizes["yes"] - sizes["no"]) < 3
