"""Which waiting case stands at a position? Worked out from the queue and the rules beside it.

The state is an opening and five sections in any order: the queue, the current time, the meaning
of the classes, the position and the rules. Nouns differ from item to item (class or tier, due
time or deadline, case or patient); they are put into one wording before anything is compared.
"""

import re
from typing import Literal

from msgspec import Struct

from decisionpivot.items import Request
from decisionpivot.solvers.triage_order.words import (
    CLASS_SORTS,
    COMBINED,
    ENDS,
    FLAG_MOVES,
    FLAG_SORTS,
    FRAME,
    FROM_FRONT,
    HEADINGS,
    MEANING,
    MISSING,
    MOVES,
    NOW,
    NUMERAL,
    ONE_DAY,
    ONLY_LISTED,
    ORDINALS,
    PLACES,
    POSITION,
    REMARKS,
    ROWS,
    RULE_NUMBER,
    SENTENCE_END,
    SIMPLE_SORTS,
    STEPS,
    TABLE_HEAD,
    TABLE_ROW,
    Patterns,
    Section,
    Simple,
    lookup,
    matches,
    plain,
)
from decisionpivot.solvers.verdict import Unreadable, Verdict


class Ticket(Struct, frozen=True, kw_only=True):
    """One waiting case; times are minutes since midnight."""

    id: str
    number: int
    level: int
    arrival: int
    due: int | None
    flag: str | None


class Move(Struct, frozen=True, kw_only=True):
    """Up by ``steps`` when the wait is long enough or the time left is short enough."""

    measure: Literal["wait", "left"]
    minutes: int
    inclusive: bool
    steps: int
    only: tuple[int, ...] = ()


class FlagMove(Struct, frozen=True):
    """One class up by one flag, one class down by another."""

    up: str
    down: str


class FlagSort(Struct, frozen=True):
    """One flag before those without, another behind them."""

    front: str
    back: str


class Sort(Struct, frozen=True):
    """A sorting rule that needs no more than its name."""

    by: Simple | Literal["listed class", "final class"]


Rule = Move | FlagMove | FlagSort | Sort


class Case(Struct, frozen=True, kw_only=True):
    """All that the answer needs; ``combined`` says what two moves of one ticket make."""

    tickets: tuple[Ticket, ...]
    now: int
    position: int
    rules: tuple[Rule, ...]
    ends: tuple[int, int] | None = None
    combined: Literal["sum", "first"] | None = None


def solve(request: Request) -> Verdict:
    """Sort the queue and take the position asked for.

    Raises:
        Unreadable: a sentence, a heading or a row is not understood, or rules leave a tie.
    """
    verdict = decide(parse(request))
    if verdict.answer not in request.keys:
        raise Unreadable(f"{verdict.answer} is none of the options")
    return verdict


def decide(case: Case) -> Verdict:
    """The ticket at the position asked for."""
    keys = {ticket.id: _sort_key(ticket, case) for ticket in case.tickets}
    if len(set(keys.values())) < len(case.tickets):
        raise Unreadable("the rules leave two tickets level")
    return Verdict(sorted(keys, key=lambda name: keys[name])[case.position - 1])


def final_class(ticket: Ticket, case: Case) -> int:
    """The class after the moves, kept between the ends."""
    moves = [_steps(ticket, rule, case.now) for rule in case.rules]
    applied = [steps for steps in moves if steps]
    up = sum(applied[:1] if case.combined == "first" else applied)
    if case.ends is None:
        return ticket.level
    return min(max(ticket.level - up, case.ends[0]), case.ends[1])


def _steps(ticket: Ticket, rule: Rule, now: int) -> int:
    """How many classes the rule moves the ticket up; 0 where it does not apply."""
    if isinstance(rule, FlagMove):
        return {rule.up: 1, rule.down: -1}.get(ticket.flag or "", 0)
    if not isinstance(rule, Move) or (rule.only and ticket.level not in rule.only):
        return 0
    return rule.steps if _reached(ticket, rule, now) else 0


def _reached(ticket: Ticket, rule: Move, now: int) -> bool:
    if rule.measure == "wait":
        beyond = now - ticket.arrival - rule.minutes
    elif ticket.due is None:
        return False
    else:
        beyond = rule.minutes - (ticket.due - now)
    return beyond > 0 or (rule.inclusive and beyond == 0)


