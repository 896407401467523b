"""System One and its variants, against servers made from the wire contracts."""

import asyncio
import json

import pytest
from aiohttp import web
from loopback_kit import serve
from systemone_kit import ANSWERS, CHOICE, EXPECTED, NOUL, REQUESTS, SCORE, ask, body, kind

from decisionpivot.cli import main
from decisionpivot.items import InputError, Item, Option, Question, Request, encode_lines
from decisionpivot.systems import open_system, parse, profiles
from decisionpivot.systems.system import Price
from decisionpivot.systems.systemone import joined

KEYS = {
    "systemone": "SYSTEMONE_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
    "perplexity": "PERPLEXITY_API_KEY",
    "cloudflare": "CLOUDFLARE_API_TOKEN",
    "google": "GEMINI_API_KEY",
}
PATHS = {
    "systemone": "/v1/systemone",
    "openrouter": "/alpha/decisions",
    "perplexity": "/v1/decisions",
    "cloudflare": "/client/v4/accounts/acc-1/ai/run/@cf/cloudflare/clef",
    "google": "/v1beta/decisions",
}


@pytest.fixture(autouse=True)
def _keys(monkeypatch):
    for name in ("TYPESAFE_API_KEY", "UPSTAGE_API_KEY", "FIREWORKS_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    for variant, name in KEYS.items():
        monkeypatch.setenv(name, f"key-of-{variant}")
    monkeypatch.setenv("CLOUDFLARE_ACCOUNT_ID", "acc-1")


async def said(answer, request, system="systemone", **fields):
    """The adapter's reply where a server answers so."""
    async with serve(body(answer, **fields)) as server:
        (reply,) = await ask(f"{system}@{server.url}", request)
    return reply


def replying(status: int, content, headers=None):
    async def handler(request: web.Request) -> web.Response:
        return web.json_response(content, status=status, headers=headers)

    return handler


def options(count: int, kind: str = "choice") -> Request:
    return Request(
        "s", Question(kind, "Which?"), tuple(Option(f"o{n}", f"m{n}") for n in range(count))
    )


@pytest.mark.parametrize("variant", KEYS)
@pytest.mark.parametrize("name", REQUESTS)
async def test_every_variant_goes_to_its_path_with_its_key_and_is_read(variant, name):
    reply = body(ANSWERS[name])
    if variant == "cloudflare":
        reply = {"result": reply, "success": True, "errors": [], "messages": []}
    async with serve(reply) as server:
        (got,) = await ask(f"{variant}:clef@{server.url}", REQUESTS[name])
    (sent,) = server.requests
    assert sent.path == PATHS[variant]
    header, scheme = ("x-goog-api-key", "") if variant == "google" else ("Authorization", "Bearer ")
    assert sent.headers[header] == f"{scheme}key-of-{variant}"
    assert "Content-Encoding" not in sent.headers
    assert sent.json["model"] == "clef"
    assert got.p == pytest.approx(EXPECTED[name])
    assert list(got.p) == list(REQUESTS[name].keys)
    assert (got.model, got.input_tokens, got.tokens) == ("jev-1.13.0", 120, 12)


async def test_the_body_is_that_of_the_contract():
    async with serve(body(ANSWERS["noul"])) as server:
        await ask(f"systemone:jev-1.13.0@{server.url}", NOUL, CHOICE, SCORE)
    assert [request.json for request in server.requests] == [
        {
            "model": "jev-1.13.0",
            "state": "I was charged twice.",
            "questions": {
                "q": {
                    "type": "noul",
                    "instructions": "Is a refund wanted?",
                    "criteria": {"true": "asks for money back", "false": "anything else"},
                }
            },
        },
        {
            "model": "jev-1.13.0",
            "state": {"subject": "Rechnung", "lines": ["Grüße", "zweimal bezahlt"]},
            "questions": {
                "q": {
                    "type": "choice",
                    "instructions": "Which team?",
                    "criteria": {"Billing": "payments", "Böden": "floors", "tech": "faults"},
                }
            },
        },
        {
            "model": "jev-1.13.0",
            "state": "The printer burns.",
            "questions": {
                "q": {
                    "type": "score",
                    "instructions": "How urgent?",
                    "criteria": ["can wait", "today", "now"],
                }
            },
        },
    ]


async def test_settings_pin_the_provider_and_leave_out_the_criteria(tmp_path):
    path = tmp_path / "pinned.toml"
    async with serve(body(ANSWERS["noul"], usage={"cost": 0.0002})) as server:
        path.write_text(
            f'kind = "openrouter"\nmodel = "typesafe/jev-1.13"\nbase_url = "{server.url}"\n'
            "[settings]\nnoul_criteria = false\n"
            '[settings.body.provider]\nonly = ["typesafe"]\nallow_fallbacks = false\n'
        )
        (reply,) = await ask(str(path), NOUL)
    sent = server.requests[0].json
    assert sent["provider"] == {"only": ["typesafe"], "allow_fallbacks": False}
    assert "criteria" not in sent["questions"]["q"]
    assert reply.cost_usd == 0.0002


class TestLevels:
    """An answer to a score question names places; the legend says which level stands at which."""

    def rating(self) -> Request:
        levels = tuple(Option(str(n), str(n)) for n in range(20, 25))
        return Request("s", Question("score", "How good?"), levels)

    P = {"0": 0, "1": 0, "2": 0.01, "3": 0.3, "4": 0.69}  # noqa: RUF012

    async def test_keys_are_places_not_levels(self):
        legend = {str(n): str(20 + n) for n in range(5)}
        answer = {"type": "score", "score": 3.67, "legend": legend, "probabilities": self.P}
        reply = await said(answer, self.rating())
        assert reply.p == {"20": 0, "21": 0, "22": 0.01, "23": 0.3, "24": 0.69}
        assert sum(n * p for n, p in enumerate(reply.p.values())) == pytest.approx(3.68)
        assert sum(int(key) * p for key, p in reply.p.items()) == pytest.approx(23.68)

    async def test_a_permuted_legend_is_mapped_by_its_texts(self):
        legend = {"0": "24", "1": "20", "2": "22", "3": "21", "4": "23"}
        answer = {"type": "score", "score": 3.67, "legend": legend, "probabilities": self.P}
        reply = await said(answer, self.rating())
        assert reply.p == {"20": 0, "21": 0.3, "22": 0.01, "23": 0.69, "24": 0}

    @pytest.mark.parametrize(
        "legend",
        [
            {"0": "now", "1": "today"},
            {"0": "can wait", "1": "today", "2": None},
            {"0": "can wait", "1": "today", "2": "today"},
            {"0": "low", "1": "mid", "2": "high"},
            {"1": "can wait", "2": "today", "3": "now"},
            ["can wait", "today", "now"],
            {},
        ],
    )
    async def test_a_legend_that_cannot_be_mapped_is_refused(self, legend):
        reply = await said(ANSWERS["score"] | {"legend": legend}, SCORE)
        assert kind(reply) == "unreadable_reply"
        assert "legend" in reply.error.detail or "list" in reply.error.detail

    async def test_equal_levels_out_of_order_are_refused(self):
        levels = (Option("1", "same"), Option("2", "same"), Option("3", "other"))
        request = Request("s", Question("score", "?"), levels)
        legend = {"0": "other", "1": "same", "2": "same"}
        assert kind(await said(ANSWERS["score"] | {"legend": legend}, request)) != "answer"
        legend = {"0": "same", "1": "same", "2": "other"}
        assert kind(await said(ANSWERS["score"] | {"legend": legend}, request)) == "answer"

    @pytest.mark.parametrize("keys", [("1", "2", "3"), ("0", "1"), ("0", "1", "2", "3"), ("a",)])
    async def test_levels_of_other_numbers_are_refused(self, keys):
        p = {key: 1 / len(keys) for key in keys}
        levels = tuple(Option(str(n), f"level {n}") for n in (1, 2, 3))
        request = Request("s", Question("score", "?"), levels)
        reply = await said({"type": "score", "probabilities": p}, request)
        assert kind(reply) == "unreadable_reply"


P40 = {f"o{n}": 0.79 if n == 0 else 0.01 for n in range(40)}


@pytest.mark.parametrize(
    ("p", "end"),
    [
        (P40, "answer"),  # rounded to two decimals: 1.18
        ({f"o{n}": 0.57 if n == 0 else 0.01 for n in range(40)}, "answer"),  # 0.96
        ({f"o{n}": 0.15 if n < 6 else 0.12 for n in range(7)}, "answer"),
        ({"o0": 0, "o1": 0}, "invalid_p"),
        ({f"o{n}": 0.0 for n in range(200)}, "invalid_p"),
        ({"o0": 0.6, "o1": 0.2}, "invalid_p"),
        ({"o0": float("nan"), "o1": 1.0}, "invalid_p"),
        ({"o0": float("inf"), "o1": 0.0}, "invalid_p"),
        ({"o0": -0.1, "o1": 1.1}, "invalid_p"),
        ({"o0": True, "o1": 0.0}, "invalid_p"),
        ({"o0": "0.9", "o1": 0.1}, "invalid_p"),
        ({"o0": None, "o1": 0.1}, "invalid_p"),
    ],
)
async def test_probabilities_may_be_rounded_but_have_to_be_a_distribution(p, end):
    reply = await said({"type": "choice", "probabilities": p}, options(len(p)))
    assert kind(reply) == end
    if end == "answer":
        assert reply.p == p


@pytest.mark.parametrize(
    "p", [{"o0": 0.5, "o2": 0.5}, {"o0": 1.0}, {"o0": 0.5, "o1": 0.5, "o2": 0.0}]
)
async def test_missing_and_extra_options_are_invalid(p):
    reply = await said({"type": "choice", "probabilities": p}, options(2))
    assert kind(reply) == "invalid_p"


async def test_a_contradicting_choice_does_not_count():
    p = {"o0": 0.9, "o1": 0.05, "o2": 0.05}
    answer = {"type": "choice", "choice": "o1", "confidence": 0.99, "probabilities": p}
    reply = await said(answer, options(3))
    assert (reply.p, reply.contradicted) == (p, True)


@pytest.mark.parametrize(
    ("choice", "contradicted"), [("o0", None), ("o1", None), ("o2", True), ("o9", True), (1, True)]
)
async def test_a_choice_that_trails_by_rounding_contradicts_nothing(choice, contradicted):
    p = {"o0": 0.4, "o1": 0.395, "o2": 0.205}
    reply = await said({"type": "choice", "choice": choice, "probabilities": p}, options(3))
    assert (reply.p, reply.contradicted) == (p, contradicted)


async def test_contradictions_are_counted_and_shown(tmp_path, capsys):
    items = tmp_path / "my.jsonl"
    items.write_bytes(
        encode_lines(
            Item(
                id=str(n),
                state=f"s{n}",
                question=Question("choice", "Which?"),
                options=options(3).options,
                answer="o1",
            )
            for n in range(4)
        )
    )
    p = {"o0": 0.9, "o1": 0.05, "o2": 0.05}
    async with serve(body({"type": "choice", "choice": "o1", "probabilities": p})) as server:
        words = ["run", f"systemone@{server.url}", "--items", str(items), "--runs", str(tmp_path)]
        assert await asyncio.to_thread(main, words) == 0
    assert "4 named a choice that their own probabilities contradict" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("answers", "end"),
    [
        ({}, "unreadable_reply"),
        ({"other": ANSWERS["noul"]}, "unreadable_reply"),
        ({"q": ANSWERS["noul"], "other": ANSWERS["noul"]}, "unreadable_reply"),
        ([ANSWERS["noul"]], "unreadable_reply"),
        (None, "unreadable_reply"),
        ({"q": ANSWERS["choice"]}, "unreadable_reply"),
        ({"q": {"type": "noul"}}, "unreadable_reply"),
        ({"q": {"type": "noul", "noul": None}}, "unreadable_reply"),
        ({"q": {"type": "noul", "noul": "0.9"}}, "unreadable_reply"),
        ({"q": {"type": "noul", "noul": float("nan")}}, "invalid_p"),
        ({"q": {"type": "noul", "noul": 1.2}}, "invalid_p"),
        ({"q": {"type": "refusal", "reason": "unsafe"}}, "refusal"),
        ({"q": "yes"}, "unreadable_reply"),
    ],
)
async def test_what_is_no_answer_to_the_question_is_a_failure(answers, end):
    reply = await said(None, NOUL, answers=answers)
    assert (kind(reply), reply.p) == (end, None)
    assert reply.error.detail


