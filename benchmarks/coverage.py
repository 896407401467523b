"""How often the 95 % intervals cover the truth, and how biased automation is, by simulation.

    python benchmarks/coverage.py           # the tables of docs/limits-of-intervals.md
    python benchmarks/coverage.py 200       # fewer runs

A simulated item has an evidence m = strength + 0.7 x (its group's luck) + (its own luck), both
standard normal. It is right when m is positive, and its confidence grows with the size of m. So
confidence ranks items well, as in a sound system, and members of a group depend on each other. The
truth is taken from a million groups of each family.
"""

import sys
from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct

from decisionpivot.items import Item, Option, Question, question_type
from decisionpivot.scoring import TaskCard
from decisionpivot.scoring.arrays import Array, Marks, Sheet, sheets
from decisionpivot.scoring.bootstrap import SEED, Figures, Statistic, interval, resample
from decisionpivot.scoring.core import statistic as core_statistic
from decisionpivot.scoring.curves import risk_coverage
from decisionpivot.scoring.reference import statistic as reference_statistic
from decisionpivot.scoring.threshold import threshold

RUNS = 1_000
RESAMPLES = 1_000
GROUP_LUCK = 0.7
SHARPNESS = 2.0
TRUTH_GROUPS = 1_000_000
STRENGTHS = {"weak": 0.75, "middling": 1.05, "strong": 1.4}
SIZES = (2,) * 9 + (3,) * 3 + (4,)
SPREAD = 0.25
"""The strengths of the families lie so far around that of the system."""
CORE_FIGURES = {
    "macro.item_accuracy": "item accuracy",
    "macro.pair_accuracy": "pair accuracy",
    "pooled.accuracy_at_90": "accuracy at 0.90",
    "pooled.share_at_90": "share at 0.90",
    "macro.automation_5": "automation at 5 %",
}
FIGURES = {**CORE_FIGURES, "score": "reference score"}


class Drawn(Struct, frozen=True):
    """Simulated items, group after group: whether they are right, and how confident."""

    right: Array
    confidence: Array


def draw(rng: np.random.Generator, strength: float, *, groups: int, size: int) -> Drawn:
    """Simulate the answers of a system to a family."""
    luck = np.repeat(rng.standard_normal(groups), size)
    evidence = strength + GROUP_LUCK * luck + rng.standard_normal(groups * size)
    chance = 1 / size
    confidence = chance + (1 - chance) * np.tanh(SHARPNESS / 2 * np.abs(evidence))
    return Drawn(evidence > 0, confidence)


