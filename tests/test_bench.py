"""The main job on real items: run, baselines, scores, page; run again it goes on."""

import json
from pathlib import Path

import pytest

from decisionpivot.cli import main
from decisionpivot.families import FAMILIES


@pytest.fixture(scope="module")
def benched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which ``bench uniform`` was run."""
    folder = tmp_path_factory.mktemp("bench")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(["bench", "uniform"]) == 0
    return folder


def scorecard(folder: Path, system: str) -> dict:
    return json.loads((folder / "runs" / system / "scorecard.json").read_text("utf-8"))


def test_the_solvers_are_right_everywhere(benched):
    core = scorecard(benched, "solver")["core"]
    assert core["macro"]["pair_accuracy"] == core["macro"]["item_accuracy"] == 1.0
    assert core["macro"]["automation_5"] == 1.0
    assert {name: own["pair_accuracy"] for name, own in core["families"].items()} == {
        family.name: 1.0 for family in FAMILIES
    }


def test_uniform_guesses_lie_within_their_interval_of_chance(benched):
    core = scorecard(benched, "uniform")["core"]
    pair = core["intervals"]["macro.pair_accuracy"]
    assert pair["low"] <= core["macro"]["pair_chance"] <= pair["high"]
    assert pair["unit"] == "group"


def test_prior_solves_no_pair_of_balanced_families(benched):
    families = scorecard(benched, "prior")["core"]["families"]
    binary = [own for own in families.values() if own["pair_outcomes"]]
    assert binary
    assert all(own["pair_accuracy"] == 0 for own in binary)


def test_the_report_names_every_family_and_baseline(benched):
    page = (benched / "runs/uniform/report/index.html").read_text("utf-8")
    assert all(family.name in page for family in FAMILIES)
    assert all(f">{name}<" in page for name in ("uniform", "prior", "solver"))


def test_run_again_nothing_is_asked_and_nothing_changes(benched, monkeypatch, capsys):
    monkeypatch.chdir(benched)
    files = sorted(benched.rglob("*.json*")) + sorted(benched.rglob("*.html"))
    before = {path: path.read_bytes() for path in files}
    assert main(["bench", "uniform", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == scorecard(benched, "uniform")
    assert {path: path.read_bytes() for path in files} == before


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda lines: [*lines[:-1], lines[-1][:20]], "torn or malformed"),
        (lambda lines: [*lines, lines[0]], "second record"),
        (lambda lines: [*lines, lines[0].replace(b'"id":"', b'"id":"x')], "there is no item"),
    ],
)
def test_a_spoiled_answer_file_is_refused_with_file_and_line(
    benched, monkeypatch, capsys, spoil, says
):
    monkeypatch.chdir(benched)
    path = Path("runs/uniform") / f"{FAMILIES[0].name}.jsonl"
    good = path.read_bytes()
    lines = good.splitlines(keepends=True)
    try:
        path.write_bytes(b"".join(spoil(lines)))
        spoiled = path.read_bytes()
        assert main(["score", "runs/uniform"]) == 2
        error = capsys.readouterr().err
        assert f"{path}:60" in error
        assert says in error
        assert path.read_bytes() == spoiled
    finally:
        path.write_bytes(good)


def test_a_run_over_other_items_is_refused(benched, monkeypatch, capsys):
    monkeypatch.chdir(benched)
    path = Path("runs/uniform/run.json")
    good = path.read_text("utf-8")
    record = json.loads(good)
    record["items_sha256"][FAMILIES[0].name] = "0" * 64
    try:
        path.write_text(json.dumps(record), "utf-8")
        assert main(["score", "runs/uniform"]) == 2
        assert "000000000000" in capsys.readouterr().err
    finally:
        path.write_text(good, "utf-8")
