"""The counts that the release must have, written down apart from the generators."""

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct

from decisionpivot.items import Item


def kinds_of_pairs(items: Sequence[Item]) -> Counter[str]:
    """Pairs of each kind: the kind of the member whose answer is no."""
    return Counter(item.pivot.kind for item in items if item.pivot and item.answer == "no")


def kinds_of_items(items: Sequence[Item]) -> Counter[str]:
    """Items of each kind."""
    return Counter(item.pivot.kind for item in items if item.pivot)


def cells(items: Sequence[Item]) -> Counter[str]:
    """Items of each outcome and interpretation."""
    return Counter(f"{item.answer}, {item.interpretation}" for item in items)


Levels = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


class Quota(Struct, frozen=True):
    """How to count kinds, and how often each occurs at the levels 1, 2, 3 of a block.

    A count is a tuple of one number, or of the least and the most.
    """

    count: Callable[[Sequence[Item]], Counter[str]]
    table: dict[str, Levels]


def same(*kinds: str, levels: tuple[int, int, int]) -> dict[str, Levels]:
    """Kinds that all have the same counts."""
    return {kind: tuple((count,) for count in levels) for kind in kinds}  # type: ignore[misc]


def between(names: Sequence[str], least: int, most: int) -> dict[str, Levels]:
    """Kinds that occur from ``least`` to ``most`` times at every level."""
    return dict.fromkeys(names, ((least, most),) * 3)


OUTCOMES = ("approve", "deny", "escalate")
INTERPRETATIONS = ("plain", "exception", "precedence")

COMPUTED_CONSTRAINTS = (
    "price_plus_fee", "price_per_unit", "area", "days_between", "share_of_total",
    "unit_conversion", "list_sum", "list_count", "packs", "average",
)  # fmt: skip
DIRECT_CONSTRAINTS = (
    "minimum", "maximum", "strict_bound", "equality", "membership", "exclusion", "range",
    "date_on_or_before", "flag", "text_prefix",
)  # fmt: skip

KINDS: dict[str, Quota] = {
    "answerable": Quota(
        kinds_of_pairs,
        same("other_attribute", "look_alike_organisation", levels=(50, 50, 50)),
    ),
    "access_check": Quota(
        kinds_of_pairs,
        same("membership", levels=(34, 20, 17))
        | same("role", "grant", levels=(33, 20, 17))
        | same("nesting", levels=(0, 20, 17))
        | same("seal", levels=(0, 20, 16))
        | same("deny", levels=(0, 0, 16)),
    ),
    "policy_case": Quota(
        cells, between([f"{o}, {i}" for o in OUTCOMES for i in INTERPRETATIONS], 22, 23)
    ),
    "log_claim": Quota(
        kinds_of_pairs,
        same("count_one", "count_two", "window", "service", levels=(25, 25, 25)),
    ),
    "booking_check": Quota(
        kinds_of_pairs,
        same("overlap", levels=(37, 37, 38))
        | same("person", levels=(26, 26, 25))
        | same("capacity", levels=(12, 13, 12))
        | same("hours", levels=(13, 12, 12))
        | same("equipment", levels=(12, 12, 13)),
    ),
    "toolcall_valid": Quota(
        kinds_of_pairs,
        same("contradicted_value", "wrong_resolution", levels=(17, 17, 16))
        | same("missing_required", "schema_violation", levels=(17, 16, 17))
        | same("optional_property", "description_rule", levels=(16, 17, 17)),
    ),
    "filter_match": Quota(
        kinds_of_pairs,
        same(*COMPUTED_CONSTRAINTS, levels=(7, 7, 7)) | same(*DIRECT_CONSTRAINTS, levels=(3, 3, 3)),
    ),
}

CHANGES: dict[str, int] = {"policy_case": 20, "toolcall_valid": 2}
"""In how many lines or leaves two members of a group may differ, where it is not one."""

THIRDS: dict[str, tuple[float, float, float]] = {
    "log_claim": (0.30, 0.0, 0.30),
    "contract_change": (0.30, 0.0, 0.30),
    "toolcall_valid": (0.30, 0.0, 0.30),
}
"""The least share of items with the decisive fact in each third of the state, if not 15 %."""
