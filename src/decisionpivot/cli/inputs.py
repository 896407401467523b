"""Which items a command that reads runs scores against."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from decisionpivot import release
from decisionpivot.scoring.load import ItemSet, RunFile, from_files

FRESH = "seed-"


def items_for(run: RunFile, files: Sequence[Path]) -> ItemSet:
    """The items of some files, by default those of the core draw that the run names.

    Raises:
        InputError: a file is malformed, or is not that of the release.
    """
    if files:
        return from_files(files)
    name = run.release or release.RELEASE
    seed = int(name.removeprefix(FRESH)) if name.startswith(FRESH) else release.SEED
    drawn = release.core(seed=seed)
    return ItemSet(
        tuple(chain.from_iterable(file.items() for file in drawn)),
        {file.name: file.sha256 for file in drawn},
    )
