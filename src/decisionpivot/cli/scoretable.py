"""How a scorecard looks in a terminal, 80 columns wide."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from decisionpivot.scoring.assemble import complete
from decisionpivot.scoring.bootstrap import Interval
from decisionpivot.scoring.compare import Entrant
from decisionpivot.scoring.pooled import SHOWN_DECIMALS, Pooled
from decisionpivot.scoring.reference import metric_title
from decisionpivot.scoring.scorecard import (
    Core,
    Data,
    Macro,
    Reference,
    ReferenceTask,
    Scorecard,
    Selection,
    TaskScore,
)
from decisionpivot.scoring.words import UNDEFINED, percent, plain, span, with_interval

AUTOMATION_NOTE = (
    "Automation picks its cut-off in hindsight: it is too high by some points, and its interval "
    "is not reliable (docs/limits-of-intervals.md)."
)


def console() -> Console:
    """The terminal; 80 columns wide where the output is none."""
    return Console(highlight=False, markup=False)


def grid(*headers: str, title: str | None = None) -> Table:
    """An empty table: the first column is text, the others are figures."""
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    for place, header in enumerate(headers):
        table.add_column(header, justify="right" if place else "left", overflow="fold")
    return table


def show(card: Scorecard) -> None:
    """Print a scorecard."""
    out = console()
    out.print(f"{card.system}  {card.release or ''}  {selection_text(card.selection)}")
    if card.incomplete:
        out.print(f"INCOMPLETE: records for fewer than 99 % of {_list(card.incomplete)}")
    if card.core:
        _show_core(out, card.core)
    if card.reference:
        _show_reference(out, card.reference)
    if card.data:
        _show_data(out, card.data)


def _show_core(out: Console, core: Core) -> None:
    out.print(headline(core.macro, core.pooled, core.intervals, title="Core"))
    out.print(tasks_table(core.families, core.intervals, "families"))
    out.print(layers_table(core))
    out.print(confidence_table(core.pooled))
    for line in remarks(core.families, core.pooled, falls=core.falls_with_place):
        out.print(line)
    out.print(footnote(core.intervals))


def _show_data(out: Console, data: Data) -> None:
    out.print(headline(data.macro, data.pooled, data.intervals, title="Own data"))
    out.print(tasks_table(data.tasks, data.intervals, "tasks"))
    out.print(confidence_table(data.pooled))
    falls = any(own.falls_with_place for own in data.tasks.values())
    for line in remarks(data.tasks, data.pooled, falls=falls):
        out.print(line)
    out.print(footnote(data.intervals))


def _show_reference(out: Console, found: Reference) -> None:
    out.print(reference_table(found))
    out.print(reference_layers(found))
    out.print(
        f"Reference score {with_interval(found.score, found.intervals.get('score'))}: "
        "mean of the layers; tasks below chance count as 0 in their layer."
    )
    failed = sum(own.failed for own in found.tasks.values())
    if failed:
        out.print(_failed(failed, found.tasks.values()))
    out.print(footnote(found.intervals))


def scope(runs: Sequence[Entrant]) -> list[str]:
    """What some runs were over, and which of them are incomplete."""
    found = [run.selection for run in runs if run.selection]
    lines = list(dict.fromkeys(selection_text(own) for own in found))
    for run in runs:
        tasks = [marks.sheet.name for marks in run.tasks if not complete(marks)]
        if tasks:
            lines.append(
                f"INCOMPLETE: {run.name} has records for fewer than 99 % of {_list(tasks)}"
            )
    return lines


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)


def selection_text(chosen: Selection) -> str:
    """How many items, whether they are a subset, and how many were left out."""
    kind = "subset, " if chosen.items < chosen.of else ""
    without = f", {chosen.left_out:,} of them left out" if chosen.left_out else ""
    return f"{kind}{chosen.items:,} items{without}"


def headline(
    macro: Macro, pooled: Pooled, intervals: Mapping[str, Interval], *, title: str
) -> Table:
    """The headline figures."""
    table = grid("", "%", "95 % interval", title=title)

    def row(text: str, value: float | None, path: str) -> None:
        table.add_row(text, percent(value), span(intervals.get(path)))

    row("pair accuracy, macro", macro.pair_accuracy, "macro.pair_accuracy")
    table.add_row("  uniform guessing", percent(macro.pair_chance), "")
    for level, own in macro.levels.items():
        row(f"  level {level}", own.pair_accuracy, f"macro.levels.{level}.pair_accuracy")
    row("item accuracy, macro", macro.item_accuracy, "macro.item_accuracy")
    row("automation at 5 %, macro", macro.automation_5, "macro.automation_5")
    row("accuracy at confidence 0.90", pooled.accuracy_at_90, "pooled.accuracy_at_90")
    row("  share of items", pooled.share_at_90, "pooled.share_at_90")
    table.add_row("calibration error", percent(pooled.calibration_error), "")
    table.add_row("  of a calibrated system", percent(pooled.calibration_noise_floor), "")
    return table


def tasks_table(
    scores: Mapping[str, TaskScore], intervals: Mapping[str, Interval], prefix: str
) -> Table:
    """Item and pair accuracy, direction, automation and failures of every task."""
    table = grid("task", "n", "failed", "item", "pair", "direction", "automation")
    for name, own in scores.items():
        table.add_row(
            name,
            f"{own.n:,}",
            f"{own.failed:,}",
            percent(own.item_accuracy),
            with_interval(own.pair_accuracy, intervals.get(f"{prefix}.{name}.pair_accuracy")),
            percent(own.pair_direction),
            percent(own.automation_5),
        )
    return table


def layers_table(core: Core) -> Table:
    """Item and pair accuracy of the layers, beside chance."""
    table = grid("layer", "n", "item", "pair", "chance")
    for name, own in core.layers.items():
        table.add_row(
            name,
            f"{own.n:,}",
            with_interval(own.item_accuracy, core.intervals.get(f"layers.{name}.item_accuracy")),
            with_interval(own.pair_accuracy, core.intervals.get(f"layers.{name}.pair_accuracy")),
            percent(own.pair_chance),
        )
    return table


def confidence_table(pooled: Pooled) -> Table:
    """What else is known of confidences, tokens, latency and cost."""
    table = grid("confidence, pooled items", "")
    rows = {
        "Brier score (0 to 2)": plain(pooled.brier),
        "log loss": plain(pooled.log_loss),
        "AUROC of confidence, %": percent(pooled.auroc),
        "share at 0.99 or more, %": percent(pooled.share_at_99),
        "  of these exactly 1, %": percent(pooled.share_exactly_1),
        "tied at the top, %": percent(pooled.share_tied_at_top),
        "decimals returned": _decimals(pooled.decimals),
    }
    if pooled.tokens_mean is not None:
        rows["tokens, mean / median"] = (
            f"{plain(pooled.tokens_mean, 1)} / {plain(pooled.tokens_median, 1)}"
        )
        rows["with a trace, %"] = percent(pooled.trace_share)
    if pooled.closed_share is not None:
        rows["trace closed by the model, %"] = percent(pooled.closed_share)
    if pooled.latency_s is not None:
        found = pooled.latency_s
        rows["latency, s: p50 / p95 / p99"] = " / ".join(
            plain(value) for value in (found.p50, found.p95, found.p99)
        )
    if pooled.cost_usd is not None:
        rows["cost, USD"] = plain(pooled.cost_usd, 4)
    for text, value in rows.items():
        table.add_row(text, value)
    return table


def _decimals(found: int | None) -> str:
    if found is None:
        return UNDEFINED
    return str(found) if found <= SHOWN_DECIMALS else "not rounded"


def reference_table(found: Reference) -> Table:
    """Every reference task: its metric, value, chance and corrected score."""
    table = grid("task", "metric", "n", "failed", "value", "chance", "score", title="Reference")
    for name, own in found.tasks.items():
        table.add_row(
            name,
            metric_title(own.metric),
            f"{own.n:,}",
            f"{own.failed:,}",
            percent(own.value),
            percent(own.chance),
            percent(own.score),
        )
    return table


def reference_layers(found: Reference) -> Table:
    """The mean score of every layer."""
    table = grid("layer", "score")
    for layer, score in found.layers.items():
        table.add_row(layer, with_interval(score, found.intervals.get(f"layers.{layer}")))
    return table


def remarks(scores: Mapping[str, TaskScore], pooled: Pooled, *, falls: bool) -> list[str]:
    """What a reader must know beside the figures."""
    failed = sum(own.failed for own in scores.values())
    lines = []
    if failed:
        lines.append(_failed(failed, scores.values()))
    if pooled.truncated:
        lines.append(f"States that were truncated: {pooled.truncated:,}.")
    if falls:
        lines.append(
            "Accuracy falls with the place of the decisive fact: a sign of truncated states."
        )
    undefined = sum(own.pair_accuracy is None for own in scores.values())
    if undefined:
        lines.append(f"Tasks without groups, left out of pair accuracy: {undefined}.")
    return lines


def _failed(failed: int, scores: Iterable[TaskScore | ReferenceTask]) -> str:
    total: Counter[str] = Counter()
    for own in scores:
        total.update(own.failures)
    reasons = ", ".join(f"{count:,} {kind}" for kind, count in sorted(total.items()))
    return f"Failed items, which count as wrong: {failed:,} ({reasons})."


def footnote(intervals: Mapping[str, Interval]) -> str:
    """What the intervals are made of, and what they are not good for."""
    if not intervals:
        return "No resamples, no intervals."
    kinds = " or ".join(found.unit for found in intervals.values()).split(" or ")
    most = max(found.resamples for found in intervals.values())
    text = (
        f"95 % percentile bootstrap intervals in brackets, unit {' or '.join(sorted(set(kinds)))}, "
        f"{most:,} resamples."
    )
    return f"{text} {AUTOMATION_NOTE}" if "macro.automation_5" in intervals else text
