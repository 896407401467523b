"""Partial readers of filter_match: each puts some kinds of constraint to the test, no others."""

from collections.abc import Mapping
from functools import partial

from decisionpivot.items import Request
from decisionpivot.readers.reader import Reader, certain
from decisionpivot.solvers.filter_match import COMPUTED, DIRECT, holds, parse

_PLAIN_COMPUTED = COMPUTED - {"price_plus_fee", "unit_conversion"}


def _only(kinds: frozenset[str], request: Request) -> Mapping[str, float]:
    """Yes where every constraint of these kinds holds, whatever becomes of the others.

    To compare a price without its fee or a number in the wrong unit would refuse records at
    random; a reader that passes over such a constraint does better.
    """
    seen = (constraint for constraint in parse(request).constraints if constraint.kind in kinds)
    return certain(request, "yes" if all(map(holds, seen)) else "no")


READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader(
            name="filter_match/direct-only",
            says="compares the fields that stand in the record, computes nothing",
            read=partial(_only, DIRECT),
            item_bound=0.65,
            pair_bound=0.40,
            sees=tuple(sorted(DIRECT)),
            without=("computed",),
        ),
        Reader(
            name="filter_match/no-fees-no-conversions",
            says="checks the computed constraints, but none with a fee or a conversion",
            read=partial(_only, _PLAIN_COMPUTED),
            item_bound=0.85,
            pair_bound=0.70,
            sees=tuple(sorted(_PLAIN_COMPUTED)),
            without=("fees", "conversions"),
        ),
    )
}
