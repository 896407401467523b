"""What chat models and OpenAI's decisions say, in the corners of their contracts."""

import asyncio
import hashlib
import json
from pathlib import Path

import pytest
from aiohttp import web
from run_kit import make_task, records
from server_kit import REQUESTS, TEAM, URGENCY, YES_NO, answering, ask, serving

from decisionpivot.items import Option, Question, Request
from decisionpivot.run.asking import Settings
from decisionpivot.run.runner import run_async
from decisionpivot.systems import open_system, prompt
from decisionpivot.systems.languagemodels import address

J = '{"yes": 0.8, "no": 0.2}'
P = {"yes": 0.8, "no": 0.2}
KEY = "sk-test-0000000000"

every_type = pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)


def completion(text, *, end="stop", message=None, **more):
    said = {"role": "assistant", "content": text} | (message or {})
    return {"model": "m-1", "choices": [{"index": 0, "finish_reason": end, "message": said}]} | more


def system_file(tmp_path, base, kind="chat", **settings):
    path = tmp_path / "system.toml"
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    text = f'kind = "{kind}"\nmodel = "m-1"\nbase_url = "{base}"\n[settings]\n'
    path.write_text(text + "\n".join(lines), "utf-8")
    return str(path)


async def said(body, request=YES_NO, name="chat:m-1"):
    async with answering(lambda _: body) as (base, _):
        return await ask(f"{name}@{base}", request)


PROMPTS = {
    ("stated-1", "1975220a"): prompt.STATED,
    ("letter-1", "f43c9219"): prompt.LETTERED,
}


@pytest.mark.parametrize("pinned", PROMPTS, ids=lambda pinned: pinned[0])
def test_a_prompt_of_another_text_needs_another_version(pinned):
    found = PROMPTS[pinned]
    assert (found.version, hashlib.sha256(found.text.encode()).hexdigest()[:8]) == pinned


def test_the_page_shows_the_prompt_that_is_sent():
    page = (Path(__file__).parents[2] / "docs/chat.md").read_text("utf-8")
    assert f"```text\n{prompt.STATED.text}\n```" in page
    assert f"version `{prompt.STATED.version}`" in page


def test_the_whole_message_of_a_choice():
    assert prompt.stated(TEAM) == (
        'STATE\n{\n  "subject": "Rechnung Ü-7",\n  "lines": [\n    1,\n    2\n  ]\n}\n\n'
        "QUESTION\nWhich team?\n\n"
        "OPTIONS (key: meaning)\nbilling: payments\ntech: faults\nsales: offers\n\n"
        "Reply with the JSON object, in this form:\n"
        '{"billing": 0.0, "tech": 0.0, "sales": 0.0}'
    )


def test_a_text_is_put_into_the_prompt_as_it_is():
    text = "{state} {{x}} %s \\n\n  é\u2028 STATE"
    request = Request(text, Question("noul", "{question}?"), YES_NO.options)
    assert f"STATE\n{text}\n\nQUESTION\n{{question}}?\n\n" in prompt.stated(request)


ADDRESSES = [
    ("http://h:1", "http://h:1/v1/chat/completions"),
    ("http://h:1/", "http://h:1/v1/chat/completions"),
    ("http://h:1/v1", "http://h:1/v1/chat/completions"),
    ("http://h:1/v1/", "http://h:1/v1/chat/completions"),
    ("http://h:1/v1/chat/completions", "http://h:1/v1/chat/completions"),
    ("http://h:1/v1beta/openai/chat/completions", "http://h:1/v1beta/openai/chat/completions"),
    ("http://h:1/api/v4", "http://h:1/api/v4/chat/completions"),
    ("http://h:1/api", "http://h:1/api/v1/chat/completions"),
]


@pytest.mark.parametrize(("base", "whole"), ADDRESSES)
def test_an_address_may_hold_a_version_or_be_whole(base, whole):
    assert address(base, "/v1/chat/completions") == whole


REASONED = {
    "no reasoning": (completion(J), None),
    "in tags": (completion(f"<think>so</think>{J}"), True),
    "in tags, cut": (completion("<think>so", end="length"), False),
    "in tags, never closed": (completion("<think>so"), False),
    "apart": (completion(J, message={"reasoning_content": "so"}), True),
    "apart, cut": (completion("", end="length", message={"reasoning": "so"}), False),
}


@pytest.mark.parametrize("case", REASONED)
async def test_whether_reasoning_was_closed_is_told_where_there_is_any(case):
    body, closed = REASONED[case]
    assert (await said(body)).closed is closed


