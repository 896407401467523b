"""The data set for the hub: the same items, loadable, described by figures of its own."""

import json
import os
import re
import subprocess
import sys

import pytest
import yaml
from export_kit import contents, offline

from decisionpivot.cli import main
from decisionpivot.export import columns, hub
from decisionpivot.export.card import size_category
from decisionpivot.export.tables import ROWS_A_GROUP, parquet
from decisionpivot.families import FAMILIES
from decisionpivot.items import CANARY, InputError, encode_lines
from decisionpivot.release import manifest
from decisionpivot.selection import Task

LOAD = """
import hashlib, json, sys
from datasets import get_dataset_config_names, load_dataset
from decisionpivot.export.columns import item_of
from decisionpivot.items import encode_lines
found = {}
for name in get_dataset_config_names(sys.argv[1]):
    data = load_dataset(sys.argv[1], name)
    test = data["test"]
    found[name] = {
        "splits": list(data),
        "items": len(test),
        "nbytes": test.info.splits["test"].num_bytes,
        "features": test.features._to_yaml_list(),
        "sha256": hashlib.sha256(encode_lines(map(item_of, test))).hexdigest(),
    }
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def loaded(folder, tmp_path_factory):
    """What `datasets` makes of every configuration, without network."""
    return json.loads(offline(LOAD, folder, home=tmp_path_factory.mktemp("home")))


@pytest.fixture(scope="module")
def card(folder):
    """The card's front matter, and its text."""
    _, front, text = (folder / "README.md").read_text("utf-8").split("---\n", 2)
    return yaml.safe_load(front), text


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_a_family_goes_back_to_the_bytes_of_its_release(family, folder, tasks):
    path = folder / "data" / family.name / "test.parquet"
    (task,) = [task for task in tasks if task.name == family.name]
    assert encode_lines(columns.read(path)) == task.items.path.read_bytes()


def test_every_configuration_loads_offline_with_its_items_in_order(loaded, tasks):
    released = manifest().families
    assert list(loaded) == ["default", *released]
    assert {name: loaded[name]["items"] for name in released} == {
        name: entry.items for name, entry in released.items()
    }
    assert {name: loaded[name]["sha256"] for name in released} == {
        name: entry.sha256 for name, entry in released.items()
    }
    assert loaded["default"]["items"] == 7800
    assert all(found["splits"] == ["test"] for found in loaded.values())


def test_features_and_sizes_in_the_card_are_those_that_datasets_finds(loaded, card):
    described = {one["config_name"]: one for one in card[0]["dataset_info"]}
    assert list(described) == list(loaded)
    for name, found in loaded.items():
        (split,) = described[name]["splits"]
        assert described[name]["features"] == found["features"]
        assert (split["num_examples"], split["num_bytes"]) == (found["items"], found["nbytes"])
        assert described[name]["dataset_size"] == found["nbytes"]


def test_the_card_says_what_the_hub_asks_for(card, folder):
    front, _ = card
    assert front["license"] == "cc-by-4.0"
    assert front["language"] == ["en"]
    assert front["size_categories"] == ["1K<n<10K"]
    assert front["pretty_name"] == "DecisionPivot core"
    assert front["task_categories"] and front["tags"]
    assert [one["config_name"] for one in front["configs"]] == [
        "default",
        *(family.name for family in FAMILIES),
    ]
    for config in front["configs"]:
        (files,) = config["data_files"]
        paths = files["path"] if isinstance(files["path"], list) else [files["path"]]
        assert files["split"] == "test"
        assert all((folder / path).is_file() for path in paths)


def test_download_sizes_are_those_of_the_files(card, folder):
    for one in card[0]["dataset_info"][1:]:
        path = folder / "data" / one["config_name"] / "test.parquet"
        assert one["download_size"] == path.stat().st_size


def test_the_card_has_the_sections_of_the_hubs_template_in_order(card):
    from importlib.resources import files

    template = (files("huggingface_hub") / "templates" / "datasetcard_template.md").read_text()
    asked = re.findall(r"^(##+ .+?)(?: \[optional\])?$", template, re.M)
    found = re.findall(r"^##+ .+$", card[1], re.M)
    assert [heading for heading in found if heading in asked] == asked
    assert "More Information Needed" not in card[1]
    assert "$" not in re.sub(r"```.*?```", "", card[1], flags=re.S)


