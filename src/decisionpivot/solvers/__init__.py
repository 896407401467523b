"""Independent solvers: each answers a family's items from what a model sees, nothing else.

A solver's author has seen rendered items and the names of the reasons, never the generator.
"""

from collections.abc import Callable

from decisionpivot.items import Request
from decisionpivot.solvers import (
    access_check,
    answerable,
    booking_check,
    contract_change,
    filter_match,
    goal_check,
    install_check,
    ledger_match,
    log_claim,
    policy_case,
    record_rule,
    toolcall_valid,
    triage_order,
)
from decisionpivot.solvers.verdict import Unreadable, Verdict

Solve = Callable[[Request], Verdict]

SOLVERS: dict[str, Solve] = {
    "answerable": answerable.solve,
    "access_check": access_check.solve,
    "policy_case": policy_case.solve,
    "log_claim": log_claim.solve,
    "booking_check": booking_check.solve,
    "goal_check": goal_check.solve,
    "toolcall_valid": toolcall_valid.solve,
    "triage_order": triage_order.solve,
    "contract_change": contract_change.solve,
    "ledger_match": ledger_match.solve,
    "record_rule": record_rule.solve,
    "install_check": install_check.solve,
    "filter_match": filter_match.solve,
}

__all__ = ["SOLVERS", "Solve", "Unreadable", "Verdict"]
