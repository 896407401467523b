"""The workers of a run: they take items, ask the system, and settle what comes back."""

import asyncio
import heapq
import math
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from io import FileIO
from itertools import count
from typing import Any

from aiolimiter import AsyncLimiter
from msgspec import Struct

from decisionpivot import answers
from decisionpivot.backoff import Backoff
from decisionpivot.cost import Budget, estimated_tokens, price_usd, reply_usd
from decisionpivot.items import Answer, Failure, InputError, Request, encode
from decisionpivot.progress import Tally, View
from decisionpivot.runfolder import Stopped
from decisionpivot.systems.keys import scrub
from decisionpivot.systems.local import crash
from decisionpivot.systems.system import Reply, System, failure

RETRIED = frozenset({"transport", "rate_limit"})
REFUSALS = (400, 401, 403, 404)
FIRST_REQUESTS = 20
"""When so many requests, the first of a run, all end in the same refusal, the run stops."""

CALL_S = 0.01
"""About how long a call of an adaptive system should take."""

TICK_S = 0.2
BUDGET_PAUSE_S = 0.05
WARN_AFTER = 8
"""Attempts without any answer after which the user is told that the runner keeps trying."""

MODELS_KEPT = 20
LONGEST_DETAIL = 2_000
LONGEST_REPLY = 20_000
BURST_S = 0.02
"""``--rate`` is kept over any stretch this long."""


class Settings(Struct, frozen=True, kw_only=True):
    """How a run asks; nothing here changes an answer.

    Attributes:
        concurrency: calls at the same time; default what the system likes.
        rate: requests a second at most.
        timeout_s: seconds after which a request is given up.
        retries: how often a request that failed on the way is tried again.
        max_usd: the run stops before it costs more.
    """

    concurrency: int | None = None
    rate: float | None = None
    timeout_s: float = 120.0
    retries: int = 5
    max_usd: float | None = None

    def __post_init__(self) -> None:
        _at_least("--concurrency", self.concurrency, 1)
        _at_least("--rate", self.rate, 1e-6)
        _at_least("--timeout", self.timeout_s, 1e-3)
        _at_least("--retries", self.retries, 0)
        _at_least("--max-usd", self.max_usd, 0)


def _at_least(option: str, value: float | None, least: float) -> None:
    if value is not None and not least <= value < math.inf:
        raise InputError(
            f"{value} is not possible", place=option, remedy=f"Use at least {least:g}."
        )


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


