"""What servers do wrong, and what a run makes of it: right records, nothing lost, no key."""

import asyncio
import json
import math
from collections import Counter
from datetime import UTC, datetime

import aiohttp
import pytest
from aiohttp import web
from fault_kit import as_response
from hypothesis import given
from hypothesis import strategies as st
from run_kit import make_task, records
from server_kit import TEAM, serving

from decisionpivot.cli import main
from decisionpivot.items import Option, Question, Request
from decisionpivot.run.asking import Settings
from decisionpivot.run.runner import run_async
from decisionpivot.systems import open_system
from decisionpivot.systems.http import LONGEST_REPLY_BYTES, kind_of, message, retry_after_s
from decisionpivot.systems.questions import checked

KEY = "sk-test-0000000000"


def right(number):
    answer = {"type": "noul", "noul": number / 1000}
    return web.json_response({"model": "m", "answers": {"q": answer}})


class Server:
    """Answers every item right, but first hands its first attempts to ``fault``."""

    def __init__(self, fault, times=1, only=lambda _: True):
        self.fault, self.times, self.only = fault, times, only
        self.asked = Counter()
        self.now = self.most = 0

    async def __call__(self, request):
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            body = json.loads(await request.read())
            number = int(body["state"].split()[1])
            self.asked[number] += 1
            if self.only(number) and self.asked[number] <= self.times:
                return await self.fault(request)
            return right(number)
        finally:
            self.now -= 1


async def go(tmp_path, server, items=12, **settings):
    task = make_task(tmp_path, items)
    folder = tmp_path / "runs" / "x"
    async with serving(server) as base:
        outcome = await run_async(
            open_system(f"systemone:m@{base}"),
            [task],
            folder,
            release="own data",
            settings=Settings(**({"concurrency": 4} | settings)),
        )
    found = records(folder)
    assert [record.id for record in found] == [item.id for item in task.items]
    return outcome, found


def all_right(found):
    for number, record in enumerate(found):
        assert record.error is None
        assert record.p["yes"] == pytest.approx(number / 1000)


async def drop_before(request):
    request.transport.abort()
    return web.Response()


async def drop_in_the_middle(request):
    response = web.StreamResponse(
        headers={"Content-Length": "100", "Content-Type": "application/json"}
    )
    await response.prepare(request)
    await response.write(b'{"model": "m", "ans')
    await asyncio.sleep(0.01)
    request.transport.abort()
    return response


async def drip(request):
    response = web.StreamResponse(headers={"Content-Type": "application/json"})
    await response.prepare(request)
    for _ in range(200):
        await response.write(b" ")
        await asyncio.sleep(0.05)
    return response


