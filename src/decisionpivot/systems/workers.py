"""A system in process, spread over worker processes."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process

from msgspec.structs import replace

from decisionpivot.items import InputError, Request
from decisionpivot.systems.system import Reply, Spec, System, failure

Open = Callable[[Spec], System]


class Workers:
    """Answers as ``system`` does, in ``count`` processes that each open their own.

    A worker that is lost, or that does not answer in time, takes the others with it; new ones are
    started, and what they were asked is asked once more.
    """

    def __init__(self, system: System, open_spec: Open, spec: Spec, count: int) -> None:
        self.spec = system.spec
        self.traits = replace(system.traits, concurrency=count)  # no call waits behind another
        self._open_spec, self._parsed, self._count = open_spec, spec, count
        self._system = system
        self._task = ""
        self._pool: ProcessPoolExecutor | None = None

    async def open(self, task: str) -> None:
        """Check here that the task can be answered, and have every worker open it.

        Raises:
            InputError: the system cannot answer the task, or the workers do not start.
        """
        await self._system.open(task)
        await self._system.close()
        self._task = task
        pool = self._running()
        try:
            await asyncio.gather(*(self._call(pool, []) for _ in range(self._count)))
        except BrokenProcessPool:
            raise InputError(
                f"the worker processes of {self.spec.name} do not start",
                remedy="Run it without --workers; there one sees why.",
            ) from None

    async def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Let a worker answer."""
        for _ in range(2):
            pool = self._running()
            try:
                return await self._call(pool, list(requests))
            except BrokenProcessPool:
                self._discard(pool)
        return [failure("crash", "a worker process was lost, twice")] * len(requests)

    async def _call(self, pool: ProcessPoolExecutor, requests: list[Request]) -> list[Reply]:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(pool, _answer, self._task, requests)
        except asyncio.CancelledError:
            self._discard(pool)  # the worker may hang, and would keep this process from ending
            raise

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._count,
                # A fork of a process with threads may hang; a fresh one cannot.
                mp_context=get_context("spawn"),
                initializer=_open,
                initargs=(self._open_spec, self._parsed),
            )
        return self._pool

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """End the workers; they hold nothing that could be lost."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)


class _Here:
    """What a worker process holds."""

    system: System
    task: str | None = None
    loop: asyncio.AbstractEventLoop


def _open(open_spec: Open, spec: Spec) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _Here.loop = asyncio.new_event_loop()
    _Here.system = open_spec(spec)


def _answer(task: str, requests: list[Request]) -> list[Reply]:
    run = _Here.loop.run_until_complete
    if _Here.task != task:
        if _Here.task is not None:
            run(_Here.system.close())
        run(_Here.system.open(task))
        _Here.task = task
    return run(_Here.system.answer(requests))


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
