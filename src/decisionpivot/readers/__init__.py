"""Partial readers: what an answer from part of a case is worth, one file a family.

Each states its bound; the audit measures it. A reader answers its own family only.
"""

from decisionpivot.readers import (
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
from decisionpivot.readers.reader import Reader

READERS: tuple[Reader, ...] = (
    *answerable.READERS.values(),
    *access_check.READERS.values(),
    *policy_case.READERS.values(),
    *log_claim.READERS.values(),
    *booking_check.READERS.values(),
    *goal_check.READERS.values(),
    *toolcall_valid.READERS.values(),
    *triage_order.READERS.values(),
    *contract_change.READERS.values(),
    *ledger_match.READERS.values(),
    *record_rule.READERS.values(),
    *install_check.READERS.values(),
    *filter_match.READERS.values(),
)

BY_NAME: dict[str, Reader] = {reader.name: reader for reader in READERS}
