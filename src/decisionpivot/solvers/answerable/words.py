"""The wordings of answerable: its nouns, and a pattern for every sentence that is understood."""

import re
from collections.abc import Mapping
from typing import TypeVar

Value = TypeVar("Value")

Patterns = tuple[re.Pattern[str], ...]


def plain(text: str) -> str:
    """The text in small letters, with one noun for each thing and ``a`` for ``an``."""
    return _WORD.sub(lambda word: _NOUNS[word[0]], text.lower())


def _compiled(*patterns: str) -> Patterns:
    return tuple(re.compile(pattern) for pattern in patterns)


def matches(patterns: Patterns, text: str) -> re.Match[str] | None:
    """The match of the first pattern that fits the whole text."""
    return next((match for pattern in patterns if (match := pattern.fullmatch(text))), None)


def lookup(table: Mapping[Value, Patterns], text: str) -> Value | None:
    """What the text means: the value whose patterns fit it, None where none does."""
    return next((value for value, patterns in table.items() if matches(patterns, text)), None)


_PARTS = {
    "campus": "campuses",
    "annexe": "annexes",
    "day centre": "day centres",
    "agency": "agencies",
    "district": "districts",
    "plant": "plants",
    "branch": "branches",
    "field station": "field stations",
}
_NOUNS = {
    word: noun
    for noun, words in {
        "owner": (
            *("university", "museum", "hospital", "shipping line"),
            *("utility", "manufacturer", "club", "institute"),
        ),
        "owners": (
            *("universities", "museums", "hospitals", "shipping lines"),
            *("utilities", "manufacturers", "clubs", "institutes"),
        ),
        "part": tuple(_PARTS),
        "parts": tuple(_PARTS.values()),
        "subject": (
            *("subject", "collection", "department", "cargo"),
            *("source", "product line", "sport", "field"),
        ),
        "row": ("row", "record", "entry"),
        "rows": ("rows", "records", "entries"),
        "a": ("an",),
    }.items()
    for word in words
}


def _any_of(words: Mapping[str, str]) -> str:
    """A pattern for any of the words, the longest first: a field station is no field."""
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


_WORD = re.compile(rf"\b(?:{_any_of(_NOUNS)})\b")

SENTENCE_END = re.compile(r"(?<=\.) (?=[A-Z])")
BULLET = re.compile(r"^(?:- |\d+\. )")
FRAME = re.compile(r"^(?:# |== |\[)|(?: ==|\]|:)$")
GAP = re.compile(r" \| |; |\t")
HEADINGS = {
    "question": _compiled(r"(?:the )?question", r"(?:what is )?asked", "to be answered"),
    "table": _compiled(r"table", r"(?:listed )?facts", "the figures", "what is listed"),
    "rules": _compiled(r"notes", r"(?:reading )?rules", "terms of use", r"how to read .+"),
}
OPENINGS = _compiled(
    r"someone .+ a question to the [a-z]+ survey of owners\.",
    r"the facts here on owners .+ by the office at [a-z]+\.",
    r"from the [a-z]+ files: what .+ on owners, and one question\.",
    r"this is .+ from the [a-z]+ yearbook of owners\.",
    r"the [a-z]+ register holds .+ figures on owners\.",
    r"the [a-z]+ library keeps .+ of figures on owners\.",
)

COLUMNS = {
    "figure": _compiled(r"figure|item"),
    "year": _compiled(r"year|period"),
    "owner": _compiled(r"name|owner"),
    "value": _compiled(r"value"),
}
_NAME = r"[A-Z][a-z]+ [A-Z][a-z]+"
_PART = rf"[A-Z][a-z]+ (?:{_any_of(_PARTS)})"
OWNERS = _compiled(
    rf"(?P<owner>{_NAME})",
    rf"(?P<owner>{_NAME})(?:, | / | \()(?P<part>{_PART})\)?",
    rf"(?P<part>{_PART}) of (?P<owner>{_NAME})",
)
YEARS = _compiled(
    r"(?P<year>\d{4})(?: \(?(?P<mark>[a-z]+)\)?)?",
    r"(?P<mark>[a-z]+),? (?P<year>\d{4})",
)
FIGURE = re.compile(r"(?P<attribute>[a-z ]+) \((?P<subject>[a-z ]+)\)")
VALUE = re.compile(r"[1-9]\d{0,2}(?:,?\d{3})*")

