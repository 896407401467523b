"""The solver of filter_match on small states of our own, with the working."""

from typing import Any

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.solvers.filter_match import solve
from decisionpivot.solvers.verdict import Unreadable, Verdict

BOUNDS = "Plain comparatives (less than and the like) are strict; negations include the limit."
EXACT = "Unless another note says so, nothing is rounded."
FEE = "The delivery fee comes on top of the price in the record."
PER = "Dividing the price by the pieces gives the figure for one piece."
AREA = "The table top is a rectangle of length by width."
SHARE = "Percentages refer to the weight as 100 per cent."
INCLUSIVE = "Both end dates belong to a period and are counted."
EXCLUSIVE = "The days of a period are the difference between its two dates."
INCH = "An inch counts as 2.5 centimetres."
SUM = "Every entry under extras goes into the sum."
COUNT = "Equal entries among the marks count separately."
MEAN = "The mean is unweighted and takes in all marks."
PACKS = "Only whole crates count, so that a part of one is rounded up."
FEATURES = "For features, true means present and false means absent."

RECORD: dict[str, Any] = {
    "price": "20.00 EUR",
    "delivery fee": "1.50 EUR",
    "pieces": 8,
    "length": "40 cm",
    "width": "30 cm",
    "oak share": "3 kg",
    "weight": "12 kg",
    "drawer depth": "10 inches",
    "start": "1 March 2031",
    "end": "10 March 2031",
    "extras": {"lamp": "2.25 EUR", "cover": "0.50 EUR"},
    "marks": ["4 points", "6 points", "6 points", "9 points"],
    "chairs per crate": 6,
    "wood": "dark oak",
    "code": "AB1-2000",
    "wheels": False,
}


def asked(
    *wishes: str, notes: tuple[str, ...] = (), record: dict[str, Any] | None = None
) -> Verdict:
    state = {
        "request": "\n".join(["The table must satisfy every point below.", *wishes]),
        "conventions": [BOUNDS, EXACT, *notes],
        "record": RECORD | (record or {}),
    }
    options = (Option("yes", "all hold"), Option("no", "one fails"))
    return solve(Request(state, Question("noul", "Does it?"), options))


COMPUTED = [
    ("price_plus_fee", FEE, "The price plus the delivery fee must be over {} EUR.", "21.49 21.5"),
    ("price_per_unit", PER, "The price per piece must not be below {} EUR.", "2.50 2.51"),
    ("price_per_unit", PER, "The price divided by the pieces must be under {} EUR.", "2.51 2.50"),
    ("area", AREA, "The table top must be over {} square centimetres.", "1199 1200"),
    ("area", AREA, "The product of length and width must be 1201 cm² or {}.", "less more"),
    ("share_of_total", SHARE, "The oak share relative to the weight must be below {}%.", "26 25"),
    ("days_between", EXCLUSIVE, "The time from start to end must be {} days or less.", "9 8"),
    ("days_between", INCLUSIVE, "The period from start to end is not to be over {} days.", "10 9"),
    ("unit_conversion", INCH, "The drawer depth in centimetres must be at least {} cm.", "25 25.1"),
    ("unit_conversion", INCH, "Its drawer depth may not be above {} centimetres.", "25 24.9"),
    ("list_sum", SUM, "The total of the extras must be {} EUR at the most.", "2.75 2.74"),
    ("list_sum", SUM, "The sum over all extras must be less than {} EUR.", "2.76 2.75"),
    ("list_count", COUNT, "The number of marks that are over 4 points must be at least {}.", "3 4"),
    ("list_count", COUNT, "The count of marks that are 6 points or more is to be below {}.", "4 3"),
    ("packs", PACKS, "The number of crates needed for {} chairs must be no more than 2.", "12 13"),
    ("average", MEAN, "The average of the marks must be more than {} points.", "6.24 6.25"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "note", "wish", "figures"), COMPUTED)
def test_a_computed_figure_is_compared_exactly_and_its_kind_is_the_reason(
    kind: str, note: str, wish: str, figures: str
) -> None:
    good, bad = (asked(wish.format(figure), notes=(note,)) for figure in figures.split())
    assert (good, bad) == (Verdict("yes"), Verdict("no", kind))


