"""The wordings of triage_order: its nouns, and a pattern for every sentence that is understood."""

import re
from collections.abc import Mapping
from typing import Literal, TypeVar

Patterns = tuple[re.Pattern[str], ...]
Value = TypeVar("Value")


def plain(text: str) -> str:
    """The text in lower case, with one noun for each thing and one form of times and durations.

    A clock time becomes ``@`` and the minutes since midnight, a duration its minutes.
    """
    text = _CLOCK.sub(_minutes, text.lower())
    text = _DURATION.sub(_length, text)
    return _WORD.sub(lambda word: _NOUNS[word[0]], text)


def _minutes(clock: re.Match[str]) -> str:
    hour, minute, half = int(clock[1]), int(clock[2]), clock[3]
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return f"@{hour * 60 + minute}"


def _length(duration: re.Match[str]) -> str:
    hours, minutes = duration["h"] or 0, duration["rest"] or duration["min"] or 0
    return f"{int(hours) * 60 + int(minutes)} min"


def _compiled(*patterns: str) -> Patterns:
    return tuple(re.compile(pattern) for pattern in patterns)


def matches(patterns: Patterns, text: str) -> re.Match[str] | None:
    """The match of the first pattern that fits the whole text."""
    return next((match for pattern in patterns if (match := pattern.fullmatch(text))), None)


def lookup(table: Mapping[Value, Patterns], text: str) -> Value | None:
    """What the text means: the value whose patterns fit it, None where none does."""
    return next((value for value, patterns in table.items() if matches(patterns, text)), None)


_CASES = (
    "walk-in case claim patient consignment fault file job matter repair request report "
    "shipment ticket"
).split()
_NOUNS = {
    "an": "a",
    **dict.fromkeys(_CASES, "case"),
    **{noun + "s": "cases" for noun in _CASES},
    **dict.fromkeys(("class", "grade", "tier", "category"), "class"),
    **dict.fromkeys(("classes", "grades", "tiers", "categories"), "classes"),
    **dict.fromkeys(("due time", "target time", "time limit", "deadline"), "due"),
    **dict.fromkeys(("flag", "label", "mark", "tag"), "flag"),
    **dict.fromkeys(("ranking", "final", "working", "adjusted"), "final"),
}
_WORD = re.compile(r"\b(?:" + "|".join(sorted(_NOUNS, key=len, reverse=True)) + r")\b")
_CLOCK = re.compile(r"\b(\d{1,2})[.:h]([0-5]\d)\b(?: ([ap])m\b)?")
_DURATION = re.compile(
    r"(?<![@\d])(?:(?P<h>\d+) h(?: (?P<rest>\d+) min(?:utes)?)?|(?P<min>\d+) min(?:utes)?)\b"
)
FRAME = re.compile(r"## (.+)|-- (.+) --|\[(.+)\]|([\w -]+):")
RULE_NUMBER = re.compile(r"(?:rule (\d+):|\((\d+)\)|(\d+)[.)]) (.+)")
SENTENCE_END = re.compile(r"(?<=\.) ")

Section = Literal["position", "queue", "classes", "now", "rules"]
HEADINGS: dict[Section, Patterns] = {
    "position": _compiled(r"asked for|case|position|what is wanted"),
    "queue": _compiled(r"cases in .*queue|queue|waiting (?:cases|list)"),
    "classes": _compiled(r"(?:listed |meaning of the )?classes|what the classes .+"),
    "now": _compiled(r"clock|now|(?:current )?time"),
    "rules": _compiled(r"how .+ order .+|order of service|rules(?: for .+)?"),
}

# The opening

_DATE = r"(?:\d{4}-\d\d-\d\d|(?:[a-z]{3} )?\d\d? [a-z]+ \d{4}|[a-z]+ \d\d?, \d{4})"
PLACES = _compiled(
    rf"at .+, the order of .+ worked out anew on {_DATE}\.",
    rf"for {_DATE}, .+ keeps .+ list of all cases .+",
    rf"on {_DATE}, .+ has .+ cases waiting\.",
    rf"the waiting list .+ belongs to .+ date is {_DATE}\.",
    rf"these cases are waiting at .+ on {_DATE}\.",
    rf"this sheet covers .+ cases .+ wait at .+ on {_DATE}\.",
)
ONE_DAY = _compiled(
    r"there are no times of other days .+",
    r"no time below .+ to another day\.",
    r"all times belong to that day\.",
    r"every time given .+ on that day\.",
    r"whatever time is given, .+ for this date\.",
    r"the times all .+ on the same day\.",
)
MISSING = _compiled(
    r"not every case has a due or a flag: '([^']+)' .+ missing .+",
    r"'([^']+)' .+ means that the case has no due, or no flag\.",
    r"besides number, .+ a case may have a due and a flag, or '([^']+)' in their place\.",
    r"each case has .+ a due and a flag; '([^']+)' says .+ none\.",
    r"where a case has no due or no flag, .+ '([^']+)'\.",
    r"the word '([^']+)' .+ where a due or a flag is missing\.",
)

