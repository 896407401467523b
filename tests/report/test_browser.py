"""The site in a real browser, from disk: it works, asks nothing of the network, complains never."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from site_kit import FAMILIES, HOSTILE, items_of, public_sets, published, three_runs, write_items

from browser_kit import browser
from decisionpivot.report import write_site
from decisionpivot.scoring.compare import Entrant, pair
from decisionpivot.selection import tasks_of

__all__ = ["browser"]

pytestmark = pytest.mark.browser

WAIT_MS = 20_000


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return three_runs(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def site(runs: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("browser") / "site"
    write_site(*runs, out)
    return out


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a system and items that try to become markup."""
    folder = tmp_path_factory.mktemp("hostile")
    items = {}
    for name in FAMILIES:
        own = items_of(name, 2)
        items[name] = [
            replace(
                item,
                domain=HOSTILE,
                state=f"{HOSTILE}\n{item.id}"
                if isinstance(item.state, str)
                else {HOSTILE: item.id},
                question=replace(item.question, text=HOSTILE),
                options=tuple(replace(option, meaning=HOSTILE) for option in item.options),
            )
            for item in own
        ]
    paths = write_items(folder / "items", items)
    made = [published(folder / name, f"{HOSTILE}{name}", paths, fail=0.3) for name in ("a", "b")]
    write_site(made, tasks_of(paths), folder / "site", copies=[HOSTILE])
    return folder / "site"


class Opened:
    """A page, and what must not happen while it is open."""

    def __init__(self, browser: Any, site: Path, **options: Any) -> None:
        self.site, self.troubles = site, []
        self.page = browser.new_page(**({"viewport": {"width": 1280, "height": 900}} | options))
        self.page.set_default_timeout(WAIT_MS)
        self.page.on("console", lambda message: self.troubles.append(message.text))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("dialog", lambda dialog: self.troubles.append(dialog.message))
        self.page.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((f"file://{self.site}/", "data:")):
            self.troubles.append(request.url)

    def goto(self, path: str) -> Any:
        self.page.goto("about:blank")
        self.page.goto(f"file://{self.site}/{path}")
        return self.page


@pytest.fixture
def opened(browser: Any, site: Path, request: pytest.FixtureRequest) -> Iterator[Opened]:
    """A page of the site; when the test is over, nothing went wrong and nothing was asked."""
    found = Opened(browser, site, **getattr(request, "param", {}))
    yield found
    found.page.close()
    assert found.troubles == []


@pytest.fixture
def attacked(browser: Any, hostile: Path) -> Iterator[Opened]:
    found = Opened(browser, hostile)
    yield found
    found.page.close()
    assert found.troubles == []


def names(page: Any) -> list[str]:
    """The systems of the leaderboard that are shown, from the top."""
    return page.locator("#board tbody tr:not([hidden]) th a").all_inner_texts()


def column(page: Any, name: str) -> list[str]:
    return page.locator(f"#board tbody tr:not([hidden]) td[data-is={name}]").all_inner_texts()


def drawn(page: Any, count: int) -> None:
    """Scroll through the page until all its plots are there."""
    for chart in page.locator(".chart[data-chart]").all():
        chart.scroll_into_view_if_needed()
        chart.locator("svg").wait_for()
    assert page.locator(".chart svg").count() == count


def test_the_leaderboard_sorts_by_any_column(opened):
    page = opened.goto("index.html")
    assert names(page)[0] == "strong"
    page.get_by_role("button", name="failed").click()
    failed = [int(text) for text in column(page, "failed")]
    assert failed == sorted(failed)
    page.get_by_role("button", name="failed").click()
    assert names(page)[0] == "weak"
    assert page.locator("th[aria-sort]").get_attribute("aria-sort") == "descending"


def test_the_leaderboard_filters_by_part_level_kind_and_name(opened):
    page = opened.goto("index.html")
    whole = column(page, "pair")
    board = json.loads((opened.site / "data" / "board.js").read_text()[len('DP.put("board",') : -3])
    page.get_by_label("part of the track").select_option("family:policy_case")
    expect(page.locator("td[data-is=whole]").first).to_have_text("–")
    wanted = [board[slug]["family:policy_case"]["pair"][0] for slug in names(page)]
    assert [float(text.split()[0]) for text in column(page, "pair")] == pytest.approx(
        [100 * value for value in wanted], abs=0.05
    )
    page.locator("select[name=level]").select_option("2")
    expect(page.locator("td[data-is=rank]").first).to_have_text("–")
    assert "family%3Apolicy_case" in page.url
    page.get_by_label("kind of system").select_option("chat")
    assert names(page) == ["weak"]
    page.get_by_role("button", name="Show all").click()
    expect(page.locator("td[data-is=whole]").first).not_to_have_text("–")
    assert column(page, "pair") == whole
    page.get_by_label("name").fill("stro")
    assert names(page) == ["strong"]
    assert page.locator("#shown").inner_text() == "1 of 3 systems"


