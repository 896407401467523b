"""MED: does a sentence follow when a phrase is made wider or narrower?"""

import csv
from collections import defaultdict

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.sampling import components, walk
from decisionpivot.reference.source import Row, Source

PAIRS = "MED.tsv"

CARD = Card(
    name="med",
    layer="E",
    title="MED: monotonicity entailment",
    asks="Does a second sentence follow from a first?",
    citation="Hitomi Yanaka, Koji Mineshima, Daisuke Bekki, Kentaro Inui, Satoshi Sekine, Lasha "
    "Abzianidze, Johan Bos. Can Neural Networks Understand Monotonicity Reasoning? BlackboxNLP "
    "2019",
    repository="verypluming/MED",
    commit="860ba36ce95ecba9f1ebe348d3d8cf1b3cba435a",
    files=(
        SourceFile(
            PAIRS, 781933, "644d4ffc16fffabb42ab3b7b087074794cefe4c434c7f852b998f209f295d74a"
        ),
    ),
    licence="CC BY-SA 4.0; some sentences come from FraCaS and the GLUE diagnostic, whose authors "
    "keep their rights",
    terms="share-alike",
    labels="human",
    labels_are="crowd workers (4,068 pairs) and linguistics publications (1,314)",
    metric="accuracy",
    original_metric="accuracy, overall and for upward, downward and non-monotone pairs",
    chance=0.5,
    chance_is="closed form: one over the number of options",
    unit="sentences that pairs share",
    items=1_000,
    groups=286,
    sha256="22e6e375c8aaea663bcf80c8b52dc6917944a98db87b089a152c8673a5668a6b",
    bag_of_words=0.558,
    defects=("one pair occurs with both labels and is left out",),
)

OPTIONS = (
    Option("entailment", "it follows: whenever the first sentence is true, so is the second"),
    Option("neutral", "it does not follow"),
)


def rows(source: Source) -> list[Row]:
    """Whole components of pairs that share a sentence; ``genre`` tells the direction, not shown."""
    labels: dict[tuple[str, str], set[str]] = defaultdict(set)
    table = list(source.table(PAIRS, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in table:
        labels[row["sentence1"], row["sentence2"]].add(row["gold_label"])
    kept: dict[tuple[str, str], dict[str, str]] = {}
    for row in table:
        pair = row["sentence1"], row["sentence2"]
        if len(labels[pair]) > 1:
            source.drop("with both labels")
        elif pair in kept:
            source.drop("repeated pair")
        else:
            kept[pair] = row
    firsts = components(list(kept))
    usable = list(kept.values())
    return walk(
        [
            Row(
                state=row["sentence1"],
                question=f"Does this sentence follow from it? {row['sentence2']}",
                options=OPTIONS,
                answer=row["gold_label"],
                group=usable[first]["index"],
                domain=direction(row["genre"]),
            )
            for row, first in zip(usable, firsts, strict=True)
        ]
    )


def direction(genre: str) -> str:
    """What the changed place allows: phrases made wider, narrower, or neither.

    >>> direction("crowd:downward_monotone:disjunction")
    'downward_monotone'
    """
    (found,) = [part for part in genre.split(":") if part.endswith("_monotone")]
    return found
