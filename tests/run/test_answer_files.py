"""Answer files: read, mended, put in order, joined."""

from pathlib import Path

import pytest
from run_kit import ids

from decisionpivot import answers
from decisionpivot.answers import hashes, put_in_order, repair
from decisionpivot.items import Answer, Failure, InputError, encode_lines

IDS = ["i-0", "i-1", "i-2", "ü-3"]
KNOWN = hashes(IDS)
WHOLE = encode_lines(Answer(id=id_, p={"ß": 1.0}) for id_ in IDS)


def write(folder: Path, data: bytes) -> Path:
    path = folder / "answers.jsonl"
    path.write_bytes(data)
    return path


def test_a_file_cut_at_any_byte_keeps_its_whole_records_and_no_other(tmp_path: Path) -> None:
    for cut in range(len(WHOLE) + 1):
        path = write(tmp_path, WHOLE[:cut])
        fix = repair(path, KNOWN)
        whole = sum(cut >= end for end in _ends_without_newline(WHOLE))
        assert ids(path) == IDS[:whole], cut
        assert fix.kept.tolist() == KNOWN[:whole].tolist()
        assert path.read_bytes() == b"".join(WHOLE.splitlines(keepends=True)[:whole])


def _ends_without_newline(data: bytes) -> list[int]:
    return [place for place, byte in enumerate(data) if byte == ord("\n")]


def test_a_torn_line_in_the_middle_is_named_and_dropped(tmp_path: Path) -> None:
    first, *rest = WHOLE.splitlines(keepends=True)
    path = write(tmp_path, first + b'{"id":"i-1","p":{"a\xe2\x80\n' + b"".join(rest[1:]))
    assert repair(path, KNOWN).torn == (2,)
    assert ids(path) == ["i-0", "i-2", "ü-3"]


@pytest.mark.parametrize("line", [b"null", b"[]", b"3", b'{"p":{}}', b'{"id":7}', b"[" * 5000])
def test_lines_that_are_no_record_are_dropped(tmp_path: Path, line: bytes) -> None:
    path = write(tmp_path, WHOLE + line + b"\n\n")
    fix = repair(path, KNOWN)
    assert fix.torn == (5,)
    assert path.read_bytes() == WHOLE


def test_byte_order_marks_and_carriage_returns_are_no_content(tmp_path: Path) -> None:
    mark = b"\xef\xbb\xbf"
    path = write(tmp_path, mark + WHOLE.replace(b"\n", b"\r\n" + mark))
    assert (ids(path), repair(path, KNOWN).torn) == (IDS, ())


def test_line_separators_inside_a_record_do_not_end_it(tmp_path: Path) -> None:
    odd = Answer(id="i-0", error=Failure("refusal", "a\u2028b\u2029c\u0085d"), reply="\u2028")
    path = write(tmp_path, encode_lines([odd]))
    repair(path, KNOWN)
    assert next(answers.read(path)).answer == odd


@pytest.mark.parametrize("kind", sorted(answers.ASKABLE))
def test_records_that_say_nothing_of_the_model_may_be_asked_again(
    tmp_path: Path, kind: str
) -> None:
    path = write(tmp_path, encode_lines([Answer(id="i-0", error=Failure(kind), cost_usd=0.25)]))
    fix = repair(path, KNOWN)
    assert (fix.askable, fix.askable_usd, path.read_bytes()) == (1, 0.25, b"")


@pytest.mark.parametrize(
    "kind", ["http_4xx", "input_limit", "refusal", "unreadable_reply", "invalid_p"]
)
def test_all_other_errors_are_final(tmp_path: Path, kind: str) -> None:
    path = write(tmp_path, encode_lines([Answer(id="i-0", error=Failure(kind))]))
    assert repair(path, KNOWN).kept.tolist() == hashes(["i-0"]).tolist()


def test_of_repeated_records_the_last_stays_and_unknown_ones_go(tmp_path: Path) -> None:
    lines = [Answer(id=id_, p={"a": n}) for n, id_ in enumerate(["i-0", "i-1", "gone", "i-0"])]
    path = write(tmp_path, encode_lines(lines))
    fix = repair(path, KNOWN)
    assert (fix.doubled, fix.unknown) == (1, 1)
    assert [(a.answer.id, a.answer.p) for a in answers.read(path)] == [
        ("i-1", {"a": 1}),
        ("i-0", {"a": 3}),
    ]


def test_a_file_without_a_defect_is_not_touched(tmp_path: Path) -> None:
    path = write(tmp_path, WHOLE)
    before = path.stat()
    repair(path, KNOWN)
    put_in_order(path, KNOWN)
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_nan_is_a_whole_line_and_survives_as_it_is(tmp_path: Path) -> None:
    line = b'{"id":"i-0","p":{"a":NaN,"b":-Infinity}}\n'
    path = write(tmp_path, line + b"{")
    repair(path, KNOWN)
    assert path.read_bytes() == line


def test_a_finished_file_gets_the_order_of_the_items(tmp_path: Path) -> None:
    lines = WHOLE.splitlines(keepends=True)
    path = write(tmp_path, b"".join(lines[place] for place in (2, 0, 3, 1)))
    put_in_order(path, KNOWN)
    assert path.read_bytes() == WHOLE


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_shards_take_turns(tmp_path: Path, count: int) -> None:
    lines = WHOLE.splitlines(keepends=True)
    parts = [tmp_path / f"{turn}.jsonl" for turn in range(count)]
    for turn, part in enumerate(parts):
        part.write_bytes(b"".join(lines[turn::count]))
    assert b"".join(answers.interleaved(parts)) == WHOLE


def test_a_failed_replacement_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = write(tmp_path, WHOLE)

    def content() -> list[bytes]:
        raise InputError("no more")

    with pytest.raises(InputError):
        answers.replace(path, (part for part in [b"half", *content()]))
    assert path.read_bytes() == WHOLE
