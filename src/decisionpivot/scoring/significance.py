"""Exact and normal tests, and corrections for testing many pairs."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np

from decisionpivot.scoring.arrays import Array

LEVEL = 0.05


def paired_p(differences: Array) -> float | None:
    """Two-sided normal p of a paired difference.

    Args:
        differences: the difference over the data (entry 0), then over matched resamples, whose
            standard deviation is its standard error.

    Returns:
        None where the difference is undefined.
    """
    value, resampled = differences[0], differences[1:]
    defined = resampled[~np.isnan(resampled)]
    if np.isnan(value) or len(defined) < 2:
        return None
    error = float(np.std(defined, ddof=1))
    if error == 0:
        return 1.0 if value == 0 else 0.0
    return math.erfc(abs(float(value)) / error / math.sqrt(2))


def mcnemar_p(won: int, lost: int) -> float:
    """Two-sided exact p of as uneven a split of the discordant pairs as won and lost.

    >>> round(mcnemar_p(9, 1), 6)
    0.021484
    """
    n, fewer = won + lost, min(won, lost)
    term, total = 1, 0
    for k in range(fewer + 1):
        total += term
        term = term * (n - k) // (k + 1)
    return min(1.0, float(Fraction(2 * total, 2**n)))


def holm(p_values: Sequence[float | None], level: float = LEVEL) -> list[bool]:
    """Which hypotheses Holm's procedure rejects; undefined ones are not tested.

    >>> holm([0.01, 0.04, 0.03, None])
    [True, False, False, False]
    """
    tested = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    rejected = [False] * len(p_values)
    for done, (p, place) in enumerate(tested):
        if p > level / (len(tested) - done):
            break
        rejected[place] = True
    return rejected


def average_ranks(values: Array) -> Array:
    """Ranks from 1, equal values sharing the mean of their ranks."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    ranks = np.empty(len(values))
    for start, end in pairwise([*starts.tolist(), len(values)]):
        ranks[order[start:end]] = (start + 1 + end) / 2
    return ranks


def spearman(first: Sequence[float | None], second: Sequence[float | None]) -> float | None:
    """Rank correlation over the systems for which both figures are defined; None if undefined."""
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    if len(pairs) < 2:
        return None
    x, y = (average_ranks(np.array(column)) for column in zip(*pairs, strict=True))
    x, y = x - x.mean(), y - y.mean()
    scale = math.sqrt(float((x * x).sum() * (y * y).sum()))
    return float((x * y).sum()) / scale if scale > 0 else None


def binomial_tail(n: int, wrong: int, rate: float) -> float:
    """P(at most ``wrong`` of ``n``) at an error rate between 0 and 1, added in logarithms."""
    if wrong >= n:
        return 1.0
    steps = np.arange(wrong)
    odds = math.log(rate) - math.log1p(-rate)
    logs = (
        n * math.log1p(-rate)
        + np.r_[0.0, np.cumsum(np.log(n - steps) - np.log(steps + 1.0) + odds)]
    )
    largest = float(logs.max())
    return min(1.0, math.exp(largest) * float(np.exp(logs - largest).sum()))


def upper_bound(n: int, wrong: int, delta: float) -> float:
    """The exact (Clopper-Pearson) upper bound of an error rate, one-sided at 1 - delta."""
    if wrong >= n:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if binomial_tail(n, wrong, middle) > delta else (low, middle)
    return high
