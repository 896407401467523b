"""Readers of a policy that leave out its exceptions, or what settles its conflicts."""

from collections.abc import Mapping

from decisionpivot.items import Request
from decisionpivot.readers.reader import Reader, certain
from decisionpivot.solvers.policy_case import applicable, matching, parse, strongest


def _ignores_exceptions(request: Request) -> Mapping[str, float]:
    case = parse(request)
    return certain(request, strongest(matching(case), case))


def _first_rule(request: Request) -> Mapping[str, float]:
    case = parse(request)
    first = min(applicable(case), key=lambda rule: rule.number, default=None)
    return certain(request, first.outcome if first else case.default)


def _ignores_precedence(request: Request) -> Mapping[str, float]:
    case = parse(request)
    rules = applicable(case)
    agreed = len({rule.outcome for rule in rules}) == 1
    return certain(request, rules[0].outcome if agreed else case.default)


READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader(
            name="policy_case/ignores-exceptions",
            says="reads every rule as if it had no exception",
            read=_ignores_exceptions,
            pair_bound=0.19,
            sees=("plain", "precedence"),
            without=("exceptions",),
        ),
        Reader(
            name="policy_case/first-matching-rule",
            says="takes the first rule that applies in the order of the numbers",
            read=_first_rule,
            pair_bound=0.19,
            sees=("plain", "exception"),
            without=("rule order",),
        ),
        Reader(
            name="policy_case/ignores-precedence",
            says="falls back to the default where the rules that apply disagree",
            read=_ignores_precedence,
            pair_bound=0.19,
            sees=("plain", "exception"),
            without=("precedence",),
        ),
    )
}
