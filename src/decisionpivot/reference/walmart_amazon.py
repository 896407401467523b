"""Walmart-Amazon (dirty): do two shops' records describe the same product?"""

from decisionpivot.reference import records
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

PAIRS = "data/er_magellan/Dirty/Walmart-Amazon/test.txt"

CARD = Card(
    name="walmart_amazon",
    layer="F",
    title="Walmart-Amazon: product records with misplaced values",
    asks="Do two records describe the same product?",
    citation=records.CITATION,
    repository=records.REPOSITORY,
    commit=records.COMMIT,
    files=(
        SourceFile(
            PAIRS, 742232, "3d305c3f8ca1e42ae737fea0e59acac15d7928803f3f2225a6b17439b6214fd8"
        ),
    ),
    licence=records.LICENCE,
    terms="unstated",
    labels="human",
    labels_are=records.LABELS_ARE,
    metric="f1:match",
    beside=("balanced_accuracy",),
    original_metric="F1 of the match class",
    chance=0.5032,
    chance_is="mean of 20,000 seeded draws of uniform guesses",
    unit="left record",
    items=381,
    groups=191,
    sha256="e262ee10a2f844c80adc2516e08ac1717774eb88ee98d68d4ad5221f75f3ee67",
    bag_of_words=0.630,
    defects=(
        "values were moved to the wrong attribute on purpose by the benchmark's authors",
        records.ONLY_MATCHED,
    ),
)


def rows(source: Source) -> list[Row]:
    """Every pair whose left record has a match somewhere."""
    return records.rows_with_matches(source, PAIRS)
