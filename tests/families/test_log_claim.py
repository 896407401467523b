"""The exact counts of log_claim, and what readers of a part of the case must not be able to do."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import chain, product
from statistics import mean, median
from typing import NamedTuple

import pytest

from decisionpivot.families.group import LEVELS, Item, Place, build, changed_lines, generate
from decisionpivot.families.log_claim import FAMILY, KINDS, rules_of
from decisionpivot.families.log_claim.words import DOMAINS, NAMING, Rules
from decisionpivot.families.log_claim.words import LEVELS as SCALES
from decisionpivot.families.wording import WORDS

ROW = re.compile(r"\[?(\d\d)[:.h](\d\d)\]?[ |;]+([^ |;:]+)[ |;:]+([^ |;:]+)[ |;:]+(?:- )?(.*)")
TIME = re.compile(r"(\d{1,2})[:.h](\d\d)(?: ([ap])m)?")
LEVEL_WORDS = frozenset(level for scale in SCALES for level in scale)
READINGS = [Rules(*r) for r in product((1, 0), (1, 0), (1, 0), ("column", "either", "message"))]
UP = {1: 12, 2: 13, 3: 12}


class Row(NamedTuple):
    minute: int
    service: str
    level: str
    message: str


class Claim(NamedTuple):
    number: int
    service: str
    level: str
    start: int
    end: int


class Pair(NamedTuple):
    """What is parsed out of the two members of a group; the claims are the true, the false."""

    rows: list[Row]
    true: Claim
    false: Claim
    rules: Rules | None = None


def row(line: str) -> Row | None:
    found = ROW.fullmatch(line)
    if not found:
        return None
    hour, minute, one, two, message = found.groups()
    fields = sorted((one.strip("[]"), two.strip("[]")), key=lambda field: field in LEVEL_WORDS)
    return Row(int(hour) * 60 + int(minute), *fields, message)


def named(found: Row) -> list[str]:
    """The levels that the message names."""
    return [word for word in found.message.split() if word in LEVEL_WORDS]


def claim(line: str, services: set[str]) -> Claim:
    start, end = (
        int(hour) % (12 if half else 24) * 60 + int(minute) + 720 * (half == "p")
        for hour, minute, half in TIME.findall(line)
    )
    words = TIME.sub("", line).replace(",", " ").rstrip(". ").split()
    (service,) = (word for word in words if word in services)
    (level,) = (word for word in words if word in LEVEL_WORDS)
    (number,) = (
        WORDS.index(word) if word in WORDS else int(word)
        for word in words
        if word in WORDS or word.isdigit()
    )
    return Claim(number, service, level, start, end)


def read(yes: str, no: str, rules: Rules | None = None) -> Pair:
    rows = [found for line in yes.split("\n") if (found := row(line))]
    services = {found.service for found in rows}
    (place,) = changed_lines(yes, no)
    true, false = (claim(state.split("\n")[place], services) for state in (yes, no))
    return Pair(rows, true, false, rules)


@cache
def drawn(seed: int, level: int, first: int = 100) -> list[Pair]:
    """Pairs read from their text, with the conventions that the text states in words."""
    places = [Place(FAMILY.name, seed, 0, level, index) for index in range(first)]
    states = [[member.state for member in build(FAMILY, place).members] for place in places]
    return [read(*pair, rules_of(place)) for place, pair in zip(places, states, strict=True)]


def count(rows: list[Row], said: Claim, rules: Rules, *, whole_day: bool = False) -> int:
    """The claim's events, found anew from the text under given conventions."""
    first = said.start if rules.start else said.start + 1
    last = said.end if rules.end else said.end - 1
    matching = []
    for found in rows:
        levels = {"column": [found.level], "either": [found.level, *named(found)]}
        levels["message"] = named(found) or [found.level]
        inside = whole_day or first <= found.minute <= last
        if inside and found.service == said.service and said.level in levels[rules.named]:
            matching.append(found)
    return len(set(matching)) if rules.merged else len(matching)


Says = Callable[[Pair, Claim], bool]


def bounded(says: Says, *, items: float, level_3: float) -> None:
    """Assert the bounds of a reader's item accuracy and of its pair accuracy at level 3."""
    right = {
        level: [(says(pair, pair.true), not says(pair, pair.false)) for pair in drawn(1, level)]
        for level in LEVELS
    }
    assert mean((a + b) / 2 for level in LEVELS for a, b in right[level]) <= items
    assert mean(a and b for a, b in right[3]) <= level_3


