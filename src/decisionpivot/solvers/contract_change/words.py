"""The wordings of two versions of an agreement, its case and the rules on reading it.

Each table maps what a sentence means to a pattern that the whole sentence has to match.
"""

import re

LOWER = r"(?:minimum|lower limit|floor)"
UPPER = r"(?:maximum|upper limit|ceiling)"
TERM = rf"an? (?P<term>{LOWER}|{UPPER})"

HEADINGS = {
    "A": re.compile(r"(?:(?:Text of v|V)ersion A(?: of the [a-z ]+)?|[A-Z][a-z ]+, version A)"),
    "B": re.compile(r"(?:(?:Text of v|V)ersion B(?: of the [a-z ]+)?|[A-Z][a-z ]+, version B)"),
    "rules": re.compile(
        r"Reading rules|(?:Rules of i|I)nterpretation|How to read .*versions", re.IGNORECASE
    ),
    "point": re.compile(
        r"(?:The )?point (?:at issue|to be settled)|Question in dispute", re.IGNORECASE
    ),
    "facts": re.compile(r"(?:The )?case(?: record)?|Facts of (?:the )?case", re.IGNORECASE),
}
FRAME = " []#=:"
"""What headings are set off with."""

_RIGHT = r"[Tt]he (?P<who>[A-Z][a-z]+) {} (?P<act>[a-z].*?)"
_MAY, _MAY_NOT, _TO = _RIGHT.format("may"), _RIGHT.format("may not"), _RIGHT.format("to")
_WISHES = _RIGHT.format("wishes to")
_QUANTITY = r"the (?P<quantity>(?:number|amount|percentage|duration|period) (?:of|from) [a-z ]+?)"
_LIMIT = (
    TERM + r" of (?P<value>(?:[A-Z]{3} )?\d[\d,.:]*(?: h \d+ min| ?(?:%|[A-Za-z]+(?: cent)?))?)"
)

LIMITS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"The right of {_TO} is subject to {_LIMIT} for {_QUANTITY}\.",
        rf"{_MAY} only if {_QUANTITY} satisfies {_LIMIT}\.",
        rf"{_MAY_NOT} if {_QUANTITY} fails to satisfy {_LIMIT}\.",
        rf"Unless {_QUANTITY} satisfies {_LIMIT}, {_MAY_NOT}\.",
        rf"(?:Before|In order that) {_MAY}, {_QUANTITY} (?:must|has to) satisfy {_LIMIT}\.",
        rf"Where {_WISHES}, {_LIMIT} for {_QUANTITY} must be satisfied\.",
        rf"It is a condition for {_TO} that {_QUANTITY} satisfies {_LIMIT}\.",
    )
)
LIMIT_WORDS = re.compile(rf"\b(?:{LOWER}|{UPPER})\b|satisf")
"""A clause with one of these sets a limit, or is not understood."""

_NO_LIMIT = (
    ("amendment", "sign", "both parties"),
    ("assign", "consent", "other"),
    ("notice", "writ"),
    ("dispute", r"\d arbitrators"),
    ("interest", "overdue", r"\d per cent"),
    ("earlier", "arrangement", "parties"),
    ("record", r"\d years", "keep|kept|preserve|retain"),
    ("contents", r"\d years", "confiden|disclose"),
    ("costs?", "draw", "equal|half"),
    ("contact", r"\d weeks", "leav"),
    ("events", "beyond|outside", "dut(?:y|ies)"),
    ("clause", "invalid", "rest|others|remaining"),
    ("invoice", r"\d days", "recei(?:pt|ving)"),
    ("meet", r"\d .*year", "affairs"),
    ("books", r"\d months", "once"),
    ("originals", r"\d (?:signed )?originals", "this"),
    ("personal data", "purposes"),
    ("liability insurance", r"\d days", "signature"),
)
NO_LIMIT = re.compile(
    "|".join("".join(f"(?=.*(?:{stem}))" for stem in stems) + ".*" for stems in _NO_LIMIT),
    re.IGNORECASE,
)
"""What clauses without a limit are about: each has all the stems of one row."""

