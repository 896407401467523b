"""Resampling: units, streams, and that a resample is a data set scored from the start."""

from random import Random

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from scoring_kit import answer, answers_of, card, family, item, marks, task, yes

from decisionpivot.items import Item
from decisionpivot.scoring import bootstrap, compare, losses
from decisionpivot.scoring.bootstrap import block_sizes, drawn, interval, mean, resample, stream
from decisionpivot.scoring.reference import TaskCard


def test_repeated_groups_count_as_often_as_they_are_drawn() -> None:
    # 4 groups of 5 items with means 1, 1, 0, 0: the standard error over all 4^4 draws is .25
    # (.2165 when repeats are dropped, .1118 when items are drawn)
    items = [item(f"{g}{n}", "yes", group=str(g)) for g in range(4) for n in range(5)]
    (own,) = marks(items, [answer(i.id, yes(0.9 if i.group in "01" else 0.1)) for i in items])
    statistic = compare.statistic([own])
    (figures,) = resample([statistic], [own.sheet], resamples=10_000)
    assert np.std(figures["data.tasks.t.item_accuracy"][1:]) == pytest.approx(0.25, abs=0.01)


def test_every_resample_has_as_many_units_as_the_task() -> None:
    weights = drawn(stream(1, "t"), 7, 50)
    assert weights.shape == (7, 50)
    assert (weights.sum(axis=0) == 7).all()


def test_draws_depend_on_seed_and_task_alone() -> None:
    def draws(seed: int, name: str, draw: str = "") -> list[list[float]]:
        return drawn(stream(seed, name, draw=draw), 9, 5).tolist()

    assert draws(1, "t") == draws(1, "t")
    different = [draws(1, "t"), draws(2, "t"), draws(1, "u"), draws(1, "t", "second draw")]
    assert len({str(own) for own in different}) == 4


@given(st.integers(1, 60), st.integers(2, 9), st.integers(0, 2**64))
def test_resamples_drawn_in_blocks_are_those_drawn_at_once(units: int, n: int, seed: int) -> None:
    whole = drawn(stream(seed, "t"), units, n)
    rng = stream(seed, "t")
    parts = [drawn(rng, units, count) for count in (1, n - 1)]
    assert np.array_equal(np.hstack(parts), whole)


@given(st.integers(1, 10**8), st.integers(0, 20_000))
def test_blocks_hold_a_bounded_number_of_weights(units: int, resamples: int) -> None:
    sizes = block_sizes(units, resamples)
    assert sum(sizes) == resamples
    assert all(0 < size <= max(1, 2 * bootstrap.CELLS / units) for size in sizes)


def test_figures_do_not_depend_on_the_size_of_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    items = family("f", "A", 30) + family("h", "B", 20, size=3)
    answers = answers_of(items, skill=0.5)
    whole = card(items, answers, resamples=40)
    monkeypatch.setattr(bootstrap, "CELLS", 150)
    assert card(items, answers, resamples=40) == whole


def test_the_unit_is_the_group_then_the_query_then_the_item() -> None:
    sheets = [
        [item("a", "yes", group="g"), item("b", "no", group="g")],
        [item("a", "yes", query="q"), item("b", "no", query="q")],
        [item("a", "yes"), item("b", "no")],
        [item("a", "yes", group="g"), item("b", "no")],
    ]
    found = [marks(own, [])[0].sheet for own in sheets]
    assert [s.units for s in found] == [1, 1, 2, 2]
    assert [s.unit_kind for s in found] == ["group", "query", "item", "group or item"]


def test_an_interval_is_the_percentile_interval_of_scipy() -> None:
    values = np.array([Random(n).random() for n in range(50)])
    weights = drawn(stream(1, "t"), 50, 999)
    figures = np.r_[values.mean(), values @ weights / 50]
    known = scipy.stats.bootstrap((values,), np.mean, n_resamples=2, method="percentile")
    known.bootstrap_distribution = figures[1:]
    expected = scipy.stats.bootstrap(
        (values,), np.mean, n_resamples=0, method="percentile", bootstrap_result=known
    ).confidence_interval
    found = interval(figures, unit="item")
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=1e-12)


def test_the_bootstrap_of_a_mean_agrees_with_scipys_own() -> None:
    items = [item(f"{n:03d}", "yes") for n in range(200)]
    right = [Random(n).random() < 0.7 for n in range(200)]
    answers = [answer(i.id, yes(0.9 if r else 0.1)) for i, r in zip(items, right, strict=True)]
    found = card(items, answers, resamples=4000).data.intervals["tasks.t.item_accuracy"]  # type: ignore[union-attr]
    theirs = scipy.stats.bootstrap(
        (np.array(right, float),), np.mean, n_resamples=4000, method="percentile", rng=1
    ).confidence_interval
    assert found.low == pytest.approx(theirs.low, abs=0.01)
    assert found.high == pytest.approx(theirs.high, abs=0.01)


