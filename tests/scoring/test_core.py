"""Core metrics, with values worked out by hand."""

import numpy as np
import pytest
from scoring_kit import answer, answers_of, card, failed, family, item, marks, task, yes

from decisionpivot.scoring.bootstrap import drawn, stream
from decisionpivot.scoring.core import automation, falling
from decisionpivot.scoring.scorecard import Slice
from decisionpivot.scoring.slices import falls_with_place

ABC = ("a", "b", "c")


def pair(name: str, **more: object) -> list:
    return [
        item(f"{name}+", "yes", group=name, **more),
        item(f"{name}-", "no", group=name, **more),
    ]


def test_every_member_of_a_group_must_be_right() -> None:
    items = [item(f"{g}{k}", k, ABC, group=g) for g in "xy" for k in ABC]
    right = {
        "a": {"a": 1, "b": 0, "c": 0},
        "b": {"a": 0, "b": 1, "c": 0},
        "c": {"a": 0, "b": 0, "c": 1},
    }
    answers = [answer(i.id, right[str(i.answer)]) for i in items[:-1]]
    answers.append(answer(items[-1].id, right["a"]))
    found = task(items, answers)
    assert (found.pair_accuracy, found.item_accuracy) == (1 / 2, 5 / 6)
    assert (found.groups, found.pair_chance) == (2, pytest.approx(1 / 27))


def test_direction_is_strict_ties_are_shown_and_failures_stay_in_the_denominator() -> None:
    items = pair("g1") + pair("g2") + pair("g3") + pair("g4") + pair("g5")
    p = {
        "g1+": 0.9, "g1-": 0.1,  # both right, in direction
        "g2+": 0.7, "g2-": 0.7,  # yes/yes, tied
        "g3+": 0.3, "g3-": 0.2,  # no/no, in direction
        "g4+": 0.4, "g4-": 0.6,  # reversed
    }  # fmt: skip
    answers = [answer(k, yes(v)) for k, v in p.items()]
    found = task(items, [*answers, answer("g5+", yes(0.9)), failed("g5-")])
    assert found.pair_direction == 2 / 5
    assert found.pair_direction_ties == 1 / 5
    outcomes = found.pair_outcomes
    assert (outcomes.both, outcomes.yes_yes, outcomes.no_no) == (1, 1, 1)
    assert (outcomes.reversed, outcomes.failed) == (1, 1)


def test_direction_does_not_depend_on_the_order_of_options() -> None:
    items = [item("a", "yes", ("no", "yes"), group="g"), item("b", "no", ("yes", "no"), group="g")]
    assert task(items, [answer("a", yes(0.6)), answer("b", yes(0.4))]).pair_direction == 1


def test_direction_is_of_pairs_with_a_yes_and_a_no_alone() -> None:
    triple = [item(f"t{k}", k, ABC, group="t") for k in ABC]
    same = [item("s1", "yes", group="s"), item("s2", "yes", group="s")]
    found = task([*triple, *same], [])
    assert (found.pair_direction, found.pair_direction_ties, found.pair_outcomes) == (None,) * 3


def test_yes_no_and_a_choice_of_two_give_the_same_figures() -> None:
    asked = [item("1", "yes"), item("2", "no")]
    choice = [item("1", "a", ("a", "b")), item("2", "b", ("a", "b"))]
    p = {"1": 0.4, "2": 0.7}
    first = task(asked, [answer(k, yes(v)) for k, v in p.items()])
    second = task(choice, [answer(k, {"a": v, "b": 1 - v}) for k, v in p.items()])
    assert first.pooled == second.pooled
    assert first.automation_5 == second.automation_5


def test_items_without_groups_have_no_pair_accuracy() -> None:
    found = task([item("q", "yes")], [answer("q", yes(0.9))])
    assert (found.pair_accuracy, found.pair_chance, found.groups) == (None, None, 0)


def graded(outcomes: str, confidences: list[float]) -> float | None:
    """Automation of items that are right (r) or wrong (w) at these confidences."""
    items = [item(f"{n:03d}", "yes" if o == "r" else "no") for n, o in enumerate(outcomes)]
    answers = [answer(i.id, yes(c)) for i, c in zip(items, confidences, strict=True)]
    found = task(items, answers).automation_5
    assert found is None or isinstance(found, float)
    return found


def descending(n: int) -> list[float]:
    return [0.99 - k / 1000 for k in range(n)]


def test_automation_takes_an_error_rate_of_exactly_five_percent() -> None:
    # 19 right and 1 wrong: risk 1/20; the next wrong one makes it 2/21
    assert graded("r" * 19 + "ww", descending(21)) == 20 / 21


def test_automation_may_go_down_and_come_up_again() -> None:
    # the first is wrong: risk 1/k <= .05 from k = 20 on
    assert graded("w" + "r" * 19 + "w", descending(21)) == 20 / 21
    assert graded("w" + "r" * 18, descending(19)) == 0


def test_automation_ends_at_tie_boundaries_alone() -> None:
    # 10 right, then a block of ten equal confidences with one error: 10/20, or all with risk .05
    assert graded("r" * 10 + "rrrrwrrrrr", descending(10) + [0.6] * 10) == 1
    assert graded("r" * 10 + "rrrrwwrrrr", descending(10) + [0.6] * 10) == 0.5


def test_automation_is_zero_when_no_prefix_is_good_enough() -> None:
    assert graded("wwww", descending(4)) == 0


