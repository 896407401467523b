"""Reads an access system back from its text, and decides requests by an evaluation of its own.

Sections and rows are recognised by the phrase tables; everything else is read from the state.
"""

import re
from itertools import chain
from typing import Any

from msgspec import Struct, structs

from decisionpivot.families.access_check import words
from decisionpivot.families.access_check.text import ROWS


def _filled(phrase: str) -> list[str]:
    return [phrase.format(f=s.f, fs=s.fs) for s in words.SETTINGS.values()]


SECTIONS = {
    text.lower(): name
    for name, phrases in words.HEADINGS.items()
    for phrase in phrases
    for text in _filled(phrase)
}
RULES = {
    text: (table.lower(), value)
    for table in ("REACH", "SEAL", "NEST", "DENY", "DENY_REACH", "SEAL_DENIALS", "NEST_DENIALS")
    for value, phrases in getattr(words, table).items()
    for phrase in phrases
    for text in _filled(phrase)
}


def _pattern(form: str) -> re.Pattern[str]:
    slots = re.sub(r"\\{(\w+)\\}", r"(?P<_\1>.+?)", re.escape(form))
    return re.compile(slots)


FORMS = {
    name: sorted((_pattern(form) for _, form, *_ in forms), key=lambda p: -len(p.pattern))
    for name, forms in ROWS.items()
}
REQUESTS = [_pattern(request) for request in words.REQUESTS]


class System(Struct, frozen=True):
    """What a state says. Folders are called by their names, ``line`` starts at the requested."""

    rules: dict[str, Any]
    parents: dict[str, str]
    members: dict[str, list[str]]
    roles: dict[str, list[str]]
    grants: list[list[str]]
    request: tuple[str, str, str]
    nestings: list[list[str]] = []
    denials: list[list[str]] = []
    seals: list[str] = []

    @property
    def line(self) -> list[str]:
        """The requested folder and all above it."""
        folder = self.request[2]
        line = [folder]
        while line[-1] in self.parents:
            line.append(self.parents[line[-1]])
        return line

    @property
    def mine(self) -> list[str]:
        """The groups in which the person is listed."""
        return self.members[self.request[0]]


def read(state: str) -> System:
    """Read a state; every line of it must be understood."""
    parts: dict[str, Any] = {}
    for section in state.split("\n\n")[1:]:
        head, *body = section.split("\n")
        body = body[1:] if body[0] == "--" else body
        name = SECTIONS[head.strip("[]#: ").lower()]
        if name == "rules":
            text = " ".join(body)
            parts["rules"] = dict(found for phrase, found in RULES.items() if phrase in text)
        elif name == "request":
            parts["request"] = _request(body[0])
        elif name == "tree":
            parts["parents"] = _tree(body)
        else:
            parts[name] = _rows(name, body)
    return System(**parts)


def _request(text: str) -> tuple[str, str, str]:
    found = [match for form in REQUESTS if (match := form.fullmatch(text))]
    match = min(found, key=lambda match: len(match["_user"]))
    return match["_user"], match["_action"].strip('"'), match["_q"].split("/")[-1]


def _tree(body: list[str]) -> dict[str, str]:
    if body[0].startswith("/"):
        return {path[-1]: path[-2] for line in body[1:] if (path := line.split("/"))}
    if body[0].startswith("- "):
        return dict(line[2:].split(" lies directly in ") for line in body[1:])
    if " | " in body[0]:
        return dict(line.split(" | ") for line in body[2:])
    parents, line = {}, [body[0]]
    for row in body[1:]:
        depth = (len(row) - len(row.lstrip())) // 4
        line = [*line[:depth], row.strip()]
        parents[line[-1]] = line[-2]
    return parents


def _rows(name: str, body: list[str]) -> Any:
    body = body[1:] if " | " in body[0] else body
    matched = ([form.fullmatch(row) for row in body] for form in FORMS[name])
    found = next(matches for matches in matched if all(matches))
    rows = [[match[key] for key in sorted(match.groupdict())] for match in found]
    if name in ("members", "roles"):
        return {key: re.split("; |, | and ", values) for key, values in rows}
    rows = [[*row[:-1], row[-1].split("/")[-1]] for row in rows]
    return [row[0] for row in rows] if name == "seals" else rows


REACHES = {"all": range(9), "children": range(2), "below": range(1, 9), "self": range(1)}


def ways(system: System) -> int:
    """How many grants allow the request under the rules that the state states."""
    rules, line, mine = system.rules, system.line, set(system.mine)
    user, action, _ = system.request
    if rules.get("nest", "none") != "none":
        outer = dict.fromkeys(mine)
        while outer:
            outer = {o for i, o in system.nestings if i in outer} - mine
            mine |= outer
            if rules["nest"] == "one":
                break
    bound = mine if rules.get("nest_denials") else set(system.mine)
    places = {folder: at for at, folder in enumerate(line)}
    denial_reach = rules.get("reach" if rules.get("deny_reach") == "same" else "deny_reach", "all")
    denied = [
        (holder, places[folder])
        for holder, what, folder in system.denials
        if what == action and holder in bound | {user} and folder in places
        if places[folder] in REACHES[denial_reach]
        if not (rules["seal_denials"] and _held(system, places[folder]))
    ]
    standing = [
        (holder, places[folder])
        for holder, role, folder in system.grants
        if holder in mine | {user} and role in system.roles[action] and folder in places
        if places[folder] in REACHES[rules["reach"]] and not _held(system, places[folder])
    ]
    beaten = {
        "always": lambda grant, denial: True,
        "near deny": lambda grant, denial: denial[1] <= grant[1],
        "near allow": lambda grant, denial: denial[1] < grant[1],
        "own": lambda grant, denial: denial[0] == grant[0],
    }[rules.get("deny", "always")]
    return sum(not any(beaten(grant, denial) for denial in denied) for grant in standing)


def _held(system: System, distance: int) -> bool:
    """Whether a wall stands between an entry and the requested folder, seals being walls."""
    sealed = [at for at, folder in enumerate(system.line) if folder in system.seals]
    if system.rules.get("seal") == "only":
        return distance > 0 and 0 in sealed
    shift = 0.5 if system.rules.get("seal") == "blocks" else -0.5
    return any(0 < at + shift < distance for at in sealed)


def counts(state: str) -> list[int]:
    """The fourteen structural counts, in the order in which the design names them."""
    system = read(state)
    user, action, folder = system.request
    return [
        len(system.members),
        len(set(chain.from_iterable(system.members.values()))),
        len(system.nestings),
        len(set(chain.from_iterable(system.roles.values()))),
        len(system.grants),
        sum(place in system.line for *_, place in system.grants),
        len(system.denials),
        len(system.seals),
        len(system.line),
        state.count(user),
        len(re.findall(rf"\b{action}\b", state)),
        state.count(folder),
        sum(state.count(group) for group in system.mine),
        state.count("\n"),
    ]


def without(system: System, *parts: str) -> System:
    """The system as a reader sees it who overlooks some sections."""
    return structs.replace(system, **{part: [] for part in parts})
