"""``decisionpivot stability``: how much two runs of one system differ."""

import sys
from pathlib import Path


def stability(
    first: Path,
    second: Path,
    /,
    *,
    items: tuple[Path, ...] = (),
    resamples: int = 1_000,
    json: bool = False,
) -> int:
    """Count the predictions that change between two runs of one system.

    Example: decisionpivot stability runs/mine runs/mine-again

    Parameters
    ----------
    first
        The folder of a run.
    second
        The folder of another run over the same items.
    items
        Item files to score against; default the core items that the runs were for.
    resamples
        How many bootstrap resamples.
    json
        Print one JSON object.
    """
    import msgspec

    from decisionpivot.cli.inputs import entrants
    from decisionpivot.cli.scoretable import console, grid, scope
    from decisionpivot.scoring.stability import stability as compared
    from decisionpivot.scoring.words import percent, with_interval

    runs = entrants((first, second), items)
    found = compared(*runs, resamples=resamples)
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        return 0
    title = f"{found.first} and {found.second}"
    table = grid("task", "n", "changed", "to right", "to wrong", "failures changed", title=title)
    for name, own in (*found.tasks.items(), ("all", found.all)):
        counts = (own.n, own.changed, own.to_right, own.to_wrong, own.failures_changed)
        table.add_row(name, *(f"{count:,}" for count in counts))
    out = console()
    for line in scope(runs):
        out.print(line)
    out.print(table)
    out.print(
        f"{with_interval(found.share.value, found.share)} % of predictions change. "
        f"95 % bootstrap interval in brackets, unit {found.share.unit}, "
        f"{found.share.resamples:,} resamples."
    )
    slots = " and ".join(percent(share) for share in found.first_slot)
    out.print(f"The option listed first is predicted in {slots} % of the answers.")
    return 0
