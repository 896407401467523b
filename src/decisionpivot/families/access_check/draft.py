"""Filling an access system around the places that decide."""

from itertools import pairwise
from random import Random
from typing import Any

from msgspec import Struct

from decisionpivot.draw import chance, choice, integer, sample, shuffle, shuffled
from decisionpivot.families.access_check import words
from decisionpivot.families.access_check.plan import DEPTH, Plan, Spine, draw_setup
from decisionpivot.families.access_check.rules import Case, Rules, covers, paths, stands, stopped
from decisionpivot.families.wording import Names
from decisionpivot.items import GenerationError

SLOT = "?"
"""Stands for the decisive fact in a case that is not yet one member or the other."""


class Draft(Struct):
    """A system under construction; the decisive fact is ``SLOT`` wherever it will stand.

    Attributes:
        line: the requested folder and all above it, nearest first.
        beside: by distance, the siblings of each folder of the line (the top has none).
        aside: all folders that are not on the line.
        chain: the groups of the path, from the one the person is in to the one with the grant.
        own: further groups of the person.
        rivals: groups that take the place of the chain's in the other member.
        others: groups that the person is in neither directly nor by nesting.
        fillers: people who may be added to any group.
        allowing: the path's role, and one that always allows the action; ``idle`` never do.
    """

    r: Random
    level: int
    plan: Plan
    rules: Rules
    spine: Spine
    names: Names
    parents: dict[str, str] = {}
    line: list[str] = []
    beside: list[list[str]] = []
    aside: list[str] = []
    user: str = ""
    twin: str = ""
    chain: list[str] = []
    own: list[str] = []
    rivals: list[str] = []
    others: list[str] = []
    fillers: list[str] = []
    members: dict[str, list[str]] = {}
    nestings: list[tuple[str, str]] = []
    action: str = ""
    roles: dict[str, list[str]] = {}
    allowing: list[str] = []
    idle: list[str] = []
    grants: list[tuple[str, str, str]] = []
    denials: list[tuple[str, str, str]] = []
    seals: list[str] = []
    facts: tuple[str, str] = ("", "")

    def place(self) -> str:
        """Any folder of the line."""
        return choice(self.r, self.line)

    def grant(self, holder: str, role: str, folder: str) -> None:
        """Add a grant, unless it is there or could be taken for the path's."""
        path = holder == self.chain[-1] and role == self.allowing[0]
        if not path and (holder, role, folder) not in self.grants:
            self.grants.append((holder, role, folder))

    def deny(self, holder: str, action: str, folder: str) -> None:
        """Add a denial, unless it is there or could be taken for the decisive one."""
        moved = self.plan.kind == "deny" and (holder, action) == self.denials[0][:2]
        if not moved and (holder, action, folder) not in self.denials:
            self.denials.append((holder, action, folder))


def _tree(draft: Draft, setting: words.Setting, depth: int) -> None:
    """A line down to the requested folder, siblings all along it, and some contents.

    A folder of the line has contents exactly if the last of its siblings has.
    """
    r, names = draft.r, draft.names

    def folder(parent: str, like: str = "") -> str:
        name = f"{names.word(2).lower()}-{choice(r, setting.things)}"
        if like and chance(r, 0.4):
            word, thing = like.split("-")
            name = f"{names.alike(word)}-{thing}"
        draft.parents[name] = parent
        return name

    root = f"{names.word(2).lower()}-{choice(r, setting.things)}"
    line, beside = [root], []
    for level in range(1, depth + 1):
        line.append(folder(line[-1]))
        siblings = [folder(line[-2], line[-1]) for _ in range(integer(r, 1, 2))]
        beside.append(siblings)
        if level < DEPTH[draft.level]:
            draft.aside += [folder(siblings[-1]) for _ in range(integer(r, 1, 2))]
        draft.aside += siblings
    if depth < DEPTH[draft.level]:
        draft.aside += [folder(line[-1]) for _ in range(integer(r, 1, 2))]
    draft.line, draft.beside = line[::-1], beside[::-1]
    order = shuffled(r, list(draft.parents))
    draft.parents = {name: draft.parents[name] for name in order}


