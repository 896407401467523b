"""How stated probabilities are read from a language model's reply: one rule, for every server.

Closed blocks of reasoning are removed first; one that is not closed makes the reply unreadable.
Then the last JSON object to end counts that has exactly the item's keys, or keys that equal them
by case folding where that is unambiguous. An object that repeats a key is none of these. Its values
may be numbers, texts of numbers, and percentages; anything else makes the reply unreadable.

The time that this takes grows with the length of a reply alone, whatever it holds.
"""

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

PERCENT_TOLERANCE = 2.0

_TAG = re.compile(
    r"</?(?:[a-z]+:)?"
    r"(?:think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad)>"
    r"|\[/?think\]|◁/?think▷",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\s*+([+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?)\s*+(%?)\s*+", re.ASCII
)
_START = re.compile(r'\{(?=[ \t\n\r]*+")')
_TOKEN = re.compile(
    r"[ \t\n\r]*+(?:"
    r'(?P<text>"(?:[^"\\\x00-\x1f]++|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+")'
    r"|(?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|NaN|-?Infinity)"
    r"|(?P<word>true|false|null)"
    r"|(?P<mark>[{}\[\],:]))"
)

Pairs = list[tuple[str, Any]]


class UnreadableReply(Exception):
    """Why there are no probabilities in a reply."""


def read(text: str, keys: Sequence[str]) -> dict[str, float]:
    """The stated probabilities by option key, not yet checked to be a distribution.

    >>> read('I think {"yes": "80%", "no": 0.2}.', ["yes", "no"])
    {'yes': 0.8, 'no': 0.2}

    Raises:
        UnreadableReply: there is no such object, or a value that is no number.
    """
    names = _Names(keys)
    last, values = -1, None
    for end, pairs in objects(without_reasoning(text)):
        found = names.values(pairs) if end > last else None
        if found is not None:
            last, values = end, found
    if values is None:
        raise UnreadableReply("no JSON object with exactly the option keys")
    return _scaled({key: _number(key, value) for key, value in values.items()})


def closed(text: str) -> bool | None:
    """Whether a reply closes all reasoning that it opens; None where it has none in tags."""
    if not _TAG.search(text):
        return None
    try:
        without_reasoning(text)
    except UnreadableReply:
        return False
    return True


def without_reasoning(text: str) -> str:
    """A reply without its closed blocks of reasoning.

    Some servers open the block in the prompt: what stands before a closing tag of its own is
    reasoning too.

    Raises:
        UnreadableReply: a block is not closed.
    """
    kept: list[str] = []
    opened, place = "", 0
    for tag in _TAG.finditer(text):
        name = tag[0].lower().replace("/", "")
        closes = "/" in tag[0]
        if opened:
            if closes and name == opened:
                opened, place = "", tag.end()
        elif closes:
            kept, place = [], tag.end()
        else:
            kept.append(text[place : tag.start()])
            opened = name
    if opened:
        raise UnreadableReply("the reasoning is not closed")
    return "".join([*kept, text[place:]])


class _Open(Struct):
    """An object or array that has begun; an array has no use for pairs."""

    is_object: bool
    pairs: Pairs = []
    key: str = ""


_KEY, _VALUE = ("text",), ("text", "number", "word", "{", "[")
_FIRST_KEY, _FIRST_VALUE = (*_KEY, "}"), (*_VALUE, "]")
_AFTER_KEY, _AFTER_MEMBER, _AFTER_ELEMENT = (":",), (",", "}"), (",", "]")


def objects(text: str) -> Iterator[tuple[int, Pairs]]:
    """The JSON objects of a text that are not empty: where each ends, and its pairs.

    An object may stand in another, and in what looked like the beginning of one. Numbers are
    floats; values that are neither texts nor numbers are None.
    """
    begun = bytearray(len(text))
    for start in _START.finditer(text):
        if not begun[start.start()]:
            yield from _parsed(text, start.start(), begun)


def _parsed(text: str, place: int, begun: bytearray) -> Iterator[tuple[int, Pairs]]:
    """The objects that end in JSON from a brace on, up to its end or first fault.

    Every brace that begins an object is marked: from there one would come to the same end. Braces
    in its texts are not. Two readings of the same characters take turns at what is a text, so that
    there are never more than two.
    """
    stack: list[_Open] = []
    expected: tuple[str, ...] = ("{",)
    while (token := _TOKEN.match(text, place)) is not None:
        place, kind, raw = token.end(), token.lastgroup, token[token.lastindex or 0]
        kind = raw if kind == "mark" else kind
        if kind not in expected:
            return
        if kind == ":":
            expected = _VALUE
        elif kind == ",":
            expected = _KEY if stack[-1].is_object else _VALUE
        elif kind in ("{", "["):
            begun[place - 1] = kind == "{"
            stack.append(_Open(kind == "{"))
            expected = _FIRST_KEY if kind == "{" else _FIRST_VALUE
        elif kind == "text" and expected in (_KEY, _FIRST_KEY):
            stack[-1].key = json.loads(raw)
            expected = _AFTER_KEY
        else:
            if kind == "}":
                yield place, stack[-1].pairs
            if kind in ("}", "]"):
                stack.pop()
            if not stack:
                return
            expected = _AFTER_MEMBER if stack[-1].is_object else _AFTER_ELEMENT
            if stack[-1].is_object:
                stack[-1].pairs.append((stack[-1].key, _scalar(kind, raw)))


def _scalar(kind: str | None, raw: str) -> str | float | None:
    if kind == "text":
        return str(json.loads(raw))
    return float(raw) if kind == "number" else None


class _Names:
    """The keys of an item, and what they may be called."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = dict.fromkeys(keys)
        self._folded: dict[str, list[str]] = {}
        for key in keys:
            self._folded.setdefault(key.casefold(), []).append(key)

    def values(self, pairs: Pairs) -> dict[str, Any] | None:
        """An object's values by option key; None where its keys are others or ambiguous."""
        if len(pairs) != len(self._keys):
            return None
        found: dict[str, Any] = {}
        for key, value in pairs:
            meant = [key] if key in self._keys else self._folded.get(key.casefold(), [])
            if len(meant) != 1 or meant[0] in found:
                return None
            found[meant[0]] = value
        return {key: found[key] for key in self._keys}


def _number(key: str, value: Any) -> float:
    if isinstance(value, str) and (match := _NUMBER.fullmatch(value)):
        value = float(match[1]) / (100 if match[2] else 1)
    if not isinstance(value, float):
        said = f"{value!r:.80}, which is no number" if value is not None else "no number"
        raise UnreadableReply(f"the value of {key!r:.80} is {said}")
    if not math.isfinite(value):
        raise UnreadableReply(f"the value of {key!r:.80} is not finite")
    return value


def _scaled(p: dict[str, float]) -> dict[str, float]:
    """Numbers that add up to a hundred are percentages."""
    total = sum(p.values())
    if max(p.values()) > 1 and abs(total - 100) <= PERCENT_TOLERANCE:
        return {key: value / 100 for key, value in p.items()}
    return p