# The queue, the clock, the position, the classes

_ID = r"(?P<id>[a-z][-/]?\d+)"
_CLASS, _ARRIVAL = r"(?P<level>\d+)", r"@(?P<arrival>\d+)"
_DUE, _FLAG = r"(?:@(?P<due>\d+)|(?P<no_due>[a-z/-]+))", r"(?P<flag>[a-z/-]+)"
TABLE_HEAD = re.compile(r"number \| description \| class \| arrival \| due \| flag")
TABLE_ROW = _compiled(rf"{_ID} \| [^|]+ \| {_CLASS} \| {_ARRIVAL} \| {_DUE} \| {_FLAG}")
ROWS = _compiled(
    rf"{_ID} \| {_ARRIVAL} \| [^|]+ \| flag {_FLAG} \| class {_CLASS} \| due {_DUE}",
    rf"{_ID}, class {_CLASS}, [^,]+, flag: {_FLAG}, due: {_DUE}, arrived: {_ARRIVAL}",
    rf"- {_ID}: [^;]+; arrived {_ARRIVAL}; class {_CLASS}; flag {_FLAG}; due {_DUE}",
    rf"\* {_ARRIVAL} {_ID} [^/]+ / class {_CLASS} / due {_DUE} / flag {_FLAG}",
    rf"{_ID} \([^)]+\): class {_CLASS}, arrived {_ARRIVAL}, due {_DUE}, flag {_FLAG}",
)
MEANING = _compiled(r"class (\d+)(?: [-=]|:| means) .+")
NOW = _compiled(
    r"at this moment it is @(\d+)\.",
    r"it is now @(\d+)\.",
    r"take @(\d+) as .+ time\.",
    r"the (?:current|present) time is (?:given as )?@(\d+)(?: exactly)?\.",
    r"the order is made at @(\d+)\.",
    r"the queue is .+ when it is @(\d+)\.",
    r"when the order .+ the clock shows @(\d+)\.",
)
_NTH = r"(\w+)"
POSITION = _compiled(
    rf"find out which case stands {_NTH} in .+ order\.",
    rf"it is the {_NTH} case in .+ order that is sought\.",
    rf"name the case that comes {_NTH} in the order\.",
    rf"of all cases, the {_NTH} .+ asked for\.",
    r"tell which case has position (\d+) .+",
    r"the position asked for .+ (\d+)\.",
    r"the question is .+ position (\d+) .+",
    r"wanted is .+ at position (\d+)\.",
)
FROM_FRONT = _compiled(
    r"counting starts at 1 with .+ before all others\.",
    r"position 1 is the case .+ first\.",
    r"positions .+ from the front, .+ 1\.",
    r"the case at the head .+ position 1\.",
    r"the first case .+ number 1 .+ the next .+ 2, and so on\.",
)
ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth"
).split()
NUMERAL = re.compile(r"(\d+)(?:st|nd|rd|th)?")

# Rules that move a case

_N, _UP = r"(?P<min>\d+) min", r"(?P<steps>one|two) class(?:es)?"
_IT_RISES = rf"the case rises by {_UP}"
_IS_MOVED = rf"a case is moved {_UP} up\."
STEPS = {"one": 1, "two": 2}

Measure = tuple[Literal["wait", "left"], bool]
"""What is measured, and whether the limit itself is enough."""