DIRECT = [
    ("minimum", "Its pieces must be at least {}.", "8 9"),
    ("minimum", "We do not want its weight to be under {} kg.", "12 13"),
    ("maximum", "Make sure that its weight is no greater than {} kg.", "12 11"),
    ("strict_bound", "We accept it only if the weight is smaller than {} kg.", "13 12"),
    ("strict_bound", "We require the weight to be above {} kg.", "11 12"),
    ("equality", "Its weight must be {} kg, neither more nor less.", "12 13"),
    ("equality", "Its wood must be {} rather than light elm.", "dark_oak dark_ash"),
    ("membership", "Its wood must be one of {} and pale elm, so not red ash.", "dark_oak dark_ash"),
    ("membership", "Its wood is to be red ash, pale elm or {}.", "dark_oak dark_ash"),
    ("exclusion", "Its wood must be anything but {} or pale elm.", "dark_ash dark_oak"),
    ("range", "Its length must be from 30 cm up to {} cm, limits included.", "40 39"),
    ("range", "Its length must be no less than {} cm and no more than 50 cm.", "40 41"),
    ("date_on_or_before", "The end must be {} Mar 2031 at the latest.", "10 09"),
    ("date_on_or_before", "We do not want its end to be after March {}, 2031.", "10 9"),
    ("text_prefix", "We accept only a code that starts with {} and not with AC1.", "AB1 AB2"),
    ("text_prefix", "The first three characters of the code must be {}.", "AB1 AC1"),
]


@pytest.mark.parametrize(("kind", "wish", "words"), DIRECT)
def test_a_field_is_compared_as_it_stands(kind: str, wish: str, words: str) -> None:
    good, bad = (asked(wish.format(word.replace("_", " "))) for word in words.split())
    assert (good, bad) == (Verdict("yes"), Verdict("no", kind))


def test_a_feature_is_told_by_its_truth_value() -> None:
    without, needed = "It must not have a wheels.", "Without a wheels it is of no use to us."
    assert asked(without, notes=(FEATURES,)) == Verdict("yes")
    assert asked(needed, notes=(FEATURES,)) == Verdict("no", "flag")


def test_one_failing_constraint_among_others_decides_and_gives_the_reason() -> None:
    wishes = ("Its weight must be 12 kg or more.", "Its pieces must be below 8.")
    assert asked(*wishes) == Verdict("no", "strict_bound")


def test_two_kinds_of_failure_give_no_reason() -> None:
    assert asked("Its weight must be 13 kg or more.", "Its pieces must be below 8.") == Verdict(
        "no"
    )


@pytest.mark.parametrize("key", ["seat_price_eur", "seatPriceEur", "seat price (EUR)"])
def test_a_unit_may_stand_in_the_key_of_a_field(key: str) -> None:
    record = {key: "1,200.00"}
    commas = ("Thousands are set off by a comma.",)
    wish = "The seat price must be {} EUR or less."
    assert asked(wish.format("1,200.00"), notes=commas, record=record) == Verdict("yes")
    assert asked(wish.format("1,199.99"), notes=commas, record=record) == Verdict("no", "maximum")


def test_an_entry_without_a_unit_keeps_a_name_that_ends_like_one() -> None:
    assert asked("Its weekly hours must be at most 35.", record={"weekly_hours": 36}).answer == "no"


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ("The table ought to please.", "the sentence"),
        ("Its weight must be around 12 kg.", "the limit"),
        ("Its handle must be dark oak.", "the subject"),
        ("Its weight must be at least 12 pounds.", "no convention turns"),
        ("The price plus the delivery fee must be at most 22 EUR.", "convention on price_plus_fee"),
        ("It must not have a wheels.", "convention on flag"),
        ("The end must be Sun 10 Mar 2031 at the latest.", "the weekday"),
        ("The end must be 31 Jun 2031 at the latest.", "the date"),
        ("Its price must be at most 1,200.00 EUR.", "a comma in a figure"),
    ],
)
def test_what_cannot_be_read_is_refused(wish: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        asked(wish)


def test_unknown_or_contradicting_conventions_are_refused() -> None:
    with pytest.raises(Unreadable, match="the convention"):
        asked("Its pieces must be at least 8.", notes=("Prices are rounded to whole euros.",))
    with pytest.raises(Unreadable, match="how days are counted"):
        asked("Its pieces must be at least 8.", notes=(INCLUSIVE, EXCLUSIVE))


@pytest.mark.parametrize(
    "parts",
    [
        {"conventions": 3},
        {"conventions": [None]},
        {"record": None},
        {"request": ["The table must satisfy every point below."]},
        {"remark": "none"},
    ],
)
def test_a_state_of_another_form_is_refused(parts: dict[str, Any]) -> None:
    state = {"request": "Hello.", "conventions": [BOUNDS], "record": RECORD} | parts
    with pytest.raises(Unreadable, match="not a request with conventions and a record"):
        solve(Request(state, Question("noul", "Does it?"), ()))


def test_another_opening_is_refused() -> None:
    state = {"request": "Hello.\nIts pieces must be 8.", "conventions": [], "record": RECORD}
    with pytest.raises(Unreadable, match="the opening"):
        solve(Request(state, Question("noul", "Does it?"), ()))