@pytest.mark.parametrize(
    "usage", [None, [], "12", {"completion_tokens": "x"}, {"prompt_tokens": -1}]
)
@pytest.mark.parametrize("model", [None, 7, ["m"]])
async def test_odd_counts_and_names_cost_no_answer(usage, model):
    reply = await said(completion(J, usage=usage, model=model))
    assert reply.p == P
    assert (reply.tokens, reply.input_tokens, reply.model) == (None, None, None)


ERRORS = {
    "Azure's filter": (
        400, {"error": {"code": "content_filter", "message": "filtered"}}, "refusal"),
    "OpenAI's policy": (
        400, {"error": {"code": "content_policy_violation", "message": "no"}}, "refusal"),
    "Anthropic's length": (
        400, {"type": "error", "error": {"type": "invalid_request_error",
              "message": "prompt is too long: 210000 tokens > 200000 maximum"}}, "input_limit"),
    "Google's length": (
        400, {"error": {"message": "The input token count (9) exceeds the maximum number of tokens "
              "allowed (8)."}}, "input_limit"),
    "another field": (400, {"error": {"message": "Unsupported parameter: max_tokens"}}, "http_4xx"),
    "an error that is a text": (400, {"error": "content_filter"}, "http_4xx"),
    "overloaded": (529, {"type": "error", "error": {"type": "overloaded_error"}}, "transport"),
}  # fmt: skip


@pytest.mark.parametrize("case", ERRORS)
@pytest.mark.parametrize("kind", ["chat", "option-logprobs", "openai-decisions"])
async def test_an_error_is_of_the_kind_that_it_says(case, kind):
    status, body, expected = ERRORS[case]

    async def refuse(_):
        return web.json_response(body, status=status)

    async with serving(refuse) as base:
        reply = await ask(f"{kind}:m-1@{base}", YES_NO)
    assert reply.error is not None
    assert (reply.error.kind, reply.status) == (expected, status)


