"""The official files beside the repository, and the items that converters make of them."""

import os
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


def item_with(task: str, part: str) -> Item:
    """The one item whose state holds this text."""
    (found,) = [item for item in items_of(task) if part in str(item.state)]
    return found
