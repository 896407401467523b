"""The solver of booking_check on calendars made by hand; the working is in the comments."""

from typing import Any

import pytest

from booking_kit import ELM, calendar
from decisionpivot.solvers.booking_check import solve
from decisionpivot.solvers.verdict import Unreadable

NO_TOUCH = "In one hall, times must neither overlap nor touch; so it is."
CLEARING = "Besides the booked time, every booking takes up {}; the request is no exception."
AFTER = CLEARING.format("the 30 minutes of clearing right after its end")
BEFORE = CLEARING.format("30 minutes of preparation that end when it starts")
BOOKED = "As to the opening hours, only the booked time is looked at."
WHOLE = "As to the opening hours, the whole time is looked at."
GAP = "A person needs 15 minutes to change over: less is at once, with a longer one they are not."
PRESENT = "Being present (the coach always is) at two is impossible; joining one by video is not."
LEADER = "The coach of a booking is bound: no other part. All other people may do as they like."
OPEN = "People may be in two bookings at once; nobody checks it."


def reason(*bookings: str, **parts: Any) -> str | None:
    """Why not; None where the request can be confirmed."""
    found = solve(calendar(*bookings, **parts))
    assert (found.answer == "yes") == (found.reason is None)
    return found.reason


def oak(time: str, leader: str, there: str, video: str = "") -> str:
    on_video = f"; video: {video}" if video else ""
    return f"Oak Hall, {time}: yoga, led by {leader}, with {there} in the hall{on_video}"


def test_a_request_that_keeps_every_rule_is_confirmed_without_a_reason() -> None:
    # 13:00 touches the booking before; 1 + 2 + 4 = 7 of 10 places; 3 of 3 nets.
    assert reason() is None


def test_touching_is_a_collision_only_where_the_rule_says_so() -> None:
    assert reason(touch=NO_TOUCH) == "overlap"
    assert reason(time="13:01 to 14:00", touch=NO_TOUCH) is None
    assert reason(time="12:59 to 14:00") == "overlap"


def test_extra_time_is_taken_up_by_confirmed_bookings_and_by_the_request() -> None:
    # Clearing until 13:30; preparation of the request from 13:00.
    assert reason(time="13:29 to 14:00", extra=AFTER, whole=BOOKED) == "overlap"
    assert reason(time="13:30 to 14:00", extra=AFTER, whole=BOOKED) is None
    assert reason(time="13:29 to 14:00", extra=BEFORE, whole=BOOKED) == "overlap"
    assert reason(time="13:30 to 14:00", extra=BEFORE, whole=BOOKED) is None


@pytest.mark.parametrize(("purpose", "collides"), [("yoga", True), ("archery", False)])
def test_extra_time_may_be_for_some_purposes_only(purpose: str, collides: bool) -> None:
    only = (
        f'If its purpose is "{purpose}" or "golf", a booking, and a request too, takes up the'
        " booked time and the 30 minutes of clearing right after its end; if not, just that."
    )
    assert (reason(extra=only, whole=BOOKED) == "overlap") is collides
    but = (
        "Besides the booked time, a booking (requested or confirmed) takes up the last 30 minutes"
        f' before its start (for setting up), unless its purpose is "{purpose}" or "judo class";'
        " then it is alone."
    )
    # The request is for the judo class, so that only the booking after it could take up more.
    later = ELM.replace("12:00-13:00", "14:10-15:00")
    assert (reason(later, extra=but, whole=BOOKED) == "overlap") is not collides


def test_bookings_of_another_room_or_day_do_not_collide() -> None:
    assert reason(oak("13:00-14:00", "Di Dogwood", "Ed Elder")) is None
    assert reason(ELM.replace("12:00-13:00", "4 May 2028, 13:00-14:00")) is None


@pytest.mark.parametrize(
    ("bound", "there", "video", "broken"),
    [
        ("", "Ben Birch", "", True),
        ("", "Ed Elder", "Ada Ash", True),
        (PRESENT, "Ben Birch", "", True),
        (PRESENT, "Ed Elder", "Ada Ash", False),
        (LEADER, "Ben Birch", "", False),
        (LEADER, "Ed Elder", "Ada Ash", True),
        (OPEN, "Ada Ash", "", False),
    ],
)
def test_who_may_be_in_two_bookings_at_once(
    bound: str, there: str, video: str, broken: bool
) -> None:
    rules = {"bound": bound} if bound else {}
    row = oak("13:30-15:00", "Di Dogwood", there, video)
    assert (reason(row, **rules) == "person") is broken


