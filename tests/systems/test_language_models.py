"""Chat, option letters and OpenAI's decisions against servers built from the contracts."""

import asyncio
import json
import math

import pytest
from server_kit import REQUESTS, TEAM, URGENCY, YES_NO, answering, ask

from decisionpivot.items import InputError, Option, Question, Request
from decisionpivot.systems import open_system, prompt
from decisionpivot.systems.option_logprobs import alternatives, letter_of, read
from decisionpivot.systems.system import Prompt

every_type = pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)

P = {
    "noul": {"yes": 0.8, "no": 0.2},
    "choice": {"billing": 0.7, "tech": 0.2, "sales": 0.1},
    "score": {"low": 0.1, "mid": 0.6, "high": 0.3},
}


def chat_reply(text, **choice):
    return {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "m-1-2026",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": text},
            }
            | choice
        ],
        "usage": {"prompt_tokens": 50, "completion_tokens": 12, "total_tokens": 62},
    }


def toml(tmp_path, base, text="", kind="chat"):
    path = tmp_path / "system.toml"
    path.write_text(f'kind = "{kind}"\nmodel = "m-1"\nbase_url = "{base}"\n{text}', "utf-8")
    return str(path)


@every_type
async def test_chat_asks_with_the_prompt_and_reads_what_is_stated(request_):
    p = P[request_.question.type]
    async with answering(lambda _: chat_reply(json.dumps(p))) as (base, seen):
        reply = await ask(f"chat:m-1@{base}/v1", request_)
    assert reply.p == p
    assert (reply.tokens, reply.input_tokens, reply.closed) == (12, 50, None)
    assert reply.model == "m-1-2026"
    (sent,) = seen
    assert sent.path == "/v1/chat/completions"
    assert "Authorization" not in sent.headers
    assert sent.body["temperature"] == 0
    assert sent.body["max_tokens"] == 2_048
    system, user = sent.body["messages"]
    assert system == {"role": "system", "content": prompt.SYSTEM}
    parts = ["STATE", "QUESTION", "OPTIONS (key: meaning)", "Reply with the JSON object"]
    places = [user["content"].index(part) for part in parts]
    assert places == sorted(places)
    assert request_.question.text in user["content"]
    for option in request_.options:
        assert f"\n{option.key}: {option.meaning}\n" in user["content"]
    if not isinstance(request_.state, str):
        assert '{\n  "subject": "Rechnung Ü-7"' in user["content"]


async def test_the_prompt_is_part_of_what_a_run_keeps():
    spec = open_system("chat:m-1@http://127.0.0.1:9").spec
    assert isinstance(spec.prompt, Prompt)
    assert prompt.SYSTEM in spec.prompt.text
    assert spec.prompt.version


