"""Runs of made-up systems over real items, and the site that is made of them."""

from collections.abc import Callable, Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from decisionpivot import answers, reference
from decisionpivot.families import BY_NAME
from decisionpivot.families.group import generate
from decisionpivot.items import Answer, Failure, Item, Option, Question, encode_lines
from decisionpivot.release import OWN, REFERENCE
from decisionpivot.report import ScoredRun, write_site
from decisionpivot.run.counting import counted
from decisionpivot.run.folder import Record, Selected
from decisionpivot.run.folder import save as save_record
from decisionpivot.scoring import score_loaded
from decisionpivot.scoring.load import load
from decisionpivot.scoring.reference import TaskCard, task_card
from decisionpivot.selection import Selection, Task, choose, tasks_of
from decisionpivot.systems.system import Spec
from decisionpivot.verify import SCORECARD

HOSTILE = (
    'Is 1<2? & "x" <img src=x onerror=alert(1)> </td></script><script>alert(1)</script>\'\u2028'
)
FAMILIES = ("log_claim", "policy_case", "toolcall_valid")
RESAMPLES = 30


def items_of(family: str, first: int = 4) -> list[Item]:
    """The first groups of every level of a family."""
    return list(generate(BY_NAME[family], 1, first=first))


def write_items(folder: Path, items: dict[str, Sequence[Item]]) -> list[Path]:
    """Item files, one a task."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{name}.jsonl" for name in items]
    for path, own in zip(paths, items.values(), strict=True):
        path.write_bytes(encode_lines(own))
    return paths


def answers_of(
    items: Sequence[Item], *, skill: float, seed: str, fail: float = 0.0
) -> Iterator[Answer]:
    """A system that follows the decisive fact in some groups, and else says one thing to all."""
    r = Random(f"{seed} {skill}")
    group, follows, guess = None, False, ""
    for item in items:
        if item.group != group:
            group, follows, guess = item.group, r.random() < skill, r.choice(item.request.keys)
        top = str(item.answer) if follows and item.answer in item.request.keys else guess
        if top not in item.request.keys:
            top = item.request.keys[0]
        if r.random() < fail:
            yield Answer(id=item.id, error=Failure("refusal", HOSTILE), attempts=1, reply=HOSTILE)
            continue
        weights = {key: r.random() + (4 if key == top else 0) for key in item.request.keys}
        total = sum(weights.values())
        p = {key: round(weight / total, 3) for key, weight in weights.items()}
        yield Answer(id=item.id, p=p, attempts=1, latency_s=0.01 + r.random(), cost_usd=0.001)


def published(
    folder: Path,
    name: str,
    paths: Sequence[Path],
    *,
    skill: float = 0.6,
    fail: float = 0.0,
    kind: str = "systemone",
    release: str = OWN,
    cards: Sequence[TaskCard] = (),
    **spec: Any,
) -> ScoredRun:
    """A scored run over some item files, as the runner and the scorer leave one."""
    tasks = [replace(task, items=tuple(task.items)) for task in tasks_of(paths)]
    chosen = choose(tasks, Selection())
    said = {t.name: list(answers_of(t.items, skill=skill, seed=name, fail=fail)) for t in tasks}
    for task, own in said.items():
        answers.replace(folder / f"{task}.jsonl", [encode_lines(own)])
    found = counted((a for own in said.values() for a in own), items=chosen.items)
    save_record(
        folder,
        Record(
            system=Spec(name=name, kind=kind, **spec),
            package="0.1.0",
            release=release,
            items_sha256={task.name: task.sha256 for task in tasks},
            prompt_sha256=None,
            selection=Selected(chosen.items, chosen.of, chosen.sha256, str(Selection())),
            start="2026-01-01T00:00:00Z",
            end="2026-01-01T00:01:00Z",
            counts=found.counts,
            totals=found.totals,
        ),
    )
    run = load(folder, tasks)
    card = score_loaded(run, cards=cards, resamples=RESAMPLES)
    answers.replace(folder / SCORECARD, [card.to_json()])
    return ScoredRun(folder, run, card)


def three_runs(
    folder: Path, items: dict[str, Sequence[Item]] | None = None
) -> tuple[list[ScoredRun], list[Task]]:
    """Two systems and a baseline over three families."""
    own = items or {name: items_of(name) for name in FAMILIES}
    paths = write_items(folder / "items", own)
    runs = [
        published(folder / "runs" / "strong", "strong", paths, skill=0.9),
        published(folder / "runs" / "weak", "weak", paths, skill=0.3, fail=0.1, kind="chat"),
        published(folder / "runs" / "uniform", "uniform", paths, skill=0.1, kind="uniform"),
    ]
    return runs, tasks_of(paths)


def public_sets(folder: Path, *names: str) -> tuple[ScoredRun, list[Task]]:
    """A run of ``strong`` over items of our own under the names of public sets."""
    items = {
        name: [
            Item(
                id=f"{name}:{n}",
                task=name,
                layer=reference.BY_NAME[name].CARD.layer,
                state=f"text {n} of {name}",
                question=Question("choice", "Is it safe?"),
                options=(Option("safe", ""), Option("unsafe", "")),
                answer="safe" if n % 2 else "unsafe",
            )
            for n in range(12)
        ]
        for name in names
    }
    paths = write_items(folder / "public", items)
    cards = [task_card(reference.BY_NAME[name].CARD) for name in names]
    run = published(
        folder / "runs" / "strong@reference", "strong", paths, release=REFERENCE, cards=cards
    )
    return run, tasks_of(paths)


def made(folder: Path, **options: Any) -> Path:
    """The site of three runs."""
    runs, tasks = three_runs(folder)
    write_site(runs, tasks, folder / "site", **options)
    return folder / "site"


class Tags(HTMLParser):
    """What a page is made of."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.inside = ""
        self.scripts = ""
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.inside = tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.inside == "script":
            self.scripts += data

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def all(
        self, wanted: Callable[[str, dict[str, str | None]], bool]
    ) -> list[dict[str, str | None]]:
        """The attributes of some tags."""
        return [attributes for tag, attributes in self.found if wanted(tag, attributes)]


def cells(page: Path, row: str) -> dict[str, str]:
    """The data-v of a leaderboard row's cells by what they show; the first of each."""
    parser = Tags(page)
    values: dict[str, str] = {}
    inside = False
    for tag, attributes in parser.found:
        if tag == "tr":
            inside = attributes.get("data-slug") == row
        elif inside and tag == "td":
            values.setdefault(str(attributes["data-is"]), str(attributes["data-v"]))
    return values
