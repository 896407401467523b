"""Verification: an untouched run is verified, and whatever is changed is named."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from run_kit import item
from scoring_kit import core

from decisionpivot import answers
from decisionpivot.cli import main
from decisionpivot.items import InputError, encode_lines, file_sha256, sha256
from decisionpivot.release import OWN, REFERENCE
from decisionpivot.run import run as run_system
from decisionpivot.run.folder import Counts, Record, Totals
from decisionpivot.run.folder import save as save_record
from decisionpivot.scoring import score_run
from decisionpivot.selection import Selection, Task, tasks_of
from decisionpivot.systems import open_system
from decisionpivot.systems.system import Prompt
from decisionpivot.verify import MOST_RESAMPLES, SCORECARD, Finding, Unverifiable, verify

ITEMS = 24
RESAMPLES = 20


class Published:
    """A run of a baseline over items of the user's, with its scorecard."""

    def __init__(self, path: Path, name: str = "mine", **more: Any) -> None:
        self.path, self.folder = path, path / name
        path.mkdir(parents=True, exist_ok=True)
        self.files = [path / "robots.jsonl", path / "drones.jsonl"]
        for file in self.files:
            file.write_bytes(encode_lines(item(n, file.stem) for n in range(ITEMS)))
        run_system(open_system("uniform"), self.tasks, self.folder, release=OWN, **more)
        self.score()

    @property
    def tasks(self) -> list[Task]:
        return tasks_of(self.files)

    def score(self, resamples: int = RESAMPLES) -> None:
        card = score_run(self.folder, self.tasks, resamples=resamples)
        answers.replace(self.folder / SCORECARD, [card.to_json()])

    @property
    def record(self) -> Record:
        return msgspec.json.decode((self.folder / "run.json").read_bytes(), type=Record)

    def edit(self, **changes: Any) -> None:
        save_record(self.folder, msgspec.structs.replace(self.record, **changes))

    def edit_answers(self, change: Callable[[list[bytes]], list[bytes]]) -> None:
        file = self.folder / "robots.jsonl"
        file.write_bytes(b"".join(change(file.read_bytes().splitlines(keepends=True))))

    def edit_card(self, old: str, new: str) -> None:
        file = self.folder / SCORECARD
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), "utf-8")

    def findings(self) -> list[Finding]:
        try:
            return list(verify(self.folder, self.tasks).findings)
        except Unverifiable as error:
            return list(error.findings)

    def named(self) -> list[str]:
        """Each check with something to say, once."""
        return list(dict.fromkeys(found.check for found in self.findings()))


@pytest.fixture
def published(tmp_path: Path) -> Published:
    return Published(tmp_path)


def test_an_untouched_run_is_verified_and_its_card_is_the_published_one(published: Published):
    found = verify(published.folder, published.tasks)
    assert found.findings == ()
    assert found.card.to_json() == (published.folder / SCORECARD).read_bytes()
    assert (found.folder, found.run.name) == (published.folder, "uniform")


@pytest.mark.parametrize(
    "chosen",
    [Selection(families=("drones",)), Selection(levels=(1,)), Selection(subset=6)],
    ids=str,
)
def test_a_selection_is_verified(tmp_path: Path, chosen: Selection):
    assert Published(tmp_path, selection=chosen).findings() == []


def test_a_run_with_options_in_another_order_is_verified(tmp_path: Path):
    assert Published(tmp_path, order_seed=3).findings() == []


@pytest.mark.parametrize("resamples", [0, 1, 333])
def test_the_scorecard_says_how_many_resamples_it_is_made_of(published: Published, resamples: int):
    published.score(resamples)
    assert published.findings() == []


def test_the_order_of_item_files_changes_nothing(published: Published):
    published.files.reverse()
    assert published.findings() == []


def test_item_files_of_other_runs_may_be_given_too(published: Published):
    other = published.path / "a.jsonl"
    other.write_bytes(encode_lines(item(n, "a") for n in range(4)))
    published.files.insert(0, other)
    assert published.findings() == []


# The scorecard.


def test_one_digit_in_the_scorecard_is_named_with_both_values(published: Published):
    published.edit_card('"n": 24', '"n": 25')
    (found,) = published.findings()
    assert found.check == "scorecard"
    assert found.detail == "data.tasks.drones.n: published 25, recomputed 24"


def test_an_edited_interval_is_named(published: Published):
    file = published.folder / SCORECARD
    card = json.loads(file.read_bytes())
    own = card["data"]["intervals"]["macro.pair_accuracy"]
    own["high"] += 0.01
    file.write_bytes(msgspec.json.format(msgspec.json.encode(card), indent=2) + b"\n")
    (found,) = published.findings()
    assert found.detail.startswith("data.intervals.macro.pair_accuracy.high: published ")


