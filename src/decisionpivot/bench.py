"""The main job: a run with baselines beside it, scores with intervals, and a report."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from decisionpivot import answers
from decisionpivot.release import REFERENCE, RELEASE, ItemFile
from decisionpivot.report import ScoredRun, check_packages, write_site
from decisionpivot.run import folder as runfolder
from decisionpivot.run import run as run_system
from decisionpivot.run.progress import View
from decisionpivot.scoring import Scorecard, score_loaded
from decisionpivot.scoring.compare import Draws, Entrant, Table, draws, table
from decisionpivot.scoring.load import load
from decisionpivot.scoring.reference import TaskCard
from decisionpivot.selection import Task
from decisionpivot.systems import open_system
from decisionpivot.verify import SCORECARD

BASELINES = ("uniform", "prior", "solver")
"""They stand beside every system: guessing, label shares, and the ceiling."""
REFERENCE_BASELINES = ("uniform",)
"""Nothing else is known of reference tasks."""

REPORT = "report"


class Benched(Struct, frozen=True):
    """What the main job left of a track.

    Attributes:
        card: the system's scorecard.
        table: the system and the baselines, ranked.
        runs, tasks: the runs, the system's first, and the items that they answered.
        status: the exit status of the system's run.
    """

    card: Scorecard
    table: Table
    runs: tuple[ScoredRun, ...]
    tasks: tuple[Task, ...]
    status: int

    @property
    def folder(self) -> Path:
        """Where the system's answers are."""
        return self.runs[0].folder


def bench(
    system: str,
    files: Sequence[ItemFile],
    *,
    runs: Path,
    view: View,
    task_cards: Sequence[TaskCard] = (),
) -> Benched:
    """Run a system and the baselines over a track, and score all.

    What was run before is not run again; scores are always computed from the answers.

    Args:
        system: the system.
        files: the items of a draw of the core, or of the reference track.
        runs: where run folders go.
        view: what to show meanwhile.
        task_cards: the cards of reference tasks; there, ``uniform`` is the only baseline.

    Raises:
        InputError: an unknown system, a run folder that belongs to another run, or a package that
            the report needs is missing.
    """
    check_packages()
    tasks = _tasks(files)
    scored, statuses = [], []
    baselines = REFERENCE_BASELINES if task_cards else BASELINES
    for name in (system, *(name for name in baselines if name != system)):
        folder, status = _run(name, tasks, files[0].release, runs=runs, view=view)
        found = load(folder, tasks)
        card = score_loaded(found, cards=task_cards)
        answers.replace(folder / SCORECARD, [card.to_json()])
        scored.append(ScoredRun(folder, found, card))
        statuses.append(status)
    entrants = [Entrant(own.run.name, own.run.tasks, system=own.run.name) for own in scored]
    return Benched(
        scored[0].card,
        table(entrants, cards=task_cards),
        tuple(scored),
        tuple(tasks),
        statuses[0],
    )


def report(tracks: Sequence[Benched]) -> Path:
    """Write the site of a bench, in the folder of the system's first run; return its first page."""
    return write_site(
        [own for track in tracks for own in track.runs],
        [task for track in tracks for task in track.tasks],
        tracks[0].folder / REPORT,
    )


def gap(
    system: str, released: Sequence[ItemFile], fresh: Sequence[ItemFile], *, runs: Path, view: View
) -> Draws:
    """Run a system on the release and on a fresh draw, and compare: a memorised release shows.

    Raises:
        InputError: as for ``bench``.
    """
    entrants = []
    for files in (released, fresh):
        tasks = _tasks(files)
        folder, _ = _run(system, tasks, files[0].release, runs=runs, view=view)
        found = load(folder, tasks)
        entrants.append(Entrant(found.name, found.tasks, system=found.name, draw=files[0].release))
    return draws(entrants)


def _tasks(files: Sequence[ItemFile]) -> list[Task]:
    return [Task(file.name, tuple(file.items()), file.sha256) for file in files]


def _run(
    name: str, tasks: Sequence[Task], release: str, *, runs: Path, view: View
) -> tuple[Path, int]:
    opened = open_system(name)
    draw = {RELEASE: "", REFERENCE: "reference"}.get(release, release)
    folder = runs / runfolder.folder_name(opened.spec, release=draw)
    return folder, run_system(opened, tasks, folder, release=release, view=view).status
