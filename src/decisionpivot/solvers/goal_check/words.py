"""The wordings of goal_check: its nouns, and a pattern for every sentence that is understood."""

import re
from collections.abc import Mapping
from typing import TypeVar

Value = TypeVar("Value")

Patterns = tuple[re.Pattern[str], ...]


def plain(text: str, roles: Mapping[str, str] | None = None) -> str:
    """The text with one noun for each thing; quoted operations become their roles, in capitals."""

    def same(word: re.Match[str]) -> str:
        if word[0].startswith('"'):
            return (roles or {}).get(word[0][1:-1], word[0])
        return _NOUNS.get(word[0].lower(), word[0])

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
    form: noun
    for noun, words in {
        "place": "rack playlist folder section bin",
        "thing": "vial track document card parcel",
        "value": "substance text filling",
    }.items()
    for word in words.split()
    for form in (word, word + "s")
}
_NOUNS |= dict.fromkeys(("mood tag", "mood tags", "main ingredient", "main ingredients"), "value")
_NOUNS |= dict.fromkeys(("freeze", "seal", "block"), "lock")
_NOUNS |= dict.fromkeys(("frozen", "sealed", "blocked"), "locked")
_WORD = re.compile(r'"[^"]*"|mood tags?|main ingredients?|[\w-]+', re.IGNORECASE)

SENTENCE_END = re.compile(r'(?<=\.) (?=[A-Z"])')
FRAME = re.compile(r"^(?:## |-- |== |\[)|(?: --| ==|\]|:)$")
BULLET = re.compile(r"^(?:\d+\.|\(\d+\)|[*-]|c\d+:) ")
NUMBER = re.compile(r"^(?:\[(\d+)\]|(\d+)[.)]|#(\d+)|Step (\d+):) ")

HEADINGS = {
    "contents": _compiled(r"At the start|Stock at .+", r"(?:Initial contents|Contents before .+)"),
    "goal": _compiled(r"Goal(?: conditions)?|The aim|What is to hold .+"),
    "operations": _compiled(r"How the .+ work|Kinds of step|Operations|What each .+ does"),
    "rules": _compiled(r"Rules|What else applies|(?:What makes|When) steps fail"),
    "steps": _compiled(r"Run|Sequence of steps|Steps, in order|The steps .+ run"),
}
OPENINGS = _compiled(
    r"A series of steps was carried out on the .+ that \w+ runs\.",
    r"At \w+, somebody set out to bring the .+ into a given state\.",
    r"Below: the .+ of \w+, the way .+, and one run of steps\.",
    r"For the .+ used by \w+, this sheet gives the contents, .+ and a run\.",
    r"The .+ at \w+ was reorganised step by step, .+\.",
    r"This file is about the .+ of \w+: .+ towards a set goal\.",
    r"\w+ keeps a .+\. What follows is .+ what was done to it\.",
)
GOAL_OPENINGS = _compiled(
    r"After the whole run, .+ is wanted, all of it\.",
    r"Each condition .+ met once all steps .+\.",
    r"Nothing but the state at the end .+ every line .+ must hold\.",
    r"The goal is reached if every one .+ after the final step\.",
    r"These conditions .+ together, .+ after the run\.",
    r"When the last step .+, all of this must be true\.",
)

