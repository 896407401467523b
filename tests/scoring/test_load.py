"""A run folder read against item files: what is taken, and what is refused, with its place."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from scoring_kit import answer, answers_of, card, family, item, write_run, yes

from decisionpivot.items import Answer, InputError, Item, encode_lines, file_sha256
from decisionpivot.scoring.load import (
    Reading,
    load,
    read_ids,
    score_answers,
    score_run,
)
from decisionpivot.scoring.reference import TaskCard
from decisionpivot.selection import tasks_of

ITEMS = [item(f"{n:02d}", "yes", group=f"g{n // 2}") for n in range(10)]
ANSWERS = [answer(i.id, yes(0.9 if n < 7 else 0.1)) for n, i in enumerate(ITEMS)]


def item_file(folder: Path, items: list[Item] = ITEMS, name: str = "t") -> Path:
    path = folder / f"{name}.jsonl"
    path.write_bytes(encode_lines(items))
    return path


def run_of(
    folder: Path, answers: list[Answer] = ANSWERS, items: list[Item] = ITEMS, **more: Any
) -> tuple[Path, list]:
    """A run over the file t.jsonl, and that file as a task."""
    path = item_file(folder, items)
    more = {"items_sha256": {"t": file_sha256(path)}} | more
    return write_run(folder / "run", items, {"t": answers}, **more), tasks_of([path])


def test_a_run_is_scored_as_its_answers_are(tmp_path: Path) -> None:
    folder, tasks = run_of(tmp_path)
    found = score_run(folder, tasks, resamples=30)
    assert found.data == card(ITEMS, ANSWERS, resamples=30).data
    assert found.data == score_answers(ITEMS, ANSWERS, resamples=30).data
    assert found.answers_sha256 == {"t": file_sha256(folder / "t.jsonl")}
    assert found.system == "s"


def test_scoring_again_gives_the_same_bytes(tmp_path: Path) -> None:
    folder, tasks = run_of(tmp_path)
    assert score_run(folder, tasks).to_json() == score_run(folder, tasks).to_json()


def test_a_metric_added_to_a_finished_run_is_computed_from_its_answers(tmp_path: Path) -> None:
    folder, tasks = run_of(tmp_path)
    card = TaskCard(name="t", layer="A", metric="accuracy", chance=0.5)
    before = score_run(folder, tasks, cards=[card]).reference
    after = score_run(folder, tasks, cards=[replace(card, beside=("recall:yes",))]).reference
    assert before
    assert after
    assert after.tasks["t"].beside == {"recall:yes": 0.7}
    assert replace(after.tasks["t"], beside={}) == before.tasks["t"]
    assert after.intervals == before.intervals


def test_a_file_may_hold_several_tasks_and_two_files_the_same_ids(tmp_path: Path) -> None:
    mixed = [item("1", "yes", task="a"), item("2", "yes", task="b")]
    other = [item("1", "no", task="c")]
    paths = [item_file(tmp_path, mixed, "mixed"), item_file(tmp_path, other, "other")]
    answers = {
        "mixed": [answer("1", yes(0.9)), answer("2", yes(0.1))],
        "other": [answer("1", yes(0.9))],
    }
    folder = write_run(tmp_path / "run", [*mixed, *other], answers)
    found = score_run(folder, tasks_of(paths), resamples=0).data
    assert found
    assert {k: v.item_accuracy for k, v in found.tasks.items()} == {"a": 1, "b": 0, "c": 0}


def test_tasks_that_the_run_was_not_for_are_left_out(tmp_path: Path) -> None:
    folder, tasks = run_of(tmp_path)
    more = tasks_of([item_file(tmp_path, [item("1", "yes", task="u")], "u")])
    assert load(folder, [*more, *tasks]).selection.items == 10


def test_another_item_file_is_refused(tmp_path: Path) -> None:
    folder, _ = run_of(tmp_path)
    changed = tasks_of([item_file(tmp_path, ITEMS[::-1])])
    with pytest.raises(InputError, match=r"run\.json: the run was for other items of 't'"):
        load(folder, changed)


def test_a_core_run_without_a_hash_is_refused(tmp_path: Path) -> None:
    items = family("f", "A", 3)
    path = item_file(tmp_path, items, "f")
    folder = write_run(tmp_path / "run", items, {"f": answers_of(items, skill=1)})
    with pytest.raises(InputError, match="does not say which items of 'f'"):
        load(folder, tasks_of([path]))


def test_a_selection_is_scored_as_a_subset(tmp_path: Path) -> None:
    items = family("t", "A", 6)
    path = item_file(tmp_path, items)
    first = items[:4]
    folder = write_run(
        tmp_path / "run",
        first,
        {"t": answers_of(first, skill=1)},
        items_sha256={"t": file_sha256(path)},
    )
    run = json.loads((folder / "run.json").read_text())
    run["selection"] |= {"of": 12, "how": "limit=3"}  # completed to whole groups: 4
    (folder / "run.json").write_text(json.dumps(run))
    found = score_run(folder, tasks_of([path]), resamples=0)
    assert (found.selection.items, found.selection.of) == (4, 12)
    assert found.core.families["t"].n == 4  # type: ignore[union-attr]
    assert found.complete


def test_a_selection_that_is_not_that_of_the_run_is_refused(tmp_path: Path) -> None:
    selection = {"items": 10, "of": 10, "sha256": "0" * 64, "how": "all"}
    folder, tasks = run_of(tmp_path, selection=selection)
    with pytest.raises(InputError, match=r"the run was for 10 items \(all\)"):
        load(folder, tasks)


def test_items_are_left_out_with_their_whole_groups(tmp_path: Path) -> None:
    folder, tasks = run_of(tmp_path)
    listed = tmp_path / "list.txt"
    listed.write_text('04\n{"id": "07", "why": "seen"}\nnot here\n')
    found = score_run(folder, tasks, Reading(without=read_ids(listed)), resamples=0)
    assert found.data.tasks["t"].n == 6  # type: ignore[union-attr]
    assert (found.selection.items, found.selection.left_out) == (10, 4)


def test_a_list_line_without_an_id_is_refused(tmp_path: Path) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text('04\n{"key": "07"}\n')
    with pytest.raises(InputError, match=r"list\.txt:2: no item id"):
        read_ids(listed)


def test_stale_repeated_and_null_rows(tmp_path: Path) -> None:
    folder, tasks = run_of(tmp_path)
    file = folder / "t.jsonl"
    whole = file.read_bytes()
    stale = encode_lines([answer(f"old{n}", yes(0.9)) for n in range(3)])
    file.write_bytes(whole + b"\n" + stale + encode_lines(ANSWERS[:1] * 2))
    with pytest.raises(InputError, match=r"t\.jsonl:12: there is no item 'old0'"):
        load(folder, tasks)
    with pytest.raises(InputError, match=r"t\.jsonl:15: a second record for '00'"):
        load(folder, tasks, Reading(ignore_unknown=True))
    found = score_run(folder, tasks, Reading(keep="last", ignore_unknown=True), resamples=0)
    assert found.data.tasks["t"].item_accuracy == 0.7  # type: ignore[union-attr]
    for bad in (b"null\n", b"[]\n", b'{"id": "0'):
        file.write_bytes(whole + bad)
        with pytest.raises(InputError, match=r"t\.jsonl:11: not an answer record"):
            load(folder, tasks, Reading(keep="last", ignore_unknown=True))


def test_repeats_of_every_line_make_no_evidence(tmp_path: Path) -> None:
    folder, tasks = run_of(tmp_path)
    once = score_run(folder, tasks, resamples=50).data
    file = folder / "t.jsonl"
    file.write_bytes(file.read_bytes() * 10)
    with pytest.raises(InputError, match=r"t\.jsonl:11: a second record"):
        load(folder, tasks)
    assert score_run(folder, tasks, Reading(keep="last"), resamples=50).data == once


def test_marks_of_order_and_line_ends_of_other_editors_are_read(tmp_path: Path) -> None:
    folder, tasks = run_of(tmp_path)
    before = score_run(folder, tasks, resamples=0).data
    file = folder / "t.jsonl"
    lines = file.read_bytes().splitlines()
    file.write_bytes(
        b"\xef\xbb\xbf" + b"\r\n".join(lines[:5]) + b"\r\n\xef\xbb\xbf" + b"\n".join(lines[5:])
    )
    assert score_run(folder, tasks, resamples=0).data == before


def test_unusual_line_separators_inside_a_reply_do_not_split_a_record(tmp_path: Path) -> None:
    odd = [replace(a, reply="a\u2028b\u2029c\u0085d") for a in ANSWERS]
    folder, tasks = run_of(tmp_path, odd)
    assert score_run(folder, tasks, resamples=0).data == card(ITEMS, ANSWERS).data


def test_a_single_item_gives_numbers_or_null_and_no_text(tmp_path: Path) -> None:
    folder, tasks = run_of(tmp_path, ANSWERS[:1], ITEMS[:1])
    found = json.loads(score_run(folder, tasks, resamples=10).to_json())["data"]
    figures = [*found["pooled"].values(), *found["intervals"]["macro.item_accuracy"].values()]
    assert {v for v in figures if isinstance(v, str)} == {"group"}
    assert found["tasks"]["t"]["item_accuracy"] == 1


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_a_run_without_answers_is_refused(tmp_path: Path, content: bytes) -> None:
    folder, tasks = run_of(tmp_path)
    (folder / "t.jsonl").write_bytes(content)
    with pytest.raises(InputError, match="no answers to these items"):
        load(folder, tasks)


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "cannot read the run"), (b"{", "not the record of a run"),
     (b'{"selection": 3}', "not the record of a run"), (b"\xff", "not the record of a run")],
)  # fmt: skip
def test_a_broken_run_file_is_refused(tmp_path: Path, content: bytes | None, message: str) -> None:
    folder, tasks = run_of(tmp_path)
    (folder / "run.json").unlink()
    if content is not None:
        (folder / "run.json").write_bytes(content)
    with pytest.raises(InputError, match=message):
        load(folder, tasks)


def test_answers_at_hand_are_refused_like_those_in_files() -> None:
    with pytest.raises(InputError, match="answer:2: a second record for '00'"):
        score_answers(ITEMS, [ANSWERS[0]] * 2)
    with pytest.raises(InputError, match="there is no item 'x'"):
        score_answers(ITEMS, [answer("x", yes(0.5))])
