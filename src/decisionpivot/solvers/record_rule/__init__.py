"""Which rule does a batch of records violate? Worked out from the text.

After an opening sentence the state has four sections in any order: numbered rules, conventions,
reference lists and the batch as a table. Every rule is checked against every record.
"""

import re
from functools import lru_cache

from decisionpivot.items import Request
from decisionpivot.solvers.record_rule import words
from decisionpivot.solvers.record_rule.checks import CHECKS, Case, Record, Rule, is_kept
from decisionpivot.solvers.verdict import Unreadable, Verdict

KINDS = tuple(CHECKS)
"""The thirteen types of rule."""

_SEPARATORS = (" | ", "; ", "\t", " / ", ", ")


def solve(request: Request) -> Verdict:
    """Name the violated rule, if there is one.

    Raises:
        Unreadable: a sentence or an entry is not understood, a convention is not stated, or the
            batch violates several rules against its own statement.
    """
    return decide(parse(request))


def decide(case: Case) -> Verdict:
    """Check all rules: the label and the type of the one that is violated, or ``none``."""
    violated = [rule for rule in case.rules if not is_kept(rule, case)]
    if len(violated) > 1:
        raise Unreadable(f"several rules are violated: {[rule.label for rule in violated]}")
    return Verdict(violated[0].label, violated[0].kind) if violated else Verdict("none", "none")


def parse(request: Request) -> Case:
    """The rules, the lists and the records, as the state gives them.

    Raises:
        Unreadable: a sentence is not understood, or a convention or an option is missing.
    """
    if not isinstance(request.state, str):
        raise Unreadable("the state is not a text")
    opening, *blocks = request.state.split("\n\n")
    count, noun = _opening(opening)
    sections = _sections(blocks)
    columns, rows = _table(sections["batch"])
    if len(rows) != count:
        raise Unreadable(f"{count} records are announced, {len(rows)} are there")
    rules = tuple(_rule(line, columns, noun) for line in sections["rules"])
    if sorted(request.keys) != sorted([*(rule.label for rule in rules), "none"]):
        raise Unreadable(f"the options are not the rules and none: {request.keys}")
    empty = _empty_mark(sections["notes"])
    return Case(rules, _lists(sections["lists"]), _records(columns, rows, empty))


def _opening(text: str) -> tuple[int, str]:
    for form in words.OPENINGS:
        if found := form.fullmatch(text):
            return int(found["count"]), found["noun"]
    raise Unreadable(f"not an opening: {text!r}")


def _sections(blocks: list[str]) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    for block in blocks:
        heading, *lines = block.split("\n")
        text = heading.strip(words.FRAME)
        kinds = [kind for kind, name in words.HEADINGS.items() if name.fullmatch(text)]
        if len(kinds) != 1 or not lines or kinds[0] in sections:
            raise Unreadable(f"not a section: {heading!r}")
        sections[kinds[0]] = lines
    if missing := [kind for kind in words.HEADINGS if kind not in sections]:
        raise Unreadable(f"no section: {', '.join(missing)}")
    return sections


def _table(lines: list[str]) -> tuple[list[str], list[list[str]]]:
    """The column names and the rows; the separator is the one that the head is divided by."""
    bare = [line.removeprefix("| ").removesuffix(" |") for line in lines]
    separators = [separator for separator in _SEPARATORS if separator in bare[0]]
    if len(separators) != 1:
        raise Unreadable(f"not the head of a table: {lines[0]!r}")
    columns, *rows = (line.split(separators[0]) for line in bare)
    for row in rows:
        if len(row) != len(columns):
            raise Unreadable(f"not a row of {len(columns)} fields: {row!r}")
    return columns, rows


def _records(columns: list[str], rows: list[list[str]], empty: str) -> tuple[Record, ...]:
    return tuple(
        {name: None if entry == empty else entry for name, entry in zip(columns, row, strict=True)}
        for row in rows
    )


def _lists(lines: list[str]) -> dict[str, tuple[str, ...]]:
    lists = {}
    for line in lines:
        found = re.fullmatch(r"([\w ]+?)(?::| =| ->) (\w+(?:, \w+)*)", line)
        if found is None:
            raise Unreadable(f"not a list: {line!r}")
        lists[found[1]] = tuple(found[2].split(", "))
    return lists


def _empty_mark(lines: list[str]) -> str:
    """What stands in an empty field; checks that the other conventions are stated too."""
    sentences = [
        sentence.removesuffix(".")
        for line in lines
        for sentence in re.split(r"(?<=\.) (?=[A-Z])", line.lstrip("-* "))
    ]
    stated: dict[str, re.Match[str]] = {}
    for sentence in sentences:
        found = {
            kind: match for kind, form in words.NOTES.items() if (match := form.fullmatch(sentence))
        }
        if len(found) != 1:
            raise Unreadable(f"not a convention: {sentence!r}")
        stated |= found
    if missing := [kind for kind in words.NOTES if kind not in stated]:
        raise Unreadable(f"no convention on: {', '.join(missing)}")
    return stated["empty mark"][1]


def _rule(line: str, columns: list[str], noun: str) -> Rule:
    found = words.LABEL.fullmatch(line)
    if found is None:
        raise Unreadable(f"not a numbered rule: {line!r}")
    sentence = _names(tuple(columns)).sub(lambda name: f"<{columns.index(name[2])}>", found[3])
    kind, terms = words.read_rule(re.sub(rf"\b{noun}(s?)\b", r"record\1", sentence))
    own = [terms.pop(name) for name in ("a", "b") if name in terms]
    parts = re.findall(r"<(\d+)>", terms.pop("parts", ""))
    fields = tuple(columns[int(column)] for column in (*own, *parts))
    return Rule(found[1] or found[2], kind, fields, terms)


@lru_cache(maxsize=64)
def _names(columns: tuple[str, ...]) -> re.Pattern[str]:
    """Any column's name, quoted or not, the longest first."""
    names = "|".join(re.escape(name) for name in sorted(columns, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])([\"'`]?)({names})\1(?![\w-])")
