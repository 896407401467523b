"""What the runner costs beside a bare loop of the same HTTP client, and how much memory it needs.

    python benchmarks/runner.py            # both parts, about two minutes
    python benchmarks/runner.py speed      # one part

The server answers every request at once and has a process of its own. In turn, a bare loop of 32
workers and a run of 32 post the same bodies to it; shown are the medians of five rounds. Memory is
the peak of a process that runs so many items over HTTP.
"""

import asyncio
import multiprocessing
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

import aiohttp
import msgspec

from decisionpivot.items import Item, Option, Question
from decisionpivot.run import Settings, run_async
from decisionpivot.selection import Task
from decisionpivot.systems import open_system
from decisionpivot.systems.systemone import QUESTION
from decisionpivot.systems.systemone import question as wire_question

REQUESTS = 4_000
CONCURRENCY = 32
ROUNDS = 5
SIZES = (1_000, 10_000, 100_000)
STATE = "The order was placed on 3 May and delivered on 9 May; it is asked back on 2 June. " * 10

REPLY = msgspec.json.encode(
    {
        "model": "m",
        "answers": {QUESTION: {"type": "noul", "noul": 0.75}},
        "usage": {"input_tokens": 200, "output_tokens": 1},
    }
)
RESPONSE = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(REPLY)
) + REPLY


class Trivial(asyncio.Protocol):
    """Answers whatever is posted as soon as it is there, over connections that stay open."""

    def __init__(self) -> None:
        self.data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.data += data
        while (end := self.data.find(b"\r\n\r\n")) >= 0:
            head = self.data[:end].lower()
            length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
            if len(self.data) < end + 4 + length:
                return
            self.data = self.data[end + 4 + length :]
            self.transport.write(RESPONSE)  # type: ignore[attr-defined]


def serve(pipe: Connection) -> None:
    async def forever() -> None:
        server = await asyncio.get_running_loop().create_server(Trivial, "127.0.0.1", 0)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(forever())


@contextmanager
def server() -> Iterator[str]:
    """The address of the trivial server, which has a process of its own."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(there,))
    process.start()
    try:
        yield f"http://127.0.0.1:{here.recv()}"
    finally:
        process.terminate()
        process.join()


class Items(msgspec.Struct, frozen=True):
    """As many items as one likes, made anew each time: they need no memory."""

    count: int

    def __iter__(self) -> Iterator[Item]:
        return map(item, range(self.count))


def item(number: int) -> Item:
    return Item(
        id=f"returns:{number:06d}",
        task="returns",
        state=f"{number}: {STATE}",
        question=Question("noul", "May this order be refunded?"),
        options=(Option("yes", "All rules allow a refund."), Option("no", "A rule forbids it.")),
        answer="yes",
    )


async def bare(base: str, count: int) -> None:
    """The same bodies in a loop around the client; replies are read and decoded."""
    numbers = iter(range(count))

    async def worker(session: aiohttp.ClientSession) -> None:
        for number in numbers:
            request = item(number).request
            body = {
                "model": "m",
                "state": request.state,
                "questions": {QUESTION: wire_question(request)},
            }
            data = msgspec.json.encode(body)
            async with session.post(f"{base}/v1/systemone", data=data) as response:
                answer = msgspec.json.decode(await response.read())
            assert answer["answers"][QUESTION]["noul"] == 0.75  # noqa: S101

    connector = aiohttp.TCPConnector(limit=0)
    headers = {"Content-Type": "application/json"}
    async with aiohttp.ClientSession(connector=connector, headers=headers) as session:
        await asyncio.gather(*(worker(session) for _ in range(CONCURRENCY)))


async def ours(base: str, count: int) -> None:
    """A run of as many items."""
    with tempfile.TemporaryDirectory() as folder:
        outcome = await run_async(
            open_system(f"systemone:m@{base}"),
            [Task("returns", Items(count), "0" * 64)],
            Path(folder) / "run",
            release="own data",
            settings=Settings(concurrency=CONCURRENCY),
        )
    assert outcome.record.counts.answers == count  # noqa: S101


def measured(work: Callable[[str, int], Awaitable[None]], base: str) -> tuple[float, float]:
    """Requests a second, and processor seconds of this process for a thousand requests."""
    wall, cpu = time.perf_counter(), time.process_time()
    asyncio.run(work(base, REQUESTS))  # type: ignore[arg-type]
    return (
        REQUESTS / (time.perf_counter() - wall),
        (time.process_time() - cpu) / REQUESTS * 1_000,
    )


def speed() -> None:
    """Our runner beside the bare loop."""
    found: dict[str, list[tuple[float, float]]] = {"bare loop": [], "our runner": []}
    with server() as base:
        for _ in range(ROUNDS):
            for name, work in zip(found, (bare, ours), strict=True):
                found[name].append(measured(work, base))
    middle = {
        name: [median(column) for column in zip(*rounds, strict=True)]
        for name, rounds in found.items()
    }
    for name, (rate, cpu) in middle.items():
        print(f"{name}: {rate:,.0f} requests/s, {cpu:.2f} s of processor for 1,000 requests")
    print(f"  {middle['our runner'][0] / middle['bare loop'][0]:.0%} of the bare loop's rate")


def memory() -> None:
    """Peak memory of runs of three sizes, each in a process of its own."""
    with server() as base:
        for size in SIZES:
            command = [sys.executable, str(Path(__file__).resolve()), "run", base, str(size)]
            print(f"{size:,} items: peak {subprocess.check_output(command).decode()}", end="")


def one_run(base: str, count: str) -> None:
    asyncio.run(ours(base, int(count)))
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


PARTS: dict[str, Callable[[], None]] = {"speed": speed, "memory": memory}


def main(arguments: list[str]) -> None:
    """Do the parts that are named, or both."""
    if arguments[:1] == ["run"]:
        one_run(*arguments[1:])
        return
    for name in arguments or PARTS:
        PARTS[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
