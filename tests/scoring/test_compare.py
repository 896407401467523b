"""Two systems, tables of systems, and draws."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from scoring_kit import answer, answers_of, core, family, item, marks, yes

from decisionpivot.items import InputError, Item
from decisionpivot.scoring.bootstrap import SEED
from decisionpivot.scoring.compare import Entrant, draws, gap, pair, ranks, table
from decisionpivot.scoring.significance import (
    average_ranks,
    binomial_tail,
    holm,
    mcnemar_p,
    paired_p,
    spearman,
    upper_bound,
)


def entrant(name: str, items: list[Item], skill: float, **more: str) -> Entrant:
    return Entrant(name, tuple(marks(items, answers_of(items, skill=skill, seed=name))), **more)


def hundred() -> tuple[Entrant, Entrant]:
    """100 items: both right 60, only A right 9, only B right 1, both wrong 30."""
    items = [item(f"{n:03d}", "yes") for n in range(100)]
    rights = [range(69), [*range(60), 69]]
    return tuple(  # type: ignore[return-value]
        Entrant(name, tuple(marks(items, [answer(i.id, yes(0.9 if n in right else 0.1))
                                          for n, i in enumerate(items)])))
        for name, right in zip("AB", rights, strict=True)
    )  # fmt: skip


def test_paired_items_are_compared_as_pairs() -> None:
    found = pair(*hundred())
    own = found.contests["all"]
    assert (own.both, own.won, own.lost, own.neither) == (60, 9, 1, 30)
    assert own.p == pytest.approx(0.021484, abs=1e-6)  # unpaired z gives .234
    assert found.figures["data.macro.item_accuracy"].difference.value == pytest.approx(0.08)
    # the standard error of the difference is sqrt(.1 - .08^2)/10 = .0306: z = 2.6, p = .009
    assert found.figures["data.macro.item_accuracy"].p == pytest.approx(0.009, abs=0.003)


def test_a_system_does_not_differ_from_itself() -> None:
    items = core(6, 2)
    found = pair(entrant("a", items, 0.5), entrant("a", items, 0.5), resamples=50)
    values = [own for own in found.figures.values() if own.first is not None]
    assert {(own.difference.low, own.difference.high, own.p) for own in values} == {(0, 0, 1.0)}


def test_groups_are_won_and_lost_by_task_and_layer() -> None:
    items = core(6, 2)
    perfect = [answer(i.id, yes(float(i.answer == "yes"))) for i in items]
    good, bad = Entrant("g", tuple(marks(items, perfect))), Entrant("b", tuple(marks(items, [])))
    found = pair(good, bad, resamples=10).contests
    assert list(found) == ["all", "layers.A", "layers.D", "tasks.f00", "tasks.f01"]
    assert (found["all"].won, found["layers.A"].won, found["tasks.f01"].won) == (12, 6, 6)


def test_runs_over_different_items_are_refused() -> None:
    items = core(6, 2)
    with pytest.raises(InputError, match="a and b were run over different items of 'f01'"):
        pair(entrant("a", items, 0.5), entrant("b", items[:-2], 0.5))


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_the_exact_binomial_test(won: int, lost: int) -> None:
    expected = scipy.stats.binomtest(won, won + lost).pvalue if won + lost else 1.0
    assert mcnemar_p(won, lost) == pytest.approx(expected, abs=1e-12)


def test_mcnemar_takes_thousands_of_groups() -> None:
    assert mcnemar_p(2000, 1900) == pytest.approx(scipy.stats.binomtest(1900, 3900).pvalue)
    assert mcnemar_p(3000, 10) == 0 or mcnemar_p(3000, 10) < 1e-300


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=12))
def test_spearman_agrees_with_scipy(rows: list[tuple[int, int]]) -> None:
    x, y = zip(*rows, strict=True)
    found = spearman(x, y)
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert found is None
    else:
        assert found == pytest.approx(scipy.stats.spearmanr(x, y).statistic, abs=1e-12)


def test_spearman_leaves_out_systems_with_an_undefined_figure() -> None:
    assert spearman([1, 2, 3, None], [1, 2, 3, 0]) == 1
    assert spearman([1, None], [1, 2]) is None


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=20))
def test_ranks_are_those_of_scipy(values: list[float]) -> None:
    expected = scipy.stats.rankdata(values)
    np.testing.assert_array_equal(average_ranks(np.array(values)), expected)


def test_holm_rejects_until_the_first_that_is_not_significant() -> None:
    # .01 <= .05/4, .012 <= .05/3, .03 > .05/2: stop, though .04 <= .05
    assert holm([0.012, 0.03, 0.01, 0.04]) == [True, False, True, False]
    assert holm([]) == []


@given(st.integers(0, 300), st.integers(0, 300), st.floats(0.001, 0.999))
def test_the_binomial_tail_agrees_with_scipy(n: int, wrong: int, rate: float) -> None:
    expected = scipy.stats.binom.cdf(wrong, n, rate)
    assert binomial_tail(n, wrong, rate) == pytest.approx(expected, abs=1e-9)


def test_the_upper_bound_is_that_of_clopper_and_pearson() -> None:
    expected = scipy.stats.binomtest(3, 100, alternative="less").proportion_ci(0.95).high
    assert upper_bound(100, 3, 0.05) == pytest.approx(expected, abs=1e-9)
    assert upper_bound(5, 5, 0.05) == 1
    assert upper_bound(59, 0, 0.05) == pytest.approx(1 - 0.05 ** (1 / 59))


def test_a_constant_difference_is_certain() -> None:
    assert paired_p(np.full(10, 0.5)) == 0
    assert paired_p(np.zeros(10)) == 1
    assert paired_p(np.array([np.nan, 0.1, 0.2])) is None


def test_a_rank_counts_the_systems_that_are_significantly_better() -> None:
    r = np.random.default_rng(1)

    def figures(value: float) -> np.ndarray:
        return np.r_[value, value + r.normal(0, 0.01, 1000)]

    assert ranks([figures(0.5), figures(0.9), figures(0.505), figures(0.2)]) == [2, 1, 2, 4]


def test_a_table_marks_baselines_and_systems_below_the_best_of_them() -> None:
    items = core(40, 3)
    found = table(
        [
            entrant("good", items, 0.9),
            entrant("uniform", items, 0.4),
            entrant("bad", items, 0.0),
            entrant("folder", items, 0.2, system="prior"),
        ],
        resamples=100,
    )
    rows = {row.system: row for row in found.rows}
    assert [row.system for row in found.rows] == ["good", "uniform", "folder", "bad"]
    assert (rows["good"].rank, rows["good"].baseline, rows["good"].below_baseline) == (
        1,
        False,
        False,
    )
    assert (rows["bad"].baseline, rows["bad"].below_baseline) == (False, True)
    assert (rows["folder"].baseline, rows["folder"].below_baseline) == (True, False)
    assert found.by == "core.macro.pair_accuracy"
    assert found.spearman["core.macro.item_accuracy"] == 1


def test_own_data_without_groups_is_ranked_by_item_accuracy() -> None:
    assert table(hundred(), resamples=20).by == "data.macro.item_accuracy"


def test_a_table_by_a_figure_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match=r"there is no figure 'core\.macro\.elo'"):
        table(hundred(), by="core.macro.elo", resamples=5)


def test_two_draws_are_resampled_independently() -> None:
    items = core(40, 3)
    own = entrant("a", items, 0.6)
    found = gap(own, own, resamples=400).figures["core.macro.pair_accuracy"].difference
    assert found.value == 0
    assert found.low < -0.02 < 0.02 < found.high  # type: ignore[operator]


def test_draws_pairs_the_runs_of_each_system() -> None:
    first, second = core(40, 3), [i for n in range(3) for i in family(f"f{n:02d}", "A", 40, seed=2)]
    runs = [
        entrant(f"{name}{draw}", own, skill, system=name, draw=draw)
        for draw, own in (("core-1.0", first), ("seed-2", second))
        for name, skill in (("x", 0.9), ("y", 0.5), ("z", 0.1))
    ]
    found = draws(runs, resamples=100)
    assert (found.first, found.second) == ("core-1.0", "seed-2")
    assert [own.system for own in found.gaps] == ["x", "y", "z"]
    assert found.spearman["core.macro.pair_accuracy"] == 1


def test_a_single_draw_has_no_gaps() -> None:
    own = entrant("a", core(6, 1), 0.5, draw="core-1.0")
    with pytest.raises(InputError, match="no system has runs over two draws"):
        draws([own])


def test_adding_a_system_changes_no_other_figure() -> None:
    items = core(20, 3)
    runs = [entrant(name, items, skill) for name, skill in (("a", 0.3), ("b", 0.6), ("c", 0.9))]
    two = {row.system: row.figures for row in table(runs[:2], resamples=50).rows}
    three = {row.system: row.figures for row in table(runs[::-1], resamples=50).rows}
    assert two["a"] == three["a"]
    assert two["b"] == three["b"]


def test_the_seed_is_that_of_the_release() -> None:
    assert SEED == 20261007
