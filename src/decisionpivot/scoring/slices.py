"""Accuracy of parts of a task: by level, kind, domain, interpretation and place."""

from collections.abc import Iterable

import numpy as np
from msgspec import Struct

from decisionpivot.scoring.arrays import PLACES, Array, Marks
from decisionpivot.scoring.core import is_group, per_unit, solved
from decisionpivot.scoring.scorecard import Slice, Slices

Z = 1.96
"""So many standard errors make a fall with the place significant."""


class Count(Struct, frozen=True):
    """What the accuracies of a part are made of."""

    n: int
    graded: int
    right: int
    groups: int
    solved: int

    def __add__(self, other: "Count") -> "Count":
        return Count(
            self.n + other.n,
            self.graded + other.graded,
            self.right + other.right,
            self.groups + other.groups,
            self.solved + other.solved,
        )

    def slice(self) -> Slice:
        """The accuracies; None over nothing."""
        return Slice(
            self.n,
            self.right / self.graded if self.graded else None,
            self.solved / self.groups if self.groups else None,
        )


def count(marks: Marks, rows: Array) -> Count:
    """Count some rows of a task. A group counts when one of its members is among them."""
    sheet = marks.sheet
    groups = is_group(sheet) & (per_unit(sheet, rows) > 0)
    return Count(
        n=int(rows.sum()),
        graded=int((rows & (sheet.gold >= 0)).sum()),
        right=int((rows & marks.right).sum()),
        groups=int(groups.sum()),
        solved=int((groups & solved(marks)).sum()),
    )


def slices(marks: Marks) -> Slices:
    """The accuracies of a task by every property that its items state."""
    return {
        name: {value: own.slice() for value, own in counts(marks, name).items()}
        for name in marks.sheet.by
    }


def counts(marks: Marks, name: str) -> dict[str, Count]:
    """The counts of a task by one property, values in order."""
    values = np.array([value or "" for value in marks.sheet.by.get(name, ())])
    return {value: count(marks, values == value) for value in ordered(values.tolist())}


def ordered(values: Iterable[str]) -> list[str]:
    """Different values in order: places from first to last, the others as text."""
    rank = {place: number for number, place in enumerate(PLACES)}
    found = dict.fromkeys(value for value in values if value)
    return sorted(found, key=lambda value: (rank.get(value, len(PLACES)), value))


def places(tasks: Iterable[Marks]) -> dict[str, Slice]:
    """The accuracies by third of the state over all tasks."""
    total: dict[str, Count] = {}
    for marks in tasks:
        for value, own in counts(marks, "place").items():
            total[value] = total[value] + own if value in total else own
    return {value: total[value].slice() for value in ordered(total)}


def falls_with_place(thirds: dict[str, Slice]) -> bool:
    """Whether accuracy falls with the place of the decisive fact, a sign of truncation.

    It falls from the first third over the middle to the last, and the last is below the first by
    more than 1.96 standard errors of the difference of two shares.
    """
    parts = [thirds[place] for place in PLACES if place in thirds]
    line = [part.item_accuracy for part in parts if part.item_accuracy is not None]
    if len(line) < len(PLACES):
        return False
    ends = ((line[0], parts[0].n), (line[2], parts[2].n))
    error = sum(share * (1 - share) / n for share, n in ends) ** 0.5
    return line[0] >= line[1] >= line[2] and line[0] - line[2] > Z * error
