"""Stability: how many predictions change between two runs of one system."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from msgspec import Struct

from decisionpivot.ordering import places
from decisionpivot.scoring.arrays import Array, Marks, Sheet
from decisionpivot.scoring.bootstrap import (
    RESAMPLES,
    SEED,
    Figures,
    Interval,
    Weights,
    interval,
    ratio,
    resample,
)
from decisionpivot.scoring.compare import Entrant, check_same_items, units
from decisionpivot.scoring.core import per_unit


class Changes(Struct, frozen=True):
    """How many predictions changed. A failed item has no prediction: failing is a change too."""

    n: int
    changed: int
    to_right: int
    to_wrong: int
    failures_changed: int


class Stability(Struct, frozen=True):
    """Two runs of one system: the share of changed predictions, and the changes by task.

    ``first_slot`` is, in either run, the share of the predictions that are the option which was
    listed first; None where there is no prediction.
    """

    first: str
    second: str
    share: Interval
    first_slot: tuple[float | None, float | None]
    all: Changes
    tasks: dict[str, Changes]


def stability(
    first: Entrant, second: Entrant, *, seed: int = SEED, resamples: int = RESAMPLES
) -> Stability:
    """Compare the predicted labels of two runs over the same items.

    Raises:
        InputError: the runs are over different items.
    """
    check_same_items([first, second])
    pairs = list(zip(first.tasks, second.tasks, strict=True))
    tasks = {ours.sheet.name: changes(ours, theirs) for ours, theirs in pairs}
    (figures,) = resample(
        [partial(_share, [(a.sheet.name, changed_by_unit(a, b)) for a, b in pairs])],
        [ours.sheet for ours, _ in pairs],
        seed=seed,
        resamples=resamples,
    )
    return Stability(
        first.name,
        second.name,
        interval(figures["share"], unit=units(first.tasks)),
        (first_slot(first), first_slot(second)),
        total(list(tasks.values())),
        tasks,
    )


def changes(first: Marks, second: Marks) -> Changes:
    """Count the changed predictions of one task."""
    return Changes(
        n=first.sheet.n,
        changed=int((first.predicted != second.predicted).sum()),
        to_right=int((~first.right & second.right).sum()),
        to_wrong=int((first.right & ~second.right).sum()),
        failures_changed=int((first.failed != second.failed).sum()),
    )


def first_slot(run: Entrant) -> float | None:
    """The share of a run's predictions that are the option which was listed first."""
    predicted = np.concatenate([marks.predicted for marks in run.tasks])
    listed = np.concatenate([listed_first(marks.sheet, run.order_seed) for marks in run.tasks])
    made = predicted >= 0
    return float((predicted == listed)[made].mean()) if made.any() else None


def listed_first(sheet: Sheet, order_seed: int | None) -> Array:
    """The place, in the released order, of the option that was listed first; one an item."""
    if order_seed is None:
        return np.zeros(sheet.n, dtype=int)
    shown = zip(sheet.unit_names, sheet.options.tolist(), sheet.levels.tolist(), strict=True)
    return np.array([places(order_seed, name, count, levels=by)[0] for name, count, by in shown])


def total(parts: Sequence[Changes]) -> Changes:
    """Add up the changes of some tasks."""
    return Changes(
        n=sum(part.n for part in parts),
        changed=sum(part.changed for part in parts),
        to_right=sum(part.to_right for part in parts),
        to_wrong=sum(part.to_wrong for part in parts),
        failures_changed=sum(part.failures_changed for part in parts),
    )


def changed_by_unit(first: Marks, second: Marks) -> Array:
    """By unit: changed predictions, and items."""
    changed = per_unit(first.sheet, first.predicted != second.predicted)
    return np.stack([changed, per_unit(first.sheet, np.ones(first.sheet.n))])


def _share(counts: Sequence[tuple[str, Array]], weights: Weights) -> Figures:
    changed, items = np.sum([matrix @ weights[task] for task, matrix in counts], axis=0)
    return {"share": ratio(changed, items)}
