"""The official files beside the repository, and the items that converters make of them."""

import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from decisionpivot.items import Item
from decisionpivot.reference import BY_NAME, convert

SOURCES = Path(__file__).parents[3] / "shared" / "reference-sources"


def need_sources() -> None:
    """Skip the test where the official files are not at hand; in CI that is a failure."""
    if SOURCES.is_dir():
        return
    reason = f"the official files are not at hand: {SOURCES}"
    (pytest.fail if os.environ.get("DECISIONPIVOT_CI") else pytest.skip)(reason)


@cache
def items_of(task: str) -> tuple[Item, ...]:
    """A task's items, converted once."""
    need_sources()
    card = BY_NAME[task].CARD
    return tuple(convert(BY_NAME[task], SOURCES / (card.folder or task))[0])


def picked(task: str, state: str, question: str = "") -> Item:
    """The one item whose state and question hold these texts."""
    found = [
        item
        for item in items_of(task)
        if state in str(item.state) and question in item.question.text
    ]
    assert len(found) == 1, f"{len(found)} items of {task} hold {state!r} and {question!r}"
    return found[0]


def gold_meaning(item: Item) -> str:
    """What the gold option says."""
    (meaning,) = [option.meaning for option in item.options if option.key == item.answer]
    return meaning


def counts(task: str) -> dict[str | float, int]:
    """Items by their answer or label."""
    return dict(Counter(item.answer or item.label for item in items_of(task)))


def shown(item: Item) -> str:
    """All text that a system sees of an item."""
    options = " ".join(f"{option.key} {option.meaning}" for option in item.options)
    return f"{item.state} {item.question.text} {options}"