def family(name: str, size: int, *, layer: str = "A", items: int = 600, **more: str) -> Sheet:
    """The items of a family: groups of ``size`` with as many options."""
    keys = ("yes", "no") if size == 2 else tuple("abcd"[:size])
    made = [
        Item(
            id=f"{n:05d}",
            layer=layer,
            group=f"g{n // size:05d}",
            state="s",
            question=Question(question_type(keys), "?"),
            options=tuple(Option(key, "") for key in keys),
            answer=keys[n % size],
            **(more or {"family": name}),
        )
        for n in range(items // size * size)
    ]
    return sheets(made)[0]


def marks(sheet: Sheet, drawn: Drawn) -> Marks:
    """Simulated answers as marks; a wrong prediction is the option after the gold one."""
    rows = np.arange(sheet.n)
    predicted = np.where(drawn.right, sheet.gold, (sheet.gold + 1) % sheet.options)
    rest = (1 - drawn.confidence) / (sheet.options - 1)
    p = np.repeat(rest[:, None], int(sheet.options.max()), axis=1)
    p[rows, predicted] = drawn.confidence
    return Marks(
        sheet=sheet,
        p=p,
        predicted=predicted,
        confidence=drawn.confidence,
        right=drawn.right,
        failed=np.zeros(sheet.n, dtype=bool),
        failures={},
        records=sheet.n,
        decimals=None,
        answers=(None,) * sheet.n,
    )


def strengths(strength: float) -> Array:
    """The strengths of the thirteen families."""
    return strength + SPREAD * np.linspace(-1, 1, len(SIZES))


def truth(strength: float) -> dict[str, float]:
    """The figures of the core over a million groups of every family."""
    rng = np.random.default_rng(SEED)
    items, pairs, coverage, sure, sure_right = [], [], [], [], []
    for own, size in zip(strengths(strength), SIZES, strict=True):
        drawn = draw(rng, float(own), groups=TRUTH_GROUPS, size=size)
        items.append(drawn.right.mean())
        pairs.append(drawn.right.reshape(-1, size).all(axis=1).mean())
        coverage.append(risk_coverage(drawn.confidence, drawn.right).coverage_at(0.05))
        sure.append((drawn.confidence >= 0.90).mean())
        sure_right.append((drawn.right & (drawn.confidence >= 0.90)).mean())
    values = (
        np.mean(items),
        np.mean(pairs),
        np.sum(sure_right) / np.sum(sure),
        np.mean(sure),
        np.mean(coverage),
    )
    return dict(zip(CORE_FIGURES, map(float, values), strict=True))


class Coverage(Struct, frozen=True):
    """What the simulation says of one figure."""

    figure: str
    truth: float
    bias: float
    covered: float


def coverage(
    true: dict[str, float],
    own: Sequence[Sheet],
    simulate: Callable[[np.random.Generator], Statistic],
    *,
    runs: int = RUNS,
) -> list[Coverage]:
    """How often the interval of each figure covers its true value."""
    rng = np.random.default_rng(SEED)
    values = {path: np.zeros(runs) for path in true}
    covered = {path: np.zeros(runs, dtype=bool) for path in true}
    for run in range(runs):
        seed = int(rng.integers(2**62))
        figures: Figures = resample([simulate(rng)], own, seed=seed, resamples=RESAMPLES)[0]
        for path, value in true.items():
            found = interval(figures[path], unit="group")
            values[path][run] = figures[path][0]
            covered[path][run] = found.low <= value <= found.high  # type: ignore[operator]
    return [
        Coverage(path, value, float(values[path].mean() - value), float(covered[path].mean()))
        for path, value in true.items()
    ]


def core_coverage(strength: float, *, runs: int = RUNS) -> list[Coverage]:
    """The coverage of the core's headline figures for a system of this strength."""
    own = [family(f"f{n:02d}", size) for n, size in enumerate(SIZES)]
    levels = strengths(strength)

    def simulate(rng: np.random.Generator) -> Statistic:
        return core_statistic(
            [
                marks(s, draw(rng, float(level), groups=s.units, size=size))
                for s, level, size in zip(own, levels, SIZES, strict=True)
            ]
        )

    return coverage(truth(strength), own, simulate, runs=runs)


METRICS = ("accuracy", "balanced_accuracy", "macro_f1", "f1:yes", "accuracy", "auroc:yes")
TASKS = 35
AT_CHANCE = 0.0


def reference_strengths(at_chance: int) -> Array:
    """Strengths from just above chance to strong; the first so many tasks are at chance."""
    levels = np.linspace(0.15, 2.0, TASKS)[np.arange(TASKS) * 12 % TASKS]
    levels[:at_chance] = AT_CHANCE
    return levels


def p_yes(sheet: Sheet, drawn: Drawn) -> tuple[Array, Array]:
    """Gold yes, and the probability of yes."""
    gold = sheet.gold == 0
    return gold, np.where(drawn.right == gold, drawn.confidence, 1 - drawn.confidence)


def true_score(metric: str, strength: float) -> float:
    """The chance-corrected score of a balanced yes/no task over a million groups."""
    rng = np.random.default_rng(SEED)
    drawn = draw(rng, strength, groups=TRUTH_GROUPS, size=2)
    if metric != "auroc:yes":  # balanced and symmetric: all of these are the accuracy
        return float(2 * drawn.right.mean() - 1)
    gold = np.arange(2 * TRUTH_GROUPS) % 2 == 0
    p = np.where(drawn.right == gold, drawn.confidence, 1 - drawn.confidence)
    ranks = np.empty(len(p))
    ranks[np.argsort(p, kind="stable")] = np.arange(1, len(p) + 1)
    below = ranks[gold].sum() - TRUTH_GROUPS * (TRUTH_GROUPS + 1) / 2
    return float(2 * below / TRUTH_GROUPS**2 - 1)


def reference_coverage(*, at_chance: int = 0, runs: int = RUNS) -> list[Coverage]:
    """The coverage of the reference score over 35 yes/no tasks of 200 to 1,000 items."""
    sizes = [200 + 200 * (n % 5) for n in range(TASKS)]
    layers = ["ABCDEFG"[n // 5] for n in range(TASKS)]
    names = [f"r{n:02d}" for n in range(TASKS)]
    own = [
        family(name, 2, layer=layer, items=size, task=name)
        for name, layer, size in zip(names, layers, sizes, strict=True)
    ]
    cards = [
        TaskCard(name=name, layer=layer, metric=METRICS[n % len(METRICS)], chance=0.5)
        for n, (name, layer) in enumerate(zip(names, layers, strict=True))
    ]
    levels = reference_strengths(at_chance)
    scores = [
        max(0.0, true_score(card.metric, float(level))) if level else 0.0
        for card, level in zip(cards, levels, strict=True)
    ]

    def simulate(rng: np.random.Generator) -> Statistic:
        made = {
            s.name: marks(s, draw(rng, float(level), groups=s.units, size=2))
            for s, level in zip(own, levels, strict=True)
        }
        return reference_statistic(cards, made)

    return coverage({"score": float(np.mean(scores))}, own, simulate, runs=runs)


class Broken(Struct, frozen=True):
    """How often a chosen threshold broke its promise, and how often one was found."""

    found: float
    broken: float


def threshold_runs(
    strength: float, *, alpha: float, delta: float, groups: int, runs: int
) -> Broken:
    """Choose thresholds on simulated data, and look at the true error above them."""
    rng = np.random.default_rng(SEED)
    sheet = family("f", 2, items=2 * groups)
    large = draw(np.random.default_rng(SEED + 1), strength, groups=TRUTH_GROUPS, size=2)
    order = np.argsort(-large.confidence)
    ordered = -large.confidence[order]
    wrong = np.cumsum(~large.right[order])
    found = broken = 0
    for run in range(runs):
        made = marks(sheet, draw(rng, strength, groups=groups, size=2))
        bound = threshold([made], alpha=alpha, delta=delta, seed=run).bound
        if bound:
            found += 1
            above = int(np.searchsorted(ordered, -bound.cutoff, side="right"))
            broken += int(above > 0 and wrong[above - 1] / above > alpha)
    return Broken(found / runs, broken / runs)


def report(title: str, rows: Sequence[Coverage]) -> None:
    """Print the rows of a table in percent."""
    for row in rows:
        print(
            f"| {title} | {FIGURES[row.figure]} | {100 * row.truth:.1f} "
            f"| {round(100 * row.bias, 1) + 0.0:+.1f} | {100 * row.covered:.1f} |",
            flush=True,
        )


def main(runs: int) -> None:
    """Print the tables."""
    print("| system | figure | truth | bias | covered |\n|---|---|---|---|---|")
    for name, strength in STRENGTHS.items():
        report(name, core_coverage(strength, runs=runs))
    report("tasks above chance", reference_coverage(runs=runs))
    report("7 of 35 tasks at chance", reference_coverage(at_chance=7, runs=runs))
    print("\n| system | alpha | delta | groups | chosen | broken |\n|---|---|---|---|---|---|")
    for name, strength in STRENGTHS.items():
        for alpha, delta in ((0.05, 0.05), (0.1, 0.1)):
            own = threshold_runs(strength, alpha=alpha, delta=delta, groups=600, runs=2 * runs)
            cells = (name, alpha, delta, 600, f"{100 * own.found:.1f}", f"{100 * own.broken:.1f}")
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS)
