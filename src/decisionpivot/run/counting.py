"""What the records of a run come to: the counts and totals of ``run.json``."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from decisionpivot.items import Answer
from decisionpivot.run.folder import Counts, Totals


class Counted(Struct, frozen=True):
    """How the items of a run fared, and what it used."""

    counts: Counts
    totals: Totals


def counted(records: Iterable[Answer], *, items: int, lost_usd: float = 0.0) -> Counted:
    """Count the records of a run over so many items.

    Args:
        records: all of them, each item's once; they are read once and not kept.
        items: how many items the run is for.
        lost_usd: what records that were asked again had cost.
    """
    counts: Counter[str] = Counter()
    failures: Counter[str] = Counter()
    sums = dict.fromkeys(Totals.__struct_fields__, 0.0)
    for answer in records:
        counts["records"] += 1
        counts["answers"] += answer.error is None
        counts["truncated"] += answer.truncated is True
        counts["contradicted"] += answer.contradicted is True
        counts["incomplete"] += bool(answer.options_missing)
        if answer.error is not None:
            failures[answer.error.kind] += 1
        for field in sums:
            sums[field] += getattr(answer, field) or 0
    return Counted(
        Counts(
            items=items,
            answers=counts["answers"],
            failures=dict(sorted(failures.items())),
            missing=items - counts["records"],
            truncated=counts["truncated"],
            contradicted=counts["contradicted"],
            incomplete=counts["incomplete"],
        ),
        Totals(
            attempts=int(sums["attempts"]),
            tokens=int(sums["tokens"]),
            input_tokens=int(sums["input_tokens"]),
            cost_usd=sums["cost_usd"] + lost_usd,
        ),
    )
