"""From answers to figures with intervals. Nothing here knows how answers were got."""

from decisionpivot.scoring.load import ItemSet, from_files, load, score_run
from decisionpivot.scoring.scorecard import Scorecard, Selection, score

__all__ = ["ItemSet", "Scorecard", "Selection", "from_files", "load", "score", "score_run"]
