"""Each reader of booking calendars does what its name says, on calendars made by hand."""

import pytest

from booking_kit import ELM, calendar
from decisionpivot.items import Request
from decisionpivot.readers.booking_check import READERS


def answer(reader: str, request: Request) -> str:
    p = READERS[reader].read(request)
    assert sum(p.values()) == 1
    return max(p, key=lambda key: p[key])


@pytest.mark.parametrize(("players", "said"), [(6, "no"), (7, "yes"), (8, "no")])
def test_exactly_full_confirms_only_when_the_last_place_is_filled(players: int, said: str) -> None:
    # A coach, two people in the hall and the players, for 10 places.
    assert answer("booking_check/exactly-full-so-yes", calendar(players=players)) == said


@pytest.mark.parametrize(
    ("time", "said"),
    [("13:00 to 14:00", "no"), ("13:10 to 14:00", "yes"), ("11:00 to 12:00", "no")],
)
def test_touches_refuses_whatever_the_rule_about_touching(time: str, said: str) -> None:
    assert answer("booking_check/touches-so-no", calendar(time=time)) == said


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"time": "12:50 to 14:00"}, "no"),
        ({"players": 40}, "yes"),
        ({"equipment": "9 nets"}, "yes"),
    ],
)
def test_overlap_only_sees_nothing_but_collisions_in_the_room(parts, said) -> None:
    assert answer("booking_check/overlap-only", calendar(ELM, **parts)) == said
