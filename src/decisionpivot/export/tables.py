"""Items as parquet files, and what can be said of them: every figure of a card comes from here."""

import io
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median

from msgspec import Struct

from decisionpivot.answers import replace
from decisionpivot.audit.structure import length
from decisionpivot.export.columns import Column, row_of, schema
from decisionpivot.items import Item, file_sha256
from decisionpivot.selection import Task, unit

SPLIT = "test"
ROWS_A_GROUP = 200
"""Rows of a row group, all that is in memory at once."""


class Table(Struct, frozen=True, kw_only=True):
    """A parquet file and what is in it.

    Attributes:
        name, path: the configuration, and the file below the data set's folder.
        items, groups: how many; an item without a group is one of its own.
        levels: items by level, where they have levels.
        options: the fewest and the most options of an item.
        pair_chance: the share of groups that uniform guessing gets right.
        middle, longest: characters of a state as it is shown, the median and the most.
        size, nbytes: bytes of the file, and of its columns in memory.
        sha256: that of the file.
    """

    name: str
    path: str
    items: int
    groups: int
    levels: dict[int, int]
    options: tuple[int, int]
    pair_chance: float
    middle: float
    longest: int
    size: int
    nbytes: int
    sha256: str


def write_table(task: Task, columns: tuple[Column, ...], folder: Path) -> Table:
    """Write a task's items as a parquet file below ``folder``: whole, or not at all."""
    path = folder / "data" / task.name / f"{SPLIT}.parquet"
    replace(path, parquet(task.items, columns))
    return _described(task, path, path.relative_to(folder).as_posix())


def parquet(items: Iterable[Item], columns: tuple[Column, ...]) -> Iterator[bytes]:
    """The bytes of a parquet file (zstd), a row group at a time; the same for the same items."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    # Statistics would hold whole states, the least and the greatest of each row group.
    fields, sink, rows = schema(columns), _Sink(), map(row_of, items)
    with pq.ParquetWriter(sink, fields, compression="zstd", write_statistics=False) as writer:
        while part := list(islice(rows, ROWS_A_GROUP)):
            writer.write_table(pa.Table.from_pylist(part, fields))
            yield sink.taken()
    yield sink.taken()


class _Sink(io.RawIOBase):
    """A file that is written to its end only, and emptied as it fills."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        self._parts.append(bytes(memoryview(data)))  # type: ignore[arg-type]
        return len(self._parts[-1])

    def taken(self) -> bytes:
        """What was written since the last time."""
        data, self._parts = b"".join(self._parts), []
        return data


def _described(task: Task, path: Path, name: str) -> Table:
    levels: Counter[int] = Counter()
    chances: dict[str, float] = {}
    lengths, options = [], []
    for item in task.items:
        if item.level:
            levels[item.level] += 1
        lengths.append(length(item.state))
        options.append(len(item.options))
        chances[unit(item)] = chances.get(unit(item), 1.0) / len(item.options)
    return Table(
        name=task.name,
        path=name,
        items=len(lengths),
        groups=len(chances),
        levels=dict(sorted(levels.items())),
        options=(min(options), max(options)),
        pair_chance=sum(chances.values()) / len(chances),
        middle=median(lengths),
        longest=max(lengths),
        size=path.stat().st_size,
        nbytes=_memory(path),
        sha256=file_sha256(path),
    )


def _memory(path: Path) -> int:
    """Bytes of the columns in memory, a row group at a time, as `datasets` counts them."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        groups = range(file.num_row_groups)
        return sum(file.read_row_group(group, use_threads=False).nbytes for group in groups)
