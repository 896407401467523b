"""The data set's card on the Hugging Face hub: front matter and the sections of its template.

The format: https://github.com/huggingface/hub-docs/blob/main/datasetcard.md
"""

import json
import re
from collections.abc import Iterable, Sequence
from importlib.resources import files
from string import Template
from typing import Any

from decisionpivot import __version__
from decisionpivot.export.about import AUTHORS, PUBLISHED
from decisionpivot.export.columns import Column, row_of
from decisionpivot.export.dataset import DEFAULT, DataSet
from decisionpivot.export.tables import SPLIT, Table
from decisionpivot.items import CANARY, Item
from decisionpivot.reference import LAYERS, Card
from decisionpivot.reference.licences import kept_back

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
"""The hub's names of sizes below a million."""


def card(data: DataSet, example: Sequence[Item]) -> bytes:
    """The content of ``README.md``.

    Args:
        data: the data set.
        example: the items of one group, to be shown.
    """
    about = data.about
    text = (files(__package__) / "templates" / "card.md").read_text("utf-8")
    page = Template(text).substitute(
        front=front_matter(data).rstrip("\n"),
        title=about.title,
        summary=about.summary,
        description=about.description,
        canary=f"{about.canary} `{CANARY}`",
        items=f"{data.items:,}",
        groups=f"{data.groups:,}",
        tables=len(data.tables),
        release=data.release,
        authors=AUTHORS,
        licence=_licence(data),
        version=__version__,
        command="decisionpivot export hf DIR" + (" --reference" if data.cards else ""),
        split=SPLIT,
        place=data.place or "DIR",
        first=data.tables[0].name,
        configurations="\n".join(_kept(data) if data.cards else _families(data)),
        states=_states(data.tables),
        columns="\n".join(_table(("column", "type", "what it says"), map(_column, data.columns))),
        example="\n".join(_example(example)),
        rationale=about.rationale,
        collection=about.collection,
        processing=_listed(about.processing),
        producers=about.producers,
        uses=_listed(about.uses),
        misuses=_listed(about.misuses),
        annotation=_listed(about.annotation),
        annotators=about.annotators_are,
        personal=about.personal,
        biases=_listed(about.biases),
        limits=_listed(about.limits),
        impact=about.impact,
        advice=_listed(about.advice),
        bibtex=bibtex(about.title),
        apa=f"{AUTHORS}. ({PUBLISHED[:4]}). *{about.title}* (Version {__version__}) [Data set].",
        glossary=_listed([*about.glossary, _layers()]),
        maintenance=about.maintenance,
    )
    return page.encode("utf-8")


def _layers() -> str:
    return "**Layers:** " + "; ".join(f"{key}, {says}" for key, says in LAYERS.items()) + "."


def front_matter(data: DataSet) -> str:
    """The YAML that the hub and ``datasets`` read."""
    import yaml

    about = data.about
    fields = {
        "pretty_name": about.title,
        "language": ["en"],
        "license": about.licence,
        **(
            {"license_name": "per-configuration", "license_link": about.licence_is}
            if about.licence == "other"
            else {}
        ),
        "annotations_creators": [about.annotators],
        "language_creators": [about.writers],
        "source_datasets": [about.sources],
        "size_categories": [size_category(data.items)],
        "task_categories": list(about.categories),
        "tags": list(about.tags),
        "configs": [_config(DEFAULT, data.tables), *(_config(t.name, [t]) for t in data.tables)],
        "dataset_info": [
            _info(DEFAULT, data.tables, data.columns),
            *(_info(table.name, [table], data.columns) for table in data.tables),
        ],
    }
    written: str = yaml.dump(fields, Dumper=_plain_dumper(), sort_keys=False, width=100)
    return written


def _plain_dumper() -> Any:
    """A dumper that writes what occurs twice twice, without anchors: the hub's reader is simple."""
    import yaml

    class Plain(yaml.SafeDumper):  # type: ignore[misc]
        def ignore_aliases(self, data: Any) -> bool:
            return True

    return Plain


def size_category(items: int) -> str:
    """The hub's name of a data set's size."""
    return next((name for limit, name in SIZES if items < limit), "n>1M")


def _config(name: str, tables: Sequence[Table]) -> dict[str, Any]:
    paths = [table.path for table in tables]
    return {
        "config_name": name,
        "data_files": [{"split": SPLIT, "path": paths[0] if len(paths) == 1 else paths}],
    }