MOVES: dict[Measure, Patterns] = {
    ("wait", True): _compiled(
        rf"a case that has waited {_N} or longer moves up {_UP}\.",
        rf"a wait of {_N} or more lifts a case by {_UP}\.",
        rf"from a wait of exactly {_N} on, {_IS_MOVED}",
        rf"cases move up {_UP} when their wait is not shorter than {_N}\.",
        rf"once a case has waited at least {_N}, it moves up {_UP}\.",
        rf"if the wait of a case has reached {_N}, {_IT_RISES}\.",
    ),
    ("wait", False): _compiled(
        rf"a case that has waited longer than {_N} moves up {_UP}; exactly (?P=min) min is not .+",
        rf"a wait of more than {_N} lifts a case by {_UP}, but .+ just (?P=min) min does not\.",
        rf"cases move up {_UP} when their wait exceeds {_N}; .+ equal to (?P=min) min .+ nothing\.",
        rf"if the wait of a case has gone beyond {_N}, {_IT_RISES}; at (?P=min) min .+ not yet\.",
        rf"once a case has waited more than {_N}, and not merely (?P=min) min, it moves up {_UP}\.",
        rf"only after a wait of exactly {_N} .+ exceeded is a case moved {_UP} up\.",
    ),
    ("left", True): _compiled(
        rf"a case whose due is {_N} or less away moves up {_UP}\.",
        rf"a due that is no more than {_N} ahead lifts a case by {_UP}\.",
        rf"cases move up {_UP} when the time left to their due is {_N} or less\.",
        rf"from exactly {_N} before its due on, {_IS_MOVED}",
        rf"if what is left to the due of a case is down to {_N}, or lower, {_IT_RISES}\.",
        rf"once at most {_N} are left before its due, a case moves up {_UP}\.",
    ),
    ("left", False): _compiled(
        rf"a case whose due is less than {_N} away moves up {_UP}; exactly (?P=min) min is not .+",
        rf"a due that is under {_N} ahead lifts a case by {_UP}, but .+ (?P=min) min .+ does not\.",
        rf"cases move up {_UP} when the time left to their due is below {_N}; exactly "
        r"(?P=min) min left changes nothing\.",
        rf"if what is left to the due of a case is below {_N}, {_IT_RISES}; at (?P=min) min .+ "
        r"not yet\.",
        rf"once fewer than {_N} are left before its due, and not just (?P=min) min, "
        rf"a case moves up {_UP}\.",
        rf"only later than exactly {_N} before its due is a case moved {_UP} up\.",
    ),
}
_SOME = r"(?:class )?((?:\d+, )*\d+ or \d+)"
ONLY_LISTED = _compiled(
    rf"cases whose listed class is not {_SOME} are left out .+",
    rf"it does not apply unless .+ listed in {_SOME}\.",
    rf"only cases listed in {_SOME} can move .+",
    rf"the listed class must be {_SOME} .+",
    rf"this holds only for cases listed in {_SOME}\.",
)
_A, _B = r"'([^']+)'", r"'([^']+)'"
FLAG_MOVES = _compiled(
    rf"the flag {_A} raises a case by one class, the flag {_B} lowers it by one class\.",
    rf"cases with the flag {_A} move up one class; those .+ {_B} move down one\.",
    rf"if a case has the flag {_A}, it goes up one class; .+ {_B}, it goes down one class\.",
    rf"one class up is .+ flag {_A} gives a case, and one class down .+ {_B} costs it\.",
    rf"the flag {_A} moves a case up one class, the flag {_B} .+ down one class\.",
)

# Rules that sort

