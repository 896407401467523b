"""Choose a confidence cut-off so that the error above it is bounded with a stated confidence.

One half of the units calibrates, the other reports. Cut-offs are tested in a fixed sequence from
the strictest down, each by an exact binomial test at ``delta``, and the last one before the first
failure is chosen; no correction is needed, because testing stops there. The members of a group
depend on each other, so one item a group, drawn by seed, enters the test. The sequence is fixed by
the confidences of the other half (their labels are not used), so it does not depend on what is
tested. See Angelopoulos et al., Learn then Test (2021).
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from decisionpivot.items import InputError
from decisionpivot.scoring.arrays import Array, Marks
from decisionpivot.scoring.bootstrap import SEED, stream
from decisionpivot.scoring.significance import binomial_tail, upper_bound

ALPHA = 0.05
DELTA = 0.05
STEPS = 100
"""Cut-offs in the sequence."""
FIRST_SHARE = 0.1
"""The first cut-off keeps this share of the items at the least."""
FIRST_ERRORS = 1
"""It keeps so many that the test allows this many errors, if there are so many: a first cut-off
that allows none fails too often by bad luck."""


class Sample(Struct, frozen=True):
    """Confidences of some items, and whether the prediction is wrong."""

    confidence: Array
    wrong: Array


class Bound(Struct, frozen=True):
    """What the calibration says of a cut-off: items above it, wrong ones, and the upper bound."""

    cutoff: float
    n: int
    wrong: int
    upper: float


class Realised(Struct, frozen=True):
    """Error and coverage of a cut-off on items that did not choose it."""

    n: int
    above: int
    wrong: int
    error: float | None
    coverage: float | None


class Threshold(Struct, frozen=True, kw_only=True):
    """The chosen cut-off, or none with the reason why."""

    alpha: float
    delta: float
    calibration: int
    bound: Bound | None
    realised: Realised | None
    reason: str | None


def threshold(
    tasks: Sequence[Marks],
    *,
    labelled: Sequence[Marks] = (),
    alpha: float = ALPHA,
    delta: float = DELTA,
    seed: int = SEED,
) -> Threshold:
    """Choose a cut-off and report error and coverage above it.

    Args:
        tasks: what the cut-off is for.
        labelled: other tasks to choose it on; default one half of the units of ``tasks``.
        alpha: the highest error rate above the cut-off.
        delta: how often the bound may be broken.
        seed: of the halves, and of the item of each group that enters the test.

    Raises:
        InputError: alpha or delta is not between 0 and 1.
    """
    for name, value in (("alpha", alpha), ("delta", delta)):
        if not 0 < value < 1:
            raise InputError(f"{name} is {value}", remedy=f"Give {name} between 0 and 1.")
    calibration, target = (
        (one_a_unit(labelled, seed=seed), everything(tasks))
        if labelled
        else halves(tasks, seed=seed)
    )
    sequence = cutoffs(target.confidence, len(calibration.wrong), alpha=alpha, delta=delta)
    bound = choose(calibration, sequence, alpha=alpha, delta=delta)
    return Threshold(
        alpha=alpha,
        delta=delta,
        calibration=len(calibration.wrong),
        bound=bound,
        realised=realised(target, bound.cutoff) if bound else None,
        reason=None if bound else _reason(len(calibration.wrong), alpha=alpha, delta=delta),
    )


def needed(alpha: float, delta: float, errors: int = 0) -> int:
    """The smallest number of items that shows a rate of at most alpha in spite of some errors.

    >>> needed(0.05, 0.05), needed(0.05, 0.05, errors=1)
    (59, 93)
    """
    high = errors + 1
    while binomial_tail(high, errors, alpha) > delta:
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (
            (middle, high) if binomial_tail(middle, errors, alpha) > delta else (low, middle)
        )
    return high


def cutoffs(confidence: Array, calibration: int, *, alpha: float, delta: float) -> list[float]:
    """The sequence of cut-offs: confidences above which growing shares of the items lie."""
    fewest = needed(alpha, delta)
    if not len(confidence) or calibration < fewest:
        return []
    wanted = needed(alpha, delta, FIRST_ERRORS)
    first = max(FIRST_SHARE, (wanted if wanted <= calibration else fewest) / calibration)
    ordered = np.sort(confidence)[::-1]
    places = np.ceil(np.linspace(first, 1, STEPS) * len(ordered)).astype(int) - 1
    return list(dict.fromkeys(ordered[places].tolist()))


def choose(
    sample: Sample, sequence: Sequence[float], *, alpha: float, delta: float
) -> Bound | None:
    """The last cut-off of the sequence before one whose error may exceed alpha."""
    chosen: tuple[float, int, int] | None = None
    for cutoff in sequence:
        above = sample.confidence >= cutoff
        n, wrong = int(above.sum()), int(sample.wrong[above].sum())
        if binomial_tail(n, wrong, alpha) > delta:
            break
        chosen = cutoff, n, wrong
    if chosen is None:
        return None
    cutoff, n, wrong = chosen
    return Bound(cutoff, n, wrong, upper_bound(n, wrong, delta))


def realised(target: Sample, cutoff: float) -> Realised:
    """Error and coverage above a cut-off."""
    above = target.confidence >= cutoff
    n, kept, wrong = len(above), int(above.sum()), int(target.wrong[above].sum())
    return Realised(n, kept, wrong, wrong / kept if kept else None, kept / n if n else None)


def everything(tasks: Sequence[Marks]) -> Sample:
    """All items of some tasks."""
    return _sample(tasks, [np.arange(marks.sheet.n) for marks in tasks])


def one_a_unit(tasks: Sequence[Marks], *, seed: int) -> Sample:
    """One item of every unit, drawn by seed."""
    return _sample(tasks, [_one_of_each(marks, seed) for marks in tasks])


def halves(tasks: Sequence[Marks], *, seed: int) -> tuple[Sample, Sample]:
    """One item of each unit of one half, and all items of the other half."""
    first, second = [], []
    for marks in tasks:
        sheet = marks.sheet
        order = stream(seed, sheet.name, draw="halves").permutation(sheet.units)
        calibrates = np.zeros(sheet.units, dtype=bool)
        calibrates[order[: (sheet.units + 1) // 2]] = True
        picked = _one_of_each(marks, seed)
        first.append(picked[calibrates[sheet.unit[picked]]])
        second.append(np.flatnonzero(~calibrates[sheet.unit]))
    return _sample(tasks, first), _sample(tasks, second)


def _one_of_each(marks: Marks, seed: int) -> Array:
    """A row of every unit: the first of its rows in a random order."""
    order = stream(seed, marks.sheet.name, draw="members").permutation(marks.sheet.n)
    _, first = np.unique(marks.sheet.unit[order], return_index=True)
    return np.asarray(order[first])


def _sample(tasks: Sequence[Marks], rows: Sequence[Array]) -> Sample:
    pairs = list(zip(tasks, rows, strict=True))
    return Sample(
        np.concatenate([marks.confidence[chosen] for marks, chosen in pairs]),
        np.concatenate([~marks.right[chosen] for marks, chosen in pairs]),
    )


def _reason(calibration: int, *, alpha: float, delta: float) -> str:
    fewest = needed(alpha, delta)
    if calibration < fewest:
        return f"{calibration} units calibrate, {fewest} is the least for these bounds"
    return "the most confident items already have too many errors"
