"""Simulations (long): what the intervals cover, and that thresholds keep their promise.

The simulated systems are those of ``benchmarks/coverage.py``, whose output is the table of
``docs/limits-of-intervals.md``.
"""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from scoring_kit import answer

from decisionpivot.scoring.arrays import mark

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "coverage.py"


def _simulation() -> ModuleType:
    spec = importlib.util.spec_from_file_location("coverage_simulation", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # annotations of its structs are looked up there
    spec.loader.exec_module(module)
    return module


simulation = _simulation()
AUTOMATION = "macro.automation_5"


@pytest.mark.long
@pytest.mark.parametrize("name", simulation.STRENGTHS)
def test_intervals_of_the_core_cover_the_truth_93_to_97_times_in_100(name: str) -> None:
    found = simulation.core_coverage(simulation.STRENGTHS[name])
    covered = {row.figure: row.covered for row in found if row.figure != AUTOMATION}
    assert len(covered) == 4
    assert all(0.93 <= share <= 0.97 for share in covered.values()), covered
    bias = {row.figure: row.bias for row in found}
    assert all(abs(own) < 0.002 for figure, own in bias.items() if figure != AUTOMATION), bias
    assert 0 < bias[AUTOMATION] < 0.05  # automation is a maximum: biased upward


@pytest.mark.long
def test_the_interval_of_the_reference_score_covers_the_truth_93_to_97_times_in_100() -> None:
    (row,) = simulation.reference_coverage()
    assert 0.93 <= row.covered <= 0.97


@pytest.mark.long
@pytest.mark.parametrize("name", simulation.STRENGTHS)
@pytest.mark.parametrize(("alpha", "delta"), [(0.05, 0.05), (0.1, 0.1)])
def test_a_threshold_breaks_its_bound_in_at_most_a_share_delta_of_runs(
    name: str, alpha: float, delta: float
) -> None:
    found = simulation.threshold_runs(
        simulation.STRENGTHS[name], alpha=alpha, delta=delta, groups=600, runs=2_000
    )
    assert found.broken <= delta


def test_simulated_marks_are_those_of_answers_with_these_probabilities() -> None:
    sheet = simulation.family("f", 3, items=30)
    drawn = simulation.draw(np.random.default_rng(1), 0.5, groups=10, size=3)
    made = simulation.marks(sheet, drawn)
    answers = {
        key: answer(key, dict(zip(keys, p, strict=True)))
        for key, keys, p in zip(sheet.ids, sheet.keys, made.p.tolist(), strict=True)
    }
    found = mark(sheet, answers)
    np.testing.assert_array_equal(found.predicted, made.predicted)
    np.testing.assert_array_equal(found.right, made.right)
    np.testing.assert_allclose(found.p, made.p)
    np.testing.assert_allclose(found.confidence, made.confidence)
