"""PubMedQA: does an abstract answer its title's question with yes, no or maybe?"""

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

ABSTRACTS = "data/ori_pqal.json"
TRUTH = "data/test_ground_truth.json"

CARD = Card(
    name="pubmedqa",
    layer="E",
    title="PubMedQA: questions that a biomedical abstract answers",
    asks="Does the evidence of an abstract answer its question with yes, no or maybe?",
    citation="Qiao Jin, Bhuwan Dhingra, Zhengping Liu, William Cohen, Xinghua Lu. PubMedQA: A "
    "Dataset for Biomedical Research Question Answering. EMNLP-IJCNLP 2019",
    repository="pubmedqa/pubmedqa",
    commit="1cbae8e92f72f20c8d3747cbb3bf5bc53554d997",
    files=(
        SourceFile(
            ABSTRACTS, 2584787, "8b3276be8942ebbd77f3ddcda12c1749bf0e490045a736fd8438ee40cf37a41d"
        ),
        SourceFile(
            TRUTH, 11414, "939fe566f09017d13b1ca64d2ddfee0bc2374b366048152997669cccedc44d51"
        ),
    ),
    licence="MIT",
    terms="permissive",
    labels="human",
    labels_are="expert annotators",
    metric="accuracy",
    beside=("macro_f1",),
    original_metric="accuracy and macro-F1",
    chance=1 / 3,
    chance_is="closed form: one over the number of options",
    items=500,
    groups=500,
    sha256="fa8d961e82b1d82e703f3daab812a5bd13152aecda52baeaf585b3fdbae04af5",
    bag_of_words=0.558,
    defects=("only 55 of the 500 answers are 'maybe'; always 'yes' is right in 0.552",),
)

OPTIONS = (
    Option("yes", "the evidence answers the question with yes"),
    Option("no", "the evidence answers the question with no"),
    Option("maybe", "the evidence does not settle the question"),
)


def rows(source: Source) -> list[Row]:
    """The 500 abstracts of the test set without their conclusions, which tell the answer."""
    abstracts = source.json(ABSTRACTS)
    return [
        Row(
            state="\n".join(abstracts[number]["CONTEXTS"]),
            question=abstracts[number]["QUESTION"],
            options=OPTIONS,
            answer=answer,
        )
        for number, answer in source.json(TRUTH).items()
    ]
