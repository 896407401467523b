"""Systems against each other: paired differences, groups won and lost, ranks, draws."""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct

from decisionpivot.items import InputError
from decisionpivot.scoring import core, reference
from decisionpivot.scoring.arrays import Array, Marks
from decisionpivot.scoring.bootstrap import (
    RESAMPLES,
    SEED,
    Figures,
    Interval,
    Statistic,
    Weights,
    interval,
    number,
    resample,
)
from decisionpivot.scoring.reference import TaskCard
from decisionpivot.scoring.scorecard import Selection
from decisionpivot.scoring.significance import holm, mcnemar_p, paired_p, spearman

BASELINES = ("uniform", "prior", "reader:best")
"""Systems that any other should beat."""

HEADLINE = (
    "core.macro.pair_accuracy",
    "core.macro.item_accuracy",
    "core.macro.automation_5",
    "core.pooled.accuracy_at_90",
    "core.pooled.share_at_90",
    "reference.score",
    "data.macro.pair_accuracy",
    "data.macro.item_accuracy",
    "data.macro.automation_5",
    "data.pooled.accuracy_at_90",
    "data.pooled.share_at_90",
)
"""The figures of the table, of which a run has those of its tracks."""

SECOND_DRAW = "second draw"


class Entrant(Struct, frozen=True):
    """A run in a comparison: its name, its marks, its system, draw, selection and option order."""

    name: str
    tasks: tuple[Marks, ...]
    system: str = ""
    draw: str = ""
    selection: Selection | None = None
    order_seed: int | None = None


class Difference(Struct, frozen=True, kw_only=True):
    """First minus second, over the same resampled units; ``p`` is two-sided and normal."""

    first: float | None
    second: float | None
    difference: Interval
    p: float | None


class Contest(Struct, frozen=True):
    """Units (groups, else items) that both, one or neither got right; ``p`` is McNemar's exact."""

    both: int
    won: int
    lost: int
    neither: int
    p: float


class Pair(Struct, frozen=True):
    """Two systems compared: every figure, and units won and lost by task, layer and over all."""

    first: str
    second: str
    figures: dict[str, Difference]
    contests: dict[str, Contest]


class Row(Struct, frozen=True, kw_only=True):
    """A system in a table. ``rank`` is 1 + the number of systems significantly better."""

    system: str
    rank: int
    baseline: bool
    below_baseline: bool
    figures: dict[str, Interval]


class Table(Struct, frozen=True, kw_only=True):
    """Systems ranked by one figure, the best first; ``spearman`` correlates it with the others."""

    by: str
    rows: tuple[Row, ...]
    spearman: dict[str, float | None]


class Gap(Struct, frozen=True):
    """A system's figures on two draws: first minus second, with an interval."""

    system: str
    figures: dict[str, Difference]


class Draws(Struct, frozen=True):
    """Draw sensitivity of some systems, and the rank correlation of their figures."""

    first: str
    second: str
    gaps: tuple[Gap, ...]
    spearman: dict[str, float | None]


def statistic(tasks: Sequence[Marks], cards: Iterable[TaskCard] = ()) -> Statistic:
    """The figures of all tracks of some tasks, paths beginning with the track."""
    by_name = {card.name: card for card in cards}
    others = {own.sheet.name: own for own in tasks if own.sheet.track != "core"}
    known = {name: own for name, own in others.items() if name in by_name}
    parts: dict[str, tuple[Statistic, bool]] = {
        "core": (
            core.statistic([own for own in tasks if own.sheet.track == "core"]),
            any(own.sheet.track == "core" for own in tasks),
        ),
        "reference": (reference.statistic([by_name[name] for name in known], known), bool(known)),
        "data": (
            core.statistic(
                [own for name, own in others.items() if name not in known], prefix="tasks"
            ),
            len(others) > len(known),
        ),
    }
    used = {track: part for track, (part, wanted) in parts.items() if wanted}

    def figures(weights: Weights) -> Figures:
        return {
            f"{track}.{path}": values
            for track, part in used.items()
            for path, values in part(weights).items()
        }

    return figures


