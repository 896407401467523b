"""``decisionpivot bench``: the main job."""

from pathlib import Path
from typing import TYPE_CHECKING

from decisionpivot.cli.run import RUNS

if TYPE_CHECKING:
    from decisionpivot.bench import Benched
    from decisionpivot.release import ItemFile
    from decisionpivot.scoring import Scorecard, TaskCard

TRACKS = ("core", "reference")


def bench(
    system: str = "embedded",
    /,
    *,
    tracks: str = "core",
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
    tracks
        core, reference, or core,reference: the generated families, and the public test sets
        (`decisionpivot reference build` makes their items first).
    fresh
        Also run the system on the fresh draw of this seed, and print the gap to the release with
        its interval: a release that was memorised shows.
    runs
        Where run folders go.
    json
        Print the system's scorecard as one JSON object.
    """
    from decisionpivot.bench import bench as run_bench
    from decisionpivot.bench import gap, report
    from decisionpivot.cli.comparetable import draws_tables, ranked_tables
    from decisionpivot.cli.scoretable import console, show
    from decisionpivot.release import core
    from decisionpivot.run import progress

    wanted = _tracks(tracks)
    view = progress.view(events=False)
    out = console()
    found: dict[str, Benched] = {}
    for track in wanted:
        files, cards = _items(track)
        done = found[track] = run_bench(system, files, runs=runs, view=view, task_cards=cards)
        if json:
            continue
        show(done.card)
        for part in ranked_tables(done.table):
            out.print(part)
        if fresh is not None and track == "core":
            draws = gap(system, files, core(seed=fresh), runs=runs, view=view)
            for part in draws_tables(draws):
                out.print(part)
        where = f"items    {files[0].path.parent}\nanswers  {done.folder}"
        out.print(f"\n{where}", soft_wrap=True)
    page = report(list(found.values()))
    if json:
        print(_joined(found).to_json().decode(), end="")
    else:
        out.print(f"report   {page}\n", soft_wrap=True)
    return max(done.status for done in found.values())


def _tracks(text: str) -> list[str]:
    from decisionpivot.items import InputError

    names = list(dict.fromkeys(text.split(",")))
    if not set(names) <= set(TRACKS):
        raise InputError(
            f"{text!r} are no tracks", place="--tracks", remedy="Use core, reference or both."
        )
    return names


def _items(track: str) -> tuple[list["ItemFile"], list["TaskCard"]]:
    """A track's verified item files, and the cards of its tasks where they have some."""
    if track == "core":
        from decisionpivot.release import core

        return core(), []
    from decisionpivot.cli.inputs import reference_cards
    from decisionpivot.release.reference import reference

    return reference(), reference_cards()


def _joined(found: dict[str, "Benched"]) -> "Scorecard":
    """One scorecard for all tracks, each of which has one of its own in its run folder."""
    from msgspec.structs import replace

    cards = [done.card for done in found.values()]
    core = next((card.core for card in cards if card.core), None)
    reference = next((card.reference for card in cards if card.reference), None)
    hashes = {name: digest for card in cards for name, digest in card.answers_sha256.items()}
    return replace(cards[0], core=core, reference=reference, answers_sha256=hashes)
