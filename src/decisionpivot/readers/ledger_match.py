"""Readers of two ledgers that use the amounts alone, or the references alone."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from decisionpivot.items import Request
from decisionpivot.readers.reader import Reader, certain
from decisionpivot.solvers.ledger_match import Case, Entry, Line, agrees, due, parse

MOST_PARTS = 3
"""The most lines of a split, or entries of a batch, that the amounts-only reader adds up."""


def _amounts_only(request: Request) -> Mapping[str, float]:
    case = parse(request)
    open_entries = [e for e in case.entries if not any(_is_alike(e, li, case) for li in case.lines)]
    settled = _in_batches(open_entries, case)
    if case.rules.several:
        free = [li for li in case.lines if not any(_is_alike(e, li, case) for e in case.entries)]
        settled |= {entry.key for entry in open_entries if _adds_up(entry, free, case)}
    return _one_of(request, [e.key for e in open_entries if e.key not in settled])


def _is_alike(entry: Entry, line: Line, case: Case) -> bool:
    return agrees(due(entry, [line], case.rules), line.amount, case.rules)


def _adds_up(entry: Entry, lines: Sequence[Line], case: Case) -> bool:
    return any(
        agrees(entry.amount, sum(line.amount for line in parts), case.rules)
        for count in range(2, MOST_PARTS + 1)
        for parts in combinations(lines, count)
    )


def _in_batches(entries: Sequence[Entry], case: Case) -> set[str]:
    """The keys of entries whose total with one or two others is that of a batch line."""
    totals = [line.amount for line in case.lines if line.note == "batch"]
    return {
        entry.key
        for count in range(2, MOST_PARTS + 1)
        for parts in combinations(entries, count)
        for total in totals
        if agrees(sum(part.amount for part in parts), total, case.rules)
        for entry in parts
    }


def _references_only(request: Request) -> Mapping[str, float]:
    case = parse(request)
    carried = {reference for line in case.lines for reference in line.references}
    return _one_of(request, [e.key for e in case.entries if e.reference not in carried])


def _one_of(request: Request, failing: Collection[str]) -> dict[str, float]:
    """The options among the entries that seem to fail, alike; none where there are none."""
    offered = [key for key in request.keys if key in failing]
    if not offered:
        return certain(request, "none")
    return {key: (key in offered) / len(offered) for key in request.keys}


READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader(
            name="ledger_match/amounts-only",
            says="looks for the amounts of entries among those of lines, whatever else they show",
            read=_amounts_only,
            item_bound=0.65,
            sees=("none", "missing_line", "changed_amount"),
            without=("equal amounts", "sums"),
        ),
        Reader(
            name="ledger_match/references-only",
            says="names an entry whose reference no line carries, whatever the amounts and dates",
            read=_references_only,
            item_bound=0.65,
            sees=("none", "missing_line"),
            without=("blank references",),
        ),
    )
}