def resampled(
    entrants: Sequence[Entrant],
    *,
    cards: Iterable[TaskCard] = (),
    seed: int = SEED,
    resamples: int = RESAMPLES,
    paths: Collection[str] | None = None,
) -> list[Figures]:
    """The figures of several systems over the same resampled units.

    Raises:
        InputError: the systems did not answer the same items.
    """
    check_same_items(entrants)
    known = list(cards)
    return resample(
        [statistic(entrant.tasks, known) for entrant in entrants],
        [marks.sheet for marks in entrants[0].tasks],
        seed=seed,
        resamples=resamples,
        paths=paths,
    )


def check_same_items(entrants: Sequence[Entrant]) -> None:
    """Refuse to compare runs over different items.

    Raises:
        InputError: naming the two systems and the first task in which their items differ.
    """
    first = entrants[0]
    ours = {marks.sheet.name: marks.sheet.ids for marks in first.tasks}
    for other in entrants[1:]:
        theirs = {marks.sheet.name: marks.sheet.ids for marks in other.tasks}
        for task in dict.fromkeys([*ours, *theirs]):
            if ours.get(task) != theirs.get(task):
                raise InputError(
                    f"{first.name} and {other.name} were run over different items of {task!r}",
                    remedy="Compare runs over the same items and selection.",
                )


