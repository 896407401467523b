"""``policy_case``: what a numbered policy requires for one case.

A group is one policy and three case records, one for each outcome and one for each way of reading:
plain (the rules that apply agree, or none applies), exception (only an exception takes the case out
of a rule), precedence (rules that apply disagree). Outcomes are given to the ways of reading by a
permutation that the group's index fixes.

Traps that are built in on purpose:

- The three cases lie at the policy's limits, one step inside or outside, and every rule that fails
  in a case mostly fails by one condition.
- Whoever passes over exceptions is wrong in every exception case: the rule that is set aside would
  have prevailed.
- In a precedence case all three outcomes usually compete. The first rule that applies decides one
  in thirteen of them, the last one a third, and the default outcome is right in one in thirteen.
- Exceptions hold for rules that do not apply, and miss narrowly for rules that do.
- Outcomes are drawn apart from what rules ask for, so what sounds permissible says nothing.
"""

import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from random import Random
from typing import Any

from msgspec import Struct

from decisionpivot.draw import chance, choice, integer, sample, shuffled, weighted
from decisionpivot.families.group import Family, Group, Member, Place, changed_lines, domain
from decisionpivot.families.policy_case import words
from decisionpivot.families.policy_case.text import Facts, Order, Policy, Rule, Test, render
from decisionpivot.families.policy_case.words import DOMAINS, Attribute, Choice, Measure
from decisionpivot.families.quotas import even, spread
from decisionpivot.items import GenerationError, Option

OUTCOMES = ("approve", "deny", "escalate")
KINDS = {
    "plain": "no exception matters; the rules that apply agree, or none does (the default stands)",
    "exception": "a rule with another outcome is set aside; the rules left agree, or none is left",
    "precedence": "rules that apply disagree, and the statement of precedence decides",
}
PLAIN, EXCEPTION, PRECEDENCE = range(3)

NAME = "policy_case"
GROUPS = 67
SHORT_GROUP = 66
SHORT_ANSWERS = {
    1: ("approve", "deny", "escalate"),
    2: ("escalate", "deny", "approve"),
    3: ("deny", "approve", "escalate"),
}
"""Outcome by way of reading in the short group; place ``level - 1`` is the one that is dropped."""

RIGHT_FOR_THE_LAZY = 5
"""In how many precedence cases of a level the first rule that applies decides; in as many the
default outcome is right. A tenth of the cases is what the bound on item accuracy allows."""

LAST_DECIDES = 22
"""In how many precedence cases of a level the last rule that applies decides: a third."""

RULES = {1: 4, 2: 8, 3: 12}
EXCEPTIONS = {1: 2, 2: 4, 3: 7}
USED = {1: (0, 5, 6), 2: tuple(range(8)), 3: tuple(range(9))}
"""Which attributes rules may speak of; at level 1 one more choice and one flag are drawn."""

OPTIONS = (
    Option("approve", "the policy requires approval"),
    Option("deny", "the policy requires denial"),
    Option(
        "escalate", "the policy requires that the case be passed on to the office that it names"
    ),
)


class Plan(Struct, frozen=True):
    """Outcomes and strength of the rules, and which of them each of the three cases meets."""

    outcomes: tuple[str, ...]
    order: Order
    default: str
    met: tuple[tuple[int, ...], ...]
    excepted: int


OPS: dict[str, Callable[[Any, Any], bool]] = {
    "in": lambda fact, values: fact in values,
    "out": lambda fact, values: fact not in values,
    "is": operator.is_,
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
}


def holds(tests: Sequence[Test], facts: Facts) -> bool:
    """Whether all tests hold for a case."""
    return all(OPS[test.op](facts[test.attribute], test.value) for test in tests)


def decide(policy: Policy, applying: Sequence[int]) -> str:
    """The outcome when these rules apply: the strongest rule's, or the default."""
    if not applying:
        return policy.default
    return policy.rules[min(applying, key=policy.order.keys.__getitem__)].outcome