@pytest.fixture(scope="module")
def released() -> dict[int, list[tuple[Item, Item]]]:
    """The true and the false member of every group, by level."""
    groups: dict[int, list[tuple[Item, Item]]] = {1: [], 2: [], 3: []}
    items = list(generate(FAMILY, 1))
    for a, b in zip(items[::2], items[1::2], strict=True):
        groups[a.level].append((a, b) if a.answer == "yes" else (b, a))
    return groups


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_25_pairs_of_each_kind_and_all_domains_alike(released, level):
    assert Counter(no.pivot.kind for _, no in released[level]) == dict.fromkeys(KINDS, 25)
    domains = Counter(no.domain for _, no in released[level])
    assert sorted(domains) == sorted(DOMAINS)
    assert max(domains.values()) - min(domains.values()) <= 1


@pytest.mark.parametrize("level", LEVELS)
def test_the_number_is_off_by_one_or_two_upwards_as_often_as_downwards(released, level):
    for kind, step in (("count_one", 1), ("count_two", 2)):
        pairs = [read(a.state, b.state) for a, b in released[level] if b.pivot.kind == kind]
        off = Counter(pair.false.number - pair.true.number for pair in pairs)
        assert off == {step: UP[level], -step: 25 - UP[level]}


@pytest.mark.parametrize("level", LEVELS)
def test_logs_have_30_60_or_90_rows_in_order_of_time(level):
    for pair in drawn(1, level):
        minutes = [found.minute for found in pair.rows]
        assert len(minutes) == 30 * level
        assert minutes == sorted(minutes)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("seed", "first"), [(1, 100), (7, 20), (8, 20)])
def test_the_answers_follow_from_the_text(seed, first, level):
    for pair in drawn(seed, level, first):
        assert count(pair.rows, pair.true, pair.rules) == pair.true.number
        assert count(pair.rows, pair.false, pair.rules) != pair.false.number


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("seed", "first"), [(1, 100), (7, 20), (8, 20)])
def test_misreading_any_one_convention_miscounts_the_true_claim(seed, first, level):
    for pair in drawn(seed, level, first):
        for reading in READINGS:
            if sum(a != b for a, b in zip(reading, pair.rules, strict=True)) == 1:
                assert count(pair.rows, pair.true, reading) != pair.true.number


@pytest.mark.parametrize("level", LEVELS)
def test_conventions_are_spread_over_their_readings(level):
    rules = [pair.rules for pair in drawn(1, level)]
    assert set(Counter((r.start, r.end) for r in rules).values()) == {25}
    assert Counter(r.merged for r in rules) == {True: 50, False: 50}
    assert sorted(Counter(r.named for r in rules).values()) == [33, 33, 34]


def test_one_field_of_the_claim_changes_and_an_end_by_one_minute(released):
    ends = Counter()
    allowed = {"window": {"start", "end"}, "service": {"service"}}
    for yes, no in chain.from_iterable(released.values()):
        pair = read(yes.state, no.state)
        a, b = pair.true._asdict(), pair.false._asdict()
        (field,) = (name for name in a if a[name] != b[name])
        assert field in allowed.get(no.pivot.kind, {"number"})
        if no.pivot.kind == "window":
            ends[field, b[field] - a[field]] += 1
    assert sorted(ends) == [("end", -1), ("end", 1), ("start", -1), ("start", 1)]
    assert min(ends.values()) >= 10


@pytest.mark.parametrize("level", LEVELS)
def test_every_log_has_events_on_both_ends_repeats_look_alikes_and_named_levels(level):
    for pair in drawn(1, level):
        assert len(set(pair.rows)) < len(pair.rows)
        root = pair.true.service.split("-")[0]
        assert len({r.service for r in pair.rows if r.service.split("-")[0] == root}) >= 2
        for said in (pair.true, pair.false):
            mine = [r for r in pair.rows if r.service == said.service]
            assert {said.start, said.end} <= {r.minute for r in mine if r.level == said.level}
            assert any(said.level in r.message.split() for r in mine)
            assert any(r.level == said.level and named(r) for r in mine)


