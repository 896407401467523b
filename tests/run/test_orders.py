"""Runs with the options in other orders: answers by key, folders of their own, what changes."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from run_kit import item, make_task, records

from decisionpivot.answers import read
from decisionpivot.cli import main
from decisionpivot.cli.inputs import entrants
from decisionpivot.items import InputError, Item, Option, Question, Request, encode_lines
from decisionpivot.run import Shard, estimate, run
from decisionpivot.run import folder as runfolder
from decisionpivot.scoring.load import load, score_run
from decisionpivot.scoring.stability import Stability, stability
from decisionpivot.selection import Task, tasks_of
from decisionpivot.systems import Price, Reply
from decisionpivot.systems.callables import from_function

HELPERS = """
def first(request):
    keys = request.keys
    return {key: 0.9 if key == keys[0] else 0.1 / (len(keys) - 1) for key in keys}

def steady(request):
    return {key: 0.9 if key == min(request.keys) else 0.1 for key in request.keys}
"""


def first(request: Request) -> dict[str, float]:
    """What always puts .9 on the option that is listed first."""
    rest = 0.1 / (len(request.keys) - 1)
    return {key: rest if place else 0.9 for place, key in enumerate(request.keys)}


def go(folder: Path, task: Task, seed: int | None, function: Any = first, **more: Any) -> Path:
    path = folder / f"order-{seed}"
    system = from_function(function)
    run(system, [task], path, release="own data", order_seed=seed, **more)
    return path


def compared(task: Task, folders: Sequence[Path]) -> Stability:
    path = task.items.path  # type: ignore[attr-defined]
    return stability(*entrants(folders, [path]), resamples=50)


def of(folder: Path, count: int, kind: str, options: int) -> Task:
    """Items whose right options are spread over all places."""
    keys = [f"k{n}" for n in range(options)]
    items = [
        replace(
            item(n),
            question=Question(kind, "?"),  # type: ignore[arg-type]
            options=tuple(Option(key, f"meaning {key}") for key in keys),
            answer=keys[n % options],
        )
        for n in range(count)
    ]
    return write(folder, items)


def write(folder: Path, items: Sequence[Item]) -> Task:
    path = folder / "robots.jsonl"
    path.write_bytes(encode_lines(items))
    return tasks_of([path])[0]


def test_answers_that_follow_the_slot_all_change_and_are_all_the_first(tmp_path: Path) -> None:
    task = make_task(tmp_path, 40)
    folders = [go(tmp_path, task, seed) for seed in (None, 1)]
    found = compared(task, folders)
    assert found.share.value == 1.0
    assert found.first_slot == (1.0, 1.0)
    for folder in folders:
        card = score_run(folder, [task], resamples=0)
        assert card.data is not None
        assert card.data.macro.item_accuracy == 0.5


def test_probabilities_are_kept_by_key(tmp_path: Path) -> None:
    task = make_task(tmp_path, 4)
    released, other = (records(go(tmp_path, task, seed)) for seed in (None, 1))
    assert [record.p["yes"] for record in released] == [0.9, 0.9, 0.1, 0.1]
    assert [record.p["yes"] for record in other] == [0.1, 0.1, 0.9, 0.9]


@pytest.mark.parametrize(("kind", "options"), [("choice", 4), ("score", 5)])
def test_the_first_slot_is_found_in_any_order(tmp_path: Path, kind: str, options: int) -> None:
    task = of(tmp_path, 40, kind, options)
    found = compared(task, [go(tmp_path, task, seed) for seed in (1, 2)])
    assert found.first_slot == (1.0, 1.0)
    assert (found.share.value == 0) is (kind == "score")


def test_a_system_that_reads_the_options_is_stable(tmp_path: Path) -> None:
    task = of(tmp_path, 40, "choice", 4)

    def steady(request: Request) -> dict[str, float]:
        return {key: 0.7 if key == "k2" else 0.1 for key in request.keys}

    found = compared(task, [go(tmp_path, task, seed, steady) for seed in (None, 1)])
    assert found.share.value == 0
    assert found.first_slot[0] == 0
    assert 0 < found.first_slot[1] < 0.6  # type: ignore[operator]


def test_orders_are_not_mixed_up_in_a_folder(tmp_path: Path) -> None:
    task = make_task(tmp_path, 4)
    go(tmp_path, task, 1).rename(tmp_path / "order-2")
    with pytest.raises(InputError, match="order_seed: 1 there, 2 now"):
        go(tmp_path, task, 2)


def test_another_order_is_named_wherever_the_run_is(tmp_path: Path) -> None:
    task = make_task(tmp_path, 4)
    folder = go(tmp_path, task, 3)
    assert load(folder, [task]).name == "python-first (option order 3)"
    assert json.loads((folder / "run.json").read_bytes())["order_seed"] == 3
    spec = from_function(first).spec
    assert runfolder.folder_name(spec, order_seed=3) == "python-first@order-3"


def test_a_run_in_another_order_goes_on_where_it_stood(tmp_path: Path) -> None:
    task = make_task(tmp_path, 20)
    path = go(tmp_path, task, 5) / "robots.jsonl"
    whole = [line.answer.p for line in read(path)]
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:7]))
    go(tmp_path, task, 5)
    assert [line.answer.p for line in read(path)] == whole


def test_a_shard_asks_the_order_of_the_whole(tmp_path: Path) -> None:
    task = of(tmp_path, 12, "choice", 4)
    whole = records(go(tmp_path, task, 1))
    (tmp_path / "part").mkdir()
    part = records(go(tmp_path / "part", task, 1, shard=Shard(2, 3)))
    assert [record.p for record in part] == [record.p for record in whole[1::3]]


# On the command line


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "slots.py").write_text(HELPERS, encoding="utf-8")
    make_task(tmp_path, 40)
    return tmp_path


def cli(*words: str) -> int:
    return main(["run", *words, "--items", "items/robots.jsonl"])


def test_other_orders_run_after_the_released_one_and_are_compared(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli("python:slots:first", "--option-permutations", "2") == 0
    assert sorted(path.name for path in (here / "runs").iterdir()) == [
        "python-slots-first@robots",
        "python-slots-first@robots@order-1",
        "python-slots-first@robots@order-2",
    ]
    lines = capsys.readouterr().out.splitlines()
    assert lines[6:8] == [
        "python-slots-first@robots@order-1: 100.0 [100.0, 100.0] % of predictions change",
        "  the option listed first is predicted in 100.0 %, released order 100.0 %",
    ]


def test_the_same_for_machines(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli("python:slots:first", "--option-permutations", "1", "--json", "--name", "x") == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["event"], last["first"], last["second"]) == ("stability", "x", "x@order-1")
    assert (last["share"]["value"], last["first_slot"]) == (1.0, [1.0, 1.0])


def test_stability_says_how_often_the_first_option_is_predicted(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli("python:slots:steady", "--name", "a") == 0
    assert cli("python:slots:steady", "--name", "b", "--order-seed", "1") == 0
    capsys.readouterr()
    assert main(["stability", "runs/a", "runs/b", "--items", "items/robots.jsonl"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "0.0 [0.0, 0.0] % of predictions change" in out
    assert "The option listed first is predicted in 50.0 and 50.0 % of the answers." in out


def test_a_dry_run_counts_all_orders(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli("uniform", "--option-permutations", "2", "--dry-run", "--json") == 0
    assert json.loads(capsys.readouterr().out)["requests"] == 120


@pytest.mark.parametrize(
    "words",
    [
        ["--option-permutations", "-1"],
        ["--option-permutations", "101"],
        ["--option-permutations", "1", "--order-seed", "2"],
        ["--option-permutations", "1", "--shard", "1/2"],
    ],
)
def test_options_that_do_not_go_together_are_refused(here: Path, words: list[str]) -> None:
    assert cli("uniform", *words) == 2
    assert not (here / "runs").exists()


def test_the_budget_is_for_all_orders_together(tmp_path: Path) -> None:
    from decisionpivot.cli.orders import with_what_is_left
    from decisionpivot.run import Settings

    system = from_function(lambda request: Reply(p=first(request), cost_usd=0.1))
    system.spec = replace(system.spec, price=Price(1.0))
    task = make_task(tmp_path, 10)
    settings = Settings(max_usd=1.5)
    done = [
        run(system, [task], tmp_path / "x", release="own data", settings=settings),
    ]
    left = with_what_is_left(settings, done)
    assert left.max_usd == pytest.approx(0.5)
    other = run(system, [task], tmp_path / "y", release="own data", order_seed=1, settings=left)
    assert other.record.stopped is not None
    assert other.record.totals.cost_usd <= 0.5
    assert estimate(system, [task], tmp_path / "y", release="own data", order_seed=1).requests > 0