_OP = r'"(\w+)"'
OPERATIONS = {
    ("CREATE",): _compiled(
        rf"{_OP} puts a new thing with .+ into the named place\.",
        rf"A new thing of .+ is placed in the named place by {_OP}\.",
        rf"By {_OP}, a new thing comes into the named place, .+ as given\.",
        rf"What {_OP} does is put a new thing into a place; .+",
        rf"With {_OP} the named place gets a new thing .+",
    ),
    ("UPDATE",): _compiled(
        rf"{_OP} gives the named thing the value in the step .+",
        rf"By {_OP}, the value of the named thing becomes the one in the step\.",
        rf"The value of a thing is replaced by the one .+ through {_OP}\.",
        rf"What {_OP} does is exchange the value of a thing for the one .+ states\.",
        rf"With {_OP} a thing stays where it is and gets the value .+",
    ),
    ("MOVE",): _compiled(
        rf"{_OP} takes the named thing from its place to the other place given; .+ the same\.",
        rf"A thing is taken, .+ unchanged, out of its place and into the .+ given by {_OP}\.",
        rf"By {_OP}, a thing leaves its place and goes, .+, into the second place named\.",
        rf"What {_OP} does is bring a thing under its old .+ from its place to another one\.",
        rf"With {_OP} a thing goes over to the place .+ and keeps its name and value\.",
    ),
    ("COPY",): _compiled(
        rf"{_OP} leaves the named thing .+ and puts a second one .+ into the other place given\.",
        rf"A further thing, .+, is made in the place given by {_OP}; .+ remains\.",
        rf"By {_OP}, another thing .+ into the second place named, while the first one stays\.",
        rf"What {_OP} does is make one more thing .+ another place, without touching the first\.",
        rf"With {_OP} the place stated last gets a thing .+ the original stays .+",
    ),
    ("REMOVE",): _compiled(
        rf"{_OP} takes the named thing out of the .+ for good\.",
        rf"A thing is taken away and no longer .+ after {_OP}\.",
        rf"By {_OP}, the named thing ceases to exist\.",
        rf"What {_OP} does is do away with the named thing\.",
        rf"With {_OP} a thing is gone from its place and from the whole .+",
    ),
    ("LOCK", "UNLOCK"): _compiled(
        rf"{_OP} makes the named thing locked, {_OP} makes it open again; .+",
        rf"A thing is locked after {_OP} and open after {_OP}, whichever .+",
        rf"By {_OP} a thing becomes locked and by {_OP} open; .+",
        rf"What {_OP} does is turn a thing locked; {_OP} turns it open; .+",
        rf"With {_OP} a thing turns locked, with {_OP} it turns open; .+",
    ),
}

CONVENTIONS = _compiled(
    r"A thing is known by its place and its name: .+ two thing\.",
    r"It takes place and name together to identify a thing; .+",
    r"Names are unique within a place only; .+",
    r"One place cannot hold two thing of the same name, but two place can, .+",
    r"Two thing may share a name if they are in different place, .+",
    r"A step that fails leaves all thing where they were, .+ the run goes on\.",
    r"After a failed step every thing is where it was, .+",
    r"Failed steps do not stop the run; no thing is added, lost or altered .+",
    r"If a step fails, nothing is put in, .+ and the next step follows\.",
    r"The run continues after a failed step, which has no effect on .+",
    r"A condition on the value of a thing, .+ is not met when .+; being locked plays no part\.",
    r"All thing count towards the conditions, locked or open; .+ every thing .+ to exist\.",
    r"Goal conditions about value require that each thing .+ exists; .+ whether it is locked\.",
    r"In conditions, a locked thing is like any other; .+ must exist\.",
    r"Whether a thing is locked does not matter to the goal; .+ a missing thing fails\.",
    r"Checks after the one that fails .+ out\.",
)
"""What every store states alike: names, failed steps and conditions."""

