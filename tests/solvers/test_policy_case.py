"""The solver of policy_case on policies made by hand; the working is in the comments."""

from typing import Any

import pytest

from decisionpivot.solvers.policy_case import solve
from decisionpivot.solvers.verdict import Unreadable
from policy_kit import HIGHER_NUMBER, NOTES, policy

APPROVE = "Approve the request if the equipment is a camera and the borrower is a student."
DENY = "Deny the request if the equipment is a camera and the place of use is the workshop."
ESCALATE = "Escalate the request if the equipment is a camera."


def verdict(*rules: str, **parts: Any) -> tuple[str, str | None]:
    found = solve(policy(*rules, **parts))
    return found.answer, found.reason


def applies(condition: str, **record: str) -> bool:
    """Whether a rule with this one condition applies; else the default denies."""
    return solve(policy(f"Approve the request if {condition}.", **record)).answer == "approve"


def test_a_rule_applies_when_all_its_conditions_hold() -> None:
    assert verdict(APPROVE) == ("approve", "plain")
    assert verdict(APPROVE, Status_of_borrower="a club") == ("deny", "plain")


@pytest.mark.parametrize(
    ("words", "at_the_figure", "beyond"),
    [
        ("at least 5", True, True),
        ("no fewer than 5", True, True),
        ("more than 5", False, True),
        ("at most 5", True, False),
        ("up to 5", True, False),
        ("under 5", False, False),
    ],
)
def test_limits_count_the_figure_itself_or_not(
    words: str, at_the_figure: bool, beyond: bool
) -> None:
    condition = f"the borrower has had {words} earlier loans"
    assert applies(condition) is at_the_figure
    assert applies(condition, Earlier_loans="6") is beyond


def test_a_limit_may_stand_behind_its_number() -> None:
    assert applies("5 earlier loans or fewer are on file")
    assert not applies("6 earlier loans or more are on file")


def test_money_is_compared_to_the_cent_in_one_currency() -> None:
    assert applies("the deposit made is EUR 1,200.00 or less")
    assert not applies("the deposit made is EUR 1,200.00 or less", Deposit="EUR 1,200.01")
    with pytest.raises(Unreadable, match="another unit"):
        applies("the deposit is at least USD 1,200.00")


def test_days_are_the_difference_of_two_dates_over_a_leap_day() -> None:
    # 25 February to 3 March 2028: four days to the 29th, three more.
    assert applies("at most 7 days lie between collection and return")
    assert not applies("the return is due less than 7 days after collection")


def test_a_sum_adds_the_two_entries_that_the_note_names() -> None:
    # 1,400 g + 100 g
    assert applies("the carrying weight totals at least 1,500 g")
    assert not applies("the carrying weight works out to be over 1,500 g")


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("the equipment is a projector, a microscope or a camera", True),
        ("the equipment is a projector or a microscope", False),
        ("the request is not for a projector", True),
        ("the borrower does not want a camera", False),
        ("the briefing has not been attended", True),
        ("the borrower has attended the briefing", False),
    ],
)
def test_lists_and_negations(condition: str, holds: bool) -> None:
    assert applies(condition) is holds


def test_a_no_may_stand_before_what_is_missing() -> None:
    shown = ("the borrower has shown insurance", "proof of insurance was shown")
    missing = ("the borrower has shown no insurance", "no proof of insurance was shown")
    for condition in shown:
        assert applies(condition, Insurance_shown="yes")
        assert not applies(condition, Insurance_shown="no")
    for condition in missing:
        assert applies(condition, Insurance_shown="no")
        assert not applies(condition, Insurance_shown="yes")


def test_a_list_ends_where_the_next_condition_begins() -> None:
    listed = "the loan is sought by a club, a lecturer or a student"
    assert applies(
        f"the equipment is a projector or a camera, {listed} and up to 5 earlier loans are on file"
    )
    assert not applies(f"{listed} and over 5 earlier loans are on file")


@pytest.mark.parametrize(
    "exception",
    [
        ", except where the deposit is over EUR 1,000.00.",
        ", unless the deposit is over EUR 1,000.00.",
        ". The rule does not hold when the deposit is over EUR 1,000.00.",
        ". Exception: the deposit is over EUR 1,000.00.",
    ],
)
def test_an_exception_takes_its_rule_out_and_no_other(exception: str) -> None:
    assert verdict(DENY, ESCALATE[:-1] + exception) == ("deny", "exception")
    assert verdict(DENY, ESCALATE[:-1] + exception, Deposit="EUR 1,000.00")[0] == "escalate"


