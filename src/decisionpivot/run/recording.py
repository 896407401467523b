"""From a system's reply to the line of the answer file, and when replies say that a run is vain."""

import math
from collections.abc import Mapping
from typing import Any

from decisionpivot.items import Answer, Failure
from decisionpivot.run.work import Ask
from decisionpivot.systems.keys import scrub
from decisionpivot.systems.system import Reply

LONGEST_DETAIL = 2_000
LONGEST_REPLY = 20_000

REFUSALS = (400, 401, 403, 404, 501)
FIRST_REQUESTS = 20
"""When so many requests, the first of a run, all end in the same refusal, the run stops."""


class FirstRequests:
    """Watches whether the first requests of a run all end in the same refusal.

    A server that is never reached counts as one: asking thousands of items would be as vain.
    """

    def __init__(self) -> None:
        self._reason = ""
        self._detail = ""
        self._count = 0
        self._mixed = False

    def note(self, record: Answer, reply: Reply) -> str:
        """Note how a request ended; why the run should stop, or nothing."""
        if self._mixed or self._count >= FIRST_REQUESTS:
            return ""
        reason = _refusal(record, reply)
        if not self._count and record.error is not None:
            self._reason, self._detail = reason, record.error.detail
        self._count += 1
        self._mixed = not reason or reason != self._reason
        return self.refusal() if self._count == FIRST_REQUESTS else ""

    def refusal(self) -> str:
        """What all requests so far ended in; nothing where they did not all end alike."""
        if self._mixed or not self._count:
            return ""
        detail = f": {self._detail}" if self._detail else ""
        return f"the first {self._count} requests all ended in {self._reason}{detail}"


def _refusal(record: Answer, reply: Reply) -> str:
    if record.error is None:
        return ""
    if reply.status in REFUSALS:
        return f"HTTP status {reply.status}"
    return "no answer from the server" if record.error.kind == "transport" else ""


def to_record(ask: Ask, reply: Reply, took: float) -> Answer:
    """The line of the answer file for a reply."""
    p, error = (None, reply.error) if reply.error else plain(reply.p)
    if error is not None:
        error = Failure(error.kind, short(error.detail))
    return Answer(
        id=ask.id,
        p=p,
        error=error,
        tokens=reply.tokens,
        closed=reply.closed,
        latency_s=round(took if reply.latency_s is None else reply.latency_s, 6),
        attempts=ask.attempts,
        input_tokens=reply.input_tokens,
        cost_usd=ask.cost_usd,
        truncated=reply.truncated,
        contradicted=reply.contradicted,
        reply=None if reply.reply is None else scrub(reply.reply, LONGEST_REPLY),
        options_mass=reply.options_mass,
        options_missing=reply.options_missing or None,
    )


def plain(p: Mapping[str, Any] | None) -> tuple[dict[str, float] | None, Failure | None]:
    """Probabilities as JSON can hold them, or why it cannot.

    Missing, extra or negative options are kept for the scorer to judge. What is no finite number
    has no form in JSON and is an ``invalid_p`` here.
    """
    if p is None:
        return None, Failure("unreadable_reply", "the reply has no probabilities")
    numbers: dict[str, float] = {}
    for key, value in p.items():
        number = value if type(value) is float else _number(value)
        if not isinstance(key, str) or number is None or not math.isfinite(number):
            return None, Failure("invalid_p", f"the probability of {key!r:.80} is {value!r:.80}")
        numbers[key] = number
    return numbers, None


def _number(value: Any) -> float | None:
    if isinstance(value, str | bytes):
        return None
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return None


def short(detail: str) -> str:
    """The detail of an error as it may be kept: not too long, and without secrets."""
    return scrub(detail, LONGEST_DETAIL)
