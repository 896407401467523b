"""The wordings of ledger_match: a pattern for every sentence, heading and cell understood."""

import re
from collections.abc import Mapping
from typing import TypeVar

Value = TypeVar("Value")
Patterns = tuple[re.Pattern[str], ...]
Table = Mapping[str, Patterns]


def _compiled(*patterns: str) -> Patterns:
    return tuple(re.compile(pattern) for pattern in patterns)


def matches(patterns: Patterns, text: str) -> re.Match[str] | None:
    """The match of the first pattern that fits the whole text."""
    return next((match for pattern in patterns if (match := pattern.fullmatch(text))), None)


def plain(sentence: str, party: str) -> str:
    """The sentence in small letters, with one noun for the party that both ledgers name."""
    return re.sub(rf"\b{re.escape(party)}\b", "party", sentence).lower()


SENTENCE_END = re.compile(r"(?<=[.)]) (?=[A-Z(])")
BULLET = re.compile(r"^[-*] ")

_MONTH = r"[A-Z][a-z]+ \d{4}"
OPENINGS = _compiled(
    rf"Below are the .+ of {_MONTH} in the books of .+ \(ledger A\) and the .+ \(ledger B\)\.",
    rf"\w+ reconciles two ledgers for {_MONTH}: ledger A \(.+\) and ledger B \(.+\)\.",
    rf"For {_MONTH} \w+ has two books .+ Ledger A lists .+, ledger B lists .+\.",
    rf"Month-end check at \w+, {_MONTH}\. .+ keeps ledger A, .+; .+ keeps ledger B, .+\.",
    rf"The .+ sets its .+ of {_MONTH} \(ledger A\) against the .+ \(ledger B\)\.",
    rf"This is the reconciliation file of \w+ for {_MONTH}, .+ as ledger A and .+ as ledger B\.",
)
HEADINGS: Table = {
    "a": _compiled(r"ledger a(?:: .+)?", r"a\. the .+: .+"),
    "b": _compiled(r"ledger b(?:: .+)?", r"b\. the .+: .+"),
    "rules": _compiled(r"(?:matching )?conventions", r"matching rules", r"how the .+ matched"),
}

DATE = r"\d{4}-\d\d-\d\d|(?:[A-Z][a-z]{2} )?\d\d? [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d\d?, \d{4}"
AMOUNT = re.compile(r"(\d{1,3}(?:[ ,]\d{3})+|\d+)(?:\.(\d\d))?")
NOTE = re.compile(r"([a-z]+)(?:, fee (\d[\d.]*))?")
BLANKS = ("-", "--", "?", "n/a")
NUMBERS = "zero one two three four five six seven eight nine ten".split()
_BLANK = r"\((?:-|--|\?|n/a)\)"
_DAYS = r"(?P<count>[a-z]+) (?P<unit>calendar|working) days"

