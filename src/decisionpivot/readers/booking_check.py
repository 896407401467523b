"""Readers of a booking calendar: two rules of thumb about limits, and one kind of rule alone."""

from collections.abc import Mapping
from functools import partial

from decisionpivot.items import Request
from decisionpivot.readers.reader import Reader, certain
from decisionpivot.solvers.booking_check import BROKEN, Case, countable, parse, taken_up


def _exactly_full(request: Request) -> Mapping[str, float]:
    case = parse(request)
    return certain(request, "yes" if countable(case) == case.room.seats else "no")


def _touches(request: Request) -> Mapping[str, float]:
    return certain(request, "no" if _touching(parse(request)) else "yes")


def _touching(case: Case) -> bool:
    """Whether the request begins as a booking of its room ends, or ends as one begins."""
    asked = case.wish.booking
    start, end = taken_up(asked, case.rules)
    return any(
        start == last or end == first
        for other in case.bookings
        if (other.room, other.day) == (asked.room, asked.day)
        for first, last in [taken_up(other, case.rules)]
    )


def _overlap_only(request: Request) -> Mapping[str, float]:
    return certain(request, "no" if BROKEN["overlap"](parse(request)) else "yes")


_RULE_OF_THUMB = 0.58
_ThumbReader = partial(
    Reader,
    item_bound=_RULE_OF_THUMB,
    level_bounds=dict.fromkeys((1, 2, 3), _RULE_OF_THUMB),
    pair_bound=max(0.40, 2 * _RULE_OF_THUMB - 1),
)

READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        _ThumbReader(
            name="booking_check/exactly-full-so-yes",
            says="confirms where as many people count as there are seats, and nothing else",
            read=_exactly_full,
        ),
        _ThumbReader(
            name="booking_check/touches-so-no",
            says="refuses where the request touches a booking of its room, and nothing else",
            read=_touches,
        ),
        Reader(
            name="booking_check/overlap-only",
            says="looks for a collision in the room, and at nothing else",
            read=_overlap_only,
            sees=("overlap",),
            without=("person", "capacity", "hours", "equipment"),
        ),
    )
}
