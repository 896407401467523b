"""How fast the site opens: a leaderboard of 40 systems over the release, in Chromium from disk.

    python benchmarks/site.py [SYSTEMS]

The systems are ``uniform`` with as many seeds. Prints the seconds that verifying and writing take,
the size of the site, and in the browser: milliseconds until the leaderboard is there and drawn,
until it is sorted and filtered, until the first group of the item browser is shown, and the longest
task that blocked the page while it was scrolled (60 frames a second leave 16 ms, a long task is one
above 50 ms). Medians of five openings.
"""

import shutil
import statistics
import sys
import tempfile
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from decisionpivot.cli import main

SYSTEMS = 40
OPENINGS = 5
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
LONG_TASKS = """
window.longest = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration);
}).observe({type: "longtask", buffered: true});
"""


def done(*arguments: str) -> None:
    """Run a command that must succeed, without its output."""
    with redirect_stdout(StringIO()):
        status = main(list(arguments))
    if status:
        raise SystemExit(f"{' '.join(arguments)} ended with status {status}")


def runs(folder: Path, count: int) -> list[str]:
    """Scored runs of ``uniform`` with seeds 1 to ``count``."""
    for seed in range(1, count + 1):
        done("run", f"uniform:{seed}", "--runs", str(folder))
    found = sorted(map(str, folder.iterdir()))
    for run in found:
        done("score", run)
    return found


def milliseconds(page: Page, since: float) -> float:
    """Since ``since``, once the page has painted."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    return 1000 * (time.perf_counter() - since)


def opening(page: Page, site: Path) -> dict[str, float]:
    """The times of one visit."""
    page.add_init_script(LONG_TASKS)
    found = {}
    since = time.perf_counter()
    page.goto(f"file://{site}/index.html")
    found["leaderboard"] = milliseconds(page, since)
    since = time.perf_counter()
    page.locator("th button", has_text="failed").click()
    found["sorted"] = milliseconds(page, since)
    since = time.perf_counter()
    page.locator("select[name=part]").select_option("family:log_claim")
    page.locator("td[data-is=whole]", has_text="–").first.wait_for()
    found["filtered"] = milliseconds(page, since)
    page.evaluate("window.longest = 0")
    for _ in range(20):
        page.mouse.wheel(0, 200)
        page.wait_for_timeout(16)
    found["longest task in scrolling"] = page.evaluate("window.longest")
    since = time.perf_counter()
    page.goto(f"file://{site}/items.html")
    page.locator(".member .state").first.wait_for()
    found["first group of the item browser"] = milliseconds(page, since)
    return found


def measure(count: int) -> None:
    """Make the runs and the site, open it, print the times."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = runs(folder / "runs", count)
        since = time.perf_counter()
        done("report", *made, "-o", str(folder / "site"))
        print(f"verified and written   {time.perf_counter() - since:8.1f} s")
        size = sum(path.stat().st_size for path in (folder / "site").rglob("*") if path.is_file())
        print(f"size                   {size / 1e6:8.1f} MB")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=ARGUMENTS
            )
            visits = [opening(browser.new_page(), folder / "site") for _ in range(OPENINGS)]
            browser.close()
        for what in visits[0]:
            print(f"{what:32} {statistics.median(visit[what] for visit in visits):8.0f} ms")


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else SYSTEMS)
