"""ZeroEval's published answers of four chat models: how they are read, and who was right."""

import json
import re
from typing import Any

from decisionpivot.items import Option
from decisionpivot.reference.source import Row, Source

MODELS = (
    "gemma-2-2b-it",
    "Qwen2-7B-Instruct",
    "Llama-3.1-405B-Inst@sambanova",
    "o1-mini-2024-09-12",
)
REPOSITORY = "yuchenlin/ZeroEval"
COMMIT = "570c6269a2e4930ee06a17e713fece1ba52cf1dd"
LABELS_ARE = "whether a number in each model's published answer equals the reference answer"
DEFECTS = (
    "one greedy answer a model, so that the rate is over models",
    "the models have probably seen the problems",
    "answers are read by the source's own rules",
)

OPTIONS = (
    Option("yes", "its answer is correct"),
    Option("no", "its answer is wrong or missing"),
)

_QUOTED = re.compile(r'"answer"\s*:\s*"(.*?)"', re.DOTALL)
_BARE = (re.compile(r'"answer"\s*:\s*([^,\s]*)'), re.compile(r"answer\s*:\s*([^,\s]*)"))
_BOXED = re.compile(r"\\boxed{([\w\d]+)}")
_FRACTION = re.compile(r"\s*(-?\d+)\s*/\s*(-?\d+)\s*")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")


def rows_with_rates(source: Source, folder: str, problem: str) -> list[Row]:
    """Every problem with the share of the four models whose answer is correct.

    Args:
        source: the result files.
        folder: where they lie.
        problem: the field that holds the problem.
    """
    results = [source.json(f"{folder}/{model}.json") for model in MODELS]
    entries = zip(*(sorted(result, key=lambda entry: str(entry["id"])) for result in results),
                  strict=True)  # fmt: skip
    names = ", ".join(model.partition("@")[0] for model in MODELS)
    return [
        Row(
            state=f"Problem:\n{models[0][problem]}\n\nModels: {names}",
            question="One of these four models, drawn at random, answers this problem once, "
            "greedily. Is its answer correct?",
            options=OPTIONS,
            label=sum(map(is_correct, MODELS, models)) / len(MODELS),
        )
        for models in entries
    ]


def is_correct(model: str, entry: dict[str, Any]) -> bool:
    """Whether a model's answer is the reference answer, by the source's rules.

    Both are compared as text, then by their first number.
    """
    given = answer_in(model, entry["output"][0])
    if given is None:
        return False
    given, gold = _plain(given), _plain(str(entry["answer"]).replace("#", ""))
    if given == gold:
        return True
    ours, theirs = _NUMBER.search(given), _NUMBER.search(gold)
    return bool(ours and theirs and float(ours[0]) == float(theirs[0]))


def answer_in(model: str, output: str) -> str | None:
    """The answer in a model's output; None where there is none."""
    found = _first_object(output)
    if isinstance(found, dict) and found.get("answer") not in (None, ""):
        return str(found["answer"])
    match = _QUOTED.search(output)
    for pattern in _BARE:
        match = match or pattern.search(output)
    if match and match[1]:
        return match[1]
    boxed = _BOXED.search(output) if "Llama-3.1" in model else None
    return boxed[1] if boxed else None


def _first_object(text: str) -> Any:
    """The first complete ``{...}``, line ends removed, as JSON; None where it is none."""
    start, depth = text.find("{"), 0
    for place in range(max(start, 0), len(text)):
        depth += (text[place] == "{") - (text[place] == "}")
        if start >= 0 and depth == 0:
            try:
                return json.loads(text[start : place + 1].replace("\n", ""))
            except ValueError:
                return None
    return None


def _plain(answer: str) -> str:
    """An answer without dollar signs and thousands' commas; a plain fraction as a decimal."""
    answer = answer.replace("$", "").replace(",", "").strip()
    fraction = _FRACTION.fullmatch(answer)
    if fraction and int(fraction[2]):
        return str(int(fraction[1]) / int(fraction[2]))
    return answer
