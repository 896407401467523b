"""JudgeBench: which of two responses is correct?"""

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

CARD = Card(
    name="judgebench",
    layer="C",
    title="JudgeBench: correct and incorrect responses to hard questions",
    asks="Which of two responses is correct?",
    citation="Sijun Tan, Siyuan Zhuang, Kyle Montgomery, William Y. Tang, Alejandro Cuadron, "
    "Chenguang Wang, Raluca Ada Popa, Ion Stoica. JudgeBench: A Benchmark for Evaluating LLM-Based "
    "Judges. ICLR 2025",
    repository="ScalerLab/JudgeBench",
    commit="e2c52c284e735e139b3daa61c206ee208f36c461",
    files=(
        SourceFile(
            "data/dataset=judgebench,response_model=gpt-4o-2024-05-13.jsonl",
            1960188,
            "d5106306b38dead1b2e964ecf5534a3e7b2fc4b8d3b8da327599edfcebd76042",
        ),
        SourceFile(
            "data/dataset=judgebench,response_model=claude-3-5-sonnet-20240620.jsonl",
            920039,
            "3b70504588e400613bf5744a20a345da8701b7150be9a30c9db0e6f3d7b70a62",
        ),
    ),
    hub="ScalerLab/JudgeBench",
    licence="not stated in the repository; MIT on the hub's card",
    terms="unstated",
    labels="computed",
    labels_are="final answers and unit tests of MMLU-Pro, LiveBench and LiveCodeBench",
    metric="accuracy",
    original_metric="accuracy, right in both orders",
    chance=0.5,
    chance_is="closed form: one over the number of options",
    unit="question",
    items=620,
    groups=528,
    defects=(
        "very hard: small models score about chance",
        "the two responses of one pair (a LiveCodeBench task) are the same text: its label cannot "
        "be told",
    ),
    sha256="fec4e3ccb62377631a4e82dc6e5f9c6740fc24b08bb595c55d83e4b1d12e132b",
    bag_of_words=0.521,
)

OPTIONS = (
    Option("a", "response_a is correct"),
    Option("b", "response_b is correct"),
)


def rows(source: Source) -> list[Row]:
    """Every pair in the source's order; which model and set it comes from stays out."""
    return [
        Row(
            state={
                "question": row["question"],
                "response_a": row["response_A"],
                "response_b": row["response_B"],
            },
            question="One of the responses is correct. Which one?",
            options=OPTIONS,
            answer="a" if row["label"] == "A>B" else "b",
            group=row["question"],
        )
        for path in source.paths
        for row in source.jsonl(path)
    ]
