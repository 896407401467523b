"""The system files that are shipped open without a key, and hold no secret."""

from pathlib import Path

import pytest

from decisionpivot.systems import open_system

FILES = sorted((Path(__file__).parents[2] / "systems").glob("*.toml"))
NAMED = "autothink clef-27b decision-3.0-d3 instant jev-27b kev-27b perplexity-decider".split()


def test_every_decision_model_of_the_description_has_a_file():
    assert set(NAMED) <= {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_shipped_file_opens(path):
    spec = open_system(str(path)).spec
    assert path.stem in spec.name
    assert spec.model
