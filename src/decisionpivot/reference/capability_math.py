"""Capability boundary on MATH, level 5: will a chat model's answer be correct?"""

from decisionpivot.reference import zeroeval
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

FOLDER = "result_dirs/math-l5"

CARD = Card(
    name="capability_math",
    layer="A",
    title="Capability boundary on MATH, level 5",
    asks="How likely does one of four chat models answer a problem correctly?",
    citation="Bill Yuchen Lin. ZeroEval: A Unified Framework for Evaluating Language Models. "
    "GitHub, 2024; problems: Dan Hendrycks, et al. Measuring Mathematical Problem Solving With the "
    "MATH Dataset. NeurIPS 2021",
    repository=zeroeval.REPOSITORY,
    commit=zeroeval.COMMIT,
    files=(
        SourceFile(
            "result_dirs/math-l5/gemma-2-2b-it.json",
            3378569,
            "957264912a36236c2597cd6448a3606f84334c8e9605f1be11f61d332312ee9e",
        ),
        SourceFile(
            "result_dirs/math-l5/Qwen2-7B-Instruct.json",
            2466183,
            "382489a0c6e1235c49442b8eba7ab7d224e7348730ee553751509505fe35ea73",
        ),
        SourceFile(
            "result_dirs/math-l5/Llama-3.1-405B-Inst@sambanova.json",
            2357759,
            "86dea7ae26e0c217425f7f8f3d496ddf8cb8592cd41c9d8f4297a20ae8644c8a",
        ),
        SourceFile(
            "result_dirs/math-l5/o1-mini-2024-09-12.json",
            1503460,
            "08594fb7ae132f9275860a1c63d6adb5c3c58d51e70e33e56c3324eace167a6a",
        ),
    ),
    licence="Apache-2.0 (ZeroEval); problems of MATH: MIT",
    terms="permissive",
    labels="computed",
    labels_are=zeroeval.LABELS_ARE,
    metric="brier_skill",
    original_metric="accuracy of each model",
    chance=None,
    chance_is="the best constant: always the mean rate; always 0.5 has a value of 0.938",
    items=721,
    groups=721,
    sha256="9eba093a173015c56d900192e97bb29dd7f8097a6018c305ef1cfa02d21b79db",
    bag_of_words=0.938,
    defects=(
        "two reference answers are numbers in base 3, of which the first number is compared",
        *zeroeval.DEFECTS,
    ),
)


def rows(source: Source) -> list[Row]:
    """Every problem."""
    return zeroeval.rows_with_rates(source, FOLDER, "problem")
