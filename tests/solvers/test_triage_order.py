"""The solver of waiting orders on small queues whose order can be written down by hand."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.solvers import Unreadable
from decisionpivot.solvers.triage_order import Move, parse, solve

OPENING = (
    "These files are waiting at the mill desk of Tobra on 3 May 2028. "
    "All times belong to that day. Where a file has no due time or no mark, the list says 'nil'."
)
QUEUE = """K-10 | 08:00 | page lost | mark nil | tier 3 | due time nil
K-20 | 09:00 | page torn | mark late | tier 2 | due time 12:30
K-30 | 08:30 | page wet | mark early | tier 2 | due time 11:00
K-40 | 09:00 | page burnt | mark nil | tier 1 | due time 11:30
K-50 | 09:30 | page cut | mark early | tier 3 | due time 12:30"""
BY_CLASS = "The order follows the tier, from 1 to 3."
BY_FINAL = "The order follows the final tier, from 1 to 3."
BY_ARRIVAL = (
    "The earlier arrival goes first. With equal arrivals, numbers decide, the lowest in front."
)
BY_FLAG = "The mark decides, in the order 'early', no mark, 'late'."
BY_DUE = "Sort by due time, earliest first, and put files that have none behind the others."
UNMOVED = "Where final tier and listed tier agree, the file comes before those where they differ."
FLAG_MOVE = "The mark 'early' moves a file up one tier, the mark 'late' moves it down one tier."
WAIT_2H = "Once a file has waited at least 2 h, it moves up one tier."
ENDS = (
    "Moves start from the listed tier and lead to the final tier; up is towards tier 1, "
    "and moves end at tier 1 and tier 3."
)
SUM = (
    "Moves by two rules add up (one up and one down cancel out), "
    "and the sum is made as a single move."
)
FIRST = (
    "A file is moved by the first moving rule in the list that applies and by no other, "
    "be it already in the end tier or not."
)
FIRST_PLACE = "The position asked for is number 1."


def ask(*rules, position=FIRST_PLACE, remarks=(), queue=QUEUE, now="10:30"):
    numbered = [f"{number}. {rule}" for number, rule in enumerate(rules, 1)]
    sections = [
        OPENING,
        "[Queue]\n" + queue,
        "[Now]\nThe order is made at " + now + ".",
        "[Tiers]\ntier 1 = a\ntier 2 = b\ntier 3 = c",
        f"[Position]\n{position}\nPositions are counted from the front, beginning with 1.",
        "[Rules]\n" + "\n".join([*numbered, *(f"- {remark}" for remark in remarks)]),
    ]
    options = tuple(Option(f"K-{n}", "") for n in (10, 20, 30, 40, 50))
    return Request("\n\n".join(sections), Question("choice", "Which?"), options)


def order(*rules, **more):
    """The last digits but one of the whole order."""
    said = (f"The position asked for is number {n}." for n in range(1, 6))
    return "".join(solve(ask(*rules, position=p, **more)).answer[2] for p in said)


def test_class_then_arrival_then_number():
    # Class 1: 40; class 2: 30 at 8:30, 20 at 9:00; class 3: 10 at 8:00, 50 at 9:30.
    assert order(BY_CLASS, BY_ARRIVAL) == "43215"


@pytest.mark.parametrize(("word", "expected"), [("lowest", "13245"), ("highest", "13425")])
def test_equal_arrivals_go_by_number(word, expected):
    assert order(BY_ARRIVAL.replace("lowest", word)) == expected


def test_an_earlier_rule_outranks_a_later_one():
    # early: 30 of class 2, 50 of class 3; no mark: 40, 10; late: 20.
    assert order(BY_FLAG, BY_CLASS, BY_ARRIVAL) == "35412"


def test_without_a_due_time_comes_last():
    # 30 at 11:00, 40 at 11:30, then 20 and 50 at 12:30 by arrival, 10 has none.
    assert order(BY_DUE, BY_ARRIVAL) == "34251"


def test_flags_move_by_one_and_stop_at_the_ends():
    # 30 moves to 1, 50 to 2, 20 to 3: class 1 is 30, 40; class 2 is 50; class 3 is 10, 20.
    assert order(FLAG_MOVE, BY_FINAL, BY_ARRIVAL, remarks=[ENDS]) == "34512"


@pytest.mark.parametrize(
    ("rule", "moved"),
    [
        ("Once a file has waited at least 2 h, it moves up one tier.", "13"),
        ("Once a file has waited more than 2 h, and not merely 2 h, it moves up one tier.", "1"),
        ("Once at most 1 h are left before its due time, a file moves up one tier.", "34"),
        (
            "Once fewer than 60 minutes are left before its due time, and not just 60 minutes, "
            "a file moves up one tier.",
            "3",
        ),
    ],
)
def test_the_limit_itself_counts_only_where_the_rule_says_so(rule, moved):
    # At 10:30, 10 has waited 150 min and 30 exactly 120; 30 has 30 min left and 40 exactly 60.
    queue = QUEUE.replace("tier 1", "tier 2")
    names = order(rule, UNMOVED, BY_ARRIVAL, remarks=[ENDS], queue=queue)
    assert sorted(names[-len(moved) :]) == sorted(moved)


def test_a_move_may_be_for_some_listed_classes_only():
    rule = WAIT_2H + " This holds only for files listed in tier 2 or 3."
    case = parse(ask(rule, BY_FINAL, BY_ARRIVAL, remarks=[ENDS]))
    assert case.rules[0] == Move(measure="wait", minutes=120, inclusive=True, steps=1, only=(2, 3))


def test_a_class_left_out_of_a_move_stays():
    # 10 of class 3 has waited long enough but only class 2 moves: 30 joins 40 in class 1.
    rule = WAIT_2H + " It does not apply unless the file is listed in tier 1 or 2."
    assert order(rule, BY_FINAL, BY_ARRIVAL, remarks=[ENDS]) == "34215"


@pytest.mark.parametrize(("remark", "expected"), [(SUM, "34215"), (FIRST, "34125")])
def test_two_moves_add_up_or_the_first_is_used_alone(remark, expected):
    # 10 is late and has waited 150 min: the sum leaves it in class 3, the first puts it into 2.
    # 30 has waited 120 min and joins 40 in class 1; no other file has a mark.
    queue = QUEUE.replace("mark early", "mark nil").replace("mark late", "mark nil")
    queue = queue.replace("lost | mark nil", "lost | mark late")
    rules = (WAIT_2H, FLAG_MOVE, BY_FINAL, BY_ARRIVAL)
    assert order(*rules, remarks=[ENDS, remark], queue=queue) == expected


@pytest.mark.parametrize("nth", ["2nd", "second"])
def test_the_position_may_be_written_as_an_ordinal(nth):
    sought = f"Name the file that comes {nth} in the order."
    assert solve(ask(BY_CLASS, BY_ARRIVAL, position=sought)).answer == "K-30"


@pytest.mark.parametrize(
    "request_",
    [
        ask("Files on blue paper go first.", BY_ARRIVAL),
        ask(BY_CLASS, BY_ARRIVAL, remarks=["Blue paper is often damp."]),
        ask(BY_CLASS, BY_ARRIVAL, position="Guess."),
        ask(BY_CLASS, BY_ARRIVAL, queue=QUEUE + "\nK-60 came late"),
        ask(BY_CLASS, BY_ARRIVAL, now="noon"),
    ],
)
def test_an_unknown_sentence_is_refused(request_):
    with pytest.raises(Unreadable):
        solve(request_)


def test_moves_need_their_ends_and_what_two_of_them_make():
    with pytest.raises(Unreadable, match="where moves end"):
        solve(ask(WAIT_2H, BY_FINAL, BY_ARRIVAL))
    with pytest.raises(Unreadable, match="two moves"):
        solve(ask(WAIT_2H, FLAG_MOVE, BY_FINAL, BY_ARRIVAL, remarks=[ENDS]))


def test_a_tie_that_no_rule_breaks_is_refused():
    with pytest.raises(Unreadable, match="level"):
        solve(ask(BY_CLASS))
