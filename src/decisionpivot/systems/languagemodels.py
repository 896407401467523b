"""What the kinds that speak to language models share: where they are, and their keys."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from decisionpivot.items import Failure, InputError
from decisionpivot.systems.http import Endpoint
from decisionpivot.systems.keys import read_key
from decisionpivot.systems.system import Spec
from decisionpivot.systems.systemone import joined

BASES = {"openai": "https://api.openai.com", "anthropic": "https://api.anthropic.com"}
KEYS = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}
VERSION = re.compile(r"v\d+\w*")
ANTHROPIC_VERSION = "2023-06-01"
FILTERED = ("content_filter", "content_policy_violation")
"""Codes of errors by which OpenAI and Azure say that a filter stopped a request."""


def endpoint(api: str, path: str, base_url: str | None, key_variable: str | None) -> Endpoint:
    """Where requests go, with the key that the environment holds.

    The provider's own address needs the provider's key. Any other server gets a key only where a
    variable is named for it: a key is never sent to somebody whom it was not made for.

    Raises:
        InputError: the key is not set.
    """
    base = base_url or BASES[api]
    own = urlsplit(base).hostname == urlsplit(BASES[api]).hostname
    variable = key_variable or (KEYS[api] if own else "")
    key = read_key(variable) if variable else ""
    headers: dict[str, str] = {}
    if api == "anthropic":
        headers = {"anthropic-version": ANTHROPIC_VERSION} | ({"x-api-key": key} if key else {})
    elif key:
        headers = {"Authorization": f"Bearer {key}"}
    return Endpoint(url=address(base, path), headers=headers)


def address(base: str, path: str) -> str:
    """Where a base address and a path that begins with ``v1`` lead.

    The base may end in a version, its own or ``v1``, or be the whole address.

    >>> address("https://api.z.ai/api/paas/v4", "/v1/chat/completions")
    'https://api.z.ai/api/paas/v4/chat/completions'
    """
    rest = path.strip("/").split("/")[1:]
    held = urlsplit(base).path.strip("/").split("/")
    if held[-len(rest) :] == rest:
        return base.rstrip("/")
    if VERSION.fullmatch(held[-1]):
        return "/".join([base.rstrip("/"), *rest])
    return joined(base, path)


def model_of(spec: Spec) -> str:
    """The model that a specification names.

    Raises:
        InputError: it names none.
    """
    if not spec.model:
        raise InputError(
            "no model is named",
            place=spec.kind,
            remedy=f"Write {spec.kind}:MODEL or {spec.kind}:MODEL@http://HOST:PORT.",
        )
    return spec.model


def told(body: Mapping[str, Any], input_tokens: str, tokens: str) -> dict[str, Any]:
    """Tokens and the model's name, where a reply tells them and they make sense.

    Args:
        body: the reply.
        input_tokens, tokens: what ``usage`` calls them.
    """
    used, model = body.get("usage"), body.get("model")
    used = used if isinstance(used, Mapping) else {}
    return {
        "input_tokens": _count(used.get(input_tokens)),
        "tokens": _count(used.get(tokens)),
        "model": model if isinstance(model, str) else None,
    }


def _count(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None


def filtered(body: Mapping[str, Any]) -> Failure | None:
    """A refusal, where an error body says that a content filter stopped the request."""
    error = body.get("error")
    code = error.get("code") if isinstance(error, Mapping) else None
    return Failure("refusal") if code in FILTERED else None


def declined(choice: Mapping[str, Any]) -> Failure | None:
    """The refusal that a choice of a completion is; None where it is none."""
    said, end = (choice.get("message") or {}).get("refusal"), choice.get("finish_reason")
    if said or end == "content_filter":
        return Failure("refusal", str(said or end)[:500])
    return None
