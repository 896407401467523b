"""Runs over servers that misbehave: nothing lost, nothing doubled, no key, a clear word."""

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from aiohttp import web
from fault_kit import Faulty, as_response, raw, reply
from msgspec.structs import replace
from run_kit import item, make_task, records
from server_kit import TEAM, ask, serving

from decisionpivot.cli import main
from decisionpivot.items import InputError
from decisionpivot.run import Outcome, Settings, run, run_async
from decisionpivot.run import folder as runfolder
from decisionpivot.selection import Task
from decisionpivot.systems import open_system

KEY = "sk-test-0000000000"


async def go(folder: Path, base: str, items: int, **settings: float) -> Outcome:
    return await run_async(
        open_system(f"systemone:m@{base}"),
        [make_task(folder, items)],
        folder / "run",
        release="own data",
        settings=Settings(**({"concurrency": 8} | settings)),  # type: ignore[arg-type]
    )


def all_right(folder: Path, items: int) -> None:
    """Exactly one record for every item, in order, with the probability of that item."""
    found = records(folder / "run")
    assert [record.id for record in found] == [f"robots:{n:05d}" for n in range(items)]
    assert [record.p and record.p["yes"] for record in found] == [n / 10_000 for n in range(items)]


async def command(*words: str, folder: Path, **environment: str) -> tuple[int, str, str]:
    """A run as a user starts it: exit status, standard output and error."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "error", "-m", "decisionpivot", "run", *words),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"CI": "true", "TERM": "dumb"} | environment,
    )
    out, err = await process.communicate()
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


# Nothing lost, nothing doubled


async def test_faults_of_all_sorts_at_random_lose_and_double_nothing(tmp_path: Path) -> None:
    async def drop(request: web.Request) -> web.Response:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    sorts = [
        None,
        as_response(429, **{"retry-after-ms": "20"}),
        as_response(500, "oops"),
        as_response(503, "<html>", **{"Retry-After": "0.02"}),
        as_response(529),
        as_response(200, "<html>log in</html>", **{"Content-Type": "text/html"}),
        drop,
    ]
    choice = random.Random(3)
    fault_of = [choice.choice(sorts) for _ in range(300)]
    server = Faulty(fault_of.__getitem__)
    async with serving(server) as base:
        outcome = await go(tmp_path, base, 300, concurrency=32)
    assert outcome.status == 0
    all_right(tmp_path, 300)
    attempts = [1 if fault is None else 2 for fault in fault_of]
    assert [record.attempts for record in records(tmp_path / "run")] == attempts
    assert [server.asked[number] for number in range(300)] == attempts


async def reset(writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


async def garbage(writer: asyncio.StreamWriter) -> None:
    writer.write(b"SSH-2.0-OpenSSH_9.6\r\n\r\n")


async def cut_head(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Le")
    await writer.drain()


async def cut_chunks(writer: asyncio.StreamWriter) -> None:
    writer.write(b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{"model"\r\n')
    await writer.drain()


async def cut_compressed(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd")
    await writer.drain()


async def endless_head(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 200_000 + b"\r\n\r\n")
    await writer.drain()


@pytest.mark.parametrize(
    "fault", [reset, garbage, cut_head, cut_chunks, cut_compressed, endless_head]
)
async def test_bytes_that_are_no_reply_are_asked_again(tmp_path: Path, fault: object) -> None:
    async with raw(fault) as (base, asked):  # type: ignore[arg-type]
        outcome = await go(tmp_path, base, 12, timeout_s=5)
    assert outcome.status == 0
    all_right(tmp_path, 12)
    assert [asked[n] for n in range(12)] == [2 if n % 3 == 0 else 1 for n in range(12)]


async def test_a_server_error_of_ten_megabytes_is_still_a_server_error(tmp_path: Path) -> None:
    server = Faulty(lambda n: as_response(500, "x" * 10 * 1024 * 1024) if n == 1 else None)
    async with serving(server) as base:
        assert (await go(tmp_path, base, 4)).status == 0
    all_right(tmp_path, 4)


# What servers ask for


async def test_a_date_to_come_back_at_is_waited_for(tmp_path: Path) -> None:
    times: list[datetime] = []
    date = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=2)

    async def busy(request: web.Request) -> web.Response:
        times.append(datetime.now(UTC))
        if len(times) == 1:
            return web.Response(status=429, headers={"Retry-After": format_datetime(date, True)})
        return web.json_response(reply(0))

    async with serving(busy) as base:
        outcome = await go(tmp_path, base, 1)
    assert outcome.status == 0
    assert times[1] >= date
    assert [record.attempts for record in records(tmp_path / "run")] == [2]


async def test_waiting_shows_in_the_time_of_the_run_and_not_in_the_latency(tmp_path: Path) -> None:
    async def busy(_: web.Request) -> web.Response:
        return web.Response(status=503, headers={"Retry-After": "0.4"})

    class Slow(Faulty):
        async def __call__(self, request: web.Request) -> web.StreamResponse:
            await asyncio.sleep(0.1)
            return await super().__call__(request)

    server = Slow(lambda number: busy if number % 5 == 0 else None)
    started = time.monotonic()
    async with serving(server) as base:
        await go(tmp_path, base, 10, concurrency=1)
    took = time.monotonic() - started
    found = records(tmp_path / "run")
    assert [record.attempts for record in found] == [2, 1, 1, 1, 1] * 2
    assert all(0.1 <= (record.latency_s or 0) < 0.3 for record in found)
    assert took >= 10 * 0.1 + 2 * (0.1 + 0.4)
    assert took < 4


async def test_a_rate_is_kept_over_http(tmp_path: Path) -> None:
    times: list[float] = []

    class Timed(Faulty):
        async def __call__(self, request: web.Request) -> web.StreamResponse:
            times.append(time.monotonic())
            return await super().__call__(request)

    async with serving(Timed(lambda _: None)) as base:
        await go(tmp_path, base, 30, rate=20)
    assert (len(times) - 1) / (times[-1] - times[0]) < 22


# Replies that answer something else


@pytest.mark.parametrize(
    ("answers", "kind"),
    [
        ({"q": {"probabilities": {"billing": 0.6, "tech": 0.4}}}, "invalid_p"),
        ({"q": {"probabilities": {"billing": 0.6, "tech": 0.3, "sales": 0.1, "x": 0}}},
         "invalid_p"),
        ({"q": {"probabilities": {"billing": 1.2, "tech": -0.3, "sales": 0.1}}}, "invalid_p"),
        ({"q": {"probabilities": {"billing": "0.6", "tech": 0.3, "sales": 0.1}}}, "invalid_p"),
        ({"q": {"probabilities": {"billing": True, "tech": 0, "sales": 0}}}, "invalid_p"),
        ({"q": {"probabilities": {"billing": 10**400, "tech": 0, "sales": 0}}}, "unreadable_reply"),
        ({"q": {"probabilities": {}}}, "invalid_p"),
        ({"q": {"probabilities": [0.6, 0.3, 0.1]}}, "unreadable_reply"),
        ({"q": {"choice": "billing", "confidence": 0.9}}, "unreadable_reply"),
        ({"q": None}, "unreadable_reply"),
        ({"q": {"probabilities": {"billing": 1, "tech": 0, "sales": 0}}, "r": {}},
         "unreadable_reply"),
        ({"Q": {"probabilities": {"billing": 1, "tech": 0, "sales": 0}}}, "unreadable_reply"),
        ({}, "unreadable_reply"),
    ],
)  # fmt: skip
async def test_answers_to_something_else_are_failures(answers: object, kind: str) -> None:
    if isinstance(answers, dict) and isinstance(answers.get("q"), dict):
        answers["q"]["type"] = "choice"

    async def say(_: web.Request) -> web.Response:
        return web.json_response({"model": "m", "answers": answers})

    async with serving(say) as base:
        found = await ask(f"systemone:m@{base}", TEAM)
    assert found.error is not None
    assert found.error.kind == kind


# Runs that are vain


@pytest.mark.parametrize("status", [400, 401])
async def test_a_server_that_refuses_all_ends_the_command_with_1_and_a_line_why(
    tmp_path: Path, status: int
) -> None:
    make_task(tmp_path, 1_000)
    server = Faulty(lambda _: as_response(status), times=99)
    async with serving(server) as base:
        words = [f"systemone:m@{base}", "--items", "items/robots.jsonl", "--concurrency", "4"]
        code, out, err = await command(*words, folder=tmp_path)
    assert (code, err) == (1, "")
    assert 20 <= server.asked.total() < 24
    assert set(server.asked.values()) == {1}
    assert (
        f"stopped: the first 20 requests all ended in HTTP status {status}: HTTP {status} "
        f"(model m at {base})\n"
    ) in out


async def test_what_was_refused_is_asked_again_once_the_server_is_well(tmp_path: Path) -> None:
    server = Faulty(lambda _: as_response(400), times=1)
    task = make_task(tmp_path, 30)
    async with serving(server) as base:
        for status in (1, 0):
            outcome = await run_async(
                open_system(f"systemone:m@{base}"), [task], tmp_path / "run", release="own data",
                settings=Settings(concurrency=2, retries=0),
            )  # fmt: skip
            assert outcome.status == status
            server.times = 0
    all_right(tmp_path, 30)


async def test_items_that_failed_are_exactly_those_asked_again(tmp_path: Path) -> None:
    server = Faulty(lambda n: as_response(500) if 1 <= n <= 5 else None)
    async with serving(server) as base:
        first = await go(tmp_path, base, 20, retries=0)
        assert (first.status, first.record.counts.failures) == (1, {"transport": 5})
        assert (await go(tmp_path, base, 20, retries=0)).status == 0
    all_right(tmp_path, 20)
    assert [server.asked[n] for n in range(20)] == [1, 2, 2, 2, 2, 2] + [1] * 14


# No key anywhere


@pytest.mark.parametrize("status", [200, 400, 401, 422, 429, 500])
async def test_a_key_that_the_server_repeats_is_in_no_file_and_no_output(
    tmp_path: Path, status: int
) -> None:
    """In its model's name, texts, keys and headers, cut and whole."""
    make_task(tmp_path, 24)
    keys = Counter()

    async def echo(request: web.Request) -> web.Response:
        said = request.headers["Authorization"]
        keys[said] += 1
        body = {
            "model": said,
            "answers": {said: {"type": said}, "q": {"type": said, "noul": said}},
            "detail": [{"loc": [said], "msg": "x" * 1_990 + said, "input": said}],
        }
        shapes = [
            json.dumps(body),
            f"<html>{said}</html>",
            json.dumps({"model": said, "answers": {"q": {"type": "noul", "noul": 0.5}}}),
            json.dumps({"error": {"message": "y" * 285 + said, "code": said}}),
        ]
        text = shapes[keys.total() % len(shapes)]
        return web.Response(status=status, text=text, headers={"X-Echo": said})

    async with serving(echo) as base:
        words = [f"systemone:m@{base}", "--items", "items/robots.jsonl", "--concurrency", "32"]
        _, out, err = await command(
            *words, "--retries", "0", "--limit", "24", folder=tmp_path, SYSTEMONE_API_KEY=KEY
        )
    assert keys[f"Bearer {KEY}"] >= 20
    files = [path.read_text("utf-8") for path in (tmp_path / "runs").rglob("*") if path.is_file()]
    assert len(files) >= 2
    assert KEY[:-2] not in "".join(files) + out + err
    assert "\r" not in err + out
    assert "\x1b" not in err + out
    assert len(err.splitlines()) <= 3


