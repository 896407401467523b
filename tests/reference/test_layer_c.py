"""Rows picked by hand from the sources of layer C, and what must not leak."""

import re
from collections import Counter

import pytest
from reference_kit import counts, gold_meaning, items_of, picked, shown
from sklearn.metrics import balanced_accuracy_score

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
    ("judgebench", "A person owned property next to a highway", "a"),
    ("judgebench", "Suppose I have three physical, solid spheres of radius 3", "b"),
    ("summedits", "We evaluate the impact of using various subword", "consistent"),
    ("summedits", "We introduce a novel approach to incorporating conditional i", "inconsistent"),
    ("summedits", "The founder of the embattled digital start-up Ozy", "consistent"),  # label 1
    ("summedits", "Ann asks Mike to procure organic butter", "inconsistent"),  # label 0
    ("summedits", "a specified tolerance for every other input of interest", "inconsistent"),
    ("summedits", "a net profit of $7.2m or $0.18 per share", "inconsistent"),
    ("summedits", "The company has lifted up its earnings per share", "consistent"),
    ("wice", "The album debuted at No. 18", "partially_supported"),
    ("wice", "The oldest player for the tournament", "partially_supported"),
    ("wice", "'He also has three siblings: Wade", "supported"),
    ("wice", "The next day, the ZDF issued", "supported"),
    ("wice", "The Dakota War of 1862 and the American Civil War delayed", "not_supported"),
    ("wice", "Her parents were Russian Jewish", "not_supported"),
    ("evouna", "Tom in Four Weddings and a Funeral: James Fleet", "correct"),
    ("evouna", "short wave broadcast service is amplitude modulation (AM)", "incorrect"),
    ("evouna", "was Thomas Mundy Peterson in 1867", "correct"),
    ("evouna", "pranks should be played before noon. After noon, the person", "incorrect"),
    ("evouna", '"C" in Chrysler 300C stands for "C"lassic', "incorrect"),
    ("evouna", "was played by Connor and Owen Fielding.", "correct"),
]


@pytest.mark.parametrize(("task", "state", "label"), PICKED)
def test_rows_picked_by_hand_keep_their_label(task, state, label):
    found = [item for item in items_of(task) if state.lower() in str(item.state).lower()]
    assert [item.answer for item in found] == [label]


WHOLE = [  # one row of each task with all that its state says, and what the gold option means
    ("llmbar", {"instruction": "beef up my chocolate chip cake recipe",
                "response_a": "include beef tallow in them",
                "response_b": "adding more chocolate chips"},
     "response_a follows the instruction better"),
    ("judgebench", {"question": "three physical, solid spheres of radius 3",
                    "response_a": "**9**", "response_b": "**6**"}, "response_b is correct"),
    ("summedits", {"document": "Ann: Darling, buy some butter", "summary": "procure organic"},
     "something in the summary is not supported by the document"),
    ("wice", {"claim": "He was wounded in the face by rifle fire",
              "context": "Lançon was attending a weekly meeting",
              "evidence": "(meta data) TITLE: Philippe Lançon, PLAS Visting Fellow"},
     "it supports a part of the claim"),
    ("evouna", {"question": "who plays manny in diary of a wimpy kid",
                "reference_answer": "Connor and Owen Fielding/Wyatt and Dylan Walters",
                "candidate_answer": "was played by Connor and Owen Fielding."},
     "the candidate answers the question as the reference does"),
]  # fmt: skip


@pytest.mark.parametrize(("task", "fields", "meaning"), WHOLE, ids=[row[0] for row in WHOLE])
def test_every_field_shows_what_the_source_has_there(task, fields, meaning):
    found = [
        item for item in items_of(task) if all(fields[key] in item.state[key] for key in fields)
    ]
    assert {gold_meaning(item) for item in found} == {meaning}
    assert {tuple(item.state) for item in found} == {tuple(fields)}


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


def test_a_reference_answer_word_for_word_is_the_shortcut_that_the_card_of_evouna_names():
    def words(text):
        return " ".join(re.findall(r"\w+", text.lower()))

    items = items_of("evouna")
    guesses = [
        "correct" if any(words(one) in words(i.state["candidate_answer"]) for one in references)
        else "incorrect"
        for i in items
        for references in [i.state["reference_answer"].split("/")]
    ]  # fmt: skip
    assert round(balanced_accuracy_score([i.answer for i in items], guesses), 2) == 0.88


def test_one_pair_of_judgebench_has_two_equal_responses():
    equal = [i for i in items_of("judgebench") if i.state["response_a"] == i.state["response_b"]]
    assert len(equal) == 1


def test_evidence_stays_whole():
    long = [item for item in items_of("wice") if len(item.state["evidence"]) > 30_000]
    assert len(long) == 15
    assert picked("wice", "Her parents were Russian Jewish").state["evidence"].count("\n") > 5
