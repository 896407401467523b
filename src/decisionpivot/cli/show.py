"""How an item and its contrast group look in a terminal, also 80 columns wide."""

import json
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from textwrap import wrap

from rich.text import Text

from decisionpivot.items import Item, State

LETTERS = "ABCDEFGH"
CHANGED = "bold reverse"


def state_lines(state: State) -> list[str]:
    """The lines of a state; JSON is indented by two."""
    text = state if isinstance(state, str) else json.dumps(state, indent=2, ensure_ascii=False)
    return text.split("\n")


def item_text(item: Item, width: int) -> Iterator[Text]:
    """Yield the lines of one item: head, state, question, options, answer."""
    yield _head(item, item.id)
    yield Text()
    for line in state_lines(item.state):
        yield from _wrapped(line, width)
    yield Text()
    yield from _question(item, width)
    yield Text(f"Answer: {item.answer}", style="bold green")
    if item.pivot:
        yield from _wrapped(
            f"Decisive fact ({item.pivot.kind}): {item.pivot.to!r}, "
            f"{item.pivot.at:.0%} into the state",
            width,
        )


def group_text(members: Sequence[Item], width: int) -> Iterator[Text]:
    """Yield the lines of a contrast group: what is shared once, what differs for each member."""
    yield _head(members[0], str(members[0].group))
    for letter, member in zip(LETTERS, members, strict=False):
        yield Text(f"{letter} = {member.id}, answer {member.answer}", style="bold")
    yield Text()
    columns = [state_lines(member.state) for member in members]
    for rows in aligned(columns):
        if all(row == rows[0] for row in rows):
            for line in rows[0]:
                yield from _wrapped(line, width, indent="  ")
        else:
            for letter, row in zip(LETTERS, rows, strict=False):
                yield from _variant(letter, row, rows[0] if row is not rows[0] else rows[1], width)
    yield Text()
    yield from _question(members[0], width)


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


def _variant(letter: str, row: list[str], other: list[str], width: int) -> Iterator[Text]:
    for line, counterpart in zip(row, [*other, *[""] * len(row)], strict=False):
        marked = Text(line)
        for tag, start, end, _, _ in SequenceMatcher(
            a=line, b=counterpart, autojunk=False
        ).get_opcodes():
            if tag != "equal":
                marked.stylize(CHANGED, *_whole_words(line, start, end))
        for n, part in enumerate(marked.wrap(_console(width), width - 3)):
            yield Text(f"{letter if not n else ' '}| ", style="bold yellow") + part


def _whole_words(line: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and not line[start - 1].isspace():
        start -= 1
    while end < len(line) and not line[end].isspace():
        end += 1
    return start, end


def _console(width: int):  # type: ignore[no-untyped-def]
    from rich.console import Console

    return Console(width=width)


def _head(item: Item, name: str) -> Text:
    parts = [name, f"layer {item.layer}", f"level {item.level}", str(item.domain)]
    if item.interpretation:
        parts.append(item.interpretation)
    return Text("  ".join(parts), style="bold cyan")


def _question(item: Item, width: int) -> Iterator[Text]:
    yield from _wrapped(f"Question: {item.question.text}", width)
    for option in item.options:
        yield from _wrapped(f"- {option.key}: {option.meaning}", width, indent="  ")


def _wrapped(line: str, width: int, indent: str = "") -> Iterator[Text]:
    lead = indent + " " * (len(line) - len(line.lstrip()))
    for part in wrap(line.strip(), width, initial_indent=lead, subsequent_indent=lead + "  ") or [
        ""
    ]:
        yield Text(part)
