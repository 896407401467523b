"""The solver of record_rule on hand-made batches: each type of rule kept and broken just so."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.solvers import Unreadable
from decisionpivot.solvers.record_rule import solve

STATE = """Integrity check of {count} crate records from Tobra Stores, batch of 3 May 2028.

Rules
{rules}

Notes
{notes}

Lists
Bay codes: BA1, BA2

Records
{rows}"""
NOTES = (
    "The mark '-' means that the field is empty.",
    "Values are compared exactly, and small letters are not capital letters.",
    "At most one rule is violated.",
    "Fields that no rule names may hold anything.",
)
KEY = ["crate id", "C1", "C2", "C3"]


def request(rules, rows, notes=NOTES, keys=None):
    labels = [f"R{number}" for number in range(1, len(rules) + 1)]
    state = STATE.format(
        count=len(rows) - 1,
        rules="\n".join(f"{label}: {rule}" for label, rule in zip(labels, rules, strict=True)),
        notes="\n".join(notes),
        rows="\n".join(rows),
    )
    options = tuple(Option(key, "") for key in keys or [*labels, "none"])
    return Request(state, Question("choice", "Which rule?"), options)


def table(*columns):
    """Rows of a table of the crate ids and these columns (head first)."""
    return [" | ".join(row) for row in zip(KEY, *columns, strict=True)]


def found(rule, *columns):
    verdict = solve(request([rule], table(*columns)))
    assert (verdict.answer == "none") == (verdict.reason == "none")
    return verdict.reason


ON_ONE_FIELD = {
    "required": "No crate may lack the mark.",
    "unique": "No two crates have the same mark.",
    "range": "The mark lies between 5 and 9, both included.",
    "list": 'The mark is one of the entries of the list "Bay codes".',
    "pattern": "Each mark follows one form: a digit, a dot and two capital letters.",
    "limit": "At most two crates of the batch have any one mark.",
    "check_digit": "The mark ends in a check digit, namely the sum of the five digits before it "
    "modulo 7.",
    "parent": "The mark is either empty or the crate id of some other crate in the batch.",
}


@pytest.mark.parametrize(
    ("kind", "kept", "broken"),
    [
        ("required", "a b c", "a - c"),
        ("unique", "a b A", "a b a"),
        ("range", "5 9 7", "5 10 7"),
        ("range", "5 9 7", "4 9 7"),
        ("list", "BA1 BA2 BA1", "BA1 BA2 Ba1"),
        ("pattern", "1.AB 2.CD 3.EF", "1.AB 2.CD 3.EFG"),
        ("limit", "a b a", "a a a"),
        # 1+2+3+4+5 = 15, which leaves 1; five ones leave 5.
        ("check_digit", "123451 000055 111115", "123451 000055 111114"),
        # The third crate is C3: it cannot refer to itself, nor anyone to a C4.
        ("parent", "C2 - C1", "C2 - C3"),
        ("parent", "C2 - C1", "C4 - C1"),
    ],
)
def test_a_rule_on_one_field_is_broken_by_the_least_change(kind, kept, broken):
    assert found(ON_ONE_FIELD[kind], ["mark", *kept.split()]) == "none"
    assert found(ON_ONE_FIELD[kind], ["mark", *broken.split()]) == kind


def test_weights_multiply_the_digits_from_left_to_right():
    rule = (
        "The last digit of the code is the remainder when its first five digits, multiplied from "
        "left to right by 1, 2, 3, 4 and 5, are added up and divided by 10."
    )
    # 1*1 + 2*2 + 3*3 + 4*4 + 5*5 = 55; the plain sum would be 15, with the same last digit;
    # 5*1 + 0*2 + 0*3 + 0*4 + 1*5 = 10, where the plain sum is 6.
    assert found(rule, ["code", "123455", "500010", "000000"]) == "none"
    assert found(rule, ["code", "123455", "500016", "000000"]) == "check_digit"


LOOSE = "The shut date must not be before the open date; the same day is allowed."
STRICT = "No crate has the shut date before or on the day of the open date."


@pytest.mark.parametrize(
    ("rule", "shut", "reason"),
    [
        (LOOSE, "4 May 2028", "none"),
        (LOOSE, "3 May 2028", "date_order"),
        (STRICT, "Fri 5 May 2028", "none"),
        (STRICT, "2028-05-04", "date_order"),
    ],
)
def test_equal_dates_stand_as_the_rule_says(rule, shut, reason):
    opened = ["open date", "4 May 2028", "1 May 2028", "1 May 2028"]
    assert found(rule, opened, ["shut date", shut, "2 May 2028", "2 June 2028"]) == reason


def test_a_total_is_exact_to_the_last_digit():
    rule = "The 'sum due' must equal the 'net' plus the 'tax', without any difference."
    parts = ["net", "0.10", "7.00", "9.99"], ["tax", "0.20", "1.50", "0.01"]
    assert found(rule, *parts, ["sum due", "0.30", "8.50", "10.00"]) == "none"
    assert found(rule, *parts, ["sum due", "0.30", "8.51", "10.00"]) == "total"


def test_an_entry_is_needed_beside_the_named_state_alone():
    rule = "The permit may be empty only where the state is not sealed."
    state = ["state", "sealed", "open", "sealed"]
    assert found(rule, state, ["permit", "P", "-", "Q"]) == "none"
    assert found(rule, state, ["permit", "P", "Q", "-"]) == "conditional"


def test_fields_that_exclude_each_other_may_both_be_empty():
    rule = "No crate has entries under both bay and yard."
    assert found(rule, ["bay", "1", "-", "-"], ["yard", "-", "2", "-"]) == "none"
    assert found(rule, ["bay", "1", "-", "3"], ["yard", "-", "2", "4"]) == "exclusion"


@pytest.mark.parametrize(
    ("places", "reason"), [("11 9 10", "none"), ("8 9 11", "sequence"), ("8 9 9", "sequence")]
)
def test_a_sequence_has_no_gap_and_no_repeat_in_any_order_of_rows(places, reason):
    rule = (
        "For every row, no whole number between the lowest and the highest place is missing, "
        "and none occurs twice."
    )
    assert found(rule, ["row", "A", "A", "A"], ["place", *places.split()]) == reason


def test_a_sequence_counts_in_each_group_on_its_own():
    rule = (
        "Within each row, the place runs without a gap: "
        "sorted, each is one higher than the one before, whatever the first is."
    )
    assert found(rule, ["row", "A", "B", "A"], ["place", "2", "7", "3"]) == "none"


def test_the_violated_rule_of_several_is_named():
    rules = ["The mark must never be empty.", "No two crates have the same mark."]
    verdict = solve(request(rules, table(["mark", "a", "b", "a"])))
    assert (verdict.answer, verdict.reason) == ("R2", "unique")


RULE, COLUMN = "No two crates have the same mark.", ["mark", "a", "b", "c"]


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (request(["Marks are nice."], table(COLUMN)), "not a rule"),
        (request([RULE], table(COLUMN), (*NOTES, "Rows are nice.")), "not a convention"),
        (request([RULE], table(COLUMN), NOTES[1:]), "no convention on: empty mark"),
        (request([RULE], [*table(COLUMN), "C4 | d | e"]), "not a row"),
        (request([RULE], table(COLUMN), keys=["R1", "R2", "none"]), "the options are not"),
        (request([RULE], table(["mark", "a", "-", "c"])), "no entry under 'mark'"),
        (request([RULE, RULE], table(["mark", "a", "a", "c"])), "several rules are violated"),
    ],
)
def test_what_is_not_understood_or_not_stated_is_named(case, said):
    with pytest.raises(Unreadable, match=said):
        solve(case)
