"""What an independent solver returns, and what it raises instead of guessing."""

from msgspec import Struct

from decisionpivot.items import DecisionPivotError


class Verdict(Struct, frozen=True):
    """The answer worked out from a request, and the reason where one item shows it."""

    answer: str
    reason: str | None = None


class Unreadable(DecisionPivotError):
    """The solver met a sentence that it cannot read; it says which."""
