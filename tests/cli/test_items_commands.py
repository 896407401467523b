"""``decisionpivot items``: what it prints, and what it refuses."""

import json
from collections import Counter
from pathlib import Path

import pytest

from decisionpivot.cli import main
from decisionpivot.contrast import aligned
from decisionpivot.families import FAMILIES
from decisionpivot.items import file_sha256, read_items

FAMILY = FAMILIES[0].name


def test_an_item_is_shown_within_80_columns(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["items", "show", f"{FAMILY}:00003"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{FAMILY}:00003")
    assert "Answer: " in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_group_shows_shared_lines_once_and_marks_what_differs(capsys, monkeypatch, family):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["items", "show", f"{family.name}:00000", "--group"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for letter in "ABCD"[: family.size]:
        assert any(line.startswith(f"{letter}| ") for line in lines)
        assert sum(line.startswith(f"{letter} = ") for line in lines) == 1
    assert max(map(len, lines)) <= 80


def test_members_of_different_length_are_aligned_on_what_they_share():
    rows = list(aligned([["a", "x", "z"], ["a", "y1", "y2", "z"]]))
    assert rows == [(["a"], ["a"]), (["x"], ["y1", "y2"]), (["z"], ["z"])]


def test_json_gives_the_items_themselves(capsysbinary):
    assert main(["items", "show", f"{FAMILY}:00003", "--json"]) == 0
    assert json.loads(capsysbinary.readouterr().out)["id"] == f"{FAMILY}:00003"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("moon:00001", "there is no family 'moon'"),
        (f"{FAMILY}:7", "is no item id"),
        (f"{FAMILY}:0000x", "is no item id"),
        (f"{FAMILY}", "is no item id"),
        (f"{FAMILY}:../../x", "is no item id"),
    ],
)
def test_a_wrong_id_is_refused_with_status_2(capsys, name, says):
    assert main(["items", "show", name]) == 2
    assert says in capsys.readouterr().err


def test_a_draw_is_written_one_file_a_family(tmp_path, capsys):
    out = tmp_path / "draw"
    assert (
        main(["items", "generate", FAMILY, "--seed", "7", "--first", "2", "--out", str(out)]) == 0
    )
    items = list(read_items(out / f"{FAMILY}.jsonl"))
    assert {item.level for item in items} == {1, 2, 3}
    assert f"{len(items)} items" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [["--first", "0"], ["--blocks", "0"], ["--first", "x"]])
def test_wrong_sizes_are_refused_with_status_2(wrong, capsys):
    assert main(["items", "generate", FAMILY, *wrong]) == 2
    assert capsys.readouterr()


def test_verify_makes_the_release_and_refuses_a_file_that_was_changed(tmp_path, capsys):
    folder = ["--folder", str(tmp_path)]
    assert main(["items", "verify", *folder]) == 0
    path = tmp_path / "core-1.0" / f"{FAMILY}.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"level":1', b'"level":2', 1))
    assert main(["items", "verify", *folder]) == 2
    assert "Delete the file" in capsys.readouterr().err
    path.unlink()
    assert main(["items", "verify", *folder]) == 0


def test_a_read_only_folder_is_a_clear_error(tmp_path, capsys):
    (tmp_path / "core-1.0").write_text("a file where the folder should be")
    assert main(["items", "verify", "--folder", str(tmp_path)]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_a_subset_is_balanced_and_the_one_that_a_run_takes(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["items", "subset", "--subset", "120", "--seed", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert main(["items", "subset", "--subset", "120", "--seed", "3", "--out", "some"]) == 0
    items = [i for path in sorted(Path("some").iterdir()) for i in read_items(path)]
    assert sorted(item.id for item in items) == sorted(found["ids"])
    sizes = Counter((item.family, item.level) for item in items)
    largest_group = max(family.size for family in FAMILIES)
    assert max(sizes.values()) - min(sizes.values()) <= largest_group
    whole = Counter(item.group for item in items)
    for family in FAMILIES:
        sizes_of = {n for group, n in whole.items() if group.startswith(f"{family.name}:")}
        assert sizes_of <= {family.size, family.members(family.groups - 1)}
    assert main(["run", "uniform", "--subset", "120", "--subset-seed", "3"]) == 0
    answered = {
        json.loads(line)["id"]
        for path in Path("runs/uniform@120items").glob("*.jsonl")
        for line in path.read_text("utf-8").splitlines()
    }
    assert answered == set(found["ids"])


def test_export_writes_what_the_manifest_says(tmp_path, capsys):
    folder, out = tmp_path / "items", tmp_path / "core"
    assert main(["items", "export", str(out), "--folder", str(folder)]) == 0
    manifest = json.loads((out / "manifest.json").read_text("utf-8"))
    assert manifest["families"].keys() == {family.name for family in FAMILIES}
    for name, entry in manifest["families"].items():
        assert file_sha256(out / f"{name}.jsonl") == entry["sha256"]
        assert entry["items"] == 600
