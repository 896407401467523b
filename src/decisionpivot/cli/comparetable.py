"""How comparisons look in a terminal, 80 columns wide."""

import sys
from collections.abc import Iterable, Sequence

import msgspec
from rich.table import Table as Grid

from decisionpivot.cli.scoretable import console, grid, scope
from decisionpivot.scoring.compare import HEADLINE, Difference, Draws, Entrant, Pair, Table
from decisionpivot.scoring.words import UNDEFINED, percent, plain, with_interval

NAMES = {
    "macro.pair_accuracy": "pair",
    "macro.item_accuracy": "item",
    "macro.automation_5": "automation",
    "pooled.accuracy_at_90": "acc .90",
    "pooled.share_at_90": "share .90",
    "reference.score": "reference",
}
"""Short names of the headline figures, that of a track left out."""
SHOWN = 0.001


def put(
    found: msgspec.Struct, tables: Iterable[Grid | str], *, runs: Sequence[Entrant], json: bool
) -> None:
    """Print a comparison as JSON, or what the runs were over and the tables."""
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
        return
    out = console()
    for table in (*scope(runs), *tables):
        out.print(table)


def p_text(p: float | None) -> str:
    """A p value with three decimals."""
    if p is None:
        return UNDEFINED
    return f"{p:.3f}" if p >= SHOWN else "< 0.001"


def pair_tables(found: Pair) -> Iterable[Grid | str]:
    """Yield the differences of two runs, and the groups won and lost."""
    title = f"A = {found.first}, B = {found.second}; A less B in points"
    table = grid("", "A", "B", "A less B", "p", title=title)
    shown = [path for path in found.figures if path in HEADLINE]
    shown += [path for path in found.figures if path.endswith(".pair_accuracy")]
    for path in dict.fromkeys(shown):
        own = found.figures[path]
        table.add_row(_name(path), *_difference(own))
    yield table
    won = grid("groups, or items", "both", "won", "lost", "neither", "p")
    for name, contest in found.contests.items():
        counts = (contest.both, contest.won, contest.lost, contest.neither)
        won.add_row(name, *(f"{count:,}" for count in counts), p_text(contest.p))
    yield won
    yield _note(found.figures.values(), "the same units of both") + " p of groups: exact McNemar."


def ranked_tables(found: Table) -> Iterable[Grid | str]:
    """Yield the ranked systems, and how their figures correlate."""
    paths = [path for path in found.rows[0].figures if path != found.by]
    name = _name(found.by)
    table = grid("system", "rank", name, *(_name(path) for path in paths))
    table.columns[2].no_wrap = True
    for row in found.rows:
        mark = " *" if row.baseline else " <" if row.below_baseline else ""
        own = row.figures[found.by]
        table.add_row(
            row.system + mark,
            str(row.rank),
            with_interval(own.value, own),
            *(percent(row.figures[path].value) for path in paths),
        )
    yield table
    if found.spearman:
        correlations = (f"{_name(path)} {plain(value)}" for path, value in found.spearman.items())
        yield f"Spearman with {name}: {', '.join(correlations)}"
    own = found.rows[0].figures[found.by]
    yield (
        "* baseline, < below the best baseline. "
        f"Rank: 1 + the systems significantly better in {name} (Holm over all pairs, 5 %). "
        f"95 % bootstrap intervals in brackets, unit {own.unit}, {own.resamples:,} resamples."
    )


def draws_tables(found: Draws) -> Iterable[Grid | str]:
    """Yield every system's change between two draws."""
    for path, correlation in found.spearman.items():
        title = f"{_name(path)}: {found.first} less {found.second}, points"
        table = grid("system", found.first, found.second, "difference", "p", title=title)
        for own in found.gaps:
            table.add_row(own.system, *_difference(own.figures[path]))
        yield table
        yield f"Spearman {plain(correlation)} over {len(found.gaps)} systems"
    yield _note(found.gaps[0].figures.values(), "each draw on its own")


def _difference(own: Difference) -> tuple[str, str, str, str]:
    gap = own.difference
    return (
        percent(own.first),
        percent(own.second),
        with_interval(gap.value, gap),
        p_text(own.p),
    )


def _name(path: str) -> str:
    short = path.removeprefix("core.").removeprefix("data.")
    if short in NAMES:
        return NAMES[short]
    *place, metric = short.split(".")
    part = {"layers": "layer ", "macro": "level ", "tasks": "", "families": ""}
    if place and place[0] in part:
        return f"{part[place[0]]}{place[-1]}, {NAMES.get(f'macro.{metric}', metric)}"
    return short


def _note(figures: Iterable[Difference], how: str) -> str:
    own = next(iter(figures)).difference
    return (
        f"95 % bootstrap intervals in brackets, unit {own.unit}, {own.resamples:,} resamples of "
        f"{how}; p: difference over its bootstrap standard error."
    )
