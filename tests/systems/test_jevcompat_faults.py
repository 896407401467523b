"""Every named fault of the jevcompat mock, and what has to become of an answer.

The rule behind the table, from the specification: an answer counts when the probability of every
option can be read without a guess. A fault in what carries the probabilities (route, status,
JSON, ids, type, keys, sums, the legend that orders them) is a failure of its own kind. A fault
beside them (usage, confidence, choice, score, headers, extra fields) costs nothing, because
nothing of it is used. A fault in what a valid request of ours never sends stays unseen.
"""

import json
import urllib.request
from dataclasses import dataclass

import pytest
from jevcompat.mock import FAULTS, MockConfig, Running, answer
from systemone_kit import CHOICE, NOUL, SCORE, ask, kind

from decisionpivot.items import Option, Question, Request

LARGE = Request(
    "s", Question("choice", "Which?"), tuple(Option(f"o{n}", f"m{n}") for n in range(65))
)
TOO_LARGE = Request(
    "s", Question("choice", "Which?"), tuple(Option(f"o{n}", f"m{n}") for n in range(256))
)
SIX = Request("s", Question("score", "How?"), tuple(Option(f"l{n}", f"m{n}") for n in range(6)))
THREE = (NOUL, CHOICE, SCORE)


@dataclass(frozen=True)
class Case:
    """A fault, how the requests end, and why."""

    fault: str
    ends: str | tuple[str, ...]
    why: str
    requests: tuple[Request, ...] = THREE
    model: str = ""
    server_key: str | None = None
    our_key: str = ""


def unseen(fault: str, why: str) -> Case:
    return Case(fault, "answer", why)


CASES = (
    Case("wrong-route", "http_4xx", "1: the path answers 404"),
    Case("xssi-200", "unreadable_reply", "1: a body of status 200 is JSON"),
    unseen("plain-content-type", "1: the type of a body is only a SHOULD, the body is JSON"),
    Case("text-errors", "http_4xx", "6: an error in plain text is one", model="nobody"),
    unseen("models-404", "1: the list of models is not asked for"),
    unseen("auth-rejects-header", "2: where no key is set no header is sent"),
    Case("auth-rejects-header", "auth", "2: the server refuses every key", our_key="key-given"),
    Case(
        "auth-x-api-key", "auth", "2: the key goes as a bearer token", server_key="k", our_key="k"
    ),
    Case("auth-plain", "auth", "2: 401 without a key, whatever the body", server_key="key-right"),
    Case(
        "auth-invalid-403-text",
        "auth",
        "2: 401 for a wrong key, whatever the body",
        server_key="key-right",
        our_key="key-wrong",
    ),
    unseen("reject-array-state", "3.1: states of items are texts or objects"),
    Case("reject-jev-latest", "http_4xx", "3.1: the alias that stands for no model is refused"),
    Case("reject-jev-latest", "answer", "3.1: a model of its name is served", model="jev-1.13.0"),
    unseen("first-question-only", "3.1: every request has one question"),
    unseen("strict-ids", "3.1: the id is a letter"),
    Case(
        "nfd-keys",
        ("answer", "invalid_p", "answer"),
        "3.1: names come back byte for byte; the umlaut does not",
    ),
    unseen("forbid-extra", "3.1: no field beyond state, model and questions is sent"),
    unseen("string-only-text", "3.1: instructions and descriptions are texts"),
    unseen("noul-two-sided", "3.2: both criteria are sent"),
    unseen("noul-needs-instructions", "3.2: instructions are sent"),
    unseen("no-null-description", "3.3: every option has a description"),
    Case(
        "cap-64",
        ("answer", "http_4xx"),
        "3.3: up to 255 options have to work; 65 are refused with 422",
        requests=(CHOICE, LARGE),
    ),
    Case(
        "cap-5-levels",
        ("answer", "http_4xx"),
        "3.4: up to 10 levels have to work; 6 are refused with 422",
        requests=(SCORE, SIX),
    ),
    unseen("accept-map-score", "3.4: levels go as a list"),
    unseen("no-usage", "4.1: usage is missing, the probabilities are not"),
    unseen("float-usage", "4.1: counts of tokens as 12.0 say the same"),
    Case("extra-answer", "unreadable_reply", "4.1: exactly the ids that were asked"),
    Case(
        "boolean-type",
        ("unreadable_reply", "answer", "answer"),
        "4.1: the type of an answer is that of its question",
    ),
    unseen("nan", "4.1: NaN stands in a field beside the answer, no probability is NaN"),
    unseen("unprefixed-extra", "4.1: the prefix of extra fields is only a SHOULD"),
    Case("noul-range", ("invalid_p", "answer", "answer"), "4.2: a probability is at most 1"),
    unseen("choice-no-confidence", "4.3: confidence is not used"),
    Case(
        "choice-key-case",
        ("answer", "invalid_p", "answer"),
        "4.3: keys are exactly the names of the options; 'billing' is not 'Billing'",
    ),
    Case("choice-sum", ("answer", "invalid_p", "answer"), "4.3: probabilities sum to 1"),
    unseen("choice-second", "4.3: the choice contradicts the probabilities, and those count"),
    unseen("score-no-legend", "4.4: without a legend the keys are the places of the levels"),
    Case(
        "legend-1-based",
        ("answer", "answer", "unreadable_reply"),
        "4.4: legend and probabilities count from different numbers: no level is certain",
    ),
    Case(
        "score-keys-1-based",
        ("answer", "answer", "unreadable_reply"),
        "4.4: probabilities and legend count from different numbers: no level is certain",
    ),
    Case("score-sum", ("answer", "answer", "invalid_p"), "4.4: probabilities sum to 1"),
    unseen("score-argmax", "4.4: score is not used"),
    unseen("confidence-over", "4.5: confidence is not used"),
    unseen("confidence-margin", "4.5: confidence is not used"),
    unseen("500-on-unknown-type", "6: only known types are sent"),
    unseen("accept-boolean", "6: only known types are sent"),
    unseen("validation-400", "6: how invalid requests are refused; ours is valid"),
    Case(
        "validation-400",
        "input_limit",
        "3.3: 256 options are not valid and are not sent",
        requests=(TOO_LARGE,),
    ),
    Case("error-flat", "http_4xx", "6: an unknown model is refused", model="nobody"),
    unseen("id-leaks", "7: the id never changes"),
    unseen("batch-leaks", "7: the number of questions never changes"),
    unseen("order-leaks", "7: the one question is always the first"),
)


