"""What every system looks like to the runner."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from decisionpivot.items import Failure, Request


class Reply(Struct, frozen=True, kw_only=True):
    """What a system said about one request: probabilities by option key, or a failure.

    The other fields are recorded where the system tells them; see ``Answer`` for their meaning.
    """

    p: Mapping[str, Any] | None = None
    error: Failure | None = None
    tokens: int | None = None
    closed: bool | None = None
    input_tokens: int | None = None
    cost_usd: float | None = None
    truncated: bool | None = None
    reply: str | None = None
    retry_after_s: float | None = None
    model: str | None = None


class System(Protocol):
    """Anything that answers requests. It is opened once per task and told the task's name only."""

    async def open(self, task: str) -> None:
        """Get ready for the items of a task."""

    async def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Answer a batch, one reply a request, in order. ``batch`` says how many it wants."""

    async def close(self) -> None:
        """Let go of what was opened."""
