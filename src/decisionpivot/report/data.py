"""Data that pages load on demand: small scripts, since a page on disk may read no other file."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import UNSET, Struct

from decisionpivot.contrast import Segment, marked
from decisionpivot.items import Item
from decisionpivot.scoring.arrays import Array, Marks
from decisionpivot.selection import Task

DECIMALS = 4
"""Of the probabilities that the item browser shows."""


def script(name: str, value: object) -> bytes:
    """A script that hands ``value`` to the page under ``name``: JSON, which runs nothing."""
    return b"DP.put(" + msgspec.json.encode(name) + b"," + msgspec.json.encode(value) + b");\n"


class Member(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An item as the browser shows it; ``state`` is cut where something differs or decides.

    ``options`` and ``question`` are there where they differ from those of the first member.
    """

    id: str
    answer: str | float | None = None
    state: tuple[Segment, ...] | None = None
    question: str | None = None
    options: tuple[tuple[str, str], ...] | None = None
    kind: str | None = None
    was: str | None = None
    now: str | None = None
    at: float | None = None


class Group(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A contrast group, or an item that stands alone."""

    id: str
    question: str
    options: tuple[tuple[str, str], ...]
    members: tuple[Member, ...]
    level: int | None = None
    domain: str | None = None
    interpretation: str | None = None


class Shelf(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What the browser knows of a task before it loads its items: one entry a group.

    ``file`` is what the task's data files are called. ``gold`` has a character a member: y, n, or -
    where it is no yes/no item. ``source`` says whose texts of a public set these are,
    ``warning`` what they may hold.
    """

    name: str
    file: str
    track: str
    layer: str
    ids: tuple[str, ...]
    sizes: tuple[int, ...]
    levels: tuple[int | None, ...]
    domains: tuple[str | None, ...]
    kinds: tuple[tuple[str, ...], ...]
    gold: str
    source: str = ""
    warning: str = ""


def groups(tasks: Iterable[Task], marked: Iterable[Marks]) -> dict[str, list[list[Item]]]:
    """By task: its groups with the items that the run was for, in file order."""
    wanted = {marks.sheet.name: frozenset(marks.sheet.ids) for marks in marked}
    together: dict[str, dict[str, list[Item]]] = {name: {} for name in wanted}
    for task in tasks:
        for item in task.items:
            if item.id in wanted.get(item.name, ()):
                key = item.group if item.group is not UNSET else item.id
                together[item.name].setdefault(key, []).append(item)
    return {name: list(own.values()) for name, own in together.items()}


def group(members: Sequence[Item], *, with_text: bool = True) -> Group:
    """A group as the browser shows it, without its texts where they may not be published."""
    first = members[0]
    return Group(
        id=first.group if first.group is not UNSET else first.id,
        question=first.question.text if with_text else "",
        options=_options(first, with_text),
        members=tuple(
            _member(item, first, state)
            for item, state in zip(
                members, marked(members) if with_text else [None] * len(members), strict=True
            )
        ),
        level=first.level or None,
        domain=first.domain or None,
        interpretation=first.interpretation or None,
    )


def _member(item: Item, first: Item, state: tuple[Segment, ...] | None) -> Member:
    with_text = state is not None
    own = _options(item, with_text)
    pivot = item.pivot or None
    return Member(
        id=item.id,
        answer=item.answer if item.answer is not UNSET else item.label or None,
        state=state,
        question=item.question.text if with_text and item.question != first.question else None,
        options=own if own != _options(first, with_text) else None,
        kind=pivot.kind if pivot else None,
        was=pivot.from_ if pivot else None,
        now=pivot.to if pivot else None,
        at=pivot.at if pivot else None,
    )


def _options(item: Item, with_text: bool) -> tuple[tuple[str, str], ...]:
    return tuple((own.key, own.meaning if with_text else "") for own in item.options)


def shelf(
    marks: Marks,
    found: Sequence[Group],
    *,
    file: str,
    track: str,
    source: str = "",
    warning: str = "",
) -> Shelf:
    """The entry of a task in the browser's index."""
    return Shelf(
        name=marks.sheet.name,
        file=file,
        track=track,
        layer=marks.sheet.layer,
        ids=tuple(group.id for group in found),
        sizes=tuple(len(group.members) for group in found),
        levels=tuple(group.level for group in found),
        domains=tuple(group.domain for group in found),
        kinds=tuple(_kinds(group) for group in found),
        gold="".join(_gold(marks, found)),
        source=source,
        warning=warning,
    )


def _kinds(group: Group) -> tuple[str, ...]:
    return tuple(dict.fromkeys(m.kind for m in group.members if m.kind))


def _gold(marks: Marks, found: Sequence[Group]) -> list[str]:
    sheet = marks.sheet
    signs = np.where(
        (sheet.yes < 0) | (sheet.gold < 0), "-", np.where(sheet.gold == sheet.yes, "y", "n")
    )
    return list(signs[rows(marks, found)].tolist())


def rows(marks: Marks, found: Iterable[Group]) -> Array:
    """The rows of the marks in the order of the browser's groups and members."""
    at = {id_: row for row, id_ in enumerate(marks.sheet.ids)}
    return np.array([at[member.id] for group in found for member in group.members], dtype=int)


def outcomes(marks: Marks, order: Array) -> str:
    """One character a member: 1 right, 0 wrong, f failed."""
    marked = np.where(marks.failed, "f", np.where(marks.right, "1", "0"))
    return "".join(marked[order].tolist())


def predictions(marks: Marks, order: Array) -> list[Any]:
    """By member: the probabilities in the order of its options, or why there are none."""
    return [_prediction(marks, row) for row in order.tolist()]


def _prediction(marks: Marks, row: int) -> list[float] | dict[str, str]:
    if not marks.failed[row]:
        own = marks.p[row, : len(marks.sheet.keys[row])]
        return [round(value, DECIMALS) for value in own.tolist()]
    answer = marks.answers[row]
    if answer is None:
        return {"error": "missing"}
    if answer.error is None:
        return {"error": "invalid_p"}
    shown = {"error": answer.error.kind, "detail": answer.error.detail}
    return shown | ({"reply": answer.reply} if answer.reply else {})
