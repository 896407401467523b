"""Write the documentation pages that follow from code: docs/families and docs/reference.

Usage: python scripts/make_docs.py [--check]
With --check nothing is written; the exit status is 1 when a page is not what it should be.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from rich.console import Console

from decisionpivot.audit.quotas import KINDS
from decisionpivot.audit.structure import length
from decisionpivot.cli.show import group_text
from decisionpivot.families import BY_NAME
from decisionpivot.families.group import LEVELS, Family, generate
from decisionpivot.items import Item
from decisionpivot.reference import LAYERS, TASKS, Card, Converter
from decisionpivot.release import SEED

DOCS = Path(__file__).parent.parent / "docs"
WIDTH = 96


def family_page(family: Family) -> str:
    """The page of one family."""
    items = list(generate(family, SEED))
    return "\n".join(
        [
            f"# {family.name}",
            "",
            f"*Layer {family.layer}. {family.title}.* The question: **{family.question}**",
            "",
            *_docstring(family),
            "",
            "## Levels",
            "",
            "| level | items | groups | median characters of a state |",
            "|---|---|---|---|",
            *(_level_row(level, items) for level in LEVELS),
            "",
            "## What decides",
            "",
            *_kinds(family, items),
            "",
            "Domains: " + ", ".join(family.domains) + ".",
            "",
            "## An example",
            "",
            f"A group of seed {SEED} as `decisionpivot items show {items[0].id} --group` shows it. "
            "Lines that differ stand once for each member; the rest is shared.",
            "",
            "```text",
            *_example(items),
            "```",
            "",
        ]
    )


def _docstring(family: Family) -> list[str]:
    text = sys.modules[family.make.__module__].__doc__ or ""
    return [line.rstrip() for line in text.strip().split("\n")]


def _level_row(level: int, items: list[Item]) -> str:
    mine = [item for item in items if item.level == level]
    groups = len({item.group for item in mine})
    return f"| {level} | {len(mine)} | {groups} | {median(length(i.state) for i in mine):,.0f} |"


def _kinds(family: Family, items: list[Item]) -> Iterator[str]:
    quota = KINDS[family.name]
    counts = [quota.count([item for item in items if item.level == level]) for level in LEVELS]
    names = sorted(set().union(*counts), key=list(quota.table).index)
    yield "| kind | what it is | level 1 | level 2 | level 3 | all |"
    yield "|---|---|---|---|---|---|"
    for name in names:
        row = [count[name] for count in counts]
        says = family.kinds.get(name, "")
        yield f"| {name} | {says} | {' | '.join(map(str, row))} | {sum(row)} |"


def _example(items: list[Item]) -> list[str]:
    members = [item for item in items if item.group == items[0].group]
    output = io.StringIO()
    console = Console(file=output, width=WIDTH, color_system=None, highlight=False)
    for line in group_text(members, WIDTH):
        console.print(line, soft_wrap=True)
    return [line.rstrip() for line in output.getvalue().rstrip().split("\n")]


def task_page(task: Converter) -> str:
    """The page of one reference task: its card."""
    card = task.CARD
    facts = {
        "layer": f"{card.layer}, {LAYERS[card.layer]}",
        "items": f"{card.items:,}"
        + (f" in {card.groups:,} groups: {card.unit}" if card.unit else ""),
        "metric": f"`{card.metric}`"
        + (f"; beside it {', '.join(f'`{name}`' for name in card.beside)}" if card.beside else ""),
        "the authors' metric": card.original_metric,
        "chance": (f"{card.chance:.4g}; " if card.chance is not None else "") + card.chance_is,
        "bag of words on the state": f"{card.bag_of_words:.3f}",
        "labels": f"{card.labels}: {card.labels_are}",
        "licence": f"{card.licence} ({card.terms})",
        "source": f"`{card.repository}` at `{card.commit}`"
        + (f"; on the hub `{card.hub}`" if card.hub else ""),
        "files": _files(card),
        "SHA-256 of the items": f"`{card.sha256}`",
    }
    return "\n".join(
        [
            f"# {card.name}",
            "",
            f"*{card.title}.* {card.asks}",
            "",
            *([f"Content warning: {card.warning}.", ""] if card.warning else []),
            "| | |",
            "|---|---|",
            *(f"| {name} | {value} |" for name, value in facts.items()),
            "",
            f"{card.citation.rstrip('.')}.",
            "",
            "## What is known to be weak",
            "",
            *(f"- {defect[0].upper()}{defect[1:]}." for defect in card.defects or ("nothing",)),
            "",
            f"The converter: `src/decisionpivot/reference/{card.name}.py`; to build the items, "
            f"`decisionpivot reference build {card.name}`.",
            "",
        ]
    )


def _files(card: Card) -> str:
    if len(card.files) > 5:
        return f"{len(card.files)}, listed in `reference/files/{card.name}.txt`"
    return ", ".join(f"`{file.path}` ({file.size:,} bytes)" for file in card.files)


def reference_page() -> str:
    """The list of all reference tasks."""
    rows = [
        f"| {card.layer} | [{card.name}]({card.name}.md) | {card.items:,} | {card.groups:,} "
        f"| `{card.metric}` | {'' if card.chance is None else f'{card.chance:.3f}'} "
        f"| {card.bag_of_words:.3f} | {card.terms} |"
        for card in (task.CARD for task in TASKS)
    ]
    return "\n".join(
        [
            "# The reference track",
            "",
            f"{len(TASKS)} public test sets, five for each of seven layers, "
            f"{sum(task.CARD.items for task in TASKS):,} items. Each is rebuilt from its authors' "
            "official files and scored by one metric. A score is (value - chance) / (1 - chance): "
            "0 is uniform guessing, 1 a perfect system. Tasks below chance count as 0 in the mean "
            "of their layer; the reference score is the mean of the layers. For the two capability "
            "tasks chance is the best constant, computed from the labels.",
            "",
            "```",
            "decisionpivot reference build                # download, verify, build; resumes",
            "decisionpivot reference build --source DIR   # from a local copy, without network",
            "decisionpivot bench --tracks core,reference",
            "decisionpivot reference overlap corpus.jsonl # which items a training corpus holds",
            "```",
            "",
            "| layer | task | items | groups | metric | chance | bag of words | terms |",
            "|---|---|---|---|---|---|---|---|",
            *rows,
            "",
            "Layers: " + "; ".join(f"{key}, {says}" for key, says in LAYERS.items()) + ".",
            "",
        ]
    )


def pages() -> Iterator[tuple[Path, str]]:
    """Every page with its path below docs."""
    for family in BY_NAME.values():
        yield Path("families") / f"{family.name}.md", family_page(family)
    for task in TASKS:
        yield Path("reference") / f"{task.CARD.name}.md", task_page(task)
    yield Path("reference") / "README.md", reference_page()


def main() -> int:
    """Write or check all pages."""
    check = "--check" in sys.argv[1:]
    stale = []
    for name, page in pages():
        path = DOCS / name
        if check and (not path.exists() or path.read_text("utf-8") != page):
            stale.append(path)
        elif not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page, "utf-8")
    for path in stale:
        print(f"{path} is stale; run: make docs")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
