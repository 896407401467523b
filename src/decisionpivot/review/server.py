"""The reviewers' page over HTTP, for this machine alone.

Every request must name this address (so that no foreign name leads here), must not come from
another site's page, and everything but the page's own files must carry the token of this start.
"""

import secrets
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from importlib.resources import files
from sqlite3 import Error as StoreError
from typing import Annotated, Any, TypeVar

import msgspec
import uvicorn
from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from decisionpivot.items import InputError
from decisionpivot.review.desk import Desk, Progress, Sheet
from decisionpivot.review.store import LONGEST_NAME, LONGEST_NOTE, Flag, FlagKind, Refused

ADDRESS = "127.0.0.1"
LARGEST_BODY = 64 * 1024
TOKEN_HEADER = "x-review-token"  # noqa: S105 (the header's name)
TOKEN_PLACE = "{{token}}"  # noqa: S105
FILES = {
    "review.css": "text/css",
    "review.js": "text/javascript",
    "sheet.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """A call that needs nothing."""


class Who(Struct, frozen=True, forbid_unknown_fields=True):
    """A reviewer."""

    reviewer: Annotated[str, Meta(max_length=4 * LONGEST_NAME)]


class Place(Who, frozen=True, forbid_unknown_fields=True):
    """One of a reviewer's turns."""

    number: Annotated[int, Meta(ge=1, lt=2**31)]


class Given(Place, frozen=True, forbid_unknown_fields=True):
    """An answer to a member."""

    item: str
    answer: str


class Flagged(Place, frozen=True, forbid_unknown_fields=True):
    """A flag of a member; ``flag`` null takes it back."""

    item: str
    flag: FlagKind | None
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""


class Overview(Struct, frozen=True):
    """What the first page shows."""

    reviewers: list[str]
    progress: list[Progress]


class Entered(Struct, frozen=True):
    """Who a reviewer is, and the group on the desk; none when they have had all."""

    reviewer: str
    sheet: Sheet | None


class Next(Struct, frozen=True):
    """The group after; none when the reviewer has had all."""

    sheet: Sheet | None


class Problem(Struct, frozen=True):
    """Why a request was not served, in words for the reviewer."""

    problem: str


def serve(desk: Desk, *, port: int = 0, on_ready: Callable[[str], None]) -> None:
    """Serve the page until the process is told to stop.

    Args:
        desk: the items and their store.
        port: 0 takes a free one.
        on_ready: called with the page's address.

    Raises:
        InputError: the port is taken.
    """
    bound = _bind(port)
    taken = bound.getsockname()[1]
    config = uvicorn.Config(
        application(desk, port=taken),
        log_level="warning",
        access_log=False,
        lifespan="off",
        ws="none",
        loop="asyncio",
        http="h11",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    with bound:
        bound.listen()  # from here on a browser that comes is served, if a moment later
        on_ready(f"http://{ADDRESS}:{taken}/")
        with suppress(KeyboardInterrupt):  # how a reviewer's server is meant to end
            uvicorn.Server(config).run(sockets=[bound])


def _bind(port: int) -> socket.socket:
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((ADDRESS, port))
    except (OSError, OverflowError) as error:
        bound.close()
        raise InputError(
            f"the port {port} cannot be used: {error}",
            place="--port",
            remedy="Leave --port out to take a free one.",
        ) from None
    return bound


def application(desk: Desk, *, port: int) -> ASGIApp:
    """The page and its calls as an ASGI application, guarded."""
    token = secrets.token_urlsafe(24)
    page = _own_file("page.html").decode().replace(TOKEN_PLACE, token).encode()
    routes = [
        Route("/", partial(_file, content=page, kind="text/html")),
        *(
            Route(f"/{name}", partial(_file, content=_own_file(name), kind=kind))
            for name, kind in FILES.items()
        ),
        _call("/api/overview", Nothing, lambda _: Overview(desk.reviewers(), desk.progress())),
        _call("/api/enter", Who, partial(_enter, desk)),
        _call("/api/sheet", Place, lambda said: desk.sheet(said.reviewer, said.number)),
        _call("/api/answer", Given, partial(_answer, desk)),
        _call("/api/show", Place, lambda said: desk.show(said.reviewer, said.number)),
        _call("/api/flag", Flagged, partial(_flag, desk)),
        _call("/api/next", Place, lambda said: Next(desk.go_on(said.reviewer, said.number))),
    ]
    return Guard(Starlette(routes=routes), port=port, token=token)


def _own_file(name: str) -> bytes:
    return (files(__package__) / "pages" / name).read_bytes()


async def _file(request: Request, *, content: bytes, kind: str) -> Response:
    return Response(content, media_type=kind)


def _enter(desk: Desk, said: Who) -> Entered:
    name = desk.enter(said.reviewer)
    return Entered(name, desk.current(name))


def _answer(desk: Desk, said: Given) -> Given:
    desk.answer(said.reviewer, said.number, said.item, answer=said.answer)
    return said


def _flag(desk: Desk, said: Flagged) -> Sheet:
    flag = Flag(said.flag, said.note) if said.flag else None
    desk.flag(said.reviewer, said.number, said.item, flag)
    return desk.sheet(said.reviewer, said.number)


Said = TypeVar("Said", bound=Struct)


def _call(path: str, said: type[Said], does: Callable[[Said], Struct]) -> Route:
    """A route that reads JSON of one type and answers with JSON when all is stored."""
    decoder = msgspec.json.Decoder(said)

    async def endpoint(request: Request) -> Response:
        body = await _body(request)
        if body is None:
            return _json(Problem("The request is too large."), 413)
        try:
            value = decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return _json(Problem(f"This could not be read: {error}"), 400)
        try:
            return _json(await run_in_threadpool(does, value))
        except Refused as error:
            return _json(Problem(str(error)), 409)
        except StoreError as error:
            return _json(Problem(f"Not stored: {error}."), 503)

    return Route(path, endpoint, methods=["POST"])


async def _body(request: Request) -> bytes | None:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_BODY:
            return None
    return body


def _json(value: Struct, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


class Guard:
    """Refuses what does not come from this server's own page; adds the security headers."""

    def __init__(self, inner: ASGIApp, *, port: int, token: str) -> None:
        self._inner, self._token = inner, token
        names = (ADDRESS, "localhost")
        self._hosts = {f"{name}:{port}" for name in names} | (set(names) if port == 80 else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        with_headers = partial(_send_with_headers, send)
        request = Request(scope)
        problem = self._problem(request)
        if problem:
            await PlainTextResponse(problem, 403)(scope, receive, with_headers)
        else:
            await self._inner(scope, receive, with_headers)

    def _problem(self, request: Request) -> str | None:
        headers = request.headers
        origin = headers.get("origin")
        if headers.get("host") not in self._hosts:
            return "This server has another address."
        if origin is not None and origin.removeprefix("http://") not in self._hosts:
            return "This comes from another site."
        if request.url.path.startswith("/api/"):
            given = headers.get(TOKEN_HEADER, "").encode()
            if not secrets.compare_digest(given, self._token.encode()):
                return "The server was started anew: reload the page."
        return None


async def _send_with_headers(send: Callable[[Message], Awaitable[None]], message: Any) -> None:
    if message["type"] == "http.response.start":
        own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        message["headers"] = [*message["headers"], *own]
    await send(message)
