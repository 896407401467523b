"""Answers goal_check by running the steps under the rules that the state writes down.

The state is an opening and five sections in any order: the contents, the operations, what makes
steps fail, the goal and the steps. Nouns and names of operations differ from item to item; they
are put into one wording before a sentence is compared with the patterns.
"""

import re
from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct

from decisionpivot.items import Request
from decisionpivot.solvers.goal_check.store import (
    Condition,
    Ref,
    Rules,
    Step,
    Store,
    Thing,
    holds,
    run,
)
from decisionpivot.solvers.goal_check.words import (
    BULLET,
    CHECK,
    CHECK_ORDER,
    CHECKS,
    CONDITIONS,
    CONVENTIONS,
    COPIES_LOCK,
    EMPTY_ROW,
    ENTRY,
    FRAME,
    GOAL_OPENINGS,
    HEADINGS,
    LINE,
    LOCK_TRAVELS,
    LOCK_WEARS,
    NAME,
    NUMBER,
    OPENINGS,
    OPERATIONS,
    PLACE,
    REPLACES,
    ROLE,
    SENTENCE_END,
    STEPS,
    STOPPED,
    TABLE_HEAD,
    TABLE_ROW,
    UPDATE_MAKES,
    Patterns,
    lookup,
    matches,
    plain,
)
from decisionpivot.solvers.verdict import Unreadable, Verdict

__all__ = [
    "Case",
    "Condition",
    "Ref",
    "Rules",
    "Step",
    "Thing",
    "decide",
    "holds",
    "parse",
    "solve",
]

Value = TypeVar("Value")

_WITH_VALUE = ("CREATE", "UPDATE")
_WITH_PLACE = ("MOVE", "COPY")


class Case(Struct, frozen=True):
    """All that the answer needs."""

    contents: Mapping[Ref, Thing]
    steps: tuple[Step, ...]
    rules: Rules
    goal: tuple[Condition, ...]


def solve(request: Request) -> Verdict:
    """Run the steps and look at the goal.

    Raises:
        Unreadable: a sentence, a heading, a step or a condition is not understood.
    """
    return decide(parse(request))


def decide(case: Case) -> Verdict:
    """Yes where every condition holds after the last step."""
    end = run(case.contents, case.steps, case.rules)
    return Verdict("yes" if all(holds(condition, end) for condition in case.goal) else "no")


# Sections


def parse(request: Request) -> Case:
    """Read the whole state.

    Raises:
        Unreadable: a part of it is not understood, or one that is needed is missing.
    """
    if not isinstance(request.state, str) or sorted(request.keys) != ["no", "yes"]:
        raise Unreadable("not a text with a question of yes or no")
    opening, *blocks = request.state.strip().replace("'", '"').split("\n\n")
    if not matches(OPENINGS, opening):
        raise Unreadable(f"opening: {opening}")
    sections = dict(_section(block) for block in blocks)
    if len(blocks) != len(HEADINGS) or len(sections) != len(HEADINGS):
        raise Unreadable("expected contents, operations, rules, goal and steps, once each")
    roles = _roles(sections["operations"])
    return Case(
        _contents(sections["contents"]),
        _steps(sections["steps"], roles),
        _rules(sections["rules"], roles),
        _goal(sections["goal"]),
    )


def _section(block: str) -> tuple[str, list[str]]:
    heading, *lines = block.split("\n")
    name = lookup(HEADINGS, FRAME.sub("", heading))
    if name is None or not lines:
        raise Unreadable(f"heading: {heading}")
    return name, lines


def _sentences(lines: list[str], roles: Mapping[str, str]) -> list[str]:
    return [
        plain(sentence, roles)
        for line in lines
        for sentence in SENTENCE_END.split(BULLET.sub("", line))
    ]


def _roles(lines: list[str]) -> dict[str, str]:
    """The role of every operation by its name in this store."""
    roles: dict[str, str] = {}
    for sentence in _sentences(lines, {}):
        meant = lookup(OPERATIONS, sentence)
        said = matches(OPERATIONS[meant], sentence) if meant else None
        if meant is None or said is None:
            raise Unreadable(f"operation: {sentence}")
        roles |= zip(said.groups(), meant, strict=True)
    if sorted(roles.values()) != sorted(role for meant in OPERATIONS for role in meant):
        raise Unreadable(f"operations missing or named twice: {', '.join(roles)}")
    return roles


# Contents


def _contents(lines: list[str]) -> Store:
    table = TABLE_HEAD.fullmatch(plain(lines[0]))
    pairs = [
        pair for line in lines[bool(table) :] for pair in (_row(line) if table else _line(line))
    ]
    if len(dict(pairs)) < len(pairs):
        raise Unreadable("a name stands twice in one place")
    return dict(pairs)


