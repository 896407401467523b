"""The report page: what it says, and that no text of others becomes markup."""

from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace
from scoring_kit import answers_of, card, core

from decisionpivot.report import write_page
from decisionpivot.report.page import AUTOMATION_SIMULATED, heat, percent
from decisionpivot.scoring.scorecard import Slice

HOSTILE = 'Is 1<2? & "x" <img src=x onerror=alert(1)> </td><script>alert(1)</script>'


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]

    def handle_data(self, data):
        self.text += data


def page(tmp_path: Path, **changes: object) -> Tags:
    items = core(groups=12, families=2)
    found = replace(card(items, answers_of(items, skill=0.8), resamples=20), **changes)
    write_page([found], tmp_path / "report.html")
    parser = Tags()
    parser.feed((tmp_path / "report.html").read_text("utf-8"))
    return parser


def test_hostile_names_are_shown_as_text(tmp_path):
    found = page(tmp_path, system=HOSTILE)
    assert HOSTILE in found.text
    assert not {"script", "img"} & set(found.tags)
    assert not [name for name in found.attributes if name.startswith("on")]


def test_the_page_needs_nothing_from_outside(tmp_path):
    found = page(tmp_path)
    assert not {"src", "href"} & set(found.attributes)
    assert "nan" not in found.text.lower()


def test_a_run_that_is_not_complete_says_so(tmp_path):
    assert "incomplete" in page(tmp_path, complete=False, incomplete=("log_claim",)).text


def test_the_same_scorecard_gives_the_same_bytes(tmp_path):
    page(tmp_path)
    first = (tmp_path / "report.html").read_bytes()
    page(tmp_path)
    assert (tmp_path / "report.html").read_bytes() == first


@pytest.mark.parametrize(
    ("accuracy", "chance", "share"), [(0.25, 0.25, "0%"), (1.0, 0.25, "100%"), (0.0, 0.25, "0%")]
)
def test_a_cell_is_blank_at_chance_and_full_at_all_right(accuracy, chance, share):
    assert f" {share}" in heat(Slice(10, 0.5, accuracy), chance)


def test_an_undefined_figure_is_not_a_number():
    assert percent(None) == "n/a"
    assert heat(None, 0.25) == "transparent"


def test_the_bias_of_automation_stands_beside_it(tmp_path):
    text = " ".join(page(tmp_path).text.split())
    assert "whose truth is 11.5 % looked 3.0 points better, and 32.6 % of its intervals" in text


def test_the_simulated_figures_are_those_of_the_docs():
    docs = (Path(__file__).parents[2] / "docs/limits-of-intervals.md").read_text("utf-8")
    for truth, bias, covered in AUTOMATION_SIMULATED:
        row = f"| automation at 5 % | {100 * truth:.1f} | +{100 * bias:.1f} | {100 * covered:.1f} |"
        assert row in docs