def test_the_table_has_every_fault():
    assert {case.fault for case in CASES} == set(FAULTS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.fault}:{case.our_key}{case.model}")
async def test_a_fault_ends_as_the_specification_says(case, monkeypatch):
    monkeypatch.delenv("SYSTEMONE_API_KEY", raising=False)
    if case.our_key:
        monkeypatch.setenv("SYSTEMONE_API_KEY", case.our_key)
    config = MockConfig(key=case.server_key, faults=frozenset({case.fault}))
    with Running(config) as server:
        name = f"systemone:{case.model}@{server.url}"
        replies = await ask(name, *case.requests)
    ends = (case.ends,) * len(replies) if isinstance(case.ends, str) else case.ends
    assert tuple(map(kind, replies)) == ends
    leaks = frozenset({case.fault} if "leaks" in case.fault else ())
    for request, reply in zip(case.requests, replies, strict=True):
        if reply.error is None:
            assert reply.p == pytest.approx(told(request, leaks))
        else:
            assert reply.p is None
            assert reply.error.detail


def test_the_mock_says_what_the_test_expects_of_it():
    """The expectation is the mock's own, read from the wire without the adapter."""
    for request in THREE:
        asked = {"model": "mock", "state": request.state, "questions": {"q": spelled(request)}}
        with Running(MockConfig()) as server:
            post = urllib.request.Request(  # noqa: S310
                f"{server.url}/v1/systemone", json.dumps(asked).encode(), method="POST"
            )
            with urllib.request.urlopen(post) as response:  # noqa: S310
                said = json.load(response)["answers"]["q"]
        values = list(told(request, frozenset()).values())
        assert values == pytest.approx(
            [said["noul"], 1 - said["noul"]]
            if request is NOUL
            else list(said["probabilities"].values())
        )


def spelled(request: Request):
    """The question in the specification's words."""
    meanings = [option.meaning for option in request.options]
    criteria = {
        "noul": lambda: {"true": meanings[0], "false": meanings[1]},
        "choice": lambda: dict(zip(request.keys, meanings, strict=True)),
        "score": lambda: meanings,
    }[request.question.type]()
    asked = request.question
    return {"type": asked.type, "instructions": asked.text, "criteria": criteria}


def told(request: Request, leaks: frozenset[str]) -> dict[str, float]:
    """The probabilities that a mock without other faults gives the options."""
    said = answer(MockConfig(faults=leaks), request.state, "q", spelled(request), 0, 1)
    if request.question.type == "noul":
        return {"yes": said["noul"], "no": 1 - said["noul"]}
    return dict(zip(request.keys, said["probabilities"].values(), strict=True))
