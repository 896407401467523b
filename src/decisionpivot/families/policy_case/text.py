"""A policy as ``policy_case`` works it out, and how it and its case records are written.

All draws of wording happen here, once for a group.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random
from typing import Any

from msgspec import Struct

from decisionpivot.draw import chance, choice, integer, sample, shuffle, shuffled
from decisionpivot.families.policy_case import words
from decisionpivot.families.policy_case.words import MONEY, Attribute, Choice, Domain, Measure
from decisionpivot.families.wording import DATE_STYLES, Names, day, decimal, listed

CURRENCIES = ("EUR", "CHF", "SEK", "GBP", "USD", "DKK")
ORGANISATIONS = ("Institute", "Works", "Group", "Foundation", "Company", "Partners", "Union")
HANDLERS = ("Taken in by", "Recorded by", "Clerk", "Entered by")


class Test(Struct, frozen=True):
    """One condition on one attribute of a case."""

    attribute: int
    op: str
    value: Any


class Rule(Struct, frozen=True):
    """A rule applies when all its tests hold; its exception sets it aside when all of its do."""

    outcome: str
    tests: tuple[Test, ...]
    exception: tuple[Test, ...]


class Order(Struct, frozen=True):
    """A statement of precedence: the smaller a rule's key, the stronger the rule.

    ``marks`` are what the rules carry for it; ``words`` fill the statement's blanks.
    """

    style: str
    keys: tuple[tuple[int, int], ...]
    marks: tuple[str, ...]
    words: tuple[str, ...]


class Policy(Struct, frozen=True):
    """All that decides a case."""

    rules: tuple[Rule, ...]
    order: Order
    default: str


Facts = tuple[Any, ...]
"""The value of every attribute of a case, in the order of the domain's attributes."""


class Wording(Struct, frozen=True):
    """How one group writes numbers, dates, rows and headings."""

    currency: str
    code_first: bool
    thousands: str
    dates: str
    number: str
    row: str
    heading: str
    layout: str


def _wording(r: Random) -> Wording:
    return Wording(
        currency=choice(r, CURRENCIES),
        code_first=chance(r, 0.5),
        thousands=choice(r, ("", ",")),
        dates=choice(r, DATE_STYLES),
        number=choice(r, ("{}. ", "Rule {}: ", "({}) ", "Rule {} - ")),
        row=choice(r, ("{}: {}", "- {}: {}", "{} | {}", "* {} = {}")),
        heading=choice(r, ("{}", "## {}", "{}:", "[{}]")),
        layout=choice(r, ("inline", "afterwards", "apart")),
    )


def _quantity(wording: Wording, amount: int, unit: str) -> str:
    if unit == MONEY:
        figure = decimal(amount, thousands=wording.thousands)
        currency = wording.currency
        return f"{currency} {figure}" if wording.code_first else f"{figure} {currency}"
    figure = f"{amount:,}".replace(",", wording.thousands)
    return f"{figure} {unit}" if unit else figure


def _clause(r: Random, wording: Wording, attribute: Attribute, test: Test) -> str:
    """A condition as a clause."""
    if isinstance(attribute, Choice):
        clauses = attribute.is_ if test.op == "in" else attribute.is_not
        return choice(r, clauses).format(listed(test.value, "or"))
    if isinstance(attribute, Measure):
        limit = _quantity(wording, test.value, attribute.unit)
        comparator = choice(r, words.COMPARATORS[test.op])
        if attribute.kind == "entry" and attribute.unit != MONEY:
            comparator = comparator.replace("less", "fewer")
        return choice(r, attribute.clauses).format(comparator.format(limit))
    return choice(r, attribute.yes if test.value else attribute.no)


class Speaker(Struct, frozen=True):
    """What turns a policy into sentences: the draws, the group's wording, the domain."""

    r: Random
    wording: Wording
    domain: Domain

    def when(self, tests: Sequence[Test]) -> str:
        """Conditions, joined."""
        attributes = self.domain.attributes
        clauses = (_clause(self.r, self.wording, attributes[t.attribute], t) for t in tests)
        return listed(list(clauses))

    def say(self, phrases: Sequence[str], outcome: str = "approve", **fields: str) -> str:
        """One of the phrases, its blanks filled."""
        fields |= {"noun": self.domain.noun, "office": self.domain.office}
        fields["passive"] = choice(self.r, words.PASSIVES[outcome]).format(**fields)
        fields["order"] = choice(self.r, words.ORDERS[outcome]).format(**fields)
        fields["Order"] = _capital(fields["order"])
        fields["result"] = words.NOUNS[outcome]
        return choice(self.r, phrases).format(**fields)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _marks(r: Random, wording: Wording, order: Order) -> list[str]:
    """The marks in front of the rules; dates that nothing depends on stand in some policies."""
    if order.style in ("newest", "oldest"):
        dates = [int(mark) for mark in order.marks]
    elif any(order.marks):
        return [f"[{mark}] " for mark in order.marks]
    elif chance(r, 0.3):
        dates = sample(r, range(5, 96), len(order.marks))
    else:
        return ["" for _ in order.marks]
    start = date(integer(r, 2008, 2012), 1, 1)
    gap = integer(r, 37, 53)
    shown = (day(start + timedelta(days=gap * n), wording.dates) for n in dates)
    return [f"(adopted {each}) " for each in shown]