def _sort_key(ticket: Ticket, case: Case) -> tuple[int, ...]:
    sorts = (rule for rule in case.rules if isinstance(rule, FlagSort | Sort))
    return tuple(part for rule in sorts for part in _place(ticket, rule, case))


def _place(ticket: Ticket, rule: FlagSort | Sort, case: Case) -> tuple[int, ...]:
    if isinstance(rule, FlagSort):
        return ({rule.front: -1, rule.back: 1}.get(ticket.flag or "", 0),)
    final = final_class(ticket, case)
    places: dict[str, tuple[int, ...]] = {
        "listed class": (ticket.level,),
        "final class": (final,),
        "unmoved": (int(final != ticket.level),),
        "due": (int(ticket.due is None), ticket.due or 0),
        "arrival": (ticket.arrival,),
        "low number": (ticket.number,),
        "high number": (-ticket.number,),
    }
    return places[rule.by]


# Sections


def parse(request: Request) -> Case:
    """Read the whole state.

    Raises:
        Unreadable: a part of it is not understood, or one that is needed is missing.
    """
    if not isinstance(request.state, str):
        raise Unreadable("not a text")
    opening, *blocks = plain(request.state.strip()).split("\n\n")
    sections = _sections(blocks)
    missing = _opening(opening)
    rules, remarks = _numbered(sections["rules"])
    case = Case(
        tickets=_tickets(sections["queue"], missing),
        now=int(_only(NOW, sections["now"])[1]),
        position=_position(sections["position"]),
        rules=tuple(rule for text in rules for rule in _rules(text)),
        ends=_ends(remarks),
        combined=_combined(remarks),
    )
    _check(case, sections["classes"])
    return case


def _sections(blocks: list[str]) -> dict[Section, list[str]]:
    """The lines of each section; a block without a heading goes on with the one before."""
    sections: dict[Section, list[str]] = {}
    section: Section | None = None
    for block in blocks:
        lines = block.split("\n")
        if heading := FRAME.fullmatch(lines[0]):
            section = lookup(HEADINGS, next(text for text in heading.groups() if text))
            if section is None or section in sections:
                raise Unreadable(f"heading: {lines[0]}")
            sections[section] = lines[1:]
        elif section is None:
            raise Unreadable(f"no heading: {lines[0]}")
        else:
            sections[section] += lines
    if len(sections) < len(HEADINGS):
        raise Unreadable("a section is missing")
    return sections


def _opening(text: str) -> str:
    """The word for a missing entry; the other sentences need only be understood."""
    place, day, missing = (SENTENCE_END.split(text) + [""] * 3)[:3]
    word = matches(MISSING, missing)
    if word is None or not matches(PLACES, place) or not matches(ONE_DAY, day):
        raise Unreadable(f"opening: {text}")
    return word[1]


def _only(patterns: Patterns, lines: list[str]) -> re.Match[str]:
    """The match of a section that holds a single sentence."""
    text = " ".join(lines)
    if match := matches(patterns, text):
        return match
    raise Unreadable(f"sentence: {text}")


def _position(lines: list[str]) -> int:
    sought, *count = SENTENCE_END.split(" ".join(lines))
    said = matches(POSITION, sought)
    if said is None or len(count) != 1 or not matches(FROM_FRONT, count[0]):
        raise Unreadable(f"position: {lines}")
    if numeral := NUMERAL.fullmatch(said[1]):
        return int(numeral[1])
    if said[1] not in ORDINALS:
        raise Unreadable(f"position: {said[1]}")
    return ORDINALS.index(said[1])


def _tickets(lines: list[str], missing: str) -> tuple[Ticket, ...]:
    if lines and TABLE_HEAD.fullmatch(lines[0]):
        return tuple(_ticket(line, TABLE_ROW, missing) for line in lines[1:])
    return tuple(_ticket(line, ROWS, missing) for line in lines)


