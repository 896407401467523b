"""The wordings of log_claim: its nouns, and a pattern for every sentence that is understood."""

import re
from collections.abc import Mapping
from typing import Literal, TypeVar

Naming = Literal["field", "message", "both"]
"""What gives an event its level: the field, a level named in the message before it, or both."""

Value = TypeVar("Value")

Patterns = tuple[re.Pattern[str], ...]


def plain(text: str, owner_noun: str = "") -> str:
    """The text with one noun for each thing, ``a`` for ``an``, and capitals in levels alone."""

    def same(word: re.Match[str]) -> str:
        if len(word[0]) > 1 and word[0].isupper():
            return word[0]
        lower = word[0].lower()
        if owner_noun and lower in (owner_noun, owner_noun + "s", owner_noun + "es"):
            return "owner"
        return _NOUNS.get(lower, lower)

    return _WORD.sub(same, text)


def _compiled(*patterns: str) -> Patterns:
    return tuple(re.compile(pattern) for pattern in patterns)


def matches(patterns: Patterns, text: str) -> re.Match[str] | None:
    """The match of the first pattern that fits the whole text."""
    return next((match for pattern in patterns if (match := pattern.fullmatch(text))), None)


def lookup(table: Mapping[Value, Patterns], text: str) -> Value | None:
    """What the text means: the value whose patterns fit it, None where none does."""
    return next((value for value, patterns in table.items() if matches(patterns, text)), None)


_NOUNS = {
    word: noun
    for noun, words in {
        "row": ("record", "row", "line", "entry", "records", "rows", "lines", "entries"),
        "span": ("window", "interval", "period", "time span"),
        "level": ("level", "grade", "severity", "levels", "grades", "severities"),
        "log": ("log", "journal", "event log", "day log"),
        "a": ("an",),
    }.items()
    for word in words
}
NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve "
    "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
).split()
_WORD = re.compile(r"time span|(?:event|day) log|[\w-]+", re.IGNORECASE)
CAPITALS = re.compile(r"\b[A-Z]{2,}\b")
SENTENCE_END = re.compile(r"(?<=\.) (?=[A-Z])")
FRAME = re.compile(r"^(?:## |-- |\[)|(?: --|\]|:)$")
TIME = re.compile(r"([01]?\d|2[0-3])[.:h]([0-5]\d)(?: ([ap])m)?")
_CLOCK = r"(?:[01]?\d|2[0-3])[.:h][0-5]\d(?: [ap]m)?"
_GAP = r"\]?(?:;| \||:| -)? \[?"
ROW = re.compile(rf"\[?({_CLOCK}){_GAP}([\w-]+){_GAP}([\w-]+){_GAP}(.+)")

HEADINGS = {
    "claim": _compiled(r"(?:the )?claim(?: to check| made about the log)?"),
    "rules": _compiled(r"conventions", r"(?:rules for|reading the) \w+", r"how events .+ counted"),
    "log": _compiled(r"events", r"the log", r"row of the day", r"what was logged"),
}
_DATE = r"(?:\d{4}-\d\d-\d\d|(?:[a-z]{3} )?\d\d? [a-z]+ \d{4}|[a-z]+ \d\d?, \d{4})"
OPENINGS = _compiled(
    rf"this is the log of .+ for {_DATE}\.",
    rf"the row come from the log of .+ and belong to {_DATE}\.",
    rf"every row of this log was written for .+ on {_DATE}\.",
    rf"here is the log that .+ kept on {_DATE}\.",
    rf"on {_DATE}, the following log was kept for .+\.",
    rf"the log of .+ given here covers one day, {_DATE}\.",
)

