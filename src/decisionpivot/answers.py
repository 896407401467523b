"""Answer files: one JSON object a line, ``runs/<system>/<task>.jsonl``.

A runner appends whole lines and may be killed at any byte. :func:`repair` makes the file whole
again before the next runner appends to it, :func:`put_in_order` gives the finished file the order
of the items.
"""

import hashlib
import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import FileIO
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from decisionpivot.items import Answer, InputError, lines, parse_lenient

_decoder = msgspec.json.Decoder(Answer)

ASKABLE = frozenset({"transport", "rate_limit", "quota", "auth", "crash"})
"""Kinds of error that say nothing of the model: the item may be asked again."""

Hashes = NDArray[np.uint64]


class Line(Struct, frozen=True):
    """An answer and the number of the line on which it stands."""

    number: int
    answer: Answer


def decode(line: bytes) -> Answer | None:
    """One line of an answer file; None when it is no answer record.

    NaN and Infinity, as Python's json module writes them, are read: the probabilities are then
    invalid, which the scorer counts, but the line is whole.
    """
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _convert(parse_lenient(line))


def _convert(value: Any) -> Answer | None:
    try:
        return msgspec.convert(value, Answer)
    except (msgspec.ValidationError, RecursionError):
        return None


def read(path: Path) -> Iterator[Line]:
    """Yield the records of an answer file.

    Raises:
        InputError: a torn or malformed line, with file and line.
    """
    for number, line in lines(path):
        answer = decode(line)
        if answer is None:
            raise InputError(
                "not an answer record: " + repr(line[:60].decode("utf-8", "replace")),
                place=f"{path}:{number}",
                remedy="The line is torn or malformed. `decisionpivot run` with the same options "
                "repairs the file and asks again what is missing.",
            )
        yield Line(number, answer)


def id_hash(id_: str) -> int:
    """64 bits that stand for an id, so that a million of them fit in eight megabytes.

    Two of a million ids agree with a probability of 3 in 100 million.
    """
    return int.from_bytes(hashlib.blake2b(id_.encode(), digest_size=8).digest())


def hashes(ids: Iterable[str]) -> Hashes:
    """The hashes of ids, in order."""
    return np.fromiter(map(id_hash, ids), dtype=np.uint64)


class Repaired(Struct, frozen=True, kw_only=True):
    """What a repair kept and dropped.

    Attributes:
        kept: the id hashes of the records that stay, in file order.
        torn: the numbers of the lines that are no record.
        askable, doubled, unknown: how many records may be asked again, came twice (the last one
            stays), or belong to no item of the run.
        askable_usd, kept_usd: what the records that may be asked again, and all others, have cost.
    """

    kept: Hashes
    torn: tuple[int, ...] = ()
    askable: int = 0
    doubled: int = 0
    unknown: int = 0
    askable_usd: float = 0.0
    kept_usd: float = 0.0


def repair(
    path: Path, known: Hashes, *, askable: frozenset[str] = ASKABLE, write: bool = True
) -> Repaired:
    """Rewrite an answer file without torn lines and without records that do not stay.

    A file that needs no repair, or does not exist, is not touched.

    Args:
        path: the answer file.
        known: the id hashes of the run's items.
        askable: the kinds of error that are asked again.
        write: without it, only say what would be kept and dropped.
    """
    torn: list[int] = []
    ids, final = array("Q"), array("b")
    askable_usd = kept_usd = 0.0
    for number, line in lines(path) if path.exists() else ():
        answer = decode(line)
        again = answer is not None and answer.error is not None and answer.error.kind in askable
        if answer is None:
            torn.append(number)
        elif again:
            askable_usd += answer.cost_usd or 0.0
        else:
            kept_usd += answer.cost_usd or 0.0
        ids.append(id_hash(answer.id) if answer else 0)
        final.append(answer is not None and not again)
    found, stays = np.array(ids, dtype=np.uint64), np.array(final, dtype=np.bool_)
    ours = stays & np.isin(found, known)
    once = ours & _last_of_each(found, ours)
    if write and not (once.all() and _ends_whole(path)):
        kept_lines = zip(lines(path), once.tolist(), strict=True)
        replace(path, (line + b"\n" for (_, line), keep in kept_lines if keep))
    return Repaired(
        kept=found[once],
        torn=tuple(torn),
        askable=int((~stays).sum()) - len(torn),
        doubled=int((ours & ~once).sum()),
        unknown=int((stays & ~ours).sum()),
        askable_usd=askable_usd,
        kept_usd=kept_usd,
    )


def _last_of_each(values: Hashes, among: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Flags for the last place of every different value, of the places that count."""
    places = np.flatnonzero(among)[::-1]
    _, first = np.unique(values[places], return_index=True)
    flags = np.zeros(len(values), dtype=np.bool_)
    flags[places[first]] = True
    return flags


def _ends_whole(path: Path) -> bool:
    if not path.exists() or path.stat().st_size == 0:
        return True
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


class _Id(Struct, frozen=True):
    id: str


_id_decoder = msgspec.json.Decoder(_Id)


def put_in_order(path: Path, order: Hashes) -> None:
    """Rewrite an answer file in the order of the items, unless it has it.

    Args:
        path: a repaired answer file with exactly one record for every item.
        order: the id hashes of the items, in order.
    """
    ids = hashes(_id_decoder.decode(line).id for _, line in lines(path))
    if np.array_equal(ids, order):
        return
    sizes = np.fromiter((len(line) + 1 for _, line in lines(path)), dtype=np.int64)
    starts = np.cumsum(sizes) - sizes
    by_hash = np.argsort(ids, kind="stable")
    places = by_hash[np.searchsorted(ids[by_hash], order)]
    replace(path, _lines_at(path, starts[places].tolist()))


def _lines_at(path: Path, starts: Iterable[int]) -> Iterator[bytes]:
    with path.open("rb") as file:
        for start in starts:
            file.seek(start)
            yield file.readline()


def interleaved(parts: Sequence[Path]) -> Iterator[bytes]:
    """The lines of the answer files of a run's shards, each complete and in order, joined.

    Shard k of n has the items k, k + n, k + 2n and so on, so that taking turns gives the order of
    the whole.
    """
    each = [(line + b"\n" for _, line in lines(part)) for part in parts]
    turns = chain.from_iterable(zip_longest(*each))
    return (line for line in turns if line is not None)


def append(file: FileIO, data: bytes) -> None:
    """Write all of ``data`` to the end of an unbuffered answer file.

    Raises:
        InputError: the disk does not take it.
    """
    rest = memoryview(data)
    try:
        while rest:
            rest = rest[file.write(rest) or 0 :]
    except OSError as error:
        raise _cannot_write(file.name, error) from None


def replace(path: Path, content: Iterable[bytes]) -> None:
    """Put ``content`` in the place of a file: at any moment, either is there as a whole.

    Folders that are missing are made. The temporary file carries the process's id, so that two
    processes that make the same file do not write into each other's.

    Raises:
        InputError: the disk does not take it.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("wb") as file:
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise _cannot_write(path, error) from None


def _cannot_write(path: object, error: OSError) -> InputError:
    return InputError(
        f"cannot write: {error.strerror}",
        place=str(path),
        remedy="Check the free space and the permissions; what was written stays.",
    )


def _sync_folder(folder: Path) -> None:
    """Make the renaming last, where the system allows a folder to be synced."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
