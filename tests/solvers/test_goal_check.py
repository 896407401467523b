"""The solver of goal_check on a small archive of our own, with the working.

At the start Ada holds red-file ('one') and blue-file ('two', sealed), Bela blue-file ('three').
"""

import pytest

from decisionpivot.solvers.goal_check import solve
from decisionpivot.solvers.verdict import Unreadable
from goal_kit import (
    KEPT,
    MADE,
    RECEIVER_FIRST,
    REPLACED,
    TRAVELS,
    WORN,
    request,
)


def answer(steps: str, goal: str, **rules: str) -> str:
    return solve(request(steps, goal, **rules)).answer


@pytest.mark.parametrize(
    ("steps", "goal"),
    [
        ("put(Bela/red-file, 'nine')", "Bela/red-file has the text 'nine'"),
        ("change(Ada/red-file, 'nine')", "text of Ada/red-file: 'nine'"),
        ("shift(Ada/red-file, Bela)", "Ada/red-file is absent; Bela/red-file has the text 'one'"),
        ("clone(Ada/red-file, Bela)", "same text: Ada/red-file and Bela/red-file"),
        ("drop(Ada/red-file)", "Ada has 1 document, no more and no fewer"),
        ("unseal(Ada/blue-file); drop(Ada/blue-file)", "no document Ada/blue-file is there"),
    ],
)
def test_an_operation_does_what_it_says(steps: str, goal: str) -> None:
    assert answer(steps, goal) == "yes"
    assert answer("seal(Bela/blue-file)", goal) == "no"


@pytest.mark.parametrize(
    "step",
    [
        "seal(Ada/red-file)",
        "seal | Ada > red-file | -",
        "Ada:red-file: seal",
        "seal red-file (Ada)",
        "seal red-file in Ada",
    ],
)
def test_a_step_is_read_in_every_layout(step: str) -> None:
    assert answer(f"{step}; drop(Ada/red-file)", "Ada/red-file is present") == "yes"


@pytest.mark.parametrize(
    ("contents", "count"),
    [
        ("Ada -- red-file = 'one', sealed; blue-file = 'two'\nBela -- empty", 1),
        ("Ada -- red-file ['one'] (sealed); blue-file ['two']\nBela -- empty", 1),
        ("folder | document | text | sealed?\nAda | red-file | 'one' | yes\nBela | - | - | -", 1),
        ("Ada -- red-file: 'one'; blue-file: 'two'", 0),
    ],
)
def test_contents_are_read_in_every_layout(contents: str, count: int) -> None:
    goal = f"the number of documents in Ada is {count}"
    steps = "drop(Ada/red-file); drop(Ada/blue-file)"
    assert solve(request(steps, goal, contents=contents)).answer == "yes"


def test_a_taken_name_stops_the_step_or_gives_way_unless_it_is_sealed() -> None:
    steps = "put(Bela/blue-file, 'nine')"
    assert answer(steps, "text of Bela/blue-file: 'three'") == "yes"
    assert answer(steps, "text of Bela/blue-file: 'nine'", taken=REPLACED) == "yes"
    sealed = f"seal(Bela/blue-file); {steps}"
    assert answer(sealed, "text of Bela/blue-file: 'three'", taken=REPLACED) == "yes"


def test_an_update_of_a_missing_thing_fails_or_makes_it() -> None:
    steps, goal = "change(Bela/red-file, 'nine')", "there is such a document as Bela/red-file"
    assert answer(steps, goal) == "no"
    assert answer(steps, goal, missing=MADE) == "yes"


def test_a_copy_is_open_or_sealed_like_its_original() -> None:
    steps = "drop(Bela/blue-file); clone(Ada/blue-file, Bela); drop(Bela/blue-file)"
    goal = "Bela/blue-file does not exist"
    assert answer(steps, goal) == "yes"
    assert answer(steps, goal, copies=KEPT) == "no"


def test_a_seal_that_wears_out_stops_one_step_only() -> None:
    steps, goal = "drop(Ada/blue-file); drop(Ada/blue-file)", "Ada/blue-file is absent"
    assert answer(steps, goal) == "no"
    assert answer(steps, goal, wear=WORN) == "yes"


def test_a_taken_name_that_alone_stops_a_step_leaves_the_seal_on() -> None:
    steps = "clone(Bela/blue-file, Ada); drop(Ada/blue-file)"
    assert answer(steps, "Ada/blue-file is absent", wear=WORN) == "no"
    assert answer(steps, "Ada/blue-file is absent", wear=WORN, taken=REPLACED) == "yes"


def test_a_seal_stops_a_move_or_goes_along() -> None:
    steps = "drop(Bela/blue-file); shift(Ada/blue-file, Bela); drop(Bela/blue-file)"
    assert answer(steps, "Ada/blue-file is present") == "yes"
    assert answer(steps, "Bela/blue-file is present", sealed=TRAVELS) == "yes"


def test_the_first_check_that_fails_decides_which_seal_wears_out() -> None:
    steps = "seal(Bela/blue-file); shift(Ada/blue-file, Bela); drop(Ada/blue-file)"
    assert answer(steps, "Ada/blue-file is absent", taken=REPLACED, wear=WORN) == "yes"
    rules = {"taken": REPLACED, "wear": WORN, "order": RECEIVER_FIRST}
    assert answer(steps, "Ada/blue-file is absent", **rules) == "no"


def test_a_condition_on_values_needs_everything_it_names() -> None:
    goal = "different texts: Ada/red-file and {}"
    assert answer("seal(Ada/red-file)", goal.format("Bela/blue-file")) == "yes"
    assert answer("seal(Ada/red-file)", goal.format("Bela/red-file")) == "no"


@pytest.mark.parametrize(
    ("steps", "goal", "rules"),
    [
        ("burn(Ada/red-file)", "Ada/red-file exists", {}),
        ("put(Ada/red-file, Bela)", "Ada/red-file exists", {}),
        ("drop(Ada/red-file, Bela)", "Ada/red-file exists", {}),
        ("drop(Ada/red-file)", "Ada/red-file smells of 'one'", {}),
        ("drop(Ada/red-file)", "Ada/red-file exists", {"wear": "A seal fades in the sun."}),
        ("drop(Ada/red-file)", "Ada/red-file exists", {"more": "Tuesdays are for rest."}),
    ],
)
def test_an_unknown_sentence_is_refused(steps: str, goal: str, rules: dict[str, str]) -> None:
    with pytest.raises(Unreadable):
        solve(request(steps, goal, **rules))