RETRIED = {
    "429 with seconds": as_response(429, "slow", **{"Retry-After": "0.2"}),
    "429 with milliseconds": as_response(429, "slow", **{"retry-after-ms": "150"}),
    "429 with a date": as_response(429, "slow", **{"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}),
    "429 with nonsense": as_response(429, "slow", **{"Retry-After": "soon"}),
    "500": as_response(500, "oops"),
    "502 with a page": as_response(502, "<html>Bad gateway</html>"),
    "503": as_response(503, "", **{"Retry-After": "0.1"}),
    "529": as_response(529, '{"detail": {"error_type": "overloaded_error", "message": "busy"}}'),
    "408": as_response(408),
    "a page with status 200": as_response(
        200, "<html>log in</html>", **{"Content-Type": "text/html"}
    ),
    "reset before the reply": drop_before,
    "reset in the middle of the reply": drop_in_the_middle,
    "a slow drip": drip,
}


@pytest.mark.parametrize("fault", RETRIED)
async def test_what_says_nothing_of_the_model_is_asked_again(tmp_path, fault):
    server = Server(RETRIED[fault], only=lambda number: number % 4 == 0)
    outcome, found = await go(tmp_path, server, timeout_s=0.6)
    all_right(found)
    assert outcome.status == 0
    assert [record.attempts for record in found] == [2 if n % 4 == 0 else 1 for n in range(12)]
    assert set(server.asked.values()) == {1, 2}


FINAL = {
    "400": (as_response(400, '{"error": {"message": "bad question"}}'), "http_4xx"),
    "404": (as_response(404), "http_4xx"),
    "422": (as_response(422, '{"detail": [{"loc": [], "msg": "x", "input": "y"}]}'), "http_4xx"),
    "413": (as_response(413, "too large"), "input_limit"),
    "501": (as_response(501, '{"error": {"message": "This model is not a decision model"}}'),
            "http_4xx"),
    "307": (as_response(307, "", Location="http://127.0.0.1:1/"), "http_4xx"),
    "no JSON": (as_response(200, "yes"), "unreadable_reply"),
    "empty": (as_response(200, ""), "unreadable_reply"),
    "too long": (as_response(200, " " * (10 * 1024 * 1024)), "unreadable_reply"),
    "NaN": (as_response(200, '{"answers": {"q": {"type": "noul", "noul": NaN}}}'), "invalid_p"),
    "infinite": (as_response(200, '{"answers": {"q": {"type": "noul", "noul": 1e999}}}'),
                 "invalid_p"),
    "negative": (as_response(200, '{"answers": {"q": {"type": "noul", "noul": -1}}}'), "invalid_p"),
    "another id": (as_response(200, '{"answers": {"p": {"type": "noul", "noul": 1}}}'),
                   "unreadable_reply"),
    "refusal": (as_response(200, '{"answers": {"q": {"type": "refusal"}}}'), "refusal"),
    "deep": (as_response(200, "[" * 100_000), "unreadable_reply"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FINAL)
async def test_what_the_model_or_the_request_did_is_final(tmp_path, fault):
    response, kind = FINAL[fault]
    server = Server(response, times=99, only=lambda number: number == 3)
    outcome, found = await go(tmp_path, server)
    assert outcome.status == 0
    assert [record.error.kind if record.error else None for record in found] == [
        kind if number == 3 else None for number in range(12)
    ]
    assert server.asked[3] == 1


@pytest.mark.parametrize(("status", "kind"), [(401, "auth"), (403, "auth"), (404, "http_4xx")])
async def test_a_server_that_refuses_all_is_soon_left(tmp_path, status, kind):
    server = Server(as_response(status), times=99)
    task = make_task(tmp_path, 200)
    async with serving(server) as base:
        outcome = await run_async(
            open_system(f"systemone:m@{base}"), [task], tmp_path / "r", release="own data",
            settings=Settings(concurrency=4),
        )  # fmt: skip
    assert outcome.status == 1
    assert server.asked.total() <= 30
    assert f"HTTP status {status}" in outcome.record.stopped.detail
    assert {record.error.kind for record in records(tmp_path / "r")} == {kind}


async def test_a_quota_that_is_used_up_stops_the_run_and_leaves_it_resumable(tmp_path):
    spent = as_response(429, '{"error": {"code": "insufficient_quota", "message": "pay"}}')
    server = Server(spent, only=lambda number: number == 5)
    task = make_task(tmp_path, 40)
    for status, answered in ((1, False), (0, True)):
        async with serving(server) as base:
            system = open_system("systemone:m@http://127.0.0.1:1")
            system._find = lambda base=base: open_system(f"systemone:m@{base}")._find()
            outcome = await run_async(
                system, [task], tmp_path / "r", release="own data",
                settings=Settings(concurrency=2),
            )  # fmt: skip
        assert outcome.status == status
        assert (len(records(tmp_path / "r")) == 40) is answered
    all_right(records(tmp_path / "r"))
    assert server.asked[5] == 2
    assert all(count == 1 for number, count in server.asked.items() if number != 5)


async def test_retry_after_is_waited_for_and_latency_is_of_the_attempt_that_succeeded(tmp_path):
    async def busy(_):
        await asyncio.sleep(0.05)
        return web.Response(status=503, headers={"Retry-After": "0.5"})

    outcome, found = await go(tmp_path, Server(busy, only=lambda n: n == 0), items=2, concurrency=1)
    assert outcome.status == 0
    assert [record.attempts for record in found] == [2, 1]
    assert found[0].latency_s < 0.4


async def test_three_hundred_requests_are_in_flight_when_asked_for(tmp_path):
    class Holding(Server):
        async def __call__(self, request):
            self.now += 1
            self.most = max(self.most, self.now)
            body = json.loads(await request.read())
            await asyncio.sleep(1.0)
            self.now -= 1
            return right(int(body["state"].split()[1]))

    server = Holding(None)
    outcome, found = await go(tmp_path, server, items=600, concurrency=300)
    assert outcome.status == 0
    all_right(found)
    assert server.most == 300


async def test_the_key_is_in_no_file_and_no_message(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SYSTEMONE_API_KEY", KEY)

    async def echo(request):
        text = f"you sent {request.headers['Authorization']} {await request.text()}"
        kinds = [400, 200, 500, 422]
        status = kinds[len(seen) % 4]
        seen.append(status)
        if status == 422:
            detail = [{"loc": ["header"], "msg": text, "input": KEY}]
            return web.json_response({"detail": detail}, status=422)
        return web.Response(status=status, text=text)

    seen = []
    await go(tmp_path, echo, items=8, retries=1)
    assert KEY in echo_check(seen)
    everything = "".join(
        path.read_text("utf-8") for path in (tmp_path / "runs").rglob("*") if path.is_file()
    )
    captured = capsys.readouterr()
    assert KEY not in everything + captured.out + captured.err
    assert "you sent" in everything


def echo_check(seen):
    """The server did see requests, all of which carried the key."""
    assert seen
    return KEY


@pytest.mark.parametrize(
    "address",
    [
        f"https://user:{KEY}@127.0.0.1:1/v1",
        f"http://127.0.0.1:1/v1?api_key={KEY}",
        f"http://127.0.0.1:1/v1?key={KEY}",
    ],
)
def test_a_key_in_an_address_is_refused_without_repeating_it(
    address, tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert main(["run", f"systemone:m@{address}"]) == 2
    captured = capsys.readouterr()
    assert KEY not in captured.out + captured.err
    assert "environment" in captured.err
    assert not list(tmp_path.rglob("run.json"))


async def test_requests_are_sent_uncompressed(tmp_path):
    async def plain_only(request):
        if "Content-Encoding" in request.headers:
            return web.Response(status=400, text="must be valid JSON")
        body = json.loads(await request.read())
        return right(int(body["state"].split()[1]))

    _, found = await go(tmp_path, plain_only)
    all_right(found)


def test_two_runs_in_one_process_and_within_a_loop(tmp_path):
    from decisionpivot.run import run

    async def both(*names):
        async with serving(Server(None, times=0)) as base:
            for name in names:
                task = make_task(tmp_path, 6)
                system = open_system(f"systemone:m@{base}")
                outcome = await asyncio.to_thread(
                    run, system, [task], tmp_path / name, release="own data"
                )
                assert outcome.status == 0

    asyncio.run(both("a", "b"))
    asyncio.run(both("c"))


def test_a_dead_server_is_a_clear_word(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = make_task(tmp_path, 4).items.path
    command = ["run", "systemone:m@http://127.0.0.1:1", "--items", str(path), "--retries", "0"]
    assert main(command) == 1
    captured = capsys.readouterr()
    assert "127.0.0.1:1" in captured.out + captured.err


# --- the shared functions ---

AT = datetime(2015, 10, 21, 7, 27, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"Retry-After": "3"}, 3.0),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, 60.0),
        ({"Retry-After": "Wed, 21 Oct 2015 07:26:00 GMT"}, 0.0),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "-1"}, None),
        ({"Retry-After": "nan"}, None),
        ({"retry-after-ms": "1500", "Retry-After": "9"}, 1.5),
        ({"retry-after-ms": "x", "Retry-After": "9"}, 9.0),
    ],
)
def test_what_a_server_asks_to_wait(headers, seconds):
    assert retry_after_s(headers, lambda: AT) == seconds


