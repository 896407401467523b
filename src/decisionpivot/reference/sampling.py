"""Which rows of a source become items: the same on every machine, groups whole."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from decisionpivot.reference.source import Row

SEED = 20261007
MOST = 1_000
"""Items of a task, except where its section says otherwise."""

T = TypeVar("T")


def rng() -> random.Random:
    """A generator that starts from the track's seed."""
    return random.Random(SEED)


def shuffled(values: Sequence[T]) -> list[T]:
    """The values in the seeded order."""
    result = list(values)
    rng().shuffle(result)
    return result


def grouped(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows by group, in order; a row without one is its own."""
    groups: dict[str, list[Row]] = {}
    for number, row in enumerate(rows):
        groups.setdefault(row.group or f"\0{number:09}", []).append(row)
    return groups


def walk(
    rows: Sequence[Row],
    *,
    most: int = MOST,
    quotas: Mapping[str, int] | None = None,
    of: Callable[[Row], str | None] = lambda row: row.answer,
    key: Callable[[str], Any] = str,
) -> list[Row]:
    """Whole groups, drawn until there are ``most`` rows.

    The groups are sorted by their key and shuffled once. Walking along, a group is taken when the
    total stays at most ``most`` and no quota is exceeded; else it is left and the walk goes on.

    Args:
        rows: all usable rows.
        most: rows at most.
        quotas: the most rows of a kind, by what ``of`` says of a row.
        of: the kind of a row; default its answer.
        key: what groups are sorted by; default their key as text.
    """
    groups = grouped(rows)
    taken: list[Row] = []
    counts: Counter[str | None] = Counter()
    for name in shuffled(sorted(groups, key=key)):
        group = groups[name]
        after = counts + Counter(map(of, group))
        if len(taken) + len(group) > most:
            continue
        if quotas and any(after[kind] > limit for kind, limit in quotas.items()):
            continue
        taken.extend(group)
        counts = after
    return taken


def components(links: Sequence[Sequence[T]]) -> list[int]:
    """For each entry the first entry that it is connected with through shared values.

    >>> components([["a", "b"], ["c"], ["b", "d"]])
    [0, 1, 0]
    """
    parent = list(range(len(links)))

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = place = parent[parent[place]]
        return place

    first: dict[T, int] = {}
    for place, values in enumerate(links):
        for value in values:
            one, other = sorted((root(place), root(first.setdefault(value, place))))
            parent[other] = one
    return [root(place) for place in range(len(links))]
