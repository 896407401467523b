"""The reference track as a data set: what its licences allow, and nothing else."""

import re
from collections import Counter

import mlcroissant
import pytest
import yaml
from export_kit import contents
from reference_kit import items_of

from decisionpivot.cli import main
from decisionpivot.export import columns, hub
from decisionpivot.items import InputError, encode_lines, sha256
from decisionpivot.reference import BY_NAME, TASKS
from decisionpivot.reference.licences import OF_OTHERS, kept_back
from decisionpivot.selection import Task

SOME = ("xstest", "capability_math", "teval", "dbpedia_qald", "sgd")


def task(name):
    return Task(name, items_of(name), BY_NAME[name].CARD.sha256)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Some tasks: with answers and with labels, text and JSON, permissive and share-alike."""
    folder = tmp_path_factory.mktemp("reference")
    hub.reference([task(name) for name in SOME], folder)
    return folder


def test_terms_decide_what_is_passed_on():
    found = Counter((task.CARD.terms, kept_back(task.CARD) == "") for task in TASKS)
    assert {terms for (terms, passed_on) in found if passed_on} == {"permissive", "share-alike"}
    assert ("permissive", False) not in found
    assert found["share-alike", False] == len(OF_OTHERS)
    assert not any(
        passed_on for terms, passed_on in found if terms in ("unstated", "non-commercial")
    )


@pytest.mark.parametrize("name", [one.CARD.name for one in TASKS if kept_back(one.CARD)])
def test_a_task_that_is_kept_back_cannot_be_written(name, tmp_path):
    with pytest.raises(InputError, match=f"{name} may not be passed on"):
        hub.reference([Task(name, [], "")], tmp_path)
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("name", SOME)
def test_a_task_goes_back_to_the_bytes_of_its_item_file(name, written):
    path = written / "data" / name / "test.parquet"
    assert encode_lines(columns.read(path)) == encode_lines(items_of(name))


def test_the_card_tells_the_licence_of_each_task_and_lists_what_is_not_here(written):
    _, front, text = (written / "README.md").read_text("utf-8").split("---\n", 2)
    assert yaml.safe_load(front)["license"] == "other"
    for name in SOME:
        assert re.search(rf"\| `{name}` \|.*\| {re.escape(BY_NAME[name].CARD.licence)} \|", text)
    listed = text.partition("are not here")[2].partition("### Columns")[0]
    kept = [one.CARD.name for one in TASKS if kept_back(one.CARD)]
    assert re.findall(r"^\| `(\w+)`", listed, re.M) == kept
    assert f"{len(kept)} more sets" in text


def test_the_licence_file_credits_every_task_with_its_source(written):
    text = (written / "LICENSE.md").read_text("utf-8")
    for card in (BY_NAME[name].CARD for name in SOME):
        assert f"## {card.name}\n" in text
        assert card.licence in text
        assert card.citation.rstrip(".") in text
        assert f"https://github.com/{card.repository}/tree/{card.commit}" in text


@pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated:DeprecationWarning")
def test_croissant_is_valid_without_a_remark(written):
    described = mlcroissant.Dataset(written / "croissant.json").metadata
    assert (described.ctx.issues.errors, described.ctx.issues.warnings) == (set(), set())
    assert [one.name for one in described.record_sets] == [*SOME, "default"]


def test_there_is_no_leaderboard_for_the_reference_track(written):
    assert not (written / "eval.yaml").exists()


def test_tasks_that_are_not_built_are_named_with_the_remedy(tmp_path, capsys):
    command = ["export", "hf", str(tmp_path / "out"), "--reference", "--folder", str(tmp_path)]
    assert main(command) == 2
    assert "reference build when2call" in capsys.readouterr().err


@pytest.mark.long
def test_every_task_that_is_passed_on_goes_back_to_its_hash(tmp_path):
    data = hub.reference([task(card.name) for card in hub.PASSED_ON], tmp_path)
    assert len(data.tables) + len(data.kept_back) == len(TASKS)
    for table in data.tables:
        lines = encode_lines(columns.read(tmp_path / table.path))
        assert sha256(lines) == BY_NAME[table.name].CARD.sha256
