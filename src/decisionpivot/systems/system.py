"""What every system looks like to the runner."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from decisionpivot.items import Failure, Request


class Prompt(Struct, frozen=True):
    """A prompt text that requests are put into, with the version that names it."""

    version: str
    text: str


class Price(Struct, frozen=True):
    """What a million tokens cost, in US dollars."""

    input_usd: float
    output_usd: float = 0.0


class Spec(Struct, frozen=True, kw_only=True):
    """What a system is, without secrets. It goes into ``run.json``; a run folder belongs to one.

    ``name`` is what run folders are called after. ``settings`` holds everything else that could
    change an answer, in plain JSON types.
    """

    name: str
    kind: str
    model: str | None = None
    base_url: str | None = None
    settings: dict[str, Any] = {}
    prompt: Prompt | None = None
    price: Price | None = None


class Traits(Struct, frozen=True, kw_only=True):
    """How a system likes to be asked; nothing here changes an answer.

    Attributes:
        batch: the most requests in one call.
        adaptive: one request costs no more alone than in a batch, so that the runner sends just
            as many at once as keep its own work small, and answers are written early.
        concurrency: calls at the same time, unless the user says otherwise.
        output_tokens: tokens that an answer is expected to cost, for estimates.
    """

    batch: int = 1
    adaptive: bool = False
    concurrency: int = 1
    output_tokens: int = 0


class Reply(Struct, frozen=True, kw_only=True):
    """What a system said about one request: probabilities by option key, or a failure.

    Attributes:
        p, error, tokens, closed, input_tokens, cost_usd, truncated, contradicted, reply,
            options_mass, options_missing: as in ``Answer``.
        latency_s: seconds this request took; default the duration of the whole call.
        retry_after_s: seconds the server asked to wait before the next request.
        status: the HTTP status of a failure.
        model: the model that the server says it is.
    """

    p: Mapping[str, Any] | None = None
    error: Failure | None = None
    tokens: int | None = None
    closed: bool | None = None
    input_tokens: int | None = None
    cost_usd: float | None = None
    truncated: bool | None = None
    contradicted: bool | None = None
    reply: str | None = None
    latency_s: float | None = None
    retry_after_s: float | None = None
    status: int | None = None
    model: str | None = None
    options_mass: float | None = None
    options_missing: int | None = None


def failure(kind: str, detail: str, *, status: int | None = None) -> Reply:
    """A reply that says why there are no probabilities; see ``Failure`` for the kinds."""
    return Reply(error=Failure(kind, detail), status=status)


class System(Protocol):
    """Anything that answers requests. It is opened once per task and told the task's name only."""

    @property
    def spec(self) -> Spec:
        """What this system is."""

    @property
    def traits(self) -> Traits:
        """How this system likes to be asked."""

    async def open(self, task: str) -> None:
        """Get ready for the items of a task.

        Raises:
            InputError: the system cannot answer this task, or something it needs is missing.
        """

    async def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Answer at most ``traits.batch`` requests, one reply each, in order.

        Whatever goes wrong with a request is its reply's ``error``. A call that lasts too long is
        cancelled.
        """

    async def close(self) -> None:
        """Let go of what was opened."""


class NoSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a kind that has none."""


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of system.

    Attributes:
        name: the word before the colon.
        usage: how it is named on the command line.
        summary: what it is, in a line.
        open: makes the system; raises InputError where the spec does not fit.
        settings: the settings that a TOML file may give, with their defaults.
        verbatim: everything after the first colon is the model, addresses are not looked for.
        in_process: it works in this process, so that worker processes help.
        key: the environment variable that holds the key.
        limits: known limits, in a line.
        needs: the import names of packages that are not always there.
    """

    name: str
    usage: str
    summary: str
    open: Callable[[Spec], System]
    settings: type[Struct] = NoSettings
    verbatim: bool = False
    in_process: bool = False
    key: str | None = None
    limits: str = ""
    needs: tuple[str, ...] = ()
