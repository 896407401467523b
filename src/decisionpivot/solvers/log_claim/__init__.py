"""Is a claimed number of events right? Worked out from a day's log and the rules beside it.

The state is an opening sentence and three sections in any order: the log, the rules of counting
and the claim. Nouns differ from item to item (row or entry, window or period, grade or severity);
they are put into one wording before a sentence is compared with the patterns.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

from decisionpivot.items import Request
from decisionpivot.solvers.log_claim.words import (
    CAPITALS,
    CLAIMS,
    COPIES,
    ENDS,
    FRAME,
    HEADINGS,
    LAYOUTS,
    LEVEL_LISTS,
    NAMING,
    NUMBERS,
    OPENINGS,
    OWNER_FIELD,
    ROW,
    SENTENCE_END,
    TIME,
    Naming,
    lookup,
    matches,
    plain,
)
from decisionpivot.solvers.verdict import Unreadable, Verdict

Value = TypeVar("Value")


class Event(Struct, frozen=True):
    """One row of the log; ``minute`` counts from midnight. Equal rows are copies."""

    minute: int
    owner: str
    level: str
    message: str


class Rules(Struct, frozen=True, kw_only=True):
    """How events are counted."""

    levels: tuple[str, ...]
    level_first: bool
    ends_inside: tuple[bool, bool]
    copies_count: bool
    naming: Naming


class Claim(Struct, frozen=True, kw_only=True):
    """``count`` events of ``owner`` at ``level`` between two minutes of the day."""

    owner: str
    level: str
    start: int
    end: int
    count: int


class Case(Struct, frozen=True):
    """All that the answer needs."""

    events: tuple[Event, ...]
    rules: Rules
    claim: Claim


def solve(request: Request) -> Verdict:
    """Count the events and compare with the claim.

    Raises:
        Unreadable: a sentence, a heading or a row of the state is not understood.
    """
    return decide(parse(request))


def decide(case: Case) -> Verdict:
    """Yes where the claimed count is the real one."""
    meant = [e for e in case.events if is_meant(e, case) and is_inside(e, case)]
    return Verdict("yes" if total(meant, case.rules) == case.claim.count else "no")


def is_meant(event: Event, case: Case) -> bool:
    """Whether the event is the claimed owner's and of the claimed level."""
    return event.owner == case.claim.owner and case.claim.level in levels_of(event, case.rules)


def levels_of(event: Event, rules: Rules) -> set[str]:
    """The levels of an event, given what a level in its message does."""
    named = levels_named(event, rules)
    if rules.naming == "both":
        return named | {event.level}
    return named if rules.naming == "message" and named else {event.level}


def levels_named(event: Event, rules: Rules) -> set[str]:
    """The levels that the message names in capitals."""
    return set(CAPITALS.findall(event.message)).intersection(rules.levels)


def is_inside(event: Event, case: Case) -> bool:
    """Whether the event lies in the claimed span, with or without its ends."""
    claim, (start_inside, end_inside) = case.claim, case.rules.ends_inside
    return (
        claim.start < event.minute < claim.end
        or (start_inside and event.minute == claim.start)
        or (end_inside and event.minute == claim.end)
    )


def total(events: list[Event], rules: Rules) -> int:
    """How many events the rows stand for."""
    return len(events) if rules.copies_count else len(set(events))


# Sections


def parse(request: Request) -> Case:
    """Read the whole state.

    Raises:
        Unreadable: a part of it is not understood, or one that is needed is missing.
    """
    if not isinstance(request.state, str) or sorted(request.keys) != ["no", "yes"]:
        raise Unreadable("not a text with a question of yes or no")
    opening, *blocks = request.state.strip().split("\n\n")
    if not matches(OPENINGS, plain(opening)):
        raise Unreadable(f"opening: {opening}")
    sections = dict(_section(block) for block in blocks)
    if len(blocks) != 3 or len(sections) != 3:
        raise Unreadable("expected one log, one set of rules and one claim")
    sentences = _sentences(sections["rules"])
    owner_noun = _owner_noun(sentences)
    rules = _rules(sentences, owner_noun)
    claim = _claim(" ".join(sections["claim"]), owner_noun, rules)
    return Case(tuple(_event(line, rules) for line in sections["log"]), rules, claim)


