"""The types that carry the whole design, and how they are read and written.

An :class:`Item` is one question with its answer. A :class:`Request` is the part of it that a
system or a solver may see: there is no way from a request to the answer. An :class:`Answer` is
what a system said about one item. All are frozen; files hold one JSON object a line.

Errors::

    DecisionPivotError
    ├── InputError      a file, an option or a name that the user gave is wrong (exit status 2)
    └── GenerationError a generator broke one of its own rules (a bug of ours)
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

CANARY = "decisionpivot:canary:8f0c2f0e-6a55-4b1c-9d53-2f7e1c0b7a94"
"""A GUID of our own in every core item, so that training on them can be found. Never sent."""

MAX_LINE_BYTES = 64 * 1024 * 1024
"""A longer line is refused: no item or answer needs it, and it would fill the memory."""

State = str | dict[str, Any]
QuestionType = Literal["noul", "choice", "score"]


class DecisionPivotError(Exception):
    """The root of all errors that this package raises on purpose."""


class InputError(DecisionPivotError):
    """Something the user gave is wrong. The message says what, where, and what to do."""

    def __init__(self, what: str, *, place: str = "", remedy: str = "") -> None:
        super().__init__(what, place, remedy)
        self.what, self.place, self.remedy = what, place, remedy

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}{self.what}" + (f"\n  {self.remedy}" if self.remedy else "")


class GenerationError(DecisionPivotError):
    """A generator broke one of its own rules; the message names the group and the rule."""


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked. ``noul`` is the type of yes/no questions, ``score`` that of ordered levels."""

    type: QuestionType
    text: str


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """One possible answer: the key that is returned and what it means."""

    key: str
    meaning: str


