"""The reference track: public test sets rebuilt from their authors' official files.

A task is one file: its card on top, then how its rows are made. A new task is one file and one
line here.
"""

from decisionpivot.reference import (
    ar_lsat,
    bbh_deduction,
    folio,
    med,
    pubmedqa,
    xstest,
)
from decisionpivot.reference.build import Built, Converter, build, convert, item_file, verify
from decisionpivot.reference.card import LAYERS, Card, SourceFile
from decisionpivot.reference.source import Row, Source

__all__ = [
    "BY_NAME",
    "LAYERS",
    "TASKS",
    "Built",
    "Card",
    "Converter",
    "Row",
    "Source",
    "SourceFile",
    "build",
    "convert",
    "item_file",
    "verify",
]

TASKS: tuple[Converter, ...] = (
    xstest,
    folio,
    ar_lsat,
    pubmedqa,
    med,
    bbh_deduction,
)
"""All tasks, layer by layer."""

BY_NAME: dict[str, Converter] = {task.CARD.name: task for task in TASKS}
