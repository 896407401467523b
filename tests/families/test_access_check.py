"""The exact counts of access_check, and what a reader of a part of the case must not achieve."""

from collections import Counter
from functools import cache
from itertools import chain
from statistics import mean, median

import numpy as np
import pytest
from access_reading import System, counts, read, ways, without
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from decisionpivot.families.access_check import FAMILY
from decisionpivot.families.group import LEVELS, changed_lines, generate
from decisionpivot.items import Item

KINDS = {
    1: {"membership": 34, "role": 33, "grant": 33},
    2: dict.fromkeys(("membership", "nesting", "role", "grant", "seal"), 20),
    3: dict.fromkeys(("membership", "nesting", "role", "grant"), 17) | {"seal": 16, "deny": 16},
}
OVERLOOKED = {"denies": "denials", "seals": "seals", "nesting": "nestings"}
DECIDES = {"denies": "deny", "seals": "seal", "nesting": "nesting"}
DEFAULTS = {
    "reach": "all",
    "seal": "blocks",
    "nest": "any",
    "deny": "always",
    "deny_reach": "same",
    "seal_denials": False,
    "nest_denials": True,
}
Pair = tuple[Item, Item]


@cache
def pairs(seed: int = 1, left_out: str = "") -> dict[int, list[Pair]]:
    """The yes and the no of every group, by level."""
    groups: dict[int, list[Pair]] = {level: [] for level in LEVELS}
    items = list(generate(FAMILY, seed, without=frozenset([left_out] if left_out else [])))
    for a, b in zip(items[::2], items[1::2], strict=True):
        groups[a.level].append((a, b) if a.answer == "yes" else (b, a))
    return groups


@cache
def system(state: str) -> System:
    return read(state)


def right(item: Item, reading: System) -> bool:
    return (ways(reading) > 0) == (item.answer == "yes")


def accuracy(level: int, reader) -> tuple[float, float]:
    """Item and pair accuracy of a reader that makes another system of what it reads."""
    done = [[right(item, reader(system(item.state))) for item in pair] for pair in pairs()[level]]
    return mean(map(mean, done)), mean(map(all, done))


@pytest.mark.parametrize("level", LEVELS)
def test_kinds_are_as_even_as_the_features_allow_and_domains_are_alike(level):
    assert Counter(no.pivot.kind for _, no in pairs()[level]) == KINDS[level]
    domains = Counter(no.domain for _, no in pairs()[level])
    assert sorted(domains) == sorted(FAMILY.domains)
    assert max(domains.values()) - min(domains.values()) <= 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", [1, 7, 8])
def test_exactly_one_path_allows_a_yes_and_none_a_no(seed, level):
    for yes, no in pairs(seed)[level]:
        assert (ways(system(yes.state)), ways(system(no.state))) == (1, 0)


@pytest.mark.parametrize("level", LEVELS)
def test_depth_nestings_seals_and_denials_grow_with_the_level(level):
    for yes, _ in pairs()[level]:
        found = system(yes.state)
        assert max(depth(found.parents, folder) for folder in found.parents) == level + 1
        assert len(found.nestings) in {1: [0], 2: [1], 3: range(2, 7)}[level]
        assert len(found.seals) in {1: [0], 2: [1], 3: [2, 3]}[level]
        assert len(found.denials) in {1: [0], 2: [0], 3: range(2, 13)}[level]


def depth(parents: dict[str, str], folder: str) -> int:
    return 1 + depth(parents, parents[folder]) if folder in parents else 0


def test_the_changed_line_names_the_pivot_and_nothing_else_differs():
    for yes, no in (pair for level in LEVELS for pair in pairs()[level]):
        (place,) = changed_lines(yes.state, no.state)
        assert yes.pivot.from_ == no.pivot.from_ in (yes.pivot.to, no.pivot.to)
        for item in (yes, no):
            lines = item.state.split("\n")
            assert item.pivot.to in lines[place]
            at = sum(len(line) + 1 for line in lines[:place]) / len(item.state)
            assert item.pivot.at == pytest.approx(at, abs=1e-4)


def test_a_seal_a_denial_or_a_grant_moves_to_a_sibling_with_like_contents():
    for yes, no in (pair for level in LEVELS for pair in pairs()[level]):
        if yes.pivot.kind in ("grant", "seal", "deny"):
            parents = system(yes.state).parents
            assert parents[yes.pivot.to] == parents[no.pivot.to]
            inside = set(parents.values())
            assert (yes.pivot.to in inside) == (no.pivot.to in inside)