def judge(policy: Policy, facts: Facts) -> tuple[str, str]:
    """The outcome of a case, and the way of reading that it needs."""
    met = [n for n, rule in enumerate(policy.rules) if holds(rule.tests, facts)]
    kept = [
        n
        for n in met
        if not (policy.rules[n].exception and holds(policy.rules[n].exception, facts))
    ]
    answer = decide(policy, kept)
    if len({policy.rules[n].outcome for n in kept}) > 1:
        return answer, "precedence"
    return answer, "plain" if decide(policy, met) == answer else "exception"


# The plan: outcomes, precedence, and which rules each case meets.


def _answers(place: Place) -> tuple[str, ...]:
    """The outcome of the plain, the exception and the precedence case."""
    if place.index == SHORT_GROUP:
        return SHORT_ANSWERS[place.level]
    counts = tuple((order, 11) for order in permutations(OUTCOMES))
    order: tuple[str, ...] = spread(NAME, place.level, "outcomes", counts)[place.index]
    return order


def _winner(place: Place, without: frozenset[str]) -> int:
    """Which of the competing rules decides the precedence case, in the order of their numbers."""
    if "rule order" in without:
        return 0
    last = place.level + 1
    between = even(range(1, last), GROUPS - RIGHT_FOR_THE_LAZY - LAST_DECIDES)
    counts = ((0, RIGHT_FOR_THE_LAZY), *between, (last, LAST_DECIDES))
    winner: int = spread(NAME, place.level, "winner", counts)[place.index]
    return winner


def _default(place: Place, answers: tuple[str, ...]) -> str:
    """The default outcome: the answer of one of the three cases, least often of the last."""
    counts = ((PLAIN, 31), (EXCEPTION, 31), (PRECEDENCE, RIGHT_FOR_THE_LAZY))
    case: int = spread(NAME, place.level, "default", counts)[place.index]
    return answers[case]


def _style(r: Random, winner: int, last: int) -> str:
    """A style of precedence that lets the rule at this place among the competing ones prevail."""
    styles = ["outcome", "class", "listed", "newest", "oldest", "heavier", "lighter"]
    weights = [2.0, 2, 2, 1, 1, 1, 1]
    if winner in (0, last):
        styles.append("later" if winner == last else "earlier")
        weights.append(4 if winner else 12)
    return weighted(r, styles, weights)


def _order(r: Random, style: str, outcomes: Sequence[str]) -> Order:
    """A statement of precedence in the given style over rules with these outcomes."""
    count = len(outcomes)
    if style in ("later", "earlier"):
        sign = 1 if style == "earlier" else -1
        return Order(style, tuple((sign * n, 0) for n in range(count)), ("",) * count, ())
    if style == "outcome":
        ranked = shuffled(r, OUTCOMES)
        keys = tuple((ranked.index(outcome), 0) for outcome in outcomes)
        return Order(style, keys, ("",) * count, tuple(words.NOUNS[each] for each in ranked))
    if style == "class":
        ranked = shuffled(r, choice(r, words.MARKS))
        drawn = [integer(r, 0, 2) for _ in range(count)]
        sign = choice(r, (1, -1))
        keys = tuple((mark, sign * n) for n, mark in enumerate(drawn))
        marks = tuple(ranked[mark] for mark in drawn)
        return Order(style, keys, marks, (*ranked, "lower" if sign == 1 else "higher"))
    ranks = shuffled(r, range(count))
    keys = tuple((rank, 0) for rank in ranks)
    if style == "listed":
        listing = ", ".join(str(ranks.index(rank) + 1) for rank in range(count))
        return Order(style, keys, ("",) * count, (listing,))
    steps = sorted(sample(r, range(5, 96), count))
    if style in ("heavier", "newest"):
        steps.reverse()
    if style in ("heavier", "lighter"):
        return Order(style, keys, tuple(f"weight {steps[rank]}" for rank in ranks), ())
    return Order(style, keys, tuple(str(steps[rank]) for rank in ranks), ())


