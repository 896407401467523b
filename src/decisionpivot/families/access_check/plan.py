"""What a pair is to test: its plan, and rules and places that do what the plan wants."""

from functools import cache
from random import Random

from msgspec import Struct

from decisionpivot.draw import chance, choice, integer
from decisionpivot.families.access_check.rules import Rules, stands
from decisionpivot.families.quotas import even, spread
from decisionpivot.items import GenerationError

KINDS_AT = {
    1: ("membership", "role", "grant"),
    2: ("membership", "nesting", "role", "grant", "seal"),
    3: ("membership", "nesting", "role", "grant", "seal", "deny"),
}
DEPTH = {1: 2, 2: 3, 3: 4}
"""Levels of the tree below its top."""


class Plan(Struct, frozen=True):
    """What is fixed for a group by its index.

    Attributes:
        kind: the decisive fact.
        nested: whether the path runs through a nested group.
        trap: what blocks a second path in both members: ``seal``, ``deny``, ``both``. With the
            kind seal, ``shield`` means that the seal is needed, as it stops a denial.
        here: whether the decisive entry can be on the requested folder itself. These counts are
            such that the folder is mentioned more often in a yes as often as in a no.
    """

    kind: str
    nested: bool = False
    trap: str = ""
    here: bool = False


def _plan(level: int, kind: str, n: int) -> Plan:
    """The n-th group of a kind.

    Two thirds of a level's paths are nested, and each reader that leaves a part out is blind to
    two thirds. At level 2 a single group is nested, and to be in it would tell much: few paths of
    the kind membership are.
    """
    if level == 1:
        return Plan(kind)
    nested = kind == "nesting" or n % 5 < 3
    if level == 2:
        nested = kind == "nesting" or (n % 5 < 1 if kind == "membership" else n % 4 < 3)
        trap = "seal" if kind != "seal" and n % 9 < 5 else ""
        return Plan(kind, nested, trap, kind in ("grant", "seal") and n % 4 == 0)
    if kind == "seal":
        return Plan(kind, nested, ("", "shield")[n % 2], n % 8 < 2)
    if kind == "deny":
        return Plan(kind, nested, ("", "seal")[n % 2], n % 5 == 0)
    return Plan(kind, nested, ("seal", "deny", "both")[n % 3], kind == "grant" and n % 4 == 3)


@cache
def plans(level: int) -> tuple[Plan, ...]:
    """The plan of every group index of a level; the same for every seed and block."""
    kinds = KINDS_AT[level]
    counts = even(kinds, 100)
    each = [(_plan(level, kind, n), 1) for kind, count in counts for n in range(count)]
    return spread("access_check", level, "plan", tuple(each))


class Spine(Struct, frozen=True):
    """Distances of what stands on the way up from the requested folder; -1 is nowhere.

    Attributes:
        grant: the one of the path.
        seal, denial: the decisive ones, or those of the trap.
        sealed, denied: the second grant that the trap's seal or denial takes away.
    """

    grant: int
    seal: int = -1
    denial: int = -1
    sealed: int = -1
    denied: int = -1


def _draw_rules(r: Random, level: int, plan: Plan) -> Rules:
    reach = choice(r, ("all", "children", "below"))
    if level == 1:
        return Rules(reach)
    nest = choice(r, ("any", "one") if plan.nested else ("any", "one", "none"))
    seal = choice(r, ("blocks", "beneath", "only"))
    if level == 2:
        return Rules(reach, seal, nest)
    near = ("near deny", "near allow")
    deny = {
        "both": ("own",),
        "deny": near,
        "shield": ("always", "own"),
        "seal": ("own",) if plan.kind == "deny" else ("always", *near),
        "": ("always", *near),
    }[plan.trap]
    precedence = choice(r, deny)
    # A denial to the path's own group has to bind a person who is in it by nesting.
    bind = precedence == "own" and (plan.kind == "deny" or plan.trap == "shield")
    nest_denials = nest != "none" and ((bind and plan.nested) or chance(r, 0.5))
    return Rules(
        reach,
        seal,
        nest,
        precedence,
        choice(r, ("same", "self")),
        plan.trap == "shield" or chance(r, 0.5),
        nest_denials,
    )


def _draw_spine(r: Random, plan: Plan, depth: int, loose_seal: bool) -> Spine:
    """Random places, not yet known to do what the plan wants."""
    moving = 0 if plan.here else integer(r, 1, depth - 1)
    top = depth - 1
    seal = moving if plan.kind == "seal" else -1
    if plan.trap in ("seal", "both") or (plan.kind != "seal" and loose_seal):
        seal = integer(r, 0, top)
    denial = moving if plan.kind == "deny" else -1
    if plan.trap in ("shield", "deny", "both"):
        denial = integer(r, 0, depth)
    return Spine(
        moving if plan.kind == "grant" else integer(r, 0, depth),
        seal,
        denial,
        integer(r, 0, depth) if plan.trap in ("seal", "both") else -1,
        integer(r, 0, depth) if plan.trap in ("deny", "both") else -1,
    )


def _fits(rules: Rules, plan: Plan, spine: Spine) -> bool:
    """Whether the path stands in one member alone, and the trap's grants in neither."""
    seals = [spine.seal] if spine.seal >= 0 else []
    denials = [spine.denial] if spine.denial >= 0 else []
    own = rules.deny == "own"
    facing = denials if plan.kind == "deny" or plan.trap == "shield" or not own else []
    whole, broken = (seals, facing), (seals, facing)
    if plan.kind == "seal":
        whole, broken = ([], facing), (seals, facing)
        if plan.trap == "shield":
            whole, broken = broken, whole
    if plan.kind == "deny":
        whole = (seals, [])
    if not stands(rules, spine.grant, *whole):
        return False
    if plan.kind in ("seal", "deny") and stands(rules, spine.grant, *broken):
        return False
    if spine.sealed >= 0:
        free = [] if own else facing
        if stands(rules, spine.sealed, seals, free) or not stands(rules, spine.sealed, [], free):
            return False
    return spine.denied < 0 or (
        stands(rules, spine.denied, seals, []) and not stands(rules, spine.denied, seals, denials)
    )


def draw_setup(r: Random, level: int, plan: Plan, loose_seal: bool) -> tuple[Rules, int, Spine]:
    """Rules, the requested folder's depth, and places that do what the plan wants."""
    for _ in range(200):
        rules = _draw_rules(r, level, plan)
        depth = DEPTH[level] - (level > 1 and chance(r, 0.25))
        for _ in range(40):
            spine = _draw_spine(r, plan, depth, loose_seal)
            if _fits(rules, plan, spine):
                return rules, depth, spine
    raise GenerationError(f"no places fit {plan}")


def reduced(plan: Plan, without: frozenset[str]) -> Plan:
    """The plan without the traps of some parts."""
    trap, nested = plan.trap, plan.nested
    if "seals" in without and plan.kind != "seal":
        trap = {"seal": "", "both": "deny"}.get(trap, trap)
    if "denies" in without:
        trap = {"deny": "", "both": "seal", "shield": ""}.get(trap, trap)
    if "nesting" in without:
        nested = plan.kind == "nesting"
    return Plan(plan.kind, nested, trap, plan.here)
