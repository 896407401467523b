"""Groups to review, a server as a process of its own, and a client that speaks to it."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from decisionpivot.items import Item, Option, Pivot, Question, encode_lines
from decisionpivot.review.groups import Group, groups_of
from decisionpivot.selection import Task

HOSTILE = (
    "<script>document.title='owned'</script><img src=x onerror=\"alert(1)\">&amp;\u2028</mark>"
)
DECISIVE = "nur-nach-der-antwort"  # stands in pivots alone, so that a leak can be seen


def pair(number: int, *, family: str = "gates", level: int = 1, text: str = "") -> list[Item]:
    """Two items that differ in one number and in their answer."""
    group = f"{family}:g{number:04d}"
    return [
        Item(
            id=f"{family}:{2 * number + k:05d}",
            family=family,
            group=group,
            level=level,
            domain="doors",
            state=f"Open from 5 on. {text}\nNow it is {4 + k}.\nNothing else counts.",
            question=Question("noul", "Is the gate open?"),
            options=(Option("yes", "it is open"), Option("no", "it is shut")),
            answer="yes" if k else "no",
            pivot=Pivot(DECISIVE, "4.", f"{4 + k}.", 0.5),
        )
        for k in range(2)
    ]


def write(path: Path, items: Sequence[Item]) -> Path:
    path.write_bytes(encode_lines(items))
    return path


def groups(count: int, **more: Any) -> list[Group]:
    items = tuple(item for number in range(count) for item in pair(number, **more))
    return groups_of([Task("gates", items, "0" * 64)])


@dataclass
class Client:
    """Speaks to a server as its page does; keeps the texts of all answers."""

    port: int
    headers: dict[str, str] = field(default_factory=dict)
    heard: list[str] = field(default_factory=list)

    def get(self, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
        return self._ask("GET", path, None, headers)

    def post(self, name: str, said: Any, **headers: str) -> tuple[int, Any]:
        body = said if isinstance(said, bytes) else json.dumps(said).encode()
        status, text, kind = self._ask("POST", f"/api/{name}", body, headers)
        return status, json.loads(text) if "json" in kind.get("content-type", "") else text

    def call(self, name: str, **said: Any) -> Any:
        status, value = self.post(name, said)
        assert status == 200, value
        return value

    def open(self) -> "Client":
        """Load the page for the token that it holds."""
        _, page, _ = self.get("/")
        (token,) = re.findall(r'name="review-token" content="([^"]+)"', page)
        self.headers["x-review-token"] = token
        return self

    def _ask(self, method, path, body, headers):  # type: ignore[no-untyped-def]
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, body, {**self.headers, **names})
            response = connection.getresponse()
            text = response.read().decode()
            self.heard.append(text)
            return response.status, text, {k.lower(): v for k, v in response.getheaders()}
        finally:
            connection.close()


@dataclass
class Served:
    """A server that runs as a process of its own."""

    url: str
    port: int
    process: subprocess.Popen[str]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)


@contextmanager
def serving(folder: Path, *arguments: str) -> Iterator[Served]:
    """``decisionpivot review`` in a folder, on a free port."""
    command = [sys.executable, "-m", "decisionpivot", "review", *arguments, "--json"]
    with subprocess.Popen(
        command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:  # fmt: skip
        try:
            assert process.stdout
            url = json.loads(process.stdout.readline())["address"]
            yield Served(url, int(url.rsplit(":", 1)[1].strip("/")), process)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                process.wait(10)


def answer_group(client: Client, reviewer: str, sheet: Any, answer: str = "yes") -> Any:
    """Answer all members of the sheet and have the answers shown."""
    place = {"reviewer": reviewer, "number": sheet["number"]}
    for member in sheet["members"]:
        client.call("answer", **place, item=member["id"], answer=answer)
    return client.call("show", **place)