def test_the_scorecard_of_another_run_is_named_by_its_answers(tmp_path: Path):
    ours, other = Published(tmp_path / "a"), Published(tmp_path / "b")
    other.edit_answers(lambda lines: [line.replace(b'"p"', b'"tokens":5,"p"') for line in lines])
    other.score()
    (ours.folder / SCORECARD).write_bytes((other.folder / SCORECARD).read_bytes())
    found = ours.findings()
    assert ours.named() == ["answers", "scorecard"]
    assert found[0].detail.startswith("answers_sha256.robots: published ")
    assert any("tokens_mean: published 5.0, recomputed null" in own.detail for own in found)


def test_a_missing_scorecard_is_a_finding_with_a_remedy(published: Published):
    (published.folder / SCORECARD).unlink()
    (found,) = published.findings()
    assert found.check == "scorecard"
    assert f"decisionpivot score {published.folder.as_posix()}" in found.detail


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"\xff\xfe", b'{"system": NaN}', b"[" * 100_000, b'{"a": 1e999}'],
    ids=lambda text: repr(text[:12]),
)
def test_a_scorecard_that_is_no_json_is_said_to_be_none(published: Published, text: bytes):
    (published.folder / SCORECARD).write_bytes(text)
    (found,) = published.findings()
    assert found.detail.startswith("not JSON: ")


@pytest.mark.parametrize("text", [b"5", b"[]", b"{}", b'{"system": []}'])
def test_json_that_is_no_scorecard_differs(published: Published, text: bytes):
    (published.folder / SCORECARD).write_bytes(text)
    assert set(published.named()) == {"answers", "scorecard"}


def test_ten_values_are_named_and_how_many_differ(published: Published):
    file = published.folder / SCORECARD
    file.write_bytes(file.read_bytes().replace(b": 0.", b": 1."))
    found = published.findings()
    assert len(found) == 11
    assert found[-1].detail.endswith(" values differ")
    more, _, total = found[-1].detail.split(" ")[:3]
    assert int(more) + 10 == int(total)


@pytest.mark.parametrize(
    "write",
    [
        lambda card: card + b"\n",
        lambda card: msgspec.json.encode(msgspec.json.decode(card)),
        lambda card: card.replace(b'"system"', b'"system": "better",\n  "system"', 1),
    ],
    ids=["a line more", "one line", "a doubled key"],
)
def test_equal_values_in_other_bytes_are_a_finding(published: Published, write: Any):
    file = published.folder / SCORECARD
    file.write_bytes(write(file.read_bytes()))
    (found,) = published.findings()
    assert "not the bytes" in found.detail


def test_left_out_items_are_found(published: Published):
    published.edit_card('"left_out": 0', '"left_out": 2')
    (found,) = published.findings()
    assert found.detail == "selection.left_out: published 2, recomputed 0"


def test_a_scorecard_cannot_ask_for_any_number_of_resamples(published: Published):
    file = published.folder / SCORECARD
    many = b'"resamples": %d' % 10**12
    file.write_bytes(file.read_bytes().replace(b'"resamples": 20', many))
    assert f"recomputed {MOST_RESAMPLES}" in " ".join(f.detail for f in published.findings())


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(codec="utf-8"), max_size=8),
    st.sampled_from([[], {}]),
)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if not isinstance(value, dict | list) or not value:
        return [path]
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return [leaf for key, own in inner for leaf in leaves(own, (*path, key))]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Published, bytes]:
    published = Published(tmp_path_factory.mktemp("kept"))
    return published, (published.folder / SCORECARD).read_bytes()


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_single_value_that_is_edited_is_the_one_that_is_named(kept: Any, data: st.DataObject):
    published, text = kept
    card = json.loads(text)
    path = data.draw(st.sampled_from(leaves(card)))
    place = card
    for key in path[:-1]:
        place = place[key]
    before = json.dumps(place[path[-1]])
    place[path[-1]] = data.draw(SCALARS.filter(lambda value: json.dumps(value) != before))
    (published.folder / SCORECARD).write_text(json.dumps(card, indent=2) + "\n", "utf-8")
    found = published.findings()
    if any("not JSON" in own.detail for own in found):  # an integer beyond what JSON readers take
        return
    (own,) = found
    assert own.detail.startswith(".".join(map(str, path)) + ": published ")
    assert own.check == ("answers" if path[0] == "answers_sha256" else "scorecard")


# Answers and counts.


def test_a_changed_answer_is_found(published: Published):
    change = b'{"id":"robots:00000","p":{"yes":0.9,"no":0.1},"latency_s":0.0,"attempts":1}\n'
    published.edit_answers(lambda lines: [change, *lines[1:]])
    found = published.findings()
    assert found[0].detail.startswith("answers_sha256.robots: published ")
    assert "scorecard" in published.named()


