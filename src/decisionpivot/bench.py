"""The main job: items, a run, baselines beside it, scores with intervals, and a report page."""

from pathlib import Path

from msgspec import Struct

from decisionpivot import answers, runfolder
from decisionpivot.progress import View
from decisionpivot.release import ItemFile
from decisionpivot.run import Settings, Task
from decisionpivot.run import run as run_system
from decisionpivot.scoring import Scorecard, score_run
from decisionpivot.systems import open_system

BASELINES = ("uniform", "prior", "solver")
SCORECARD = "scorecard.json"
REPORT = "report.html"


class Benched(Struct, frozen=True):
    """What a benchmark run left: scorecards, the system first, and where things are."""

    cards: tuple[Scorecard, ...]
    folder: Path
    report: Path
    status: int


def bench(system: str, files: list[ItemFile], *, runs: Path, view: View) -> Benched:
    """Run a system and the baselines over a draw, score all, and write the report.

    Raises:
        InputError: an unknown system, or a run folder that belongs to another run.
    """
    tasks = [Task(file.name, tuple(file.items()), file.sha256) for file in files]
    names = (system, *(name for name in BASELINES if name != system))
    cards, status, folders = [], 0, []
    for name in names:
        opened = open_system(name)
        folder = runs / run_name(opened.spec.name, files[0].release)
        outcome = run_system(
            opened, tasks, folder, release=files[0].release, settings=Settings(), view=view
        )
        status = status or outcome.status
        card = score_run(folder, tasks)
        answers.replace(folder / SCORECARD, [card.to_json()])
        cards.append(card)
        folders.append(folder)
    report = folders[0] / REPORT
    from decisionpivot.report import write_page

    write_page(cards, report)
    return Benched(tuple(cards), folders[0], report, status)


def run_name(system: str, release: str) -> str:
    """The folder of a system's run over a draw."""
    suffix = f"@{release}" if release.startswith("seed-") else ""
    return runfolder.slug(system) + suffix
