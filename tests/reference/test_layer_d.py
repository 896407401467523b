"""Rows picked by hand from the sources of layer D, and what must not leak."""

from collections import Counter

import pytest
from reference_kit import counts, items_of, picked, shown

PICKED = [  # task, a part of the state, the source's label
    ("teval", "MLA citation format for the article with organic ID 'pw00", "success"),
    ("teval", "HTTPSConnectionPool(host='google.serper", "internal_error"),
    ("teval", "Get the stock ticker given the company name 'WB'", "irrelevant_response"),
    ("teval", "company behind the ticker symbol 'WBIL'", "irrelevant_response"),
    ("teval", "Can not find the movie named 沙丘", "unable_to_accomplish"),
]


@pytest.mark.parametrize(("task", "state", "label"), PICKED)
def test_rows_picked_by_hand_keep_their_label(task, state, label):
    found = [item for item in items_of(task) if state in " ".join(item.state.values())]
    assert label in {item.answer for item in found}
    assert len({item.answer for item in found}) == 1


def test_teval_goal_and_response_decide_together():
    joker = [
        i for i in items_of("teval") if i.state["goal"] == "Get the details of the movie 'Joker'"
    ]
    by_response = {item.state["response"]: item.answer for item in joker}
    assert by_response["{'text': 'filmName should be a chinese string'}"] == "input_error"
    assert by_response["{'text': 'Can not find the movie named 小丑'}"] == "unable_to_accomplish"


FUNCTIONS = [  # a part of the request and the function that the answer file names
    ("Find any Theater events in Seattle, WA?", "Events_3_FindEvents"),
    ("Can you reserve train tickets for me from Sacramento to", "Trains_1_GetTrainTickets"),
    ("i want to get the subdomains from google.com", "Subdomain"),
    ("I need to mark my reminders as completed", "reminders_complete"),
    ("Adriel's professional experiences, id is 1234", "experiences_and_education"),
]


@pytest.mark.parametrize(("request_", "function"), FUNCTIONS)
def test_bfcl_names_the_function_of_the_answer_file(request_, function):
    assert picked("bfcl", request_).answer == function


def test_bfcl_shows_functions_in_the_order_of_the_options_and_not_the_gold_first():
    first = []
    for item in items_of("bfcl"):
        assert [one["name"] for one in item.state["functions"]] == list(item.request.keys)
        assert 2 <= len(item.options) <= 37
        first.append(item.answer == item.request.keys[0])
    expected = sum(1 / len(item.options) for item in items_of("bfcl")) / len(first)
    assert abs(sum(first) / len(first) - expected) < 0.04


def steps(item):
    return item.state.partition("[PLAN]")[2].partition("[PLAN END]")[0].strip().count("\n") + 1


PLANS = [  # goal or steps of the plan, and the validator's verdict
    ("unstack the yellow block from on top of the blue block\nput down the yellow block\npick up "
     "the red block\nstack the red block on top of the blue block", "valid"),
    ("unstack the blue block from on top of the yellow block\nstack the yellow block on top of "
     "the orange block\nunstack the yellow block from on top of the red block",
     "unmet_precondition"),
    ("unstack the blue block from on top of the orange block\nstack the orange block on top of "
     "the blue block\npick up the orange block", "unmet_precondition"),
    ("[PLAN]\nunstack the red block from on top of the orange block\n[PLAN END]",
     "goal_not_reached"),
    ("put down the red block\npick up the orange block\nstack the orange block on top of the red "
     "block\n[PLAN END]", "goal_not_reached"),
]  # fmt: skip


@pytest.mark.parametrize(("plan", "verdict"), PLANS)
def test_plans_keep_the_validators_verdict(plan, verdict):
    assert verdict in {item.answer for item in items_of("planbench") if plan in item.state}


def test_plans_come_without_solved_examples_and_verdicts():
    for item in items_of("planbench"):
        assert item.state.count("[PLAN]") == 1
        assert "[VERIFICATION]" not in item.state
        assert "The above plan is" not in item.state
    odd = Counter((item.answer, steps(item) % 2) for item in items_of("planbench"))
    assert odd["unmet_precondition", 0] == odd["valid", 1] == 0


def test_taubench_shows_no_reward_and_no_annotated_action():
    groups = Counter(item.group for item in items_of("taubench"))
    assert set(groups.values()) == {4}
    for item in items_of("taubench"):
        assert item.state.startswith("Policy:\n# Airline Agent Policy")
        for field in ("reward_info", "gt_data_hash", "r_actions", "user_cost", '"trial"'):
            assert field not in shown(item)
    mixed = {}
    for item in items_of("taubench"):
        mixed.setdefault(item.group, set()).add(item.answer)
    assert sum(len(answers) == 2 for answers in mixed.values()) == 26


TURNS = [  # the API, the user's last words, and what the assistant did
    ("SearchHotel", "Please find a three star hotel.", "ask"),
    ("GetTrainTickets", "That sounds good, please book train tickets.", "ask"),
    ("ScheduleVisit", "Please check for availability on the 12th.", "confirm"),
    ("MakePayment", "I would prefer to sent it via UnionPay.", "confirm"),
    ("FindTrains", "We will need three seats.", "call"),
    ("ReserveHotel", "Great.Tell me their street address and the price for night.", "call"),
]


@pytest.mark.parametrize(("api", "words", "act"), TURNS)
def test_sgd_cuts_a_dialogue_before_what_the_assistant_did(api, words, act):
    found = [
        item.answer
        for item in items_of("sgd")
        if item.state["api"]["name"] == api and item.state["dialogue"].endswith(words)
    ]
    assert act in found


def test_labels_are_as_many_as_the_draw_gives():
    assert counts("teval") == {
        "success": 206, "unable_to_accomplish": 116, "input_error": 73, "internal_error": 34,
        "irrelevant_response": 19,
    }  # fmt: skip
    assert counts("planbench") == {"valid": 324, "unmet_precondition": 116, "goal_not_reached": 60}
    assert counts("taubench") == {"success": 84, "failure": 116}
    assert counts("sgd") == {"call": 386, "ask": 368, "confirm": 246}
    assert len(items_of("bfcl")) == 1_000
