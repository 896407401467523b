"""From a run folder and items to marks and a scorecard."""

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from decisionpivot import answers
from decisionpivot.items import Answer, InputError, Item, file_sha256, lines, read_items
from decisionpivot.scoring.arrays import Marks, mark, sheets, unit_of
from decisionpivot.scoring.assemble import score
from decisionpivot.scoring.bootstrap import RESAMPLES, SEED
from decisionpivot.scoring.records import collect
from decisionpivot.scoring.reference import TaskCard
from decisionpivot.scoring.scorecard import Scorecard, Selection

RUN_FILE = "run.json"


class ItemSet(Struct, frozen=True):
    """Items to score against, in file order, and by task the SHA-256 of its item file."""

    items: tuple[Item, ...]
    sha256: dict[str, str] = {}


class Reading(Struct, frozen=True, kw_only=True):
    """How the answers of a run are read.

    Attributes:
        keep: "last" takes the last of several records for an item instead of refusing.
        ignore_unknown: leave out records for other items instead of refusing.
        without: ids of items to leave out, with the whole groups and queries that they are in.
    """

    keep: Literal["last"] | None = None
    ignore_unknown: bool = False
    without: frozenset[str] = frozenset()


STRICT = Reading()
"""Refuse doubled and unknown ids, leave nothing out."""


class RunFile(Struct, frozen=True):
    """What the scorer reads of ``run.json``."""

    system: Any = None
    release: str | None = None
    selection: Selection | None = None
    items_sha256: dict[str, str] = {}


class LoadedRun(Struct, frozen=True, kw_only=True):
    """A run folder read against its items."""

    name: str
    release: str | None
    selection: Selection
    tasks: tuple[Marks, ...]
    answers_sha256: dict[str, str]


def from_files(paths: Iterable[Path]) -> ItemSet:
    """The items of some item files, with the files' hashes.

    Raises:
        InputError: a malformed file, with file and line.
    """
    items: list[Item] = []
    hashes: dict[str, str] = {}
    for path in paths:
        own = list(read_items(path))
        items += own
        hashes |= dict.fromkeys(dict.fromkeys(item.name for item in own), file_sha256(path))
    return ItemSet(tuple(items), hashes)


def ids_sha256(ids: Iterable[str]) -> str:
    """The SHA-256 of item ids in order, each followed by a newline: it names a selection."""
    return hashlib.sha256("".join(f"{key}\n" for key in ids).encode()).hexdigest()


def read_ids(path: Path) -> frozenset[str]:
    """Item ids from a list: one a line, bare or as the ``id`` of a JSON object.

    Raises:
        InputError: the file cannot be read, or an object has no id.
    """
    return frozenset(_listed(line, f"{path}:{number}") for number, line in lines(path))


def _listed(line: bytes, place: str) -> str:
    if not line.startswith(b"{"):
        return line.decode("utf-8", "replace")
    try:
        found = json.loads(line)["id"]
    except (ValueError, KeyError, RecursionError):
        found = None
    if not isinstance(found, str):
        raise InputError(
            "no item id", place=place, remedy='Write one id a line, bare or as {"id": "..."}.'
        )
    return found


