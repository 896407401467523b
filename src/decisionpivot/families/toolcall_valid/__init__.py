"""``toolcall_valid``: whether a proposed call does what the request asks, within its tool's rules.

The state holds a tool's schema, a request, the context that the request refers to, and the call. A
case is put together from pieces: a value that the request states, one to be worked out, one whose
written form the schema fixes, two properties of which one is enough, a wanted and an open property,
a rule that stands in a description alone. One piece is decisive; the others are of the same make
and correct in both members, so that any of them could be it.

Traps that are built in on purpose:

- Values that were considered once, or belong to another call, stand beside the wanted ones.
- Two roles, packs, events, routines or earlier calls can be mixed up, and conventions shift a date
  by a day or a week.
- Limits are met exactly, from above and below, inclusive and exclusive, and rules name the limits
  of values that this call does not have.
- What the schema requires cannot be told from the request, which is content with either of two.
- Which of two values is right is drawn after both: right and wrong ones are equally long, equally
  round and equally often mentioned.
"""

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from decisionpivot.draw import chance, choice, integer, shuffled
from decisionpivot.families.group import Family, Group, Member, Place, binary
from decisionpivot.families.group import domain as domain_of
from decisionpivot.families.quotas import even, spread
from decisionpivot.families.toolcall_valid import phrases, pieces
from decisionpivot.families.toolcall_valid.domains import DOMAINS, Domain
from decisionpivot.families.toolcall_valid.draft import (
    DIGITS,
    PATTERNS,
    Call,
    Change,
    Draft,
    Value,
    available,
    convention,
    new_draft,
)
from decisionpivot.families.wording import WEEKDAYS, day, listed
from decisionpivot.items import GenerationError, Pivot

NAME = "toolcall_valid"
CONTRADICTED = "contradicted_value"
RESOLUTION = "wrong_resolution"
MISSING = "missing_required"
SCHEMA = "schema_violation"
OPTIONAL = "optional_property"
RULE = "description_rule"
QUOTAS = {
    CONTRADICTED: (17, 17, 16),
    RESOLUTION: (17, 17, 16),
    MISSING: (17, 16, 17),
    SCHEMA: (17, 16, 17),
    OPTIONAL: (16, 17, 17),
    RULE: (16, 17, 17),
}
"""Pairs of each kind at levels 1, 2 and 3."""

PLACES = ((0, 40), (1, 10), (2, 10), (3, 40))
"""How many of a level's calls stand first, second, third and last among the sections."""

MATCHERS = {text: re.compile(text) for text in (*PATTERNS.values(), DIGITS)}
BY_DOMAIN = {domain.name: domain for domain in DOMAINS}


class Piece(Struct, frozen=True):
    """A sort of piece: the deviation it can show and the kinds of properties that it takes."""

    make: Callable[[Draft, bool], Change]
    kind: str
    takes: tuple[str, ...]

    def fits(self, draft: Draft) -> bool:
        """Whether the pool still has what the piece takes."""
        return all(len(available(draft, k)) >= self.takes.count(k) for k in self.takes)


STATED = Piece(pieces.stated, CONTRADICTED, (pieces.DIRECT,))
RESOLVED = (
    Piece(pieces.dated, RESOLUTION, ("day clock",)),
    Piece(pieces.packed, RESOLUTION, ("packs",)),
    Piece(pieces.referred, RESOLUTION, ("word person place",)),
)
TYPED = Piece(pieces.typed, SCHEMA, ("count flag",))
RENAMED = Piece(pieces.renamed, SCHEMA, ("word",))
FORMED = Piece(pieces.formed, SCHEMA, ("day clock code",))
PAIRS = (
    Piece(pieces.one_of, MISSING, (pieces.OPENABLE,) * 2),
    Piece(pieces.left_out, OPTIONAL, (pieces.OPENABLE,) * 2),
    Piece(pieces.ruled_out, OPTIONAL, (pieces.OPENABLE,) * 2),
)
RULES = (
    Piece(pieces.limited, RULE, ("word", "count")),
    Piece(pieces.proportioned, RULE, ("count", "count")),
    Piece(pieces.spaced, RULE, ("day", "day")),
    Piece(pieces.barred, RULE, ("word", "word")),
)
NEEDED = Piece(pieces.needed, RULE, ("word", pieces.OPENABLE, pieces.OPENABLE))
SCARCE_FIRST = ((NEEDED,), RULES, RESOLVED, (STATED,), PAIRS)
"""The order in which pieces take properties, so that none finds the pool without its kind."""

PIECES = (STATED, *RESOLVED, TYPED, RENAMED, FORMED, *PAIRS, *RULES, NEEDED)


# The evaluator: which kinds of deviation a call has.


