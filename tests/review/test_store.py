"""The store: what was confirmed is kept, nobody gets a group twice, items are never mixed."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decisionpivot.items import InputError
from decisionpivot.review.store import Flag, Refused, Store, reviewer_name
from decisionpivot.review.storefile import open_store

HASHES = {"gates": "0" * 64}
ORDER = [("gates", f"g{number}") for number in range(6)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "reviews.sqlite"


@pytest.fixture
def store(path: Path):
    opened = open_store(path, HASHES, create=True)
    yield opened
    opened.close()


def review(store: Store, reviewer: str, order=ORDER) -> tuple[str, str] | None:
    """Take the next group through all steps; returns which it was."""
    number = store.give(reviewer, order)
    if number is None:
        return None
    turn = store.turn(reviewer, number)
    store.answer(reviewer, number, f"{turn.unit}a", answer="yes", time="t")
    store.show(reviewer, number, [f"{turn.unit}a"])
    store.finish(reviewer, number)
    return turn.task, turn.unit


def test_groups_with_the_fewest_reviews_come_first(store):
    for name in ("ada", "bob", "cy"):
        store.enter(name)
    assert [review(store, "ada") for _ in range(4)] == ORDER[:4]
    assert [review(store, "bob") for _ in range(4)] == [*ORDER[4:], *ORDER[:2]]
    assert review(store, "cy") == ORDER[2]


def test_two_at_the_same_time_get_different_groups(store):
    store.enter("ada")
    store.enter("bob")
    mine, theirs = store.give("ada", ORDER), store.give("bob", ORDER)
    assert (store.turn("ada", mine).unit, store.turn("bob", theirs).unit) == ("g0", "g1")


def test_a_group_that_somebody_left_unfinished_is_given_to_others(store):
    store.enter("ada")
    store.give("ada", ORDER)
    store.enter("bob")
    assert [review(store, "bob") for _ in ORDER] == [*ORDER[1:], ORDER[0]]


def test_an_open_group_is_given_again_until_it_is_done(store):
    store.enter("ada")
    assert [store.give("ada", ORDER) for _ in range(3)] == [1, 1, 1]


def test_who_has_had_all_groups_gets_none(store):
    store.enter("ada")
    for _ in ORDER:
        assert review(store, "ada")
    assert review(store, "ada") is None


def test_an_answer_may_change_until_the_answers_are_shown(store):
    store.enter("ada")
    store.give("ada", ORDER)
    for said in ("yes", "no"):
        store.answer("ada", 1, "g0a", answer=said, time="t")
    store.show("ada", 1, ["g0a"])
    with pytest.raises(Refused):
        store.answer("ada", 1, "g0a", answer="yes", time="t")
    assert [row.answer for row in store.rows()] == ["no"]


def test_answers_are_shown_and_flags_are_taken_when_every_member_has_an_answer(store):
    store.enter("ada")
    store.give("ada", ORDER)
    store.answer("ada", 1, "g0a", answer="yes", time="t")
    for refused in (
        lambda: store.show("ada", 1, ["g0a", "g0b"]),
        lambda: store.finish("ada", 1),
        lambda: store.flag("ada", 1, "g0a", Flag("other")),
        lambda: store.turn("ada", 2),
        lambda: store.give("nobody", ORDER),
    ):
        with pytest.raises(Refused):
            refused()


def test_a_flag_is_changed_taken_back_settled_and_raised_again(store):
    store.enter("ada")
    review(store, "ada")

    def flag():
        return store.rows()[0].flag

    store.flag("ada", 1, "g0a", Flag("ambiguous", "two readings"))
    store.flag("ada", 1, "g0a", Flag("other", "no, this"))
    assert flag() == Flag("other", "no, this")
    assert (store.settle("g0a", "it is fine"), store.settle("g0a", "again")) == (1, 0)
    assert flag() == Flag("other", "no, this", "it is fine")
    store.flag("ada", 1, "g0a", Flag("wrong_answer"))
    assert flag() == Flag("wrong_answer")
    store.flag("ada", 1, "g0a", None)
    assert flag() is None


def test_names_that_differ_in_case_or_blanks_are_one_reviewer(store):
    assert [store.enter(name) for name in ("Ada  L", " ADA l", "Zoe\u0308")] == [
        "Ada L", "Ada L", "Zo\u00eb"
    ]  # fmt: skip
    assert store.reviewers() == ["Ada L", "Zo\u00eb"]
    assert (review(store, "ada l"), review(store, "ADA L")) == (ORDER[0], ORDER[1])


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "a\x00b", "\u202eada", "a\u200bb"])
def test_a_name_that_is_none_is_refused(name):
    with pytest.raises(Refused):
        reviewer_name(name)


@settings(max_examples=15, deadline=None)
@given(
    reviewers=st.integers(1, 6), groups=st.integers(1, 8), stores=st.integers(1, 3),
    order=st.randoms(use_true_random=False),
)  # fmt: skip
def test_reviewers_in_parallel_lose_nothing_and_share_the_work(
    tmp_path_factory, reviewers, groups, stores, order
):
    """Threads, some on one connection, some on others (as other processes would be)."""
    path = tmp_path_factory.mktemp("parallel") / "r.sqlite"
    keys = [("gates", f"g{number}") for number in range(groups)]
    order.shuffle(keys)
    opened = [open_store(path, HASHES, create=True) for _ in range(stores)]

    def work(number: int) -> set[tuple[str, str]]:
        store, name = opened[number % stores], f"reviewer {number}"
        store.enter(name)
        found = []
        while (group := review(store, name, keys)) is not None:
            found.append(group)
        assert len(found) == len(set(found))
        return set(found)

    with ThreadPoolExecutor(reviewers) as pool:
        done = list(pool.map(work, range(reviewers)))
    assert all(found == set(keys) for found in done)
    assert len(opened[0].rows()) == reviewers * groups
    assert {t.finished for t in opened[-1].tallies().values()} == {reviewers}
    for store in opened:
        store.close()


def test_a_store_is_opened_again_with_what_it_held(path, store):
    store.enter("ada")
    review(store, "ada")
    with closing(open_store(path, HASHES, create=False)) as again:
        assert again.rows() == store.rows()


@pytest.mark.parametrize("other", [{"gates": "1" * 64}, {}, {**HASHES, "doors": "0" * 64}])
def test_a_store_of_other_items_is_refused(path, store, other):
    with pytest.raises(InputError, match="of other items"):
        open_store(path, other, create=True)


def test_a_store_that_is_none_is_refused_and_left_as_it_is(tmp_path):
    text = tmp_path / "text.sqlite"
    text.write_text("not a database " * 100)
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as db:
        db.execute("create table mine (x)")
    for path in (text, other):
        before = path.read_bytes()
        with pytest.raises(InputError):
            open_store(path, HASHES, create=True)
        assert path.read_bytes() == before
    with pytest.raises(InputError, match="no reviews yet"):
        open_store(tmp_path / "absent.sqlite", HASHES, create=False)
    assert not (tmp_path / "absent.sqlite").exists()
