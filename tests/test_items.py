"""Items are read whole, in their order, or refused with file and line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisionpivot.items import (
    Answer,
    InputError,
    Item,
    Option,
    Pivot,
    Question,
    encode,
    encode_lines,
    lines,
    read_items,
)

ITEM = Item(
    id="log_claim:00001",
    family="log_claim",
    layer="C",
    group="log_claim:g0000",
    level=1,
    domain="railway",
    state="a\nb",
    question=Question("noul", "Is it so?"),
    options=(Option("yes", "It is."), Option("no", "It is not.")),
    answer="yes",
    pivot=Pivot("count_one", "3", "4", 0.5),
    canary="c",
)
OWN = {
    "id": "1",
    "state": "s",
    "question": {"type": "choice", "text": "q"},
    "options": [{"key": "a", "meaning": "x"}, {"key": "b", "meaning": "y"}],
    "answer": "a",
}


def write(path, *records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def test_keys_stand_in_the_contracts_order():
    assert list(json.loads(encode(ITEM))) == (
        "id family layer group level domain state question options answer pivot canary".split()
    )
    assert list(json.loads(encode(ITEM))["pivot"]) == ["kind", "from", "to", "at"]


def test_a_file_reads_back_as_it_was_written(tmp_path):
    path = tmp_path / "log_claim.jsonl"
    path.write_bytes(encode_lines([ITEM]))
    assert list(read_items(path)) == [ITEM]


def test_text_is_written_without_ascii_escapes():
    assert "❌ 语" in encode(Answer(id="❌ 语")).decode()


def test_a_request_has_no_way_to_the_answer():
    assert set(ITEM.request.__struct_fields__) == {"state", "question", "options"}


def test_own_items_need_no_group_and_take_the_files_name_as_task(tmp_path):
    (item,) = read_items(write(tmp_path / "tickets.jsonl", OWN))
    assert item.task == item.name == "tickets"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hint": 1}, "unknown field `hint`"),
        ({"answer": "c"}, "none of the options a, b"),
        ({"options": [{"key": "a", "meaning": ""}] * 2}, "same key"),
        ({"options": []}, "no options"),
        ({"options": [{"key": "yes", "meaning": ""}, {"key": "no", "meaning": ""}],
          "answer": "yes"}, "'noul' exactly when"),
        ({"question": {"type": "noul", "text": "q"}}, "'noul' exactly when"),
        ({"question": None}, "question"),
        ({"level": "two"}, "level"),
    ],
)  # fmt: skip
def test_a_bad_item_is_refused_with_file_and_line(tmp_path, change, message):
    path = write(tmp_path / "own.jsonl", OWN, {**OWN, "id": "2", **change})
    with pytest.raises(InputError, match=message) as caught:
        list(read_items(path))
    assert caught.value.place == f"{path}:2"
    assert caught.value.remedy


@pytest.mark.parametrize("key", ["id", "state", "question", "options"])
def test_a_missing_key_is_named(tmp_path, key):
    record = {name: value for name, value in OWN.items() if name != key}
    with pytest.raises(InputError, match=key):
        list(read_items(write(tmp_path / "own.jsonl", record)))


def test_neither_answer_nor_label_is_refused(tmp_path):
    record = {name: value for name, value in OWN.items() if name != "answer"}
    with pytest.raises(InputError, match="neither 'answer' nor 'label'"):
        list(read_items(write(tmp_path / "own.jsonl", record)))


def test_a_doubled_id_names_both_lines(tmp_path):
    with pytest.raises(InputError, match="used before, on line 1") as caught:
        list(read_items(write(tmp_path / "own.jsonl", OWN, OWN)))
    assert caught.value.place.endswith(":2")


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\u0085", "\u000b", "\u001c"])
def test_only_the_newline_ends_a_line(tmp_path, mark):
    record = {**OWN, "state": f"one{mark}two"}
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps(record, ensure_ascii=False) + "\n", "utf-8")
    assert [item.state for item in read_items(path)] == [f"one{mark}two"]


def test_windows_files_read_the_same(tmp_path):
    body = [json.dumps({**OWN, "id": str(n)}).encode() for n in range(3)]
    path = tmp_path / "own.jsonl"
    path.write_bytes(
        b"\xef\xbb\xbf" + body[0] + b"\r\n\r\n\xef\xbb\xbf" + body[1] + b"\r\n" + body[2]
    )
    assert [item.id for item in read_items(path)] == ["0", "1", "2"]


def test_a_missing_file_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match="cannot read"):
        list(lines(tmp_path / "none.jsonl"))


def test_deep_json_is_refused_not_crashed_on(tmp_path):
    path = tmp_path / "deep.jsonl"
    path.write_text("[" * 200_000 + "\n")
    with pytest.raises(InputError, match="not an item"):
        list(read_items(path))


@given(st.binary(max_size=200))
def test_any_bytes_give_items_or_our_error(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("fuzz") / "x.jsonl"
    path.write_bytes(data)
    try:
        list(read_items(path))
    except InputError as error:
        assert str(path) in str(error)