@pytest.mark.parametrize("skill", [0.0, 0.5, 0.9, 0.99])
def test_automation_of_many_resamples_is_that_of_each(skill: float) -> None:
    items = family("f", "A", 60)
    answers = answers_of(items, skill=skill)
    for n in range(0, 90, 3):  # blocks of equal confidence, right and wrong
        answers[n] = answer(answers[n].id, yes(0.75))
    (own,) = marks(items, answers)
    weights = drawn(stream(1, "f"), own.sheet.units, 100)
    order = falling(own)
    each = [automation(order, weights[:, [n]])[0] for n in range(100)]
    np.testing.assert_array_equal(automation(order, weights), each)


def test_an_undefined_automation_of_nothing_in_a_resample_is_nan() -> None:
    (own,) = marks([item("q", "yes")], [answer("q", yes(0.9))])
    assert np.isnan(automation(falling(own), np.zeros((1, 1)))).all()


def test_macro_is_the_mean_over_families_and_levels_over_those_that_have_them() -> None:
    items = family("f", "A", 6) + family("h", "B", 3)[:2]  # h has level 1 alone
    answers = [
        answer(i.id, yes(0.9 if i.answer == "yes" else 0.1)) for i in items if i.family == "f"
    ]
    answers += [answer(i.id, yes(0.9)) for i in items if i.family == "h"]
    found = card(items, answers).core
    assert found
    assert found.macro.pair_accuracy == 0.5  # (1 + 0) / 2
    assert found.macro.item_accuracy == 0.75  # (1 + 1/2) / 2
    assert found.macro.levels["1"].pair_accuracy == 0.5
    assert found.macro.levels["3"].pair_accuracy == 1
    assert found.macro.averaged == {"item_accuracy": 2, "pair_accuracy": 2, "automation_5": 2}


def test_layers_average_their_families() -> None:
    items = family("f", "A", 3) + family("h", "A", 3)
    answers = [
        answer(i.id, yes(0.9 if i.answer == "yes" else 0.1)) for i in items if i.family == "f"
    ]
    layer = card(items, answers).core.layers["A"]  # type: ignore[union-attr]
    assert (layer.n, layer.pair_accuracy, layer.item_accuracy) == (12, 0.5, 0.5)
    assert layer.pair_chance == 0.25


def test_a_group_counts_in_every_part_that_has_one_of_its_members() -> None:
    items = [
        item("a", "yes", group="g", at=0.1),
        item("b", "no", group="g", at=0.5),
        item("c", "yes", group="h", at=0.9),
        item("d", "no", group="h", at=2 / 3),
    ]
    answers = [answer("a", yes(0.9)), answer("b", yes(0.1)), answer("c", yes(0.9))]
    place = task(items, answers).by["place"]
    assert list(place) == ["first", "middle", "last"]
    assert place["first"] == Slice(1, 1.0, 1.0)
    assert place["middle"] == Slice(1, 1.0, 1.0)
    assert place["last"] == Slice(2, 0.5, 0.0)


@pytest.mark.parametrize(
    ("line", "flagged"),
    [((0.9, 0.7, 0.5), True), ((0.9, 0.5, 0.7), False), ((0.52, 0.51, 0.5), False),
     ((0.5, 0.7, 0.9), False), ((0.9, None, 0.5), False), ((1.0, 1.0, 1.0), False)],
)  # fmt: skip
def test_a_line_that_falls_with_the_place_is_flagged(
    line: tuple[float | None, ...], flagged: bool
) -> None:
    thirds = {
        p: Slice(200, v, None) for p, v in zip(("first", "middle", "last"), line, strict=True)
    }
    assert falls_with_place(thirds) is flagged


def test_properties_that_no_item_states_are_left_out() -> None:
    items = [item("a", "yes", level=1), item("b", "no", domain="d")]
    by = task(items, []).by
    assert list(by) == ["level", "domain"]
    assert by["level"] == {"1": Slice(1, 0.0, None)}


def test_under_99_percent_of_records_a_task_is_incomplete_and_still_counts() -> None:
    items = [item(f"{n:03d}", "yes") for n in range(200)]
    whole = [answer(i.id, yes(0.9)) for i in items]
    found = card(items, whole[:198])
    assert (found.complete, found.incomplete) == (True, ())
    found = card(items, whole[:197])
    assert (found.complete, found.incomplete) == (False, ("t",))
    assert found.data.tasks["t"].item_accuracy == 197 / 200  # type: ignore[union-attr]


def test_a_perfect_system_has_100_percent_everywhere() -> None:
    items = family("f", "A", 9) + family("h", "B", 6, size=3)
    perfect = [answer(i.id, {k: float(k == i.answer) for k in i.request.keys}) for i in items]
    found = card(items, perfect, resamples=50).core
    assert found
    losses = ("pooled.brier", "pooled.log_loss")
    assert {found.intervals[path].high for path in losses} == {0.0}
    others = [v.low for k, v in found.intervals.items() if k not in losses and v.low is not None]
    assert set(others) == {1.0}
    assert found.pooled.calibration_error == 0


def test_uniform_guesses_solve_as_many_groups_as_chance() -> None:
    items = family("h", "B", 3000, size=3)
    found = card(items, answers_of(items, skill=0)).core
    assert found
    chance = 1 / 27
    error = (chance * (1 - chance) / 3000) ** 0.5
    assert found.macro.pair_chance == pytest.approx(chance)
    assert found.macro.pair_accuracy == pytest.approx(chance, abs=3 * error)
