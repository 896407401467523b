"""Works out what a policy requires for a case from the text alone.

The state is read by section: a record of named entries, rules with their exceptions, what settles
a conflict, the default, and reading notes. A rule counts when all its conditions hold in the
record and none of its exceptions does; of the rules that count the strongest decides.
"""

import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import NoReturn

from msgspec import Struct

from decisionpivot.items import Request
from decisionpivot.solvers.policy_case import words
from decisionpivot.solvers.verdict import Unreadable, Verdict


class Among(Struct, frozen=True):
    """A condition on words: the entry is one of ``values``, or none of them if not ``affirmed``."""

    entry: str
    values: tuple[str, ...]
    affirmed: bool


class Limit(Struct, frozen=True):
    """A condition on a number: an entry, the days between two dates, or a defined sum."""

    quantity: str
    compare: str
    bound: Decimal
    unit: str


Condition = Among | Limit


class Rule(Struct, frozen=True):
    """One rule of the policy; ``exceptions`` are alternatives, each a list of conditions."""

    number: int
    outcome: str
    conditions: tuple[Condition, ...]
    exceptions: tuple[tuple[Condition, ...], ...]
    weight: int | None
    adopted: int | None
    mark: str | None


class Precedence(Struct, frozen=True):
    """Which rule is strongest: by a property, in a stated order or from one end of its values.

    ``sign`` is 1 where the lowest value is strongest and -1 where the highest is; ``tie`` says the
    same of the numbers of rules with equal values, 0 that nothing is stated.
    """

    by: str
    order: tuple[str, ...] = ()
    sign: int = 1
    tie: int = 0


class Case(Struct, frozen=True):
    """A policy and the record that it is applied to; ``sums`` are quantities of two entries."""

    rules: tuple[Rule, ...]
    precedence: Precedence
    default: str
    record: dict[str, str]
    sums: dict[str, tuple[str, ...]]


def _unreadable(what: str, text: str) -> NoReturn:
    raise Unreadable(f"{what}: {text!r}")


Carved = dict[int, list[str]]


def _outcome(text: str) -> str:
    text = text[0].lower() + text[1:]
    for outcome, pattern in words.OUTCOMES.items():
        if pattern.fullmatch(text):
            return outcome
    _unreadable("not an outcome", text)


def _amount(text: str) -> tuple[Decimal, str]:
    """A number and its currency or unit, which stands before or behind it."""
    parts = re.fullmatch(r"(?:([A-Z]{3}) )?([\d,]+(?:\.\d\d)?)(?: ([A-Z]{3}|[a-z]+))?", text)
    if parts is None or (parts[1] and parts[3]):
        _unreadable("not a number", text)
    return Decimal(parts[2].replace(",", "")), parts[1] or parts[3] or ""


def _date(text: str) -> date:
    """A date in figures or with a named month; a weekday before it must be the right one."""
    parts = words.DATE.fullmatch(text)
    if parts is None:
        _unreadable("not a date", text)
    month, day = parts["month"] or parts["first_month"], parts["day"] or parts["second_day"]
    try:
        if month is None:
            return date.fromisoformat(text)
        found = date(int(parts["year"]), words.MONTHS.index(month[:3].lower()) + 1, int(day))
    except ValueError:
        _unreadable("not a date", text)
    if parts["weekday"] not in (None, words.DAYS[found.weekday()]):
        _unreadable("the weekday is another", text)
    return found


def _conditions(text: str, subjects: words.Subjects) -> tuple[Condition, ...]:
    clauses = words.JOINT.split(words.BETWEEN.sub(r"\1 & ", text))
    return tuple(_condition(clause, subjects) for clause in clauses)


def _condition(clause: str, subjects: words.Subjects) -> Condition:
    limit = words.LIMIT.search(clause)
    text = words.LIMIT.sub(lambda found: "#" + (found["noun"] or ""), clause) if limit else clause
    text, negations = words.NEGATION.subn("", words.NO.sub("not ", text))
    for entry, pattern in subjects.items():
        subject = pattern.fullmatch(text)
        if subject and limit and not negations:
            return _limit(entry, limit, text)
        if subject and not limit:
            values = subject.groupdict().get("values") or "yes"
            return Among(entry, tuple(re.split(r", | or ", values)), affirmed=not negations)
    _unreadable("not a condition", clause)


