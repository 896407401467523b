"""The workers of a run: they take items, ask the system, and settle what comes back."""

import asyncio
import math
import time
from collections.abc import Iterator
from contextlib import suppress
from io import FileIO

from aiolimiter import AsyncLimiter
from msgspec import Struct

from decisionpivot import answers
from decisionpivot.items import Answer, InputError, Request, encode
from decisionpivot.run.backoff import Backoff
from decisionpivot.run.cost import Budget, estimated_tokens, price_usd, reply_usd
from decisionpivot.run.folder import Stopped
from decisionpivot.run.progress import Tally, View
from decisionpivot.run.recording import FirstRequests, short, to_record
from decisionpivot.run.work import Ask, Work
from decisionpivot.systems.keys import scrub
from decisionpivot.systems.local import crash
from decisionpivot.systems.system import Reply, System, failure

RETRIED = frozenset({"transport", "rate_limit"})
CALL_S = 0.01
"""About how long a call of an adaptive system should take."""

TICK_S = 0.2
BUDGET_PAUSE_S = 0.05
WARN_AFTER = 8
"""Attempts without any answer after which the user is told that the runner keeps trying."""

MODELS_KEPT = 20
LONGEST_MODEL = 200
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


class Asking:
    """What the workers of a run share."""

    def __init__(self, system: System, settings: Settings, tally: Tally, view: View) -> None:
        self._system, self._settings = system, settings
        self._tally, self._view = tally, view
        self._clock = time.monotonic
        self._backoff = Backoff(self._clock)
        self._limiter = _limiter(settings.rate)
        self._stopping = asyncio.Event()
        self._first = FirstRequests()
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
        if self._first.refusal() and self._tally.asked == self._tally.done:
            self.stop("refused", self._at_server(self._first.refusal()))

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
                self._view.warn(f"no answer yet, trying again: {short(reply.error.detail)}")
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
        refusal = self._first.note(record, reply)
        if refusal:
            self.stop("refused", self._at_server(refusal))

    def _at_server(self, refusal: str) -> str:
        spec = self._system.spec
        return f"{refusal} (model {spec.model} at {spec.base_url})" if spec.base_url else refusal

    def _note_model(self, name: str | None) -> None:
        if name is None or name in self.models or len(self.models) == MODELS_KEPT:
            return
        name = scrub(name, LONGEST_MODEL)
        if name in self.models:
            return
        asked = self._system.spec.model
        if self.models:
            self._view.warn(f"the model that answers changed from {self.models[-1]!r} to {name!r}")
        elif asked is not None and asked != name:
            self._view.warn(f"asked for the model {asked!r}, {name!r} answers")
        self.models.append(name)


def _next_size(size: int, took: float, most: int) -> int:
    if took < CALL_S / 2:
        return min(2 * size, most)
    return max(size // 2, 1) if took > 2 * CALL_S else size


def _limiter(rate: float | None) -> AsyncLimiter | None:
    if rate is None:
        return None
    burst = max(1.0, rate * BURST_S)
    return AsyncLimiter(burst, burst / rate)
