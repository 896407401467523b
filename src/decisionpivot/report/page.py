"""The report page: one HTML file that opens from disk, without network or script."""

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from decisionpivot.answers import replace
from decisionpivot.reference import LAYERS
from decisionpivot.scoring.bootstrap import Interval
from decisionpivot.scoring.reference import metric_title
from decisionpivot.scoring.scorecard import Scorecard, Slice

UNDEFINED = "n/a"

AUTOMATION_SIMULATED = ((0.115, 0.030, 0.326), (0.381, 0.012, 0.888), (0.713, 0.001, 0.969))
"""Truth, bias and coverage of automation's interval for a weak, a middling and a strong system.

Measured by ``python benchmarks/coverage.py``; see docs/limits-of-intervals.md.
"""
MIDDLE = 0.5


def write_page(cards: Sequence[Scorecard], path: Path) -> None:
    """Write the page for some systems, the first one in detail.

    Names and texts come from systems and item files: the template escapes all of them.
    """
    from jinja2 import Environment, StrictUndefined

    source = (files(__package__) / "templates" / "page.html").read_text("utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    environment.filters |= {
        "percent": percent,
        "span": span,
        "heat": heat,
        "metric_title": metric_title,
    }
    page = environment.from_string(source).render(
        cards=cards, levels=("1", "2", "3"), layers=LAYERS, simulated=AUTOMATION_SIMULATED
    )
    replace(path, [page.encode("utf-8")])


def percent(value: float | None) -> str:
    """A fraction in percent with one decimal, or n/a."""
    return UNDEFINED if value is None else f"{100 * value:.1f}"


def span(interval: Interval | None) -> str:
    """An interval in percent."""
    if interval is None or interval.low is None:
        return ""
    return f"{percent(interval.low)} to {percent(interval.high)}"


def heat(part: Slice | None, chance: float | None) -> str:
    """The background of a heat map cell: from chance (blank) to all groups right (full)."""
    if part is None or part.pair_accuracy is None:
        return "transparent"
    floor = chance or 0.0
    share = max(0.0, (part.pair_accuracy - floor) / (1 - floor))
    return f"color-mix(in srgb, var(--right) {100 * share:.0f}%, transparent)"
