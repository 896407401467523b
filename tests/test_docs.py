"""Documentation that follows from code is up to date, and what was read blind is kept."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from decisionpivot.audit.reading import read_blind
from decisionpivot.cli import main
from decisionpivot.families import FAMILIES

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_families_pages_are_what_the_generators_give():
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/make_docs.py", "--check"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_forty_items_of_each_family_were_read_blind(family):
    (tally,) = [t for t in read_blind(ROOT / "docs/reading") if t.family == family.name]
    assert tally.items == 40
    assert tally.right >= 36


def commands():
    for page in PAGES:
        for line in re.findall(r"^\s*(decisionpivot [^\n`]+)$", page.read_text("utf-8"), re.M):
            yield pytest.param(line.split("#")[0].split()[1:], id=line[:60])


@pytest.mark.parametrize("words", list(commands()))
def test_every_command_in_the_docs_exists_with_its_options(words, capsys):
    names = []
    for word in words:
        if not word.replace("-", "").isalpha() or main([*names, word, "--help"]) != 0:
            break
        names.append(word)
        if "COMMAND" not in capsys.readouterr().out.split("\n")[0]:
            break
    assert names
    assert main([*names, "--help"]) == 0
    shown = capsys.readouterr().out
    for option in [word for word in words if word.startswith("--")]:
        assert option.split("=")[0] in shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_no_page_names_a_machine():
    for path in [*PAGES, *sorted((ROOT / "docs").rglob("*.md"))]:
        assert not re.search(r"/(home|root|work)/|index-url", path.read_text("utf-8")), path
