"""``systemone`` and its variants: POST a state and one question, read probabilities.

Every request asks one question: some services let questions of a request influence one another.
"""

import json
import os
from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import quote, urlsplit

from msgspec import Struct
from msgspec.structs import replace

from decisionpivot.items import Failure, InputError, Request
from decisionpivot.systems import profiles
from decisionpivot.systems.http import Endpoint, Remote
from decisionpivot.systems.keys import read_key
from decisionpivot.systems.profiles import BEARER, Profile
from decisionpivot.systems.questions import checked, question, yes_no
from decisionpivot.systems.system import Kind, Reply, Spec, System, failure

QUESTION = "q"
"""The id of the one question."""

EXHAUSTED = frozenset({3036, 4006})
"""Cloudflare's codes for a daily allocation that is used up: asking again is vain."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a TOML file may set.

    Attributes:
        body: further fields of every request.
        path: where questions are posted, in place of the profile's path.
        key_variable: the environment variable that holds the key.
    """

    body: dict[str, Any] = {}
    path: str | None = None
    key_variable: str | None = None


def open_systemone(spec: Spec, profile: Profile | None = None) -> System:
    """A service that speaks System One.

    Args:
        spec: the system as it was named.
        profile: the service; default what the address says.

    Raises:
        InputError: the service needs a model or an address and none is given.
    """
    profile = profile or profiles.of_address(spec.base_url)
    given = Settings(**spec.settings)
    model = spec.model or profile.default_model
    if model is None:
        raise InputError(
            f"{profile.name} needs a model",
            place=spec.name,
            remedy=f"Write {spec.kind}:MODEL, with @ADDRESS where it is another than the default.",
        )
    base = (spec.base_url or profile.base).rstrip("/")
    return Remote(
        replace(
            spec,
            name=named(spec, model, profile),
            model=model,
            base_url=base,
            settings=spec.settings | {"profile": profile.name},
        ),
        partial(endpoint, profile, base, model, given),
        SystemOne(profile, model, given.body),
        concurrency=profile.concurrency,
    )


def named(spec: Spec, model: str, profile: Profile) -> str:
    """What run folders are called after: a host never, the model always."""
    return spec.name if spec.name != spec.kind else f"{profile.name}-{model}"


def endpoint(profile: Profile, base: str, model: str, given: Settings) -> Endpoint:
    """The address and headers of a service, its key read from the environment.

    Raises:
        InputError: the key or the account is not set.
    """
    account = read_key(profile.account) if profile.account else ""
    path = (given.path or profile.path).format(model=quote(model), account=quote(account))
    variable = given.key_variable or profile.key
    needed = profile.needs_key or given.key_variable
    key = read_key(variable) if needed else os.environ.get(variable, "").strip()
    value = f"Bearer {key}" if profile.header == BEARER else key
    return Endpoint(url=joined(base, path), headers={profile.header: value} if key else {})


def joined(base: str, path: str) -> str:
    """A base address and a path, of which the base may already hold the beginning or all.

    >>> joined("http://127.0.0.1:8000/v1", "/v1/systemone")
    'http://127.0.0.1:8000/v1/systemone'
    """
    held = urlsplit(base).path.strip("/").split("/")
    parts = path.strip("/").split("/")
    for size in range(min(len(held), len(parts)), 0, -1):
        if held[-size:] == parts[:size]:
            parts = parts[size:]
            break
    return "/".join([base.rstrip("/"), *parts])


