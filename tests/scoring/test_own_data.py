"""The example of own data in the documentation."""

from pathlib import Path

from scoring_kit import answer

from decisionpivot.items import read_items
from decisionpivot.scoring import score_answers

EXAMPLE = Path(__file__).parents[2] / "examples" / "returns.jsonl"


def test_the_example_has_twenty_items_in_two_tasks_and_scores_under_data() -> None:
    items = list(read_items(EXAMPLE))
    answers = [answer(i.id, {k: float(k == i.answer) for k in i.request.keys}) for i in items]
    card = score_answers(items, answers, resamples=20)
    assert len(items) == 20
    assert (card.core, card.reference) == (None, None)
    assert card.data
    assert {name: own.groups for name, own in card.data.tasks.items()} == {
        "refunds": 8,
        "routing": 0,
    }
    assert card.data.macro.averaged == {"item_accuracy": 2, "pair_accuracy": 1, "automation_5": 2}
    assert card.data.macro.item_accuracy == 1
    assert card.data.intervals["tasks.refunds.pair_accuracy"].unit == "group"
    assert card.data.intervals["tasks.routing.item_accuracy"].unit == "item"


def test_every_group_of_the_example_has_a_yes_and_a_no() -> None:
    answers: dict[str, set[str]] = {}
    for item in read_items(EXAMPLE):
        if item.group:
            answers.setdefault(item.group, set()).add(str(item.answer))
    assert all(found == {"yes", "no"} for found in answers.values())