REFERENCES: Table = {
    "exact": _compiled(
        r"a line .+ reference it carries, character for character\.",
        r"go by .+: only a line with exactly the reference of .+\.",
        r"lines are assigned .+ alone, and one wrong character makes .+\.",
        r"what ties .+ which is written alike in both ledgers\.",
    ),
    "zeros": _compiled(
        r"a line belongs .+ except that ledger b leaves out zeros at the start .+\.",
        r"ledger b drops the zeros .+; otherwise .+ unchanged\.",
        r"lines are assigned .+ leading zeros .+ only ledger a writes, are passed over\.",
        r"what ties .+; zeros right after the hyphen .+ do not count\.",
    ),
    "letters": _compiled(
        r"a line belongs .+; capitals, spaces and hyphens .+ no difference\.",
        r"go by the letters and digits .+ spaced, hyphenated or capitalised is ignored\.",
        r"ledger b may .+ change hyphens, spaces and capitals, and .+ the same .+\.",
        r"what ties .+ without regard to capitals, spaces and hyphens\.",
    ),
    "tail": _compiled(
        r"a line is assigned .+ has the same last four digits, .+ shows no more .+\.",
        r"go by .+: of each one ledger b keeps the last four digits, and all four .+\.",
        r"ledger b shows the last four digits .+ only; .+ ends in these four .+\.",
        r"references are cut down to their final four digits in ledger b, .+\.",
    ),
}
AMOUNTS: Table = {
    "cent": _compiled(
        r"amounts agree when .+ equal, cents included\.",
        r"amounts must agree to the cent\.",
        r"an amount .+ off by a single cent does not agree\.",
        r"no difference in amount .+ not even 0\.01\.",
        r"the two ledgers .+ same amount, down to the last cent\.",
    ),
    "margin": _compiled(
        r"a difference of up to (?P<margin>[\d.]+) is accepted .+, (?P=margin) itself included\.",
        r"amounts agree when they differ by no more than (?P<margin>[\d.]+), in either .+\.",
        r"differences .+ passed over up to and including (?P<margin>[\d.]+), whichever .+\.",
        r"only a difference of more than (?P<margin>[\d.]+), up or down, .+ do not agree\.",
        r"two amounts count .+ if they are at most (?P<margin>[\d.]+) apart\.",
    ),
    "units": _compiled(
        r"amounts agree when .+, rounded to whole units \(from \.50 upwards\), equals .+\.",
        r"ledger b is kept in whole units: .+ nearest unit, \.50 upwards, and .+ exactly that\.",
        r"since ledger b knows whole units .+ a half always up; then both must be equal\.",
        r"the cents .+ rounded away, \.49 down and \.50 up, .+ very figure in ledger b\.",
        r"what is due is rounded to full units, halves up, before .+ no difference is .+\.",
    ),
}
SETTLING: Table = {
    "one line": _compiled(
        r"an entry reconciles when one line that belongs to it .+ agrees\.",
        r"each entry is settled by one line\.",
        r"entries are settled singly, each by a line of its own .+ agreeing amount\.",
        r"for every entry .+ one line that agrees with it in amount\.",
        r"one line is what .+ to settle an entry\.",
    ),
    "all lines": _compiled(
        r"all lines of an entry count, and .+ together must agree with its amount\.",
        r"an entry may be settled in several lines; .+ added up, and the total must agree .+\.",
        r"if more than one line belongs to an entry, the sum .+ compared with it\.",
        r"split lines are allowed: all .+ reference count together\.",
        r"where several lines carry .+ one entry, it is their total .+ agree\.",
    ),
}
_FITS = r"its amount agrees(?P<dated> and its date is in time)?"
BLANK_LINES: Table = {
    "none": _compiled(
        rf"a line without a reference {_BLANK} belongs to no entry, .+\.",
        rf"blank references {_BLANK} are not guessed: .+ not counted for any entry\.",
        rf"no entry is settled by a line .+ is blank {_BLANK}, .+\.",
        rf"where .+ of a line is blank {_BLANK}, the line settles nothing, .+\.",
    ),
    "same party": _compiled(
        rf"a line without .+ {_BLANK} settles an entry of the same party .+ if {_FITS}, "
        r"provided that no line .+\.",
        rf"blank references {_BLANK} are allowed: .+ its party that has no line .+, if {_FITS}\.",
        rf"if no line carries .+ with the same party and a blank .+ {_BLANK} .+ as {_FITS}\.",
        rf"where .+ blank {_BLANK}, .+ settles by itself .+ same party, provided that {_FITS} and "
        r"that no line bears .+\.",
    ),
}
DATES: Table = {
    "free": _compiled(
        r"a line may bear any date, before or after .+\.",
        r"dates are given for information .+ not compared\.",
        r"dates play no part .+\.",
        r"how far apart the dates lie has no bearing .+\.",
        r"the dates of the two ledgers need not be close .+\.",
    ),
    "around": _compiled(
        rf"a line is in time up to {_DAYS} before or after .+ both ends included\.",
        rf"either date may be .+ earlier .+ more than {_DAYS} before or after .+ out of time\.",
        rf"lines must be .+ no more than {_DAYS} from .+ earlier or later; exactly .+ in time\.",
        rf"the dates of a line and its entry may lie at most {_DAYS} apart, whichever .+ first\.",
        rf"to be in time a line may precede or follow its entry by {_DAYS}, but .+ no more\.",
    ),
    "after": _compiled(
        rf"a line is in time on .+ and up to {_DAYS} after it, .+; .+ never .+ before .+\.",
        rf"from the date of the entry a line has {_DAYS} to follow, .+ precedes its entry is not\.",
        rf"lines must not be dated before .+ nor more than {_DAYS} after it; .+ still in time\.",
        rf"the date of a line may be .+ later by at most {_DAYS}, but not earlier\.",
        rf"to be in time .+ no earlier than its entry and no later than {_DAYS} after it\.",
    ),
}
_A_MONDAY = r"(?P<monday>[\w ,-]+) (?:was|is|being|fell on) a monday"
MONDAYS = _compiled(
    rf"\({_A_MONDAY}\.\)",
    rf"saturdays and sundays are skipped .+ own date is day zero; note that {_A_MONDAY}\.",
    rf"there are five working days .+ friday \({_A_MONDAY}\), .+ first working day after .+\.",
    rf"working days are monday to friday, .+ date of the entry is not counted; {_A_MONDAY}\.",
)
SPLIT_DATES: Table = {
    "every": _compiled(
        r"a split entry is in time only if all its parts are\.",
        r"each part of a split entry must be in time\.",
        r"of an entry in several lines every single line .+ in time\.",
        r"one part out of time is enough .+ to fail\.",
    ),
    "first": _compiled(
        r"a split entry is in time when its earliest part is; .+ any date\.",
        r"for a split entry, .+ date of the first part .+ no other\.",
        r"of an entry in several lines .+ earliest date must be in time, and only that one\.",
        r"once the earliest line .+ in time, the dates of the rest are ignored\.",
    ),
    "last": _compiled(
        r"a split entry is in time when its latest part is; .+ any date\.",
        r"for a split entry, .+ date of the last part .+ no other\.",
        r"of an entry in several lines .+ latest date must be in time, and only that one\.",
        r"if the latest line .+ in time, the dates of the rest are ignored\.",
    ),
}
_NOTED = r"'(?P<note>[a-z]+)'"
_RATE = r"(?P<rate>[\d.]+) %"
_FLAT = r"(?P<flat>\d(?:[\d.]*\d)?)"
FEES: Table = {
    "in note": _compiled(
        r"a fee shown in the note was kept back .+ added to the amount of the line before .+\.",
        r"ledger b shows amounts after any fee in the note; take .+ off the entry's amount .+\.",
        r"lines with a fee in their note are net .+ entry minus this fee\.",
        r"where a note says 'fee', .+ deducted from the line; .+ entry less the fee\.",
    ),
    "rate": _compiled(
        rf"a fee goes off every entry .+ a line noted {_NOTED}, .+; it is {_RATE} .+ half up .+\.",
        rf"lines noted {_NOTED} are short of a fee: {_RATE} .+ \(half a cent is rounded up\), .+\.",
        rf"on a line noted {_NOTED} .+ keeps back {_RATE} .+ half a cent up.+; .+ less this fee\.",
        rf"the note {_NOTED} means that {_RATE} .+ halves going up: .+ entry minus that fee\.",
    ),
    "flat": _compiled(
        rf"a fee of {_FLAT} goes off every entry .+ a line noted {_NOTED}, and off no other\.",
        rf"lines noted {_NOTED} are short of a flat fee of {_FLAT}, .+ off the entry's amount .+\.",
        rf"on a line noted {_NOTED} .+ keeps back {_FLAT}; .+ entry less this sum\.",
        rf"the note {_NOTED} means that a fee of {_FLAT} was .+ entry minus that fee\.",
    ),
}
BATCHES: Table = {
    "pooled": _compiled(
        r"a batch line names several references; .+ total of these entries\.",
        r"batch lines pool the entries .+ the total of those\.",
        r"for a line noted 'batch', add up the entries .+: the sum is what is due\.",
        r"several entries may be settled by one batch line .+ if their sum agrees .+\.",
        r"where one line lists more than one reference, .+ amounts must add up to it\.",
    ),
}
BLAME: Table = {
    end: _compiled(
        rf"a batch with a wrong total counts against its {end} entry only\.",
        rf"if a batch does not agree, the entry named {end} in it fails .+\.",
        rf"whatever a batch is off by .+ the entry it names {end}; the rest .+ in order\.",
        rf"when the total of a batch is wrong, only the entry that {verb} its list .+ not .+\.",
    )
    for end, verb in (("first", "heads"), ("last", "ends"))
}
BATCH_DATES = _compiled(
    r"batch lines may bear any date\.",
    r"for batches the tolerance on dates does not apply\.",
    r"no date makes a batch line late or early\.",
    r"the dates of batch lines are not compared\.",
)
ASIDES = _compiled(
    # What is compared is a total, once: the only way in which it is done here.
    r"add up first and round .+\.",
    r"it is on totals, never on single parts, .+ margin .+\.",
    r"only the final sum due is rounded, never its parts\.",
    r"rounding comes last, .+ added up\.",
    r"the margin is applied once to a total, .+\.",
    r"there is one such margin to a comparison, .+\.",
    r"totals are formed (?:first|before rounding).+\.",
    # The party of a line with a reference, and lines of no entry, never matter.
    r"for lines that have a reference it does not matter which party .+\.",
    r"no line with a reference is turned down .+ party .+\.",
    r"the party on a line with a reference is for information .+\.",
    r"when a line has a reference, the party .+ not compared\.",
    r"a line that settles nothing .+ allowed .+ no harm\.",
    r"it is no error if a line of ledger b has no counterpart .+\.",
    r"ledger b also has lines that concern other business; nothing .+ answer to them\.",
    r"lines of ledger b that belong to no entry are in order .+\.",
    r"only ledger a is checked: a line of ledger b left over .+ ignored\.",
    r"some lines of ledger b belong elsewhere, .+ passed over\.",
    # Introductions to a rule of references or working days.
    r"lines are assigned by reference\.",
    r"count every day from monday to friday as a working day, starting .+ day after .+\.",
)
