"""Put the figures of a run together: marks of all tasks to a scorecard."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from decisionpivot.items import InputError
from decisionpivot.scoring import core, losses, reference
from decisionpivot.scoring.arrays import Marks
from decisionpivot.scoring.bootstrap import (
    RESAMPLES,
    SEED,
    Figures,
    Interval,
    interval,
    number,
    resample,
)
from decisionpivot.scoring.core import AVERAGED, LEVELS, contrast_pairs, directed
from decisionpivot.scoring.pooled import pooled, share
from decisionpivot.scoring.reference import TaskCard
from decisionpivot.scoring.scorecard import (
    Core,
    Data,
    LayerScore,
    LevelScore,
    Macro,
    PairOutcomes,
    Reference,
    ReferenceTask,
    Scorecard,
    Selection,
    TaskScore,
)
from decisionpivot.scoring.slices import counts, falls_with_place, places, slices

INCLUDED = 0.99
"""A task is complete when at least this share of its items has a record."""

Cards = Mapping[str, TaskCard]


def complete(marks: Marks) -> bool:
    """Whether at least 99 % of the items have a record."""
    return marks.records >= INCLUDED * marks.sheet.n


def score(
    tasks: Sequence[Marks],
    *,
    system: str,
    selection: Selection,
    cards: Iterable[TaskCard] = (),
    release: str | None = None,
    answers_sha256: dict[str, str] | None = None,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Scorecard:
    """Score a run.

    Args:
        tasks: the marks of all its tasks.
        system, selection, release, answers_sha256: what the scorecard says of the run.
        cards: reference tasks; a task without a card that is no family is the user's own.
        seed, resamples: of the bootstrap; without resamples there are no intervals.

    Raises:
        InputError: a task cannot be scored by its card's metric, or has neither answers nor card.
    """
    by_name = {card.name: card for card in cards}
    families = [marks for marks in tasks if marks.sheet.track == "core"]
    others = [marks for marks in tasks if marks.sheet.track != "core"]
    known = [marks for marks in others if marks.sheet.name in by_name]
    own = [marks for marks in others if marks.sheet.name not in by_name]
    incomplete = tuple(marks.sheet.name for marks in tasks if not complete(marks))
    options = {"seed": seed, "resamples": resamples}
    return Scorecard(
        system=system,
        release=release,
        selection=selection,
        complete=not incomplete,
        incomplete=incomplete,
        core=core_score(families, **options) if families else None,
        reference=reference_score(known, by_name, **options) if known else None,
        data=data_score(own, **options) if own else None,
        seed=seed,
        answers_sha256=answers_sha256 or {},
    )


def core_score(tasks: Sequence[Marks], *, seed: int, resamples: int) -> Core:
    """Everything about the core track."""
    sheets = [marks.sheet for marks in tasks]
    statistics = [core.statistic(tasks), losses.statistic(tasks)]
    shares, others = resample(statistics, sheets, seed=seed, resamples=resamples)
    figures = shares | others
    families = {marks.sheet.name: task_score(marks, figures, "families") for marks in tasks}
    thirds = places(tasks)
    return Core(
        families=families,
        layers={
            layer: _layer(layer, [families[s.name] for s in sheets if s.layer == layer], figures)
            for layer in dict.fromkeys(sheet.layer for sheet in sheets)
        },
        macro=_macro(families.values(), figures),
        pooled=pooled(tasks, seed=seed),
        places=thirds,
        falls_with_place=falls_with_place(thirds),
        intervals=_intervals(tasks, figures, "families"),
    )


def data_score(tasks: Sequence[Marks], *, seed: int, resamples: int) -> Data:
    """Everything about the user's own tasks.

    Raises:
        InputError: items without an answer, which only a reference task may have.
    """
    for marks in tasks:
        if (marks.sheet.gold < 0).any():
            raise InputError(
                f"items of {marks.sheet.name!r} have no answer",
                place=f"item {marks.sheet.ids[int(np.argmin(marks.sheet.gold))]}",
                remedy="Give every item the key of its right option as 'answer'.",
            )
    sheets = [marks.sheet for marks in tasks]
    statistics = [core.statistic(tasks, prefix="tasks"), losses.statistic(tasks)]
    shares, others = resample(statistics, sheets, seed=seed, resamples=resamples)
    figures = shares | others
    scores = {
        marks.sheet.name: replace(
            task_score(marks, figures, "tasks"), pooled=pooled([marks], seed=seed)
        )
        for marks in tasks
    }
    return Data(
        tasks=scores,
        macro=_macro(scores.values(), figures),
        pooled=pooled(tasks, seed=seed),
        intervals=_intervals(tasks, figures, "tasks"),
    )


def task_score(marks: Marks, figures: Figures, prefix: str) -> TaskScore:
    """The figures of one task; shares that are resampled come from ``figures``."""
    sheet = marks.sheet
    groups = core.is_group(sheet)
    by = slices(marks)

    def value(metric: str) -> float | None:
        return number(figures[f"{prefix}.{sheet.name}.{metric}"][0])

    return TaskScore(
        n=sheet.n,
        groups=int(groups.sum()),
        records=marks.records,
        complete=complete(marks),
        failed=int(marks.failed.sum()),
        failures=marks.failures,
        item_accuracy=value("item_accuracy"),
        pair_accuracy=value("pair_accuracy"),
        pair_chance=share(core.pair_chance(sheet)[groups]),
        automation_5=value("automation_5"),
        pair_direction=value("pair_direction"),
        pair_direction_ties=share(directed(marks, contrast_pairs(sheet)) == 0),
        pair_outcomes=pair_outcomes(marks),
        by=by,
        falls_with_place=falls_with_place(by.get("place", {})),
    )


def pair_outcomes(marks: Marks) -> PairOutcomes | None:
    """How the contrast pairs were answered; None without pairs."""
    pairs = contrast_pairs(marks.sheet)
    if not len(pairs.positive):
        return None
    failed = marks.failed[pairs.positive] | marks.failed[pairs.negative]
    positive, negative = marks.right[pairs.positive], marks.right[pairs.negative]
    return PairOutcomes(
        both=int((positive & negative).sum()),
        yes_yes=int((positive & ~negative & ~failed).sum()),
        no_no=int((~positive & negative & ~failed).sum()),
        reversed=int((~positive & ~negative & ~failed).sum()),
        failed=int(failed.sum()),
    )


def reference_score(
    tasks: Sequence[Marks], cards: Cards, *, seed: int, resamples: int
) -> Reference:
    """Everything about the reference track."""
    marks = {own.sheet.name: own for own in tasks}
    used = [cards[name] for name in marks]
    (figures,) = resample(
        [reference.statistic(used, marks)],
        [own.sheet for own in tasks],
        seed=seed,
        resamples=resamples,
    )
    scores = {card.name: reference_task(card, marks[card.name], figures) for card in used}
    layers = sorted({card.layer for card in used})
    return Reference(
        tasks=scores,
        layers={layer: number(figures[f"layers.{layer}"][0]) for layer in layers},
        score=number(figures["score"][0]),
        averaged={
            layer: sum(scores[c.name].score is not None for c in used if c.layer == layer)
            for layer in layers
        },
        intervals=_intervals(tasks, figures, "tasks"),
    )


def reference_task(card: TaskCard, marks: Marks, figures: Figures) -> ReferenceTask:
    """The figures of one reference task."""
    path = f"tasks.{card.name}"
    once = np.ones((marks.sheet.units, 1))
    without = (
        int(np.isnan(reference.query_values(marks)).sum()) if card.metric == "ndcg@10" else None
    )
    return ReferenceTask(
        metric=card.metric,
        value=number(figures[f"{path}.value"][0]),
        chance=number(figures[f"{path}.chance"][0]),
        score=number(figures[f"{path}.score"][0]),
        n=marks.sheet.n,
        records=marks.records,
        complete=complete(marks),
        failed=int(marks.failed.sum()),
        failures=marks.failures,
        beside={name: number(reference.measure(name, marks)(once)[0]) for name in card.beside},
        domains={value: own.slice() for value, own in counts(marks, "domain").items()},
        queries_without_relevant=without,
    )


def _intervals(tasks: Sequence[Marks], figures: Figures, prefix: str) -> dict[str, Interval]:
    units = {f"{prefix}.{marks.sheet.name}": marks.sheet.unit_kind for marks in tasks}
    common = " or ".join(sorted(set(" or ".join(units.values()).split(" or "))))
    return {
        path: interval(values, unit=units.get(path.rpartition(".")[0], common))
        for path, values in figures.items()
        if len(values) > 1 and not path.endswith(".chance")
    }


def _layer(layer: str, families: Sequence[TaskScore], figures: Figures) -> LayerScore:
    return LayerScore(
        n=sum(family.n for family in families),
        item_accuracy=number(figures[f"layers.{layer}.item_accuracy"][0]),
        pair_accuracy=number(figures[f"layers.{layer}.pair_accuracy"][0]),
        pair_chance=_average(family.pair_chance for family in families),
    )


def _macro(tasks: Iterable[TaskScore], figures: Figures) -> Macro:
    scores = list(tasks)
    return Macro(
        **{metric: number(figures[f"macro.{metric}"][0]) for metric in AVERAGED},
        pair_chance=_average(own.pair_chance for own in scores),
        levels={
            level: LevelScore(
                number(figures[f"macro.levels.{level}.item_accuracy"][0]),
                number(figures[f"macro.levels.{level}.pair_accuracy"][0]),
            )
            for level in LEVELS
            if f"macro.levels.{level}.item_accuracy" in figures
        },
        averaged={
            metric: sum(getattr(own, metric) is not None for own in scores) for metric in AVERAGED
        },
    )


def _average(values: Iterable[float | None]) -> float | None:
    return share(np.array([value for value in values if value is not None]))
