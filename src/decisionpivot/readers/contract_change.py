"""Readers of two versions of an agreement: one without the facts, one of half the change."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from decisionpivot.items import Request
from decisionpivot.readers.reader import Reader, certain, unsure
from decisionpivot.solvers.contract_change import Case, Limit, compared, is_satisfied, parse


class Change(Struct, frozen=True):
    """A limit on the right at issue that has another value in version B."""

    old: Limit
    new: Limit

    @property
    def tightening(self) -> Fraction:
        """By how much version B is stricter; negative where it is looser."""
        rise = self.new.bound.value - self.old.bound.value
        return rise if self.old.side == "lower" else -rise


def changes(case: Case) -> tuple[Change, ...]:
    """The decisive clauses that changed, in the order of version A.

    Two changed limits on one quantity decide; a change that stands alone on its quantity is kept
    away from the facts, unless no quantity has two.
    """
    new = {(limit.quantity, limit.side): limit for limit in case.limits("B")}
    pairs = (
        Change(old, new[old.quantity, old.side])
        for old in case.limits("A")
        if (old.quantity, old.side) in new
    )
    changed = tuple(change for change in pairs if change.tightening)
    of = Counter(change.old.quantity for change in changed)
    return tuple(change for change in changed if of[change.old.quantity] > 1) or changed


def _without_facts(request: Request) -> Mapping[str, float]:
    """Takes the wider of the two gaps between an old and a new limit for the one that is met."""
    balance = sum(change.tightening for change in changes(parse(request)))
    return certain(request, compared(balance > 0, balance < 0))


def _one_change(request: Request) -> Mapping[str, float]:
    case = parse(request)
    found = changes(case)
    if not found:
        return unsure(request)
    first = found[0]
    return certain(request, compared(is_satisfied(first.old, case), is_satisfied(first.new, case)))


READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader(
            name="contract_change/without-facts",
            says="knows the decisive clauses that changed, not the facts of the case",
            read=_without_facts,
            item_bound=0.36,
        ),
        Reader(
            name="contract_change/one-change",
            says="follows the first decisive clause that changed and no other",
            read=_one_change,
            item_bound=0.68,
            pair_bound=0.02,
        ),
    )
}
