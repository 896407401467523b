"""How many predictions change between two runs."""

import pytest
from scoring_kit import answer, failed, item, marks, yes

from decisionpivot.items import InputError
from decisionpivot.scoring.compare import Entrant
from decisionpivot.scoring.stability import stability

ITEMS = [item(str(n), "yes") for n in range(5)]


def run(p: list[float | None]) -> Entrant:
    answers = [
        failed(i.id) if v is None else answer(i.id, yes(v)) for i, v in zip(ITEMS, p, strict=True)
    ]
    return Entrant("r", tuple(marks(ITEMS, answers)))


def test_a_changed_label_counts_and_a_changed_probability_does_not() -> None:
    found = stability(run([0.9, 0.9, 0.2, 0.2, 0.6]), run([0.6, 0.1, 0.9, 0.3, 0.7]), resamples=50)
    assert (found.all.n, found.all.changed) == (5, 2)
    assert (found.all.to_right, found.all.to_wrong) == (1, 1)
    assert found.share.value == 0.4
    assert found.share.low <= 0.4 <= found.share.high  # type: ignore[operator]


def test_failing_once_is_a_change_and_failing_twice_is_none() -> None:
    found = stability(run([None, None, 0.9, 0.9, 0.9]), run([None, 0.9, 0.9, 0.9, 0.9]))
    assert (found.all.changed, found.all.failures_changed, found.all.to_right) == (1, 1, 1)


def test_a_run_is_stable_against_itself() -> None:
    own = run([0.9, 0.1, None, 0.5, 0.6])
    assert stability(own, own).share.value == 0


def test_failed_and_tied_answers_show_no_slot() -> None:
    own = run([0.9, 0.9, 0.2, 0.5, None])
    assert stability(own, run([0.5] * 5), resamples=10).first_slot == (2 / 3, None)


def test_runs_over_different_items_are_refused() -> None:
    with pytest.raises(InputError, match="different items"):
        stability(run([0.9] * 5), Entrant("s", tuple(marks(ITEMS[:4], []))))