def test_a_filtered_leaderboard_can_be_shared(opened):
    page = opened.goto("index.html#part=family:log_claim&kind=chat")
    expect(page.locator("td[data-is=whole]").first).to_have_text("–")
    assert names(page) == ["weak"]


def test_plots_are_drawn(opened):
    drawn(opened.goto("index.html"), 1)
    drawn(opened.goto("systems/weak.html"), 4)
    assert opened.page.locator("[data-chart=reliability] svg .mark-rect path").count() > 3


def test_a_click_on_a_pair_opens_it(opened):
    page = opened.goto("systems/strong.html")
    point = page.locator("[data-chart=direction] svg .mark-symbol path").first
    page.locator("[data-chart=direction]").scroll_into_view_if_needed()
    point.wait_for()
    page.wait_for_timeout(200)
    point.click(force=True)
    page.locator("#group-title").wait_for()
    assert re.search(r"items\.html#.*group=", page.url)


def test_a_comparison_shows_the_scorer_s_differences_and_intervals(opened, runs):
    ours, theirs = (
        Entrant(own.run.name, own.run.tasks, system=own.run.name) for own in runs[0][:2]
    )
    expected = pair(ours, theirs)
    page = opened.goto("compare.html#a=strong&b=weak")
    page.locator("#apart tbody tr").first.wait_for()
    rows = page.locator("#differences tbody tr").evaluate_all(
        "rows => rows.map(({dataset}) => ({...dataset}))"
    )
    assert len(rows) > 10
    for row in rows:
        own = expected.figures[row["path"]].difference
        for name in ("low", "high"):
            assert float(row[name]) == pytest.approx(getattr(own, name), abs=1e-12), row
        assert float(row["difference"]) == pytest.approx(own.value, abs=1e-12)
    contest = expected.contests["all"]
    shown = page.locator("#contests tbody tr").first.locator("td").all_inner_texts()
    assert [int(text) for text in shown] == [
        contest.both, contest.won, contest.lost, contest.neither
    ]  # fmt: skip
    page.locator("#forest svg").wait_for()


def test_systems_are_swapped_and_disagreements_lead_to_their_group(opened):
    page = opened.goto("compare.html#a=strong&b=weak")
    page.locator("#apart tbody tr").first.wait_for()
    first = page.locator("#differences tbody tr td").nth(2).inner_text()
    page.get_by_role("button", name="Swap").click()
    expect(page.locator("#differences tbody tr td").nth(2)).not_to_have_text(first)
    swapped = page.locator("#differences tbody tr td").nth(2).inner_text()
    assert first.translate(str.maketrans("+−", "−+")) == swapped
    group = page.locator("#apart tbody tr a").first
    wanted = group.inner_text()
    group.click()
    page.locator("#group-title").wait_for()
    assert page.locator("#group-title").inner_text() == wanted
    assert page.locator(".member").first.locator("tbody tr").count() == 2


def test_items_are_found_by_filters_and_text(opened):
    page = opened.goto("items.html")
    page.locator("#groups button").first.wait_for()
    everything = page.locator("#groups button").count()
    page.get_by_label("task").select_option("log_claim")
    expect(page.locator("#groups button")).not_to_have_count(everything)
    of_family = page.locator("#groups button").count()
    page.get_by_label("level").select_option("3")
    expect(page.locator("#groups button")).not_to_have_count(of_family)
    item = next(i for i in items_of("log_claim") if i.level == 3)
    word = max(re.findall(r"[A-Za-z]{6,}", str(item.state)), key=len)
    page.get_by_label("level").select_option("")
    page.get_by_label("text").fill(word)
    page.locator(f"#groups button[data-id='{item.group}']").wait_for()
    shown = page.locator(".member .state").first
    shown.wait_for()
    page.get_by_label("text").fill("no item holds these words")
    page.get_by_text("No group fits").wait_for()


def test_items_are_found_by_who_failed(opened):
    page = opened.goto("items.html#system=weak&outcome=failed")
    page.locator(".member td.failed").first.wait_for()
    for button in page.locator("#groups button").all():
        button.click()
        page.locator(f"#group-title:text-is('{button.get_attribute('data-id')}')").wait_for()
        assert page.locator(".member td.failed").count() >= 1
    assert page.locator("#groups button").count() >= 3


def test_members_stand_side_by_side_with_the_decisive_change_marked(opened):
    group = items_of("log_claim")[0].group
    page = opened.goto(f"items.html#group={quote(str(group))}")
    page.locator(".member mark").first.wait_for()
    members = page.locator(".member").all()
    assert len(members) == 2
    boxes = [member.bounding_box() for member in members]
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]
    marks = [member.locator("mark").all_inner_texts() for member in members]
    assert marks[0] != marks[1]
    answers = [member.locator(".answer").inner_text() for member in members]
    assert set(answers) == {"answer: yes", "answer: no"}
    assert members[0].locator("tbody tr").count() == 3


