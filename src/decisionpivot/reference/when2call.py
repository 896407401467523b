"""When2Call: call a tool, ask for a missing detail, or say that the tools cannot do it?"""

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

ROWS = "data/test/when2call_test_llm_judge.jsonl"

CARD = Card(
    name="when2call",
    layer="A",
    title="When2Call: when to call a tool",
    asks="What should an assistant with these tools do next?",
    citation="Hayley Ross, Ameya Sunil Mahabaleshwarkar, Yoshi Suhara. When2Call: When (not) to "
    "Call Tools. NAACL 2025",
    repository="NVIDIA/When2Call",
    commit="ecc8d42388e91ab37e7e737d48e16e8ecea3d1dc",
    files=(
        SourceFile(
            ROWS, 1757306, "0b710578e3b02479e5acf5688140ec5edf71383fa5c093481c7536b57fd13b25"
        ),
    ),
    hub="nvidia/When2Call",
    licence="Apache-2.0 (repository), CC-BY-4.0 (card on the hub)",
    terms="permissive",
    labels="computed",
    labels_are="by construction: a tool or a parameter was taken away",
    metric="macro_f1:tool_call,request_for_info,cannot_answer",
    original_metric="macro-F1, length-normalised accuracy and hallucinated calls, on a larger file",
    chance=0.2843,
    chance_is="mean of 20,000 seeded draws of uniform guesses",
    unit="the question that it was made from",
    items=283,
    groups=259,
    sha256="46cdbf9f6543343af853fa8a79cb78b3e23db8083ca062fd40af1351bcffd2a8",
    bag_of_words=0.425,
    defects=(
        "the authors' small file for judging models is built; the whole test set is not in the "
        "snapshot",
        "'direct' is never right",
    ),
)

OPTIONS = (
    Option("tool_call", "call one of the listed tools"),
    Option("request_for_info", "ask the user for a required detail that is missing"),
    Option("cannot_answer", "say that the listed tools cannot do it"),
    Option("direct", "answer from its own knowledge, without a tool"),
)


def rows(source: Source) -> list[Row]:
    """Tools and question; the fields that only some labels have stay out.

    Rows without tools are left out: all of them are ``cannot_answer``.
    """
    result = []
    for row in source.jsonl(ROWS):
        if not row["tools"]:
            source.drop("no tools")
            continue
        tools = "\n".join(row["tools"])
        result.append(
            Row(
                state=f"Tools:\n{tools}\n\nUser: {row['question']}",
                question="What should the assistant do next?",
                options=OPTIONS,
                answer=row["correct_answer"],
                group=row["source_id"],
            )
        )
    return result
