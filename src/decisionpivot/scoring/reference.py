"""Reference metrics: each task by its source's metric, corrected for chance, floored, averaged.

A metric is prepared once for the marks of a task and then computed for columns of resample
weights. Metrics made of counts are exact; the others are added unit by unit in a fixed order.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from decisionpivot.items import InputError
from decisionpivot.scoring.arrays import Array, Marks
from decisionpivot.scoring.bootstrap import Figures, Statistic, Weights, added, mean, ratio
from decisionpivot.scoring.core import is_group, p_yes, per_unit, solved
from decisionpivot.scoring.pooled import auroc

if TYPE_CHECKING:
    from decisionpivot.reference import Card

CUTOFF = 10
"""Ranks that count in nDCG@10."""
BRIER_SKILL = "brier_skill"

T = TypeVar("T")

Measure: TypeAlias = Callable[[Array], Array]
"""From weights (units in rows, resamples in columns) to one value a resample."""


class TaskCard(Struct, frozen=True, kw_only=True):
    """What the scorer must know of a reference task.

    Attributes:
        name, layer: the task and its layer.
        metric: one of ``METRICS``; f1, recall and auroc name their label after a colon
            (``f1:match``), macro_f1 may name the labels that it averages (``macro_f1:a,b``), and
            ``domain_mean:`` before a metric means its mean over the items' domains.
        chance: what uniform guessing scores. None for ``brier_skill``, whose baseline, the best
            constant, is computed from the labels.
        beside: further metrics that are reported beside it.
    """

    name: str
    layer: str
    metric: str
    chance: float | None = None
    beside: tuple[str, ...] = ()


def task_card(card: "Card") -> TaskCard:
    """What the scorer must know of a reference task, from its card."""
    return TaskCard(
        name=card.name,
        layer=card.layer,
        metric=card.metric,
        chance=card.chance,
        beside=card.beside,
    )


def metric_title(metric: str) -> str:
    """A metric as tables show it: the labels that it averages are left out.

    >>> metric_title("macro_f1:a,b"), metric_title("domain_mean:accuracy"), metric_title("f1:yes")
    ('macro_f1', 'mean accuracy', 'f1:yes')
    """
    if metric.startswith("domain_mean:"):
        return "mean " + metric.removeprefix("domain_mean:")
    return metric.partition(":")[0] if "," in metric else metric


def measure(metric: str, marks: Marks) -> Measure:
    """Prepare a metric for the marks of a task.

    Raises:
        InputError: there is no such metric, or it does not fit the task's items.
    """
    name, _, argument = metric.partition(":")
    if name not in METRICS:
        raise InputError(
            f"there is no metric {metric!r}", remedy=f"The metrics are {', '.join(METRICS)}."
        )
    return METRICS[name](marks, argument)


def accuracy(marks: Marks, _: str) -> Measure:
    """The share of items whose prediction is the gold option."""
    _check_gold(marks, "accuracy")
    right = per_unit(marks.sheet, marks.right)
    items = per_unit(marks.sheet, np.ones(marks.sheet.n))
    return lambda weights: ratio(right @ weights, items @ weights)


def pair_accuracy(marks: Marks, _: str) -> Measure:
    """The share of groups with every member right."""
    groups = is_group(marks.sheet).astype(float)
    won = groups * solved(marks)
    return lambda weights: ratio(won @ weights, groups @ weights)


class Labels(Struct, frozen=True):
    """By label (rows) and unit: items of that gold, of that prediction, and of both."""

    names: tuple[str, ...]
    gold: Array
    predicted: Array
    both: Array


def labels(marks: Marks) -> Labels:
    """Count gold and predicted labels. A failed item predicts no label."""
    _check_gold(marks, "a metric of labels")
    sheet = marks.sheet
    names = tuple(sorted({key for keys in sheet.keys for key in keys}))
    number = {name: place for place, name in enumerate(names)}
    gold, predicted = (
        np.array(
            [
                number[keys[index]] if index >= 0 else -1
                for keys, index in zip(sheet.keys, chosen.tolist(), strict=True)
            ]
        )
        for chosen in (sheet.gold, marks.predicted)
    )

    def counted(rows: Array, of: Array) -> Array:
        cells = of[rows] * sheet.units + sheet.unit[rows]
        return np.bincount(cells, minlength=len(names) * sheet.units).reshape(len(names), -1)

    return Labels(
        names,
        gold=counted(gold >= 0, gold).astype(float),
        predicted=counted(predicted >= 0, predicted).astype(float),
        both=counted(marks.right, gold).astype(float),
    )


def balanced_accuracy(marks: Marks, _: str) -> Measure:
    """The mean recall of the labels that occur as gold."""
    found = labels(marks)
    return lambda weights: mean(list(ratio(found.both @ weights, found.gold @ weights)))


def recall(marks: Marks, label: str) -> Measure:
    """The share of items of this gold label that are predicted so."""
    found = labels(marks)
    row = _row(found, label)
    return lambda weights: ratio(found.both[row] @ weights, found.gold[row] @ weights)


def f1_by_label(found: Labels, weights: Array) -> Array:
    """The F1 of every label, NaN where it is neither gold nor predicted."""
    either = found.gold @ weights + found.predicted @ weights
    return ratio(2 * (found.both @ weights), either)


def f1(marks: Marks, label: str) -> Measure:
    """The F1 of one label."""
    found = labels(marks)
    row = _row(found, label)
    return lambda weights: np.asarray(f1_by_label(found, weights)[row])


def macro_f1(marks: Marks, averaged: str) -> Measure:
    """The mean F1 over the labels that occur as gold or prediction, or over those named."""
    found = labels(marks)
    rows = [_row(found, name) for name in averaged.split(",") if name]
    return lambda weights: mean(list(f1_by_label(found, weights)[rows or slice(None)]))


def area(marks: Marks, label: str) -> Measure:
    """AUROC of the probability of a label against its being gold."""
    _check_gold(marks, "auroc")
    sheet = marks.sheet
    if not all(label in keys for keys in sheet.keys):
        raise InputError(f"{label!r} is not an option of every item of {sheet.name!r}")
    columns = np.array([keys.index(label) for keys in sheet.keys])
    scores = marks.p[np.arange(sheet.n), columns]
    return lambda weights: auroc(scores, sheet.gold == columns, weights[sheet.unit])


def ndcg(gains: Array, scores: Array, cutoff: int = CUTOFF) -> float:
    """nDCG of one ranking, equal scores averaged over their orders; NaN without any gain.

    >>> round(ndcg(np.array([1.0, 0.0, 0.0]), np.array([0.5, 0.5, 0.5]), cutoff=1), 6)
    0.333333
    """
    discounts = np.zeros(len(gains))
    ranks = np.arange(min(cutoff, len(gains)))
    discounts[ranks] = 1 / np.log2(ranks + 2)
    ideal = (np.sort(gains)[::-1] * discounts).sum()
    order = np.argsort(-scores, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(scores[order]) != 0])
    sizes = np.diff(np.r_[starts, len(gains)])
    gained = np.add.reduceat(gains[order], starts) / sizes * np.add.reduceat(discounts, starts)
    return float(gained.sum() / ideal) if ideal > 0 else float("nan")


def relevance(marks: Marks) -> tuple[Array, Array]:
    """Grades and scores of reranking candidates.

    The grade is the label; without one, 1 for yes, or the place of the gold level. The score is
    p(yes), or the expected place among ordered levels, added from the lowest level up.
    """
    sheet = marks.sheet
    grades, scores = sheet.label.copy(), np.zeros(sheet.n)
    for row, keys in enumerate(sheet.keys):
        yes = int(sheet.yes[row])
        places = [float(place if yes < 0 else place == yes) for place in range(len(keys))]
        if np.isnan(grades[row]):
            grades[row] = places[sheet.gold[row]]
        for column, place in enumerate(places):  # sum() adds differently from Python 3.12 on
            scores[row] += marks.p[row, column] * place
    return grades, scores


def query_values(marks: Marks) -> Array:
    """nDCG@10 by query, gain 2^grade - 1; NaN where no candidate is relevant."""
    sheet = marks.sheet
    if (sheet.query < 0).any():
        raise InputError(f"items of {sheet.name!r} have no query", remedy="nDCG needs queries.")
    grades, scores = relevance(marks)
    order = np.argsort(sheet.query, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(sheet.query[order]) != 0])
    return np.array(
        [ndcg(2.0 ** grades[rows] - 1, scores[rows]) for rows in np.split(order, starts[1:])]
    )


def mean_ndcg(marks: Marks, _: str) -> Measure:
    """The mean nDCG@10 over queries that have a relevant candidate."""
    values = query_values(marks)
    sheet = marks.sheet
    unit_of = np.zeros(len(values), dtype=int)
    unit_of[sheet.query] = sheet.unit
    defined = ~np.isnan(values)
    count = np.bincount(unit_of[defined], minlength=sheet.units).astype(float)
    total = np.bincount(unit_of[defined], values[defined], sheet.units)
    return lambda weights: ratio(added(total, weights), count @ weights)


class Rates(Struct, frozen=True):
    """By unit: items, their rates, squared rates, and squared distances of p(yes) from them."""

    items: Array
    rate: Array
    square: Array
    error: Array


def rates(marks: Marks) -> Rates:
    """Sums for the Brier score of p(yes) against a success rate."""
    sheet = marks.sheet
    if np.isnan(sheet.label).any():
        raise InputError(f"items of {sheet.name!r} have no label", remedy="Give a success rate.")
    if (sheet.yes < 0).any():
        raise InputError(f"items of {sheet.name!r} have other options than yes and no")
    p = p_yes(marks, np.arange(sheet.n))
    return Rates(
        *(
            per_unit(sheet, values)
            for values in (np.ones(sheet.n), sheet.label, sheet.label**2, (p - sheet.label) ** 2)
        )
    )


def brier_value(marks: Marks, _: str) -> Measure:
    """One minus the mean squared error of p(yes) against the success rate."""
    sums = rates(marks)
    return lambda weights: 1 - ratio(added(sums.error, weights), sums.items @ weights)


def best_constant(marks: Marks) -> Measure:
    """What ``brier_value`` is when p(yes) is always the mean rate: one minus its variance."""
    sums = rates(marks)

    def value(weights: Array) -> Array:
        n = sums.items @ weights
        rate = ratio(added(sums.rate, weights), n)
        return np.asarray(1 - (ratio(added(sums.square, weights), n) - rate**2))

    return value


def domain_mean(marks: Marks, metric: str) -> Measure:
    """The mean of a metric over the domains of the items."""
    domains = marks.sheet.by.get("domain", ())
    if not domains or None in domains:
        raise InputError(f"items of {marks.sheet.name!r} have no domain to average over")
    parts = [
        measure(metric, part_of(marks, np.array([found == name for found in domains])))
        for name in sorted(set(filter(None, domains)))
    ]
    return lambda weights: mean([part(weights) for part in parts])


def part_of(marks: Marks, rows: Array) -> Marks:
    """Some rows of a task, with its units."""
    places = np.flatnonzero(rows).tolist()

    def some(values: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(values[place] for place in places)

    sheet = replace(
        marks.sheet,
        ids=some(marks.sheet.ids),
        keys=some(marks.sheet.keys),
        by={name: some(values) for name, values in marks.sheet.by.items()},
        **{
            name: getattr(marks.sheet, name)[rows]
            for name in ("options", "gold", "yes", "label", "unit", "grouped", "query")
        },
    )
    arrays = ("p", "predicted", "confidence", "right", "failed")
    return replace(
        marks,
        sheet=sheet,
        answers=some(marks.answers),
        **{name: getattr(marks, name)[rows] for name in arrays},
    )


METRICS: Mapping[str, Callable[[Marks, str], Measure]] = {
    "accuracy": accuracy,
    "balanced_accuracy": balanced_accuracy,
    "macro_f1": macro_f1,
    "f1": f1,
    "recall": recall,
    "auroc": area,
    "ndcg@10": mean_ndcg,
    BRIER_SKILL: brier_value,
    "pair_accuracy": pair_accuracy,
    "domain_mean": domain_mean,
}


def _row(found: Labels, label: str) -> int:
    if label not in found.names:
        raise InputError(
            f"there is no label {label!r}", remedy=f"The labels are {', '.join(found.names)}."
        )
    return found.names.index(label)


def _check_gold(marks: Marks, metric: str) -> None:
    if (marks.sheet.gold < 0).any():
        raise InputError(
            f"items of {marks.sheet.name!r} have no answer, which {metric} needs",
            remedy="Give every item an answer, or the task another metric.",
        )


def statistic(cards: Sequence[TaskCard], tasks: Mapping[str, Marks]) -> Statistic:
    """Values, chance-corrected scores, layer means and the total as a function of weights."""
    values = {card.name: measure(card.metric, tasks[card.name]) for card in cards}
    chances = {card.name: _chance(card, tasks[card.name]) for card in cards}

    def figures(weights: Weights) -> Figures:
        result: Figures = {}
        for card in cards:
            own = weights[card.name]
            value, chance = values[card.name](own), chances[card.name](own)
            result[f"tasks.{card.name}.value"] = value
            result[f"tasks.{card.name}.chance"] = chance
            result[f"tasks.{card.name}.score"] = corrected(value, chance)
        layers = layer_means(cards, result)
        return result | layers | {"score": mean(list(layers.values()))}

    return figures


def corrected(value: Array, chance: Array) -> Array:
    """(v - b) / (1 - b): 0 at chance, 1 for a perfect value; NaN where chance is perfect."""
    return ratio(value - chance, 1 - chance)


def layer_means(cards: Sequence[TaskCard], figures: Figures) -> Figures:
    """By layer, the mean of its tasks' scores, each floored at zero first."""
    layers = sorted({card.layer for card in cards})
    return {
        f"layers.{layer}": mean(
            [
                np.maximum(figures[f"tasks.{card.name}.score"], 0)
                for card in cards
                if card.layer == layer
            ]
        )
        for layer in layers
    }


def _chance(card: TaskCard, marks: Marks) -> Measure:
    if card.metric == BRIER_SKILL:
        return best_constant(marks)
    if card.chance is None:
        raise InputError(f"the card of {card.name!r} states no chance baseline")
    return partial(_constant, card.chance)


def _constant(value: float, weights: Array) -> Array:
    return np.full(weights.shape[1], value)
