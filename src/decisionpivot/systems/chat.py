"""``chat``: chat models that state probabilities, behind OpenAI's or Anthropic's interface."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal
from urllib.parse import urlsplit

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
from decisionpivot.systems.questions import checked
from decisionpivot.systems.reply import UnreadableReply, closed, read
from decisionpivot.systems.system import Kind, Reply, Spec, System, failure

BUDGET = {"off": 2_048, "low": 8_192, "high": 32_768}
"""Output tokens at most, by how much the model reasons."""
EXPECTED = {"off": 40, "low": 160, "high": 340}
"""Output tokens that a reply is expected to have, for estimates of cost."""
THINKING = ("thinking", "redacted_thinking")
"""Anthropic's blocks of reasoning."""

Reasoning = Literal["off", "low", "high"]


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a TOML file may set.

    Attributes:
        api: whose interface the server speaks.
        reasoning: each has its output budget. How a provider is told to reason belongs to ``body``.
        sampling: "greedy" asks at temperature 0; "provider" sends no temperature, for models that
            refuse it. The default is greedy; it is the provider's where reasoning is "high", and
            at Anthropic's interface, whose models from 4.7 on know no temperature.
        max_tokens: another output budget.
        token_field: the field of the output budget.
        body: further fields of every request, such as ``reasoning_effort``.
        key_variable: the environment variable that holds the key.
    """

    api: Literal["openai", "anthropic"] = "openai"
    reasoning: Reasoning = "off"
    sampling: Literal["greedy", "provider"] | None = None
    max_tokens: int | None = None
    token_field: str | None = None
    body: dict[str, Any] = {}
    key_variable: str | None = None


def open_chat(spec: Spec) -> System:
    """A chat model.

    Raises:
        InputError: no model is named.
    """
    given = Settings(**spec.settings)
    model = model_of(spec)
    codec = Anthropic(model, given) if given.api == "anthropic" else OpenAI(model, given, spec)
    find = partial(endpoint, given.api, codec.path, spec.base_url, given.key_variable)
    return Remote(
        replace(spec, prompt=prompt.STATED),
        find,
        codec,
        output_tokens=EXPECTED[given.reasoning],
    )


class OpenAI:
    """The codec of chat completions."""

    path = "/v1/chat/completions"

    def __init__(self, model: str, given: Settings, spec: Spec) -> None:
        self._model, self._given = model, given
        own = spec.base_url is None or urlsplit(spec.base_url).hostname == "api.openai.com"
        self._field = given.token_field or ("max_completion_tokens" if own else "max_tokens")

    def encode(self, request: Request) -> Mapping[str, Any] | Reply:
        """The messages with sampling and budget."""
        return {
            "model": self._model,
            "messages": [
                {"role": "system", "content": prompt.SYSTEM},
                {"role": "user", "content": prompt.stated(request)},
            ],
            self._field: _budget(self._given),
            **_sampling(self._given),
            **self._given.body,
        }

    def decode(self, request: Request, body: Any) -> Reply:
        """The probabilities that the first choice states.

        Raises:
            KeyError, TypeError, IndexError: the body is no chat completion.
        """
        choice = body["choices"][0]
        message, end = choice["message"], choice.get("finish_reason")
        text = _text(message.get("content"))
        apart = bool(message.get("reasoning_content") or message.get("reasoning"))
        within = closed(text)
        cut = end == "length" or within is False
        fields = told(body, "prompt_tokens", "completion_tokens") | {
            "closed": _closed(self._given, reasoned=apart or within is not None, cut=cut)
        }
        refusal = declined(choice)
        return Reply(error=refusal, **fields) if refusal else stated(request, text, fields)

    def refused(self, status: int, body: Any) -> Failure | None:
        """A refusal, where a filter stopped the request."""
        return filtered(body)


class Anthropic:
    """The codec of Anthropic's messages."""

    path = "/v1/messages"

    def __init__(self, model: str, given: Settings) -> None:
        self._model, self._given = model, given

    def encode(self, request: Request) -> Mapping[str, Any] | Reply:
        """The messages with sampling and budget."""
        return {
            "model": self._model,
            "system": prompt.SYSTEM,
            "messages": [{"role": "user", "content": prompt.stated(request)}],
            "max_tokens": _budget(self._given),
            **_sampling(self._given),
            **self._given.body,
        }

    def decode(self, request: Request, body: Any) -> Reply:
        """The probabilities that the text blocks state; thinking blocks are left out.

        Raises:
            KeyError, TypeError, AttributeError: the body is no message.
        """
        end = body.get("stop_reason")
        reasoned = any(block.get("type") in THINKING for block in body["content"])
        fields = told(body, "input_tokens", "output_tokens") | {
            "closed": _closed(self._given, reasoned=reasoned, cut=end == "max_tokens")
        }
        if end == "refusal":
            return Reply(error=Failure("refusal", "the model declined"), **fields)
        return stated(request, _text(body["content"]), fields)

    def refused(self, status: int, body: Any) -> Failure | None:
        """Nothing beyond what the status and the message say."""
        return None


def stated(request: Request, text: str, fields: Mapping[str, Any]) -> Reply:
    """The reply that a text states; one that cannot be read is kept in the record."""
    try:
        p = read(text, request.keys)
    except UnreadableReply as error:
        return replace(failure("unreadable_reply", str(error)), reply=text, **fields)
    found = checked(request, p, **fields)
    return replace(found, reply=text) if found.error else found


def _text(content: Any) -> str:
    """A message's text: a text, or the text parts of a list."""
    if isinstance(content, list):
        return "".join(part["text"] for part in content if part.get("type") == "text")
    return content if isinstance(content, str) else ""


def _budget(given: Settings) -> int:
    return given.max_tokens or BUDGET[given.reasoning]


def _sampling(given: Settings) -> dict[str, Any]:
    usual = "provider" if given.reasoning == "high" or given.api == "anthropic" else "greedy"
    return {"temperature": 0} if (given.sampling or usual) == "greedy" else {}


def _closed(given: Settings, *, reasoned: bool, cut: bool) -> bool | None:
    """Whether the model ended its reasoning itself; None where it did not reason."""
    return not cut if reasoned or given.reasoning != "off" else None


KIND = Kind(
    name="chat",
    usage="chat:MODEL[@ADDRESS]",
    summary="a chat model that states probabilities; OpenAI-compatible, or Anthropic by a TOML",
    open=open_chat,
    settings=Settings,
    key="OPENAI_API_KEY",
    limits="stated probabilities are not comparable with those of decision models",
)
