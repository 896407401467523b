"""Which records count, which probabilities are valid, and what is refused."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scoring_kit import answer, failed, item, records, task, yes

from decisionpivot import answers
from decisionpivot.items import InputError
from decisionpivot.scoring.records import collect, decimals, probabilities

AB = ("a", "b")


@pytest.mark.parametrize(
    "p",
    [
        None,
        [],
        "a",
        0.5,
        {},
        {"a": 1.0},
        {"a": 0.5, "b": 0.4, "c": 0.1},
        {"a": 0.5, "B": 0.5},
        {"a": float("nan"), "b": 1.0},
        {"a": 1.0, "b": float("nan")},
        {"a": math.inf, "b": 0.0},
        {"a": -0.1, "b": 1.1},
        {"a": 0.0, "b": 0.0},
        {"a": 0, "b": 0},
        {"a": True, "b": False},
        {"a": "0.5", "b": "0.5"},
        {"a": None, "b": 1.0},
        {"a": 10**400, "b": 1},
        dict.fromkeys(map(str, range(200)), 0.0),
    ],
)
def test_anything_but_a_distribution_over_exactly_the_options_is_invalid(p: object) -> None:
    assert probabilities(p, AB) is None


@pytest.mark.parametrize(
    ("p", "expected"),
    [
        ({"a": 1, "b": 3}, [0.25, 0.75]),
        ({"b": 0.2, "a": 0.6}, [0.6 / 0.8, 0.2 / 0.8]),
        ({"a": -0.0, "b": 2.0}, [0.0, 1.0]),
        ({"a": 1e308, "b": 1e308}, [0.5, 0.5]),
        ({"a": 5e-324, "b": 0.0}, [1.0, 0.0]),
        ({"a": 10**300, "b": 0}, [1.0, 0.0]),
        ({"a": 1.02, "b": 0.0}, [1.0, 0.0]),
    ],
)
def test_any_positive_sum_is_divided_out(p: dict[str, float], expected: list[float]) -> None:
    assert probabilities(p, AB) == expected


def test_forty_options_rounded_to_two_decimals_are_normalised() -> None:
    p = {"0": 0.79} | {str(n): 0.01 for n in range(1, 40)}
    found = probabilities(p, tuple(p))
    assert found
    assert found[0] == pytest.approx(0.79 / 1.18, abs=1e-12)  # .6695


@given(st.permutations([0.9, 0.05, 0.03, 0.02]))
def test_decimals_that_add_up_to_one_stay_as_they_are(values: list[float]) -> None:
    keys = ("a", "b", "c", "d")
    assert probabilities(dict(zip(keys, values, strict=True)), keys) == values


@given(st.lists(st.floats(0, 1e300), min_size=2, max_size=2).filter(any))
def test_valid_probabilities_add_up_to_one(values: list[float]) -> None:
    found = probabilities(dict(zip(AB, values, strict=True)), AB)
    assert found
    assert math.fsum(found) == pytest.approx(1)
    assert max(found) <= 1


@pytest.mark.parametrize(
    ("value", "expected"), [(0.0, 0), (1.0, 0), (0.5, 1), (0.25, 2), (0.0001, 4), (1e-5, 5)]
)
def test_decimals_are_those_of_the_shortest_notation(value: float, expected: int) -> None:
    assert decimals(value) == expected


@given(st.integers(0, 10**6), st.integers(0, 6))
def test_a_number_with_so_many_decimals_has_at_most_so_many(number: int, places: int) -> None:
    assert decimals(number / 10**places) <= places


def test_a_second_record_is_refused_with_both_lines() -> None:
    with pytest.raises(InputError, match=r"f\.jsonl:2: a second record for 'a'.*line 1"):
        collect(records([answer("a"), answer("a")]), {"a"}, file="f.jsonl")


def test_the_last_record_is_kept_on_request() -> None:
    found = collect(
        records([answer("a", yes(0.1)), answer("a", yes(0.9))]), {"a"}, file="f", keep="last"
    )
    assert found["a"].p == yes(0.9)


def test_an_unknown_id_is_refused_with_its_line_or_left_out_on_request() -> None:
    lines = records([answer("a"), answer("x")])
    with pytest.raises(InputError, match=r"f\.jsonl:2: there is no item 'x'"):
        collect(lines, {"a"}, file="f.jsonl")
    assert list(collect(lines, {"a"}, file="f.jsonl", ignore_unknown=True)) == ["a"]


def test_failed_items_stay_in_the_denominator_and_are_counted_by_reason() -> None:
    # 100 items: 80 right, 10 wrong, 5 explicit errors, 5 without a record: .80, not .889
    items = [item(f"{n:03d}", "yes") for n in range(100)]
    given_answers = [answer(i.id, yes(0.9 if n < 80 else 0.1)) for n, i in enumerate(items[:90])]
    given_answers += [failed(i.id, "rate_limit") for i in items[90:95]]
    found = task(items, given_answers)
    assert found.item_accuracy == 0.80
    assert found.failed == 10
    assert found.failures == {"missing": 5, "rate_limit": 5}


def test_a_rejected_answer_is_wrong_even_where_it_names_the_right_option(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    line = {"id": "q1", "probabilities": {"a": 0.6, "b": 0.2}, "choice": "a"}
    file.write_text(json.dumps(line), encoding="utf-8")
    items = [item("q1", "a", AB), item("q2", "a", AB)]
    found = task(items, [*(r.answer for r in answers.read(file)), answer("q2", {"a": 1, "b": 0})])
    assert found.item_accuracy == 0.5
    assert found.failures == {"invalid_p": 1}
    assert found.pooled.share_at_90 == 0.5  # the failed item is at 1/2


def test_an_error_beside_probabilities_is_a_failure() -> None:
    both = failed("a")
    found = task([item("a", "yes")], [answer("a", yes(0.9), error=both.error)])
    assert (found.item_accuracy, found.failures) == (0, {"transport": 1})


def test_a_choice_that_contradicts_the_distribution_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    line = {"id": "q", "choice": "c1", "confidence": 0.99, "p": {"c0": 0.9, "c1": 0.05, "c2": 0.05}}
    file.write_text(json.dumps(line), encoding="utf-8")
    found = task([item("q", "c1", ("c0", "c1", "c2"))], [r.answer for r in answers.read(file)])
    assert found.item_accuracy == 0
    assert found.pooled.log_loss == pytest.approx(-math.log(0.05))


@pytest.mark.parametrize(
    "p", ['{"A": NaN, "B": 1.0}', '{"A": 1.0, "B": NaN}', '{"A": Infinity, "B": 0}',
          '{"A": 1e999, "B": 0}']
)  # fmt: skip
def test_nan_and_infinity_never_win(tmp_path: Path, p: str) -> None:
    file = tmp_path / "t.jsonl"
    file.write_text(f'{{"id": "q", "p": {p}}}\n', encoding="utf-8")
    found = task([item("q", "A", ("A", "B"))], [r.answer for r in answers.read(file)])
    assert (found.item_accuracy, found.failures) == (0, {"invalid_p": 1})


def test_failed_items_are_uniform_in_confidence_metrics() -> None:
    keys = ("a", "b", "c", "d")
    pooled = task([item("q", "a", keys)], [failed("q")]).pooled
    assert pooled.calibration_error == 0.25  # confidence 1/4, wrong
    assert pooled.brier == pytest.approx(0.75**2 + 3 * 0.25**2)
    assert pooled.log_loss == pytest.approx(math.log(4))


def test_a_failed_item_with_one_option_is_wrong() -> None:
    assert task([item("q", "a", ("a",))], [failed("q")]).item_accuracy == 0


def test_of_equal_probabilities_the_first_option_is_predicted() -> None:
    first = item("q1", "no", ("no", "yes"))
    second = item("q2", "no", ("yes", "no"))
    found = task([first, second], [answer("q1", yes(0.5)), answer("q2", yes(0.5))])
    assert found.item_accuracy == 0.5
    assert found.pooled.share_tied_at_top == 1