_RESULT, _A, _B = r"(?P<result>[a-z ]+)", r"(?P<first>[a-z ]+)", r"(?P<second>[a-z ]+)"
DEFINITIONS = _compiled(
    rf"By definition, {_RESULT} = {_A} [-/] {_B}\.",
    rf"Dividing {_A} by {_B} gives {_RESULT}\.",
    rf"Subtracting {_B} from {_A} gives {_RESULT}\.",
    rf"The quotient of {_A} and {_B} is called {_RESULT}\.",
    rf"What is left of {_A} after {_B} is called {_RESULT}\.",
    rf"To get {_RESULT}, divide {_A} by {_B}\.",
    rf"To get {_RESULT}, take {_B} away from {_A}\.",
    rf"The figure for {_RESULT} is that for {_A} (?:minus|divided by) that for {_B}\.",
    rf"The term {_RESULT} means {_A} less {_B}\.",
    rf"The term {_RESULT} means {_A} over {_B}, the first divided by the second\.",
)
BACKWARDS = {
    True: _compiled(
        r"a definition may also be solved for .+ it starts from\.",
        r"definitions work in every direction, .+ whichever .+ is missing follows .+\.",
        r"each definition may be turned round: any two .+ give the third\.",
        r"from the result .+ and one of the figures .+, the other one follows\.",
        r"of the three figures .+, any one may be worked out .+\.",
        r"working backwards .+ is allowed\.",
    ),
    False: _compiled(
        r"a definition may not be solved for .+ it starts from\.",
        r"definitions work in one direction only, .+ never follows from the result\.",
        r"no definition may be turned round: it gives .+ and no other\.",
        r"from the result .+ and one of the figures .+, the other one does not follow\.",
        r"of the three figures .+, only the defined one may be worked out .+\.",
        r"working backwards .+ is not allowed\.",
    ),
}
PLANS = _compiled(
    r'actual figures are asked for: .+ marked "(?P<mark>.+)" .+ left out\.',
    r'any row marked "(?P<mark>.+)" .+ never used; .+ actual figures\.',
    r'figures marked "(?P<mark>.+)" are planned ones and do not count .+\.',
    r'leave out .+ mark "(?P<mark>.+)": .+ plans, not results\.',
    r'planned figures \(marked "(?P<mark>.+)"\) are no substitute .+\.',
    r'the word "(?P<mark>.+)" beside a year marks a planned figure, .+ no question .+\.',
)
SETTLED = {
    "results go on": _compiled(
        r"a figure found by one definition may be used in another\.",
        r"definitions may be applied one after .+\.",
        r"it is allowed to put the result .+ into another one\.",
        r"results of definitions may be used further, .+\.",
        r"several definitions may be combined\.",
        r"what a definition yields counts as known .+ enter the next .+\.",
    ),
    "one case": _compiled(
        r"a definition applies to a single owner, in a single year, for a single subject\.",
        r"a definition joins figures of one owner, one subject and one year only\.",
        r"all figures in a definition are .+ same owner, subject and year\.",
        r"definitions hold within one owner, one subject and one year\.",
        r"never mix owners or years in a definition, .+ differ in the subject\.",
        r"what goes into a definition must agree in owner, subject and year\.",
    ),
    "exact": _compiled(
        r"a question can be answered if every figure .+ listed or follows .+ not enough\.",
        r"a answer needs the exact value of each figure .+ by definition\.",
        r"estimates and bounds do not count: all figures .+ follow from the definitions\.",
        r"every figure a question names, .+ known exactly, .+ may not be estimated .+\.",
        r"only what is listed, .+ is known; a comparison needs all sides exactly\.",
        r"where a figure .+ neither listed nor given by definitions, .+ has no answer, .+\.",
    ),
    "years": _compiled(
        r"a figure holds for its own year and .+ no other\.",
        r"another year's figure is never .+\.",
        r"no figure may be carried .+ one year to another\.",
        r"nothing follows from a figure for any year but its own\.",
        r"what is listed for one year says nothing of .+\.",
        r"years are kept apart: .+\.",
    ),
    "subjects": _compiled(
        r"a figure for one subject is of no use .+ another subject\.",
        r"each subject stands by itself; .+\.",
        r"figures that differ in the subject are different .+\.",
        r"it is the subject asked about that counts, .+ no other subject\.",
        r"never take the figure of one subject for .+ another\.",
        r"nothing follows for a subject from .+ other ones\.",
    ),
    "parts": _compiled(
        r"a figure of a part is no figure of the owner, .+ adding up parts is not allowed\.",
        r"figures of parts never stand for the whole owner, .+\.",
        r"no figure of a owner may be drawn from .+ its parts\.",
        r"the owner as a whole is meant unless a part is named; neither .+\.",
        r"what is listed for a part does not count for the owner .+\.",
        r"where a part is named, the row says nothing of the owner .+\.",
    ),
    "names": _compiled(
        r"however alike two names are, .+ two owners unless .+ the same\.",
        r"names that differ in a letter or a word belong to different owners\.",
        r"only a identical name means the same owner\.",
        r"similar names are not slips .+: each belongs to a owner of its own\.",
        r"the name of every owner has one spelling .+ another owner\.",
        r"two owners can have nearly the same name and .+ nothing to do .+\.",
    ),
    "brackets": _compiled(
        r"a word in brackets after .+ a figure tells the subject\.",
        r"each row gives one figure; the subject is named in brackets .+\.",
        r"every figure is for a single subject, given in brackets\.",
        r"one row is one fact, with the subject .+ in brackets\.",
        r"the subject that a figure belongs to stands in brackets\.",
        r"the rows are in no order, and brackets after a figure hold its subject\.",
    ),
}