class Asking:
    """What the workers of a run share."""

    def __init__(self, system: System, settings: Settings, tally: Tally, view: View) -> None:
        self._system, self._settings = system, settings
        self._tally, self._view = tally, view
        self._clock = time.monotonic
        self._backoff = Backoff(self._clock)
        self._limiter = _limiter(settings.rate)
        self._stopping = asyncio.Event()
        self._same: list[str] | None = []
        if settings.max_usd is not None and system.spec.price is None:
            raise InputError(
                f"the price of {system.spec.name} is not known",
                place="--max-usd",
                remedy="Give it in a TOML file: [price] with input_usd and output_usd.",
            )
        self.budget = Budget(settings.max_usd)
        self.stopped: Stopped | None = None
        self.models: list[str] = []

    async def task(self, source: Iterator[Ask], file: FileIO) -> None:
        """Ask all items of a task and write their answers."""
        workers = self._settings.concurrency or self._system.traits.concurrency
        work = Work(source, 4 * workers)
        tasks = [asyncio.create_task(self._worker(work, file)) for _ in range(workers)]
        ticker = asyncio.create_task(self._tick())
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in (*tasks, ticker):
                task.cancel()
            await asyncio.gather(*tasks, ticker, return_exceptions=True)

    def stop(self, kind: str, detail: str) -> None:
        """Let no further request go out; those on their way are still settled."""
        if self.stopped is None:
            self.stopped = Stopped(kind, detail)
            self._stopping.set()

    def finish(self) -> None:
        """Note a run that was too short for ``FIRST_REQUESTS``, yet was refused throughout."""
        if self._same:
            self._refused(self._same[0])

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            self._view.update(self._tally)

    async def _worker(self, work: Work, file: FileIO) -> None:
        traits = self._system.traits
        size = 1 if traits.adaptive else traits.batch
        while not self._stopping.is_set():
            if not await self._turn():
                continue
            asks = work.take(size, self._clock())
            if not asks:
                due = work.next_due()
                if due is None:
                    return
                await self._pause(due - self._clock())
                continue
            for _ in asks[1:]:
                await self._within_rate()
            took = await self._ask(asks, work, file)
            if traits.adaptive:
                size = _next_size(size, took, traits.batch)

    async def _turn(self) -> bool:
        """Wait until a request may go out; False where the run stopped meanwhile."""
        await self._within_rate()
        while (wait := self._backoff.wait_s()) > 0:
            await self._pause(wait)
            if self._stopping.is_set():
                return False
        return True

    async def _within_rate(self) -> None:
        if self._limiter is not None:
            await self._limiter.acquire()

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(max(seconds, 0)):
                await self._stopping.wait()

    async def _ask(self, asks: list[Ask], work: Work, file: FileIO) -> float:
        expected = self._reserved(asks, work)
        if not expected:
            return 0.0
        asks = asks[: len(expected)]
        sent_at = self._clock()
        replies = await self._replies([ask.request for ask in asks])
        took = self._clock() - sent_at
        if replies is None:
            for ask, usd in zip(asks, expected, strict=True):
                self.budget.settle(usd, 0.0)
                work.again(ask, sent_at)
            return took
        records = []
        for ask, reply, usd in zip(asks, replies, expected, strict=True):
            record = self._settle(ask, reply, work, sent_at=sent_at, took=took, expected_usd=usd)
            if record is not None:
                records.append(encode(record) + b"\n")
        if records:
            answers.append(file, b"".join(records))
        await asyncio.sleep(0)  # a system that never waits must not keep others from running
        return took

    def _reserved(self, asks: list[Ask], work: Work) -> list[float]:
        """What is set aside for each of the first asks, as far as the budget goes."""
        expected = []
        for ask in asks:
            usd = self.budget.reserve(self._expected_usd(ask.request))
            if usd is None:
                break
            expected.append(usd)
        rest = asks[len(expected) :]
        if rest and not self.budget.open:
            self.stop("budget", f"the next request could pass ${self.budget.most_usd:g}")
        for ask in rest:  # requests on their way may cost less than was set aside for them
            work.again(ask, self._clock() + BUDGET_PAUSE_S)
        return expected

    async def _replies(self, requests: list[Request]) -> list[Reply] | None:
        """The replies; None where a batch failed as a whole, to be asked one by one."""
        try:
            async with asyncio.timeout(self._settings.timeout_s * len(requests)):
                return await self._system.answer(requests)
        except TimeoutError:
            reply = failure("transport", f"no answer within {self._settings.timeout_s:g} s")
        except Exception as error:  # whatever a system's code raises is a record, not the end
            reply = crash(error)
        return [reply] if len(requests) == 1 else None

    def _settle(
        self,
        ask: Ask,
        reply: Reply,
        work: Work,
        *,
        sent_at: float,
        took: float,
        expected_usd: float,
    ) -> Answer | None:
        """The record to write, or None where the item will be asked again."""
        ask.attempts += 1
        self._tally.attempts += 1
        self._pay(ask, reply, expected_usd)
        self._note_model(reply.model)
        if reply.error and reply.error.kind in RETRIED:
            due = self._backoff.failed(
                sent_at=sent_at,
                attempt=ask.attempts,
                too_many=reply.error.kind == "rate_limit",
                retry_after_s=reply.retry_after_s,
            )
            if self._tally.attempts == WARN_AFTER and not self._tally.asked:
                self._view.warn(f"no answer yet, trying again: {_short(reply.error.detail)}")
            if ask.attempts <= self._settings.retries:
                work.again(ask, due)
                return None
        elif not reply.error:
            self._backoff.succeeded()
        record = to_record(ask, reply, took)
        self._count(record, reply)
        return record

    def _pay(self, ask: Ask, reply: Reply, expected_usd: float) -> None:
        usd = reply_usd(reply, self._system.spec.price, expected_usd)
        self.budget.settle(expected_usd, usd or 0.0)
        if usd is not None:
            ask.cost_usd = (ask.cost_usd or 0.0) + usd
            self._tally.cost_usd += usd

    def _expected_usd(self, request: Request) -> float:
        price = self._system.spec.price
        if price is None:
            return 0.0
        return price_usd(price, estimated_tokens(request), self._system.traits.output_tokens)

    def _count(self, record: Answer, reply: Reply) -> None:
        self._tally.asked += 1
        self._tally.done += 1
        self._tally.answers += record.error is None
        self._tally.failures += record.error is not None
        if record.error is not None and record.error.kind == "quota":
            self.stop("quota", record.error.detail)
        self._watch_first(record, reply)

    def _watch_first(self, record: Answer, reply: Reply) -> None:
        """Stop when the first requests all end in the same refusal, or none gets through."""
        if self._same is None:
            return
        reason = ""
        if record.error is not None and reply.status in REFUSALS:
            reason = f"HTTP status {reply.status}"
        elif record.error is not None and record.error.kind == "transport":
            reason = "no answer from the server"
        if not reason or (self._same and not self._same[0].startswith(reason)):
            self._same = None
            return
        detail = record.error.detail if record.error else ""
        self._same.append(f"{reason}: {detail}" if detail else reason)
        if len(self._same) == FIRST_REQUESTS:
            self._refused(self._same[0])

    def _refused(self, reason: str) -> None:
        n = len(self._same or ())
        self.stop("refused", f"the first {n} requests all ended in {reason}")

    def _note_model(self, name: str | None) -> None:
        if name is None or name in self.models or len(self.models) == MODELS_KEPT:
            return
        asked = self._system.spec.model
        if self.models:
            self._view.warn(f"the model that answers changed from {self.models[-1]!r} to {name!r}")
        elif asked is not None and asked != name:
            self._view.warn(f"asked for the model {asked!r}, {name!r} answers")
        self.models.append(name)


