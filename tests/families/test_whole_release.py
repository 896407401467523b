"""What holds for the released core as a whole."""

from collections import Counter
from functools import cache
from itertools import chain

import numpy as np
import pytest

from decisionpivot.audit.probes import encode_state
from decisionpivot.families import FAMILIES
from decisionpivot.families.group import generate
from decisionpivot.items import encode_lines, sha256
from decisionpivot.release import SEED
from decisionpivot.scoring.arrays import sheets
from decisionpivot.scoring.core import is_group, pair_chance
from decisionpivot.selection import Selection, Task, choose, chosen


@cache
def released():
    return {family.name: tuple(generate(family, SEED)) for family in FAMILIES}


def test_thirteen_families_of_six_hundred_two_hundred_a_level():
    assert len(released()) == 13
    for items in released().values():
        assert Counter(item.level for item in items) == {1: 200, 2: 200, 3: 200}


def test_no_state_occurs_twice():
    states = {encode_state(item.state) for item in chain(*released().values())}
    assert len(states) == 7_800


def test_uniform_guessing_has_a_macro_pair_accuracy_of_16_1_percent():
    """The mean over families of the mean over groups of the product of one over the options."""
    chances = []
    for items in released().values():
        (sheet,) = sheets(items)
        chances.append(pair_chance(sheet)[is_group(sheet)].mean())
    assert round(100 * float(np.mean(chances)), 1) == 16.1


def test_states_are_of_medium_length_and_longer_at_level_three():
    for family, items in released().items():
        by_level = {
            level: np.median([len(encode_state(i.state)) for i in items if i.level == level])
            for level in (1, 2, 3)
        }
        median = np.median([len(encode_state(item.state)) for item in items])
        assert 1_600 <= median <= 5_000, (family, median)
        assert by_level[3] > by_level[1], (family, by_level)


@pytest.mark.parametrize("seed", [1, 2, 7])
def test_the_subset_of_1296_has_whole_groups_and_432_items_a_level(seed):
    tasks = [Task(name, items, sha256(encode_lines(items))) for name, items in released().items()]
    picked = choose(tasks, Selection(subset=1_296, seed=seed))
    items = [
        item for task, mask in zip(tasks, picked.masks, strict=True) for item in chosen(task, mask)
    ]
    assert 1_294 <= len(items) <= 1_296  # policy_case has groups of two among those of three
    levels = Counter(item.level for item in items)
    assert all(abs(count - 432) <= 3 for count in levels.values()), levels
    cells = Counter((item.family, item.level) for item in items)
    largest = max(Counter(item.group for item in items).values())
    assert max(cells.values()) - min(cells.values()) <= largest, cells
    whole = Counter(item.group for item in chain(*released().values()))
    assert all(whole[group] == n for group, n in Counter(i.group for i in items).items())
