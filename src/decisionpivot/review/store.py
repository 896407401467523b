"""What reviewers said, in SQLite: one transaction each, on the disk before it is confirmed.

Several threads and several processes may use one store at the same time.
"""

import sqlite3
import threading
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from msgspec import Struct

from decisionpivot.items import DecisionPivotError
from decisionpivot.review.groups import GroupKey

LONGEST_NAME = 40
LONGEST_NOTE = 2_000

FlagKind = Literal["wrong_answer", "ambiguous", "odd_wording", "other"]


class Refused(DecisionPivotError):
    """What a reviewer asked for is not possible now; nothing was stored."""


class Turn(Struct, frozen=True):
    """A group in the hands of a reviewer: the how-manieth of theirs, and how far they are.

    ``shown`` says that they have seen the answers, ``done`` that they have gone on.
    """

    number: int
    task: str
    unit: str
    shown: bool
    done: bool


class Tally(Struct, frozen=True):
    """How many reviewers have finished a group, and how many were given it."""

    finished: int = 0
    given: int = 0


class Flag(Struct, frozen=True):
    """A doubt about an item. ``settled`` is why it no longer stands, null while it is open."""

    kind: FlagKind
    note: str = ""
    settled: str | None = None


class Row(Struct, frozen=True):
    """One reviewer's answer to one item."""

    reviewer: str
    task: str
    item: str
    answer: str
    time: str
    flag: Flag | None


def reviewer_name(text: str) -> str:
    """A reviewer's name as it is kept: one form of each letter, single blanks.

    Raises:
        Refused: it is empty, too long or holds control characters.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused(f"A name has 1 to {LONGEST_NAME} letters, digits or signs.")
    return name


class Store:
    """The reviews of some items. Made by :func:`.storefile.open_store`; close it when done."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection, self._lock = connection, threading.Lock()

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def _transaction(self, kind: str = "immediate") -> Iterator[sqlite3.Connection]:
        """All or nothing. Once it is left, what was written is on the disk."""
        with self._lock:
            self._connection.execute(f"begin {kind}")
            try:
                yield self._connection
                self._connection.execute("commit")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("rollback")
                raise

    def enter(self, text: str) -> str:
        """Note a reviewer and return the name; who differs only in case is the same person."""
        name = reviewer_name(text)
        with self._transaction() as db:
            db.execute(
                "insert into reviewers values (?, ?) on conflict do nothing",
                (name.casefold(), name),
            )
            ((known,),) = db.execute(
                "select name from reviewers where key = ?", (name.casefold(),)
            ).fetchall()
        return str(known)

    def reviewers(self) -> list[str]:
        """All names, in order."""
        with self._transaction("deferred") as db:
            return [name for (name,) in db.execute("select name from reviewers order by key")]

    def turns(self, reviewer: str) -> int:
        """How many groups a reviewer was given."""
        with self._transaction("deferred") as db:
            return _count(db, reviewer.casefold())

    def turn(self, reviewer: str, number: int) -> Turn:
        """A reviewer's turn by its number, from 1.

        Raises:
            Refused: there is none.
        """
        with self._transaction("deferred") as db:
            return _turn(db, reviewer.casefold(), number)

    def give(self, reviewer: str, order: Sequence[GroupKey]) -> int | None:
        """The number of the turn that a reviewer is at; a new one when the last is done.

        New is the group, of those the reviewer has not had, that the fewest have finished, then
        the one that the fewest were given, then the first in order. None when there is no more.
        """
        key = reviewer.casefold()
        with self._transaction() as db:
            _known(db, key)
            last = _count(db, key)
            if last and not _turn(db, key, last).done:
                return last
            had = set(db.execute("select task, unit from turns where reviewer = ?", (key,)))
            tallies = _tallies(db)
            free = [group for group in order if group not in had]
            if not free:
                return None
            nobody = Tally()

            def reviews(group: GroupKey) -> tuple[int, int]:
                tally = tallies.get(group, nobody)
                return tally.finished, tally.given

            db.execute(
                "insert into turns (reviewer, number, task, unit) values (?, ?, ?, ?)",
                (key, last + 1, *min(free, key=reviews)),
            )
            return last + 1

    def tallies(self) -> dict[GroupKey, Tally]:
        """How many reviews each group has that anyone was given."""
        with self._transaction("deferred") as db:
            return _tallies(db)

    def had(self, reviewer: str) -> set[GroupKey]:
        """The groups that a reviewer has finished."""
        with self._transaction("deferred") as db:
            return set(
                db.execute(
                    "select task, unit from turns where reviewer = ? and shown",
                    (reviewer.casefold(),),
                )
            )

    def answer(self, reviewer: str, number: int, item: str, *, answer: str, time: str) -> None:
        """Keep an answer; it may be changed until the group's answers are shown.

        Raises:
            Refused: they have been shown.
        """
        key = reviewer.casefold()
        with self._transaction() as db:
            turn = _turn(db, key, number)
            if turn.shown:
                raise Refused("The answers of this group have been shown; yours stays as it is.")
            db.execute(
                "insert into answers values (?, ?, ?, ?, ?) on conflict do update "
                "set answer = excluded.answer, time = excluded.time",
                (key, turn.task, item, answer, time),
            )

    def show(self, reviewer: str, number: int, members: Collection[str]) -> None:
        """Note that a group's answers are shown: from now on the reviewer's are final.

        Raises:
            Refused: a member has no answer yet.
        """
        key = reviewer.casefold()
        with self._transaction() as db:
            turn = _turn(db, key, number)
            answered = {item for item, *_ in _rows(db, key, turn.task)}
            if not answered.issuperset(members):
                raise Refused("Answer every member first.")
            _set(db, key, number, "shown")

    def finish(self, reviewer: str, number: int) -> None:
        """Note that a reviewer goes on to another group.

        Raises:
            Refused: the answers have not been shown yet.
        """
        key = reviewer.casefold()
        with self._transaction() as db:
            if not _turn(db, key, number).shown:
                raise Refused("Answer every member first.")
            _set(db, key, number, "done")

    def flag(self, reviewer: str, number: int, item: str, flag: Flag | None) -> None:
        """Set, change or take back a reviewer's flag of an item.

        Raises:
            Refused: the answers have not been shown yet.
        """
        key = reviewer.casefold()
        with self._transaction() as db:
            turn = _turn(db, key, number)
            if not turn.shown:
                raise Refused("Answer every member first.")
            db.execute(
                "delete from flags where (reviewer, task, item) = (?, ?, ?)", (key, turn.task, item)
            )
            if flag is not None:
                db.execute(
                    "insert into flags values (?, ?, ?, ?, ?, null)",
                    (key, turn.task, item, flag.kind, flag.note),
                )

    def settle(self, item: str, because: str) -> int:
        """Close all open flags of an item; returns how many there were."""
        with self._transaction() as db:
            return db.execute(
                "update flags set settled = ? where item = ? and settled is null", (because, item)
            ).rowcount

    def rows(self) -> list[Row]:
        """All answers with their flags, by reviewer, task and item."""
        with self._transaction("deferred") as db:
            found = db.execute(
                "select name, task, item, answer, time, flag, note, settled "
                "from answers join reviewers on key = reviewer "
                "left join flags using (reviewer, task, item) order by reviewer, task, item"
            ).fetchall()
        return [
            Row(name, task, item, answer, time, _flag_of(flag))
            for name, task, item, answer, time, *flag in found
        ]

    def own(self, reviewer: str, task: str) -> dict[str, tuple[str, Flag | None]]:
        """A reviewer's answers and flags of a task, by item."""
        with self._transaction("deferred") as db:
            return {
                item: (answer, _flag_of(flag))
                for item, answer, *flag in _rows(db, reviewer.casefold(), task)
            }


