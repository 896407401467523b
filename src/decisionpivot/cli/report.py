"""``decisionpivot report``: a site of some runs, each of them verified first."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from decisionpivot.report import ScoredRun
    from decisionpivot.selection import Task

SHOWN = 10
"""So many findings are named."""


def report(
    run: Path,
    /,
    *others: Path,
    out: Annotated[Path, Parameter(name=["--out", "-o"])] = Path("site"),
    items: tuple[Path, ...] = (),
    figures: bool = False,
    json: bool = False,
) -> int:
    """Write a site: leaderboard, a page for each system, comparisons, items with all answers.

    It opens from disk without network and can be published as it is. Every run is verified first;
    with a finding no site is written, and the exit status is 1. Runs of one system over the core
    and over the reference track become one system.

    Example: decisionpivot report runs/embedded runs/uniform -o site

    For a paper: decisionpivot report runs/* --figures

    Parameters
    ----------
    run
        The folder of a run that was scored.
    others
        Folders of more runs, over the same items.
    out
        The folder of the site; one that is there is replaced as a whole.
    items
        Item files of your own that the runs were for; default the released items.
    figures
        Also write every plot as SVG, PNG and PDF.
    json
        Print one JSON object.
    """
    import msgspec

    from decisionpivot.cli.run import printable
    from decisionpivot.cli.steps import steps
    from decisionpivot.report import write_site

    runs, tasks, findings = _verified(dict.fromkeys((run, *others)), items)
    if findings:
        _refuse(findings)
        return 1
    copies = _alike(runs)
    for line in copies:
        print(printable(line), file=sys.stderr)
    with steps("writing", len({own.run.name for own in runs})) as written:
        page = write_site(runs, tasks, out, copies=copies, with_figures=figures, on_written=written)
    if json:
        told = {"page": page.as_posix(), "systems": [own.run.name for own in runs]}
        sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
    else:
        print(page)
    return 0


def _verified(
    folders: "dict[Path, None]", items: tuple[Path, ...]
) -> "tuple[list[ScoredRun], list[Task], list[str]]":
    """The runs, their items, and what is not as the runs say."""
    from decisionpivot.cli.inputs import cards_for, with_tasks
    from decisionpivot.cli.steps import steps
    from decisionpivot.report import ScoredRun
    from decisionpivot.verify import Unverifiable, verify

    runs, findings = [], []
    by_release: dict[str | None, list[Task]] = {}
    with steps("verifying", len(folders)) as verified:
        for folder, described, tasks in with_tasks(list(folders), items):
            by_release[described.release] = tasks
            try:
                found = verify(folder, tasks, cards_for(described))
            except Unverifiable as error:
                wrong = error.findings
            else:
                wrong = found.findings
                runs.append(ScoredRun(folder, found.run, found.card))
            findings += [f"{folder}: {own.check}: {own.detail}" for own in wrong]
            verified(folder.name)
    return runs, [task for tasks in by_release.values() for task in tasks], findings


def _refuse(findings: list[str]) -> None:
    from decisionpivot.cli.run import printable

    for line in findings[:SHOWN]:
        print(printable(line), file=sys.stderr)
    more = f" ({len(findings) - SHOWN} more findings)" if len(findings) > SHOWN else ""
    print(f"no site was written{more}: see `decisionpivot verify`", file=sys.stderr)


def _alike(runs: "list[ScoredRun]") -> list[str]:
    """What is to be said of runs of different systems with nearly the same answers."""
    from decisionpivot.cli.inputs import entrant
    from decisionpivot.verify import near_copies

    found = near_copies([entrant(own.run.name, own.run) for own in runs])
    return [str(copy) for copy in found if not copy.one_system]
