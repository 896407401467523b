"""``decisionpivot verify``: published runs against their raw answers."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from decisionpivot.scoring.compare import Entrant
    from decisionpivot.verify import Finding, NearCopy

NO_PROOF = (
    "Alike answers are no proof of copying: systems that are right everywhere and certain "
    "coincide, and so do two names for one model."
)


class _Examined(Struct, frozen=True):
    run: str
    verified: bool
    findings: tuple["Finding", ...]


def verify(run: Path, /, *others: Path, items: tuple[Path, ...] = (), json: bool = False) -> int:
    """Compute scorecards again from raw answers; check hashes, selection and counts.

    Several runs are also searched for near copies of each other's answers.

    The exit status is 1 when anything is found. What this proves: docs/verify.md

    Example: decisionpivot verify runs/embedded runs/uniform

    Own data: decisionpivot verify runs/mine --items my.jsonl

    Parameters
    ----------
    run
        The folder of a run.
    others
        Folders of more runs.
    items
        Item files to score against; default the released items that the runs were for.
    json
        Print one JSON object.
    """
    import msgspec

    from decisionpivot.verify import near_copies

    folders = sorted(dict.fromkeys((run, *others)))
    examined, entrants = _examined(folders, items)
    copies = near_copies(entrants)
    found = not all(own.verified for own in examined)
    found |= any(not copy.one_system for copy in copies)
    if json:
        result = {"verified": not found, "runs": examined, "near_copies": copies}
        sys.stdout.buffer.write(msgspec.json.encode(result) + b"\n")
    else:
        _show(examined, copies)
    return int(found)


def _examined(
    folders: Sequence[Path], items: Sequence[Path]
) -> tuple[list[_Examined], list["Entrant"]]:
    """What was found in every run, and the runs whose answers could be read."""
    from decisionpivot.cli.inputs import cards_for, entrant, with_tasks
    from decisionpivot.verify import Unverifiable
    from decisionpivot.verify import verify as verified

    examined, entrants = [], []
    for folder, run, tasks in with_tasks(folders, items):
        name = folder.as_posix()
        try:
            found = verified(folder, tasks, cards_for(run))
        except Unverifiable as error:
            examined.append(_Examined(name, False, error.findings))
            continue
        examined.append(_Examined(name, not found.findings, found.findings))
        entrants.append(entrant(name, found.run))
    return examined, entrants


def _show(examined: Sequence[_Examined], copies: Sequence["NearCopy"]) -> None:
    from decisionpivot.cli.run import printable
    from decisionpivot.cli.scoretable import console, grid

    out = console()
    table = grid("run", "", "findings")
    for own in examined:
        state = "verified" if own.verified else "NOT VERIFIED"
        table.add_row(printable(own.run), state, str(len(own.findings)))
    out.print(table)
    for own in examined:
        for finding in own.findings:
            out.print(printable(f"{own.run}: {finding.check}: {finding.detail}"))
    for copy in copies:
        out.print(printable(str(copy)))
    if not all(copy.one_system for copy in copies):
        out.print(NO_PROOF)
