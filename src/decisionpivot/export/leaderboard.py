"""The benchmark and its results as the Hugging Face hub registers them.

``eval.yaml`` in the data set names the leaderboards; ``.eval_results/*.yaml`` in a model's
repository holds its values. Both formats: https://huggingface.co/docs/hub/eval-results
"""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from decisionpivot.export.dataset import DEFAULT, DataSet
from decisionpivot.export.tables import SPLIT
from decisionpivot.items import InputError
from decisionpivot.release import RELEASE, manifest
from decisionpivot.scoring.load import RUN_FILE, read_run
from decisionpivot.scoring.scorecard import Core, Scorecard, from_json
from decisionpivot.verify import SCORECARD

FRAMEWORK = "decisionpivot"
MACRO = ("pair_accuracy", "item_accuracy", "automation_5")
"""The leaderboards over all families; then one a family, by pair accuracy."""
DECIMALS = 2


def eval_yaml(data: DataSet) -> bytes:
    """The content of the core's ``eval.yaml``: a leaderboard for each macro figure and family."""
    return as_yaml(
        {
            "name": data.about.title,
            "description": f"{data.about.summary} {data.about.description}",
            "evaluation_framework": FRAMEWORK,
            "tasks": [
                *({"id": name, "config": DEFAULT, "split": SPLIT} for name in MACRO),
                *(
                    {"id": table.name, "config": table.name, "split": SPLIT}
                    for table in data.tables
                ),
            ],
        }
    )


class Ended(Struct, frozen=True):
    """When a run ended, of its ``run.json``."""

    end: str | None = None


def eval_results(run: Path, *, dataset: str) -> list[dict[str, Any]]:
    """A run's scorecard as entries of ``.eval_results``, values in percent.

    Args:
        run: the folder of a scored run of the whole release.
        dataset: where the data set is on the hub (``owner/name``).

    Raises:
        InputError: the run is not scored, was not for the whole release, or answers are missing.
    """
    card = _scorecard(run)
    ended = msgspec.json.decode((run / RUN_FILE).read_bytes(), type=Ended).end
    return [
        {
            "dataset": {"id": dataset, "task_id": task},
            "value": round(100 * value, DECIMALS),
            **({"date": ended[:10]} if ended else {}),
            "notes": notes,
        }
        for task, value, notes in _values(whole(card))
        if value is not None
    ]


def _scorecard(run: Path) -> Scorecard:
    read_run(run)  # says what is wrong with the folder
    path = run / SCORECARD
    try:
        return from_json(path.read_bytes())
    except OSError:
        what = "the run has no scorecard"
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        what = f"not a scorecard: {error}"
    raise InputError(what, place=str(path), remedy=f"Make it: `decisionpivot score {run}`.")


def whole(card: Scorecard) -> Core:
    """The core figures of a scorecard that holds the whole release.

    Raises:
        InputError: it does not.
    """
    chosen = card.selection
    absent = [family for family in manifest().families if family not in _families(card)]
    if card.core is None or card.release != RELEASE:
        why = f"it was for {card.release or 'other items'}, not for {RELEASE}"
    elif absent:
        why = "it has no " + ", ".join(absent)
    elif chosen.items < chosen.of or chosen.left_out:
        why = f"it was for {chosen.items - chosen.left_out:,} of {chosen.of:,} items"
    elif not card.complete:
        why = "answers are missing in " + ", ".join(card.incomplete)
    else:
        return card.core
    raise InputError(
        f"the run of {card.system} cannot stand on a leaderboard: {why}",
        remedy="Run and score the whole release: `decisionpivot bench SYSTEM`.",
    )


def _families(card: Scorecard) -> Collection[str]:
    return card.core.families if card.core else ()


def _values(core: Core) -> Iterator[tuple[str, float | None, str]]:
    """Every leaderboard's name, its value, and in words what the value is."""
    over = f"mean of {len(core.families)} families"
    for name in MACRO:
        yield name, getattr(core.macro, name), over + _span(core, f"macro.{name}")
    for name, family in core.families.items():
        says = f"pair accuracy of {family.groups} groups"
        yield name, family.pair_accuracy, says + _span(core, f"families.{name}.pair_accuracy")


def _span(core: Core, path: str) -> str:
    found = core.intervals.get(path)
    if found is None or found.low is None or found.high is None:
        return ""
    return f"; 95 % interval {100 * found.low:.2f} to {100 * found.high:.2f}"


def as_yaml(value: Any) -> bytes:
    """A value as YAML, its keys in order."""
    import yaml

    text: str = yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=100)
    return text.encode("utf-8")