def _limit(quantity: str, found: re.Match[str], text: str) -> Limit:
    bound, currency = _amount(found["first"] or found["second"])
    unit = words.UNIT.search(text)
    sign = words.SIGN[found["before"] or found["after"]]
    return Limit(quantity, sign, bound, currency or (unit[1] if unit else ""))


def _rule(line: str, carved: Carved, subjects: words.Subjects) -> Rule:
    parts = words.RULE.fullmatch(line)
    if parts is None:
        _unreadable("not a rule", line)
    number = int(parts["number"])
    split = words.WITH_EXCEPTION.fullmatch(parts["body"])
    body, own = (split["rule"], [split["exception"]]) if split else (parts["body"], [])
    main = words.RULE_AFTER.fullmatch(body) or words.RULE_BEFORE.fullmatch(body)
    if main is None:
        _unreadable("not a rule", line)
    return Rule(
        number,
        _outcome(main["then"]),
        _conditions(main["when"], subjects),
        tuple(_conditions(text, subjects) for text in own + carved.get(number, [])),
        int(parts["weight"]) if parts["weight"] else None,
        _date(parts["adopted"]).toordinal() if parts["adopted"] else None,
        parts["mark"],
    )


def _carved(lines: Iterable[str]) -> Carved:
    carved: Carved = {}
    for line in lines:
        parts = words.CARVE_OUT.fullmatch(line.removeprefix("- "))
        if parts is None:
            _unreadable("not an exception", line)
        carved.setdefault(int(parts["number"]), []).append(parts["exception"])
    return carved


def _default(text: str) -> str:
    for pattern in words.DEFAULTS:
        if parts := pattern.fullmatch(text):
            return _outcome(parts["then"])
    _unreadable("not a default", text)


def _precedence(text: str) -> Precedence:
    for pattern in words.ORDERS:
        if parts := pattern.fullmatch(text):
            order = (parts["x"], parts["y"], parts["z"])
            if all(name in words.NOUNS for name in order):
                return Precedence("outcome", tuple(words.NOUNS[name] for name in order))
            if tie := parts.groupdict().get("tie"):
                return Precedence("mark", order, tie={"lower": 1, "higher": -1}[tie])
    if listed := words.LISTED.fullmatch(text):
        return Precedence("number", tuple(listed["numbers"].split(", ")))
    ends = [end for end, said in words.ENDS.items() if said.search(text)]
    if len(ends) != 1 or not words.CONFLICT.fullmatch(text):
        _unreadable("not a precedence", text)
    by, sign = ends[0]
    return Precedence(by, sign=sign)


def _notes(lines: Iterable[str]) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """The kinds of the reading notes, and the quantities that they define as sums."""
    kinds: list[str] = []
    sums: dict[str, tuple[str, ...]] = {}
    for line in lines:
        for note in re.split(r"(?<=\.) (?=[A-Z])", line.removeprefix("- ")):
            if parts := words.SUM.fullmatch(words.QUOTED.sub("Q", note)):
                name = parts["a"] or parts["b"] or parts["c"]
                sums[f"+ {name}"] = tuple(words.QUOTED.findall(note))
            else:
                kinds.append(_note(note))
    return kinds, sums


def _note(text: str) -> str:
    for kind, pattern in words.NOTES.items():
        if pattern.fullmatch(text):
            return kind
    _unreadable("not a reading note", text)


def _record(lines: Iterable[str]) -> dict[str, str]:
    record: dict[str, str] = {}
    for line in lines:
        parts = words.ENTRY.fullmatch(line)
        if parts is None or parts[1] in record:
            _unreadable("not an entry", line)
        record[parts[1]] = parts[2]
    return record


def _sections(blocks: Iterable[str]) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {"exceptions": []}
    for block in blocks:
        heading, *lines = block.split("\n")
        kinds = [kind for kind, name in words.HEADINGS.items() if name.search(heading)]
        if not kinds or not lines or sections.get(kinds[0]):
            _unreadable("not a section", block)
        sections[kinds[0]] = lines
    return sections


def parse(request: Request) -> Case:
    """The policy and the record as the state gives them.

    Raises:
        Unreadable: a sentence that is not understood, or a convention that is not stated.
    """
    if not isinstance(request.state, str):
        _unreadable("not a text", repr(request.state))
    opening, *blocks = request.state.split("\n\n")
    title, _, lead = opening.partition("\n")
    domain = words.TITLE.fullmatch(title)
    if domain is None or not words.LEAD.fullmatch(lead):
        _unreadable("not the opening of a policy", opening)
    sections = _sections(blocks)
    if missing := [kind for kind in words.HEADINGS if kind not in sections]:
        _unreadable("no section", ", ".join(missing))
    subjects, carved = words.SUBJECTS[domain[1]], _carved(sections["exceptions"])
    rules = tuple(_rule(line, carved, subjects) for line in sections["rules"])
    notes, sums = _notes(sections["notes"])
    _check(rules, carved, notes)
    return Case(
        rules,
        _precedence("\n".join(sections["precedence"])),
        _default("\n".join(sections["default"])),
        _record(sections["record"]),
        sums,
    )


