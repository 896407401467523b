"""Servers that misbehave: over aiohttp where HTTP allows it, else over bare sockets."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from aiohttp import web

Fault = Callable[[web.Request], Awaitable[web.StreamResponse]]
RawFault = Callable[[asyncio.StreamWriter], Awaitable[None]]


def reply(number: int) -> dict[str, Any]:
    """What a System One server says about item ``number``."""
    return {"model": "m", "answers": {"q": {"type": "noul", "noul": number / 10_000}}}


def number_of(body: bytes) -> int:
    """Which item a request is about: the kit's states begin with its number."""
    return int(json.loads(body)["state"].split()[1])


def as_response(status: int, text: str = "", **headers: str) -> Fault:
    async def fault(_: web.Request) -> web.Response:
        return web.Response(status=status, text=text, headers=headers)

    return fault


class Faulty:
    """Answers every item right, but the first attempts at some by ``fault(number)``."""

    def __init__(self, fault: Callable[[int], Fault | None], times: int = 1) -> None:
        self.fault, self.times = fault, times
        self.asked: Counter[int] = Counter()

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        number = number_of(await request.read())
        self.asked[number] += 1
        fault = self.fault(number) if self.asked[number] <= self.times else None
        return await fault(request) if fault else web.json_response(reply(number))


@asynccontextmanager
async def raw(fault: RawFault) -> AsyncIterator[tuple[str, Counter[int]]]:
    """A server of bytes: the first attempt at every third item is ``fault``, all else is right."""
    asked: Counter[int] = Counter()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
                number = number_of(await reader.readexactly(length))
                asked[number] += 1
                if number % 3 == 0 and asked[number] == 1:
                    await fault(writer)
                    break
                text = json.dumps(reply(number)).encode()
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(text) + text)
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", asked
