"""Copies planted in a corpus are found; unrelated text raises no alarm."""

import gzip
import json
import random

import pytest
from reference_kit import items_of

from decisionpivot.cli import main
from decisionpivot.items import InputError, Item, Option, Question, encode_lines
from decisionpivot.reference.overlap import Index, blocks, overlap, text_of, windows, words
from decisionpivot.scoring.load import leave_out

VOCABULARY = [f"word{n}" for n in range(4_000)]
OPTIONS = (Option("a", "first"), Option("b", "second"))


def text(seed, length):
    rng = random.Random(seed)
    return " ".join(rng.choice(VOCABULARY) for _ in range(length))


def item(number, state, group=None):
    return Item(
        id=f"toy:{number:05}", task="toy", group=group or f"toy/{number:05}", state=state,
        question=Question("choice", "Which of the two is it, the first or the second?"),
        options=OPTIONS, answer="a",
    )  # fmt: skip


ITEMS = [item(n, ". ".join(text(100 * n + s, 15) for s in range(4))) for n in range(50)]
NOISE = [text(10_000 + n, 120) for n in range(300)]


def corpus(tmp_path, *planted, name="corpus.txt"):
    path = tmp_path / name
    lines = list(NOISE)
    for place, one in enumerate(planted):
        lines.insert(97 * (place + 1), one)
    path.write_text("\n".join(lines), "utf-8")
    return path


def ids(path, items=ITEMS):
    return [found.id for found in overlap(items, [path])]


def test_unrelated_text_raises_no_alarm(tmp_path):
    assert ids(corpus(tmp_path)) == []


def one_sentence_replaced(state):
    sentences = state.split(". ")
    sentences[1] = text(77, 15)
    return ". ".join(sentences)


PLANTS = {
    "exact": lambda state: state,
    "changed case and spacing": lambda state: "  " + state.upper().replace(" ", "\t  "),
    "other punctuation": lambda state: state.replace(". ", "; -- ").replace(" ", ", "),
    "one sentence replaced": one_sentence_replaced,
    "embedded in a longer document": lambda state: f"{text(5, 400)} {state} {text(6, 400)}",
    "over several lines": lambda state: state.replace(" ", "\n"),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_planted_copies_are_found(tmp_path, plant):
    planted = [PLANTS[plant](ITEMS[n].state) for n in (7, 31)]
    assert ids(corpus(tmp_path, *planted)) == ["toy:00007", "toy:00031"]


def test_whole_groups_are_removed_from_a_score():
    items = [item(n, ITEMS[n].state, group=f"toy/g{n // 2}") for n in range(6)]
    kept = leave_out(items, {"toy:00002"})
    assert [one.id for one in kept] == ["toy:00000", "toy:00001", "toy:00004", "toy:00005"]


def test_what_several_groups_share_tells_nothing(tmp_path):
    common = text(1, 60)
    items = [item(n, f"{common} {text(500 + n, 20)}") for n in range(8)]
    assert ids(corpus(tmp_path, common), items) == []
    assert ids(corpus(tmp_path, f"{common} {text(503, 20)}"), items) == ["toy:00003"]


def test_members_of_one_group_may_share_all_but_a_word(tmp_path):
    shared = text(2, 40)
    items = [item(n, f"{shared} {('yes', 'no')[n]}", group="toy/g") for n in (0, 1)]
    assert ids(corpus(tmp_path, shared), items) == ["toy:00000", "toy:00001"]


def test_short_items_are_looked_for_whole_and_very_short_ones_with_their_question(tmp_path):
    items = [item(0, "how many elements are on the periodic table"), item(1, "Schwyz")]
    assert ids(corpus(tmp_path, "i ask how many elements are on the periodic table?"), items) == [
        "toy:00000"
    ]
    assert ids(corpus(tmp_path, "how many elements are on the chart"), items) == []
    assert ids(corpus(tmp_path, "a town called Schwyz in the mountains"), items) == []
    assert ids(corpus(tmp_path, f"Schwyz {items[1].question.text}"), items) == ["toy:00001"]


def test_a_copy_of_an_item_file_is_found_item_by_item(tmp_path):
    path = tmp_path / "train.jsonl"
    path.write_bytes(encode_lines(ITEMS[10:20]))
    assert ids(path) == [one.id for one in ITEMS[10:20]]


@pytest.mark.parametrize("name", ["c.txt.gz", "c.txt.zst", "c.jsonl", "c.jsonl.gz", "c.parquet"])
def test_every_kind_of_file_is_read(tmp_path, name):
    path, state = tmp_path / name, ITEMS[3].state
    lines = [*NOISE[:50], state, *NOISE[50:]]
    if name.endswith(".parquet"):
        import pyarrow
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.table({"n": range(len(lines)), "text": lines}), path)
        assert ids(path) == ["toy:00003"]
        return
    if ".jsonl" in name:
        lines = [json.dumps({"meta": {"n": 1}, "turns": [{"text": line}]}) for line in lines]
    data = "\n".join(lines).encode()
    if name.endswith(".gz"):
        data = gzip.compress(data)
    elif name.endswith(".zst"):
        import zstandard

        data = zstandard.compress(data)
    path.write_bytes(data)
    assert ids(path) == ["toy:00003"]


