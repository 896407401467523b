"""What all reviews come to: export lines, progress, agreement, and the items in doubt."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from msgspec import Struct

from decisionpivot.items import Item
from decisionpivot.review.desk import WANTED
from decisionpivot.review.groups import Group, ItemKey
from decisionpivot.review.store import FlagKind, Row


class Review(Struct, frozen=True):
    """One reviewer's answer to one item: a line of the export.

    ``right`` says whether it is the benchmark's answer; ``settled`` why a flag no longer stands.
    """

    id: str
    group: str
    family: str
    reviewer: str
    answer: str
    right: bool
    flag: FlagKind | None
    note: str
    settled: str | None
    time: str


class Agreement(Struct, frozen=True):
    """How far reviewers agree over what two of them reviewed, and Cohen's kappa.

    ``n`` counts an item once for every two reviewers of it. Of more than two reviewers, ``kappa``
    is the mean over the pairs of reviewers for which it is defined (Light 1971).
    """

    n: int
    share: float | None
    kappa: float | None


class Pair(Struct, frozen=True):
    """Two reviewers, over all items that both reviewed."""

    first: str
    second: str
    agreement: Agreement


class FamilySummary(Struct, frozen=True):
    """The reviews of one family or task.

    Attributes:
        items, groups: how many there are.
        reviews: how many answers to items.
        once, twice: items with at least one, and with at least two reviews.
        right: the share of reviews that agree with the benchmark's answer.
        agreement: between reviewers.
        flagged: items with an open flag.
    """

    items: int
    groups: int
    reviews: int
    once: int
    twice: int
    right: float | None
    agreement: Agreement
    flagged: int


class Summary(Struct, frozen=True):
    """All reviews of some items. ``open`` is how many flags are not settled."""

    families: dict[str, FamilySummary]
    all: FamilySummary
    pairs: tuple[Pair, ...]
    flagged: tuple[Review, ...]
    open: int


def reviews_of(groups: Iterable[Group], rows: Iterable[Row]) -> list[Review]:
    """The reviews by family, item and reviewer."""
    known: dict[ItemKey, tuple[Group, Item]] = {
        (group.task, item.id): (group, item) for group in groups for item in group.members
    }
    found = [_review(*known[row.task, row.item], row) for row in rows]
    return sorted(found, key=lambda review: (review.family, review.id, review.reviewer))


def _review(group: Group, item: Item, row: Row) -> Review:
    flag = row.flag
    return Review(
        id=item.id,
        group=group.name,
        family=group.task,
        reviewer=row.reviewer,
        answer=row.answer,
        right=row.answer == item.answer,
        flag=flag.kind if flag else None,
        note=flag.note if flag else "",
        settled=flag.settled if flag else None,
        time=row.time,
    )


def cohen_kappa(first: Sequence[str], second: Sequence[str]) -> float | None:
    """Agreement of two reviewers beyond chance: (p_o - p_e) / (1 - p_e) (Cohen 1960).

    None where it is undefined: no items, or both gave one and the same answer throughout.

    >>> cohen_kappa(["yes", "yes", "no", "no"], ["yes", "no", "no", "no"])
    0.5
    """
    n = len(first)
    agreeing = sum(a == b for a, b in zip(first, second, strict=True))
    ours, theirs = Counter(first), Counter(second)
    by_chance = sum(count * theirs[label] for label, count in ours.items())  # n^2 p_e, exactly
    if by_chance == n * n:
        return None
    return (n * agreeing - by_chance) / (n * n - by_chance)


def summarise(groups: Sequence[Group], reviews: Sequence[Review]) -> Summary:
    """All figures of some reviews."""
    names = sorted({group.task for group in groups})
    by_family = {name: [r for r in reviews if r.family == name] for name in names}
    flagged = tuple(review for review in reviews if review.flag)
    return Summary(
        families={
            name: _family([g for g in groups if g.task == name], by_family[name]) for name in names
        },
        all=_family(groups, reviews),
        pairs=tuple(
            Pair(first, second, agreement_of([answers]))
            for (first, second), answers in _pairs(reviews).items()
        ),
        flagged=flagged,
        open=sum(review.settled is None for review in flagged),
    )


def _family(groups: Sequence[Group], reviews: Sequence[Review]) -> FamilySummary:
    counts = Counter((review.family, review.id) for review in reviews)
    doubts = {(r.family, r.id) for r in reviews if r.flag and r.settled is None}
    return FamilySummary(
        items=sum(len(group.members) for group in groups),
        groups=len(groups),
        reviews=len(reviews),
        once=len(counts),
        twice=sum(count >= WANTED for count in counts.values()),
        right=sum(review.right for review in reviews) / len(reviews) if reviews else None,
        agreement=agreement_of(_pairs(reviews).values()),
        flagged=len(doubts),
    )


Answers = list[tuple[str, str]]


def _pairs(reviews: Iterable[Review]) -> Mapping[tuple[str, str], Answers]:
    """The answers of every two reviewers to the items that both reviewed."""
    by_item: dict[ItemKey, dict[str, str]] = defaultdict(dict)
    for review in reviews:
        by_item[review.family, review.id][review.reviewer] = review.answer
    pairs: dict[tuple[str, str], Answers] = defaultdict(list)
    for answers in by_item.values():
        for first, second in combinations(sorted(answers), 2):
            pairs[first, second].append((answers[first], answers[second]))
    return dict(sorted(pairs.items()))


def agreement_of(pairs: Iterable[Answers]) -> Agreement:
    """The agreement over some pairs of reviewers."""
    each = list(pairs)
    n = sum(map(len, each))
    agreeing = sum(a == b for answers in each for a, b in answers)
    kappas = [
        kappa for answers in each if (kappa := cohen_kappa(*zip(*answers, strict=True))) is not None
    ]
    return Agreement(
        n=n,
        share=agreeing / n if n else None,
        kappa=sum(kappas) / len(kappas) if kappas else None,
    )
