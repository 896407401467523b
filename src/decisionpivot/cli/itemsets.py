"""Items by name: files, families of the release, whole releases and draws, reference tasks."""

from collections.abc import Sequence
from pathlib import Path

from decisionpivot.families import BY_NAME
from decisionpivot.items import InputError
from decisionpivot.release import FRESH, REFERENCE, RELEASE, SEED, ItemFile, core
from decisionpivot.selection import FileItems, Task, tasks_of


def items_named(names: Sequence[str]) -> list[Task]:
    """The items that some names stand for, each file once.

    Raises:
        InputError: a name stands for nothing, or two for items of the same name.
    """
    tasks: dict[str, Task] = {}
    for name in names:
        for task in _named(name):
            if task.name in tasks:
                raise InputError(
                    f"the items {task.name!r} are named twice",
                    place=name,
                    remedy="Name them once; rename a file that is called like another.",
                )
            tasks[task.name] = task
    if not tasks:
        raise InputError(
            "no items are named",
            remedy=f"Name an item file, a family, {RELEASE} or a draw such as {FRESH}7.",
        )
    return list(tasks.values())


def _named(name: str) -> list[Task]:
    draw = name.removeprefix(FRESH)
    if name == RELEASE:
        return [_task(file) for file in core()]
    if name in BY_NAME:
        return [_task(file) for file in core() if file.name == name]
    if name.startswith(FRESH) and draw.isascii() and draw.isdigit() and int(draw) != SEED:
        return [_task(file) for file in core(seed=int(draw))]
    found = _reference(name)
    if found:
        return found
    if Path(name).is_file() or name.endswith(".jsonl"):
        return tasks_of([Path(name)])
    raise InputError(
        f"there is no item file, family, release or draw {name!r}",
        remedy=f"Name an item file, {RELEASE}, a draw such as {FRESH}7, a built reference task, "
        f"or a family: {', '.join(BY_NAME)}.",
    )


def _reference(name: str) -> list[Task]:
    from decisionpivot.reference import BY_NAME as REFERENCE_TASKS
    from decisionpivot.reference import item_file, verify
    from decisionpivot.reference.build import FOLDER
    from decisionpivot.release.reference import reference

    if name == REFERENCE:
        return [_task(file) for file in reference()]
    if name in REFERENCE_TASKS and item_file(name, FOLDER).exists():
        card = REFERENCE_TASKS[name].CARD
        return [Task(name, FileItems(verify(card, FOLDER)), card.sha256)]
    return []


def _task(file: ItemFile) -> Task:
    return Task(file.name, FileItems(file.path), file.sha256)