_FIRST_WORD = r"(?!(?:For|Of|Comparing)\b)"
_AND = r"(?:, | and | or )"
ASKED_OWNERS = re.compile(rf"{_FIRST_WORD}{_NAME}(?:{_AND}{_NAME})*")
ASKED_YEARS = re.compile(rf"\d{{4}}(?:{_AND}\d{{4}})*")
LIST_END = re.compile(_AND)
QUESTIONS = {
    "one": _compiled(
        r"for OWNER in YEAR, what is the figure for FIGURE\?",
        r"how high was the figure for FIGURE at OWNER in YEAR\?",
        r"in YEAR, what was the figure for FIGURE at OWNER\?",
        r"what figure for FIGURE did OWNER have in YEAR\?",
        r"what is the value of FIGURE for OWNER in YEAR\?",
        r"which value for FIGURE did OWNER reach in YEAR\?",
    ),
    "several": _compiled(
        r"added up over OWNER, what was the figure for FIGURE in YEAR\?",
        r"in YEAR, what was the sum of the figures for FIGURE of OWNER\?",
        r"taken together, what figure for FIGURE did OWNER have in YEAR\?",
        r"what do the figures for FIGURE of OWNER add up to in YEAR\?",
        r"what total do OWNER make in YEAR for FIGURE\?",
        r"what total did OWNER make for FIGURE in YEAR taken together\?",
        r"taken over the years YEAR, what do the figures for FIGURE at OWNER add up to\?",
        r"adding up the years YEAR, what figure for FIGURE results at OWNER\?",
        r"by how much do the figures for FIGURE at OWNER differ between YEAR\?",
        r"what was the sum of the figures of OWNER for FIGURE in the years YEAR\?",
        r"by how much do the figures for FIGURE of OWNER differ in YEAR\?",
        r"how large was the gap in YEAR between OWNER in the figure for FIGURE\?",
        r"in YEAR, how far apart were OWNER in the figure for FIGURE\?",
        r"what is left when the smaller figure for FIGURE of OWNER in YEAR is taken from .+\?",
        r"what is the difference between OWNER in the figure for FIGURE in YEAR\?",
        r"between YEAR, how far did the figure for FIGURE at OWNER move\?",
        r"how large is the change between YEAR in the figure of OWNER for FIGURE\?",
        r"what is the difference between YEAR in the figure for FIGURE at OWNER\?",
        r"comparing OWNER in YEAR, which one had the \w+est figure for FIGURE\?",
        r"in YEAR, where was the figure for FIGURE \w+est: at OWNER\?",
        r"of OWNER, which one had the \w+est figure for FIGURE in YEAR\?",
        r"which had the \w+est figure for FIGURE in YEAR: OWNER\?",
        r"whose figure for FIGURE was the \w+est in YEAR: OWNER\?",
        r"comparing the years YEAR, when was the figure of OWNER for FIGURE \w+est\?",
        r"in which of the years YEAR was the figure for FIGURE at OWNER \w+est\?",
        r"of the years YEAR, in which one did OWNER have the \w+est figure for FIGURE\?",
        r"which of the years YEAR had the \w+est figure for FIGURE at OWNER\?",
    ),
}
