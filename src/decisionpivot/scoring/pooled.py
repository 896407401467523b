"""Figures of confidence over pooled items: calibration, Brier score, log loss, AUROC.

All of them take the probability of the chosen option as the confidence and whether that option is
right as the outcome, whether the question is yes/no or a choice.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from decisionpivot.scoring.arrays import Array, Marks
from decisionpivot.scoring.bootstrap import SEED, ratio

BINS = 15
SIMULATIONS = 200
SURE = 0.90
VERY_SURE = 0.99
SHOWN_DECIMALS = 4
"""Up to so many decimals, a system is taken to have rounded its probabilities."""
SMALLEST = 1e-12
"""The floor of a gold probability in the log loss of a system that does not round."""

EDGES = np.array([b / BINS for b in range(1, BINS + 1)])


def bins(confidence: Array) -> Array:
    """The bin of each confidence, from 0: the first whose upper edge is not below it."""
    return np.asarray(np.minimum(np.searchsorted(EDGES, confidence, side="left"), BINS - 1))


def calibration_error(confidence: Array, right: Array) -> float | None:
    """The mean distance between accuracy and confidence over 15 equal-width bins, by bin size.

    >>> round(calibration_error(np.full(10, 0.9), np.arange(10) < 7), 12)
    0.2
    """
    if not len(confidence):
        return None
    own = bins(confidence)
    gap = np.bincount(own, right, BINS) - np.bincount(own, confidence, BINS)
    return float(np.abs(gap).sum() / len(confidence))


def noise_floor(confidence: Array, *, seed: int = SEED) -> float | None:
    """The calibration error of a perfectly calibrated system with these confidences.

    The mean over 200 simulated sets of outcomes. Confidences are sorted first, so that the
    figure depends on their values alone.
    """
    if not len(confidence):
        return None
    key = hashlib.blake2b(f"{seed}\x1fnoise floor".encode(), digest_size=16).digest()
    rng = np.random.Generator(np.random.PCG64(int.from_bytes(key)))
    ordered = np.sort(confidence)
    own = bins(ordered)
    occupied, starts = np.unique(own, return_index=True)
    expected = np.bincount(own, ordered, BINS)[occupied]
    errors = [
        np.abs(
            np.add.reduceat(rng.random(len(ordered)) < ordered, starts, dtype=float) - expected
        ).sum()
        for _ in range(SIMULATIONS)
    ]
    return float(np.mean(errors) / len(ordered))


def auroc(scores: Array, positive: Array, weights: Array | None = None) -> Array:
    """The probability that a positive scores above a negative, ties counted half.

    Scores are compared as stored doubles: no tolerance makes a tie.

    Args:
        scores, positive: one entry an item.
        weights: how often each item counts, resamples in columns; default once.

    Returns:
        One value a column, NaN where one of the classes is empty.
    """
    counted = np.ones((len(scores), 1)) if weights is None else weights
    below, above = np.sort(scores[~positive]), scores[positive]
    drawn = counted[~positive][np.argsort(scores[~positive], kind="stable")]
    mass = np.cumsum(np.vstack([np.zeros((1, counted.shape[1])), drawn]), axis=0)
    beaten = mass[np.searchsorted(below, above, side="left")]
    beaten += mass[np.searchsorted(below, above, side="right")]  # ties are in one of the two
    won = (beaten * counted[positive]).sum(axis=0) / 2
    return ratio(won, counted[positive].sum(axis=0) * mass[-1])


def shown_decimals(tasks: Sequence[Marks]) -> int | None:
    """The largest number of decimals in a run's valid answers; None without any."""
    return max((m.decimals for m in tasks if m.decimals is not None), default=None)


def probability_floor(decimals: int | None) -> float:
    """Below this a gold probability counts as this in the log loss.

    Half a unit of the last decimal that the system shows, if it shows at most four.
    """
    if decimals is None or decimals > SHOWN_DECIMALS:
        return SMALLEST
    return 0.5 * 10.0**-decimals


def brier(marks: Marks) -> Array:
    """By item: the sum over options of the squared differences, 0 to 2."""
    distance = marks.p.copy()
    distance[np.arange(marks.sheet.n), marks.sheet.gold] -= 1
    return np.asarray((distance**2).sum(axis=1))


