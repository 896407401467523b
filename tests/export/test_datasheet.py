"""The datasheet's figures are those of the items, and every task has its page."""

import re
from collections import Counter
from pathlib import Path
from statistics import median

import pytest

from decisionpivot.audit.reading import read_blind
from decisionpivot.audit.structure import length
from decisionpivot.families import FAMILIES
from decisionpivot.families.group import LEVELS
from decisionpivot.reference import TASKS
from decisionpivot.release import SEED, manifest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def page():
    return " ".join((DOCS / "datasheet.md").read_text("utf-8").split())


@pytest.fixture(scope="module")
def items(tasks):
    return [item for task in tasks for item in task.items]


@pytest.mark.parametrize(
    "group",
    "Motivation|Composition|Collection process|Preprocessing, cleaning, labelling|Uses|"
    "Distribution|Maintenance".split("|"),
)
def test_every_group_of_questions_is_answered(group):
    text = (DOCS / "datasheet.md").read_text("utf-8")
    section = text.partition(f"\n## {group}\n")[2].partition("\n## ")[0]
    assert len(re.findall(r"^\*\*.+?[?.]\*\* \w", section, re.M | re.S)) >= 3


def test_counts(page, items):
    released = manifest().families
    groups = sum(entry.groups for entry in released.values())
    sizes = Counter(family.size for family in FAMILIES)
    (size,) = {entry.items for entry in released.values()}
    (at_level,) = set(Counter((item.family, item.level) for item in items).values())
    assert (
        f"{len(items):,} items in {groups:,} contrast groups: {len(released)} families of {size} "
        f"items, {at_level} at each of {len(LEVELS)} levels of difficulty."
    ) in page
    assert (
        f"Groups have 2 members in {sizes[2]} families, 3 in {sizes[3]} families and 4 in "
        f"{sizes[4]} family;"
    ) in page
    assert f"the draw of seed {SEED};" in page


def test_states_and_options(page, items):
    objects = {item.family for item in items if isinstance(item.state, dict)}
    assert (
        f"(text in {len(FAMILIES) - len(objects)} families, a JSON object in {len(objects)})"
        in page
    )
    options = [len(item.options) for item in items]
    assert f"{min(options)} to {max(options)} options" in page
    middles = [
        median(length(item.state) for item in items if item.family == family.name)
        for family in FAMILIES
    ]
    longest = max(length(item.state) for item in items)
    assert (
        f"{round(max(middles), -2):,.0f} characters at most in the median of a family and "
        f"{longest:,} at most in all"
    ) in page
    assert len({str(item.state) for item in items}) == len(items)


def test_what_was_verified(page, items):
    tallies = list(read_blind(DOCS / "reading"))
    right, read = sum(t.right for t in tallies), sum(t.items for t in tallies)
    assert f"{right} of {read} answers agreed" in page
    verified = (DOCS / "verification.md").read_text("utf-8")
    agreed = re.findall(r"^\| (\w+) \| (\d+) of (\d+) \| \d+ of \d+ \|$", verified, re.M)
    assert len(agreed) == len(FAMILIES)
    solved, asked = (sum(int(row[n]) for row in agreed) for n in (1, 2))
    assert asked == len(items)
    assert f"{solved:,} of {asked:,} agree" in page


def test_only_policy_case_lacks_the_decisive_fact(items):
    assert {item.family for item in items if item.pivot is None} == {"policy_case"}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_family_has_a_page(family):
    assert f"# {family.name}" in (DOCS / "families" / f"{family.name}.md").read_text("utf-8")


@pytest.mark.parametrize("name", [task.CARD.name for task in TASKS])
def test_every_reference_task_has_a_page(name):
    assert f"# {name}" in (DOCS / "reference" / f"{name}.md").read_text("utf-8")


def test_there_are_thirteen_families_and_thirty_five_tasks():
    assert (len(FAMILIES), len(TASKS)) == (13, 35)
