"""Reads a rendered filter_match item and evaluates its constraints, for tests.

It knows the text alone: nothing of it comes from the generator.
"""

import re
from collections.abc import Callable
from datetime import date, datetime
from fractions import Fraction
from typing import Any

NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
UNITS = re.compile(
    r" (?:(?:square )?metres|eur|sek|chf|nok|pln|dkk|c?m|mm|m?g|kg|kwh?|w|db|gb|km|hz|kcal|points|"
    r"months|weeks|minutes|hours|days|years|people|seats|trips|miles|inches|feet|pounds|kilowatts|"
    r"ounces|lessons|gallons|litres|degrees|devices|passengers)$"
)
FOREIGN = re.compile("inches|feet|miles|pounds|kilowatts|ounces|teaching.?time|gallons", re.I)
FACTOR = re.compile(
    r"(\d[\d.]*) (?:centimetres|kilometres|kilograms|horsepower|grams|minutes|litres)"
)
BOTH_ENDS = re.compile("include their first|both count|inclusively|Both end dates|two days long")
DATES = ("%Y-%m-%d", "%d %B %Y", "%d %b %Y", "%B %d, %Y", "%a %d %b %Y")
FRAME = re.compile(
    r"(?:(?P<we>We (?:require|want|do not want) (?P<a>.+) to be (?P<b>.+))|"
    r"(?:Make sure that|We accept it only if) (?P<c>.+) is (?P<d>.+)|"
    r"(?P<e>.+) (?:must|has to|needs to|is to|may|is)(?P<no> not)?(?: to)? be (?P<f>.+))\.$"
)
SIGNS = (
    ("=", "exactly|equal to|precisely|neither more nor less|no other figure"),
    (
        "<=",
        "no more than|no greater than|at most|at the most|or less|not (?:above|over|more|great)",
    ),
    (
        ">=",
        "no less than|no smaller than|at least|at the least|or more|not (?:below|under|less|sm)",
    ),
    ("<", "less than|below|under|smaller than"),
    (">", "more than|above|over|greater than"),
)
COMPARE: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "=": lambda a, b: a == b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}
Bounds = list[tuple[str, Fraction]]
Found = dict[str, bool]
"""Every kind of the request, and whether it holds."""


def numbers(text: Any) -> list[Fraction]:
    return [Fraction(found.replace(",", "")) for found in NUMBER.findall(str(text))]


def number(value: Any) -> Fraction:
    return numbers(value)[0]


def as_date(text: Any) -> date | None:
    for form in DATES:
        try:
            return datetime.strptime(str(text), form).date()
        except ValueError:
            continue
    return None


def bounds(text: str) -> Bounds:
    values = numbers(text)
    if len(values) == 2:
        return [(">=", values[0]), ("<=", values[1])]
    sign = next(sign for sign, words in SIGNS if re.search(words, text))
    return [(sign, values[0])]


def meets(value: Fraction, wanted: Bounds) -> bool:
    return all(COMPARE[sign](value, limit) for sign, limit in wanted)


