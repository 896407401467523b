"""Each reader of waiting orders does what its name says, on queues of four files."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.readers.triage_order import READERS

STATE = """These files are waiting at the mill desk of Tobra on 3 May 2028. All times belong to \
that day. Where a file has no due time or no mark, the list says 'nil'.

[Queue]
number | description | tier | arrival | due time | mark
{rows}

[Now]
The order is made at 10:30.

[Tiers]
tier 1 = a
tier 2 = b

[Position]
The position asked for is number {position}.
Positions are counted from the front, beginning with 1.

[Rules]
1. Sort by due time, earliest first, and put files that have none behind the others.
2. Of those with the same arrival time, the largest number leads."""
ROWS = """K-10 | a | 2 | 08:00 | 12:00 | nil
K-20 | b | 1 | 09:00 | 11:00 | late
K-30 | c | 1 | 08:30 | 13:00 | nil
K-40 | d | 2 | 08:00 | nil | late"""


def read(reader, position, keys=("K-10", "K-20", "K-30", "K-40")):
    text = STATE.format(rows=ROWS, position=position)
    options = tuple(Option(key, "") for key in keys)
    return READERS[reader].read(Request(text, Question("choice", "Which?"), options))


def picks(reader, position):
    return [key for key, p in read(reader, position).items() if p == 1]


@pytest.mark.parametrize(("position", "pick"), [(1, "K-30"), (2, "K-20"), (3, "K-10")])
def test_lowest_class_sorts_by_class_then_arrival_then_number(position, pick):
    assert picks("triage_order/lowest-class", position) == [pick]


@pytest.mark.parametrize(("position", "pick"), [(1, "K-10"), (2, "K-40"), (4, "K-20")])
def test_longest_wait_sorts_by_arrival_then_number(position, pick):
    assert picks("triage_order/longest-wait", position) == [pick]


@pytest.mark.parametrize("reader", READERS)
def test_a_pick_that_is_no_option_is_spread_evenly(reader):
    assert read(reader, 4, ("K-30", "K-50")) == {"K-30": 0.5, "K-50": 0.5}
