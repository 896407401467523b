"""Readers of a proposal that look at the pins alone, at the bounds alone, or order text."""

from collections.abc import Mapping

from decisionpivot.items import Request
from decisionpivot.readers.reader import Reader, certain
from decisionpivot.solvers.install_check import Case, Row, faults, parse
from decisionpivot.solvers.install_check.ranges import within


def _demands(case: Case) -> list[Row]:
    """The demands in the entries of pinned names, conditions left out."""
    return [row for row in case.rows if row.kind == "demand" and row.owner in case.pins]


def _pins_without_bounds(request: Request) -> Mapping[str, float]:
    case = parse(request)
    pinned = all(row.name in case.pins for row in _demands(case))
    return certain(request, "yes" if pinned else "no")


def _bounds_only(request: Request) -> Mapping[str, float]:
    case = parse(request)
    kept = all(
        within(case.pins[row.name].version, row.range)
        for row in _demands(case)
        if row.name in case.pins
    )
    return certain(request, "yes" if kept else "no")


def _string_order(request: Request) -> Mapping[str, float]:
    return certain(request, "no" if faults(parse(request, text_order=True)) else "yes")


READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader(
            name="install_check/pins-without-bounds",
            says="asks only whether what is demanded is pinned",
            read=_pins_without_bounds,
            item_bound=0.65,
            sees=("missing_pin",),
            without=("conditions",),
        ),
        Reader(
            name="install_check/string-order",
            says="orders versions as text",
            read=_string_order,
            item_bound=0.70,
            sees=("version_bound", "missing_pin", "unmet_requirement", "conflict", "runtime"),
            without=("order",),
        ),
        Reader(
            name="install_check/bounds-only",
            says="asks only whether the pins that are there keep to the bounds of demands",
            read=_bounds_only,
            item_bound=0.65,
            sees=("version_bound",),
            without=("conditions",),
        ),
    )
}
