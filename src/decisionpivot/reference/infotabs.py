"""InfoTabS: does a sentence follow from an infobox?"""

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, listed
from decisionpivot.reference.sampling import walk
from decisionpivot.reference.source import Row, Source

SENTENCES = "data/maindata/infotabs_test_alpha3.tsv"
TABLE = "data/tables/json/{}.json"

CARD = Card(
    name="infotabs",
    layer="F",
    title="InfoTabS: inference on infoboxes",
    asks="Does a table entail a sentence, contradict it, or neither?",
    citation="Vivek Gupta, Maitrey Mehta, Pegah Nokhiz, Vivek Srikumar. INFOTABS: Inference on "
    "Tables as Semi-structured Data. ACL 2020",
    repository="infotabs/infotabs",
    commit="34e7dc0900a0d861ad62be3d7371d8eb0aace4fe",
    files=listed("infotabs"),
    licence="Apache-2.0; the readme asks to read licence and data sheet before non-academic use",
    terms="permissive",
    labels="human",
    labels_are="the sentences' authors; the majority of five validators agrees in 1,448 of 1,789",
    metric="accuracy",
    original_metric="accuracy",
    chance=1 / 3,
    chance_is="closed form: one over the number of options",
    unit="table",
    items=998,
    groups=111,
    sha256="19b1e4503c571abb70fee5084caee3eef560f201cfdbd5e43fedfca12b068f59",
    bag_of_words=0.333,
    defects=(
        "the tables are of domains that the training set lacks (the set's third test split)",
        "the data sheet that the readme names is a broken link in the repository",
    ),
)

OPTIONS = (
    Option("entailment", "the table shows that the sentence is true"),
    Option("neutral", "the table does not settle it"),
    Option("contradiction", "the table shows that the sentence is false"),
)
LABELS = {option.key[0].upper(): option.key for option in OPTIONS}


def rows(source: Source) -> list[Row]:
    """Whole tables with their sentences; one repeated sentence is left out."""
    kept: dict[tuple[str, str], str] = {}
    for row in source.table(SENTENCES, delimiter="\t"):
        sentence = row["table_id"], row["hypothesis"]
        if sentence in kept:
            source.drop("repeated sentence")
        kept[sentence] = LABELS[row["label"]]
    states = {table: _state(source, table) for table, _ in kept}
    return walk(
        [
            Row(
                state=states[table],
                question=f"Judging from this table, is this sentence true? {hypothesis}",
                options=OPTIONS,
                answer=label,
                group=table,
            )
            for (table, hypothesis), label in kept.items()
        ]
    )


def _state(source: Source, table: str) -> str:
    """The table as lines of key and values."""
    cells: dict[str, list[str]] = source.json(TABLE.format(table))
    return "\n".join(f"{key}: {'; '.join(values)}" for key, values in cells.items())
