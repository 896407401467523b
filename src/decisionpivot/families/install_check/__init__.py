"""Does a proposed set of pinned packages install cleanly in the target environment?

Conventions of an invented package ecosystem, a target environment, an index of what packages
demand of each other, and 4 to 12 pins. The members of a pair differ in one pin: its version, its
package, or one of its parts or its channel.

Traps that are built in on purpose: every pin stands right at the limits set for it; versions whose
order as text is the wrong one; rows that do not count, because their package is not pinned or is
pinned outside the versions or without the part that they are tied to, and which would call for the
other member; a look-alike of the decisive package; pins that nothing demands, in both members; a
pre-release that counts as its version or as earlier than it, as the item says.
"""

from random import Random

from decisionpivot.families.group import Family, Group, Member, Place, binary, domain
from decisionpivot.families.install_check import words
from decisionpivot.families.install_check.case import Pin
from decisionpivot.families.install_check.draft import Case, Plan, attempt
from decisionpivot.families.install_check.text import Writer
from decisionpivot.families.quotas import even, spread
from decisionpivot.items import GenerationError, Pivot

KINDS = {
    "version_bound": "a pinned version narrowly misses the range that another package demands",
    "missing_pin": "a package that is demanded is not pinned",
    "unmet_requirement": "a pin lacks the part or channel that another package demands of it",
    "conflict": "two pinned packages have a declared conflict",
    "runtime": "the target's runtime or platform is not what a pinned package demands",
}
COUNTS = {1: (34, 33, 33, 0, 0), 2: (33, 33, 34, 0, 0), 3: (12, 12, 11, 33, 32)}
ORDERS = (
    ("pins", "rules", "index", "target"),
    ("pins", "index", "target", "rules"),
    ("target", "pins", "index", "rules"),
    ("rules", "pins", "target", "index"),
    ("rules", "target", "pins", "index"),
    ("index", "pins", "rules", "target"),
    ("index", "target", "pins", "rules"),
    ("rules", "index", "target", "pins"),
    ("target", "index", "rules", "pins"),
    ("index", "rules", "pins", "target"),
)
TRIES = 400


def cases(level: int) -> tuple[tuple[tuple[str, bool], int], ...]:
    """How often each kind occurs with its version rising and not: 50 and 50 in all."""
    found, surplus = [], level % 2
    for kind, count in zip(KINDS, COUNTS[level], strict=True):
        rising = (count + surplus) // 2
        surplus ^= count % 2
        found += [((kind, True), rising), ((kind, False), count - rising)]
    return tuple(found)


CASES = {level: cases(level) for level in COUNTS}


def plan_of(place: Place, name: str, without: frozenset[str]) -> Plan:
    """What the group's index settles."""
    family, level, index = place.family, place.level, place.index
    kind, rising = spread(family, level, "kind", CASES[level])[index]
    merged = spread(family, level, "pre-releases", even((True, False), 100))[index]
    return Plan(level, kind, rising, merged, words.DOMAINS[name], without)


def case_of(place: Place, r: Random, plan: Plan) -> Case:
    """Draw until a case keeps the plan.

    Raises:
        GenerationError: none of many did.
    """
    for _ in range(TRIES):
        case = attempt(r, plan)
        if case is not None:
            return case
    raise GenerationError(f"{place}: no case keeps the plan")


def states(place: Place, writer: Writer) -> tuple[tuple[str, float], tuple[str, float]]:
    """The positive and the negative state, each with the place of the pin that differs."""
    case, introduction, headings = writer.case, writer.introduction(), writer.headings()
    bodies = {"index": writer.index(), "rules": writer.rules(), "target": writer.target()}
    order = spread(place.family, place.level, "sections", even(ORDERS, 100))[place.index]
    lines = [writer.pin(pin) for pin in case.pins]
    head = [words.TABLE_HEAD[writer.domain]] if writer.domain in words.TABLE_HEAD else []

    def state(decisive: Pin) -> tuple[str, float]:
        line = writer.pin(decisive)
        bodies["pins"] = "\n".join([*head, *lines[: case.place], line, *lines[case.place + 1 :]])
        sections = (f"{headings[key]}\n{bodies[key]}" for key in order)
        text = "\n\n".join([introduction, *sections])
        return text, round((text.index(f"\n{line}") + 1) / len(text), 4)

    return state(case.pins[case.place]), state(case.false)


def value(writer: Writer, pin: Pin) -> str:
    """What the decisive pin says in the field that differs."""
    case = writer.case
    if case.decisive == "version":
        return writer.version(pin.version)
    if case.decisive == "parts":
        return writer.eco.join.join(pin.parts)
    return pin.name if case.decisive == "name" else pin.channel


def make(place: Place, r: Random, without: frozenset[str]) -> Group:
    """Draw one group: a set that installs and the same set with one pin changed."""
    name = domain(place, FAMILY.domains, FAMILY.groups)
    plan = plan_of(place, name, without)
    case = case_of(place, r, plan)
    writer = Writer(r, place.level, name, case)
    (yes, yes_at), (no, no_at) = states(place, writer)
    good, bad = value(writer, case.pins[case.place]), value(writer, case.false)
    sound = spread(place.family, place.level, "base", ((True, 50), (False, 50)))[place.index]
    first = good if sound else bad
    return Group(
        name,
        binary(
            place,
            yes="The proposed set installs cleanly.",
            no="The proposed set does not install cleanly.",
        ),
        yes if sound else no,
        (
            Member(yes, "yes", Pivot(plan.kind, first, good, yes_at), int(not sound)),
            Member(no, "no", Pivot(plan.kind, first, bad, no_at), int(sound)),
        ),
    )


FAMILY = Family(
    name="install_check",
    title="Does the proposed set install cleanly?",
    layer="G",
    question="Does the proposed set install cleanly in the target environment?",
    size=2,
    domains=tuple(words.DOMAINS),
    kinds=KINDS,
    make=make,
    parts=("order", "conditions"),
)
"""Parts: ``order``, versions that order as text misreads, and all pre-releases; ``conditions``,
rows tied to versions or parts of their own package (but the decisive one of a runtime pair)."""
