"""Systems that are a function in this process."""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from decisionpivot.items import Request
from decisionpivot.systems.keys import scrub
from decisionpivot.systems.system import Reply, Spec, Traits, failure

T = TypeVar("T")

Respond = Callable[[Request], Reply]
Prepare = Callable[[str], Respond]

BATCH = 256


class Local:
    """A system made from ``prepare``, which turns a task's name into a function of a request.

    Args:
        spec: what the system is.
        prepare: called once per task.
        threads: run in threads, for functions that may block; else between other work.
    """

    def __init__(self, spec: Spec, prepare: Prepare, *, threads: bool = False) -> None:
        self.spec = spec
        self.traits = Traits(batch=BATCH, adaptive=True)
        self._prepare, self._threads = prepare, threads
        self._respond: Respond | None = None

    async def open(self, task: str) -> None:
        """Make the function for this task."""
        self._respond = self._prepare(task)

    async def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Call the function once a request."""
        respond = self._respond
        assert respond is not None, "answer before open"  # noqa: S101
        if self._threads:
            return await in_thread(lambda: [timed(respond, request) for request in requests])
        return [timed(respond, request) for request in requests]

    async def close(self) -> None:
        """Forget the function."""
        self._respond = None


def timed(respond: Respond, request: Request) -> Reply:
    """The reply with its duration; whatever the function raises becomes a ``crash``."""
    start = time.perf_counter()
    try:
        reply = respond(request)
    except Exception as error:  # a system's code may raise anything; the run goes on
        reply = crash(error)
    return replace(reply, latency_s=time.perf_counter() - start)


def crash(error: BaseException) -> Reply:
    """The reply of a system whose own code raised."""
    return failure("crash", scrub(f"{type(error).__name__}: {error}", 500))


async def in_thread(call: Callable[[], T]) -> T:
    """The result of ``call``, run in a thread that does not keep the process alive.

    A call that hangs cannot be stopped; a pool's thread would then block the end of the process.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def work() -> None:
        result, error = None, None
        try:
            result = call()
        except BaseException as raised:
            error = raised
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=work, daemon=True, name="decisionpivot-call").start()
    return await future
