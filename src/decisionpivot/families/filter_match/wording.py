"""How filter_match writes a record as JSON, and a request and its conventions in words.

Alternatives of one sentence are separated by a bar. They name fields by their role, in braces.
The file is long because of these alternatives: every kind of sentence has four or more.
"""

from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

from msgspec import Struct

from decisionpivot.draw import chance, choice, shuffled
from decisionpivot.families.filter_match.catalogues import DATES, FLAGS, LISTS, MONEY, Field
from decisionpivot.families.filter_match.constraints import DIRECT, Constraint, Record, scale
from decisionpivot.families.wording import DATE_STYLES, day, decimal, listed

CURRENCIES = ("EUR", "SEK", "CHF", "NOK", "PLN", "DKK")


class Style(Struct, frozen=True):
    """How keys, figures and dates are written in one group."""

    key: str
    unit_in_key: bool
    currency: str
    thousands: str
    record_date: str
    request_date: str
    percent: str
    power: bool

    def unit(self, unit: str) -> str:
        """A unit as it is written: the group's currency in place of ``MONEY``."""
        return self.currency if unit == MONEY else unit


def draw_style(r: Random) -> Style:
    """Draw how one group writes its record and its request."""
    return Style(
        key=choice(r, ("snake", "camel", "words")),
        unit_in_key=chance(r, 0.5),
        currency=choice(r, CURRENCIES),
        thousands=choice(r, ("", ",")),
        record_date=choice(r, DATE_STYLES),
        request_date=choice(r, DATE_STYLES),
        percent=choice(r, ("%", " %", " percent", " per cent")),
        power=chance(r, 0.5),
    )


# The record.


def key(field: Field, style: Style) -> str:
    """The name of a field in the record, with its unit where the style puts it there."""
    unit = style.unit(field.unit) if style.unit_in_key else ""
    if style.key == "words":
        return f"{field.label} ({unit})" if unit else field.label
    parts = f"{field.label} {unit}".replace("-", " ").split()
    if style.key == "snake":
        return "_".join(parts).lower()
    return parts[0].lower() + "".join(part.capitalize() for part in parts[1:])


def written(field: Field, value: int, style: Style) -> str | int | bool:
    """One value as it stands in the record."""
    if field.role in FLAGS:
        return bool(value)
    if field.role in DATES:
        return day(date.fromordinal(value), style.record_date)
    unit = "" if style.unit_in_key else style.unit(field.unit)
    if not field.places and not unit:
        return value
    return f"{decimal(value, field.places, style.thousands)} {unit}".rstrip()


def render_record(record: Record, style: Style, order: Sequence[str]) -> dict[str, Any]:
    """The record as JSON, its fields in the given order of roles."""
    result: dict[str, Any] = {}
    for role in order:
        field = record.catalogue.fields[role]
        if role in record.texts:
            result[key(field, style)] = record.texts[role]
            continue
        values = [written(field, number, style) for number in record.numbers[role]]
        if role == "parts":
            result[key(field, style)] = dict(zip(record.entries, values, strict=True))
        else:
            result[key(field, style)] = values if role in LISTS else values[0]
    return result


# The request and the conventions in words.

STRICT = {
    "<": "less than {x}|below {x}|under {x}|smaller than {x}",
    ">": "more than {x}|above {x}|over {x}|greater than {x}",
}
BOUNDS = {
    **STRICT,
    "<=": "at most {x}|no more than {x}|{x} or less|{x} at the most|no greater than {x}",
    ">=": "at least {x}|no less than {x}|{x} or more|{x} at the least|no smaller than {x}",
    "=": "exactly {x}|equal to {x}|precisely {x}|{x}, neither more nor less|"
    "{x} and no other figure",
}
NEGATED = {"<=": ">", ">=": "<"}
"""Not to be above a limit is to be at most at it."""

