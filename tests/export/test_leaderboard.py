"""The benchmark and its results as the hub registers them: both files in its documented format."""

import json
import re

import pytest
import yaml
from huggingface_hub import eval_result_entries_to_yaml, parse_eval_result_entries
from scoring_kit import answers_of, write_run

from decisionpivot.cli import main
from decisionpivot.families import FAMILIES
from decisionpivot.items import file_sha256
from decisionpivot.scoring.load import score_run

NAMES = ["pair_accuracy", "item_accuracy", "automation_5", *(one.name for one in FAMILIES)]


@pytest.fixture(scope="module")
def scored(tasks, tmp_path_factory):
    """A run of the whole release by an invented system, scored."""
    path = tmp_path_factory.mktemp("runs") / "them"
    return make_run(path, tasks)


def make_run(path, tasks, *, release="core-1.0", missing=0, families=13):
    """A scored run; the first so many answers of the first task are missing."""
    tasks = tasks[:families]
    items = [item for task in tasks for item in task.items]
    answers = {task.name: [] for task in tasks}
    for item, answer in zip(items, answers_of(items, skill=0.8), strict=True):
        answers[item.name].append(answer)
    del answers[tasks[0].name][:missing]
    write_run(
        path,
        items,
        answers,
        system={"name": "them"},
        release=release,
        end="2026-11-30T12:00:00+00:00",
        items_sha256={task.name: file_sha256(task.items.path) for task in tasks},
    )
    card = score_run(path, tasks, resamples=100)
    (path / "scorecard.json").write_bytes(card.to_json())
    return path


def results(run, capsys, *more):
    assert main(["export", "eval-results", str(run), "--dataset", "them/set", *more]) == 0
    return yaml.safe_load(capsys.readouterr().out)


def test_the_registration_has_the_documented_fields_and_a_task_for_each_leaderboard(folder):
    found = yaml.safe_load((folder / "eval.yaml").read_text("utf-8"))
    assert list(found) == ["name", "description", "evaluation_framework", "tasks"]
    assert [task["id"] for task in found["tasks"]] == NAMES
    assert {task["split"] for task in found["tasks"]} == {"test"}
    configs = [task["config"] for task in found["tasks"]]
    assert configs == ["default"] * 3 + [one.name for one in FAMILIES]


def test_the_hubs_own_reader_takes_the_results_and_writes_them_the_same(scored, capsys):
    found = results(scored, capsys)
    assert eval_result_entries_to_yaml(parse_eval_result_entries(found)) == found


def test_every_leaderboard_has_the_scorecards_value_in_percent(scored, capsys):
    card = json.loads((scored / "scorecard.json").read_bytes())["core"]
    found = {one["dataset"]["task_id"]: one for one in results(scored, capsys)}
    assert sorted(found) == sorted(NAMES)
    for name in NAMES[:3]:
        assert found[name]["value"] == round(100 * card["macro"][name], 2)
    for name in NAMES[3:]:
        assert found[name]["value"] == round(100 * card["families"][name]["pair_accuracy"], 2)


def test_an_entry_says_where_when_and_how_sure(scored, capsys):
    entry = results(scored, capsys)[0]
    assert entry["dataset"] == {"id": "them/set", "task_id": "pair_accuracy"}
    assert entry["date"] == "2026-11-30"
    low, high = re.search(r"95 % interval ([\d.]+) to ([\d.]+)", entry["notes"]).groups()
    assert float(low) < entry["value"] < float(high)


def test_results_go_to_a_file(scored, capsys, tmp_path):
    path = tmp_path / ".eval_results" / "decisionpivot.yaml"
    more = ("-o", str(path), "--json")
    found = results(scored, capsys, *more)["results"]
    assert yaml.safe_load(path.read_text("utf-8")) == found


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"release": "seed-7"}, "it was for seed-7, not for core-1.0"),
        ({"missing": 20}, "answers are missing in answerable"),
        ({"families": 12}, "it has no filter_match"),
    ],
    ids=["fresh draw", "incomplete", "twelve families"],
)
def test_what_is_no_whole_run_of_the_release_is_refused(change, says, tasks, tmp_path, capsys):
    run = make_run(tmp_path / "run", tasks, **change)
    assert main(["export", "eval-results", str(run), "--dataset", "them/set"]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert "Run and score the whole release" in error


def test_a_subset_is_refused(tasks, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "items").symlink_to(tasks[0].items.path.parents[1])
    assert main(["run", "uniform", "--subset", "100"]) == 0
    assert main(["score", "runs/uniform@100items", "--resamples", "10"]) == 0
    assert main(["export", "eval-results", "runs/uniform@100items", "--dataset", "them/set"]) == 2
    assert "of 7,800 items" in capsys.readouterr().err


def test_a_run_without_a_scorecard_says_how_to_make_one(scored, tmp_path, capsys):
    run = tmp_path / "run"
    run.mkdir()
    (run / "run.json").write_bytes((scored / "run.json").read_bytes())
    assert main(["export", "eval-results", str(run), "--dataset", "them/set"]) == 2
    assert f"decisionpivot score {run}" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"system": 1}', b"\xff", b"[" * 9999])
def test_a_malformed_scorecard_is_named(content, scored, tmp_path, capsys):
    (tmp_path / "run.json").write_bytes((scored / "run.json").read_bytes())
    (tmp_path / "scorecard.json").write_bytes(content)
    assert main(["export", "eval-results", str(tmp_path), "--dataset", "them/set"]) == 2
    assert "not a scorecard" in capsys.readouterr().err
