"""Requests of every type, what a System One server says to them, and programs as servers."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from decisionpivot.items import Option, Question, Request
from decisionpivot.systems import Reply, open_system
from decisionpivot.systems.system import System

NOUL = Request(
    "I was charged twice.",
    Question("noul", "Is a refund wanted?"),
    (Option("yes", "asks for money back"), Option("no", "anything else")),
)
CHOICE = Request(
    {"subject": "Rechnung", "lines": ["Grüße", "zweimal bezahlt"]},
    Question("choice", "Which team?"),
    (
        Option("Billing", "payments"),
        Option("Böden", "floors"),
        Option("tech", "faults"),
    ),
)
SCORE = Request(
    "The printer burns.",
    Question("score", "How urgent?"),
    (Option("20", "can wait"), Option("21", "today"), Option("22", "now")),
)
REQUESTS = {"noul": NOUL, "choice": CHOICE, "score": SCORE}

ANSWERS: dict[str, dict[str, Any]] = {
    "noul": {"type": "noul", "noul": 0.97},
    "choice": {
        "type": "choice",
        "choice": "Billing",
        "confidence": 0.7,
        "probabilities": {"tech": 0.15, "Billing": 0.8, "Böden": 0.05},
    },
    "score": {
        "type": "score",
        "score": 1.2,
        "confidence": 0.5,
        "legend": {"0": "can wait", "1": "today", "2": "now"},
        "probabilities": {"0": 0.1, "1": 0.6, "2": 0.3},
    },
}
"""Answers in the contract's form; the choice's keys come in another order than they were sent."""

EXPECTED = {
    "noul": {"yes": 0.97, "no": 0.03},
    "choice": {"Billing": 0.8, "Böden": 0.05, "tech": 0.15},
    "score": {"20": 0.1, "21": 0.6, "22": 0.3},
}


def body(answer: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A reply in the contract's form, to the question id that the adapter uses."""
    usage = {"input_tokens": 120, "output_tokens": 12}
    return {"model": "jev-1.13.0", "answers": {"q": answer}, "usage": usage} | fields


async def ask(system: System | str, *requests: Request) -> list[Reply]:
    opened = open_system(system) if isinstance(system, str) else system
    await opened.open("robots")
    try:
        return [(await opened.answer([request]))[0] for request in requests]
    finally:
        await opened.close()


def kind(reply: Reply) -> str:
    """The kind of a failure, or ``answer``."""
    return reply.error.kind if reply.error else "answer"


@contextmanager
def program(*words: str) -> Iterator[str]:
    """A Python program that serves on a free port, as a process of its own; its base address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, *words, "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(port, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


def _wait(port: int, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(200):
        assert process.poll() is None, "the server ended"
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the server does not accept connections")
