"""``option-logprobs``: a language model's probabilities of the options' letters, one token each."""

import math
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from decisionpivot.items import Failure, Request
from decisionpivot.systems import prompt
from decisionpivot.systems.http import Remote
from decisionpivot.systems.languagemodels import (
    declined,
    endpoint,
    filtered,
    model_of,
    told,
)
from decisionpivot.systems.prompt import LETTERS
from decisionpivot.systems.system import Kind, Reply, Spec, System, failure

TOP = 20
"""Most interfaces give no more than so many log-probabilities."""

UNTOLD = "the server tells no log-probabilities"
ABSENT = "no option's letter is among the tokens that were told"

PATHS = {"chat": "/v1/chat/completions", "completions": "/v1/completions"}


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a TOML file may set.

    Attributes:
        api: chat completions, or plain completions for models without a chat template.
        top_logprobs: how many log-probabilities are asked for.
        body: further fields of every request.
        key_variable: the environment variable that holds the key.
    """

    api: Literal["chat", "completions"] = "chat"
    top_logprobs: int = TOP
    body: dict[str, Any] = {}
    key_variable: str | None = None


def open_logprobs(spec: Spec) -> System:
    """A language model that tells log-probabilities.

    Raises:
        InputError: no model is named.
    """
    given = Settings(**spec.settings)
    find = partial(endpoint, "openai", PATHS[given.api], spec.base_url, given.key_variable)
    codec = Logprobs(model_of(spec), given)
    return Remote(replace(spec, prompt=prompt.LETTERED), find, codec, output_tokens=1)


class Logprobs:
    """The codec of one token with its alternatives."""

    def __init__(self, model: str, given: Settings) -> None:
        self._model, self._given = model, given

    def encode(self, request: Request) -> Mapping[str, Any] | Reply:
        """The prompt, or ``input_limit`` for more options than letters or alternatives."""
        most = min(len(LETTERS), self._given.top_logprobs)
        if len(request.options) > most:
            return failure("input_limit", f"{most} options can be read, not {len(request.options)}")
        common = {"model": self._model, "max_tokens": 1, "temperature": 0}
        if self._given.api == "completions":
            text = f"{prompt.LETTER_SYSTEM}\n\n{prompt.lettered(request)}"
            own = {"prompt": text, "logprobs": self._given.top_logprobs}
        else:
            messages = [
                {"role": "system", "content": prompt.LETTER_SYSTEM},
                {"role": "user", "content": prompt.lettered(request)},
            ]
            own = {
                "messages": messages,
                "logprobs": True,
                "top_logprobs": self._given.top_logprobs,
            }
        return common | own | self._given.body

    def decode(self, request: Request, body: Any) -> Reply:
        """The probabilities of the letters among the first token's alternatives.

        Raises:
            KeyError, TypeError, IndexError, ValueError: the body is no completion.
        """
        choice = body["choices"][0]
        fields = told(body, "prompt_tokens", "completion_tokens")
        refusal = declined(choice)
        if refusal:
            return Reply(error=refusal, **fields)
        if not choice.get("logprobs"):
            return Reply(error=Failure("unreadable_reply", UNTOLD), **fields)
        found = read(alternatives(choice["logprobs"]), len(request.options))
        if found is None:
            return Reply(error=Failure("unreadable_reply", ABSENT), **fields)
        return Reply(
            p=dict(zip(request.keys, found.p, strict=True)),
            options_mass=found.mass,
            options_missing=found.missing,
            **fields,
        )

    def refused(self, status: int, body: Any) -> Failure | None:
        """A refusal, where a filter stopped the request."""
        return filtered(body)


class Read(Struct, frozen=True):
    """Probabilities of the options, the mass that their letters have among all tokens, and how
    many letters were not among the tokens that were told.
    """

    p: tuple[float, ...]
    mass: float
    missing: int


def alternatives(logprobs: Any) -> list[tuple[str, float]]:
    """The first token's alternatives: chat's list of entries, or the legacy map of completions.

    Raises:
        KeyError, TypeError, IndexError: it is neither.
    """
    if logprobs.get("content") is not None:
        entries = logprobs["content"][0]["top_logprobs"]
        return [(entry["token"], float(entry["logprob"])) for entry in entries]
    return [(token, float(value)) for token, value in logprobs["top_logprobs"][0].items()]


def read(tokens: Iterable[tuple[str, float]], options: int) -> Read | None:
    """The probabilities of the first letters; None where none of them occurs.

    A letter's variants ("A", " A", "a", "A.", "(A") are added. A letter that was not told is given
    the smallest log-probability that was: it has at most that.

    >>> found = read([("A", math.log(0.6)), (" A", math.log(0.1)), ("B", math.log(0.2))], 2)
    >>> [round(p, 4) for p in found.p], round(found.mass, 4), found.missing
    ([0.7778, 0.2222], 0.9, 0)
    """
    mass = dict.fromkeys(LETTERS[:options], 0.0)
    floor = math.inf
    for token, logprob in tokens:
        if not math.isfinite(logprob):
            continue
        floor = min(floor, logprob)
        letter = letter_of(token)
        if letter in mass:
            mass[letter] += math.exp(logprob)
    told = sum(mass.values())
    if not told:
        return None
    missing = [letter for letter, value in mass.items() if not value]
    for letter in missing:
        mass[letter] = math.exp(floor)
    total = sum(mass.values())
    return Read(tuple(value / total for value in mass.values()), min(told, 1.0), len(missing))


def letter_of(token: str) -> str:
    """The option letter that a token is; empty where it is none.

    >>> letter_of(" (b)"), letter_of("\\u2581A"), letter_of("Answer")
    ('B', 'A', '')
    """
    bare = token.strip(" \n\t\u2581\u0120().:*\"'`[]").upper()
    return bare if len(bare) == 1 and bare in LETTERS else ""


KIND = Kind(
    name="option-logprobs",
    usage="option-logprobs:MODEL[@ADDRESS]",
    summary="a language model's probabilities of the options' letters (OpenAI-compatible servers)",
    open=open_logprobs,
    settings=Settings,
    key="OPENAI_API_KEY",
    limits=f"at most {TOP} options",
)
