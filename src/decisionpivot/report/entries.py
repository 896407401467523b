"""What a site is made of: scored runs, put together by system."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from decisionpivot.items import InputError
from decisionpivot.run import folder as runfolder
from decisionpivot.run.folder import Record, slug
from decisionpivot.scoring import Scorecard
from decisionpivot.scoring.arrays import Marks
from decisionpivot.scoring.bootstrap import Interval
from decisionpivot.scoring.compare import BASELINES, Entrant
from decisionpivot.scoring.load import LoadedRun
from decisionpivot.scoring.pooled import Pooled
from decisionpivot.scoring.scorecard import LayerScore, Macro, TaskScore

CEILING = "solver"
"""The system that reads the state by rule: what can be reached, no competitor."""

Role = Literal["system", "baseline", "ceiling"]


class ScoredRun(Struct, frozen=True):
    """A run whose scorecard is known to follow from its answers."""

    folder: Path
    run: LoadedRun
    card: Scorecard


class Section(Struct, frozen=True, kw_only=True):
    """The families of the core, or the user's own tasks, with the paths of their figures.

    ``prefix`` is how the paths of a single task's figures begin, ``track`` how all of them do in a
    comparison.
    """

    track: str
    prefix: str
    tasks: dict[str, TaskScore]
    layers: dict[str, LayerScore]
    macro: Macro
    pooled: Pooled
    intervals: dict[str, Interval]


class Entry(Struct, frozen=True, kw_only=True):
    """A system of the site: its runs, their marks and one scorecard for all of them.

    ``slug`` names its pages and its folder of data, and is no other system's.
    """

    name: str
    slug: str
    kind: str
    role: Role
    runs: tuple[ScoredRun, ...]
    records: tuple[Record | None, ...]
    card: Scorecard

    @property
    def section(self) -> Section | None:
        """What the leaderboard ranks: the core, or else the user's own tasks."""
        return section(self.card)

    @property
    def main(self) -> tuple[Marks, ...]:
        """The marks of what the leaderboard ranks."""
        return tuple(m for own in self.runs if not own.card.reference for m in own.run.tasks)

    @property
    def reference(self) -> tuple[Marks, ...]:
        """The marks of the reference track."""
        return tuple(m for own in self.runs if own.card.reference for m in own.run.tasks)

    def entrant(self, marks: tuple[Marks, ...]) -> Entrant:
        """The system in a comparison."""
        return Entrant(self.name, marks, system=self.name)


def section(card: Scorecard) -> Section | None:
    """The part of a scorecard that has contrast groups."""
    if card.core:
        core = card.core
        return Section(
            track="core",
            prefix="families",
            tasks=core.families,
            layers=core.layers,
            macro=core.macro,
            pooled=core.pooled,
            intervals=core.intervals,
        )
    if card.data:
        data = card.data
        return Section(
            track="data",
            prefix="tasks",
            tasks=data.tasks,
            layers={},
            macro=data.macro,
            pooled=data.pooled,
            intervals=data.intervals,
        )
    return None


def entries(runs: Sequence[ScoredRun]) -> list[Entry]:
    """Put runs together by system, in the order given: one run a track.

    A second run of a system over the same track is a system of its own, called after its folder.

    Raises:
        InputError: there is no run.
    """
    if not runs:
        raise InputError("there are no runs to report", remedy="Name at least one run folder.")
    together: dict[str, list[ScoredRun]] = {}
    for own in runs:
        name = own.run.name
        if any(_tracks(own.card) & _tracks(other.card) for other in together.get(name, ())):
            name = f"{name} ({own.folder.resolve().name})"
        together.setdefault(name, []).append(own)
    slugs = _slugs(together)
    return [_entry(name, slugs[name], tuple(own)) for name, own in together.items()]


def _entry(name: str, slug: str, runs: tuple[ScoredRun, ...]) -> Entry:
    records = tuple(_record(own.folder) for own in runs)
    return Entry(
        name=name,
        slug=slug,
        kind=next((record.system.kind for record in records if record), "unknown"),
        role=_role(runs[0].run.name),
        runs=runs,
        records=records,
        card=joined([own.card for own in runs], name),
    )


def _record(folder: Path) -> Record | None:
    """What the runner wrote of a run; None where ``run.json`` was written by other hands."""
    try:
        return runfolder.load(folder)
    except InputError:
        return None


def joined(cards: Sequence[Scorecard], name: str) -> Scorecard:
    """One scorecard for all tracks of a system."""
    first = next((card for card in cards if card.core or card.data), cards[0])
    return replace(
        first,
        system=name,
        complete=all(card.complete for card in cards),
        incomplete=tuple(task for card in cards for task in card.incomplete),
        core=next((card.core for card in cards if card.core), None),
        reference=next((card.reference for card in cards if card.reference), None),
        data=next((card.data for card in cards if card.data), None),
        answers_sha256={t: digest for card in cards for t, digest in card.answers_sha256.items()},
    )


def _tracks(card: Scorecard) -> set[str]:
    return {name for name in ("core", "reference", "data") if getattr(card, name)}


def _role(system: str) -> Role:
    if system == CEILING:
        return "ceiling"
    return "baseline" if system in BASELINES else "system"


def _slugs(names: Iterable[str]) -> Mapping[str, str]:
    """A file name for every system, no two alike."""
    found: dict[str, str] = {}
    for name in names:
        wanted = _numbered(slug(name))
        found[name] = next(own for own in wanted if own not in found.values())
    return found


def _numbered(name: str) -> Iterator[str]:
    yield name
    for number in range(2, 2**31):
        yield f"{name}-{number}"
