"""AR-LSAT: analytical reasoning questions of the law school admission test."""

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

PASSAGES = "data/AR_TestData.json"

CARD = Card(
    name="ar_lsat",
    layer="E",
    title="AR-LSAT: analytical reasoning over constraints",
    asks="Which of five statements fits a passage of constraints?",
    citation="Wanjun Zhong, Siyuan Wang, Duyu Tang, et al. AR-LSAT: Investigating Analytical "
    "Reasoning of Text. 2021 (Findings of NAACL 2022: Analytical Reasoning of Text)",
    repository="zhongwanjun/AR-LSAT",
    commit="41f78ca7be3e24602b694b9d6b78105fc0c8bfc6",
    files=(
        SourceFile(
            PASSAGES, 140103, "6ff12b54b65a7d06102cf86170264ff6369742477694ca1b192d4feddc103bbe"
        ),
    ),
    licence="MIT (repository); the rights in the test's own questions are not discussed there",
    terms="unstated",
    labels="human",
    labels_are="the key of the test",
    metric="accuracy",
    original_metric="accuracy",
    chance=0.2,
    chance_is="closed form: one over the number of options",
    unit="passage",
    items=230,
    groups=40,
    sha256="47b0cd6eb86b51752b0a2ae019ee6d9bfc877c991c3e35ff009ba7fda8dcdf78",
    bag_of_words=0.196,
    defects=("hard without long reasoning; 230 questions only",),
)


def rows(source: Source) -> list[Row]:
    """Every question of every passage, its five answers as options in the source's order."""
    return [
        Row(
            state=passage["passage"],
            question=question["question"],
            options=tuple(
                Option(key, text) for key, text in zip("abcde", question["options"], strict=True)
            ),
            answer=question["answer"].lower(),
            group=passage["id"],
        )
        for passage in source.json(PASSAGES)
        for question in passage["questions"]
    ]
