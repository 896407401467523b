"""Rows picked by hand from the sources of layer D, and what must not leak."""

import re
from collections import Counter

import pytest
from reference_kit import counts, gold_meaning, items_of, picked, shown
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

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


def test_a_call_of_teval_is_shown_as_the_prompt_gives_it():
    item = picked("teval", "Get the coordinates of Shanghai City Hall.")
    assert item.state == {
        "goal": "Get the coordinates of Shanghai City Hall.",
        "tool": "GaodeMap.get_coordinate",
        "args": "{'address': '上海市政府'}",
        "response": "{'coordinate': '121.473657,31.230378'}",
    }
    assert gold_meaning(item) == "the task is completed and the goal achieved"
    assert item.request.keys == (
        "success", "internal_error", "input_error", "irrelevant_response", "unable_to_accomplish",
    )  # fmt: skip


def test_teval_shows_no_explanation_of_the_label():
    for item in items_of("teval"):
        assert list(item.state) == ["goal", "tool", "args", "response"]
        assert "Answer:" not in shown(item)


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


def test_the_options_of_bfcl_are_the_functions_with_their_descriptions():
    item = picked("bfcl", "Find movies playing in Berkeley, preferably in the Sci-fi genre")
    assert sorted(item.request.keys) == [
        "Movies_1_BuyMovieTickets", "Movies_1_FindMovies", "Movies_1_GetTimesForMovie",
    ]  # fmt: skip
    assert gold_meaning(item).startswith("Search for movies based on location, genre, and show")
    assert {one["name"]: one["description"] for one in item.state["functions"]} == {
        option.key: option.meaning for option in item.options
    }
    roles = Counter(message["role"] for i in items_of("bfcl") for message in i.state["messages"])
    assert roles == {"user": 1_000, "system": 25}


def test_shared_words_are_the_shortcut_that_the_card_of_bfcl_names():
    def words(text):
        apart = re.sub(r"([A-Z])", r" \1", text.replace("_", " ")) + " " + text
        return set(re.findall(r"[a-z]{3,}", apart.lower()))

    right = 0
    for item in items_of("bfcl"):
        said = words(" ".join(message["content"] for message in item.state["messages"]))
        shared = [len(said & words(f"{one.key} {one.meaning}")) for one in item.options]
        right += item.request.keys[shared.index(max(shared))] == item.answer
    assert round(right / 1_000, 2) == 0.74


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
    ("the yellow block is on top of the orange block. \nMy plan is as follows:\n\n[PLAN]\nunstack "
     "the red block from on top of the orange block\nput down the red block\npick up the orange "
     "block\nstack the orange block on top of the red block\n[PLAN END]", "goal_not_reached"),
]  # fmt: skip


def test_a_plan_is_shown_with_rules_start_and_goal():
    """The first instance of the file: its second step is stacking a block that is not held."""
    (item,) = (
        one
        for one in items_of("planbench")
        if "the yellow block is on the table.\nMy goal is to have that the orange block is on top "
        "of the blue block. \nMy plan"
        in one.state
        and "the red block is clear, the blue block is clear, the yellow block is clear"
        in one.state
    )
    assert item.state.startswith("I am playing with a set of blocks")
    assert item.state.endswith(
        "[PLAN]\nunstack the blue block from on top of the orange block\nstack the orange block on "
        "top of the blue block\npick up the orange block\n[PLAN END]"
    )
    assert item.request.keys == ("valid", "unmet_precondition", "goal_not_reached")
    assert gold_meaning(item) == "a step cannot be executed"


@pytest.mark.parametrize(("plan", "verdict"), PLANS)
def test_plans_keep_the_validators_verdict(plan, verdict):
    assert {item.answer for item in items_of("planbench") if plan in item.state} == {verdict}


def test_plans_come_without_solved_examples_and_verdicts():
    for item in items_of("planbench"):
        assert item.state.count("[PLAN]") == 1
        assert "[VERIFICATION]" not in item.state
        assert "The above plan is" not in item.state
    odd = Counter((item.answer, steps(item) % 2) for item in items_of("planbench"))
    assert odd["unmet_precondition", 0] == odd["valid", 1] == 0


CONVERSATIONS = [  # a user's first and last words in the source, and the reward
    ("Hi! I'm looking to book a flight from New York to Seattle on May 20th.",
     "Thank you so much for your help! ###STOP###", "failure"),  # 0.0
    ("Hi! I was hoping to change my flight reservation for a day later and find the cheapest",
     "Thank you so much for your help! ###STOP###", "failure"),  # 0.0
    ("Hi! I'd like to make a few changes to my trip from New York to Chicago.",
     "Thank you for helping with the changes! That's all for now. ###STOP###", "success"),  # 1.0
    ("Hi there! I need some help with changing my flight.",
     "Yes, please transfer me to a human agent for help with the checked bag refund.",
     "success"),  # 1.0
    ("Hi! I need to cancel my flights under reservation ID SI5UKW.",
     "someone else I can talk to who might be able to make an exception?", "success"),  # 1.0
    ("Hi there! I need to cancel a reservation I have.", "Yes, please, that would be helpful.",
     "success"),  # 1.0
]  # fmt: skip


