"""Systems behind HTTP: one POST a request, its reply read by a codec. Retries are the runner's."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from decisionpivot.items import Failure, Request, parse_lenient
from decisionpivot.systems.keys import scrub
from decisionpivot.systems.system import Reply, Spec, Traits, failure

if TYPE_CHECKING:
    import aiohttp

LONGEST_REPLY_BYTES = 4 * 1024 * 1024
"""A longer reply is not read to its end: no answer needs it."""

KEPT_CHARACTERS = 2_000
TOO_LONG = (
    "context_length_exceeded",
    "exceed_context_size",
    "max_tokens_exceeded",
    "context length",
    "maximum context",
    "too many tokens",
    "prompt is too long",
    "exceeds max length",
    "maximum number of tokens",
)
NO_QUOTA = "insufficient_quota quota_exceeded billing_hard_limit insufficient_credits".split()
CONNECT_S = 20.0

_OTHER_FORM = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError)


class Endpoint(Struct, frozen=True, kw_only=True):
    """Where requests go.

    Attributes:
        url: the whole address.
        headers: all headers beyond the content's, the one with the key among them. They are never
            part of a specification.
    """

    url: str
    headers: Mapping[str, str] = {}


class Codec(Protocol):
    """How a request becomes a body and a body becomes a reply, in one provider's terms."""

    def encode(self, request: Request) -> Mapping[str, Any] | Reply:
        """The JSON body, or a failure where a known limit forbids sending it."""

    def decode(self, request: Request, body: Any) -> Reply:
        """The reply in a body of status 200.

        Raises:
            KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError: the body has
                another form.
        """

    def refused(self, status: int, body: Any) -> Failure | None:
        """What an error body means in this provider's terms; None where the status says it all."""


class Remote:
    """A system behind HTTP.

    Args:
        spec: what the system is, without secrets.
        endpoint: called when the system is opened: where its requests go, with the key that the
            environment holds by then.
        codec: how they are written and replies read.
        concurrency: calls at the same time, unless the user says otherwise.
        output_tokens: tokens that an answer is expected to cost.
    """

    def __init__(
        self,
        spec: Spec,
        endpoint: Callable[[], Endpoint],
        codec: Codec,
        *,
        concurrency: int = 8,
        output_tokens: int = 0,
    ) -> None:
        self.spec = spec
        self.traits = Traits(concurrency=concurrency, output_tokens=output_tokens)
        self._find, self._codec = endpoint, codec
        self._endpoint: Endpoint | None = None
        self._session: aiohttp.ClientSession | None = None

    async def open(self, task: str) -> None:
        """Read the key and open connections, without a limit of their own: the runner bounds calls.

        Raises:
            InputError: the key is needed and not set.
        """
        import aiohttp

        self._endpoint = self._find()
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_S),
            cookie_jar=aiohttp.DummyCookieJar(),
            headers={"Content-Type": "application/json", "Accept": "application/json"},
        )

    async def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Post the request and read what comes back."""
        (request,) = requests
        body = self._codec.encode(request)
        if isinstance(body, Reply):
            return [body]
        started = time.perf_counter()
        reply = await self._post(request, msgspec.json.encode(body))
        return [replace(reply, latency_s=time.perf_counter() - started)]

    async def close(self) -> None:
        """Close all connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def _post(self, request: Request, data: bytes) -> Reply:
        import aiohttp

        endpoint = self._endpoint
        assert self._session is not None and endpoint is not None, "answer before open"  # noqa: S101
        try:
            async with self._session.post(
                endpoint.url, data=data, headers=endpoint.headers, allow_redirects=False
            ) as response:
                content = await _content(response.content)
                return self._read(request, response.status, response.headers, content)
        except (aiohttp.ClientError, OSError) as error:
            host = urlsplit(endpoint.url).netloc
            detail = str(error) or type(error).__name__
            return failure("transport", scrub(f"no reply from {host}: {detail}", KEPT_CHARACTERS))

    def _read(
        self, request: Request, status: int, headers: Mapping[str, str], content: bytes
    ) -> Reply:
        if status == 200 and len(content) > LONGEST_REPLY_BYTES:
            detail = f"the reply is longer than {LONGEST_REPLY_BYTES:,} bytes"
            return failure("unreadable_reply", detail)
        body = parse_lenient(content)
        if status != 200:
            meant = self._codec.refused(status, body) if isinstance(body, dict) else None
            return refusal(status, headers, content, meant)
        try:
            if body is None and "html" in headers.get("Content-Type", "").lower():
                # A gateway's page says nothing of the model: the item may be asked again.
                reply = failure("transport", "a web page came in place of a reply")
            else:
                return self._codec.decode(request, body)
        except _OTHER_FORM as error:
            detail = f"the reply has another form: {type(error).__name__}: {error}"
            reply = failure("unreadable_reply", scrub(detail, 300))
        return replace(reply, reply=scrub(content.decode("utf-8", "replace"), KEPT_CHARACTERS))


