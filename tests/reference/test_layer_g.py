"""Rows picked by hand from the sources of layer G, and what must not leak."""

import re
from collections import Counter

import numpy as np
import pytest
from reference_kit import counts, gold_meaning, items_of, picked
from sklearn.metrics import ndcg_score

from decisionpivot.items import Answer
from decisionpivot.reference.dbpedia_rerank import family_of, name_of
from decisionpivot.reference.esco_skills import words
from decisionpivot.reference.reviewer_match import level
from decisionpivot.scoring.arrays import mark, sheets
from decisionpivot.scoring.reference import query_values

RERANKED = ["dbpedia_rerank", "limit_rerank"]

GRADED = [  # an entity, its request, and the grade in the judgements
    ("The Evolution of Physics", "Einstein Relativity theory", 1),
    ("Unified field theory", "Einstein Relativity theory", 0),
    ("Schwyz", "Swiss cantons where they speak German", 2),
    ("Texas Facilities Commission", "Who is the governor of Texas?", 0),
    ("Nanda Devi", "Which mountain is the highest after the Annapurna?", 2),
]


@pytest.mark.parametrize(("entity", "request_", "grade"), GRADED)
def test_entities_picked_by_hand_keep_their_grade(entity, request_, grade):
    (item,) = [
        item
        for item in items_of("dbpedia_rerank")
        if item.state == entity and item.question.text.endswith(request_)
    ]
    assert item.label == grade
    assert item.question.type == "score"
    assert item.request.keys == ("0", "1", "2")


PICKED = [
    ("dbpedia_qald", "Czech koruna", "the currency of the Czech Republic", "yes"),
    ("dbpedia_qald", "Sailability Australia", "Australian nonprofit", "yes"),
    ("dbpedia_qald", "Keith Tkachuk", "first name Jimmy", "no"),
    ("dbpedia_qald", "I Dwell on Thoughts of You", "abbreviation MN", "no"),
    ("dbpedia_qald", "Exit to Eden (film)", "Garry Marshall", "no"),
]


@pytest.mark.parametrize(("task", "state", "question", "label"), PICKED)
def test_rows_picked_by_hand_keep_their_label(task, state, question, label):
    assert picked(task, state, question).answer == label


SKILLS = [
    ("You are good at thinking visually", "determine visual concepts"),
    ("taking pride in your ability to work independently", "work independently"),
    ("Strong knowledge of software QA methodologies", "quality assurance procedures"),
    ("An ambitious, resilient, and competitive nature", "show determination"),
    ("The only essential requirement is that you speak FLUENT", "interact verbally in German"),
    ("-Good working knowledge of Excel", "use spreadsheets software"),
]


@pytest.mark.parametrize(("sentence", "skill"), SKILLS)
def test_a_sentence_gets_its_first_label_that_is_a_skill(sentence, skill):
    assert gold_meaning(picked("esco_skills", sentence)) == skill


def test_other_skills_share_no_content_word_with_the_gold_one():
    for item in items_of("esco_skills"):
        gold = words(gold_meaning(item))
        others = [option.meaning for option in item.options if option.key != item.answer]
        assert len(others) == 4
        assert not any(words(other) & gold for other in others)


def test_a_profile_matches_exactly_when_it_lists_the_thing():
    for item in items_of("limit_rerank"):
        thing = item.question.text.removeprefix("Who likes ").partition("?")[0]
        lists = re.search(rf"( likes|,| and) {re.escape(thing)}(,| and |\.|$)", item.state)
        assert (item.answer == "yes") == bool(lists)


@pytest.mark.parametrize(("task", "candidates"), [("dbpedia_rerank", 50), ("limit_rerank", 46)])
def test_a_hundred_queries_keep_their_candidates_whole(task, candidates):
    by_query = Counter(item.query for item in items_of(task))
    assert len(by_query) == 100
    assert set(by_query.values()) == {candidates}
    assert {(item.query, item.group) for item in items_of(task)} == {
        (query, group) for query, group in zip(
            *zip(*{(item.query, item.group) for item in items_of(task)}, strict=True), strict=True
        )
    }  # fmt: skip
    assert len({item.group for item in items_of(task)}) == 100


@pytest.mark.parametrize("task", RERANKED)
@pytest.mark.parametrize("decimals", [None, 1])
def test_ndcg_equals_that_of_scikit_learn(task, decimals):
    """On random scores, and on scores with many ties, where ours averages over their orders."""
    items = items_of(task)
    rng = np.random.default_rng(3)
    scores = rng.random(len(items))
    scores = scores if decimals is None else scores.round(decimals)
    sheet = sheets(items)[0]
    keys = items[0].request.keys

    def p(score):  # the expected level, or p(yes), is the score
        return {keys[0]: score, keys[1]: 1 - score} if len(keys) == 2 else {
            keys[0]: 1 - score, keys[1]: 0.0, keys[2]: score
        }  # fmt: skip

    answers = {
        item.id: Answer(id=item.id, p=p(float(score)))
        for item, score in zip(items, scores, strict=True)
    }
    ours = query_values(mark(sheet, answers))
    theirs = []
    order = list(dict.fromkeys(item.query for item in items))
    for query in sorted(order, key=lambda name: sheet.query[[i.query for i in items].index(name)]):
        rows = [place for place, item in enumerate(items) if item.query == query]
        grades = [items[r].label if task == "dbpedia_rerank" else items[r].answer == "yes"
                  for r in rows]  # fmt: skip
        gains = 2.0 ** np.array(grades, dtype=float) - 1
        theirs.append(ndcg_score([gains], [scores[rows]], k=10))
    assert np.allclose(ours, theirs, atol=1e-9)


def test_the_two_dbpedia_tasks_share_no_request():
    reranked = {item.question.text.partition("request: ")[2] for item in items_of("dbpedia_rerank")}
    asked = {
        item.question.text.removesuffix(" Does this entity answer the request?")
        for item in items_of("dbpedia_qald")
    }
    assert len(asked) == 100
    assert not asked & reranked


def test_labels_are_as_many_as_the_draw_gives():
    assert counts("limit_rerank") == {"yes": 200, "no": 4400}
    assert counts("dbpedia_qald") == {"yes": 100, "no": 100}
    assert counts("reviewer_match") == {"low": 62, "mid": 146, "high": 269}
    assert counts("dbpedia_rerank") == {0.0: 3131, 1.0: 1221, 2.0: 648}
    assert Counter(item.domain for item in items_of("dbpedia_rerank")) == {
        "INEX_LD": 750,
        "INEX_XER": 1500,
        "QALD2": 1250,
        "SemSearch_ES": 250,
        "SemSearch_LS": 750,
        "TREC_Entity": 500,
    }


def test_levels_of_expertise_and_what_a_reviewer_shows():
    assert [level(x) for x in (1.0, 2.0, 2.25, 3.75, 4.0, 5.0)] == [
        "low", "low", "mid", "mid", "high", "high",
    ]  # fmt: skip
    # the second line of evaluations.csv rates this paper 1.0
    low = picked("reviewer_match", "Deep Learning Based Resource Assignment for Wireless Networks")
    assert low.answer == "low"
    for item in items_of("reviewer_match"):
        assert len(item.state["papers_of_the_reviewer"]) <= 20
        assert list(item.state) == ["papers_of_the_reviewer", "paper"]


def test_names_of_entities_and_families_of_queries():
    assert name_of("<dbpedia:Exit_to_Eden_(film)>") == "Exit to Eden (film)"
    assert family_of("QALD2_tr-24") == family_of("QALD2_te-5") == "QALD2"
    assert family_of("INEX_LD-2010057") == "INEX_LD"
