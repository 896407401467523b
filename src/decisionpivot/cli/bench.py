"""``decisionpivot bench``: the main job."""

from pathlib import Path

from rich.console import Console
from rich.table import Table

from decisionpivot.cli.run import RUNS
from decisionpivot.cli.scoretable import footnote, percent, tasks_table, with_interval
from decisionpivot.release import ITEMS_FOLDER, SEED
from decisionpivot.scoring import Scorecard


def bench(
    system: str = "embedded",
    /,
    *,
    seed: int = SEED,
    runs: Path = RUNS,
    json: bool = False,
) -> int:
    """Make the items, run a system and the baselines, score with intervals, write a report.

    Run again, it goes on where it stood. Example: decisionpivot bench embedded

    Parameters
    ----------
    system
        What to run; `decisionpivot systems` lists the kinds.
    seed
        Which draw. Seed 1 is the release.
    runs
        Where run folders go.
    json
        Print the system's scorecard as one JSON object.
    """
    from decisionpivot import progress
    from decisionpivot.bench import SCORECARD
    from decisionpivot.bench import bench as run_bench
    from decisionpivot.release import core

    files = core(folder=ITEMS_FOLDER, seed=seed)
    done = run_bench(system, files, runs=runs, view=progress.view(events=False))
    if json:
        print((done.folder / SCORECARD).read_text("utf-8"), end="")
        return done.status
    console = Console(highlight=False)
    card = done.cards[0]
    if card.core:
        console.print(leaderboard(done.cards))
        console.print(tasks_table(card.core.families, card.core.intervals, "families"))
        console.print(footnote(card.core.intervals))
    print(f"items    {files[0].path.parent}\nanswers  {done.folder}\nreport   {done.report}")
    return done.status


def leaderboard(cards: tuple[Scorecard, ...]) -> Table:
    """The headline figures of some systems, one a row."""
    table = Table("system", "pair", "item", "automation", "acc. at 0.90", "share", "cal. error")
    for card in cards:
        if card.core is None:
            continue
        macro, pooled = card.core.macro, card.core.pooled
        table.add_row(
            card.system,
            with_interval(macro.pair_accuracy, card.core.intervals.get("macro.pair_accuracy")),
            percent(macro.item_accuracy),
            percent(macro.automation_5),
            percent(pooled.accuracy_at_90),
            percent(pooled.share_at_90),
            percent(pooled.calibration_error),
        )
    return table
