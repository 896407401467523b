"""Readers of an access system that leave out one of its features, and counts of what it holds."""

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from decisionpivot.items import Request
from decisionpivot.readers.reader import Reader, certain
from decisionpivot.solvers.access_check import Case, decide, parse, path_to

COUNTS = (
    "users",
    "groups",
    "nestings",
    "roles",
    "grants",
    "grants on the path",
    "denies",
    "seals",
    "depth of the folder",
    "mentions of the user",
    "mentions of the action",
    "mentions of the folder",
    "mentions of the user's groups",
    "lines",
)
"""The names of what :func:`counts` returns, in order. A folder is a place of any kind."""


def counts(request: Request) -> tuple[float, ...]:
    """Fourteen counts that need no reading of the rules, as named in ``COUNTS``.

    The top of the tree has depth 1. Raises :class:`~decisionpivot.solvers.Unreadable`.
    """
    case, text = parse(request), str(request.state)
    path = path_to(case.asked.place, case)
    listed = case.groups[case.asked.person]
    return (
        len(case.groups),
        len(_groups(case)),
        len(case.nestings),
        len({role for roles in case.roles.values() for role in roles}),
        len(case.grants),
        sum(grant.place in path for grant in case.grants),
        len(case.denials),
        len(case.sealed),
        len(path),
        _mentions(case.asked.person, text),
        _mentions(case.asked.action, text),
        _mentions(case.asked.place, text),
        sum(_mentions(group, text) for group in listed),
        text.count("\n") + 1,
    )


def _groups(case: Case) -> set[str]:
    """All groups, whether they stand with people, in nestings, in grants or in denials."""
    members = {group for groups in case.groups.values() for group in groups}
    nested = {group for nesting in case.nestings for group in nesting}
    holders = {grant.holder for grant in case.grants} | {denial.holder for denial in case.denials}
    return members | nested | holders.difference(case.groups)


def _mentions(name: str, text: str) -> int:
    return len(re.findall(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text))


def _reads(simplify: Callable[[Case], Case]) -> Callable[[Request], Mapping[str, float]]:
    """Decide a simpler case by all rules."""
    return lambda request: certain(request, decide(simplify(parse(request))).answer)


READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader(
            name="access_check/ignores-denies",
            says="decides as if nothing had been denied",
            read=_reads(lambda case: replace(case, denials=())),
            item_bound=None,
            level_bounds={3: 0.70},
            sees=("membership", "nesting", "role", "grant", "seal"),
            without=("denies",),
        ),
        Reader(
            name="access_check/ignores-seals",
            says="decides as if nothing were sealed",
            read=_reads(lambda case: replace(case, sealed=frozenset())),
            item_bound=None,
            level_bounds={2: 0.70, 3: 0.70},
            sees=("membership", "nesting", "role", "grant", "deny"),
            without=("seals",),
        ),
        Reader(
            name="access_check/direct-membership",
            says="takes people for members of the groups where they are listed and of no others",
            read=_reads(lambda case: replace(case, nestings=())),
            item_bound=None,
            level_bounds={2: 0.70, 3: 0.70},
            sees=("membership", "role", "grant", "seal", "deny"),
            without=("nesting",),
        ),
    )
}
