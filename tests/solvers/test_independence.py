"""Solvers and generators share no phrase table: no string literal of four words or more."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import decisionpivot
from decisionpivot.solvers import SOLVERS

SOURCE = Path(decisionpivot.__file__).parent
SHARED_WORDS = 4


def literals(folder: str, family: str) -> Iterator[str]:
    own = SOURCE / folder / family
    for path in own.rglob("*.py") if own.is_dir() else [own.with_suffix(".py")]:
        tree = ast.parse(path.read_text("utf-8"))
        statements = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
        documentation = {id(node) for node in statements}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and id(node) not in documentation:
                yield from [node.value] if isinstance(node.value, str) else []


def phrases(texts: Iterable[str]) -> set[str]:
    """Phrases of some literals; the head of a table is a format, which both must know."""
    plain = {" ".join(text.split()).strip(" .:;").lower() for text in texts}
    return {text for text in plain if len(text.split()) >= SHARED_WORDS and " | " not in text}


@pytest.mark.parametrize("family", SOLVERS)
def test_no_long_literal_stands_in_both(family):
    # Generators keep several phrasings in one literal, with bars between them.
    generator = phrases(
        part for text in literals("families", family) for part in (text, *text.split("|"))
    )
    assert generator
    assert not generator & phrases(literals("solvers", family))