def _rule_lines(speaker: Speaker, policy: Policy) -> tuple[list[str], list[str]]:
    """The lines of the rules, and those of exceptions that stand apart from them."""
    r, wording = speaker.r, speaker.wording
    lines, apart = [], []
    marks = _marks(r, wording, policy.order)
    for n, rule in enumerate(policy.rules):
        text = speaker.say(words.RULES, rule.outcome, when=speaker.when(rule.tests))
        exception = speaker.when(rule.exception) if rule.exception else ""
        if exception and wording.layout == "apart":
            apart.append(speaker.say(words.APART, number=str(n + 1), when=exception))
        elif exception:
            phrases = words.UNLESS if wording.layout == "inline" else words.AFTERWARDS
            text = speaker.say(phrases, rule=text, when=exception)
        text = text if text.endswith(".") else f"{text}."
        lines.append(wording.number.format(n + 1) + marks[n] + text)
    return lines, shuffled(r, apart)


def _notes(speaker: Speaker, policy: Policy) -> list[str]:
    """How the policy is to be read: everything that the outcome depends on besides the rules."""
    attributes = speaker.domain.attributes
    notes = [
        speaker.say(phrases)
        for phrases in (words.ALL_CONDITIONS, words.SET_ASIDE, words.LIMITS, words.OUTCOMES_MEAN)
    ]
    tests = [test for rule in policy.rules for test in (*rule.tests, *rule.exception)]
    for index in sorted({test.attribute for test in tests}):
        attribute = attributes[index]
        if isinstance(attribute, Measure) and attribute.kind == "days":
            notes.append(speaker.say(words.DAY_COUNT))
        if isinstance(attribute, Measure) and attribute.kind == "sum":
            first, second = attribute.labels
            name = attribute.name
            notes.append(
                speaker.say(words.SUM, Name=_capital(name), name=name, first=first, second=second)
            )
    return shuffled(speaker.r, notes)


def _rows(speaker: Speaker, index: int, value: Any) -> list[str]:
    """What the record says about one attribute, by its labels."""
    attribute, r, wording = speaker.domain.attributes[index], speaker.r, speaker.wording
    if isinstance(attribute, Choice):
        return [value]
    if not isinstance(attribute, Measure):
        return ["yes" if value else "no"]
    if attribute.kind == "days":
        start = date(2027, 1, 1) + timedelta(days=integer(r, 0, 700))
        return [day(each, wording.dates) for each in (start, start + timedelta(days=value))]
    if attribute.kind == "sum":
        first = integer(r, value // 4, value - value // 4)
        return [_quantity(wording, part, attribute.unit) for part in (first, value - first)]
    return [_quantity(wording, value, attribute.unit if attribute.unit == MONEY else "")]


def _records(speaker: Speaker, names: Names, cases: Sequence[Facts]) -> list[list[str]]:
    """The lines of every case record; all records have the same entries in the same order."""
    r, wording, attributes = speaker.r, speaker.wording, speaker.domain.attributes
    order = shuffled(r, range(len(attributes)))
    handler = choice(r, HANDLERS)
    first = integer(r, 10_000, 69_999)
    numbers = shuffled(r, [first, first + integer(r, 1, 9_999), first + integer(r, 10_000, 29_999)])
    records = []
    for facts, number in zip(cases, numbers, strict=True):
        rows = [
            ("Reference", f"{speaker.domain.code}-{number}"),
            (_capital(speaker.domain.person), names.person()),
        ]
        for index in order:
            attribute = attributes[index]
            labels = attribute.labels if isinstance(attribute, Measure) else (attribute.label,)
            rows += zip(labels, _rows(speaker, index, facts[index]), strict=True)
        rows.append((handler, names.person()))
        records.append([wording.row.format(label, value) for label, value in rows])
    return records


def _sections(speaker: Speaker, policy: Policy) -> list[tuple[str, list[str]]]:
    """The policy's sections by name, in the order in which they stand; ``case`` is still empty."""
    r = speaker.r
    rules, apart = _rule_lines(speaker, policy)
    notes = _notes(speaker, policy)
    order = policy.order
    statement = choice(r, words.PRECEDENCE[order.style]).format(*order.words)
    sections = [
        ("rules", rules),
        ("reading", [" ".join(notes)] if chance(r, 0.5) else [f"- {note}" for note in notes]),
        ("precedence", [statement]),
        ("default", [speaker.say(words.DEFAULT, policy.default)]),
        ("case", []),
    ]
    if apart:
        sections.append(("exceptions", [f"- {line}" for line in apart]))
    shuffle(r, sections)
    return sections


def render(r: Random, field: Domain, policy: Policy, cases: Sequence[Facts]) -> list[str]:
    """The rendered states: one policy with each of the case records."""
    speaker, names = Speaker(r, _wording(r), field), Names(r)
    org = f"{names.word()} {choice(r, ORGANISATIONS)}"
    head = [
        speaker.say(words.TITLES, org=org, topic=field.topic),
        speaker.say(words.INTRODUCTIONS, org=org),
    ]
    sections = _sections(speaker, policy)
    headings = {
        name: speaker.wording.heading.format(choice(r, words.HEADINGS[name]))
        for name, _ in sections
    }
    states = []
    for record in _records(speaker, names, cases):
        blocks = (
            "\n".join([headings[name], *(record if name == "case" else lines)])
            for name, lines in sections
        )
        states.append("\n\n".join(["\n".join(head), *blocks]))
    return states
