"""Write the documentation pages that follow from code: docs/families/<family>.md.

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


def main() -> int:
    """Write or check all pages."""
    check = "--check" in sys.argv[1:]
    stale = []
    for family in BY_NAME.values():
        path = DOCS / "families" / f"{family.name}.md"
        page = family_page(family)
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
