"""Amazon-Google: do two shops' records describe the same product?"""

from decisionpivot.reference import records
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

PAIRS = "data/er_magellan/Structured/Amazon-Google/test.txt"

CARD = Card(
    name="amazon_google",
    layer="F",
    title="Amazon-Google: software products of two shops",
    asks="Do two records describe the same product?",
    citation=records.CITATION,
    repository=records.REPOSITORY,
    commit=records.COMMIT,
    files=(
        SourceFile(
            PAIRS, 505374, "fb4a50692f296435d9ecd4b310acc1318ff7d6d1e13924f0b211d1f906dacbef"
        ),
    ),
    licence=records.LICENCE,
    terms="unstated",
    labels="human",
    labels_are=records.LABELS_ARE,
    metric="f1:match",
    beside=("balanced_accuracy",),
    original_metric="F1 of the match class",
    chance=0.4144,
    chance_is="mean of 20,000 seeded draws of uniform guesses",
    unit="left record",
    items=658,
    groups=227,
    sha256="301c85e982192fee87a2916ff0cdf3c2547d2a8f1b664f1ce6ec41963c219611",
    bag_of_words=0.550,
    defects=(
        "27 pairs are repeated in the source and built once",
        records.ONLY_MATCHED,
    ),
)


def rows(source: Source) -> list[Row]:
    """Every pair whose left record has a match somewhere."""
    return records.rows_with_matches(source, PAIRS)
