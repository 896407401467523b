"""The file of a store: made, opened, and refused where it is another's.

A store carries the SHA-256 of the item files that it belongs to, so that it is never mixed with
other items.
"""

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from decisionpivot.items import InputError
from decisionpivot.review.store import Store

APPLICATION_ID = 0x44507276
FORMAT = 1
BUSY_S = 30.0

SCHEMA = f"""
create table tasks (name text primary key, sha256 text not null);
create table reviewers (key text primary key, name text not null);
create table turns (
    reviewer text not null references reviewers, number integer not null,
    task text not null, unit text not null, shown integer not null default 0,
    done integer not null default 0,
    primary key (reviewer, number), unique (reviewer, task, unit)
);
create table answers (
    reviewer text not null references reviewers, task text not null, item text not null,
    answer text not null, time text not null, primary key (reviewer, task, item)
);
create table flags (
    reviewer text not null, task text not null, item text not null, flag text not null,
    note text not null, settled text, primary key (reviewer, task, item),
    foreign key (reviewer, task, item) references answers
);
pragma application_id = {APPLICATION_ID};
pragma user_version = {FORMAT};
"""


def open_store(path: Path, hashes: Mapping[str, str], *, create: bool) -> Store:
    """The store of these items.

    Args:
        path: the SQLite file.
        hashes: the SHA-256 of each item file, by task.
        create: make the file where there is none.

    Raises:
        InputError: there is none, it is no store, or one of other items.
    """
    if not create and not path.is_file():
        raise InputError(
            "there are no reviews yet",
            place=str(path),
            remedy="Start with `decisionpivot review ITEMS`, or name the file with --store.",
        )
    connection = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(
            path, timeout=BUSY_S, isolation_level=None, check_same_thread=False
        )
        _prepare(connection, path, hashes)
    except (OSError, sqlite3.Error, InputError) as error:
        if connection is not None:
            connection.close()
        if isinstance(error, InputError):
            raise
        raise InputError(
            f"this is no store of reviews that can be written: {error}",
            place=str(path),
            remedy="Name another file with --store, or check its permissions.",
        ) from None
    return Store(connection)


def _prepare(db: sqlite3.Connection, path: Path, hashes: Mapping[str, str]) -> None:
    if _tables(db) and _pragmas(db) != (APPLICATION_ID, FORMAT):
        raise InputError(
            "this is a database of something else, or of another version",
            place=str(path),
            remedy="Name another file with --store.",
        )
    db.execute("pragma journal_mode = wal")
    db.execute("pragma synchronous = full")
    db.execute("pragma foreign_keys = on")
    db.execute("begin immediate")
    if not _tables(db):
        for statement in filter(str.strip, SCHEMA.split(";")):
            db.execute(statement)
        db.executemany("insert into tasks values (?, ?)", sorted(hashes.items()))
    db.execute("commit")
    _same_items(dict(db.execute("select name, sha256 from tasks")), hashes, path)


def _tables(db: sqlite3.Connection) -> int:
    ((tables,),) = db.execute("select count(*) from sqlite_master").fetchall()
    return int(tables)


def _pragmas(db: sqlite3.Connection) -> tuple[int, int]:
    ((application,),) = db.execute("pragma application_id").fetchall()
    ((version,),) = db.execute("pragma user_version").fetchall()
    return application, version


def _same_items(kept: Mapping[str, str], hashes: Mapping[str, str], path: Path) -> None:
    differing = sorted(
        name for name in kept.keys() | hashes.keys() if kept.get(name) != hashes.get(name)
    )
    if differing:
        raise InputError(
            f"the reviews are of other items; not the same are: {', '.join(differing[:5])}",
            place=str(path),
            remedy="Review the items that the store was made for, or name another file with "
            "--store.",
        )
