"""How an item and its contrast group look in a terminal, also 80 columns wide."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from rich.text import Text

from decisionpivot.contrast import aligned, changed_spans, counterpart, state_lines
from decisionpivot.items import Item

LETTERS = "ABCDEFGH"
CHANGED = "bold reverse"


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
            for k, (letter, row) in enumerate(zip(LETTERS, rows, strict=False)):
                yield from _variant(letter, row, counterpart(rows, k), width)
    yield Text()
    yield from _question(members[0], width)


def _variant(letter: str, row: list[str], other: list[str], width: int) -> Iterator[Text]:
    for line, changed in zip(row, [*other, *[""] * len(row)], strict=False):
        marked = Text(line)
        for start, end in changed_spans(line, changed):
            marked.stylize(CHANGED, start, end)
        for n, part in enumerate(marked.wrap(_console(width), width - 3)):
            yield Text(f"{letter if not n else ' '}| ", style="bold yellow") + part


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
