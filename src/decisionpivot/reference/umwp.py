"""UMWP: does a word problem give what its answer needs?"""

import re
from collections import defaultdict
from typing import Any

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.sampling import walk
from decisionpivot.reference.source import Row, Source

PROBLEMS = "data/StandardDataset.jsonl"

CARD = Card(
    name="umwp",
    layer="A",
    title="UMWP: unanswerable math word problems",
    asks="Does a problem give enough consistent information for one answer?",
    citation="Yuhong Sun, Zhangyue Yin, Qipeng Guo, Jiawen Wu, Xipeng Qiu, Hui Zhao. Benchmarking "
    "Hallucination in Large Language Models based on Unanswerable Math Word Problem. LREC-COLING "
    "2024",
    repository="Yuki-Asuuna/UMWP",
    commit="1b3ae0fae01a6c6f178361c716bbb4f7d7d54c3c",
    files=(
        SourceFile(
            PROBLEMS, 1727402, "e8840e8383357238a08e9c5028e4758ceceb369e1db31c64678b0f851c9c9e73"
        ),
    ),
    licence="CC-BY-SA-4.0 (data, as the readme says), Apache-2.0 (code)",
    terms="share-alike",
    labels="human",
    labels_are="annotators rewrote answerable problems",
    metric="f1:unanswerable",
    beside=("pair_accuracy",),
    original_metric="precision, recall and F1 of the unanswerable class",
    chance=0.5000,
    chance_is="mean of 20,000 seeded draws of uniform guesses",
    unit="answerable problem and its unanswerable version",
    items=1_000,
    groups=500,
    sha256="fbb6d4a91d8ae519303f8d067884520edcf4863e7f67c1222fe34ac2619da514",
    bag_of_words=0.627,
    defects=(
        "in the source, typing gives labels away (double full stops, leading blanks, missing "
        "blanks); it is made alike before sampling",
        "'several' and 'some' occur mostly in unanswerable problems: see the bag of words",
    ),
)

OPTIONS = (
    Option("answerable", "it gives what is needed to work out one answer"),
    Option("unanswerable", "something is missing, contradictory or makes no sense"),
)

_NO_BLANK = re.compile(r"(?<=[a-z0-9%)])([.?!])(?=[A-Z])")


def rows(source: Source) -> list[Row]:
    """Whole pairs of an answerable problem and its unanswerable version."""
    problems = list(source.jsonl(PROBLEMS))
    texts = {row["id"]: alike(row["question"]) for row in problems}
    labels: dict[str, set[bool]] = defaultdict(set)
    for row in problems:
        labels[texts[row["id"]]].add(row["answerable"])
    kept = [row for row in problems if len(labels[texts[row["id"]]]) == 1]
    source.drop("text with both labels", len(problems) - len(kept))
    pairs: dict[int, list[Any]] = defaultdict(list)
    for row in kept:
        pairs[row["id"] if row["answerable"] else row["relevant_ids"][0]].append(row)
    source.drop("half a pair", sum(len(pair) for pair in pairs.values() if len(pair) != 2))
    return walk(
        [
            Row(
                state=texts[row["id"]],
                question="Does this problem give enough consistent information to work out one "
                "answer?",
                options=OPTIONS,
                answer="answerable" if row["answerable"] else "unanswerable",
                group=str(first),
            )
            for first, pair in pairs.items()
            if len(pair) == 2
            for row in pair
        ]
    )


def alike(text: str) -> str:
    """A problem without the typing that gives its label away.

    >>> alike(" He has 9 books..How many are left?")
    'He has 9 books. How many are left?'
    """
    text = " ".join(text.split()).replace("..", ".")
    return _NO_BLANK.sub(r"\1 ", text)
