"""What came of reading items blind: ``docs/reading/<family>.jsonl``, one record an item."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from decisionpivot.items import lines


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """An item read before its key was known: the answer given, the remark, whether it was right."""

    id: str
    seed: int
    answer: str
    remark: str
    right: bool


class Tally(Struct, frozen=True):
    """How one family fared."""

    family: str
    items: int
    right: int
    remarks: int


def read_blind(folder: Path) -> Iterator[Tally]:
    """Yield the tally of every family that was read, by name."""
    for path in sorted(folder.glob("*.jsonl")):
        found = [msgspec.json.decode(line, type=Reading) for _, line in lines(path)]
        yield Tally(
            path.stem,
            len(found),
            sum(record.right for record in found),
            sum(bool(record.remark) for record in found),
        )
