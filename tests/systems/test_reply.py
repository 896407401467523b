"""How model replies are read: one row a shape, with what the rule gives."""

import json
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisionpivot.systems.reply import UnreadableReply, objects, read, without_reasoning

AB = ["A", "B"]
OK = {"A": 0.9, "B": 0.1}
J = '{"A": 0.9, "B": 0.1}'

READ = {
    "bare": J,
    "no blanks": '{"A":0.9,"B":0.1}',
    "other order": '{"B": 0.1, "A": 0.9}',
    "over lines": '{\n  "A": 0.9,\n  "B": 0.1\n}',
    "blank lines around": f"\n\n{J}\n\n",
    "fence json": f"```json\n{J}\n```",
    "fence bare": f"```\n{J}\n```",
    "fence and prose with brackets": f"```json\n{J}\n```\nSee [docs] for more.",
    "tilde fence": f"~~~\n{J}\n~~~",
    "prose before": f"Here is my answer: {J}",
    "prose after": f"{J} I hope this helps.",
    "note in brackets after": f"Result: {J}. Note [1].",
    "braces in prose before": f"The set {{x}} decides: {J}",
    "braces in prose after": f"{J} as in {{x}}",
    "emphasis": f"**{J}**",
    "inline code": f"`{J}`",
    "html": f"<p>{J}</p>",
    "last of two": f'{{"A": 0.2, "B": 0.8}} {J}',
    "last of three": f'{{"A": 1, "B": 0}} {{"A": 0, "B": 1}} {J}',
    "another object after": f'{J} {{"confidence": 0.7}}',
    "another object before": f'{{"analysis": "x"}} {J}',
    "nested in an object": f'{{"probabilities": {J}}}',
    "nested in a list": f"[{J}]",
    "nested twice": f'{{"a": {{"b": {J}}}}}',
    "thinking before": f"<think>Hm.</think>{J}",
    "draft in the thinking": f'<think>Maybe {{"A":0.2,"B":0.8}}? No.</think>{J}',
    "thinking tag": f"<thinking>Hm.</thinking>\n{J}",
    "thought tag": f"<thought>Hm.</thought>\n{J}",
    "reasoning tag": f"<reasoning>Hm.</reasoning>\n{J}",
    "capital tag": f"<THINK>Hm.</THINK>{J}",
    "name before the tag": f"<seed:think>Hm.</seed:think>{J}",
    "square tag": f"[THINK]Hm.[/THINK]{J}",
    "triangle tag": f"◁think▷Hm.◁/think▷{J}",
    "tag in the thinking": f"<think>a <reasoning> b</think>{J}",
    "thinking in the thinking": f"<think>a <think>b</think> c</think>{J}",
    "thinking after": f"{J}<think>Was that right? Yes.</think>",
    "heading in square brackets": f"[Reasoning]\nThe fee counts.\n[Answer]\n{J}",
    "long thinking with a draft": f'<think>{"x" * 300_000}{{"A":0.2,"B":0.8}}</think>{J}',
    "two blocks": f"<think>a</think><think>b</think>{J}",
    "only closed": f'the prompt opened it {{"A":0.2,"B":0.8}}</think>{J}',
    "percent texts": '{"A": "90%", "B": "10%"}',
    "percent with blanks": '{"A": " 90 % ", "B": "10 %"}',
    "percent numbers": '{"A": 90, "B": 10}',
    "percent decimals": '{"A": 90.0, "B": 10.0}',
    "percent and share": '{"A": "90%", "B": 0.1}',
    "texts of numbers": '{"A": "0.9", "B": "0.1"}',
    "texts with exponent": '{"A": "9e-1", "B": "1E-1"}',
    "text without zero": '{"A": ".9", "B": ".1"}',
    "numbers with exponent": '{"A": 9e-1, "B": 1E-1}',
    "lower case": '{"a": 0.9, "b": 0.1}',
    "one in lower case": '{"a": 0.9, "B": 0.1}',
    "plus sign in a text": '{"A": "+0.9", "B": "0.1"}',
    "extra decimals": '{"A": 0.90000000, "B": 1.0e-01}',
    "repeated alike": f"{J} {J} {J}",
    "repeated in a fence": f"{J}\n```json\n{J}\n```",
    "beside an explanation": f'{{"probabilities": {J}, "why": "the fee"}}',
    "after a list of drafts": f'[{{"A":0.2,"B":0.8}}, {J}]',
    "repeated key after": f'{J} {{"A": 0.2, "A": 0.8}}',
    "in what looks like a text": f'{{"note: {J}',
    "in quotation marks": f'"{J}"',
    "after an odd quotation mark": f'5" {{ and {J}',
    "single quotes after": f"{J} {{'A': 0.2, 'B': 0.8}}",
    "empty object after": f"{J} {{}}",
    "tool tags": f"<tool_call>{J}</tool_call>",
    "escaped key": '{"\\u0041": 0.9, "B": 0.1}',
    "byte order mark": f"\ufeff{J}",
    "line separator": f"\u2028{J}\u2029",
    "carriage returns": '{\r\n"A": 0.9,\r\n"B": 0.1}\r\n',
    "emoji around": f"✅ {J} 🎉",
    "latex around": f"$$ {J} $$",
    "end token": f"{J}<|im_end|>",
    "broken object before": f'{{"A": 0.2, "B": {J}',
    "truncated after": f'{J} and then {{"A": 0.4, ',
    "comment after": f"{J} // sure",
    "quoted braces in a value": f'{{"why": "{{not this}}"}} {J}',
    "half a surrogate pair": f"\ud800{J}\udfff",
    "null character": f"\x00{J}\x00",
    "other alphabet": f"答えは{J}です。",
    "braces of a template": f"{{{{A}}}} {{% if %}} {J}",
    "a thousand sets after": J + "{x}" * 1_001,
    "many braces before": "{" * 200 + J,
    "many braces after": J + "}" * 5_000,
}
UNREADABLE = {
    "empty": "",
    "blanks": " \n\t ",
    "prose": "I would say A.",
    "a letter": "A",
    "a number": "0.9",
    "a list": "[0.9, 0.1]",
    "null": "null",
    "single quotes": "{'A': 0.9, 'B': 0.1}",
    "no quotes": "{A: 0.9, B: 0.1}",
    "trailing comma": '{"A": 0.9, "B": 0.1,}',
    "truncated": '{"A": 0.9, "B": 0.',
    "truncated after a key": '{"A": 0.9, "B"',
    "truncated in a fence": '```json\n{"A": 0.9,',
    "missing key": '{"A": 1.0}',
    "extra key": '{"A": 0.8, "B": 0.1, "C": 0.1}',
    "other keys": '{"X": 0.9, "Y": 0.1}',
    "explanation beside": '{"A": 0.9, "B": 0.1, "why": "x"}',
    "repeated key": '{"A": 0.9, "A": 0.1}',
    "repeated and extra": '{"A": 0.9, "B": 0.05, "B": 0.05}',
    "NaN": '{"A": NaN, "B": 1.0}',
    "NaN second": '{"A": 1.0, "B": NaN}',
    "Infinity": '{"A": Infinity, "B": 0}',
    "minus infinity": '{"A": -Infinity, "B": 1}',
    "infinite by exponent": '{"A": 1e999, "B": 0}',
    "integer of many digits last": f'{J} {{"A": 1' + "0" * 5_000 + ', "B": 0}',
    "NaN last": f'{J} {{"A": NaN, "B": 1.0}}',
    "text of NaN": '{"A": "NaN", "B": "1"}',
    "huge integer": '{"A": 1' + "0" * 400 + ', "B": 0}',
    "null value": '{"A": null, "B": 1}',
    "true": '{"A": true, "B": false}',
    "words": '{"A": "high", "B": "low"}',
    "a list as value": '{"A": [0.9], "B": 0.1}',
    "an object as value": '{"A": {"p": 0.9}, "B": 0.1}',
    "text with comma": '{"A": "0,9", "B": "0,1"}',
    "text of infinity": '{"A": "inf", "B": "0"}',
    "fraction": '{"A": "9/10", "B": "1/10"}',
    "a bad value last": f'{J} {{"A": "high", "B": 0.1}}',
    "percent without quotes": '{"A": 90%, "B": 10%}',
    "number without zero": '{"A": .9, "B": .1}',
    "number with a leading zero": '{"A": 00.9, "B": 0.1}',
    "plus sign": '{"A": +0.9, "B": 0.1}',
    "comma as decimal sign": '{"A": 0,9, "B": 0,1}',
    "text with words": '{"A": "0.9 (likely)", "B": "0.1"}',
    "text of another alphabet": '{"A": "\u0660.\u0669", "B": "0.1"}',
    "empty texts": '{"A": "", "B": ""}',
    "percent sign alone": '{"A": "%", "B": "1"}',
    "curly quotes": "{“A”: 0.9, “B”: 0.1}",
    "comment inside": '{"A": 0.9, /* sure */ "B": 0.1}',
    "line of a comment inside": '{"A": 0.9, // sure\n"B": 0.1}',
    "equals signs": '{"A" = 0.9, "B" = 0.1}',
    "semicolon": '{"A": 0.9; "B": 0.1}',
    "missing comma": '{"A": 0.9 "B": 0.1}',
    "ellipsis": '{"A": 0.9, ...}',
    "markdown list": "- A: 0.9\n- B: 0.1",
    "markdown table": "| A | B |\n|---|---|\n| 0.9 | 0.1 |",
    "yaml": "A: 0.9\nB: 0.1",
    "bold letter": "ANSWER: **B**",
    "boxed letter": r"\boxed{B}",
    "a choice": '{"answer": "A"}',
    "a choice with confidence": '{"answer": "A", "confidence": 0.9}',
    "list of pairs": '[["A", 0.9], ["B", 0.1]]',
    "list of entries": '[{"key": "A", "p": 0.9}, {"key": "B", "p": 0.1}]',
    "over two objects": '{"A": 0.9} {"B": 0.1}',
    "JSON in a text": '{"answer": "{\\"A\\": 0.9, \\"B\\": 0.1}"}',
    "keys with blanks": '{" A": 0.9, "B ": 0.1}',
    "look-alike key": '{"\u0410": 0.9, "B": 0.1}',
    "wide key": '{"\uff21": 0.9, "B": 0.1}',
    "line break in a key": '{"A\n": 0.9, "B": 0.1}',
    "the form, cut": '{"A": 0.0, "B"',
    "draft in long unclosed thinking": "<think>" + "x" * 300_000 + J,
    "unclosed square tag": f"[THINK]{J}",
    "closed by another tag": f"<think>{J}</reasoning>",
    "opened again": f"<think>a</think>{J}<think>{J}",
    "unclosed thinking": f"<think>{J}",
    "unclosed after closed": f"<think>a</think><think>{J}",
    "answer before unclosed thinking": f"{J}<think>but",
    "only in the thinking": f"<think>{J}</think>",
    "only before a closing tag": f"{J}</think>",
    "case folding collides": '{"a": 0.5, "A": 0.5}',
    "deep nesting": '{"A":' * 5_000,
    "deep lists": "[" * 100_000,
    "brackets only": "{" * 100_000,
    "an object around as value": f'{{"A": {J}, "B": 0.1}}',
}


