"""Small item sets made by hand, and what runs of them left."""

from pathlib import Path

import msgspec

from decisionpivot import answers
from decisionpivot.items import Answer, Item, Option, Question, encode_lines
from decisionpivot.selection import Task, tasks_of

YES_NO = (Option("yes", "it is charged"), Option("no", "it is not charged"))


def item(number: int, task: str = "robots") -> Item:
    """Pairs at three levels; the state holds a line separator that ends no line of JSON."""
    return Item(
        id=f"{task}:{number:05d}",
        task=task,
        group=f"{task}:g{number // 2:04d}",
        level=1 + number // 2 % 3,
        state=f"robot {number}\u2028battery: {number % 100}%",
        question=Question("noul", "Is the robot charged?"),
        options=YES_NO if number % 4 < 2 else YES_NO[::-1],
        answer="yes" if number % 2 else "no",
    )


def item_file(folder: Path, count: int, task: str = "robots") -> Path:
    path = folder / "items" / f"{task}.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(encode_lines(item(number, task) for number in range(count)))
    return path


def make_task(folder: Path, count: int, name: str = "robots") -> Task:
    return tasks_of([item_file(folder, count, name)])[0]


def ids(path: Path) -> list[str]:
    return [line.answer.id for line in answers.read(path)]


def records(folder: Path, task: str = "robots") -> list[Answer]:
    return [line.answer for line in answers.read(folder / f"{task}.jsonl")]


def without_clock(path: Path) -> list[Answer]:
    """The records of a file but for the values that a clock gives."""
    lines = (line.answer for line in answers.read(path))
    return [msgspec.structs.replace(line, latency_s=None, attempts=None) for line in lines]
