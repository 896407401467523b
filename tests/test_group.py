"""What all families share: quotas, ids, order, and the checks that a broken group fails."""

import random

import pytest
from msgspec.structs import replace

from decisionpivot.families import group as g
from decisionpivot.families.group import Family, Group, Member, Place
from decisionpivot.families.quotas import even, spread
from decisionpivot.items import GenerationError, Pivot


def make(place: Place, r: random.Random, without: frozenset[str]) -> Group:
    limit = int(r.random() * 10**9)
    base = f"The limit is {limit}.\nThe value is {limit}."
    states = {"yes": base, "no": f"The limit is {limit}.\nThe value is {limit + 1}."}
    return Group(
        "toy",
        g.binary(place, yes="Within.", no="Beyond."),
        base,
        tuple(
            Member(s, a, Pivot("value", str(limit), s.split()[-1], 0.9), int(s != base))
            for a, s in states.items()
        ),
    )


TOY = Family(
    name="toy", title="A toy", layer="A", question="Within?", size=2, domains=("toy",),
    kinds={"value": "the value"}, make=make,
)  # fmt: skip
PLACE = Place("toy", 1, 0, 1, 0)


def test_spread_has_exact_counts_and_its_own_order():
    counts = (("a", 30), ("b", 70))
    first = spread("f", 1, "kind", counts)
    assert sorted(first) == ["a"] * 30 + ["b"] * 70
    assert first != spread("f", 2, "kind", counts)
    assert first != spread("f", 1, "domain", counts)


@pytest.mark.parametrize(("values", "total"), [("abc", 100), ("abcdefgh", 67), ("ab", 1)])
def test_even_counts_differ_by_at_most_one(values, total):
    counts = [count for _, count in even(values, total, first=1)]
    assert sum(counts) == total
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(("size", "groups", "last"), [(2, 100, 2), (3, 67, 2), (4, 50, 4)])
def test_a_level_has_200_items_whatever_the_group_size(size, groups, last):
    family = replace(TOY, size=size)
    sizes = [family.members(index) for index in range(family.groups)]
    assert (family.groups, sum(sizes), sizes[-1]) == (groups, 200, last)


def test_a_draw_has_600_items_with_running_ids_and_groups_kept_together():
    items = list(g.generate(TOY, 1))
    assert [item.id for item in items] == [f"toy:{n:05d}" for n in range(600)]
    assert [item.group for item in items] == [f"toy:g{n // 2:04d}" for n in range(600)]
    assert [item.level for item in items] == [1] * 200 + [2] * 200 + [3] * 200


def test_any_block_and_group_alone_is_the_same_as_in_the_draw():
    items = list(g.generate(TOY, 5, blocks=range(2)))
    assert list(g.generate(TOY, 5, blocks=range(1, 2))) == items[600:]
    for number in (0, 199, 200, 599, 600, 1199):
        block, level, position = g.locate(TOY, 5, number)
        group = g.items_at(TOY, 5, block=block, level=level, position=position)
        assert items[number] in group
        assert all(item in items for item in group)


def test_neither_id_nor_parity_nor_option_order_tells_the_answer():
    items = list(g.generate(TOY, 1))
    for level in g.LEVELS:
        mine = [item for item in items if item.level == level]
        first_right = [item.options[0].key == item.answer for item in mine]
        even_yes = [item.answer == "yes" for item in mine[::2]]
        assert sum(first_right) == 100
        assert 35 <= sum(even_yes) <= 65


def broken(**changes):
    good = g.build(TOY, PLACE)
    yes, no = good.members
    changed = {
        name: value(yes, no) if callable(value) else value for name, value in changes.items()
    }
    return replace(good, **changed)


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"members": lambda yes, no: (yes,)}, "size of its index"),
        ({"members": lambda yes, no: (yes, replace(no, answer="yes"))}, "another answer"),
        ({"members": lambda yes, no: (yes, replace(no, answer="maybe"))}, "is an option"),
        ({"members": lambda yes, no: (yes, replace(no, state=yes.state, changes=0))}, "differ"),
        ({"members": lambda yes, no: (yes, replace(no, changes=2))}, "decisive change alone"),
        ({"domain": "moon"}, "domain is listed"),
        (
            {"members": lambda yes, no: (yes, replace(no, pivot=Pivot("odd", "", "", 0.5)))},
            "pivots have a listed kind",
        ),
        (
            {"members": lambda yes, no: (yes, replace(no, pivot=Pivot("value", "", "", 1.5)))},
            "pivots have a listed kind",
        ),
    ],
)
def test_a_group_that_breaks_a_rule_is_refused_by_name(changes, rule):
    with pytest.raises(GenerationError, match=rule):
        g.check(TOY, PLACE, broken(**changes))


def test_a_second_difference_is_a_change_and_so_is_an_added_line():
    assert g.changed_lines("a\nb\nc", "a\nx\ny") == [1, 2]
    with pytest.raises(GenerationError, match="3 lines where the base has 2"):
        g.changed_lines("a\nb", "a\nb\nc")


def test_json_is_compared_by_leaves_types_and_key_order():
    base = {"a": 1, "b": [1, {"c": "x"}]}
    assert g.changed_leaves(base, {"a": 1, "b": [1, {"c": "y"}]}) == ["$.b[1].c"]
    assert g.changed_leaves(base, {"a": 1.0, "b": [1, {"c": "x"}]}) == ["$.a"]
    assert g.changed_leaves(base, {"b": [1, {"c": "x"}], "a": 1}) == ["$"]
    assert g.changed_leaves(base, {"a": 1, "d": 2}) == ["$.b", "$.d"]
    assert g.changed_leaves([1], [1, 2]) == ["$"]
