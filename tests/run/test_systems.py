"""Systems: how they are named, what they keep secret, and what each kind answers."""

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from run_kit import item, make_task, records, without_clock

from decisionpivot import systems
from decisionpivot.items import InputError, Item, Option, Question, Request
from decisionpivot.run import run
from decisionpivot.run.asking import Settings
from decisionpivot.solvers import Verdict
from decisionpivot.systems import Reply, Spec, System, open_system, parse
from decisionpivot.systems.baselines import UNIFORM_EDGE, prior
from decisionpivot.systems.callables import from_function, takes_list
from decisionpivot.systems.keys import HIDDEN, check_url, read_key, scrub
from decisionpivot.systems.questions import probabilities, question
from decisionpivot.systems.solver import solver

KEY = "sk-test-0000000000"
CHOICE = Request(
    "A refund was asked for.",
    Question("choice", "Which team?"),
    (Option("billing", "payments"), Option("tech", "faults"), Option("sales", "new orders")),
)
LEVELS = Request(
    "It burns.",
    Question("score", "How urgent?"),
    (Option("20", "can wait"), Option("21", "today"), Option("22", "now")),
)


def ask(system: System, *requests: Request, task: str = "robots") -> list[Reply]:
    async def work() -> list[Reply]:
        await system.open(task)
        try:
            return await system.answer(requests)
        finally:
            await system.close()

    return asyncio.run(work())


# Names


@pytest.mark.parametrize(
    ("name", "kind", "model", "name_of_run"),
    [
        ("embedded", "embedded", None, "embedded"),
        ("embedded:nano-robot", "embedded", "nano-robot", "embedded-nano-robot"),
        ("python:my.module:decide", "python", "my.module:decide", "python-my.module:decide"),
        ("command:./ask --url http://h@x", "command", "./ask --url http://h@x", None),
    ],
)
def test_a_name_says_kind_and_model(
    name: str, kind: str, model: str | None, name_of_run: str | None
) -> None:
    spec = parse(name)
    assert (spec.kind, spec.model, spec.base_url) == (kind, model, None)
    assert spec.name == (name_of_run or f"{kind}-{model}")


@pytest.mark.parametrize(
    ("name", "model", "url"),
    [
        (
            "uniform:org/name:latest@http://127.0.0.1:1/v1",
            "org/name:latest",
            "http://127.0.0.1:1/v1",
        ),
        ("uniform:@cf/cloudflare/clef@https://h", "@cf/cloudflare/clef", "https://h"),
        ("uniform@http://h:1", None, "http://h:1"),
        ("uniform:a@b", "a@b", None),
    ],
)
def test_an_address_follows_the_last_at_sign(name: str, model: str | None, url: str | None) -> None:
    spec = parse(name)
    assert (spec.model, spec.base_url) == (model, url)


def test_the_host_is_not_in_the_name() -> None:
    assert "10.0.0.5" not in parse("uniform:m@http://10.0.0.5:1234/v1").name


def test_an_unknown_kind_is_refused_with_a_suggestion() -> None:
    with pytest.raises(InputError, match="Did you mean 'embedded'"):
        parse("embeded")


@pytest.mark.parametrize(
    "name",
    [
        f"uniform:m@https://user:{KEY}@host/v1",
        f"uniform:m@https://host/v1?api_key={KEY}",
        f"uniform:m@https://host/v1?X-Api-Key={KEY}",
        f"uniform:https://user:{KEY}@host/v1",
        f"uniform:m@ftp://{KEY}",
        f"command:{sys.executable} --api-key={KEY}",
        f"command:{sys.executable} --token {KEY}",
    ],
)
def test_a_name_with_a_key_is_refused_and_the_key_not_repeated(name: str) -> None:
    with pytest.raises(InputError) as caught:
        open_system(name)
    assert KEY not in str(caught.value) + repr(caught.value)


def test_addresses_may_have_other_parameters() -> None:
    check_url("https://host/v1?api-version=2026-01-01", "systemone")


# Files


