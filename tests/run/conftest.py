"""Small item sets made by hand, and systems from plain functions."""

from collections.abc import Callable
from pathlib import Path

import pytest

from decisionpivot.items import Item, Option, Question, encode_lines, file_sha256
from decisionpivot.selection import Task

YES_NO = (Option("yes", "it is charged"), Option("no", "it is not charged"))


def item(number: int, *, task: str = "robots") -> Item:
    return Item(
        id=f"{task}:{number:05d}",
        task=task,
        group=f"{task}:g{number // 2:04d}",
        level=1 + number // 2 % 3,
        state=f"robot {number}\nbattery: {number % 100}%\u2028\n",
        question=Question("noul", "Is the robot charged?"),
        options=YES_NO if number % 4 < 2 else YES_NO[::-1],
        answer="yes" if number % 2 else "no",
    )


@pytest.fixture
def make_task(tmp_path: Path) -> Callable[..., Task]:
    def make(count: int, name: str = "robots") -> Task:
        items = [item(number, task=name) for number in range(count)]
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(encode_lines(items))
        return Task(name, items, file_sha256(path))

    return make