def test_undefined_resamples_are_left_out_and_counted() -> None:
    found = interval(np.array([0.5, np.nan, 0.4, 0.6]), unit="item")
    assert (found.resamples, found.undefined) == (2, 1)
    assert found.low == pytest.approx(0.405)


def test_a_figure_that_is_never_defined_has_no_interval() -> None:
    found = task([item("q", "yes")], [answer("q", yes(0.6))]).pooled
    assert (found.accuracy_at_90, found.share_at_90) == (None, 0)
    undefined = interval(np.full(5, np.nan), unit="item")
    assert (undefined.value, undefined.low, undefined.high) == (None, None, None)


def test_a_mean_leaves_undefined_figures_out() -> None:
    rows = [np.array([0.8, np.nan]), np.array([np.nan, np.nan]), np.array([0.6, 0.5])]
    assert mean(rows).tolist() == [pytest.approx(0.7), 0.5]
    assert np.isnan(mean([np.array([np.nan])])[0])


def test_the_value_of_an_interval_is_the_plain_figure() -> None:
    items = family("f", "A", 40) + family("h", "B", 20, size=3)
    found = card(items, answers_of(items, skill=0.6), resamples=20).core
    assert found
    for name in ("brier", "log_loss", "auroc", "share_at_90", "accuracy_at_90"):
        own = found.intervals[f"pooled.{name}"]
        assert own.value == pytest.approx(getattr(found.pooled, name), abs=1e-12)
        assert own.low <= own.value <= own.high  # type: ignore[operator]


CARDS = (
    TaskCard(name="accuracy", layer="A", metric="accuracy", chance=0.25),
    TaskCard(name="macro_f1", layer="A", metric="macro_f1", chance=0.25),
    TaskCard(name="auroc", layer="B", metric="auroc:a", chance=0.5),
    TaskCard(name="ndcg", layer="B", metric="ndcg@10", chance=0.3),
    TaskCard(name="brier", layer="C", metric="brier_skill"),
    TaskCard(name="domains", layer="C", metric="domain_mean:balanced_accuracy", chance=0.25),
)
KEYS = ("a", "b", "c", "d")


def reference_items(r: Random) -> list[Item]:
    """Tasks of twelve items, in groups of one to three."""
    result = []
    for own in CARDS:
        binary = own.name in ("ndcg", "brier")
        keys = ("yes", "no") if binary else KEYS
        for n in range(12):
            more = {"query" if own.name == "ndcg" else "group": f"g{n // 3 if n < 9 else n}"}
            if own.name == "brier":
                more["label"] = r.choice([0.0, 0.25, 1.0])  # type: ignore[assignment]
            result.append(
                item(f"{own.name}{n:02d}", None if own.name == "brier" else r.choice(keys), keys,
                     task=own.name, layer=own.layer, domain=r.choice("xy"), **more)
            )  # fmt: skip
    return result


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_a_resample_is_the_data_with_units_repeated(seed: int) -> None:
    r = Random(seed)
    items = [*family("f", "A", 5), *family("h", "B", 4, size=3), *reference_items(r)]
    answers = {
        i.id: answer(i.id, {k: round(r.random(), 1) + 0.1 for k in i.request.keys}) for i in items
    }
    tasks = marks(items, answers.values())
    weights = {m.sheet.name: drawn(stream(seed, m.sheet.name), m.sheet.units, 3) for m in tasks}
    core = [m for m in tasks if m.sheet.track == "core"]
    found = compare.statistic(tasks, CARDS)(weights) | losses.statistic(core)(weights)
    for column in range(3):
        copies, repeated = [], {}
        for m in tasks:
            own = {i.id: i for i in items if i.name == m.sheet.name}
            for key, unit in zip(m.sheet.ids, m.sheet.unit.tolist(), strict=True):
                for copy in range(int(weights[m.sheet.name][unit, column])):
                    copies.append(_copy(own[key], copy))
                    repeated[f"{key}#{copy}"] = replace(answers[key], id=f"{key}#{copy}")
        again = marks(copies, repeated.values())
        ones = {m.sheet.name: np.ones((m.sheet.units, 1)) for m in again}
        core = [m for m in again if m.sheet.track == "core"]
        expected = compare.statistic(again, CARDS)(ones) | losses.statistic(core)(ones)
        for path, values in expected.items():
            np.testing.assert_allclose(found[path][column], values[0], atol=1e-12, err_msg=path)


def _copy(one: Item, number: int) -> Item:
    names = {
        name: f"{getattr(one, name)}#{number}" for name in ("group", "query") if getattr(one, name)
    }
    return replace(one, id=f"{one.id}#{number}", **names)
