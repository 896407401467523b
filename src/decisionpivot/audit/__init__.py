"""Audits of the core track: can the answers be trusted, and can they be had without reading?

Every audit takes items and returns named checks, so that items corrupted on purpose show that it
can fail.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from decisionpivot.audit.agreement import agreement
from decisionpivot.audit.check import Check
from decisionpivot.audit.counts import structural_counts
from decisionpivot.audit.distinct import distinctness, repeated_across
from decisionpivot.audit.probes import (
    ACROSS_TEST_SEEDS,
    ACROSS_TRAIN_SEEDS,
    across_seeds,
    probes,
)
from decisionpivot.audit.readers import partial_readers
from decisionpivot.audit.structure import structure
from decisionpivot.families.group import Family, generate
from decisionpivot.items import Item

SECOND_DRAW = 2
"""The seed of the second full draw on which solvers must agree."""

__all__ = ["SECOND_DRAW", "Check", "audit", "audit_across", "drawn"]


def audit(family: Family, items: Sequence[Item]) -> Iterator[Check]:
    """Yield the checks on one family's released items and on its second draw."""
    second = list(generate(family, SECOND_DRAW))
    yield from structure(family.name, items)
    yield agreement(family.name, items, name="release")
    yield agreement(family.name, second, name="second draw")
    yield from probes(family.name, items)
    yield from distinctness(family.name, items)
    yield repeated_across(family.name, items, second)
    yield from partial_readers(family, items)
    yield from structural_counts(family, items)


def audit_across(family: Family) -> Iterator[Check]:
    """Yield the probes that are trained on three seeds and tested on ten further ones."""
    train, test = (drawn(family, seeds) for seeds in (ACROSS_TRAIN_SEEDS, ACROSS_TEST_SEEDS))
    yield from across_seeds(family.name, train, test)


def drawn(family: Family, seeds: Iterable[int]) -> list[Item]:
    """Items of several draws, their groups told apart: ids repeat from draw to draw."""
    return [
        replace(item, group=f"{seed}/{item.group}")
        for seed in seeds
        for item in generate(family, seed)
    ]
