"""Which items a command that reads runs scores against."""

from collections.abc import Sequence
from pathlib import Path

from decisionpivot import release
from decisionpivot.scoring.compare import Entrant
from decisionpivot.scoring.load import RunFile, load, read_run
from decisionpivot.selection import Task, tasks_of

FRESH = "seed-"


def tasks_for(run: RunFile, files: Sequence[Path]) -> list[Task]:
    """The items of some files, by default those of the core draw that the run names.

    Raises:
        InputError: a file is malformed, or is not that of the release.
    """
    if files:
        return tasks_of(files)
    name = run.release or release.RELEASE
    seed = int(name.removeprefix(FRESH)) if name.startswith(FRESH) else release.SEED
    return [Task(file.name, tuple(file.items()), file.sha256) for file in release.core(seed=seed)]


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
            )
        )
    return result
