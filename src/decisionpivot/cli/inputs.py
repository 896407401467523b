"""Which items a command that reads runs scores against."""

from collections.abc import Sequence
from pathlib import Path

from decisionpivot import release
from decisionpivot.scoring.compare import Entrant
from decisionpivot.scoring.load import RunFile, load, read_run
from decisionpivot.scoring.reference import TaskCard, task_card
from decisionpivot.selection import FileItems, Task, tasks_of

FRESH = "seed-"


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
    seed = int(name.removeprefix(FRESH)) if name.startswith(FRESH) else release.SEED
    return [Task(file.name, tuple(file.items()), file.sha256) for file in release.core(seed=seed)]


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


def entrants(folders: Sequence[Path], files: Sequence[Path]) -> list[Entrant]:
    """Runs as entrants of a comparison, called after their folders."""
    tasks: dict[str | None, list[Task]] = {}
    result = []
    for folder in folders:
        run = read_run(folder)
        if run.release not in tasks:
            tasks[run.release] = tasks_for(run, files)
        found = load(folder, tasks[run.release])
        name = folder.resolve().name
        result.append(
            Entrant(
                name,
                found.tasks,
                system=found.name,
                draw=found.release or "",
                selection=found.selection,
                order_seed=found.order_seed,
            )
        )
    return result
