"""When to ask again: one back-off that all workers of a run share.

A server that says how long to wait is obeyed by all. A server that only says it is too much
(429) is asked more slowly: a pause, then a pace that quickens with every success. A single other
failure delays its own request alone; where failures follow each other without a success between
them, all workers pause, twice as long each time.
"""

import random
from collections.abc import Callable

FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 30.0
LONGEST_ASKED_S = 900.0
"""What a server asks beyond this is not waited for in one piece: it may be a wrong clock."""

FIRST_PACE_S = 0.05
SHORTEST_PACE_S = 0.001
QUICKEN = 0.98
"""With every success requests follow each other this much faster: twice as fast after 34."""


class Backoff:
    """Decides when the next request may go out.

    Args:
        clock: seconds that only grow; a parameter so that tests need not wait.
        jitter: a number from 0 to 1; it shortens waits by up to a quarter, so that clients that
            failed together do not come back together.
    """

    def __init__(
        self, clock: Callable[[], float], jitter: Callable[[], float] = random.random
    ) -> None:
        self._clock, self._jitter = clock, jitter
        self._opens_at = self._closed_at = 0.0
        self._streak = 0
        self._pace_s = 0.0

    def wait_s(self) -> float:
        """Seconds until the next request may go out; 0 is now, and takes the turn."""
        now = self._clock()
        if self._opens_at > now:
            return self._opens_at - now
        if self._pace_s:
            self._opens_at = now + self._pace_s
        return 0.0

    def succeeded(self) -> None:
        """A request got its answer."""
        self._streak = 0
        self._pace_s *= QUICKEN
        if self._pace_s < SHORTEST_PACE_S:
            self._pace_s = 0.0

    def failed(
        self, *, sent_at: float, attempt: int, too_many: bool, retry_after_s: float | None
    ) -> float:
        """Note a failure that may be tried again; the clock time at which to do so.

        Args:
            sent_at: the clock time at which the request went out.
            attempt: which attempt of its item it was, from 1.
            too_many: whether the server says that there are too many requests.
            retry_after_s: seconds that the server asks to wait.
        """
        now = self._clock()
        news = sent_at >= self._closed_at  # else it was on its way when another failure was noted
        self._streak += news
        if retry_after_s is not None and retry_after_s > 0:
            self._close(now + min(retry_after_s, LONGEST_ASKED_S), now)
            return self._opens_at
        if news and self._streak > 1:
            self._close(now + self._wait(self._streak - 1), now)
        elif news and too_many:
            self._pace_s = min(2 * self._pace_s or FIRST_PACE_S, LONGEST_WAIT_S)
            self._close(now + 2 * self._pace_s, now)
        return max(self._opens_at, now + self._wait(attempt))

    def _close(self, until: float, now: float) -> None:
        self._opens_at = max(self._opens_at, until)
        self._closed_at = now

    def _wait(self, doublings: int) -> float:
        whole = min(FIRST_WAIT_S * 2.0 ** min(doublings - 1, 30), LONGEST_WAIT_S)
        return whole * (1 - self._jitter() / 4)
