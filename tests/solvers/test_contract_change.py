"""The solver of contract_change on small agreements, each with its working."""

import pytest

from contract_kit import ALL_BOATS, BOATS, NO_RESERVE, RULES, agreement, ceiling, floor
from decisionpivot.solvers import Unreadable
from decisionpivot.solvers.contract_change import measures, solve


def answer(*args: tuple[str, ...] | str, **more: tuple[str, ...]) -> str:
    return solve(agreement(*args, **more)).answer  # type: ignore[arg-type]


def under_a(clause: str, rule: str, *facts: str) -> bool:
    """Whether the right exists under the one clause; version B's clause never lets it."""
    never = floor("999", "number of boats")
    found = answer((clause,), (never,), rule, NO_RESERVE, facts=(*facts, *BOATS))
    return found == "yes_only_A"


def test_a_stricter_clause_takes_the_right_away() -> None:
    # 25 boats: at least 22, not at least 27
    assert answer((floor("22"),), (floor("27"),), ALL_BOATS) == "yes_only_A"


def test_a_looser_clause_gives_the_right() -> None:
    # 25 boats: not below 24, below 30
    assert answer((ceiling("24"),), (ceiling("30"),), ALL_BOATS) == "yes_only_B"


def test_yes_twice_and_no_twice_are_the_same() -> None:
    assert answer((floor("10"),), (floor("12"),), ALL_BOATS) == "same"
    assert answer((floor("40"),), (floor("42"),), ALL_BOATS) == "same"


def test_one_limit_that_fails_is_enough() -> None:
    # A: 10 <= 25 < 30; B: 10 <= 25, but not below 20
    a, b = (floor("10"), ceiling("30")), (floor("10"), ceiling("20"))
    assert answer(a, b, ALL_BOATS) == "yes_only_A"


def test_limits_on_another_right_do_not_count() -> None:
    other = "The right of the Guest to hire a crew is subject to a floor of 90 for the {}."
    clauses = (floor("10"), other.format("number of boats"))
    assert answer((floor("10"),), clauses, ALL_BOATS) == "same"


def test_equal_figures_are_judged_as_the_rules_say() -> None:
    # 25 boats: a floor of 25 is satisfied, a ceiling of 25 is not
    assert answer((floor("25"),), (ceiling("25"),), ALL_BOATS) == "yes_only_A"
    base = ("It is not enough to reach a minimum in order to satisfy it; it has to be exceeded.",)
    base += ("A ceiling may be used up in full and is then still satisfied.", *RULES[2:])
    assert answer((floor("25"),), (ceiling("25"),), ALL_BOATS, base=base) == "yes_only_B"


def test_a_reserve_counts_where_the_rules_say_so() -> None:
    assert answer((floor("22"),), (floor("90"),), NO_RESERVE) == "same"


@pytest.mark.parametrize(
    ("clause", "counted", "left_out", "facts"),
    [
        pytest.param(
            floor("EUR 1,050.00", "amount of rent"),  # 1,000.00 + 50.00
            "Amounts are understood as including the levy on them.",
            "An amount is compared with a limit without its levy.",
            ("Amount of rent before levy: EUR 1,000.00", "Levy on rent: EUR 50.00"),
            id="levy",
        ),
        pytest.param(
            floor("1 h 40 min", "duration of the race"),  # 11:30 to 13:10 is 100 minutes
            "Durations include any interruption between start and end.",
            "The length of an interruption is deducted from the duration.",
            (
                "Start of the race: 11h30",
                "End of the race: 1:10 pm",
                "Interruption of the race: 1 min",
            ),
            id="interruption",
        ),
        pytest.param(
            floor("3 days", "period from the order to the visit"),  # 28 and 29 Feb, 1 Mar
            "Both end dates belong to a period and are counted as days of it.",
            "In a period, its first day is not counted, but its last day is.",
            ("Date of the order: Wed 28 Feb 2024", "Date of the visit: March 1, 2024"),
            id="first day",
        ),
        pytest.param(
            ceiling("21 per cent", "percentage of sails that are torn"),  # 20 of 100, 20 of 90
            "Withdrawals do not reduce the total that a percentage is based on, and so on.",
            "Withdrawn entries are taken out of the total that counts.",
            ("Total of sails: 100", "Withdrawn sails: 10", "Recorded sails that are torn: 20"),
            id="withdrawn",
        ),
    ],
)
def test_a_convention_decides_a_close_case(
    clause: str, counted: str, left_out: str, facts: tuple[str, ...]
) -> None:
    assert under_a(clause, counted, *facts)
    assert not under_a(clause, left_out, *facts)


@pytest.mark.parametrize(
    "clause",
    [
        "The right of the Owner to hire a crew is subject to a minimum of 22 for the number of"
        " boats.",
        "The Owner may not hire a crew if the number of boats fails to satisfy a floor of 22.",
        "Unless the number of boats satisfies a lower limit of 22, the Owner may not hire a crew.",
        "In order that the Owner may hire a crew, the number of boats has to satisfy a floor of"
        " 22.",
        "Where the Owner wishes to hire a crew, a floor of 22 for the number of boats must be"
        " satisfied.",
        "It is a condition for the Owner to hire a crew that the number of boats satisfies a"
        " floor of 22.",
    ],
)
def test_every_wording_of_a_limit_is_read(clause: str) -> None:
    assert answer((clause,), (floor("27"),), ALL_BOATS) == "yes_only_A"


def test_clauses_without_a_limit_change_nothing() -> None:
    spare = "Notices must be given in writing."
    assert answer((floor("22"), spare), (spare, floor("22")), ALL_BOATS) == "same"


@pytest.mark.parametrize(
    "clause",
    ["The moon is made of cheese.", "The number of boats satisfies a floor of 3."],
)
def test_an_unknown_clause_is_refused(clause: str) -> None:
    with pytest.raises(Unreadable, match="not a clause"):
        answer((floor("22"), clause), (floor("22"),), ALL_BOATS)


def test_an_unknown_rule_or_fact_is_refused() -> None:
    clauses = (floor("22"),)
    with pytest.raises(Unreadable, match="not a reading rule"):
        answer(clauses, clauses, ALL_BOATS, "Boats are counted at night.")
    with pytest.raises(Unreadable, match="not a fact"):
        answer(clauses, clauses, ALL_BOATS, facts=(*BOATS, "The boats are old."))


def test_a_convention_or_a_fact_that_is_needed_must_be_stated() -> None:
    clauses = (floor("22"),)
    with pytest.raises(Unreadable, match="no reading rule on: reserve"):
        answer(clauses, clauses)
    with pytest.raises(Unreadable, match="no such fact"):
        answer(clauses, clauses, ALL_BOATS, facts=BOATS[:1])


def test_an_amount_in_another_currency_is_refused() -> None:
    clauses = (floor("900.00 CHF", "amount of rent"),)
    facts = ("Amount of rent before levy: EUR 1,000.00", "Levy on rent: EUR 50.00")
    with pytest.raises(Unreadable, match="'EUR' and 'CHF'"):
        answer(clauses, clauses, "The levy forms part of the amount.", facts=facts)


def test_times_of_day_are_read_in_every_notation() -> None:
    texts = ("08h13", "8:13", "8.13", "8:13 am", "8:13 pm", "12:05 am", "12:05 pm")
    assert [measures.clock(text) for text in texts] == [493, 493, 493, 493, 1213, 5, 725]


def test_a_wrong_weekday_is_refused() -> None:
    with pytest.raises(Unreadable, match="not a date"):
        measures.calendar("Tue 28 Feb 2024")
