"""From a run folder and items to marks and a scorecard."""

import json
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from decisionpivot import answers
from decisionpivot.items import Answer, InputError, Item, file_sha256, lines, sha256
from decisionpivot.scoring.arrays import Marks, mark, sheets, unit_of
from decisionpivot.scoring.assemble import score
from decisionpivot.scoring.bootstrap import RESAMPLES, SEED
from decisionpivot.scoring.records import collect
from decisionpivot.scoring.reference import TaskCard
from decisionpivot.scoring.scorecard import Scorecard, Selection
from decisionpivot.selection import ALL, Task, choose, chosen, parse

RUN_FILE = "run.json"


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
    order_seed: int | None = None


class LoadedRun(Struct, frozen=True, kw_only=True):
    """A run folder read against its items."""

    name: str
    release: str | None
    selection: Selection
    tasks: tuple[Marks, ...]
    order_seed: int | None
    answers_sha256: dict[str, str]


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
    return read_part(folder, RunFile)


Part = TypeVar("Part", bound=Struct)


def read_part(folder: Path, part: type[Part]) -> Part:
    """Read of a run folder's ``run.json`` what a struct names.

    Raises:
        InputError: there is no such file, or it is malformed.
    """
    path = folder / RUN_FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=part)
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


def load(folder: Path, tasks: Sequence[Task], reading: Reading = STRICT) -> LoadedRun:
    """Read a run's answers against the items that it was for.

    Args:
        folder: the run.
        tasks: whole item files; those that the run was not for are left out, and of the others
            what its selection names is taken.
        reading: what is refused, kept or left out.

    Raises:
        InputError: a hash that is not that of the items, a doubled or unknown id, a torn line,
            or no answer at all.
    """
    run = read_run(folder)
    asked = _asked(folder, run, tasks)
    kept = leave_out([item for task in asked for item in task.items], reading.without)
    found = _answers(folder, asked, reading)
    if not found or not kept:
        raise InputError(
            "the run has no answers to these items",
            place=str(folder),
            remedy="Run it first, or give the items that it was for.",
        )
    whole = _everything([item for task in asked for item in task.items])
    return LoadedRun(
        name=_name(folder, run),
        release=run.release,
        selection=replace(run.selection or whole, left_out=whole.items - len(kept)),
        tasks=tuple(mark(sheet, found.get(sheet.name, {})) for sheet in sheets(kept)),
        order_seed=run.order_seed,
        answers_sha256={
            task.name: file_sha256(path)
            for task in asked
            if (path := folder / f"{task.name}.jsonl").exists()
        },
    )


def _answers(folder: Path, asked: Sequence[Task], reading: Reading) -> dict[str, dict[str, Answer]]:
    """The run's answers by the task that items name, and by id."""
    found: dict[str, dict[str, Answer]] = {}
    for task in asked:
        path = folder / f"{task.name}.jsonl"
        if not path.exists():
            continue
        records = _read_answers(path, frozenset(item.id for item in task.items), reading)
        for item in task.items:
            if item.id in records:
                found.setdefault(item.name, {})[item.id] = records[item.id]
    return found


def _asked(folder: Path, run: RunFile, tasks: Sequence[Task]) -> list[Task]:
    """The items that the run was for, task by task in its order.

    Raises:
        InputError: hashes or selection are not those of the run.
    """
    order = {name: place for place, name in enumerate(run.items_sha256)}
    ours = [
        replace(task, items=tuple(task.items)) for task in tasks if task.name in order or not order
    ]
    ours.sort(key=lambda task: order.get(task.name, 0))
    for task in ours:
        _check_hash(folder, run, task)
    if not ours or run.selection is None:
        return ours
    names = {task.name for task in ours}
    wanted = parse(run.selection.how)
    picked = choose(
        ours, replace(wanted, families=tuple(name for name in wanted.families if name in names))
    )
    if picked.sha256 != run.selection.sha256:
        raise InputError(
            f"the run was for {run.selection.items:,} items ({run.selection.how}), which are not "
            f"the {picked.items:,} that this selects from these files",
            place=str(folder / RUN_FILE),
            remedy="Score against the item files that were run.",
        )
    return [
        replace(task, items=tuple(chosen(task, mask)))
        for task, mask in zip(ours, picked.masks, strict=True)
    ]


def _everything(items: Sequence[Item]) -> Selection:
    """The selection of all items: its hash is of their ids in order, a newline after each."""
    found = sha256("".join(f"{item.id}\n" for item in items).encode())
    return Selection(len(items), len(items), found, str(ALL))


def _check_hash(folder: Path, run: RunFile, task: Task) -> None:
    ran = run.items_sha256.get(task.name)
    if ran is None and any(item.family for item in task.items):
        raise InputError(
            f"the run does not say which items of {task.name!r} it was for",
            place=str(folder / RUN_FILE),
            remedy="Runs of the core carry the SHA-256 of the item file; run it again.",
        )
    if ran is not None and ran != task.sha256:
        raise InputError(
            f"the run was for other items of {task.name!r}: its item file has SHA-256 "
            f"{ran[:12]}, these have {task.sha256[:12]}",
            place=str(folder / RUN_FILE),
            remedy="Score against the item file that was run, or run these items.",
        )


def leave_out(items: Sequence[Item], ids: Collection[str]) -> list[Item]:
    """The items that share no group or query with one of these ids."""
    units = {(item.name, unit_of(item)) for item in items if item.id in ids}
    return [item for item in items if (item.name, unit_of(item)) not in units]


def _read_answers(path: Path, ids: frozenset[str], reading: Reading) -> dict[str, Answer]:
    return collect(
        answers.read(path),
        ids,
        file=str(path),
        keep=reading.keep,
        ignore_unknown=reading.ignore_unknown,
    )


def _name(folder: Path, run: RunFile) -> str:
    """The system; a run with the options in another order is never taken for one of the release."""
    name = _system_name(folder, run)
    return name if run.order_seed is None else f"{name} (option order {run.order_seed})"


def _system_name(folder: Path, run: RunFile) -> str:
    if isinstance(run.system, dict) and isinstance(run.system.get("name"), str):
        return str(run.system["name"])
    return run.system if isinstance(run.system, str) else folder.resolve().name


def score_run(
    folder: Path,
    tasks: Sequence[Task],
    reading: Reading = STRICT,
    *,
    cards: Iterable[TaskCard] = (),
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Scorecard:
    """Read a run and score it; see ``load`` and ``score``."""
    return score_loaded(load(folder, tasks, reading), cards=cards, seed=seed, resamples=resamples)


def score_loaded(
    run: LoadedRun,
    *,
    cards: Iterable[TaskCard] = (),
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Scorecard:
    """Score a run that was read; see ``score``."""
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
    numbered = (answers.Line(number, answer) for number, answer in enumerate(given, 1))
    found = collect(numbered, frozenset(item.id for item in items), file="answer")
    return score(
        [mark(sheet, found) for sheet in sheets(items)],
        system=system,
        selection=_everything(items),
        cards=cards,
        seed=seed,
        resamples=resamples,
    )