def _groups(draft: Draft, setting: words.Setting) -> None:
    """Name the groups and give each its part."""
    r, plan = draft.r, draft.plan
    steps = 1 + plan.nested
    if plan.nested and draft.level == 3 and draft.rules.nest == "any":
        steps += chance(r, 0.5)
    rivals = {"membership": steps if draft.level == 3 else 1, "nesting": steps - 1}.get(
        plan.kind, 0
    )
    own = 2 if plan.trap == "both" else integer(r, 1, 2)
    others = {1: 2, 2: 2, 3: 4}[draft.level] + integer(r, 0, 1) + (rivals == 0)

    def group() -> str:
        return f"{draft.names.word(2)} {choice(r, setting.units)}"

    draft.chain, draft.own, draft.rivals, draft.others = (
        [group() for _ in range(count)] for count in (steps, own, rivals, others)
    )


def _people(draft: Draft) -> None:
    """Name the people; every group has a member besides the person who asks.

    The twin shares a group with that person in both members of the pair.
    """
    r, names, first = draft.r, draft.names, draft.chain[0]
    shared = [first]
    if draft.plan.kind == "membership":
        draft.facts, first = (first, draft.rivals[0]), SLOT
        shared = list(draft.facts)
    draft.user = names.person()
    draft.twin = names.alike(draft.user)
    draft.fillers = [names.person() for _ in range(integer(r, 3, 4) + draft.level)]
    draft.members = {draft.user: shuffled(r, [first, *draft.own]), draft.twin: shared}
    draft.members |= {filler: [] for filler in draft.fillers}
    groups = [*draft.chain, *draft.own, *draft.rivals, *draft.others]
    if len(shared) == 1:
        shared += sample(r, groups[1:], integer(r, 0, 1))
    fillers = shuffled(r, draft.fillers)
    for at, group in enumerate(shuffled(r, groups)):
        draft.members[fillers[at % len(fillers)]].append(group)
    for filler in fillers:
        free = [group for group in groups if group not in draft.members[filler]]
        draft.members[filler] += sample(r, free, integer(r, 0 if draft.members[filler] else 1, 1))


def _roles(draft: Draft, setting: words.Setting) -> None:
    """Which roles each action names; every role has an action besides the requested one."""
    r = draft.r
    roles = sample(r, words.ROLES, 4 + draft.level)
    draft.action, *actions = sample(r, setting.actions, 4 + draft.level)
    draft.allowing, draft.idle = roles[:2], roles[2:]
    if chance(r, 0.4):
        draft.allowing.append(draft.idle.pop())
    named = list(draft.allowing)
    if draft.plan.kind == "role":
        draft.facts = (draft.allowing[0], draft.idle.pop())
        named[0] = SLOT
    draft.roles = {action: [] for action in actions}
    for at, role in enumerate(shuffled(r, roles)):
        draft.roles[actions[at % len(actions)]].append(role)
    for action in actions:
        free = [role for role in roles if role not in draft.roles[action]]
        draft.roles[action] += sample(r, free, integer(r, 0, 1) + (not draft.roles[action]))
    draft.roles[draft.action] = named
    draft.roles = {
        action: shuffled(r, draft.roles[action]) for action in shuffled(r, [*draft.roles])
    }


def _move(draft: Draft, distance: int) -> str:
    """Make an entry on the line the decisive fact, with a sibling as the other place."""
    here, there = draft.line[distance], draft.beside[distance][-1]
    on_line = draft.plan.kind == "grant" or draft.plan.trap == "shield"
    draft.facts = (here, there) if on_line else (there, here)
    return SLOT


def _dud(draft: Draft, group: str) -> None:
    """A grant that misses by its role, or by its folder."""
    if chance(draft.r, 0.5):
        draft.grant(group, choice(draft.r, draft.idle), draft.place())
    else:
        draft.grant(group, choice(draft.r, draft.allowing), choice(draft.r, draft.aside))


def _grants(draft: Draft) -> None:
    """The path's grant, those that the trap takes away, near misses and other people's."""
    r, spine, rules = draft.r, draft.spine, draft.rules
    place = _move(draft, spine.grant) if draft.plan.kind == "grant" else draft.line[spine.grant]
    draft.grants.append((draft.chain[-1], draft.allowing[0], place))
    if spine.denied >= 0:
        draft.grant(draft.own[0], draft.allowing[1], draft.line[spine.denied])
    if spine.sealed >= 0:
        draft.grant(draft.own[-1], draft.allowing[1], draft.line[spine.sealed])
    beyond = [at for at in range(len(draft.line)) if not covers(rules.reach, at)]
    if beyond and chance(r, 0.8):
        draft.grant(choice(r, draft.own), draft.allowing[1], draft.line[choice(r, beyond)])
    for group in [*draft.chain[1:-1], *draft.rivals[-1:]]:
        _dud(draft, group)
    for group in [*draft.chain[:1], *draft.rivals[:-1], *draft.own, draft.user]:
        if group != draft.chain[-1] and chance(r, 0.5):
            _dud(draft, group)


