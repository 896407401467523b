"""``decisionpivot threshold``: a confidence cut-off with a bound on the error above it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decisionpivot.scoring.threshold import Threshold


def threshold(
    run: Path,
    /,
    *,
    items: tuple[Path, ...] = (),
    task: str | None = None,
    labelled: Path | None = None,
    labelled_items: tuple[Path, ...] = (),
    alpha: float = 0.05,
    delta: float = 0.05,
    json: bool = False,
) -> int:
    """Choose a confidence cut-off so that the error above it is at most alpha.

    One half of the groups chooses it, and the other half shows the error and coverage it has
    there. Exit status 1 when no cut-off keeps the bound.

    Example: decisionpivot threshold runs/embedded --alpha 0.05

    Own data: decisionpivot threshold runs/mine --items my.jsonl

    Parameters
    ----------
    run
        The folder of the run that the cut-off is for.
    items
        Item files to score against; default the core items that the run was for.
    task
        One family or task; default all items together.
    labelled
        Choose the cut-off on all of this run instead, for example over labelled data of yours.
    labelled_items
        The item files of that run.
    alpha
        The highest error rate above the cut-off.
    delta
        How often the bound may be broken.
    json
        Print one JSON object.
    """
    import msgspec

    from decisionpivot.cli.inputs import entrants
    from decisionpivot.cli.scoretable import console, scope
    from decisionpivot.items import InputError
    from decisionpivot.scoring.threshold import threshold as chosen

    (entrant,) = entrants((run,), items)
    tasks = [marks for marks in entrant.tasks if task in (None, marks.sheet.name)]
    if not tasks:
        raise InputError(
            f"the run has no task {task!r}",
            place=str(run),
            remedy="It has " + ", ".join(marks.sheet.name for marks in entrant.tasks) + ".",
        )
    others = entrants((labelled,), labelled_items)[0].tasks if labelled else ()
    found = chosen(tasks, labelled=others, alpha=alpha, delta=delta)
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        return 0 if found.bound else 1
    out = console()
    for line in (*scope([entrant]), *sentences(found)):
        out.print(line)
    return 0 if found.bound else 1


def sentences(found: "Threshold") -> list[str]:
    """The cut-off, what it was chosen on, and what it does elsewhere."""
    from decisionpivot.scoring.words import percent

    promise = f"error at most {percent(found.alpha)} % with {percent(1 - found.delta)} % confidence"
    if not found.bound or not found.realised:
        return [f"No cut-off: {found.reason}. Wanted: {promise}."]
    bound, real = found.bound, found.realised
    return [
        f"Answer alone at confidence {bound.cutoff} or more: {promise}.",
        f"Chosen on {found.calibration:,} items, one a group: {bound.n:,} above it, "
        f"{bound.wrong:,} wrong, upper bound {percent(bound.upper)} %.",
        f"On the {real.n:,} items that did not choose it: coverage {percent(real.coverage)} %, "
        f"error {percent(real.error)} % ({real.wrong:,} of {real.above:,}).",
    ]
