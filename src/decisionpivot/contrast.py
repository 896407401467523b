"""What differs between the members of a contrast group, and where the decisive fact stands."""

import json
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Literal

from msgspec import Struct

from decisionpivot.items import Item, Pivot, State

LONGEST_COMPARED = 4_000
"""Longer lines are marked as a whole: comparing two of them takes time with their product."""

Span = tuple[int, int]
Mark = Literal["", "changed", "decisive"]
MARKS: tuple[Mark, ...] = ("", "changed", "decisive")


class Segment(Struct, frozen=True, array_like=True):
    """A piece of a state, and how it is marked."""

    text: str
    mark: Mark = ""


def state_lines(state: State) -> list[str]:
    """The lines of a state; JSON is indented by two."""
    text = state if isinstance(state, str) else json.dumps(state, indent=2, ensure_ascii=False)
    return text.split("\n")


def aligned(columns: Sequence[list[str]]) -> Iterator[tuple[list[str], ...]]:
    """Cut the members' lines into runs: shared by all, or one version for each member.

    Members with equally many lines are compared line by line; otherwise the runs that the first
    member shares with all others are found by difflib.
    """
    if len({len(column) for column in columns}) == 1:
        for rows in zip(*columns, strict=True):
            yield tuple([row] for row in rows)
        return
    first = columns[0]
    shared = set(range(len(first)))
    places: list[dict[int, int]] = []
    for other in columns[1:]:
        blocks = SequenceMatcher(a=first, b=other, autojunk=False).get_matching_blocks()
        place = {b.a + k: b.b + k for b in blocks for k in range(b.size)}
        places.append(place)
        shared &= place.keys()
    starts = [0] * len(columns)
    for line in [*sorted(shared), None]:
        ends = (
            [len(column) for column in columns]
            if line is None
            else [line, *(place[line] for place in places)]
        )
        between = tuple(c[s:e] for c, s, e in zip(columns, starts, ends, strict=True))
        if any(between):
            yield between
        if line is not None:
            yield tuple([first[line]] for _ in columns)
        starts = [end + 1 for end in ends]


def counterpart(rows: Sequence[list[str]], member: int) -> list[str]:
    """The version that a member's is compared with: the first member's, or the second's."""
    return rows[0 if member else 1]


def changed_spans(line: str, other: str) -> Iterator[Span]:
    """Yield the parts of a line that differ from another, as whole words."""
    if len(line) > LONGEST_COMPARED or len(other) > LONGEST_COMPARED:
        if line != other:
            yield 0, len(line)
        return
    matcher = SequenceMatcher(a=line, b=other, autojunk=False)
    for tag, start, end, _, _ in matcher.get_opcodes():
        if tag != "equal":
            yield _whole_words(line, start, end)


def _whole_words(line: str, start: int, end: int) -> Span:
    while start > 0 and not line[start - 1].isspace():
        start -= 1
    while end < len(line) and not line[end].isspace():
        end += 1
    return start, end


def marked(members: Sequence[Item]) -> list[tuple[Segment, ...]]:
    """The state of each member of a group, cut into segments by what differs and what decides.

    The decisive fact is marked where its value stands in a line that differs; where it cannot be
    found, the differences stand alone.
    """
    columns = [state_lines(item.state) for item in members]
    changes: list[list[Span]] = [[] for _ in members]
    lines: list[list[Span]] = [[] for _ in members]
    starts = [0] * len(members)
    for rows in aligned(columns) if len(columns) > 1 else ():
        differ = any(row != rows[0] for row in rows)
        for k, row in enumerate(rows):
            others = [*counterpart(rows, k), *[""] * len(row)]
            for line, other in zip(row, others, strict=False):
                at, starts[k] = starts[k], starts[k] + len(line) + 1
                if differ:
                    lines[k].append((at, at + len(line)))
                    changes[k] += [(at + s, at + e) for s, e in changed_spans(line, other)]
    return [
        _segments("\n".join(column), mine, _decisive("\n".join(column), own, item.pivot or None))
        for item, column, mine, own in zip(members, columns, changes, lines, strict=True)
    ]


def _segments(text: str, changes: list[Span], decisive: list[Span]) -> tuple[Segment, ...]:
    marks = bytearray(len(text))
    for mark, spans in ((1, changes), (2, decisive)):
        for start, end in spans:
            marks[start:end] = bytes([mark]) * (end - start)
    runs = (list(places) for _, places in groupby(range(len(text)), key=marks.__getitem__))
    return tuple(Segment(text[run[0] : run[-1] + 1], MARKS[marks[run[0]]]) for run in runs)


def _decisive(text: str, within: list[Span], pivot: Pivot | None) -> list[Span]:
    """Where the value of the decisive fact stands, or the parts of a value of several."""
    if pivot is None or not pivot.to:
        return []
    for values in ([pivot.to], [_as_indented(pivot.to)], pivot.to.split("; ")):
        found = [_nearest(text, value, within, pivot.at * len(text)) for value in values]
        if any(found):
            return [span for span in found if span]
    return []


def _nearest(text: str, value: str, within: list[Span], at: float) -> Span | None:
    places = [
        place
        for start, end in within
        for place in _places(text[start:end], value, offset=start)
        if value
    ]
    place = min(places, key=lambda place: abs(place - at), default=None)
    return None if place is None else (place, place + len(value))


def _places(line: str, value: str, *, offset: int) -> Iterator[int]:
    place = line.find(value)
    while place >= 0:
        yield offset + place
        place = line.find(value, place + 1)


def _as_indented(value: str) -> str:
    """A piece of compact JSON as it stands in an indented state."""
    return value.replace('":', '": ', 1)