@pytest.mark.parametrize(("first", "last", "outcome"), CONVERSATIONS)
def test_conversations_keep_the_outcome_of_the_source(first, last, outcome):
    (item,) = (
        one
        for one in items_of("taubench")
        if f"Transcript:\nuser: {first}" in one.state and last in one.state[-1_200:]
    )
    assert item.answer == outcome
    assert item.request.keys == ("success", "failure")


def test_a_conversation_is_policy_goal_and_one_line_a_message():
    item = picked("taubench", "Thank you for helping with the changes! That's all for now.")
    policy, goal, transcript = re.split(
        r"\n\n(?:The user's goal|Transcript):\n", item.state.removeprefix("Policy:\n")
    )
    assert policy.startswith("# Airline Agent Policy")
    assert goal.startswith("You are omar_rossi_1241. For your upcoming trip from New York")
    assert (
        'assistant: {"name": "update_reservation_baggages", "arguments": "{\\"reservation_id\\":'
        in transcript
    )
    assert '\ntool: {"reservation_id": "FQ8APE"' in transcript


def test_the_shortcuts_of_conversations_are_those_that_the_card_names():
    answers = [item.answer == "success" for item in items_of("taubench")]
    transcripts = [item.state.partition("Transcript:\n")[2] for item in items_of("taubench")]
    transferred = [one.endswith("tool: Transfer successful") for one in transcripts]
    assert round(roc_auc_score(answers, [-len(one) for one in transcripts]), 2) == 0.70
    assert round(balanced_accuracy_score(answers, transferred), 2) == 0.65


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


WHOLE_DIALOGUES = [  # dialogues 1_00000, 1_00003, 8_00000, 8_00005 and 8_00100 of the source
    ("ReserveRestaurant",
     "user: I need to book a dinner reservation for a date. Help me reserve a table at a "
     "restaurant.", "ask"),
    ("ScheduleVisit", "user: Please schedule a property visit.", "ask"),
    ("ScheduleVisit",
     "user: Please schedule a property visit.\nsystem: Which property and when do you want to "
     "visit?\nuser: I would like to Tiburon 6 lyford, Llc on March 3rd", "confirm"),
    ("ScheduleVisit",
     "user: I'm interested in scheduling a visit to a property on the 5th of this month. The "
     "property is Shadowbrook Apartments.", "confirm"),
    ("ScheduleVisit",
     "user: I'm interested in scheduling a visit to a property on the 5th of this month. The "
     "property is Shadowbrook Apartments.\nsystem: Confirming a visit to the Shadowbrook "
     "Apartments property on March 5th.\nuser: That's right, yes. Oh, could you tell me, does it "
     "have a garage?", "call"),
    ("FindTrains",
     "user: Can you locate a train for me? I want one seat.\nsystem: What is the date that you "
     "wish to travel? Which city are you heading to?\nuser: See if you can find me tickets for "
     "4th of March heading to Phoenix, AZ.", "ask"),
    ("FindTrains",
     "user: Can you locate a train for me? I want one seat.\nsystem: What is the date that you "
     "wish to travel? Which city are you heading to?\nuser: See if you can find me tickets for "
     "4th of March heading to Phoenix, AZ.\nsystem: What is your point of departure?\nuser: I "
     "need tickets leaving from Anaheim.", "call"),
]  # fmt: skip


@pytest.mark.parametrize(("api", "dialogue", "act"), WHOLE_DIALOGUES)
def test_sgd_shows_the_api_and_the_dialogue_so_far(api, dialogue, act):
    found = [item for item in items_of("sgd") if item.state["dialogue"] == dialogue]
    assert [(item.state["api"]["name"], item.answer) for item in found] == [(api, act)]
    assert found[0].request.keys == ("call", "ask", "confirm")


def test_sgd_shows_no_annotation():
    names = ["name", "description", "is_transactional", "required_slots", "optional_slots"]
    for item in items_of("sgd"):
        assert list(item.state) == ["api", "dialogue"]
        assert list(item.state["api"]) == names
        speakers = [line.partition(": ")[0] for line in item.state["dialogue"].split("\n")]
        assert speakers == ["user" if n % 2 == 0 else "system" for n in range(len(speakers))]


def test_labels_are_as_many_as_the_draw_gives():
    assert counts("teval") == {
        "success": 206, "unable_to_accomplish": 116, "input_error": 73, "internal_error": 34,
        "irrelevant_response": 19,
    }  # fmt: skip
    assert counts("planbench") == {"valid": 324, "unmet_precondition": 116, "goal_not_reached": 60}
    assert counts("taubench") == {"success": 84, "failure": 116}
    assert counts("sgd") == {"call": 386, "ask": 368, "confirm": 246}
    assert len(items_of("bfcl")) == 1_000
