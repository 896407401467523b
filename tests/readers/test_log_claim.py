"""Each reader of log claims does what its name says, on logs of three or four rows."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.readers.log_claim import READERS

STATE = """Here is the day log that the mill at Tobra kept on 3 May 2028.

Claim:
saw-1 recorded exactly {count} ALERT events in the window from 09:00 to 10:00.

Conventions:
The fields of a row are the time, the machine, the level and the message, in that order.
Levels are written INFO, NOTICE, ALERT and ALARM.
Only the machine field tells which machine an event belongs to.
A window includes its start time and its end time.
Exact repeats of a row are counted each time.
When a message names another level than the level field, the field decides.

Events:
{rows}"""


def answer(reader, rows, count):
    options = (Option("no", ""), Option("yes", ""))
    text = STATE.format(count=count, rows="\n".join(rows))
    p = READERS[reader].read(Request(text, Question("noul", "Right?"), options))
    assert sum(p.values()) == 1
    return max(p, key=lambda key: p[key])


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        (["08:00 | saw-1 | ALERT | a", "09:30 | saw-1 | ALERT | b"], 2),
        (
            ["00:00 | saw-1 | ALERT | a", "23:59 | saw-1 | ALERT | b", "23:59 | saw-2 | ALERT | c"],
            2,
        ),
        (["08:00 | saw-1 | NOTICE | of ALERT", "11:00 | saw-1 | ALERT | b"], 1),
    ],
)
def test_whole_day_counts_before_and_after_the_window_too(rows, count):
    assert answer("log_claim/whole-day", rows, count) == "yes"
    assert answer("log_claim/whole-day", rows, count + 1) == "no"


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        (["09:10 | saw-1 | NOTICE | of ALERT", "09:30 | saw-1 | ALERT | b"], 2),
        (["09:10 | saw-1 | ALERT | of NOTICE", "09:30 | saw-2 | NOTICE | of ALERT"], 1),
        (["08:10 | saw-1 | NOTICE | of ALERT", "09:30 | saw-1 | INFO | of ALERT"], 1),
    ],
)
def test_level_words_counts_a_level_in_the_message_whatever_the_rules_say(rows, count):
    assert answer("log_claim/level-words", rows, count) == "yes"
    assert answer("log_claim/level-words", rows, count + 1) == "no"
