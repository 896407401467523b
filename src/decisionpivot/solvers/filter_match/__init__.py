"""Answers filter_match from the request, the conventions and the record, all read exactly.

A constraint is a subject (a field, or a figure worked out from fields) and a check on it.
"""

import re
from fractions import Fraction
from typing import Any

from msgspec import Struct, ValidationError, convert

from decisionpivot.items import Request
from decisionpivot.solvers.filter_match.checks import (
    Begins,
    Check,
    Limits,
    Present,
    passes,
    read_check,
)
from decisionpivot.solvers.filter_match.conventions import read_conventions
from decisionpivot.solvers.filter_match.subjects import COMPUTED, Subject, Subjects, measured
from decisionpivot.solvers.filter_match.values import read_record
from decisionpivot.solvers.verdict import Unreadable, Verdict

__all__ = ["COMPUTED", "DIRECT", "Case", "Constraint", "decide", "holds", "parse", "solve"]

DIRECT = frozenset(
    "minimum maximum strict_bound equality membership exclusion range date_on_or_before flag "
    "text_prefix".split()
)
"""The kinds of constraint that compare a field as it stands."""

_OPENINGS = re.compile(
    r"An? \w+ is suitable only if each .+ holds\.|Here is what the \w+ has to fulfil, .+\."
    r"|Our search for an? \w+ .+ all of them\.|Please check the \w+ against the whole list .+\."
    r"|The \w+ must satisfy every .+\.|This is our brief for an? \w+; not a single .+ may fail\."
    r"|We are looking for an? \w+ that meets all .+\.|We need an? \w+, and every one .+ counts\."
)
_FRAMES = [
    re.compile(pattern)
    for pattern in (
        r"(?:Make sure that|We accept it only if) (?P<subject>.+) is (?P<asked>.+)\.",
        r"We (?P<not>do not )?(?:want|require) (?P<subject>.+) to be (?P<asked>.+)\.",
        r"(?P<subject>(?:The|Its) .+) (?:must|may|has to|needs to|is)(?P<not> not)?(?: to)? be"
        r" (?P<asked>.+)\.",
    )
]
_ABSENT = re.compile(
    r"An? (.+) would rule it out\.|It has to come without an? (.+)\.|It must not have an? (.+)\."
    r"|(?:It is essential that there is|There must be) no (.+)\.|We do not accept an? (.+)\."
)
_PRESENT = re.compile(
    r"(?:It has to come with|It is essential that there is|There must be|We insist on) an? (.+)\."
    r"|Without an? (.+) it is of no use.*|An? (.+) is required\."
)
_CODE = r"([A-Z]{2}\d)(?:,?(?: and)? not with [A-Z]{2}\d)?\."
_BEGINS = re.compile(
    r"(?:We (?:require|accept only) an?|Make sure that the|The) (.+)"
    rf" (?:that starts|begins|(?:must|has to) (?:start|begin)) with {_CODE}"
    rf"|The first three characters of the (.+) must be {_CODE}"
)


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of a state."""

    request: str
    conventions: list[str]
    record: dict[str, Any]


class Constraint(Struct, frozen=True):
    """One constraint of the request. ``kind`` is the reason that it gives when it fails."""

    kind: str
    subject: Subject
    check: Check


class Case(Struct, frozen=True):
    """The constraints of a request, each bound to the fields that it is about."""

    constraints: tuple[Constraint, ...]


def solve(request: Request) -> Verdict:
    """Answer an item.

    Raises:
        Unreadable: a part of the state is of no known form.
    """
    return decide(parse(request))


def decide(case: Case) -> Verdict:
    """Yes where every constraint holds; a no names the kind of the one constraint that fails."""
    failed = [constraint.kind for constraint in case.constraints if not holds(constraint)]
    if not failed:
        return Verdict("yes")
    return Verdict("no", failed[0] if len(failed) == 1 else None)


def holds(constraint: Constraint) -> bool:
    """Whether the record satisfies one constraint."""
    return passes(measured(constraint.subject), constraint.check)


def parse(request: Request) -> Case:
    """Read the state.

    Raises:
        Unreadable: a sentence, a value or a unit is of no known form, or a convention is missing.
    """
    try:
        state = convert(request.state, State)
    except ValidationError as error:
        raise Unreadable(f"not a request with conventions and a record: {error}") from error
    subjects = Subjects(read_record(state.record), read_conventions(state.conventions))
    figures = [state.request, *map(str, state.record.values())]
    if "thousands" not in subjects.said.topics and any(re.search(r"\d,\d", f) for f in figures):
        raise Unreadable("a comma in a figure, without a convention on it")
    return Case(tuple(_constraint(text, subjects) for text in _sentences(state.request)))


def _sentences(request: str) -> list[str]:
    """The constraints, one a line or one after the other, without bullets and the opening."""
    lines = request.split("\n") if "\n" in request else re.split(r"(?<=\.) (?=[A-Z])", request)
    if not _OPENINGS.fullmatch(lines[0]):
        raise Unreadable(f"the opening {lines[0]!r}")
    return [re.sub(r"^(?:- |\d+\. )", "", line) for line in lines[1:]]


def _constraint(sentence: str, subjects: Subjects) -> Constraint:
    """One sentence of the request."""
    about, asked = _feature(sentence) or _prefix(sentence) or _framed(sentence)
    subject = subjects.read(about)
    if isinstance(asked, str):
        value = subject.fields[0].value if subject.how == "field" else Fraction(0)
        asked = read_check(value, asked)
    if isinstance(asked, Limits) and asked.unit != subject.unit:
        if subject.how != "field":
            raise Unreadable(f"the unit in {sentence!r}")
        subject = subjects.converted(subject.fields[0], asked.unit)
    kind = asked.shape if subject.how == "field" else subject.how
    if missing := _needed(kind, asked) - subjects.said.topics:
        raise Unreadable(f"{sentence!r}, without a convention on {min(missing)}")
    return Constraint(kind, subject, asked)


def _needed(kind: str, check: Check) -> set[str]:
    """The topics that the conventions must settle."""
    topics = {kind, "rounding"} if kind in COMPUTED else {kind} & {"flag"}
    return topics | ({"bounds"} if isinstance(check, Limits) else set())


def _feature(sentence: str) -> tuple[str, Check] | None:
    for pattern, wanted in ((_ABSENT, False), (_PRESENT, True)):
        if match := pattern.fullmatch(sentence):
            return next(filter(None, match.groups())), Present(wanted)
    return None


def _prefix(sentence: str) -> tuple[str, Check] | None:
    match = _BEGINS.fullmatch(sentence)
    return (match[1] or match[3], Begins(match[2] or match[4])) if match else None


def _framed(sentence: str) -> tuple[str, str]:
    """The subject of a sentence and what is asked of it, a negation put before the latter."""
    for pattern in _FRAMES:
        if match := pattern.fullmatch(sentence):
            told = match.groupdict()
            return told["subject"], f"not {told['asked']}" if told.get("not") else told["asked"]
    raise Unreadable(f"the sentence {sentence!r}")
