"""Solver agreement: does a second program, which sees the request alone, get the same answer?"""

from collections.abc import Sequence

from decisionpivot.audit.check import Check
from decisionpivot.items import Item
from decisionpivot.solvers import SOLVERS, Unreadable

REASON_ON_NO = ("booking_check", "toolcall_valid", "install_check", "filter_match")
"""Families in which the reason of a "no" is compared; on a "yes" the solver gives none."""
REASON_ALWAYS = ("ledger_match", "record_rule")


def expected_reason(item: Item) -> str | None:
    """The reason that the solver must give for an item; None where none is compared."""
    if item.interpretation:
        return item.interpretation
    if item.pivot and item.family in REASON_ALWAYS:
        return item.pivot.kind
    if item.pivot and item.family in REASON_ON_NO and item.answer == "no":
        return item.pivot.kind
    return None


def disagreement(item: Item) -> str:
    """What the solver says otherwise than the item; empty where they agree."""
    try:
        verdict = SOLVERS[item.name](item.request)
    except Unreadable as error:
        return f"{item.id}: cannot read: {error}"
    if verdict.answer != item.answer:
        return f"{item.id}: answer {verdict.answer}, not {item.answer}"
    if verdict.reason != expected_reason(item):
        return f"{item.id}: reason {verdict.reason}, not {expected_reason(item)}"
    return ""


def agreement(family: str, items: Sequence[Item], *, name: str) -> Check:
    """Answer and reason of the family's solver on all items; a refusal to read disagrees."""
    if family not in SOLVERS:
        return Check(
            audit="agreement",
            family=family,
            name=name,
            holds=False,
            detail="there is no solver yet",
        )
    differences = [text for item in items if (text := disagreement(item))]
    return Check(
        audit="agreement",
        family=family,
        name=name,
        value=1 - len(differences) / len(items),
        bound=1.0,
        holds=not differences,
        detail=f"{len(items) - len(differences)} of {len(items)}"
        + ("; " + "; ".join(differences[:3]) if differences else ""),
    )
