"""Draws a case: every package stands next to a limit, and so does the one that decides.

Each package has two neighbouring versions and is pinned at one of them. A tight bound lets in
that one alone; the negative member of a bound, conflict or runtime pair takes the other one. For
every decisive row there is a mirrored one that does not count and would call for the negative.
"""

from random import Random
from typing import NamedTuple

from msgspec import Struct

from decisionpivot import draw
from decisionpivot.families.install_check.case import (
    Bound,
    Clause,
    Pin,
    Pins,
    Range,
    Setting,
    Version,
    faults,
    misread,
)
from decisionpivot.families.install_check.words import Ecosystem
from decisionpivot.families.wording import Names


class Plan(Struct, frozen=True):
    """What is settled before a case is drawn.

    ``rising``: the decisive version of the positive is the later one of the two; ``merged``: a
    pre-release counts as its version; ``without``: the parts of ``FAMILY`` that are left out.
    """

    level: int
    kind: str
    rising: bool
    merged: bool
    eco: Ecosystem
    without: frozenset[str]


class Sizes(NamedTuple):
    """Least and most of each thing, by level."""

    pins: tuple[int, int]
    others: tuple[int, int]
    needs: tuple[int, int]
    idle: tuple[int, int]


SIZES = {
    1: Sizes((4, 5), (2, 3), (1, 2), (1, 2)),
    2: Sizes((6, 8), (3, 4), (2, 3), (1, 3)),
    3: Sizes((9, 12), (3, 4), (3, 5), (2, 4)),
}
TAGS = ("rc", "beta", "alpha", "pre")


class Spot(NamedTuple):
    """A package and its two neighbouring versions; it is pinned at the higher one if ``rising``."""

    low: Version
    high: Version
    rising: bool

    @property
    def pinned(self) -> Version:
        """The version that the positive member pins."""
        return self.high if self.rising else self.low

    @property
    def other(self) -> Version:
        """The version that it does not."""
        return self.low if self.rising else self.high

    def flipped(self) -> "Spot":
        """Pinned at the other version."""
        return self._replace(rising=not self.rising)


class Case(Struct, frozen=True):
    """The drawn structure: rows of the index, both members' pins, and what tells them apart."""

    setting: Setting
    runtime: str
    tag: str
    packages: tuple[str, ...]
    clauses: list[Clause]
    pins: tuple[Pin, ...]
    place: int
    false: Pin
    decisive: str
    """The field of the pin that the negative member changes: name, version, parts or channel."""


def neighbours(r: Random, plan: Plan) -> tuple[Version, Version]:
    """Two versions with none that matters between them, the earlier one first."""
    plain = "order" in plan.without
    major, style = draw.integer(r, 1, 6), draw.weighted(r, ("patch", "minor", "pre"), (4, 2, 3))
    minor = draw.integer(r, 3, 6) if plain else draw.choice(r, (8, 9, 9, 10, 10, 11, 12, 13))
    patch = draw.integer(r, 1, 7) if plain else draw.choice(r, (0, 1, 2, 3, 5, 7, 9, 9, 11, 12))
    low, high = Version(major, minor, patch), Version(major, minor, patch + 1)
    if style == "minor":
        return low, Version(major, minor + 1, 0)
    if style == "patch" or plain:
        return low, high
    number = draw.choice(r, (1, 2, 3, 4, 9, 9, 10))
    if plan.merged:
        tagged = draw.choice(r, ((0, 1), (1, 0), (1, 1)))
        return low._replace(pre=number * tagged[0]), high._replace(pre=(number + 1) * tagged[1])
    ends = (high._replace(pre=number), high._replace(pre=number + 1), high, low)
    return draw.choice(r, ((ends[0], ends[1]), (ends[0], ends[2]), (ends[3], ends[0])))


def tight(r: Random, spot: Spot, merged: bool) -> Bound:
    """A bound that lets in the pinned version and not the other one.

    ``< 2.0.0`` never stands next to 2.0.0-rc1: people disagree on whether it lets that in.
    """
    low, high = (v._replace(pre=0) if merged else v for v in (spot.low, spot.high))
    same_number = low[:3] == high[:3] and not high.pre
    if spot.rising:
        return draw.choice(r, (Bound(">=", high), Bound(">", low))[same_number:])
    return draw.choice(r, (Bound("<=", low), Bound("<", high))[: 2 - same_number])


