"""The plots of a system and of the leaderboard: from marks to descriptions."""

from collections.abc import Mapping, Sequence

import numpy as np

from decisionpivot.report import charts
from decisionpivot.report.board import ALL, Board, Row
from decisionpivot.scoring.arrays import Array, Marks
from decisionpivot.scoring.bootstrap import interval
from decisionpivot.scoring.core import contrast_pairs, p_yes
from decisionpivot.scoring.curves import Bin, RiskCoverage, reliability, risk_coverage


def pooled(tasks: Sequence[Marks]) -> tuple[Array, Array]:
    """Confidence and rightness of all items with a right option."""
    graded = [marks.sheet.gold >= 0 for marks in tasks]
    return (
        np.concatenate([m.confidence[rows] for m, rows in zip(tasks, graded, strict=True)]),
        np.concatenate([m.right[rows] for m, rows in zip(tasks, graded, strict=True)]),
    )


def curve(tasks: Sequence[Marks]) -> RiskCoverage:
    """The risk-coverage curve of all items together."""
    return risk_coverage(*pooled(tasks))


def bins(tasks: Sequence[Marks]) -> tuple[Bin, ...]:
    """The bins of the calibration error, of all items together."""
    return reliability(*pooled(tasks))


def directions(tasks: Sequence[Marks]) -> list[charts.Direction]:
    """The contrast pairs of yes/no items of which both members were answered."""
    found = []
    for marks in tasks:
        pairs = contrast_pairs(marks.sheet)
        answered = ~(marks.failed[pairs.positive] | marks.failed[pairs.negative])
        positive, negative = pairs.positive[answered], pairs.negative[answered]
        values = zip(
            positive.tolist(),
            p_yes(marks, negative).tolist(),
            p_yes(marks, positive).tolist(),
            strict=True,
        )
        names = marks.sheet.unit_names
        found += [charts.Direction(names[row], n, p) for row, n, p in values]
    return found


def of_board(board: Board) -> charts.Spec:
    """Item against pair accuracy of every system."""
    points = []
    for row in board.rows:
        pair, item = row.cuts[ALL].pair, row.cuts[ALL].item
        if pair.value is None or item.value is None:
            continue
        low, high = (pair.value if end is None else end for end in (pair.low, pair.high))
        points.append(
            charts.Point(row.entry.name, row.entry.role, item.value, pair.value, low, high)
        )
    return charts.board(points, board.rows[0].section.macro.pair_chance)


def of_system(row: Row, curves: Mapping[str, RiskCoverage]) -> dict[str, charts.Spec]:
    """The plots of one system's page by name; those without data are left out."""
    marks = row.entry.main
    found = {
        "risk_coverage": charts.risk_coverage(curves, row.entry.name),
        "reliability": charts.reliability(bins(marks)),
    }
    if pairs := directions(marks):
        found["direction"] = charts.direction(pairs)
    if row.entry.card.core and (thirds := row.entry.card.core.places):
        found["places"] = charts.places(thirds)
    return found


def of_pair(board: Board, first: Row, second: Row, figures: Mapping[str, str]) -> charts.Spec:
    """The paired differences of two systems, over the same resamples."""
    ours, theirs = (board.figures[row.entry.slug] for row in (first, second))
    rows = [
        {"figure": title, "difference": own.value, "low": own.low, "high": own.high}
        for path, title in figures.items()
        if (own := interval(ours[path] - theirs[path], unit=board.unit)).low is not None
    ]
    return charts.forest(rows, first.entry.name, second.entry.name)
