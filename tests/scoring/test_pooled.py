"""Calibration, Brier score, log loss and AUROC: hand-worked values and agreement with others."""

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_kit import answer, answers_of, family, item, marks, task, yes
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score

from decisionpivot.scoring.pooled import (
    BINS,
    auroc,
    bins,
    calibration_error,
    noise_floor,
    pooled,
    probability_floor,
)


def ece(confidence: list[float], right: list[int]) -> float | None:
    return calibration_error(np.array(confidence), np.array(right, dtype=bool))


def test_confidence_one_is_in_the_last_bin() -> None:
    # .95 (right) and 1.0 (wrong) share the bin (14/15, 1]: |.975 - .5|
    assert ece([0.95, 1.0], [1, 0]) == pytest.approx(0.475, abs=1e-12)


def test_a_certain_system_that_is_always_wrong_has_calibration_error_one() -> None:
    items = [item(str(n), "yes") for n in range(4)]
    found = task(items, [answer(i.id, yes(0.0)) for i in items])
    assert (found.item_accuracy, found.pooled.calibration_error, found.pooled.brier) == (0, 1, 2)


def test_calibration_is_of_the_chosen_option() -> None:
    # chosen no at .99, .999, .995, all wrong
    assert ece([0.99, 0.999, 0.995], [0, 0, 0]) == pytest.approx(0.994667, abs=1e-6)
    items = [item("1", "yes"), item("2", "yes")]
    found = task(items, [answer("1", yes(0.4)), answer("2", yes(0.6))])
    assert found.pooled.calibration_error == pytest.approx(0.1)  # .6, half right; p(yes): .5


def test_upper_edges_belong_to_their_bin_as_doubles() -> None:
    edges = np.array([b / BINS for b in range(1, BINS + 1)])
    assert bins(edges).tolist() == list(range(BINS))
    assert bins(np.nextafter(edges[:-1], 2)).tolist() == list(range(1, BINS))


@given(st.lists(st.tuples(st.floats(0.01, 1), st.booleans()), min_size=1, max_size=40))
def test_the_calibration_error_is_that_of_plain_loops(rows: list[tuple[float, bool]]) -> None:
    cells: dict[int, list[tuple[float, bool]]] = {}
    for c, right in rows:
        cells.setdefault(next(b for b in range(1, 16) if c <= b / 15), []).append((c, right))
    expected = sum(
        len(own) / len(rows)
        * abs(sum(r for _, r in own) / len(own) - sum(c for c, _ in own) / len(own))
        for own in cells.values()
    )  # fmt: skip
    found = ece([c for c, _ in rows], [r for _, r in rows])
    assert found == pytest.approx(expected, abs=1e-12)


def test_the_noise_floor_is_the_error_of_calibrated_outcomes() -> None:
    # n at confidence c: the error is |share right - c|, on average sqrt(2 c (1 - c) / (pi n))
    n, c = 4000, 0.8
    expected = math.sqrt(2 * c * (1 - c) / (math.pi * n))
    assert noise_floor(np.full(n, c)) == pytest.approx(expected, rel=0.15)
    assert noise_floor(np.ones(10)) == 0


def test_the_noise_floor_depends_on_seed_and_confidences_alone() -> None:
    c = np.linspace(0.3, 0.99, 500)
    assert noise_floor(c) == noise_floor(c[::-1])
    assert noise_floor(c) != noise_floor(c, seed=1)


def test_nothing_has_no_calibration_error() -> None:
    assert ece([], []) is None
    assert noise_floor(np.array([])) is None


@pytest.mark.parametrize(
    ("scores", "positive", "expected"),
    [
        ([1e-10, 0, 0], [1, 0, 0], 1.0),
        ([0.1 + 0.2, 0.3], [1, 0], 1.0),  # doubles are compared exactly
        ([0.5, 0.5], [1, 0], 0.5),
        ([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1], 0.75),
    ],
)
def test_auroc(scores: list[float], positive: list[int], expected: float) -> None:
    assert auroc(np.array(scores), np.array(positive, dtype=bool))[0] == expected


@pytest.mark.parametrize("positive", [[True] * 3, [False] * 3, []])
def test_auroc_with_one_class_is_undefined(positive: list[bool]) -> None:
    assert np.isnan(auroc(np.arange(float(len(positive))), np.array(positive, dtype=bool))).all()


SCORED = st.lists(
    st.tuples(st.sampled_from([0.1, 0.2, 0.25, 0.5, 0.9]), st.booleans()), min_size=2, max_size=30
).filter(lambda rows: len({r for _, r in rows}) == 2)


@given(SCORED)
def test_auroc_agrees_with_scikit_learn(rows: list[tuple[float, bool]]) -> None:
    scores, positive = (np.array(column) for column in zip(*rows, strict=True))
    assert auroc(scores, positive)[0] == pytest.approx(roc_auc_score(positive, scores), abs=1e-12)