def test_a_copy_across_the_border_of_two_blocks_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr("decisionpivot.reference.overlap.BLOCK", 1_000)
    path = corpus(tmp_path, *(ITEMS[n].state for n in (2, 4, 9)))
    assert len(list(blocks(path))) > 100
    assert ids(path) == ["toy:00002", "toy:00004", "toy:00009"]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("missing.txt", None, "No such file"),
        ("broken.gz", b"\x1f\x8bnot gzip", "cannot read"),
        ("broken.jsonl", b'{"a": "b"}\n{"a": \n', "broken.jsonl:2"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path, name, content, says):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=says):
        overlap(ITEMS, [path])


def test_hashes_of_windows_tell_their_words_apart():
    numbers = words("a b c d e f g h i j k l m n o")
    sizes = dict(windows(numbers))
    assert sorted(sizes) == list(range(1, 14))
    assert [len(sizes[size]) for size in (1, 12, 13)] == [15, 4, 3]
    assert len(set(sizes[2].tolist())) == 14
    again = dict(windows(words("x y B C d e")))
    assert again[4][2] == sizes[4][1]  # "b c d e" in both


def test_items_of_the_track_are_found_in_a_copy_of_their_own_text_alone(tmp_path):
    """Real items: what is planted is found, and little else is."""
    tasks = ("xstest", "umwp", "folio", "bipia", "clinc150", "raha_flights")
    everything = [one for task in tasks for one in items_of(task)]
    planted = [items_of(task)[5] for task in tasks]
    path = tmp_path / "c.txt"
    path.write_text("\n".join([*NOISE, *(text_of(one) for one in planted)]), "utf-8")
    found = {own.id for own in overlap(everything, [path])}
    groups = {(one.task, one.group or one.id) for one in planted}
    assert {one.id for one in planted} <= found
    by_id = {one.id: (one.task, one.group or one.id) for one in everything}
    assert {by_id[one] for one in found} == groups


def test_the_command_writes_a_list_that_score_reads(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    items = items_of("xstest")
    folder = tmp_path / "items" / "reference"
    folder.mkdir(parents=True)
    (folder / "xstest.jsonl").write_bytes(encode_lines(items))
    clean, dirty = tmp_path / "clean.txt", tmp_path / "dirty.txt"
    clean.write_text("\n".join(NOISE), "utf-8")
    dirty.write_text(f"{NOISE[0]} {text_of(items[0])} {NOISE[1]}", "utf-8")
    command = ["reference", "overlap", "--tasks", "xstest"]
    assert main([*command, str(clean)]) == 0
    assert main([*command, str(dirty)]) == 1
    assert "1 items occur" in capsys.readouterr().out
    from decisionpivot.scoring.load import read_ids

    assert read_ids(tmp_path / "overlap.jsonl") == {items[0].id}


def test_an_index_of_nothing_finds_nothing():
    index = Index([])
    index.look(NOISE[0])
    assert index.found() == []


@pytest.mark.long
def test_planted_copies_in_a_gigabyte_are_found_and_nothing_else():
    import importlib.util
    from pathlib import Path

    from reference_kit import SOURCES, need_sources

    need_sources()
    path = Path(__file__).parents[2] / "benchmarks" / "overlap.py"
    spec = importlib.util.spec_from_file_location("overlap_benchmark", path)
    benchmark = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(benchmark)
    _, found, planted = benchmark.measure(1_000, SOURCES)
    ids = {own.id for own in found}
    assert {one.id for one in planted} <= ids
    by_id = {one.id: one for task in {p.task for p in planted} for one in items_of(task)}
    texts = {text_of(one) for one in planted}
    groups = {one.group for one in planted if one.group}
    for one in (by_id[own] for own in ids):
        assert one.group in groups or text_of(one) in texts or one.id in {p.id for p in planted}
