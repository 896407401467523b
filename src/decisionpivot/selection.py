"""Which items a run is for: families, levels, the first n, or a balanced subset; whole groups.

A selection is written as text (``families=log_claim levels=1,2 subset=120 seed=1``, ``all``), in
``run.json`` and in tables, and read back from it, so that a scorer finds the same items.
"""

import hashlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from urllib.parse import quote, unquote

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from decisionpivot import draw
from decisionpivot.answers import Hashes, id_hash
from decisionpivot.items import InputError, Item, file_sha256, read_items

SUBSET_SEED = 1

Mask = NDArray[np.bool_]


class Task(Struct, frozen=True):
    """The items of one file. ``items`` is iterated more than once, so it is no bare iterator."""

    name: str
    items: Iterable[Item]
    sha256: str


class FileItems(Struct, frozen=True):
    """The items of a file, read and checked anew each time: they need no memory."""

    path: Path

    def __iter__(self) -> Iterator[Item]:
        return read_items(self.path)


def tasks_of(paths: Sequence[Path]) -> list[Task]:
    """Files of items as tasks, which are called after them.

    Raises:
        InputError: a file is not there, or two have the same name.
    """
    tasks: dict[str, Task] = {}
    for path in paths:
        if not path.is_file():
            raise InputError("there is no such file", place=str(path), remedy="Check the path.")
        if path.stem in tasks:
            raise InputError(
                f"two item files are called {path.stem!r}",
                place=str(path),
                remedy="The answers to a file carry its name: rename one of them.",
            )
        tasks[path.stem] = Task(path.stem, FileItems(path), file_sha256(path))
    return list(tasks.values())


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

    def __post_init__(self) -> None:
        for option, value in (("--limit", self.limit), ("--subset", self.subset)):
            if value is not None and value < 1:
                raise InputError(f"{value} chooses nothing", place=option, remedy="Use 1 or more.")

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

    Attributes:
        masks: one array a task, one flag an item in file order.
        orders: one array a task, the hashes of the chosen ids in order.
        items, of: how many are chosen, of how many.
        sha256: that of the chosen ids, in order, each followed by a newline.
    """

    masks: tuple[Mask, ...]
    orders: tuple[Hashes, ...]
    items: int
    of: int
    sha256: str


Keep = Callable[[Task, Item], bool]


def choose(tasks: Sequence[Task], selection: Selection = ALL) -> Chosen:
    """The items of ``tasks`` that a selection names.

    Raises:
        InputError: a family that is none of the tasks, or nothing is chosen.
    """
    names = [task.name for task in tasks]
    unknown = [name for name in selection.families if name not in names]
    if unknown:
        raise InputError(
            f"there is no family or task {unknown[0]!r} here",
            remedy="There are: " + ", ".join(names) + ".",
        )
    keep = _named(selection)
    if selection.limit is not None:
        keep = _within(_first(tasks, keep, selection.limit))
    if selection.subset is not None:
        keep = _within(_balanced(tasks, keep, selection.subset, selection.seed))
    found = _scan(tasks, keep)
    if not found.items:
        raise InputError(
            f"no item is chosen of {found.of:,} ({selection})", remedy="Widen the selection."
        )
    return found


def chosen(task: Task, mask: Mask) -> Iterator[Item]:
    """The chosen items of a task, in order.

    Raises:
        InputError: the task has more or fewer items than when they were chosen.
    """
    items = iter(task.items)
    for keep in mask:
        item = next(items, None)
        if item is None:
            raise _changed(task)
        if keep:
            yield item
    if next(items, None) is not None:
        raise _changed(task)


def _changed(task: Task) -> InputError:
    return InputError(
        f"the items of {task.name!r} changed while they were read",
        remedy="Leave item files alone while they are in use, and start again.",
    )


def unit(item: Item) -> str:
    """What the item belongs to and is chosen with: its contrast group, its query, or itself."""
    return item.group or item.query or item.id


def _scan(tasks: Sequence[Task], keep: Keep) -> Chosen:
    digest = hashlib.sha256()
    masks, orders = [], []
    for task in tasks:
        flags, order = array("b"), array("Q")
        for item in task.items:
            flags.append(keep(task, item))
            if flags[-1]:
                digest.update(item.id.encode() + b"\n")
                order.append(id_hash(item.id))
        masks.append(np.array(flags, dtype=np.bool_))
        orders.append(np.array(order, dtype=np.uint64))
    return Chosen(
        masks=tuple(masks),
        orders=tuple(orders),
        items=sum(map(len, orders)),
        of=sum(map(len, masks)),
        sha256=digest.hexdigest(),
    )


def _named(selection: Selection) -> Keep:
    families, levels = selection.families, selection.levels

    def keep(task: Task, item: Item) -> bool:
        return (not families or task.name in families) and (not levels or item.level in levels)

    return keep


Units = set[tuple[str, str]]


def _within(units: Units) -> Keep:
    return lambda task, item: (task.name, unit(item)) in units


def _first(tasks: Sequence[Task], keep: Keep, limit: int) -> Units:
    kept = ((task, item) for task in tasks for item in task.items if keep(task, item))
    return {(task.name, unit(item)) for task, item in islice(kept, limit)}


def _balanced(tasks: Sequence[Task], keep: Keep, most: int, seed: int) -> Units:
    """Add the next group of whichever (task, level) has the fewest items, while one fits."""
    cells = {
        cell: draw.shuffled(draw.rng("subset", seed, *map(str, cell)), list(sizes.items()))
        for cell, sizes in _sizes(tasks, keep).items()
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


Cell = tuple[str, int | None]


def _sizes(tasks: Sequence[Task], keep: Keep) -> dict[Cell, dict[str, int]]:
    """How many items each unit of each (task, level) has."""
    cells: dict[Cell, dict[str, int]] = {}
    for task in tasks:
        for item in filter(partial(keep, task), task.items):
            sizes = cells.setdefault((task.name, item.level or None), {})
            sizes[unit(item)] = sizes.get(unit(item), 0) + 1
    return cells