@pytest.mark.parametrize("shape", READ)
def test_these_replies_are_read(shape):
    assert read(READ[shape], AB) == pytest.approx(OK)


@pytest.mark.parametrize("shape", UNREADABLE)
def test_these_replies_are_unreadable(shape):
    with pytest.raises(UnreadableReply):
        read(UNREADABLE[shape], AB)


def test_case_folding_only_where_it_is_unambiguous():
    keys = ["JSON", "json", "Yaml"]
    text = '{"json":0.7,"JSON":0.2,"YAML":0.1}'
    assert read(text, keys) == {"JSON": 0.2, "json": 0.7, "Yaml": 0.1}
    with pytest.raises(UnreadableReply):
        read('{"Json":0.7,"JSON":0.2,"YAML":0.1}', keys)
    assert read('{"STRASSE": 1, "b": 0}', ["straße", "b"]) == {"straße": 1, "b": 0}


def test_the_reasoning_is_cut_and_nothing_else():
    assert without_reasoning("a<think>b</think>c<b>d</b>") == "ac<b>d</b>"
    assert without_reasoning("<thinker>a") == "<thinker>a"


keys = st.lists(st.text(min_size=1, max_size=12), min_size=2, max_size=6, unique_by=str.casefold)
prose = st.text(alphabet=st.characters(blacklist_characters="{}<>", blacklist_categories=["Cs"]))