def valid(schema: Mapping[str, Any], value: Value) -> bool:
    """Whether a value has the type, the bounds, the enum and the form that its schema asks for."""
    if schema["type"] == "boolean":
        return isinstance(value, bool)
    if schema["type"] == "integer":
        return type(value) is int and schema["minimum"] <= value <= schema["maximum"]
    if not isinstance(value, str):
        return False
    if "enum" in schema:
        return value in schema["enum"]
    form = PATTERNS["YYYY-MM-DD"] if "format" in schema else schema.get("pattern")
    return form is None or MATCHERS[form].match(value) is not None


def deviations(draft: Draft, call: Call) -> list[str]:
    """The kinds of all deviations of a call: its properties' first, then the rules'."""
    found = [_deviation(draft, name, call) for name in draft.schemas]
    found += [RULE for holds in draft.rules if not holds(call)]
    return [kind for kind in found if kind]


def _deviation(draft: Draft, name: str, call: Call) -> str:
    wish = draft.wishes[name]
    if name not in call:
        if name in draft.required:
            return MISSING
        return OPTIONAL if wish.need == "must" else ""
    if not valid(draft.schemas[name], call[name]):
        return SCHEMA
    if wish.need == "not":
        return OPTIONAL
    if call[name] not in wish.values:
        return RESOLUTION if wish.indirect else CONTRADICTED
    return ""


# From the quotas to a draft.


@cache
def _decisive_pieces(level: int) -> tuple[Piece, ...]:
    """The piece that decides each group: kinds by quota, the sorts of a kind as even as can be."""
    counts: list[tuple[int, int]] = []
    for kind, quota in QUOTAS.items():
        sorts = [number for number, piece in enumerate(PIECES) if piece.kind == kind]
        counts += even(sorts, quota[level - 1], first=level % len(sorts))
    return tuple(PIECES[number] for number in spread(NAME, level, "piece", tuple(counts)))


def fill(draft: Draft, level: int, decisive: Piece) -> None:
    """Add the pieces that do not decide, up to three properties a level and three more."""
    goal = 3 * (level + 1)
    for options in _companions(draft, goal, decisive):
        _add(draft, options)
    while len(draft.schemas) < goal:
        _add(draft, _singles(draft))


def _add(draft: Draft, options: tuple[Piece, ...]) -> None:
    choice(draft.r, [piece for piece in options if piece.fits(draft)]).make(draft, False)


def _singles(draft: Draft) -> tuple[Piece, ...]:
    described = () if "descriptions" in draft.without else (RENAMED,)
    resolved = () if "indirect" in draft.without else RESOLVED
    return (STATED, STATED, *resolved, TYPED, FORMED, *described)