@pytest.mark.parametrize("name", ["choice", "score"])
async def test_probabilities_that_are_left_out_are_not_made_up(name):
    answer = {key: value for key, value in ANSWERS[name].items() if key != "probabilities"}
    assert kind(await said(answer, REQUESTS[name], "openrouter:m")) == "unreadable_reply"


@pytest.mark.parametrize(
    ("content", "end"),
    [
        ({"result": None, "success": False, "errors": [{"code": 5006}]}, "transport"),
        ({"result": None, "success": False, "errors": [{"code": 4006}]}, "quota"),
        ({"result": body(ANSWERS["noul"]), "success": False}, "transport"),
        ({"result": body(ANSWERS["noul"])}, "unreadable_reply"),
        (body(ANSWERS["noul"]), "unreadable_reply"),
        ({"result": body(ANSWERS["noul"]), "success": True}, "answer"),
    ],
)
async def test_cloudflare_has_to_say_success(content, end):
    async with serve(content) as server:
        (reply,) = await ask(f"cloudflare:clef@{server.url}", NOUL)
    assert kind(reply) == end


@pytest.mark.parametrize(
    ("status", "code", "end"),
    [
        (429, 4006, "quota"),
        (429, 3036, "quota"),
        (429, 3040, "rate_limit"),
        (529, 5012, "transport"),
        (422, 5012, "http_4xx"),
        (413, 5021, "input_limit"),
        (401, 10000, "auth"),
        (400, 5006, "http_4xx"),
    ],
)
async def test_cloudflare_errors_are_told_apart_by_their_codes(status, code, end):
    content = {"success": False, "result": None, "errors": [{"code": code, "message": "no"}]}
    async with serve(replying(status, content)) as server:
        (reply,) = await ask(f"cloudflare:clef@{server.url}", NOUL)
    assert (kind(reply), reply.status) == (end, status)
    assert f"{code} no" in reply.error.detail


