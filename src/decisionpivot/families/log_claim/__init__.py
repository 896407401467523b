"""Is a claim on the number of events in a log correct?

A one-day log of 30, 60 or 90 lines, the conventions by which events are counted, and a claim on
the exact number of events of one service at one level in a time window. The false claim differs
from the true one in its number, one end of its window, or its service.

Traps that are built in on purpose, for the claimed service and its look-alike alike: events on the
very minute at which the window starts or ends, exact repeats of counted lines, messages that name
a level (the claimed one on other lines, another one on lines of the claimed level), services named
in messages, and events of the claimed kind outside the window. So misreading any one convention
gives another number. Numbers, ends and services of true and false claims are exchangeable.
"""

from random import Random
from typing import NamedTuple

from msgspec import Struct

from decisionpivot import draw
from decisionpivot.families.group import Family, Group, Member, Place, binary, domain
from decisionpivot.families.log_claim import words
from decisionpivot.families.quotas import even, spread
from decisionpivot.families.wording import CLOCK_STYLES, at, clock, number_word
from decisionpivot.items import GenerationError, Pivot

DAY_MINUTES = 24 * 60


class Event(NamedTuple):
    """One line of the log; ``named`` is the level that its message names, or nothing."""

    minute: int
    service: str
    level: str
    message: str
    named: str


class Claim(NamedTuple):
    """Exactly ``total`` events of a service at a level from minute ``start`` to ``end``."""

    total: int
    level: str
    service: str
    start: int
    end: int


class Sizes(Struct, frozen=True):
    """How much of everything a level has; pairs are the least and the most.

    ``counts`` bounds the numbers that claims give, ``up`` says in how many of the 25 groups of a
    kind the true number is the smaller one. Of either service: ``edges`` repeats of lines at the
    ends of the window, ``named`` lines to which a message gives the claimed level and as many
    from which it may take it, ``copies`` repeats of these, ``outside`` lines outside the window.
    """

    lines: int
    services: int
    counts: tuple[int, int]
    up: int
    edges: tuple[int, int]
    named: tuple[int, int]
    copies: tuple[int, int]
    outside: tuple[int, int]


SIZES = {
    1: Sizes(30, 4, (6, 9), 12, (0, 0), (1, 2), (1, 1), (1, 3)),
    2: Sizes(60, 6, (6, 12), 13, (0, 2), (1, 2), (1, 3), (2, 7)),
    3: Sizes(90, 7, (9, 17), 12, (0, 3), (2, 3), (2, 4), (3, 10)),
}
KINDS = {
    "count_one": "the claimed number is off by one",
    "count_two": "the claimed number is off by two",
    "window": "one end of the claimed window is a minute off",
    "service": "the claim names a look-alike service",
}
STEPS = {"count_one": (1,), "count_two": (2,), "window": (1,), "service": (1, 2)}


class Case(NamedTuple):
    """A kind, the true number, and the number that the false claim gives or is held against."""

    kind: str
    true: int
    other: int


def cases(level: int) -> tuple[tuple[Case, int], ...]:
    """The cases of a level and how often each occurs.

    Every pair of numbers occurs as often upwards as downwards, but for the odd group of a kind,
    so that a claimed number tells nothing.
    """
    (low, high), up = SIZES[level].counts, SIZES[level].up
    found = []
    for kind, steps in STEPS.items():
        pairs = [(a, a + step) for step in steps for a in range(low, high - step + 1)]
        ups, downs = even(pairs, up, first=level), even(pairs, 25 - up, first=level)
        found += [(Case(kind, a, b), times) for (a, b), times in ups]
        found += [(Case(kind, b, a), times) for (a, b), times in downs]
    return tuple(found)


CASES = {level: cases(level) for level in SIZES}
ENDS = even(((True, True), (False, False), (True, False), (False, True)), 100)
MERGED = even((True, False), 100)
READINGS = ("column", "either", "message")
NAMED = even(READINGS, 100)
ORDERS = (("CRL", 19), ("CLR", 19), ("RCL", 12), ("LCR", 12), ("RLC", 19), ("LRC", 19))
"""Orders of Claim, Rules and Log: the claim stands in the first and the last third alike."""


