"""Requests and answers in the terms of decision APIs: noul, choice and score questions."""

import math
from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from typing import Any

from decisionpivot.items import Failure, Request
from decisionpivot.systems.system import Reply

_DECIMALS = 12
"""1 - p keeps no more decimals than p had; a double's noise would look like more of them."""

_LEAST_TOLERANCE = 0.02
_MOST_TOLERANCE = 0.25


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
        return yes_no(request, answer["noul"])
    given = answer["probabilities"]
    if request.question.type == "score":
        return {key: given[str(level)] for level, key in enumerate(request.keys)}
    return dict(given)


def yes_no(request: Request, yes: Any) -> dict[str, Any]:
    """The probabilities of a yes/no question by option key, from that of yes.

    Raises:
        TypeError: it is not a number.
    """
    by_key = {"yes": yes, "no": round(1 - yes, _DECIMALS)}
    return {key: by_key[key] for key in request.keys}


def checked(request: Request, p: Mapping[str, Any], **fields: Any) -> Reply:
    """The reply with these probabilities, or ``invalid_p`` where they are no distribution.

    A server may round: a sum is accepted within half a unit of the last shown decimal for every
    option, at least 0.02 and at most 0.25. The probabilities stay as they came; the scorer
    normalises them.

    Args:
        request: what was asked.
        p: what came, by option key.
        fields: further fields of the reply.
    """
    problem = _problem(request, p)
    if problem:
        return Reply(error=Failure("invalid_p", problem), **fields)
    return Reply(p={key: float(p[key]) for key in request.keys}, **fields)


def _problem(request: Request, p: Mapping[str, Any]) -> str:
    keys = request.keys
    if p.keys() != set(keys):
        missing = [key for key in keys if key not in p]
        extra = [key for key in p if key not in keys]
        parts = (("lacks", missing), ("knows no", extra))
        return "; ".join(f"{word} {', '.join(names):.200}" for word, names in parts if names)
    for key, value in p.items():
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not math.isfinite(value) or value < 0:
            return f"the probability of {key!r:.80} is {value!r:.80}"
    total = sum(p.values())
    excess = abs(total - 1) - 1e-9
    if not total or (excess > _LEAST_TOLERANCE and excess > _tolerance(p.values())):
        return f"the probabilities sum to {total:.6g}"
    return ""


def _tolerance(values: Collection[float]) -> float:
    return min(_MOST_TOLERANCE, len(values) * _half_unit(values))


def _half_unit(values: Iterable[float]) -> float:
    """Half a unit of the last decimal that is shown.

    >>> _half_unit([0.5, 0.25])
    0.005
    """
    exponents = [Decimal(repr(value)).as_tuple().exponent for value in values]
    return 0.5 * 10.0 ** min(int(exponent) for exponent in exponents)
