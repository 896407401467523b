"""The exact counts of record_rule, and what a reader of one rule type must not be able to do."""

from collections import Counter
from functools import cache
from statistics import mean

import pytest
from record_reading import HOLDS, RECORDS, Batch, Rule, day, numbers, read, violated

from decisionpivot.families.group import LEVELS, Item, generate
from decisionpivot.families.record_rule import FAMILY, KINDS

RULES = {1: {6}, 2: {7, 8}, 3: {9}}
UNTOUCHED = {1: 29, 2: 23, 3: 20}


@cache
def drawn(seed: int, first: int | None = None) -> list[tuple[Item, Batch]]:
    """The items of a draw, each with what is read from its text."""
    return [(item, read(item)) for item in generate(FAMILY, seed, first=first)]


def of_level(level: int) -> list[tuple[Item, Batch]]:
    return [pair for pair in drawn(1) if pair[0].level == level]


@pytest.mark.parametrize("level", LEVELS)
def test_levels_list_so_many_rules_and_records(level):
    assert {len(batch.rules) for _, batch in of_level(level)} == RULES[level]
    assert {len(c) for _, b in of_level(level) for c in b.columns.values()} == {RECORDS[level]}


@pytest.mark.parametrize("level", LEVELS)
def test_every_type_is_violated_equally_often_and_the_rest_is_untouched(level):
    kinds = Counter(item.pivot.kind for item, _ in of_level(level))
    assert kinds.pop("none") == UNTOUCHED[level]
    assert len(kinds) == 13
    assert set(kinds.values()) <= {13, 14}


def test_every_type_is_violated_40_or_41_times_in_all():
    kinds = Counter(item.pivot.kind for item, _ in drawn(1) if item.pivot.kind != "none")
    assert set(kinds) == set(HOLDS) == set(KINDS) - {"none"}
    assert set(kinds.values()) == {40, 41}


@pytest.mark.parametrize("level", LEVELS)
def test_every_type_is_listed_equally_often(level):
    listed = Counter(rule.kind for _, batch in of_level(level)[::4] for rule in batch.rules)
    assert max(listed.values()) - min(listed.values()) <= 1


@pytest.mark.parametrize("level", LEVELS)
def test_gold_and_none_stand_at_every_place_equally_often(level):
    for size in RULES[level]:
        items = [item for item, batch in of_level(level) if len(batch.rules) == size]
        gold = Counter(item.request.keys.index(item.answer) for item in items)
        none = Counter(item.request.keys.index("none") for item in items[::4])
        for places, slack in ((gold, 1), (none, 2)):
            counts = [places[place] for place in range(size + 1)]
            assert max(counts) - min(counts) <= slack


def test_every_domain_occurs_equally_often_at_every_level():
    for level in LEVELS:
        domains = Counter(item.domain for item, _ in of_level(level)[::4])
        assert sorted(domains) == sorted(FAMILY.domains)
        assert max(domains.values()) - min(domains.values()) <= 1


@pytest.mark.parametrize(("seed", "first"), [(1, None), (7, 20), (8, 20)])
def test_exactly_the_intended_rule_fails_on_a_reading_of_the_text(seed, first):
    for item, batch in drawn(seed, first):
        found = [(rule.key, rule.kind) for rule in violated(batch)] or [("none", "none")]
        assert found == [(item.answer, item.pivot.kind)], item.id


@pytest.mark.parametrize("kind", HOLDS)
def test_a_reader_of_one_rule_type_is_right_in_at_most_a_quarter(kind):
    def answer(batch: Batch) -> str:
        broken = [r for r in batch.rules if r.kind == kind and not HOLDS[kind](batch, r)]
        return broken[0].key if broken else "none"

    right = [(item.level, answer(batch) == item.answer) for item, batch in drawn(1)]
    assert mean(hit for _, hit in right) <= 0.25
    for level in LEVELS:
        assert mean(hit for own, hit in right if own == level) <= 0.25


def near_misses(batch: Batch, rule: Rule) -> int:
    """Records that keep a rule only just."""
    column = batch.columns[rule.a]
    if rule.kind == "range":
        return sum(int(text) in numbers(rule) for text in column)
    if rule.kind == "date_order":
        pairs = zip(column, batch.columns[rule.b], strict=True)
        return sum((day(b) - day(a)).days <= 1 for a, b in pairs)
    if rule.kind in ("exclusion", "conditional"):
        return batch.columns[rule.b].count(batch.marker)
    if rule.kind == "parent":
        return column.count(batch.marker)
    return sum(Counter(column)[text] > 1 for text in column)


def test_every_member_has_near_misses_of_every_rule_that_has_limits():
    kinds = ("range", "date_order", "exclusion", "conditional", "parent", "limit", "list")
    for item, batch in drawn(1):
        for rule in batch.rules:
            if rule.kind in kinds:
                assert near_misses(batch, rule) >= 2, (item.id, rule)


def test_the_changed_cell_grows_as_often_as_it_shrinks():
    growth = [len(item.pivot.to) - len(item.pivot.from_) for item, _ in drawn(1)]
    assert abs(mean(growth)) < 0.25