def test_the_canary_stands_in_the_card_and_in_every_row(card, folder):
    assert CANARY in card[1]
    for family in FAMILIES:
        items = columns.read(folder / "data" / family.name / "test.parquet")
        assert {item.canary for item in items} == {CANARY}


def test_the_cards_figures_are_counted_from_the_items(tasks, tmp_path):
    few = [Task(task.name, list(task.items)[:4], task.sha256) for task in tasks[:2]]
    data = hub.core(few, tmp_path)
    text = (tmp_path / "README.md").read_text("utf-8")
    assert (data.items, data.groups) == (8, 4)
    assert "8 items in 4 groups, 2 configurations" in text
    assert re.search(r"\| `answerable` \| .+ \| 4 \| 2 \| 4 \| 2 \| 25 % \|", text)


def test_an_example_is_shown_with_the_answers_of_its_group(card, tasks):
    (first,) = re.findall(r"The state of `(.+?)`", card[1])
    (task,) = [task for task in tasks if task.name == first.partition(":")[0]]
    items = list(task.items)
    group = [item for item in items if item.group == items[0].group]
    assert first == group[0].id
    assert group[0].state in card[1]
    for item in group:
        assert re.search(rf"\| `{item.id}` \| .+ \| `{item.answer}` \|", card[1])


def test_a_second_export_gives_the_same_bytes_with_another_hash_seed(folder, tasks, tmp_path):
    items = tasks[0].items.path.parents[1]
    command = [sys.executable, "-m", "decisionpivot", "export", "hf", str(tmp_path)]
    environment = os.environ | {"PYTHONHASHSEED": "17", "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([*command, "--folder", items], check=True, env=environment, capture_output=True)
    assert contents(tmp_path) == contents(folder)


def test_an_export_over_an_old_one_replaces_it(folder, tasks, tmp_path):
    hub.core(tasks[:1], tmp_path)
    hub.core(tasks, tmp_path)
    assert contents(tmp_path) == contents(folder)


def test_items_are_written_a_row_group_at_a_time(tasks):
    taken = []
    items = (taken.append(item.id) or item for item in tasks[0].items)
    parts = parquet(items, columns.CORE)
    next(parts)
    assert len(taken) == ROWS_A_GROUP
    assert len(list(parts)) == 600 / ROWS_A_GROUP


def test_a_folder_with_other_data_is_refused(tasks, tmp_path):
    (tmp_path / "data" / "secrets").mkdir(parents=True)
    with pytest.raises(InputError, match="something else: secrets"):
        hub.core(tasks, tmp_path)
    assert list(contents(tmp_path)) == []


@pytest.mark.parametrize("items", [0, 999, 1_000, 2_000_000])
def test_the_hubs_size_categories(items):
    assert size_category(items) == {0: "n<1K", 999: "n<1K", 1_000: "1K<n<10K"}.get(items, "n>1M")


def test_the_command_says_what_it_wrote(tasks, tmp_path, capsys):
    items = str(tasks[0].items.path.parents[1])
    assert main(["export", "hf", str(tmp_path), "--folder", items, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["release"], found["items"], len(found["sha256"])) == ("core-1.0", 7800, 13)


def test_the_place_on_the_hub_is_named_in_the_card(tasks, tmp_path):
    hub.core(tasks[:1], tmp_path, place="them/their-set")
    assert 'load_dataset("them/their-set", split="test")' in (tmp_path / "README.md").read_text()


@pytest.mark.parametrize("name", ["them", "../x/y", 'a/b"c', "a/b/c", "a/b\n"])
def test_what_is_no_place_on_the_hub_is_refused(name, tmp_path, capsys):
    assert main(["export", "hf", str(tmp_path), "--dataset", name]) == 2
    assert "no data set on the hub" in capsys.readouterr().err


def test_a_missing_package_is_named_with_the_extra(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "yaml", None)
    assert main(["export", "hf", str(tmp_path)]) == 2
    assert 'pip install "decisionpivot[export]"' in capsys.readouterr().err
