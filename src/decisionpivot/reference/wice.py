"""WiCE: do the sentences of a cited page support a claim?"""

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

CLAIMS = "data/entailment_retrieval/claim/test.jsonl"

CARD = Card(
    name="wice",
    layer="C",
    title="WiCE: claims of Wikipedia and the pages that they cite",
    asks="Is a claim supported, partially supported or not supported by the evidence?",
    citation="Ryo Kamoi, Tanya Goyal, Juan Diego Rodriguez, Greg Durrett. WiCE: Real-World "
    "Entailment for Claims in Wikipedia. EMNLP 2023",
    repository="ryokamoi/wice",
    commit="ddeb6c183665e2a20c5f03c5aa07f03888b9870f",
    files=(
        SourceFile(
            "data/entailment_retrieval/claim/test.jsonl",
            3624529,
            "4c91b9e9590cfcd8f8a0f7288b5ff315af8ade946d7bf26f50fbd671bb86dbe8",
        ),
    ),
    licence="ODC-BY (annotations); CC-BY-SA (Wikipedia) and Common Crawl's terms (text)",
    terms="share-alike",
    labels="human",
    labels_are="annotators",
    metric="auroc:supported",
    beside=("macro_f1",),
    original_metric="F1, accuracy and AUROC of supported against the rest",
    chance=0.5,
    chance_is="closed form: ranks that say nothing",
    unit="article of the claim",
    items=358,
    groups=326,
    defects=(
        "only 32 claims are not supported",
        "evidence is long: 15 texts have more than 30,000 characters",
    ),
    sha256="e9092b7624016346b25555d4abbcdbc0db6fb9c3cf98416eb4b56c00e49f2aa9",
    bag_of_words=0.465,
)

OPTIONS = (
    Option("supported", "the evidence supports all of the claim"),
    Option("partially_supported", "it supports a part of the claim"),
    Option("not_supported", "it supports no part of the claim"),
)


def rows(source: Source) -> list[Row]:
    """Every claim with all its evidence; which sentences support it tells the label."""
    return [
        Row(
            state={
                "claim": row["claim"],
                "context": row["meta"]["claim_context"],
                "evidence": "\n".join(row["evidence"]),
            },
            question="Does the evidence support the claim?",
            options=OPTIONS,
            answer=row["label"],
            group=row["meta"]["claim_title"],
        )
        for row in source.jsonl(CLAIMS)
    ]