@given(keys, st.randoms(use_true_random=False), prose, prose)
def test_a_distribution_in_any_prose_is_read_back(names, random, before, after):
    shares = [random.random() + 0.01 for _ in names]
    p = {name: share / sum(shares) for name, share in zip(names, shares, strict=True)}
    assert read(f"{before}{json.dumps(p)}{after}", names) == pytest.approx(p)


@given(st.text() | st.text(alphabet='{}"A:B,0.19 \\'))
def test_any_text_is_read_or_unreadable(text):
    with suppress(UnreadableReply):
        assert set(read(text, AB)) == {"A", "B"}


def ends(text):
    """Where JSON objects end that are not empty, by trying every brace with Python's own reader."""
    found = {}
    for place, character in enumerate(text):
        with suppress(ValueError):
            if character == "{":
                value, end = json.JSONDecoder(object_pairs_hook=tuple).raw_decode(text, place)
                found |= {end: [key for key, _ in value]} if value else {}
    return found


pieces = ['{"A":', '{"', '"', "{", "}", "[", "]", ":", ",", "1", "\\", " ", "null", '":{"', '":1,"']


@given(st.lists(st.sampled_from(pieces), max_size=40).map("".join))
def test_objects_are_those_that_trying_every_brace_finds(text):
    found = {end: [key for key, _ in pairs] for end, pairs in objects(text) if pairs}
    assert found == ends(text)


HOSTILE = [
    "{", '{"', '{"A":', '{"A":[', '{"A":1,', '"{', '{":{":1', '{"{":"', '{"a{":":{",', '{"A":"\\"',
    '{"A":1,"B":0}', "<think>", "</think>", "<think></think>", '{"A":"' + "x{" * 99, "[",
    '{"A":1' * 9,
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("before", ["", '{"A":', '{"A":"', '{"B":"1","A":"1'])
def test_the_time_grows_with_the_length_alone(piece, before):
    text = before + piece * (100_000 // len(piece))
    started = time.process_time()
    with suppress(UnreadableReply):
        read(text, AB)
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    "value", ["1" * 500_000 + "x", "1" + " " * 500_000 + "x", "1e" + "9" * 500_000]
)
def test_a_long_text_that_is_no_number_is_soon_given_up(value):
    started = time.process_time()
    with pytest.raises(UnreadableReply):
        read(json.dumps({"A": value, "B": "0"}), AB)
    assert time.process_time() - started < 5