def read_run(folder: Path) -> RunFile:
    """Read what the scorer needs of a run folder's ``run.json``.

    Raises:
        InputError: there is no such file, or it is malformed.
    """
    path = folder / RUN_FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=RunFile)
    except OSError as error:
        raise InputError(
            f"cannot read the run: {error.strerror}",
            place=str(path),
            remedy="Give the folder of a run, made by `decisionpivot run` or `runs import`.",
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(
            f"not the record of a run: {error}",
            place=str(path),
            remedy="Run again into another folder, or restore the file.",
        ) from None


def load(folder: Path, items: ItemSet, reading: Reading = STRICT) -> LoadedRun:
    """Read a run's answers against the items that it was for.

    Args:
        folder: the run.
        items: the items of its selection, in file order; tasks it was not for are left out.
        reading: what is refused, kept or left out.

    Raises:
        InputError: a hash that is not that of the items, a doubled or unknown id, a torn line,
            or no answer at all.
    """
    run = read_run(folder)
    asked = _of_run(run, items.items)
    _check_hashes(folder, run, asked, items)
    selection = _selection(folder, run, [item.id for item in asked])
    kept = leave_out(asked, reading.without)
    found: dict[str, Answer] = {}
    hashes: dict[str, str] = {}
    for name, own in groupby(asked, key=lambda item: item.name):
        path = folder / f"{name}.jsonl"
        if path.exists():
            found |= _read_answers(path, frozenset(item.id for item in own), reading)
            hashes[name] = file_sha256(path)
    if not found or not kept:
        raise InputError(
            "the run has no answers to these items",
            place=str(folder),
            remedy="Run it first, or give the items that it was for.",
        )
    return LoadedRun(
        name=_name(folder, run),
        release=run.release,
        selection=msgspec.structs.replace(selection, left_out=len(asked) - len(kept)),
        tasks=tuple(mark(sheet, found) for sheet in sheets(kept)),
        answers_sha256=hashes,
    )


def leave_out(items: Sequence[Item], ids: Collection[str]) -> list[Item]:
    """The items that share no group or query with one of these ids."""
    units = {(item.name, unit_of(item)) for item in items if item.id in ids}
    return [item for item in items if (item.name, unit_of(item)) not in units]


def _of_run(run: RunFile, items: Iterable[Item]) -> list[Item]:
    """The items of the run's tasks, task by task in the run's order."""
    chosen = [item for item in items if item.name in run.items_sha256 or not run.items_sha256]
    first = dict.fromkeys([*run.items_sha256, *(item.name for item in chosen)])
    order = {name: place for place, name in enumerate(first)}
    return sorted(chosen, key=lambda item: order[item.name])


def _read_answers(path: Path, ids: frozenset[str], reading: Reading) -> dict[str, Answer]:
    return collect(
        answers.read(path),
        ids,
        file=str(path),
        keep=reading.keep,
        ignore_unknown=reading.ignore_unknown,
    )


def _name(folder: Path, run: RunFile) -> str:
    if isinstance(run.system, dict) and isinstance(run.system.get("name"), str):
        return str(run.system["name"])
    return run.system if isinstance(run.system, str) else folder.resolve().name


def _check_hashes(folder: Path, run: RunFile, asked: Sequence[Item], items: ItemSet) -> None:
    core = {item.name: item.family == item.name for item in asked}
    for task, is_core in core.items():
        ran, ours = run.items_sha256.get(task), items.sha256.get(task)
        if is_core and ran is None:
            raise InputError(
                f"the run does not say which items of {task!r} it was for",
                place=str(folder / RUN_FILE),
                remedy="Runs of the core carry the SHA-256 of the item file; run it again.",
            )
        if ran is not None and ours is not None and ran != ours:
            raise InputError(
                f"the run was for other items of {task!r}: its item file has SHA-256 "
                f"{ran[:12]}, these have {ours[:12]}",
                place=str(folder / RUN_FILE),
                remedy="Score against the item file that was run, or run these items.",
            )


def _selection(folder: Path, run: RunFile, ids: list[str]) -> Selection:
    found = ids_sha256(ids)
    if run.selection is None:
        return Selection(len(ids), len(ids), found, "all")
    if run.selection.sha256 != found:
        raise InputError(
            f"the run was for {run.selection.items:,} items ({run.selection.how}), "
            f"not for these {len(ids):,}",
            place=str(folder / RUN_FILE),
            remedy="Score against the selection that was run.",
        )
    return run.selection


def score_run(
    folder: Path,
    items: ItemSet,
    reading: Reading = STRICT,
    *,
    cards: Iterable[TaskCard] = (),
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Scorecard:
    """Read a run and score it; see ``load`` and ``score``."""
    run = load(folder, items, reading)
    return score(
        run.tasks,
        system=run.name,
        release=run.release,
        selection=run.selection,
        cards=cards,
        answers_sha256=run.answers_sha256,
        seed=seed,
        resamples=resamples,
    )


def score_answers(
    items: Sequence[Item],
    given: Iterable[Answer],
    *,
    cards: Iterable[TaskCard] = (),
    system: str = "system",
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Scorecard:
    """Score answers that are at hand, without a run folder.

    Raises:
        InputError: two answers to an item, an answer to no item, or items that do not fit.
    """
    ids = [item.id for item in items]
    numbered = (answers.Line(number, answer) for number, answer in enumerate(given, 1))
    found = collect(numbered, frozenset(ids), file="answer")
    return score(
        [mark(sheet, found) for sheet in sheets(items)],
        system=system,
        selection=Selection(len(ids), len(ids), ids_sha256(ids), "all"),
        cards=cards,
        seed=seed,
        resamples=resamples,
    )
