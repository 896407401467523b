"""Who: people are booked close to the request where it is meant, and nowhere else."""

from collections.abc import Sequence

from decisionpivot.draw import chance, choice, integer, shuffled, weighted
from decisionpivot.families.booking_check.case import Rules
from decisionpivot.families.booking_check.layout import Draft, Slot

ROLES = ("lead", "present", "remote")
POOL = {1: 12, 2: 18, 3: 24}
"""How many people the bookings of a case are drawn from, by level."""


class Cast:
    """Who is where, so that nobody is booked twice by accident."""

    def __init__(self, draft: Draft) -> None:
        self.r, self.names = draft.r, draft.names
        steps = 1 if "person" in draft.plan.parts else 6
        self.margin = draft.rules.rest + steps * draft.rules.step
        self.pool = [self.names.person() for _ in range(POOL[draft.plan.level])]
        self.busy: dict[str, list[Slot]] = {}

    def join(self, slot: Slot, role: str, name: str) -> None:
        """Let a person take part in a booking."""
        slot.join(role, name)
        self.busy.setdefault(name, []).append(slot)

    def free(self, name: str, slot: Slot) -> bool:
        """Whether a person's other bookings are all far enough away, however they may move."""
        return all(
            other.day != slot.day
            or other.start - slot.end >= self.margin
            or slot.start - other.end >= self.margin
            for other in self.busy.get(name, ())
        )

    def fill(self, slot: Slot, roles: Sequence[str]) -> None:
        """Give every role to somebody of the pool who is free, or to somebody new."""
        left = list(roles)
        for name in shuffled(self.r, self.pool):
            if not left:
                return
            if self.free(name, slot):
                self.join(slot, left.pop(), name)
        for role in left:
            self.pool.append(self.names.person())
            self.join(slot, role, self.pool[-1])


def fill_in(draft: Draft) -> None:
    """Name the people of the request and of all bookings."""
    r, plan, wish = draft.r, draft.plan, draft.wish
    cast = Cast(draft)
    present, remote = integer(r, 2, 5), weighted(r, (0, 1, 2, 3), (3, 3, 3, 2))
    if plan.where == "role here":
        remote = max(1, remote)
    elif plan.where == "video":
        present, remote = integer(r, 2, 4), 3
    cast.fill(wish, ["lead", *["present"] * present, *["remote"] * remote])
    if plan.where == "video":
        draft.swap = choice(r, wish.remote), ""
    used: list[Slot] = []
    if plan.kind == "person":
        used = _decide(draft, cast)
    if "person" in plan.parts:
        _tempt(draft, cast, used)
    for slot in shuffled(r, draft.slots):
        present = integer(r, 1, 3 if plan.level < 3 else 2)
        remote = weighted(r, (0, 1, 2), (6, 3, 1))
        missing = [] if slot.lead else ["lead"]
        missing += ["present"] * (present - len(slot.present))
        cast.fill(slot, missing + ["remote"] * (remote - len(slot.remote)))


def _decide(draft: Draft, cast: Cast) -> list[Slot]:
    """Book the people on whom a person pair turns; the carrier bookings they are in."""
    r, where, slot = draft.r, draft.plan.where, draft.carried[0][0]
    if where in ("role here", "role there"):
        _decide_role(draft, cast, slot, here=where == "role here")
        return [slot]
    role, there = _clash(draft)
    name = choice(r, _with_role(draft.wish, role))
    cast.join(slot, there, name)
    draft.decisive, draft.swap = slot, (name, "")
    if where != "attendee":
        return [slot]
    other = choice(r, [one for one in cast.pool if one not in cast.busy])
    cast.busy[other] = [draft.wish]
    cast.join(draft.carried[1][0], there, other)
    draft.swap = name, other
    return [slot, draft.carried[1][0]]


def _clash(draft: Draft) -> tuple[str, str]:
    """A role in the request and one elsewhere that nobody may have at once."""
    r, bound = draft.r, draft.rules.bound
    if bound == "everybody":
        return choice(r, ROLES if draft.wish.remote else ROLES[:2]), choice(r, ROLES)
    if bound == "present":
        return choice(r, ROLES[:2]), choice(r, ROLES[:2])
    return choice(r, (("lead", choice(r, ROLES)), ("present", "lead")))


def _with_role(slot: Slot, role: str) -> list[str]:
    return {"lead": [slot.lead], "present": slot.present, "remote": slot.remote}[role]


def _decide_role(draft: Draft, cast: Cast, slot: Slot, *, here: bool) -> None:
    """Book one person twice at once, in roles that allow it, so that a change of roles does not.

    The roles are exchanged with somebody else in the request (``here``) or in the other booking.
    """
    r, present = draft.r, draft.rules.bound == "present"
    harmless = "remote" if present else choice(r, ROLES[1:])
    harmful = choice(r, ROLES[:2]) if present else "lead"
    if here:
        name = choice(r, _with_role(draft.wish, harmless))
        other = choice(r, _with_role(draft.wish, harmful))
        cast.join(slot, choice(r, ROLES[:2] if present else ROLES[1:]), name)
    else:
        name = choice(r, _with_role(draft.wish, choice(r, ROLES[:2]) if present else "present"))
        cast.join(slot, harmless, name)
        cast.fill(slot, [harmful])
        other = _with_role(slot, harmful)[0]
        draft.decisive = slot
    draft.swap = name, other


def _tempt(draft: Draft, cast: Cast, used: list[Slot]) -> None:
    """Book people of the request, and look-alikes, close to it but as the rules allow."""
    r, wish = draft.r, draft.wish
    people = [(role, name) for role in ROLES for name in _with_role(wish, role)]
    people = shuffled(r, [person for person in people if person[1] not in draft.swap])
    for slot, _, beyond in draft.carried:
        if not people:
            return
        if any(slot is one for one in used) or beyond < 0:
            continue
        role, name = people.pop()
        if beyond:
            given, family = name.split(" ")
            cast.join(slot, "present", f"{given} {draft.names.alike(family)}")
        elif chance(r, 0.75):
            cast.join(slot, choice(r, ROLES), name)
            continue
        there = _harmless(draft.rules, role)
        if there and chance(r, 0.9):
            cast.join(slot, choice(r, there), name)


def _harmless(rules: Rules, role: str) -> tuple[str, ...]:
    """Roles in another booking at once that somebody with this role in the request may have."""
    if rules.bound == "present":
        return ROLES if role == "remote" else ("remote",)
    if rules.bound == "lead":
        return () if role == "lead" else ("present", "remote")
    return ROLES if rules.bound == "nobody" else ()
