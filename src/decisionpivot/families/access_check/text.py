"""How an access system and a request are written down."""

from random import Random
from typing import Any

from msgspec import Struct

from decisionpivot.draw import chance, choice, integer, shuffled
from decisionpivot.families.access_check import words
from decisionpivot.families.access_check.rules import Case, ancestry
from decisionpivot.families.wording import Names, listed


class Style(Struct, frozen=True):
    """How a system is written down, the same for all members.

    Attributes:
        fixed: the text of the sections that have no rows, by name.
        headings: the heading line of every section.
        order: the sections in their order.
        rows: for every section with rows, the number of its format.
        full: whether folders are called by their full path.
        tree: how the tree is drawn.
    """

    fixed: dict[str, str]
    headings: dict[str, str]
    order: tuple[str, ...]
    rows: dict[str, int]
    full: bool
    tree: str


ROWS: dict[str, tuple[tuple[str, ...], ...]] = {
    "members": words.MEMBER_ROWS,
    "nestings": words.NESTING_ROWS,
    "roles": words.ROLE_ROWS,
    "grants": words.GRANT_ROWS,
    "denials": words.DENIAL_ROWS,
    "seals": words.SEAL_ROWS,
}


def _rules(r: Random, case: Case, level: int) -> list[str]:
    """The rules of a system as sentences in random order."""
    rules = case.rules
    tables = [words.GRANT, words.MEMBER, words.ROLE, words.DEFAULT, words.REACH[rules.reach]]
    if level > 1:
        tables += [words.SEAL[rules.seal], words.NEST[rules.nest]]
    if level > 2:
        tables += [
            words.DENIAL,
            words.DENY[rules.deny],
            words.DENY_REACH[rules.deny_reach],
            words.SEAL_DENIALS[rules.seal_denials],
        ]
        if rules.nest != "none":
            tables.append(words.NEST_DENIALS[rules.nest_denials])
    return [choice(r, table) for table in shuffled(r, tables)]


def _laid_out(r: Random, sentences: list[str]) -> str:
    """Sentences as a numbered list, a list or a paragraph."""
    form = choice(r, ("{n}. {s}\n", "- {s}\n", "{s} ", "({n}) {s}\n"))
    return "".join(form.format(n=n, s=s) for n, s in enumerate(sentences, 1)).rstrip()


def draw_style(r: Random, names: Names, level: int, case: Case, setting: words.Setting) -> Style:
    """Draw how a pair is written down; the case may be either member's."""
    terms = {"f": setting.f, "fs": setting.fs}
    full = chance(r, 0.4)
    shown = {"user": case.user, "action": case.action, "q": _called(case, full)[case.folder]}
    rules = [sentence.format(**terms) for sentence in _rules(r, case, level)]
    order = ["rules", "members", "roles", "tree", "grants", "request"]
    order += ["nestings", "seals"] if level > 1 else []
    order += ["denials"] if level > 2 else []
    frame = choice(r, ("{}:", "## {}", "[{}]", "{}\n--"))
    heads = {name: choice(r, words.HEADINGS[name]).format(**terms) for name in order}
    intro = choice(r, words.INTROS)
    return Style(
        {
            "intro": intro.format(
                **terms, name=names.word(), system=setting.system, owner=names.word(3)
            ),
            "rules": _laid_out(r, rules),
            "request": choice(r, words.REQUESTS).format(**terms, **shown),
        },
        {name: frame.format(head[0].upper() + head[1:]) for name, head in heads.items()},
        tuple(shuffled(r, order)),
        {name: integer(r, 0, len(forms) - 1) for name, forms in ROWS.items()},
        full,
        choice(r, ("indented", "paths") if full else ("indented", "paths", "rows", "table")),
    )


def _called(case: Case, full: bool) -> dict[str, str]:
    """What each folder is called: its name, or its path from the top."""
    folders = list(dict.fromkeys([*case.parents.values(), *case.parents]))
    if not full:
        return {folder: folder for folder in folders}
    return {folder: "/" + "/".join(ancestry(case.parents, folder)[::-1]) for folder in folders}


def _tree_rows(case: Case, style: Style, setting: words.Setting) -> list[str]:
    """The folder tree, one folder a line."""
    parents = case.parents
    root = ancestry(parents, case.folder)[-1]
    if style.tree == "rows":
        rows = [f"- {folder} lies directly in {parent}" for folder, parent in parents.items()]
        return [f"- {root} is at the top", *rows]
    if style.tree == "table":
        rows = [f"{folder} | {parent}" for folder, parent in parents.items()]
        return [f"{setting.f} | directly inside", f"{root} | (nothing, it is the top)", *rows]
    rows, waiting = [], [(root, 0)]
    called = _called(case, True)
    while waiting:
        folder, depth = waiting.pop()
        rows.append("    " * depth + folder if style.tree == "indented" else called[folder])
        waiting += [(inner, depth + 1) for inner, outer in parents.items() if outer == folder]
    return rows


def _rows(name: str, facts: Any, style: Style, setting: words.Setting) -> list[str]:
    """A section's facts in the format that the style has for it."""
    header, form, *joint = ROWS[name][style.rows[name]]
    head = [header.format(f=setting.f)] if header else []
    if joint:
        join = listed if joint[0] == "and" else joint[0].join
        facts = [(key, join(values)) for key, values in facts]
    return head + [form.format(*fact) for fact in facts]


def rendered(case: Case, style: Style, setting: words.Setting) -> str:
    """The state: the introduction, then a section each, headings and blank lines included."""
    called = _called(case, style.full)
    sections = {
        "tree": _tree_rows(case, style, setting),
        "members": _rows("members", case.members, style, setting),
        "roles": _rows("roles", case.roles, style, setting),
        "nestings": _rows("nestings", case.nestings, style, setting),
        "grants": _rows("grants", [(*g[:2], called[g[2]]) for g in case.grants], style, setting),
        "denials": _rows("denials", [(*d[:2], called[d[2]]) for d in case.denials], style, setting),
        "seals": _rows("seals", [(called[seal],) for seal in case.seals], style, setting),
    }
    parts = [style.fixed["intro"]]
    for name in style.order:
        body = style.fixed.get(name) or "\n".join(sections[name])
        parts.append(f"{style.headings[name]}\n{body}")
    return "\n\n".join(parts)