RANGES = (
    "between {x} and {y}, both included|from {x} to {y} inclusive|no less than {x} and no more "
    "than {y}|at least {x} and at most {y}|from {x} up to {y}, limits included"
)
NOT_AFTER = "on or before {x}|no later than {x}|{x} at the latest|{x} or earlier"
WORDED = {
    "equality": "{x}|exactly {x}|{x} and nothing else|{x}, not {o}|{x} rather than {o}",
    "membership": "one of {x}|{x_or}|one of these: {x}|{x_or}, but not {o}|one of {x}, so not {o}",
    "exclusion": "anything but {x_or}|none of these: {x}|something other than {x_or}|any value, "
    "for instance {o}, but none of these: {x}|any value except {x}",
}
FRAMES = (
    "{S} must be {c}.|{S} has to be {c}.|{S} needs to be {c}.|{S} is to be {c}.|We require {s} to "
    "be {c}.|We want {s} to be {c}.|Make sure that {s} is {c}.|We accept it only if {s} is {c}."
)
NEGATED_FRAMES = (
    "{S} must not be {c}.|{S} may not be {c}.|{S} is not to be {c}.|We do not want {s} to be {c}.|"
    "Make sure that {s} is not {c}.|We accept it only if {s} is not {c}."
)
SUBJECTS = {
    "price_plus_fee": "the {price} plus the {fee}|the sum of the {price} and the {fee}|the {price} "
    "with the {fee} added|the total of {price} and {fee}|the combined amount of {price} and {fee}",
    "price_per_unit": "the {bundle} divided by the {units}|the {bundle} per {each}|the amount per "
    "{each} that results from the {bundle} and the {units}|the part of the {bundle} that falls on "
    "one {each}|the {bundle} worked out per {each}",
    "area": "the {area}|the {area} worked out from {side_a} and {side_b}|the product of {side_a} "
    "and {side_b}|the {side_a} times the {side_b}|the {side_a} multiplied by the {side_b}",
    "days_between": "the time from the {start} to the {end}|the span between the {start} and the "
    "{end}|the period from {start} to {end}|the number of days from the {start} to the {end}|the "
    "length of the period between {start} and {end}",
    "share_of_total": "the share of the {part} in the {total}|the {part} as a share of the {total}"
    "|the ratio of {part} to {total}|the {part} measured against the {total}|the {part} relative "
    "to the {total}",
    "unit_conversion": "the {conv}|the {conv} in {target}|the {conv}, converted to {target},|the "
    "{conv} expressed in {target}|the {conv} after conversion to {target}",
    "list_sum": "the sum of the {parts}|the total of the {parts}|the sum over all {parts}|the "
    "total that all {parts} add up to|the overall figure for the {parts}, added up,",
    "list_count": "the number of {scores} that are {q}|the count of {scores} that are {q}|the "
    "number of entries among the {scores} that are {q}|the number of times that the {scores} show "
    "an entry that is {q}|the count of entries in the list of {scores} that are {q}",
    "packs": "the number of {packs} needed for {need}|the number of {packs} that it takes to cover "
    "{need}|the number of {packs} that {need} call for|the count of {packs} that {need} require|"
    "the number of {packs} to be planned for {need}",
    "average": "the average of the {tests}|the mean of the {tests}|the average over all {tests}|"
    "the arithmetic mean of the {tests}|the mean value of all {tests}",
}
PRESENT = (
    "There must be {a}.|{A} is required.|It has to come with {a}.|We insist on {a}.|Without {a} it "
    "is of no use to us.|It is essential that there is {a}."
)
ABSENT = (
    "There must be no {f}.|It must not have {a}.|It has to come without {a}.|{A} would rule it "
    "out.|We do not accept {a}.|It is essential that there is no {f}."
)
PREFIXED = (
    "The {f} must start with {x}.|The {f} has to begin with {x}.|We require {a} that starts with "
    "{x}.|The first three characters of the {f} must be {x}.|Make sure that the {f} begins with "
    "{x}, not with {o}.|We accept only {a} that starts with {x} and not with {o}."
)
INTROS = (
    "The {noun} must satisfy every point below.|We are looking for {a_noun} that meets all of "
    "these conditions.|{A_noun} is suitable only if each of the following holds.|Our search for "
    "{a_noun} is bound to these points, all of them.|Please check the {noun} against the whole "
    "list that follows.|We need {a_noun}, and every one of these requirements counts.|Here is what "
    "the {noun} has to fulfil, without exception.|This is our brief for {a_noun}; not a single "
    "point may fail."
)
CONVENTIONS = {
    "bounds": "Wordings like below, above, under, over, less than or greater than leave the limit "
    "itself out; wordings like at most, at least, or less, no more than or not below let it in.|"
    "Plain comparatives (greater than, less than, above, below and the like) are strict; their "
    "negations and the forms with at least, at most, or more, or less include the limit.|A value "
    "that just reaches a limit passes, unless the wording is a plain above, below, over, under or "
    "a comparative with than that no negation softens.|Whoever asks for more than, over, above, "
    "less than, under or below a figure, or the like, does not accept the figure itself; whoever "
    "asks for no more than, at least, not below it or that much or more does.|The figure named in "
    "a bound is good enough for at least, at most, or more, or less and for every negated form "
    "such as not over; it is not good enough for above, below, over, under, more than, less than "
    "and their like.|Strict bounds are those that "
    "say above, below, over, under or use a comparative with than and without no or not; in all "
    "other bounds the limit itself is allowed.",
    "exact": "Unless another convention says so, nothing is rounded.|Computed figures are compared "
    "as they come out, with all their decimals.|Results of calculations are taken exactly and not "
    "rounded unless a rule here asks for it.|Calculated values keep every decimal place; rounding "
    "takes place only where these notes call for it.|For all comparisons the unrounded result "
    "counts, except where rounding is prescribed here.|Do not round a result before comparing it, "
    "unless one of these notes tells you to.",
    "thousands": "A comma inside a figure separates thousands.|Commas in figures mark thousands, "
    "points mark decimals.|Figures are written with a comma for thousands and a point for decimals."
    "|In figures, the point is the decimal sign and the comma merely groups thousands.|Thousands "
    "are set off by a comma.",
    "price_plus_fee": "The {price} in the record does not contain the {fee} yet.|The {fee} comes "
    "on top of the {price} in the record.|When {price} and {fee} are added up, the {fee2} is left "
    "out.|To the {price}, only the {fee} is added and no other amount.|The sum of {price} and "
    "{fee} is made up of these two fields alone.",
    "price_per_unit": "The amount per {each} is the {bundle} divided by the {units}.|Dividing the "
    "{bundle} by the {units} gives the figure for one {each}.|For the amount per {each}, divide "
    "the {bundle} by the {units}.|What one {each} accounts for is the {bundle} "
    "divided by the {units}.|{bundle} and {units} belong together: the first divided by the second "
    "is the amount per {each}.",
    "area": "The {area} is the {side_a} times the {side_b}.|Multiplying {side_a} by {side_b} gives "
    "the {area}.|The {area} is a rectangle of {side_a} by {side_b}.|For the {area}, take the "
    "product of {side_a} and {side_b}.|{side_a} times {side_b}: that is the {area}.",
    "share_of_total": "The {part} divided by the {total}, times 100, is the share in per cent.|"
    "Percentages refer to the {total} as 100 per cent.|The whole {total}, {part} included, stands "
    "for 100 per cent.|A percentage is 100 times the {part} divided by the {total}.|The {total} is "
    "the base of the percentage, and the {part} is a part of it.",
    "unit_conversion": "1 {singular} = {factor} {target}.|One {singular} is taken as {factor} "
    "{target}.|For conversions, 1 {singular} equals {factor} {target}.|Convert at {factor} "
    "{target} to the {singular}.|{a_singular} counts as {factor} {target}.",
    "list_sum": "Every entry under {parts} goes into the sum.|The sum of the {parts} takes in all "
    "entries listed there.|All entries under {parts} are added, each of them once.|Adding up the "
    "{parts} means adding up every amount that stands there.|None of the {parts} is left out of "
    "the sum.",
    "list_count": "Equal entries among the {scores} count separately.|An entry that occurs twice "
    "among the {scores} counts twice.|Each of the {scores} counts as one entry, even if it repeats "
    "another.|Repeated {scores} are counted as often as they occur.|In a count of the {scores}, "
    "equal entries are not merged.",
    "packs": "The number of {packs} is the need divided by the {pack}, rounded up to a whole "
    "number.|Only whole {packs} count, so that a part of one is rounded up.|Where the last of the "
    "{packs} is needed only in part, it counts in full.|Divide by the {pack} and round up to the "
    "next whole number to get the number of {packs}.|There are no fractions of {packs}: whatever "
    "is begun counts as a whole.",
    "average": "All {tests} carry the same weight in the average.|The average is the sum of the "
    "{tests} divided by how many there are.|Every entry of the {tests} enters the average, none "
    "with more weight than another.|For the average, the {tests} are added up and divided by their "
    "number.|The mean is unweighted and takes in all {tests}.",
    "flag": "A feature marked true is there; one marked false is not.|For features, true means "
    "present and false means absent.|The value true stands for a feature that the {noun} has, "
    "false for one that it lacks.|Whether a feature is present is told by true, its absence by "
    "false.|False against a feature says that it is missing, true that it is provided.",
}
DAY_COUNTS = {
    True: "Periods in days include their first and their last day.|In a period, the day on which "
    "it starts and the day on which it ends both count.|Days are counted inclusively, so that from "
    "one day to the next there are two days.|Both end dates belong to a period and are counted.|"
    "A period from a day to the day after it is two days long.",
    False: "The days of a period are the difference between its two dates.|In a period, the first "
    "day is not counted and the last one is.|Days are counted so that from one day to the next "
    "there is one day.|The start date does not count towards the length of a period, the end date "
    "does.|A period from a day to the day after it is one day long.",
}
METRES = {"cm": "centimetres", "m": "metres"}
OWN_UNIT = {
    "area": "",
    "unit_conversion": "",
    "days_between": "days",
    "list_count": "",
    "packs": "",
}
"""Kinds whose quantity is not in the unit of a field; the first two have one of their own."""