def loose(r: Random, spot: Spot, upper: bool, plain: bool) -> Bound:
    """A bound that lets in both versions; ``plain``: none that string order misreads."""
    if upper:
        most = 9 if plain else spot.high.minor + 5
        limit = Version(spot.high.major, draw.integer(r, spot.high.minor + 1, most), 0)
        if draw.chance(r, 0.2):
            limit = Version(spot.high.major + 1, 0, 0)
        return Bound(draw.choice(r, ("<", "<=")), limit)
    least = 0 if plain else max(1, spot.low.minor - 6)
    limit = Version(spot.low.major, draw.integer(r, least, spot.low.minor - 1), 0)
    return Bound(draw.choice(r, (">=", ">")), limit._replace(patch=draw.integer(r, 0, 9)))


def near(r: Random, spot: Spot, merged: bool) -> Bound:
    """A bound on the other side of the pinned version, just beyond it or at it."""
    at = spot.pinned._replace(pre=0) if merged else spot.pinned
    if not spot.rising:
        return Bound(">=", at)
    after = at._replace(patch=at.patch + 1, pre=0)
    return draw.choice(r, (Bound("<=", at), Bound("<", after)))


class Draft:
    """A case while it is drawn; ``key`` is the decisive package and ``spare`` its look-alike."""

    def __init__(self, r: Random, plan: Plan) -> None:
        self.r, self.plan, self.sizes = r, plan, SIZES[plan.level]
        self.tag = draw.choice(r, TAGS)
        self.plain = "order" in plan.without
        self.clauses: list[Clause] = []
        self._name()
        self._pin()

    def _name(self) -> None:
        """Names and places: who is pinned, who is required, who decides."""
        r, plan, names = self.r, self.plan, Names(self.r)
        stray = draw.integer(r, 0, 1) if plan.kind == "missing_pin" else draw.integer(r, 0, 2)
        low, high = self.sizes.pins
        count = draw.integer(r, max(low, 3 + stray), high)
        self.runtime = names.word(3)
        packages = [names.word(3).lower() for _ in range(count)]
        key = draw.integer(r, 1, count - 1)
        others = [place for place in range(1, count) if place != key]
        strays = sorted(draw.sample(r, others, stray))
        self.required = [name for n, name in enumerate(packages) if n and n not in strays]
        self.key = packages[key]
        self.spare = names.alike(self.key.capitalize()).lower()
        if draw.chance(r, 0.5):  # neither of the look-alikes is made after the other
            packages[key], self.spare = self.spare, self.key
            self.required[self.required.index(self.key)] = packages[key]
            self.key = packages[key]
        self.order = packages
        extra = draw.integer(r, *self.sizes.others) - 1
        self.absent = [names.word(3).lower() for _ in range(extra)]
        self.packages = (*packages, self.spare, *self.absent)

    def _pin(self) -> None:
        """Versions, parts and channels of all packages, pinned or not."""
        r, plan, eco = self.r, self.plan, self.plan.eco
        self.spots = {
            name: Spot(*neighbours(r, plan), draw.chance(r, 0.5)) for name in self.packages
        }
        self.spots[self.key] = self.spots[self.key]._replace(rising=plan.rising)
        self.pool = {
            name: Pin(
                name,
                spot.pinned,
                tuple(draw.sample(r, eco.parts, draw.integer(r, 1, 2))),
                draw.choice(r, eco.channels),
            )
            for name, spot in self.spots.items()
        }
        spare = tuple(draw.sample(r, eco.parts, len(self.pool[self.key].parts)))
        self.pool[self.spare] = self.pool[self.spare]._replace(parts=spare)
        home = Spot(Version(0, 0, 0), Version(0, 0, 0), draw.chance(r, 0.5))
        while home.low.pre or home.high.pre or home.low.patch == home.high.patch == 0:
            home = Spot(*neighbours(r, plan), draw.chance(r, 0.5))
        self.home, self.platforms = home, draw.shuffled(r, eco.platforms)
        self.setting = Setting(plan.merged, home.pinned, self.platforms[0])

    @property
    def moves(self) -> bool:
        """Whether the version of the decisive package differs between the members."""
        return self.plan.kind in ("version_bound", "conflict", "runtime")

    def tight(self, name: str) -> Bound:
        """A bound that the pinned version meets narrowly."""
        return tight(self.r, self.spots[name], self.plan.merged)

    def missed(self, name: str) -> Bound:
        """A bound that the pinned version misses narrowly."""
        return tight(self.r, self.spots[name].flipped(), self.plan.merged)

    def loose(self, name: str, upper: bool) -> Bound:
        """A bound that both versions meet."""
        return loose(self.r, self.spots[name], upper, self.plain)

    def range(self, name: str, first: Bound | None = None) -> Range:
        """One or two bounds that the pin meets, the lower one first."""
        r, spot = self.r, self.spots[name]
        if first is None and name == self.key and self.moves:
            sides = draw.choice(r, ((False,), (True,), (False, True)))
            return tuple(self.loose(name, upper) for upper in sides)
        bounds = [first or self.tight(name)]
        upper = bounds[0].op[0] == ">"
        style = draw.choice(r, ("near", "loose", "loose", "none"))
        if style == "loose" or (style == "near" and (first or upper != spot.rising)):
            bounds.append(self.loose(name, upper))
        elif style == "near":
            bounds.append(near(r, spot, self.plan.merged))
        return tuple(bounds if upper else bounds[::-1])

    def condition(self, clause: Clause) -> Clause:
        """The row, perhaps tied to something that the owner's pin has."""
        r, owner = self.r, clause.owner
        if owner == self.key or "conditions" in self.plan.without:
            return clause
        style = draw.weighted(r, ("none", "own", "part"), (5, 2, 2))
        if style == "own":
            return clause._replace(own=(self.tight(owner),))
        if style == "part" and self.plan.level > 1:
            return clause._replace(own_part=draw.choice(r, self.pool[owner].parts))
        return clause

    def idle(self, clause: Clause) -> Clause:
        """The row as one that does not count: its owner is not pinned, or is pinned otherwise."""
        r = self.r
        owners = [name for name in self.order if name not in (self.key, clause.target)]
        styles = ("absent", "own", "part")[: 3 if self.plan.level > 1 else 2]
        style = "absent" if "conditions" in self.plan.without else draw.choice(r, styles)
        if style == "absent":
            away = [name for name in self.absent if name != clause.target]
            return clause._replace(owner=draw.choice(r, away))
        owner = draw.choice(r, owners)
        if style == "own":
            return clause._replace(owner=owner, own=(self.missed(owner),))
        off = [part for part in self.plan.eco.parts if part not in self.pool[owner].parts]
        return clause._replace(owner=owner, own_part=draw.choice(r, off))

    def asks(self, clause: Clause) -> Clause:
        """The need, perhaps with a part or channel that the pin has."""
        pin, kind = self.pool[clause.target], self.plan.kind
        if kind == "unmet_requirement" and pin.name == self.key:
            return clause
        if draw.chance(self.r, 0.3):
            return clause._replace(part=draw.choice(self.r, pin.parts))
        if draw.chance(self.r, 0.25):
            return clause._replace(channel=pin.channel)
        return clause

    def need(self, owner: str, target: str) -> Clause:
        """A need that holds, narrowly unless its target's version is the decisive one."""
        return self.asks(Clause(owner, "need", target, self.range(target)))

    def before(self, target: str) -> str:
        """A package that may need this one; the decisive one leads to no other."""
        ahead = self.order[: self.order.index(target)]
        return draw.choice(self.r, [name for name in ahead if name != self.key])

    def background(self) -> None:
        """All rows but those about the decisive fact."""
        r = self.r
        bare = self.key if self.plan.kind in ("version_bound", "unmet_requirement") else ""
        for target in self.required:
            if target != bare:
                self.clauses.append(self.condition(self.need(self.before(target), target)))
        for _ in range(draw.integer(r, *self.sizes.needs)):
            target = draw.choice(r, self.required)
            owner = draw.choice(r, [self.before(target), self.before(target), self.spare])
            self.clauses.append(self.condition(self.need(owner, target)))
        for _ in range(draw.integer(r, *self.sizes.idle)):
            barred = (self.key, *(self.absent if len(self.absent) == 1 else ()))
            target = draw.choice(r, [name for name in self.packages if name not in barred])
            bound = self.missed(target) if draw.chance(r, 0.5) else None
            clause = Clause("", "need", target, self.range(target, bound))
            self.clauses.append(self.idle(self.asks(clause)))
        if self.plan.level > 2:
            self.surroundings()

    def surroundings(self) -> None:
        """Conflicts that are narrowly missed, and what the environment narrowly meets."""
        r = self.r
        others = [name for name in self.order if name != self.key]
        for _ in range(2):
            owner, target = draw.sample(r, others, 2)
            self.clauses.append(Clause(owner, "conflict", target, (self.missed(target),)))
        gone = draw.choice(r, self.absent)
        bounds = (self.tight(gone),)
        self.clauses.append(Clause(draw.choice(r, others), "conflict", gone, bounds))
        for _ in range(2):
            row = Clause(draw.choice(r, others), "runtime", bounds=self.under(True))
            self.clauses.append(self.condition(row))
        row = Clause(draw.choice(r, others), "platform", platforms=self.machines(True))
        self.clauses.append(self.condition(row))

    def under(self, met: bool) -> Range:
        """A demand on the runtime."""
        spot = self.home if met else self.home.flipped()
        return (tight(self.r, spot, self.plan.merged),)

    def machines(self, met: bool) -> tuple[str, ...]:
        """Two platforms."""
        here, *away = self.platforms
        chosen = (here, draw.choice(self.r, away)) if met else tuple(away[:2])
        return tuple(draw.shuffled(self.r, chosen))

    def decide(self) -> tuple[Pin, str]:
        """Add the decisive row and its mirror; the negative's pin, and the field it changes."""
        kind, key, pin = self.plan.kind, self.key, self.pool[self.key]
        away = pin._replace(version=self.spots[key].other)
        if kind == "version_bound":
            row = Clause(self.before(key), "need", key, self.range(key, self.tight(key)))
            mirror = row._replace(bounds=self.range(key, self.missed(key)))
            self.clauses += [self.condition(row), self.idle(mirror)]
        elif kind == "missing_pin":
            mirror = Clause("", "need", self.spare, self.range(self.spare))
            self.clauses.append(self.idle(self.asks(mirror)))
            return self.pool[self.spare], "name"
        elif kind == "unmet_requirement":
            return self.unmet(pin)
        elif kind == "conflict":
            self.conflict()
        else:
            self.unfit()
        return away, "version"

    def unmet(self, pin: Pin) -> tuple[Pin, str]:
        """A part or a channel that the pin has and the negative's has not."""
        r, key, eco = self.r, self.key, self.plan.eco
        row = Clause(self.before(key), "need", key, self.range(key))
        mirror = row._replace(bounds=self.range(key))
        if draw.chance(r, 0.4):
            field = "channel"
            other = draw.choice(r, [name for name in eco.channels if name != pin.channel])
            false = pin._replace(channel=other)
            row, mirror = row._replace(channel=pin.channel), mirror._replace(channel=other)
        else:
            field, place = "parts", draw.integer(r, 0, len(pin.parts) - 1)
            other = draw.choice(r, [name for name in eco.parts if name not in pin.parts])
            parts = (*pin.parts[:place], other, *pin.parts[place + 1 :])
            false = pin._replace(parts=parts)
            row, mirror = row._replace(part=pin.parts[place]), mirror._replace(part=other)
        self.clauses += [self.condition(row), self.idle(mirror)]
        return false, field

    def conflict(self) -> None:
        """A conflict that only the negative's version falls under, declared by either side."""
        others = draw.sample(self.r, [name for name in self.order if name != self.key], 2)
        if draw.chance(self.r, 0.5):
            row = Clause(others[0], "conflict", self.key, (self.missed(self.key),))
        else:
            row = Clause(self.key, "conflict", others[0], (), own=(self.missed(self.key),))
        mirror = Clause("", "conflict", self.key, (self.tight(self.key),))
        self.clauses += [row, self.idle(mirror)]

    def unfit(self) -> None:
        """A demand on runtime or platform that only the negative's version makes."""
        key = self.key
        good = Clause(key, "runtime", bounds=self.under(True), own=(self.tight(key),))
        bad = Clause(key, "runtime", bounds=self.under(False), own=(self.missed(key),))
        if draw.chance(self.r, 0.4):
            good = good._replace(form="platform", bounds=(), platforms=self.machines(True))
            bad = bad._replace(form="platform", bounds=(), platforms=self.machines(False))
        self.clauses += [good, bad]


def attempt(r: Random, plan: Plan) -> Case | None:
    """Draw a case once; None where it does not keep the plan."""
    draft = Draft(r, plan)
    draft.background()
    false, field = draft.decide()
    rows = list(dict.fromkeys(draft.clauses))
    place = draw.integer(r, 0, len(draft.order) - 1)
    rest = draw.shuffled(r, [draft.pool[n] for n in draft.order if n != draft.key])
    pins = (*rest[:place], draft.pool[draft.key], *rest[place:])
    negative = (*rest[:place], false, *rest[place:])
    yes: Pins = {pin.name: pin for pin in pins}
    no: Pins = {pin.name: pin for pin in negative}
    wrong = faults(rows, no, draft.setting)
    if faults(rows, yes, draft.setting) or {*wrong} != {plan.kind}:
        return None
    plain = "order" in plan.without
    if not plain and not all(misread(rows, set_, draft.setting, draft.tag) for set_ in (yes, no)):
        return None
    packages = tuple(draw.shuffled(r, draft.packages))
    return Case(
        draft.setting, draft.runtime, draft.tag, packages, draw.shuffled(r, rows), pins, place,
        false, field,
    )  # fmt: skip
