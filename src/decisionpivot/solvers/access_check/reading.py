"""From the text of an access system to its case; what cannot be read is said, not guessed."""

from msgspec import Struct

from decisionpivot.items import Request
from decisionpivot.solvers.access_check.case import Asked, Case, Denial, Grant, Rules
from decisionpivot.solvers.access_check.words import (
    ACTIONS,
    DENIALS,
    FRAME,
    GRANTS,
    HEADINGS,
    LIST_GAP,
    MARK,
    MEMBERS,
    NESTINGS,
    OPENINGS,
    PARENTS,
    REQUESTS,
    SEALS,
    SENTENCE_END,
    TABLE_HEADS,
    Patterns,
    lookup,
    matches,
    plain,
    rule,
)
from decisionpivot.solvers.verdict import Unreadable

ALWAYS = ("rules", "members", "actions", "tree", "grants", "request")
TOPICS = {
    "rules": ("grants", "default", "actions", "groups", "reach"),
    "nesting": ("nesting",),
    "seals": ("seal",),
    "denials": ("denial", "denied reach", "denied seal", "conflict"),
}
"""The topics that the rules must settle, by the section that calls for them."""


class Tree(Struct, frozen=True):
    """The places by parent, and the names by which a place may be called."""

    parents: dict[str, str]

    def place(self, name: str) -> str:
        """The place of this name or path.

        Raises:
            Unreadable: there is no such place, or it lies elsewhere.
        """
        last = name.rpartition("/")[2]
        if last not in self.parents or (name != last and name != self._path(last)):
            raise Unreadable(f"no such place: {name}")
        return last

    def _path(self, place: str) -> str:
        parent = self.parents[place]
        return f"{self._path(parent) if parent else ''}/{place}"


def parse(request: Request) -> Case:
    """Read the whole state.

    Raises:
        Unreadable: a part of it is not understood, or one that is needed is missing.
    """
    if not isinstance(request.state, str) or sorted(request.keys) != ["no", "yes"]:
        raise Unreadable("not a text with a question of yes or no")
    sections = _sections(request.state)
    tree = _tree(sections["tree"])
    nestings, denials = sections.get("nesting", []), sections.get("denials", [])
    case = Case(
        groups=_lists(sections["members"], MEMBERS, "holder", "groups"),
        nestings=tuple((found["inner"], found["outer"]) for found in _found(NESTINGS, nestings)),
        roles=_lists(sections["actions"], ACTIONS, "action", "roles"),
        parents=tree.parents,
        sealed=frozenset(
            tree.place(found["place"]) for found in _found(SEALS, sections.get("seals", []))
        ),
        grants=tuple(
            Grant(found["holder"], found["role"], tree.place(found["place"]))
            for found in _found(GRANTS, sections["grants"])
        ),
        denials=tuple(
            Denial(found["holder"], found["action"], tree.place(found["place"]))
            for found in _found(DENIALS, denials)
        ),
        rules=_rules(sections),
        asked=_asked(" ".join(sections["request"]), tree),
    )
    if case.asked.person not in case.groups or case.asked.action not in case.roles:
        raise Unreadable("the person or the action of the request is listed nowhere")
    return case


# Sections


def _sections(state: str) -> dict[str, list[str]]:
    """The lines of every section, list marks and table heads left out."""
    opening, *blocks = state.strip().split("\n\n")
    if not matches(OPENINGS, plain(opening)):
        raise Unreadable(f"opening: {opening}")
    sections = dict(_section(block) for block in blocks)
    missing = [kind for kind in ALWAYS if kind not in sections]
    if missing or len(sections) < len(blocks):
        raise Unreadable(f"sections missing ({', '.join(missing)}) or given twice")
    return sections


def _section(block: str) -> tuple[str, list[str]]:
    heading, *lines = block.split("\n")
    kind = lookup(HEADINGS, plain(FRAME.sub("", heading)))
    if kind is None:
        raise Unreadable(f"heading: {heading}")
    lines = [MARK.sub("", line) for line in lines if line != "--"]
    if lines and plain(lines[0]) == TABLE_HEADS.get(kind):
        del lines[0]
    return kind, lines


