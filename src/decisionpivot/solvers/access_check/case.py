"""The access system of one item, and how its request is decided."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from decisionpivot.solvers.verdict import Verdict


class Grant(Struct, frozen=True):
    """A person or a group has a role on a place."""

    holder: str
    role: str
    place: str


class Denial(Struct, frozen=True):
    """An action on a place is withheld from a person or a group."""

    holder: str
    action: str
    place: str


class Asked(Struct, frozen=True):
    """A person asks for an action on a place."""

    person: str
    action: str
    place: str


class Rules(Struct, frozen=True, kw_only=True):
    """What differs from system to system; the values are those of the tables in words.py.

    ``reach`` and ``seal`` say where a grant counts, ``nesting`` who is a member; ``denied_...``
    say the same of denials, and ``conflict`` when a denial beats a grant.
    """

    reach: str
    nesting: str = "none"
    seal: str = "none"
    denied_reach: str = "place"
    denied_seal: str = "ignored"
    denied_nesting: str = "ignored"
    conflict: str = "denial"


class Case(Struct, frozen=True, kw_only=True):
    """All that the answer needs. ``parents`` maps the top of the tree to the empty string."""

    groups: Mapping[str, tuple[str, ...]]
    nestings: tuple[tuple[str, str], ...]
    roles: Mapping[str, tuple[str, ...]]
    parents: Mapping[str, str]
    sealed: frozenset[str]
    grants: tuple[Grant, ...]
    denials: tuple[Denial, ...]
    rules: Rules
    asked: Asked


def decide(case: Case) -> Verdict:
    """Yes where one grant applies to the request and no denial beats it."""
    denials = [denial for denial in case.denials if is_denied(denial, case)]
    stands = (
        not any(beats(denial, grant, case) for denial in denials)
        for grant in case.grants
        if is_granted(grant, case)
    )
    return Verdict("yes" if any(stands) else "no")


def is_granted(grant: Grant, case: Case) -> bool:
    """Whether the grant applies to the request, denials left aside."""
    rules, path = case.rules, path_to(case.asked.place, case)
    return (
        grant.role in case.roles[case.asked.action]
        and grant.holder in holders(case, rules.nesting)
        and grant.place in path
        and _COVERS[rules.reach](steps_down(grant.place, path))
        and not is_stopped(grant.place, path, case)
    )


def is_denied(denial: Denial, case: Case) -> bool:
    """Whether the denial applies to the request, grants left aside."""
    rules, path = case.rules, path_to(case.asked.place, case)
    reach = rules.reach if rules.denied_reach == "as grants" else "place"
    nesting = rules.nesting if rules.denied_nesting == "as grants" else "none"
    return (
        denial.action == case.asked.action
        and denial.holder in holders(case, nesting)
        and denial.place in path
        and _COVERS[reach](steps_down(denial.place, path))
        and not (rules.denied_seal == "as grants" and is_stopped(denial.place, path, case))
    )


def beats(denial: Denial, grant: Grant, case: Case) -> bool:
    """Whether the denial beats the grant, where both apply."""
    path = path_to(case.asked.place, case)
    lower = path.index(denial.place) - path.index(grant.place)
    return {
        "denial": True,
        "lower, tie to denial": lower >= 0,
        "lower, tie to grant": lower > 0,
        "same holder": denial.holder == grant.holder,
    }[case.rules.conflict]


def path_to(place: str, case: Case) -> list[str]:
    """The places from the top of the tree down to this one."""
    path = [place]
    while parent := case.parents[path[0]]:
        path.insert(0, parent)
    return path


def steps_down(place: str, path: list[str]) -> int:
    """How many steps lie between a place of the path and its end."""
    return len(path) - 1 - path.index(place)


_COVERS: dict[str, Callable[[int], bool]] = {
    "branch": lambda steps: True,
    "below": lambda steps: steps > 0,
    "step": lambda steps: steps <= 1,
    "place": lambda steps: steps == 0,
}


def is_stopped(place: str, path: list[str], case: Case) -> bool:
    """Whether a seal keeps what was made on ``place`` from the end of the path."""
    start = path.index(place)
    gates = {
        "entry": path[start + 1 :],
        "exit": path[start:-1],
        "self": path[start + 1 :][-1:],
        "none": [],
    }[case.rules.seal]
    return any(gate in case.sealed for gate in gates)


def holders(case: Case, nesting: str) -> set[str]:
    """The person who asks and all groups in which that person is a member."""
    found = list(case.groups[case.asked.person])
    if nesting == "one":
        found += groups_around(found, case)
    elif nesting == "all":
        for group in found:  # grows while it is read: groups around groups around groups
            found += [outer for outer in groups_around([group], case) if outer not in found]
    return {case.asked.person, *found}


def groups_around(groups: list[str], case: Case) -> list[str]:
    """The groups directly around any of these groups."""
    return [outer for inner, outer in case.nestings if inner in groups]
