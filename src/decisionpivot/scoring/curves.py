"""Curves for plots: risk against coverage, and accuracy against confidence."""

import numpy as np
from msgspec import Struct

from decisionpivot.scoring.arrays import Array
from decisionpivot.scoring.pooled import BINS, EDGES, bins


class RiskCoverage(Struct, frozen=True):
    """Error rate of the most confident items, one point a tie boundary.

    ``confidence`` is the lowest confidence of the prefix; ``area`` is the sum of risk times the
    coverage that each block of equal confidence adds, so that it does not depend on file order.
    """

    confidence: tuple[float, ...]
    coverage: tuple[float, ...]
    risk: tuple[float, ...]
    area: float | None

    def coverage_at(self, alpha: float) -> float:
        """The largest coverage with a risk of at most ``alpha``; 0 if there is none."""
        fine = [c for c, risk in zip(self.coverage, self.risk, strict=True) if risk <= alpha]
        return max(fine, default=0.0)


def risk_coverage(confidence: Array, right: Array) -> RiskCoverage:
    """The whole risk-coverage curve of some items.

    >>> risk_coverage(np.array([0.9, 0.7, 0.7, 0.5]), np.array([True, False, True, False])).risk
    (0.0, 0.3333333333333333, 0.5)
    """
    n = len(confidence)
    if not n:
        return RiskCoverage((), (), (), None)
    order = np.argsort(-confidence, kind="stable")
    ordered = confidence[order]
    ends = np.flatnonzero(np.r_[ordered[1:] != ordered[:-1], True])
    risk = np.cumsum(~right[order])[ends] / (ends + 1)
    coverage = (ends + 1) / n
    return RiskCoverage(
        confidence=tuple(ordered[ends].tolist()),
        coverage=tuple(coverage.tolist()),
        risk=tuple(risk.tolist()),
        area=float((risk * np.diff(coverage, prepend=0.0)).sum()),
    )


class Bin(Struct, frozen=True):
    """One bin of the calibration error: from ``low`` (left out) to ``high``."""

    low: float
    high: float
    n: int
    confidence: float | None
    accuracy: float | None


def reliability(confidence: Array, right: Array) -> tuple[Bin, ...]:
    """Mean confidence and accuracy in each of the 15 bins of the calibration error."""
    own = bins(confidence)
    sizes = np.bincount(own, minlength=BINS).tolist()
    sums = np.bincount(own, confidence, BINS).tolist()
    hits = np.bincount(own, right, BINS).tolist()
    return tuple(
        Bin(
            low=float(high - 1 / BINS) if number else 0.0,
            high=float(high),
            n=size,
            confidence=total / size if size else None,
            accuracy=hit / size if size else None,
        )
        for number, (high, size, total, hit) in enumerate(
            zip(EDGES.tolist(), sizes, sums, hits, strict=True)
        )
    )
