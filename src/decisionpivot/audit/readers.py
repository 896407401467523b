"""What the partial readers reach on the released items, and that none of them is a straw man."""

import math
from collections.abc import Iterator, Sequence

from decisionpivot.audit.check import Check, by_group, pair_chance
from decisionpivot.families.group import Family, generate
from decisionpivot.items import Item
from decisionpivot.readers import READERS
from decisionpivot.readers.reader import Reader

PAIR_MARGIN = 0.15
"""The default bound on pair accuracy at level 3 is chance plus this."""
NO_STRAW_MAN = 0.95
PLAIN_SEED = 3
TOP_LEVEL = 3


def partial_readers(family: Family, items: Sequence[Item]) -> Iterator[Check]:
    """Yield accuracy against its bound, by level too, for each reader of a family."""
    for reader in READERS:
        if reader.name.partition("/")[0] == family.name:
            yield from bounds(family.name, reader, items)
            if reader.sees:
                yield _no_straw_man(family, reader)


def share_right(reader: Reader, item: Item) -> float:
    """1 when the reader names the answer; the chance of it where its best options tie."""
    p = reader.read(item.request)
    best = max(p.values())
    tied = [key for key, value in p.items() if value == best]
    return (item.answer in tied) / len(tied)


def bounds(family: str, reader: Reader, items: Sequence[Item]) -> Iterator[Check]:
    """Yield a reader's item accuracy, over all and by level, and pair accuracy at level 3."""
    right = [share_right(reader, item) for item in items]

    def check(name: str, value: float, bound: float | None, level: int | None = None) -> Check:
        return Check(
            audit="reader",
            family=family,
            name=f"{reader.name}, {name}",
            value=value,
            bound=bound,
            level=level,
            holds=bound is None or value <= bound,
            detail=reader.says,
        )

    yield check("items", sum(right) / len(right), reader.item_bound)
    for level in sorted({int(item.level or 0) for item in items}):
        mine = [value for value, item in zip(right, items, strict=True) if item.level == level]
        yield check("items", sum(mine) / len(mine), reader.level_bounds.get(level), level)
    groups = [group for group in by_group(items) if items[group[0]].level == TOP_LEVEL]
    if groups:
        solved = sum(math.prod(right[place] for place in group) for group in groups)
        chance = pair_chance([items[place] for group in groups for place in group])
        bound = reader.pair_bound if reader.pair_bound is not None else chance + PAIR_MARGIN
        yield check("pairs", solved / len(groups), bound, TOP_LEVEL)


def _no_straw_man(family: Family, reader: Reader) -> Check:
    """The reader on members of the kinds it sees, where the part it leaves out has no decoys."""
    plain = generate(family, PLAIN_SEED, without=frozenset(reader.without))
    right = [
        share_right(reader, item)
        for item in plain
        if (item.interpretation or (item.pivot.kind if item.pivot else "")) in reader.sees
    ]
    value = sum(right) / len(right) if right else 0.0
    return Check(
        audit="no straw man",
        family=family.name,
        name=reader.name,
        value=value,
        bound=NO_STRAW_MAN,
        holds=value >= NO_STRAW_MAN,
        detail=f"{len(right)} members of {', '.join(reader.sees)}, without decoys for "
        f"{', '.join(reader.without) or 'nothing'}",
    )
