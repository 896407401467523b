"""The scorecard: every figure of one run as typed values, and their JSON.

All figures are fractions; None (null) is undefined. Figures with an interval stand in
``intervals`` under their path.
"""

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from msgspec import Struct

from decisionpivot.scoring.arrays import PLACES, Array, Marks, Sheet
from decisionpivot.scoring.bootstrap import (
    RESAMPLES,
    SEED,
    Figures,
    Interval,
    interval,
    number,
    resample,
)
from decisionpivot.scoring.core import (
    LEVELS,
    contrast_pairs,
    directed,
    is_group,
    pair_chance,
    per_unit,
    solved,
    statistic,
)
from decisionpivot.scoring.pooled import Pooled, pooled, share

INCLUDED = 0.99
"""A task is complete when at least this share of its items has a record."""


class Slice(Struct, frozen=True):
    """A part of a task. A group belongs to every part in which it has a member."""

    n: int
    item_accuracy: float | None
    pair_accuracy: float | None


class PairOutcomes(Struct, frozen=True):
    """How the two members of the contrast pairs were answered; adds up to all pairs."""

    both: int
    yes_yes: int
    no_no: int
    reversed: int
    failed: int


class TaskScore(Struct, frozen=True, kw_only=True):
    """The figures of a family or of a task of the user's."""

    n: int
    groups: int
    records: int
    complete: bool
    failed: int
    failures: dict[str, int]
    item_accuracy: float | None
    pair_accuracy: float | None
    pair_chance: float | None
    automation_5: float | None
    pair_direction: float | None
    pair_direction_ties: float | None
    pair_outcomes: PairOutcomes | None
    by: dict[str, dict[str, Slice]]
    falls_with_place: bool
    pooled: Pooled | None = None


class LayerScore(Struct, frozen=True):
    """The means over the families of a layer."""

    n: int
    item_accuracy: float | None
    pair_accuracy: float | None
    pair_chance: float | None


class LevelScore(Struct, frozen=True):
    """The means over families at one level."""

    item_accuracy: float | None
    pair_accuracy: float | None


class Macro(Struct, frozen=True, kw_only=True):
    """The means over families; ``averaged`` counts the families in which each is defined."""

    item_accuracy: float | None
    pair_accuracy: float | None
    pair_chance: float | None
    automation_5: float | None
    levels: dict[str, LevelScore]
    averaged: dict[str, int]


class Core(Struct, frozen=True, kw_only=True):
    """The core track."""

    families: dict[str, TaskScore]
    layers: dict[str, LayerScore]
    macro: Macro
    pooled: Pooled
    intervals: dict[str, Interval]


class Data(Struct, frozen=True, kw_only=True):
    """The user's own tasks."""

    tasks: dict[str, TaskScore]
    pooled: Pooled
    intervals: dict[str, Interval]


class Selection(Struct, frozen=True):
    """Which items the run was for: how many, of how many, the SHA-256 of their ids, and how."""

    items: int
    of: int
    sha256: str
    how: str = ""


