"""The data of the site that is no text of items: index, outcomes, leaderboard, resamples."""

from collections.abc import Iterator, Sequence
from typing import Any

from decisionpivot.report import data
from decisionpivot.report.board import Cut
from decisionpivot.report.content import Content


def payload(content: Content) -> Iterator[tuple[str, Any]]:
    """The data of all pages but the items' and the answers'."""
    yield (
        "index",
        {
            "systems": [
                {"slug": entry.slug, "name": entry.name, "kind": entry.kind, "role": entry.role}
                for entry in content.ordered
            ],
            "shelves": content.shelves,
            "figures": [
                {"path": path, "title": title, "plotted": ".pooled." not in path}
                for path, title in content.compared.items()
            ],
        },
    )
    yield (
        "outcomes",
        {
            entry.slug: {
                marks.sheet.name: data.outcomes(
                    marks, data.rows(marks, content.groups[marks.sheet.name])
                )
                for marks in (*entry.main, *entry.reference)
            }
            for entry in content.entries
        },
    )
    if content.board:
        yield (
            "board",
            {
                row.entry.slug: {part: _cut(cut) for part, cut in row.cuts.items()}
                for row in content.board.rows
            },
        )
        paths = content.compared
        for system, figures in content.board.figures.items():
            values = {path: _defined(figures[path].tolist()) for path in paths}
            yield f"resamples/{system}", values


def _cut(cut: Cut) -> dict[str, Any]:
    told = {"rank": cut.rank, "automation": cut.automation, "failed": cut.failed}
    ends = {
        name: [own.value, own.low, own.high]
        for name, own in (("pair", cut.pair), ("item", cut.item))
    }
    return ends | {name: value for name, value in told.items() if value is not None}


def _defined(values: Sequence[float]) -> list[float | None]:
    return [None if value != value else value for value in values]  # noqa: PLR0124  NaN