@pytest.mark.parametrize(
    ("status", "said", "kind"),
    [
        (400, "", "http_4xx"), (401, "", "auth"), (402, "", "quota"), (403, "", "auth"),
        (404, "", "http_4xx"), (408, "", "transport"), (413, "", "input_limit"),
        (422, "", "http_4xx"), (425, "", "transport"), (429, "", "rate_limit"),
        (429, "insufficient_quota", "quota"), (400, "context_length_exceeded", "input_limit"),
        (500, "", "transport"), (501, "", "http_4xx"), (503, "", "transport"),
        (524, "", "transport"), (529, "", "transport"),
    ],
)  # fmt: skip
def test_kinds_of_statuses(status, said, kind):
    assert kind_of(status, said) == kind


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'{"error": {"message": "bad", "type": "t", "code": 7}}', "7 t bad"),
        (b'{"detail": {"error_type": "max_tokens_exceeded"}}', "max_tokens_exceeded"),
        (
            b'{"detail": [{"loc": ["body", "q"], "msg": "missing", "input": "secret"}]}',
            '["body", "q"] missing',
        ),
        (b'{"errors": [{"code": 5012, "message": "no"}]}', "5012 no"),
        (b'{"error": "flat"}', "flat"),
        (b"<html>\n oops </html>", "<html> oops </html>"),
        (b"\xff\xfe", "\ufffd\ufffd"),
        (b"", ""),
    ],
)
def test_what_an_error_body_says(body, says):
    assert message(body) == says


