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

RULE_TYPES = (
    "required", "unique", "range", "list", "pattern", "date_order", "total",
    "conditional", "exclusion", "parent", "sequence", "limit", "check_digit",
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
    "goal_check": Quota(
        kinds_of_pairs,
        same(
            "wrong_target", "wrong_content", "swapped_steps", "replaced_step", levels=(25, 25, 25)
        ),
    ),
    "toolcall_valid": Quota(
        kinds_of_pairs,
        same("contradicted_value", "wrong_resolution", levels=(17, 17, 16))
        | same("missing_required", "schema_violation", levels=(17, 16, 17))
        | same("optional_property", "description_rule", levels=(16, 17, 17)),
    ),
    "contract_change": Quota(
        kinds_of_items,
        between(("days", "amount", "percentage", "count", "duration"), 38, 42),
    ),
    "triage_order": Quota(
        kinds_of_items,
        same("arrival_time", levels=(89, 65, 63))
        | same("current_time", levels=(0, 60, 59))
        | same("class", levels=(30, 18, 21))
        | same("deadline", levels=(27, 18, 21))
        | same("flag", levels=(27, 18, 18))
        | same("position", levels=(27, 21, 18)),
    ),
    "ledger_match": Quota(
        kinds_of_items,
        same("none", levels=(34, 33, 33))
        | same("missing_line", levels=(83, 41, 18))
        | same("changed_amount", levels=(83, 40, 17))
        | same("date", "split", levels=(0, 43, 30))
        | same("fee_or_batch", levels=(0, 0, 72)),
    ),
    "record_rule": Quota(
        kinds_of_items, same("none", levels=(29, 23, 20)) | between(RULE_TYPES, 13, 14)
    ),
    "install_check": Quota(
        kinds_of_pairs,
        same("version_bound", levels=(34, 33, 12))
        | same("missing_pin", levels=(33, 33, 12))
        | same("unmet_requirement", levels=(33, 34, 11))
        | same("conflict", levels=(0, 0, 33))
        | same("runtime", levels=(0, 0, 32)),
    ),
    "filter_match": Quota(
        kinds_of_pairs,
        same(*COMPUTED_CONSTRAINTS, levels=(7, 7, 7)) | same(*DIRECT_CONSTRAINTS, levels=(3, 3, 3)),
    ),
}

CHANGES: dict[str, int] = {
    "policy_case": 20,
    "goal_check": 2,
    "toolcall_valid": 2,
    "ledger_match": 2,
    "record_rule": 2,
}
"""In how many lines or leaves two members of a group may differ, where it is not one."""

THIRDS: dict[str, tuple[float, float, float]] = {
    "log_claim": (0.30, 0.0, 0.30),
    "contract_change": (0.30, 0.0, 0.30),
    "toolcall_valid": (0.30, 0.0, 0.30),
}
"""The least share of items with the decisive fact in each third of the state, if not 15 %."""
