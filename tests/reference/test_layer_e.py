"""Rows picked by hand from the sources of layer E, and what must not leak."""

import pytest
from reference_kit import counts, gold_meaning, items_of, picked, shown

PICKED = [  # task, a part of the state, a part of the question, the source's label
    ("folio", "talent shows", "Bonnie performs in school talent shows often.", "uncertain"),
    ("folio", "talent shows", "Conclusion: If Bonnie is either both a young child", "true"),
    ("folio", "talent shows", "Conclusion: If Bonnie either chaperones high school", "false"),
    ("folio", "schedule a meeting", "James has lunch in the company.", "uncertain"),
    ("folio", "wild turkeys", "Tom is an Eastern wild turkey.", "false"),
    ("pubmedqa", "Dyschesia can be provoked", "anorectal endosonography", "yes"),
    ("pubmedqa", "Sublingual varices", "sublingual varices and hypertension", "yes"),
    ("pubmedqa", "Older adults typically perform worse", "strategy training reduce", "no"),
    ("pubmedqa", "recanalization and better recovery", "the sex of acute stroke", "no"),
    ("pubmedqa", "Cukurova University", "c-kit protooncogen", "maybe"),
    ("pubmedqa", "role of calprotectin", "Can calprotectin predict", "maybe"),
    ("med", "Few aliens used quarters.", "Few aliens used coins.", "neutral"),
    ("med", "He can't take a joke.", "He can't take a good joke ever.", "entailment"),
    ("med", "I won't play second fiddle", "second strange fiddle", "entailment"),
    ("med", "the children chose any mint", "it? Only five of the children decided", "neutral"),
]


@pytest.mark.parametrize(("task", "state", "question", "label"), PICKED)
def test_rows_picked_by_hand_keep_their_label(task, state, question, label):
    assert picked(task, state, question).answer == label


LSAT = [
    ("could be the schedule of the students' reports", "c", "Mon. morning: Lenore"),
    ("If Kyle and Lenore do not give reports", "d", "Olivia, Robert, and Irving"),
    ("must give reports on Wednesday?", "b", "Helen and Nina"),
    ("do so on different days from one another", "a", "Helen gives a report on Wednesday."),
    ("P CANNOT be performed", "e", "seventh"),
]


@pytest.mark.parametrize(("question", "key", "meaning"), LSAT)
def test_ar_lsat_keeps_question_options_and_key(question, key, meaning):
    item = picked("ar_lsat", "", question)
    assert item.answer == key
    assert gold_meaning(item).startswith(meaning)


DEDUCTION = [
    ("Dan finished below Rob. Eve finished below Ada", "(A) Ana finished third", "d", "Dan"),
    ("a bus, a motorcyle, a hatchback", "third-oldest", "b", "The motorcyle"),
    ("a cardinal, a blue jay, an owl, a raven, a quail", "from the right", "a", "The hummingbird"),
    ("The kiwis are the second-most expensive", "second-cheapest", "f", "The peaches"),
    ("Joe finished third. Dan finished last. Eve finished first", "last", "e", "Dan"),
]


@pytest.mark.parametrize(("state", "_", "key", "meaning"), DEDUCTION)
def test_bbh_deduction_splits_options_from_the_paragraph(state, _, key, meaning):
    items = [i for i in items_of("bbh_deduction") if state in i.state and i.answer == key]
    assert any(gold_meaning(item).startswith(meaning) for item in items)
    assert all("Options:" not in item.state and len(item.options) == 7 for item in items)


def test_labels_are_as_many_as_in_the_sources():
    assert counts("folio") == {"true": 72, "uncertain": 69, "false": 63}
    assert counts("ar_lsat") == {"a": 53, "b": 41, "c": 48, "d": 45, "e": 43}
    assert counts("pubmedqa") == {"yes": 276, "no": 169, "maybe": 55}
    assert counts("bbh_deduction") == dict(
        zip("abcdefg", (37, 38, 38, 38, 34, 33, 32), strict=True)
    )
    assert counts("med") == {"entailment": 495, "neutral": 505}


def test_med_leaves_out_the_pair_with_both_labels_and_keeps_components_whole():
    pairs = [(item.state, item.question.text) for item in items_of("med")]
    assert len(set(pairs)) == len(pairs)
    groups = {}
    for item in items_of("med"):
        follows = item.question.text.removeprefix("Does this sentence follow from it? ")
        for sentence in (item.state, follows):
            assert groups.setdefault(sentence, item.group) == item.group


def test_what_tells_the_label_is_not_shown():
    for item in items_of("med"):
        assert "_monotone" not in shown(item)
        assert item.domain in ("upward_monotone", "downward_monotone", "non_monotone")
    for item in items_of("pubmedqa"):
        assert "incomplete or even absent relaxation" not in shown(item)  # a LONG_ANSWER
    assert all("∀" not in shown(item) for item in items_of("folio"))