def _outcomes(
    r: Random, count: int, competing: Sequence[int], *, winner: int, answer: str, rivals: int
) -> tuple[str, ...]:
    """Outcomes of all rules: the winner's is the answer, ``rivals`` others compete with it.

    The first and the last competing rule give the answer only where they are the winner.
    """
    while True:
        drawn = [choice(r, OUTCOMES) for _ in range(count)]
        drawn[winner] = answer
        ends = (competing[0], competing[-1])
        if (
            all((drawn[end] == answer) == (end == winner) for end in ends)
            and len({drawn[n] for n in competing}) == rivals + 1
            and all(outcome in drawn for outcome in OUTCOMES)
        ):
            return tuple(drawn)


def _set_aside(
    r: Random, outcomes: Sequence[str], order: Order, *, answer: str, default: str, most: int
) -> tuple[int, tuple[int, ...]] | None:
    """The rule that an exception sets aside, and the rules (up to ``most``) that then decide.

    The rule set aside prevails over those, so that passing over the exception leads astray. None:
    these rules do not allow it.
    """
    rivals = [n for n, outcome in enumerate(outcomes) if outcome != answer]
    if default == answer and chance(r, 0.6):
        return choice(r, rivals), ()
    weaker = {
        rival: [
            n
            for n, outcome in enumerate(outcomes)
            if outcome == answer and order.keys[rival] < order.keys[n]
        ]
        for rival in rivals
    }
    able = [rival for rival in rivals if weaker[rival]]
    if not able:
        return None
    excepted = choice(r, able)
    deciding = sample(r, weaker[excepted], min(most, len(weaker[excepted])))
    return excepted, tuple(deciding)


def _plan(place: Place, r: Random, answers: tuple[str, ...], without: frozenset[str]) -> Plan:
    """Draw outcomes and precedence until the three cases can have their answers."""
    count, competitors = RULES[place.level], place.level + 2
    default, at = _default(place, answers), _winner(place, without)
    style = _style(r, at, competitors - 1)
    rivals = 1 if style == "outcome" and chance(r, 0.5) else 2
    most = 1 if "precedence" in without or place.level == 1 or chance(r, 0.6) else 2
    by_default = default == answers[PLAIN] and chance(r, 0.6)
    for _ in range(500):
        competing = sorted(sample(r, range(count), competitors))
        outcomes = _outcomes(
            r,
            count,
            competing,
            winner=competing[at],
            answer=answers[PRECEDENCE],
            rivals=rivals,
        )
        order = _order(r, style, outcomes)
        strongest = min(competing, key=order.keys.__getitem__)
        aside = _set_aside(
            r, outcomes, order, answer=answers[EXCEPTION], default=default, most=most
        )
        if outcomes[strongest] != answers[PRECEDENCE] or aside is None:
            continue
        right = [n for n, outcome in enumerate(outcomes) if outcome == answers[PLAIN]]
        plain = [] if by_default else sample(r, right, min(most, len(right)))
        met = (tuple(plain), (aside[0], *aside[1]), tuple(competing))
        return Plan(outcomes, order, default, met, aside[0])
    raise GenerationError(f"{place}: no outcomes fit the precedence {style}")


# The cases and the conditions: values first, then rules that hold where the plan says so.


def _values(r: Random, attribute: Attribute, main: bool) -> tuple[Any, ...]:
    """The values that the three cases have of a choice or a flag."""
    if isinstance(attribute, Choice):
        a, b, c = sample(r, attribute.values, 3)
        alike = weighted(r, (3, 2, 1), (0.4 if main else 0.0, 0.4, 0.3))
        drawn = ([a, b, c], [a, a, b], [a, a, a])[alike - 1]
        return tuple(shuffled(r, drawn))
    odd = chance(r, 0.5)
    return tuple(shuffled(r, (odd, odd, not odd)))


OFFSETS = ((-1, 0, 1), (-1, 0, 1), (-1, 0, 0), (0, 0, 1), (-1, -1, 0), (0, 1, 1))


def _amounts(r: Random, limits: Sequence[int]) -> tuple[int, ...]:
    """The amounts of the three cases: each at one of the limits, or one step off."""
    offsets = shuffled(r, choice(r, OFFSETS))
    return tuple(
        (limits[0] if chance(r, 0.65) else choice(r, limits)) + offset for offset in offsets
    )