def _short(detail: str) -> str:
    return scrub(detail[:LONGEST_DETAIL])


def to_record(ask: Ask, reply: Reply, took: float) -> Answer:
    """The line of the answer file for a reply."""
    p, error = (None, reply.error) if reply.error else plain(reply.p)
    if error is not None:
        error = Failure(error.kind, _short(error.detail))
    return Answer(
        id=ask.id,
        p=p,
        error=error,
        tokens=reply.tokens,
        closed=reply.closed,
        latency_s=round(took if reply.latency_s is None else reply.latency_s, 6),
        attempts=ask.attempts,
        input_tokens=reply.input_tokens,
        cost_usd=ask.cost_usd,
        truncated=reply.truncated,
        reply=None if reply.reply is None else scrub(reply.reply[:LONGEST_REPLY]),
    )


def plain(p: Mapping[str, Any] | None) -> tuple[dict[str, float] | None, Failure | None]:
    """Probabilities as JSON can hold them, or why it cannot.

    Missing, extra or negative options are kept for the scorer to judge. What is no finite number
    has no form in JSON and is an ``invalid_p`` here.
    """
    if p is None:
        return None, Failure("unreadable_reply", "the reply has no probabilities")
    numbers: dict[str, float] = {}
    for key, value in p.items():
        number = value if type(value) is float else _number(value)
        if not isinstance(key, str) or number is None or not math.isfinite(number):
            return None, Failure("invalid_p", f"the probability of {key!r:.80} is {value!r:.80}")
        numbers[key] = number
    return numbers, None


def _number(value: Any) -> float | None:
    if isinstance(value, str | bytes):
        return None
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return None


def _next_size(size: int, took: float, most: int) -> int:
    if took < CALL_S / 2:
        return min(2 * size, most)
    return max(size // 2, 1) if took > 2 * CALL_S else size


def _limiter(rate: float | None) -> AsyncLimiter | None:
    if rate is None:
        return None
    burst = max(1.0, rate * BURST_S)
    return AsyncLimiter(burst, burst / rate)
