"""Which items a command that reads runs scores against."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from decisionpivot import release
from decisionpivot.items import InputError
from decisionpivot.scoring.compare import Entrant
from decisionpivot.scoring.load import LoadedRun, RunFile, load, read_run
from decisionpivot.scoring.reference import TaskCard, task_card
from decisionpivot.selection import FileItems, Task, tasks_of


def tasks_for(run: RunFile, files: Sequence[Path]) -> list[Task]:
    """The items of some files, by default those of the release or draw that the run names.

    Raises:
        InputError: a file is malformed, or is not that of the release.
    """
    if files:
        return tasks_of(files)
    name = run.release or release.RELEASE
    if name == release.REFERENCE:
        return reference_tasks()
    return [
        Task(file.name, tuple(file.items()), file.sha256) for file in release.core(seed=_seed(name))
    ]


def _seed(name: str) -> int:
    """The seed of a draw; that of the release where the name is no draw's."""
    if not name.startswith(release.FRESH):
        return release.SEED
    try:
        return int(name.removeprefix(release.FRESH))
    except ValueError:
        raise InputError(
            f"there is no draw {name!r:.80}",
            place="run.json",
            remedy="A fresh draw is called after its seed: seed-7.",
        ) from None


def reference_tasks() -> list[Task]:
    """The items of the reference track."""
    from decisionpivot.release.reference import reference

    return [Task(file.name, FileItems(file.path), file.sha256) for file in reference()]


def cards_for(run: RunFile) -> list[TaskCard]:
    """The cards that a run is scored by: those of the reference track, else none."""
    return reference_cards() if run.release == release.REFERENCE else []


def reference_cards() -> list[TaskCard]:
    """The cards of the reference track's tasks."""
    from decisionpivot.reference import TASKS

    return [task_card(task.CARD) for task in TASKS]


def with_tasks(
    folders: Sequence[Path], files: Sequence[Path]
) -> Iterator[tuple[Path, RunFile, list[Task]]]:
    """Yield run folders, what their runs say, and their items, which are read once a release.

    Raises:
        InputError: as for ``read_run`` and ``tasks_for``.
    """
    known: dict[str | None, list[Task]] = {}
    for folder in folders:
        run = read_run(folder)
        if run.release not in known:
            known[run.release] = [
                replace(task, items=tuple(task.items)) for task in tasks_for(run, files)
            ]
        yield folder, run, known[run.release]


def entrant(name: str, run: LoadedRun) -> Entrant:
    """A run under a name in a comparison."""
    return Entrant(
        name,
        run.tasks,
        system=run.name,
        draw=run.release or "",
        selection=run.selection,
        order_seed=run.order_seed,
    )


def entrants(folders: Sequence[Path], files: Sequence[Path]) -> list[Entrant]:
    """Runs as entrants of a comparison, called after their folders."""
    return [
        entrant(folder.resolve().name, load(folder, tasks))
        for folder, _, tasks in with_tasks(folders, files)
    ]
