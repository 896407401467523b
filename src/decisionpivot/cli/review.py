"""``decisionpivot review``: a page for human reviewers, and what their reviews come to."""

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from cyclopts import App

from decisionpivot.cli.itemsets import items_named
from decisionpivot.extras import need
from decisionpivot.items import InputError, encode_lines
from decisionpivot.review.groups import Group, groups_of
from decisionpivot.review.store import Row, Store
from decisionpivot.review.storefile import open_store
from decisionpivot.selection import Task

REVIEWS = Path("reviews")
NEEDS = ("starlette", "uvicorn")

review = App(
    name="review",
    help="A local page on which people review items, and what their reviews come to.",
    help_epilogue="Example: `decisionpivot review core-1.0`",
)


@review.default
def serve(*items: str, store: Path | None = None, port: int = 0, json: bool = False) -> int:
    """Serve the reviewers' page on this machine until it is interrupted.

    Parameters
    ----------
    items
        Item files, families, core-1.0, seed-7 (a fresh draw), or reference tasks.
    store
        The SQLite file of the reviews; default reviews/NAME.sqlite.
    port
        The port on 127.0.0.1; default a free one.
    json
        Print the address as one JSON object.
    """
    need("review", *NEEDS)
    from decisionpivot.review.desk import Desk
    from decisionpivot.review.server import serve as serve_page

    groups, opened = _open(items, store, create=True)

    def ready(address: str) -> None:
        text = msgspec.json.encode({"address": address}).decode() if json else address
        print(text, flush=True)
        print("Open the address in a browser. Ctrl-C ends; every answer is kept.", file=sys.stderr)

    try:
        serve_page(Desk(groups, opened), port=port, on_ready=ready)
    finally:
        opened.close()
    return 0


@review.command(help_epilogue="Example: `decisionpivot review export core-1.0 --out reviews.jsonl`")
def export(
    *items: str, out: Path | None = None, store: Path | None = None, json: bool = False
) -> int:
    """Write all reviews as JSONL, one review a line.

    Parameters
    ----------
    items
        The items, as they were named for `review`.
    out
        The file; default standard output.
    store
        The SQLite file of the reviews; default reviews/NAME.sqlite.
    json
        Print one JSON object: the reviews, or with --out how many were written.
    """
    from decisionpivot.answers import replace
    from decisionpivot.review.summary import reviews_of

    groups, opened = _open(items, store, create=False)
    found = reviews_of(groups, _rows(opened))
    if out is None:
        whole = msgspec.json.encode({"reviews": found}) + b"\n"
        sys.stdout.buffer.write(whole if json else encode_lines(found))
        return 0
    replace(out, [encode_lines(found)])
    if json:
        print(msgspec.json.encode({"written": len(found), "file": str(out)}).decode())
    else:
        print(f"{len(found):,} reviews in {out}")
    return 0


@review.command(help_epilogue="Example: `decisionpivot review summary core-1.0`")
def summary(*items: str, store: Path | None = None, json: bool = False) -> int:
    """Progress, agreement and flagged items. The exit status is 1 while a flag is open.

    Parameters
    ----------
    items
        The items, as they were named for `review`.
    store
        The SQLite file of the reviews; default reviews/NAME.sqlite.
    json
        Print one JSON object.
    """
    from decisionpivot.cli.reviewtable import show
    from decisionpivot.review.summary import reviews_of, summarise

    groups, opened = _open(items, store, create=False)
    found = summarise(groups, reviews_of(groups, _rows(opened)))
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    else:
        show(found)
    return 1 if found.open else 0


@review.command(
    help_epilogue="Example: `decisionpivot review settle policy_case:00007 core-1.0 "
    '--because "rule 4 comes first"`'
)
def settle(
    item: str, /, *items: str, because: str, store: Path | None = None, json: bool = False
) -> int:
    """Close the open flags of an item that is right as it is, with the reason.

    Parameters
    ----------
    item
        The item's id.
    items
        The items, as they were named for `review`.
    because
        Why the item stays as it is.
    store
        The SQLite file of the reviews; default reviews/NAME.sqlite.
    json
        Print one JSON object.
    """
    if not because.strip():
        raise InputError("a flag is settled with a reason", place="--because", remedy="Give one.")
    _, opened = _open(items, store, create=False)
    try:
        settled = opened.settle(item, because.strip())
    finally:
        opened.close()
    if not settled:
        raise InputError(
            f"there is no open flag of {item!r}",
            remedy="`decisionpivot review summary` lists the flagged items.",
        )
    print(
        msgspec.json.encode({"item": item, "settled": settled}).decode()
        if json
        else f"{settled} flag{'' if settled == 1 else 's'} of {item} settled"
    )
    return 0


def _open(items: Sequence[str], store: Path | None, *, create: bool) -> tuple[list[Group], Store]:
    """The groups of the named items, and the store of their reviews."""
    tasks = items_named(items)
    groups = groups_of(tasks)
    hashes = {task.name: task.sha256 for task in tasks}
    return groups, open_store(store or _default_store(items, tasks), hashes, create=create)


def _default_store(items: Sequence[str], tasks: Sequence[Task]) -> Path:
    """Called after the first of the items, and how many more there are."""
    more = f"+{len(items) - 1}" if len(items) > 1 else ""
    return REVIEWS / f"{Path(items[0]).name.removesuffix('.jsonl')}{more}.sqlite"


def _rows(store: Store) -> list[Row]:
    try:
        return store.rows()
    finally:
        store.close()
