"""A confidence cut-off with a bound on the error above it."""

import numpy as np
import pytest
from scipy.stats import binom
from scoring_kit import answer, item, marks, yes

from decisionpivot.items import InputError
from decisionpivot.scoring.threshold import (
    Sample,
    choose,
    cutoffs,
    halves,
    needed,
    one_a_unit,
    threshold,
)


def system(n: int, accuracy_at, seed: int = 1, *, size: int = 2):
    """Groups whose members share a confidence c, and are all right with accuracy_at(c)."""
    r = np.random.default_rng(seed)
    items, answers = [], []
    for g in range(n // size):
        confidence = round(0.5 + 0.5 * r.random(), 6)
        right = r.random() < accuracy_at(confidence)  # the whole group is right, or wrong
        for m in range(size):
            one = item(f"{g:05d}{m}", "yes", group=f"g{g:05d}")
            items.append(one)
            answers.append(answer(one.id, yes(confidence if right else 1 - confidence)))
    return marks(items, answers)


def test_the_least_number_without_an_error_is_that_of_the_binomial() -> None:
    # .95^58 = .051, .95^59 = .0485; with one error .95^93 + 93 x .05 x .95^92 = .0500
    assert (needed(0.05, 0.05), needed(0.1, 0.1)) == (59, 22)
    for errors in range(4):
        n = needed(0.05, 0.05, errors)
        assert binom.cdf(errors, n, 0.05) <= 0.05 < binom.cdf(errors, n - 1, 0.05)


def test_cutoffs_stop_at_the_first_that_may_break_the_bound() -> None:
    # 100 at .9 all right, 100 at .8 all wrong, 100 at .7 all right
    sample = Sample(np.repeat([0.9, 0.8, 0.7], 100), np.repeat([False, True, False], 100))
    found = choose(sample, [0.9, 0.8, 0.7], alpha=0.4, delta=0.05)
    assert found
    assert (found.cutoff, found.n, found.wrong) == (0.9, 100, 0)
    assert found.upper == pytest.approx(1 - 0.05 ** (1 / 100))


def test_no_cutoff_is_chosen_when_the_first_already_breaks_the_bound() -> None:
    sample = Sample(np.full(100, 0.9), np.ones(100, dtype=bool))
    assert choose(sample, [0.9], alpha=0.05, delta=0.05) is None


def test_the_sequence_keeps_growing_shares_of_the_other_half() -> None:
    confidence = np.linspace(0.5, 1, 1001)
    sequence = cutoffs(confidence, 500, alpha=0.05, delta=0.05)
    assert sequence == sorted(sequence, reverse=True)
    assert (confidence >= sequence[0]).mean() == pytest.approx(93 / 500, abs=0.001)
    assert sequence[-1] == 0.5
    few = cutoffs(confidence, 60, alpha=0.05, delta=0.05)
    assert (confidence >= few[0]).mean() == pytest.approx(59 / 60, abs=0.001)


def test_too_few_units_have_no_cutoff_and_say_so() -> None:
    found = threshold(system(100, lambda _: 1.0))
    assert (found.bound, found.realised) == (None, None)
    assert found.reason == "25 units calibrate, 59 is the least for these bounds"


def test_members_of_a_group_are_in_one_half_and_one_of_them_is_tested() -> None:
    tasks = system(400, lambda _: 0.9, size=4)
    calibration, target = halves(tasks, seed=1)
    assert (len(calibration.wrong), len(target.wrong)) == (50, 200)


def test_the_item_that_is_tested_is_drawn_evenly() -> None:
    items = [item(f"{g:03d}{m}", "yes", group=f"{g:03d}") for g in range(900) for m in range(3)]
    confidence = [0.6, 0.7, 0.8]
    answers = [answer(i.id, yes(confidence[n % 3])) for n, i in enumerate(items)]
    sample = one_a_unit(marks(items, answers), seed=1)
    counts = [int((sample.confidence == c).sum()) for c in confidence]
    assert sum(counts) == 900
    assert all(abs(count - 300) < 60 for count in counts)


def test_a_good_system_gets_a_cutoff_with_its_error_and_coverage() -> None:
    found = threshold(system(4000, lambda c: 1.0 if c > 0.75 else 0.6))
    assert found.bound and found.realised
    assert found.bound.upper <= 0.05
    assert 0.4 < found.realised.coverage < 0.65  # type: ignore[operator]
    assert found.realised.error < 0.06  # type: ignore[operator]


def test_a_cutoff_may_be_chosen_on_other_labelled_data() -> None:
    mine = system(4000, lambda c: 1.0 if c > 0.75 else 0.6)
    labelled = system(2000, lambda c: 1.0 if c > 0.75 else 0.6, seed=2)
    found = threshold(mine, labelled=labelled)
    assert found.calibration == 1000
    assert found.realised
    assert found.realised.n == 4000


def test_the_same_seed_chooses_the_same_cutoff() -> None:
    tasks = system(2000, lambda c: c)
    assert threshold(tasks, alpha=0.2) == threshold(tasks, alpha=0.2)
    assert threshold(tasks, alpha=0.2) != threshold(tasks, alpha=0.2, seed=5)


@pytest.mark.parametrize("bounds", [{"alpha": 0.0}, {"alpha": 1.0}, {"delta": 0.0}, {"delta": 2.0}])
def test_bounds_lie_between_zero_and_one(bounds: dict[str, float]) -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        threshold(system(100, lambda _: 1.0), **bounds)