def _companions(draft: Draft, goal: int, decisive: Piece) -> list[tuple[Piece, ...]]:
    """What stands beside the decisive piece, each as a set of pieces to choose from.

    A level has one more piece of two properties than the one below it, and one more of one. All
    cases have a rule, a pair and a resolved value, and where there is room a stated one.
    """
    rules = PAIRS if "descriptions" in draft.without else RULES
    resolved = (STATED,) if "indirect" in draft.without else RESOLVED
    larger: list[tuple[Piece, ...]] = [rules, PAIRS]
    larger += [choice(draft.r, (rules, PAIRS)) for _ in range(goal // 3 - 2)]
    if len(decisive.takes) > 1:
        larger.remove(PAIRS if decisive in PAIRS else rules)
    if len(larger) > 2 and rules is RULES and chance(draft.r, 0.3):
        larger[-1] = (NEEDED,)
    smaller = [options for options in (resolved, (STATED,)) if decisive not in options]
    room = goal - len(decisive.takes) - sum(len(options[0].takes) for options in larger)
    return sorted([*larger, *smaller[:room]], key=SCARCE_FIRST.index)


# From a draft to states.


def _mixed(r: Random, values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: values[key] for key in shuffled(r, list(values))}


def _tool(draft: Draft, domain: Domain, name: str) -> dict[str, Any]:
    r = draft.r
    optional = listed([f"`{key}`" for key in shuffled(r, draft.optional)])
    usage = (
        f"{choice(r, phrases.OPTIONAL_LIST).format(v=optional)} {choice(r, phrases.OPTIONAL_USE)}"
    )
    sentences = [choice(r, domain.purposes), *shuffled(r, [usage, *draft.notes[""]])]
    properties = {
        key: schema | {"description": " ".join(draft.notes[key])}
        for key, schema in draft.schemas.items()
    }
    return {
        "name": name,
        "description": " ".join(sentences),
        "parameters": {
            "type": "object",
            "properties": _mixed(r, properties),
            "required": shuffled(r, draft.required),
            "additionalProperties": False,
        },
    }


def _context(draft: Draft) -> dict[str, Any]:
    r, style = draft.r, draft.day_style
    weekday = "" if style == "weekday" else f"{WEEKDAYS[draft.today.weekday()]}, "
    sections = {
        "today": weekday + day(draft.today, style),
        "user": {"name": draft.names.person(), **_mixed(r, draft.user)},
        "calendar": _mixed(r, draft.calendar),
        "daily": _mixed(r, draft.daily),
        "units": draft.units,
        "earlier_calls": draft.earlier,
        "conventions": shuffled(r, [text for _, text in draft.conventions.values()]),
    }
    return _mixed(r, {name: value for name, value in sections.items() if value})


def _add_bystanders(draft: Draft) -> None:
    """Add to the context what the request does not use."""
    r, names = draft.r, draft.names
    for _ in range(2):
        draft.user[draft.roles.pop()] = names.person()
    draft.user[draft.places.pop()] = (
        f"{integer(r, 2, 98)} {names.word()} {choice(r, phrases.STREETS)}"
    )
    if draft.calendar or chance(r, 0.5):
        date = draft.today + timedelta(days=integer(r, 4, 60))
        draft.calendar[draft.events.pop()] = day(date, draft.day_style)
    if draft.daily or chance(r, 0.3):
        time = integer(r, 84, 240) * 5
        draft.daily[draft.routines.pop()] = phrases.clock(time, draft.clock_style)
    if chance(r, 0.5):
        convention(draft, "days", phrases.DAYS)
    if chance(r, 0.3):
        convention(draft, "working days", phrases.WORKING_DAYS)


def _text(name: str, value: Value) -> str:
    """An argument as the file has it."""
    return f'"{name}":{msgspec.json.encode(value).decode()}'


def _place(state: Mapping[str, Any], argument: str) -> float:
    """Where an argument of the call stands in the state as it is written to a file."""
    text = msgspec.json.encode(state).decode()
    return round(text.index(argument, text.index('"arguments":')) / len(text), 4)


def make(place: Place, r: Random, without: frozenset[str]) -> Group:
    """Make a pair: a correct call, and the same with one argument changed or replaced."""
    domain = BY_DOMAIN[domain_of(place, tuple(BY_DOMAIN), 100)]
    draft, piece = new_draft(r, domain, without), _decisive_pieces(place.level)[place.index]
    change = piece.make(draft, True)
    fill(draft, place.level, piece)
    _add_bystanders(draft)
    right = _mixed(r, draft.arguments)
    wrong = {
        change.new if name == change.old else name: change.value if name == change.old else value
        for name, value in right.items()
    }
    if deviations(draft, right) or deviations(draft, wrong) != [piece.kind]:
        raise GenerationError(f"{place}: the calls do not differ in a {piece.kind}")
    tool = choice(r, domain.tools)
    sections = {
        "tool": _tool(draft, domain, tool),
        "request": " ".join([choice(r, domain.openings), *shuffled(r, draft.request)]),
        "context": _context(draft),
    }
    order = shuffled(r, list(sections))
    order.insert(spread(NAME, place.level, "call's place", PLACES)[place.index], "call")
    states = [
        {key: sections.get(key, {"name": tool, "arguments": call}) for key in order}
        for call in (right, wrong)
    ]
    texts = _text(change.old, right[change.old]), _text(change.new, change.value)
    leaves = 1 if change.old == change.new else 2  # a replaced key is one leaf gone and one new
    return Group(
        domain=domain.name,
        options=binary(
            place,
            yes="the call fits the schema and its descriptions and does what the request asks",
            no="the call breaks the schema or a description, or departs from the request",
        ),
        base=states[0],
        members=tuple(
            Member(state, answer, Pivot(piece.kind, texts[0], text, _place(state, text)), changes)
            for state, answer, text, changes in zip(
                states, ("yes", "no"), texts, (0, leaves), strict=True
            )
        ),
    )


FAMILY = Family(
    name=NAME,
    title="Is a proposed tool call correct?",
    layer="D",
    question="Is the proposed call correct for the request under this schema?",
    size=2,
    domains=tuple(BY_DOMAIN),
    kinds={
        CONTRADICTED: "a value that the schema allows but that is not the one the request states",
        RESOLUTION: "a value that the request gives indirectly (a date, time, pack, role or "
        "earlier call) is worked out wrongly",
        MISSING: "a property that the schema requires is absent",
        SCHEMA: "a value of the wrong type, outside the enum or not in the form of the schema",
        OPTIONAL: "an optional property that the request wants is absent, or one that it does not "
        "want is set",
        RULE: "a rule is broken that only a description states",
    },
    # The validator alone leaves out the descriptions' rules and renamings; literal values alone
    # leave out what is worked out (indirect) and the other values that are mentioned (mentions).
    parts=("descriptions", "indirect", "mentions"),
    make=make,
)
