"""Risk against coverage, and the bins of the calibration error."""

from itertools import permutations

import numpy as np
import pytest
from scoring_kit import answers_of, family, marks

from decisionpivot.scoring.curves import reliability, risk_coverage


def curve(confidence: list[float], right: list[int]):
    return risk_coverage(np.array(confidence), np.array(right, dtype=bool))


@pytest.mark.parametrize("right", sorted(set(permutations([1, 1, 0, 0]))))
def test_equal_confidences_enter_together_whatever_their_order(right: tuple[int, ...]) -> None:
    found = curve([0.9] * 4, list(right))
    assert (found.coverage, found.risk, found.area) == ((1.0,), (0.5,), 0.5)


def test_the_area_is_that_of_whole_blocks() -> None:
    found = curve([0.9, 0.7, 0.7, 0.5], [1, 0, 1, 0])
    assert found.coverage == (0.25, 0.75, 1.0)
    assert found.risk == pytest.approx((0, 1 / 3, 1 / 2))
    assert found.area == pytest.approx(0.291667, abs=1e-6)


def test_without_errors_the_area_is_zero() -> None:
    assert curve([0.9, 0.8, 0.7, 0.6, 0.5], [1] * 5).area == 0


def test_the_curve_gives_automation_at_any_rate() -> None:
    items = family("f", "A", 40)
    answers = answers_of(items, skill=0.9)
    (own,) = marks([*items], answers)
    found = risk_coverage(own.confidence, own.right)
    (renamed,) = marks([*items], answers)
    assert found.coverage_at(0.05) == _automation(renamed)
    assert found.coverage_at(1.0) == 1
    assert found.coverage_at(-1.0) == 0


def _automation(own) -> float:
    from decisionpivot.scoring.core import automation, steps

    return float(automation(steps(own), np.ones((own.sheet.units, 1)))[0])


def test_nothing_has_no_curve() -> None:
    found = curve([], [])
    assert (found.coverage, found.area) == ((), None)


def test_bins_have_their_mean_confidence_and_accuracy() -> None:
    found = reliability(np.array([0.95, 1.0, 0.5]), np.array([True, False, True]))
    assert found[-1].n == 2
    assert (found[-1].confidence, found[-1].accuracy) == (0.975, 0.5)
    assert (found[0].n, found[0].confidence, found[0].accuracy) == (0, None, None)
    assert sum(own.n for own in found) == 3
