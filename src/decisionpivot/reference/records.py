"""Pairs of product records: what the two entity-matching sets share."""

from decisionpivot.items import Option
from decisionpivot.reference.source import Row, Source

CITATION = (
    "Yuliang Li, Jinfeng Li, Yoshihiko Suhara, AnHai Doan, Wang-Chiew Tan. Deep Entity Matching "
    "with Pre-Trained Language Models. VLDB 2020; Sidharth Mudgal, et al. Deep Learning for Entity "
    "Matching. SIGMOD 2018"
)
REPOSITORY = "megagonlabs/ditto"
COMMIT = "52985564a93fb11308439516d3e17a033d43ec8f"
LICENCE = "Apache-2.0 (repository); the data has no licence of its own there"
LABELS_ARE = "gold matches of the Leipzig and Magellan collections"
ONLY_MATCHED = (
    "only left records with a match are built, so that the share of matches is higher than in the "
    "source"
)

OPTIONS = (
    Option("match", "both records describe the same product"),
    Option("no_match", "they describe different products"),
)


def rows_with_matches(source: Source, path: str) -> list[Row]:
    """The pairs of every left record that has a match, whole; exact repeats are left out."""
    pairs: dict[str, tuple[str, str, str]] = {}
    for line in source.text(path).splitlines():
        if line in pairs:
            source.drop("repeated pair")
        else:
            left, right, label = line.split("\t")
            pairs[line] = left, right, label.strip()
    matched = {left for left, _, label in pairs.values() if label == "1"}
    kept = [pair for pair in pairs.values() if pair[0] in matched]
    source.drop("left record without a match", len(pairs) - len(kept))
    return [
        Row(
            state={"record_a": fields(left), "record_b": fields(right)},
            question="Do these two records describe the same product?",
            options=OPTIONS,
            answer="match" if label == "1" else "no_match",
            group=left,
        )
        for left, right, label in kept
    ]


def fields(record: str) -> dict[str, str]:
    """The columns of a record written as ``COL name VAL value COL ...``.

    >>> fields("COL title VAL red pen COL price VAL ")
    {'title': 'red pen', 'price': ''}
    """
    parts = (part.partition(" VAL") for part in record.split("COL ")[1:])
    return {name.strip(): value.strip() for name, _, value in parts}