async def _content(stream: "aiohttp.StreamReader") -> bytes:
    """The body; of one that is too long, a little more than what is allowed."""
    blocks, size = [], 0
    async for block in stream.iter_any():
        blocks.append(block)
        size += len(block)
        if size > LONGEST_REPLY_BYTES:
            break
    return b"".join(blocks)


def refusal(
    status: int, headers: Mapping[str, str], content: bytes, meant: Failure | None = None
) -> Reply:
    """The failure that a status other than 200 is."""
    said = message(content)
    detail = f"HTTP {status}" + (f": {said}" if said else "")
    kind = meant.kind if meant else kind_of(status, said)
    if meant and meant.detail:
        detail = f"{detail} ({meant.detail})"
    return Reply(
        error=Failure(kind, scrub(detail, KEPT_CHARACTERS)),
        status=status,
        retry_after_s=retry_after_s(headers),
    )


def kind_of(status: int, said: str) -> str:
    """The kind of failure of an HTTP status, and of what the server says with it.

    408 and 5xx are tried again, but not 501: what a server has not implemented stays so.
    """
    said = said.lower()
    if status in (401, 403):
        return "auth"
    if status == 402 or (status == 429 and any(word in said for word in NO_QUOTA)):
        return "quota"
    if status == 429:
        return "rate_limit"
    if status == 413 or (400 <= status < 500 and any(word in said for word in TOO_LONG)):
        return "input_limit"
    if status in (408, 425) or (status >= 500 and status != 501):
        return "transport"
    return "http_4xx"


def message(content: bytes) -> str:
    """What an error body says, in the shapes that decision APIs use; else its beginning.

    A validation error's ``input`` is left out: it repeats what was sent.
    """
    body = parse_lenient(content)
    if not isinstance(body, dict):
        text = content[:KEPT_CHARACTERS].decode("utf-8", "replace")
        return " ".join(text.split())[:200]
    inner = body.get("error", body.get("detail", body.get("errors", body)))
    if isinstance(inner, list):
        return "; ".join(_point(entry) for entry in inner[:5])
    return _point(inner)


def _point(entry: Any) -> str:
    if not isinstance(entry, dict):
        return str(entry)[:300]
    names = ("loc", "code", "type", "error_type", "status", "msg", "message")
    parts = [entry[name] for name in names if entry.get(name) not in (None, "", [])]
    return " ".join(p if isinstance(p, str) else json.dumps(p) for p in parts)[:500]


def retry_after_s(
    headers: Mapping[str, str], now: Callable[[], datetime] | None = None
) -> float | None:
    """Seconds that a server asks to wait: ``retry-after-ms``, else ``Retry-After``.

    The latter may be seconds or an HTTP date. What cannot be read, or lies in the past, is None
    or 0.

    >>> retry_after_s({"Retry-After": "1.5"})
    1.5
    """
    for name, scale in (("retry-after-ms", 1e-3), ("Retry-After", 1.0)):
        try:
            seconds = float(headers[name]) * scale
        except (KeyError, ValueError):
            continue
        return seconds if 0 <= seconds < float("inf") else None
    try:
        date = parsedate_to_datetime(headers["Retry-After"])
    except (KeyError, ValueError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    current = now() if now else datetime.now(UTC)
    return max((date - current).total_seconds(), 0.0)
