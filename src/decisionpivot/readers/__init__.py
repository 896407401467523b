"""Partial readers: what an answer from part of a case is worth, one file a family.

Each states its bound; the audit measures it. A reader is uniform outside its family.
"""

from decisionpivot.readers import policy_case
from decisionpivot.readers.reader import Reader

READERS: tuple[Reader, ...] = (*policy_case.READERS.values(),)

BY_NAME: dict[str, Reader] = {reader.name: reader for reader in READERS}
