"""Distinctness: near copies between groups, and sentence templates that are used everywhere."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from decisionpivot.audit.check import Check, by_group
from decisionpivot.audit.structure import encode_state
from decisionpivot.items import Item, State

SHINGLE_WORDS = 13
SIMILAR = 0.5
MOST_SIMILAR_GROUPS = 0.01
MOST_TEMPLATE_SHARE = 0.35
RARE_SHARE = 0.02
"""A word in fewer of a family's items than this is a name and is masked."""

_word = re.compile(r"[^\W_]+(?:[-'.:,/][^\W_]+)*")
_sentence = re.compile(r"[^.?!\n]*(?:[.?!](?=\S)[^.?!\n]*)*[.?!](?=\s|$)")
_number = re.compile(r"\d")
MINIMUM_WORDS = 4


def distinctness(family: str, items: Sequence[Item]) -> list[Check]:
    """The two measures of distinctness for one family's items."""
    firsts = [items[group[0]] for group in by_group(items)]
    texts = [list(sentences(item.state)) for item in firsts]
    common = _common_words(texts)
    similar = _similar_groups([_shingles(text, common) for text in texts])
    share = similar / len(firsts)
    template, used = _top_template(texts, common)
    return [
        Check(
            audit="distinctness",
            family=family,
            name="similar groups",
            value=share,
            bound=MOST_SIMILAR_GROUPS,
            holds=share <= MOST_SIMILAR_GROUPS,
            detail=f"{similar} of {len(firsts)} groups have a near copy",
        ),
        Check(
            audit="distinctness",
            family=family,
            name="most used sentence",
            value=used / len(firsts),
            bound=MOST_TEMPLATE_SHARE,
            holds=used <= MOST_TEMPLATE_SHARE * len(firsts),
            detail=template,
        ),
    ]


def repeated_across(family: str, items: Sequence[Item], others: Sequence[Item]) -> Check:
    """Whether a state of one draw occurs in another."""
    states = {encode_state(item.state) for item in items}
    repeated = [item.id for item in others if encode_state(item.state) in states]
    return Check(
        audit="distinctness",
        family=family,
        name="states repeated across draws",
        value=len(repeated) / len(others),
        bound=0.0,
        holds=not repeated,
        detail=", ".join(repeated[:3]),
    )


def sentences(state: State) -> Iterator[str]:
    """The sentences of a state; headings, rows of tables and logs and JSON keys do not count."""
    for text in _strings(state):
        for line in text.split("\n"):
            if " | " not in line and "\t" not in line:
                for match in _sentence.finditer(line):
                    if len(_word.findall(match.group())) >= MINIMUM_WORDS:
                        yield match.group().strip()


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)


def _common_words(texts: Sequence[list[str]]) -> set[str]:
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({word.lower() for sentence in text for word in _word.findall(sentence)})
    return {word for word, count in counts.items() if count >= RARE_SHARE * len(texts)}


def _masked(sentence: str, common: set[str]) -> list[str]:
    """Words with numbers and names masked; a name is a rare word."""
    result = []
    for word in _word.findall(sentence):
        lower = word.lower()
        result.append("#" if _number.search(word) else lower if lower in common else "~")
    return result


def _shingles(text: list[str], common: set[str]) -> set[int]:
    words = [word for sentence in text for word in _masked(sentence, common)]
    return {
        hash(tuple(words[start : start + SHINGLE_WORDS]))
        for start in range(len(words) - SHINGLE_WORDS + 1)
    }


def _similar_groups(shingles: Sequence[set[int]]) -> int:
    """How many groups have another one with a Jaccard similarity above ``SIMILAR``."""
    holders: dict[int, list[int]] = {}
    for place, mine in enumerate(shingles):
        for shingle in mine:
            holders.setdefault(shingle, []).append(place)
    shared: Counter[tuple[int, int]] = Counter()
    for places in holders.values():
        shared.update((a, b) for n, a in enumerate(places) for b in places[n + 1 :])
    similar = set()
    for (a, b), count in shared.items():
        if count > SIMILAR * (len(shingles[a]) + len(shingles[b]) - count):
            similar |= {a, b}
    return len(similar)


def _top_template(texts: Sequence[list[str]], common: set[str]) -> tuple[str, int]:
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({" ".join(_masked(sentence, common)) for sentence in text})
    return counts.most_common(1)[0] if counts else ("", 0)
