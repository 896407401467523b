"""From official files to item files, whole or not at all, the same bytes everywhere."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from msgspec import UNSET, Struct

from decisionpivot.answers import replace
from decisionpivot.items import (
    InputError,
    Item,
    Question,
    QuestionType,
    encode_lines,
    file_sha256,
    question_type,
    sha256,
)
from decisionpivot.reference.card import Card
from decisionpivot.reference.sampling import shuffled
from decisionpivot.reference.source import Row, Source

FOLDER = Path("items") / "reference"


class Converter(Protocol):
    """A task's module: its card, and how its official files become rows."""

    CARD: Card

    def rows(self, source: Source) -> list[Row]:
        """The sampled rows, in any order; rows that are left out are counted by reason."""


class Built(Struct, frozen=True, kw_only=True):
    """What a build made: counts, rows that were left out by reason, and the file's SHA-256."""

    name: str
    items: int
    groups: int
    dropped: dict[str, int]
    sha256: str


def convert(converter: Converter, folder: Path) -> tuple[list[Item], dict[str, int]]:
    """A task's items, and how many rows were left out by reason.

    Args:
        converter: the task's module, its card and its rows.
        folder: where the task's official files lie.

    Raises:
        InputError: a file is missing, is not the pinned one, or lacks a field.
    """
    card = converter.CARD
    source = Source(card, folder)
    try:
        rows = converter.rows(source)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise InputError(
            f"a field of {card.name} is not as expected: {type(error).__name__}: {error}",
            place=str(folder),
            remedy="The files have the right hashes, so this is a bug: please report it.",
        ) from error
    return number(card.name, rows), dict(sorted(source.dropped.items()))


def number(name: str, rows: Sequence[Row]) -> list[Item]:
    """Rows as items, in the seeded order and numbered by it.

    Groups and queries are numbered anew as they come: nothing of the source's ids stays.
    """
    groups: dict[str, str] = {}
    queries: dict[str, str] = {}
    return [
        Item(
            id=f"{name}:{place:05}",
            task=name,
            group=groups.setdefault(row.group, f"{name}/{len(groups):05}") if row.group else UNSET,
            domain=row.domain or UNSET,
            state=row.state,
            question=Question("score" if row.levels else _type(row), row.question),
            options=row.options,
            answer=UNSET if row.answer is None else row.answer,
            label=UNSET if row.label is None else row.label,
            query=queries.setdefault(row.query, f"{len(queries):05}") if row.query else UNSET,
        )
        for place, row in enumerate(shuffled(rows))
    ]


def _type(row: Row) -> QuestionType:
    return question_type(option.key for option in row.options)


def build(converter: Converter, folder: Path, *, out: Path = FOLDER) -> Built:
    """Make a task's item file.

    Raises:
        InputError: as for ``convert``, or the items are not those of the card.
    """
    card = converter.CARD
    items, dropped = convert(converter, folder)
    data = encode_lines(items)
    digest = sha256(data)
    if digest != card.sha256:
        raise InputError(
            f"the {len(items):,} items of {card.name} have SHA-256 {digest[:12]}..., the card says "
            f"{card.items:,} and {card.sha256[:12]}...",
            remedy="Install the released package, unchanged.",
        )
    replace(item_file(card.name, out), [data])
    return Built(
        name=card.name,
        items=len(items),
        groups=len({item.group or item.id for item in items}),
        dropped=dropped,
        sha256=digest,
    )


def item_file(name: str, out: Path = FOLDER) -> Path:
    """Where a task's items lie."""
    return out / f"{name}.jsonl"


def verify(card: Card, out: Path = FOLDER) -> Path:
    """The item file of a task, checked against its card.

    Raises:
        InputError: it is not there, or not that of the card.
    """
    path = item_file(card.name, out)
    if not path.exists():
        raise InputError(
            f"the items of {card.name} are not built",
            place=str(path),
            remedy=f"Run `decisionpivot reference build {card.name}`.",
        )
    if file_sha256(path) != card.sha256:
        raise InputError(
            f"the file is not that of the card of {card.name}",
            place=str(path),
            remedy=f"Run `decisionpivot reference build {card.name}`; it is made anew.",
        )
    return path