def _more_grants(draft: Draft) -> None:
    """Grants on the line that serve others, as many as chance will have it, and elsewhere."""
    r = draft.r
    everybody = [*draft.others, draft.twin, choice(r, draft.fillers)]
    roles = [*draft.allowing, *draft.idle]
    if draft.plan.kind == "role":
        # The role in the path's place is granted too, so that being granted tells nothing.
        rival = draft.facts[1]
        roles.append(rival)
        if chance(r, 0.5):
            draft.grant(choice(r, draft.others), rival, draft.place())
        else:
            draft.grant(choice(r, draft.own), rival, choice(r, draft.aside))
    on_line = integer(r, 0, 8)
    for _ in range(on_line):
        draft.grant(choice(r, everybody), choice(r, roles), draft.place())
    groups = [*draft.chain, *draft.own, *draft.rivals, *draft.others]
    for _ in range(8 - on_line):
        draft.grant(choice(r, groups), choice(r, roles), choice(r, draft.aside))


def _tempt(draft: Draft, group: str) -> None:
    """A grant that would allow the request if the person were a member of this group."""
    seal = draft.spine.seal
    seals = [seal] if seal >= 0 and draft.plan.kind != "seal" else []
    free = [at for at in range(len(draft.line)) if stands(draft.rules, at, seals, [])]
    draft.grant(group, draft.allowing[1], draft.line[choice(draft.r, free)])


def _nestings(draft: Draft, tempt: bool) -> None:
    """The path's nestings and their rivals, one that does not help, and other people's."""
    r, chain, nestings = draft.r, draft.chain, draft.nestings
    nestings += pairwise(chain)
    if draft.plan.kind == "nesting":
        at = choice(r, range(len(nestings)))
        draft.rivals = draft.rivals[at:]
        draft.facts = (chain[at + 1], draft.rivals[0])
        nestings[at] = (chain[at], SLOT)
    if draft.level == 2 and nestings:
        return
    nestings += pairwise(draft.rivals)
    mine, group = draft.own[0], draft.others.pop()
    if draft.rules.nest == "none":
        nestings.append((mine, group))
    elif draft.rules.nest == "one" and draft.level == 3:
        middle = draft.others.pop()
        nestings += [(mine, middle), (middle, group)]
    else:
        nestings.append((group, mine))
    if tempt:
        _tempt(draft, group)
    if draft.level == 3:
        inner, outer = sample(r, draft.others, 2)
        nestings.append((inner, outer))


def _denials(draft: Draft) -> None:
    """The denial of the path or the trap, and some that do not concern the request."""
    r, spine, rules, kind = draft.r, draft.spine, draft.rules, draft.plan.kind
    if spine.denial >= 0:
        place = _move(draft, spine.denial) if kind == "deny" else draft.line[spine.denial]
        draft.denials.append((_denied(draft), draft.action, place))
    first = choice(r, draft.facts) if kind == "membership" else draft.chain[0]
    mine = [draft.user, draft.own[0], first]
    reach = rules.reach if rules.deny_reach == "same" else "self"
    beyond = [at for at in range(len(draft.line)) if not covers(reach, at)]
    if beyond and chance(r, 0.8):
        draft.deny(choice(r, mine), draft.action, draft.line[choice(r, beyond)])
    if rules.deny == "always" and rules.seal_denials and spine.seal >= 0 and kind != "seal":
        held = [at for at in range(len(draft.line)) if stopped(rules.seal, at, [spine.seal])]
        if held:
            draft.deny(choice(r, mine), draft.action, draft.line[choice(r, held)])
    if draft.plan.nested and not rules.nest_denials and chance(r, 0.9):
        draft.deny(draft.chain[-1], draft.action, draft.place())
    others = [action for action in draft.roles if action != draft.action]
    for _ in range(integer(r, 2, 3)):
        harmless = (
            (choice(r, mine), choice(r, others), draft.place()),
            (choice(r, [*draft.others, draft.twin]), draft.action, draft.place()),
            (choice(r, mine), draft.action, choice(r, draft.aside)),
        )
        draft.deny(*choice(r, harmless))


