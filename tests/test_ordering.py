"""The order in which options are shown."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisionpivot.items import Item, Option, Question
from decisionpivot.ordering import asked, places


def item(count: int, kind: str = "choice", **more: str) -> Item:
    options = tuple(Option(f"k{n}", f"meaning {n}") for n in range(count))
    fields = {"id": "i-1", "task": "t", "state": "s", "answer": "k0"} | more
    return Item(question=Question(kind, "?"), options=options, **fields)  # type: ignore[arg-type]


@given(st.integers(2, 30), st.integers(-5, 2**40), st.text(), st.booleans())
def test_every_option_is_shown_once_in_another_order(
    count: int, seed: int, name: str, levels: bool
) -> None:
    order = places(seed, name, count, levels=levels)
    assert sorted(order) == list(range(count))
    assert order != list(range(count))
    assert order == places(seed, name, count, levels=levels)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_levels_are_reversed_and_never_mixed(count: int) -> None:
    shown = asked(item(count, "score"), 7)
    assert shown.options == item(count).options[::-1]


def test_two_options_are_swapped_and_the_state_and_question_stay() -> None:
    one = item(2)
    shown = asked(one, 7)
    assert (shown.state, shown.question) == (one.state, one.question)
    assert shown.options == one.options[::-1]


def test_without_a_seed_the_released_order_is_asked() -> None:
    assert asked(item(5), None) == item(5).request


def test_the_other_orders_are_equally_likely() -> None:
    found = Counter(tuple(places(seed, "g", 3, levels=False)) for seed in range(5_000))
    assert len(found) == 5
    assert all(850 < count < 1150 for count in found.values())


def test_members_of_a_group_are_shown_in_the_same_order_and_groups_are_not() -> None:
    def shown(id_: str, group: str) -> tuple[str, ...]:
        return asked(item(6, id=id_, group=group), 3).keys

    assert shown("a", "g") == shown("b", "g")
    assert len({shown("a", f"g{n}") for n in range(20)}) > 15
