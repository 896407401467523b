"""A data set: its tables on disk, and what is said of it."""

from msgspec import Struct

from decisionpivot.export.about import About
from decisionpivot.export.columns import Column
from decisionpivot.export.tables import Table
from decisionpivot.reference import Card

DEFAULT = "default"
"""The configuration that holds all tables."""


class DataSet(Struct, frozen=True, kw_only=True):
    """What card, Croissant and leaderboard describe.

    Attributes:
        release: the release that it holds.
        about: what is said of it in words.
        columns: those of every table.
        tables: one a configuration.
        asks: by table, what is asked in it.
        cards: of the reference track, those of its tables.
        kept_back: the tasks whose items are not passed on.
        place: where it is on the hub (``owner/name``), if it is known.
    """

    release: str
    about: About
    columns: tuple[Column, ...]
    tables: tuple[Table, ...]
    asks: dict[str, str]
    cards: tuple[Card, ...] = ()
    kept_back: tuple[Card, ...] = ()
    place: str = ""

    @property
    def items(self) -> int:
        """All items."""
        return sum(table.items for table in self.tables)

    @property
    def groups(self) -> int:
        """All groups."""
        return sum(table.groups for table in self.tables)