class Wording(Struct, frozen=True):
    """What every sentence of one group is written with."""

    r: Random
    record: Record
    style: Style
    names: dict[str, str]

    def phrase(self, alternatives: str) -> str:
        """One of the alternatives that a bar separates, not yet filled in."""
        return choice(self.r, alternatives.split("|"))


def draw_wording(r: Random, record: Record) -> Wording:
    """Draw a group's style, and collect the words that its sentences may name."""
    catalogue = record.catalogue
    own = {
        "noun": catalogue.noun,
        "each": catalogue.each,
        "singular": catalogue.singular,
    }
    names = {field.role: field.label for field in catalogue.fields.values()}
    names |= own | {f"a_{name}": with_article(word) for name, word in own.items()}
    names |= {
        "A_noun": capital(names["a_noun"]),
        "area": catalogue.area,
        "target": catalogue.target[0],
        "factor": exact(record.factor),
        "packs": catalogue.packs,
    }
    return Wording(r, record, draw_style(r), names)


def exact(value: Fraction, places: int = 0, thousands: str = "") -> str:
    """A number in full, with at least so many decimal places."""
    while 10**places % value.denominator:
        places += 1
    return decimal(int(value * 10**places), places, thousands)


def with_article(noun: str) -> str:
    """``a lift``, ``an hour``; no noun that needs one starts with a u that sounds like you."""
    return f"{'an' if noun[0] in 'aeiou' or noun == 'hour' else 'a'} {noun}"


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[0].upper() + text[1:]