def test_the_longest_reply_is_no_more_than_needed():
    assert LONGEST_REPLY_BYTES < 10 * 1024 * 1024


FORTY = Request("s", Question("choice", "?"), tuple(Option(str(n), "m") for n in range(40)))


def test_two_decimals_of_forty_options_are_accepted_and_kept_as_they_came():
    p = {"0": 0.79} | {str(n): 0.01 for n in range(1, 40)}  # sums to 1.18: allowed is 0.2
    assert checked(FORTY, p).p == p


def test_all_zero_is_no_distribution_however_many_options():
    many = Request("s", Question("choice", "?"), tuple(Option(str(n), "m") for n in range(200)))
    for request in (TEAM, many):
        reply = checked(request, dict.fromkeys(request.keys, 0.0))
        assert reply.error is not None
        assert reply.error.kind == "invalid_p"


def test_seven_shares_of_two_decimals_may_sum_to_1_02():
    seven = Request("s", Question("choice", "?"), tuple(Option(str(n), "m") for n in range(7)))
    p = {str(n): 0.15 for n in range(6)} | {"6": 0.12}
    assert checked(seven, p).p == p


@given(
    st.lists(st.floats(0, 1), min_size=3, max_size=3).filter(lambda xs: sum(xs) > 0.01),
    st.integers(1, 6),
)
def test_any_distribution_rounded_to_any_decimals_is_accepted(shares, decimals):
    p = {
        key: round(share / math.fsum(shares), decimals)
        for key, share in zip(TEAM.keys, shares, strict=True)
    }
    if sum(p.values()) > 0 and abs(sum(p.values()) - 1) <= 0.02:
        assert checked(TEAM, p).p == p


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=50), st.integers(2, 6))
def test_rounding_alone_makes_no_distribution_invalid(weights, decimals):
    options = tuple(Option(str(n), "m") for n in range(len(weights)))
    p = {str(n): round(weight / sum(weights), decimals) for n, weight in enumerate(weights)}
    assert checked(Request("s", Question("choice", "?"), options), p).p == p


@given(
    st.dictionaries(
        st.sampled_from([*TEAM.keys, "x"]),
        st.floats() | st.integers(-3, 3) | st.booleans() | st.none() | st.text(max_size=2),
    )
)
def test_what_comes_is_a_distribution_over_the_options_or_invalid(p):
    reply = checked(TEAM, p)
    if reply.error is not None:
        assert reply.error.kind == "invalid_p"
        assert reply.p is None
    else:
        assert reply.p == p
        assert list(reply.p) == list(TEAM.keys)
        assert min(p.values()) >= 0
        assert 0.75 <= sum(p.values()) <= 1.25


async def test_a_reply_beyond_the_limit_is_not_read_to_its_end():
    sent = 0

    async def endless(request):
        nonlocal sent
        response = web.StreamResponse()
        await response.prepare(request)
        try:
            for _ in range(64):
                await response.write(b" " * 1024 * 1024)
                sent += 1
        except (ConnectionError, aiohttp.ClientError):
            pass
        return response

    async with serving(endless) as base:
        system = open_system(f"systemone:m@{base}")
        await system.open("t")
        (reply,) = await system.answer([TEAM])
        await system.close()
    assert reply.error is not None
    assert reply.error.kind == "unreadable_reply"
    assert sent < 40