def toml(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_file_fixes_every_setting(tmp_path: Path) -> None:
    spec = parse(
        toml(
            tmp_path,
            'kind = "python"\nmodel = "m:f"\nbase_url = "http://h"\n'
            "[settings]\nbatch = 8\n[price]\ninput_usd = 0.5\n",
        )
    )
    assert (spec.name, spec.kind, spec.settings) == ("mine", "python", {"batch": 8})
    assert spec.price == systems.Price(0.5, 0.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind = ", "mine.toml"),
        ('kind = "nothing"', "no kind of system"),
        ('kind = "uniform"\ncolour = 1', "colour"),
        ('kind = "uniform"\n[settings]\nsize = 1', "size"),
        ('kind = "python"\nmodel = "os:getcwd"\n[settings]\nbatch = 0', "batch"),
        (f'kind = "uniform"\n[settings]\napi_key = "{KEY}"', "would hold a key"),
        (f'kind = "uniform"\n[settings.headers]\nX-Api-Key = "{KEY}"', "would hold a key"),
        (f'kind = "uniform"\nbase_url = "https://{KEY}@h"', "carries a key"),
    ],
)
def test_a_bad_file_is_refused_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        open_system(toml(tmp_path, text))
    assert KEY not in str(caught.value)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(InputError, match=r"nowhere\.toml"):
        open_system("nowhere.toml")


# Secrets


def test_values_of_key_variables_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", KEY)
    monkeypatch.setenv("HARMLESS", "harmless value")
    assert scrub(f"401: key {KEY} of harmless value") == f"401: key {HIDDEN} of harmless value"


def test_a_key_at_the_end_of_what_is_kept_is_hidden_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOME_API_KEY", KEY)
    assert all(KEY[:6] not in scrub(f"{'x' * 20}{KEY}", cut) for cut in range(20, 45))


def test_a_key_is_read_from_its_variable_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", f" {KEY}\n")
    assert read_key("SOME_API_KEY") == KEY
    monkeypatch.delenv("SOME_API_KEY")
    with pytest.raises(InputError, match="SOME_API_KEY is not set"):
        read_key("SOME_API_KEY")


def test_a_planted_key_is_in_no_file_or_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOME_API_KEY", KEY)

    def leak(request: Request) -> Any:
        if "robot 0" in str(request.state):
            raise ValueError(f"cannot log in with {os.environ['SOME_API_KEY']}")
        return f"your key is {KEY}"

    task = make_task(tmp_path, 4)
    outcome = run(from_function(leak), [task], tmp_path / "run", release="own data")
    streams = capfd.readouterr()
    written = [path.read_text(encoding="utf-8") for path in (tmp_path / "run").iterdir()]
    assert HIDDEN in "".join(written)
    assert KEY not in "".join([*written, streams.out, streams.err, repr(outcome)])


# Questions of decision APIs


def test_yes_and_no_go_as_noul_with_their_meanings() -> None:
    request = item(2).request
    assert question(request)["criteria"] == {"true": "it is charged", "false": "it is not charged"}
    assert probabilities(request, {"noul": 0.9123}) == {"no": 0.0877, "yes": 0.9123}


def test_options_go_as_choice_in_order() -> None:
    assert list(question(CHOICE)["criteria"]) == ["billing", "tech", "sales"]
    answer = {"probabilities": {"tech": 0.2, "billing": 0.8, "x": 0}}
    assert probabilities(CHOICE, answer) == answer["probabilities"]


def test_levels_go_as_score_and_their_keys_are_positions() -> None:
    assert question(LEVELS)["criteria"] == ["can wait", "today", "now"]
    answer = {"probabilities": {"0": 0.1, "1": 0.2, "2": 0.7}}
    assert probabilities(LEVELS, answer) == {"20": 0.1, "21": 0.2, "22": 0.7}


# Kinds


@pytest.mark.parametrize("request_", [item(0).request, item(2).request, CHOICE, LEVELS])
def test_the_embedded_model_gives_every_option_a_probability(request_: Request) -> None:
    (reply,) = ask(open_system("embedded"), request_)
    assert reply.p is not None
    assert sorted(reply.p) == sorted(request_.keys)
    assert sum(reply.p.values()) == pytest.approx(1, abs=0.01)


