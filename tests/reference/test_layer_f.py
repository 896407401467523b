"""Rows picked by hand from the sources of layer F, and what must not leak."""

from collections import Counter

import pytest
from reference_kit import counts, gold_meaning, items_of, picked

from decisionpivot.reference.autofj import trigrams
from decisionpivot.reference.raha_flights import clock

PICKED = [  # task, a part of the state, a part of the question, the source's label
    ("infotabs", "College Park-Bethesda", "never undergone a renovation", "neutral"),
    ("infotabs", "Hyperthyroidism", "Graves' disease is the only cause", "neutral"),
    ("infotabs", "Epilepsy", "winds up lasting an entire person's life", "entailment"),
    ("infotabs", "PCAT", "used for admission purposes", "entailment"),
    ("infotabs", "Europium", "melting and boiling point", "contradiction"),
    ("infotabs", "Giant-cell arteritis", "affects millions of elderly", "contradiction"),
    (
        "raha_flights",
        "AA-518-MIA-JFK",
        "flightstats reports the actual arrival",
        "correct",
    ),
    ("raha_flights", "UA-2830-MCO-CLT", 'ua reports the actual arrival as "5:17', "correct"),
    # line 1,320: 6:58 a.m. where the clean file has 6:57; line 1,569: 3:36 p.m. for 3:43
    ("raha_flights", "AA-404-MIA-MCO", 'myrateplan reports the actual departure as "6:58', "wrong"),
    ("raha_flights", "AA-3804-PHL-ORD", 'flytecomm reports the actual arrival as "3:36', "wrong"),
    ("walmart_amazon", "hp q2429a 110v printer maintenance kit", "", "match"),
    ("walmart_amazon", "griffin gc23073 powerjolt plus mobile car", "", "match"),
    ("walmart_amazon", "a3l791-14-blu-s rj45m", "", "no_match"),
    ("walmart_amazon", "a3l791-s 3-foot rj45 cat 5e", "", "match"),
    ("walmart_amazon", "oczssd2-1vtxle100g oczssd2-1vtxle100g", "", "no_match"),
    ("amazon_google", "apple . mac 4.0 1yr new or renewal", "", "match"),
]


@pytest.mark.parametrize(("task", "state", "question", "label"), PICKED)
def test_rows_picked_by_hand_keep_their_label(task, state, question, label):
    assert picked(task, state, question).answer == label


PRODUCTS = [  # titles of a left and a right record, and the last column of their line
    ("adobe flash pro cs3 upgrade [ mac ]", "adobe cs3 flash professional upgrade", "match"),
    ("adobe flash pro cs3 upgrade [ mac ]", "adobe cs3 flash professional academic", "no_match"),
    (
        "microsoft office 2004 standard upgrade ( mac )",
        "microsoft office 2004 std upgrade",
        "match",
    ),
    ("microsoft office 2004 standard upgrade ( mac )", "microsoft ( r ) excel 2007", "no_match"),
    ("microsoft office 2004 standard upgrade ( mac )", "microsoft word 2004", "no_match"),
]


@pytest.mark.parametrize("pair", PRODUCTS)
def test_amazon_google_pairs_keep_their_label(pair):
    assert pair in [
        (item.state["record_a"]["title"], item.state["record_b"]["title"], item.answer)
        for item in items_of("amazon_google")
    ]


NAMES = [
    ("Case", "Funk Bros. Seed Co. v. Kalo Inoculant Co.", "Funk Brothers Seed Co. v. Kalo"),
    ("GivenName", "Alison (given name)", "Alison (name)"),
    ("Reptile", "Italian Aesculapian snake", "Italian Aesculapian Snake"),
    ("SoccerTournament", "2012 South American U-20 Women Championship", "2012 South American U-20"),
    ("Wrestler", "Superstar Billy Graham", "Billy Graham (wrestler)"),
]


@pytest.mark.parametrize(("kind", "record", "gold"), NAMES)
def test_autofj_offers_the_left_title_of_the_pair(kind, record, gold):
    item = picked("autofj", f"Type: {kind}\nRecord: {record}")
    assert gold_meaning(item).startswith(gold)


def test_autofj_distractors_are_other_titles_with_twenty_pairs_a_type():
    by_type = {}
    for item in items_of("autofj"):
        titles = [option.meaning for option in item.options]
        assert len(set(titles)) == 5
        assert item.state.partition("Record: ")[2] not in titles
        by_type[item.domain] = by_type.get(item.domain, 0) + 1
    assert by_type.pop("Galaxy") == 17
    assert set(by_type.values()) == {20}
    assert len(by_type) == 46


def test_empty_values_stay_empty_and_columns_keep_their_order():
    item = picked("walmart_amazon", "griffin gc23073 powerjolt plus mobile car")
    assert list(item.state["record_a"]) == ["title", "category", "brand", "modelno", "price"]
    assert item.state["record_a"]["brand"] == ""
    item = picked("amazon_google", "apple . mac 4.0 1yr new or renewal")
    assert list(item.state["record_b"]) == ["title", "manufacturer", "price"]


def test_every_left_record_that_is_built_has_a_match():
    for task in ("walmart_amazon", "amazon_google"):
        matched = {item.group for item in items_of(task) if item.answer == "match"}
        assert {item.group for item in items_of(task)} == matched


def test_flights_have_both_labels_alike_in_every_column():
    cells = {}
    for item in items_of("raha_flights"):
        key = item.group, item.domain
        cells.setdefault(key, []).append(item.answer)
    for answers in cells.values():
        assert answers.count("correct") == answers.count("wrong") <= 3


def test_the_shortcuts_that_cards_name_are_as_strong_as_they_say():
    nearest = []
    for item in items_of("autofj"):
        wanted = trigrams(item.state.partition("Record: ")[2])
        likeness = {
            option.key: len(wanted & trigrams(option.meaning))
            / len(wanted | trigrams(option.meaning))
            for option in item.options
        }
        nearest.append(max(likeness, key=likeness.get) == item.answer)
    assert round(sum(nearest) / len(nearest), 2) == 0.65
    right = {"correct": [], "wrong": []}
    for item in items_of("raha_flights"):
        rows = [line.split(" | ") for line in item.state.split("\n")[2:]]
        column = 2 if item.domain == "act_dep_time" else 4
        times = Counter(time for row in rows if (time := clock(row[column])))
        asked = clock(item.question.text.partition(' as "')[2])
        majority = "correct" if asked == times.most_common(1)[0][0] else "wrong"
        right[item.answer].append(majority == item.answer)
    shares = [sum(own) / len(own) for own in right.values()]
    assert round(sum(shares) / 2, 2) == 0.63


def test_labels_are_as_many_as_the_card_page_says():
    assert counts("walmart_amazon") == {"match": 193, "no_match": 188}
    assert counts("amazon_google") == {"match": 233, "no_match": 425}
    assert counts("infotabs") == {"entailment": 332, "neutral": 333, "contradiction": 333}
    assert counts("raha_flights") == {"correct": 498, "wrong": 498}
