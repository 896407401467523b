"""Items as rows of a flat table and back: the same item, to the byte.

A state is written as a language model is shown it: text as it is, an object as JSON indented by
two, with ``state_type`` saying which. An absent field is null; of a table that has the columns of
the decisive fact, null means that the item says so itself (``"pivot":null``).
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from decisionpivot.items import Item, Option, Pivot, Question, State
from decisionpivot.systems.prompt import written

if TYPE_CHECKING:
    import pyarrow as pa

Kind = Literal["string", "int64", "float64", "strings"]


class Column(Struct, frozen=True):
    """A column: its name, the kind of its values, and what it says."""

    name: str
    kind: Kind
    says: str


_ID = Column("id", "string", "The item's id.")
_GROUP = Column("group", "string", "The contrast group; a group counts when every member is right.")
_UNIT = Column("group", "string", "What items share that are resampled together, if anything.")
_DOMAIN = Column("domain", "string", "The setting or the part of the set that the item is from.")
_ASKED = (
    Column("state", "string", "What the decision is about: text, or JSON indented by two."),
    Column("state_type", "string", "text, or json where the state is an object."),
    Column("question", "string", "What is asked."),
    Column("question_type", "string", "noul (yes or no), choice, or score (ordered levels)."),
    Column("option_keys", "strings", "The possible answers, in the item's order."),
    Column("option_meanings", "strings", "What each of them means."),
    Column("answer", "string", "The key of the right option."),
)

CORE = (
    _ID,
    Column("family", "string", "The task family."),
    Column("layer", "string", "The layer of the family, A to G."),
    _GROUP,
    Column("level", "int64", "The level of difficulty, 1 to 3."),
    _DOMAIN,
    *_ASKED,
    Column("pivot_kind", "string", "The kind of the decisive fact."),
    Column("pivot_from", "string", "The decisive fact in the group's base."),
    Column("pivot_to", "string", "The decisive fact in this item."),
    Column("pivot_at", "float64", "Where it stands in the state, 0 at the start, 1 at the end."),
    Column("interpretation", "string", "How the policy is to be read, in policy_case only."),
    Column("canary", "string", "The canary, the same in every row."),
)
"""The columns of the core track."""

REFERENCE = (
    _ID,
    Column("task", "string", "The public test set."),
    _UNIT,
    _DOMAIN,
    *_ASKED,
    Column("label", "float64", "A success rate or a relevance grade, in place of an answer."),
    Column("query", "string", "The query that a reranking candidate belongs to."),
)
"""The columns of the reference track."""

_AS_THEY_ARE = (
    "id family task layer group level domain answer label query interpretation canary".split()
)


def row_of(item: Item) -> dict[str, Any]:
    """An item as a row; the columns of both tracks, null where the item has no such field."""
    pivot = item.pivot or None
    return {
        **{name: _null(getattr(item, name)) for name in _AS_THEY_ARE},
        "state": written(item.state),
        "state_type": "text" if isinstance(item.state, str) else "json",
        "question": item.question.text,
        "question_type": item.question.type,
        "option_keys": [option.key for option in item.options],
        "option_meanings": [option.meaning for option in item.options],
        "pivot_kind": pivot and pivot.kind,
        "pivot_from": pivot and pivot.from_,
        "pivot_to": pivot and pivot.to,
        "pivot_at": pivot and pivot.at,
    }


def _null(value: Any) -> Any:
    return None if value is UNSET else value


def item_of(row: Mapping[str, Any]) -> Item:
    """The item of a row, as ``row_of``, pyarrow or ``datasets`` give it."""
    return Item(
        **{name: row[name] for name in _AS_THEY_ARE if row.get(name) is not None},
        state=_state(row),
        question=Question(row["question_type"], row["question"]),
        options=tuple(map(Option, row["option_keys"], row["option_meanings"])),
        pivot=_pivot(row),
    )


def _state(row: Mapping[str, Any]) -> State:
    text: str = row["state"]
    return text if row["state_type"] == "text" else msgspec.json.decode(text, type=dict[str, Any])


def _pivot(row: Mapping[str, Any]) -> Pivot | None | UnsetType:
    if "pivot_kind" not in row:
        return UNSET
    if row["pivot_kind"] is None:
        return None
    return Pivot(row["pivot_kind"], row["pivot_from"], row["pivot_to"], row["pivot_at"])


def schema(columns: tuple[Column, ...]) -> "pa.Schema":
    """The columns as an Arrow schema."""
    import pyarrow as pa

    types = {
        "string": pa.string(),
        "int64": pa.int64(),
        "float64": pa.float64(),
        "strings": pa.list_(pa.string()),
    }
    return pa.schema([(column.name, types[column.kind]) for column in columns])


def read(path: Path) -> Iterator[Item]:
    """The items of a parquet file that this package wrote, in order."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches():
            yield from map(item_of, batch.to_pylist())