def test_the_embedded_model_answers_as_its_package_does() -> None:
    from sparrow_decider import Decider

    criteria = {"billing": "payments", "tech": "faults", "sales": "new orders"}
    asked = {"type": "choice", "instructions": "Which team?", "criteria": criteria}
    expected = Decider.load().ask(CHOICE.state, {"q": asked})["q"]["probabilities"]
    (reply,) = ask(open_system("embedded"), CHOICE)
    assert reply.p == expected


@pytest.mark.parametrize(("words", "truncated"), [(512, None), (513, True)])
def test_a_state_beyond_512_pieces_is_truncated(words: int, truncated: bool | None) -> None:
    request = msgspec.structs.replace(CHOICE, state="the " * words)
    (reply,) = ask(open_system("embedded"), request)
    assert reply.truncated == truncated


def test_what_the_embedded_model_cannot_take_is_an_input_limit() -> None:
    levels = tuple(Option(str(level), "x") for level in range(11))
    replies = ask(
        open_system("embedded"),
        msgspec.structs.replace(LEVELS, options=levels),
        msgspec.structs.replace(CHOICE, options=CHOICE.options[:1]),
    )
    assert [reply.error.kind for reply in replies if reply.error] == ["input_limit"] * 2


def test_an_unknown_embedded_model_is_refused_and_the_known_are_named() -> None:
    with pytest.raises(InputError, match="sparrow-nano-robot"):
        open_system("embedded:giant")


def test_uniform_draws_every_option_equally_often_and_never_ties() -> None:
    requests = [msgspec.structs.replace(CHOICE, state=str(n)) for n in range(3000)]
    replies = ask(open_system("uniform"), *requests)
    tops = [max(reply.p, key=reply.p.__getitem__) for reply in replies if reply.p]
    assert {key: 900 < tops.count(key) < 1100 for key in CHOICE.keys} == dict.fromkeys(
        CHOICE.keys, True
    )
    p = replies[0].p or {}
    assert sorted(p.values()) == pytest.approx(
        [(2 / 3 - UNIFORM_EDGE) / 2] * 2 + [1 / 3 + UNIFORM_EDGE]
    )


def test_uniform_is_fixed_by_seed_and_request() -> None:
    requests = [msgspec.structs.replace(CHOICE, state=str(n)) for n in range(50)]

    def drawn(name: str) -> list[Any]:
        return [reply.p for reply in ask(open_system(name), *requests)]

    assert drawn("uniform") == drawn("uniform:1") != drawn("uniform:2")


def test_uniform_with_one_option() -> None:
    request = msgspec.structs.replace(CHOICE, options=CHOICE.options[:1])
    assert ask(open_system("uniform"), request)[0].p == {"billing": 1.0}


def test_prior_gives_the_shares_of_another_draw() -> None:
    respond = prior("teams", lambda task: {"billing": 0.5, "tech": 0.3, "other": 0.2})
    assert respond(CHOICE).p == pytest.approx({"billing": 0.625, "tech": 0.375, "sales": 0.0})
    assert respond(LEVELS).p == pytest.approx(dict.fromkeys(LEVELS.keys, 1 / 3))


@pytest.mark.parametrize("name", ["prior", "solver"])
def test_what_has_no_other_draw_or_solver_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="robots"):
        ask(open_system(name), CHOICE)


def test_the_solver_puts_everything_on_its_verdict() -> None:
    respond = solver("teams", {"teams": lambda request: Verdict("tech")})
    assert respond(CHOICE).p == {"billing": 0.0, "tech": 1.0, "sales": 0.0}


def test_what_a_solver_cannot_read_is_a_crash() -> None:
    def confused(request: Request) -> Any:
        raise ValueError("no rule")

    system = from_function(solver("teams", {"teams": confused}))
    (reply,) = ask(system, CHOICE)
    assert reply.error is not None
    assert (reply.error.kind, reply.error.detail) == ("crash", "ValueError: no rule")


# Callables


def single(request: Request) -> dict[str, float]:
    return {request.keys[0]: 1.0}


async def single_async(request: Request) -> dict[str, float]:
    await asyncio.sleep(0)
    return single(request)


