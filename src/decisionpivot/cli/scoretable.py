"""How a scorecard looks in a terminal, 80 columns wide."""

from rich.console import Console
from rich.table import Table

from decisionpivot.scoring.bootstrap import Interval
from decisionpivot.scoring.scorecard import Core, Scorecard, TaskScore

NOT_DEFINED = "n/a"


def percent(value: float | None) -> str:
    """A fraction in percent with one decimal."""
    return NOT_DEFINED if value is None else f"{100 * value:.1f}"


def with_interval(value: float | None, found: Interval | None) -> str:
    """A fraction in percent with its interval, where it has one."""
    if found is None or found.low is None:
        return percent(value)
    return f"{percent(value)} [{percent(found.low)}, {percent(found.high)}]"


def show(card: Scorecard) -> None:
    """Print a scorecard."""
    console = Console(highlight=False)
    console.print(f"[bold]{card.system}[/]  {card.release or ''}  {selection_text(card)}")
    if card.incomplete:
        console.print(f"INCOMPLETE: fewer than 99 % records: {', '.join(card.incomplete)}")
    if card.core:
        console.print(headline(card.core))
        console.print(tasks_table(card.core.families, card.core.intervals, "families"))
        console.print(footnote(card.core.intervals))
    if card.data:
        console.print(tasks_table(card.data.tasks, card.data.intervals, "tasks"))
        console.print(footnote(card.data.intervals))


def selection_text(card: Scorecard) -> str:
    """How many items, and whether they are a subset."""
    chosen = card.selection
    kind = "subset, " if chosen.items < chosen.of else ""
    return f"{kind}{chosen.items:,} items"


def headline(core: Core) -> Table:
    """The headline figures of the core."""
    table = Table("", "%", "95 % interval", title="Core")
    macro, pooled = core.macro, core.pooled
    rows = {
        "macro.pair_accuracy": macro.pair_accuracy,
        "macro.item_accuracy": macro.item_accuracy,
        "macro.automation_5": macro.automation_5,
        "pooled.accuracy_at_90": pooled.accuracy_at_90,
        "pooled.share_at_90": pooled.share_at_90,
        "pooled.calibration_error": pooled.calibration_error,
    }
    for path, value in rows.items():
        found = core.intervals.get(path)
        span = f"{percent(found.low)} to {percent(found.high)}" if found else ""
        table.add_row(path, percent(value), span)
    return table


def tasks_table(scores: dict[str, TaskScore], intervals: dict[str, Interval], prefix: str) -> Table:
    """Item and pair accuracy, automation and failures of every task."""
    table = Table("task", "n", "failed", "item", "pair", "automation")
    for name, own in scores.items():
        table.add_row(
            name,
            str(own.n),
            str(own.failed),
            percent(own.item_accuracy),
            with_interval(own.pair_accuracy, intervals.get(f"{prefix}.{name}.pair_accuracy")),
            percent(own.automation_5),
        )
    return table


def footnote(intervals: dict[str, Interval]) -> str:
    """What the intervals are made of."""
    if not intervals:
        return ""
    units = " or ".join(sorted({found.unit for found in intervals.values()}))
    most = max(found.resamples for found in intervals.values())
    return f"95 % bootstrap intervals, unit {units}, {most:,} resamples."