def test_a_removed_answer_is_found_in_the_counts_too(published: Published):
    published.edit_answers(lambda lines: lines[1:])
    assert published.named() == ["counts", "answers", "scorecard"]
    details = [found.detail for found in published.findings() if found.check == "counts"]
    assert details[:2] == [
        "answers: run.json says 48, the answers give 47",
        "missing: run.json says 0, the answers give 1",
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: [*lines, lines[0]],
        lambda lines: [*lines, b'{"id":"robots:99999","p":{}}\n'],
        lambda lines: [lines[0][:20], *lines[1:]],
    ],
    ids=["doubled", "unknown", "torn"],
)
def test_answers_that_cannot_be_scored_make_a_run_unverifiable(published: Published, change: Any):
    published.edit_answers(change)
    (found,) = published.findings()
    assert found.check == "answers"
    assert "robots.jsonl:" in found.detail


@pytest.mark.parametrize(
    "counts",
    [
        Counts(items=ITEMS, answers=2 * ITEMS),
        Counts(items=2 * ITEMS, answers=2 * ITEMS - 1),
        Counts(items=2 * ITEMS, answers=2 * ITEMS, failures={"transport": 1}),
        Counts(items=2 * ITEMS, answers=2 * ITEMS, truncated=1),
    ],
    ids=str,
)
def test_edited_counts_are_found(published: Published, counts: Counts):
    published.edit(counts=counts)
    assert published.named() == ["counts"]


def test_edited_totals_are_found(published: Published):
    published.edit(totals=Totals(attempts=2 * ITEMS, cost_usd=0.5))
    assert published.named() == ["counts"]
    assert "cost_usd: run.json says 0.5" in published.findings()[0].detail


def test_a_shard_is_no_whole_run(tmp_path: Path):
    from decisionpivot.run import Shard

    (found,) = Published(tmp_path, shard=Shard(1, 2)).findings()
    assert "runs merge" in found.detail


# Items, release, selection, prompt.


def test_another_item_file_is_found(published: Published):
    file = published.files[0]
    file.write_bytes(file.read_bytes().replace(b"battery: 7%", b"battery: 8%", 1))
    (found,) = published.findings()
    assert found.check == "items"
    assert file_sha256(file)[:12] in found.detail


def test_an_item_file_that_is_not_given_is_named(published: Published):
    published.files.pop()
    assert "there is no item file of 'drones'" in published.findings()[0].detail


def test_a_run_must_say_which_items_it_was_for(published: Published):
    published.edit(items_sha256={})
    assert published.named()[0] == "items"


@pytest.mark.parametrize("field", ["items", "of", "sha256", "how"])
def test_an_edited_selection_is_found(published: Published, field: str):
    other = {"items": 40, "of": 50, "sha256": "0" * 64, "how": "subset=6 seed=2"}[field]
    edited = msgspec.structs.replace(published.record.selection, **{field: other})
    published.edit(selection=edited)
    (found,) = published.findings()
    assert found.check == "selection"


@pytest.mark.parametrize("how", ["", "families=nowhere", "subset=x"])
def test_a_selection_that_is_none_is_a_finding(published: Published, how: str):
    published.edit(selection=msgspec.structs.replace(published.record.selection, how=how))
    assert published.named() == ["selection"]


def test_an_edited_prompt_is_found(published: Published):
    system = published.record.system
    prompt = Prompt("v1", "Decide.")
    published.edit(
        system=msgspec.structs.replace(system, prompt=prompt),
        prompt_sha256=sha256(prompt.text.encode()),
    )
    assert published.findings() == []
    prompt = Prompt("v1", "Decide well.")
    published.edit(system=msgspec.structs.replace(system, prompt=prompt))
    (found,) = published.findings()
    assert found.check == "prompt"
    published.edit(system=system)
    assert published.named() == ["prompt"]


@pytest.mark.parametrize("name", ["core-1.0", "seed-7", REFERENCE, "core-9.9"])
def test_items_that_are_not_those_of_the_release_are_found(published: Published, name: str):
    published.edit(release=name)
    assert published.named()[0] == "release"


def test_a_family_that_was_dropped_from_a_draw_is_missed(tmp_path: Path):
    items = core(3, 1)
    renamed = [msgspec.structs.replace(i, family="log_claim") for i in items]
    file = tmp_path / "log_claim.jsonl"
    file.write_bytes(encode_lines(renamed))
    tasks, folder = tasks_of([file]), tmp_path / "run"
    everything = [*tasks, Task("filter_match", tuple(core(2, 1)), "0" * 64)]
    run_system(open_system("uniform"), tasks, folder, release="seed-7")
    with pytest.raises(Unverifiable, match=r"says 6 of 6 .* gives 10 of 10"):
        verify(folder, everything)