def several(requests: list[Request]) -> list[dict[str, float]]:
    return [single(request) for request in requests]


async def several_async(requests: Sequence[Request]) -> list[dict[str, float]]:
    return several(list(requests))


class Model:
    def __call__(self, request: "Request") -> dict[str, float]:
        return single(request)


@pytest.mark.parametrize("function", [single, single_async, several, several_async, Model()])
def test_every_shape_of_callable(tmp_path: Path, function: Any) -> None:
    task = make_task(tmp_path, 100)
    assert run(from_function(function), [task], tmp_path / "run", release="x").status == 0
    tops = [record.p for record in records(tmp_path / "run")]
    assert tops == [{item.request.keys[0]: 1.0} for item in task.items]


@pytest.mark.parametrize(
    ("function", "lists"),
    [(single, False), (several, True), (several_async, True), (Model(), False), (print, False)],
)
def test_a_callable_that_takes_a_list_is_recognised(function: Any, lists: bool) -> None:
    assert takes_list(function) is lists


def test_a_list_of_another_length_is_asked_one_by_one(tmp_path: Path) -> None:
    def careless(requests: list[Request]) -> list[dict[str, float]]:
        return several(requests)[:20]

    task = make_task(tmp_path, 40)
    assert run(from_function(careless), [task], tmp_path / "run", release="x").status == 0


def test_one_bad_request_does_not_fail_its_batch(tmp_path: Path) -> None:
    def fragile(requests: list[Request]) -> list[dict[str, float]]:
        if any("robot 7\u2028" in str(request.state) for request in requests):
            raise ValueError("seven")
        return several(requests)

    task = make_task(tmp_path, 40)
    outcome = run(from_function(fragile), [task], tmp_path / "run", release="x")
    assert outcome.record.counts.failures == {"crash": 1}


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("", "names no function"),
        ("json", "names no function"),
        ("no_such_module:f", "No module named"),
        ("json:no_such_function", "no_such_function"),
        ("sys:path", "is not callable"),
    ],
)
def test_a_callable_that_is_not_there_is_refused(path: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        open_system(f"python:{path}")


# Commands


ECHO = """
import json, sys
for line in sys.stdin:
    ask = json.loads(line)
    {body}
    sys.stdout.flush()
"""


def program(folder: Path, body: str) -> System:
    path = folder / "program.py"
    path.write_text(ECHO.format(body=body), encoding="utf-8")
    return open_system(f"command:{sys.executable} {path}")


ANSWER = 'print(json.dumps({"id": ask["id"], "p": {o["key"]: 0.5 for o in ask["options"]}}))'


def test_a_program_answers_line_by_line(tmp_path: Path) -> None:
    task = make_task(tmp_path, 50)
    system = program(tmp_path, ANSWER)
    assert run(system, [task], tmp_path / "run", release="x").status == 0


def test_a_program_gets_the_request_and_the_task_name_alone(tmp_path: Path) -> None:
    body = 'print(json.dumps({"id": ask["id"], "error": {"kind": "refusal", "detail": line}}))'
    (reply,) = ask(program(tmp_path, body), CHOICE, task="teams")
    assert reply.error is not None
    seen = msgspec.json.decode(reply.error.detail)
    assert list(seen) == ["id", "task", "state", "question", "options"]
    assert (seen["task"], seen["state"]) == ("teams", CHOICE.state)


@pytest.mark.parametrize(
    ("body", "kind", "detail"),
    [
        ('print(json.dumps({"id": ask["id"], "p": [1]}))', "unreadable_reply", "object"),
        ('print(json.dumps({"id": ask["id"]}))', "unreadable_reply", "neither p nor error"),
        ('sys.exit("out of memory")', "crash", "status 1: out of memory"),
        ("sys.exit()", "crash", "status 0"),
    ],
)
def test_what_a_program_does_wrong_is_recorded(
    tmp_path: Path, body: str, kind: str, detail: str
) -> None:
    (reply,) = ask(program(tmp_path, body), CHOICE)
    assert reply.error is not None
    assert reply.error.kind == kind
    assert detail in reply.error.detail


def test_a_program_that_ends_is_started_again(tmp_path: Path) -> None:
    task = make_task(tmp_path, 6)
    system = program(tmp_path, f"{ANSWER}; sys.stdout.flush(); ask['id'] % 2 or sys.exit(3)")
    outcome = run(system, [task], tmp_path / "run", release="x")
    assert outcome.record.counts.answers >= 3
    assert run(system, [task], tmp_path / "run", release="x").record.counts.missing == 0


def test_a_program_that_hangs_is_killed_with_its_children_and_started_again(
    tmp_path: Path,
) -> None:
    hang = "import subprocess; subprocess.run(['sleep', '60'])"
    body = f"{hang} if 'robot 1' in ask['state'] else {ANSWER}".replace("import subprocess; ", "")
    path = tmp_path / "program.py"
    path.write_text("import subprocess\n" + ECHO.format(body=body), encoding="utf-8")
    task = make_task(tmp_path, 3)
    outcome = run(
        open_system(f"command:{sys.executable} {path}"),
        [task],
        tmp_path / "run",
        release="x",
        settings=Settings(timeout_s=0.5, retries=0),
    )
    assert outcome.record.counts.failures == {"transport": 1}


def test_chatter_of_a_program_is_no_answer_and_not_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    body = f'print("loading"); print("careful", file=sys.stderr); {ANSWER}'
    (reply,) = ask(program(tmp_path, body), CHOICE)
    assert reply.p == dict.fromkeys(CHOICE.keys, 0.5)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", ["command:", "command:no-such-program-here", "command:'"])
def test_a_program_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="command"):
        open_system(name)