def _denied(draft: Draft) -> str:
    """Who is denied the action by a denial that binds the person who asks."""
    plan, rules, chain = draft.plan, draft.rules, draft.chain
    on_path = plan.kind == "deny" or plan.trap == "shield"
    if rules.deny == "own":
        return chain[-1] if on_path else draft.own[0]
    able = [draft.user, draft.own[0]]
    if plan.kind != "membership":
        able.append(chain[0])
    if plan.kind not in ("membership", "nesting") and rules.nest_denials:
        able.append(chain[-1])
    return choice(draft.r, able)


def _seals(draft: Draft) -> None:
    """One seal at level 2, two or three at level 3; those not of the plan are off the line."""
    spine = draft.spine
    if spine.seal >= 0:
        moved = draft.plan.kind == "seal"
        draft.seals.append(_move(draft, spine.seal) if moved else draft.line[spine.seal])
    free = [folder for folder in draft.aside if folder not in draft.facts]
    count = 1 if draft.level == 2 else integer(draft.r, 2, 3)
    draft.seals += sample(draft.r, free, min(len(free), count - len(draft.seals)))


def _even_groups(draft: Draft) -> None:
    """Mention groups that take each other's place equally often, by adding people to one."""
    pairs = [draft.facts]
    if draft.plan.kind == "membership":
        pairs = list(zip(draft.chain, draft.rivals, strict=False))
    for pair in pairs:
        facts = [*draft.nestings, *draft.grants, *draft.denials, *draft.members.values()]
        less, more = sorted(pair, key=lambda group: sum(group in fact for fact in facts))
        missing = sum((more in fact) - (less in fact) for fact in facts)
        for filler in shuffled(draft.r, draft.fillers):
            if missing and less not in draft.members[filler]:
                draft.members[filler].append(less)
                missing -= 1


def _even_places(draft: Draft) -> None:
    """Give folders that take each other's place equally many entries, by adding other people's."""
    r = draft.r
    rights = (draft.grants, draft.grant, [*draft.allowing, *draft.idle])
    denied = (draft.denials, draft.deny, list(draft.roles))
    for facts, add, what in (rights, denied) if draft.level == 3 else (rights,):
        count = {place: sum(fact[2] == place for fact in facts) for place in draft.facts}
        less, more = sorted(draft.facts, key=lambda place: count[place])
        for _ in range(count[more] - count[less]):
            add(choice(r, draft.others), choice(r, what), less)


def _draft(
    r: Random, level: int, plan: Plan, setting: words.Setting, without: frozenset[str]
) -> Draft:
    loose_seal = level > 1 and "seals" not in without and chance(r, 0.5)
    rules, depth, spine = draw_setup(r, level, plan, loose_seal)
    draft = Draft(r, level, plan, rules, spine, Names(r))
    _tree(draft, setting, depth)
    _groups(draft, setting)
    _people(draft)
    _roles(draft, setting)
    _grants(draft)
    if level > 1:
        _nestings(draft, "nesting" not in without)
        _seals(draft)
    if level > 2:
        _denials(draft)
    _more_grants(draft)
    if plan.kind in ("membership", "nesting"):
        _even_groups(draft)
    elif plan.kind != "role":
        _even_places(draft)
    shuffle(r, draft.nestings)
    shuffle(r, draft.grants)
    shuffle(r, draft.denials)
    shuffle(r, draft.seals)
    return draft


def _filled(facts: Any, value: str) -> Any:
    """Nested facts as tuples, with the decisive one set."""
    if isinstance(facts, str):
        return value if facts == SLOT else facts
    return tuple(_filled(fact, value) for fact in facts)


def _case(draft: Draft, value: str) -> Case:
    kept = (draft.members.items(), draft.nestings, draft.roles.items())
    members, nestings, roles = _filled(kept, value)
    grants, denials, seals = _filled((draft.grants, draft.denials, draft.seals), value)
    return Case(
        rules=draft.rules,
        parents=draft.parents,
        members=members,
        nestings=nestings,
        roles=roles,
        grants=grants,
        denials=denials,
        seals=seals,
        user=draft.user,
        action=draft.action,
        folder=draft.line[0],
    )


def draw_cases(
    r: Random, level: int, plan: Plan, setting: words.Setting, without: frozenset[str]
) -> tuple[Draft, Case, Case]:
    """A draft, and its cases with the path whole and broken."""
    for _ in range(50):
        draft = _draft(r, level, plan, setting, without)
        whole, broken = (_case(draft, fact) for fact in draft.facts)
        if paths(whole) == 1 and paths(broken) == 0:
            return draft, whole, broken
    raise GenerationError(f"no case with exactly one path for {plan}")
