"""The words of a record batch: headings, conventions and the sentences of the thirteen rules.

A rule is matched after the names of its fields were replaced by ``<column>`` and the noun for a
record by ``record``. In the patterns ``~x`` is a field, ``#x`` a number in figures, ``%x`` a list
of weights, and ``x`` the name of the group that keeps it.
"""

import re
from collections.abc import Iterator

from decisionpivot.solvers.verdict import Unreadable

FRAME = "#-[]: "
QUOTED = "[\"'`]([^\"'`]+)[\"'`]"

HEADINGS = {
    "rules": re.compile(r"(?:Integrity rules|Rules)(?: for \w+s)?|What every batch must keep"),
    "lists": re.compile(r"(?:Code|Reference) lists|Lists(?: of codes)?"),
    "notes": re.compile(r"Conventions|Notes|Reading the fields|How to read the batch"),
    "batch": re.compile(r"Batch(?: of \w+s)?|Records|The \w+s"),
}

DATE = r"(?:\w{3} )?(?:\d{4}-\d\d-\d\d|\d\d? \w+ \d{4}|\w+ \d\d?, \d{4})"
RECORDS = r"(?P<count>\d+) (?P<noun>\w+) records"
OPENINGS = tuple(
    re.compile(form.replace("RECORDS", RECORDS).replace("DATE", DATE))
    for form in (
        r"An import of RECORDS from .+ has been waiting since DATE\.",
        r"Below are RECORDS that .+ sent for import on DATE\.",
        r"Integrity check of RECORDS from .+, batch of DATE\.",
        r"On DATE, .+ handed in RECORDS to be checked\.",
        r"The RECORDS below were recorded by .+; the batch is dated DATE\.",
        r"This batch of RECORDS comes from .+ and was exported on DATE\.",
    )
)

NOTES = {
    "empty mark": re.compile(
        rf"(?:A field that holds only|An empty field is written|The (?:entry|mark)|Fields read"
        rf"|Where nothing was filled in, the batch shows) {QUOTED}"
        r"(?: is empty| stands for an empty field| means that the field is empty"
        r"| when they are empty; anything else is an entry)?"
    ),
    "exact comparison": re.compile(
        r"A small letter in the place of a capital one makes another value"
        r"|Entries match only when (?:they are )?written identically, capitals included"
        r"|In comparisons every character counts, and so does (?:its|the) case"
        r"|Small and capital letters (?:count as|are) different characters in every comparison"
        r"|Two values are the same only if they agree in every character, small or capital"
        r"|Values are compared exactly, and small letters are not capital letters"
    ),
    "one violation": re.compile(
        r"(?:It is known that )?(?:[Aa]t most|no more than) one rule is violated"
        r"|Either all rules are kept or exactly one (?:of them )?is not"
        r"|If a rule is violated, all (?:the )?others are kept"
        r"|The batch violates one of the rules or none"
        r"|There is never more than one violated rule in a batch"
    ),
    "free fields": re.compile(
        r"A field without a rule is free: repeats, odd values and missing entries do "
        r"not matter(?: there)?"
        r"|Fields that no rule names may hold anything"
        r"|Nothing is required of fields that the rules do not mention"
        r"|Only the numbered rules count; (?:the )?other fields are not checked"
        r"|There are no further demands than the numbered rules, on whatever field"
        r"|Whatever stands in a field that no rule mentions is accepted"
    ),
}

LABEL = re.compile(r"(?:\((R\d+)\)|(?:Rule )?(R\d+)(?::|\.| -)?) (.+)\.")
"""The label of a rule, in brackets or not, and its sentence."""

