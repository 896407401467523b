"""What holds for every task of the reference track."""

import pytest
from reference_kit import SOURCES, items_of, need_sources

from decisionpivot.items import encode_lines, sha256
from decisionpivot.reference import LAYERS, TASKS, build, convert, verify

every_task = pytest.mark.parametrize("task", TASKS, ids=[task.CARD.name for task in TASKS])


@every_task
def test_the_items_are_those_of_the_card(task):
    items = items_of(task.CARD.name)
    assert len(items) == task.CARD.items
    assert len({item.group or item.id for item in items}) == task.CARD.groups
    assert sha256(encode_lines(items)) == task.CARD.sha256


@every_task
def test_a_second_build_gives_the_same_bytes_and_leaves_no_other_file(task, tmp_path):
    need_sources()
    folder = SOURCES / (task.CARD.folder or task.CARD.name)
    built = build(task, folder, out=tmp_path)
    assert (built.items, built.sha256) == (task.CARD.items, task.CARD.sha256)
    assert [path.name for path in tmp_path.iterdir()] == [f"{task.CARD.name}.jsonl"]
    assert verify(task.CARD, tmp_path).read_bytes() == encode_lines(items_of(task.CARD.name))


@every_task
def test_items_are_numbered_and_well_formed(task):
    name = task.CARD.name
    items = items_of(name)
    assert [item.id for item in items] == [f"{name}:{n:05}" for n in range(len(items))]
    for item in items:
        keys = item.request.keys
        assert item.task == name
        assert len(set(keys)) == len(keys) >= 2
        assert item.question.text.strip()
        assert item.answer in keys or (not item.answer and isinstance(item.label, float))


@every_task
def test_no_group_or_query_carries_an_id_of_the_source(task):
    for item in items_of(task.CARD.name):
        assert not item.group or item.group.startswith(f"{task.CARD.name}/")
        assert not item.query or item.query.isdigit()


@every_task
def test_a_card_is_complete(task):
    card = task.CARD
    assert card.layer in LAYERS
    assert len(card.commit) == 40
    assert all(file.size > 0 and len(file.sha256) == 64 for file in card.files)
    assert card.bag_of_words is not None
    assert card.chance is not None or card.metric == "brier_skill"
    assert all((card.title, card.asks, card.citation, card.licence, card.chance_is))


@every_task
def test_the_files_of_a_card_are_listed_with_their_hashes(task):
    need_sources()
    folder = task.CARD.folder or task.CARD.name
    sums = dict(
        reversed(line.split("  ", 1))
        for line in (SOURCES / "SHA256SUMS").read_text("utf-8").splitlines()
    )
    for file in task.CARD.files:
        assert sums[f"./{folder}/{file.path}"] == file.sha256
        assert (SOURCES / folder / file.path).stat().st_size == file.size


def test_conversion_does_not_depend_on_what_was_converted_before():
    need_sources()
    first = TASKS[0]
    folder = SOURCES / (first.CARD.folder or first.CARD.name)
    for other in TASKS[:3]:
        convert(other, SOURCES / (other.CARD.folder or other.CARD.name))
    assert encode_lines(convert(first, folder)[0]) == encode_lines(items_of(first.CARD.name))
