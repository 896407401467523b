"""Which items a run is for."""

import hashlib
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from run_kit import item, item_file, make_task

from decisionpivot.items import InputError, encode_lines
from decisionpivot.selection import ALL, Selection, Task, choose, chosen, parse, tasks_of


@pytest.fixture
def tasks(tmp_path: Path) -> list[Task]:
    sizes = {"robots": 60, "rockets": 60, "rovers": 61}
    return [make_task(tmp_path, count, name) for name, count in sizes.items()]


def ids(tasks: list[Task], selection: Selection) -> list[str]:
    found = choose(tasks, selection)
    return [
        item.id
        for task, mask in zip(tasks, found.masks, strict=True)
        for item in chosen(task, mask)
    ]


def test_everything_is_chosen_by_default(tasks: list[Task]) -> None:
    found = choose(tasks)
    assert (found.items, found.of) == (181, 181)


def test_the_hash_is_that_of_the_ids_in_order(tasks: list[Task]) -> None:
    lines = "".join(f"{id_}\n" for id_ in ids(tasks, ALL))
    assert choose(tasks).sha256 == hashlib.sha256(lines.encode()).hexdigest()


def test_families_and_levels(tasks: list[Task]) -> None:
    found = ids(tasks, Selection(families=("rockets",), levels=(2,)))
    assert found[:3] == ["rockets:00002", "rockets:00003", "rockets:00008"]
    assert len(found) == 20


@pytest.mark.parametrize(("limit", "items"), [(1, 2), (2, 2), (3, 4), (61, 62), (1000, 181)])
def test_the_first_items_with_their_last_group_completed(
    tasks: list[Task], limit: int, items: int
) -> None:
    assert ids(tasks, Selection(limit=limit)) == ids(tasks, ALL)[:items]


@pytest.mark.parametrize("size", [2, 18, 40, 100, 181])
def test_a_subset_is_balanced_within_one_group_and_whole(tasks: list[Task], size: int) -> None:
    found = set(ids(tasks, Selection(subset=size)))
    items = [item for task in tasks for item in task.items if item.id in found]
    cells = Counter((item.name, item.level) for item in items)
    groups = Counter(item.group for item in items)
    assert size - 1 <= len(items) <= size
    assert max(cells.values()) - min(cells[c] if len(cells) == 9 else 0 for c in cells) <= 2
    assert all(count == 2 or group == "rovers:g0030" for group, count in groups.items())


def test_the_seed_fixes_the_subset(tasks: list[Task]) -> None:
    first, again, other = (ids(tasks, Selection(subset=40, seed=seed)) for seed in (1, 1, 2))
    assert first == again != other


def test_candidates_of_a_query_stay_together(tmp_path: Path) -> None:
    rows = [
        msgspec.structs.replace(item(number), group=msgspec.UNSET, query=f"q{number // 5}")
        for number in range(20)
    ]
    path = tmp_path / "rerank.jsonl"
    path.write_bytes(encode_lines(rows))
    assert len(ids(tasks_of([path]), Selection(limit=6))) == 10


@pytest.mark.parametrize(
    "selection",
    [
        ALL,
        Selection(families=("log_claim", "a b,c=d"), levels=(1, 3), limit=7),
        Selection(subset=1296, seed=4),
    ],
)
def test_the_text_of_a_selection_reads_back(selection: Selection) -> None:
    assert parse(str(selection)) == selection


@pytest.mark.parametrize("text", ["", "half", "limit=x", "colour=red", "limit=0"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse(text)


def test_an_unknown_family_is_refused_and_the_known_ones_are_named(tasks: list[Task]) -> None:
    with pytest.raises(InputError, match="robots, rockets, rovers"):
        choose(tasks, Selection(families=("cars",)))


def test_choosing_nothing_is_refused(tasks: list[Task]) -> None:
    with pytest.raises(InputError, match="no item is chosen of 181"):
        choose(tasks, Selection(levels=(9,)))


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    path = item_file(tmp_path, 2)
    (tmp_path / "robots.jsonl").write_bytes(path.read_bytes())
    with pytest.raises(InputError, match="two item files are called 'robots'"):
        tasks_of([path, tmp_path / "robots.jsonl"])


def test_items_that_change_while_they_are_read_are_noticed(tmp_path: Path) -> None:
    (task,) = tasks_of([item_file(tmp_path, 6)])
    (mask,) = choose([task]).masks
    for count in (4, 8):
        item_file(tmp_path, count)
        with pytest.raises(InputError, match="changed while they were read"):
            list(chosen(task, mask))
