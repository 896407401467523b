"""The wordings of access_check: a pattern for every heading, row and rule that is understood.

Systems call their places folders, queues, zones and so on; all become ``place`` before a
sentence is compared. In a pattern ``~`` stands for any words within one sentence.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

Value = TypeVar("Value")
Patterns = tuple[re.Pattern[str], ...]

_NOUN = re.compile(
    r"\b(?:folder|section|queue|zone|collection|workspace|project|catalogue)(s?)\b",
    re.IGNORECASE,
)


def plain(text: str) -> str:
    """The text with one noun for all kinds of places."""
    return _NOUN.sub(r"place\1", text)


def matches(patterns: Patterns, text: str) -> re.Match[str] | None:
    """The match of the first pattern that fits the whole text."""
    return next((match for pattern in patterns if (match := pattern.fullmatch(text))), None)


def lookup(table: Mapping[Value, Patterns], text: str) -> Value | None:
    """What the text means: the value whose patterns fit it, None where none does."""
    return next((value for value, patterns in table.items() if matches(patterns, text)), None)


@lru_cache(maxsize=4096)
def rule(text: str) -> tuple[str, str] | None:
    """The topic of a rule and what it says on it; ``text`` is plain, of one or two sentences."""
    said = ((topic, lookup(table, text)) for topic, table in RULES.items())
    return next(((topic, value) for topic, value in said if value is not None), None)


def _said(*patterns: str) -> Patterns:
    """Sentences: any words for ``~``, a full stop at the end, capitals or not."""
    return tuple(
        re.compile(pattern.replace("~", "[^.]+") + r"\.", re.IGNORECASE) for pattern in patterns
    )


def _rows(*patterns: str) -> Patterns:
    return tuple(re.compile(pattern) for pattern in patterns)


FRAME = re.compile(r"^(?:## |\[)|(?:\]|:)$")
MARK = re.compile(r"^(?:[-*]|\d+\.|\(\d+\)) ")
SENTENCE_END = re.compile(r"(?<=\.) (?=[A-Z])")
LIST_GAP = re.compile(r"; |, | and ")

OPENINGS = _said(
    r"the following is what is known about access to \w+, a ~ run by \w+",
    r"\w+ has put its places under the control of the ~",
    r"\w+ is the ~ of \w+; this page describes how access to it ~",
    r"\w+ keeps its places in \w+, a ~ with access rules of its own",
    r"this note sets out who may do what in \w+, the ~ that \w+ uses",
    r"access sheet for the ~, kept by \w+",
    r"in the ~, set up by \w+, access works as described ~",
    r"whoever uses \w+, the ~ at \w+, needs a right for ~",
)
HEADINGS = {
    "rules": _rows(r"(?:The r|R)ules(?: of .+)?", r"What counts", r"How access .+"),
    "members": _rows(r"Who is in .+", r"People and .+", r"Members", r"Directory"),
    "actions": _rows(r"Actions(?: and .+)?", r"Role table", r"Which roles .+"),
    "tree": _rows(r"All places", r"(?:Layout|The tree) of .+", r"Where each .+"),
    "nesting": _rows(r"Groups inside .+", r"How groups .+", r"Nested groups", r"Nesting"),
    "seals": _rows(r"Seals", r"Sealed places", r"places under seal", r"Which places .+"),
    "denials": _rows(r"Denials(?: in force)?", r"Actions withheld", r"What .+ denied"),
    "grants": _rows(r"Grants(?: in force)?", r"Roles given", r"What .+ granted"),
    "request": _rows(r"(?:Open|The) request", r"To be decided", r"What is asked"),
}
TABLE_HEADS = {
    "members": "person | groups",
    "actions": "action | roles",
    "tree": "place | directly inside",
    "nesting": "inner group | outer group",
    "denials": "holder | action | place",
    "grants": "holder | role | place",
}

_WHO = r"[A-Z]\w+ \w+"
_HOLDER, _GROUPS = rf"(?P<holder>{_WHO})", rf"(?P<groups>{_WHO}(?:(?:; |, | and ){_WHO})*)"
_ROLE, _ROLES = r"(?P<role>[A-Z]\w+)", r"(?P<roles>[A-Z]\w+(?:(?:; |, | and )[A-Z]\w+)*)"
_ACTION, _PLACE = r"(?P<action>[a-z]+)", r"(?P<place>/?[a-z-]+(?:/[a-z-]+)*)"

MEMBERS = _rows(
    rf"{_HOLDER} \| {_GROUPS}",
    rf"{_HOLDER} \({_GROUPS}\)",
    rf"{_HOLDER} is in {_GROUPS}",
    rf"{_HOLDER}: {_GROUPS}",
)
ACTIONS = _rows(
    rf"{_ACTION} \| {_ROLES}",
    rf"{_ACTION} \({_ROLES}\)",
    rf"{_ACTION} is allowed by {_ROLES}",
    rf"{_ACTION}: {_ROLES}",
)
NESTINGS = _rows(
    rf"(?P<inner>{_WHO}) \| (?P<outer>{_WHO})",
    rf"(?P<inner>{_WHO}) is inside (?P<outer>{_WHO})",
    rf"(?P<inner>{_WHO}), which is part of (?P<outer>{_WHO})",
    rf"(?P<outer>{_WHO}) contains (?P<inner>{_WHO})",
)
GRANTS = _rows(
    rf"{_HOLDER} \| {_ROLE} \| {_PLACE}",
    rf"{_HOLDER} has the role {_ROLE} on {_PLACE}",
    rf"{_ROLE} on {_PLACE}, held by {_HOLDER}",
    rf"{_PLACE}: {_ROLE} for {_HOLDER}",
    rf"{_HOLDER}: {_ROLE} on {_PLACE}",
)
DENIALS = _rows(
    rf"{_HOLDER} \| {_ACTION} \| {_PLACE}",
    rf"{_HOLDER} is denied {_ACTION} on {_PLACE}",
    rf"{_ACTION} on {_PLACE}, denied to {_HOLDER}",
    rf"{_PLACE}: no {_ACTION} for {_HOLDER}",
    rf"{_HOLDER}: {_ACTION} on {_PLACE}",
)
SEALS = _rows(rf"{_PLACE}(?: \[seal\]| is sealed)?", rf"sealed: {_PLACE}")
PARENTS = _rows(
    r"(?P<top>[a-z-]+) (?:is at the top|\| \(nothing, .+\))",
    r"(?P<inner>[a-z-]+) (?:lies directly in|\|) (?P<outer>[a-z-]+)",
)
REQUESTS = _said(
    rf"(?-i:{_HOLDER} would like to use the action {_ACTION}) on the place {_PLACE}",
    rf"(?-i:Request: {_HOLDER} asks for the action \"{_ACTION}\") on the place {_PLACE}",
    rf"(?-i:Waiting for a decision: {_HOLDER}, action {_ACTION}), place {_PLACE}",
    rf"(?-i:Asked for by {_HOLDER}: the action {_ACTION}) in the place {_PLACE}",
    rf"(?-i:Person: {_HOLDER}; action: {_ACTION}); place: {_PLACE}",
    rf"the place {_PLACE} is where (?-i:{_HOLDER} has asked for the action {_ACTION})",
)

RULES: dict[str, dict[str, Patterns]] = {
    "grants": {
        "holder, role, place": _said(
            r"a grant gives its holder, ~, one role on one place",
            r"all rights rest on grants, ~ which role on which place",
            r"each grant names a holder, ~, a role and a place",
            r"every grant ties a role on a place to its holder, ~",
            r"grants have three parts: the holder ~, the role, and the place ~",
            r"rights come from grants alone, ~ a role on a place",
            r"there is one source of rights, the grants: a holder, ~, has a role ~",
            r"with a grant, its holder ~ is given a role on a place",
        )
    },
    "default": {
        "no": _said(
            r"a request is allowed as soon as one grant holds ~, and refused when none ~",
            r"a request that no valid grant supports ~ refused",
            r"if no grant counts for a request, it is turned down; ~ one does, it is allowed",
            r"nothing is allowed from the start: ~ one grant that counts, or it is refused",
            r"one grant that counts is enough ~; without any, the answer is no",
            r"requests need a single grant that holds ~; lacking it, they fail",
            r"the answer ~ is yes if some grant counts ~ and otherwise no",
            r"whatever is not allowed by a grant ~ is forbidden",
        )
    },
    "actions": {
        "as listed": _said(
            r"a role allows the actions that list it and no others; ~",
            r"a role is good for an action only if ~ names the role",
            r"actions are separate ~ allowed by the roles in its own entry only",
            r"an action is open to the roles named next to it and to no ~",
            r"holding a role permits exactly those actions ~ name the role",
            r"no role allows more than the actions under which ~",
            r"the names of roles mean nothing ~; look up the action ~",
            r"which actions a role allows is settled by the list ~ alone, ~",
        )
    },
    "groups": {
        "members use grants": _said(
            r"a grant made to a group serves each person ~ member of it",
            r"a group's grants are there for ~ its members",
            r"being a member of a group is enough to use ~",
            r"every member of a group profits from the grants ~",
            r"if a group is the holder of a grant, any member may ~ use of it",
            r"it makes no difference whether a grant is used by ~ member of the group ~",
            r"members of a group can rely on whatever ~ granted",
            r"what is granted to a group, all its members ~",
        )
    },
    "reach": {
        "branch": _said(
            r"a grant can be used on its own place and anywhere ~ under it, with no limit ~",
            r"a grant counts in the place where it was made and in every place inside it, ~",
            r"a grant made on a place covers that place and everything below it, ~",
            r"each grant is valid on its own place and ~ inherited by all its descendants",
            r"grants flow down without limit: from the place ~, where they hold as well, ~",
            r"the place named in a grant and the whole branch beneath it ~ covered ~",
            r"whatever is granted on a place holds there and in all places underneath, ~",
        ),
        "below": _said(
            r"a grant is inherited by all descendants of its place; ~ is left out",
            r"a grant made on a place covers everything below it ~, but not that place itself",
            r"grants hold in all places underneath ~, however deep, yet not on the named one",
            r"not the place that a grant names but whatever it contains, ~, is covered",
            r"the place in a grant is only the starting point and is not covered; ~",
            r"to be covered by a grant, a place must lie somewhere below ~ does not count",
            r"what is granted on a place is meant for its contents: ~ not count on the place ~",
        ),
        "step": _said(
            r"a grant is valid on its own place and ~ inherited by the next level only, ~",
            r"a grant made on a place covers that place and the places directly inside it, ~",
            r"grants travel one step down: ~ on the place they name and on its direct children, ~",
            r"inheritance is short: besides the place it names, ~ whose direct parent ~",
            r"the place of a grant and that place's own children are covered, ~",
            r"two levels are covered by a grant, ~ and the places placed directly in that one",
            r"what is granted on a place counts there and exactly one level below; ~",
        ),
    },
    "nesting": {
        "all": _said(
            r"members of a group also count as members of every group that contains it, ~"
            r"\. the reverse does not ~",
            r"membership passes through any number of nestings ~, and never inwards",
            r"nesting counts at every depth: ~ members of all groups around it, ~",
            r"when one group sits inside another, ~ outwards without limit; ~",
            r"whoever is in a group is thereby in all groups around it, ~",
        ),
        "one": _said(
            r"a person listed in a group is taken to be in its immediate outer group too"
            r"\. groups at two or more ~ do not count, nor ~",
            r"besides the groups where they are listed, ~ in which those are directly placed"
            r"\. a second layer ~ counts for nothing, ~",
            r"members of a group also count as members of a group that directly contains it, "
            r"but not ~ further out\. they never ~",
            r"membership passes from an inner group to the one directly around it and ends ~",
            r"nesting counts for one step: ~\. it does not work inwards",
        ),
        "none": _said(
            r"membership must be direct\. ~ gives that person no place in the second group",
            r"only people listed in a group are its members; ~ are not",
            r"placing a group inside another has no effect on membership, ~",
            r"the nesting of groups is for tidiness: ~ nobody a member ~",
            r"a group that is part of another stays apart from it, and neither ~",
        ),
    },
    "seal": {
        "entry": _said(
            r"a seal keeps out what was granted higher up: ~ nor below it, ~",
            r"grants made above a sealed place end just before it; ~",
            r"no grant passes into a sealed place from above, ~",
            r"once a place is sealed, no grant from further up enters it or anything under it"
            r"\. its own grants, ~",
            r"sealing a place cuts it and its whole branch off from the grants made above; ~",
        ),
        "exit": _said(
            r"a seal works on what lies underneath: ~",
            r"a sealed place is the last stop\. ~ good on that place at most, ~",
            r"grants made on a sealed place or higher up may count ~, yet they go no deeper; ~",
            r"nothing comes down out of a sealed place: ~",
            r"sealing a place closes the way out of it downwards: ~",
        ),
        "self": _said(
            r"a seal concerns one place alone: ~",
            r"a sealed place inherits no grants, yet it lets them through to the places below; ~",
            r"on a sealed place only grants made on that very place can count"
            r"\. lower places are not concerned: ~",
            r"sealing a place frees just this place from what was granted further up; ~",
            r"what is granted higher up skips a sealed place and is good again ~",
        ),
    },
    "denial": {
        "holder, action, place": _said(
            r"a denial takes one action on a place from its holder, ~",
            r"denials are made against a holder, ~ withholds just one action on one place",
            r"each denial names a holder, an action and a place; ~",
            r"what a denial withholds is the action it names, on the place it names, ~",
            r"where a denial names a group, it holds for the members, ~ single action on a place",
            r"with a denial, its holder ~ loses one action on a place; ~",
        )
    },
    "denied reach": {
        "place": _said(
            r"a denial applies on the very place it names and nowhere ~",
            r"denials are not inherited; ~ limited to the one place ~",
            r"for a denial to apply, the requested place must be the one that it names; ~",
            r"only requests for the place named in a denial are touched by it, ~",
            r"unlike a grant, a denial stays where it is: ~",
        ),
        "as grants": _said(
            r"denials are inherited like grants, seals apart: ~",
            r"how far down a denial applies is settled as for grants, ~",
            r"seals aside, a denial reaches the same places as a grant ~",
            r"the rule on which places a grant covers holds for denials too; on seals, ~",
            r"without regard to seals, denials and grants ~ extend to the same places",
        ),
    },
    "denied seal": {
        "as grants": _said(
            r"a denial is held back by a seal wherever a grant ~ would be",
            r"all that is said here of grants and seals goes for denials ~ too",
            r"as to seals, there is no difference between a denial and ~",
            r"seals treat denials as ~ grants",
            r"whether a seal stops a denial is decided ~ as for a grant",
        ),
        "ignored": _said(
            r"a denial is never held back ~",
            r"for denials, all seals are ~ ignored",
            r"only grants are subject to seals; ~",
            r"sealing a place makes no difference to any denial, ~",
            r"seals do nothing ~",
        ),
    },
    "denied nesting": {
        "as grants": _said(
            r"a denial to a group binds everybody who counts as a member, ~ nesting too",
            r"for denials, the members of a group are the same people as for grants, ~",
            r"if nesting makes a person a member of a group, ~ bind that person",
            r"membership that comes from nested groups counts for denials just as ~",
            r"those who are members of a group by nesting alone are bound ~",
        ),
        "ignored": _said(
            r"a denial to a group binds only those who are listed ~; ~ are not bound",
            r"denials differ from grants in that membership through nested groups does not ~",
            r"if a person is a member of a group merely through nesting, ~ leave that person ~",
            r"nesting is left out of account for denials: ~",
            r"those who are members of a group by nesting alone are not bound ~",
        ),
    },
    "conflict": {
        "denial": _said(
            r"a denial that applies to a request beats every grant, ~",
            r"a single denial that applies is the end ~",
            r"denials come first: no grant, ~, helps against ~",
            r"if any denial applies, the request fails, ~",
            r"where a grant and a denial both apply, the denial wins ~",
        ),
        "lower, tie to denial": _said(
            r"a denial that applies overrules grants made on the same place or higher up; ~",
            r"a grant survives ~ if the grant was made strictly lower in the tree; ~",
            r"compare the places ~: the lower of the two ~ prevails, and ~ it is the denial",
            r"of a grant and a denial that both apply, the one nearer ~ same place the denial ~",
            r"distance decides ~\. the shorter way ~ wins; a tie goes to the denial",
        ),
        "lower, tie to grant": _said(
            r"a denial that applies overrules only grants made higher up than itself; ~",
            r"a grant falls ~ if the denial was made strictly lower in the tree; ~",
            r"compare the places ~: the lower of the two ~ prevails, and ~ it is the grant",
            r"of a grant and a denial that both apply, the one nearer ~ same place the grant ~",
            r"distance decides ~\. the shorter way ~ wins; a tie goes to the grant",
        ),
        "same holder": _said(
            r"a denial that applies cancels only the grants made to its own holder, ~",
            r"a grant falls ~ exactly when both name the same holder\. where ~ plays no part",
            r"denials are matched by holder: ~",
            r"what ~ is denied is taken out of the grants to that very group or person, ~"
            r"\. a grant to another holder may ~",
            r"if a denial applies, grants with the same holder do not count, ~",
        ),
    },
}
