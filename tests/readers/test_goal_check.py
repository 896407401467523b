"""What the partial readers of goal_check see, on three small runs each.

At the start Ada holds red-file ('one') and blue-file ('two', sealed), Bela blue-file ('three').
"""

import pytest

from decisionpivot.readers.goal_check import READERS
from decisionpivot.solvers.goal_check import solve
from goal_kit import request


def answers(reader: str, steps: str, goal: str) -> tuple[str, str]:
    """What the reader says, and what is so."""
    asked = request(steps, goal)
    p = READERS[f"goal_check/{reader}"].read(asked)
    assert sorted(p.values()) == [0.0, 1.0]
    return max(p, key=lambda key: p[key]), solve(asked).answer


@pytest.mark.parametrize(
    ("steps", "goal", "says"),
    [
        # The last step on red-file is the second; the first is passed over by reader and run.
        ("change(Ada/red-file, 'six'); drop(Ada/red-file)", "Ada/red-file is absent", "yes yes"),
        # The seal makes the last step fail.
        ("change(Ada/blue-file, 'six')", "text of Ada/blue-file: 'six'", "yes no"),
        # The copy is taken to have the value that red-file had at the start.
        (
            "change(Ada/red-file, 'six'); clone(Ada/red-file, Bela); seal(Bela/red-file)",
            "text of Bela/red-file: 'six'",
            "no yes",
        ),
    ],
)
def test_last_steps_judges_by_the_last_step_that_alters(steps: str, goal: str, says: str) -> None:
    assert answers("last-steps", steps, goal) == tuple(says.split())


@pytest.mark.parametrize(
    ("steps", "goal", "says"),
    [
        # Steps that succeed are carried out one after the other.
        (
            "shift(Ada/red-file, Bela); drop(Bela/red-file)",
            "Ada holds exactly 1 document",
            "yes yes",
        ),
        # A seal stops nothing.
        ("drop(Ada/blue-file)", "Ada/blue-file is absent", "yes no"),
        # A taken name stops nothing, nor does a missing thing stop an update.
        ("put(Bela/blue-file, 'six')", "text of Bela/blue-file: 'six'", "yes no"),
        ("change(Bela/red-file, 'six')", "Bela/red-file is absent", "no yes"),
    ],
)
def test_no_failures_runs_all_steps(steps: str, goal: str, says: str) -> None:
    assert answers("no-failures", steps, goal) == tuple(says.split())
