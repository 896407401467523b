"""What a partial reader is: a way to answer from part of a case."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from decisionpivot.items import Request

Read = Callable[[Request], Mapping[str, float]]


class Reader(Struct, frozen=True, kw_only=True):
    """A reader that answers from part of the case, and how well it may do.

    Attributes:
        name: ``family/reader``.
        says: what it does, in one line.
        read: a request to probabilities by option key.
        item_bound: the most item accuracy it may reach over the family; None: no bound there.
        level_bounds: bounds on item accuracy at single levels.
        pair_bound: the most pair accuracy at level 3; None: chance plus 15 points.
        sees: the kinds of pivot (or interpretations) that it can see, where it leaves a part out.
        without: the parts of a case that get no decoys when ``sees`` is put to the test.
    """

    name: str
    says: str
    read: Read
    item_bound: float | None = 0.70
    level_bounds: dict[int, float] = {}
    pair_bound: float | None = None
    sees: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


def certain(request: Request, answer: str) -> dict[str, float]:
    """All mass on one option."""
    return {key: float(key == answer) for key in request.keys}


def unsure(request: Request) -> dict[str, float]:
    """The same mass on every option."""
    return {key: 1 / len(request.keys) for key in request.keys}
