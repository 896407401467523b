"""Reference metrics: hand-worked values, agreement with scikit-learn, correction and floor."""

import math
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_kit import answer, card, failed, item, marks
from sklearn.metrics import balanced_accuracy_score, f1_score, ndcg_score, roc_auc_score

from decisionpivot.items import InputError, Item
from decisionpivot.scoring.reference import TaskCard, measure, ndcg

LABELS = ("a", "b", "c")


def labelled(golds: str, keys: tuple[str, ...] = LABELS, **more: Any) -> list[Item]:
    return [item(f"{n:03d}", gold, keys, **more) for n, gold in enumerate(golds)]


def certain(items: list[Item], predicted: str) -> list:
    """Answers that are certain of these labels; ``-`` fails."""
    return [
        failed(i.id) if p == "-" else answer(i.id, {k: float(k == p) for k in i.request.keys})
        for i, p in zip(items, predicted, strict=True)
    ]


def value(metric: str, items: list[Item], answers: list) -> float:
    (own,) = marks(items, answers)
    return float(measure(metric, own)(np.ones((own.sheet.units, 1)))[0])


def test_a_label_that_never_occurs_is_left_out_of_macro_f1() -> None:
    items = labelled("aa", ("a", "b"))
    assert value("macro_f1", items, certain(items, "aa")) == 1.0


def test_macro_f1_counts_a_label_that_is_only_predicted() -> None:
    items = labelled("aa", ("a", "b"))
    # a: precision 1, recall 1/2, F1 2/3; b: 0
    assert value("macro_f1", items, certain(items, "ab")) == pytest.approx(1 / 3)
    # over the named label alone the b is just a wrong answer
    assert value("macro_f1:a", items, certain(items, "ab")) == pytest.approx(2 / 3)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=30))
@pytest.mark.filterwarnings(
    "ignore:y_pred contains classes not in y_true", "ignore:A single label was found"
)
def test_metrics_of_labels_agree_with_scikit_learn(rows: list[tuple[str, str]]) -> None:
    gold, predicted = ("".join(column) for column in zip(*rows, strict=True))
    items = labelled(gold)
    answers = certain(items, predicted)
    y, z = list(gold), list(predicted)
    found = value("macro_f1", items, answers)
    assert found == pytest.approx(f1_score(y, z, average="macro", zero_division=0), abs=1e-12)
    found = value("balanced_accuracy", items, answers)
    assert found == pytest.approx(balanced_accuracy_score(y, z), abs=1e-12)
    if "a" in gold + predicted:
        expected = f1_score(y, z, labels=["a"], average="macro", zero_division=0)
        assert value("f1:a", items, answers) == pytest.approx(expected, abs=1e-12)


def test_a_failed_item_predicts_no_label() -> None:
    items = labelled("aabb", ("a", "b"))
    answers = certain(items, "a-bb")
    assert value("balanced_accuracy", items, answers) == 0.75
    # a: precision 1, recall 1/2; b: precision 1, recall 1
    assert value("macro_f1", items, answers) == pytest.approx((2 / 3 + 1) / 2)
    assert value("recall:a", items, answers) == 0.5


def test_f1_of_a_label_that_is_neither_gold_nor_predicted_is_undefined() -> None:
    items = labelled("aa", ("a", "b"))
    assert math.isnan(value("f1:b", items, certain(items, "aa")))


def test_auroc_is_of_the_probability_of_a_label() -> None:
    r = Random(1)
    items = labelled("".join(r.choice("abc") for _ in range(60)))
    answers = [answer(i.id, {k: r.random() for k in LABELS}) for i in items]
    (own,) = marks(items, answers)
    expected = roc_auc_score([i.answer == "a" for i in items], own.p[:, 0])
    assert value("auroc:a", items, answers) == pytest.approx(expected, abs=1e-12)


def test_domain_mean_weighs_domains_equally() -> None:
    items = [*labelled("aa", domain="d"), item("x", "a", LABELS, domain="e")]
    # d: 1 of 2, e: 1 of 1
    assert value("domain_mean:accuracy", items, certain(items, "aba")) == 0.75
    # balanced accuracy of d: recall of a 1/2
    assert value("domain_mean:balanced_accuracy", items, certain(items, "aba")) == 0.75


