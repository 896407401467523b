"""Partial readers of toolcall_valid: one sees the schema alone, one the values said outright."""

from collections.abc import Mapping

from decisionpivot.items import Request
from decisionpivot.readers.reader import Reader, certain
from decisionpivot.solvers.toolcall_valid import parse, schema_faults, wish_faults


def _schema(request: Request) -> Mapping[str, float]:
    """Yes where a validator has nothing to say against the call."""
    return certain(request, "no" if schema_faults(parse(request)) else "yes")


def _literal(request: Request) -> Mapping[str, float]:
    """Yes where the call has what the request asks for, as far as no context is needed to tell."""
    departs = [
        fault
        for fault in wish_faults(parse(request), skip=set())
        if fault.reason != "wrong_resolution"
    ]
    return certain(request, "no" if departs else "yes")


READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader(
            name="toolcall_valid/schema-alone",
            says="validates the call against the schema, reads neither request nor descriptions",
            read=_schema,
            item_bound=0.67,
            pair_bound=0.40,
            sees=("missing_required", "schema_violation"),
            without=("descriptions", "indirect", "mentions"),
        ),
        Reader(
            name="toolcall_valid/literal-values",
            says="compares the values that the request states outright, resolves nothing",
            read=_literal,
            item_bound=0.71,
            pair_bound=0.42,
            sees=("contradicted_value", "optional_property"),
            without=("descriptions", "indirect"),
        ),
    )
}