POINT = re.compile(
    r"(?:May the (?P<who>[A-Z][a-z]+)"
    r"|Is the (?P<who2>[A-Z][a-z]+) (?:allowed|entitled) to"
    r"|Is it open to the (?P<who3>[A-Z][a-z]+) to"
    r"|Does the (?P<who4>[A-Z][a-z]+) have the right to"
    r"|Can the (?P<who5>[A-Z][a-z]+) rely on a right to) (?P<act>[a-z].*)\?"
)

_EQUALITY = tuple(
    (holds, re.compile(pattern))
    for holds, pattern in (
        (True, rf"Figures that equal (?:or exceed )?{TERM} (?:or lie below it )?satisfy it\."),
        (
            True,
            rf"A figure (?:exactly at|that equals) {TERM} (?:counts as )?satisf(?:ying|ies) it\.",
        ),
        (
            False,
            rf"A figure (?:exactly at|that equals) {TERM} (?:.* failing|does not satisfy) it\.",
        ),
        (
            True,
            rf"(?i:{TERM}) (?:is satisfied as soon as .* reached|remains satisfied until .*exceeded"
            r"|may be used up in full and .* still satisfied)\.",
        ),
        (
            False,
            rf"(?i:{TERM}) (?:is satisfied only once .* exceeded|ceases to be satisfied .* reached"
            r"|may not be used up in full, .* no longer satisfied)\.",
        ),
        (True, rf"It is enough to reach {TERM} in order to satisfy it\."),
        (False, rf"It is not enough to reach {TERM} in order .*; it has to be exceeded\."),
        (False, rf"Only figures that (?:exceed|lie below) {TERM} satisfy it\."),
        (True, rf"Where a figure is equal to {TERM}, the limit is satisfied\."),
        (False, rf"Where a figure is equal to {TERM}, the limit is not satisfied\."),
    )
)

