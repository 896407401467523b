"""Which items occur in a training corpus: copies, near copies, and copies inside other text.

Texts are compared by their words, in folded case and without punctuation. An item is cut into
shingles of thirteen words; one that stands in the items of a single group tells that group, and
finding it in the corpus means that the item occurs there. Shingles that several groups share (a
common policy, a common preamble) say nothing and are left out. Items of six to twelve words are
one shingle each. Shorter states are taken together with their question.

Shingles of thirteen words follow Brown et al. 2020, Language Models are Few-Shot Learners,
appendix C.
"""

import codecs
import gzip
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, cast

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from decisionpivot.items import InputError, Item

LONGEST, SHORTEST = 13, 6
"""Words of a shingle, and of the shortest text that is looked for."""
BLOCK = 4 * 1024 * 1024
"""Characters that are worked on at a time."""
FILTER_BITS = 26
"""Size of the first, cheap test of a shingle: 64 MiB of flags."""

_BASE = np.uint64(0x9E3779B97F4A7C15)
_WORD = re.compile(r"\w+")

Hashes = NDArray[np.uint64]


class Found(Struct, frozen=True, kw_only=True):
    """An item that occurs in the corpus: how many of its telling shingles were seen."""

    id: str
    task: str
    seen: int
    of: int


def text_of(item: Item) -> str:
    """The text by which an item is looked for: its state, with the question where it is short."""
    state = " ".join(strings(item.state))
    if len(_WORD.findall(state)) < SHORTEST:
        return f"{state} {item.question.text}"
    return state


def strings(value: Any) -> Iterator[str]:
    """All texts in a JSON value, in order; keys and numbers are left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def words(text: str) -> Hashes:
    """A number for each word of a text; the same within a process, not across processes."""
    found = _WORD.findall(text.casefold())
    return np.fromiter(map(hash, found), np.int64, len(found)).view(np.uint64)


def windows(numbers: Hashes) -> Iterator[tuple[int, Hashes]]:
    """(words, hash of every window of so many words), from one word to ``LONGEST``.

    A longer window's hash is that of the shorter one and the next word's, so that all lengths
    together cost no more than the longest.
    """
    total: Hashes = np.zeros(len(numbers), np.uint64)
    factor = np.uint64(1)
    for size in range(1, min(LONGEST, len(numbers)) + 1):
        factor = np.uint64((int(factor) * int(_BASE)) % 2**64)
        total = total[: len(numbers) - size + 1] + numbers[size - 1 :] * factor
        yield size, total


class Index:
    """The telling shingles of some items.

    Args:
        items: the items; those that share a group (or a query) are one unit.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        self._items: list[tuple[str, str]] = []
        hashes, owners, units = [], [], []
        numbers: dict[tuple[str, str], int] = {}
        self.sizes: set[int] = set()
        for place, item in enumerate(items):
            unit = item.group or item.query or item.id
            number = numbers.setdefault((item.name, unit), len(numbers))
            self._items.append((item.id, item.name))
            own = self._shingles(text_of(item))
            hashes.append(own)
            owners.append(np.full(len(own), place))
            units.append(np.full(len(own), number))
        everything = np.concatenate(hashes) if hashes else np.zeros(0, np.uint64)
        order = np.argsort(everything, kind="stable")
        self._hashes: Hashes = everything[order]
        self._owners = np.concatenate(owners)[order] if owners else np.zeros(0, int)
        unit_of = np.concatenate(units)[order] if units else np.zeros(0, int)
        self._tells = _of_one_unit(self._hashes, unit_of)
        self._filter = np.zeros(1 << FILTER_BITS, np.bool_)
        self._filter[_slot(self._hashes[self._tells])] = True
        self._seen = np.zeros(len(self._hashes), np.bool_)

    def _shingles(self, text: str) -> Hashes:
        found = [(size, window) for size, window in windows(words(text))]
        if not found or found[-1][0] < SHORTEST:
            return np.zeros(0, np.uint64)
        size, longest = found[-1]
        self.sizes.add(size)
        return np.unique(longest)

    def look(self, text: str) -> None:
        """Note which shingles occur in a text."""
        for size, window in windows(words(text)):
            if size in self.sizes:
                likely = window[self._filter[_slot(window)]]
                if len(likely):
                    self._note(np.unique(likely))

    def _note(self, likely: Hashes) -> None:
        first = np.searchsorted(self._hashes, likely, "left")
        last = np.searchsorted(self._hashes, likely, "right")
        for start, end in zip(first, last, strict=True):
            self._seen[start:end] = True

    def found(self) -> list[Found]:
        """The items of which a telling shingle was seen, in their order."""
        count = len(self._items)
        of = np.bincount(self._owners[self._tells], minlength=count)
        seen = np.bincount(self._owners[self._tells & self._seen], minlength=count)
        return [
            Found(id=self._items[place][0], task=self._items[place][1], seen=int(seen[place]),
                  of=int(of[place]))
            for place in np.flatnonzero(seen)
        ]  # fmt: skip