_PUTTING = "CREATE, MOVE (?:and|or) COPY"
REPLACES = {
    True: _compiled(
        rf"{_PUTTING} replace an open thing .+ and fail if the one there is locked\.",
        rf"An open thing .+ makes way for the new one under {_PUTTING}; a locked one stays, .+",
        rf"If the place where {_PUTTING} puts a thing .+ is replaced if open; if .+ locked, .+",
        rf"Names that are taken are no hindrance to {_PUTTING}: .+ unless it is locked: .+",
        rf"Where the receiving place .+, {_PUTTING} put theirs in its stead, but .+ is locked\.",
    ),
    False: _compiled(
        rf"{_PUTTING} fail where the name is taken .+ by a locked thing or an open one alike\.",
        rf"A name that is taken .+ by any thing, locked or open, makes {_PUTTING} fail\.",
        rf"If the place where {_PUTTING} would put a thing .+ fails, whether or not .+ locked\.",
        rf"Nothing is ever overwritten: with {_PUTTING}, .+ the step fails\.",
        rf"Where the receiving place .+, locked or not, .+ stays .+ \({_PUTTING}\) fails\.",
    ),
}
_MISSING = (
    r"(?:A step on a thing that does not exist fails \(CREATE, which makes one, apart\)"
    r"|Every step but CREATE needs the thing .+ if there is none, the step fails"
    r"|Except with CREATE, a step fails when the thing it names is missing"
    r"|No step other than CREATE succeeds on a thing that is missing"
    r"|Where the thing named .+ is not there, the step fails, unless it is CREATE)"
)
UPDATE_MAKES = {
    True: _compiled(
        rf"{_MISSING}, save that UPDATE brings the missing thing into being, open .+",
        rf"{_MISSING}, with one exception: UPDATE then makes the thing, open .+",
        rf"{_MISSING}; UPDATE alone does not fail but puts in an open thing .+",
        rf"{_MISSING}; but UPDATE on a missing thing works as CREATE does\.",
        rf"{_MISSING}; only UPDATE makes the missing thing itself, open, .+",
    ),
    False: _compiled(
        rf"{_MISSING}, UPDATE included\.",
        rf"{_MISSING}, and UPDATE is no exception\.",
        rf"{_MISSING}; UPDATE does not make one either\.",
        rf"{_MISSING}; this goes for UPDATE too\.",
        rf"{_MISSING}; to UPDATE a missing thing is a failure .+",
    ),
}
COPIES_LOCK = {
    True: _compiled(
        r"COPY makes a locked thing from a locked one and .+; CREATE always brings an open one\.",
        r"A new thing from CREATE is open; the copy of a locked thing is locked too, .+",
        r"Copies are locked if the original is, .+ CREATE puts in is open\.",
        r"The lock of an original passes to its copy, .+; CREATE brings an open thing\.",
        r"What CREATE puts in is open .+, but COPY passes the lock .+ on to the copy .+",
    ),
    False: _compiled(
        r"CREATE and COPY always bring an open thing\.",
        r"A new thing, also a copy of a locked one, is open\.",
        r"Copies are open even if the original is locked, and so .+ CREATE puts in\.",
        r"The lock of an original does not pass .+ CREATE and COPY bring is open\.",
        r"What CREATE or COPY puts in is open at first, whatever .+",
    ),
}
LOCK_WEARS = {
    True: _compiled(
        r"A lock stops one step only: .+ is open\.",
        r"A thing whose lock has made a step fail is open for .+",
        r"Each lock is good for one failure: .+ becomes open\.",
        r"In making a step fail, a lock is used up, .+",
        r"The lock that makes a step fail is lifted by that very failure, .+",
    ),
    False: _compiled(
        r"A lock stays on, however many .+, until UNLOCK lifts it\.",
        r"A thing whose lock made a step fail is still locked .+",
        r"It takes UNLOCK to end a lock: .+ do not weaken it\.",
        r"Making a step fail does not use up a lock; .+",
        r"No number of failed attempts wears a lock out; only UNLOCK .+",
    ),
}
_ALLOWED = r"(?P<allowed>.+)"
_STOPPED = r"(?P<stopped>[A-Z, and]+)"
STOPPED = _compiled(
    rf"{_STOPPED} fail on a locked thing, while {_ALLOWED} succeed on it\.",
    rf"A locked thing makes {_STOPPED} fail, but can {_ALLOWED}\.",
    rf"As long as a thing is locked, {_STOPPED} on it fail; {_ALLOWED}\.",
    rf"Of the steps on a locked thing, those that fail are {_STOPPED}; {_ALLOWED}\.",
    rf"On a locked thing, the steps .+ may be used, and {_STOPPED} fail(?:; {_ALLOWED})?\.",
)
LOCK_TRAVELS = re.compile(
    r"MOVE \(it then stays locked|MOVE, locked as it is|after MOVE it is still locked"
    r"|MOVE takes the lock along|MOVE leaves it locked"
)
ROLE = re.compile(r"[A-Z]{4,}")

