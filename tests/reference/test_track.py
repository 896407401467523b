"""The reference track through run, score, compare and the main job, on three of its tasks."""

import json

import pytest
from reference_kit import items_of, need_sources

from decisionpivot import reference
from decisionpivot.cli import main
from decisionpivot.items import encode_lines
from decisionpivot.release import reference as released

NAMES = ("xstest", "folio", "capability_math")


@pytest.fixture
def track(tmp_path, monkeypatch):
    """Three built tasks that are all there are."""
    need_sources()
    monkeypatch.chdir(tmp_path)
    tasks = {name: reference.BY_NAME[name] for name in NAMES}
    monkeypatch.setattr(released, "BY_NAME", tasks)
    monkeypatch.setattr(reference, "TASKS", tuple(tasks.values()))
    folder = tmp_path / "items" / "reference"
    folder.mkdir(parents=True)
    for name in NAMES:
        (folder / f"{name}.jsonl").write_bytes(encode_lines(items_of(name)))
    return folder


def test_the_main_job_scores_every_task_by_its_metric(track, capsys, tmp_path):
    assert main(["bench", "embedded", "--tracks", "reference"]) == 0
    shown = capsys.readouterr().out
    assert "Reference score" in shown
    assert max(map(len, shown.splitlines())) <= 80
    card = json.loads((tmp_path / "runs" / "embedded@reference" / "scorecard.json").read_bytes())
    assert card["release"] == "reference-1.0"
    tasks = card["reference"]["tasks"]
    assert set(tasks) == set(NAMES)
    assert tasks["folio"]["chance"] == pytest.approx(1 / 3)
    assert tasks["capability_math"]["score"] < 0  # below the best constant, and kept so
    assert card["reference"]["layers"].keys() == {"A", "B", "E"}
    page = tmp_path / "runs" / "embedded@reference" / "report" / "systems" / "embedded.html"
    assert "brier_skill" in page.read_text("utf-8")


def test_a_run_of_the_track_is_scored_and_compared(track, capsys):
    assert main(["run", "uniform", "--track", "reference"]) == 0
    assert main(["run", "uniform:5", "--track", "reference"]) == 0
    capsys.readouterr()
    assert main(["score", "runs/uniform@reference", "--json"]) == 0
    card = json.loads(capsys.readouterr().out)
    assert card["reference"]["tasks"]["xstest"]["metric"] == "balanced_accuracy"
    assert main(["compare", "runs/uniform@reference", "runs/uniform-5@reference"]) == 0
    assert "reference" in capsys.readouterr().out


def test_a_changed_item_file_is_refused(track, capsys):
    path = track / "folio.jsonl"
    path.write_bytes(path.read_bytes().replace(b"true", b"false", 1))
    assert main(["run", "uniform", "--track", "reference"]) == 2
    assert "not that of the card of folio" in capsys.readouterr().err


def test_what_is_not_built_is_named_with_the_command_that_builds_it(track, capsys):
    (track / "xstest.jsonl").unlink()
    assert main(["bench", "uniform", "--tracks", "reference"]) == 2
    said = capsys.readouterr().err
    assert "1 of 3 reference tasks are not built: xstest" in said
    assert "decisionpivot reference build" in said


@pytest.mark.parametrize("tracks", ["", "cor", "core,own"])
def test_an_unknown_track_is_refused(tracks, capsys):
    assert main(["bench", "uniform", "--tracks", tracks]) == 2
    assert "Use core, reference or both" in capsys.readouterr().err