def log_loss(marks: Marks, floor: float) -> Array:
    """By item: minus the natural logarithm of the gold probability, floored."""
    gold = marks.p[np.arange(marks.sheet.n), marks.sheet.gold]
    return np.asarray(-np.log(np.maximum(gold, floor)))


class Latency(Struct, frozen=True):
    """Percentiles of the latency of successful attempts, in seconds."""

    p50: float
    p95: float
    p99: float


class Pooled(Struct, frozen=True, kw_only=True):
    """Figures over pooled items; see the page on metrics for each."""

    n: int
    share_at_90: float | None
    accuracy_at_90: float | None
    calibration_error: float | None
    calibration_noise_floor: float | None
    brier: float | None
    log_loss: float | None
    auroc: float | None
    share_at_99: float | None
    decimals: int | None
    share_exactly_1: float | None
    share_tied_at_top: float | None
    tokens_mean: float | None
    tokens_median: float | None
    trace_share: float | None
    closed_share: float | None
    latency_s: Latency | None
    cost_usd: float | None
    truncated: int


def pooled(tasks: Sequence[Marks], *, seed: int = SEED) -> Pooled:
    """All pooled figures of some tasks. Items without a right option are left out."""
    graded = [marks.sheet.gold >= 0 for marks in tasks]
    confidence, right = _joined(tasks, graded)
    sure, very_sure = confidence >= SURE, confidence >= VERY_SURE
    decimals = shown_decimals(tasks)
    floor = probability_floor(decimals)
    return Pooled(
        n=len(confidence),
        share_at_90=share(sure),
        accuracy_at_90=share(right[sure]),
        calibration_error=calibration_error(confidence, right),
        calibration_noise_floor=noise_floor(confidence, seed=seed),
        brier=share(np.concatenate([brier(m)[g] for m, g in zip(tasks, graded, strict=True)])),
        log_loss=share(
            np.concatenate([log_loss(m, floor)[g] for m, g in zip(tasks, graded, strict=True)])
        ),
        auroc=_number(auroc(confidence, right)[0]),
        share_at_99=share(very_sure),
        decimals=decimals,
        share_exactly_1=share(confidence[very_sure] == 1),
        share_tied_at_top=share(np.concatenate([_tied(marks) for marks in tasks])),
        **_recorded(tasks),
    )


def share(values: Array) -> float | None:
    """The mean of some values; None of nothing."""
    return float(np.mean(values)) if len(values) else None


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _joined(tasks: Sequence[Marks], graded: Sequence[Array]) -> tuple[Array, Array]:
    pairs = list(zip(tasks, graded, strict=True))
    return (
        np.concatenate([marks.confidence[rows] for marks, rows in pairs]),
        np.concatenate([marks.right[rows] for marks, rows in pairs]),
    )


def _tied(marks: Marks) -> Array:
    """Whether the most probable option of an answered item has an equal."""
    top = (marks.p == marks.confidence[:, None]).sum(axis=1) > 1
    return np.asarray(top[~marks.failed])


def _recorded(tasks: Sequence[Marks]) -> dict[str, Any]:
    """What the records tell beside the probabilities, over the records that tell it."""
    answers = [answer for marks in tasks for answer in marks.answers if answer is not None]
    tokens = np.array([a.tokens for a in answers if a.tokens is not None], dtype=float)
    closed = np.array([a.closed for a in answers if a.closed is not None], dtype=float)
    latency = [a.latency_s for a in answers if a.latency_s is not None and a.error is None]
    costs = sorted(a.cost_usd for a in answers if a.cost_usd is not None)
    return {
        "tokens_mean": share(tokens),
        "tokens_median": float(np.median(tokens)) if len(tokens) else None,
        "trace_share": share(tokens > 0),
        "closed_share": share(closed),
        "latency_s": Latency(*map(float, np.percentile(latency, [50, 95, 99])))
        if latency
        else None,
        "cost_usd": float(np.sum(costs)) if costs else None,
        "truncated": sum(bool(a.truncated) for a in answers),
    }