FLAG_SORTS = _compiled(
    rf"cases with the flag {_A} go before those without a flag, .+ before those .+ {_B}\.",
    rf"first come cases with the flag {_A}, then those .+ no flag, then those .+ {_B}\.",
    rf"sort by flag: {_A} comes first, no flag .+ next and {_B} .+ last\.",
    rf"the flag {_A} puts a case in front of those without a flag; the flag {_B} .+ behind .+",
    rf"the flag decides, in the order {_A}, no flag, {_B}\.",
)
CLASS_SORTS = _compiled(
    r"cases in (final )?class 1 .+ first, then those in 2, and so on .+",
    r"cases of a lower (final )?class number go before .+ higher one\.",
    r"sort by (final )?class, with class 1 in front\.",
    r"the case with the smaller (final )?class number .+ sooner\.",
    r"the (final )?class decides: class 1 .+ first, class \d+ last\.",
    r"the order follows the (final )?class, from 1 to \d+\.",
)
Simple = Literal["due", "unmoved", "arrival", "low number", "high number"]
_TIE = r"(?:of those with the same arrival time|with equal arrivals|if arrival times are equal"
_TIE += r"|for arrivals in the same minute|among equal arrival times), .*"
SIMPLE_SORTS: dict[Simple, Patterns] = {
    "due": _compiled(
        r"cases come in order of due, earliest first, .+ no due come last\.",
        r"cases with a due precede those without; .+ earliest due leads\.",
        r"sort by due, earliest first, .+ none behind .+",
        r"the due decides, the earliest in front; having none .+ later than any\.",
        r"the earlier due goes first; cases without a due come after .+",
    ),
    "unmoved": _compiled(
        r"a case whose final class differs from its listed class comes after .+ equal\.",
        r"cases that have ended up outside their listed class come behind .+",
        r"cases whose final class is their listed class go before .+ another\.",
        r"those that stand in the class in which they are listed precede .+ not\.",
        r"where final class and listed class agree, the case comes before .+ differ\.",
    ),
    "arrival": _compiled(
        r"cases .+ waiting longer precede .+ arrived later\.",
        r"first come, .+ the earliest arrival leads\.",
        r"sort by arrival time, earliest first\.",
        r"the arrival time decides, the earliest in front\.",
        r"the case that arrived earlier comes sooner\.",
        r"the earlier arrival goes first\.",
    ),
    "low number": _compiled(_TIE + r"(?:rising|lower|lowest|smaller|smallest)\b.*"),
    "high number": _compiled(_TIE + r"(?:falling|higher|highest|greater|largest)\b.*"),
}

# Remarks

ENDS = _compiled(
    r"a case starts in its listed class and reaches its final class .+ towards 1, "
    r"and class (\d+) and class (\d+) are ends .+",
    r"by final class is meant the listed class as moved .+ up means a smaller number "
    r".+ between (\d+) and (\d+)\.",
    r"moves start from the listed class and lead to the final class; up is towards class 1, "
    r".+ end at class (\d+) and class (\d+)\.",
    r"moving up makes the class number smaller; .+ the final class, .+ "
    r"never less than (\d+) or more than (\d+)\.",
    r"the final class comes from the listed class .+ up lowers the number, "
    r"and class (\d+) and class (\d+) cannot .+",
    r"the final class is the class after all moves; up means towards 1, "
    r".+ beyond class (\d+) or class (\d+)\.",
)
COMBINED: dict[Literal["sum", "first"], Patterns] = {
    "sum": _compiled(
        r"a case that two rules move .+ by the total of the two, .+",
        r"both moving rules may act on one case: .+ balance of the two .+",
        r"if both moving rules apply .+ moves are added up, .+ only the sum .+",
        r"moves by two rules add up .+ the sum is made .+",
        r"two moves of the same case are combined into their sum .+",
    ),
    "first": _compiled(
        r"a case is moved by the first moving rule .+ that applies and by no other, .+",
        r"if both moving rules apply to a case, only .+ lower rule number .+",
        r"moves do not add up: .+ listed first is used alone, .+",
        r"the second moving rule is only for .+ first does not apply; .+",
        r"when the first moving rule applies .+ the second is not used .+",
    ),
}
REMARKS = _compiled(
    r"a sorting rule further down .+ never overturns one further up; .+",
    r"of the sorting rules, each .+ only breaks the ties .+ before it leave\.",
    r"sort by the first sorting rule; .+ next one only for .+ still tied\.",
    r"sorting rules take precedence by their numbers, .+ before it give a tie\.",
    r"the sorting rules are used in the order of their numbers: .+",
    r"two cases are compared by the first sorting rule .+ tells them apart\.",
    r"a wait begins with the arrival .+ at the current time\.",
    r"how long a case has waited .+ from its arrival until now\.",
    r"the current time less the arrival time is the wait .+",
    r"the wait of a case is .+ from its arrival to the current time\.",
    r"waits run from arrival up to .+ order is made\.",
    r"anything in the list that the rules do not use .+ ignored\.",
    r"details that no rule mentions .+ information only\.",
    r"no other consideration plays a part, .+",
    r"nothing but these rules counts, .+",
    r"the order depends on these rules alone, .+",
    r"what no rule names has no influence .+",
    r"both moving rules refer to the class in the list\.",
    r"for the moving rules .+ listed class that counts\.",
    r"no moving rule looks at .+ the other; .+ listed class\.",
    r"rules that move cases are checked against the listed class, .+",
    r"where a moving rule names a class, the listed one .+",
)
