"""The order in which an item's options are shown: the released one, or another that a seed fixes.

Answers carry probabilities by option key, so that they mean the same whatever the order was.
"""

from decisionpivot import draw
from decisionpivot.items import Item, Request
from decisionpivot.selection import unit


def places(seed: int, name: str, count: int, *, levels: bool) -> list[int]:
    """The places of an item's options, in the order in which they are shown under a seed.

    It is never the released order where there is another. Two options are swapped; ordered levels
    are reversed, since no other order of theirs makes sense; all else is one of the other orders,
    each as likely, and the same for all members of a contrast group, which differ in one fact only.

    >>> places(1, "log_claim:g0001", 2, levels=False)
    [1, 0]

    Args:
        seed: fixes the order.
        name: the item's contrast group, else its query, else its id.
        count: how many options it has.
        levels: whether they are ordered levels.
    """
    released = list(range(count))
    if levels or count < 3:
        return released[::-1]
    r = draw.rng("option order", seed, name)
    order = released
    while order == released:
        order = draw.shuffled(r, released)
    return order


def asked(item: Item, seed: int | None) -> Request:
    """What a system is asked: the item's request, its options in the order of a seed, if any."""
    request = item.request
    if seed is None:
        return request
    levels = request.question.type == "score"
    order = places(seed, unit(item), len(request.options), levels=levels)
    options = tuple(request.options[place] for place in order)
    return Request(request.state, request.question, options)