@pytest.mark.parametrize(
    "lines",
    [
        f'api_key = "{KEY}"',
        f'headers = {{ "X-Api-Key" = "{KEY}" }}',
        f'body = {{ extra = {{ token = "{KEY}" }} }}',
    ],
)
def test_a_key_in_a_system_file_is_refused_without_repeating_it(
    lines: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'kind = "systemone"\nmodel = "m"\n[settings]\n{lines}\n', "utf-8")
    assert main(["run", str(path), "--runs", str(tmp_path / "runs")]) == 2
    captured = capsys.readouterr()
    assert KEY not in captured.out + captured.err
    assert not (tmp_path / "runs").exists()


async def test_a_key_that_is_no_header_is_a_record_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SYSTEMONE_API_KEY", f"{KEY}\nX: y")
    async with serving(Faulty(lambda _: None)) as base:
        outcome = await go(tmp_path, base, 2)
    assert outcome.status == 1
    assert KEY not in (tmp_path / "run/robots.jsonl").read_text("utf-8")


# Names


def test_a_host_is_in_no_name_and_a_model_always() -> None:
    spec = open_system("systemone:org/name:latest@http://10.0.0.5:1234/v1").spec
    assert runfolder.folder_name(spec) == "systemone-org-name-latest"
    long = open_system(f"systemone:{'n' * 300}@http://10.0.0.5:1234").spec
    assert len(runfolder.folder_name(long)) == 60