def _slot(hashes: Hashes) -> Hashes:
    slots: Hashes = hashes >> np.uint64(64 - FILTER_BITS)
    return slots


def _of_one_unit(hashes: Hashes, units: NDArray[np.int_]) -> NDArray[np.bool_]:
    """Which entries of sorted hashes belong to one unit alone."""
    if not len(hashes):
        return np.zeros(0, np.bool_)
    starts = np.flatnonzero(np.r_[True, hashes[1:] != hashes[:-1]])
    alone = np.minimum.reduceat(units, starts) == np.maximum.reduceat(units, starts)
    return np.repeat(alone, np.diff(np.r_[starts, len(hashes)]))


def overlap(
    items: Iterable[Item], files: Sequence[Path], on_text: Callable[[int], None] = lambda _: None
) -> list[Found]:
    """The items that occur in a training corpus.

    Args:
        items: what to look for.
        files: the corpus: text, JSON Lines (``.jsonl``), parquet, and texts packed by gzip or
            zstandard (``.gz``, ``.zst``). They are streamed, whatever their size.
        on_text: called with the characters that were read.

    Raises:
        InputError: a file cannot be read.
    """
    index = Index(items)
    for path in files:
        for block in blocks(path):
            index.look(block)
            on_text(len(block))
    return index.found()


def blocks(path: Path) -> Iterator[str]:
    """The text of a file in large blocks; each begins with the end of the one before.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        tail = ""
        for block in _joined(_texts(path)):
            yield tail + block
            # A shingle may begin in one block and end in the next.
            tail = " ".join(block[-40 * LONGEST :].split()[-(LONGEST - 1) :]) + " "
    except (OSError, EOFError, UnicodeError, gzip.BadGzipFile) as error:
        raise InputError(
            f"cannot read the file: {error}", place=str(path), remedy="Check the path and the file."
        ) from None


def _joined(texts: Iterable[str]) -> Iterator[str]:
    parts, size = [], 0
    for text in texts:
        parts.append(text)
        size += len(text)
        if size >= BLOCK:
            yield " ".join(parts)
            parts, size = [], 0
    if parts:
        yield " ".join(parts)


def _texts(path: Path) -> Iterator[str]:
    name = path.name.lower()
    if name.endswith(".parquet"):
        yield from _parquet(path)
        return
    with _opened(path) as file:
        if name.removesuffix(".gz").removesuffix(".zst").endswith((".jsonl", ".ndjson")):
            yield from _records(file, path)
        else:
            yield from _pieces(file)


def _opened(path: Path) -> IO[bytes]:
    if path.suffix == ".gz":
        return cast("IO[bytes]", gzip.GzipFile(path))
    if path.suffix == ".zst":
        zstandard = _module("zstandard", path)
        stream: IO[bytes] = zstandard.open(path, "rb")
        return stream
    return path.open("rb")


def _pieces(file: IO[bytes]) -> Iterator[str]:
    """Text in pieces that end where words do, so that none is cut."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    rest = ""
    while data := file.read(BLOCK):
        piece = rest + decoder.decode(data)
        cut = max(piece.rfind(" "), piece.rfind("\n")) + 1 or len(piece)
        rest = piece[cut:]
        yield piece[:cut]
    yield rest + decoder.decode(b"", final=True)


def _records(file: IO[bytes], path: Path) -> Iterator[str]:
    for number, line in enumerate(file, 1):
        if not line.strip():
            continue
        try:
            yield " ".join(strings(msgspec.json.decode(line)))
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            raise InputError(
                "the line is no JSON", place=f"{path}:{number}", remedy="Mend or remove the line."
            ) from None


def _parquet(path: Path) -> Iterator[str]:
    parquet = _module("pyarrow.parquet", path)
    for batch in parquet.ParquetFile(path).iter_batches():
        for row in batch.to_pylist():
            yield " ".join(strings(row))


def _module(name: str, path: Path) -> Any:
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise InputError(
            f"{package} is needed to read this file",
            place=str(path),
            remedy="Install it: pip install 'decisionpivot[corpora]'. Or unpack the file first.",
        ) from None