_FORMS = {
    "required": (
        r"(?:Each|Every) record has (?:an entry under|its) ~a(?: filled in)?",
        r"It is mandatory to fill in ~a",
        r"No record may lack ~a",
        r"~a must never be empty",
    ),
    "unique": (
        r"Each ~a occurs only once in the batch",
        r"No two records have (?:the same )?~a",
        r"~a must be different in every record",
        r"What one record has as ~a may not return in another",
        r"All records differ from one another in ~a",
    ),
    "range": (
        r"In every record ~a is at least #low and at most #high",
        r"~a lies between #low and #high, both included",
        r"~a must not fall below #low or exceed #high; these two values are allowed",
        r"The lowest ~a allowed is #low, the highest allowed is #high",
        r"No ~a below #low or above #high is accepted; (?P=low) and (?P=high) themselves are",
    ),
    "list": (
        r"Every ~a must appear on the list headed @list",
        r"Only values on the list @list may stand under ~a",
        r"~a is one of the entries of the list @list",
        r"Whatever stands under ~a has to be found on the list @list",
        r"The list @list names every ~a that is permitted",
    ),
    "pattern": (
        r"~a consists of (?P<form>.+), in this order and of nothing else",
        r"The form of ~a is fixed: (?P<form>.+), and no further character",
        r"Each ~a follows one form: (?P<form>.+)",
        r"Every ~a is written as (?P<form>.+), in exactly this order",
        r"~a is made up of (?P<form>.+), one after the other, with nothing before or after",
    ),
    "date_order": (
        r"In time, ~a comes first and ~b second; equal dates are (?P<strict>not )?accepted"
        r"(?: too)?",
        r"No record has ~b on a day before ~a; one day for both is fine",
        r"No record has ~b before (?P<strict>or on the day of) ~a",
        r"~b must not be before ~a; the same day is allowed",
        r"~a is never later than ~b, though both may fall on one day",
        r"~a always lies (?P<strict>at least one day) before ~b",
        r"~b is (?P<strict>at least one day) later than ~a",
        r"~b must be after ~a; the same day is (?P<strict>not) allowed",
        r"~b is the same day as ~a or a later one",
    ),
    "total": (
        r"Added together, ~+ give exactly ~a",
        r"In every record, ~+ together make ~a, to the last digit",
        r"Summing up ~+ yields ~a; even a difference of 0\.01 is a violation",
        r"~a is exactly the sum of ~+",
        r"~a must equal ~+, without any difference",
    ),
    "conditional": (
        r"An empty ~a is allowed with every ~b other than @state",
        r"Every record whose ~b is @state has an entry under ~a; the others may lack it",
        r"If ~b is @state, ~a must be filled in",
        r"~a may be empty only where ~b is not @state",
        r"Where @state stands under ~b, ~a must not be empty",
    ),
    "exclusion": (
        r"At least one of the two fields ~a and ~b is empty in every record",
        r"If ~a is filled in, ~b must be empty, and the other way round",
        r"No record has entries under both ~a and ~b",
        r"~a and ~b exclude each other: at most one of the two is filled in",
        r"Where ~a has an entry, ~b has none; both may be empty",
    ),
    "parent": (
        r"Any ~a given must occur as ~b of another record in the batch, above or below",
        r"Every entry under ~a matches ~b of a different record in the batch; it may be empty",
        r"If ~a is filled in, it is ~b of another record in the batch",
        r"No ~a points outside the batch: unless empty, it repeats ~b of another record",
        r"~a is either empty or ~b of some other record in the batch",
    ),
    "sequence": (
        r"For every ~b, no whole number between the lowest and the highest ~a is missing, "
        r"and none occurs twice",
        r"In each ~b ~a counts up by ones, none left out or used twice; rows may stand "
        r"in any order, and any number may be the first",
        r"The records of one ~b have consecutive whole numbers as ~a, starting anywhere, "
        r"with the rows in any order",
        r"With the records of one ~b sorted by ~a, the <(?P=a)> goes up by exactly one "
        r"from each to the next; the first number is free",
        r"Within each ~b, ~a runs without a gap: sorted, each is one higher than the one "
        r"before, whatever the first is",
    ),
    "limit": (
        r"At most (?P<most>\w+) records of the batch have any one ~a",
        r"Each ~a has at most (?P<most>\w+) records in the batch",
        r"No more than (?P<most>\w+) records may share one ~a",
        r"One ~a may occur in (?P<most>\w+) records of the batch and in no more",
        r"The same ~a may stand in up to (?P<most>\w+) records, not in more",
    ),
    "check_digit": (
        r"Add up the digits of ~a except the last and divide by #by: the remainder is the last "
        r"digit",
        r"~a ends in a check digit, namely the sum of the five digits before it modulo #by",
        r"The final digit of each ~a equals the remainder after division by #by of the sum of "
        r"the other digits, each first multiplied by its weight: %weights from left to right",
        r"The last digit of ~a is the remainder when its first five digits, multiplied from "
        r"left to right by %weights, are added up and divided by #by",
        r"With the weights %weights for its first five digits from left to right, the weighted "
        r"sum of ~a divided by #by leaves the last digit as the remainder",
        r"Divided by #by, the sum of all digits of ~a but the last leaves that last digit "
        r"as the remainder",
        r"Multiply the first five digits of ~a from left to right by %weights, add up and "
        r"divide by #by: the remainder is the last digit",
        r"~a ends in a check digit, namely the weighted sum of the five digits before it modulo "
        r"#by; the weights are %weights from left to right",
        r"The final digit of each ~a equals the remainder of the sum of its other digits after "
        r"division by #by",
        r"The last digit of ~a is the remainder when the sum of its first five digits is "
        r"divided by #by",
    ),
}


