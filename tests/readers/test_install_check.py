"""The rules of thumb of three readers, on proposals made by hand."""

import importlib.util
from pathlib import Path

import pytest

from decisionpivot.readers.install_check import READERS

_spec = importlib.util.spec_from_file_location(
    "install_solver_tests", Path(__file__).parents[1] / "solvers" / "test_install_check.py"
)
_cases = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_cases)

BERRY = "pin berry 3.10.0; flags blue; lane fast"


def said(name, row):
    request = _cases.request(f"apple\n  - {row}\nberry\n  - none", f"{_cases.APPLE}\n{BERRY}")
    p = READERS[f"install_check/{name}"].read(request)
    return max(p, key=p.get)


@pytest.mark.parametrize(
    ("row", "pins", "bounds", "text"),
    [
        ("asks for berry ge:3.9.0", "yes", "yes", "no"),  # as text, 3.10.0 is before 3.9.0
        ("asks for berry ge:4.0.0", "yes", "no", "no"),
        ("asks for cherry ge:1.0.0", "no", "yes", "no"),
        ("asks for berry ge:3.0.0 with flag green", "yes", "yes", "no"),
        ("for own versions gt:1.10.0: asks for cherry ge:1.0.0", "no", "yes", "yes"),
    ],
)
def test_what_each_reader_makes_of_one_row(row, pins, bounds, text):
    assert said("pins-without-bounds", row) == pins
    assert said("bounds-only", row) == bounds
    assert said("string-order", row) == text
