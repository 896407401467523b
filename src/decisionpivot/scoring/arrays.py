"""Items and answers of one task as arrays: the form in which everything is computed.

Items are sorted by id and units are numbered as they first occur then, so that no figure depends
on the order of records or files.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby, pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import UNSET, Struct

from decisionpivot.items import Answer, InputError, Item
from decisionpivot.scoring.records import decimals, normalised, raw_values

Array: TypeAlias = npt.NDArray[Any]

PLACES = ("first", "middle", "last")
"""The thirds of a state in which the decisive fact may stand."""

YES_NO = ["no", "yes"]
MISSING = "missing"
INVALID = "invalid_p"


class Sheet(Struct, frozen=True, kw_only=True):
    """The items of one task. Every array has one entry an item, in the order of ``ids``.

    Attributes:
        name, layer, track: the task; ``track`` is core for families, else task.
        keys: option keys of every item, in its order.
        options: how many they are.
        levels: whether they are ordered levels.
        gold: index of the right option, -1 where the item has a label instead.
        yes: index of the option yes of yes/no items, -1 for others.
        label: success rate or relevance grade, NaN where there is none.
        unit: index of the bootstrap unit: contrast group, else query, else the item itself.
        unit_names: the unit's name, one an item.
        units: how many units there are.
        grouped: whether the item is a member of a contrast group.
        query: index of the item's query, -1 where there is none.
        unit_kind: group, query or item; joined by "or" where a task mixes them.
        by: values of level, kind, domain, interpretation and place; None where not stated.
    """

    name: str
    layer: str
    track: str
    ids: tuple[str, ...]
    keys: tuple[tuple[str, ...], ...]
    options: Array
    levels: Array
    gold: Array
    yes: Array
    label: Array
    unit: Array
    unit_names: tuple[str, ...]
    units: int
    grouped: Array
    query: Array
    unit_kind: str
    by: dict[str, tuple[str | None, ...]]

    @property
    def n(self) -> int:
        """How many items."""
        return len(self.ids)


class Marks(Struct, frozen=True, kw_only=True):
    """A system's answers to one task, marked. Arrays are aligned with ``sheet.ids``.

    Attributes:
        p: probabilities, one column an option; failed items are uniform, missing columns 0.
        predicted: index of the most probable option (the first of equal ones), -1 when failed.
        confidence: its probability.
        right: whether the prediction is the gold option.
        failed: whether there is no valid prediction.
        failures: how many failed, by reason.
        records: how many items have a record.
        decimals: the largest number of decimals in a valid answer; None without any.
        answers: the records themselves, in the order of the items.
    """

    sheet: Sheet
    p: Array
    predicted: Array
    confidence: Array
    right: Array
    failed: Array
    failures: dict[str, int]
    records: int
    decimals: int | None
    answers: tuple[Answer | None, ...]


def sheets(items: Iterable[Item]) -> list[Sheet]:
    """The items of every task as arrays, tasks sorted by layer and name.

    Raises:
        InputError: an id occurs twice, or a query is split over contrast groups.
    """
    ordered = sorted(items, key=lambda item: (item.layer or "", item.name, item.id))
    tasks = groupby(ordered, key=lambda item: (item.layer or "", item.name))
    result = [sheet(list(members)) for _, members in tasks]
    names = Counter(task.name for task in result)
    for name, count in names.items():
        if count > 1:
            raise InputError(
                f"the items of {name!r} are in different layers or tracks",
                remedy="Give all items of a task the same layer.",
            )
    return result


def sheet(items: list[Item]) -> Sheet:
    """The items of one task, sorted by id, as arrays."""
    _check_ids(items)
    keys = tuple(item.request.keys for item in items)
    units = _numbered([unit_of(item) for item in items])
    queries = _numbered([item.query if item.query is not UNSET else None for item in items])
    _check_queries(items, queries, units)
    return Sheet(
        name=items[0].name,
        layer=items[0].layer or "",
        track="core" if items[0].family is not UNSET else "task",
        ids=tuple(item.id for item in items),
        keys=keys,
        options=np.array([len(own) for own in keys]),
        levels=np.array([item.question.type == "score" for item in items]),
        gold=np.array(
            [
                -1 if item.answer is UNSET else own.index(item.answer)
                for item, own in zip(items, keys, strict=True)
            ]
        ),
        yes=np.array([own.index("yes") if sorted(own) == YES_NO else -1 for own in keys]),
        label=np.array([np.nan if item.label is UNSET else item.label for item in items]),
        unit=units,
        unit_names=tuple(unit_of(item)[1] for item in items),
        units=int(units.max()) + 1,
        grouped=np.array([item.group is not UNSET for item in items]),
        query=queries,
        unit_kind=" or ".join(dict.fromkeys(sorted(unit_of(item)[0] for item in items))),
        by=_slices(items),
    )


def _check_ids(items: list[Item]) -> None:
    for before, item in pairwise(items):
        if before.id == item.id:
            raise InputError(
                f"two items of {item.name!r} have the id {item.id!r}",
                remedy="Give every item an id of its own.",
            )


def unit_of(item: Item) -> tuple[str, str]:
    """What is drawn with the item: its contrast group, else its query, else itself."""
    if item.group is not UNSET:
        return "group", item.group
    return ("query", item.query) if item.query is not UNSET else ("item", item.id)


def _numbered(names: Iterable[Any]) -> Array:
    """Numbers in the order in which names first occur; -1 for None."""
    seen: dict[Any, int] = {}
    return np.array([-1 if name is None else seen.setdefault(name, len(seen)) for name in names])


def _check_queries(items: list[Item], queries: Array, units: Array) -> None:
    unit_of: dict[int, int] = {}
    for item, query, unit in zip(items, queries.tolist(), units.tolist(), strict=True):
        if query >= 0 and unit_of.setdefault(query, unit) != unit:
            raise InputError(
                f"the candidates of query {item.query!r} are in different groups",
                place=f"item {item.id}",
                remedy="Keep the candidates of a query in one group, or give them none.",
            )


def _slices(items: list[Item]) -> dict[str, tuple[str | None, ...]]:
    def value(found: object) -> str | None:
        return None if found is UNSET or found is None else str(found)

    pivots = [item.pivot or None for item in items]
    values = {
        "level": tuple(value(item.level) for item in items),
        "kind": tuple(pivot.kind if pivot else None for pivot in pivots),
        "domain": tuple(value(item.domain) for item in items),
        "interpretation": tuple(value(item.interpretation) for item in items),
        "place": tuple(_third(pivot.at) if pivot else None for pivot in pivots),
    }
    return {name: found for name, found in values.items() if any(found)}


def _third(at: float) -> str:
    return PLACES[0] if at < 1 / 3 else PLACES[1] if at < 2 / 3 else PLACES[2]


def mark(task: Sheet, answers: Mapping[str, Answer]) -> Marks:
    """Align a system's answers with the items and mark them."""
    n, widest = task.n, int(task.options.max())
    p = np.zeros((n, widest))
    failed = np.zeros(n, dtype=bool)
    failures: Counter[str] = Counter()
    most = -1
    found = tuple(answers.get(item) for item in task.ids)
    for row, (answer, keys) in enumerate(zip(found, task.keys, strict=True)):
        raw = raw_values(answer.p, keys) if answer and answer.error is None else None
        values = normalised(raw) if raw else None
        if raw is None or values is None:
            failed[row] = True
            failures[_reason(answer)] += 1
            values = [1 / len(keys)] * len(keys)
        else:
            most = max(most, *map(decimals, raw))
        p[row, : len(values)] = values
    predicted = np.where(failed, -1, p.argmax(axis=1))
    return Marks(
        sheet=task,
        p=p,
        predicted=predicted,
        confidence=p.max(axis=1),
        right=(predicted == task.gold) & ~failed,
        failed=failed,
        failures=dict(sorted(failures.items())),
        records=sum(answer is not None for answer in found),
        decimals=most if most >= 0 else None,
        answers=found,
    )


def _reason(answer: Answer | None) -> str:
    if answer is None:
        return MISSING
    return answer.error.kind if answer.error else INVALID
