"""Which items occur in a training corpus: copies, near copies, and copies inside other text.

Texts are compared by their words, in folded case and without punctuation. An item is cut into
shingles of thirteen words; one that stands in the items of a single group tells that group, and
finding it in the corpus means that the item occurs there. Shingles that several groups share (a
common policy, a common preamble) tell nothing, unless all of an item's are found. Items of six to
twelve words are one shingle each. Shorter states are taken together with their question.

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
from decisionpivot.reference.sampling import components

LONGEST, SHORTEST = 13, 6
"""Words of a shingle, and of the shortest text that is looked for."""
BLOCK = 256 * 1024
"""Characters that are worked on at a time."""
FLAGS_A_SHINGLE = 16
"""Size of the first, cheap test of a shingle: so many flags for each that is looked for."""

_BASE = np.uint64(0x9E3779B97F4A7C15)
_BYTE = 0x100000001B3
_MIX = np.uint64(0xFF51AFD7ED558CCD)
_WORD = re.compile(r"\w+")
_NO_WORD = re.compile(r"\W+")
_IN_WORD = np.array([chr(code) == "_" or chr(code).isalnum() or code > 127 for code in range(256)])

Hashes = NDArray[np.uint64]


class Found(Struct, frozen=True, kw_only=True):
    """An item that occurs in the corpus: how many of its shingles were seen."""

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
    """A number for each word of a text, the same everywhere.

    A word's number is a polynomial in its bytes, taken from running sums over the whole text: no
    word is ever handled alone.
    """
    folded = text.casefold()
    if not folded.isascii():
        folded = _NO_WORD.sub(" ", folded)
    data = np.frombuffer(folded.encode("utf-8", "replace"), np.uint8)
    inside = np.zeros(len(data) + 2, np.bool_)
    inside[1:-1] = _IN_WORD[data]
    edges = np.flatnonzero(inside[1:] != inside[:-1])
    starts, ends = edges[::2], edges[1::2]
    powers, inverses = _powers(len(data))
    sums = np.zeros(len(data) + 1, np.uint64)
    np.cumsum((data.astype(np.uint64) + np.uint64(1)) * powers[: len(data)], out=sums[1:])
    found: Hashes = (sums[ends] - sums[starts]) * inverses[starts]
    return (found ^ (found >> np.uint64(29))) * _MIX


_tables: list[tuple[Hashes, Hashes]] = []


def _powers(size: int) -> tuple[Hashes, Hashes]:
    """The powers of an odd base modulo 2^64, and their inverses; made once, longer when needed."""
    if not _tables or len(_tables[0][0]) < size:
        length = max(size, 2 * BLOCK)
        _tables[:] = [(_power_table(_BYTE, length), _power_table(pow(_BYTE, -1, 2**64), length))]
    return _tables[0]


def _power_table(base: int, length: int) -> Hashes:
    steps = np.full(length, base, np.uint64)
    steps[0] = 1
    table: Hashes = np.cumprod(steps)
    return table


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


def shingles(text: str) -> tuple[int, Hashes]:
    """(words of a shingle, hashes) of a text; (0, none) where it is too short."""
    found = list(windows(words(text)))
    if not found or found[-1][0] < SHORTEST:
        return 0, np.zeros(0, np.uint64)
    size, longest = found[-1]
    return size, np.unique(longest)


class Filter:
    """A first test that lets through all wanted hashes, and few others.

    Few wanted hashes make a small table, which stays in the processor's cache.
    """

    def __init__(self, wanted: Hashes) -> None:
        bits = max(int(FLAGS_A_SHINGLE * len(wanted)).bit_length(), 10)
        self._shift = np.uint64(64 - bits)
        self._flags = np.zeros(1 << bits, np.bool_)
        self._flags[wanted >> self._shift] = True

    def likely(self, hashes: Hashes) -> Hashes:
        """Those that may be wanted."""
        found: Hashes = hashes[self._flags[hashes >> self._shift]]
        return found


class Index:
    """The telling shingles of some items.

    Args:
        items: the items; those that share a group, a query or their whole text are one unit.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        self._items: list[tuple[str, str]] = []
        hashes, owners, links = [], [], []
        by_size: dict[int, list[Hashes]] = {}
        for place, item in enumerate(items):
            self._items.append((item.id, item.name))
            text = text_of(item)
            size, own = shingles(text)
            by_size.setdefault(size, []).append(own)
            hashes.append(own)
            owners.append(np.full(len(own), place))
            unit = item.group or item.query or item.id
            links.append([(item.name, unit), (item.name, "text", text)])
        units = [
            np.full(len(own), unit) for own, unit in zip(hashes, components(links), strict=True)
        ]
        everything = np.concatenate(hashes) if hashes else np.zeros(0, np.uint64)
        order = np.argsort(everything, kind="stable")
        self._hashes: Hashes = everything[order]
        self._owners = np.concatenate(owners)[order] if owners else np.zeros(0, int)
        unit_of = np.concatenate(units)[order] if units else np.zeros(0, int)
        self._tells = _of_one_unit(self._hashes, unit_of)
        self._filters = {size: Filter(np.concatenate(own)) for size, own in by_size.items() if size}
        self._seen = np.zeros(len(self._hashes), np.bool_)

    def look(self, text: str) -> None:
        """Note which shingles occur in a text."""
        for size, window in windows(words(text)):
            if size in self._filters:
                likely = self._filters[size].likely(window)
                if len(likely):
                    self._note(np.unique(likely))

    def _note(self, likely: Hashes) -> None:
        first = np.searchsorted(self._hashes, likely, "left")
        last = np.searchsorted(self._hashes, likely, "right")
        for start, end in zip(first, last, strict=True):
            self._seen[start:end] = True

    def found(self) -> list[Found]:
        """The items of which a telling shingle was seen, or all shingles, in their order."""
        count = len(self._items)
        of = np.bincount(self._owners, minlength=count)
        seen = np.bincount(self._owners[self._seen], minlength=count)
        telling = np.bincount(self._owners[self._tells & self._seen], minlength=count)
        occurs = (telling > 0) | ((seen == of) & (of > 0))
        return [
            Found(id=self._items[place][0], task=self._items[place][1], seen=int(seen[place]),
                  of=int(of[place]))
            for place in np.flatnonzero(occurs)
        ]  # fmt: skip


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
