"""T-Eval, review: how did a tool call end?"""

import re
from collections import defaultdict

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.source import Row, Source

CALLS = "data/review_str_v1.json"

CARD = Card(
    name="teval",
    layer="D",
    title="T-Eval: reviewing a tool's response",
    asks="How did a tool call end?",
    citation="Zehui Chen, Weihua Du, Wenwei Zhang, Kuikun Liu, Jiangning Liu, Miao Zheng, Jingming "
    "Zhuo, Songyang Zhang, Dahua Lin, Kai Chen, Feng Zhao. T-Eval: Evaluating the Tool Utilization "
    "Capability of Large Language Models Step by Step. ACL 2024",
    repository="open-compass/T-Eval",
    commit="bab869616dee4cb55a2a04390efb93c008b70896",
    files=(
        SourceFile(
            "data/review_str_v1.json",
            1443683,
            "02b9cd220c6d79067df4e6d56b80fe932ea48fd7c63f55870ab0850bff311e8a",
        ),
    ),
    hub="lovesnowbest/T-Eval",
    licence="Apache-2.0",
    terms="permissive",
    labels="mixed",
    labels_are="drafted by a language model, verified by experts",
    metric="accuracy",
    beside=("macro_f1",),
    original_metric="exact match of the option's letter",
    chance=0.2,
    chance_is="closed form: one over the number of options",
    items=448,
    groups=448,
    defects=(
        "the first version of the file; the authors later published a second one elsewhere",
        "the line between the last three options is thin: three calls occur with two labels and "
        "are left out",
    ),
    sha256="a7c4a1bf6e0c09434f302d2ab6c10d5faed094d4da84e414f7d93b5624a3966c",
    bag_of_words=0.772,
)

OPTIONS = (
    Option("success", "the task is completed and the goal achieved"),
    Option("internal_error", "the tool itself malfunctions or cannot be reached"),
    Option("input_error", "the tool does not suit the request, or its arguments are wrong"),
    Option("irrelevant_response", "the output is not what the tool should return, or is ambiguous"),
    Option("unable_to_accomplish", "the response says that it is impossible, or is empty"),
)
LETTERS = dict(zip("ABCDE", (option.key for option in OPTIONS), strict=True))

_CALL = re.compile(r"Goal: (.*?)\nName: (.*?)\nArgs: (.*?)\nResponse: ?(.*)", re.DOTALL)

Call = tuple[str, ...]


def rows(source: Source) -> list[Row]:
    """Every call once; calls with different labels are left out."""
    letters: dict[Call, list[str]] = defaultdict(list)
    for entry in source.json(CALLS).values():
        letters[_call(entry["origin_prompt"][1]["content"])].append(entry["ground_truth"]["answer"])
    result = []
    for call, given in letters.items():
        if len(set(given)) > 1:
            source.drop("with two labels", len(given))
            continue
        source.drop("repeated call", len(given) - 1)
        goal, tool, args, response = call
        result.append(
            Row(
                state={"goal": goal, "tool": tool, "args": args, "response": response},
                question="How did this tool call end? Places, dates and ids in arguments and "
                "response are correct and are not to be judged.",
                options=OPTIONS,
                answer=LETTERS[given[0]],
            )
        )
    return result


def _call(prompt: str) -> Call:
    found = _CALL.fullmatch(prompt.strip())
    if not found:
        raise ValueError(f"a call in another form: {prompt[:80]!r}")
    return found.groups()