class Reading:
    """One item, read from its rendered state alone. ``lazy`` names what it does not do."""

    def __init__(self, state: dict[str, Any], lazy: str = "") -> None:
        self.record, self.notes, self.lazy = state["record"], state["conventions"], lazy
        self.keys: dict[str, str] = {}
        for key in self.record:
            words = re.sub(r"([A-Z])", r" \1", key) if " " not in key else key.split(" (")[0]
            label = words.replace("_", " ").replace("-", " ").lower()
            self.keys[label] = key
            self.keys.setdefault(UNITS.sub("", label), key)
        self.pattern = re.compile(
            rf"\b(?:{'|'.join(sorted(map(re.escape, self.keys), key=len, reverse=True))})\b"
        )
        text = state["request"].replace("\n- ", "\n")
        lines = text.split("\n") if "\n" in text else re.split(r"(?<=\.) (?=[A-Z])", text)
        self.sentences = [re.sub(r"^\d+\. ", "", line) for line in lines][1:]

    def keys_of(self, text: str) -> list[str]:
        return [self.keys[label] for label in self.pattern.findall(text.lower().replace("-", " "))]

    def fields(self, text: str) -> list[Any]:
        return [self.record[key] for key in self.keys_of(text)]

    def kinds(self) -> Found:
        return dict(self.kind(sentence) for sentence in self.sentences)

    def kind(self, sentence: str) -> tuple[str, bool]:
        found = self.fields(sentence)
        if found and isinstance(found[0], bool):
            wanted = not re.search(r"\bno\b|\bnot\b|without|rule it out", sentence)
            return "flag", found[0] == (wanted or sentence.startswith("Without"))
        prefix = re.search(r"\b[A-Z]{2}\d\b", sentence)
        if prefix:
            return "text_prefix", found[0].startswith(prefix.group())
        match = FRAME.match(sentence)
        assert match, sentence
        subject = match["a"] or match["c"] or match["e"]
        predicate = match["b"] or match["d"] or match["f"]
        if match["no"] or sentence.startswith("We do not"):
            predicate = "not " + predicate
        return self.compared(subject, self.fields(subject), predicate)

    def compared(self, subject: str, fields: list[Any], predicate: str) -> tuple[str, bool]:
        first = fields[0] if fields else None
        if len(fields) == 1 and isinstance(first, str) and not numbers(first):
            return worded(first, predicate)
        if len(fields) == 1 and as_date(first):
            return "date_on_or_before", as_date(first) <= dates(predicate)
        name, value = self.quantity(subject, fields, predicate)
        wanted = bounds(predicate)
        if name:
            return name, meets(value, wanted)
        sign = wanted[0][0]
        direct = {"=": "equality", "<=": "maximum", ">=": "minimum"}.get(sign, "strict_bound")
        return "range" if len(wanted) == 2 else direct, meets(value, wanted)

    def quantity(self, subject: str, fields: list[Any], predicate: str) -> tuple[str, Fraction]:
        first = fields[0] if fields else None
        if isinstance(first, dict):
            return "list_sum", sum(map(number, first.values()), Fraction(0))
        if isinstance(first, list):
            values = [number(value) for value in first]
            counts = re.search(r"that (?:are|is) (.+)", subject)
            if counts:
                wanted = bounds(counts[1])
                return "list_count", Fraction(sum(meets(value, wanted) for value in values))
            return "average", sum(values, Fraction(0)) / len(values)
        if re.match(r"(?i)the (?:number|count) of .*\d", subject):
            packs = next(
                number(self.record[key])
                for label, key in self.keys.items()
                if " per " in label and label.split()[-1] + "s" in subject.split()
            )
            need = number(subject)
            return "packs", need / packs if self.lazy == "packs" else -(-need // packs) + Fraction()
        if len(fields) == 2 and as_date(first):
            days = (as_date(fields[1]) - as_date(first)).days
            both = self.lazy != "days" and any(BOTH_ENDS.search(note) for note in self.notes)
            return "days_between", Fraction(days + both)
        return self.worked_out(subject, fields)

    def worked_out(self, subject: str, fields: list[Any]) -> tuple[str, Fraction]:
        if re.search(r"\b(?:share|ratio|measured against|relative to)\b", subject):
            return "share_of_total", 100 * number(fields[0]) / number(fields[1])
        if re.search("(?i)plus|sum of|added|total of|combined", subject):
            fee = 0 if self.lazy == "fees and conversions" else number(fields[1])
            return "price_plus_fee", number(fields[0]) + fee
        if re.search("divided|per |falls on one", subject):
            a, b = fields if len(fields) == 2 else self.noted(fields[0])
            return "price_per_unit", number(a) / number(b)
        if re.search("(?i)times|product|multiplied|area|footprint", subject):
            a, b = (
                fields if len(fields) == 2 else self.noted(re.sub("(?i)^(?:the|its) ", "", subject))
            )
            return "area", number(a) * number(b)
        if FOREIGN.search(f"{subject} {fields[0]} {self.keys_of(subject)}"):
            factor = next(Fraction(f[1]) for note in self.notes if (f := FACTOR.search(note)))
            lazy = self.lazy == "fees and conversions"
            return "unit_conversion", number(fields[0]) * (1 if lazy else factor)
        return "", number(fields[0])

    def noted(self, about: Any) -> list[Any]:
        """The two fields of the convention that is about a field or a name."""
        for note in self.notes:
            fields = [field for field in self.fields(note) if not isinstance(field, list)]
            if len(fields) == 2 and (about in fields or about in note.lower()):
                return fields
        raise AssertionError(about)


def dates(text: str) -> date | None:
    """The date that stands at the start or the end of a predicate."""
    words = re.sub("^(?:not )?(?:on or before|no later than|after|later than) ", "", text)
    return as_date(re.sub(" (?:at the latest|or earlier)$", "", words))


def worded(value: str, predicate: str) -> tuple[str, bool]:
    listed = re.split(", so not|, but not|, not| rather than", predicate)[0]
    if re.match("anything but|none of|something other|any value", predicate):
        names = re.split(r"these: |but |than |except ", predicate)[-1]
        return "exclusion", value not in re.split(", | or | and ", names)
    several = re.match("one of", listed) or " or " in listed
    names = re.sub("^(?:one of these: |one of |exactly )| and nothing else$", "", listed)
    return "membership" if several else "equality", value in re.split(", | or | and ", names)
