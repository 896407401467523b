"""Requests and answers in the terms of decision APIs: noul, choice and score questions."""

from collections.abc import Mapping
from typing import Any

from decisionpivot.items import Request

_DECIMALS = 12
"""1 - p keeps no more decimals than p had; a double's noise would look like more of them."""


def question(request: Request) -> dict[str, Any]:
    """The System One question of a request.

    yes/no goes as ``noul`` with the meanings as criteria, options as ``choice`` (key to meaning,
    in order), levels as ``score``.
    """
    meanings = {option.key: option.meaning for option in request.options}
    criteria: Any = meanings
    if request.question.type == "noul":
        criteria = {"true": meanings["yes"], "false": meanings["no"]}
    elif request.question.type == "score":
        criteria = list(meanings.values())
    kind, text = request.question.type, request.question.text
    return {"type": kind, "instructions": text, "criteria": criteria}


def probabilities(request: Request, answer: Mapping[str, Any]) -> dict[str, Any]:
    """The probabilities by option key, in the item's order, of a System One answer.

    Raises:
        KeyError: the answer lacks the field that holds them.
        TypeError: ``noul`` is not a number.
    """
    if request.question.type == "noul":
        yes = answer["noul"]
        by_key = {"yes": yes, "no": round(1 - yes, _DECIMALS)}
        return {key: by_key[key] for key in request.keys}
    given = answer["probabilities"]
    if request.question.type == "score":
        return {key: given[str(level)] for level, key in enumerate(request.keys)}
    return dict(given)