@pytest.mark.parametrize("errors", ["no", 5, [["x"]], [{"code": [1]}], {"code": 4006}])
async def test_errors_of_another_form_are_told_by_their_status(errors):
    async with serve(replying(429, {"errors": errors})) as server:
        (reply,) = await ask(f"cloudflare:clef@{server.url}", NOUL)
    assert kind(reply) == "rate_limit"


async def test_a_block_of_google_is_a_refusal():
    blocked = {"prompt_feedback": {"block_reason": "safety"}, "usage": {"total_input_tokens": 9}}
    async with serve(blocked) as server:
        (reply,) = await ask(f"google:gemini-decision-1@{server.url}", NOUL)
    assert (kind(reply), reply.input_tokens) == ("refusal", 9)
    assert "safety" in reply.error.detail


async def test_google_gets_text_and_its_own_names():
    async with serve(body(ANSWERS["noul"])) as server:
        await ask(f"google:gemini-decision-1@{server.url}", NOUL, CHOICE)
    first, second = (request.json for request in server.requests)
    assert first["questions"]["q"]["criteria"] == {
        "true_description": "asks for money back",
        "false_description": "anything else",
    }
    assert "state" not in first
    assert json.loads(second["input"]) == CHOICE.state


async def test_moderation_at_openrouter_is_a_refusal_and_no_bad_key():
    content = {"error": {"code": 403, "message": "flagged", "metadata": {"reasons": ["violence"]}}}
    async with serve(replying(403, content)) as server:
        (reply,) = await ask(f"openrouter:m@{server.url}", NOUL)
    assert kind(reply) == "refusal"
    async with serve(replying(403, {"error": {"code": 403, "message": "no"}})) as server:
        (reply,) = await ask(f"openrouter:m@{server.url}", NOUL)
    assert kind(reply) == "auth"


