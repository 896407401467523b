"""EVOUNA: is an answer correct, given a reference answer?"""

from collections import defaultdict

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.sampling import MOST, walk
from decisionpivot.reference.source import Row, Source

QUESTIONS = "EVOUNA/NQ.json"
SYSTEMS = ("fid", "gpt35", "chatgpt", "gpt4", "newbing")

CARD = Card(
    name="evouna",
    layer="C",
    title="EVOUNA: answers to open questions",
    asks="Is an answer correct, given the reference answer?",
    citation="Cunxiang Wang, Sirui Cheng, Qipeng Guo, Yuanhao Yue, Bowen Ding, Zhikun Xu, Yidong "
    "Wang, Xiangkun Hu, Zheng Zhang, Yue Zhang. Evaluating Open-QA Evaluation. NeurIPS 2023 "
    "Datasets and Benchmarks",
    repository="wangcunxiang/QA-Eval",
    commit="90007d39d4ef0720984f80d56a586c66d6241e70",
    files=(
        SourceFile(
            "EVOUNA/NQ.json",
            3638758,
            "617c7fd95fe4177f39e2304c943cc0abbdbf539bc8a4fb61aeaef255bed503a1",
        ),
    ),
    licence="Apache-2.0; questions come from Natural Questions (CC BY-SA)",
    terms="share-alike",
    labels="human",
    labels_are="annotators judged each system's answer",
    metric="balanced_accuracy",
    original_metric="accuracy and F1 of an evaluator against human judgement",
    chance=0.5,
    chance_is="closed form: one over the number of options",
    unit="question",
    items=998,
    groups=204,
    defects=(
        "to call an answer correct where it holds a reference answer word for word scores 0.88",
        "verdicts are not always the same on answers that say the same; five answers with both "
        "verdicts are left out",
    ),
    sha256="b9e0887619892d45c4e2d644757174efb2672684a3457557649ee9729d8a08f0",
    bag_of_words=0.594,
)

OPTIONS = (
    Option("correct", "the candidate answers the question as the reference does"),
    Option("incorrect", "it does not"),
)

State = tuple[str, str, str]


def rows(source: Source) -> list[Row]:
    """Whole questions with the answers of five systems, as many correct as incorrect ones."""
    verdicts = _verdicts(source)
    usable = []
    for (question, reference, answer), given in verdicts.items():
        source.drop("further copy", len(given) - 1 if len(set(given)) == 1 else 0)
        if len(set(given)) > 1:
            source.drop("with both verdicts", len(given))
            continue
        usable.append(
            Row(
                state={
                    "question": question,
                    "reference_answer": reference,
                    "candidate_answer": answer,
                },
                question="Is the candidate answer correct? Alternative reference answers are "
                "separated by a slash.",
                options=OPTIONS,
                answer="correct" if given[0] else "incorrect",
                group=question,
            )
        )
    return walk(usable, quotas={option.key: MOST // 2 for option in OPTIONS})


def _verdicts(source: Source) -> dict[State, list[bool]]:
    """The verdicts on every (question, reference, answer)."""
    found: dict[State, list[bool]] = defaultdict(list)
    seen: set[str] = set()
    for row in source.json(QUESTIONS):
        if row["improper"]:
            source.drop("improper question")
        elif row["question"] in seen:
            source.drop("repeated question")
        else:
            seen.add(row["question"])
            for system in SYSTEMS:
                answer, verdict = row[f"answer_{system}"], row[f"judge_{system}"]
                if not (answer or "").strip() or verdict is None:
                    source.drop("empty answer")
                    continue
                found[row["question"], row["golden_answer"], answer].append(verdict)
    return found
