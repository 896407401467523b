"""Croissant: valid without a remark, and its records are our items."""

import json
import math

import mlcroissant
import pytest

from decisionpivot.export import hub
from decisionpivot.export.columns import CORE, row_of
from decisionpivot.families import FAMILIES
from decisionpivot.items import file_sha256

pytestmark = [  # mlcroissant uses what its own libraries are about to drop
    pytest.mark.filterwarnings("ignore:ConjunctiveGraph is deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:The inplace keyword:DeprecationWarning"),
]

RESPONSIBLE = {
    "rai:dataCollection",
    "rai:dataCollectionType",
    "rai:dataPreprocessingProtocol",
    "rai:dataAnnotationProtocol",
    "rai:annotatorDemographics",
    "rai:machineAnnotationTools",
    "rai:dataUseCases",
    "rai:dataBiases",
    "rai:dataLimitations",
    "rai:dataSocialImpact",
    "rai:personalSensitiveInformation",
    "rai:dataReleaseMaintenancePlan",
}


@pytest.fixture(scope="module")
def described(folder):
    return mlcroissant.Dataset(folder / "croissant.json")


@pytest.fixture(scope="module")
def written(folder):
    return json.loads((folder / "croissant.json").read_bytes())


def plain(value):
    """A value as mlcroissant gives it, as we write it."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, list):
        return [plain(one) for one in value]
    return None if value is None or (isinstance(value, float) and math.isnan(value)) else value


def records(described, name):
    for record in described.records(name):
        yield {key.partition("/")[2]: plain(value) for key, value in record.items()}


def rows(task):
    names = [column.name for column in CORE]
    return [{name: row[name] for name in names} for row in map(row_of, task.items)]


def test_it_is_valid_without_a_remark(described):
    issues = described.metadata.ctx.issues
    assert (issues.errors, issues.warnings) == (set(), set())


def test_there_is_a_record_set_for_every_configuration(described):
    assert [one.name for one in described.metadata.record_sets] == [
        *(family.name for family in FAMILIES),
        "default",
    ]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_the_records_of_every_family_are_its_items(family, described, tasks):
    (task,) = [task for task in tasks if task.name == family.name]
    assert list(records(described, family.name)) == rows(task)


def test_the_default_records_are_all_items(described, tasks):
    found = {record["id"]: record for record in records(described, "default")}
    assert found == {row["id"]: row for task in tasks for row in rows(task)}


def test_every_file_is_named_with_its_hash(written, folder):
    files = [one for one in written["distribution"] if one["@type"] == "cr:FileObject"]
    assert len(files) == len(FAMILIES)
    for one in files:
        assert one["sha256"] == file_sha256(folder / one["contentUrl"])


def test_the_responsible_ai_fields_are_filled(written, described):
    assert {key for key in written if key.startswith("rai:")} == RESPONSIBLE
    assert "http://mlcommons.org/croissant/RAI/1.0" in written["conformsTo"]
    assert "No human" in " ".join(described.metadata.data_limitations)
    assert described.metadata.personal_sensitive_information[0].startswith("None.")


def test_the_address_is_that_of_the_place_on_the_hub(tasks, tmp_path):
    hub.core(tasks[:1], tmp_path, place="them/their-set")
    described = mlcroissant.Dataset(tmp_path / "croissant.json")
    assert described.metadata.url == "https://huggingface.co/datasets/them/their-set"
