"""A causal language model in process: one pass over a padded batch, against a count by hand."""

import json
import math
from importlib.util import find_spec

import numpy as np
import pytest
from server_kit import REQUESTS, TEAM, URGENCY, YES_NO

from decisionpivot.items import InputError, Option, Question, Request
from decisionpivot.systems import Reply, open_system, prompt
from decisionpivot.systems.transformers_local import NEEDS, letter_tokens, load, tokens

LACKING = [name for name in NEEDS if find_spec(name) is None]


def test_without_its_packages_the_kind_says_what_to_install():
    if not LACKING:
        pytest.skip("torch and transformers are installed")
    with pytest.raises(InputError, match=r"decisionpivot\[local\]"):
        open_system("transformers:some-model")


def test_a_model_must_be_named():
    with pytest.raises(InputError, match="no model is named"):
        open_system("transformers")


def test_letters_end_where_a_letter_has_no_token():
    assert letter_tokens({"B": 1, "C": 2}) == ()
    assert letter_tokens({"A": 5, "▁A": 3, "(a)": 4, "B.": 0, "D": 1}) == ((3, 4, 5), (0,))


@pytest.mark.long
@pytest.mark.skipif(bool(LACKING), reason=f"not installed: {', '.join(LACKING)}")
@pytest.mark.filterwarnings("ignore")  # other packages' while they are imported
class TestModel:
    """What needs torch: run by ``make test-long``."""

    @pytest.fixture(scope="class")
    def folder(self, tmp_path_factory):
        from tiny_kit import tiny_model

        return tiny_model(tmp_path_factory.mktemp("tiny"))

    @pytest.mark.parametrize("learned", [False, True], ids=["rotated", "learned"])
    async def test_a_batch_answers_as_its_members_one_by_one(self, learned, tmp_path):
        from tiny_kit import tiny_model

        system = await opened(tiny_model(tmp_path, learned=learned))
        requests = [*REQUESTS.values(), long_request(300), YES_NO]
        together = await system.answer(requests)
        assert max(r.input_tokens for r in together) > 3 * min(r.input_tokens for r in together)
        for request, reply in zip(requests, together, strict=True):
            (alone,) = await system.answer([request])
            assert list(reply.p) == list(request.keys)
            assert reply.p == pytest.approx(alone.p, abs=1e-5)
            assert reply.options_mass == pytest.approx(alone.options_mass, abs=1e-5)
            assert reply.input_tokens == alone.input_tokens
        assert together[0].p != together[1].p

    @pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
    async def test_probabilities_are_the_softmax_of_the_letters_logits(self, folder, request_):
        p, mass = by_hand(folder, request_)
        reply = await reply_of(folder, request_)
        assert reply.p == pytest.approx(p, abs=1e-6)
        assert reply.options_mass == pytest.approx(mass, abs=1e-6)
        assert reply.options_missing is None
        assert math.fsum(reply.p.values()) == pytest.approx(1)

    async def test_an_input_beyond_the_context_is_a_limit_and_not_cut(self, tmp_path, folder):
        from tiny_kit import tiny_model

        length = (await reply_of(folder, long_request(40))).input_tokens
        fits = tiny_model(tmp_path / "fits", context=length)
        short = tiny_model(tmp_path / "short", context=length - 1)
        assert (await reply_of(fits, long_request(40))).error is None
        system = await opened(short)
        first, refused, last = await system.answer([YES_NO, long_request(40), TEAM])
        assert refused.error.kind == "input_limit"
        assert f"{length:,} tokens" in refused.error.detail
        assert first.p == pytest.approx((await reply_of(folder, YES_NO)).p, abs=1e-5)
        assert last.p == pytest.approx((await reply_of(folder, TEAM)).p, abs=1e-5)

    async def test_options_that_begin_alike_are_read_whole_or_refused(self, folder):
        model = load_tiny(folder)
        labels = [f"card payment fee charged, case {n}" for n in range(77)]
        few, many = (
            Request("s", Question("choice", "Which?"), tuple(Option(x, x) for x in labels[:n]))
            for n in (26, 77)
        )
        text = model.tokenizer.decode(tokens(model, few))
        assert all(f"{label}: {label}\n" in text for label in labels[:26])
        assert len((await reply_of(folder, few)).p) == 26
        assert (await reply_of(folder, many)).error.kind == "input_limit"

    async def test_the_prompt_goes_through_the_chat_template(self, folder, tmp_path):
        from tiny_kit import NO_SYSTEM, tiny_model

        system, user = prompt.LETTER_SYSTEM, prompt.lettered(URGENCY)
        both = f"{system}\n\n{user}"
        expected = {
            folder: f"<system>{system}<user>{user}<assistant>",
            tiny_model(tmp_path / "joined", template=NO_SYSTEM): f"<user>{both}<assistant>",
            tiny_model(tmp_path / "plain", template=None): f"<s>{both}",
        }
        for where, text in expected.items():
            model = load_tiny(where)
            assert model.tokenizer.decode(tokens(model, URGENCY)) == text

    async def test_a_file_sets_batch_numbers_and_template(self, folder, tmp_path):
        file = tmp_path / "tiny.toml"
        settings = 'batch = 3\ndtype = "bfloat16"\ndevice = "cpu"\ntemplate = {hint = "Letter "}'
        text = f'kind = "transformers"\nmodel = {json.dumps(folder)}\n[settings]\n{settings}\n'
        file.write_text(text, "utf-8")
        system = open_system(str(file))
        assert system.traits.batch == 3
        assert {"batch", "dtype", "torch", "transformers"} <= set(system.spec.settings)
        await system.open("robots")
        (reply,) = await system.answer([TEAM])
        plain = await reply_of(folder, TEAM)
        assert reply.input_tokens > plain.input_tokens
        assert reply.p != pytest.approx(plain.p, abs=1e-3)

    async def test_what_cannot_be_loaded_is_named(self, folder, tmp_path):
        (tmp_path / "empty").mkdir()
        for name in (str(tmp_path / "empty"), str(tmp_path / "nothing")):
            with pytest.raises(InputError, match="cannot load the model"):
                await opened(name)
        file = tmp_path / "device.toml"
        text = f'kind = "transformers"\nmodel = {json.dumps(folder)}\n[settings]\ndevice = "abacus"'
        file.write_text(text, "utf-8")
        with pytest.raises(InputError, match="abacus"):
            await opened_name(str(file))

    def test_a_run_on_the_command_line(self, folder, tmp_path, capsys):
        from decisionpivot.cli import main

        items = tmp_path / "mine.jsonl"
        lines = [
            {"id": f"i{n}", "state": f"Case {n}.", "question": {"type": "noul", "text": "Yes?"},
             "options": [{"key": "yes", "meaning": "y"}, {"key": "no", "meaning": "n"}],
             "answer": "yes"}
            for n in range(20)
        ]  # fmt: skip
        items.write_text("\n".join(map(json.dumps, lines)), "utf-8")
        runs = tmp_path / "runs"
        words = ["run", f"transformers:{folder}", "--items", str(items), "--runs", str(runs)]
        assert main(words) == 0
        assert "20 of 20 items answered" in capsys.readouterr().out
        (answers,) = runs.glob("*/mine.jsonl")
        records = [json.loads(line) for line in answers.read_text("utf-8").splitlines()]
        assert [record["id"] for record in records] == [f"i{n}" for n in range(20)]
        assert all(0 < record["options_mass"] <= 1 for record in records)


