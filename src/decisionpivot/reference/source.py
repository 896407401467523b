"""The official files of a task, verified and read, and the rows that a converter makes of them."""

import csv
import json
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from msgspec import Struct

from decisionpivot.items import InputError, Option, State, sha256
from decisionpivot.reference.card import Card


class Row(Struct, frozen=True, kw_only=True):
    """A converted row, before it has a number.

    Attributes:
        state, question, options: what a system will see.
        answer: the gold option's key; None where there is a ``label``.
        label: a success rate or a relevance grade.
        group: the key of the group that it is sampled and resampled with. It never enters an item.
        query: the key of the query that a reranking candidate belongs to.
        domain: the part of the set that its metric or its report is split by; never shown.
        levels: the options are ordered levels.
    """

    state: State
    question: str
    options: tuple[Option, ...]
    answer: str | None = None
    label: float | None = None
    group: str = ""
    query: str = ""
    domain: str = ""
    levels: bool = False


class Source:
    """A task's official files, each checked when it is read.

    Args:
        card: the task's card.
        folder: where the files lie, with the paths that they have in their repository.
    """

    def __init__(self, card: Card, folder: Path) -> None:
        self._card, self._folder = card, folder
        self._files = {file.path: file for file in card.files}
        self.dropped: Counter[str] = Counter()

    @property
    def paths(self) -> list[str]:
        """The files' paths, in the card's order."""
        return list(self._files)

    def drop(self, reason: str, rows: int = 1) -> None:
        """Count rows that are left out, by reason."""
        if rows:
            self.dropped[reason] += rows

    def read(self, path: str) -> bytes:
        """The bytes of a file.

        Raises:
            InputError: it is missing, or its SHA-256 is not the card's.
        """
        file, place = self._files[path], self._folder / path
        try:
            data = place.read_bytes()
        except OSError as error:
            raise InputError(
                f"cannot read the source file: {error.strerror}",
                place=str(place),
                remedy="Give --source the folder with the official files, or leave it out.",
            ) from None
        if sha256(data) != file.sha256:
            raise InputError(
                f"the file has {len(data):,} bytes and SHA-256 {sha256(data)[:12]}..., the card "
                f"of {self._card.name} says {file.size:,} and {file.sha256[:12]}...",
                place=str(place),
                remedy=f"Get the file of commit {self._card.commit[:12]}: "
                f"{self._card.address(file)}",
            )
        return data

    def text(self, path: str) -> str:
        """A file as text, its line ends as they are."""
        return self.read(path).decode("utf-8-sig")

    def json(self, path: str) -> Any:
        """A file that is one JSON value."""
        return json.loads(self.read(path))

    def jsonl(self, path: str) -> Iterator[dict[str, Any]]:
        """The objects of a JSON Lines file."""
        return (json.loads(line) for line in self.text(path).split("\n") if line.strip())

    def table(self, path: str, delimiter: str = ",", **reading: Any) -> Iterator[dict[str, str]]:
        """The rows of a table with a header line; ``reading`` as for ``csv.reader``."""
        lines = StringIO(self.text(path), newline="")
        return csv.DictReader(lines, delimiter=delimiter, **reading)
