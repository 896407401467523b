"""``decisionpivot reference``: list, build and verify the reference track, and look for overlap."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn
from rich.table import Table

from decisionpivot.items import InputError
from decisionpivot.reference import BY_NAME, TASKS, Card
from decisionpivot.reference import build as build_task
from decisionpivot.reference import verify as verify_task
from decisionpivot.reference.build import FOLDER
from decisionpivot.reference.download import cache_folder, download, missing


def list_(*, licence: bool = False, json: bool = False) -> None:
    """List the tasks with their layer, counts, metric and terms.

    Parameters
    ----------
    licence
        Group the tasks by their terms, with the licences as the sources state them.
    json
        Print the cards as one JSON object.
    """
    cards = [task.CARD for task in TASKS]
    if json:
        _print_json({"tasks": cards})
        return
    console = Console(highlight=False)
    console.print(by_terms(cards) if licence else overview(cards))


def overview(cards: Sequence[Card]) -> Table:
    """The tasks, one a line."""
    result = Table("", "task", "items", "groups", "metric", "chance", "terms")
    for column in (2, 3, 5):
        result.columns[column].justify = "right"
    for card in cards:
        chance = "" if card.chance is None else f"{card.chance:.3f}"
        counts = f"{card.items:,}", f"{card.groups:,}"
        result.add_row(card.layer, card.name, *counts, card.metric, chance, card.terms)
    return result


def by_terms(cards: Sequence[Card]) -> Table:
    """The tasks by what their licences come down to."""
    result = Table("terms", "task", "licence")
    for terms in ("permissive", "share-alike", "non-commercial", "unstated"):
        for card in cards:
            if card.terms == terms:
                result.add_row(terms, card.name, card.licence)
    return result


def build(
    *tasks: str,
    source: Path | None = None,
    out: Path = FOLDER,
    mirror: str | None = None,
    json: bool = False,
) -> int:
    """Build the item files of tasks, by default all, from their official files.

    Files are downloaded into a cache at their pinned commit, unless --source gives a folder that
    holds them. The exit status is 1 when a task could not be built; the others are.

    Parameters
    ----------
    tasks
        Which tasks; default all.
    source
        A folder with the official files, one folder a task; nothing touches the network then.
    out
        Where item files go.
    mirror
        The address of a mirror of raw.githubusercontent.com.
    json
        Print what was built as one JSON object.
    """
    chosen = [BY_NAME[name] for name in known(tasks)]
    cards = [task.CARD for task in chosen]
    _flag(cards)
    failed = {} if source else _fetch(cards, mirror)
    folder = source or cache_folder()
    built = []
    for task in chosen:
        card = task.CARD
        if card.name in failed:
            continue
        try:
            built.append(build_task(task, folder / (card.folder or card.name), out=out))
        except InputError as error:
            failed[card.name] = error
    if json:
        _print_json({"built": built, "failed": {name: str(e) for name, e in failed.items()}})
    else:
        console = Console(highlight=False)
        table = Table("task", "items", "groups", "left out")
        for one in built:
            dropped = ", ".join(f"{n:,} {reason}" for reason, n in one.dropped.items())
            table.add_row(one.name, f"{one.items:,}", f"{one.groups:,}", dropped)
        console.print(table)
        console.print(f"{len(built)} of {len(chosen)} tasks built in {out}", soft_wrap=True)
    for name, why in failed.items():
        print(f"error: {name}: {why}", file=sys.stderr)
    return 1 if failed else 0


def verify(*tasks: str, out: Path = FOLDER, json: bool = False) -> int:
    """Check built item files against their cards.

    Parameters
    ----------
    tasks
        Which tasks; default all.
    out
        Where item files lie.
    json
        Print the findings as one JSON object.
    """
    wrong = {}
    names = known(tasks)
    for name in names:
        try:
            verify_task(BY_NAME[name].CARD, out)
        except InputError as error:
            wrong[name] = str(error)
    if json:
        _print_json({"verified": [name for name in names if name not in wrong], "wrong": wrong})
    else:
        print(f"{len(names) - len(wrong)} of {len(names)} tasks are as their cards say")
        for text in wrong.values():
            print(text)
    return 1 if wrong else 0


def known(names: Sequence[str]) -> list[str]:
    """The names of tasks, by default of all.

    Raises:
        InputError: there is no such task.
    """
    for name in names:
        if name not in BY_NAME:
            raise InputError(
                f"there is no reference task called {name!r:.60}",
                remedy=f"The tasks are {', '.join(BY_NAME)}.",
            )
    return list(names) or list(BY_NAME)


def _flag(cards: Sequence[Card]) -> None:
    """Say before a build which tasks come with terms to keep."""
    for terms in ("share-alike", "non-commercial", "unstated"):
        names = [card.name for card in cards if card.terms == terms]
        if names:
            what = "terms unstated" if terms == "unstated" else f"{terms} terms"
            print(f"note: {what}: {', '.join(names)}", file=sys.stderr)


def _fetch(cards: Sequence[Card], mirror: str | None) -> dict[str, InputError]:
    cache = cache_folder()
    total = sum(file.size for card in cards for file in missing(card, cache))
    mirrored: dict[str, Any] = {"base": mirror.rstrip("/")} if mirror else {}
    if not total or not sys.stderr.isatty():
        return download(cards, cache, **mirrored)
    columns = TextColumn("{task.description}"), BarColumn(), DownloadColumn()
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task("downloading", total=total)
        return download(cards, cache, on_bytes=lambda n: progress.advance(bar, n), **mirrored)


def _print_json(value: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")


def overlap(
    *training: Path,
    tasks: str = "",
    items: Path = FOLDER,
    out: Path = Path("overlap.jsonl"),
    json: bool = False,
) -> int:
    """Find the reference items that occur in a training corpus.

    Writes their ids as a list for `decisionpivot score RUN --without LIST`, which leaves them out
    with their whole groups. The exit status is 1 when there are some.

    Parameters
    ----------
    training
        The corpus: text, .jsonl and .parquet files, packed by .gz or .zst or not.
    tasks
        Only these tasks, separated by commas.
    items
        Where built item files lie.
    out
        Where the list goes.
    json
        Print what was found as one JSON object.
    """
    from decisionpivot.answers import replace
    from decisionpivot.items import encode_lines, read_items
    from decisionpivot.reference.overlap import overlap as find

    if not training:
        raise InputError("no training files", remedy="Give the corpus: reference overlap FILE ...")
    names = known([name for name in tasks.split(",") if name])
    paths = [verify_task(BY_NAME[name].CARD, items) for name in names]
    wanted = (item for path in paths for item in read_items(path))
    size = sum(path.stat().st_size for path in training if path.exists())
    if sys.stderr.isatty():
        columns = TextColumn("{task.description}"), BarColumn(), DownloadColumn()
        with Progress(*columns, console=Console(stderr=True)) as progress:
            bar = progress.add_task("reading", total=size)
            found = find(wanted, training, on_text=lambda n: progress.advance(bar, n))
    else:
        found = find(wanted, training)
    replace(out, [encode_lines(found)])
    if json:
        _print_json({"found": found, "list": str(out)})
        return 1 if found else 0
    table = Table("task", "items found", "of")
    for name in names:
        count = sum(own.task == name for own in found)
        if count:
            table.add_row(name, f"{count:,}", f"{BY_NAME[name].CARD.items:,}")
    if found:
        Console(highlight=False).print(table)
    print(f"{len(found):,} items occur in the corpus; list: {out}")
    return 1 if found else 0
