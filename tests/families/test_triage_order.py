"""Triage order: counts, the order that rules give, and what lazy readers reach on the release."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import chain, pairwise

import pytest

from decisionpivot.families.group import LEVELS, changed_lines, generate
from decisionpivot.families.triage_order import FAMILY, case
from decisionpivot.families.triage_order.case import NEVER, Rules, Shift, Ticket
from decisionpivot.items import Item

KINDS = {
    1: {"arrival_time": 89, "class": 30, "flag": 27, "deadline": 27, "position": 27},
    2: {
        "arrival_time": 65,
        "current_time": 60,
        "class": 18,
        "flag": 18,
        "deadline": 18,
        "position": 21,
    },
    3: {
        "arrival_time": 63,
        "current_time": 59,
        "class": 21,
        "flag": 18,
        "deadline": 21,
        "position": 18,
    },
}
SIZES = {1: {6}, 2: {9, 10}, 3: {12, 13, 14}}
RULES = {1: {3}, 2: {4}, 3: {5, 6}}
CLOCK = re.compile(r"\b(\d{1,2})[:.h](\d\d)( [ap]m)?(?!\d)")
WORDS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()

POSITION = re.compile(
    r"Wanted is the \S+ at position (\d+)|that comes (\S+) in the order"
    r"|position asked for is number (\d+)|which \S+ stands (\S+) in|about position (\d+) of"
    r"|the (\S+) to be taken is asked|It is the (\S+) \S+ in the final|has position (\d+) when"
)


def minutes(text: str) -> list[int]:
    """All times of day in a text, in minutes after midnight."""
    found = []
    for hours, rest, half in CLOCK.findall(text):
        hour = int(hours) % 12 + 12 * (half == " pm") if half else int(hours)
        found.append(60 * hour + int(rest))
    return found


def rows(item: Item) -> dict[str, str]:
    """The line of each ticket in the queue."""
    prefix = re.escape(re.match(r"\D+", item.options[0].key).group())
    pattern = re.compile(rf"^(?:[-*] )?(?:\d\S+(?: [ap]m)? )?({prefix}\d{{3}})\b")
    return {m.group(1): line for line in item.state.split("\n") if (m := pattern.match(line))}


def listed(row: str) -> int:
    """The listed class in a row."""
    return int(re.search(r"(?:class|category|tier|grade|[^|] \|) (\d)\b(?![:.h])", row).group(1))


def arrival(row: str) -> int:
    """The arrival time in a row: labelled, or else the first time."""
    labelled = re.search(r"arrived:? (.*)", row)
    return minutes(labelled.group(1) if labelled else row)[0]


def position(item: Item) -> int:
    """The position asked for."""
    value = next(filter(None, POSITION.search(item.state).groups()))
    return WORDS.index(value) + 1 if value in WORDS else int(re.match(r"\d+", value).group())


@pytest.fixture(scope="module")
def released() -> dict[int, list[Item]]:
    items = list(generate(FAMILY, 1))
    return {level: [item for item in items if item.level == level] for level in LEVELS}


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_its_kinds_and_all_domains_alike(released, level):
    assert Counter(item.pivot.kind for item in released[level]) == KINDS[level]
    domains = Counter({item.group: item.domain for item in released[level]}.values())
    assert sorted(domains) == sorted(FAMILY.domains)
    assert max(domains.values()) - min(domains.values()) <= 1


def test_short_groups_have_the_kinds_arrival_arrival_current_time(released):
    for level, kind in zip(LEVELS, ("arrival_time", "arrival_time", "current_time"), strict=True):
        sizes = Counter(item.group for item in released[level])
        (short,) = [group for group, size in sizes.items() if size == 2]
        assert {i.pivot.kind for i in released[level] if i.group == short} == {kind}


@pytest.mark.parametrize("level", LEVELS)
def test_queues_and_rules_have_the_sizes_of_their_level(released, level):
    assert {len(rows(item)) for item in released[level]} == SIZES[level]
    numbered = re.compile(r"(?m)^(?:Rule )?\(?\d[.):] ")
    assert {len(numbered.findall(item.state)) for item in released[level]} == RULES[level]


@pytest.mark.parametrize("level", LEVELS)
def test_the_answer_is_at_each_of_five_places_in_40_items(released, level):
    places = Counter(item.request.keys.index(item.answer) for item in released[level])
    assert places == dict.fromkeys(range(5), 40)


def test_options_are_tickets_of_the_queue_with_their_descriptions(released):
    for item in chain.from_iterable(released.values()):
        lines = rows(item)
        assert len({option.meaning for option in item.options}) == 5
        assert all(option.meaning in lines[option.key] for option in item.options)


def groups_of(released: dict[int, list[Item]]) -> list[list[Item]]:
    groups: dict[str, list[Item]] = {}
    for item in chain.from_iterable(released.values()):
        groups.setdefault(item.group, []).append(item)
    return list(groups.values())


def test_members_differ_in_the_line_that_holds_the_fact(released):
    for first, *others in groups_of(released):
        for member in others:
            (place,) = changed_lines(first.state, member.state)
            line = member.state.split("\n")[place]
            assert member.pivot.to in line
            at = member.state.index(line) / len(member.state)
            assert member.pivot.at == pytest.approx(at, abs=1e-3)


def test_two_of_three_times_lie_a_minute_apart(released):
    for members in groups_of(released):
        if members[0].pivot.kind in ("arrival_time", "current_time", "deadline"):
            times = sorted(minutes(member.pivot.to)[0] for member in members)
            assert len(set(times)) == len(members)
            assert len(times) < 3 or 1 in [b - a for a, b in pairwise(times)]


def by_listed_class(item: Item) -> list[str]:
    lines = rows(item)
    return sorted(lines, key=lambda key: (listed(lines[key]), arrival(lines[key]), key))


def by_wait(item: Item) -> list[str]:
    lines = rows(item)
    return sorted(lines, key=lambda key: (arrival(lines[key]), key))


Lazy = Callable[[Item], list[str]]


@pytest.mark.parametrize("lazy", [by_listed_class, by_wait])
@pytest.mark.parametrize(("level", "bound"), [(1, 0.5), (2, 0.2), (3, 0.2)])
def test_lazy_orders_are_right_seldom_and_pick_an_option(released, lazy: Lazy, level, bound):
    picks = [(item, lazy(item)[position(item) - 1]) for item in released[level]]
    assert all(pick in item.request.keys for item, pick in picks)
    share = sum(pick == item.answer for item, pick in picks) / len(picks)
    assert 0.1 <= share <= bound


@pytest.mark.parametrize("lazy", [by_listed_class, by_wait])
@pytest.mark.parametrize("level", LEVELS)
def test_the_foremost_option_of_a_lazy_order_is_seldom_right(released, lazy: Lazy, level):
    right = 0
    for item in released[level]:
        right += item.answer == next(key for key in lazy(item) if key in item.request.keys)
    assert right / len(released[level]) <= 0.2


EVERY = (1, 2, 3, 4)
WAIT = Shift("wait", 60, True, 1, EVERY)
DUE = Shift("due", 45, False, 2, (3, 4))
FLAG = Shift("flag", 0, True, 1, EVERY)


def ticket(number: int, **values: int) -> Ticket:
    fresh = {"listed": 3, "arrival": 700, "deadline": NEVER, "flag": 0}
    return Ticket(number, "", **(fresh | values))


def rules(*shifts: Shift, adds_up: bool = True) -> Rules:
    return Rules(shifts, adds_up, ("class", "arrival", "number"), 4, True)


@pytest.mark.parametrize(
    ("shifts", "adds_up", "changed", "expected"),
    [
        ((WAIT,), True, {"arrival": 640}, 2),
        ((WAIT,), True, {"arrival": 641}, 3),
        ((DUE,), True, {"deadline": 744}, 1),
        ((DUE,), True, {"deadline": 745}, 3),
        ((DUE,), True, {"deadline": 744, "listed": 2}, 2),
        ((FLAG,), True, {"flag": -1, "listed": 1}, 1),
        ((FLAG,), True, {"flag": 1}, 4),
        ((WAIT, FLAG), True, {"arrival": 640, "flag": 1}, 3),
        ((WAIT, FLAG), False, {"arrival": 640, "flag": 1}, 2),
        ((WAIT, FLAG), False, {"arrival": 640, "flag": 1, "listed": 1}, 1),
        ((WAIT, DUE), True, {"arrival": 640, "deadline": 740, "listed": 4}, 1),
    ],
)
def test_classes_after_adjustment(shifts, adds_up, changed, expected):
    assert (
        case.ranking_class(rules(*shifts, adds_up=adds_up), ticket(101, **changed), 700) == expected
    )


def test_later_keys_only_break_ties_of_earlier_ones():
    tickets = (
        ticket(101, listed=3, arrival=600, deadline=900),
        ticket(102, listed=2, arrival=690),
        ticket(104, listed=2, arrival=650, flag=1),
        ticket(103, listed=2, arrival=650, flag=1),
        ticket(105, listed=2, arrival=699, flag=-1),
    )
    keys = ("class", "flag", "arrival", "number")
    given = Rules((), True, keys, 4, True)
    assert case.order(given, tickets, 700) == [105, 102, 103, 104, 101]
    given = given._replace(low_first=False)
    assert case.order(given, tickets, 700) == [105, 102, 104, 103, 101]
    given = given._replace(keys=("deadline", "arrival", "number"))
    assert case.order(given, tickets, 700) == [101, 104, 103, 102, 105]


def test_tickets_moved_out_of_their_class_can_come_after_those_listed_in_it():
    tickets = (ticket(101, arrival=600), ticket(102, listed=2, arrival=699))
    given = rules(WAIT)._replace(keys=("class", "origin", "arrival", "number"))
    assert case.order(given, tickets, 700) == [102, 101]
