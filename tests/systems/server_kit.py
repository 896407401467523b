"""Real servers on loopback: our own from the contracts, and real ones as child processes."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from msgspec import Struct

from decisionpivot.items import Option, Question, Request
from decisionpivot.systems import Reply, open_system

YES_NO = Request(
    state="I was charged twice.",
    question=Question("noul", "Does the customer want a refund?"),
    options=(Option("yes", "asks for money back"), Option("no", "anything else")),
)
TEAM = Request(
    state={"subject": "Rechnung Ü-7", "lines": [1, 2]},
    question=Question("choice", "Which team?"),
    options=(Option("billing", "payments"), Option("tech", "faults"), Option("sales", "offers")),
)
URGENCY = Request(
    state="The server is down.",
    question=Question("score", "How urgent is it?"),
    options=(Option("low", "can wait"), Option("mid", "today"), Option("high", "now")),
)
REQUESTS = {"noul": YES_NO, "choice": TEAM, "score": URGENCY}


class Seen(Struct):
    """A request that a server got."""

    path: str
    headers: dict[str, str]
    body: Any


Answer = Callable[[Any], Any]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def serving(handler: Handler) -> AsyncIterator[str]:
    """The address of a server that hands every request to ``handler``."""

    async def handle(request: web.Request) -> web.StreamResponse:
        return await handler(request)

    app = web.Application(client_max_size=64 * 1024 * 1024)
    app.router.add_route("*", "/{path:.*}", handle)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    assert site._server is not None
    port = site._server.sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def answering(answer: Answer) -> AsyncIterator[tuple[str, list[Seen]]]:
    """A server that answers every JSON body by ``answer``, and the requests that it got."""
    seen: list[Seen] = []

    async def handle(request: web.Request) -> web.Response:
        body = json.loads(await request.read())
        seen.append(Seen(request.path, dict(request.headers), body))
        return web.json_response(answer(body))

    async with serving(handle) as base:
        yield base, seen


async def ask(name: str, request: Request) -> Reply:
    """What a system says to one request."""
    system = open_system(name)
    await system.open("robots")
    try:
        (reply,) = await system.answer([request])
    finally:
        await system.close()
    return reply
