"""Can a question be answered from a table of figures? Worked out from the table and its rules.

The state is an opening sentence and three sections in any order: the table, the rules on how to
read it and the question. Nouns differ from item to item (hospital or museum, ward or annexe); they
are put into one wording before a sentence is compared with the patterns. An owner here is whatever
the figures belong to, a part is one of its branches or the like.
"""

import re
from itertools import product

from msgspec import Struct

from decisionpivot.items import Request
from decisionpivot.solvers.answerable.words import (
    ASKED_OWNERS,
    ASKED_YEARS,
    BACKWARDS,
    BULLET,
    COLUMNS,
    DEFINITIONS,
    FIGURE,
    FRAME,
    GAP,
    HEADINGS,
    LIST_END,
    OPENINGS,
    OWNERS,
    PLANS,
    QUESTIONS,
    SENTENCE_END,
    SETTLED,
    VALUE,
    YEARS,
    lookup,
    matches,
    plain,
)
from decisionpivot.solvers.verdict import Unreadable, Verdict


class Fact(Struct, frozen=True, kw_only=True):
    """One row of the table. ``part`` is empty for an owner as a whole."""

    owner: str
    part: str
    attribute: str
    subject: str
    year: int
    planned: bool

    @property
    def counts(self) -> bool:
        """Whether the row gives an actual figure of a whole owner."""
        return not self.part and not self.planned


class Definition(Struct, frozen=True):
    """``result`` follows from ``first`` and ``second``, by difference or quotient."""

    result: str
    first: str
    second: str


class Rules(Struct, frozen=True):
    """What the rules leave open: the definitions, and whether they may be turned round."""

    definitions: tuple[Definition, ...]
    backwards: bool
    mark: str


class Asked(Struct, frozen=True):
    """The figure that is asked for, of every owner in every year."""

    owners: tuple[str, ...]
    years: tuple[int, ...]
    attribute: str
    subject: str


class Case(Struct, frozen=True):
    """All that the answer needs."""

    facts: tuple[Fact, ...]
    rules: Rules
    asked: Asked


def solve(request: Request) -> Verdict:
    """Close the listed figures under the definitions and look for those asked about.

    Raises:
        Unreadable: a sentence, a heading or a row of the state is not understood.
    """
    return decide(parse(request))


def decide(case: Case) -> Verdict:
    """Yes where every figure asked about is known."""
    asked = case.asked
    wanted = product(asked.owners, asked.years)
    all_known = all(asked.attribute in known(case, owner, year) for owner, year in wanted)
    return Verdict("yes" if all_known else "no")


def known(case: Case, owner: str, year: int) -> frozenset[str]:
    """The attributes that are listed or follow for an owner, a year and the subject asked about."""
    wanted = (owner, year, case.asked.subject)
    listed = frozenset(
        fact.attribute
        for fact in case.facts
        if fact.counts and (fact.owner, fact.year, fact.subject) == wanted
    )
    return closure(listed, case.rules)


def closure(listed: frozenset[str], rules: Rules) -> frozenset[str]:
    """The listed attributes and all that follow, until a round brings nothing new."""
    found = listed | {new for rule in rules.definitions for new in _follows(rule, listed, rules)}
    return found if found == listed else closure(found, rules)


def _follows(rule: Definition, listed: frozenset[str], rules: Rules) -> frozenset[str]:
    figures = frozenset((rule.result, rule.first, rule.second))
    missing = figures - listed
    allowed = figures if rules.backwards else frozenset((rule.result,))
    return missing & allowed if len(missing) == 1 else frozenset()


def parse(request: Request) -> Case:
    """Read a request.

    Raises:
        Unreadable: a sentence, a heading or a row of the state is not understood.
    """
    if not isinstance(request.state, str):
        raise Unreadable("the state is no text")
    opening, sections = _sections(request.state)
    if not matches(OPENINGS, plain(opening)):
        raise Unreadable(f"opening: {opening}")
    rules = _rules(_sentences(sections["rules"]))
    facts = _facts(sections["table"], rules.mark)
    return Case(facts, rules, _asked(" ".join(sections["question"]), rules))


