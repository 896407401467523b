"""Downloads against a real server on loopback: whole, resumed, changed, missing, stalled."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from reference_kit import SOURCES, need_sources
from server_kit import Handler, serving

from decisionpivot.cli import main
from decisionpivot.items import sha256
from decisionpivot.reference import BY_NAME, SourceFile, build
from decisionpivot.reference.card import Card
from decisionpivot.reference.download import download

CONTENT = bytes(range(256)) * 2_000
CARD = Card(
    name="toy", layer="A", title="t", asks="a", citation="c", repository="owner/name",
    commit="c" * 40, files=(SourceFile("a b/rows#1.bin", len(CONTENT), sha256(CONTENT)),),
    licence="MIT", terms="permissive", labels="human", labels_are="l", metric="accuracy",
    original_metric="accuracy", chance=0.5, chance_is="closed form", items=1, groups=1, sha256="",
)  # fmt: skip
PATH = f"/owner/name/{'c' * 40}/a%20b/rows%231.bin"


@asynccontextmanager
async def server(handler: Handler) -> AsyncIterator[tuple[str, list[web.Request]]]:
    """A server's address and the requests that come to it."""
    seen: list[web.Request] = []

    async def handle(request: web.Request) -> web.StreamResponse:
        seen.append(request)
        return await handler(request)

    async with serving(handle) as base:
        yield base, seen


async def get(base, tmp_path, cards=(CARD,), **more):
    return await asyncio.to_thread(download, list(cards), tmp_path, base=base, **more)


async def whole(request):
    if "Range" in request.headers:
        start = request.http_range.start
        return web.Response(status=206, body=CONTENT[start:])
    return web.Response(body=CONTENT)


async def test_a_file_comes_whole_and_is_not_asked_for_again(tmp_path):
    async with server(whole) as (base, seen):
        assert await get(base, tmp_path) == {}
        assert await get(base, tmp_path) == {}
    assert [request.raw_path for request in seen] == [PATH]
    assert (tmp_path / "toy" / "a b" / "rows#1.bin").read_bytes() == CONTENT


async def test_what_is_there_in_part_is_completed(tmp_path):
    part = tmp_path / "toy" / "a b" / "rows#1.bin.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(CONTENT[:1000])
    async with server(whole) as (base, seen):
        assert await get(base, tmp_path) == {}
    assert seen[0].headers["Range"] == "bytes=1000-"
    assert part.with_suffix("").read_bytes() == CONTENT
    assert not part.exists()


async def test_a_server_that_cannot_resume_sends_all_again(tmp_path):
    part = tmp_path / "toy" / "a b" / "rows#1.bin.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(CONTENT[:1000])

    async def always_whole(request):
        return web.Response(body=CONTENT)

    async with server(always_whole) as (base, _):
        assert await get(base, tmp_path) == {}
    assert part.with_suffix("").read_bytes() == CONTENT


async def test_a_connection_that_breaks_is_taken_up_where_it_broke(tmp_path):
    async def breaks_once(request):
        if "Range" in request.headers:
            return await whole(request)
        response = web.StreamResponse(headers={"Content-Length": str(len(CONTENT))})
        await response.prepare(request)
        await response.write(CONTENT[:200_000])
        await asyncio.sleep(0.05)
        request.transport.abort()
        return response

    async with server(breaks_once) as (base, seen):
        assert await get(base, tmp_path) == {}
    assert len(seen) == 2
    assert 0 < seen[1].http_range.start <= 200_000


async def test_a_stalled_server_is_asked_again(tmp_path):
    async def stalls_once(request):
        if "Range" in request.headers:
            return await whole(request)
        response = web.StreamResponse(headers={"Content-Length": str(len(CONTENT))})
        await response.prepare(request)
        await response.write(CONTENT[:100_000])
        await asyncio.sleep(2)
        return response

    async with server(stalls_once) as (base, seen):
        assert await get(base, tmp_path, stalled_s=0.3) == {}
    assert len(seen) == 2


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (CONTENT[:-1] + b"x", "not the pinned one"),
        (CONTENT[:-1], "not the pinned one"),
        (CONTENT + b"more", "not the pinned one"),
        (b"<html>please log in</html>", "not the pinned one"),
        (b"", "not the pinned one"),
    ],
)
async def test_what_is_not_the_pinned_file_is_never_put_in_place(tmp_path, body, says):
    async def changed(request):
        return web.Response(body=body)

    async with server(changed) as (base, _):
        failed = await get(base, tmp_path)
    assert says in str(failed["toy"])
    assert PATH in str(failed["toy"])
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


async def test_a_missing_file_fails_its_task_alone(tmp_path):
    other = Card(**{name: getattr(CARD, name) for name in CARD.__struct_fields__} | {
        "name": "other", "repository": "owner/gone",
    })  # fmt: skip

    async def some(request):
        return web.Response(status=404) if "gone" in request.path else await whole(request)

    async with server(some) as (base, _):
        failed = await get(base, tmp_path, [other, CARD])
    assert list(failed) == ["other"]
    assert "404" in str(failed["other"])
    assert (tmp_path / "toy" / "a b" / "rows#1.bin").read_bytes() == CONTENT


async def test_the_command_downloads_builds_and_verifies(tmp_path, monkeypatch, capsys):
    need_sources()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    cards = [BY_NAME[name].CARD for name in ("xstest", "folio", "bfcl")]

    async def official(request):
        for card in cards:
            path = request.path.removeprefix(f"/{card.repository}/{card.commit}/")
            if path != request.path and card.name != "bfcl":
                return web.Response(body=(SOURCES / card.name / path).read_bytes())
        return web.Response(status=404)

    async with server(official) as (base, _):
        command = ["reference", "build", *(card.name for card in cards), "--mirror", base]
        assert await asyncio.to_thread(main, command) == 1
    output = capsys.readouterr()
    assert "2 of 3 tasks built" in output.out
    assert "error: bfcl" in output.err
    assert "404" in output.err
    assert "share-alike terms: folio" in output.err
    assert main(["reference", "verify", "xstest", "folio"]) == 0
    assert main(["reference", "verify", "bfcl"]) == 1
    assert sorted(path.name for path in (tmp_path / "items" / "reference").iterdir()) == [
        "folio.jsonl",
        "xstest.jsonl",
    ]


async def test_a_task_is_built_from_what_was_downloaded(tmp_path):
    need_sources()
    card = BY_NAME["xstest"].CARD

    async def official(request):
        path = request.path.removeprefix(f"/{card.repository}/{card.commit}/")
        return web.Response(body=(SOURCES / "xstest" / path).read_bytes())

    async with server(official) as (base, _):
        assert await get(base, tmp_path / "cache", [card]) == {}
    built = build(BY_NAME["xstest"], tmp_path / "cache" / "xstest", out=tmp_path / "items")
    assert built.sha256 == card.sha256
