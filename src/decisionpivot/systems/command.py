"""``command:PROGRAM``: a program that reads requests and writes answers as JSON lines.

Each line on its standard input is ``{"id", "task", "state", "question", "options"}``; each line
that it writes is ``{"id", "p"}`` or ``{"id", "error": {"kind", "detail"}}``, in any order.
"""

import asyncio
import os
import shlex
import shutil
import signal
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from decisionpivot.items import (
    MAX_LINE_BYTES,
    Failure,
    InputError,
    Option,
    Question,
    Request,
    State,
    encode,
    parse_lenient,
)
from decisionpivot.systems.keys import is_secret, scrub
from decisionpivot.systems.system import Kind, Reply, Spec, System, Traits, failure

LAST_LINES = 5
"""Lines of the program's standard error that are kept to say why it ended."""


class Ask(Struct, frozen=True):
    """A line to the program."""

    id: int
    task: str
    state: State
    question: Question
    options: tuple[Option, ...]


class Told(Struct, frozen=True):
    """A line from the program."""

    id: int
    p: dict[str, Any] | None = None
    error: Failure | None = None
    tokens: int | None = None
    input_tokens: int | None = None
    cost_usd: float | None = None
    truncated: bool | None = None


def open_command(spec: Spec) -> System:
    """The program with its arguments, split as a shell would.

    Raises:
        InputError: there is no such program, or an argument is a key.
    """
    try:
        words = shlex.split(spec.model or "")
    except ValueError as error:
        raise InputError(
            f"cannot split the command: {error}", place="command", remedy="Check its quotes."
        ) from None
    if not words or not shutil.which(words[0]):
        raise InputError(
            f"there is no program {words[0]!r}" if words else "names no program",
            place="command",
            remedy="Write command:PROGRAM, or 'command:PROGRAM ARGUMENT ...' in quotes.",
        )
    if any(is_secret(word.partition("=")[0]) for word in words[1:]):
        raise InputError(
            "an argument of the program would hold a key",
            place="command",
            remedy="The program inherits the environment; let it read its key there.",
        )
    return Command(spec, words)


class Command:
    """Runs the program: starts it when there is something to ask, and again when it has ended."""

    def __init__(self, spec: Spec, words: list[str]) -> None:
        self.spec = spec
        self.traits = Traits()  # one at a time: where it dies, one knows of what
        self._words, self._task, self._asked = words, "", 0
        self._program: Program | None = None
        self._starting: asyncio.Lock | None = None

    async def open(self, task: str) -> None:
        """Remember the task's name; the program gets it with every request."""
        self._task, self._starting = task, asyncio.Lock()

    async def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Write the request and wait for the line with its id.

        Where the caller gives up waiting the program is killed, for it may hang; what else it was
        asked fails on the way and may be asked again.
        """
        self._asked += 1
        number, request = self._asked, requests[0]
        ask = Ask(number, self._task, request.state, request.question, request.options)
        try:
            program = await self._running()
        except OSError as error:
            return [failure("crash", f"cannot start {self._words[0]}: {error.strerror}")]
        return [await program.ask(number, encode(ask) + b"\n")]

    async def _running(self) -> "Program":
        assert self._starting is not None, "answer before open"  # noqa: S101
        async with self._starting:
            if self._program is not None and self._program.ended:
                await self._program.end()
                self._program = None
            if self._program is None:
                self._program = await start(self._words)
            return self._program

    async def close(self) -> None:
        """Close the program's input and see it end."""
        program, self._program = self._program, None
        if program is not None:
            await program.end()


async def start(words: Sequence[str]) -> "Program":
    """Start a program, in a process group of its own so that it can be ended as a whole.

    Raises:
        OSError: it cannot be started.
    """
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *words, stdin=pipe, stdout=pipe, stderr=pipe, limit=MAX_LINE_BYTES, start_new_session=True
    )
    return Program(process)


class Program:
    """A running program and the requests that it has not answered."""

    PATIENCE_S = 5.0
    """Seconds that it may take to end by itself once its input is closed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.ended = False
        self._killed = False
        self._process = process
        self._open: dict[int, asyncio.Future[Reply]] = {}
        self._said: deque[str] = deque(maxlen=LAST_LINES)
        self._overhearing = asyncio.create_task(self._overhear())
        self._reading = asyncio.create_task(self._read())

    async def ask(self, number: int, line: bytes) -> Reply:
        """Write a line and wait for the answer with its number."""
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._open[number] = future
        try:
            await self._write(line)
            return await future
        except asyncio.CancelledError:
            self._kill()
            raise
        finally:
            del self._open[number]

    async def end(self) -> None:
        """Close its input, and kill it if it does not end by itself."""
        stdin = self._process.stdin
        if stdin is not None:
            stdin.close()
        tasks = (self._reading, self._overhearing)
        await asyncio.wait(tasks, timeout=self.PATIENCE_S)
        self._kill()
        await asyncio.wait(tasks, timeout=self.PATIENCE_S)
        for task in tasks:  # what it started may live on and hold its output open
            task.cancel()

    async def _write(self, line: bytes) -> None:
        stdin = self._process.stdin
        assert stdin is not None  # noqa: S101
        with suppress(BrokenPipeError, ConnectionResetError):  # it ended; the reader settles all
            stdin.write(line)
            await stdin.drain()

    def _kill(self) -> None:
        if not self.ended:
            self.ended = self._killed = True
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    async def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None  # noqa: S101
        try:
            while line := await stdout.readline():
                self._hear(line)
        except ValueError:  # a line beyond the limit
            self._said.append(f"it wrote a line longer than {MAX_LINE_BYTES:,} bytes")
            self._kill()
        status = await self._process.wait()
        await asyncio.wait([self._overhearing], timeout=1)
        self._settle_all(status)

    def _hear(self, line: bytes) -> None:
        value = parse_lenient(line)
        number = value.get("id") if isinstance(value, dict) else None
        future = self._open.get(number) if isinstance(number, int) else None
        if future is None:
            self._said.append(line.decode("utf-8", "replace").strip())
        elif not future.done():
            future.set_result(_reply(value, line))

    def _settle_all(self, status: int) -> None:
        self.ended = True
        said = scrub(": " + " | ".join(self._said)) if self._said else ""
        reply = failure("crash", f"the program ended with status {status}{said}")
        if self._killed:
            reply = failure("transport", "the program was ended: it hung or wrote without end")
        for future in self._open.values():
            if not future.done():
                future.set_result(reply)

    async def _overhear(self) -> None:
        stderr = self._process.stderr
        assert stderr is not None  # noqa: S101
        while text := await stderr.read(65536):
            self._said.extend(text.decode("utf-8", "replace").strip().split("\n")[-LAST_LINES:])


def _reply(value: Any, line: bytes) -> Reply:
    try:
        told = msgspec.convert(value, Told)
    except (msgspec.ValidationError, RecursionError) as error:
        text = line.decode("utf-8", "replace").strip()
        return replace(failure("unreadable_reply", str(error)), reply=text)
    if told.p is None and told.error is None:
        return failure("unreadable_reply", "the line has neither p nor error")
    fields = asdict(told)
    del fields["id"]
    return Reply(**fields)


KIND = Kind(
    name="command",
    usage="command:PROGRAM",
    summary="a program that reads requests and writes answers as JSON lines",
    open=open_command,
    verbatim=True,
)