CONVENTIONS: tuple[tuple[str, bool, re.Pattern[str]], ...] = tuple(
    (name, value, re.compile(pattern))
    for name, value, pattern in (
        (
            "synonyms",
            True,
            r"(?i:(?=.*\bminimum)(?=.*\blower limit)(?=.*\bfloor)(?=.*\bmaximum)(?=.*\bupper limit)"
            r"(?=.*\bceiling).*\b(?:alike|the same|other words|immaterial|no difference)\b.*)",
        ),
        (
            "all limits",
            True,
            r"(?:A right exists under a version when, and only when, every limit .* satisfied"
            r"|The limits on a right are cumulative: .*"
            r"|To answer .* one version, check every limit .*: one limit not satisfied .* no, .*"
            r"|Under a version, the answer .* yes if all limits .* satisfied, and no otherwise"
            r"|Yes is the answer .* exactly where none of its limits .* unsatisfied)\.",
        ),
        (
            "own limits",
            True,
            r"(?:A limit bears only on the right .* names"
            r"|(?:Clauses about another|Limits on other) rights?\b.* no (?:bearing|consequence)\b.*"
            r"|No limit extends beyond the right .*"
            r"|What a clause says of one right .* not .* applied to another)\.",
        ),
        (
            "apart",
            True,
            r"(?:Each version is read on its own, .*|Nothing in one version .* the other"
            r"|The facts are put first to one version alone .*"
            r"|(?:The two versions are|Version A is) applied (?:separately|without regard) .*)\.",
        ),
        (
            "reserve",
            True,
            r"(?:A number comprises .*\breserve pieces together"
            r"|Numbers cover everything available, .*"
            r"|Reserve items are added .*"
            r"|Things held in reserve count towards a number .*same.*"
            r"|To be counted, it makes no difference .*)\.",
        ),
        (
            "reserve",
            False,
            r"(?:A number comprises .*\balone, not the reserve"
            r"|Numbers cover .* and leave out what is reserve"
            r"|Reserve items are disregarded .*"
            r"|Things held in reserve do not count towards .*"
            r"|To be counted, an item must be regular .*)\.",
        ),
        (
            "levy",
            True,
            r"(?:A levy is counted in .*|Amounts .* including the levy .*"
            r"|An amount is compared .* after its levy .* added"
            r"|For every amount, .* are added together|The levy forms part of .*)\.",
        ),
        (
            "levy",
            False,
            r"(?:A levy is left aside .*|Amounts .* excluding the levy .*"
            r"|An amount is compared .* without its levy"
            r"|For every amount, .* the levy is ignored|The levy does not form part of .*)\.",
        ),
        (
            "interruption",
            True,
            r"(?:A duration runs .* interruption does not shorten it|Durations include .*"
            r"|For a duration, the clock keeps running .*|Nothing is deducted from a duration .*"
            r"|The time of an interruption counts as part .*)\.",
        ),
        (
            "interruption",
            False,
            r"(?:A duration runs .* shortened by the interruption|Durations exclude .*"
            r"|For a duration, the clock is stopped .*|The length of an interruption is deducted .*"
            r"|The time of an interruption does not count .*)\.",
        ),
        (
            "first day",
            True,
            r"(?:A period that starts and ends on the same date .* one day"
            r"|Both end dates belong to a period .*|Days .* date at the end included"
            r"|In a period, its first day counts .* and so does its last"
            r"|The length of a period in days includes both .*)\.",
        ),
        (
            "first day",
            False,
            r"(?:A period that starts on one date and ends on the next .* one day"
            r"|Days are counted from the day after .* including the end date"
            r"|In a period, its first day is not counted, .*"
            r"|Of the two end dates .* only the later .*"
            r"|The length of a period in days leaves out the first .*)\.",
        ),
        (
            "withdrawn",
            True,
            r"(?:A percentage relates .* withdrawn entries kept .*"
            r"|Percentages .* withdrawn entries included, .*"
            r"|To find a percentage, .* without deducting withdrawn .*"
            r"|Withdrawals do not reduce the total .*|Withdrawn entries stay in .*)\.",
        ),
        (
            "withdrawn",
            False,
            r"(?:A percentage relates .* withdrawn entries are deducted, .*"
            r"|Percentages .* less withdrawn entries, .*"
            r"|To find a percentage, .* withdrawn ones were deducted, .*"
            r"|Withdrawals reduce the total .*|Withdrawn entries are taken out .*)\.",
        ),
    )
)

LEAD = re.compile(
    r"Nobody contests .* recorded here\.|The facts below are undisputed\."
    r"|The parties agree on .* facts\.|The record shows .*\."
    r"|These are the facts as both .* confirmed them\."
    r"|The [A-Z][a-z]+ and the [A-Z][a-z]+ have put .* on record\."
)
FACT = re.compile(
    r"(?P<name>[A-Z][a-z]+(?: [a-z]+)*)(?:: | = )(?P<value>[A-Za-z0-9][A-Za-z0-9,.: -]*)"
)
BULLET = re.compile(r"[-*•] ")
CLAUSE = re.compile(r"(?:\(\d+\)|\d+[.)]|§ \d+|Clause \d+:) (?P<body>[A-Z].*\.)")


def equality(text: str) -> tuple[str, bool] | None:
    """Which limits a rule on equal figures is about, and whether an equal figure satisfies them."""
    for holds, pattern in _EQUALITY:
        if found := pattern.fullmatch(text):
            return side(found["term"]), holds
    return None


def side(term: str) -> str:
    """Whether a term stands for a lower or an upper limit."""
    return "lower" if re.fullmatch(LOWER, term) else "upper"


def convention(text: str) -> tuple[str, bool] | None:
    """What any other reading rule is about, and what it says of it."""
    for name, value, pattern in CONVENTIONS:
        if pattern.fullmatch(text):
            return name, value
    return None
