"""Near copies: both thresholds worked by hand, and what is not accused."""

from itertools import permutations
from time import perf_counter

import numpy as np
import pytest
from msgspec.structs import replace
from scoring_kit import answer, answers_of, core, failed, item, marks, yes

from decisionpivot.items import Answer
from decisionpivot.scoring.compare import Entrant
from decisionpivot.scoring.copies import near_copies

ITEMS = [item(f"t:{number:03d}", "yes") for number in range(200)]


def run(name: str, *values: float, items=ITEMS, **more) -> Entrant:
    """A run that gives these p(yes), the last one again and again."""
    padded = [*values, *[values[-1]] * (len(items) - len(values))]
    given = [answer(i.id, yes(p)) for i, p in zip(items, padded, strict=True)]
    return entrant(name, given, items=items, **more)


def entrant(name: str, given: list[Answer], *, items=ITEMS, **more) -> Entrant:
    return Entrant(name, tuple(marks(items, given)), **{"system": name, **more})


def test_one_other_label_of_200_is_a_near_copy_and_two_are_none() -> None:
    ours = run("a", 0.5)  # of equal options the first, yes, is predicted
    (found,) = near_copies([ours, run("b", 0.25, 0.5)])
    assert (found.first, found.second, found.items) == ("a", "b", 200)
    assert found.same_label == 199 / 200 == 0.995
    assert found.mean_difference == 0.25 / 200
    assert near_copies([ours, run("c", 0.4999, 0.4999, 0.5)]) == ()


def test_a_mean_difference_of_exactly_the_threshold_is_none_and_one_below_is() -> None:
    ours = run("a", 0.5)
    assert 4 * 0.25 / 200 == 0.005
    assert near_copies([ours, run("b", *[0.75] * 4, 0.5)]) == ()
    (found,) = near_copies([ours, run("c", *[0.75] * 3, 0.625, 0.5)])
    assert found.same_label == 1
    assert found.mean_difference == (3 * 0.25 + 0.125) / 200 == 0.004375


def test_an_items_difference_is_the_mean_over_its_options() -> None:
    keys = ("a", "b", "c", "d")
    items = [item("t:1", "a", keys), item("t:2", "yes")]
    near = {"a": 0.996, "b": 0.004, "c": 0.0, "d": 0.0}
    ours = entrant("a", [answer("t:1", dict.fromkeys(keys, 0.0) | {"a": 1})], items=items)
    (found,) = near_copies([ours, entrant("b", [answer("t:1", near)], items=items)])
    assert found.items == 1
    assert found.mean_difference == pytest.approx((0.004 + 0.004) / 4)


def test_failed_predictions_are_not_alike() -> None:
    down = [failed(i.id) for i in ITEMS]
    assert near_copies([entrant("a", down), entrant("b", down)]) == ()
    partly = [answer(ITEMS[0].id, yes(0.5)), *down[1:]]
    (found,) = near_copies([entrant("a", partly), run("b", 0.5)])
    assert found.items == 1


def test_only_common_items_count() -> None:
    halves = ITEMS[:120], ITEMS[80:]
    (found,) = near_copies([run("a", 0.7, items=halves[0]), run("b", 0.7, items=halves[1])])
    assert found.items == 40
    assert near_copies([run("a", 0.7, items=ITEMS[:9]), run("b", 0.7, items=ITEMS[9:])]) == ()


def test_runs_over_two_draws_are_not_compared() -> None:
    assert near_copies([run("a", 0.7, draw="core-1.0"), run("b", 0.7, draw="seed-7")]) == ()


def test_two_runs_of_one_system_are_said_to_be_so() -> None:
    first, again = run("runs/m", 0.7, system="m"), run("runs/m2", 0.7, system="m")
    turned = run("runs/m3", 0.7, system="m (option order 3)", order_seed=3)
    other = run("runs/other", 0.7, system="n (option order 3)")
    found = near_copies([first, again, turned, other])
    assert {(pair.first, pair.second): pair.one_system for pair in found} == {
        ("runs/m", "runs/m2"): True,
        ("runs/m", "runs/m3"): True,
        ("runs/m2", "runs/m3"): True,
        ("runs/m", "runs/other"): False,
        ("runs/m2", "runs/other"): False,
        ("runs/m3", "runs/other"): False,
    }


def test_a_copy_with_a_little_noise_is_found_among_several_tasks() -> None:
    items = core(12, 3)
    ours = answers_of(items, skill=0.6)
    noisy = [replace(a, p={k: p + 0.001 for k, p in a.p.items()}) for a in ours]
    apart = answers_of(items, skill=0.6, seed="apart")
    runs = [entrant(n, g, items=items) for n, g in zip("abc", (ours, noisy, apart), strict=True)]
    assert [(pair.first, pair.second) for pair in near_copies(runs)] == [("a", "b")]


def test_the_order_of_runs_changes_nothing() -> None:
    runs = [run("a", 0.71, 0.7), run("b", 0.7), run("c", 0.7, items=ITEMS[:77]), run("d", 0.703)]
    found = [near_copies(order) for order in permutations(runs)]
    assert len(found[0]) == 6
    assert found == [found[0]] * len(found)


def test_forty_runs_of_7800_items_take_seconds() -> None:
    items = core(300, 13)
    first = marks(items, answers_of(items, skill=0.5))
    r = np.random.default_rng(1)
    runs = [Entrant("s00", tuple(first))]
    for number in range(1, 40):
        p = [r.dirichlet(np.ones(own.p.shape[1]), own.sheet.n) for own in first]
        drawn = [
            replace(own, p=values, predicted=values.argmax(axis=1))
            for own, values in zip(first, p, strict=True)
        ]
        runs.append(Entrant(f"s{number:02d}", tuple(drawn)))
    runs.append(Entrant("copy", tuple(first)))
    start = perf_counter()
    found = near_copies(runs)
    assert perf_counter() - start < 10  # measured: 0.3
    assert [(pair.first, pair.second, pair.items) for pair in found] == [("copy", "s00", 7_800)]
