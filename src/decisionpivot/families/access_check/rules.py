"""What an access system is, and which requests its rules allow."""

from msgspec import Struct


class Rules(Struct, frozen=True):
    """The conventions of one system; the values are the keys of the phrase tables."""

    reach: str
    seal: str = "blocks"
    nest: str = "any"
    deny: str = "always"
    deny_reach: str = "same"
    seal_denials: bool = False
    nest_denials: bool = False


class Case(Struct, frozen=True):
    """An access system and a request, as facts in the order in which they are written."""

    rules: Rules
    parents: dict[str, str]
    members: tuple[tuple[str, tuple[str, ...]], ...]
    nestings: tuple[tuple[str, str], ...]
    roles: tuple[tuple[str, tuple[str, ...]], ...]
    grants: tuple[tuple[str, str, str], ...]
    denials: tuple[tuple[str, str, str], ...]
    seals: tuple[str, ...]
    user: str
    action: str
    folder: str


# The rules. Places on the way up from the requested folder are distances: 0 is that folder.


def covers(reach: str, distance: int) -> bool:
    """Whether an entry this far above the requested folder extends to it, seals aside."""
    limits = {"all": distance >= 0, "children": distance <= 1, "below": distance >= 1}
    return limits.get(reach, distance == 0)


def stopped(seal: str, distance: int, seals: list[int]) -> bool:
    """Whether a seal comes between an entry at this distance and the requested folder."""
    if seal == "blocks":
        return any(at < distance for at in seals)
    if seal == "beneath":
        return any(0 < at <= distance for at in seals)
    return distance > 0 and 0 in seals


def stands(rules: Rules, distance: int, seals: list[int], denials: list[int]) -> bool:
    """Whether a grant at this distance counts, given the denials that could overrule it."""
    if not covers(rules.reach, distance) or stopped(rules.seal, distance, seals):
        return False
    reach = rules.reach if rules.deny_reach == "same" else "self"
    for at in denials:
        applies = covers(reach, at) and not (rules.seal_denials and stopped(rules.seal, at, seals))
        spared = (rules.deny == "near deny" and distance < at) or (
            rules.deny == "near allow" and distance <= at
        )
        if applies and not spared:
            return False
    return True


def holders(case: Case) -> list[str]:
    """The person and the groups whose grants count for the person, one entry for each way."""
    layer = list(dict(case.members)[case.user])
    found = [case.user, *layer]
    while layer and case.rules.nest != "none":
        layer = [outer for group in layer for inner, outer in case.nestings if inner == group]
        found += layer
        if case.rules.nest == "one":
            break
    return found


def paths(case: Case) -> int:
    """How many paths (a way to a holder, and a grant that counts) allow the request."""
    ways, direct = holders(case), [case.user, *dict(case.members)[case.user]]
    bound = ways if case.rules.nest_denials else direct
    distance = {folder: at for at, folder in enumerate(ancestry(case.parents, case.folder))}
    allowing = dict(case.roles)[case.action]
    seals = [distance[folder] for folder in case.seals if folder in distance]
    denials = [
        (holder, distance[folder])
        for holder, action, folder in case.denials
        if action == case.action and holder in bound and folder in distance
    ]
    own = case.rules.deny == "own"
    return sum(
        ways.count(holder)
        for holder, role, folder in case.grants
        if role in allowing
        and folder in distance
        and stands(
            case.rules,
            distance[folder],
            seals,
            [at for denied, at in denials if not own or denied == holder],
        )
    )


def ancestry(parents: dict[str, str], folder: str) -> list[str]:
    """A folder and all above it, nearest first."""
    found = [folder]
    while found[-1] in parents:
        found.append(parents[found[-1]])
    return found