def _section(block: str) -> tuple[str, list[str]]:
    heading, *body = block.split("\n")
    kind = lookup(HEADINGS, plain(FRAME.sub("", heading)))
    if kind is None:
        raise Unreadable(f"heading: {heading}")
    return kind, body


def _sentences(lines: Iterable[str]) -> list[str]:
    """Single sentences without list marks; a full stop inside a time ends none."""
    bare = (line.removeprefix("* ").removeprefix("- ") for line in lines)
    return [sentence for line in bare for sentence in SENTENCE_END.split(line)]


def _event(line: str, rules: Rules) -> Event:
    row = ROW.fullmatch(line)
    if row is None:
        raise Unreadable(f"row of the log: {line}")
    level, owner = (row[2], row[3]) if rules.level_first else (row[3], row[2])
    if not {level, *CAPITALS.findall(row[4])} <= set(rules.levels):
        raise Unreadable(f"a level that is none of the log's: {line}")
    return Event(_minute(row[1]), owner, level, row[4])


def _minute(text: str) -> int:
    """Minutes since midnight of ``14h05``, ``14.05``, ``14:05`` or ``2:05 pm``."""
    time = TIME.fullmatch(text)
    if time is None:
        raise Unreadable(f"time: {text}")
    hour, minute, half = time.groups()
    if half is None:
        return int(hour) * 60 + int(minute)
    return int(hour) % 12 * 60 + int(minute) + (720 if half == "p" else 0)


# Rules and claim


def _owner_noun(sentences: list[str]) -> str:
    """What this log calls the owner of an event, from the rule that lists the fields."""
    for sentence in sentences:
        if fields := matches(LAYOUTS, plain(sentence)):
            return next((noun for noun in fields.groups() if noun != "level"), "")
    raise Unreadable("no rule names the fields of a row")


def _rules(sentences: list[str], owner_noun: str) -> Rules:
    said = [plain(sentence, owner_noun) for sentence in sentences]
    for sentence, plainly in zip(sentences, said, strict=True):
        if all(read(plainly) is None for read in _READ):
            raise Unreadable(f"rule: {sentence}")
    _only(_owner_field, said)
    return Rules(
        levels=_only(_levels, said),
        level_first=_only(_level_first, said),
        ends_inside=_only(_ends_inside, said),
        copies_count=_only(_copies_count, said),
        naming=_only(_naming, said),
    )


def _only(read: Callable[[str], Value | None], sentences: list[str]) -> Value:
    """What the only sentence of its kind says."""
    said = [value for sentence in sentences if (value := read(sentence)) is not None]
    if len(said) != 1:
        raise Unreadable(f"{len(said)} rules for {read.__name__.strip('_')}, expected one")
    return said[0]


def _owner_field(sentence: str) -> bool | None:
    return True if matches(OWNER_FIELD, sentence) else None


def _levels(sentence: str) -> tuple[str, ...] | None:
    names = matches(LEVEL_LISTS, sentence)
    return names.groups() if names else None


def _level_first(sentence: str) -> bool | None:
    fields = matches(LAYOUTS, sentence)
    return fields[1] == "level" if fields else None


def _ends_inside(sentence: str) -> tuple[bool, bool] | None:
    return lookup(ENDS, sentence)


def _copies_count(sentence: str) -> bool | None:
    return lookup(COPIES, sentence)


def _naming(sentence: str) -> Naming | None:
    return lookup(NAMING, sentence)


_READ: tuple[Callable[[str], object], ...] = (
    _owner_field,
    _levels,
    _level_first,
    _ends_inside,
    _copies_count,
    _naming,
)


def _claim(sentence: str, owner_noun: str, rules: Rules) -> Claim:
    said = matches(CLAIMS, plain(sentence, owner_noun))
    if said is None or said["level"] not in rules.levels:
        raise Unreadable(f"claim: {sentence}")
    return Claim(
        owner=said["owner"],
        level=said["level"],
        start=_minute(said["start"]),
        end=_minute(said["end"]),
        count=_number(said["count"]),
    )


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    if text not in NUMBERS:
        raise Unreadable(f"number: {text}")
    return NUMBERS.index(text)
