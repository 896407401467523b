"""``openai-decisions``: POST /v1/decisions in OpenAI's shape (OpenAI, Fireworks, vLLM)."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from decisionpivot.items import Failure, Request
from decisionpivot.systems import prompt
from decisionpivot.systems.http import Remote
from decisionpivot.systems.languagemodels import (
    endpoint,
    filtered,
    model_of,
    told,
)
from decisionpivot.systems.questions import checked, yes_no
from decisionpivot.systems.system import Kind, Reply, Spec, System, failure

PATH = "/v1/decisions"
OPTIONS = (2, 255)
LEVELS = (2, 10)
NAME = "q"

TYPES = {"noul": "predicate", "choice": "choice", "score": "score"}


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a TOML file may set.

    Attributes:
        body: further fields of every request.
        key_variable: the environment variable that holds the key.
    """

    body: dict[str, Any] = {}
    key_variable: str | None = None


def open_decisions(spec: Spec) -> System:
    """A decision model behind OpenAI's interface.

    Raises:
        InputError: no model is named.
    """
    given = Settings(**spec.settings)
    find = partial(endpoint, "openai", PATH, spec.base_url, given.key_variable)
    return Remote(spec, find, Decisions(model_of(spec), given.body))


class Decisions:
    """The codec of OpenAI's decisions."""

    def __init__(self, model: str, body: Mapping[str, Any]) -> None:
        self._model, self._body = model, body

    def encode(self, request: Request) -> Mapping[str, Any] | Reply:
        """The body, or ``input_limit`` for more options or levels than the interface takes."""
        kind, size = request.question.type, len(request.options)
        least, most = LEVELS if kind == "score" else OPTIONS
        if not least <= size <= most:
            what = "levels" if kind == "score" else "options"
            return failure("input_limit", f"{least} to {most} {what} are taken, not {size}")
        return {
            "model": self._model,
            "input": prompt.written(request.state),
            "questions": [question(request)],
            **self._body,
        }

    def decode(self, request: Request, body: Any) -> Reply:
        """The reply; a refusal is a failure of its own.

        Raises:
            KeyError, TypeError, ValueError: the body has another form.
        """
        (answer,) = body["answers"]
        fields = told(body, "input_tokens", "output_tokens")
        if answer["type"] == "refusal":
            return Reply(error=Failure("refusal", "the model declined to answer"), **fields)
        if answer["type"] != TYPES[request.question.type] or answer.get("name") not in (NAME, None):
            raise ValueError(f"an answer of type {answer['type']!r} to {answer.get('name')!r}")
        return checked(request, probabilities(request, answer), **fields)

    def refused(self, status: int, body: Any) -> Failure | None:
        """A refusal, where a filter stopped the request."""
        return filtered(body)


def question(request: Request) -> dict[str, Any]:
    """The question of a request. A predicate has no criteria: they follow its instructions."""
    text = request.question.text
    if request.question.type == "noul":
        lines = [f"{option.key}: {option.meaning}" for option in request.options]
        return {"type": "predicate", "name": NAME, "instructions": "\n".join([text, *lines])}
    if request.question.type == "choice":
        choices = [{"value": one.key, "description": one.meaning} for one in request.options]
        return {"type": "choice", "name": NAME, "instructions": text, "choices": choices}
    levels = [{"label": one.key, "description": one.meaning} for one in request.options]
    return {"type": "score", "name": NAME, "instructions": text, "levels": levels}


def probabilities(request: Request, answer: Mapping[str, Any]) -> dict[str, Any]:
    """The probabilities by option key of an answer; levels by label where it is told.

    Raises:
        KeyError, TypeError, ValueError: they are missing, or an option comes twice.
    """
    if request.question.type == "noul":
        return yes_no(request, answer["probability"])
    found: dict[str, Any] = {}
    for entry in answer["probabilities"]:
        key = entry["value"]
        if request.question.type == "score":
            key = _level(request, entry)
        if key in found:
            raise ValueError(f"{key!r} comes twice")
        found[key] = entry["probability"]
    return found


def _level(request: Request, entry: Mapping[str, Any]) -> str:
    """The level that an entry is about: by its label, and by its number where it has none.

    Raises:
        KeyError, ValueError: no level has that label or number.
    """
    label, number = entry.get("label"), entry["value"]
    if label in request.keys:
        return str(label)
    if label is not None or type(number) is not int or not 0 <= number < len(request.keys):
        raise ValueError(f"there is no level {label!r:.80} at {number!r:.80}")
    return request.keys[number]


KIND = Kind(
    name="openai-decisions",
    usage="openai-decisions:MODEL[@ADDRESS]",
    summary="decision models behind OpenAI's decisions interface",
    open=open_decisions,
    settings=Settings,
    key="OPENAI_API_KEY",
    limits="2 to 255 options, 2 to 10 levels",
)