def test_a_run_record_that_is_malformed_is_bad_input(published: Published):
    (published.folder / "run.json").write_text('{"counts": 3}')
    with pytest.raises(InputError, match="not the record of a run"):
        verify(published.folder, published.tasks)


# The command.


def command(published: Published, *words: str | Path) -> tuple[int, list[str]]:
    files = [word for file in published.files for word in ("--items", str(file))]
    return main(["verify", *map(str, words), *files]), files


def test_score_writes_what_verify_verifies(published: Published, capsys: pytest.CaptureFixture):
    (published.folder / SCORECARD).unlink()
    files = [word for file in published.files for word in ("--items", str(file))]
    assert main(["score", str(published.folder), "--resamples", "30", *files]) == 0
    status, _ = command(published, published.folder)
    assert status == 0
    assert "verified" in capsys.readouterr().out


@pytest.mark.parametrize("more", [["--keep", "last"], ["--resamples", str(MOST_RESAMPLES + 1)]])
def test_score_keeps_no_scorecard_that_verify_would_not_make(published: Published, more: list[str]):
    (published.folder / SCORECARD).unlink()
    files = [word for file in published.files for word in ("--items", str(file))]
    assert main(["score", str(published.folder), *more, *files]) == 0
    assert not (published.folder / SCORECARD).exists()


def test_score_shows_a_run_in_a_folder_that_takes_no_file(
    published: Published, capsys: pytest.CaptureFixture
):
    (published.folder / SCORECARD).unlink()
    (published.folder / SCORECARD).mkdir()  # a file cannot be put here, not even by root
    files = [word for file in published.files for word in ("--items", str(file))]
    assert main(["score", str(published.folder), "--resamples", "5", "--json", *files]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["system"] == "uniform"
    assert shown.err.startswith("note: the scorecard is not kept: ")


def test_findings_are_told_in_80_columns_and_as_json(
    published: Published, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("COLUMNS", "80")
    published.edit_card('"n": 24', '"n": 25')
    assert command(published, published.folder)[0] == 1
    out = capsys.readouterr().out
    assert "NOT VERIFIED" in out
    assert "published 25, recomputed 24" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80
    assert command(published, published.folder, "--json")[0] == 1
    found = json.loads(capsys.readouterr().out)
    assert found["verified"] is found["runs"][0]["verified"] is False
    assert found["runs"][0]["findings"][0]["check"] == "scorecard"


def test_an_unverifiable_run_does_not_hide_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture
):
    good, torn = Published(tmp_path, "good"), Published(tmp_path, "torn")
    torn.edit_answers(lambda lines: [b"{\n", *lines])
    assert command(good, torn.folder, good.folder, "--json")[0] == 1
    found = json.loads(capsys.readouterr().out)
    assert [own["verified"] for own in found["runs"]] == [True, False]


def test_two_runs_of_one_system_are_no_finding_and_two_systems_are(
    tmp_path: Path, capsys: pytest.CaptureFixture
):
    first, second = Published(tmp_path, "first"), Published(tmp_path, "second")
    assert command(first, first.folder, second.folder)[0] == 0
    assert "two runs of one system" in " ".join(capsys.readouterr().out.split())
    system = msgspec.structs.replace(second.record.system, name="new-model")
    second.edit(system=system)
    second.score()
    assert command(first, first.folder, second.folder)[0] == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "NEAR COPIES; the same label on 100.00 % of 48 items" in told
    assert "no proof of copying" in told


def test_the_order_of_runs_changes_no_byte(tmp_path: Path, capsysbinary: Any):
    runs = [Published(tmp_path, name) for name in ("c", "a", "b")]
    runs[0].edit_card('"n": 24', '"n": 25')
    said = []
    for order in (runs, runs[::-1]):
        for more in ([], ["--json"]):
            command(runs[0], *(run.folder for run in order), *more)
            said.append(capsysbinary.readouterr().out)
    assert said[:2] == said[2:]


def test_what_is_no_run_is_bad_input(tmp_path: Path, published: Published):
    assert command(published, tmp_path / "nowhere")[0] == 2


def test_names_of_others_do_not_steer_the_terminal(
    published: Published, capsys: pytest.CaptureFixture
):
    file = published.folder / "run.json"
    told = json.loads(file.read_text("utf-8"))
    told["items_sha256"]["\x1b[2J"] = "\x1b[2J"
    file.write_text(json.dumps(told), "utf-8")
    assert command(published, published.folder)[0] == 1
    assert "\x1b" not in capsys.readouterr().out


def test_a_draw_without_a_seed_is_bad_input(published: Published, capsys: pytest.CaptureFixture):
    published.edit(release="seed-\x1bx")
    assert main(["verify", str(published.folder)]) == 2
    assert "there is no draw 'seed-\\x1bx'" in capsys.readouterr().err