def _sections(state: str) -> tuple[str, dict[str, list[str]]]:
    opening, *lines = [line for line in state.split("\n") if line.strip()]
    sections: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        heading = lookup(HEADINGS, FRAME.sub("", line).lower())
        if heading:
            name = heading
            sections[name] = []
        elif name:
            sections[name].append(line)
        else:
            raise Unreadable(f"heading: {line}")
    if set(sections) != set(HEADINGS):
        raise Unreadable(f"sections: {', '.join(sections)}")
    return opening, sections


def _sentences(lines: list[str]) -> list[str]:
    return [part for line in lines for part in SENTENCE_END.split(BULLET.sub("", line))]


def _facts(lines: list[str], mark: str) -> tuple[Fact, ...]:
    header, *rows = [GAP.split(line) for line in lines]
    columns = [lookup(COLUMNS, plain(name)) for name in header]
    if sorted(map(str, columns)) != sorted(COLUMNS):
        raise Unreadable(f"columns: {header}")
    for row in rows:
        if len(row) != len(columns):
            raise Unreadable(f"row: {row}")
    return tuple(_fact(dict(zip(columns, row, strict=True)), mark) for row in rows)


def _fact(row: dict[str | None, str], mark: str) -> Fact:
    whose, what = matches(OWNERS, row["owner"]), FIGURE.fullmatch(row["figure"])
    when = matches(YEARS, row["year"])
    if not (whose and what and when and VALUE.fullmatch(row["value"])):
        raise Unreadable(f"row: {' | '.join(row.values())}")
    if when["mark"] not in (None, mark):
        raise Unreadable(f"mark: {row['year']}")
    return Fact(
        owner=whose["owner"],
        part=whose.groupdict().get("part") or "",
        attribute=what["attribute"],
        subject=what["subject"],
        year=int(when["year"]),
        planned=when["mark"] is not None,
    )


def _rules(sentences: list[str]) -> Rules:
    definitions: list[Definition] = []
    backwards: list[bool] = []
    marks: list[str] = []
    settled: list[str] = []
    for sentence in sentences:
        said = plain(sentence)
        if (words := matches(DEFINITIONS, sentence)) is not None:
            definitions.append(Definition(words["result"], words["first"], words["second"]))
        elif (turned := lookup(BACKWARDS, said)) is not None:
            backwards.append(turned)
        elif (plans := matches(PLANS, said)) is not None:
            marks.append(plans["mark"])
        elif (name := lookup(SETTLED, said)) is not None:
            settled.append(name)
        else:
            raise Unreadable(f"rule: {sentence}")
    if sorted(settled) != sorted(SETTLED) or len(backwards) != 1 or len(marks) != 1:
        raise Unreadable("a rule is missing or stands twice")
    return Rules(tuple(definitions), backwards[0], marks[0])


def _asked(question: str, rules: Rules) -> Asked:
    names = sorted({name for rule in rules.definitions for name in _names(rule)})
    figures = re.compile(rf"\b({'|'.join(names)}) \(([a-z ]+)\)")
    owners, years = ASKED_OWNERS.search(question), ASKED_YEARS.search(question)
    figure = figures.search(question)
    if not (owners and years and figure):
        raise Unreadable(f"question: {question}")
    whose, when = LIST_END.split(owners[0]), LIST_END.split(years[0])
    bare = question[0].lower() + question[1:]
    for found, noun in ((owners, "OWNER"), (years, "YEAR"), (figure, "FIGURE")):
        bare = bare.replace(found[0], noun)
    if lookup(QUESTIONS, bare) != ("one" if len(whose) * len(when) == 1 else "several"):
        raise Unreadable(f"question: {question}")
    return Asked(tuple(whose), tuple(map(int, when)), figure[1], figure[2])


def _names(rule: Definition) -> tuple[str, str, str]:
    return rule.result, rule.first, rule.second
