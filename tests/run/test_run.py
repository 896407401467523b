"""The runner: what it writes, that it goes on where it stood, and what it refuses."""

import asyncio
import json
import math
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from run_kit import ids, item, make_task, records, without_clock

from decisionpivot.items import Failure, InputError, Item, Request
from decisionpivot.run import Outcome, Settings, Shard, estimate, run
from decisionpivot.run import folder as runfolder
from decisionpivot.run.merge import merge
from decisionpivot.run.progress import Tally
from decisionpivot.run.recording import FIRST_REQUESTS
from decisionpivot.selection import Selection
from decisionpivot.systems import Price, Reply, System, failure, open_system
from decisionpivot.systems.callables import from_function
from decisionpivot.systems.system import Prompt

YES = {"yes": 0.75, "no": 0.25}


def go(system: System | Callable[..., Any], folder: Path, count: int = 30, **more: Any) -> Outcome:
    task = make_task(folder, count)
    opened = from_function(system) if callable(system) else system
    return run(opened, [task], folder / "run", release="own data", **more)


def recorded(folder: Path, result: object) -> tuple[Any, Failure | None]:
    """What the record says of an item to which a callable returned ``result``."""
    go(lambda request: result, folder, 1)
    (record,) = records(folder / "run")
    return record.p, record.error


