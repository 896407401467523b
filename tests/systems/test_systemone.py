"""System One in small: one request, one reply, and what each service calls things."""

import json

import pytest
from server_kit import REQUESTS, TEAM, URGENCY, YES_NO, answering, ask

from decisionpivot.items import InputError, Option, Question, Request
from decisionpivot.systems import open_system
from decisionpivot.systems.profiles import of_address
from decisionpivot.systems.systemone import joined

every_type = pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)


def reply_to(answer, **more):
    return {"model": "m-1", "answers": {"q": answer}, "usage": {"input_tokens": 9}, **more}


ANSWERS = {
    "noul": {"type": "noul", "noul": 0.97},
    "choice": {
        "type": "choice",
        "choice": "billing",
        "confidence": 0.8,
        "probabilities": {"billing": 0.7, "tech": 0.2, "sales": 0.1},
    },
    "score": {
        "type": "score",
        "score": 1.2,
        "confidence": 0.5,
        "legend": {"0": "can wait", "1": "today", "2": "now"},
        "probabilities": {"0": 0.1, "1": 0.6, "2": 0.3},
    },
}
READ = {
    "noul": {"yes": 0.97, "no": 0.03},
    "choice": {"billing": 0.7, "tech": 0.2, "sales": 0.1},
    "score": {"low": 0.1, "mid": 0.6, "high": 0.3},
}


def right(body):
    return reply_to(ANSWERS[body["questions"]["q"]["type"]])


@every_type
async def test_a_request_carries_one_question_and_no_key_that_is_not_set(request_):
    async with answering(right) as (base, seen):
        reply = await ask(f"systemone:m-1@{base}", request_)
    assert reply.p == READ[request_.question.type]
    assert reply.input_tokens == 9
    assert reply.model == "m-1"
    (sent,) = seen
    assert sent.path == "/v1/systemone"
    assert list(sent.body) == ["model", "state", "questions"]
    assert sent.body["state"] == request_.state
    assert list(sent.body["questions"]) == ["q"]
    assert "Authorization" not in sent.headers
    assert "Content-Encoding" not in sent.headers


PERMUTED = {
    "type": "score",
    "score": 1.2,
    "legend": {"0": "now", "1": "can wait", "2": "today"},
    "probabilities": {"0": 0.3, "1": 0.1, "2": 0.6},
}


async def test_a_permuted_legend_says_which_level_a_position_is():
    async with answering(lambda _: reply_to(PERMUTED)) as (base, _):
        reply = await ask(f"systemone:m@{base}", URGENCY)
    assert reply.p == {"high": 0.3, "low": 0.1, "mid": 0.6}