async def test_models_whose_folders_would_be_the_same_are_not_mixed_up(tmp_path: Path) -> None:
    task = make_task(tmp_path, 4)
    async with serving(Faulty(lambda _: None)) as base:
        systems = [open_system(f"systemone:{model}@{base}") for model in ("a/b", "a:b")]
        names = {runfolder.folder_name(system.spec) for system in systems}
        assert names == {"systemone-a-b"}
        await run_async(systems[0], [task], tmp_path / "run", release="own data")
        with pytest.raises(InputError, match=r'system\.model: "a/b" there, "a:b" now'):
            await run_async(systems[1], [task], tmp_path / "run", release="own data")


# Where it runs

TWICE = """
import asyncio, sys
from pathlib import Path
from decisionpivot.run import run
from decisionpivot.selection import tasks_of
from decisionpivot.systems import open_system

system = open_system(f"systemone:m@{sys.argv[1]}")
tasks = tasks_of([Path("items/robots.jsonl")])

def go(name):
    assert run(system, tasks, Path(name), release="own data").status == 0

async def within():
    go("c")

go("a")
go("b")
asyncio.run(within())
"""


async def test_runs_of_one_process_leave_nothing_open(tmp_path: Path) -> None:
    make_task(tmp_path, 40)
    async with serving(Faulty(lambda _: None)) as base:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-W", "error", "-c", TWICE, base),
            cwd=tmp_path,
            stderr=subprocess.PIPE,
        )
        _, err = await process.communicate()
    assert (process.returncode, err.decode()) == (0, "")


