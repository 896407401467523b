"""What reviews come to: agreement, Cohen's kappa, progress, flagged items."""

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st
from review_kit import groups
from sklearn.metrics import cohen_kappa_score

from decisionpivot.review.store import Flag, Row
from decisionpivot.review.summary import (
    Agreement,
    cohen_kappa,
    reviews_of,
    summarise,
)

LABELS = st.sampled_from(["yes", "no", "escalate"])


def test_kappa_as_worked_out_by_hand():
    """Of 50 items 20 are yes to both and 15 no to both; one says yes to 25, the other to 30.

    p_o = 35/50 = 0.70; p_e = 25/50 x 30/50 + 25/50 x 20/50 = 0.50; kappa = 0.20/0.50 = 0.40.
    """
    pairs = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15
    assert cohen_kappa(*zip(*pairs, strict=True)) == pytest.approx(0.40, abs=1e-15)


@given(st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=60))
def test_kappa_equals_that_of_scikit_learn(pairs):
    first, second = zip(*pairs, strict=True)
    if len({*first, *second}) == 1:
        assert cohen_kappa(first, second) is None
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = cohen_kappa_score(first, second)
    assert cohen_kappa(first, second) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("answers", [[], ["yes"], ["yes"] * 9])
def test_kappa_is_undefined_without_items_or_without_a_second_label(answers):
    assert cohen_kappa(answers, answers) is None


def row(reviewer: str, number: int, answer: str, flag: Flag | None = None) -> Row:
    return Row(reviewer, "gates", f"gates:{number:05d}", answer, "2026-12-01T08:00:00Z", flag)


def test_a_summary_of_three_reviewers():
    """The answers are no, yes, no, yes; ada has all right, bob three of four, cy one of one."""
    rows = [
        *(row("ada", n, "yes" if n % 2 else "no") for n in range(4)),
        *(row("bob", n, "no" if n in (0, 2, 3) else "yes") for n in range(4)),
        row("cy", 0, "no", Flag("ambiguous", "two readings")),
    ]
    found = summarise(groups(3), reviews_of(groups(3), rows))
    gates = found.families["gates"]
    assert (gates.items, gates.groups, gates.reviews, gates.once, gates.twice) == (6, 3, 9, 4, 4)
    assert gates.right == 8 / 9
    assert gates.agreement == Agreement(n=6, share=5 / 6, kappa=0.5)
    assert [(p.first, p.second, p.agreement) for p in found.pairs] == [
        ("ada", "bob", Agreement(4, 0.75, 0.5)),
        ("ada", "cy", Agreement(1, 1.0, None)),
        ("bob", "cy", Agreement(1, 1.0, None)),
    ]
    assert [(doubt.id, doubt.note) for doubt in found.flagged] == [("gates:00000", "two readings")]
    assert (found.open, gates.flagged) == (1, 1)


def test_a_settled_flag_is_listed_and_no_longer_open():
    rows = [row("cy", 0, "no", Flag("other", "", "it is fine"))]
    found = summarise(groups(1), reviews_of(groups(1), rows))
    assert (len(found.flagged), found.open, found.families["gates"].flagged) == (1, 0, 0)


def test_without_reviews_every_share_is_undefined():
    gates = summarise(groups(1), []).families["gates"]
    assert (gates.right, gates.agreement) == (None, Agreement(0, None, None))
