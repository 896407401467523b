"""Servers on loopback, made by hand from the wire contracts, and what they were sent."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from server_kit import serving


@dataclass
class Captured:
    """A request as it arrived."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Server:
    """A running server: its base address, and the requests it got, in order."""

    url: str
    requests: list[Captured] = field(default_factory=list)


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def serve(handler: Handler | Any) -> AsyncIterator[Server]:
    """A server on a free port, closed at the end.

    ``handler`` answers every request, whatever its path; anything but a function is the JSON body
    of every reply.
    """
    server = Server("")

    async def handle(request: web.Request) -> web.StreamResponse:
        body = await request.read()
        server.requests.append(Captured(request.method, request.path, dict(request.headers), body))
        if callable(handler):
            return await handler(request)
        return web.Response(text=json.dumps(handler), content_type="application/json")

    async with serving(handle) as server.url:
        yield server