class SystemOne:
    """The codec of System One, with a service's names and limits."""

    def __init__(self, profile: Profile, model: str, body: Mapping[str, Any]) -> None:
        self._profile, self._model, self._body = profile, model, body

    def encode(self, request: Request) -> Mapping[str, Any] | Reply:
        """The body, or ``input_limit`` where the service is known not to take it."""
        profile, state = self._profile, request.state
        if profile.text_state and not isinstance(state, str):
            state = json.dumps(state, ensure_ascii=False, indent=2)
        body = {
            "model": self._model,
            profile.state: state,
            "questions": {QUESTION: question(request)},
            **profile.body,
            **self._body,
        }
        limit = self._exceeded(request, body)
        return failure("input_limit", f"{profile.name} takes {limit}") if limit else body

    def _exceeded(self, request: Request, body: Mapping[str, Any]) -> str:
        profile, size = self._profile, len(request.options)
        least, most = profile.options
        if request.question.type == "score" and not 2 <= size <= profile.levels:
            return f"2 to {profile.levels} levels, not {size}"
        if request.question.type == "choice" and not least <= size <= most:
            return f"{least} to {most} options, not {size}"
        if profile.characters:
            length = len(json.dumps(body, ensure_ascii=False))
            if length > profile.characters:
                return f"{profile.characters:,} characters, not {length:,}"
        return ""

    def decode(self, request: Request, body: Any) -> Reply:
        """The reply; answers to other questions than the one asked make it unreadable.

        Raises:
            KeyError, TypeError, ValueError, AttributeError: the body has another form.
        """
        if self._profile.envelope:
            if body["success"] is not True:
                return Reply(error=self.refused(200, body) or Failure("transport", "no success"))
            body = body[self._profile.envelope]
        if body.get("prompt_feedback", {}).get("block_reason"):
            return failure("refusal", f"blocked: {body['prompt_feedback']['block_reason']}")
        answers = body["answers"]
        if set(answers) != {QUESTION}:
            raise ValueError(f"answers to {', '.join(map(str, answers)) or 'nothing'}")
        answer = answers[QUESTION]
        if answer["type"] == "refusal":
            return failure("refusal", str(answer.get("message", "refused")))
        if answer["type"] != request.question.type:
            raise ValueError(f"an answer of type {answer['type']!r}")
        return checked(request, probabilities(request, answer), **usage(body))

    def refused(self, status: int, body: Any) -> Failure | None:
        """Cloudflare tells a used-up allocation from a rate by its code alone."""
        errors = body.get("errors")
        codes = {e.get("code") for e in errors if isinstance(e, dict)} if errors else set()
        if codes & EXHAUSTED:
            return Failure("quota", "the daily allocation is used up")
        if self._profile.envelope and status == 200 and errors:
            return Failure("transport", f"no success: {errors!s:.200}")
        return None


def probabilities(request: Request, answer: Mapping[str, Any]) -> dict[str, Any]:
    """The probabilities by option key of an answer; ``confidence`` is never used.

    Levels come by position. Where a legend says that a position means another level than the one
    that was asked at it, the legend decides.

    Raises:
        KeyError, TypeError, ValueError: they are missing, or a legend fits no level.
    """
    if request.question.type == "noul":
        return yes_no(request, answer["noul"])
    given = answer["probabilities"]
    if request.question.type == "choice":
        return dict(given)
    meanings = [option.meaning for option in request.options]
    places = {str(level): level for level in range(len(meanings))}
    legend = answer.get("legend")
    if legend is not None and len(set(meanings)) == len(meanings):
        if sorted(legend.values()) != sorted(meanings) or set(legend) != set(places):
            raise ValueError("the legend does not name the levels that were asked")
        places = {place: meanings.index(legend[place]) for place in places}
    if set(given) != set(places):
        raise ValueError(f"levels {', '.join(given)} in place of {', '.join(places)}")
    return {request.keys[level]: given[place] for place, level in places.items()}


def usage(body: Mapping[str, Any]) -> dict[str, Any]:
    """Tokens, cost and the model's name, where they are told and make sense."""
    told = body.get("usage")
    told = told if isinstance(told, Mapping) else {}
    model, cost = body.get("model"), told.get("cost")
    return {
        "input_tokens": _count(told.get("input_tokens", told.get("total_input_tokens"))),
        "tokens": _count(told.get("output_tokens", told.get("total_output_tokens"))),
        "cost_usd": float(cost) if isinstance(cost, int | float) and cost >= 0 else None,
        "model": model if isinstance(model, str) else None,
    }


def _count(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None


def _kind(name: str, profile: Profile, usage: str, summary: str) -> Kind:
    return Kind(
        name=name,
        usage=usage,
        summary=summary,
        open=partial(open_systemone, profile=profile),
        settings=Settings,
        key=profile.key,
        limits=profile.limits,
    )


KIND = Kind(
    name="systemone",
    usage="systemone:MODEL[@ADDRESS]",
    summary="any System One service: TypeSafe (the default address), Upstage, Fireworks, "
    "and servers of your own",
    open=open_systemone,
    settings=Settings,
    key=profiles.TYPESAFE.key,
    limits=f"TypeSafe: {profiles.TYPESAFE.limits}, 64k tokens a request; other addresses read "
    "UPSTAGE_API_KEY, FIREWORKS_API_KEY or SYSTEMONE_API_KEY",
)
OPENROUTER = _kind(
    "openrouter", profiles.OPENROUTER, "openrouter:MODEL", "decision models on OpenRouter"
)
PERPLEXITY = _kind(
    "perplexity", profiles.PERPLEXITY, "perplexity:MODEL", "Perplexity's decision models"
)
CLOUDFLARE = _kind(
    "cloudflare",
    profiles.CLOUDFLARE,
    "cloudflare[:MODEL]",
    "Clef on Cloudflare Workers AI; CLOUDFLARE_ACCOUNT_ID names the account",
)
GOOGLE = _kind("google", profiles.GOOGLE, "google[:MODEL]", "Google's decision models")