def rules_of(place: Place) -> words.Rules:
    """The conventions of a group: each reading of each convention in an equal share of groups."""
    name, level, index = place.family, place.level, place.index
    start, end = spread(name, level, "ends", ENDS)[index]
    merged = spread(name, level, "repeats", MERGED)[index]
    return words.Rules(start, end, merged, spread(name, level, "levels in messages", NAMED)[index])


def counts(event: Event, claim: Claim, rules: words.Rules) -> bool:
    """Whether an event is one of those that the claim is about."""
    if event.service != claim.service:
        return False
    if not claim.start - rules.start < event.minute < claim.end + rules.end:
        return False
    if not event.named or rules.named == "column":
        return event.level == claim.level
    return event.named == claim.level or (rules.named == "either" and event.level == claim.level)


def number(log: list[Event], claim: Claim, rules: words.Rules) -> int:
    """How many events of the log the conventions count for a claim, whatever it says."""
    matching = [event for event in log if counts(event, claim, rules)]
    return len(set(matching)) if rules.merged else len(matching)


class Setting(Struct, frozen=True):
    """What the log of a group is drawn around.

    The first two services are the claimed one and its rival. Of ``starts`` and ``ends`` one has
    two neighbouring minutes: the claimed window may begin or end on either.
    """

    about: words.Domain
    sizes: Sizes
    rules: words.Rules
    services: tuple[str, ...]
    levels: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    claim: Claim


class Pen:
    """Writes new lines, no two the same."""

    def __init__(self, r: Random, setting: Setting) -> None:
        self.r, self.setting = r, setting
        self.edges = setting.starts + setting.ends
        self.seen: set[Event] = set()

    def line(self, minute: int, service: str, level: str, named: str = "") -> Event:
        """A line that was not written before."""
        while True:
            event = Event(minute, service, level, self.message(service, named), named)
            if event not in self.seen:
                self.seen.add(event)
                return event

    def message(self, service: str, named: str) -> str:
        """A message that names this level, or else perhaps another service."""
        r, texts, other = self.r, self.setting.about.messages, ""
        if named:
            texts = words.NAMING
        elif draw.chance(r, 0.1):
            texts = words.MENTIONING
            other = draw.choice(r, [name for name in self.setting.services if name != service])
        text = draw.choice(r, texts).replace("#", str(draw.integer(r, 2, 97)))
        return text.replace("@", named or other)

    def another(self, level: str) -> str:
        """One of the other levels."""
        return draw.choice(self.r, [other for other in self.setting.levels if other != level])

    def inside(self) -> int:
        """A minute inside the window, away from its ends."""
        return draw.integer(self.r, self.setting.starts[-1] + 2, self.setting.ends[0] - 2)

    def outside(self) -> int:
        """A minute outside the window, away from its ends."""
        before, after = self.setting.starts[0] - 2, self.setting.ends[-1] + 2
        minute = draw.integer(self.r, 5, DAY_MINUTES - 6 - (after - before - 1))
        return minute if minute <= before else minute + after - before - 1

    def anywhere(self) -> int:
        """A minute of the day, often at or next to an end of the window."""
        if draw.chance(self.r, 0.25):
            return draw.choice(self.r, self.edges) + draw.integer(self.r, -1, 1)
        return self.inside() if draw.chance(self.r, 0.5) else self.outside()


def suspects(pen: Pen, claim: Claim) -> list[Event]:
    """Lines of the claimed service on which one has to know the conventions, with repeats.

    Of the lines at the ends any may be repeated, whether it counts or not: otherwise a repeat
    would show on which side of the end the window lies.
    """
    r, sizes, service, level = pen.r, pen.setting.sizes, claim.service, claim.level
    log = [pen.line(minute, service, level) for minute in pen.edges]
    log += [draw.choice(r, log) for _ in range(draw.integer(r, *sizes.edges))]
    named = [
        pen.line(pen.inside(), service, pen.another(level), level)
        for _ in range(draw.integer(r, *sizes.named))
    ] + [
        pen.line(pen.inside(), service, level, pen.another(level))
        for _ in range(draw.integer(r, *sizes.named))
    ]
    counted = [event for event in named if counts(event, claim, pen.setting.rules)]
    copies = [draw.choice(r, counted) for _ in range(draw.integer(r, *sizes.copies))]
    return log + named + copies


