"""A run that is killed at any moment goes on without losing or doubling an answer."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from aiohttp import web
from fault_kit import number_of
from run_kit import item_file, records
from server_kit import serving

ITEMS = 2_000
CONCURRENCY = 32
SLOW = """
import asyncio, random

async def decide(request):
    await asyncio.sleep(random.uniform(0.02, 0.1))
    number = int(request.state.split()[1])
    return {"yes": number / 2000, "no": 1 - number / 2000}
"""


def start(folder: Path, system: str = "python:slow:decide") -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-W", "error", "-m", "decisionpivot", "run", system]
    options = ["--items", "items/robots.jsonl", "--name", "killed"]
    options += ["--concurrency", str(CONCURRENCY)]
    return subprocess.Popen(
        [*command, *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=listen_to_interrupts,  # noqa: PLW1509 (it sets a signal, nothing else)
    )


def listen_to_interrupts() -> None:
    """A shell that starts the tests in the background has interrupts ignored by all children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for_more(answers: Path, size: int, process: "subprocess.Popen[bytes]") -> None:
    """Until the answer file has grown; a runner that ended before that is a failure."""
    while not answers.exists() or answers.stat().st_size <= size:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def kill_and_go_on(folder: Path, system: str, kills: int) -> None:
    """Kill a run at random moments, let it end, and see that every record is there and right."""
    item_file(folder, ITEMS)
    moments = random.Random(7)
    answers = folder / "runs/killed/robots.jsonl"
    sizes = [0]
    for _ in range(kills):
        process = start(folder, system)
        wait_for_more(answers, sizes[-1], process)
        time.sleep(moments.uniform(0, 2 / kills))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        sizes.append(answers.stat().st_size)
    assert sizes == sorted(sizes)
    process = start(folder, system)
    output, errors = process.communicate()
    assert (process.returncode, errors) == (0, b""), output
    found = records(folder / "runs/killed")
    assert [record.id for record in found] == [f"robots:{n:05d}" for n in range(ITEMS)]
    assert [record.p["yes"] for record in found] == [n / 2000 for n in range(ITEMS)]


@pytest.mark.parametrize("kills", [4, pytest.param(20, marks=pytest.mark.long)])
def test_a_killed_run_goes_on(tmp_path: Path, kills: int) -> None:
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    kill_and_go_on(tmp_path, "python:slow:decide", kills)


@pytest.mark.long
async def test_a_killed_run_over_http_goes_on_and_asks_little_twice(tmp_path: Path) -> None:
    kills = 20
    delays = random.Random(8)
    asked: Counter[int] = Counter()

    async def answer(request: web.Request) -> web.Response:
        number = number_of(await request.read())
        asked[number] += 1
        await asyncio.sleep(delays.uniform(0.02, 0.1))
        answers = {"q": {"type": "noul", "noul": number / 2000}}
        return web.json_response({"model": "m", "answers": answers})

    async with serving(answer) as base:
        await asyncio.to_thread(kill_and_go_on, tmp_path, f"systemone:m@{base}", kills)
    assert len(asked) == ITEMS
    assert asked.total() <= ITEMS + kills * CONCURRENCY


def test_an_interrupted_run_says_so_and_goes_on(tmp_path: Path) -> None:
    item_file(tmp_path, ITEMS)
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    process = start(tmp_path)
    answers = tmp_path / "runs/killed/robots.jsonl"
    wait_for_more(answers, 0, process)
    os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130
    assert errors == b"interrupted; run the same command again to go on\n"
    assert b'"interrupted"' in (tmp_path / "runs/killed/run.json").read_bytes()
    process = start(tmp_path)
    process.communicate()
    assert process.returncode == 0