def _ticket(line: str, patterns: Patterns, missing: str) -> Ticket:
    row = matches(patterns, line)
    if row is None or (row["no_due"] or missing) != missing:
        raise Unreadable(f"row of the queue: {line}")
    return Ticket(
        id=row["id"].upper(),
        number=int(row["id"].lstrip("abcdefghijklmnopqrstuvwxyz-/")),
        level=int(row["level"]),
        arrival=int(row["arrival"]),
        due=int(row["due"]) if row["due"] else None,
        flag=None if row["flag"] == missing else row["flag"],
    )


# Rules and remarks


def _numbered(lines: list[str]) -> tuple[list[str], list[str]]:
    """The rules in the order of their numbers, and the sentences that have no number."""
    numbered = [(line, RULE_NUMBER.fullmatch(line)) for line in lines]
    rules = [rule for _, rule in numbered if rule]
    if [int(rule[1] or rule[2] or rule[3]) for rule in rules] != list(range(1, len(rules) + 1)):
        raise Unreadable("the rules are not numbered from 1 on in their order")
    bare = [line.removeprefix("- ").removeprefix("* ") for line, rule in numbered if not rule]
    return [rule[4] for rule in rules], [one for line in bare for one in SENTENCE_END.split(line)]


def _rules(text: str) -> list[Rule]:
    """The rules of one numbered line: a move and its restriction, or one or two sorts."""
    first, *more = SENTENCE_END.split(text)
    if move := _move(first, more):
        return [move]
    return [_sort(sentence) for sentence in (first, *more)]


def _move(sentence: str, more: list[str]) -> Move | FlagMove | None:
    for (measure, inclusive), patterns in MOVES.items():
        if said := matches(patterns, sentence):
            return Move(
                measure=measure,
                minutes=int(said["min"]),
                inclusive=inclusive,
                steps=STEPS[said["steps"]],
                only=_only_listed(more),
            )
    flags = matches(FLAG_MOVES, sentence)
    if flags and more:
        raise Unreadable(f"rule: {' '.join(more)}")
    return FlagMove(flags[1], flags[2]) if flags else None


def _only_listed(sentences: list[str]) -> tuple[int, ...]:
    if not sentences:
        return ()
    said = _only(ONLY_LISTED, sentences)
    return tuple(int(level) for level in said[1].replace(" or", ",").split(", "))


def _sort(sentence: str) -> FlagSort | Sort:
    if flags := matches(FLAG_SORTS, sentence):
        return FlagSort(flags[1], flags[2])
    if named := matches(CLASS_SORTS, sentence):
        return Sort("final class" if named[1] else "listed class")
    by = lookup(SIMPLE_SORTS, sentence)
    if by is None:
        raise Unreadable(f"rule: {sentence}")
    return Sort(by)


def _ends(remarks: list[str]) -> tuple[int, int] | None:
    found = [said for remark in remarks if (said := matches(ENDS, remark))]
    return (int(found[0][1]), int(found[0][2])) if found else None


def _combined(remarks: list[str]) -> Literal["sum", "first"] | None:
    """What two moves of one ticket make; refuses a remark of any unknown kind."""
    for remark in remarks:
        if not (matches(ENDS, remark) or matches(REMARKS, remark) or lookup(COMBINED, remark)):
            raise Unreadable(f"remark: {remark}")
    found = [kind for remark in remarks if (kind := lookup(COMBINED, remark))]
    return found[0] if found else None


def _check(case: Case, meanings: list[str]) -> None:
    """Refuse what the sections do not settle between them."""
    moves = [rule for rule in case.rules if isinstance(rule, Move | FlagMove)]
    if moves and case.ends is None:
        raise Unreadable("no remark says where moves end")
    if len(moves) > 1 and case.combined is None:
        raise Unreadable("no remark says what two moves of one case make")
    levels = [int(said[1]) for line in meanings if (said := matches(MEANING, line))]
    if len(levels) < len(meanings) or any(t.level not in levels for t in case.tickets):
        raise Unreadable("a class without a meaning")
    if any(t.arrival > case.now or (t.due or case.now) < case.now for t in case.tickets):
        raise Unreadable("a case that arrives later than now, or whose due time has passed")
    if not 1 <= case.position <= len(case.tickets):
        raise Unreadable(f"position {case.position} of {len(case.tickets)}")
