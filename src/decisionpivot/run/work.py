"""The items of a task on their way: new ones, and those that wait to be asked again."""

import heapq
from collections.abc import Iterator
from itertools import count

from msgspec import Struct

from decisionpivot.items import Request


class Ask(Struct):
    """An item on its way: what to ask, and what its attempts came to."""

    id: str
    request: Request
    attempts: int = 0
    cost_usd: float | None = None


class Work:
    """The items of a task that are still to be asked; failed ones come back when due."""

    def __init__(self, source: Iterator[Ask], most_waiting: int) -> None:
        self._source = source
        self._most_waiting = most_waiting
        self._waiting: list[tuple[float, int, Ask]] = []
        self._order = count()
        self._exhausted = False

    def take(self, most: int, now: float) -> list[Ask]:
        """What to ask next: one item whose time has come, else up to ``most`` new ones."""
        if self._waiting and self._waiting[0][0] <= now:
            return [heapq.heappop(self._waiting)[2]]
        if self._exhausted or len(self._waiting) >= self._most_waiting:
            return []
        asks = [ask for _, ask in zip(range(most), self._source, strict=False)]
        self._exhausted = len(asks) < most
        return asks

    def again(self, ask: Ask, due: float) -> None:
        """Put an item back until the clock shows ``due``; it holds no worker meanwhile."""
        heapq.heappush(self._waiting, (due, next(self._order), ask))

    def next_due(self) -> float | None:
        """When an item comes back; None where none will."""
        return self._waiting[0][0] if self._waiting else None
