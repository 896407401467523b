"""Which items a run is for: families, levels, the first n, or a balanced subset; whole groups.

A selection is written as text (``families=log_claim levels=1,2 subset=120 seed=1``, ``all``), in
``run.json`` and in tables, and read back from it, so that a scorer finds the same items.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote, unquote

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from decisionpivot import draw
from decisionpivot.items import InputError, Item

SUBSET_SEED = 1

Mask = NDArray[np.bool_]


class Task(Struct, frozen=True):
    """The items of one file. ``items`` is iterated more than once, so it is no bare iterator."""

    name: str
    items: Iterable[Item]
    sha256: str


class Selection(Struct, frozen=True, kw_only=True):
    """How items are chosen; the conditions apply in the order of the fields.

    Attributes:
        families: tasks by name; none means all.
        levels: levels; none means all.
        limit: the first so many items, the last group completed.
        subset: at most so many items, families and levels balanced within one group.
        seed: fixes the subset.
    """

    families: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    limit: int | None = None
    subset: int | None = None
    seed: int = SUBSET_SEED

    def __str__(self) -> str:
        parts = {
            "families": ",".join(quote(name) for name in self.families),
            "levels": ",".join(map(str, self.levels)),
            "limit": self.limit,
            "subset": self.subset,
            "seed": self.seed if self.subset is not None else None,
        }
        given = [f"{key}={value}" for key, value in parts.items() if value not in ("", None)]
        return " ".join(given) or "all"


ALL = Selection()


def parse(text: str) -> Selection:
    """The selection that ``str`` wrote.

    >>> parse(str(Selection(levels=(1, 2), subset=120)))
    Selection(families=(), levels=(1, 2), limit=None, subset=120, seed=1)

    Raises:
        InputError: the text is no selection.
    """
    if text == "all":
        return ALL
    try:
        parts = dict(part.split("=", 1) for part in text.split(" "))
        families = parts.pop("families", "")
        levels = parts.pop("levels", "")
        return Selection(
            families=tuple(unquote(name) for name in families.split(",") if name),
            levels=tuple(int(level) for level in levels.split(",") if level),
            **{key: int(value) for key, value in parts.items()},
        )
    except (ValueError, TypeError):
        raise InputError(
            f"not a selection: {text!r}", remedy="It reads like: levels=1,2 subset=120 seed=1"
        ) from None


class Chosen(Struct, frozen=True):
    """The chosen items of some tasks.

    ``masks`` has one array a task, one flag an item in file order; ``items`` is how many are
    chosen ``of`` all; ``sha256`` is that of the chosen ids, in order, each followed by a newline.
    """

    masks: tuple[Mask, ...]
    items: int
    of: int
    sha256: str


def choose(tasks: Sequence[Task], selection: Selection = ALL) -> Chosen:
    """The items of ``tasks`` that a selection names.

    Raises:
        InputError: a family that is none of the tasks, or nothing is chosen.
    """
    unknown = [name for name in selection.families if name not in {task.name for task in tasks}]
    if unknown:
        raise InputError(
            f"there is no family or task {unknown[0]!r} here",
            remedy="There are: " + ", ".join(task.name for task in tasks) + ".",
        )
    masks = [
        np.fromiter((_named(item, task, selection) for item in task.items), dtype=np.bool_)
        for task in tasks
    ]
    of = sum(len(mask) for mask in masks)
    if selection.limit is not None:
        _keep(tasks, masks, _first(tasks, masks, selection.limit))
    if selection.subset is not None:
        _keep(tasks, masks, _balanced(tasks, masks, selection.subset, selection.seed))
    items = int(sum(mask.sum() for mask in masks))
    if not items:
        raise InputError(
            f"no item is chosen of {of:,} ({selection})", remedy="Widen the selection."
        )
    return Chosen(tuple(masks), items, of, ids_sha256(tasks, masks))


def ids_sha256(tasks: Sequence[Task], masks: Sequence[Mask]) -> str:
    """The SHA-256 of the chosen ids, in order, each followed by a newline."""
    digest = hashlib.sha256()
    for task, mask in zip(tasks, masks, strict=True):
        for item in chosen(task, mask):
            digest.update(item.id.encode() + b"\n")
    return digest.hexdigest()


def chosen(task: Task, mask: Mask) -> Iterator[Item]:
    """The chosen items of a task, in order."""
    return (item for item, keep in zip(task.items, mask, strict=True) if keep)


def unit(item: Item) -> str:
    """What the item belongs to and is chosen with: its contrast group, its query, or itself."""
    return item.group or item.query or item.id


def _named(item: Item, task: Task, selection: Selection) -> bool:
    in_family = not selection.families or task.name in selection.families
    return in_family and (not selection.levels or item.level in selection.levels)


Units = set[tuple[str, str]]


def _keep(tasks: Sequence[Task], masks: Sequence[Mask], units: Units) -> None:
    for task, mask in zip(tasks, masks, strict=True):
        for place, item in enumerate(task.items):
            mask[place] &= (task.name, unit(item)) in units


def _first(tasks: Sequence[Task], masks: Sequence[Mask], limit: int) -> Units:
    units: Units = set()
    count = 0
    for task, mask in zip(tasks, masks, strict=True):
        for item in chosen(task, mask):
            if count >= limit:
                return units
            units.add((task.name, unit(item)))
            count += 1
    return units


def _balanced(tasks: Sequence[Task], masks: Sequence[Mask], most: int, seed: int) -> Units:
    """Add the next group of whichever (task, level) has the fewest items, while one fits."""
    cells = {
        cell: draw.shuffled(draw.rng("subset", seed, *map(str, cell)), list(sizes.items()))
        for cell, sizes in _sizes(tasks, masks).items()
    }
    counts = dict.fromkeys(cells, 0)
    units: Units = set()
    room = most
    while cells:
        cell = min(cells, key=counts.__getitem__)
        name, size = cells[cell].pop()
        if size <= room:
            units.add((cell[0], name))
            counts[cell] += size
            room -= size
        if size > room or not cells[cell]:
            del cells[cell]
    return units


def _sizes(
    tasks: Sequence[Task], masks: Sequence[Mask]
) -> dict[tuple[str, int | None], dict[str, int]]:
    """How many items each unit of each (task, level) has."""
    cells: dict[tuple[str, int | None], dict[str, int]] = {}
    for task, mask in zip(tasks, masks, strict=True):
        for item in chosen(task, mask):
            sizes = cells.setdefault((task.name, item.level or None), {})
            sizes[unit(item)] = sizes.get(unit(item), 0) + 1
    return cells
