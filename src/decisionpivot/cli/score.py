"""``decisionpivot score``: the figures of a run, with intervals."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from decisionpivot.scoring import Scorecard


def score(
    run: Path,
    /,
    *,
    items: tuple[Path, ...] = (),
    without: Path | None = None,
    keep: Literal["last"] | None = None,
    ignore_unknown: bool = False,
    resamples: int = 1_000,
    json: bool = False,
) -> int:
    """Score a run: every figure with its 95 % interval, by family, layer and level.

    Writes scorecard.json into the run's folder where `verify` can compute it again: unless records
    or items are left out, or there are more than 10,000 resamples.

    Example: decisionpivot score runs/embedded

    Own data: decisionpivot score runs/mine --items my.jsonl

    Parameters
    ----------
    run
        The folder of the run.
    items
        Item files to score against; default the released items that the run was for.
    without
        A list of item ids to leave out with their whole groups, one a line.
    keep
        "last" takes the last of several records for an item; without it they are refused.
    ignore_unknown
        Leave out records for items that are not scored; without it they are refused.
    resamples
        How many bootstrap resamples.
    json
        Print the scorecard as one JSON object.
    """
    from decisionpivot.cli.inputs import cards_for, tasks_for
    from decisionpivot.cli.scoretable import show
    from decisionpivot.scoring.load import STRICT, Reading, read_ids, read_run, score_run
    from decisionpivot.verify import MOST_RESAMPLES

    reading = Reading(
        keep=keep,
        ignore_unknown=ignore_unknown,
        without=read_ids(without) if without else frozenset(),
    )
    found = read_run(run)
    card = score_run(
        run, tasks_for(found, items), reading, cards=cards_for(found), resamples=resamples
    )
    if reading == STRICT and resamples <= MOST_RESAMPLES:
        _keep(run, card)
    if json:
        sys.stdout.buffer.write(card.to_json())
    else:
        show(card)
    return 0


def _keep(run: Path, card: "Scorecard") -> None:
    """Write the scorecard; a folder that takes none is no reason not to show it."""
    from decisionpivot.answers import replace
    from decisionpivot.items import InputError
    from decisionpivot.verify import SCORECARD

    try:
        replace(run / SCORECARD, [card.to_json()])
    except InputError as error:
        print(f"note: the scorecard is not kept: {error}", file=sys.stderr)
