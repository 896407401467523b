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
from decisionpivot.systems.prompt import written
from decisionpivot.systems.questions import checked, question, yes_no
from decisionpivot.systems.system import Kind, Reply, Spec, System, failure

QUESTION = "q"
"""The id of the one question."""

EXHAUSTED = frozenset({3036, 4006})
"""Cloudflare's codes for a daily allocation that is used up: asking again is vain."""

TRAIL = 0.005 + 1e-9
"""A choice may be so much less probable than another option: both were rounded."""

MOST = 1e12
"""No request has more tokens or costs more dollars: such a count makes no sense."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a TOML file may set.

    Attributes:
        profile: whose names and limits hold; default the service at the address.
        noul_criteria: a yes/no question says what yes and no mean.
        body: further fields of every request, such as OpenRouter's ``provider``.
        path: where questions are posted, in place of the profile's path.
        key_variable: the environment variable that holds the key.
    """

    profile: str | None = None
    noul_criteria: bool = True
    body: dict[str, Any] = {}
    path: str | None = None
    key_variable: str | None = None


def open_systemone(spec: Spec, profile: Profile | None = None) -> System:
    """A service that speaks System One.

    Args:
        spec: the system as it was named.
        profile: the service; default what the address says.

    Raises:
        InputError: the service needs a model or an address and none is given, or there is no
            such profile.
    """
    given = Settings(**spec.settings)
    profile = profile or _chosen(spec, given)
    model = spec.model or profile.default_model
    if model is None:
        raise InputError(
            f"{profile.name} needs a model",
            place=spec.name,
            remedy=f"Write {spec.kind}:MODEL, with @ADDRESS where it is another than the default.",
        )
    base = _base(spec, profile)
    if profile.envelope:  # the path holds the rest of a name such as @cf/cloudflare/clef
        model = model.rpartition("/")[2]
    asked = spec.model or (model if profile.needs_key else None)
    return Remote(
        replace(
            spec,
            name=named(spec, asked, profile),
            model=asked and model,
            base_url=base,
            settings=spec.settings | {"profile": profile.name},
            price=spec.price or profile.price(model),
        ),
        partial(endpoint, profile, base, model, given),
        SystemOne(profile, model, given),
        concurrency=profile.concurrency,
    )


def _chosen(spec: Spec, given: Settings) -> Profile:
    if given.profile is None:
        return profiles.of_address(spec.base_url)
    if given.profile not in profiles.BY_NAME:
        raise InputError(
            f"there is no profile {given.profile[:40]!r}",
            place=spec.name,
            remedy="There are " + ", ".join(profiles.BY_NAME) + ".",
        )
    return profiles.BY_NAME[given.profile]


def _base(spec: Spec, profile: Profile) -> str:
    """The address without the path. A provider's bare host stands for its base address."""
    base = (spec.base_url or profile.base).rstrip("/")
    if not base:
        raise InputError(
            "no address is given", place=spec.name, remedy="Give base_url: http://HOST:PORT."
        )
    bare = not urlsplit(base).path and urlsplit(base).hostname == urlsplit(profile.base).hostname
    return profile.base if bare and profile.needs_key else base


