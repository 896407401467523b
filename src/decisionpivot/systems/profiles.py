"""What is known of the services that speak System One or a variant of it.

Addresses, headers and limits are those of the providers' public documentation and client packages
as of November 2026. Prices are list prices; a TOML file may give others.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from decisionpivot.systems.system import Price

MEBI = 1024 * 1024
BEARER = "Authorization"


class Profile(Struct, frozen=True, kw_only=True):
    """A service.

    Attributes:
        name: what it is called in ``run.json``.
        base: its address without the path; empty where the user must give one.
        path: where questions are posted; ``{model}`` and ``{account}`` are filled in.
        key: the environment variable of the key.
        needs_key: it refuses requests without a key.
        header: the header that carries the key; ``Authorization`` carries it as a bearer.
        account: the environment variable that ``{account}`` comes from.
        state: the field that holds the state.
        text_state: the state must be a text; JSON states are written as JSON.
        yes, no: what the criteria of a yes/no question are called.
        envelope: the field that the reply is wrapped in.
        default_model: the model where none is named.
        options: the fewest and the most options of a choice.
        levels: the most levels of a score.
        characters: the longest request, in characters of JSON.
        concurrency: requests at the same time that it bears.
        prices: the list price per model, or of "" for every model.
    """

    name: str
    base: str = ""
    path: str = "/v1/systemone"
    key: str
    needs_key: bool = True
    header: str = BEARER
    account: str = ""
    state: str = "state"
    text_state: bool = False
    yes: str = "true"
    no: str = "false"
    envelope: str = ""
    default_model: str | None = None
    options: tuple[int, int] = (2, 255)
    levels: int = 10
    characters: int | None = None
    concurrency: int = 16
    prices: Mapping[str, Price] = {}

    @property
    def limits(self) -> str:
        """The limits in a line."""
        least, most = self.options
        parts = [f"{least} to {most} options", f"at most {self.levels} levels"]
        if self.characters:
            parts.append(f"at most {self.characters:,} characters")
        return ", ".join(parts)

    def price(self, model: str) -> Price | None:
        """The list price of a model, where it is known."""
        return self.prices.get(model) or self.prices.get("")


TYPESAFE = Profile(
    name="typesafe",
    base="https://api.typesafe.ai",
    key="TYPESAFE_API_KEY",
    default_model="jev-latest",
    characters=32 * MEBI,
    prices={"": Price(0.042)},
)
UPSTAGE = Profile(
    name="upstage",
    base="https://api.upstage.ai",
    key="UPSTAGE_API_KEY",
    prices={"": Price(0.10)},
)
FIREWORKS = Profile(
    name="fireworks",
    base="https://api.fireworks.ai/inference",
    key="FIREWORKS_API_KEY",
    options=(2, 208),
)
SERVER = Profile(
    name="server",
    key="SYSTEMONE_API_KEY",
    needs_key=False,
    default_model="jev-latest",
    options=(1, 255),
    concurrency=8,
)
"""Any other compatible server, on this machine or elsewhere."""

SPARROW = replace(SERVER, name="sparrow", options=(2, 255))
LLAMA_CPP = replace(SERVER, name="llama.cpp", base="http://127.0.0.1:8080")
TRANSFORMERS = replace(
    SERVER, name="transformers", base="http://127.0.0.1:8000", options=(1, 26), levels=26
)
VLLM = replace(SERVER, name="vllm", base="http://127.0.0.1:8000", options=(1, 26))
OLLAMA = replace(SERVER, name="ollama", base="http://127.0.0.1:11434")
"""Servers of one's own, at their usual addresses; chosen by the setting ``profile``."""

OPENROUTER = Profile(
    name="openrouter",
    base="https://openrouter.ai/api",
    path="/alpha/decisions",
    key="OPENROUTER_API_KEY",
)
PERPLEXITY = Profile(
    name="perplexity",
    base="https://api.perplexity.ai",
    path="/v1/decisions",
    key="PERPLEXITY_API_KEY",
    options=(1, 255),
    characters=32 * MEBI,
    concurrency=8,
    prices={"": Price(0.02)},
)
CLOUDFLARE = Profile(
    name="cloudflare",
    base="https://api.cloudflare.com",
    path="/client/v4/accounts/{account}/ai/run/@cf/cloudflare/{model}",
    key="CLOUDFLARE_API_TOKEN",
    account="CLOUDFLARE_ACCOUNT_ID",
    envelope="result",
    default_model="clef",
    characters=520_000,
    prices={"clef": Price(0.24), "clef-flash": Price(0.09)},
)
GOOGLE = Profile(
    name="google",
    base="https://generativelanguage.googleapis.com",
    path="/v1beta/decisions",
    key="GEMINI_API_KEY",
    header="x-goog-api-key",
    state="input",
    text_state=True,
    yes="true_description",
    no="false_description",
    default_model="gemini-decision-1",
    levels=255,
    prices={"": Price(0.10)},
)

HOSTED = (TYPESAFE, UPSTAGE, FIREWORKS, OPENROUTER, PERPLEXITY, CLOUDFLARE, GOOGLE)
BY_NAME = {
    profile.name: profile
    for profile in (*HOSTED, SPARROW, LLAMA_CPP, TRANSFORMERS, VLLM, OLLAMA, SERVER)
}


def of_address(base_url: str | None) -> Profile:
    """The service at an address: a known one by its host, else any server."""
    if base_url is None:
        return TYPESAFE
    host = urlsplit(base_url).hostname
    known = (profile for profile in HOSTED if urlsplit(profile.base).hostname == host)
    return next(known, SERVER)