def test_unsafe_texts_are_folded_and_closed_ones_are_not_there(browser, tmp_path):
    public, tasks = public_sets(tmp_path, "xstest", "judgebench")
    write_site([public], tasks, tmp_path / "site")
    found = Opened(browser, tmp_path / "site")
    page = found.goto("items.html#task=xstest")
    page.locator("#group details summary", has_text="unsafe prompts").wait_for()
    text = page.locator(".member .state").first
    assert not text.is_visible()
    page.locator("#group details summary").first.click()
    assert "of xstest" in text.inner_text()
    page = found.goto("items.html#task=judgebench")
    page.get_by_text("reference build judgebench").wait_for()
    assert "of judgebench" not in page.locator("#group").inner_text()
    assert page.locator(".member tbody tr").count() == 1
    page = found.goto("items.html")
    expect(page.locator("#count")).to_have_text("24 of 24 groups")
    found.page.close()
    assert found.troubles == []


def test_groups_are_walked_through_by_keys(opened):
    page = opened.goto("items.html")
    title = page.locator("#group-title")
    title.wait_for()
    first = title.inner_text()
    page.keyboard.press("j")
    expect(page.locator("#group-title")).not_to_have_text(first)
    assert quote(title.inner_text()) in page.url
    page.keyboard.press("k")
    expect(page.locator("#group-title")).to_have_text(first)
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "text"


def test_going_back_shows_the_group_that_was_shown(opened):
    page = opened.goto("items.html")
    page.locator("#group-title").wait_for()
    first = page.locator("#group-title").inner_text()
    page.locator("#groups button").nth(2).click()
    expect(page.locator("#group-title")).not_to_have_text(first)
    page.go_back()
    expect(page.locator("#group-title")).to_have_text(first)


def test_the_number_of_a_cell_counts_the_groups_that_its_link_shows(opened):
    page = opened.goto("systems/weak.html")
    row = page.locator("#pairs ~ .plots tbody tr").first
    links = [(link.inner_text(), link.get_attribute("href")) for link in row.locator("td a").all()]
    assert len(links) == 5
    for wanted, link in links:
        opened.goto(f"systems/{link}")
        expect(page.locator("#count")).to_contain_text(" of ")
        assert page.locator("#count").inner_text().startswith(f"{wanted} of ")


@pytest.mark.parametrize(
    "page_name", ["index.html", "systems/weak.html", "compare.html", "items.html"]
)
def test_light_and_dark_are_both_legible(opened, page_name):
    page = opened.goto(page_name)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        ink, paper = page.evaluate(
            "['color', 'background-color'].map("
            "(name) => getComputedStyle(document.body).getPropertyValue(name))"
        )
        assert contrast(ink, paper) >= 7


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colours by WCAG 2.2."""

    def luminance(text: str) -> float:
        parts = [int(number) / 255 for number in re.findall(r"\d+", text)[:3]]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    light, dark = sorted(map(luminance, (first, second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("opened", [{"viewport": {"width": 390, "height": 800}}], indirect=True)
@pytest.mark.parametrize(
    "page_name", ["index.html", "systems/weak.html", "compare.html", "items.html"]
)
def test_nothing_hangs_over_the_edge_of_a_phone(opened, page_name):
    page = opened.goto(page_name)
    page.wait_for_timeout(500)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(
    "page_name", ["index.html", "systems/weak.html", "compare.html", "items.html"]
)
def test_everything_that_can_be_used_has_a_name_for_a_screen_reader(opened, page_name):
    page = opened.goto(page_name)
    page.wait_for_timeout(500)
    nameless = page.evaluate(
        """[...document.querySelectorAll('a[href], button, select, input, [role=img]')]
        .filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length))
        .map((e) => e.outerHTML)"""
    )
    assert nameless == []
    assert page.locator("h1").count() == 1
    assert page.evaluate("document.documentElement.lang") == "en"


def test_hostile_texts_are_shown_as_text_everywhere(attacked):
    page = attacked.goto("index.html")
    assert HOSTILE.strip() in page.locator("#board tbody").inner_text().replace("\xa0", " ")
    drawn(page, 1)
    page = attacked.goto("items.html")
    page.locator(".member .state").first.wait_for()
    assert HOSTILE.rstrip("\u2028") in page.locator("#group").inner_text()
    page = attacked.goto("items.html#outcome=failed")
    page.locator("td.failed summary").first.click()
    assert "<img src=x" in page.locator("td.failed pre").first.inner_text()
    page = attacked.goto("compare.html")
    page.locator("#forest svg").wait_for()
    page.locator("#apart tbody tr").first.wait_for()
    assert page.locator("img, iframe, main script").count() == 0
    slug = page.locator("select[name=a] option").first.get_attribute("value")
    drawn(attacked.goto(f"systems/{slug}.html"), 4)
    assert attacked.page.locator("img, iframe, main script").count() == 0