def _known(db: sqlite3.Connection, key: str) -> None:
    if db.execute("select 1 from reviewers where key = ?", (key,)).fetchone() is None:
        raise Refused("Say who you are first.")


def _count(db: sqlite3.Connection, key: str) -> int:
    ((count,),) = db.execute("select count(*) from turns where reviewer = ?", (key,)).fetchall()
    return int(count)


def _turn(db: sqlite3.Connection, key: str, number: int) -> Turn:
    row = db.execute(
        "select number, task, unit, shown, done from turns where reviewer = ? and number = ?",
        (key, number),
    ).fetchone()
    if row is None:
        raise Refused("You were not given this group.")
    _, task, unit, shown, done = row
    return Turn(number, task, unit, bool(shown), bool(done))


def _set(db: sqlite3.Connection, key: str, number: int, what: Literal["shown", "done"]) -> None:
    db.execute(
        f"update turns set {what} = 1 where reviewer = ? and number = ?",  # noqa: S608
        (key, number),
    )


def _tallies(db: sqlite3.Connection) -> dict[GroupKey, Tally]:
    rows = db.execute("select task, unit, sum(shown), count(*) from turns group by task, unit")
    return {(task, unit): Tally(finished, given) for task, unit, finished, given in rows}


def _flag_of(columns: Sequence[Any]) -> Flag | None:
    kind, note, settled = columns
    return None if kind is None else Flag(kind, note, settled)


def _rows(db: sqlite3.Connection, key: str, task: str) -> list[tuple[Any, ...]]:
    """Item, answer, and the three columns of the flag, of a reviewer's answers to a task."""
    return db.execute(
        "select item, answer, flag, note, settled from answers "
        "left join flags using (reviewer, task, item) where reviewer = ? and task = ?",
        (key, task),
    ).fetchall()