@given(SCORED, st.data())
def test_weighted_auroc_is_that_of_repeated_items(
    rows: list[tuple[float, bool]], data: st.DataObject
) -> None:
    scores, positive = (np.array(column) for column in zip(*rows, strict=True))
    weights = np.array([data.draw(st.integers(0, 3)) for _ in rows])
    repeated = np.repeat(np.arange(len(rows)), weights)
    expected = auroc(scores[repeated], positive[repeated])
    found = auroc(scores, positive, weights[:, None].astype(float))
    np.testing.assert_array_equal(found, expected)


def test_all_right_has_no_auroc_and_no_risk() -> None:
    items = [item(str(n), "yes") for n in range(5)]
    found = task(items, [answer(i.id, yes(0.9 - n / 10)) for n, i in enumerate(items)])
    assert (found.pooled.auroc, found.item_accuracy) == (None, 1)


def test_brier_and_log_loss_agree_with_scikit_learn() -> None:
    items = family("f", "A", 50)
    (own,) = marks(items, answers_of(items, skill=0.5))
    found = pooled([own])
    gold = [own.sheet.keys[n][g] for n, g in enumerate(own.sheet.gold)]
    p = own.p[:, [0, 1]]  # every item lists yes first
    columns = p[:, ::-1]  # scikit-learn sorts labels: no, yes
    assert found.log_loss == pytest.approx(log_loss(gold, columns, labels=["no", "yes"]), abs=1e-12)
    assert found.brier == pytest.approx(
        2 * brier_score_loss([g == "yes" for g in gold], p[:, 0]), abs=1e-12
    )


@pytest.mark.parametrize(
    ("decimals", "floor"),
    [(None, 1e-12), (0, 0.5), (1, 0.05), (2, 0.005), (4, 0.00005), (5, 1e-12), (17, 1e-12)],
)
def test_the_floor_is_half_a_unit_of_the_last_decimal_shown(
    decimals: int | None, floor: float
) -> None:
    assert probability_floor(decimals) == pytest.approx(floor, rel=1e-12)


def test_a_rounded_zero_costs_the_floor_and_nothing_else_changes() -> None:
    items = [item("1", "yes"), item("2", "yes")]
    found = task(items, [answer("1", yes(0.0)), answer("2", {"yes": 0.75, "no": 0.25})]).pooled
    assert found.decimals == 2
    assert found.log_loss == pytest.approx((-math.log(0.005) - math.log(0.75)) / 2)


def test_decimals_are_those_of_valid_answers_alone() -> None:
    items = [item("1", "yes"), item("2", "yes"), item("3", "yes")]
    given_answers = [answer("1", {"yes": 0.9, "no": 0.1}), answer("2", {"yes": 0.123456, "no": -1})]
    assert task(items, given_answers).pooled.decimals == 1
    assert task(items, []).pooled.decimals is None


def test_quantised_confidences_are_told() -> None:
    items = [item(str(n), "yes") for n in range(4)]
    p = [1.0, 0.99, 0.5, 0.6]
    found = task(items, [answer(i.id, yes(v)) for i, v in zip(items, p, strict=True)]).pooled
    assert (found.share_at_99, found.share_exactly_1, found.share_tied_at_top) == (0.5, 0.5, 0.25)


def test_records_tell_tokens_latency_cost_and_truncation() -> None:
    items = [item(str(n), "yes") for n in range(4)]
    found = task(
        items,
        [
            answer("0", yes(1), tokens=10, closed=True, latency_s=1.0, cost_usd=0.5),
            answer("1", yes(1), tokens=0, closed=False, latency_s=3.0, truncated=True),
            answer("2", yes(1), tokens=2, cost_usd=0.25),
        ],
    ).pooled
    assert (found.tokens_mean, found.tokens_median) == (4, 2)
    assert (found.trace_share, found.closed_share) == (pytest.approx(2 / 3), 0.5)
    assert (found.latency_s.p50, found.cost_usd, found.truncated) == (2, 0.75, 1)


def test_what_no_record_tells_is_undefined() -> None:
    found = task([item("1", "yes")], [answer("1", yes(1))]).pooled
    assert (found.tokens_mean, found.latency_s, found.cost_usd) == (None, None, None)


def test_a_system_that_always_picks_the_first_slot_flips_with_the_order() -> None:
    r = Random(1)
    golds = ["yes", "no"] * 20
    r.shuffle(golds)
    first = {}
    for order in (("yes", "no"), ("no", "yes")):
        items = [item(f"{n:02d}", gold, order) for n, gold in enumerate(golds)]
        given_answers = [answer(i.id, {order[0]: 0.9, order[1]: 0.1}) for i in items]
        assert task(items, given_answers).item_accuracy == 0.5
        (own,) = marks(items, given_answers)
        first[order] = [own.sheet.keys[n][k] for n, k in enumerate(own.predicted)]
    assert all(a != b for a, b in zip(*first.values(), strict=True))