class Scorecard(Struct, frozen=True, kw_only=True):
    """Every figure of one run."""

    system: str
    release: str | None
    selection: Selection
    complete: bool
    incomplete: tuple[str, ...]
    core: Core | None = None
    data: Data | None = None
    seed: int = SEED

    def to_json(self) -> bytes:
        """Strict JSON, indented, the same bytes for the same figures."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"


def complete(marks: Marks) -> bool:
    """Whether at least 99 % of the items have a record."""
    return marks.records >= INCLUDED * marks.sheet.n


def task_score(marks: Marks, *, own_pooled: bool = False) -> TaskScore:
    """The figures of one task that need no resampling."""
    sheet = marks.sheet
    groups = is_group(sheet)
    by = slices(marks)
    return TaskScore(
        n=sheet.n,
        groups=int(groups.sum()),
        records=marks.records,
        complete=complete(marks),
        failed=int(marks.failed.sum()),
        failures=marks.failures,
        item_accuracy=None,
        pair_accuracy=None,
        pair_chance=share(pair_chance(sheet)[groups]),
        automation_5=None,
        pair_direction=None,
        pair_direction_ties=_ties(marks),
        pair_outcomes=pair_outcomes(marks),
        by=by,
        falls_with_place=falls_with_place(by.get("place", {})),
        pooled=pooled([marks]) if own_pooled else None,
    )


def slices(marks: Marks) -> dict[str, dict[str, Slice]]:
    """Item and pair accuracy by level, kind, domain, interpretation and place."""
    return {
        name: {
            value: slice_score(marks, np.array([found == value for found in values], dtype=bool))
            for value in sorted({found for found in values if found}, key=_slice_order)
        }
        for name, values in marks.sheet.by.items()
    }


def _slice_order(value: str) -> tuple[int, str]:
    return (PLACES.index(value), "") if value in PLACES else (len(PLACES), value)


def slice_score(marks: Marks, rows: Array) -> Slice:
    """The accuracies of some rows of a task."""
    sheet = marks.sheet
    graded = rows & (sheet.gold >= 0)
    groups = is_group(sheet) & (per_unit(sheet, rows) > 0)
    return Slice(int(rows.sum()), share(marks.right[graded]), share(solved(marks)[groups]))


def falls_with_place(thirds: dict[str, Slice]) -> bool:
    """Whether accuracy falls with the place of the decisive fact, a sign of truncation.

    It falls from the first third over the middle to the last, and the last is below the first by
    more than 1.96 standard errors of the difference of two shares.
    """
    found = [thirds.get(place) for place in PLACES]
    line = [
        (part.item_accuracy, part.n) for part in found if part and part.item_accuracy is not None
    ]
    if len(line) < len(PLACES):
        return False
    values = [value for value, _ in line]
    error = sum(value * (1 - value) / n for value, n in (line[0], line[-1])) ** 0.5
    return values[0] >= values[1] >= values[2] and values[0] - values[2] > 1.96 * error


def _ties(marks: Marks) -> float | None:
    return share(directed(marks, contrast_pairs(marks.sheet)) == 0)


def pair_outcomes(marks: Marks) -> PairOutcomes | None:
    """How the contrast pairs were answered; None without pairs."""
    pairs = contrast_pairs(marks.sheet)
    if not len(pairs.positive):
        return None
    failed = marks.failed[pairs.positive] | marks.failed[pairs.negative]
    positive, negative = marks.right[pairs.positive], marks.right[pairs.negative]

    def count(chosen: Array) -> int:
        return int((chosen & ~failed).sum())

    return PairOutcomes(
        both=count(positive & negative),
        yes_yes=count(positive & ~negative),
        no_no=count(~positive & negative),
        reversed=count(~positive & ~negative),
        failed=int(failed.sum()),
    )


def track(
    tasks: Sequence[Marks], figures: Figures, prefix: str
) -> tuple[dict[str, TaskScore], dict[str, Interval]]:
    """The scores of the tasks of a track, and the intervals of all its figures."""
    scores = {}
    for marks in tasks:
        name = marks.sheet.name
        own = {
            metric: number(figures[f"{prefix}.{name}.{metric}"][0])
            for metric in ("item_accuracy", "pair_accuracy", "automation_5", "pair_direction")
        }
        scores[name] = msgspec.structs.replace(
            task_score(marks, own_pooled=prefix == "tasks"), **own
        )
    units = {f"{prefix}.{marks.sheet.name}": marks.sheet.unit_kind for marks in tasks}
    common = " or ".join(sorted(set(units.values())))
    intervals = {
        path: interval(values, unit=units.get(path.rpartition(".")[0], common))
        for path, values in figures.items()
        if len(values) > 1
    }
    return scores, intervals


def core_score(tasks: Sequence[Marks], *, seed: int, resamples: int) -> Core:
    """Everything about the core track."""
    sheets = [marks.sheet for marks in tasks]
    (figures,) = resample([statistic(tasks)], sheets, seed=seed, resamples=resamples)
    families, intervals = track(tasks, figures, "families")
    return Core(
        families=families,
        layers={layer: _layer(layer, sheets, families, figures) for layer in _layers(sheets)},
        macro=_macro(families, figures),
        pooled=pooled(tasks, seed=seed),
        intervals=intervals,
    )


def data_score(tasks: Sequence[Marks], *, seed: int, resamples: int) -> Data:
    """Everything about the user's own tasks."""
    sheets = [marks.sheet for marks in tasks]
    (figures,) = resample(
        [statistic(tasks, prefix="tasks")], sheets, seed=seed, resamples=resamples
    )
    scores, intervals = track(tasks, figures, "tasks")
    return Data(tasks=scores, pooled=pooled(tasks, seed=seed), intervals=intervals)


def _layers(sheets: Iterable[Sheet]) -> list[str]:
    return sorted({sheet.layer for sheet in sheets})


def _layer(
    layer: str, sheets: Sequence[Sheet], families: dict[str, TaskScore], figures: Figures
) -> LayerScore:
    members = [families[sheet.name] for sheet in sheets if sheet.layer == layer]
    return LayerScore(
        n=sum(member.n for member in members),
        item_accuracy=number(figures[f"layers.{layer}.item_accuracy"][0]),
        pair_accuracy=number(figures[f"layers.{layer}.pair_accuracy"][0]),
        pair_chance=_average(member.pair_chance for member in members),
    )


def _macro(families: dict[str, TaskScore], figures: Figures) -> Macro:
    metrics = ("item_accuracy", "pair_accuracy", "automation_5")
    return Macro(
        **{metric: number(figures[f"macro.{metric}"][0]) for metric in metrics},
        pair_chance=_average(family.pair_chance for family in families.values()),
        levels={
            level: LevelScore(
                number(figures[f"macro.levels.{level}.item_accuracy"][0]),
                number(figures[f"macro.levels.{level}.pair_accuracy"][0]),
            )
            for level in LEVELS
            if f"macro.levels.{level}.item_accuracy" in figures
        },
        averaged={
            metric: sum(getattr(family, metric) is not None for family in families.values())
            for metric in metrics
        },
    )


def _average(values: Iterable[float | None]) -> float | None:
    return share(np.array([value for value in values if value is not None]))


def score(
    tasks: Sequence[Marks],
    *,
    system: str,
    selection: Selection,
    release: str | None = None,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Scorecard:
    """Score the marks of all tasks of a run."""
    core = [marks for marks in tasks if marks.sheet.track == "core"]
    own = [marks for marks in tasks if marks.sheet.track == "task"]
    incomplete = tuple(marks.sheet.name for marks in tasks if not complete(marks))
    return Scorecard(
        system=system,
        release=release,
        selection=selection,
        complete=not incomplete,
        incomplete=incomplete,
        core=core_score(core, seed=seed, resamples=resamples) if core else None,
        data=data_score(own, seed=seed, resamples=resamples) if own else None,
        seed=seed,
    )
