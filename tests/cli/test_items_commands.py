"""``decisionpivot items``: what it prints, and what it refuses."""

import json

import pytest

from decisionpivot.cli import main
from decisionpivot.cli.show import aligned
from decisionpivot.families import FAMILIES
from decisionpivot.items import read_items

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
    assert "cannot write the file" in capsys.readouterr().err
