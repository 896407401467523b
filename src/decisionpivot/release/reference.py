"""The reference track as released: every task's item file, checked against its card."""

from collections.abc import Sequence
from pathlib import Path

from decisionpivot.items import InputError
from decisionpivot.reference import BY_NAME, item_file, verify
from decisionpivot.reference.build import FOLDER
from decisionpivot.release import REFERENCE, ItemFile


def reference(*, folder: Path = FOLDER) -> list[ItemFile]:
    """The reference track's item files, verified.

    Raises:
        InputError: tasks are not built, or a file is not that of its card.
    """
    absent = [name for name in BY_NAME if not item_file(name, folder).exists()]
    if absent:
        raise InputError(
            f"{len(absent)} of {len(BY_NAME)} reference tasks are not built: {_some(absent)}",
            place=str(folder),
            remedy="Run `decisionpivot reference build`; it downloads the official files, or "
            "takes them from --source DIR.",
        )
    return [
        ItemFile(name, verify(task.CARD, folder), task.CARD.sha256, REFERENCE)
        for name, task in BY_NAME.items()
    ]


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
