"""The report page in a real browser: it opens from disk, asks nothing, and shows its tables."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from scoring_kit import answers_of, card, core

from decisionpivot.report import write_page

pytestmark = pytest.mark.browser

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="module")
def chromium() -> str:
    found = shutil.which("chromium")
    if found is None and os.environ.get("DECISIONPIVOT_CI"):
        pytest.fail("Chromium is missing; .ci/run installs it")
    if found is None:
        pytest.skip("Chromium is not installed (Debian: apt-get install chromium)")
    return found


@pytest.fixture
def page(chromium: str, tmp_path: Path) -> Iterator[object]:
    """The report of two made-up families, opened; afterwards nothing must have gone wrong."""
    from playwright.sync_api import sync_playwright

    items = core(groups=12, families=2)
    write_page([card(items, answers_of(items, skill=0.8), resamples=20)], tmp_path / "report.html")
    troubles: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        opened = browser.new_page(viewport={"width": 1100, "height": 900})
        opened.on("console", lambda message: troubles.append(message.text))
        opened.on("pageerror", lambda error: troubles.append(str(error)))
        opened.on(
            "request",
            lambda request: (
                None
                if request.url.startswith(f"file://{tmp_path}/")
                else troubles.append(request.url)
            ),
        )
        opened.goto(f"file://{tmp_path}/report.html")
        yield opened
        browser.close()
    assert not troubles


def test_the_tables_are_there_with_their_figures(page):
    assert page.title().startswith("DecisionPivot")
    assert page.locator("table").count() >= 2
    assert page.get_by_role("row").count() >= 4
    assert page.get_by_text("pair accuracy", exact=True).first.is_visible()


def test_light_and_dark_differ_and_stay_legible(page):
    shades = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        shades.append(page.evaluate("getComputedStyle(document.body).color"))
    assert shades[0] != shades[1]


def test_nothing_hangs_over_the_edge_of_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