def _found(patterns: Patterns, lines: list[str]) -> list[dict[str, str]]:
    """The named parts of every line."""
    rows = [(line, matches(patterns, line)) for line in lines]
    if unread := [line for line, row in rows if row is None]:
        raise Unreadable(f"row: {unread[0]}")
    return [row.groupdict() for _, row in rows if row]


def _lists(
    lines: list[str], patterns: Patterns, name: str, listed: str
) -> dict[str, tuple[str, ...]]:
    found = _found(patterns, lines)
    lists = {row[name]: tuple(LIST_GAP.split(row[listed])) for row in found}
    if len(lists) < len(found):
        raise Unreadable(f"a {name} is listed twice")
    return lists


def _asked(sentence: str, tree: Tree) -> Asked:
    said = matches(REQUESTS, plain(sentence))
    if said is None:
        raise Unreadable(f"request: {sentence}")
    return Asked(said["holder"], said["action"], tree.place(said["place"]))


# The tree of places: paths, an indented list, or every place with the one around it


def _tree(lines: list[str]) -> Tree:
    if lines[0].startswith("/"):
        pairs = [_last_two(line) for line in lines]
    elif all(PARENTS[0].fullmatch(line) is None for line in lines):
        pairs = _indented(lines)
    else:
        found = _found(PARENTS, lines)
        pairs = [(row.get("top") or row["inner"], row.get("outer") or "") for row in found]
    tree = Tree(dict(pairs))
    tops = [place for place, parent in pairs if not parent]
    if len(tree.parents) < len(pairs) or len(tops) != 1:
        raise Unreadable("two places have the same name, or there are several tops")
    for _, parent in pairs:
        if parent:
            tree.place(parent)
    return tree


def _last_two(path: str) -> tuple[str, str]:
    above, _, place = path.rpartition("/")
    return place, above.rpartition("/")[2]


def _indented(lines: list[str]) -> list[tuple[str, str]]:
    """Four blanks lead one level down."""
    pairs: list[tuple[str, str]] = []
    above: list[str] = []
    for line in lines:
        place = line.lstrip(" ")
        depth, odd = divmod(len(line) - len(place), 4)
        if odd or depth > len(above) or " " in place:
            raise Unreadable(f"place in the tree: {line}")
        above[depth:] = [place]
        pairs.append((place, above[depth - 1] if depth else ""))
    return pairs


# Rules


def _rules(sections: dict[str, list[str]]) -> Rules:
    said = _said([part for line in sections["rules"] for part in SENTENCE_END.split(line)])
    wanted = {topic for kind, topics in TOPICS.items() if kind in sections for topic in topics}
    nested_denials = "denials" in sections and said.get("nesting") in ("one", "all")
    if nested_denials:
        wanted.add("denied nesting")
    if wanted != set(said):
        odd = ", ".join(sorted(wanted.symmetric_difference(said)))
        raise Unreadable(f"rules missing, or not called for: {odd}")
    return Rules(
        **{
            topic.replace(" ", "_"): value
            for topic, value in said.items()
            if topic.replace(" ", "_") in Rules.__struct_fields__
        }
    )


def _said(sentences: list[str]) -> dict[str, str]:
    """What the sentences say on every topic; some rules take two sentences."""
    said: dict[str, str] = {}
    start = 0
    while start < len(sentences):
        length, (topic, value) = _next_rule(sentences[start : start + 2])
        if topic in said:
            raise Unreadable(f"two rules on one topic: {sentences[start]}")
        said[topic] = value
        start += length
    return said


def _next_rule(sentences: list[str]) -> tuple[int, tuple[str, str]]:
    for length in range(len(sentences), 0, -1):
        if found := rule(plain(" ".join(sentences[:length]))):
            return length, found
    raise Unreadable(f"rule: {sentences[0]}")