def _on_values(r: Random, index: int, values: Sequence[str], column: Sequence[str]) -> list[Test]:
    """Conditions on a choice: every set of the cases' values, some with one more, and others."""
    present = list(dict.fromkeys(column))
    absent = shuffled(r, [value for value in values if value not in present])
    tests = [Test(index, "in", tuple(absent[:2])), Test(index, "in", (absent[0],))]
    tests += [Test(index, "out", (value,)) for value in (present[0], absent[-1])]
    for bits in range(1, 1 << len(present)):
        chosen = shuffled(r, [value for n, value in enumerate(present) if bits >> n & 1])
        tests.append(Test(index, "in", tuple(chosen)))
        if len(chosen) < 3:
            tests.append(Test(index, "in", tuple(shuffled(r, [*chosen, choice(r, absent)]))))
    return tests


def _candidates(
    r: Random,
    index: int,
    attribute: Attribute,
    column: Sequence[Any],
    limits: Sequence[int],
) -> Iterator[Test]:
    """Conditions that a rule may put on an attribute."""
    if isinstance(attribute, Choice):
        yield from _on_values(r, index, attribute.values, column)
    elif isinstance(attribute, Measure):
        for limit in limits:
            for op in words.COMPARATORS:
                yield Test(index, op, limit)
    else:
        yield Test(index, "is", True)
        yield Test(index, "is", False)


Buckets = list[dict[int, list[Test]]]
"""By the set of cases in which they hold (a bit a case): conditions by attribute."""


def _draw_cases(
    r: Random, attributes: Sequence[Attribute], used: Sequence[int]
) -> tuple[tuple[Facts, ...], Buckets]:
    """Three cases, and the conditions on their used attributes by where they hold."""
    columns: list[tuple[Any, ...]] = []
    buckets: Buckets = [{} for _ in range(8)]
    for index, attribute in enumerate(attributes):
        limits: list[int] = []
        if isinstance(attribute, Measure):
            low, high, grain = attribute.limits
            limits = [grain * n for n in sample(r, range(low, high + 1), choice(r, (1, 2)))]
            column = _amounts(r, limits)
        else:
            column = _values(r, attribute, main=index == 0)
        columns.append(column)
        if index not in used:
            continue
        for test in _candidates(r, index, attribute, column, limits):
            op, value = OPS[test.op], test.value
            bits = sum(op(fact, value) << case for case, fact in enumerate(column))
            buckets[bits].setdefault(index, []).append(test)
    return tuple(zip(*columns, strict=True)), buckets


def _conditions(
    r: Random, buckets: Buckets, target: int, size: int, barred: Sequence[int]
) -> tuple[Test, ...] | None:
    """Conditions on ``size`` attributes, none barred, that hold together in the target cases.

    Where they do not, they mostly fail by one condition. None: the draw led nowhere.
    """
    slots = [7] * size
    for case in range(3):
        if not target >> case & 1:
            slots[integer(r, 0, size - 1)] &= ~(1 << case)
            if chance(r, 0.2):
                slots[integer(r, 0, size - 1)] &= ~(1 << case)
    tests: list[Test] = []
    taken = list(barred)
    for bits in slots:
        free = [n for n, choices in buckets[bits].items() if choices and n not in taken]
        if not free:
            return None
        taken.append(choice(r, free))
        tests.append(choice(r, buckets[bits][taken[-1]]))
    return tuple(shuffled(r, tests))


def _tried(
    r: Random, buckets: Buckets, target: int, size: int, barred: Sequence[int] = ()
) -> tuple[Test, ...] | None:
    """The first of a few draws of conditions that succeeds."""
    tries = (_conditions(r, buckets, target, size, barred) for _ in range(12))
    return next((tests for tests in tries if tests is not None), None)


