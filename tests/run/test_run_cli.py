"""The command line of runs: exit status, output, and silence where nothing is to be said."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from run_kit import item_file

from decisionpivot.cli import main

HELPERS = """
from decisionpivot.systems import Reply, failure

def fine(request):
    return {"yes": 0.5, "no": 0.5}

def denied(request):
    return failure("auth", "bad key", status=401)

def refused(request):
    return failure("refusal", "will not say")
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "helpers", raising=False)
    (tmp_path / "helpers.py").write_text(HELPERS, encoding="utf-8")
    item_file(tmp_path, 60)
    return tmp_path


def cli(*words: str) -> int:
    return main([*words, "--items", "items/robots.jsonl"])


def test_a_complete_run_ends_with_0_and_says_where_it_is(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli("run", "uniform") == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == ["60 of 60 items answered", "runs/uniform@robots"]
    assert err == ""


@pytest.mark.parametrize(("name", "status"), [("fine", 0), ("denied", 1), ("refused", 1)])
def test_a_run_without_an_answer_ends_with_1(here: Path, name: str, status: int) -> None:
    assert cli("run", f"python:helpers:{name}") == status


def test_why_a_run_stopped_is_said_in_a_line(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cli("run", "python:helpers:denied")
    out = capsys.readouterr().out
    assert "stopped: the first 20 requests all ended in HTTP status 401: bad key\n" in out
    assert "run the same command again" in out


@pytest.mark.parametrize(
    "words",
    [
        ["unifrm"],
        ["uniform", "--shard", "5/4"],
        ["uniform", "--limit", "0"],
        ["uniform", "--levels", "x"],
        ["uniform", "--families", "cars"],
        ["uniform", "--name", "../x"],
        ["uniform", "--rate", "0"],
        ["uniform", "--fresh", "3"],
        ["uniform", "--max-usd", "1"],
        ["uniform", "--nonsense"],
        ["prior"],
    ],
)
def test_bad_usage_ends_with_2_and_writes_no_answer(here: Path, words: list[str]) -> None:
    assert cli("run", *words) == 2
    assert not list(here.glob("runs/*/*.json*"))


def test_events_are_one_json_object_a_line(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli("run", "uniform", "--json") == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert events[0]["event"] == "start"
    assert events[0]["items"] == 60
    assert events[-1] | {"run": ""} == {
        "event": "end",
        "status": 0,
        "run": "",
        "counts": {
            "items": 60,
            "answers": 60,
            "failures": {},
            "missing": 0,
            "truncated": 0,
            "contradicted": 0,
            "incomplete": 0,
        },
        "totals": {"attempts": 60, "tokens": 0, "input_tokens": 0, "cost_usd": 0.0},
        "models": [],
        "stopped": None,
    }


def test_a_dry_run_counts_and_writes_nothing(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli("run", "uniform", "--dry-run", "--json", "--limit", "10") == 0
    left = json.loads(capsys.readouterr().out)
    assert (left["requests"], left["cost_usd"]) == (10, None)
    assert left["input_tokens"] > 100
    assert not (here / "runs").exists()


def test_shards_are_joined(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for part in ("1/2", "2/2"):
        assert cli("run", "uniform", "--shard", part) == 0
    parts = [f"runs/uniform@robots@shard-{n}-of-2" for n in (1, 2)]
    assert main(["runs", "merge", *parts, "--into", "runs/joined"]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["60 of 60 items answered", "runs/joined"]
    assert main(["runs", "merge", *parts, "--into", "runs/joined"]) == 2


def test_systems_lists_every_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["systems"]) == 0
    assert "embedded[:MODEL]" in capsys.readouterr().out
    assert main(["systems", "--json"]) == 0
    assert {row["kind"] for row in json.loads(capsys.readouterr().out)["systems"]} >= {
        "embedded",
        "python",
        "command",
    }


def test_output_to_a_file_holds_no_progress_and_no_warning(here: Path) -> None:
    command = [sys.executable, "-W", "error", "-X", "warn_default_encoding", "-m", "decisionpivot"]
    command += ["run", "python:helpers:fine", "--items", "items/robots.jsonl"]
    environment = os.environ | {
        "PYTHONIOENCODING": "cp1252",
        "PYTHONUTF8": "0",
        "LC_ALL": "C",
        "TERM": "dumb",
    }
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\r" not in done.stdout
    assert b"\x1b" not in done.stdout


def test_a_terminal_gets_a_bar(here: Path) -> None:
    import pty

    parent, child = pty.openpty()
    command = [sys.executable, "-m", "decisionpivot", "run", "python:helpers:fine"]
    command += ["--items", "items/robots.jsonl"]
    environment = os.environ | {"TERM": "xterm"}
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=child, env=environment, check=False
    )
    os.close(child)
    shown = os.read(parent, 65536)
    os.close(parent)
    assert done.returncode == 0
    assert b"60/60" in shown