def named(spec: Spec, model: str | None, profile: Profile) -> str:
    """What run folders are called after: a host never, the model where one is asked for."""
    if spec.name != spec.kind:
        return spec.name
    return f"{profile.name}-{model}" if model else f"{spec.kind}-{profile.name}"


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

    def __init__(self, profile: Profile, model: str, given: Settings) -> None:
        self._profile, self._model, self._given = profile, model, given

    def encode(self, request: Request) -> Mapping[str, Any] | Reply:
        """The body, or ``input_limit`` where the service is known not to take it."""
        profile = self._profile
        body = {
            "model": self._model,
            profile.state: written(request.state) if profile.text_state else request.state,
            "questions": {QUESTION: self._question(request)},
            **self._given.body,
        }
        limit = self._exceeded(request, body)
        return failure("input_limit", f"{profile.name} takes {limit}") if limit else body

    def _question(self, request: Request) -> dict[str, Any]:
        asked = question(request)
        if request.question.type == "noul":
            yes, no = asked.pop("criteria").values()
            if self._given.noul_criteria:
                asked["criteria"] = {self._profile.yes: yes, self._profile.no: no}
        return asked

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
        used = usage(body)
        blocked = body.get("prompt_feedback")
        if blocked and not body.get("answers"):
            return Reply(error=Failure("refusal", f"blocked: {json.dumps(blocked)}"), **used)
        answers = body["answers"]
        if set(answers) != {QUESTION}:
            raise ValueError(f"answers to {', '.join(map(str, answers)) or 'nothing'}")
        answer = answers[QUESTION]
        if answer["type"] == "refusal":
            return Reply(error=Failure("refusal", json.dumps(answer)), **used)
        if answer["type"] != request.question.type:
            raise ValueError(f"an answer of type {answer['type']!r}")
        reply = checked(request, probabilities(request, answer), **used)
        return replace(reply, contradicted=_contradicted(answer, reply) or None)

    def refused(self, status: int, body: Any) -> Failure | None:
        """A used-up allocation that looks like a rate, and moderation that looks like a bad key.

        Cloudflare tells the one by its code alone, OpenRouter the other by its ``reasons``.
        """
        errors = body.get("errors")
        entries = errors if isinstance(errors, list) else []
        codes = [entry.get("code") for entry in entries if isinstance(entry, dict)]
        if any(code in codes for code in EXHAUSTED):
            return Failure("quota", "the daily allocation is used up")
        if self._profile.envelope and status == 200 and errors:
            return Failure("transport", f"no success: {errors!s:.200}")
        error = body.get("error")
        metadata = error.get("metadata") if isinstance(error, dict) else None
        if status == 403 and isinstance(metadata, dict) and "reasons" in metadata:
            return Failure("refusal", f"moderation: {json.dumps(metadata['reasons'])}")
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
    places = _places(request, answer.get("legend"))
    if set(given) != set(places):
        raise ValueError(f"the levels are called {', '.join(given)}, not 0 to {len(places) - 1}")
    return {key: given[place] for key, place in zip(request.keys, places, strict=True)}


def _places(request: Request, legend: Mapping[str, Any] | None) -> list[str]:
    """Under which number, as text, an answer to a score question has each option.

    Levels are counted as they were sent, from 0, unless the legend has them in another order.
    """
    places = [str(number) for number in range(len(request.options))]
    if legend is None:
        return places
    texts = [legend[place] for place in places] if set(legend) == set(places) else []
    for names in ([option.meaning for option in request.options], list(request.keys)):
        if texts == names:
            return places
        if len(set(names)) == len(names) and sorted(names) == sorted(map(str, texts)):
            return [places[texts.index(name)] for name in names]
    raise ValueError(f"the legend is not that of the levels: {legend!r:.200}")


def _contradicted(answer: Mapping[str, Any], reply: Reply) -> bool:
    """Whether the choice is not the most probable option, beyond what rounding explains."""
    choice = answer.get("choice")
    if choice is None or not reply.p:
        return False
    return not isinstance(choice, str) or reply.p.get(choice, 0.0) < max(reply.p.values()) - TRAIL


def usage(body: Mapping[str, Any]) -> dict[str, Any]:
    """Tokens, cost and the model's name, where they are told and make sense."""
    told = body.get("usage")
    told = told if isinstance(told, Mapping) else {}
    model = body.get("model")
    return {
        "input_tokens": _count(told.get("input_tokens", told.get("total_input_tokens"))),
        "tokens": _count(told.get("output_tokens", told.get("total_output_tokens"))),
        "cost_usd": _amount(told.get("cost")),
        "model": model if isinstance(model, str) else None,
    }


def _count(value: Any) -> int | None:
    amount = _amount(value)
    return None if amount is None else int(amount)


def _amount(value: Any) -> float | None:
    """A finite amount that is not negative; None for anything else."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < MOST else None


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
    usage="systemone[:MODEL][@ADDRESS]",
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
