"""Tables as Markdown, CSV and LaTeX (booktabs): made once, written in each."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from decisionpivot.report.board import ALL, Board
from decisionpivot.report.entries import Entry
from decisionpivot.scoring.words import percent, span

_MARKDOWN = str.maketrans({"|": r"\|", "<": "&lt;", ">": "&gt;", "\n": " "})
_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        **{character: f"\\{character}" for character in "&%$#_{}"},
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "\n": " ",
    }
)


class Table(Struct, frozen=True):
    """A table of text: its name, what it says, a header, and rows of which the first cell names."""

    name: str
    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def markdown(table: Table) -> str:
    """As Markdown, numbers to the right."""
    lines = [
        _pipes(table.header),
        _pipes(("---", *["---:"] * (len(table.header) - 1))),
        *(_pipes(tuple(cell.translate(_MARKDOWN) for cell in row)) for row in table.rows),
    ]
    return "\n".join(lines) + f"\n\n{table.caption}\n"


def _pipes(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def comma_separated(table: Table) -> str:
    """As CSV (RFC 4180). A cell that a spreadsheet would take for a formula becomes text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.header)
    writer.writerows([_inert(row[0]), *row[1:]] for row in table.rows)
    return out.getvalue()


def _inert(cell: str) -> str:
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def latex(table: Table) -> str:
    """As a LaTeX table for the package booktabs."""

    def line(cells: Sequence[str]) -> str:
        return "    " + " & ".join(cell.translate(_LATEX) for cell in cells) + r" \\"

    return "\n".join(
        [
            r"\begin{table}",
            r"  \centering",
            f"  \\caption{{{table.caption.translate(_LATEX)}}}",
            f"  \\label{{tab:{table.name}}}",
            f"  \\begin{{tabular}}{{l{'r' * (len(table.header) - 1)}}}",
            r"    \toprule",
            line(table.header),
            r"    \midrule",
            *(line(row) for row in table.rows),
            r"    \bottomrule",
            r"  \end{tabular}",
            r"\end{table}",
            "",
        ]
    )


FORMATS: Mapping[str, Callable[[Table], str]] = {
    "md": markdown,
    "csv": comma_separated,
    "tex": latex,
}
"""By the end of the file's name."""


def leaderboard(board: Board) -> Table:
    """Every system with its headline figures."""
    interval = board.rows[0].cuts[ALL].pair
    return Table(
        "leaderboard",
        f"In percent. 95 % bootstrap intervals over {board.unit}s, {interval.resamples} resamples. "
        "Rank: 1 + the number of systems that are significantly better in pair accuracy.",
        (
            "system",
            "rank",
            "pair accuracy",
            "95 % interval",
            "item accuracy",
            "automation at 5 %",
            "accuracy at 0.90",
            "share at 0.90",
            "calibration error",
            "noise floor",
            "failed",
        ),
        tuple(
            (
                row.entry.name,
                str(row.cuts[ALL].rank),
                percent(row.cuts[ALL].pair.value),
                span(row.cuts[ALL].pair),
                percent(row.cuts[ALL].item.value),
                percent(row.cuts[ALL].automation),
                percent(row.section.pooled.accuracy_at_90),
                percent(row.section.pooled.share_at_90),
                percent(row.section.pooled.calibration_error),
                percent(row.section.pooled.calibration_noise_floor),
                str(row.cuts[ALL].failed),
            )
            for row in board.rows
        ),
    )


def families(board: Board) -> Table:
    """Pair accuracy of every system in every family."""
    return Table(
        "families",
        "Pair accuracy in percent, with chance in the last row.",
        ("system", *board.families),
        (
            *(
                (
                    row.entry.name,
                    *(percent(row.cuts[f"family:{name}"].pair.value) for name in board.families),
                )
                for row in board.rows
            ),
            (
                "uniform guessing",
                *(percent(board.rows[0].section.tasks[n].pair_chance) for n in board.families),
            ),
        ),
    )


def reference(entries: Sequence[Entry]) -> Table | None:
    """The reference score of every system that was run on public sets, and its layers."""
    found = [(entry.name, own) for entry in entries if (own := entry.card.reference)]
    if not found:
        return None
    layers = tuple(found[0][1].layers)
    return Table(
        "reference",
        "Chance-corrected scores on public test sets: 0 is uniform guessing, 100 perfect.",
        ("system", "reference score", "95 % interval", *(f"layer {name}" for name in layers)),
        tuple(
            (
                name,
                percent(own.score),
                span(own.intervals.get("score")),
                *(percent(own.layers.get(layer)) for layer in layers),
            )
            for name, own in found
        ),
    )
