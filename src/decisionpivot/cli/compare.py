"""``decisionpivot compare``: runs against each other."""

from pathlib import Path


def compare(
    first: Path,
    second: Path,
    /,
    *others: Path,
    items: tuple[Path, ...] = (),
    by: str | None = None,
    resamples: int = 1_000,
    json: bool = False,
) -> int:
    """Compare runs over the same items, or one system's runs over two draws.

    Two runs: differences with intervals, and groups won and lost. More: a ranked table.

    Example: decisionpivot compare runs/embedded runs/uniform

    Two draws: decisionpivot compare runs/embedded runs/embedded@seed-7

    Parameters
    ----------
    first
        The folder of a run.
    second
        The folder of another run.
    others
        Folders of more runs.
    items
        Item files to score against; default the released items that the runs were for.
    by
        The figure that ranks a table; default core.macro.pair_accuracy.
    resamples
        How many bootstrap resamples.
    json
        Print one JSON object.
    """
    from decisionpivot.cli import comparetable
    from decisionpivot.cli.inputs import cards_for, entrants
    from decisionpivot.scoring import compare as comparing
    from decisionpivot.scoring.load import read_run

    runs = entrants((first, second, *others), items)
    cards = cards_for(read_run(first))
    if len({run.draw for run in runs}) > 1:
        draws = comparing.draws(runs, cards=cards, resamples=resamples)
        comparetable.put(draws, comparetable.draws_tables(draws), runs=runs, json=json)
    elif others or by:
        table = comparing.table(runs, by=by, cards=cards, resamples=resamples)
        comparetable.put(table, comparetable.ranked_tables(table), runs=runs, json=json)
    else:
        pair = comparing.pair(*runs, cards=cards, resamples=resamples)
        comparetable.put(pair, comparetable.pair_tables(pair), runs=runs, json=json)
    return 0