_FIELDS = r"the time, the (\w+), the (\w+) and the message"
LAYOUTS = _compiled(
    rf"a row stands for a event; its fields are, from left to right, {_FIELDS}\.",
    rf"row report one event each and are made up of {_FIELDS}, in this order\.",
    rf"each row reports one event and gives {_FIELDS}, in this order\.",
    rf"from left to right, a row shows {_FIELDS} of a event\.",
    rf"the fields of a row are {_FIELDS}, in that order\.",
    rf"what a row holds about a event is, in order, {_FIELDS}\.",
)
_FOUR = r"([A-Z]+), ([A-Z]+), ([A-Z]+) and ([A-Z]+)\."
LEVEL_LISTS = _compiled(
    rf"level are written {_FOUR}",
    rf"the (?:possible level|level in use|words for level) are {_FOUR}",
    rf"the level field holds one of {_FOUR}",
    rf"there are four level: {_FOUR}",
)
OWNER_FIELD = _compiled(
    r"a event belongs to the owner in its owner field, whatever its message mentions\.",
    r"a message may mention another owner; .+ still belongs to the one in its owner field\.",
    r"a message that mentions a owner does not make .+ belong to it; the owner field does\.",
    r"only the owner field tells which owner a event belongs to\.",
    r"whose event it is depends on the owner field alone, not on names in the message\.",
    r"owner mentioned inside a message do not count; the owner field says whose .+\.",
)
COPIES = {
    True: _compiled(
        r"exact repeats of a row are counted each time\.",
        r"if the same row stands in the log more than once, every copy counts\.",
        r"repeats are not merged: row that agree in time, .+ and message all count\.",
        r"row that are identical in every field count separately\.",
        r"copies of a row, the same in all fields, are events of their own\.",
        r"a row that is repeated word for word stands for a new event every time\.",
    ),
    False: _compiled(
        r"exact repeats of a row are not counted again\.",
        r"if the same row stands in the log more than once, only one .+ counts\.",
        r"repeats are merged: row that agree in time, .+ and message count as one\.",
        r"row that are identical in every field count as one event\.",
        r"copies of a row, the same in all fields, add nothing to the count\.",
        r"a row that is repeated word for word, time included, stands for one event only\.",
    ),
}
NAMING: dict[Naming, Patterns] = {
    "field": _compiled(
        r"a message that names a level in capitals does not give .+; the level field does\.",
        r"level named inside messages are ignored; the level field alone counts\.",
        r"only the level field decides which level a event has, not a word in its message\.",
        r"the level of a event is the one in its level field; a level named .+ does not count\.",
        r"whatever level a message names, .+ the one in its level field and no other\.",
        r"when a message names another level than the level field, the field decides\.",
    ),
    "message": _compiled(
        r"a level named in capitals inside a message replaces the one in the level field\.",
        r"a message overrules the level field: .+ is the only level of the event\.",
        r"if a message names a level in capitals, .+ counts under that level alone\.",
        r"the level field decides only where the message names no level .+; otherwise .+ there .+",
        r"the level of a event is the one that its message names .+ if the message names none, .+",
        r"where a message names a level .+ has that level and not the one in its level field\.",
    ),
    "both": _compiled(
        r"a level named in capitals inside a message counts as well: .+ both level, .+",
        r"a message can add a level by naming it in capitals; .+ keeps the one in .+ field too\.",
        r"a event counts under the level in its level field and also under a level .+ names .+",
        r"a event has every level that its row names, be it in the level field or, .+ message\.",
        r"if a message names a level in capitals, .+ in addition to the one in its level field\.",
        r"the events of a level are those that have it in .+ and also those whose message .+",
    ),
}
_AT = r"a event at the very minute at which a span"
_BOUNDS = r"the two times that bound a span"
_EXAMPLE = r"a span from (.+) to (.+)"
ENDS = {
    (True, True): _compiled(
        r"a span includes its start time and its end time\.",
        r"a span runs from its start time, included, to its end time, included\.",
        rf"{_AT} starts or ends lies inside it\.",
        rf"both ends count as inside: {_EXAMPLE} takes in a row stamped \1 and a row stamped \2\.",
        rf"{_BOUNDS} are both part of it\.",
        r"row stamped exactly with the start or the end of a span belong to it\.",
    ),
    (True, False): _compiled(
        r"a span includes its start time but not its end time\.",
        r"a span runs from its start time, included, to its end time, excluded\.",
        rf"{_AT} starts lies inside it, one at .+ ends lies outside\.",
        rf"the start counts as inside and the end as outside: {_EXAMPLE} "
        r"takes in a row stamped \1 and leaves out a row stamped \2\.",
        rf"of {_BOUNDS}, the earlier is part of it and the later is not\.",
        r"row stamped exactly with the start of a span belong to it, those .+ its end do not\.",
    ),
    (False, True): _compiled(
        r"a span includes its end time but not its start time\.",
        r"a span runs from its start time, excluded, to its end time, included\.",
        rf"{_AT} ends lies inside it, one at .+ starts lies outside\.",
        rf"the start counts as outside and the end as inside: {_EXAMPLE} "
        r"leaves out a row stamped \1 and takes in a row stamped \2\.",
        rf"of {_BOUNDS}, the later is part of it and the earlier is not\.",
        r"row stamped exactly with the end of a span belong to it, those .+ its start do not\.",
    ),
    (False, False): _compiled(
        r"a span includes neither its start time nor its end time\.",
        r"a span runs from its start time, excluded, to its end time, excluded\.",
        rf"{_AT} starts or ends lies outside it\.",
        rf"both ends count as outside: {_EXAMPLE} leaves out a row stamped \1 "
        r"and a row stamped \2\.",
        rf"neither of {_BOUNDS} is part of it\.",
        r"row stamped exactly with the start or the end of a span do not belong to it\.",
    ),
}

_COUNT, _LEVEL, _OWNER = r"exactly (?P<count>\w+)", r"(?P<level>[A-Z]+)", r"(?P<owner>[\w-]+)"
_SPAN = rf"span (?:that runs )?from (?P<start>{_CLOCK}) to (?P<end>{_CLOCK})"
CLAIMS = _compiled(
    rf"{_OWNER} recorded {_COUNT} {_LEVEL} events in the {_SPAN}\.",
    rf"for the owner {_OWNER}, {_COUNT} {_LEVEL} events lie in the {_SPAN}\.",
    rf"{_COUNT} {_LEVEL} events of {_OWNER} fall in the {_SPAN}\.",
    rf"in the {_SPAN}, {_OWNER} has {_COUNT} events of level {_LEVEL}\.",
    rf"taking the {_SPAN}, the log shows {_COUNT} events of level {_LEVEL} for {_OWNER}\.",
    rf"the number of {_LEVEL} events of {_OWNER} in the {_SPAN} is {_COUNT}\.",
    rf"the span that starts at (?P<start>{_CLOCK}) and ends at (?P<end>{_CLOCK}) "
    rf"holds {_COUNT} events of {_OWNER} with level {_LEVEL}\.",
    rf"there are {_COUNT} events of level {_LEVEL} from the owner {_OWNER} in the {_SPAN}\.",
)