def _row(line: str) -> list[tuple[Ref, Thing]]:
    if EMPTY_ROW.fullmatch(line):
        return []
    said = TABLE_ROW.fullmatch(line)
    if said is None:
        raise Unreadable(f"row of the contents: {line}")
    place, name, value, locked = said.groups()
    return [((place, name), Thing(value, locked == "yes"))]


def _line(line: str) -> list[tuple[Ref, Thing]]:
    said = LINE.fullmatch(line)
    if said is None:
        raise Unreadable(f"contents: {line}")
    place, listed = said.groups()
    return [] if listed == "empty" else [_entry(place, entry) for entry in listed.split("; ")]


def _entry(place: str, text: str) -> tuple[Ref, Thing]:
    said = ENTRY.fullmatch(plain(text))
    if said is None:
        raise Unreadable(f"contents of {place}: {text}")
    name, value, lock = said.groups()
    return (place, name), Thing(value, lock is not None)


# Rules


def _rules(lines: list[str], roles: Mapping[str, str]) -> Rules:
    sentences = [s for s in _sentences(lines, roles) if not matches(CONVENTIONS, s)]
    rules = Rules(
        replaces=_taken(sentences, REPLACES),
        update_makes=_taken(sentences, UPDATE_MAKES),
        copies_lock=_taken(sentences, COPIES_LOCK),
        lock_wears=_taken(sentences, LOCK_WEARS),
        stopped=_stopped(sentences),
        checks=_checks(sentences),
    )
    if sentences:
        raise Unreadable(f"rule: {sentences[0]}")
    return rules


def _taken(sentences: list[str], table: Mapping[Value, Patterns]) -> Value:
    """Take the one sentence out that the table knows, and say what it means."""
    for position, sentence in enumerate(sentences):
        meaning = lookup(table, sentence)
        if meaning is not None:
            del sentences[position]
            return meaning
    raise Unreadable(f"no rule like {next(iter(table.values()))[0].pattern}")


def _stopped(sentences: list[str]) -> frozenset[str]:
    sentence, said = _said(sentences, STOPPED)
    stopped = frozenset(ROLE.findall(said["stopped"]))
    if "MOVE" not in stopped and not LOCK_TRAVELS.search(sentence):
        raise Unreadable(f"does a lock travel? {sentence}")
    return stopped


def _checks(sentences: list[str]) -> tuple[str, ...]:
    sentence, said = _said(sentences, CHECK_ORDER)
    checks = tuple(lookup(CHECKS, check) or "" for check in CHECK.findall(said[1]))
    if sorted(checks) != sorted(CHECKS):
        raise Unreadable(f"order of checks: {sentence}")
    return checks


def _said(sentences: list[str], patterns: Patterns) -> tuple[str, re.Match[str]]:
    """Take the one sentence out that fits a pattern, and its match."""
    for position, sentence in enumerate(sentences):
        said = matches(patterns, sentence)
        if said is not None:
            return sentences.pop(position), said
    raise Unreadable(f"no rule like {patterns[0].pattern}")


# Steps and goal


def _steps(lines: list[str], roles: Mapping[str, str]) -> tuple[Step, ...]:
    numbers = [NUMBER.match(line) for line in lines]
    if [said and said[said.lastindex or 0] for said in numbers] != [
        str(number) for number in range(1, len(lines) + 1)
    ]:
        raise Unreadable("the steps are not numbered 1, 2, 3 and so on")
    return tuple(_step(NUMBER.sub("", line), roles) for line in lines)


def _step(text: str, roles: Mapping[str, str]) -> Step:
    said = matches(STEPS, text)
    role = roles.get(said["operation"]) if said else None
    if said is None or role is None:
        raise Unreadable(f"step: {text}")
    argument = said["argument"] or ""
    wanted = '"' if role in _WITH_VALUE else "A" if role in _WITH_PLACE else ""
    given = "A" if argument[:1].isalpha() else argument[:1]
    if given != wanted:
        raise Unreadable(f"what is given to the operation: {text}")
    return Step(role, _ref(said["ref"]), argument)


def _ref(text: str) -> Ref:
    return PLACE.findall(text)[0], NAME.findall(text)[0]


def _goal(lines: list[str]) -> tuple[Condition, ...]:
    if not matches(GOAL_OPENINGS, lines[0]) or len(lines) == 1:
        raise Unreadable(f"goal: {lines[0]}")
    return tuple(_condition(plain(BULLET.sub("", line))) for line in lines[1:])


def _condition(text: str) -> Condition:
    kind = lookup(CONDITIONS, text)
    said = matches(CONDITIONS[kind], text) if kind else None
    if kind is None or said is None:
        raise Unreadable(f"condition: {text}")
    parts = said.groupdict()
    if kind == "count":
        return Condition(kind, value=parts["place"], count=int(parts["count"]))
    refs = tuple(_ref(parts[key]) for key in ("one", "two") if key in parts)
    return Condition(kind, refs, parts.get("value", ""))
