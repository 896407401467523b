"""The solver of log claims on small logs whose count can be checked by hand."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.solvers import Unreadable
from decisionpivot.solvers.log_claim import Event, parse, solve

OPENING = "This is the log of the mill at Tobra for 3 May 2028."
LOG = """Events:
09:00 | saw-1 | ALERT | blade 4 set
09:10 | saw-1 | ALERT | blade 5 set
09:10 | saw-1 | ALERT | blade 5 set
09:20 | saw-1 | NOTICE | page 7 lists ALERT
09:30 | saw-1 | ALERT | copy of NOTICE 2 filed
09:40 | saw-2 | ALERT | saw-1 asked for 3
10:00 | saw-1 | ALERT | blade 6 set
10:01 | saw-1 | ALERT | blade 7 set"""
FIELDS = "The fields of a row are the time, the machine, the level and the message, in that order."
LEVELS = "Levels are written INFO, NOTICE, ALERT and ALARM."
OWNER = "Only the machine field tells which machine an event belongs to."
CLOSED = "A window includes its start time and its end time."
EACH = "Exact repeats of a row are counted each time."
BY_FIELD = "When a message names another level than the level field, the field decides."
BY_MESSAGE = "A level named in capitals inside a message replaces the one in the level field."
BY_BOTH = (
    "If a message names a level in capitals, it counts in addition to the one in its level field."
)


def state(*, ends=CLOSED, copies=EACH, naming=BY_FIELD, claim=None, log=LOG, extra=()):
    rules = [FIELDS, LEVELS, OWNER, ends, copies, naming, *extra]
    claim = claim or "saw-1 recorded exactly 5 ALERT events in the window from 09:00 to 10:00."
    return "\n\n".join([OPENING, log, "Conventions:\n* " + "\n* ".join(rules), f"Claim:\n{claim}"])


def ask(text):
    return Request(text, Question("noul", "Right?"), (Option("yes", ""), Option("no", "")))


def right_counts(**rules):
    """The counts from 0 to 9 that the solver accepts for saw-1 at ALERT from 9 to 10."""
    claim = "saw-1 recorded exactly {} ALERT events in the window from 09:00 to 10:00."
    answers = {n: solve(ask(state(claim=claim.format(n), **rules))).answer for n in range(10)}
    return [n for n, answer in answers.items() if answer == "yes"]


def test_counts_rows_of_the_owner_and_level_within_the_window():
    # 9:00, twice 9:10, 9:30 and 10:00; the rows of saw-2, of NOTICE and of 10:01 are none.
    assert right_counts() == [5]


@pytest.mark.parametrize(
    ("ends", "count"),
    [
        ("A window includes its start time but not its end time.", 4),
        (
            "Of the two times that bound a window, the later is part of it and the earlier is not.",
            4,
        ),
        ("An event at the very minute at which a window starts or ends lies outside it.", 3),
        (
            "Both ends count as outside: a window from 1:00 pm to 2:00 pm leaves out a row "
            "stamped 1:00 pm and a row stamped 2:00 pm.",
            3,
        ),
    ],
)
def test_an_event_on_an_end_counts_as_the_rule_of_the_ends_says(ends, count):
    assert right_counts(ends=ends) == [count]


@pytest.mark.parametrize(
    "opening",
    [
        "Every line of this journal was written for the mill at Tobra on Wed 3 May 2028.",
        "Here is the event log that the mill at Tobra kept on May 3, 2028.",
        "The lines come from the day log of the mill at Tobra and belong to 2028-05-03.",
    ],
)
def test_the_opening_names_the_log_its_place_and_its_day(opening):
    assert solve(ask(state().replace(OPENING, opening))).answer == "yes"
    with pytest.raises(Unreadable, match="opening"):
        solve(ask(state().replace(OPENING, opening.replace("2028", "28"))))


def test_start_and_end_are_told_apart():
    first = "saw-1 recorded exactly 1 ALERT events in the window from 09:00 to 09:05."
    start_only = "A window runs from its start time, included, to its end time, excluded."
    end_only = "A window runs from its start time, excluded, to its end time, included."
    assert solve(ask(state(claim=first, ends=start_only))).answer == "yes"
    assert solve(ask(state(claim=first, ends=end_only))).answer == "no"


def test_copies_of_a_row_are_one_event_where_the_rules_say_so():
    assert right_counts(copies="Exact repeats of a row are not counted again.") == [4]


def test_rows_that_differ_in_the_minute_are_no_copies():
    log = LOG.replace("09:10 | saw-1 | ALERT | blade 5", "09:11 | saw-1 | ALERT | blade 5", 1)
    assert right_counts(log=log, copies="Exact repeats of a row are not counted again.") == [5]


def test_a_level_in_the_message_replaces_the_field():
    # 9:20 comes in, 9:30 goes out.
    log = LOG.replace("09:20", "09:20 | saw-1 | NOTICE | test 1 of ALERT path\n09:20")
    assert right_counts(naming=BY_MESSAGE) == [5]
    assert right_counts(naming=BY_MESSAGE, log=log) == [6]


def test_a_level_in_the_message_adds_to_the_field():
    # 9:20 comes in, 9:30 stays.
    assert right_counts(naming=BY_BOTH) == [6]


@pytest.mark.parametrize(
    "claim",
    [
        "For the machine saw-1, exactly five ALERT events lie in the window from 9h00 to 10h00.",
        "Exactly 5 ALERT events of saw-1 fall in the window from 9.00 to 10.00.",
        "In the window from 9:00 am to 10:00 am, saw-1 has exactly five events of level ALERT.",
        "Taking the window from 09:00 to 10:00, the log shows exactly 5 events of level ALERT "
        "for saw-1.",
        "The number of ALERT events of saw-1 in the window from 09:00 to 10:00 is exactly five.",
        "The window that starts at 09:00 and ends at 10:00 holds exactly 5 events of saw-1 "
        "with level ALERT.",
        "There are exactly five events of level ALERT from the machine saw-1 in the window "
        "that runs from 09:00 to 10:00.",
    ],
)
def test_every_form_of_the_claim_says_the_same(claim):
    assert solve(ask(state(claim=claim))).answer == "yes"
    wrong = claim.replace("five", "six").replace("xactly 5", "xactly 6")
    assert solve(ask(state(claim=wrong))).answer == "no"


def test_a_claim_in_hours_after_noon_is_read_on_the_clock_of_the_log():
    claim = "saw-1 recorded exactly 0 ALERT events in the window from 12:05 am to 8:59 am."
    case = parse(ask(state(claim=claim)))
    assert (case.claim.start, case.claim.end) == (5, 8 * 60 + 59)
    case = parse(ask(state(claim=claim.replace("am", "pm"))))
    assert (case.claim.start, case.claim.end) == (12 * 60 + 5, 20 * 60 + 59)


@pytest.mark.parametrize(
    "row",
    [
        "[09h05] saw-1 ALERT: blade 4 set",
        "09.05; saw-1; ALERT; blade 4 set",
        "09:05 saw-1 ALERT blade 4 set",
    ],
)
def test_rows_are_read_in_every_layout(row):
    case = parse(ask(state(log=f"Events:\n{row}")))
    assert case.events == (Event(545, "saw-1", "ALERT", "blade 4 set"),)


def test_the_level_stands_before_the_owner_where_the_rules_say_so():
    text = state(log="Events:\n09:05 [ALERT] saw-1 - blade 4 set")
    text = text.replace("the machine, the level", "the level, the machine")
    assert parse(ask(text)).events == (Event(545, "saw-1", "ALERT", "blade 4 set"),)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (state(extra=["Rows before noon count twice."]), "rule: Rows before noon"),
        (state(extra=[EACH]), "2 rules for copies_count"),
        (state(claim="saw-1 was loud."), "claim: saw-1 was loud"),
        (state(log="Events:\nnothing happened at nine"), "row of the log"),
        (state(log="Events:\n09:05 | saw-1 | PANIC | blade 4 set"), "none of the log's"),
        (state(log="Gossip:\n09:05 | saw-1 | ALERT | blade 4 set"), "heading: Gossip"),
        (state().replace(OPENING, "Once upon a time."), "opening: Once upon"),
        (state().replace("\n* " + EACH, ""), "0 rules for copies_count"),
        (state().replace("\n* " + FIELDS, ""), "fields of a row"),
        (
            state(
                claim="Exactly umpteen ALERT events of saw-1 fall in the window from 9:00 to 9:01."
            ),
            "number: umpteen",
        ),
    ],
)
def test_what_is_not_understood_is_named_and_never_guessed(text, names):
    with pytest.raises(Unreadable, match=names):
        solve(ask(text))
