"""Does a change between two versions of an agreement alter an answer? Worked out from the text.

The state has five sections in any order: the versions A and B, reading rules, the case and the
point at issue. A clause sets a limit on a right or none at all; under one version the right exists
where the figures of the case satisfy all limits on it.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

from msgspec import Struct

from decisionpivot.items import Request
from decisionpivot.solvers.contract_change import measures, words
from decisionpivot.solvers.contract_change.measures import Measure
from decisionpivot.solvers.verdict import Unreadable, Verdict


class Right(Struct, frozen=True):
    """A party, and what it wants to be free to do."""

    who: str
    act: str


class Limit(Struct, frozen=True):
    """A lower or an upper limit that one clause sets on a right."""

    right: Right
    quantity: str
    side: str
    bound: Measure


class Case(Struct, frozen=True):
    """All that the answer needs; ``rules`` holds what the reading rules say, by their subject."""

    right: Right
    versions: dict[str, tuple[Limit, ...]]
    rules: dict[str, bool]
    facts: dict[str, str]

    def limits(self, version: str) -> tuple[Limit, ...]:
        """The limits on the right at issue under a version, in the order of its clauses."""
        return tuple(limit for limit in self.versions[version] if limit.right == self.right)


def solve(request: Request) -> Verdict:
    """Answer the point at issue under both versions and compare.

    Raises:
        Unreadable: a sentence is not understood, or a convention or a fact is not stated.
    """
    return decide(parse(request))


def decide(case: Case) -> Verdict:
    """Where the answer is yes: under one version alone, or both or neither ("same")."""
    under = {
        version: [is_satisfied(limit, case) for limit in case.limits(version)] for version in "AB"
    }
    if not all(under.values()):
        raise Unreadable(f"no limit on the right to {case.right.act!r}")
    return Verdict(compared(all(under["A"]), all(under["B"])))


def compared(under_a: bool, under_b: bool) -> str:
    """The option for the answers under the two versions."""
    if under_a == under_b:
        return "same"
    return "yes_only_A" if under_a else "yes_only_B"


def is_satisfied(limit: Limit, case: Case) -> bool:
    """Whether the figure of the case keeps to the limit; an equal one as the rules say."""
    found = figure(limit.quantity, case)
    if found.unit != limit.bound.unit:
        raise Unreadable(f"{limit.quantity!r} is given in {found.unit!r} and {limit.bound.unit!r}")
    if found.value == limit.bound.value:
        return _said(case.rules, limit.side)
    return (found.value > limit.bound.value) == (limit.side == "lower")


def figure(quantity: str, case: Case) -> Measure:
    """The value that a quantity has in the case, by the stated conventions."""
    kind, _, subject = quantity.partition(" ")
    return FIGURES[kind](subject.removeprefix("of ").removeprefix("from "), case)


def _said(rules: Mapping[str, bool], subject: str) -> bool:
    if subject not in rules:
        raise Unreadable(f"no reading rule on: {subject}")
    return rules[subject]


def _fact(case: Case, name: str) -> str:
    if name not in case.facts:
        raise Unreadable(f"no such fact: {name!r}")
    return case.facts[name]


def _number(subject: str, case: Case) -> Measure:
    regular = measures.count(_fact(case, f"Regular {subject}")).value
    reserve = measures.count(_fact(case, f"Reserve {subject}")).value
    return Measure(regular + (reserve if _said(case.rules, "reserve") else 0), "")


def _amount(subject: str, case: Case) -> Measure:
    before = measures.money(_fact(case, f"Amount of {subject} before levy"))
    levy = measures.money(_fact(case, f"Levy on {subject}"))
    if before.unit != levy.unit:
        raise Unreadable(f"two currencies: {before.unit} and {levy.unit}")
    return Measure(before.value + (levy.value if _said(case.rules, "levy") else 0), before.unit)


def _duration(subject: str, case: Case) -> Measure:
    start, end = (measures.clock(_fact(case, f"{name} of {subject}")) for name in ("Start", "End"))
    interruption = measures.minutes(_fact(case, f"Interruption of {subject}")).value
    if end < start:
        raise Unreadable(f"the end of {subject} lies before its start")
    left_out = Fraction(0) if _said(case.rules, "interruption") else interruption
    return Measure(end - start - left_out, "minutes")


def _period(subject: str, case: Case) -> Measure:
    first, _, last = subject.partition(" to ")
    start, end = (measures.calendar(_fact(case, f"Date of {name}")) for name in (first, last))
    if end < start:
        raise Unreadable(f"the period from {subject} ends before it starts")
    return Measure(Fraction((end - start).days + _said(case.rules, "first day")), "days")


def _percentage(subject: str, case: Case) -> Measure:
    whole = subject.partition(" that ")[0]
    total = measures.count(_fact(case, f"Total of {whole}")).value
    withdrawn = measures.count(_fact(case, f"Withdrawn {whole}")).value
    recorded = measures.count(_fact(case, f"Recorded {subject}")).value
    base = total if _said(case.rules, "withdrawn") else total - withdrawn
    return Measure(100 * recorded / base, "%")


FIGURES: dict[str, Callable[[str, Case], Measure]] = {
    "number": _number,
    "amount": _amount,
    "duration": _duration,
    "period": _period,
    "percentage": _percentage,
}
BOUNDS: dict[str, Callable[[str], Measure]] = {
    "number": measures.count,
    "amount": measures.money,
    "duration": measures.minutes,
    "period": measures.days,
    "percentage": measures.percent,
}


def parse(request: Request) -> Case:
    """The versions, the rules on reading them, the facts and the point, as the state gives them.

    Raises:
        Unreadable: a sentence that is not understood, or a rule that is needed is not stated.
    """
    if not isinstance(request.state, str):
        raise Unreadable("the state is not a text")
    sections = _sections(request.state)
    return Case(
        _point(sections["point"]),
        {version: _limits(sections[version]) for version in "AB"},
        _rules(sections["rules"]),
        _facts(sections["facts"]),
    )


def _sections(state: str) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    for block in state.split("\n\n"):
        heading, *lines = block.split("\n")
        text = heading.strip(words.FRAME)
        kinds = [kind for kind, name in words.HEADINGS.items() if name.fullmatch(text)]
        if len(kinds) != 1 or not lines or kinds[0] in sections:
            raise Unreadable(f"not a section: {heading!r}")
        sections[kinds[0]] = lines
    if missing := [kind for kind in words.HEADINGS if kind not in sections]:
        raise Unreadable(f"no section: {', '.join(missing)}")
    return sections


def _point(lines: list[str]) -> Right:
    found = words.POINT.fullmatch("\n".join(lines))
    if found is None:
        raise Unreadable(f"not a point at issue: {lines!r}")
    *who, act = found.groups()
    return Right(next(name for name in who if name), act)


def _limits(lines: list[str]) -> tuple[Limit, ...]:
    return tuple(limit for line in lines if (limit := _clause(line)))


def _clause(line: str) -> Limit | None:
    """The limit that a clause sets, or None where it is about something else."""
    clause = words.CLAUSE.fullmatch(line)
    body = clause["body"] if clause else ""
    for pattern in words.LIMITS:
        if found := pattern.fullmatch(body):
            bound = BOUNDS[found["quantity"].partition(" ")[0]](found["value"])
            right = Right(found["who"], found["act"])
            return Limit(right, found["quantity"], words.side(found["term"]), bound)
    if words.LIMIT_WORDS.search(body) or not words.NO_LIMIT.fullmatch(body.removesuffix(".")):
        raise Unreadable(f"not a clause: {line!r}")
    return None


def _rules(lines: list[str]) -> dict[str, bool]:
    rules: dict[str, bool] = {}
    for line in lines:
        text = words.BULLET.sub("", line, count=1)
        found = words.equality(text) or words.convention(text)
        if found is None or found[0] in rules:
            raise Unreadable(f"not a reading rule, or one more on its subject: {line!r}")
        rules[found[0]] = found[1]
    for subject in ("synonyms", "all limits", "own limits", "apart"):
        _said(rules, subject)
    return rules


def _facts(lines: list[str]) -> dict[str, str]:
    lead, *rows = lines
    if not words.LEAD.fullmatch(lead):
        raise Unreadable(f"not an opening of the facts: {lead!r}")
    facts: dict[str, str] = {}
    for row in rows:
        found = words.FACT.fullmatch(words.BULLET.sub("", row, count=1))
        if found is None or found["name"] in facts:
            raise Unreadable(f"not a fact, or one stated twice: {row!r}")
        facts[found["name"]] = found["value"]
    return facts
