"""The scorecard: every figure of one run as typed values, and their JSON.

All figures are fractions; None (null) is undefined. Figures with an interval stand in
``intervals`` under their path.
"""

import msgspec
from msgspec import Struct

from decisionpivot.scoring.bootstrap import SEED, Interval
from decisionpivot.scoring.pooled import Pooled


class Slice(Struct, frozen=True):
    """A part of a task. A group belongs to every part in which it has a member."""

    n: int
    item_accuracy: float | None
    pair_accuracy: float | None


Slices = dict[str, dict[str, Slice]]
"""By level, kind, domain, interpretation or place, and then by value."""


class PairOutcomes(Struct, frozen=True):
    """How the two members of the contrast pairs were answered; adds up to all pairs."""

    both: int
    yes_yes: int
    no_no: int
    reversed: int
    failed: int


class TaskScore(Struct, frozen=True, kw_only=True):
    """The figures of a family or of a task of the user's.

    ``records`` counts the items with an answer or an explicit error, ``failed`` those without a
    valid prediction, which count as wrong. ``falls_with_place`` is a sign of truncation.
    """

    n: int
    groups: int
    records: int
    complete: bool
    failed: int
    failures: dict[str, int]
    item_accuracy: float | None
    pair_accuracy: float | None
    pair_chance: float | None
    automation_5: float | None
    pair_direction: float | None
    pair_direction_ties: float | None
    pair_outcomes: PairOutcomes | None
    by: Slices
    falls_with_place: bool
    pooled: Pooled | None = None


class LayerScore(Struct, frozen=True):
    """The means over the families of a layer."""

    n: int
    item_accuracy: float | None
    pair_accuracy: float | None
    pair_chance: float | None


class LevelScore(Struct, frozen=True):
    """The means over families at one level."""

    item_accuracy: float | None
    pair_accuracy: float | None


class Macro(Struct, frozen=True, kw_only=True):
    """The means over tasks; ``averaged`` counts the tasks in which each figure is defined."""

    item_accuracy: float | None
    pair_accuracy: float | None
    pair_chance: float | None
    automation_5: float | None
    levels: dict[str, LevelScore]
    averaged: dict[str, int]


class Core(Struct, frozen=True, kw_only=True):
    """The core track. ``places`` are the thirds of the state over all families."""

    families: dict[str, TaskScore]
    layers: dict[str, LayerScore]
    macro: Macro
    pooled: Pooled
    places: dict[str, Slice]
    falls_with_place: bool
    intervals: dict[str, Interval]


class ReferenceTask(Struct, frozen=True, kw_only=True):
    """A reference task: its metric's value, what chance scores, and the corrected score.

    ``score`` may be negative: it is floored at zero only where layers are averaged.
    ``queries_without_relevant`` counts the queries left out of nDCG.
    """

    metric: str
    value: float | None
    chance: float | None
    score: float | None
    n: int
    records: int
    complete: bool
    failed: int
    failures: dict[str, int]
    beside: dict[str, float | None]
    domains: dict[str, Slice]
    queries_without_relevant: int | None


class Reference(Struct, frozen=True, kw_only=True):
    """The reference track; ``averaged`` counts the tasks of each layer with a defined score."""

    tasks: dict[str, ReferenceTask]
    layers: dict[str, float | None]
    score: float | None
    averaged: dict[str, int]
    intervals: dict[str, Interval]


class Data(Struct, frozen=True, kw_only=True):
    """The user's own tasks."""

    tasks: dict[str, TaskScore]
    macro: Macro
    pooled: Pooled
    intervals: dict[str, Interval]


class Selection(Struct, frozen=True):
    """Which items the run was for: how many, of how many, the SHA-256 of their ids, and how.

    ``left_out`` counts items dropped after the run with ``--without``.
    """

    items: int
    of: int
    sha256: str
    how: str = ""
    left_out: int = 0


class Scorecard(Struct, frozen=True, kw_only=True):
    """Every figure of one run."""

    system: str
    release: str | None
    selection: Selection
    complete: bool
    incomplete: tuple[str, ...]
    core: Core | None
    reference: Reference | None
    data: Data | None
    seed: int = SEED
    answers_sha256: dict[str, str] = {}

    def to_json(self) -> bytes:
        """Strict JSON, indented: the same bytes for the same figures."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"


def from_json(data: bytes) -> Scorecard:
    """Read a scorecard that was written as JSON.

    Raises:
        msgspec.DecodeError: it is none.
    """
    return msgspec.json.decode(data, type=Scorecard)
