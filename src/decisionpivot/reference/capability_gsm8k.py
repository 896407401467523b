"""Capability boundary on GSM8K: will a chat model's answer be correct?"""

from decisionpivot.reference import zeroeval
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.sampling import rng
from decisionpivot.reference.source import Row, Source

FOLDER = "result_dirs/gsm"
LOWER = 0.5
UPPER = (0.75, 1.0)
EACH_UPPER = 388

CARD = Card(
    name="capability_gsm8k",
    layer="A",
    title="Capability boundary on GSM8K",
    asks="How likely does one of four chat models answer a problem correctly?",
    citation="Bill Yuchen Lin. ZeroEval: A Unified Framework for Evaluating Language Models. "
    "GitHub, 2024; problems: Karl Cobbe, et al. Training Verifiers to Solve Math Word Problems. "
    "2021",
    repository=zeroeval.REPOSITORY,
    commit=zeroeval.COMMIT,
    files=(
        SourceFile(
            "result_dirs/gsm/gemma-2-2b-it.json",
            3338425,
            "c585686d15bb7dea0562145b97a46789ed94be5cf15d9bda15377dbbaadd417d",
        ),
        SourceFile(
            "result_dirs/gsm/Qwen2-7B-Instruct.json",
            3369907,
            "c6d5638659ebaef05a2e8f144914c33b699e7785c7f039fccdb0463d931aa370",
        ),
        SourceFile(
            "result_dirs/gsm/Llama-3.1-405B-Inst@sambanova.json",
            2621944,
            "da8c856048baea4670b7e2efd4b7536fd75602383220bb5aa6086b074b6f3951",
        ),
        SourceFile(
            "result_dirs/gsm/o1-mini-2024-09-12.json",
            2323098,
            "600391c6cee4b6773ee221e4e8b545cc8445e41598dedab595fd9e022e498195",
        ),
    ),
    licence="Apache-2.0 (ZeroEval); GSM8K: MIT",
    terms="permissive",
    labels="computed",
    labels_are=zeroeval.LABELS_ARE,
    metric="brier_skill",
    original_metric="accuracy of each model",
    chance=None,
    chance_is="the best constant: always the mean rate; always 0.5 has a value of 0.871",
    items=1_000,
    groups=1_000,
    sha256="d8b65fa87dfd85eca2dc566f63808def9e7e3ca7f763d29e0fff90b79a0a3cc6",
    bag_of_words=0.871,
    defects=zeroeval.DEFECTS,
)


def rows(source: Source) -> list[Row]:
    """All problems of the three lower rates, and as many of each of the two upper ones."""
    found = sorted(zeroeval.rows_with_rates(source, FOLDER, "question"), key=_rate_and_text)
    draw = rng()
    result = [row for row in found if row.label is not None and row.label <= LOWER]
    for rate in UPPER:
        result += draw.sample([row for row in found if row.label == rate], EACH_UPPER)
    return result


def _rate_and_text(row: Row) -> tuple[float, str]:
    return row.label or 0.0, str(row.state)