def _rules(
    r: Random, plan: Plan, buckets: Buckets, level: int, without: frozenset[str]
) -> tuple[Rule, ...] | None:
    """Rules that apply, and exceptions that hold, where the plan says so; None: no luck."""
    others = [n for n in range(len(plan.outcomes)) if n != plan.excepted]
    decoys = 0 if "exceptions" in without else EXCEPTIONS[level] - 1
    with_exception = [plan.excepted, *sample(r, others, decoys)]
    # An exception that says "unless it is not" would be hard to read for no good reason.
    positive = [
        {index: [test for test in tests if test.op != "out"] for index, tests in bucket.items()}
        for bucket in buckets
    ]
    rules: list[Rule] = []
    for n, outcome in enumerate(plan.outcomes):
        target = sum(1 << case for case, met in enumerate(plan.met) if n in met)
        tests = _tried(r, buckets, target, 2 if level == 1 else integer(r, 2, 3))
        if tests is None or any(set(tests) == set(rule.tests) for rule in rules):
            return None
        exception: tuple[Test, ...] | None = ()
        if n in with_exception:
            holding = integer(r, 0, 7) & ~target
            holding |= 1 << EXCEPTION if n == plan.excepted else 0
            size = 2 if chance(r, 0.15 * (level - 1)) else 1
            exception = _tried(r, positive, holding, size, [test.attribute for test in tests])
        if exception is None:
            return None
        rules.append(Rule(outcome, tests, exception))
    return tuple(rules)


def _used(r: Random, level: int) -> tuple[int, ...]:
    """The attributes that rules may speak of."""
    return (*USED[1], integer(r, 1, 2), integer(r, 3, 4)) if level == 1 else USED[level]


def _policy_and_cases(
    place: Place, r: Random, attributes: Sequence[Attribute], without: frozenset[str]
) -> tuple[Policy, tuple[Facts, ...]]:
    """A policy and the plain, the exception and the precedence case, checked."""
    answers = _answers(place)
    plan = _plan(place, r, answers, without)
    used = _used(r, place.level)
    for _ in range(200):
        cases, buckets = _draw_cases(r, attributes, used)
        rules = _rules(r, plan, buckets, place.level, without)
        if rules is not None:
            break
    else:
        raise GenerationError(f"{place}: no conditions fit the plan")
    policy = Policy(rules, plan.order, plan.default)
    wanted = list(zip(answers, KINDS, strict=True))
    if [judge(policy, facts) for facts in cases] != wanted:
        raise GenerationError(f"{place}: the cases are not decided as planned")
    return policy, cases


def _check_shared(place: Place, states: Sequence[str]) -> None:
    """Assert that the states differ in the case record alone: one block from its first entry on."""
    lines = states[0].split("\n")
    for state in states[1:]:
        changed = changed_lines(states[0], state)
        block = lines[changed[0] : changed[-1] + 1]
        if "Reference" not in block[0] or "" in block:
            raise GenerationError(f"{place}: members differ outside the case record")


def make(place: Place, r: Random, without: frozenset[str]) -> Group:
    """One policy with its case records, the decoys of the named parts left out."""
    name = domain(place, tuple(DOMAINS), GROUPS)
    field = DOMAINS[name]
    policy, cases = _policy_and_cases(place, r, field.attributes, without)
    states = render(r, field, policy, cases)
    _check_shared(place, states)
    members = [
        Member(state, answer, None, None, kind)
        for state, answer, kind in zip(states, _answers(place), KINDS, strict=True)
    ]
    if place.index == SHORT_GROUP:
        del members[place.level - 1]
    orders = even(tuple(permutations(OPTIONS)), GROUPS, first=place.level)
    options = spread(NAME, place.level, "option order", orders)[place.index]
    return Group(name, options, states[0], tuple(members))


FAMILY = Family(
    name=NAME,
    title="What a policy requires for a case",
    layer="B",
    question="What does the policy require for this case?",
    size=3,
    domains=tuple(DOMAINS),
    kinds=KINDS,
    # exceptions: only the rule that needs one has an exception; rule order: the first rule that
    # applies decides; precedence: no two rules that agree apply at once.
    parts=("exceptions", "rule order", "precedence"),
    make=make,
)
