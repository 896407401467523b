"""The runner: what it writes, and that it goes on where it stood."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from decisionpivot import answers
from decisionpivot.items import InputError, Request
from decisionpivot.run import Task, run
from decisionpivot.systems import open_system
from decisionpivot.systems.callables import from_function

Make = Callable[..., Task]


def ids(path: Path) -> list[str]:
    return [line.answer.id for line in answers.read(path)]


def test_every_item_gets_one_record_in_order(make_task: Make, tmp_path: Path) -> None:
    task = make_task(30)
    outcome = run(open_system("uniform"), [task], tmp_path / "run", release="own")
    assert outcome.status == 0
    assert ids(tmp_path / "run/robots.jsonl") == [item.id for item in task.items]


def test_the_description_says_what_was_run(make_task: Make, tmp_path: Path) -> None:
    task = make_task(6)
    run(open_system("uniform:7"), [task], tmp_path / "run", release="own")
    record = json.loads((tmp_path / "run/run.json").read_text(encoding="utf-8"))
    assert record["system"]["kind"] == "uniform"
    assert record["system"]["settings"] == {"seed": 7}
    assert record["items_sha256"] == {"robots": task.sha256}
    assert record["counts"]["answers"] == record["totals"]["attempts"] == 6


def test_only_what_is_missing_is_asked_again(make_task: Make, tmp_path: Path) -> None:
    asked: list[str] = []

    def flaky(request: Request) -> dict[str, float]:
        asked.append(str(request.state))
        if len(asked) <= 5:
            raise OSError("line is dead")
        return {"yes": 0.7, "no": 0.3}

    task, system = make_task(20), from_function(flaky)
    first = run(system, [task], tmp_path / "run", release="own")
    assert (first.status, first.record.counts.failures) == (1, {"crash": 5})
    second = run(system, [task], tmp_path / "run", release="own")
    assert (second.status, second.record.counts.answers, len(asked)) == (0, 20, 25)


def test_the_embedded_model_answers_and_cut_states_are_counted(
    make_task: Make, tmp_path: Path
) -> None:
    task = make_task(4)
    outcome = run(open_system("embedded"), [task], tmp_path / "run", release="own")
    assert (outcome.status, outcome.record.counts.truncated) == (0, 0)


def test_a_run_of_another_system_is_refused_with_the_difference(
    make_task: Make, tmp_path: Path
) -> None:
    task = make_task(4)
    run(open_system("uniform:1"), [task], tmp_path / "run", release="own")
    with pytest.raises(InputError, match=r"system.settings.seed: 1 there, 2 now"):
        run(open_system("uniform:2"), [task], tmp_path / "run", release="own")