def test_a_run_within_a_loop_over_http(tmp_path: Path) -> None:
    async def within() -> None:
        async with serving(Faulty(lambda _: None)) as base:
            system = open_system(f"systemone:m@{base}")
            task = make_task(tmp_path, 6)
            done = await asyncio.to_thread(run, system, [task], tmp_path / "run", release="x")
            assert done.status == 0

    asyncio.run(within())


async def test_an_order_of_the_options_reaches_the_server(tmp_path: Path) -> None:
    seen: dict[str, list[str]] = {}

    async def first(request: web.Request) -> web.Response:
        body = json.loads(await request.read())
        keys = list(body["questions"]["q"]["criteria"])
        seen[body["state"]] = keys
        p = {key: 0.9 if key == keys[0] else 0.05 for key in keys}
        answer = {"type": "choice", "probabilities": p, "confidence": 0.1}
        return web.json_response({"model": "m", "answers": {"q": answer}})

    one = replace(item(0), question=TEAM.question, options=TEAM.options, answer="tech")
    async with serving(first) as base:
        for seed in (None, 1):
            await run_async(
                open_system(f"systemone:m@{base}"), [Task("t", (one,), "")],
                tmp_path / str(seed), release="x", order_seed=seed,
            )  # fmt: skip
            (record,) = records(tmp_path / str(seed), "t")
            assert max(record.p, key=record.p.get) == seen[str(one.state)][0]
    assert seen[str(one.state)] != [option.key for option in TEAM.options]