@pytest.mark.parametrize(
    ("profile", "request_", "end"),
    [
        ("perplexity", options(255), "answer"),
        ("perplexity", options(256), "input_limit"),
        ("perplexity", options(11, "score"), "input_limit"),
        ("cloudflare", options(1), "input_limit"),
        ("google", options(256), "input_limit"),
    ],
)
async def test_known_limits_are_kept_before_anything_is_sent(profile, request_, end):
    p = {key: 1 / len(request_.keys) for key in request_.keys}
    async with serve(body({"type": "choice", "probabilities": p})) as server:
        (reply,) = await ask(f"{profile}:m@{server.url}", request_)
    assert kind(reply) == end
    assert len(server.requests) == (end == "answer")


async def test_a_request_beyond_the_longest_body_is_not_sent():
    long = Request("e" * (32 * 1024 * 1024), NOUL.question, NOUL.options)
    async with serve(body(ANSWERS["noul"])) as server:
        (reply,) = await ask(f"perplexity:m@{server.url}", long)
    assert (kind(reply), server.requests) == ("input_limit", [])


async def test_servers_of_ones_own_need_no_key(monkeypatch):
    monkeypatch.delenv("SYSTEMONE_API_KEY")
    monkeypatch.setenv("TYPESAFE_API_KEY", "key-for-typesafe-alone")
    async with serve(body(ANSWERS["noul"])) as server:
        await ask(f"systemone@{server.url}", NOUL)
    (sent,) = server.requests
    assert "Authorization" not in sent.headers
    assert sent.json["model"] == "jev-latest"


