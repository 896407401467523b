"""How stated probabilities are read from a language model's reply: one rule, for every server.

Closed blocks of reasoning are removed first; one that is not closed makes the reply unreadable.
Then the last JSON object counts that has exactly the item's keys, or keys that equal them by case
folding where that is unambiguous. An object that repeats a key is none of these. Its values may be
numbers, texts of numbers, and percentages; anything else makes the reply unreadable.
"""

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

LONGEST = 200_000
"""Characters from the end of a reply that are looked at."""
MOST_OBJECTS = 1_000
"""Opening braces from the end that are tried."""
PERCENT_TOLERANCE = 2.0

_BLOCK = re.compile(r"<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_OPENED = re.compile(r"<(think|thinking|thought|reasoning)>", re.IGNORECASE)
_CLOSED = re.compile(r"</(think|thinking|thought|reasoning)>", re.IGNORECASE)
_NUMBER = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(%?)\s*")

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
    said = without_reasoning(text[-LONGEST:])
    for pairs in objects(said):
        values = _by_key(pairs, keys)
        if values is not None:
            return _scaled({key: _number(key, value) for key, value in values.items()})
    raise UnreadableReply("no JSON object with exactly the option keys")


def without_reasoning(text: str) -> str:
    """A reply without its closed blocks of reasoning.

    Some servers open the block in the prompt: what stands before a closing tag of its own is
    reasoning too.

    Raises:
        UnreadableReply: a block is not closed.
    """
    text = _BLOCK.sub("", text)
    closed = list(_CLOSED.finditer(text))
    if closed:
        text = text[closed[-1].end() :]
    if _OPENED.search(text):
        raise UnreadableReply("the reasoning is not closed")
    return text


def objects(text: str) -> Iterator[Pairs]:
    """The JSON objects of a text as pairs, the last opening brace first."""
    decoder = json.JSONDecoder(object_pairs_hook=_Pairs)
    end = len(text)
    for _ in range(MOST_OBJECTS):
        end = text.rfind("{", 0, end)
        if end < 0:
            return
        try:
            found, _ = decoder.raw_decode(text, end)
        except (ValueError, RecursionError):
            continue
        yield list(found)


class _Pairs(list):  # type: ignore[type-arg]
    """The pairs of an object, told from a JSON array."""


def _by_key(pairs: Pairs, keys: Sequence[str]) -> dict[str, Any] | None:
    """An object's values by option key; None where its keys are others or ambiguous."""
    if len(pairs) != len(keys):
        return None
    folded: dict[str, list[str]] = {}
    for key in keys:
        folded.setdefault(key.casefold(), []).append(key)
    found: dict[str, Any] = {}
    for key, value in pairs:
        meant = [key] if key in keys else folded.get(key.casefold(), [])
        if len(meant) != 1 or meant[0] in found:
            return None
        found[meant[0]] = value
    return {key: found[key] for key in keys}


def _number(key: str, value: Any) -> float:
    if isinstance(value, str) and (match := _NUMBER.fullmatch(value)):
        value = float(match[1]) / (100 if match[2] else 1)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UnreadableReply(f"the value of {key!r:.80} is {value!r:.80}, which is no number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise UnreadableReply(f"the value of {key!r:.80} is not finite")
    return number


def _scaled(p: dict[str, float]) -> dict[str, float]:
    """Numbers that add up to a hundred are percentages."""
    total = sum(p.values())
    if max(p.values()) > 1 and abs(total - 100) <= PERCENT_TOLERANCE:
        return {key: value / 100 for key, value in p.items()}
    return p