def test_pivots_tell_the_changed_value_and_its_place(released):
    for yes, no in chain.from_iterable(released.values()):
        assert yes.pivot.from_ == yes.pivot.to == no.pivot.from_ != no.pivot.to
        assert yes.pivot.kind == no.pivot.kind
        (place,) = changed_lines(yes.state, no.state)
        for item in (yes, no):
            line = item.state.split("\n")[place]
            assert item.pivot.to in line
            at = item.state.index(line) / len(item.state)
            assert item.pivot.at == pytest.approx(at, abs=1e-3)


@pytest.mark.parametrize("level", LEVELS)
def test_the_claim_stands_in_the_first_and_in_the_last_third(released, level):
    thirds = Counter(min(2, int(yes.pivot.at * 3)) for yes, _ in released[level])
    assert min(thirds[0], thirds[2]) >= 30


@pytest.mark.parametrize("level", LEVELS)
def test_true_and_false_claims_give_the_same_numbers_equally_often(level):
    true = Counter(pair.true.number for pair in drawn(1, level))
    false = Counter(pair.false.number for pair in drawn(1, level))
    assert sum((true - false).values()) <= 3


def test_true_and_false_claims_are_equally_long(released):
    off = [len(no.state) - len(yes.state) for yes, no in chain.from_iterable(released.values())]
    assert abs(mean(off)) < 0.1
    longer, shorter = sum(d > 0 for d in off), sum(d < 0 for d in off)
    assert abs(longer - shorter) <= 2 * (longer + shorter) ** 0.5


def test_states_are_different_and_of_the_right_length(released):
    lengths = {
        level: [len(item.state) for pair in released[level] for item in pair] for level in LEVELS
    }
    states = {item.state for pair in chain.from_iterable(released.values()) for item in pair}
    assert len(states) == 600
    assert 1600 <= median(chain.from_iterable(lengths.values())) <= 5000
    assert median(lengths[1]) < median(lengths[2]) < median(lengths[3])


@pytest.mark.parametrize("level", LEVELS)
def test_yes_is_the_first_option_in_half_of_the_groups(released, level):
    assert all(yes.options == no.options for yes, no in released[level])
    first = Counter(yes.options[0].key for yes, _ in released[level])
    assert first == {"yes": 50, "no": 50}


def test_messages_name_a_level_only_where_they_are_meant_to():
    words = {word.lower() for word in LEVEL_WORDS}
    for text in chain(NAMING, *(domain.messages for domain in DOMAINS.values())):
        assert text.count("#") == 1
        assert not words & set(re.findall("[a-z]+", text.lower()))


@pytest.mark.parametrize("named_as", [None, "column", "either", "message"])
def test_the_whole_day_is_no_substitute_for_the_window(named_as):
    def says(pair: Pair, said: Claim) -> bool:
        rules = pair.rules._replace(named=named_as or pair.rules.named)
        return count(pair.rows, said, rules, whole_day=True) == said.number

    bounded(says, items=0.55, level_3=0.1)


@pytest.mark.parametrize("named_as", ["column", "either", "message"])
def test_counting_level_words_one_way_throughout_is_weak(named_as):
    def says(pair: Pair, said: Claim) -> bool:
        return count(pair.rows, said, pair.rules._replace(named=named_as)) == said.number

    bounded(says, items=0.7, level_3=0.4)


@pytest.mark.parametrize("rules", READINGS)
def test_one_reading_of_all_conventions_is_weak(rules):
    def says(pair: Pair, said: Claim) -> bool:
        return count(pair.rows, said, rules) == said.number

    bounded(says, items=0.6, level_3=0.25)


def test_that_some_reading_makes_a_claim_true_tells_little():
    def says(pair: Pair, said: Claim) -> bool:
        return any(count(pair.rows, said, rules) == said.number for rules in READINGS)

    bounded(says, items=0.65, level_3=0.25)


@pytest.mark.long
def test_ten_seeds_keep_their_answers_and_share_no_state():
    states = Counter(item.state for seed in range(1, 11) for item in generate(FAMILY, seed))
    assert len(states) == 6000
    for seed, level in product(range(2, 11), LEVELS):
        for pair in drawn(seed, level):
            assert count(pair.rows, pair.true, pair.rules) == pair.true.number
            assert count(pair.rows, pair.false, pair.rules) != pair.false.number