class Request(Struct, frozen=True):
    """All that a system or a solver may see of an item."""

    state: State
    question: Question
    options: tuple[Option, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The option keys in the item's order."""
        return tuple([option.key for option in self.options])


class Pivot(Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    """The decisive fact: its kind, its value in the group's base and in this member, its place.

    ``at`` is where the fact stands in the rendered state, 0 at the start and 1 at the end.
    """

    kind: str
    from_: str
    to: str
    at: float


class Item(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One benchmark item, in the key order of the item file.

    Core items have ``family``; reference items and the user's own have ``task`` in its place.
    ``label`` is a success rate or a relevance grade, ``query`` groups reranking candidates.
    """

    id: str
    family: str | UnsetType = UNSET
    task: str | UnsetType = UNSET
    layer: str | UnsetType = UNSET
    group: str | UnsetType = UNSET
    level: int | UnsetType = UNSET
    domain: str | UnsetType = UNSET
    state: State
    question: Question
    options: tuple[Option, ...]
    answer: str | UnsetType = UNSET
    label: float | UnsetType = UNSET
    query: str | UnsetType = UNSET
    pivot: Pivot | None | UnsetType = UNSET
    interpretation: str | UnsetType = UNSET
    canary: str | UnsetType = UNSET

    @property
    def request(self) -> Request:
        """What a system may see."""
        return Request(self.state, self.question, self.options)

    @property
    def name(self) -> str:
        """The family or task that the item belongs to."""
        return self.family or self.task or ""


class Failure(Struct, frozen=True):
    """Why there is no prediction: a kind from the scoring page and a sentence of detail."""

    kind: str
    detail: str = ""


class Answer(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a system said about one item: probabilities ``p`` by option key, or an ``error``.

    ``p`` is kept as it was read: whether it is a valid distribution is for the scorer to say.
    Where it was read from the log-probabilities of a token, ``options_mass`` is the share that the
    options had among all tokens, and ``options_missing`` how many options were not told and stand
    at their upper bound. ``contradicted`` says that the system also named a choice, and that it
    was not the most probable option.
    """

    id: str
    p: Any = None
    error: Failure | None = None
    tokens: int | None = None
    closed: bool | None = None
    latency_s: float | None = None
    attempts: int | None = None
    input_tokens: int | None = None
    cost_usd: float | None = None
    truncated: bool | None = None
    contradicted: bool | None = None
    reply: str | None = None
    options_mass: float | None = None
    options_missing: int | None = None


def question_type(keys: Iterable[str]) -> QuestionType:
    """The type of a question with these option keys, unless it asks for a level."""
    return "noul" if sorted(keys) == ["no", "yes"] else "choice"


_encoder = msgspec.json.Encoder()
_item_decoder = msgspec.json.Decoder(Item)


def encode(value: Struct) -> bytes:
    """One canonical line without its end: UTF-8, keys in declared order, no ASCII escapes."""
    return _encoder.encode(value)


def encode_lines(values: Iterable[Struct]) -> bytes:
    r"""Canonical JSONL: one object a line, each line ended by ``\n``."""
    return b"".join(encode(value) + b"\n" for value in values)


def sha256(data: bytes) -> str:
    """The SHA-256 of ``data`` in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file, read in blocks."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def lines(path: Path) -> Iterator[tuple[int, bytes]]:
    r"""Yield (line number, content) of a JSONL file, blank lines left out.

    Lines end at ``\n`` alone (U+2028 and its kin are content); a carriage return before it and
    byte order marks, also in mid-file where two files were joined, are dropped.

    Raises:
        InputError: the file cannot be read, or a line exceeds ``MAX_LINE_BYTES``.
    """
    try:
        with path.open("rb") as file:
            for number in range(1, 2**63):
                line = file.readline(MAX_LINE_BYTES + 1)
                if not line:
                    return
                if len(line) > MAX_LINE_BYTES:
                    raise InputError(
                        f"the line is longer than {MAX_LINE_BYTES:,} bytes",
                        place=f"{path}:{number}",
                        remedy="Write one JSON object a line.",
                    )
                line = line.strip(b" \t\r\n").removeprefix(b"\xef\xbb\xbf").strip()
                if line:
                    yield number, line
    except OSError as error:
        raise InputError(
            f"cannot read the file: {error.strerror}",
            place=str(path),
            remedy="Check the path and its permissions.",
        ) from None


def read_items(path: Path, *, task: str | None = None) -> Iterator[Item]:
    """Yield the items of a JSONL file, checked.

    Args:
        path: the file.
        task: the task of items that name neither family nor task; default the file's name.

    Raises:
        InputError: a malformed line, an unknown or missing key, an answer that is no option,
            options with equal keys, or an id that was used before, with file and line.
    """
    seen: dict[str, int] = {}
    for number, line in lines(path):
        place = f"{path}:{number}"
        item = _checked(_decode(line, place), place)
        if item.id in seen:
            raise InputError(
                f"the id {item.id!r} was used before, on line {seen[item.id]}",
                place=place,
                remedy="Give every item an id of its own.",
            )
        seen[item.id] = number
        if not item.name:
            item = msgspec.structs.replace(item, task=task or path.stem)
        yield item


def _decode(line: bytes, place: str) -> Item:
    try:
        return _item_decoder.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise InputError(
            f"not an item: {error}",
            place=place,
            remedy="An item needs id, state, question, options and answer; "
            "see docs/own-data.md for the format.",
        ) from None


def _checked(item: Item, place: str) -> Item:
    keys = item.request.keys
    problem = ""
    if not keys:
        problem = "the item has no options"
    elif len(set(keys)) < len(keys):
        problem = "two options have the same key"
    elif item.answer is UNSET and item.label is UNSET:
        problem = "the item has neither 'answer' nor 'label'"
    elif item.answer is not UNSET and item.answer not in keys:
        problem = f"the answer {item.answer!r} is none of the options {', '.join(keys)}"
    elif item.question.type != "score" and item.question.type != question_type(keys):
        problem = "the question type is 'noul' exactly when the two options are yes and no"
    if problem:
        raise InputError(problem, place=place, remedy=f"Mend item {item.id!r}.")
    return item


def parse_lenient(line: bytes) -> Any:
    """Decode JSON as Python's own module writes it, with NaN and Infinity; None if it is not.

    A system that wrote NaN gave an invalid probability, not a torn line.
    """
    try:
        return msgspec.json.decode(line)
    except (ValueError, RecursionError):  # NaN, or no JSON at all
        pass
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
