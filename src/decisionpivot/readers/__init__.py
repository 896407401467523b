"""Partial readers: what an answer from part of a case is worth, one file a family.

Each states its bound; the audit measures it. A reader answers its own family only.
"""

from decisionpivot.readers import (
    filter_match,
    log_claim,
    policy_case,
    toolcall_valid,
)
from decisionpivot.readers.reader import Reader

READERS: tuple[Reader, ...] = (
    *policy_case.READERS.values(),
    *log_claim.READERS.values(),
    *filter_match.READERS.values(),
    *toolcall_valid.READERS.values(),
)

BY_NAME: dict[str, Reader] = {reader.name: reader for reader in READERS}
