"""``decisionpivot bench``: the main job."""

from pathlib import Path

from decisionpivot.cli.run import RUNS


def bench(
    system: str = "embedded",
    /,
    *,
    fresh: int | None = None,
    runs: Path = RUNS,
    json: bool = False,
) -> int:
    """Make the items, run a system and the baselines, score with intervals, write a report.

    Run again, it goes on where it stood.

    Parameters
    ----------
    system
        What to run; `decisionpivot systems` lists the kinds.
    fresh
        Also run the system on the fresh draw of this seed, and print the gap to the release with
        its interval: a release that was memorised shows.
    runs
        Where run folders go.
    json
        Print the system's scorecard as one JSON object.
    """
    from decisionpivot.bench import bench as run_bench
    from decisionpivot.bench import gap
    from decisionpivot.cli.comparetable import draws_tables, ranked_tables
    from decisionpivot.cli.scoretable import console, show
    from decisionpivot.release import core
    from decisionpivot.run import progress

    files = core()
    view = progress.view(events=False)
    done = run_bench(system, files, runs=runs, view=view)
    if json:
        print(done.card.to_json().decode(), end="")
        return done.status
    show(done.card)
    out = console()
    for part in ranked_tables(done.table):
        out.print(part)
    if fresh is not None:
        for part in draws_tables(gap(system, files, core(seed=fresh), runs=runs, view=view)):
            out.print(part)
    print(f"\nitems    {files[0].path.parent}\nanswers  {done.folder}\nreport   {done.report}")
    return done.status
