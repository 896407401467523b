"""Answer files: one JSON object a line, ``runs/<system>/<task>.jsonl``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from decisionpivot.items import Answer, InputError, lines, parse_lenient

_decoder = msgspec.json.Decoder(Answer)


class Line(Struct, frozen=True):
    """An answer and the number of the line on which it stands."""

    number: int
    answer: Answer


def decode(line: bytes) -> Answer | None:
    """One line of an answer file; None when it is no answer record.

    NaN and Infinity, as Python's json module writes them, are read: the probabilities are then
    invalid, which the scorer counts, but the line is whole.
    """
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _convert(parse_lenient(line))


def _convert(value: Any) -> Answer | None:
    try:
        return msgspec.convert(value, Answer)
    except (msgspec.ValidationError, RecursionError):
        return None


def read(path: Path) -> Iterator[Line]:
    """Yield the records of an answer file.

    Raises:
        InputError: a torn or malformed line, with file and line.
    """
    for number, line in lines(path):
        answer = decode(line)
        if answer is None:
            raise InputError(
                "not an answer record: " + repr(line[:60].decode("utf-8", "replace")),
                place=f"{path}:{number}",
                remedy="The line is torn or malformed. `decisionpivot run` with the same options "
                "repairs the file and asks again what is missing.",
            )
        yield Line(number, answer)
