"""EDOS: is a post sexist?"""

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.sampling import MOST, walk
from decisionpivot.reference.source import Row, Source

POSTS = "data/edos_labelled_aggregated.csv"

CARD = Card(
    name="edos",
    layer="B",
    title="EDOS: online sexism (task A)",
    asks="Is a post sexist?",
    citation="Hannah Rose Kirk, Wenjie Yin, Bertie Vidgen, Paul Röttger. SemEval-2023 Task 10: "
    "Explainable Detection of Online Sexism. SemEval 2023",
    repository="rewire-online/edos",
    commit="b1f1fbcca9d42de0395432ada8fcfb5c35f68c77",
    files=(
        SourceFile(
            POSTS, 3846925, "607bdbb766e1803a28f0eb8fc21c14b6b9dfa20039f726ba6767438584b47f9b"
        ),
    ),
    licence="CC0 1.0",
    terms="permissive",
    labels="human",
    labels_are="three trained annotators, disagreements settled by experts",
    metric="macro_f1",
    original_metric="macro-F1",
    chance=0.4999,
    chance_is="mean of 20,000 seeded draws of uniform guesses",
    items=1_000,
    groups=1_000,
    sha256="e06a4b1f94cabef1c149dee6b73d064581b5152e28644afef4b83d196e558960",
    bag_of_words=0.645,
    defects=("labels are balanced here; in the source a quarter of the posts is sexist",),
    warning="abusive posts as classification input",
)

OPTIONS = (
    Option("sexist", "it abuses or is prejudiced against women for being women"),
    Option("not_sexist", "it is not sexist"),
)


def rows(source: Source) -> list[Row]:
    """As many sexist as other posts of the test split."""
    posts = [row for row in source.table(POSTS) if row["split"] == "test"]
    return walk(
        [
            Row(
                state=row["text"],
                question="Is this post sexist?",
                options=OPTIONS,
                answer=row["label_sexist"].replace(" ", "_"),
            )
            for row in posts
        ],
        quotas={option.key: MOST // 2 for option in OPTIONS},
    )
