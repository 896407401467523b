"""What a run will use, before it is known: tokens, money, and a budget that is not passed."""

from msgspec import Struct

from decisionpivot.items import Request, encode
from decisionpivot.systems.system import Price, Reply

BYTES_PER_TOKEN = 4
"""A rule of thumb for English text and JSON; estimates say that they are estimates."""


def estimated_tokens(request: Request) -> int:
    """About how many tokens a request has."""
    return -(-len(encode(request)) // BYTES_PER_TOKEN)


def price_usd(price: Price, input_tokens: int, output_tokens: int) -> float:
    """What so many tokens cost."""
    return (input_tokens * price.input_usd + output_tokens * price.output_usd) / 1e6


def reply_usd(reply: Reply, price: Price | None, expected_usd: float) -> float | None:
    """What an attempt cost: as the server says, else by its tokens; None where there is no price.

    A request that was lost on the way may have been charged: it counts as expected. One that was
    refused was not.
    """
    if reply.cost_usd is not None:
        return reply.cost_usd
    if price is None:
        return None
    if reply.error is not None and reply.input_tokens is None:
        return expected_usd if reply.error.kind == "transport" else 0.0
    if reply.input_tokens is None:
        return expected_usd
    return price_usd(price, reply.input_tokens, reply.tokens or 0)


class Reserved(Struct, frozen=True):
    """What was set aside for a request that was expected to cost ``expected_usd``."""

    expected_usd: float
    usd: float


class Budget(Struct):
    """Money that may be spent.

    ``reserved_usd`` is what the ``open`` requests, those on their way, may still cost. Where
    requests turn out dearer than expected, all later ones are expected to, by ``factor``: the
    largest that was seen. Until the first is ``settled`` it is alone on its way, since nobody knows
    how far off the estimate is.
    """

    most_usd: float | None
    spent_usd: float = 0.0
    reserved_usd: float = 0.0
    open: int = 0
    factor: float = 1.0
    settled: bool = False

    def reserve(self, expected_usd: float) -> Reserved | None:
        """Set money aside for a request; None where the budget would be passed, or must wait."""
        usd = expected_usd * self.factor
        if self.most_usd is not None:
            first_is_out = self.open > 0 and not self.settled
            if first_is_out or self.spent_usd + self.reserved_usd + usd > self.most_usd:
                return None
        self.open += 1
        self.reserved_usd += usd
        return Reserved(expected_usd, usd)

    def settle(self, reserved: Reserved, spent_usd: float) -> None:
        """Replace what was set aside for a request by what it came to."""
        self.open -= 1
        self.settled = True
        self.reserved_usd = self.reserved_usd - reserved.usd if self.open else 0.0
        self.spent_usd += spent_usd
        if reserved.expected_usd:
            self.factor = max(self.factor, spent_usd / reserved.expected_usd)
