"""Core metrics as functions of resample weights: family, layer, macro and pooled figures.

Shares are products of a metric-by-unit matrix of counts with the weights. The counts are whole
numbers, so the products are exact however the sum is ordered.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from decisionpivot.scoring.arrays import Array, Marks, Sheet
from decisionpivot.scoring.bootstrap import Figures, Statistic, Weights, mean, ratio

RIGHTS_A_WRONG = 19.0
"""So many right answers allow one wrong one in "automation at 5 %"."""
FEW = 32
"""Up to so many resamples, automation is computed for one after the other."""
PAUSE = 8
"""At every so many items it is seen whether any resample can still have a longer prefix."""
SURE = 0.90
"""The confidence of "accuracy and share at 0.90"."""
LEVELS = ("1", "2", "3")
AVERAGED = ("item_accuracy", "pair_accuracy", "automation_5")
"""The figures that are averaged over tasks."""


class Pairs(Struct, frozen=True):
    """The contrast pairs of yes/no items: rows of the positive and of the negative member."""

    positive: Array
    negative: Array


def per_unit(sheet: Sheet, values: Array) -> Array:
    """Sum item values within units."""
    return np.asarray(np.bincount(sheet.unit, weights=values, minlength=sheet.units))


def is_group(sheet: Sheet) -> Array:
    """Which units are contrast groups."""
    return np.asarray(per_unit(sheet, sheet.grouped) > 0)


def solved(marks: Marks) -> Array:
    """Which units have every member right."""
    return np.asarray(per_unit(marks.sheet, ~marks.right) == 0)


def pair_chance(sheet: Sheet) -> Array:
    """By unit: the probability that uniform guessing gets every member right."""
    chance = np.ones(sheet.units)
    np.multiply.at(chance, sheet.unit, 1 / sheet.options)
    return chance


def contrast_pairs(sheet: Sheet) -> Pairs:
    """Groups of exactly two yes/no items of which one is yes and one no."""
    sizes = np.bincount(sheet.unit, minlength=sheet.units)
    eligible = sheet.grouped & (sizes[sheet.unit] == 2) & (sheet.yes >= 0) & (sheet.gold >= 0)
    positive, negative = (np.full(sheet.units, -1) for _ in range(2))
    for rows, chosen in ((positive, sheet.gold == sheet.yes), (negative, sheet.gold != sheet.yes)):
        found = np.flatnonzero(eligible & chosen)
        rows[sheet.unit[found]] = found
    both = (positive >= 0) & (negative >= 0)
    return Pairs(positive[both], negative[both])


def p_yes(marks: Marks, rows: Array) -> Array:
    """The probability of yes of the yes/no items in these rows."""
    return np.asarray(marks.p[rows, marks.sheet.yes[rows]])


def directed(marks: Marks, pairs: Pairs) -> Array:
    """By pair: p_yes(positive) - p_yes(negative); NaN when a member failed."""
    failed = marks.failed[pairs.positive] | marks.failed[pairs.negative]
    difference = p_yes(marks, pairs.positive) - p_yes(marks, pairs.negative)
    return np.where(failed, np.nan, difference)


def counts(marks: Marks) -> dict[str, Array]:
    """By unit: what the shares are made of, overall and by level."""
    sheet = marks.sheet
    graded = sheet.gold >= 0
    groups = is_group(sheet)
    pairs = contrast_pairs(sheet)
    sure = graded & (marks.confidence >= SURE)
    in_pair = sheet.unit[pairs.positive]
    result = {
        "items": per_unit(sheet, graded),
        "right": per_unit(sheet, marks.right),
        "groups": groups.astype(float),
        "solved": (groups & solved(marks)).astype(float),
        "sure": per_unit(sheet, sure),
        "sure and right": per_unit(sheet, sure & marks.right),
        "pairs": np.bincount(in_pair, minlength=sheet.units).astype(float),
        "directed": np.bincount(in_pair, directed(marks, pairs) > 0, sheet.units),
    }
    for level in LEVELS:
        at = np.array([found == level for found in sheet.by.get("level", ())], dtype=bool)
        if not at.any():
            continue
        here = per_unit(sheet, at) > 0
        result |= {
            f"items {level}": per_unit(sheet, graded & at),
            f"right {level}": per_unit(sheet, marks.right & at),
            f"groups {level}": result["groups"] * here,
            f"solved {level}": result["solved"] * here,
        }
    return result


class Falling(Struct, frozen=True):
    """The items of a task in falling order of confidence, right ones first among equals.

    Attributes:
        units, right: of each item.
        checks: whether a prefix may end here to advantage.
        items, rights: by unit, how many items there are and how many are right.
    """

    units: Array
    right: Array
    checks: Array
    items: Array
    rights: Array


def falling(marks: Marks) -> Falling:
    """Order the items of a task by confidence.

    A prefix may end at a tie boundary. Of these, only the ones before a block with a wrong answer
    and the last need a check: right answers lower the risk and raise the coverage.
    """
    sheet = marks.sheet
    graded = sheet.gold >= 0
    rows = np.flatnonzero(graded)
    order = rows[np.lexsort((~marks.right[rows], -marks.confidence[rows]))]
    confidence, right = marks.confidence[order], marks.right[order]
    checks = np.zeros(len(order), dtype=bool)
    if len(order):
        starts = np.flatnonzero(np.r_[True, confidence[1:] != confidence[:-1]])
        wrong = np.add.reduceat(~right, starts, dtype=int) > 0
        checks[starts[wrong] - 1] = True  # of the first block this is the last item, checked anyway
        checks[-1] = True
    return Falling(
        units=sheet.unit[order],
        right=right,
        checks=checks,
        items=per_unit(sheet, graded),
        rights=per_unit(sheet, marks.right),
    )


def automation(order: Falling, weights: Array) -> Array:
    """The largest coverage of an eligible prefix whose risk is at most 5 %; 0 if there is none.

    Risk at most 1/20 means 19 * wrong <= right: whole numbers, so equality is exact. Many resamples
    are taken together, item by item; few of them one by one, all items together.
    """
    take = _item_by_item if weights.shape[1] > FEW else _one_by_one
    return ratio(take(order, weights), order.items @ weights)


def _one_by_one(order: Falling, weights: Array) -> Array:
    best = []
    for column in weights.T:
        drawn = column[order.units]
        taken = np.cumsum(drawn)[order.checks]
        right = np.cumsum(drawn * order.right)[order.checks]
        fine = taken[(taken - right) * RIGHTS_A_WRONG <= right]
        best.append(fine.max(initial=0.0))
    return np.array(best)


def _item_by_item(order: Falling, weights: Array) -> Array:
    right, wrong, best = (np.zeros(weights.shape[1]) for _ in range(3))
    most = order.rights @ weights
    columns = (order.units.tolist(), order.right.tolist(), order.checks.tolist())
    for number, (unit, is_right, check) in enumerate(zip(*columns, strict=True)):
        if is_right:
            right += weights[unit]
        else:
            wrong += weights[unit]
        if check:
            needed = wrong * RIGHTS_A_WRONG
            np.copyto(best, right + wrong, where=needed <= right)
            if number % PAUSE == 0 and (needed > most).all():
                break
    return best


class Plan(Struct, frozen=True, kw_only=True):
    """What is computed once for a task and used in every resample."""

    task: str
    layer: str
    names: tuple[str, ...]
    matrix: Array
    falling: Falling

    def sums(self, weights: Array) -> dict[str, Array]:
        """The weighted counts, one entry a resample."""
        return dict(zip(self.names, self.matrix @ weights, strict=True))


def plan(marks: Marks) -> Plan:
    """Prepare the marks of a task for resampling."""
    columns = counts(marks)
    return Plan(
        task=marks.sheet.name,
        layer=marks.sheet.layer,
        names=tuple(columns),
        matrix=np.stack(list(columns.values())),
        falling=falling(marks),
    )


def statistic(tasks: Sequence[Marks], *, prefix: str = "families") -> Statistic:
    """The figures of a track as a function of weights.

    Args:
        tasks: the marks of its tasks.
        prefix: how paths of single tasks begin: families for the core, tasks for own data.
    """
    plans = [plan(marks) for marks in tasks]

    def figures(weights: Weights) -> Figures:
        sums = {own.task: own.sums(weights[own.task]) for own in plans}
        result: Figures = {}
        for own in plans:
            result |= {
                f"{prefix}.{own.task}.{name}": values
                for name, values in _task(own, sums[own.task], weights[own.task]).items()
            }
        if prefix == "families":
            result |= _layers(plans, result) | _levels(list(sums.values()))
        return result | _macro(plans, result, prefix) | _pooled(list(sums.values()))

    return figures


def _task(own: Plan, sums: dict[str, Array], weights: Array) -> Figures:
    return {
        "item_accuracy": ratio(sums["right"], sums["items"]),
        "pair_accuracy": ratio(sums["solved"], sums["groups"]),
        "automation_5": automation(own.falling, weights),
        "pair_direction": ratio(sums["directed"], sums["pairs"]),
    }


def _layers(plans: Sequence[Plan], families: Figures) -> Figures:
    layers = dict.fromkeys(own.layer for own in plans)
    return {
        f"layers.{layer}.{name}": mean(
            [families[f"families.{own.task}.{name}"] for own in plans if own.layer == layer]
        )
        for layer in layers
        for name in ("item_accuracy", "pair_accuracy")
    }


def _macro(plans: Sequence[Plan], tasks: Figures, prefix: str) -> Figures:
    return {
        f"macro.{name}": mean([tasks[f"{prefix}.{own.task}.{name}"] for own in plans])
        for name in AVERAGED
    }


def _levels(sums: Sequence[dict[str, Array]]) -> Figures:
    result: Figures = {}
    for level in LEVELS:
        here = [own for own in sums if f"items {level}" in own]
        for name, part, whole in (
            ("item_accuracy", "right", "items"),
            ("pair_accuracy", "solved", "groups"),
        ):
            rows = [ratio(own[f"{part} {level}"], own[f"{whole} {level}"]) for own in here]
            if rows:
                result[f"macro.levels.{level}.{name}"] = mean(rows)
    return result


def _pooled(sums: Sequence[dict[str, Array]]) -> Figures:
    def total(name: str) -> Array:
        return np.asarray(np.sum([own[name] for own in sums], axis=0))

    return {
        "pooled.share_at_90": ratio(total("sure"), total("items")),
        "pooled.accuracy_at_90": ratio(total("sure and right"), total("sure")),
    }