def _check(rules: tuple[Rule, ...], carved: Carved, notes: list[str]) -> None:
    """Refuse exceptions to rules that are not there, and conventions that are not stated."""
    if stray := [str(number) for number in carved if number not in {rule.number for rule in rules}]:
        _unreadable("an exception to no rule", ", ".join(stray))
    clauses = [part for rule in rules for part in (rule.conditions, *rule.exceptions)]
    days = any(
        isinstance(c, Limit) and words.DAYS_FROM in c.quantity for part in clauses for c in part
    )
    needed = [kind for kind in words.NOTES if kind != "days" or days]
    if unstated := [kind for kind in needed if kind not in notes]:
        _unreadable("no reading note", ", ".join(unstated))


def _entry(name: str, case: Case) -> str:
    if name not in case.record:
        _unreadable("no such entry", name)
    return case.record[name]


def _measure(limit: Limit, case: Case) -> Decimal:
    """The number that a limit bounds, in the limit's own unit."""
    first, _, second = limit.quantity.partition(words.DAYS_FROM)
    if second:
        return Decimal((_date(_entry(second, case)) - _date(_entry(first, case))).days)
    entries = case.sums.get(first, (first,))
    amounts = [_amount(_entry(name, case)) for name in entries]
    if any(unit != limit.unit for _, unit in amounts):
        _unreadable("another unit than the limit's", ", ".join(entries))
    return sum((number for number, _ in amounts), Decimal(0))


def holds(conditions: tuple[Condition, ...], case: Case) -> bool:
    """Whether all conditions hold in the record."""
    return all(_holds(condition, case) for condition in conditions)


def _holds(condition: Condition, case: Case) -> bool:
    if isinstance(condition, Among):
        value = _entry(condition.entry.removesuffix("?"), case)
        if condition.entry.endswith("?") and value not in ("yes", "no"):
            _unreadable("neither yes nor no", value)
        return (value in condition.values) == condition.affirmed
    number = _measure(condition, case)
    return words.COMPARE[condition.compare](number, condition.bound)


def matching(case: Case) -> list[Rule]:
    """The rules whose conditions hold, their exceptions left aside."""
    return [rule for rule in case.rules if holds(rule.conditions, case)]


def applicable(case: Case) -> list[Rule]:
    """The matching rules of which no exception holds."""
    return [r for r in matching(case) if not any(holds(part, case) for part in r.exceptions)]


def strongest(rules: list[Rule], case: Case) -> str:
    """The outcome of the strongest of these rules, the default where there is none."""
    places = {rule.number: _place(rule, case.precedence) for rule in rules}
    first = min(places.values(), default=None)
    outcomes = {rule.outcome for rule in rules if places[rule.number] == first}
    if len(outcomes) > 1:
        _unreadable("nothing says which is stronger", f"rules {sorted(places)}")
    return outcomes.pop() if outcomes else case.default


def _place(rule: Rule, precedence: Precedence) -> tuple[int, int]:
    """Where a rule stands among others, the strongest first."""
    value = getattr(rule, precedence.by)
    tie = precedence.tie * rule.number
    if value is None or (precedence.order and str(value) not in precedence.order):
        _unreadable("a rule without a rank", f"rule {rule.number}")
    if precedence.order:
        return precedence.order.index(str(value)), tie
    return precedence.sign * value, tie


def decide(case: Case) -> Verdict:
    """The outcome, and whether an exception, the precedence or neither makes the difference."""
    rules = applicable(case)
    outcome = strongest(rules, case)
    if strongest(matching(case), case) != outcome:
        return Verdict(outcome, "exception")
    if len({rule.outcome for rule in rules}) > 1:
        return Verdict(outcome, "precedence")
    return Verdict(outcome, "plain")


def solve(request: Request) -> Verdict:
    """What the policy requires, and whether plainly, by an exception or by precedence.

    Raises:
        Unreadable: a sentence that is not understood, or a convention that is not stated.
    """
    return decide(parse(request))
