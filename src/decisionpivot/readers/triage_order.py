"""Readers of a queue that follow a rule of thumb in place of the rules beside it."""

from collections.abc import Callable, Mapping

from decisionpivot.items import Request
from decisionpivot.readers.reader import Read, Reader, certain, unsure
from decisionpivot.solvers.triage_order import Ticket, parse

Thumb = Callable[[Ticket], tuple[int, ...]]


def _lowest_class(ticket: Ticket) -> tuple[int, ...]:
    return ticket.level, ticket.arrival, ticket.number


def _longest_wait(ticket: Ticket) -> tuple[int, ...]:
    return ticket.arrival, ticket.number


def _sorted_by(thumb: Thumb) -> Read:
    """Take the position asked for in this order; spread evenly if that is no option."""

    def read(request: Request) -> Mapping[str, float]:
        case = parse(request)
        pick = sorted(case.tickets, key=thumb)[case.position - 1].id
        return certain(request, pick) if pick in request.keys else unsure(request)

    return read


READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader(
            name="triage_order/lowest-class",
            says="sorts by listed class, then arrival, whatever the rules say",
            read=_sorted_by(_lowest_class),
            item_bound=0.50,
            level_bounds={2: 0.20, 3: 0.20},
        ),
        Reader(
            name="triage_order/longest-wait",
            says="sorts by arrival alone, whatever the rules say",
            read=_sorted_by(_longest_wait),
            item_bound=0.50,
            level_bounds={2: 0.20, 3: 0.20},
        ),
    )
}