def _compiled(form: str) -> re.Pattern[str]:
    field = r"(?:[Tt]he )?<\d+>"
    form = form.replace("~+", rf"(?P<parts>{field}(?:(?:,| and| plus) {field})+)")
    form = re.sub(r"~([ab])", r"(?:[Tt]he )?<(?P<\1>\\d+)>", form)
    form = re.sub(r"#(\w+)", r"(?P<\1>\\d+)", form)
    form = form.replace("%weights", r"(?P<weights>\d+(?:(?:, | and )\d+)+)")
    form = form.replace("@list", "[\"'`](?P<list>[^\"'`]+)[\"'`]")
    return re.compile(form.replace("@state", "[\"'`]?(?P<state>\\w+)[\"'`]?"))


PATTERNS = tuple((kind, _compiled(form)) for kind, forms in _FORMS.items() for form in forms)


def read_rule(sentence: str) -> tuple[str, dict[str, str]]:
    """The kind of a rule and the terms it names.

    Raises:
        Unreadable: no pattern, or patterns of two kinds fit the sentence.
    """
    found = [(kind, match) for kind, form in PATTERNS if (match := form.fullmatch(sentence))]
    if len(found) != 1:
        raise Unreadable(f"not a rule: {sentence!r}")
    kind, match = found[0]
    return kind, {name: term for name, term in match.groupdict().items() if term}


NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
CHARACTERS = {
    "capital letter": "[A-Z]",
    "small letter": "[a-z]",
    "digit": "[0-9]",
    "hyphen": "-",
    "dot": r"\.",
    "slash": "/",
}


def number(text: str) -> int:
    """A whole number in figures or in a word."""
    if text.isdecimal():
        return int(text)
    if text not in NUMBERS:
        raise Unreadable(f"not a number: {text!r}")
    return NUMBERS[text]


def form_of(text: str) -> re.Pattern[str]:
    """The form that a list such as "two digits, a dot and a capital letter" describes."""
    return re.compile("".join(_pieces(text)))


def _pieces(text: str) -> Iterator[str]:
    for part in re.split(", | and ", text):
        count, _, character = part.partition(" ")
        if character.removesuffix("s") not in CHARACTERS:
            raise Unreadable(f"not a character: {part!r}")
        yield CHARACTERS[character.removesuffix("s")] + f"{{{number(count)}}}"
