"""FOLIO: does a conclusion follow from premises, by first-order logic?"""

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

ROWS = "data/v0.0/folio-validation.jsonl"

CARD = Card(
    name="folio",
    layer="E",
    title="FOLIO: conclusions from premises in first-order logic",
    asks="Is a conclusion true, false or uncertain, given the premises alone?",
    citation="Simeng Han, Hailey Schoelkopf, Yilun Zhao, et al. FOLIO: Natural Language Reasoning "
    "with First-Order Logic. 2022",
    repository="Yale-LILY/FOLIO",
    commit="5d7bb84c7edab3fb358e057d2807f19cf5cf5e2d",
    files=(
        SourceFile(
            ROWS, 173456, "6922c988ef10987bd6545568ee8e63e897af80994591fa20539767da58f8e3d1"
        ),
    ),
    hub="yale-nlp/FOLIO",
    licence="CC BY-SA 4.0",
    terms="share-alike",
    labels="human",
    labels_are="written by experts, their formal annotation checked with a prover",
    metric="accuracy",
    original_metric="accuracy",
    chance=1 / 3,
    chance_is="closed form: one over the number of options",
    unit="premises",
    items=204,
    groups=73,
    sha256="6dbf033f65985726641818956a2c6e7b5cce7ab4faf7fc456b146f85ffd8ac07",
    bag_of_words=0.319,
    defects=(
        "validation split of v0.0: the test set is not public, and the authors mended errors in a "
        "later version on the hub",
    ),
)

OPTIONS = (
    Option("true", "the conclusion follows from the premises"),
    Option("false", "the premises contradict the conclusion"),
    Option("uncertain", "the premises neither imply nor contradict it"),
)


def rows(source: Source) -> list[Row]:
    """Every conclusion; the formal versions of premises and conclusion stay out."""
    return [
        Row(
            state="\n".join(row["premises"]),
            question="Judging from these premises alone, is this conclusion true, false or "
            f"uncertain? Conclusion: {row['conclusion']}",
            options=OPTIONS,
            answer=row["label"].lower(),
            group="\n".join(row["premises"]),
        )
        for row in source.jsonl(ROWS)
    ]