@pytest.mark.parametrize(
    ("gains", "scores", "expected"),
    [
        ([10, 0, 0, 1, 5], [1, 1, 1, 1, 1], 0.690979),
        ([10, 0, 0, 1, 5], [1, 1, 1, 0.5, 0.5], 0.699812),
        ([10, 0, 0, 1, 5], [0.1, 0.2, 0.3, 4, 70], 0.695694),
    ],
)
def test_equal_scores_are_averaged_over_their_orders(
    gains: list[int], scores: list[float], expected: float
) -> None:
    assert ndcg(np.array(gains, float), np.array(scores)) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("gains", "scores", "k", "expected"),
    [([1, 0, 0], [0.5] * 3, 1, 1 / 3), ([0, 1, 1, 0], [0.9, 0.5, 0.5, 0.5], 2, 0.257902)],
)
def test_a_cutoff_inside_a_block_of_equal_scores_is_averaged_too(
    gains: list[int], scores: list[float], k: int, expected: float
) -> None:
    for shift in range(len(gains)):
        rolled = np.roll(np.array(gains, float), shift), np.roll(np.array(scores), shift)
        assert ndcg(*rolled, cutoff=k) == pytest.approx(expected, abs=1e-6)


CANDIDATES = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from([0.1, 0.2, 0.3])), min_size=2, max_size=25
)


@given(CANDIDATES.filter(lambda rows: any(grade for grade, _ in rows)))
def test_ndcg_agrees_with_scikit_learn(rows: list[tuple[int, float]]) -> None:
    grades, scores = (np.array(column, float) for column in zip(*rows, strict=True))
    gains = 2.0**grades - 1
    expected = ndcg_score([gains], [scores], k=10)
    assert ndcg(gains, scores) == pytest.approx(expected, abs=1e-12)


def query(name: str, grades: list[int]) -> list[Item]:
    return [
        item(f"{name}{n}", "yes" if grade else "no", task="t", query=name, layer="G")
        for n, grade in enumerate(grades)
    ]


def test_queries_without_a_relevant_candidate_are_left_out_and_counted() -> None:
    items = query("q1", [1, 0, 1]) + query("q2", [0, 0, 0])
    p = {"q10": 0.9, "q11": 0.1, "q12": 0.8}
    answers = [answer(i.id, {"yes": p.get(i.id, 0.5), "no": 1 - p.get(i.id, 0.5)}) for i in items]
    cards = [TaskCard(name="t", layer="G", metric="ndcg@10", chance=0.2)]
    own = card(items, answers, cards=cards).reference.tasks["t"]  # type: ignore[union-attr]
    assert (own.value, own.queries_without_relevant) == (1.0, 1)


def test_levels_are_ranked_by_their_expectation() -> None:
    levels = ("0", "1", "2")
    items = [
        item(f"c{n}", g, levels, type="score", query="q") for n, g in enumerate(("2", "0", "1"))
    ]
    # expected levels 1.2, 1.0, 0.5: the ideal order is 2, 1, 0, found is 2, 0, 1
    p = [(0.3, 0.2, 0.5), (0.0, 1.0, 0.0), (0.5, 0.5, 0.0)]
    answers = [
        answer(i.id, dict(zip(levels, row, strict=True))) for i, row in zip(items, p, strict=True)
    ]
    ideal = 3 + 1 / math.log2(3)
    assert value("ndcg@10", items, answers) == pytest.approx((3 + 1 / 2) / ideal)


def test_a_grade_label_goes_before_the_answer() -> None:
    items = [
        item("c0", "yes", query="q", label=1.0),
        item("c1", "yes", query="q", label=2.0),
    ]
    answers = [answer("c0", {"yes": 0.9, "no": 0.1}), answer("c1", {"yes": 0.2, "no": 0.8})]
    ideal = 3 + 1 / math.log2(3)
    assert value("ndcg@10", items, answers) == pytest.approx((1 + 3 / math.log2(3)) / ideal)


def capability(rates: list[float]) -> list[Item]:
    return [item(f"{n:03d}", None, label=rate, layer="A") for n, rate in enumerate(rates)]


def test_brier_skill_is_zero_for_the_mean_rate_and_one_for_the_truth() -> None:
    items = capability([0.0, 0.5, 1.0, 0.5])
    cards = [TaskCard(name="t", layer="A", metric="brier_skill")]

    def scored(p: list[float]) -> Any:
        answers = [answer(i.id, {"yes": v, "no": 1 - v}) for i, v in zip(items, p, strict=True)]
        return card(items, answers, cards=cards).reference.tasks["t"]  # type: ignore[union-attr]

    assert scored([0.5] * 4).score == 0
    assert scored([0, 0.5, 1, 0.5]).score == 1
    # value 1 - (4 x .25)/4 = .75 at p = (.5, 0, .5, 1); the variance is .125, so b = .875
    found = scored([0.5, 0, 0.5, 1])
    assert (found.value, found.chance) == (0.75, 0.875)
    assert found.score == pytest.approx((0.75 - 0.875) / (1 - 0.875))


