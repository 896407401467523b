"""What is on a reviewer's desk: before the answers are shown, nothing that tells them."""

from contextlib import closing

import msgspec
import pytest
from review_kit import DECISIVE, groups, pair

from decisionpivot.contrast import Segment, marked
from decisionpivot.items import InputError, Item, Option, Pivot, Question
from decisionpivot.review.desk import Desk
from decisionpivot.review.groups import groups_of
from decisionpivot.review.store import Refused
from decisionpivot.review.storefile import open_store
from decisionpivot.selection import Task


@pytest.fixture
def desk(tmp_path):
    with closing(open_store(tmp_path / "r.sqlite", {"gates": "0" * 64}, create=True)) as store:
        yield Desk(groups(3), store)


def test_a_sheet_tells_the_answer_only_after_it_was_shown(desk):
    desk.enter("ada")
    sheet = desk.current("ada")
    for member in sheet.members:
        assert DECISIVE not in msgspec.json.encode(desk.sheet("ada", 1)).decode()
        assert desk.sheet("ada", 1).members[0].outcome is None
        desk.answer("ada", 1, member.id, answer="yes")
    shown = desk.show("ada", 1)
    assert [(m.outcome.answer, m.outcome.right) for m in shown.members] == [
        ("no", False), ("yes", True)
    ]  # fmt: skip
    assert shown.members[0].outcome.pivot.kind == DECISIVE


def test_an_answer_is_one_of_the_options_of_an_item_of_the_group(desk):
    desk.enter("ada")
    item = desk.current("ada").members[0].id
    for name, answer in ((item, "perhaps"), ("gates:00099", "yes")):
        with pytest.raises(Refused):
            desk.answer("ada", 1, name, answer=answer)


def test_progress_counts_groups_with_one_and_with_two_reviews(desk):
    for name in ("ada", "bob"):
        desk.enter(name)
    for name, count in (("ada", 3), ("bob", 1)):
        sheet = desk.current(name)
        for _ in range(count):
            for member in sheet.members:
                desk.answer(name, sheet.number, member.id, answer="yes")
            desk.show(name, sheet.number)
            sheet = desk.go_on(name, sheet.number)
    (gates,) = desk.progress("bob")
    assert (gates.groups, gates.once, gates.twice, gates.own) == (3, 3, 1, 1)


def test_families_and_levels_take_turns():
    tasks = [
        Task(name, tuple(i for n in range(4) for i in pair(n, family=name, level=1 + n // 2)), "")
        for name in ("a", "b")
    ]
    order = [(group.task, group.level) for group in groups_of(tasks)]
    assert order == [("a", 1), ("a", 2), ("b", 1), ("b", 2)] * 2


def test_items_without_a_group_stand_alone_and_those_without_an_answer_are_refused():
    alone = Item(
        id="x", task="t", state="s", question=Question("noul", "?"),
        options=(Option("yes", ""), Option("no", "")), answer="yes",
    )  # fmt: skip
    (group,) = groups_of([Task("t", (alone,), "")])
    assert group.members == (alone,)
    graded = msgspec.structs.replace(alone, answer=msgspec.UNSET, label=0.5)
    with pytest.raises(InputError, match="has no answer"):
        groups_of([Task("t", (graded,), "")])


def of(state, pivot=None):
    return Item(
        id="x", task="t", state=state, question=Question("noul", "?"), answer="yes", pivot=pivot,
        options=(Option("yes", ""), Option("no", "")),
    )  # fmt: skip


def test_what_differs_is_marked_and_the_decisive_fact_among_it():
    members = [
        of("Fee 5\nAt 5 pm, Bo", Pivot("hour", "5 pm", "5 pm", 0.6)),
        of("Fee 5\nAt 6 pm, Al", Pivot("hour", "5 pm", "6 pm", 0.6)),
    ]
    assert marked(members) == [
        (
            Segment("Fee 5\nAt "), Segment(f"{hour} pm", "decisive"), Segment(", "),
            Segment(who, "changed"),
        )
        for hour, who in ((5, "Bo"), (6, "Al"))
    ]  # fmt: skip


def test_the_segments_of_a_state_are_the_state_as_it_was_shown():
    members = [of({"a": 1, "b": ["x"]}, Pivot("k", '"a":1', '"a":1', 0.1)), of({"b": ["x"]})]
    first, second = marked(members)
    assert "".join(s.text for s in first) == '{\n  "a": 1,\n  "b": [\n    "x"\n  ]\n}'
    assert Segment('"a": 1', "decisive") in first
    assert all(segment.mark != "decisive" for segment in second)


@pytest.mark.parametrize("state", ["", "\n", "x" * 10_000])
def test_odd_states_are_marked_without_trouble(state):
    first, second = marked([of(state), of(state + "!")])
    assert "".join(s.text for s in first) == state
    assert "".join(s.text for s in second) == state + "!"
    assert marked([of(state)]) == [(Segment(state),) if state else ()]