def pair(
    first: Entrant,
    second: Entrant,
    *,
    cards: Iterable[TaskCard] = (),
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Pair:
    """Compare two systems over the same items."""
    ours, theirs = resampled([first, second], cards=cards, seed=seed, resamples=resamples)
    return Pair(
        first.name,
        second.name,
        figures={
            path: difference(ours[path], theirs[path], unit=units(first.tasks))
            for path in ours
            if not path.endswith(".chance")
        },
        contests=contests(first, second),
    )


def difference(first: Array, second: Array, *, unit: str) -> Difference:
    """The difference of two figures, resample by resample."""
    gap = first - second
    return Difference(
        first=number(first[0]),
        second=number(second[0]),
        difference=interval(gap, unit=unit),
        p=paired_p(gap),
    )


def units(tasks: Sequence[Marks]) -> str:
    """What is resampled, in words."""
    kinds = " or ".join(marks.sheet.unit_kind for marks in tasks).split(" or ")
    return " or ".join(sorted(set(kinds)))


def contests(first: Entrant, second: Entrant) -> dict[str, Contest]:
    """Units won and lost: over all tasks ("all"), by layer and by task."""
    won: dict[str, list[Array]] = {}
    for ours, theirs in zip(first.tasks, second.tasks, strict=True):
        if (ours.sheet.gold < 0).any():
            continue
        outcome = np.stack([core.solved(ours), core.solved(theirs)])
        layer = [f"layers.{ours.sheet.layer}"] if ours.sheet.layer else []
        for path in ("all", *layer, f"tasks.{ours.sheet.name}"):
            won.setdefault(path, []).append(outcome)
    paths = sorted(won, key=lambda path: (path.startswith("tasks."), path != "all"))
    return {path: contest(*np.concatenate(won[path], axis=1)) for path in paths}


def contest(first: Array, second: Array) -> Contest:
    """Count units that both, one or neither system got right."""
    won, lost = int((first & ~second).sum()), int((~first & second).sum())
    return Contest(
        both=int((first & second).sum()),
        won=won,
        lost=lost,
        neither=int((~first & ~second).sum()),
        p=mcnemar_p(won, lost),
    )


def table(
    entrants: Sequence[Entrant],
    *,
    by: str | None = None,
    cards: Iterable[TaskCard] = (),
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Table:
    """Rank several systems over the same items.

    Args:
        entrants: the systems.
        by: path of the figure that ranks them; default the first headline figure that is defined.
        cards, seed, resamples: as in ``score``.
    Raises:
        InputError: the systems did not answer the same items, or there is no such figure.
    """
    wanted = HEADLINE if by is None else (*HEADLINE, by)
    found = resampled(entrants, cards=cards, seed=seed, resamples=resamples, paths=wanted)
    paths = [path for path in dict.fromkeys(wanted) if path in found[0]]
    by = by or next((path for path in paths if not np.isnan(found[0][path][0])), paths[0])
    if by not in paths:
        raise InputError(f"there is no figure {by!r}", remedy=f"There are {', '.join(paths)}.")
    values = [own[by] for own in found]
    baselines = [(entrant.system or entrant.name) in BASELINES for entrant in entrants]
    best = max((v[0] for v, base in zip(values, baselines, strict=True) if base), default=-np.inf)
    unit = units(entrants[0].tasks)
    rows = [
        Row(
            system=entrant.name,
            rank=rank,
            baseline=base,
            below_baseline=not base and bool(own[by][0] < best),
            figures={path: interval(own[path], unit=unit) for path in paths},
        )
        for entrant, own, rank, base in zip(entrants, found, ranks(values), baselines, strict=True)
    ]
    return Table(
        by=by,
        rows=tuple(sorted(rows, key=lambda row: (-(row.figures[by].value or 0), row.system))),
        spearman={path: _correlation(rows, by, path) for path in paths if path != by},
    )


def ranks(values: Sequence[Array]) -> list[int]:
    """1 + the number of systems that are significantly better, Holm over all pairs."""
    pairs = list(combinations(range(len(values)), 2))
    rejected = holm([paired_p(values[a] - values[b]) for a, b in pairs])
    better = [0] * len(values)
    for (a, b), significant in zip(pairs, rejected, strict=True):
        if significant:
            better[b if values[a][0] > values[b][0] else a] += 1
    return [1 + count for count in better]


def _correlation(rows: Sequence[Row], first: str, second: str) -> float | None:
    return spearman(
        [row.figures[first].value for row in rows], [row.figures[second].value for row in rows]
    )


def gap(
    first: Entrant,
    second: Entrant,
    *,
    cards: Iterable[TaskCard] = (),
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Gap:
    """Draw sensitivity: a system's score on one draw less that on another.

    The items differ, so the resamples of the two draws are independent.
    """
    known = list(cards)
    ours, theirs = (
        resample(
            [statistic(entrant.tasks, known)],
            [marks.sheet for marks in entrant.tasks],
            seed=seed,
            resamples=resamples,
            draw=draw,
            paths=HEADLINE,
        )[0]
        for entrant, draw in ((first, ""), (second, SECOND_DRAW))
    )
    unit = units(first.tasks)
    return Gap(
        first.system or first.name,
        {path: difference(ours[path], theirs[path], unit=unit) for path in ours if path in theirs},
    )


def draws(
    entrants: Sequence[Entrant],
    *,
    cards: Iterable[TaskCard] = (),
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Draws:
    """The gaps of all systems that were run over both of two draws.

    Raises:
        InputError: there are not exactly two draws, or no system has a run over both.
    """
    names = sorted({entrant.draw for entrant in entrants})
    by_draw = [{e.system or e.name: e for e in entrants if e.draw == name} for name in names]
    both = [name for name in by_draw[0] if name in by_draw[-1]]
    if len(names) != 2 or not both:
        raise InputError(
            f"no system has runs over two draws here ({', '.join(names)})",
            remedy="Give runs over one draw, or one system's runs over two.",
        )
    known = list(cards)
    gaps = [
        gap(by_draw[0][name], by_draw[1][name], cards=known, seed=seed, resamples=resamples)
        for name in both
    ]
    paths = [path for path in gaps[0].figures if all(path in own.figures for own in gaps)]
    return Draws(
        names[0],
        names[1],
        tuple(gaps),
        {
            path: spearman(
                [own.figures[path].first for own in gaps],
                [own.figures[path].second for own in gaps],
            )
            for path in paths
        },
    )