def amount(w: Wording, kind: str, role: str, value: Fraction) -> str:
    """A figure with the unit of what a kind of constraint compares."""
    field, style = w.record.catalogue.fields[role], w.style
    if kind == "date_on_or_before":
        return day(date.fromordinal(int(value)), style.request_date)
    if kind == "share_of_total":
        return exact(value, 0, style.thousands) + style.percent
    places = 0 if kind in OWN_UNIT else field.places
    return f"{exact(value, places, style.thousands)} {unit_of(w, kind, field)}".rstrip()


def unit_of(w: Wording, kind: str, field: Field) -> str:
    """The unit of a kind's quantity, of which ``field`` is a part."""
    if kind == "area":
        return f"{field.unit}²" if w.style.power else f"square {METRES[field.unit]}"
    if kind == "unit_conversion":
        return w.names["target"]
    return OWN_UNIT.get(kind, w.style.unit(field.unit))


def subject(w: Wording, constraint: Constraint) -> str:
    """The words for what a constraint compares."""
    if constraint.kind in DIRECT:
        return f"{choice(w.r, ('the', 'its'))} {w.names[constraint.role]}"
    need = f"{exact(Fraction(constraint.need), 0, w.style.thousands)} {w.record.catalogue.need}"
    qualify = qualification(w, *constraint.qualify) if constraint.kind == "list_count" else ""
    return w.phrase(SUBJECTS[constraint.kind]).format(**w.names, q=qualify, need=need)