REASONING = [
    ("", 2_048, {"temperature": 0}),
    ('[settings]\nreasoning = "low"\nbody = {reasoning_effort = "low"}', 8_192,
     {"temperature": 0, "reasoning_effort": "low"}),
    ('[settings]\nreasoning = "high"\nbody = {reasoning_effort = "high"}', 32_768,
     {"reasoning_effort": "high"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "budget", "fields"), REASONING)
async def test_reasoning_has_its_budget_and_sampling(tmp_path, text, budget, fields):
    async with answering(lambda _: chat_reply('{"yes": 1, "no": 0}')) as (base, seen):
        await ask(toml(tmp_path, base, text), YES_NO)
    body = seen[0].body
    assert body.pop("max_tokens") == budget
    assert {key: body[key] for key in body if key not in ("model", "messages")} == fields


J = '{"yes": 0.8, "no": 0.2}'
FAILED = {
    "refusal": (chat_reply(None, message={"content": None, "refusal": "No."}), "refusal"),
    "content filter": (chat_reply("", finish_reason="content_filter"), "refusal"),
    "prose": (chat_reply("Yes."), "unreadable_reply"),
    "cut off in reasoning": (chat_reply("<think>so", finish_reason="length"), "unreadable_reply"),
    "only in the reasoning": (
        chat_reply("", message={"content": "", "reasoning_content": J}), "unreadable_reply"),
    "content null": (chat_reply(None), "unreadable_reply"),
    "no choices": ({"choices": []}, "unreadable_reply"),
    "sum of 1.5": (chat_reply('{"yes": 0.8, "no": 0.7}'), "invalid_p"),
    "negative": (chat_reply('{"yes": 1.2, "no": -0.2}'), "invalid_p"),
}  # fmt: skip


@pytest.mark.parametrize("case", FAILED)
async def test_what_states_no_probabilities_is_a_failure_of_its_kind(case):
    body, kind = FAILED[case]
    async with answering(lambda _: body) as (base, _):
        reply = await ask(f"chat:m-1@{base}", YES_NO)
    assert reply.error is not None
    assert reply.error.kind == kind
    assert reply.p is None


@pytest.mark.parametrize("kind", ["chat", "option-logprobs", "openai-decisions"])
async def test_a_key_is_never_sent_to_a_server_that_it_was_not_named_for(kind, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-a-real-key")
    async with answering(lambda _: {}) as (base, seen):
        await ask(f"{kind}:m-1@{base}", YES_NO)
    assert "sk-not-a-real-key" not in str(seen)


async def test_an_unreadable_reply_is_kept():
    async with answering(lambda _: chat_reply("Yes, surely.")) as (base, _):
        reply = await ask(f"chat:m-1@{base}", YES_NO)
    assert reply.reply == "Yes, surely."


async def test_whether_the_model_closed_its_reasoning_is_told(tmp_path):
    open_end = chat_reply(J, finish_reason="length", message={"content": J, "reasoning": "so"})
    for body, closed in ((open_end, False), (chat_reply(J), True)):
        async with answering(lambda _, body=body: body) as (base, _):
            reply = await ask(toml(tmp_path, base, '[settings]\nreasoning = "low"'), YES_NO)
        assert reply.closed is closed


async def test_parts_of_a_content_are_joined():
    parts = [{"type": "text", "text": '{"yes": 0.8,'}, {"type": "text", "text": ' "no": 0.2}'}]
    async with answering(lambda _: chat_reply(parts)) as (base, _):
        reply = await ask(f"chat:m-1@{base}", YES_NO)
    assert reply.p == {"yes": 0.8, "no": 0.2}


ANTHROPIC = '[settings]\napi = "anthropic"\nkey_variable = "ANTHROPIC_API_KEY"'
KEYED = '[settings]\nkey_variable = "OPENAI_API_KEY"'


def message(content, **more):
    return {
        "id": "m", "type": "message", "role": "assistant", "model": "claude-x",
        "content": content, "stop_reason": "end_turn", "stop_sequence": None,
        "usage": {"input_tokens": 40, "output_tokens": 9},
    } | more  # fmt: skip


async def test_anthropic_messages(tmp_path, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-not-a-real-key")
    blocks = [{"type": "thinking", "thinking": '{"yes": 0, "no": 1}'}, {"type": "text", "text": J}]
    async with answering(lambda _: message(blocks)) as (base, seen):
        reply = await ask(toml(tmp_path, base, ANTHROPIC), YES_NO)
    assert reply.p == {"yes": 0.8, "no": 0.2}
    assert (reply.input_tokens, reply.tokens, reply.closed) == (40, 9, True)
    (sent,) = seen
    assert sent.path == "/v1/messages"
    assert sent.headers["x-api-key"] == "sk-not-a-real-key"
    assert sent.headers["anthropic-version"]
    assert "Authorization" not in sent.headers
    assert sent.body["system"] == prompt.SYSTEM
    assert [one["role"] for one in sent.body["messages"]] == ["user"]
    assert sent.body["max_tokens"] == 2_048
    async with answering(lambda _: message([], stop_reason="refusal")) as (base, _):
        reply = await ask(toml(tmp_path, base, ANTHROPIC), YES_NO)
    assert reply.error is not None
    assert reply.error.kind == "refusal"


async def test_the_official_openai_client_sends_and_accepts_the_same(tmp_path, monkeypatch):
    openai = pytest.importorskip("openai")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-a-real-key")

    def theirs(base):
        client = openai.OpenAI(api_key="sk-not-a-real-key", base_url=f"{base}/v1", max_retries=0)
        with client:
            return client.chat.completions.create(
                model="m-1",
                messages=[
                    {"role": "system", "content": prompt.SYSTEM},
                    {"role": "user", "content": prompt.stated(TEAM)},
                ],
                max_tokens=2_048,
                temperature=0,
            )

    stated = json.dumps(P["choice"])
    async with answering(lambda _: chat_reply(stated)) as (base, seen):
        ours = await ask(toml(tmp_path, base, KEYED), TEAM)
        accepted = await asyncio.to_thread(theirs, base)
    first, second = seen
    assert first.body == second.body
    assert first.path == second.path
    assert first.headers["Authorization"] == second.headers["Authorization"]
    assert json.loads(accepted.choices[0].message.content) == ours.p


DECIDED = {
    "noul": {"type": "predicate", "name": "q", "probability": 0.8},
    "choice": {
        "type": "choice", "name": "q", "choice": "billing", "confidence": 0.9,
        "probabilities": [
            {"value": "tech", "probability": 0.2},
            {"value": "billing", "probability": 0.7},
            {"value": "sales", "probability": 0.1},
        ],
    },
    "score": {
        "type": "score", "name": "q", "score": 1.2, "confidence": 0.6,
        "probabilities": [
            {"value": 0, "label": "low", "probability": 0.1},
            {"value": 1, "label": "mid", "probability": 0.6},
            {"value": 2, "label": "high", "probability": 0.3},
        ],
    },
}  # fmt: skip
OF_TYPE = {"predicate": "noul", "choice": "choice", "score": "score"}
USAGE = {
    "input_tokens": 120, "output_tokens": 0, "total_tokens": 120,
    "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
    "output_tokens_details": {"reasoning_tokens": 0},
}  # fmt: skip


def decide(body):
    kind = OF_TYPE[body["questions"][0]["type"]]
    return {"model": "gpt-6-luna", "answers": [DECIDED[kind]], "usage": USAGE}


@every_type
async def test_openai_decisions_as_the_official_client_sends_and_accepts_them(
    request_, tmp_path, monkeypatch
):
    openai = pytest.importorskip("openai")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-a-real-key")
    kind, text, options = request_.question.type, request_.question.text, request_.options
    lines = [text, *(f"{option.key}: {option.meaning}" for option in options)]
    question = {
        "noul": {"type": "predicate", "name": "q", "instructions": "\n".join(lines)},
        "choice": {
            "type": "choice", "name": "q", "instructions": text,
            "choices": [{"value": o.key, "description": o.meaning} for o in options],
        },
        "score": {
            "type": "score", "name": "q", "instructions": text,
            "levels": [{"label": o.key, "description": o.meaning} for o in options],
        },
    }[kind]  # fmt: skip

    def theirs(base):
        client = openai.OpenAI(api_key="sk-not-a-real-key", base_url=f"{base}/v1", max_retries=0)
        with client:
            return client.decisions.create(
                model="m-1", input=prompt.written(request_.state), questions=[question]
            )

    async with answering(decide) as (base, seen):
        ours = await ask(toml(tmp_path, base, KEYED, kind="openai-decisions"), request_)
        accepted = await asyncio.to_thread(theirs, base)
    assert ours.p == P[kind]
    assert ours.input_tokens == 120
    first, second = seen
    assert first.body == second.body
    assert first.path == second.path == "/v1/decisions"
    assert first.headers["Authorization"] == second.headers["Authorization"]
    told = accepted.answers[0]
    if kind == "noul":
        assert told.probability == ours.p["yes"]
    else:
        assert sorted(entry.probability for entry in told.probabilities) == sorted(ours.p.values())


@pytest.mark.parametrize(
    ("answers", "kind"),
    [
        ([{"type": "refusal", "name": "q"}], "refusal"),
        ([], "unreadable_reply"),
        ([DECIDED["noul"], DECIDED["noul"]], "unreadable_reply"),
        ([DECIDED["noul"] | {"name": "other"}], "unreadable_reply"),
        ([DECIDED["choice"]], "unreadable_reply"),
        ([{"type": "predicate", "name": "q", "probability": 1.4}], "invalid_p"),
    ],
)
async def test_a_decision_of_another_form_is_a_failure_of_its_kind(answers, kind):
    async with answering(lambda _: {"model": "m", "answers": answers}) as (base, _):
        reply = await ask(f"openai-decisions:m@{base}", YES_NO)
    assert reply.error is not None
    assert reply.error.kind == kind


async def test_an_option_that_comes_twice_is_unreadable():
    twice = DECIDED["choice"] | {"probabilities": [{"value": "billing", "probability": 0.5}] * 2}
    async with answering(lambda _: {"answers": [twice]}) as (base, _):
        reply = await ask(f"openai-decisions:m@{base}", TEAM)
    assert reply.error is not None
    assert reply.error.kind == "unreadable_reply"


def top(*pairs):
    entries = [
        {"token": token, "logprob": math.log(p), "bytes": list(token.encode())}
        for token, p in pairs
    ]
    return chat_reply("A", logprobs={"content": [entries[0] | {"top_logprobs": entries}]})


async def test_letters_are_read_with_their_variants_and_missing_ones_are_floored():
    tokens = (("A", 0.5), (" A", 0.1), ("b", 0.2), ("The", 0.05))
    async with answering(lambda _: top(*tokens)) as (base, seen):
        reply = await ask(f"option-logprobs:m-1@{base}", TEAM)
    # A 0.6, B 0.2, C at most the smallest that was told: 0.05; together 0.85
    assert reply.p == pytest.approx(
        {"billing": 0.6 / 0.85, "tech": 0.2 / 0.85, "sales": 0.05 / 0.85}
    )
    assert reply.options_mass == pytest.approx(0.8)
    assert reply.options_missing == 1
    body = seen[0].body
    assert (body["max_tokens"], body["temperature"], body["logprobs"], body["top_logprobs"]) == (
        1, 0, True, 20,
    )  # fmt: skip
    assert (
        "\nA. billing: payments\nB. tech: faults\nC. sales: offers\n"
        in (body["messages"][1]["content"])
    )


NO_LETTERS = {
    "no letter at all": (top(("The", 0.5), ("It", 0.3)), "unreadable_reply", "letter"),
    "log-probabilities left out": (chat_reply("A"), "unreadable_reply", "log-probabilities"),
    "log-probabilities null": (
        chat_reply("A", logprobs=None), "unreadable_reply", "log-probabilities"),
    "an empty list": (chat_reply("", logprobs={"content": []}), "unreadable_reply", "form"),
    "another form": (chat_reply("A", logprobs={"content": [{}]}), "unreadable_reply", "form"),
    "refused": (
        chat_reply(None, message={"content": None, "refusal": "No."},
                   logprobs={"content": None, "refusal": []}), "refusal", "No."),
    "filtered": (
        chat_reply("", finish_reason="content_filter", logprobs=None), "refusal", "content_filter"),
}  # fmt: skip


@pytest.mark.parametrize("case", NO_LETTERS)
async def test_what_tells_no_letters_is_a_failure_with_its_reason(case):
    body, kind, word = NO_LETTERS[case]
    async with answering(lambda _: body) as (base, _):
        reply = await ask(f"option-logprobs:m-1@{base}", TEAM)
    assert reply.error is not None
    assert (reply.error.kind, reply.p) == (kind, None)
    assert word in reply.error.detail


async def test_an_option_outside_the_list_gets_its_upper_bound_and_the_answer_is_marked():
    options = (Option("Yes", "y"), Option("No", "n"), Option("Maybe", "m"))
    told = {"B": -0.05, "<think>": -3.2, "A": -4.1, "Answer": -6.0}
    body = top(*((token, math.exp(value)) for token, value in told.items()))
    async with answering(lambda _: body) as (base, _):
        reply = await ask(
            f"option-logprobs:m@{base}", Request("s", Question("choice", "?"), options)
        )
    total = math.exp(-4.1) + math.exp(-0.05) + math.exp(-6)
    assert reply.p == pytest.approx(
        {
            "Yes": math.exp(-4.1) / total,
            "No": math.exp(-0.05) / total,
            "Maybe": math.exp(-6) / total,
        }
    )
    assert reply.options_missing == 1
    assert reply.options_mass == pytest.approx(math.exp(-4.1) + math.exp(-0.05))


async def test_keys_of_several_tokens_are_read_by_letters_of_one():
    options = (Option("YesNo", "first"), Option("NoYes", "second"))
    first = top(("A", 0.06), ("B", 0.20), ("Yes", 0.44))["choices"][0]["logprobs"]["content"]
    second = top(("B", 0.9), ("A", 0.1))["choices"][0]["logprobs"]["content"]
    body = chat_reply("AB", logprobs={"content": first + second})
    async with answering(lambda _: body) as (base, seen):
        reply = await ask(
            f"option-logprobs:m@{base}", Request("s", Question("choice", "?"), options)
        )
    assert reply.p == pytest.approx({"YesNo": 0.230769, "NoYes": 0.769231}, abs=1e-6)
    assert "\nA. YesNo: first\nB. NoYes: second\n" in seen[0].body["messages"][1]["content"]
    assert seen[0].body["max_tokens"] == 1


async def test_a_run_says_how_many_answers_are_incomplete(tmp_path, capsys):
    from decisionpivot.cli import main

    line = {"id": "i", "state": "s", "question": {"type": "choice", "text": "?"},
            "options": [{"key": "x", "meaning": "1"}, {"key": "y", "meaning": "2"}],
            "answer": "x"}  # fmt: skip
    items = tmp_path / "mine.jsonl"
    items.write_text(json.dumps(line), "utf-8")
    async with answering(lambda _: top(("A", 0.5), ("The", 0.1))) as (base, _):
        words = ["run", f"option-logprobs:m-1@{base}", "--items", str(items)]
        assert await asyncio.to_thread(main, [*words, "--runs", str(tmp_path / "runs")]) == 0
    assert "1 answers lack" in capsys.readouterr().out
    record = json.loads(next(tmp_path.glob("runs/*/run.json")).read_text("utf-8"))
    assert record["counts"]["incomplete"] == 1


async def test_plain_completions_in_both_shapes(tmp_path):
    legacy = {"choices": [{"text": " A", "logprobs": {
        "tokens": [" A"], "token_logprobs": [-0.5],
        "top_logprobs": [{" A": math.log(0.6), " B": math.log(0.3), " C": math.log(0.1)}],
    }}]}  # fmt: skip
    text = '[settings]\napi = "completions"'
    shaped = top((" A", 0.6), (" B", 0.3), (" C", 0.1))
    for body in (legacy, shaped):
        async with answering(lambda _, body=body: body) as (base, seen):
            reply = await ask(toml(tmp_path, base, text, kind="option-logprobs"), URGENCY)
        assert reply.p == pytest.approx({"low": 0.6, "mid": 0.3, "high": 0.1})
        assert seen[0].path == "/v1/completions"
        assert seen[0].body["prompt"].endswith("The letter of the right option:")
        assert seen[0].body["logprobs"] == 20


async def test_more_options_than_can_be_read_are_not_sent():
    options = tuple(Option(f"o{n}", "m") for n in range(21))
    async with answering(lambda _: top(("A", 1.0))) as (base, seen):
        reply = await ask(
            f"option-logprobs:m@{base}", Request("s", Question("choice", "?"), options)
        )
    assert reply.error is not None
    assert reply.error.kind == "input_limit"
    assert not seen


def test_a_floor_never_exceeds_what_was_told_and_nan_is_left_out():
    found = read([("No", -0.05), ("A", -3.0), ("B", float("nan")), ("x", -9.0)], 2)
    assert found is not None
    assert found.missing == 1
    assert found.p[1] == pytest.approx(math.exp(-9) / (math.exp(-3) + math.exp(-9)))
    assert read([("x", -1.0)], 2) is None


@pytest.mark.parametrize("token", ["A", " A", "a", "A.", "(A)", "A:", "**A", "\u2581A", "Ġa"])
def test_variants_of_a_letter(token):
    assert letter_of(token) == "A"


@pytest.mark.parametrize("token", ["", " ", "AB", "Answer", "1", "Ä", "А"])
def test_what_is_no_letter(token):
    assert letter_of(token) == ""


def test_alternatives_in_the_legacy_shape():
    assert alternatives({"top_logprobs": [{"A": -1}]}) == [("A", -1.0)]


@pytest.mark.parametrize("kind", ["chat", "option-logprobs", "openai-decisions"])
def test_a_kind_that_needs_a_model_says_so(kind):
    with pytest.raises(InputError, match="no model is named"):
        open_system(kind)


@pytest.mark.parametrize("kind", ["chat", "option-logprobs", "openai-decisions"])
def test_a_key_in_the_body_is_refused_without_repeating_it(tmp_path, kind):
    text = '[settings]\nbody = {api_key = "sk-test-0000000000"}'
    with pytest.raises(InputError) as error:
        open_system(toml(tmp_path, "http://127.0.0.1:9", text, kind=kind))
    assert "sk-test-0000000000" not in str(error.value)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, {"error": {"code": 400, "type": "exceed_context_size_error", "message": "too long"}}),
        (400, {"error": {"code": "context_length_exceeded", "message": "maximum context length"}}),
        (413, {"detail": {"error_type": "max_tokens_exceeded"}}),
    ],
)
@pytest.mark.parametrize("kind", ["chat", "option-logprobs"])
async def test_a_prompt_that_is_too_long_is_an_input_limit(status, body, kind):
    from aiohttp import web
    from server_kit import serving

    async def refuse(_):
        return web.json_response(body, status=status)

    async with serving(refuse) as base:
        reply = await ask(f"{kind}:m@{base}", YES_NO)
    assert reply.error is not None
    assert reply.error.kind == "input_limit"
