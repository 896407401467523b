"""Chromium for the tests of pages: one browser a test file."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A headless Chromium; without one the tests are skipped, under CI they fail."""
    found = shutil.which("chromium")
    if found is None and os.environ.get("DECISIONPIVOT_CI"):
        pytest.fail("Chromium is missing; .ci/run installs it")
    if found is None:
        pytest.skip("Chromium is not installed (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=QUIET)
        yield launched
        launched.close()
