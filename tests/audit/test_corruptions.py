"""An audit must be able to fail: items corrupted on purpose are caught, each by the right check."""

from collections.abc import Callable
from itertools import chain

import pytest
from msgspec.structs import replace

from decisionpivot.audit import drawn
from decisionpivot.audit.agreement import agreement
from decisionpivot.audit.check import Check, by_group
from decisionpivot.audit.counts import structural_counts
from decisionpivot.audit.distinct import distinctness, repeated_across
from decisionpivot.audit.probes import across_seeds, judged
from decisionpivot.audit.readers import bounds
from decisionpivot.audit.structure import structure
from decisionpivot.families import BY_NAME
from decisionpivot.families.group import generate
from decisionpivot.items import Item
from decisionpivot.readers.reader import Reader, certain

TEXT, JSON = "log_claim", "filter_match"
Items = list[Item]


@pytest.fixture(scope="module")
def released() -> dict[str, Items]:
    return {name: list(generate(BY_NAME[name], 1)) for name in (TEXT, JSON)}


def broken(checks: list[Check]) -> set[str]:
    return {check.name for check in checks if not check.holds}


def test_the_released_items_break_nothing(released):
    for name, items in released.items():
        assert not broken(structure(name, items))
        assert not broken(distinctness(name, items))


def flip(item: Item) -> Item:
    return replace(item, answer={"yes": "no", "no": "yes"}[str(item.answer)])


def swapped(items: Items, change: Callable[[Item], Item], places: range) -> Items:
    return [change(item) if n in places else item for n, item in enumerate(items)]


def second_difference(item: Item) -> Item:
    return replace(item, state=str(item.state).replace("\n", "!\n", 1))


def other_kind(item: Item) -> Item:
    assert item.pivot
    return replace(item, pivot=replace(item.pivot, kind="window"))


def with_state_of(item: Item, other: Item) -> Item:
    return replace(item, state=other.state)


def answer_first(item: Item) -> Item:
    ordered = sorted(item.options, key=lambda option: option.key != item.answer)
    return replace(item, options=tuple(ordered))