# Worker processes


def test_worker_processes_give_the_same_answers(tmp_path: Path) -> None:
    task = make_task(tmp_path, 60)
    for name, workers in (("here", 0), ("there", 2)):
        system = open_system("embedded", workers=workers)
        assert run(system, [task], tmp_path / name, release="x").status == 0
    answers = [without_clock(tmp_path / name / "robots.jsonl") for name in ("here", "there")]
    assert answers[0] == answers[1]
    description = [(tmp_path / name / "run.json").read_bytes() for name in ("here", "there")]
    specs = [msgspec.json.decode(text)["system"] for text in description]
    assert specs[0] == specs[1]


def test_a_lost_worker_loses_no_item(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fragile.py").write_text(
        "import os, pathlib\n"
        "def decide(request):\n"
        "    mark = pathlib.Path(__file__).with_name('died')\n"
        "    if 'robot 7' in request.state and not mark.exists():\n"
        "        mark.touch()\n"
        "        os._exit(9)\n"
        "    return {'yes': 0.5, 'no': 0.5}\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    system = open_system("python:fragile:decide", workers=2)
    outcome = run(system, [make_task(tmp_path, 40)], tmp_path / "run", release="x")
    assert (outcome.status, (tmp_path / "died").exists()) == (0, True)


def test_a_worker_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hanging.py").write_text(
        "import time\n"
        "def decide(request):\n"
        "    time.sleep(60 if 'robot 1' in request.state else 0)\n"
        "    return {'yes': 0.5, 'no': 0.5}\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    outcome = run(
        open_system("python:hanging:decide", workers=1),
        [make_task(tmp_path, 3)],
        tmp_path / "run",
        release="x",
        settings=Settings(timeout_s=3, retries=0),
    )
    assert outcome.record.counts.failures == {"transport": 1}


def test_workers_are_for_systems_in_process() -> None:
    with pytest.raises(InputError, match="--workers"):
        open_system("command:cat", workers=2)


def test_every_kind_is_listed_once_and_documented() -> None:
    names = [kind.name for kind in systems.KINDS]
    assert len(set(names)) == len(names)
    assert all(kind.usage.startswith(kind.name) and kind.summary for kind in systems.KINDS)


def test_a_specification_has_only_what_json_has() -> None:
    for name in ("embedded", "uniform", "prior", "solver", "python:json:dumps", "command:cat"):
        spec = open_system(name).spec
        assert msgspec.json.decode(msgspec.json.encode(spec), type=Spec) == spec


def test_items_do_not_pass_for_requests() -> None:
    assert not issubclass(Item, Request)
