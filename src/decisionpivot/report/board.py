"""The leaderboard: every system over all families, a layer, a family or a level, with ranks."""

from collections.abc import Iterable, Sequence

import numpy as np
from msgspec import Struct

from decisionpivot.report.entries import Entry, Section
from decisionpivot.scoring.bootstrap import Figures, Interval, interval
from decisionpivot.scoring.compare import ranks, resampled, units
from decisionpivot.scoring.scorecard import Slice

ALL = "all"


class Cut(Struct, frozen=True, kw_only=True):
    """The figures of a system in a part of the track.

    A family or layer at one level has no intervals and no rank. Automation and failures are not
    told by level.
    """

    pair: Interval
    item: Interval
    automation: float | None = None
    failed: int | None = None
    rank: int | None = None


class Row(Struct, frozen=True, kw_only=True):
    """A system in the leaderboard, its figures by part: all, layer:A, family:log_claim, level:1,
    layer:A/level:1 and so on.

    ``below_baseline`` marks a system under the best baseline in pair accuracy.
    """

    entry: Entry
    section: Section
    cuts: dict[str, Cut]
    below_baseline: bool


class Board(Struct, frozen=True, kw_only=True):
    """The leaderboard, the best system first.

    Attributes:
        rows: one a system.
        layers: the families of every layer, in order; empty for own data.
        families, levels: what there is to filter by.
        paths: where the figures of each part with ranks stand in ``figures``.
        figures: by slug, the matched resamples behind intervals and comparisons.
        unit: what is resampled.
    """

    rows: tuple[Row, ...]
    layers: dict[str, tuple[str, ...]]
    families: tuple[str, ...]
    levels: tuple[str, ...]
    paths: dict[str, str]
    figures: dict[str, Figures]
    unit: str


def board(entries: Sequence[Entry]) -> Board | None:
    """The leaderboard of the systems that have answered the core, or own data; None without any.

    Raises:
        InputError: they did not answer the same items.
    """
    ranked = [(entry, own) for entry in entries if (own := entry.section)]
    if not ranked:
        return None
    first, section = ranked[0]
    layers: dict[str, tuple[str, ...]] = {}
    for marks in first.main if section.layers else ():
        layers[marks.sheet.layer] = (*layers.get(marks.sheet.layer, ()), marks.sheet.name)
    families, levels = tuple(section.tasks), tuple(section.macro.levels)
    paths = _paths(section, layers, levels)
    found = resampled([entry.entrant(entry.main) for entry, _ in ranked])
    unit = units(first.main)
    members = (
        {ALL: families}
        | {f"layer:{name}": own for name, own in layers.items()}
        | {f"family:{name}": (name,) for name in families}
    )
    rankings = {
        part: ranks([own[f"{path}.pair_accuracy"] for own in found]) for part, path in paths.items()
    }
    best = max((_pair(own) for entry, own in ranked if entry.role == "baseline"), default=0.0)
    rows = [
        Row(
            entry=entry,
            section=own,
            cuts={
                part: _cut(own, figures, path, members.get(part), rank=rankings[part][n], unit=unit)
                for part, path in paths.items()
            }
            | _by_level(own, members, levels, unit),
            below_baseline=entry.role == "system" and _pair(own) < best,
        )
        for n, ((entry, own), figures) in enumerate(zip(ranked, found, strict=True))
    ]
    return Board(
        rows=tuple(sorted(rows, key=lambda row: (-_pair(row.section), row.entry.name))),
        layers=layers,
        families=families,
        levels=levels,
        paths=paths,
        figures={entry.slug: own for (entry, _), own in zip(ranked, found, strict=True)},
        unit=unit,
    )


def _pair(section: Section) -> float:
    return section.macro.pair_accuracy or 0.0


def _paths(section: Section, layers: Iterable[str], levels: Iterable[str]) -> dict[str, str]:
    """Where the figures of every part stand in a comparison."""
    track = section.track
    return (
        {ALL: f"{track}.macro"}
        | {f"layer:{name}": f"{track}.layers.{name}" for name in layers}
        | {f"family:{name}": f"{track}.{section.prefix}.{name}" for name in section.tasks}
        | {f"level:{name}": f"{track}.macro.levels.{name}" for name in levels}
    )


def _cut(
    section: Section,
    figures: Figures,
    path: str,
    families: Sequence[str] | None,
    *,
    rank: int,
    unit: str,
) -> Cut:
    tasks = [section.tasks[name] for name in families or ()]
    return Cut(
        pair=interval(figures[f"{path}.pair_accuracy"], unit=unit),
        item=interval(figures[f"{path}.item_accuracy"], unit=unit),
        automation=_mean(task.automation_5 for task in tasks),
        failed=sum(task.failed for task in tasks) if tasks else None,
        rank=rank,
    )


def _by_level(
    section: Section, members: dict[str, tuple[str, ...]], levels: Iterable[str], unit: str
) -> dict[str, Cut]:
    """Families and layers at one level: means of the scorecard's slices."""
    return {
        f"{part}/level:{level}": _sliced(
            [section.tasks[name].by.get("level", {}).get(level) for name in families], unit
        )
        for part, families in members.items()
        if part != ALL
        for level in levels
    }


def _sliced(slices: Sequence[Slice | None], unit: str) -> Cut:
    found = [part for part in slices if part is not None]
    return Cut(
        pair=_point(_mean(part.pair_accuracy for part in found), unit),
        item=_point(_mean(part.item_accuracy for part in found), unit),
    )


def _point(value: float | None, unit: str) -> Interval:
    return Interval(value=value, low=None, high=None, unit=unit, resamples=0)


def _mean(values: Iterable[float | None]) -> float | None:
    defined = [value for value in values if value is not None]
    return float(np.mean(defined)) if defined else None