CHECK_ORDER = _compiled(
    r"A step is checked in this order, .+: (whether .+)\.",
    r"Before a step takes effect it is checked (whether .+), where .+; only the first .+ counts\.",
    r"Checks that a step calls for are made one by one .+ the first obstacle: (whether .+)\.",
    r"The checks of a step come in this order, .+: (whether .+); at the first .+ the step fails .+",
    r"What is asked first is (whether .+), each where .+; the first obstacle .+",
)
CHECK = re.compile(r"whether ([^,;.]+)")
CHECKS = {
    "missing": _compiled(r"the thing named exists", r"there is a thing .+ in the place"),
    "locked": _compiled(
        r"a lock on the thing named forbids .+", r"the thing named is locked against .+"
    ),
    "receiver": _compiled(
        r"a locked thing of that name is in the receiving .+",
        r"the receiving place has a locked thing .+",
        r"the name is free in the receiving .+",
        r"the receiving place lacks .+",
    ),
}

PLACE = re.compile(r"[A-Z]\w+")
NAME = re.compile(r"[a-z]+-[a-z]+")
_NAME, _PLACE, _VALUE = NAME.pattern, PLACE.pattern, r'"[^"]*"'
REF = rf"(?:{_PLACE}(?: > |/|:){_NAME}|{_NAME} \({_PLACE}\)|{_NAME} in {_PLACE})"
_ARGUMENT = rf"(?P<argument>{_VALUE}|{_PLACE})"
STEPS = _compiled(
    rf"(?P<operation>\w+)\((?P<ref>{REF})(?:, {_ARGUMENT})?\)",
    rf"(?P<operation>\w+) \| (?P<ref>{REF}) \| (?:{_ARGUMENT}|-)",
    rf"(?P<ref>{REF}): (?P<operation>\w+)(?:, {_ARGUMENT})?",
    rf"(?P<operation>\w+) (?P<ref>{REF})(?: (?:=|with|->|to) {_ARGUMENT})?",
)
_ONE, _TWO = rf"(?P<one>{REF})", rf"(?P<two>{REF})"
CONDITIONS = {
    "exists": _compiled(
        rf"{_ONE} (?:exists|is present)",
        rf"the thing {_ONE} is there",
        rf"there is such a thing as {_ONE}",
    ),
    "absent": _compiled(
        rf"{_ONE} (?:does not exist|is absent)",
        rf"no thing {_ONE} is there",
        rf"there is no such thing as {_ONE}",
    ),
    "equals": _compiled(
        rf"the value of {_ONE} is (?P<value>{_VALUE})",
        rf"value of {_ONE}: (?P<value>{_VALUE})",
        rf"{_ONE} (?:has the|exists and its) value (?:is )?(?P<value>{_VALUE})",
    ),
    "same": _compiled(
        rf"same value: {_ONE} and {_TWO}",
        rf"{_ONE} and {_TWO} have the same value",
        rf"the value of {_ONE} is the same as that of {_TWO}",
        rf"{_ONE} agrees with {_TWO} in its value",
    ),
    "differ": _compiled(
        rf"different value: {_ONE} and {_TWO}",
        rf"{_ONE} and {_TWO} have different value",
        rf"the value of {_ONE} is not the same as that of {_TWO}",
        rf"{_ONE} differs from {_TWO} in its value",
    ),
    "count": _compiled(
        rf"(?P<place>{_PLACE}) holds exactly (?P<count>\d+) thing",
        rf"(?P<place>{_PLACE}) has (?P<count>\d+) thing, no more .+ fewer",
        rf"the number of thing in (?P<place>{_PLACE}) is (?P<count>\d+)",
        rf"thing in (?P<place>{_PLACE}): (?P<count>\d+)",
    ),
}
TABLE_HEAD = re.compile(r"place \| thing \| value \| locked\?")
TABLE_ROW = re.compile(rf"({_PLACE}) \| ({_NAME}) \| ({_VALUE}) \| (yes|no)")
EMPTY_ROW = re.compile(rf"{_PLACE}(?: \| -){{3}}")
LINE = re.compile(rf"({_PLACE}) -- (.+)")
ENTRY = re.compile(rf"({_NAME})(?:: | = | \[)({_VALUE})\]?(, locked| \[locked\]| \(locked\))?")