async def test_a_key_is_asked_for_when_a_task_is_opened(monkeypatch):
    monkeypatch.delenv("GEMINI_API_KEY")
    system = open_system("google:gemini-decision-1")
    with pytest.raises(InputError, match="GEMINI_API_KEY is not set"):
        await system.open("robots")


def test_providers_need_the_name_of_a_model():
    for name in ("openrouter", "perplexity", "systemone@https://api.upstage.ai"):
        with pytest.raises(InputError, match="needs a model"):
            open_system(name)


def test_an_unknown_profile_and_a_missing_address_are_refused(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text('kind = "systemone"\n[settings]\nprofile = "sparow"\n')
    with pytest.raises(InputError, match="no profile 'sparow'"):
        open_system(str(path))
    path.write_text('kind = "systemone"\n[settings]\nprofile = "sparrow"\n')
    with pytest.raises(InputError, match="no address"):
        open_system(str(path))


@pytest.mark.parametrize(
    ("base_url", "address"),
    [
        ("https://api.typesafe.ai/v1", "https://api.typesafe.ai/v1/systemone"),
        ("https://api.upstage.ai/v1/systemone/", "https://api.upstage.ai/v1/systemone"),
        ("https://api.fireworks.ai", "https://api.fireworks.ai/inference/v1/systemone"),
        ("https://openrouter.ai", "https://openrouter.ai/api/alpha/decisions"),
        ("https://api.perplexity.ai", "https://api.perplexity.ai/v1/decisions"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1/systemone"),
        ("http://host/gate", "http://host/gate/v1/systemone"),
    ],
)
def test_addresses_are_completed_once(base_url, address):
    service = profiles.of_address(base_url)
    spec = open_system(f"systemone:m@{base_url}").spec
    assert joined(spec.base_url, service.path) == address


def test_the_list_price_counts_unless_a_file_gives_another(tmp_path):
    assert open_system("cloudflare:clef-flash").spec.price == Price(0.09)
    assert open_system("systemone:jev-1.13.0").spec.price == Price(0.042)
    assert open_system("systemone:m@http://127.0.0.1:1").spec.price is None
    path = tmp_path / "x.toml"
    path.write_text('kind = "cloudflare"\nmodel = "clef"\n[price]\ninput_usd = 1.0\n')
    assert open_system(str(path)).spec.price == Price(1.0)


def test_a_run_is_called_after_the_model_that_was_asked_for():
    assert open_system("systemone@http://127.0.0.1:1").spec.name == "systemone-server"
    assert open_system("systemone:m@http://127.0.0.1:1").spec.name == "systemone-m"
    assert open_system("systemone").spec.model == "jev-latest"
    assert open_system("cloudflare:@cf/cloudflare/clef").spec.model == "clef"


def test_models_with_colons_slashes_and_at_signs_are_named_as_they_are():
    assert parse("systemone:kev:27b@http://127.0.0.1:11434").model == "kev:27b"
    assert parse("cloudflare:@cf/cloudflare/clef").model == "@cf/cloudflare/clef"
