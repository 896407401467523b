"""Rows picked by hand from the sources of layer C, and what must not leak."""

from collections import Counter

import pytest
from reference_kit import counts, items_of, picked, shown

PICKED = [  # task, a part of the state, the source's label
    ("llmbar", "She didn't shop because", "a"),  # label 1
    ("llmbar", "memorable mission statement for a typical", "a"),
    ("llmbar", "shot down the moon", "b"),  # label 2
    ("llmbar", "ACT LIKE YOU ARE APPLYING", "b"),
    ("llmbar", "Classify the following code as incorrect or correct", "b"),
    ("judgebench", "A 0-indexed array derived with length", "a"),  # A>B
    ("judgebench", "1001th place after", "a"),
    ("judgebench", "protein human plasma, albumin, has a molecular", "b"),
    ("judgebench", "which of the following statements about the protein:energy r", "b"),  # B>A
    ("summedits", "We evaluate the impact of using various subword", "consistent"),
    ("summedits", "We introduce a novel approach to incorporating conditional i", "inconsistent"),
    ("wice", "The album debuted at No. 18", "partially_supported"),
    ("wice", "The oldest player for the tournament", "partially_supported"),
    ("wice", "'He also has three siblings: Wade", "supported"),
    ("wice", "The next day, the ZDF issued", "supported"),
    ("wice", "The Dakota War of 1862 and the American Civil War delayed", "not_supported"),
    ("wice", "Her parents were Russian Jewish", "not_supported"),
    ("evouna", "Tom in Four Weddings and a Funeral: James Fleet", "correct"),
]


@pytest.mark.parametrize(("task", "state", "label"), PICKED)
def test_rows_picked_by_hand_keep_their_label(task, state, label):
    found = [item for item in items_of(task) if state.lower() in str(item.state).lower()]
    assert [item.answer for item in found] == [label]


def verdicts(question):
    items = [i for i in items_of("evouna") if question in i.state["question"]]
    return Counter(item.answer for item in items)


def test_evouna_keeps_the_verdict_on_every_system():
    """Read off the file: who was right of fid, gpt35, chatgpt, gpt4 and newbing."""
    assert verdicts("dark parables return") == {"incorrect": 5}
    assert verdicts("joyful mysteries of the holy") == {"incorrect": 1, "correct": 4}
    assert verdicts("who sang the original song send in the clowns") == {
        "incorrect": 3,
        "correct": 2,
    }
    assert verdicts("who claimed land in south america for") == {"incorrect": 5}


def test_summedits_keeps_the_labels_of_edits_of_one_summary():
    items = [
        i for i in items_of("summedits")
        if i.state["summary"].startswith("We study the impact of using different kinds of subword")
    ]  # fmt: skip
    assert Counter(item.answer for item in items) == {"consistent": 1, "inconsistent": 3}
    assert len({item.group for item in items}) == 1


def test_labels_are_as_many_as_the_draw_gives():
    assert counts("llmbar") == {"a": 206, "b": 213}
    assert counts("judgebench") == {"a": 336, "b": 284}
    assert counts("summedits") == {"consistent": 381, "inconsistent": 598}
    assert counts("wice") == {"partially_supported": 215, "supported": 111, "not_supported": 32}
    assert counts("evouna") == {"correct": 500, "incorrect": 498}
    assert Counter(item.domain for item in items_of("summedits")) == {
        "news": 186, "samsum": 196, "scitldr": 198, "ectsum": 199, "qmsumm": 200,
    }  # fmt: skip
    assert Counter(item.domain for item in items_of("llmbar")) == {
        "Natural": 100, "Neighbor": 134, "GPTInst": 92, "GPTOut": 47, "Manual": 46,
    }  # fmt: skip


def test_only_the_fields_that_the_task_needs_are_shown():
    fields = {
        "llmbar": ["instruction", "response_a", "response_b"],
        "judgebench": ["question", "response_a", "response_b"],
        "summedits": ["document", "summary"],
        "wice": ["claim", "context", "evidence"],
        "evouna": ["question", "reference_answer", "candidate_answer"],
    }
    for task, names in fields.items():
        assert {tuple(item.state) for item in items_of(task)} == {tuple(names)}
    for item in items_of("summedits"):
        assert "_og" not in shown(item)[-300:]


def test_the_length_of_llmbar_responses_is_the_shortcut_that_the_card_names():
    shorter = [
        (len(i.state["response_a"]) < len(i.state["response_b"])) == (i.answer == "a")
        for i in items_of("llmbar")
    ]
    assert round(sum(shorter) / len(shorter), 2) == 0.73


def test_evidence_stays_whole():
    long = [item for item in items_of("wice") if len(item.state["evidence"]) > 30_000]
    assert len(long) == 15
    assert picked("wice", "Her parents were Russian Jewish").state["evidence"].count("\n") > 5
