"""Brier score, log loss and AUROC over pooled items as functions of resample weights."""

from collections.abc import Sequence

import numpy as np

from decisionpivot.scoring.arrays import Array, Marks
from decisionpivot.scoring.bootstrap import Figures, Statistic, Weights, added, ratio
from decisionpivot.scoring.core import per_unit
from decisionpivot.scoring.pooled import auroc, brier, log_loss, probability_floor, shown_decimals

COLUMNS = 64
"""So many resamples at a time keep the weights of all items small."""


def statistic(tasks: Sequence[Marks]) -> Statistic:
    """The figures as a function of weights. Items without a right option are left out."""
    floor = probability_floor(shown_decimals(tasks))
    graded = {marks.sheet.name: marks.sheet.gold >= 0 for marks in tasks}
    sums = {
        marks.sheet.name: [
            per_unit(marks.sheet, np.where(graded[marks.sheet.name], values, 0.0))
            for values in (np.ones(marks.sheet.n), brier(marks), log_loss(marks, floor))
        ]
        for marks in tasks
    }
    units = {m.sheet.name: m.sheet.unit[graded[m.sheet.name]] for m in tasks}
    confidence = np.concatenate([m.confidence[graded[m.sheet.name]] for m in tasks])
    right = np.concatenate([m.right[graded[m.sheet.name]] for m in tasks])

    def figures(weights: Weights) -> Figures:
        items, squares, logs = (
            np.sum([added(own[k], weights[name]) for name, own in sums.items()], axis=0)
            for k in range(3)
        )
        width = items.shape[0]
        parts = [slice(start, start + COLUMNS) for start in range(0, width, COLUMNS)]
        return {
            "pooled.brier": ratio(squares, items),
            "pooled.log_loss": ratio(logs, items),
            "pooled.auroc": np.concatenate(
                [auroc(confidence, right, _of_items(weights, units, part)) for part in parts]
            ),
        }

    return figures


def _of_items(weights: Weights, units: dict[str, Array], part: slice) -> Array:
    """The weights of all items in some resamples."""
    return np.concatenate([weights[name][own, part] for name, own in units.items()])
