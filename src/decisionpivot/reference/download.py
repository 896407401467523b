"""Download a task's official files at their pinned commit into a cache, verified and resumed."""

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from decisionpivot.items import InputError, file_sha256
from decisionpivot.reference.card import RAW, Card, SourceFile

if TYPE_CHECKING:
    import aiohttp

AT_ONCE = 4
ATTEMPTS = 4
STALLED_S = 30.0
"""A server that sends nothing for so long is asked again, from where it stopped."""

BLOCK = 1 << 16


def cache_folder() -> Path:
    """Where downloads are kept: below ``XDG_CACHE_HOME`` or ``~/.cache``."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "decisionpivot" / "reference"


def download(
    cards: Sequence[Card],
    cache: Path,
    *,
    base: str = RAW,
    on_bytes: Callable[[int], None] = lambda _: None,
    stalled_s: float = STALLED_S,
) -> dict[str, InputError]:
    """Get the files of some tasks that the cache lacks.

    Args:
        cards: the tasks.
        cache: the files of a task lie in a folder of its name here.
        base: the address that repositories lie under; a mirror has another.
        on_bytes: called with the bytes that came.
        stalled_s: seconds without a byte after which a connection is given up.

    Returns:
        What went wrong, by task; the others' files are all there and verified.
    """
    return asyncio.run(_download(cards, cache, base, on_bytes, stalled_s))


def missing(card: Card, cache: Path) -> list[SourceFile]:
    """The files that the cache does not hold as they should be."""
    folder = cache / (card.folder or card.name)
    return [
        file
        for file in card.files
        if not (path := folder / file.path).exists() or file_sha256(path) != file.sha256
    ]


async def _download(
    cards: Sequence[Card],
    cache: Path,
    base: str,
    on_bytes: Callable[[int], None],
    stalled_s: float,
) -> dict[str, InputError]:
    import aiohttp

    failed: dict[str, InputError] = {}
    slots = asyncio.Semaphore(AT_ONCE)
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=stalled_s, sock_read=stalled_s)

    async def get(session: "aiohttp.ClientSession", card: Card, file: SourceFile) -> None:
        path = cache / (card.folder or card.name) / file.path
        async with slots:
            if card.name in failed:
                return
            try:
                await _file(session, card.address(file, base), file, path, on_bytes)
            except InputError as error:
                failed[card.name] = error

    # Two tasks may share a folder: each file is fetched once.
    wanted = {(card.folder or card.name, file.path): (card, file) for card in cards
              for file in missing(card, cache)}  # fmt: skip
    async with aiohttp.ClientSession(timeout=timeout) as session:
        await asyncio.gather(*(get(session, card, file) for card, file in wanted.values()))
    return failed


async def _file(
    session: "aiohttp.ClientSession",
    address: str,
    file: SourceFile,
    path: Path,
    on_bytes: Callable[[int], None],
) -> None:
    """Fetch one file beside its place, check it, and only then put it there."""
    import aiohttp
    import stamina

    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    again = (aiohttp.ClientConnectionError, aiohttp.ClientPayloadError, TimeoutError)
    try:
        async for attempt in stamina.retry_context(on=again, attempts=ATTEMPTS, timeout=None):
            with attempt:
                await _rest(session, address, file, part, on_bytes)
    except (aiohttp.ClientError, TimeoutError) as error:
        raise InputError(
            f"cannot download: {error or type(error).__name__}",
            place=address,
            remedy="Run the same command again: it goes on where it stopped. "
            "Or give --source DIR with the official files.",
        ) from None
    if file_sha256(part) != file.sha256:
        size = part.stat().st_size
        part.unlink()
        raise InputError(
            f"the file is not the pinned one: {size:,} bytes, the card says {file.size:,}, and "
            "another SHA-256",
            place=address,
            remedy="Try again; if it stays so, a proxy or mirror changes the file.",
        )
    part.replace(path)


async def _rest(
    session: "aiohttp.ClientSession",
    address: str,
    file: SourceFile,
    part: Path,
    on_bytes: Callable[[int], None],
) -> None:
    """Append what the partial file lacks; start anew where the server cannot resume."""
    have = part.stat().st_size if part.exists() else 0
    if have >= file.size:
        part.unlink()
        have = 0
    headers = {"Range": f"bytes={have}-"} if have else {}
    headers["Accept-Encoding"] = "identity"  # a range counts the bytes of the file itself
    async with session.get(address, headers=headers, raise_for_status=True) as response:
        with part.open("ab" if response.status == 206 else "wb") as out:
            size = have if response.status == 206 else 0
            async for block in response.content.iter_chunked(BLOCK):
                size += len(block)
                if size > file.size:  # what is longer is not the file, and may have no end
                    out.write(block[: file.size + 1 - size + len(block)])
                    return
                out.write(block)
                on_bytes(len(block))
