"""Small items and answers for the tests of the scorer."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from decisionpivot.answers import Line
from decisionpivot.items import Answer, Failure, Item, Option, Pivot, Question, encode_lines, sha256
from decisionpivot.items import question_type as type_of
from decisionpivot.scoring.arrays import Marks, mark, sheets
from decisionpivot.scoring.assemble import score
from decisionpivot.scoring.scorecard import Scorecard, Selection

YES_NO = ("yes", "no")


def item(key: str, answer: str | None, keys: Sequence[str] = YES_NO, **more: Any) -> Item:
    """An item of the task ``t``, or of a family where one is named."""
    if "family" not in more:
        more.setdefault("task", "t")
    if answer is not None:
        more["answer"] = answer
    if "at" in more:
        more["pivot"] = Pivot("k", "", "", more.pop("at"))
    return Item(
        id=key,
        state="s",
        question=Question(more.pop("type", type_of(keys)), "?"),
        options=tuple(Option(k, "") for k in keys),
        **more,
    )


def answer(key: str, p: Any = None, **more: Any) -> Answer:
    return Answer(id=key, p=p, **more)


def yes(p: float) -> dict[str, float]:
    return {"yes": p, "no": 1 - p}


def failed(key: str, kind: str = "transport") -> Answer:
    return Answer(id=key, error=Failure(kind))


def marks(items: Iterable[Item], answers: Iterable[Answer]) -> list[Marks]:
    by_id = {a.id: a for a in answers}
    return [mark(sheet, by_id) for sheet in sheets(items)]


def card(items: Sequence[Item], answers: Iterable[Answer], **more: Any) -> Scorecard:
    more.setdefault("resamples", 0)
    chosen = Selection(len(items), len(items), "", "all")
    return score(marks(items, answers), system="s", selection=chosen, **more)


def task(items: Sequence[Item], answers: Iterable[Answer]) -> Any:
    """The score of the task ``t``."""
    found = card(items, answers).data
    assert found
    return found.tasks["t"]


def records(answers: Iterable[Answer]) -> list[Line]:
    return [Line(number, a) for number, a in enumerate(answers, 1)]


def write_run(
    folder: Path,
    items: Sequence[Item],
    answers: Mapping[str, Iterable[Answer]],
    **more: Any,
) -> Path:
    """A run folder; the items beside it as ``<task>.jsonl`` are the caller's business."""
    folder.mkdir(parents=True, exist_ok=True)
    run = {
        "system": "s",
        "selection": {
            "items": len(items),
            "of": len(items),
            "sha256": sha256("".join(f"{i.id}\n" for i in items).encode()),
            "how": "all",
        },
    } | more
    (folder / "run.json").write_text(json.dumps(run), encoding="utf-8")
    for name, own in answers.items():
        (folder / f"{name}.jsonl").write_bytes(encode_lines(own))
    return folder


def family(name: str, layer: str, groups: int, *, size: int = 2, seed: int = 1) -> list[Item]:
    """A family like ours: groups over three levels, every member with another answer."""
    keys = YES_NO if size == 2 else tuple("abcdef"[:size])
    r = Random(f"{name} {seed}")
    return [
        item(
            f"{name}:{g * size + m:05d}",
            keys[m],
            keys,
            family=name,
            layer=layer,
            group=f"{name}:g{g:04d}",
            level=1 + g * 3 // groups,
            domain=f"d{g % 4}",
            at=r.random(),
        )
        for g in range(groups)
        for m in range(size)
    ]


def core(groups: int = 300, families: int = 13) -> list[Item]:
    """A core track of some families."""
    return [
        i
        for n in range(families)
        for i in family(f"f{n:02d}", "ABCDEFG"[n * 7 // families], groups)
    ]


def answers_of(items: Sequence[Item], *, skill: float, seed: str = "s") -> list[Answer]:
    """Answers of a system: the gold option gets more, the more skilled it is."""
    r = Random(f"{seed}")
    result = []
    for one in items:
        weights = {key: r.random() for key in one.request.keys}
        if r.random() < skill:
            weights[str(one.answer)] += 3 * r.random()
        total = sum(weights.values())
        result.append(answer(one.id, {k: w / total for k, w in weights.items()}))
    return result
