"""The page's server over real HTTP on loopback: what it tells, what it refuses, what it keeps."""

import json
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPException
from pathlib import Path

import pytest
from review_kit import DECISIVE, HOSTILE, Client, Served, answer_group, pair, serving, write

from decisionpivot.cli import main


def items_in(folder: Path) -> Path:
    write(folder / "gates.jsonl", [item for n in range(40) for item in pair(n, text=HOSTILE)])
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return items_in(tmp_path)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for the tests that ask; each of them has reviewers of its own."""
    with serving(items_in(tmp_path_factory.mktemp("served")), "gates.jsonl") as server:
        yield server


@pytest.fixture
def client(served: Served) -> Client:
    return Client(served.port).open()


def test_nothing_tells_the_answer_before_it_is_shown(client):
    """A text that stands in the decisive facts alone is looked for in all that is sent."""
    client.heard.clear()
    client.call("overview")
    sheet = client.call("enter", reviewer="Blind")["sheet"]
    for name in ("/", "/review.js", "/sheet.js", "/review.css", "/icon.svg", "/?as=Blind"):
        assert client.get(name)[0] == 200
    place = {"reviewer": "Blind", "number": 1}
    assert client.post("show", place)[0] == 409
    for member in sheet["members"]:
        client.call("answer", **place, item=member["id"], answer="yes")
        client.call("sheet", **place)
    assert DECISIVE not in "".join(client.heard)
    shown = client.call("show", **place)
    assert [member["outcome"]["answer"] for member in shown["members"]] == ["no", "yes"]
    assert DECISIVE in client.heard[-1]


def test_before_the_answers_are_shown_a_member_has_no_outcome(client):
    sheet = client.call("enter", reviewer="Ada")["sheet"]
    assert {frozenset(member) for member in sheet["members"]} == {
        frozenset(
            {"id", "letter", "state", "structured", "question", "options", "chosen", "outcome"}
        )
    }
    assert all(member["outcome"] is None for member in sheet["members"])


def test_a_review_from_end_to_end(client):
    sheet = client.call("enter", reviewer="Whole")["sheet"]
    answer_group(client, "Whole", sheet)
    item = sheet["members"][0]["id"]
    client.call("flag", reviewer="Whole", number=1, item=item, flag="other", note=HOSTILE)
    following = client.call("next", reviewer="Whole", number=1)["sheet"]
    assert following["number"] == 2
    assert following["unit"] != sheet["unit"]
    assert client.call("sheet", reviewer="Whole", number=1)["members"][0]["outcome"]["flag"] == {
        "kind": "other", "note": HOSTILE, "settled": None
    }  # fmt: skip


@pytest.mark.parametrize(
    ("headers", "says"),
    [
        ({"host": "evil.example"}, "another address"),
        ({"host": "127.0.0.1:1"}, "another address"),
        ({"origin": "http://evil.example"}, "another site"),
        ({"origin": "null"}, "another site"),
        ({"origin": "https://127.0.0.1"}, "another site"),
        ({"x_review_token": "guessed"}, "reload"),
        ({"x_review_token": "\u00e4"}, "reload"),
    ],
)
def test_requests_from_elsewhere_are_refused(client, headers, says):
    status, text = client.post("enter", {"reviewer": "Mallory"}, **headers)
    assert (status, says in text) == (403, True)
    assert "Mallory" not in client.call("overview")["reviewers"]


def test_another_name_of_this_machine_leads_nowhere_else(client, served):
    assert client.get("/", host=f"localhost:{served.port}")[0] == 200
    assert client.get("/", host=f"rebound.example:{served.port}")[0] == 403


def test_every_response_forbids_what_the_page_does_not_need(client):
    for path in ("/", "/review.js", "/nowhere"):
        headers = client.get(path)[2]
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    ("name", "said", "status"),
    [
        ("enter", b"{", 400),
        ("enter", b"\xff", 400),
        ("enter", b"[" * 5_000, 400),
        ("enter", b" " * 70_000, 413),
        ("enter", {"reviewer": "Ada", "more": 1}, 400),
        ("enter", {"reviewer": ""}, 409),
        ("sheet", {"reviewer": "nobody", "number": 1}, 409),
        ("sheet", {"reviewer": "Ada", "number": 0}, 400),
        ("sheet", {"reviewer": "Ada", "number": 10**30}, 400),
        ("answer", {"reviewer": "Ada", "number": 1, "item": "gates:00000", "answer": "x"}, 409),
        ("flag", {"reviewer": "Ada", "number": 1, "item": "gates:00000", "flag": "bad"}, 400),
    ],
)  # fmt: skip
def test_what_cannot_be_served_is_refused_in_words(client, name, said, status):
    client.call("enter", reviewer="Ada")
    found, value = client.post(name, said)
    assert found == status
    assert value["problem"]


def test_a_full_disk_is_told_and_nothing_is_confirmed(folder):
    with serving(folder, "gates.jsonl") as server:
        _what_a_full_disk_does(Client(server.port).open(), folder)


def _what_a_full_disk_does(client: Client, folder: Path) -> None:
    sheet = client.call("enter", reviewer="Ada")["sheet"]
    with closing(sqlite3.connect(folder / "reviews/gates.sqlite")) as db:
        db.execute(
            "create trigger full before insert on answers begin "
            "select raise(abort, 'database or disk is full'); end"
        )
        db.commit()
        said = {"reviewer": "Ada", "number": 1, "item": sheet["members"][0]["id"], "answer": "no"}
        status, value = client.post("answer", said)
    assert (status, value["problem"]) == (503, "Not stored: database or disk is full.")
    assert client.call("sheet", reviewer="Ada", number=1)["members"][0]["chosen"] is None


def test_a_port_that_is_taken_is_named(served, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    assert main(["review", "gates.jsonl", "--port", str(served.port)]) == 2
    assert f"the port {served.port} cannot be used" in capsys.readouterr().err


def test_an_interrupt_ends_the_server_with_status_0(folder):
    with serving(folder, "gates.jsonl") as server:
        Client(server.port).open().call("enter", reviewer="Ada")
    assert server.process.returncode == 0


def stored(folder: Path) -> dict[tuple[str, str], str]:
    with closing(sqlite3.connect(folder / "reviews/gates.sqlite")) as db:
        rows = db.execute("select reviewer, item, answer from answers").fetchall()
    return {(reviewer, item): answer for reviewer, item, answer in rows}


def test_a_killed_server_has_kept_every_confirmed_answer(folder):
    """Three reviewers at once, kill -9 at random moments, and on until all groups are done."""
    confirmed: dict[tuple[str, str], str] = {}
    draw = random.Random(7)
    names = ("ada", "bob", "cy")
    left = set(names)

    def work(port: int, name: str, seed: int) -> None:
        choose = random.Random(seed)
        try:
            client = Client(port).open()
            sheet = client.call("enter", reviewer=name)["sheet"]
            while sheet:
                place = {"reviewer": name, "number": sheet["number"]}
                for member in [] if sheet["shown"] else sheet["members"]:
                    answer = choose.choice(["yes", "no"])
                    client.call("answer", **place, item=member["id"], answer=answer)
                    confirmed[name, member["id"]] = answer
                client.call("show", **place)
                sheet = client.call("next", **place)["sheet"]
            left.discard(name)
        except (OSError, HTTPException):  # the server is gone, or broke off
            pass

    kills = 0
    while left:
        with serving(folder, "gates.jsonl") as server:
            threads = [
                threading.Thread(target=work, args=(server.port, name, kills * 3 + k))
                for k, name in enumerate(sorted(left))
            ]
            for thread in threads:
                thread.start()
            if kills < 4:
                time.sleep(draw.uniform(0.05, 0.25))
                server.kill()
                kills += 1
            for thread in threads:
                thread.join(60)
        kept = stored(folder)
        assert {key: kept.get(key) for key in confirmed} == confirmed
    assert kills == 4
    assert len(kept) == 3 * 80


def test_the_export_and_the_summary_are_made_while_the_server_runs(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    with serving(folder, "gates.jsonl") as server:
        client = Client(server.port).open()
        answer_group(client, "Ada", client.call("enter", reviewer="Ada")["sheet"], "no")
        assert main(["review", "summary", "gates.jsonl", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["all"]["right"] == 0.5
        assert main(["review", "export", "gates.jsonl", "--out", "out/r.jsonl"]) == 0
    lines = [json.loads(line) for line in Path("out/r.jsonl").read_text("utf-8").splitlines()]
    assert [(line["id"], line["answer"], line["right"]) for line in lines] == [
        ("gates:00000", "no", True), ("gates:00001", "no", False)
    ]  # fmt: skip
    assert list(lines[0]) == [
        "id", "group", "family", "reviewer", "answer", "right", "flag", "note", "settled", "time"
    ]  # fmt: skip
