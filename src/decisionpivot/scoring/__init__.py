"""From answers to figures with intervals. Nothing here knows how answers were got."""

from decisionpivot.scoring.assemble import score
from decisionpivot.scoring.load import (
    Reading,
    load,
    score_answers,
    score_loaded,
    score_run,
)
from decisionpivot.scoring.reference import TaskCard
from decisionpivot.scoring.scorecard import Scorecard, Selection

__all__ = [
    "Reading",
    "Scorecard",
    "Selection",
    "TaskCard",
    "load",
    "score",
    "score_answers",
    "score_loaded",
    "score_run",
]
