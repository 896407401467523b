"""``run`` with the options of the items in other orders: which runs that takes, what they show."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from decisionpivot.items import InputError

if TYPE_CHECKING:
    from decisionpivot.run import Outcome, Settings
    from decisionpivot.scoring.stability import Stability

MOST = 100
"""More orders of the options than this are a slip of the keyboard."""


def seeds(order_seed: int | None, others: int, shard: str | None) -> list[int | None]:
    """The orders to run in, by their seeds; None is the released one.

    Raises:
        InputError: the options do not go together.
    """
    if not 0 <= others <= MOST:
        raise InputError(
            f"{others} is not possible", place="--option-permutations", remedy=f"Use 1 to {MOST}."
        )
    if others and (order_seed is not None or shard is not None):
        raise InputError(
            "it runs the released order and others, each as a whole",
            place="--option-permutations",
            remedy="Leave out --order-seed and --shard, or run order by order with --order-seed "
            "and compare with `decisionpivot stability`.",
        )
    return [order_seed, *range(1, others + 1)]


def folder_of(name: str, seed: int | None) -> str:
    """The folder of a run in an order, of a run that the user named."""
    return name if seed is None else f"{name}@order-{seed}"


def with_what_is_left(settings: "Settings", done: Sequence["Outcome"]) -> "Settings":
    """The settings, with the budget that the runs before have left."""
    if settings.max_usd is None:
        return settings
    spent = sum(outcome.record.totals.cost_usd for outcome in done)
    return replace(settings, max_usd=max(settings.max_usd - spent, 0.0))


def print_changes(done: Sequence["Outcome"], items: tuple[Path, ...], *, as_json: bool) -> None:
    """Say how many predictions change between the released order and each of the others."""
    from decisionpivot.cli.inputs import entrants
    from decisionpivot.scoring.stability import stability

    answered = [outcome.folder for outcome in done if outcome.record.counts.answers]
    if len(answered) < 2 or answered[0] != done[0].folder:
        return
    first, *others = entrants(answered, items)
    for other in others:
        _print(stability(first, other), as_json=as_json)


def _print(found: "Stability", *, as_json: bool) -> None:
    from decisionpivot.scoring.words import percent, with_interval

    if as_json:
        event = {"event": "stability", **msgspec.to_builtins(found)}
        sys.stdout.write(msgspec.json.encode(event).decode() + "\n")
        return
    share = with_interval(found.share.value, found.share)
    print(f"{found.second}: {share} % of predictions change")
    released, other = map(percent, found.first_slot)
    print(f"  the option listed first is predicted in {other} %, released order {released} %")
