"""From a run folder and items to a scorecard."""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from decisionpivot import answers
from decisionpivot.items import Answer, InputError, Item, file_sha256, read_items
from decisionpivot.scoring.arrays import Marks, Sheet, mark, sheets
from decisionpivot.scoring.bootstrap import RESAMPLES, SEED
from decisionpivot.scoring.records import collect
from decisionpivot.scoring.scorecard import Scorecard, Selection, score

RUN_FILE = "run.json"


class ItemSet(Struct, frozen=True):
    """Items to score against, and by task the SHA-256 of the file that they came from."""

    items: tuple[Item, ...]
    sha256: dict[str, str] = {}


class RunFile(Struct, frozen=True):
    """What the scorer reads of ``run.json``."""

    system: Any = None
    release: str | None = None
    selection: Selection | None = None
    items_sha256: dict[str, str] = {}


class LoadedRun(Struct, frozen=True):
    """A run folder read against its items."""

    name: str
    release: str | None
    selection: Selection
    tasks: tuple[Marks, ...]


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
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(
            f"not the record of a run: {error}",
            place=str(path),
            remedy="Run again into another folder, or restore the file.",
        ) from None


def load(
    folder: Path,
    items: ItemSet,
    *,
    keep: Literal["last"] | None = None,
    ignore_unknown: bool = False,
) -> LoadedRun:
    """Read a run's answers against the items that it was for.

    Args:
        folder: the run.
        items: the items of its selection, in file order; tasks it was not for are left out.
        keep, ignore_unknown: see ``collect``.

    Raises:
        InputError: a hash that is not that of the items, a doubled or unknown id, a torn line.
    """
    run = read_run(folder)
    chosen = _of_run(run, items.items)
    tasks = sheets(chosen)
    _check_hashes(folder, run, tasks, items)
    marked = tuple(
        mark(task, read_answers(folder, task, keep=keep, ignore_unknown=ignore_unknown))
        for task in tasks
    )
    return LoadedRun(
        name=_name(folder, run),
        release=run.release,
        selection=_selection(folder, run, [item.id for item in chosen]),
        tasks=marked,
    )


def _of_run(run: RunFile, items: Iterable[Item]) -> list[Item]:
    """The items of the run's tasks, task by task in the run's order."""
    order = {name: place for place, name in enumerate(run.items_sha256)}
    chosen = [item for item in items if item.name in order or not order]
    return sorted(chosen, key=lambda item: order.get(item.name, 0))


def read_answers(
    folder: Path,
    task: Sheet,
    *,
    keep: Literal["last"] | None = None,
    ignore_unknown: bool = False,
) -> dict[str, Answer]:
    """The answers of a run to one task by item id; none when there is no file."""
    path = folder / f"{task.name}.jsonl"
    if not path.exists():
        return {}
    known: Collection[str] = frozenset(task.ids)
    return collect(
        answers.read(path), known, file=str(path), keep=keep, ignore_unknown=ignore_unknown
    ).answers


def _name(folder: Path, run: RunFile) -> str:
    if isinstance(run.system, dict) and isinstance(run.system.get("name"), str):
        return str(run.system["name"])
    return run.system if isinstance(run.system, str) else folder.resolve().name


def _check_hashes(folder: Path, run: RunFile, tasks: Sequence[Sheet], items: ItemSet) -> None:
    for task in tasks:
        ran, ours = run.items_sha256.get(task.name), items.sha256.get(task.name)
        if task.track == "core" and ran is None:
            raise InputError(
                f"the run does not say which items of {task.name!r} it was for",
                place=str(folder / RUN_FILE),
                remedy="Runs of the core carry the SHA-256 of the item file; run it again.",
            )
        if ran is not None and ours is not None and ran != ours:
            raise InputError(
                f"the run was for other items of {task.name!r}: its item file has SHA-256 "
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
    *,
    keep: Literal["last"] | None = None,
    ignore_unknown: bool = False,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Scorecard:
    """Read a run and score it."""
    run = load(folder, items, keep=keep, ignore_unknown=ignore_unknown)
    return score(
        run.tasks,
        system=run.name,
        release=run.release,
        selection=run.selection,
        seed=seed,
        resamples=resamples,
    )
