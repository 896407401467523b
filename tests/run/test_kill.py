"""A run that is killed at any moment goes on without losing or doubling an answer."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from run_kit import item_file, records

ITEMS = 2_000
SLOW = """
import asyncio, random

async def decide(request):
    await asyncio.sleep(random.uniform(0.02, 0.1))
    number = int(request.state.split()[1])
    return {"yes": number / 2000, "no": 1 - number / 2000}
"""


def start(folder: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-W", "error", "-m", "decisionpivot", "run", "python:slow:decide"]
    options = ["--items", "items/robots.jsonl", "--name", "killed", "--concurrency", "32"]
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


@pytest.mark.parametrize("kills", [4, pytest.param(20, marks=pytest.mark.long)])
def test_a_killed_run_goes_on(tmp_path: Path, kills: int) -> None:
    item_file(tmp_path, ITEMS)
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    moments = random.Random(7)
    answers = tmp_path / "runs/killed/robots.jsonl"
    sizes = [0]
    for _ in range(kills):
        process = start(tmp_path)
        wait_for_more(answers, sizes[-1], process)
        time.sleep(moments.uniform(0, 2 / kills))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        sizes.append(answers.stat().st_size)
    assert sizes == sorted(sizes)
    process = start(tmp_path)
    output, errors = process.communicate()
    assert (process.returncode, errors) == (0, b""), output
    found = records(tmp_path / "runs/killed")
    assert [record.id for record in found] == [f"robots:{n:05d}" for n in range(ITEMS)]
    assert [record.p["yes"] for record in found] == [n / 2000 for n in range(ITEMS)]


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
