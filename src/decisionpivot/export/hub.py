"""A track as a data set for the Hugging Face hub: tables, card, Croissant, leaderboards.

The same folder for the same items, byte for byte.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path

from decisionpivot import release
from decisionpivot.answers import replace
from decisionpivot.audit.structure import length
from decisionpivot.export import about, columns
from decisionpivot.export.card import card
from decisionpivot.export.croissant import croissant
from decisionpivot.export.dataset import DataSet
from decisionpivot.export.leaderboard import eval_yaml
from decisionpivot.export.tables import write_table
from decisionpivot.families import FAMILIES
from decisionpivot.items import InputError, Item
from decisionpivot.reference import BY_NAME, TASKS, verify
from decisionpivot.reference.licences import kept_back, notice
from decisionpivot.selection import FileItems, Task, unit

DATA = "data"
PLACE = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", re.ASCII)
CARDS = tuple(task.CARD for task in TASKS)
PASSED_ON = tuple(one for one in CARDS if not kept_back(one))


def core_tasks(folder: Path) -> list[Task]:
    """The release's items below ``folder``, made where they are missing, verified."""
    files = release.core(folder=folder)
    return [Task(file.name, FileItems(file.path), file.sha256) for file in files]


def reference_tasks(folder: Path) -> list[Task]:
    """The items of the reference tasks that may be passed on, verified.

    Raises:
        InputError: one is not built.
    """
    paths = [verify(one, folder) for one in PASSED_ON]
    return [
        Task(one.name, FileItems(path), one.sha256)
        for one, path in zip(PASSED_ON, paths, strict=True)
    ]


def core(tasks: Sequence[Task], folder: Path, *, place: str = "") -> DataSet:
    """Write the core track.

    Args:
        tasks: the release's, verified.
        folder: where it goes.
        place: where it will be on the hub (``owner/name``).

    Raises:
        InputError: the folder holds another data set, or the disk does not take it.
    """
    check_folder(folder, tasks)
    data = DataSet(
        release=release.RELEASE,
        about=about.CORE,
        columns=columns.CORE,
        tables=tuple(write_table(task, columns.CORE, folder) for task in tasks),
        asks={family.name: family.question for family in FAMILIES},
        place=place,
    )
    _describe(data, tasks, folder)
    replace(folder / "eval.yaml", [eval_yaml(data)])
    return data


def reference(tasks: Sequence[Task], folder: Path, *, place: str = "") -> DataSet:
    """Write the tasks of the reference track that may be passed on.

    Args:
        tasks: those of ``reference_tasks``, or some of them.
        folder, place: as for ``core``.

    Raises:
        InputError: as for ``core``, or a task may not be passed on.
    """
    cards = tuple(BY_NAME[task.name].CARD for task in tasks)
    for one in cards:
        if why := kept_back(one):
            raise InputError(
                f"{one.name} may not be passed on: {why}", remedy="Leave the task out."
            )
    check_folder(folder, tasks)
    data = DataSet(
        release=release.REFERENCE,
        about=about.REFERENCE,
        columns=columns.REFERENCE,
        tables=tuple(write_table(task, columns.REFERENCE, folder) for task in tasks),
        asks={one.name: one.asks for one in cards},
        cards=cards,
        kept_back=tuple(one for one in CARDS if kept_back(one)),
        place=place,
    )
    _describe(data, tasks, folder)
    replace(folder / about.REFERENCE.licence_is, [notice(cards).encode()])
    return data


def checked_place(text: str) -> str:
    """The name of a data set on the hub.

    Raises:
        InputError: it is none.
    """
    if not PLACE.fullmatch(text):
        raise InputError(
            f"{text!r} is no data set on the hub",
            place="--dataset",
            remedy="Give owner/name, as in mycompany/decisionpivot.",
        )
    return text


def check_folder(folder: Path, tasks: Sequence[Task]) -> None:
    """Refuse a folder that holds tables of something else: they would be published with ours.

    Raises:
        InputError: it does.
    """
    names = {task.name for task in tasks}
    found = sorted(path.name for path in (folder / DATA).glob("*") if path.name not in names)
    if found:
        raise InputError(
            f"the folder holds the data of something else: {found[0]}",
            place=str(folder / DATA),
            remedy="Give an empty folder.",
        )


def _describe(data: DataSet, tasks: Sequence[Task], folder: Path) -> None:
    replace(folder / "README.md", [card(data, _example(tasks))])
    replace(folder / "croissant.json", [croissant(data)])


def _example(tasks: Sequence[Task]) -> list[Item]:
    """Of the first groups of tasks that with the fewest members, then with the least text."""
    return min(map(_first_group, tasks), key=lambda items: (len(items), length(items[0].state)))


def _first_group(task: Task) -> list[Item]:
    items: Iterator[Item] = iter(task.items)
    first = next(items)
    return [first, *takewhile(lambda item: unit(item) == unit(first), items)]