def qualification(w: Wording, sign: str, limit: int) -> str:
    """The words for which entries of a list count."""
    text = amount(w, "minimum", "scores", Fraction(limit, scale(w.record, "scores")))
    if sign in NEGATED and chance(w.r, 0.3):
        return "not " + w.phrase(STRICT[NEGATED[sign]]).format(x=text)
    return w.phrase(BOUNDS[sign]).format(x=text)


def bound(w: Wording, constraint: Constraint) -> tuple[str, str]:
    """The frame of a constraint's sentence, and the words for the bound that it sets."""
    kind, role, words = constraint.kind, constraint.role, constraint.words
    if words:
        x, x_or = listed(words), listed(words, "or")
        return FRAMES, w.phrase(WORDED[kind]).format(x=x, x_or=x_or, o=constraint.other)
    limits = [amount(w, kind, role, limit) for _, limit in constraint.bounds]
    sign = constraint.bounds[0][0]
    if kind == "range":
        return FRAMES, w.phrase(RANGES).format(x=limits[0], y=limits[1])
    if kind == "date_on_or_before":
        if chance(w.r, 0.3):
            return NEGATED_FRAMES, w.phrase("after {x}|later than {x}").format(x=limits[0])
        return FRAMES, w.phrase(NOT_AFTER).format(x=limits[0])
    if sign in NEGATED and chance(w.r, 0.3):
        return NEGATED_FRAMES, w.phrase(STRICT[NEGATED[sign]]).format(x=limits[0])
    return FRAMES, w.phrase(BOUNDS[sign]).format(x=limits[0])


def sentence(w: Wording, constraint: Constraint) -> str:
    """One constraint in words."""
    label = w.names[constraint.role]
    a = with_article(label)
    if constraint.kind == "flag":
        wanted = constraint.bounds[0][1] == 1
        return w.phrase(PRESENT if wanted else ABSENT).format(f=label, a=a, A=capital(a))
    if constraint.kind == "text_prefix":
        x, o = constraint.words[0], constraint.other
        return w.phrase(PREFIXED).format(f=label, a=a, x=x, o=o)
    s = subject(w, constraint)
    frames, c = bound(w, constraint)
    return w.phrase(frames).format(s=s, S=capital(s), c=c)


def numbered(sentences: list[str]) -> str:
    """The first sentence, then the others as a numbered list."""
    return "\n".join(
        [sentences[0], *(f"{number}. {text}" for number, text in enumerate(sentences[1:], 1))]
    )


LAYOUTS: tuple[Callable[[list[str]], str], ...] = (numbered, " ".join, "\n- ".join, "\n".join)


def render_request(w: Wording, constraints: Sequence[Constraint]) -> str:
    """The whole request as one text, its constraints in the given order."""
    intro = w.phrase(INTROS).format(**w.names)
    return choice(w.r, LAYOUTS)([intro, *(sentence(w, one) for one in constraints)])


def render_conventions(w: Wording, constraints: Sequence[Constraint]) -> list[str]:
    """Every convention that the constraints need, in random order."""
    kinds = [constraint.kind for constraint in constraints]
    texts = [CONVENTIONS["bounds"], CONVENTIONS["exact"]]
    texts += [CONVENTIONS["thousands"]] if w.style.thousands else []
    texts += [CONVENTIONS[kind] for kind in kinds if kind in CONVENTIONS]
    texts += [DAY_COUNTS[w.record.both_ends]] if "days_between" in kinds else []
    return shuffled(w.r, [capital(w.phrase(text).format(**w.names)) for text in texts])
