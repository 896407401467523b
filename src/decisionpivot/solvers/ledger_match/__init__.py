"""Which entry of ledger A does not reconcile with ledger B? Worked out from the conventions.

The state is an opening and three sections in any order: the two ledgers as tables and the matching
conventions. All amounts are whole cents here.
"""

from collections.abc import Iterable, Sequence

from decisionpivot.items import Request
from decisionpivot.solvers.ledger_match.reading import Case, Entry, Line, Rules, parse
from decisionpivot.solvers.verdict import Unreadable, Verdict

__all__ = ["Case", "Entry", "Line", "Rules", "agrees", "decide", "due", "parse", "solve"]


def solve(request: Request) -> Verdict:
    """Name the entry that fails, with the reason, or none.

    Raises:
        Unreadable: a part of the state is not understood, or it bears more than one reading.
    """
    verdict = decide(parse(request))
    if verdict.answer not in request.keys:
        raise Unreadable(f"{verdict.answer} fails and is none of the options")
    return verdict


def decide(case: Case) -> Verdict:
    """The one entry that does not reconcile, and why."""
    _no_line_for_two(case)
    reasons = {entry.key: why(entry, case) for entry in case.entries}
    failed = [(key, reason) for key, reason in reasons.items() if reason]
    if len(failed) > 1:
        raise Unreadable(f"more than one entry fails: {failed}")
    return Verdict(*failed[0]) if failed else Verdict("none", "none")


def why(entry: Entry, case: Case) -> str | None:
    """Why the entry does not reconcile; None where it does."""
    lines = [line for line in case.lines if entry.reference in line.references]
    batches = [line for line in lines if len(line.references) > 1]
    if batches:
        return _why_in_batch(entry, lines, case)
    if not lines:
        return None if blank_lines(entry, case) else "missing_line"
    if case.rules.several:
        return _why_in_lines(entry, lines, case.rules)
    reasons = [_why_in_lines(entry, [line], case.rules) for line in lines]
    return None if None in reasons else reasons[0]


def _why_in_batch(entry: Entry, lines: list[Line], case: Case) -> str | None:
    (batch, *others), rules = lines, case.rules
    if others or batch.fee is not None or rules.batch_blames is None:
        raise Unreadable(f"what settles {entry.key}, which is in a batch")
    entries = {e.reference: e for e in case.entries}
    if any(reference not in entries for reference in batch.references):
        raise Unreadable(f"the total of {batch.key}, which names no entry")
    blamed = batch.references[0 if rules.batch_blames == "first" else -1]
    if blamed != entry.reference:
        return None
    total = sum(entries[reference].amount for reference in batch.references)
    return None if agrees(total, batch.amount, rules) else "fee_or_batch"


def _why_in_lines(entry: Entry, lines: Sequence[Line], rules: Rules) -> str | None:
    has_fee = any(fee_on(line, entry.amount, rules) for line in lines)
    if has_fee and len(lines) > 1:
        raise Unreadable(f"a fee on one of the lines of {entry.key}")
    if not agrees(due(entry, lines, rules), sum(line.amount for line in lines), rules):
        if has_fee:
            return "fee_or_batch"
        return "split" if len(lines) > 1 else "changed_amount"
    return None if _lines_in_time(entry, lines, rules) else "date"


def blank_lines(entry: Entry, case: Case) -> list[Line]:
    """The lines without a reference of which each would settle the entry."""
    if not case.rules.blanks_settle:
        return []
    return [
        line
        for line in case.lines
        if not line.references
        and line.party == entry.party
        and _why_in_lines(entry, [line], case.rules) is None
    ]


def _no_line_for_two(case: Case) -> None:
    """A line that could settle either of two entries would leave the answer open."""
    carried = [reference for line in case.lines for reference in line.references]
    alone = [entry for entry in case.entries if entry.reference not in carried]
    settling = [line.key for entry in alone for line in blank_lines(entry, case)]
    if len(set(settling)) < len(settling):
        raise Unreadable("a line without a reference settles either of two entries")


def due(entry: Entry, lines: Iterable[Line], rules: Rules) -> int:
    """The entry's amount less the fees on its lines, in cents."""
    return entry.amount - sum(fee_on(line, entry.amount, rules) for line in lines)


def fee_on(line: Line, amount: int, rules: Rules) -> int:
    """The fee in cents that was kept back on a line for this amount."""
    if line.fee is not None:
        if not rules.fees_in_notes:
            raise Unreadable(f"the fee in the note of {line.key}, for which there is no rule")
        return line.fee
    if line.note != rules.fee_note:
        return 0
    return rules.fee_flat + (amount * rules.fee_rate + 5000) // 10_000


def agrees(owed: int, shown: int, rules: Rules) -> bool:
    """Whether an amount due and an amount of ledger B, both in cents, agree."""
    if rules.whole_units:
        owed = (owed + 50) // 100 * 100
    return abs(owed - shown) <= rules.margin


def _lines_in_time(entry: Entry, lines: Iterable[Line], rules: Rules) -> bool:
    days = sorted(line.day for line in lines)
    picked = {"every": days, "first": days[:1], "last": days[-1:]}[rules.split_dates]
    return all(in_time(day, entry.day, rules) for day in picked)


def in_time(day: int, entry_day: int, rules: Rules) -> bool:
    """Whether a line of that day is within the tolerance. Days are proleptic ordinals."""
    if rules.days is None:
        return True
    if day < entry_day and not rules.may_precede:
        return False
    between = range(entry_day + 1, day + 1) if day > entry_day else range(day, entry_day)
    return sum(1 for d in between if not rules.working or is_working(d)) <= rules.days


def is_working(day: int) -> bool:
    """Whether an ordinal is a Monday to Friday; ordinal 1 is a Monday."""
    return (day - 1) % 7 < 5
