"""The examples of docs/data-set.md and of the card run as they stand."""

import re
from pathlib import Path

import pytest
from export_kit import offline

from decisionpivot.export import hub
from decisionpivot.items import file_sha256
from decisionpivot.release import manifest

DOCS = Path(__file__).parents[2] / "docs"


def examples(page: str) -> str:
    """The Python examples of a page, one after the other."""
    return "\n".join(re.findall(r"```python\n(.*?)```", page, re.S))


@pytest.fixture
def here(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hub").symlink_to(folder)
    return tmp_path


def test_the_documented_way_back_gives_the_released_file(here):
    script = examples((DOCS / "data-set.md").read_text("utf-8"))
    assert "item_of" in script
    offline(script, home=here / "home")
    released = manifest().families["filter_match"].sha256
    assert file_sha256(here / "filter_match.jsonl") == released


def test_the_cards_examples_run_beside_the_folder(tasks, tmp_path, monkeypatch):
    hub.core(tasks[:2], tmp_path / "DIR")
    monkeypatch.chdir(tmp_path)
    script = examples((tmp_path / "DIR" / "README.md").read_text("utf-8"))
    counts = offline(script + "\nprint(len(everything), len(one), len(lines))", home=tmp_path)
    total, first, written = map(int, counts.split())
    assert (total, first) == (1200, 600)
    assert written == tasks[0].items.path.stat().st_size
