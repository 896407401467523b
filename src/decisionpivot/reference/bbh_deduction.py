"""Logical deduction of BIG-Bench Hard: the order of seven objects."""

import re

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

EXAMPLES = "bbh/logical_deduction_seven_objects.json"

CARD = Card(
    name="bbh_deduction",
    layer="E",
    title="BIG-Bench Hard: logical deduction over seven objects",
    asks="Which statement about the order of seven objects is true?",
    citation="Mirac Suzgun, Nathan Scales, Nathanael Schärli, et al. Challenging BIG-Bench Tasks "
    "and Whether Chain-of-Thought Can Solve Them. 2022",
    repository="suzgunmirac/BIG-Bench-Hard",
    commit="9ee07bd481feebf959a6b59d61ea57bdcf30964d",
    files=(
        SourceFile(
            EXAMPLES, 198404, "2896c7e3482eea318dd37bcc370d24ec3cc91e8374c1784287b5dbd38a529e33"
        ),
    ),
    licence="MIT",
    terms="permissive",
    labels="computed",
    labels_are="by the program that made the paragraphs",
    metric="accuracy",
    original_metric="accuracy by exact match",
    chance=1 / 7,
    chance_is="closed form: one over the number of options",
    unit="paragraph",
    items=250,
    groups=95,
    sha256="bee4765482315377dcf8592de7d5138c6be9bc1696d19399d657a4853d2998a0",
    bag_of_words=0.132,
    defects=("the source file carries a canary: training corpora are asked to leave it out",),
)

_OPTION = re.compile(r"\(([A-G])\) (.+)")


def rows(source: Source) -> list[Row]:
    """Every example of the file of seven objects, cut where its options begin."""
    return [_row(example) for example in source.json(EXAMPLES)["examples"]]


def _row(example: dict[str, str]) -> Row:
    paragraph, _, lines = example["input"].partition("\nOptions:")
    found = _OPTION.findall(lines)
    return Row(
        state=paragraph,
        question="Which of these statements is true?",
        options=tuple(Option(letter.lower(), statement) for letter, statement in found),
        answer=example["target"].strip("()").lower(),
        group=paragraph,
    )