def bearing(pen: Pen, service: str, total: int) -> list[Event]:
    """All lines of a service that bear on the claimed level, ``total`` of which count."""
    rules, claim = pen.setting.rules, pen.setting.claim._replace(service=service)
    misread = [rules._replace(named=other) for other in READINGS if other != rules.named]
    while True:
        log = suspects(pen, claim)
        found = number(log, claim, rules)
        if found <= total and all(number(log, claim, other) != found for other in misread):
            break
    log += [pen.line(pen.inside(), service, claim.level) for _ in range(total - found)]
    outside = draw.integer(pen.r, *pen.setting.sizes.outside)
    return log + [pen.line(pen.outside(), service, claim.level) for _ in range(outside)]


def filling(pen: Pen, total: int) -> list[Event]:
    """Lines that bear neither on the claim nor on its rival; one in twelve is a repeat."""
    r, setting = pen.r, pen.setting
    others = [level for level in setting.levels if level != setting.claim.level]
    log: list[Event] = []
    for _ in range(total):
        if log and draw.chance(r, 0.08):
            log.append(draw.choice(r, log))
            continue
        service = draw.choice(r, setting.services)
        pool = others if service in setting.services[:2] else setting.levels
        level, named = draw.sample(r, pool, 2)
        named = named if draw.chance(r, 0.15) else ""
        log.append(pen.line(pen.anywhere(), service, level, named))
    return log


def setting_of(place: Place, r: Random, about: words.Domain, case: Case) -> Setting:
    """Draw services, levels and the window of the true claim.

    Of two neighbouring minutes at one end of the window the true claim takes the earlier or the
    later; a false window takes the other one.
    """
    sizes = SIZES[place.level]
    roots, (one, two, third) = draw.sample(r, about.roots, 3), draw.choice(r, about.tails)
    tails = (*draw.shuffled(r, (one, two)), third)
    alike = [f"{root}-{tail}" for root in roots for tail in tails]
    services = (*alike[:2], *draw.shuffled(r, alike[2:])[: sizes.services - 2])
    levels = draw.choice(r, words.LEVELS)
    start = draw.integer(r, 120, DAY_MINUTES - 560)
    starts, ends = [start], [start + draw.integer(r, 90, 420)]
    doubled = draw.choice(r, (starts, ends))
    doubled.append(doubled[0] + 1)
    earlier = case.true < case.other if case.kind == "window" else draw.chance(r, 0.5)
    side = 0 if earlier else -1
    claim = Claim(case.true, draw.choice(r, levels), services[0], starts[side], ends[side])
    rules = rules_of(place)
    return Setting(about, sizes, rules, services, levels, tuple(starts), tuple(ends), claim)


def falsified(setting: Setting, case: Case) -> Claim:
    """The true claim with the one field changed that its kind says."""
    claim, starts, ends = setting.claim, setting.starts, setting.ends
    if case.kind == "service":
        return claim._replace(service=setting.services[1])
    if case.kind == "window" and len(starts) > 1:
        return claim._replace(start=sum(starts) - claim.start)
    if case.kind == "window":
        return claim._replace(end=sum(ends) - claim.end)
    return claim._replace(total=case.other)


def log_of(r: Random, setting: Setting, rival: int) -> list[Event]:
    """A log in order of time: the true claim holds, and its rival counts ``rival`` events."""
    pen = Pen(r, setting)
    claimed, other = setting.services[:2]
    room = -1
    while room < 0:
        log = bearing(pen, claimed, setting.claim.total) + bearing(pen, other, rival)
        room = setting.sizes.lines - len(log)
    log += filling(pen, room)
    draw.shuffle(r, log)
    log.sort(key=lambda event: event.minute)
    return log


