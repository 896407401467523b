"""The conventions: each sentence settles one topic, some with a factor or a definition."""

import re
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from decisionpivot.solvers.filter_match.values import NUMBER, number, unit_name
from decisionpivot.solvers.verdict import Unreadable

_PATTERNS = {
    "thousands": r".*\b[Cc]ommas?\b.*\bthousands\b.*|Thousands .* by a comma\.",
    "rounding": r"(?:Calculated|Computed|Do not round|For all comp|Results of|Unless another).*"
    r"(?:every decimal|all their decimals|before comparing|unrounded result|not rounded"
    r"|nothing is rounded).*",
    "bounds": r".*reaches a limit passes, unless .*|.* are strict; .* include the limit\."
    r"|Strict bounds .* without no or not; in all other .* allowed\."
    r"|.*good enough for at least.*; it is not good enough for above.*"
    r"|.*more than.* does not accept .*; .*no more than.* does\."
    r"|.*less than.* leave the limit itself out; .*at least.* let it in\.",
    "flag": r".*\btrue (?:is there|means present|that it is provided|stands .* has)\b.*"
    r"|.*present is told by true.*",
    "inclusive": r"Both end dates .*counted\.|.*inclusively.* two days\.|A period .* two days .*"
    r"|In a period, .* both count\.|Periods .* include their first .*last day\.",
    "exclusive": r"Days .*next there is one day\.|A period .* is one day long\."
    r"|In a period, the first day is not counted .*last one is\."
    r"|The days .* are the difference .*|The start .* not count .*, the end date does\.",
    "unit_conversion": rf"(?:For .*, |One )?(?:1 )?(?P<one>\w+) (?:equals|=|is taken as)"
    rf" (?P<x>{NUMBER}) (?P<to>\w+)\.|An? (?P<one_>\w+) counts as (?P<x_>{NUMBER})"
    rf" (?P<to_>\w+)\.|Convert at (?P<_x>{NUMBER}) (?P<_to>\w+) to the (?P<_one>\w+)\.",
    "area": r"(?P<p>.+) times (?P<q>.+): that is the (?P<area>.+)\.|For the (?P<area_>.+), take"
    r" the product of (?P<p_>.+) and (?P<q_>.+)\.|Multiplying (?P<_p>.+) by (?P<_q>.+) gives"
    r" the (?P<_area>.+)\.|The (?P<area__>.+) is (?:the (?P<p__>.+) times the (?P<q__>.+)"
    r"|a rectangle of (?P<__p>.+) by (?P<__q>.+))\.",
    "price_per_unit": r"(?P<p>.+) and (?P<q>.+) belong together: .* per (?P<one>.+)\."
    r"|Dividing the (?P<p_>.+) by the (?P<q_>.+) gives .* one (?P<one_>.+)\."
    r"|For the amount per (?P<_one>.+), divide the (?P<_p>.+) by the (?P<_q>.+)\."
    r"|(?:The amount per|What one) (?P<one__>.+?)(?: accounts for)? is the (?P<p__>.+) divided"
    r" by the (?P<q__>.+)\.",
    "share_of_total": r"A percentage is 100 times .+ divided by .+|Percentages .+ as 100 per .+"
    r"|.+ is the base .+, and .+ is a part .+|.+ divided by .+, times 100, is the share .+"
    r"|The whole .+ included, stands for 100 .+",
    "price_plus_fee": r"The .+ comes on top of .+|.+ does not contain .+ yet\."
    r"|The sum of .+ made up of these two .+|To the .+, only .+ is added and no other .+"
    r"|When .+ are added up, the .+ left out\.",
    "list_sum": r"Adding up .+ every amount.*|All entries under .+ are added.*"
    r"|Every entry under .+ sum\.|None of .+ left out of .+|The sum of .+ all entries .*",
    "average": r"All .+ the same weight .+|Every entry .+ enters .+|For the average, .+ divided"
    r" by their number\.|The average is .+ divided by how many .+|The mean is unweighted .+",
    "list_count": r"An entry that occurs twice .+ counts twice\.|Each of .+ as one entry.+"
    r"|Equal entries .+ separately\.|In a count .+ equal .+ not merged\.|Repeated .+ as often .+",
    "packs": r"Divide by .+ and round up .+|The number of .+ the need divided by .+ rounded up.+"
    r"|Only whole .+ is rounded up\.|There are no fractions .+ counts as a whole\."
    r"|Where the last .+ only in part, it counts in full\.",
}
_CONVENTIONS = [(topic, re.compile(pattern)) for topic, pattern in _PATTERNS.items()]


class Conventions(Struct, frozen=True):
    """What the conventions say.

    Attributes:
        topics: the kinds and notions that they settle.
        extra_day: whether a period has a day more than the difference of its dates.
        factors: by (unit, other unit), how many of the other are in one.
        products: by the name of an area, its two sides.
        shares: by what there is an amount per, the total and the field that divides it.
    """

    topics: frozenset[str]
    extra_day: bool
    factors: dict[tuple[str, str], Fraction]
    products: dict[str, tuple[str, str]]
    shares: dict[str, tuple[str, str]]


def named(match: re.Match[str]) -> dict[str, str]:
    """The named groups that matched, without the underscores that keep alternatives apart."""
    return {key.strip("_"): text for key, text in match.groupdict().items() if text}


def read_conventions(sentences: list[str]) -> Conventions:
    """Read the conventions.

    Raises:
        Unreadable: a sentence is of no known form, or two contradict each other.
    """
    settled = [_settled(sentence) for sentence in sentences]
    topics = {topic for topic, _ in settled}
    if {"inclusive", "exclusive"} <= topics:
        raise Unreadable("two conventions on how days are counted")
    if topics & {"inclusive", "exclusive"}:
        topics.add("days_between")
    return Conventions(
        frozenset(topics),
        "inclusive" in topics,
        {
            (unit_name(told["one"]), unit_name(told["to"])): number(told["x"])
            for topic, told in settled
            if topic == "unit_conversion"
        },
        {told["area"]: (told["p"], told["q"]) for topic, told in settled if topic == "area"},
        {
            told["one"]: (told["p"], told["q"])
            for topic, told in settled
            if topic == "price_per_unit"
        },
    )


@lru_cache(4096)
def _settled(sentence: str) -> tuple[str, dict[str, str]]:
    """The topic of a sentence and what it names."""
    found = [(t, match) for t, pattern in _CONVENTIONS if (match := pattern.fullmatch(sentence))]
    if len(found) != 1:
        raise Unreadable(f"the convention {sentence!r}")
    topic, match = found[0]
    return topic, named(match)
