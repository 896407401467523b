"""Partial readers of record_rule: each checks the rules of one type and knows no other."""

from collections.abc import Mapping
from functools import partial

from decisionpivot.items import Request
from decisionpivot.readers.reader import Reader, certain, unsure
from decisionpivot.solvers.record_rule import KINDS, parse
from decisionpivot.solvers.record_rule.checks import is_kept


def _only(kind: str, request: Request) -> Mapping[str, float]:
    """The rule of this type that is violated; every option alike where none is."""
    case = parse(request)
    for rule in case.rules:
        if rule.kind == kind and not is_kept(rule, case):
            return certain(request, rule.label)
    return unsure(request)


def _reader(kind: str) -> Reader:
    return Reader(
        name=f"record_rule/{kind.replace('_', '-')}-only",
        says=f"checks the rules of the type {kind.replace('_', ' ')} alone",
        read=partial(_only, kind),
        item_bound=0.25,
        sees=(kind,),
    )


READERS: dict[str, Reader] = {reader.name: reader for reader in map(_reader, KINDS)}
