"""Near copies: runs whose answers are almost those of another run.

Alike answers are a fact and no proof of copying: two systems that are right everywhere with all
probability on one option coincide, and so do two names for one model.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct

from decisionpivot.scoring.arrays import Array, Marks, Sheet
from decisionpivot.scoring.bootstrap import ratio
from decisionpivot.scoring.compare import Entrant

SAME_LABEL = 0.995
"""Near copies predict the same label on at least this share of the common items, ..."""
MEAN_DIFFERENCE = 0.005
"""... and the mean absolute difference of their probabilities is below this."""


class NearCopy(Struct, frozen=True):
    """Two runs with nearly the same answers.

    Attributes:
        first, second: the names of the runs, sorted.
        same_label: the share of the common items with the same predicted label.
        mean_difference: of the probabilities: the mean over an item's options of the absolute
            difference, and of these the mean over the common items.
        items: how many items are common: both runs are over one draw and have a valid prediction.
        one_system: both are runs of one system, by its name; then it is no surprise.
    """

    first: str
    second: str
    same_label: float
    mean_difference: float
    items: int
    one_system: bool = False

    def __str__(self) -> str:
        """A sentence that says what was measured."""
        what = "two runs of one system" if self.one_system else "NEAR COPIES"
        return (
            f"{self.first} and {self.second}: {what}; the same label on "
            f"{100 * self.same_label:.2f} % of {self.items:,} items, "
            f"probabilities {self.mean_difference:.4f} apart on average"
        )


def near_copies(entrants: Sequence[Entrant]) -> tuple[NearCopy, ...]:
    """The pairs of runs whose answers are nearly the same, sorted by name.

    Runs over different draws are not compared: their ids are alike, their items are not.
    """
    ordered = sorted(entrants, key=lambda run: (run.draw, run.name, run.system))
    found: list[NearCopy] = []
    for draw in dict.fromkeys(run.draw for run in ordered):
        found += _among([run for run in ordered if run.draw == draw])
    return tuple(sorted(found, key=lambda pair: (pair.first, pair.second)))


def _among(runs: Sequence[Entrant]) -> list[NearCopy]:
    """The near copies among runs over one draw."""
    by_task: dict[str, dict[int, Marks]] = {}
    for place, run in enumerate(runs):
        for marks in run.tasks:
            by_task.setdefault(marks.sheet.name, {})[place] = marks
    sums = np.zeros((3, len(runs), len(runs)))
    for name in sorted(by_task):
        places = list(by_task[name])
        rows, columns = np.ix_(places, places)
        sums[:, rows, columns] += _sums(list(by_task[name].values()))
    items, same, difference = sums
    same_label, mean_difference = ratio(same, items), ratio(difference, items)
    near = (same_label >= SAME_LABEL) & (mean_difference < MEAN_DIFFERENCE)
    return [
        NearCopy(
            runs[a].name,
            runs[b].name,
            same_label=float(same_label[a, b]),
            mean_difference=float(mean_difference[a, b]),
            items=int(items[a, b]),
            one_system=_system(runs[a]) == _system(runs[b]),
        )
        for a, b in combinations(range(len(runs)), 2)
        if near[a, b]
    ]


def _system(run: Entrant) -> str:
    """The system's name, whatever the order in which its options were shown."""
    return (run.system or run.name).removesuffix(f" (option order {run.order_seed})")


def _sums(runs: Sequence[Marks]) -> Array:
    """Over the common items of every two runs of a task: items, same labels, differences."""
    place = _numbered([marks.sheet for marks in runs])
    options = np.ones(len(place))
    p = np.zeros((len(runs), len(place), max(marks.p.shape[1] for marks in runs)))
    predicted = np.full((len(runs), len(place)), -1)
    for row, marks in enumerate(runs):
        at = [place[key] for key in marks.sheet.ids]
        options[at] = marks.sheet.options
        p[row, at, : marks.p.shape[1]] = marks.p
        predicted[row, at] = marks.predicted
    sums = np.zeros((3, len(runs), len(runs)))
    for a in range(len(runs) - 1):
        common = (predicted[a] >= 0) & (predicted[a + 1 :] >= 0)
        difference = np.abs(p[a + 1 :] - p[a]).sum(axis=2) / options
        sums[0, a, a + 1 :] = common.sum(axis=1)
        sums[1, a, a + 1 :] = (common & (predicted[a + 1 :] == predicted[a])).sum(axis=1)
        sums[2, a, a + 1 :] = (difference * common).sum(axis=1)
    return sums


def _numbered(sheets: Sequence[Sheet]) -> Mapping[str, int]:
    """A place for every item that one of the runs was for."""
    ids = dict.fromkeys(key for sheet in sheets for key in sheet.ids)
    return {key: place for place, key in enumerate(sorted(ids))}