@pytest.mark.parametrize("level", LEVELS)
def test_counts_are_the_same_in_both_members_or_balanced_over_a_level(level):
    off = [np.subtract(counts(yes.state), counts(no.state)) for yes, no in pairs()[level]]
    on_path, folder, groups = 5, 11, 12
    assert sum(step[folder] for step in off) == 0
    assert sum(step[on_path] for step in off) == KINDS[level]["grant"]
    assert abs(sum(step[groups] for step in off)) <= 3
    for step in off:
        step[[on_path, folder, groups]] = 0
    assert not np.any(off)


def structural(items: list[Item]) -> tuple[np.ndarray, np.ndarray]:
    rows = np.array([counts(item.state) for item in items], dtype=float)
    return rows, np.array([item.answer == "yes" for item in items])


def test_fourteen_structural_counts_stay_below_57_percent():
    release = list(generate(FAMILY, 1))
    rows, gold = structural(release)
    model = make_pipeline(StandardScaler(), LogisticRegression())
    groups = [item.group for item in release]
    guessed = cross_val_predict(model, rows, gold, groups=groups, cv=GroupKFold(5))
    assert (guessed == gold).mean() < 0.57
    model.fit(*structural([item for seed in (2, 3) for item in generate(FAMILY, seed)]))
    assert model.score(rows, gold) < 0.57


@pytest.mark.parametrize(
    ("part", "level"), [("denies", 3), ("seals", 2), ("seals", 3), ("nesting", 2), ("nesting", 3)]
)
def test_a_reader_that_overlooks_a_part_is_weak_where_the_part_exists(part, level):
    items, whole = accuracy(level, lambda found: without(found, OVERLOOKED[part]))
    assert items <= 0.70
    assert whole <= 0.40


@pytest.mark.parametrize("part", FAMILY.parts)
def test_the_same_reader_is_right_where_the_part_has_no_decoys(part):
    seen = [
        right(item, without(system(item.state), OVERLOOKED[part]))
        for level in LEVELS
        for pair in pairs(1, part)[level]
        for item in pair
        if item.pivot.kind != DECIDES[part]
    ]
    assert mean(seen) >= 0.95


@pytest.mark.parametrize(("level", "bound"), [(1, 0.80), (2, 0.75), (3, 0.65)])
def test_a_reader_with_rules_of_its_own_in_place_of_the_written_ones_is_weak(level, bound):
    def usual(found: System) -> System:
        return System(DEFAULTS, *(getattr(found, name) for name in System.__struct_fields__[1:]))

    assert accuracy(level, usual)[0] <= bound


@pytest.mark.parametrize("level", [2, 3])
def test_the_rules_vary_from_system_to_system(level):
    rules = Counter(found for yes, _ in pairs()[level] for found in system(yes.state).rules.items())
    for name in ("reach", "seal") if level == 2 else ("reach", "seal", "deny"):
        values = [count for (rule, _), count in rules.items() if rule == name]
        assert len(values) >= 3
        assert min(values) >= 10


def test_yes_and_no_are_equally_long():
    off = [len(a.state) - len(b.state) for level in LEVELS for a, b in pairs()[level]]
    assert abs(mean(off)) < 0.3
    longer, shorter = sum(d > 0 for d in off), sum(d < 0 for d in off)
    assert abs(longer - shorter) <= 2 * (longer + shorter) ** 0.5


def test_level_3_is_longer_than_level_1_and_the_median_is_moderate():
    lengths = {n: [len(item.state) for pair in pairs()[n] for item in pair] for n in LEVELS}
    assert 1600 <= median(chain.from_iterable(lengths.values())) <= 5000
    assert median(lengths[1]) < median(lengths[2]) < median(lengths[3])


@pytest.mark.parametrize("level", LEVELS)
def test_every_third_of_the_state_holds_the_decisive_fact_in_15_percent_of_groups(level):
    thirds = Counter(min(2, int(yes.pivot.at * 3)) for yes, _ in pairs()[level])
    assert min(thirds[third] for third in range(3)) >= 15


@pytest.mark.parametrize("level", LEVELS)
def test_yes_is_the_first_option_in_half_of_the_groups(level):
    assert all(yes.options == no.options for yes, no in pairs()[level])
    assert Counter(yes.options[0].key for yes, _ in pairs()[level]) == {"yes": 50, "no": 50}


@pytest.mark.long
def test_ten_seeds_have_one_path_or_none_and_share_no_state():
    states = Counter()
    for seed in range(1, 11):
        for item in generate(FAMILY, seed):
            states[item.state] += 1
            assert ways(read(item.state)) == (item.answer == "yes")
    assert len(states) == 6000