async def test_replies_that_no_file_can_hold_or_that_hold_the_key_are_kept_without_it(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    texts = ["\ud800 no JSON \udfff", f"no JSON but {KEY}", '{"yes": "\ud800", "no": 1}', J]

    async def answer(request):
        number = int((await request.json())["messages"][1]["content"].split()[2])
        model = {0: "m\ud800", 1: KEY}.get(number, "m-1")
        body = completion(texts[number % 4], model=model)
        return web.Response(text=json.dumps(body), content_type="application/json")

    task = make_task(tmp_path, 8)
    folder = tmp_path / "runs" / "x"
    async with serving(answer) as base:
        name = system_file(tmp_path, base, key_variable="OPENAI_API_KEY")
        outcome = await run_async(
            open_system(name), [task], folder, release="own data", settings=Settings(concurrency=1)
        )
    assert outcome.status == 0
    found = records(folder)
    assert [one.error.kind if one.error else one.p for one in found] == [
        "unreadable_reply", "unreadable_reply", "unreadable_reply", P,
    ] * 2  # fmt: skip
    assert found[0].reply == "? no JSON ?"
    assert found[1].reply == "no JSON but [hidden]"
    written = "".join(file.read_text("utf-8") for file in folder.iterdir() if file.is_file())
    assert KEY not in written


def message(*blocks, end="end_turn"):
    return {
        "id": "m", "type": "message", "role": "assistant", "model": "claude-x",
        "content": list(blocks), "stop_reason": end, "stop_sequence": None,
        "usage": {"input_tokens": 40, "output_tokens": 9},
    }  # fmt: skip


TEXT = {"type": "text", "text": J}
MESSAGES = {
    "text": (message(TEXT), None),
    "thinking": (message({"type": "thinking", "thinking": "{}", "signature": "s"}, TEXT), True),
    "hidden thinking": (message({"type": "redacted_thinking", "data": "x"}, TEXT), True),
    "cut after thinking": (
        message({"type": "redacted_thinking", "data": "x"}, TEXT, end="max_tokens"), False),
}  # fmt: skip


@pytest.mark.parametrize("case", MESSAGES)
async def test_the_official_anthropic_client_sends_and_accepts_the_same(
    case, tmp_path, monkeypatch
):
    anthropic = pytest.importorskip("anthropic")
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    body, closed = MESSAGES[case]

    def theirs(base):
        with anthropic.Anthropic(api_key=KEY, base_url=base, max_retries=0) as client:
            return client.messages.create(
                model="m-1",
                system=prompt.SYSTEM,
                messages=[{"role": "user", "content": prompt.stated(YES_NO)}],
                max_tokens=2_048,
            )

    async with answering(lambda _: body) as (base, seen):
        name = system_file(tmp_path, base, api="anthropic", key_variable="ANTHROPIC_API_KEY")
        ours = await ask(name, YES_NO)
        accepted = await asyncio.to_thread(theirs, base)
    own, official = seen
    assert (own.path, own.body) == (official.path, official.body)
    assert own.headers["x-api-key"] == KEY
    assert own.headers["anthropic-version"] == "2023-06-01"
    assert KEY in "".join(official.headers.values())
    assert json.loads(accepted.content[-1].text) == ours.p == P
    assert (ours.input_tokens, ours.tokens) == (40, 9)
    assert ours.closed is closed


SAMPLING = [
    ({}, True),
    ({"sampling": "provider"}, False),
    ({"reasoning": "low"}, True),
    ({"reasoning": "high"}, False),
    ({"reasoning": "high", "sampling": "greedy"}, True),
    ({"api": "anthropic"}, False),
    ({"api": "anthropic", "sampling": "greedy"}, True),
]


@pytest.mark.parametrize(("settings", "greedy"), SAMPLING)
async def test_a_temperature_is_sent_only_where_the_sampling_is_greedy(tmp_path, settings, greedy):
    async with answering(lambda _: {}) as (base, seen):
        await ask(system_file(tmp_path, base, **settings), YES_NO)
    assert [one.body.get("temperature") for one in seen] == [0 if greedy else None]
    assert greedy or "temperature" not in seen[0].body


OPTIONS = {
    ("choice", 1): "2 to 255 options",
    ("choice", 256): "2 to 255 options",
    ("score", 1): "2 to 10 levels",
    ("score", 11): "2 to 10 levels",
}


@pytest.mark.parametrize(("kind", "size"), OPTIONS)
async def test_what_the_decisions_interface_does_not_take_is_not_sent(kind, size):
    options = tuple(Option(f"o{n}", "m") for n in range(size))
    async with answering(lambda _: {}) as (base, seen):
        reply = await ask(f"openai-decisions:m@{base}", Request("s", Question(kind, "?"), options))
    assert reply.error is not None
    assert reply.error.kind == "input_limit"
    assert OPTIONS[kind, size] in reply.error.detail
    assert not seen


def scored(*entries):
    shares = [
        {name: value for name, value in zip(("value", "label", "probability"), entry, strict=True)
         if value is not None}
        for entry in entries
    ]  # fmt: skip
    return {"answers": [{"type": "score", "name": "q", "score": 1.0, "probabilities": shares}]}


SCORES = {
    "in order": (scored((0, "low", 0.1), (1, "mid", 0.6), (2, "high", 0.3)), None),
    "in another order": (scored((2, "high", 0.3), (0, "low", 0.1), (1, "mid", 0.6)), None),
    "counted from one": (scored((1, "low", 0.1), (2, "mid", 0.6), (3, "high", 0.3)), None),
    "without labels": (scored((1, None, 0.6), (2, None, 0.3), (0, None, 0.1)), None),
    "an unknown label": (
        scored((0, "x", 0.1), (1, "mid", 0.6), (2, "high", 0.3)), "unreadable_reply"),
    "a number too many": (
        scored((1, None, 0.1), (2, None, 0.6), (3, None, 0.3)), "unreadable_reply"),
    "a negative number": (
        scored((-1, None, 0.3), (0, None, 0.1), (1, None, 0.6)), "unreadable_reply"),
    "a level twice": (scored((0, "low", 0.4), (1, "low", 0.6)), "unreadable_reply"),
    "a level missing": (scored((0, "low", 0.4), (1, "mid", 0.6)), "invalid_p"),
}  # fmt: skip


@pytest.mark.parametrize("case", SCORES)
async def test_levels_are_matched_by_label_else_by_number(case):
    body, kind = SCORES[case]
    reply = await said(body, URGENCY, "openai-decisions:m")
    assert reply.p == (None if kind else {"low": 0.1, "mid": 0.6, "high": 0.3})
    assert (reply.error and reply.error.kind) == kind


@every_type
async def test_a_refusal_of_a_decision_keeps_what_it_cost(request_):
    body = {"model": "m", "answers": [{"type": "refusal", "name": None}],
            "usage": {"input_tokens": 12, "output_tokens": 0}}  # fmt: skip
    reply = await said(body, request_, "openai-decisions:m")
    assert reply.error is not None
    assert (reply.error.kind, reply.input_tokens, reply.tokens) == ("refusal", 12, 0)
