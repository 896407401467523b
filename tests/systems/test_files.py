"""The system files that are shipped."""

from pathlib import Path

import pytest

from decisionpivot.systems import KINDS, open_system

FILES = sorted((Path(__file__).parents[2] / "systems").glob("*.toml"))
NAMED = {  # the systems that the published description names
    "perplexity-decider", "jev-27b", "kev-27b", "clef-27b", "instant", "autothink",
    "decision-3.0-d3", "glm-5.3-lowest", "glm-5.3-high", "deepseek-v4-pro", "deepseek-v4-pro-high",
}  # fmt: skip


def test_every_system_of_the_description_has_a_file():
    assert {file.stem for file in FILES} >= NAMED


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_opens_without_a_key_and_says_what_is_assumed(file):
    spec = open_system(str(file)).spec
    assert spec.kind in {kind.name for kind in KINDS}
    assert spec.model
    text = file.read_text("utf-8")
    assert text.startswith("#")
    assert "KEY" in text or "TOKEN" in text or "127.0.0.1" in text


ADDRESSES = {
    "glm-5.3-lowest": "https://api.z.ai/api/paas/v4/chat/completions",
    "glm-5.3-high": "https://api.z.ai/api/paas/v4/chat/completions",
    "deepseek-v4-pro": "https://api.deepseek.com/v1/chat/completions",
    "deepseek-v4-pro-high": "https://api.deepseek.com/v1/chat/completions",
    "openai-decisions": "https://api.openai.com/v1/decisions",
}


@pytest.mark.parametrize("name", ADDRESSES)
def test_language_models_are_asked_at_the_addresses_of_their_providers(name, monkeypatch):
    for variable in ("ZAI_API_KEY", "DEEPSEEK_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.setenv(variable, "not-a-real-key")
    system = open_system(str(next(file for file in FILES if file.stem == name)))
    found = system._find()
    assert found.url == ADDRESSES[name]
    assert found.headers == {"Authorization": "Bearer not-a-real-key"}


BUDGETS = {
    "glm-5.3-lowest": (8_192, 0),
    "glm-5.3-high": (32_768, None),
    "deepseek-v4-pro": (2_048, 0),
    "deepseek-v4-pro-high": (32_768, None),
}


@pytest.mark.parametrize("name", BUDGETS)
def test_chat_models_have_the_budgets_and_the_sampling_of_the_description(name):
    from server_kit import YES_NO

    system = open_system(str(next(file for file in FILES if file.stem == name)))
    body = system._codec.encode(YES_NO)
    assert (body["max_tokens"], body.get("temperature")) == BUDGETS[name]