def test_failed_capability_items_are_at_one_half() -> None:
    items = capability([1.0, 0.0])
    assert value("brier_skill", items, [failed(i.id) for i in items]) == 0.75


def reference(values: dict[str, tuple[str, float]], **more: Any) -> Any:
    """Tasks of ten two-option items: by name, (layer, share right)."""
    items, answers, cards = [], [], []
    for name, (layer, share) in values.items():
        own = [item(f"{name}{n}", "yes", task=name, layer=layer) for n in range(10)]
        items += own
        answers += [
            answer(i.id, {"yes": float(n < 10 * share), "no": float(n >= 10 * share)})
            for n, i in enumerate(own)
        ]
        cards.append(TaskCard(name=name, layer=layer, metric="accuracy", chance=0.5))
    return card(items, answers, cards=cards, **more).reference


def test_scores_are_floored_before_the_layer_mean_and_layers_are_averaged() -> None:
    # A: (.9 - .5)/.5 = .8 and (.3 - .5)/.5 = -.4, floored 0: mean .4; B: .2; total .3
    found = reference({"t1": ("A", 0.9), "t2": ("A", 0.3), "t3": ("B", 0.6)})
    assert found.tasks["t2"].score == pytest.approx(-0.4)
    assert found.layers == {"A": pytest.approx(0.4), "B": pytest.approx(0.2)}
    assert found.score == pytest.approx(0.3)


def test_every_resample_floors_and_averages_anew() -> None:
    # around chance the floored score is above zero in most resamples though the score is zero
    found = reference({"t1": ("A", 0.5)}, resamples=500)
    assert found.score == 0
    assert found.intervals["score"].low == 0
    assert found.intervals["tasks.t1.score"].low < 0


def test_an_undefined_task_is_left_out_of_its_layer_and_counted() -> None:
    wrong = [item(f"u{n}", "a", LABELS, task="u", layer="A") for n in range(3)]
    right = [item(f"v{n}", "yes", task="v", layer="A") for n in range(5)]
    cards = [
        TaskCard(name="u", layer="A", metric="auroc:a", chance=0.5),
        TaskCard(name="v", layer="A", metric="accuracy", chance=0.5),
    ]
    answers = certain(wrong, "aaa") + [
        answer(i.id, {"yes": float(n < 4), "no": float(n == 4)}) for n, i in enumerate(right)
    ]
    found = card([*wrong, *right], answers, cards=cards).reference
    assert found
    assert (found.tasks["u"].value, found.tasks["u"].score) == (None, None)
    assert found.layers["A"] == pytest.approx(0.6)  # (.8 - .5) / .5
    assert found.averaged == {"A": 1}


def test_other_metrics_and_domains_stand_beside_the_score() -> None:
    items = [item(f"{n}", g, task="t", layer="B", domain=d) for n, (g, d) in
             enumerate([("yes", "x"), ("no", "x"), ("no", "y")])]  # fmt: skip
    cards = [
        TaskCard(name="t", layer="B", metric="balanced_accuracy", chance=0.5, beside=("recall:no",))
    ]
    answers = [answer(i.id, {"yes": 1, "no": 0}) for i in items[:2]] + [
        answer(items[2].id, {"yes": 0, "no": 1})
    ]
    own = card(items, answers, cards=cards).reference.tasks["t"]  # type: ignore[union-attr]
    assert own.beside == {"recall:no": 0.5}
    assert {name: part.item_accuracy for name, part in own.domains.items()} == {"x": 0.5, "y": 1}


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("accurracy", "there is no metric"),
        ("f1:z", "there is no label 'z'"),
        ("auroc:z", "not an option of every item"),
        ("ndcg@10", "have no query"),
        ("brier_skill", "have no label"),
        ("domain_mean:accuracy", "no domain to average over"),
    ],
)
def test_a_metric_that_does_not_fit_is_refused(metric: str, message: str) -> None:
    items = labelled("ab")
    with pytest.raises(InputError, match=message):
        value(metric, items, certain(items, "ab"))


def test_a_card_without_a_chance_baseline_is_refused() -> None:
    items = labelled("ab", layer="A")
    with pytest.raises(InputError, match="no chance baseline"):
        card(items, [], cards=[TaskCard(name="t", layer="A", metric="accuracy")])


def test_metrics_of_labels_need_answers() -> None:
    with pytest.raises(InputError, match="no answer, which accuracy needs"):
        value("accuracy", capability([0.5]), [])
