"""What must change no figure, to the last digit."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from scoring_kit import answer, answers_of, card, core, failed, family, item

from decisionpivot.items import Answer, InputError, Item
from decisionpivot.scoring.reference import TaskCard
from decisionpivot.scoring.scorecard import from_json

KEYS = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")
LEVELS = st.sampled_from([0.0, 0.1, 0.2, 0.25, 1 / 3, 0.5, 0.6, 2 / 3, 0.9, 1.0])


@st.composite
def runs(draw: Any) -> tuple[list[Item], list[Answer]]:
    """Groups of one to six, one to ten options, ties, zeros, failures, bin edges."""
    items, answers = [], []
    for task in draw(st.lists(st.sampled_from("tuv"), min_size=1, max_size=3, unique=True)):
        for g in range(draw(st.integers(1, 5))):
            keys = KEYS[: draw(st.integers(1, 10))]
            if draw(st.booleans()):
                keys = draw(st.sampled_from([("yes", "no"), ("no", "yes")]))
            group = {"group": f"g{g}"} if draw(st.booleans()) else {}
            for m in range(draw(st.integers(1, 6))):
                one = item(f"{task}{g}{m}", draw(st.sampled_from(keys)), keys, task=task, **group)
                items.append(one)
                kind = draw(st.sampled_from(["p", "p", "p", "p", "error", "invalid", "missing"]))
                if kind == "p":
                    p = {k: draw(LEVELS) for k in keys}
                    answers.append(answer(one.id, p))
                elif kind == "error":
                    answers.append(failed(one.id))
                elif kind == "invalid":
                    answers.append(answer(one.id, {"?": 1}))
    return items, answers


@settings(max_examples=60, deadline=None)
@given(runs(), st.randoms(use_true_random=False))
def test_the_order_of_items_and_records_changes_nothing(run: Any, r: Any) -> None:
    items, answers = run
    first = card(items, answers, resamples=20)
    r.shuffle(items)
    r.shuffle(answers)
    assert card(items, answers, resamples=20) == first


@settings(max_examples=60, deadline=None)
@given(runs())
def test_a_scorecard_is_strict_json_and_reads_back(run: Any) -> None:
    found = card(*run, resamples=5)
    text = found.to_json()
    json.loads(text, parse_constant=pytest.fail)
    assert from_json(text) == found


@settings(max_examples=60, deadline=None)
@given(runs())
def test_shares_lie_between_zero_and_one_and_counts_add_up(run: Any) -> None:
    items, answers = run
    found = card(items, answers).data
    assert found
    assert sum(own.n for own in found.tasks.values()) == len(items)
    for own in found.tasks.values():
        assert sum(own.failures.values()) == own.failed
        shares = (own.item_accuracy, own.pair_accuracy, own.automation_5, own.pair_direction)
        assert all(v is None or 0 <= v <= 1 for v in shares)
        assert own.item_accuracy is not None
        if own.pair_outcomes:
            counts = own.pair_outcomes
            total = counts.both + counts.yes_yes + counts.no_no + counts.reversed + counts.failed
            assert total * own.pair_direction == pytest.approx(round(total * own.pair_direction))


def test_renaming_groups_and_ids_in_order_changes_nothing() -> None:
    items = family("f", "A", 30)
    answers = answers_of(items, skill=0.5)
    renamed = [replace(i, id=f"x{i.id}", group=f"x{i.group}") for i in items]
    again = [replace(a, id=f"x{a.id}") for a in answers]
    assert card(renamed, again, resamples=30) == card(items, answers, resamples=30)


def test_adding_a_task_changes_no_other_tasks_figures() -> None:
    items = core(30, 3)
    answers = answers_of(items, skill=0.5)
    more = [*items, *family("a00", "A", 50, size=3)]
    few, many = card(items, answers, resamples=50).core, card(more, answers, resamples=50).core
    assert few and many
    for name, own in few.families.items():
        assert many.families[name] == own
        for metric in ("item_accuracy", "pair_accuracy", "automation_5", "pair_direction"):
            path = f"families.{name}.{metric}"
            assert many.intervals[path] == few.intervals[path]


def test_adding_a_reference_task_changes_no_other_tasks_interval() -> None:
    def scored(names: str) -> Any:
        items = [
            item(f"{n}{k:02d}", Random(f"{n}{k}").choice(["yes", "no"]), task=n, layer="A")
            for n in names
            for k in range(30)
        ]
        cards = [TaskCard(name=n, layer="A", metric="macro_f1", chance=0.5) for n in names]
        found = card(items, answers_of(items, skill=0.6, seed="r"), cards=cards, resamples=50)
        return found.reference

    few, many = scored("a"), scored("abc")
    assert many.tasks["a"] == few.tasks["a"]
    assert many.intervals["tasks.a.score"] == few.intervals["tasks.a.score"]
    assert many.intervals["score"] != few.intervals["score"]


def test_a_task_in_two_layers_is_refused() -> None:
    items = [item("1", "yes", layer="A"), item("2", "yes", layer="B")]
    with pytest.raises(InputError, match="different layers"):
        card(items, [])


def test_an_id_that_occurs_twice_is_refused() -> None:
    with pytest.raises(InputError, match="two items of 't' have the id '1'"):
        card([item("1", "yes"), item("1", "no")], [])


def test_a_query_that_is_split_over_groups_is_refused() -> None:
    items = [item("1", "yes", query="q", group="g"), item("2", "no", query="q", group="h")]
    with pytest.raises(InputError, match="query 'q' are in different groups"):
        card(items, [])


def test_own_data_needs_answers() -> None:
    with pytest.raises(InputError, match="items of 't' have no answer"):
        card([item("1", "yes"), item("2", None, label=0.5)], [])


SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from scoring_kit import answers_of, card, core, item
items = core(12, 4) + [item(f"o{n}", "yes", group=f"g{n // 2}") for n in range(9)]
sys.stdout.buffer.write(card(items, answers_of(items, skill=0.5), resamples=60).to_json())
"""


def test_another_process_with_another_hash_seed_gives_the_same_bytes() -> None:
    here = str(Path(__file__).parent)

    def scored(seed: str, threads: str) -> bytes:
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "OPENBLAS_NUM_THREADS": threads,
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        return subprocess.run(
            [sys.executable, "-c", SCRIPT, here], env=environment, check=True, capture_output=True
        ).stdout

    assert scored("1", "1") == scored("2", "2")
