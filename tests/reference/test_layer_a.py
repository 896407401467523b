"""Rows picked by hand from the sources of layer A, what must not leak, published accuracies."""

import json
from collections import Counter

import pytest
from reference_kit import SOURCES, counts, items_of, need_sources, picked, shown

from decisionpivot.reference.umwp import alike
from decisionpivot.reference.zeroeval import MODELS, answer_in, is_correct

PICKED = [  # task, a part of the state, the source's label
    ("when2call", "User: Could you play the song", "request_for_info"),
    ("when2call", "The server is called 'EnterpriseDB'", "request_for_info"),
    ("when2call", "'Bohemian Rhapsody' in the kitchen", "tool_call"),
    ("when2call", "Music event in New York on March 7th", "tool_call"),
    ("when2call", "free performance venue I can visit", "cannot_answer"),
    ("when2call", "I love Broadway what can you find", "cannot_answer"),
    ("clinc150", "what traffic can i expect on the way to the newark", "auto_and_commute"),
    ("clinc150", "find out what song this is", "home"),
    ("clinc150", "calorie content of dr pepper", "kitchen_and_dining"),
    ("clinc150", "volume set to 4", "meta"),
    ("clinc150", "need to know the weather now", "utility"),
    ("clinc150", "how many elements are on the periodic table", "out_of_scope"),
    ("umwp", "If some of the nuts were eaten", "unanswerable"),  # id 4991, of pair 2491
    ("umwp", "some customers order coffee at $5", "unanswerable"),  # id 3488, of pair 988
    ("umwp", "60% are girls and the rest are boys. Only 1/3", "answerable"),  # id 1045
    ("umwp", "Each bracelet takes twice as many small", "answerable"),  # id 1570
    ("umwp", "half as many games as did Carla", "answerable"),  # id 1818
]


@pytest.mark.parametrize(("task", "state", "label"), PICKED)
def test_rows_picked_by_hand_keep_their_label(task, state, label):
    found = [item for item in items_of(task) if state in item.state]
    assert label in {item.answer for item in found}
    if task != "umwp":  # whose pairs share most of their text
        assert picked(task, state).answer == label


def test_labels_are_as_many_as_in_the_sources():
    assert counts("when2call") == {"tool_call": 100, "request_for_info": 100, "cannot_answer": 83}
    assert set(counts("clinc150").values()) == {90, 100}
    assert counts("clinc150")["out_of_scope"] == 100
    assert counts("umwp") == {"answerable": 500, "unanswerable": 500}


def test_when2call_shows_tools_and_question_only():
    for item in items_of("when2call"):
        assert item.state.startswith("Tools:\n{")
        for field in ("orig_tools", "held_out_param", "target_tool", "source_id", "orig_question"):
            assert f'"{field}"' not in item.state


def test_umwp_pairs_are_whole_and_typed_alike():
    groups = {}
    for item in items_of("umwp"):
        groups.setdefault(item.group, []).append(item.answer)
        assert ".." not in item.state.replace("...", "")
        assert item.state == item.state.strip()
    assert {tuple(sorted(pair)) for pair in groups.values()} == {("answerable", "unanswerable")}
    assert alike(" He has 9  books..How many?Then 5%.Two (of 7).End") == (
        "He has 9 books. How many? Then 5%. Two (of 7). End"
    )


def published(folder, summary):
    need_sources()
    return {entry["Model"]: entry["Acc"] for entry in json.loads((folder / summary).read_bytes())}


@pytest.mark.parametrize(
    ("task", "folder"),
    [("capability_math", "math-l5"), ("capability_gsm8k", "gsm")],
)
@pytest.mark.parametrize("model", MODELS)
def test_accuracies_are_those_that_zeroeval_publishes(task, folder, model):
    results = SOURCES / task / "result_dirs"
    acc = published(results, f"{folder}.summary.json")[model]
    entries = json.loads((results / folder / f"{model}.json").read_bytes())
    right = sum(is_correct(model, entry) for entry in entries)
    assert f"{100 * right / len(entries):.2f}" == acc


def test_rates_of_the_four_models_are_as_measured():
    assert Counter(item.label for item in items_of("capability_math")) == {
        0.0: 61, 0.25: 277, 0.5: 233, 0.75: 137, 1.0: 13,
    }  # fmt: skip
    assert Counter(item.label for item in items_of("capability_gsm8k")) == {
        0.0: 23, 0.25: 26, 0.5: 175, 0.75: 388, 1.0: 388,
    }  # fmt: skip


RATES = [  # read off the four files by hand: how many of the four are right
    ("capability_math", "Bekah has exactly three brass house number digits", 0.75),
    ("capability_math", "Given the length of the diagonal is $5", 1.0),
    ("capability_math", "Let $z$ be a complex number such that $z^{13} = 1.$  Let $w_1,$", 0.0),
    ("capability_gsm8k", "When Sophie watches her nephew", 1.0),
    ("capability_gsm8k", "Ben bought a car for $20000 in 2007", 0.0),
]


@pytest.mark.parametrize(("task", "problem", "rate"), RATES)
def test_problems_keep_their_rate_and_show_no_answer(task, problem, rate):
    item = picked(task, problem)
    assert item.label == rate
    assert not item.answer
    assert "Models: gemma-2-2b-it, Qwen2-7B-Instruct, Llama-3.1-405B-Inst, o1-mini" in item.state
    assert "####" not in shown(item)


@pytest.mark.parametrize(
    ("output", "answer"),
    [
        ('{"reasoning": "a",\n"answer": "42"}', "42"),
        ('text {"answer": 7} more {"answer": 8}', "7"),
        ('{"reasoning": "he said "so"", "answer": "9"}', "9"),  # no valid JSON: the quoted value
        ('"answer": 12, and so on', "12"),
        ("answer : 13", "13"),
        ("no idea", None),
        ("", None),
    ],
)
def test_a_models_answer_is_read_by_the_sources_rules(output, answer):
    assert answer_in("o1-mini", output) == answer


def test_boxed_answers_count_for_llama_only_and_numbers_are_compared_as_such():
    assert answer_in("Llama-3.1-405B", r"so \boxed{5}") == "5"
    assert answer_in("o1-mini", r"so \boxed{5}") is None
    assert is_correct("m", {"output": ['{"answer": "$1,000.00"}'], "answer": "#### 1000"})
    assert is_correct("m", {"output": ['{"answer": "1/2"}'], "answer": "0.5"})
    assert not is_correct("m", {"output": ['{"answer": "1/0"}'], "answer": "2"})
