"""``decisionpivot review``: which items, exit statuses, how a release is blocked and freed."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from review_kit import pair, write

from decisionpivot.cli import main
from decisionpivot.cli.itemsets import items_named
from decisionpivot.items import InputError, file_sha256
from decisionpivot.review.store import Flag
from decisionpivot.review.storefile import open_store


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "gates.jsonl", [item for n in range(2) for item in pair(n)])
    return tmp_path


@pytest.fixture
def reviewed(folder: Path) -> Path:
    """Ada has answered the first group, and flagged its first item."""
    hashes = {"gates": file_sha256(folder / "gates.jsonl")}
    with closing(open_store(Path("reviews/gates.sqlite"), hashes, create=True)) as store:
        store.enter("Ada")
        store.give("Ada", [("gates", "gates:g0000")])
        for number in range(2):
            store.answer("Ada", 1, f"gates:{number:05d}", answer="yes", time="t")
        store.show("Ada", 1, ["gates:00000"])
        store.flag("Ada", 1, "gates:00000", Flag("ambiguous", "from 5 on? [red]x"))
    return folder


def test_an_open_flag_gives_exit_status_1_until_it_is_settled(reviewed, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["review", "summary", "gates.jsonl"]) == 1
    out = capsys.readouterr().out
    assert "gates:00000  ambiguous  Ada answered yes, wrong: from 5 on? [red]x" in out
    assert "1 flag, 1 open." in out
    assert "n/a" in out
    assert max(map(len, out.splitlines())) <= 80
    settle = ["review", "settle", "gates:00000", "gates.jsonl", "--because", "it says from 5 on"]
    assert main(settle) == 0
    assert main(["review", "summary", "gates.jsonl"]) == 0
    assert "(settled: it says from 5 on)" in " ".join(capsys.readouterr().out.split())
    assert main(settle) == 2
    assert "no open flag of 'gates:00000'" in capsys.readouterr().err


def test_the_summary_as_json_holds_everything(reviewed, capsys):
    assert main(["review", "summary", "gates.jsonl", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["families"]["gates"] == found["all"] == {
        "items": 4, "groups": 2, "reviews": 2, "once": 2, "twice": 0, "right": 0.5,
        "agreement": {"n": 0, "share": None, "kappa": None}, "flagged": 1,
    }  # fmt: skip
    assert (found["open"], found["pairs"], len(found["flagged"])) == (1, [], 1)


def test_the_export_goes_to_standard_output_too(reviewed, capfdbinary):
    assert main(["review", "export", "gates.jsonl"]) == 0
    lines = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert [line["id"] for line in lines] == ["gates:00000", "gates:00001"]
    assert main(["review", "export", "gates.jsonl", "--json"]) == 0
    assert json.loads(capfdbinary.readouterr().out) == {"reviews": lines}


def test_changed_items_are_not_mixed_with_earlier_reviews(reviewed, capsys):
    write(reviewed / "gates.jsonl", pair(0))
    assert main(["review", "summary", "gates.jsonl"]) == 2
    said = capsys.readouterr().err
    assert "the reviews are of other items" in said
    assert "--store" in said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["review", "summary", "gates.jsonl"], "no reviews yet"),
        (["review", "summary"], "no items are named"),
        (["review", "summary", "no_such"], "no item file, family, release or draw 'no_such'"),
        (["review", "summary", "absent.jsonl"], "there is no such file"),
        (["review", "summary", "gates.jsonl", "gates.jsonl"], "named twice"),
        (["review", "settle", "x", "gates.jsonl", "--because", " "], "with a reason"),
    ],
)
def test_bad_input_is_named(folder, capsys, arguments, says):
    assert main(arguments) == 2
    assert says in capsys.readouterr().err


def test_items_are_named_by_family_release_draw_and_file(folder):
    (family,) = items_named(["log_claim"])
    assert (family.name, len(list(family.items))) == ("log_claim", 600)
    assert len(items_named(["core-1.0"])) == 13
    both = items_named(["policy_case", "gates.jsonl"])
    assert [task.name for task in both] == ["policy_case", "gates"]
    with pytest.raises(InputError, match="named twice"):
        items_named(["core-1.0", "log_claim"])


@pytest.mark.long
def test_a_fresh_draw_has_other_items_of_the_same_families(folder):
    release, fresh = items_named(["core-1.0"]), items_named(["seed-7"])
    assert [task.name for task in release] == [task.name for task in fresh]
    assert not {task.sha256 for task in release} & {task.sha256 for task in fresh}