class Notes:
    """A view that keeps the warnings."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def start(self, run: str, tally: Tally) -> None: ...
    def update(self, tally: Tally) -> None: ...
    def end(self, tally: Tally) -> None: ...

    def warn(self, text: str) -> None:
        self.warnings.append(text)


class Flaky:
    """Answers each state as the list of replies says, then YES."""

    def __init__(self, *replies: Reply, to: str = "") -> None:
        self.replies, self.to = list(replies), to
        self.asked: list[str] = []

    def __call__(self, request: Request) -> Reply:
        self.asked.append(str(request.state))
        if self.replies and str(request.state).startswith(self.to):
            return self.replies.pop(0)
        return Reply(p=YES)


# What is written


def test_every_item_gets_one_record_in_order(tmp_path: Path) -> None:
    outcome = go(open_system("uniform"), tmp_path)
    assert outcome.status == 0
    assert ids(tmp_path / "run/robots.jsonl") == [f"robots:{n:05d}" for n in range(30)]


def test_records_are_in_order_whatever_the_order_of_the_answers(tmp_path: Path) -> None:
    async def slower_at_first(request: Request) -> dict[str, float]:
        await asyncio.sleep(0.05 if "robot 0" in str(request.state) else 0)
        return YES

    go(slower_at_first, tmp_path, settings=Settings(concurrency=8))
    assert ids(tmp_path / "run/robots.jsonl") == [f"robots:{n:05d}" for n in range(30)]


def test_the_description_says_what_was_run(tmp_path: Path) -> None:
    go(open_system("uniform:7"), tmp_path, 6)
    record = json.loads((tmp_path / "run/run.json").read_text(encoding="utf-8"))
    assert record["system"]["settings"] == {"seed": 7}
    assert record["items_sha256"] == {"robots": make_task(tmp_path, 6).sha256}
    assert record["selection"]["how"] == "all"
    assert record["counts"]["answers"] == record["totals"]["attempts"] == 6
    assert record["start"] <= record["end"]


def test_tokens_and_cost_are_summed(tmp_path: Path) -> None:
    reply = Reply(p=YES, tokens=3, input_tokens=20, cost_usd=0.5)
    totals = go(lambda request: reply, tmp_path, 4).record.totals
    assert (totals.tokens, totals.input_tokens, totals.cost_usd) == (12, 80, 2.0)


def test_a_system_sees_requests_and_the_task_name_alone(tmp_path: Path) -> None:
    seen: list[Any] = []
    go(lambda request: seen.append(request) or YES, tmp_path, 1)
    assert [type(one) for one in seen] == [Request]
    assert not {"answer", "pivot", "canary", "id"} & set(dir(seen[0]))


def test_missing_extra_and_negative_options_are_kept_for_the_scorer(tmp_path: Path) -> None:
    p = {"yes": -0.5, "maybe": 3}
    assert recorded(tmp_path, p) == (p, None)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, "0.5", None, 10**400, [1.0]])
def test_what_is_no_finite_number_is_an_invalid_p(tmp_path: Path, value: object) -> None:
    p, error = recorded(tmp_path, {"yes": value, "no": 0.5})
    assert p is None
    assert error is not None
    assert (error.kind, "'yes'" in error.detail) == ("invalid_p", True)


def test_numbers_of_numpy_are_numbers(tmp_path: Path) -> None:
    p = {"yes": np.float32(0.5), "no": np.float64(0.5)}
    assert recorded(tmp_path, p) == ({"yes": 0.5, "no": 0.5}, None)


@pytest.mark.parametrize("result", [None, 0.7, "yes", [0.7, 0.3]])
def test_what_is_no_mapping_is_an_unreadable_reply(tmp_path: Path, result: object) -> None:
    p, error = recorded(tmp_path, result)
    assert p is None
    assert error is not None
    assert error.kind == "unreadable_reply"


def test_states_that_the_model_cut_are_counted(tmp_path: Path) -> None:
    outcome = go(open_system("embedded"), tmp_path, 4)
    assert (outcome.status, outcome.record.counts.truncated) == (0, 0)


# Going on


def test_only_what_is_missing_is_asked_again(tmp_path: Path) -> None:
    crash = failure("crash", "out of memory")
    system = Flaky(*[crash] * 5)
    first, second = (go(system, tmp_path, 20) for _ in range(2))
    assert (first.status, first.record.counts.failures) == (1, {"crash": 5})
    assert (second.status, second.record.counts.answers) == (0, 20)
    assert system.asked[20:] == system.asked[:5]


def test_final_errors_are_not_asked_again(tmp_path: Path) -> None:
    system = Flaky(failure("refusal", "no"))
    statuses = [go(system, tmp_path, 4).status for _ in range(2)]
    assert (statuses, len(system.asked)) == ([0, 0], 4)


def test_with_nothing_left_nothing_is_asked_or_written(tmp_path: Path) -> None:
    first = go(open_system("uniform"), tmp_path)
    files = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").iterdir()}
    second = go(open_system("uniform"), tmp_path)
    assert second == first
    assert files == {path: path.stat().st_mtime_ns for path in (tmp_path / "run").iterdir()}


def test_a_torn_line_is_named_once_and_its_item_asked_again(tmp_path: Path) -> None:
    go(open_system("uniform"), tmp_path, 4)
    path = tmp_path / "run/robots.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    notes = Notes()
    assert go(open_system("uniform"), tmp_path, 4, view=notes).status == 0
    assert notes.warnings == [f"{path}:4: no whole record; dropped, its item is asked again"]
    assert ids(path) == [f"robots:{n:05d}" for n in range(4)]


def test_foreign_and_repeated_records_are_dropped_and_counted(tmp_path: Path) -> None:
    go(open_system("uniform"), tmp_path, 4)
    path = tmp_path / "run/robots.jsonl"
    path.write_bytes(path.read_bytes() * 2 + b'{"id":"x","p":{"yes":1}}\nnull\n[]\n\n')
    notes = Notes()
    assert go(open_system("uniform"), tmp_path, 4, view=notes).record.counts.answers == 4
    assert len(ids(path)) == 4
    assert [warning.split(": ", 1)[1] for warning in notes.warnings[-2:]] == [
        "4 records with a repeated id dropped",
        "1 records with an unknown id dropped",
    ]


# Not mixed up


def test_another_system_is_refused_with_the_difference(tmp_path: Path) -> None:
    go(open_system("uniform:1"), tmp_path)
    with pytest.raises(InputError, match=r"system.settings.seed: 1 there, 2 now"):
        go(open_system("uniform:2"), tmp_path)


def test_other_items_are_refused_with_the_difference(tmp_path: Path) -> None:
    go(open_system("uniform"), tmp_path, 10)
    with pytest.raises(InputError, match=r"items_sha256.robots: .* there, .* now"):
        go(open_system("uniform"), tmp_path, 12)


def test_another_prompt_is_refused(tmp_path: Path) -> None:
    def with_prompt(text: str) -> System:
        system = from_function(Flaky())
        system.spec = replace(system.spec, prompt=Prompt("1", text))  # type: ignore[misc]
        return system

    go(with_prompt("Answer."), tmp_path)
    with pytest.raises(InputError, match=r"prompt_sha256"):
        go(with_prompt("Please answer."), tmp_path)


def test_another_selection_is_refused(tmp_path: Path) -> None:
    go(open_system("uniform"), tmp_path, selection=Selection(limit=4))
    with pytest.raises(InputError, match=r'selection.how: "limit=4" there, "all" now'):
        go(open_system("uniform"), tmp_path)


def test_a_refusal_changes_nothing_on_disk(tmp_path: Path) -> None:
    go(open_system("uniform:1"), tmp_path)
    before = {path: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    with pytest.raises(InputError):
        go(open_system("uniform:2"), tmp_path)
    assert before == {path: path.read_bytes() for path in (tmp_path / "run").iterdir()}


def test_answers_of_unknown_origin_are_refused(tmp_path: Path) -> None:
    go(open_system("uniform"), tmp_path)
    (tmp_path / "run/run.json").unlink()
    with pytest.raises(InputError, match=r"no run.json says whose they are"):
        go(open_system("uniform"), tmp_path)


def test_a_second_runner_in_the_folder_is_refused(tmp_path: Path) -> None:
    refusals: list[str] = []

    def start_another(request: Request) -> dict[str, float]:
        if not refusals:
            refusals.append("asked")
            with pytest.raises(InputError, match="another runner is at work here"):
                go(open_system("uniform"), tmp_path, 3)
        return YES

    assert go(start_another, tmp_path, 3).status == 0
    assert refusals


def test_a_system_that_cannot_answer_leaves_no_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no solver for 'robots'"):
        go(open_system("solver"), tmp_path)
    assert not (tmp_path / "run").exists()


def test_a_price_or_another_name_does_not_make_another_system(tmp_path: Path) -> None:
    system = from_function(Flaky())
    go(system, tmp_path)
    system.spec = replace(system.spec, price=Price(1.0), name="other")  # type: ignore[misc]
    assert go(system, tmp_path).status == 0


# Retries, rates, budgets, stops


def test_failures_on_the_way_are_tried_again_and_counted(tmp_path: Path) -> None:
    lost = failure("transport", "connection reset")
    go(Flaky(lost, lost, to="robot 1\u2028"), tmp_path, 3)
    assert [record.attempts for record in records(tmp_path / "run")] == [1, 3, 1]


def test_latency_is_that_of_the_successful_attempt(tmp_path: Path) -> None:
    busy = replace(failure("rate_limit", "busy"), retry_after_s=0.3)

    def flaky(request: Request, *, replies: list[Reply] = [busy]) -> Reply:  # noqa: B006
        time.sleep(0.02)
        return replies.pop() if replies else Reply(p=YES)

    started = time.monotonic()
    go(flaky, tmp_path, 3)
    assert time.monotonic() - started > 0.3
    assert all((record.latency_s or 0) < 0.2 for record in records(tmp_path / "run"))


def test_an_item_that_waits_for_its_retry_holds_no_worker(tmp_path: Path) -> None:
    lost = failure("transport", "connection reset")
    system = Flaky(lost, to="robot 0")
    go(system, tmp_path, 6, settings=Settings(concurrency=1))
    assert system.asked[-1].startswith("robot 0")
    assert len(system.asked) == 7


def test_retries_end_in_a_record_that_may_be_asked_again(tmp_path: Path) -> None:
    lost = failure("transport", "connection reset")
    outcome = go(Flaky(lost, lost, to="robot 0"), tmp_path, 3, settings=Settings(retries=1))
    assert (outcome.status, outcome.record.counts.failures) == (1, {"transport": 1})
    assert go(Flaky(), tmp_path, 3).status == 0


def test_other_errors_are_not_tried_again(tmp_path: Path) -> None:
    system = Flaky(failure("http_4xx", "no such field", status=422))
    go(system, tmp_path, 3)
    assert len(system.asked) == 3


def test_a_call_that_hangs_is_given_up_and_does_not_keep_the_process(tmp_path: Path) -> None:
    def hang(request: Request) -> dict[str, float]:
        if "robot 1\u2028" in str(request.state):
            time.sleep(30)
        return YES

    started = time.monotonic()
    outcome = go(hang, tmp_path, 3, settings=Settings(timeout_s=0.2, retries=0))
    assert time.monotonic() - started < 5
    assert outcome.record.counts.failures == {"transport": 1}
    assert records(tmp_path / "run")[1].error == Failure("transport", "no answer within 0.2 s")


def test_concurrency_is_reached_and_not_passed(tmp_path: Path) -> None:
    running, most = 0, 0

    async def count(request: Request) -> dict[str, float]:
        nonlocal running, most
        running, most = running + 1, max(most, running + 1)
        await asyncio.sleep(0.05)
        running -= 1
        return YES

    started = time.monotonic()
    go(count, tmp_path, 600, settings=Settings(concurrency=300))
    assert most == 300
    assert time.monotonic() - started < 2


def test_the_rate_is_kept(tmp_path: Path) -> None:
    times: list[float] = []

    async def note(request: Request) -> dict[str, float]:
        times.append(time.monotonic())
        return YES

    go(note, tmp_path, 60, settings=Settings(rate=100, concurrency=8))
    assert 0.5 < times[-1] - times[0] < 1.5


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_a_run_that_is_refused_from_the_start_stops_and_may_be_asked_again(
    tmp_path: Path, status: int
) -> None:
    kind = "auth" if status in (401, 403) else "http_4xx"
    outcome = go(lambda request: failure(kind, "no such model", status=status), tmp_path, 100)
    assert outcome.status == 1
    assert outcome.record.stopped is not None
    assert f"HTTP status {status}: no such model" in outcome.record.stopped.detail
    assert outcome.record.counts.missing < 100 - FIRST_REQUESTS + 1
    assert go_on(tmp_path, 100).record.counts.answers == 100


def go_on(folder: Path, count: int) -> Outcome:
    """Go on with the run of a lambda with one that answers."""
    return go(lambda request: YES, folder, count)


def test_a_short_run_that_is_refused_throughout_may_be_asked_again(tmp_path: Path) -> None:
    outcome = go(lambda request: failure("http_4xx", "", status=404), tmp_path, 5)
    assert (outcome.status, outcome.record.counts.failures) == (1, {"http_4xx": 5})
    assert go_on(tmp_path, 5).record.counts.answers == 5


def test_a_last_item_that_is_refused_completes_the_run(tmp_path: Path) -> None:
    system = Flaky(Reply(p=YES), failure("crash", "x"), failure("http_4xx", "too long", status=400))
    assert [go(system, tmp_path, 2).status for _ in range(3)] == [1, 0, 0]
    assert len(system.asked) == 3


def test_a_full_disk_is_said_and_the_run_can_go_on(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill(request: Request) -> dict[str, float]:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200, hard))
        return YES

    try:
        with pytest.raises(InputError, match=r"robots.jsonl: cannot write: File too large"):
            go(named(fill), tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert go(named(lambda request: YES), tmp_path).record.counts.answers == 30


def named(function: Callable[[Request], dict[str, float]]) -> System:
    """A system under one name, whatever its function."""
    system = from_function(function)
    system.spec = replace(system.spec, model="disk")  # type: ignore[misc]
    return system


def test_refusals_after_an_answer_do_not_stop_the_run(tmp_path: Path) -> None:
    replies = [Reply(p=YES), *[failure("http_4xx", "", status=400)] * 30]
    outcome = go(Flaky(*replies), tmp_path, 40)
    assert (outcome.status, outcome.record.counts.answers) == (0, 10)


def test_a_server_that_nobody_reaches_stops_the_run(tmp_path: Path) -> None:
    lost = failure("transport", "connection refused")
    outcome = go(lambda request: lost, tmp_path, 100, settings=Settings(retries=0))
    assert outcome.record.stopped is not None
    assert "no answer from the server: connection refused" in outcome.record.stopped.detail


def test_a_quota_that_is_used_up_stops_the_run_and_can_be_continued(tmp_path: Path) -> None:
    system = Flaky(Reply(p=YES), Reply(p=YES), failure("quota", "credit is used up"))
    first = go(system, tmp_path, 30)
    assert (first.status, first.record.counts.missing > 20) == (1, True)
    assert first.record.stopped is not None
    assert first.record.stopped.detail == "credit is used up"
    second = go(system, tmp_path, 30)
    assert (second.status, second.record.stopped, len(system.asked)) == (0, None, 31)


def priced(function: Callable[[Request], Any], usd: float) -> System:
    """A callable whose every request is expected to cost about ``usd``."""
    system = from_function(function)
    system.spec = replace(system.spec, price=Price(usd * 1e6 / 60))  # type: ignore[misc]
    return system


def test_the_run_stops_before_the_budget_is_passed(tmp_path: Path) -> None:
    system = priced(lambda request: Reply(p=YES, cost_usd=1.0), 1.0)
    outcome = go(system, tmp_path, 30, settings=Settings(max_usd=10.5))
    assert (outcome.status, outcome.record.totals.cost_usd <= 10.5) == (1, True)
    assert outcome.record.counts.answers >= 9
    assert outcome.record.stopped is not None
    assert outcome.record.stopped.kind == "budget"


def test_requests_that_are_all_dearer_than_expected_are_counted_once(tmp_path: Path) -> None:
    """Those that are on their way together all tell the same, not each the next of a series."""

    async def dear(request: Request) -> Reply:
        await asyncio.sleep(0.01)
        return Reply(p=YES, cost_usd=0.1)

    system = priced(dear, 0.01)
    for most, least_answers in ((0.55, 4), (3.05, 28)):
        settings = Settings(max_usd=most, concurrency=32)
        folder = tmp_path / str(most)
        folder.mkdir()
        outcome = go(system, folder, 60, settings=settings)
        assert least_answers <= outcome.record.counts.answers <= most / 0.1
        assert outcome.record.totals.cost_usd <= most


def test_money_spent_earlier_and_on_lost_records_counts(tmp_path: Path) -> None:
    paid = replace(failure("crash", "x"), cost_usd=1.0)
    first = go(priced(Flaky(*[paid] * 4), 1.0), tmp_path, 4)
    assert first.record.totals.cost_usd == 4.0
    second = go(priced(Flaky(), 1.0), tmp_path, 4, settings=Settings(max_usd=4.5))
    assert second.record.counts.answers == 0
    assert second.record.totals.cost_usd == 4.0
    assert second.record.stopped is not None
    assert second.record.stopped.detail == "the next request could pass $4.5"


def test_a_budget_needs_a_price(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="price of python-flaky is not known"):
        go(flaky, tmp_path, settings=Settings(max_usd=1))


def flaky(request: Request) -> Reply:
    return Reply(p=YES)


@pytest.mark.parametrize(
    "settings",
    [
        {"concurrency": 0},
        {"rate": 0},
        {"timeout_s": -1},
        {"retries": -1},
        {"max_usd": math.nan},
        {"rate": math.inf},
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(InputError, match="not possible"):
        Settings(**settings)  # type: ignore[arg-type]


def test_the_estimate_counts_what_is_left_and_asks_nothing(tmp_path: Path) -> None:
    quota = failure("quota", "used up")
    system = priced(Flaky(Reply(p=YES), quota), 2.0)
    task = make_task(tmp_path, 30)
    whole = estimate(system, [task], tmp_path / "run", release="own data")
    assert not (tmp_path / "run").exists()
    assert whole.requests == 30
    assert whole.cost_usd == pytest.approx(60, rel=0.3)
    answered = go(system, tmp_path, 30).record.counts.answers
    before = (tmp_path / "run/robots.jsonl").read_bytes()
    left = estimate(system, [task], tmp_path / "run", release="own data")
    assert left.requests == 30 - answered
    assert (tmp_path / "run/robots.jsonl").read_bytes() == before


class Limited:
    """Takes so many requests a second and refuses the others; says when to come back, or not."""

    def __init__(self, rate: float, retry_after_s: float | None) -> None:
        self.rate, self.retry_after_s = rate, retry_after_s
        self.room, self.seen = rate / 10, time.monotonic()

    async def __call__(self, request: Request) -> Reply:
        await asyncio.sleep(0.002)
        now = time.monotonic()
        self.room = min(self.rate / 10, self.room + (now - self.seen) * self.rate) - 1
        self.seen = now
        if self.room >= 0:
            return Reply(p=YES)
        self.room += 1
        return replace(failure("rate_limit", "slow down"), retry_after_s=self.retry_after_s)


@pytest.mark.parametrize("retry_after_s", [None, 0.1])
def test_no_item_is_lost_to_a_server_that_limits_the_rate(
    tmp_path: Path, retry_after_s: float | None
) -> None:
    system = from_function(Limited(300, retry_after_s))
    started = time.monotonic()
    outcome = go(system, tmp_path, 400, settings=Settings(concurrency=32))
    assert (outcome.status, outcome.record.counts.answers) == (0, 400)
    assert time.monotonic() - started < 10


def test_a_user_is_told_when_nothing_answers_yet(tmp_path: Path) -> None:
    lost = failure("transport", "connection refused")
    notes = Notes()
    settings = Settings(retries=1, concurrency=8)
    go(Flaky(*[lost] * 12), tmp_path, 20, settings=settings, view=notes)
    assert notes.warnings == ["no answer yet, trying again: connection refused"]


# Who answered


def test_another_model_than_asked_for_or_before_is_reported(tmp_path: Path) -> None:
    names = iter(["m-1"] * 5 + ["m-2"] * 5)
    notes = Notes()
    outcome = go(lambda request: Reply(p=YES, model=next(names)), tmp_path, 10, view=notes)
    assert outcome.record.models == ("m-1", "m-2")
    assert notes.warnings == [
        "asked for the model '<lambda>', 'm-1' answers",
        "the model that answers changed from 'm-1' to 'm-2'",
    ]


# Shards


@pytest.mark.parametrize("count", [1, 2, 3])
def test_merged_shards_equal_the_whole_run(tmp_path: Path, count: int) -> None:
    tasks = [make_task(tmp_path, 31), make_task(tmp_path, 2, "rockets")]
    selection = Selection(levels=(1, 3))
    for index in range(1, count + 1):
        folder = tmp_path / f"part-{index}"
        settings = {"release": "own data", "selection": selection}
        run(open_system("uniform"), tasks, folder, shard=Shard(index, count), **settings)  # type: ignore[arg-type]
    whole = run(open_system("uniform"), tasks, tmp_path / "whole", **settings)  # type: ignore[arg-type]
    merged = merge([tmp_path / f"part-{n}" for n in range(count, 0, -1)], tmp_path / "all")
    for name in ("robots.jsonl", "rockets.jsonl"):
        assert without_clock(tmp_path / "all" / name) == without_clock(tmp_path / "whole" / name)
    assert replace(merged, start="", end="") == replace(whole.record, start="", end="")
    again = run(open_system("uniform"), tasks, tmp_path / "all", **settings)  # type: ignore[arg-type]
    assert again.status == 0


def shards(folder: Path, count: int) -> list[Path]:
    for index in range(1, count + 1):
        task = make_task(folder, 30)
        part = folder / f"part-{index}"
        run(open_system("uniform"), [task], part, release="own data", shard=Shard(index, count))
    return [folder / f"part-{index}" for index in range(1, count + 1)]


def test_a_missing_or_repeated_shard_is_refused(tmp_path: Path) -> None:
    first, second, _ = shards(tmp_path, 3)
    for folders in ([first, second], [first, second, second]):
        with pytest.raises(InputError, match="not all shards"):
            merge(folders, tmp_path / "all")
    assert not (tmp_path / "all").exists()


def test_shards_of_different_runs_are_refused(tmp_path: Path) -> None:
    first, second = shards(tmp_path, 2)
    record = runfolder.load(second)
    assert record is not None
    runfolder.save(second, replace(record, release="seed-9"))
    with pytest.raises(InputError, match='release: "own data" there, "seed-9" now'):
        merge([first, second], tmp_path / "all")


def test_changed_shards_are_refused(tmp_path: Path) -> None:
    first, second = shards(tmp_path, 2)
    path = second / "robots.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    with pytest.raises(InputError, match="not those of the selected items"):
        merge([first, second], tmp_path / "all")


def test_an_incomplete_shard_is_refused(tmp_path: Path) -> None:
    task = make_task(tmp_path, 30)
    system = from_function(Flaky(Reply(p=YES), failure("quota", "used up")))
    run(system, [task], tmp_path / "part", release="own data", shard=Shard(1, 1))
    with pytest.raises(InputError, match="of its items have no record"):
        merge([tmp_path / "part"], tmp_path / "all")


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "a/b", "1/0", "-1/2", "1/2/3"])
def test_other_spellings_of_shards_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="is no shard"):
        Shard.parse(text)


# Where it runs


def test_two_runs_in_one_process(tmp_path: Path) -> None:
    async def decide(request: Request) -> dict[str, float]:
        await asyncio.sleep(0)
        return YES

    system = from_function(decide)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        assert go(system, tmp_path / name).status == 0


async def test_a_run_within_a_running_event_loop(tmp_path: Path) -> None:
    assert go(open_system("uniform"), tmp_path).status == 0


def test_no_thread_or_warning_is_left(tmp_path: Path) -> None:
    before = threading.active_count()
    go(lambda request: YES, tmp_path)
    assert threading.active_count() == before


# Names


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("embedded", "embedded"),
        ("systemone-org/Name:latest", "systemone-org-name-latest"),
        ("chat-Ünïcode model", "chat--n-code-model"),
        ("chat-..", "chat"),
    ],
)
def test_folder_names_are_safe(name: str, folder: str) -> None:
    assert runfolder.slug(name) == folder


def test_long_names_are_cut_and_stay_different() -> None:
    names = [runfolder.slug("chat-" + "x" * 300 + end) for end in "ab"]
    assert [len(name) for name in names] == [60, 60]
    assert names[0] != names[1]


def test_folder_names_tell_draw_selection_and_shard() -> None:
    spec = open_system("uniform:7").spec
    name = runfolder.folder_name(spec, release="seed-3", items=120, shard="1/4")
    assert name == "uniform-7@seed-3@120items@shard-1-of-4"
    assert runfolder.check_name(name) == name


@pytest.mark.parametrize("name", ["", "..", "a/b", "A", ".x", "x" * 101, "con\n", "x."])
def test_unsafe_names_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="is no name for a run"):
        runfolder.check_name(name)


# Memory


class Many(msgspec.Struct, frozen=True):
    """As many items as one likes, made anew each time."""

    count: int

    def __iter__(self) -> Iterator[Item]:
        return map(item, range(self.count))


def peak_mib(count: int, folder: Path) -> float:
    """The most memory that a process took which ran so many items."""
    code = (
        "import resource, sys; from pathlib import Path; sys.path[:0] = [sys.argv[3]]\n"
        "from test_run import Many; from decisionpivot.run import run\n"
        "from decisionpivot.selection import Task\n"
        "from decisionpivot.systems import open_system\n"
        "task = Task('many', Many(int(sys.argv[1])), '0' * 64)\n"
        "assert run(open_system('uniform'), [task], Path(sys.argv[2]), release='x').status == 0\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    here = str(Path(__file__).parent)
    command = [sys.executable, "-c", code, str(count), str(folder), here]
    return float(subprocess.check_output(command))


@pytest.mark.long
def test_a_hundred_times_the_items_take_no_more_memory(tmp_path: Path) -> None:
    small, large = (peak_mib(count, tmp_path / str(count)) for count in (1_000, 100_000))
    assert large - small < 20