def test_names_that_differ_in_a_letter_are_different_people() -> None:
    assert reason(oak("13:30-15:00", "Di Dogwood", "Ben Birth")) is None


def test_a_break_of_the_stated_minutes_is_enough_for_a_person() -> None:
    assert reason(oak("14:00-15:00", "Di Dogwood", "Ben Birch")) is None
    assert reason(oak("14:14-15:00", "Di Dogwood", "Ben Birch"), gap=GAP) == "person"
    assert reason(oak("14:15-15:00", "Di Dogwood", "Ben Birch"), gap=GAP) is None


def test_capacity_counts_those_whom_the_rules_count() -> None:
    # 1 leader + 2 present + players, 10 places.
    assert reason(players=7) is None
    assert reason(players=8) == "capacity"
    assert reason(players=8, leader="The coach takes none of the places.") is None
    counted = "Those who join by video are counted, too."
    assert reason(players=7, linked="Fay Fir") is None
    assert reason(players=7, linked="Fay Fir", video=counted) == "capacity"


def test_opening_hours_and_closing_to_the_minute() -> None:
    early = "A booking may start as the hall opens, though not earlier, and must end earlier than"
    assert reason(time="19:00 to 20:00") is None
    assert reason(time="19:00 to 20:00", closing=f"{early} it closes.") == "hours"
    assert reason(time="07:59 to 09:00") == "hours"
    assert reason(time="7:00 pm for 1 h 1 min") == "hours"


def test_opening_hours_may_bind_the_extra_time_too() -> None:
    assert reason(time="18:30 for 1:30 h", extra=AFTER, whole=BOOKED) is None
    assert reason(time="18:30 for 1:30 h", extra=AFTER, whole=WHOLE) == "hours"


def test_equipment_must_be_there_in_the_number_asked_for() -> None:
    assert reason(equipment="4 nets") == "equipment"
    assert reason(equipment="1 pommel horse") == "equipment"


@pytest.mark.parametrize(
    ("notice", "broken"),
    [
        ("From Elm Hall, 1 net will be missing on 3 May 2028.", "equipment"),
        ("From Elm Hall, 1 net will be missing on 4 May 2028.", None),
        ("From Oak Hall, 1 net will be missing on 3 May 2028.", None),
        ("On 3 May 2028, 4 of the places in Elm Hall cannot be used.", "capacity"),
        ("Elm Hall closes at 13h30 on 2028-05-03.", "hours"),
        ("Opening time of Elm Hall on May 3, 2028: 1:30 pm.", "hours"),
    ],
)
def test_a_notice_changes_its_room_on_its_day(notice: str, broken: str | None) -> None:
    assert reason(notices=(notice,)) == broken


def test_two_broken_rules_are_no_single_reason() -> None:
    found = solve(calendar(players=8, equipment="4 nets"))
    assert (found.answer, found.reason) == ("no", None)


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [
        ({"keeping": "Rules are made to be broken."}, "not a booking rule"),
        ({"touch": ""}, "no rule about: 'touch'"),
        ({"extra": AFTER}, "no rule about: 'whole'"),
        ({"notices": ("Elm Hall is cold.",)}, "not a notice"),
        ({"time": "noon"}, "not part of a request"),
        ({"equipment": "some nets"}, "not part of a request"),
    ],
)
def test_a_sentence_that_is_not_understood_or_missing_is_refused(
    parts: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(Unreadable, match=complaint):
        solve(calendar(**parts))


def test_a_booking_that_is_not_understood_is_refused() -> None:
    with pytest.raises(Unreadable, match="not a booking"):
        solve(calendar("Elm Hall is taken in the morning"))
    with pytest.raises(Unreadable, match="no such room"):
        solve(calendar(ELM.replace("Elm Hall", "Ivy Hall")))


def test_a_weekday_must_be_the_right_one() -> None:
    with pytest.raises(Unreadable, match="weekday"):
        solve(calendar(notices=("Elm Hall closes at 13h30 on Mon 3 May 2028.",)))
