"""The official client packages and our adapters send the same and read the same.

The question is put to each client in its own words; server and capture are the same for both.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from loopback_kit import serve
from systemone_kit import ANSWERS, CHOICE, NOUL, REQUESTS, ask, body

from decisionpivot.items import Request

KEY = "key-0123456789"
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")


def meanings(request: Request) -> list[str]:
    return [option.meaning for option in request.options]


def words(request: Request) -> dict[str, Any]:
    """The question in the words of System One."""
    asked = request.question
    criteria: Any = dict(zip(request.keys, meanings(request), strict=True))
    if request is NOUL:
        criteria = {"true": "asks for money back", "false": "anything else"}
    elif asked.type == "score":
        criteria = meanings(request)
    return {"type": asked.type, "instructions": asked.text, "criteria": criteria}


def typesafe(url: str, request: Request) -> Any:
    from typesafe_sdk import Choice, Noul, RetryPolicy, Score, TypeSafeClient

    asked = words(request)
    kind = {"noul": Noul, "choice": Choice, "score": Score}[asked.pop("type")]
    with TypeSafeClient(
        api_key=KEY, base_url=url, compression=False, retry=RetryPolicy(max_retries=0)
    ) as client:
        said = client.system_one(request.state, {"q": kind(**asked)}, model="jev-1.13.0")
    return said.answers["q"]


def openrouter(url: str, request: Request) -> Any:
    from openrouter import OpenRouter

    with OpenRouter(api_key=KEY) as client:
        said = client.alpha.decisions.create(
            server_url=url,  # this part of the client knows no other server
            model="typesafe/jev-1.13",
            state=request.state,
            questions={"q": words(request)},
            provider={"only": ["typesafe"], "allow_fallbacks": False},
        )
    return said.answers["q"]


def perplexity(url: str, request: Request) -> Any:
    from perplexity import Perplexity

    with Perplexity(api_key=KEY, base_url=url, max_retries=0) as client:
        said = client.decisions.create(
            model="pplx-decider-v1.3", state=request.state, questions={"q": words(request)}
        )
    return said.answers["q"]


def google(url: str, request: Request) -> Any:
    from google import genai

    asked = words(request)
    if request is NOUL:
        meaning = asked["criteria"]
        asked["criteria"] = {
            "true_description": meaning["true"],
            "false_description": meaning["false"],
        }
    state = request.state
    client = genai.Client(api_key=KEY, http_options={"base_url": url, "api_version": "v1beta"})
    said = client.decisions.create(
        model="gemini-decision-1",
        input=state if isinstance(state, str) else json.dumps(state, indent=2, ensure_ascii=False),
        questions={"q": asked},
    )
    client.close()
    return said.answers["q"]


@dataclass(frozen=True)
class Client:
    """A client package and the adapter that has to agree with it."""

    module: str
    asks: Callable[[str, Request], Any]
    system: str
    key: str
    header: str = "Authorization"


CLIENTS = (
    Client("typesafe_sdk", typesafe, "systemone:jev-1.13.0", "TYPESAFE_API_KEY"),
    Client("openrouter", openrouter, "openrouter:typesafe/jev-1.13", "OPENROUTER_API_KEY"),
    Client("perplexity", perplexity, "perplexity:pplx-decider-v1.3", "PERPLEXITY_API_KEY"),
    Client(
        "google.genai",
        google,
        "google:gemini-decision-1",
        "GEMINI_API_KEY",
        header="x-goog-api-key",
    ),
)


def system_file(client: Client, url: str, folder: Any) -> str:
    """The adapter with the settings that the client was called with."""
    kind, _, model = client.system.partition(":")
    setting = {
        "systemone": 'profile = "typesafe"',
        "openrouter": 'body.provider = {only = ["typesafe"], allow_fallbacks = false}',
    }.get(kind, "")
    base = f"{url}/api" if kind == "openrouter" else url
    path = folder / "system.toml"
    path.write_text(
        f'kind = "{kind}"\nmodel = "{model}"\nbase_url = "{base}"\n[settings]\n{setting}\n'
    )
    return str(path)


def read(answer: Any, request: Request) -> dict[str, float]:
    """What the client's object says, by option."""
    if request is NOUL:
        return {"yes": answer.noul, "no": 1 - answer.noul}
    given = {str(key): p for key, p in answer.probabilities.items()}
    keys = request.keys if request is CHOICE else [str(n) for n in range(len(request.keys))]
    return {key: given[place] for key, place in zip(request.keys, keys, strict=True)}


@pytest.mark.parametrize("kind", REQUESTS)
@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.module)
async def test_client_and_adapter_send_the_same_and_read_the_same(
    client, kind, monkeypatch, tmp_path
):
    pytest.importorskip(client.module)
    monkeypatch.setenv(client.key, KEY)
    request = REQUESTS[kind]
    said = ANSWERS[kind]
    if client.module == "google.genai" and kind == "noul":
        said = said | {"confidence": 0.97}
    reply = body(said)
    if client.module == "google.genai":
        reply["usage"] = {"total_input_tokens": 120, "total_output_tokens": 12}
    async with serve(reply) as server:
        theirs = read(await asyncio.to_thread(client.asks, server.url, request), request)
        (ours,) = await ask(system_file(client, server.url, tmp_path), request)
    official, own = server.requests
    assert own.json == official.json
    assert (own.method, own.path) == (official.method, official.path)
    for name in (client.header, "Content-Type"):
        assert own.headers[name].split(";")[0] == header(official.headers, name)
    assert ours.p == pytest.approx(theirs)
    assert (ours.input_tokens, ours.tokens) == (120, 12)


def header(headers: Any, name: str) -> str:
    """A header whose name's case is the client's own."""
    (value,) = [text for key, text in headers.items() if key.lower() == name.lower()]
    return str(value).split(";")[0]
