"""``access_check``'s fourteen structural counts: what a regression on them tells of the answer."""

from collections.abc import Iterator, Sequence

from decisionpivot.audit.check import Check
from decisionpivot.families.group import Family, generate
from decisionpivot.items import Item
from decisionpivot.readers.access_check import counts

FAMILY = "access_check"
TRAIN_SEEDS = range(2, 5)
BOUND = 0.57


def structural_counts(family: Family, items: Sequence[Item]) -> Iterator[Check]:
    """Yield the item accuracy of a logistic regression that was fitted on three other draws."""
    if family.name != FAMILY:
        return
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    train = [item for seed in TRAIN_SEEDS for item in generate(family, seed)]
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1_000))
    model.fit([counts(item.request) for item in train], [item.answer for item in train])
    answers = [item.answer for item in items]
    value = float(model.score([counts(item.request) for item in items], answers))
    yield Check(
        audit="reader",
        family=family.name,
        name=f"{FAMILY}/structural-counts, items",
        value=value,
        bound=BOUND,
        holds=value <= BOUND,
        detail=f"fourteen counts, fitted on {len(train):,} items of other draws",
    )