class Sheet(Struct, frozen=True):
    """All that the members of a group share: the wording, and every section but the claim."""

    terms: dict[str, str]
    phrase: str
    clock: str
    in_words: bool
    introduction: str
    order: str
    headings: dict[str, str]
    conventions: str
    rows: str

    def state(self, claim: Claim) -> str:
        """The rendered state."""
        bodies = {"C": self.claim(claim), "R": self.conventions, "L": self.rows}
        sections = [f"{self.headings[key]}\n{bodies[key]}" for key in self.order]
        return "\n\n".join([self.introduction, *sections])

    def claim(self, claim: Claim) -> str:
        """The claim as one line."""
        times = {"a": clock(claim.start, self.clock), "b": clock(claim.end, self.clock)}
        values = {"n": self.count(claim), "s": claim.service, "l": claim.level}
        return self.phrase.format(**self.terms, **times, **values)

    def count(self, claim: Claim) -> str:
        """The claimed number, in words or in figures."""
        return number_word(claim.total) if self.in_words else str(claim.total)

    def difference(self, claim: Claim, other: Claim) -> str:
        """What ``claim`` gives in the one field in which it differs from ``other``."""
        if claim.total != other.total:
            return self.count(claim)
        if claim.service != other.service:
            return claim.service
        return clock(claim.start if claim.start != other.start else claim.end, self.clock)


def sheet_of(place: Place, r: Random, name: str, setting: Setting, log: list[Event]) -> Sheet:
    """Draw the wording of a group and write the sections that its members share."""
    template, fields = draw.choice(r, words.FORMATS)
    terms, clock_style = (
        words.terms_of(r, name, fields, setting.levels),
        draw.choice(r, CLOCK_STYLES),
    )
    return Sheet(
        terms,
        phrase=draw.choice(r, words.CLAIMS),
        clock=clock_style,
        in_words=draw.chance(r, 0.4),
        introduction=words.introduction(r, setting.about, terms),
        order=spread(place.family, place.level, "section order", ORDERS)[place.index],
        headings=words.headings(r, terms),
        conventions=words.conventions(r, setting.rules, terms, clock_style),
        rows=words.rows(log, template, draw.choice(r, CLOCK_STYLES[:3])),
    )


def make(place: Place, r: Random, without: frozenset[str]) -> Group:
    """Draw one group: a true claim, which is the base, and the same claim falsified.

    There are no parts to leave out.
    """
    name = domain(place, FAMILY.domains, FAMILY.groups)
    case = spread(place.family, place.level, "kind", CASES[place.level])[place.index]
    setting = setting_of(place, r, words.DOMAINS[name], case)
    true, false = setting.claim, falsified(setting, case)
    rival = case.other if case.kind == "service" else draw.integer(r, *setting.sizes.counts)
    log = log_of(r, setting, rival)
    if number(log, true, setting.rules) != true.total:
        raise GenerationError(f"{place}: the true claim is false")
    if number(log, false, setting.rules) == false.total:
        raise GenerationError(f"{place}: the false claim is true")
    sheet = sheet_of(place, r, name, setting, log)
    base, changed = sheet.state(true), sheet.state(false)
    value, wrong = sheet.difference(true, false), sheet.difference(false, true)
    yes = Pivot(case.kind, value, value, at(base, sheet.claim(true)))
    no = Pivot(case.kind, value, wrong, at(changed, sheet.claim(false)))
    return Group(
        name,
        binary(place, yes="The claim is correct.", no="The claim is not correct."),
        base,
        (Member(base, "yes", yes, 0), Member(changed, "no", no, 1)),
    )


FAMILY = Family(
    name="log_claim",
    title="Is the claim correct for this log?",
    layer="C",
    question="Is the claim correct for this log?",
    size=2,
    domains=tuple(words.DOMAINS),
    kinds=KINDS,
    make=make,
)