REFUSED = {
    "answers to another question": ({"answers": {"other": ANSWERS["noul"]}}, "unreadable_reply"),
    "no answers": ({"answers": {}}, "unreadable_reply"),
    "answers as a list": ({"answers": [ANSWERS["noul"]]}, "unreadable_reply"),
    "null": (None, "unreadable_reply"),
    "a text": ("yes", "unreadable_reply"),
    "noul as text": (reply_to({"type": "noul", "noul": "0.9"}), "unreadable_reply"),
    "noul null": (reply_to({"type": "noul", "noul": None}), "unreadable_reply"),
    "noul negative": (reply_to({"type": "noul", "noul": -0.1}), "invalid_p"),
    "noul above one": (reply_to({"type": "noul", "noul": 1.2}), "invalid_p"),
    "noul without value": (reply_to({"type": "noul"}), "unreadable_reply"),
    "another type": (reply_to(ANSWERS["choice"]), "unreadable_reply"),
    "refusal": (reply_to({"type": "refusal"}), "refusal"),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_a_reply_of_another_form_is_a_failure_of_its_kind(case):
    body, kind = REFUSED[case]
    async with answering(lambda _: body) as (base, _):
        reply = await ask(f"systemone:m@{base}", YES_NO)
    assert reply.error is not None
    assert reply.error.kind == kind
    assert reply.p is None


CHOICES = {
    "missing option": ({"billing": 0.9, "tech": 0.1}, "invalid_p"),
    "extra option": ({"billing": 0.5, "tech": 0.2, "sales": 0.2, "x": 0.1}, "invalid_p"),
    "no mass": ({"billing": 0, "tech": 0, "sales": 0}, "invalid_p"),
    "sum of 0.8": ({"billing": 0.6, "tech": 0.1, "sales": 0.1}, "invalid_p"),
    "negative": ({"billing": 1.2, "tech": -0.1, "sales": -0.1}, "invalid_p"),
    "text": ({"billing": "0.8", "tech": 0.1, "sales": 0.1}, "invalid_p"),
    "true": ({"billing": True, "tech": 0, "sales": 0}, "invalid_p"),
    "rounded": ({"billing": 0.33, "tech": 0.33, "sales": 0.33}, None),
}


@pytest.mark.parametrize("case", CHOICES)
async def test_probabilities_must_be_a_distribution_over_the_options(case):
    p, kind = CHOICES[case]
    answer = {"type": "choice", "choice": "billing", "probabilities": p, "confidence": 1}
    async with answering(lambda _: reply_to(answer)) as (base, _):
        reply = await ask(f"systemone:m@{base}", TEAM)
    assert (reply.error.kind if reply.error else None) == kind


async def test_the_choice_is_never_used_where_the_probabilities_say_otherwise():
    answer = {
        "type": "choice",
        "choice": "tech",
        "confidence": 0.99,
        "probabilities": {"billing": 0.9, "tech": 0.05, "sales": 0.05},
    }
    async with answering(lambda _: reply_to(answer)) as (base, _):
        reply = await ask(f"systemone:m@{base}", TEAM)
    assert reply.p == {"billing": 0.9, "tech": 0.05, "sales": 0.05}


def many(kind, count):
    options = tuple(Option(f"o{n}", f"meaning {n}") for n in range(count))
    return Request("s", Question(kind, "?"), options)


@pytest.mark.parametrize(
    "request_", [many("choice", 256), many("score", 11), many("choice", 1)], ids=str
)
async def test_known_limits_are_checked_before_sending(request_, monkeypatch):
    monkeypatch.setenv("OPENROUTER_API_KEY", "sk-not-a-real-key")
    async with answering(right) as (base, seen):
        reply = await ask(f"openrouter:m@{base}", request_)
    assert reply.error is not None
    assert reply.error.kind == "input_limit"
    assert not seen


VARIANTS = [  # kind and model, key and other variables, path, header of the key
    ("openrouter:typesafe/jev-1.13", {"OPENROUTER_API_KEY": "k-000001"}, "/alpha/decisions",
     ("Authorization", "Bearer k-000001")),
    ("perplexity:pplx-decider-v1.2", {"PERPLEXITY_API_KEY": "k-000002"}, "/v1/decisions",
     ("Authorization", "Bearer k-000002")),
    ("cloudflare:clef-flash",
     {"CLOUDFLARE_API_TOKEN": "k-000003", "CLOUDFLARE_ACCOUNT_ID": "acc7"},
     "/client/v4/accounts/acc7/ai/run/@cf/cloudflare/clef-flash",
     ("Authorization", "Bearer k-000003")),
    ("google", {"GEMINI_API_KEY": "k-000004"}, "/v1beta/decisions",
     ("x-goog-api-key", "k-000004")),
]  # fmt: skip


@pytest.mark.parametrize("variant", VARIANTS, ids=[variant[0] for variant in VARIANTS])
@every_type
async def test_each_variant_has_its_path_header_and_names(variant, request_, monkeypatch):
    name, variables, path, header = variant
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)

    def answer(body):
        found = right(body)
        if name.startswith("cloudflare"):
            return {"result": found, "success": True, "errors": [], "messages": []}
        return found

    async with answering(answer) as (base, seen):
        reply = await ask(f"{name}@{base}", request_)
    assert reply.p == READ[request_.question.type]
    (sent,) = seen
    assert sent.path == path
    assert sent.headers[header[0]] == header[1]
    if name == "google":
        assert "state" not in sent.body
        state = request_.state
        assert sent.body["input"] == (
            state if isinstance(state, str) else json.dumps(state, ensure_ascii=False, indent=2)
        )
    else:
        assert sent.body["state"] == request_.state


async def test_a_blocked_prompt_is_a_refusal(monkeypatch):
    monkeypatch.setenv("GEMINI_API_KEY", "k-000004")
    body = {"prompt_feedback": {"block_reason": "SAFETY"}, "usage": {}}
    async with answering(lambda _: body) as (base, _):
        reply = await ask(f"google@{base}", YES_NO)
    assert reply.error is not None
    assert reply.error.kind == "refusal"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"success": False, "errors": [{"code": 4006, "message": "x"}], "result": None}, "quota"),
        ({"success": False, "errors": [{"code": 5012, "message": "x"}]}, "transport"),
        ({"result": reply_to(ANSWERS["noul"]), "success": "yes"}, "transport"),
    ],
)
async def test_an_envelope_without_success_fails_closed(body, kind, monkeypatch):
    monkeypatch.setenv("CLOUDFLARE_API_TOKEN", "k-000003")
    monkeypatch.setenv("CLOUDFLARE_ACCOUNT_ID", "acc7")
    async with answering(lambda _: body) as (base, _):
        reply = await ask(f"cloudflare@{base}", YES_NO)
    assert reply.error is not None
    assert reply.error.kind == kind


async def test_a_missing_key_is_named_before_anything_is_sent(monkeypatch):
    monkeypatch.delenv("TYPESAFE_API_KEY", raising=False)
    system = open_system("systemone:jev-1.13.0")
    with pytest.raises(InputError, match="TYPESAFE_API_KEY is not set"):
        await system.open("t")


def test_a_service_is_known_by_its_host():
    assert of_address(None).name == "typesafe"
    assert of_address("https://api.upstage.ai/v1").name == "upstage"
    assert of_address("http://127.0.0.1:18801").name == "server"
    assert of_address("https://api.typesafe.ai.example.org").name == "server"


def test_a_base_may_hold_the_beginning_of_the_path_or_all_of_it():
    whole = "http://h:1/v1/systemone"
    for base in ("http://h:1", "http://h:1/", "http://h:1/v1", "http://h:1/v1/systemone"):
        assert joined(base, "/v1/systemone") == whole
    assert joined("http://h:1/proxy", "/v1/systemone") == "http://h:1/proxy/v1/systemone"


def test_no_key_and_no_host_stand_in_what_a_run_keeps(monkeypatch):
    monkeypatch.setenv("SYSTEMONE_API_KEY", "sk-not-a-real-key")
    spec = open_system("systemone:m-1@http://10.0.0.5:1234/v1").spec
    assert spec.name == "systemone-m-1"
    assert "sk-not-a-real-key" not in str(spec)
