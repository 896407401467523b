"""LLMBar: which of two responses follows the instruction?"""

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

SUBSETS = (
    "Natural",
    "Adversarial/Neighbor",
    "Adversarial/GPTInst",
    "Adversarial/GPTOut",
    "Adversarial/Manual",
)

CARD = Card(
    name="llmbar",
    layer="C",
    title="LLMBar: following an instruction",
    asks="Which of two responses follows an instruction better?",
    citation="Zhiyuan Zeng, Jiatong Yu, Tianyu Gao, Yu Meng, Tanya Goyal, Danqi Chen. Evaluating "
    "Large Language Models at Evaluating Instruction Following. ICLR 2024",
    repository="princeton-nlp/LLMBar",
    commit="900616bff90b6c6c8e1681f7d079250637c55992",
    files=(
        SourceFile(
            "Dataset/LLMBar/Natural/dataset.json",
            91269,
            "f7127b7aa78104cb8e03a2b1b3ac0077e95b125714dd441a8ee63666145a3375",
        ),
        SourceFile(
            "Dataset/LLMBar/Adversarial/Neighbor/dataset.json",
            131988,
            "6712c7eda6342602e0bc7c06c282fa95e2110d4e741a284026a62d937f9780a0",
        ),
        SourceFile(
            "Dataset/LLMBar/Adversarial/GPTInst/dataset.json",
            211768,
            "1002425f73c2cf54b6e6de99bce3f6c60fa2a17d13194772e37d7481c1351d42",
        ),
        SourceFile(
            "Dataset/LLMBar/Adversarial/GPTOut/dataset.json",
            32640,
            "1ff56e520d7607750a9866a3be0f5b850392ca4477a1f69d80f32bd3e310f561",
        ),
        SourceFile(
            "Dataset/LLMBar/Adversarial/Manual/dataset.json",
            79050,
            "0d9598769a39cdbbd265778c37e49939d41d5f76dcfb17bd75dcfa07516d3837",
        ),
    ),
    hub="princeton-nlp/LLMBar",
    licence="MIT",
    terms="permissive",
    labels="human",
    labels_are="experts, with an objective preference",
    metric="accuracy",
    original_metric="accuracy over both orders, and how often both orders agree",
    chance=0.5,
    chance_is="closed form: one over the number of options",
    items=419,
    groups=419,
    defects=("the shorter response is right in 0.73 of all pairs (0.88 of Neighbor's)",),
    sha256="9b9c93b29d6610be221169b28852876ae76270ff29ee7b19bfc14cb167c027da",
    bag_of_words=0.527,
)

OPTIONS = (
    Option("a", "response_a follows the instruction better"),
    Option("b", "response_b follows the instruction better"),
)


def rows(source: Source) -> list[Row]:
    """Every pair in the source's order of responses."""
    return [
        Row(
            state={
                "instruction": row["input"],
                "response_a": row["output_1"],
                "response_b": row["output_2"],
            },
            question="Which response follows the instruction better?",
            options=OPTIONS,
            answer="a" if row["label"] == 1 else "b",
            domain=subset.rpartition("/")[2],
        )
        for subset in SUBSETS
        for row in source.json(f"Dataset/LLMBar/{subset}/dataset.json")
    ]