def long_request(words: int) -> Request:
    state = " ".join(f"word{n}" for n in range(words))
    return Request(state, YES_NO.question, YES_NO.options)


def load_tiny(folder):
    from decisionpivot.systems.transformers_local import Settings

    return load(folder, Settings(device="cpu"))


async def opened(folder):
    return await opened_name(f"transformers:{folder}")


async def opened_name(name):
    system = open_system(name)
    await system.open("robots")
    return system


async def reply_of(folder, request) -> Reply:
    (reply,) = await (await opened(folder)).answer([request])
    return reply


def by_hand(folder, request):
    """Probabilities and mass from the logits of one whole pass, without padding or our reading."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder)
    messages = [
        {"role": "system", "content": prompt.LETTER_SYSTEM},
        {"role": "user", "content": prompt.lettered(request)},
    ]
    text = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    ids = tokenizer(text, return_tensors="pt", add_special_tokens=False).input_ids
    with torch.no_grad():
        logits = model(input_ids=ids).logits[0, -1].double().numpy()
    share = np.exp(logits - logits.max())
    share /= share.sum()
    letters = "ABC"[: len(request.options)]
    written = [tokenizer.decode([number]) for number in range(len(logits))]
    masses = [
        sum(share[n] for n, text in enumerate(written) if text.strip(" .").upper() == letter)
        for letter in letters
    ]
    p = {key: mass / sum(masses) for key, mass in zip(request.keys, masses, strict=True)}
    return p, sum(masses)