STRUCTURAL = {
    "a flipped answer": (
        lambda items: swapped(items, flip, range(1)),
        {"groups are whole", "answers balanced", "gold positions balanced", "kinds as designed"},
    ),
    "a second difference": (
        lambda items: swapped(items, second_difference, range(1)),
        {"one decisive change"},
    ),
    "an added line": (
        lambda items: swapped(items, lambda i: replace(i, state=f"{i.state}\nMore."), range(1)),
        {"one decisive change"},
    ),
    "a repeated state": (
        lambda items: [*items[:2], *map(with_state_of, items[2:4], items[:2]), *items[4:]],
        {"no repeated state"},
    ),
    "a lost item": (lambda items: items[:-1], {"counts"}),
    "a wrong level": (
        lambda items: swapped(items, lambda i: replace(i, level=2), range(2)),
        {"counts"},
    ),
    "yes always first": (
        lambda items: list(map(answer_first, items)),
        {"gold positions balanced", "groups are whole"},
    ),
    "an id out of order": (
        lambda items: [*items[:1], replace(items[1], id=f"{TEXT}:09999"), *items[2:]],
        {"ids and canary"},
    ),
    "a lost canary": (
        lambda items: swapped(items, lambda i: replace(i, canary=""), range(1)),
        {"ids and canary"},
    ),
    "another kind": (lambda items: swapped(items, other_kind, range(60)), {"kinds as designed"}),
    "facts all at the end": (
        lambda items: [replace(i, pivot=replace(i.pivot, at=0.9)) for i in items],
        {"place of the decisive fact"},
    ),
    "short states": (
        lambda items: [replace(i, state=str(i.state)[-400:]) for i in items],
        {"lengths"},
    ),
    "one domain": (
        lambda items: [replace(i, domain=items[0].domain) for i in items],
        {"every domain at every level"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STRUCTURAL)
def test_a_structural_corruption_is_caught_by_name(released, name):
    corrupt, expected = STRUCTURAL[name]
    assert expected <= broken(structure(TEXT, corrupt(released[TEXT])))


def test_a_flipped_answer_disagrees_with_the_solver(released):
    check = agreement(TEXT, swapped(released[TEXT], flip, range(7, 8)), name="release")
    assert not check.holds
    assert check.detail.startswith("599 of 600; log_claim:00007: answer")


def test_a_reason_that_is_not_the_pivots_disagrees_with_the_solver(released):
    def change(item: Item) -> Item:
        assert item.pivot
        return replace(item, pivot=replace(item.pivot, kind="flag"))

    items = released[JSON]
    place = next(n for n, i in enumerate(items) if i.answer == "no" and i.pivot.kind == "area")
    check = agreement(JSON, swapped(items, change, range(place, place + 1)), name="release")
    assert not check.holds
    assert "reason area, not flag" in check.detail


def test_a_state_that_cannot_be_read_disagrees(released):
    items = swapped(released[TEXT], lambda i: replace(i, state="Nonsense here."), range(1))
    check = agreement(TEXT, items, name="release")
    assert not check.holds
    assert "cannot read" in check.detail


def longer(item: Item) -> Item:
    # States differ by thousands of characters; so must a leak that shows in every single one.
    return replace(item, state=f"{item.state}{' ' * 9_000}") if item.answer == "yes" else item


def more_lines(item: Item) -> Item:
    return replace(item, state=str(item.state) + "\n" * 200) if item.answer == "yes" else item


def word(item: Item) -> Item:
    return replace(item, state=f"{item.state} {'granted' if item.answer == 'yes' else 'refused'}")


def affix(item: Item) -> Item:
    return replace(item, state=f"{item.state} qx{item.answer}xq{item.id[-3:]}")


def ordered(items: Items) -> Items:
    pairs = zip(items[::2], items[1::2], strict=True)
    both = (sorted(pair, key=lambda i: str(i.answer)) for pair in pairs)
    return [replace(i, id=f"{TEXT}:{n:05d}") for n, i in enumerate(chain(*both))]


def telling_options(item: Item) -> Item:
    keys = {option.key: option for option in item.options}
    right = replace(keys[str(item.answer)], meaning="This one is certainly right in every way.")
    return replace(item, options=tuple(right if o.key == item.answer else o for o in item.options))


LEAKS = {
    "state length": longer,
    "line count": more_lines,
    "bag of words": word,
    "character n-grams": affix,
    "options only": telling_options,
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_leaked_label_is_caught_by_its_probe(released, name):
    items = [LEAKS[name](item) for item in released[TEXT]]
    assert {f"{name}, items", f"{name}, pairs"} <= broken(judged(TEXT, name, items))
    assert not broken(judged(TEXT, name, released[TEXT]))


def test_an_order_that_tells_the_answer_is_caught(released):
    name = "id, parity, place in file"
    assert f"{name}, items" in broken(judged(TEXT, name, ordered(released[TEXT])))
    assert not broken(judged(TEXT, name, released[TEXT]))


def test_an_unbalanced_answer_is_caught(released):
    items = [item for n, item in enumerate(released[TEXT]) if item.answer == "yes" or n % 3]
    assert "majority class, items" in broken(judged(TEXT, "majority class", items))


def test_a_leak_that_holds_across_seeds_is_caught():
    family = BY_NAME[TEXT]
    train, test = ([word(item) for item in drawn(family, seeds)] for seeds in ((2,), (3, 4)))
    assert {"bag of words, items", "bag of words, pairs"} <= broken(across_seeds(TEXT, train, test))


def test_groups_of_several_draws_are_told_apart():
    items = drawn(BY_NAME[TEXT], (2, 3))
    assert [len(group) for group in by_group(items)] == [2] * 600


def test_a_sentence_used_everywhere_is_caught(released):
    sentence = "Every figure in this case is to be read as it stands."
    items = [replace(item, state=f"{item.state}\n{sentence}") for item in released[TEXT]]
    (check,) = [c for c in distinctness(TEXT, items) if c.name == "most used sentence"]
    assert not check.holds
    assert check.detail.startswith("every figure in this case")


def test_groups_that_are_near_copies_are_caught():
    text = " ".join(f"The quick word{n % 7} goes over the lazy word{n % 5} once." for n in range(9))
    items = [
        Item(id=f"x:{n}", group=f"x:g{n // 2}", state=f"{text} Case {n // 2}.", question=i.question,
             options=i.options, answer=i.answer)
        for n, i in enumerate(generate(BY_NAME[TEXT], 1, first=4))
    ]  # fmt: skip
    assert "similar groups" in broken(distinctness(TEXT, items))


def test_a_state_of_another_draw_is_caught(released):
    items = released[TEXT]
    assert not repeated_across(TEXT, items, items[:2]).holds
    assert repeated_across(TEXT, items, list(generate(BY_NAME[TEXT], 2, first=2))).holds


def test_a_reader_above_its_bound_is_caught(released):
    answers = {item.request: str(item.answer) for item in released[TEXT] if item.level != 1}
    knows = Reader(
        name=f"{TEXT}/knows", says="knows levels 2 and 3", level_bounds={2: 0.9},
        read=lambda request: certain(request, answers.get(request, "yes")),
    )  # fmt: skip
    found = broken(list(bounds(TEXT, knows, released[TEXT])))
    assert found == {f"{TEXT}/knows, items", f"{TEXT}/knows, pairs"}


def test_counts_that_tell_the_answer_are_caught():
    family = BY_NAME["access_check"]
    items = list(generate(family, 1, first=20))
    (honest,) = structural_counts(family, items)
    assert honest.holds
    easy = [item for item in items if item.answer == "yes"]
    by_chance = [replace(item, answer="no") for item in easy]
    assert sum(next(structural_counts(family, part)).value for part in (easy, by_chance)) == 1
    assert not list(structural_counts(BY_NAME[TEXT], items))
