"""A run folder: its name, its lock and its ``run.json``."""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from decisionpivot import answers
from decisionpivot.items import InputError, sha256
from decisionpivot.systems.system import Spec

LONGEST_NAME = 60
_NOT_IN_NAMES = re.compile(r"[^a-z0-9._-]+")
_NAME = re.compile(r"[a-z0-9][a-z0-9._@-]{0,99}")


class Selected(Struct, frozen=True):
    """Which items the run is for: how many of how many, the SHA-256 of their ids, how chosen."""

    items: int
    of: int
    sha256: str
    how: str


class Counts(Struct, frozen=True, kw_only=True):
    """How the items of the run fared.

    ``truncated`` answers are of states that were read in part; in ``incomplete`` ones some options'
    probabilities were not told and stand at their upper bound.
    """

    items: int
    answers: int = 0
    failures: dict[str, int] = {}
    missing: int = 0
    truncated: int = 0
    contradicted: int = 0
    incomplete: int = 0


class Totals(Struct, frozen=True, kw_only=True):
    """What the run used; ``attempts`` and ``cost_usd`` include failed attempts."""

    attempts: int = 0
    tokens: int = 0
    input_tokens: int = 0
    cost_usd: float = 0.0


class Stopped(Struct, frozen=True):
    """Why a run ended before its items did: ``quota``, ``refused``, ``budget``, ``interrupted``."""

    kind: str
    detail: str


class Record(Struct, frozen=True, kw_only=True):
    """The contents of ``run.json``.

    ``order_seed`` is that of the order in which options were shown; None is the released one.
    ``models`` are the names under which servers answered, in order of appearance.
    ``lost_usd`` is what records that were asked again had cost.
    """

    system: Spec
    package: str
    release: str
    items_sha256: dict[str, str]
    prompt_sha256: str | None
    selection: Selected
    shard: str | None = None
    order_seed: int | None = None
    start: str
    end: str | None = None
    stopped: Stopped | None = None
    counts: Counts
    totals: Totals = Totals()
    models: tuple[str, ...] = ()
    lost_usd: float = 0.0


_IDENTITY = (
    "system",
    "release",
    "items_sha256",
    "prompt_sha256",
    "selection",
    "shard",
    "order_seed",
)


def slug(name: str) -> str:
    """A folder name for a system, safe on every file system: ``[a-z0-9._-]``, at most 60 long.

    >>> slug("chat-Org/Name:latest")
    'chat-org-name-latest'
    """
    safe = _NOT_IN_NAMES.sub("-", name.lower()).strip("-.")
    if len(safe) <= LONGEST_NAME:
        return safe or "system"
    tail = blake2b(name.encode(), digest_size=4).hexdigest()
    return f"{safe[: LONGEST_NAME - len(tail) - 1]}-{tail}"


def folder_name(
    spec: Spec,
    *,
    release: str = "",
    items: int | None = None,
    order_seed: int | None = None,
    shard: str | None = None,
) -> str:
    """The name of a run's folder.

    Args:
        spec: the system.
        release: what to add for a draw other than the release, or for own data.
        items: how many items are selected, where it is not all.
        order_seed: that of the options' order, where it is not the released one.
        shard: the part of the run, as ``k/n``.
    """
    name = slug(spec.name)
    name += f"@{slug(release)}" if release else ""
    name += f"@{items}items" if items is not None else ""
    name += f"@order-{order_seed}" if order_seed is not None else ""
    return name + (f"@shard-{shard.replace('/', '-of-')}" if shard else "")


def check_name(name: str) -> str:
    """A folder name that the user chose, as it is.

    Raises:
        InputError: it is not safe on every file system.
    """
    if not _NAME.fullmatch(name) or name.endswith("."):
        raise InputError(
            f"{name[:100]!r} is no name for a run",
            place="--name",
            remedy="Use a-z, 0-9, '.', '_', '-' and '@', beginning with a letter or digit.",
        )
    return name


def prompt_sha256(spec: Spec) -> str | None:
    """The hash of the prompt text, for systems that have one."""
    return sha256(spec.prompt.text.encode()) if spec.prompt else None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make the folder and hold its lock; it is let go when the process ends, however it ends.

    A folder in which nothing was written is removed.

    Raises:
        InputError: another runner holds it, or the folder cannot be made.
    """
    path = folder / ".lock"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
    except OSError as error:
        raise InputError(
            f"cannot make the run's folder: {error.strerror}",
            place=str(folder),
            remedy="Check the path and its permissions, or give another --runs.",
        ) from None
    with file:
        if not _lock(file, path):
            raise InputError(
                "another runner is at work here",
                place=str(folder),
                remedy="Wait for it to end, or give this run a --name of its own.",
            )
        try:
            yield
        finally:
            if list(folder.iterdir()) == [path]:
                path.unlink()
                folder.rmdir()


def _lock(file: BinaryIO, path: Path) -> bool:
    """Lock the file; False where another has, or where another has just removed it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except OSError:
        return False


def answer_file(folder: Path, task: str) -> Path:
    """Where the answers to a task are kept.

    Raises:
        InputError: the task's name is no file name.
    """
    if not task or task.startswith(".") or "/" in task or "\\" in task:
        raise InputError(
            f"the task's name {task!r} is no file name", remedy="Rename the file of its items."
        )
    return folder / f"{task}.jsonl"


def load(folder: Path) -> Record | None:
    """The folder's ``run.json``; None where there is none.

    Raises:
        InputError: it cannot be read.
    """
    path = folder / "run.json"
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Record)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(
            f"cannot read the run's description: {error}",
            place=str(path),
            remedy="Remove the folder, or give this run a --name of its own.",
        ) from None


def save(folder: Path, record: Record) -> None:
    """Write ``run.json``, as a whole."""
    text = msgspec.json.format(msgspec.json.encode(record), indent=2)
    answers.replace(folder / "run.json", [text, b"\n"])


def check_same(folder: Path, old: Record, new: Record) -> None:
    """Refuse to continue a run of something else.

    Raises:
        InputError: system, items, prompt, selection, shard or order differ; it shows where.
    """
    found = list(differences(old, new))
    if found:
        raise InputError(
            "this folder belongs to another run:\n  " + "\n  ".join(found),
            place=str(folder),
            remedy="Give this run a --name of its own, or remove the folder.",
        )


def differences(old: Record, new: Record) -> Iterator[str]:
    """In what two runs differ that must not be mixed up, one line each."""
    return _differences(_identity(old), _identity(new))


def _identity(record: Record) -> dict[str, Any]:
    # Builtins as they stand in the file: a tuple there is a list.
    whole: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record))
    del whole["system"]["price"], whole["system"]["name"]  # they change no answer
    return {field: whole[field] for field in _IDENTITY}


def _differences(old: Any, new: Any, path: str = "") -> Iterator[str]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            place = f"{path}.{key}" if path else key
            yield from _differences(old.get(key), new.get(key), place)
    elif old != new:
        yield f"{path}: {_short(old)} there, {_short(new)} now"


def _short(value: Any) -> str:
    text: str = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else text[:77] + "..."