def _info(name: str, tables: Sequence[Table], columns: Sequence[Column]) -> dict[str, Any]:
    nbytes = sum(table.nbytes for table in tables)
    return {
        "config_name": name,
        "features": [
            {"name": column.name, "list": "string"}
            if column.kind == "strings"
            else {"name": column.name, "dtype": column.kind}
            for column in columns
        ],
        "splits": [
            {
                "name": SPLIT,
                "num_bytes": nbytes,
                "num_examples": sum(table.items for table in tables),
            }
        ],
        "download_size": sum(table.size for table in tables),
        "dataset_size": nbytes,
    }


def _licence(data: DataSet) -> str:
    if data.cards:
        return "each configuration its source's own, in [LICENSE.md](LICENSE.md)"
    return f"[{data.about.licence}]({data.about.licence_is})"


def _families(data: DataSet) -> Iterable[str]:
    heads = (
        "configuration",
        "question",
        "items",
        "groups",
        "items a level",
        "options",
        "pair chance",
    )
    return _table(heads, (_family(table, data.asks[table.name]) for table in data.tables))


def _family(table: Table, asks: str) -> tuple[str, ...]:
    fewest, most = table.options
    return (
        f"`{table.name}`",
        asks,
        f"{table.items:,}",
        f"{table.groups:,}",
        " / ".join(map(str, table.levels.values())),
        str(most) if fewest == most else f"{fewest} to {most}",
        f"{100 * table.pair_chance:.2g} %",
    )


def _kept(data: DataSet) -> Iterable[str]:
    heads = "configuration", "set", "items", "groups", "metric", "labels", "licence", "warning"
    rows = (_task(table, one) for table, one in zip(data.tables, data.cards, strict=True))
    yield from _table(heads, rows)
    yield ""
    yield (
        f"{len(data.kept_back)} more sets belong to the reference track and are not here. "
        "`decisionpivot reference build` makes their items from the official files:"
    )
    yield ""
    yield from _table(
        ("set", "items", "why it is not here"),
        ((f"`{one.name}`", f"{one.items:,}", kept_back(one)) for one in data.kept_back),
    )


def _task(table: Table, of: Card) -> tuple[str, ...]:
    return (
        f"`{table.name}`",
        of.title,
        f"{table.items:,}",
        f"{table.groups:,}",
        f"`{of.metric}`",
        of.labels,
        of.licence,
        of.warning,
    )


def _states(tables: Sequence[Table]) -> str:
    short, long = min(table.middle for table in tables), max(table.middle for table in tables)
    return (
        f"States have {short:,.0f} to {long:,.0f} characters in the median of a configuration, and "
        f"{max(table.longest for table in tables):,} at most."
    )


def _column(column: Column) -> tuple[str, str, str]:
    kind = "list of string" if column.kind == "strings" else column.kind
    return f"`{column.name}`", kind, column.says


def _example(items: Sequence[Item]) -> Iterable[str]:
    """One item in full, and what differs in the others of its group."""
    row = {name: value for name, value in row_of(items[0]).items() if value is not None}
    yield "### An example"
    yield ""
    yield f"The state of `{items[0].id}`:"
    yield ""
    yield from _fenced(row.pop("state"), "text")
    yield ""
    yield "The other columns of this row, but for those that are empty:"
    yield ""
    yield from _fenced(json.dumps(row, ensure_ascii=False, indent=2), "json")
    if len(items) > 1:
        yield ""
        yield "Its group:"
        yield ""
        yield from _table(("item", "the decisive fact", "answer"), map(_member, items))


def _fenced(text: str, kind: str) -> Iterable[str]:
    """A block of code; the fence is longer than any that the text holds."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    yield from (fence + kind, text, fence)


def _member(item: Item) -> tuple[str, str, str]:
    return f"`{item.id}`", item.pivot.to if item.pivot else "", f"`{item.answer or ''}`"


def _listed(statements: Iterable[str]) -> str:
    return "\n".join(f"- {statement}" for statement in statements)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    for row in (heads, ["---"] * len(heads), *rows):
        yield "| " + " | ".join(_cell(value) for value in row) + " |"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def bibtex(title: str) -> str:
    """How the data set is cited."""
    return "\n".join(
        [
            "@misc{decisionpivot,",
            f"  title = {{{title}}},",
            f"  author = {{{{{AUTHORS}}}}},",
            f"  year = {{{PUBLISHED[:4]}}},",
            f"  version = {{{__version__}}}",
            "}",
        ]
    )
