"""The commands of the scorer: tables of 80 columns, JSON, exit status."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from scoring_kit import answer, answers_of, core, failed, family, item, marks, write_run, yes

from decisionpivot.cli.compare import compare
from decisionpivot.cli.comparetable import draws_tables, put
from decisionpivot.cli.score import score
from decisionpivot.cli.scoretable import show
from decisionpivot.cli.stability import stability
from decisionpivot.cli.threshold import threshold
from decisionpivot.items import Answer, InputError, Item, encode_lines, file_sha256
from decisionpivot.scoring import TaskCard, score_answers
from decisionpivot.scoring.compare import Entrant, draws
from decisionpivot.scoring.scorecard import from_json
from decisionpivot.scoring.words import percent


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


class Folder:
    """Item files of some families, and runs over them."""

    def __init__(self, path: Path, items: list[Item], release: str = "core-1.0") -> None:
        self.path, self.items, self.release = path, items, release
        path.mkdir(exist_ok=True)
        self.files = []
        for name in dict.fromkeys(i.name for i in items):
            file = path / f"{name}.jsonl"
            file.write_bytes(encode_lines(i for i in items if i.name == name))
            self.files.append(file)

    def run(self, name: str, answers: list[Answer]) -> Path:
        by_id = {a.id: a for a in answers}
        own = {
            task: [by_id[i.id] for i in self.items if i.name == task and i.id in by_id]
            for task in dict.fromkeys(i.name for i in self.items)
        }
        hashes = {file.stem: file_sha256(file) for file in self.files}
        return write_run(
            self.path / name,
            self.items,
            own,
            system={"name": name.partition("@")[0]},
            items_sha256=hashes,
            release=self.release,
        )


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path, core(12, 3))


def test_score_prints_percent_with_unit_and_resamples(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    run = folder.run("mine", answers_of(folder.items, skill=0.6)[:-1])
    assert score(run, items=tuple(folder.files), resamples=50) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    for words in ("mine", "72 items", "pair accuracy, macro", "uniform guessing", "1 missing",
                  "unit group, 50", "INCOMPLETE", "docs/limits-of-intervals.md"):  # fmt: skip
        assert words in text
    assert "subset" not in text


def test_long_family_names_fit_into_80_columns_whole(capsys: pytest.CaptureFixture[str]) -> None:
    items = family("contract_change", "E", 12, size=3)
    show(score_answers(items, answers_of(items, skill=0.5), resamples=20))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    (row,) = [line for line in lines if "contract_change" in line]
    assert row.count("[") == 1
    assert row.count("]") == 1


def test_score_writes_the_scorecard_that_it_prints_as_json(
    folder: Folder, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    run = folder.run("mine", answers_of(folder.items, skill=0.6))
    assert score(run, items=tuple(folder.files), resamples=20, json=True) == 0
    text = capsysbinary.readouterr().out
    assert (run / "scorecard.json").read_bytes() == text
    card = from_json(text)
    assert card.core
    assert list(card.core.families) == ["f00", "f01", "f02"]
    assert card.to_json() == text


def test_a_score_with_items_left_out_is_not_written(
    folder: Folder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = folder.run("mine", answers_of(folder.items, skill=0.6))
    listed = tmp_path / "list"
    listed.write_text(folder.items[0].id)
    assert score(run, items=tuple(folder.files), without=listed, resamples=0) == 0
    text = capsys.readouterr().out
    assert "2 of them left out" in text
    assert "No resamples, no intervals." in text
    assert not (run / "scorecard.json").exists()


def test_the_json_has_the_documented_shape(folder: Folder) -> None:
    card = json.loads(score_answers(folder.items, [], resamples=5).to_json())
    assert {"system", "release", "selection", "complete", "core"} <= card.keys()
    core_card = card["core"]
    assert {"families", "layers", "macro", "pooled", "intervals"} <= core_card.keys()
    assert {"n", "groups", "failed", "failures", "item_accuracy", "pair_accuracy", "pair_chance",
            "automation_5", "pair_direction", "pair_direction_ties", "pair_outcomes",
            "by"} <= core_card["families"]["f00"].keys()  # fmt: skip
    assert {"item_accuracy", "pair_accuracy", "pair_chance", "automation_5", "levels"} <= core_card[
        "macro"
    ].keys()
    assert {"share_at_90", "accuracy_at_90", "calibration_error", "calibration_noise_floor",
            "brier", "log_loss", "auroc", "share_at_99", "decimals", "share_exactly_1",
            "share_tied_at_top", "tokens_mean", "tokens_median", "trace_share", "closed_share",
            "latency_s", "cost_usd", "truncated"} <= core_card["pooled"].keys()  # fmt: skip
    assert {"value", "low", "high", "unit", "resamples"} <= core_card["intervals"][
        "macro.pair_accuracy"
    ].keys()
    assert "families.f00.pair_accuracy" in core_card["intervals"]


def test_undefined_figures_are_na_in_tables_and_null_in_json(
    capsys: pytest.CaptureFixture[str],
) -> None:
    items = [item("1", "yes"), item("2", "yes")]
    card = score_answers(items, [answer("1", yes(0.6)), answer("2", yes(0.7))], resamples=10)
    show(card)
    text = capsys.readouterr().out
    assert "n/a" in text
    assert "nan" not in text.lower()
    assert "Tasks without groups, left out of pair accuracy: 1." in text
    own = json.loads(card.to_json())["data"]
    assert own["tasks"]["t"]["pair_accuracy"] is None
    assert own["pooled"]["auroc"] is None
    assert own["pooled"]["accuracy_at_90"] is None


def test_a_reference_score_is_shown_with_its_tasks(capsys: pytest.CaptureFixture[str]) -> None:
    items = [item(f"{n}", "yes", layer="A") for n in range(20)]
    answers = [answer(i.id, yes(0.9 if n < 15 else 0.1)) for n, i in enumerate(items[:-1])]
    cards = [TaskCard(name="t", layer="A", metric="accuracy", chance=0.5)]
    show(score_answers(items, answers, cards=cards, resamples=10))
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert "Reference score 50.0 [" in text
    assert "Failed items, which count as wrong: 1 (1 missing)." in text


def test_names_with_markup_are_shown_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    items = [item("1", "yes", task="[bold]x[/bold]")]
    show(score_answers(items, [failed("1", "[red]kind")], system="[i]s", resamples=0))
    text = capsys.readouterr().out
    assert "[bold]x[/bold]" in text
    assert "[red]kind" in text
    assert "[i]s" in text


def test_a_bad_number_of_resamples_is_refused(folder: Folder) -> None:
    run = folder.run("mine", answers_of(folder.items, skill=0.6))
    with pytest.raises(InputError, match="the number of resamples is -1"):
        score(run, items=tuple(folder.files), resamples=-1)


def test_compare_two_runs(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    runs = [
        folder.run(name, answers_of(folder.items, skill=s)) for name, s in (("a", 0.9), ("b", 0.2))
    ]
    assert compare(*runs, items=tuple(folder.files), resamples=40) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert "A = a, B = b; A less B in points" in text
    assert "McNemar" in text


def test_compare_many_runs_ranks_them(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    skills = {"good": 0.9, "uniform": 0.6, "bad": 0.0}
    runs = [folder.run(n, answers_of(folder.items, skill=s, seed=n)) for n, s in skills.items()]
    assert compare(*runs, items=tuple(folder.files), resamples=40) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert "uniform *" in text
    assert "bad <" in text
    assert "Spearman" in text


def test_a_run_over_another_draw_is_not_scored_against_these_items(tmp_path: Path) -> None:
    runs: list[Path] = []
    for name, seed in (("core-1.0", 1), ("seed-7", 7)):
        draw = Folder(tmp_path / name, family("f", "A", 12, seed=seed), release=name)
        runs += [draw.run("x", answers_of(draw.items, skill=0.6))]
    files = (tmp_path / "core-1.0" / "f.jsonl",)
    with pytest.raises(InputError, match="the run was for other items of 'f'"):
        compare(*runs, items=files, resamples=10)


def test_draws_are_shown_with_the_change_of_every_system(
    capsys: pytest.CaptureFixture[str],
) -> None:
    runs = [
        Entrant("x", tuple(marks(own, answers_of(own, skill=0.6))), draw=draw)
        for draw, own in (("core-1.0", core(12, 2)), ("seed-7", core(15, 2)))
    ]
    found = draws(runs, resamples=20)
    put(found, draws_tables(found), runs=runs, json=False)
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert "pair: core-1.0 less seed-7, points" in text
    assert "Spearman n/a over 1 systems" in text


def test_stability_counts_changes(
    folder: Folder, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    answers = answers_of(folder.items, skill=0.6)
    again = [replace(answers[0], p={"yes": 0.0, "no": 0.0}), *answers[1:]]
    runs = folder.run("a", answers), folder.run("b", again)
    assert stability(*runs, items=tuple(folder.files), resamples=10, json=True) == 0
    found = json.loads(capsysbinary.readouterr().out)
    assert (found["all"]["n"], found["all"]["changed"]) == (72, 1)
    assert stability(*runs, items=tuple(folder.files), resamples=10) == 0
    text = capsysbinary.readouterr().out.decode()
    assert "1.4 [0.0, 2.8] % of predictions change" in text


def test_threshold_says_what_it_promises_and_exits_1_without_a_cutoff(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Folder(tmp_path, core(300, 1))
    perfect = [answer(i.id, yes(0.99 if i.answer == "yes" else 0.02)) for i in folder.items]
    run = folder.run("good", perfect)
    assert threshold(run, items=tuple(folder.files)) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "Answer alone at confidence 0.98 or more: error at most 5.0 %" in text
    assert "coverage 100.0 %, error 0.0 % (0 of 300)" in text
    assert (
        threshold(
            folder.run("bad", [failed(i.id) for i in folder.items]),
            items=tuple(folder.files),
            json=True,
        )
        == 1
    )


def test_every_table_says_that_it_is_over_a_subset_or_incomplete(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = answers_of(folder.items[:-6], skill=0.9)
    runs = [folder.run(name, answers) for name in "ab"]
    for run in runs:
        record = json.loads((run / "run.json").read_text())
        record["selection"]["of"] = 500
        (run / "run.json").write_text(json.dumps(record))
    files = tuple(folder.files)
    commands = (
        lambda: score(runs[0], items=files, resamples=5),
        lambda: compare(*runs, items=files, resamples=5),
        lambda: compare(*runs, *runs[:1], items=files, resamples=5),
        lambda: stability(*runs, items=files, resamples=5),
        lambda: threshold(runs[0], items=files),
    )
    for command in commands:
        command()
        text = capsys.readouterr().out
        assert "subset, 72 items" in text
        assert "INCOMPLETE" in text


def test_threshold_of_one_task_and_of_an_unknown_one(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    run = folder.run("a", answers_of(folder.items, skill=0.9))
    assert threshold(run, items=tuple(folder.files), task="f00") == 1
    assert "6 units calibrate, 59 is the least" in capsys.readouterr().out
    with pytest.raises(InputError, match="the run has no task 'x'"):
        threshold(run, items=tuple(folder.files), task="x")


@pytest.mark.parametrize(("value", "text"), [(None, "n/a"), (0.0, "0.0"), (0.594, "59.4")])
def test_figures_are_shown_in_percent(value: float | None, text: str) -> None:
    assert percent(value) == text


def test_every_command_shows_an_example() -> None:
    commands: tuple[Any, ...] = (score, compare, stability, threshold)
    assert all("Example" in (command.__doc__ or "") for command in commands)
