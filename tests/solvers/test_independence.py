"""Solvers and generators share no phrase table: no string literal of four words or more."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import decisionpivot
from decisionpivot.solvers import SOLVERS

SOURCE = Path(decisionpivot.__file__).parent
SHARED_WORDS = 4


def literals(folder: str, family: str) -> Iterator[str]:
    own = SOURCE / folder / family
    paths = own.rglob("*.py") if own.is_dir() else [own.with_suffix(".py")]
    for path in paths:
        tree = ast.parse(path.read_text("utf-8"))
        bodies = [n for n in ast.walk(tree) if hasattr(n, "body") and isinstance(n.body, list)]
        documentation = {
            id(n.body[0].value) for n in bodies if n.body and isinstance(n.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if id(node) not in documentation:
                    yield from node.value.split("|")


@pytest.mark.parametrize("family", SOLVERS)
def test_no_long_literal_stands_in_both(family):
    # Generators keep several phrasings in one literal, with bars between them.
    generators = phrases_of(
        part for text in literals("families", family) for part in (text, *text.split("|"))
    )
    assert generators
    assert not generators & phrases_of(literals("solvers", family))
