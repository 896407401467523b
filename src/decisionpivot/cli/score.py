"""``decisionpivot score``: the figures of a run, with intervals."""

import sys
from pathlib import Path
from typing import Literal

from decisionpivot.cli.inputs import items_for
from decisionpivot.cli.scoretable import show
from decisionpivot.scoring.bootstrap import RESAMPLES
from decisionpivot.scoring.load import read_run, score_run


def score(
    run: Path,
    /,
    *,
    items: tuple[Path, ...] = (),
    keep: Literal["last"] | None = None,
    ignore_unknown: bool = False,
    resamples: int = RESAMPLES,
    json: bool = False,
) -> int:
    """Score a run: every figure with its 95 % interval, by family, layer and level.

    Example: decisionpivot score runs/embedded

    Own data: decisionpivot score runs/mine --items my.jsonl

    Parameters
    ----------
    run
        The folder of the run.
    items
        Item files to score against; default the core items that the run was for.
    keep
        "last" takes the last of several records for an item; without it they are refused.
    ignore_unknown
        Leave out records for items that are not among those scored; without it, refused.
    resamples
        How many bootstrap resamples.
    json
        Print the scorecard as one JSON object.
    """
    card = score_run(
        run,
        items_for(read_run(run), items),
        keep=keep,
        ignore_unknown=ignore_unknown,
        resamples=resamples,
    )
    if json:
        sys.stdout.buffer.write(card.to_json())
    else:
        show(card)
    return 0