def test_exceptions_may_stand_in_a_section_of_their_own() -> None:
    carved = ("There is an exception to rule 1: it does not hold if the borrower is a student.",)
    assert verdict(APPROVE, exceptions=carved) == ("deny", "exception")
    with pytest.raises(Unreadable, match="an exception to no rule"):
        verdict(APPROVE, exceptions=("Leave rule 4 out when the borrower is a student.",))


def test_an_exception_that_changes_nothing_is_no_reason() -> None:
    # Rule 3 is out; had it counted, it would have denied as rule 2 does.
    out = "Deny the request if the equipment is a camera, unless the borrower is a student."
    assert verdict(APPROVE, DENY, out) == ("deny", "precedence")


@pytest.mark.parametrize(
    ("precedence", "answer"),
    [
        (
            HIGHER_NUMBER,
            "escalate",
        ),
        (
            "Among applicable rules that disagree, the first one in numerical order decides.",
            "approve",
        ),
        (
            "Among applicable rules that disagree, the order of precedence decides; "
            "from strongest to weakest it runs 2, 3, 1.",
            "deny",
        ),
        (
            "If the rules that apply lead to different outcomes, denial prevails over approval, "
            "and approval over escalation.",
            "deny",
        ),
        (
            "Competing outcomes of applicable rules are ranked: denial yields to approval, "
            "and both yield to escalation.",
            "escalate",
        ),
    ],
)
def test_precedence_by_number_by_list_and_by_outcome(precedence: str, answer: str) -> None:
    assert verdict(APPROVE, DENY, ESCALATE, precedence=precedence) == (answer, "precedence")


def test_precedence_by_weight_and_by_date_of_adoption() -> None:
    weighed = (f"[weight 20] {APPROVE}", f"[weight 30] {DENY}", f"[weight 9] {ESCALATE}")
    greatest = "A rule with a greater weight overrides one with a smaller weight when both apply."
    assert verdict(*weighed, precedence=greatest)[0] == "deny"
    dated = (f"(adopted 01 Feb 2012) {APPROVE}", f"(adopted March 1, 2011) {DENY}")
    earlier = "A rule adopted earlier overrides one adopted later when both apply."
    assert verdict(*dated, precedence=earlier)[0] == "deny"


@pytest.mark.parametrize(("tie", "answer"), [("higher", "deny"), ("lower", "approve")])
def test_equal_marks_are_settled_by_the_number(tie: str, answer: str) -> None:
    precedence = (
        "If the rules that apply lead to different outcomes, a rule marked site prevails over one "
        "marked group, and that over one marked house; between equal marks the "
        f"{tie} number prevails."
    )
    rules = (f"[site] {APPROVE}", f"[site] {DENY}", f"[group] {ESCALATE}")
    assert verdict(*rules, precedence=precedence) == (answer, "precedence")


def test_equal_weights_are_refused() -> None:
    smallest = "Among applicable rules that disagree, the smallest weight decides."
    with pytest.raises(Unreadable, match="nothing says which is stronger"):
        verdict(f"[weight 7] {APPROVE}", f"[weight 7] {DENY}", precedence=smallest)


def test_rules_that_agree_need_no_precedence() -> None:
    assert verdict(DENY, DENY) == ("deny", "plain")


@pytest.mark.parametrize(
    "rule",
    [
        "Approve the request if the moon is full.",
        "Approve the request if at least 3 loans were late.",
        "Postpone the request if the equipment is a camera.",
        "Approve the request soon.",
    ],
)
def test_a_rule_that_is_not_understood_is_refused(rule: str) -> None:
    with pytest.raises(Unreadable):
        verdict(rule)


@pytest.mark.parametrize(
    "parts",
    [
        {"default": "Use your judgement."},
        {"precedence": "The oldest clerk decides."},
        {"precedence": "When rules disagree, red prevails over blue, and blue over grey."},
        {"notes": (*NOTES, "Rules 2 and 3 are void on Sundays.")},
        {"notes": NOTES[1:]},
        {"Date_of_return": "Thu 3 Mar 2028"},
        {"Date_of_return": "31 Feb 2028"},
        {"Briefing_attended": "perhaps"},
    ],
)
def test_any_other_sentence_or_entry_that_is_not_understood_is_refused(
    parts: dict[str, Any],
) -> None:
    rules = (
        "Deny the request if the briefing has been attended.",
        "Approve the request if the return is due up to 9 days after collection.",
    )
    assert verdict(*rules) == ("approve", "plain")
    with pytest.raises(Unreadable):
        verdict(*rules, **parts)
