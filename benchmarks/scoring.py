"""How long scoring takes and how much memory it needs, beside scipy's bootstrap.

    python benchmarks/scoring.py            # everything, under a minute on a quiet machine
    python benchmarks/scoring.py one        # one part

Every part runs in a process of its own, on one core. Times are processor seconds after start-up,
the median of three; memory is the peak of the process. Items and answers are synthetic, in the
sizes of the release.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

import numpy as np
import scipy.stats

from decisionpivot.items import Answer, Item, Option, Question, encode_lines, question_type
from decisionpivot.scoring import TaskCard, score_answers
from decisionpivot.scoring.arrays import Marks, mark, sheets
from decisionpivot.scoring.bootstrap import Figures, Weights, mean, resample
from decisionpivot.scoring.compare import Entrant, table
from decisionpivot.scoring.core import automation, falling, is_group, solved
from decisionpivot.scoring.load import load
from decisionpivot.selection import tasks_of

FAMILIES = 13
RESAMPLES = 1_000
MANY = 10_000
SYSTEMS = 40
YES_NO = ("yes", "no")
METRICS = ("accuracy", "balanced_accuracy", "macro_f1", "f1:yes", "auroc:yes")


def item(key: str, keys: tuple[str, ...], answer: str, **more: str | int) -> Item:
    return Item(
        id=key,
        state="state",
        question=Question(question_type(keys), "?"),
        options=tuple(Option(k, "") for k in keys),
        answer=answer,
        **more,
    )


def core() -> list[Item]:
    """Thirteen families of 600 items: nine of pairs, three of triples, one of fours."""
    sizes = [2] * 9 + [3] * 3 + [4]
    return [
        item(
            f"f{f:02d}:{n:05d}",
            keys := YES_NO if size == 2 else tuple("abcd"[:size]),
            keys[n % size],
            family=f"f{f:02d}",
            layer="ABCDEFG"[f * 7 // FAMILIES],
            group=f"g{n // size:04d}",
            level=1 + n // 200,
            domain=f"d{n // size % 8}",
        )
        for f, size in enumerate(sizes)
        for n in range(600)
    ]


def reference() -> tuple[list[Item], list[TaskCard]]:
    """35 tasks and about 40,000 items: two of 100 queries, the others of 920 single items."""
    r = Random(1)
    items, cards = [], []
    for t in range(35):
        name, layer = f"r{t:02d}", "ABCDEFG"[t // 5]
        ranked = t >= 33
        for n in range(5_000 if ranked else 920):
            more = {"query": f"q{n // 50}"} if ranked else {}
            items.append(
                item(f"{name}:{n:05d}", YES_NO, r.choice(YES_NO), task=name, layer=layer, **more)
            )
        metric = "ndcg@10" if ranked else METRICS[t % len(METRICS)]
        cards.append(TaskCard(name=name, layer=layer, metric=metric, chance=0.5))
    return items, cards


def answers(items: list[Item], skill: float, seed: int = 1) -> list[Answer]:
    r = Random(seed)
    result = []
    for one in items:
        weights = {key: r.random() for key in one.request.keys}
        if r.random() < skill:
            weights[str(one.answer)] += 2
        total = sum(weights.values())
        result.append(Answer(id=one.id, p={key: w / total for key, w in weights.items()}))
    return result


def timed(work: Callable[[], object], repeats: int = 3) -> float:
    seconds = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return median(seconds)


def one() -> None:
    """The full scorecard of one system."""
    items = core()
    given = answers(items, 0.6)
    seconds = timed(lambda: score_answers(items, given, resamples=RESAMPLES))
    print(f"one system, {len(items):,} items, {RESAMPLES:,} resamples: {seconds:.2f} s")


def files() -> None:
    """The same from files on disk."""
    items = core()
    given = {a.id: a for a in answers(items, 0.6)}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "run").mkdir()
        (folder / "own.jsonl").write_bytes(encode_lines(items))
        (folder / "run" / "own.jsonl").write_bytes(encode_lines(given[i.id] for i in items))
        tasks = tasks_of([folder / "own.jsonl"])
        (folder / "run" / "run.json").write_text(
            f'{{"items_sha256": {{"own": "{tasks[0].sha256}"}}}}'
        )
        seconds = timed(lambda: load(folder / "run", tasks))
    print(f"  reading items and answers from files, and marking: {seconds:.2f} s")


def many() -> None:
    """The headline of forty systems."""
    items = core()
    entrants = [
        Entrant(f"s{n:02d}", tuple(marked(items, answers(items, n / SYSTEMS, n))))
        for n in range(SYSTEMS)
    ]
    seconds = timed(lambda: table(entrants, resamples=MANY), 1)
    print(f"{SYSTEMS} systems, {MANY:,} resamples, headline with ranks: {seconds:.1f} s")


def large() -> None:
    """The reference track of one system."""
    items, cards = reference()
    given = answers(items, 0.6)
    seconds = timed(lambda: score_answers(items, given, cards=cards, resamples=RESAMPLES))
    print(f"one system, {len(items):,} reference items, {RESAMPLES:,} resamples: {seconds:.2f} s")


def growth() -> None:
    """Three sizes of each dimension."""
    items = core()
    given = answers(items, 0.6)
    for resamples in (1_000, 2_000, 4_000):
        seconds = timed(lambda n=resamples: score_answers(items, given, resamples=n))
        print(f"  {resamples:,} resamples: {seconds:.2f} s")
    for share in (4, 2, 1):
        some = [i for i in items if int(i.id[-5:]) % 600 < 600 // share]
        ids = {i.id for i in some}
        own = [a for a in given if a.id in ids]
        seconds = timed(lambda s=some, a=own: score_answers(s, a, resamples=RESAMPLES))
        print(f"  {len(some):,} items: {seconds:.2f} s")
    for systems in (5, 10, 20):
        entrants = [
            Entrant(f"s{n}", tuple(marked(items, answers(items, 0.5, n)))) for n in range(systems)
        ]
        seconds = timed(lambda e=entrants: table(e, resamples=RESAMPLES), 1)
        print(f"  {systems} systems: {seconds:.2f} s")


def marked(items: list[Item], given: list[Answer]) -> list[Marks]:
    by_id = {a.id: a for a in given}
    return [mark(sheet, by_id) for sheet in sheets(items)]


def beside_scipy() -> None:
    """Two metrics of the core with scipy.stats.bootstrap, the same with ours, and all of ours."""
    items = core()
    given = answers(items, 0.6)
    tasks = marked(items, given)
    own = [m.sheet for m in tasks]
    groups = [solved(m)[is_group(m.sheet)].astype(float) for m in tasks]
    orders = {m.sheet.name: falling(m) for m in tasks}

    def macro(*parts: np.ndarray, axis: int) -> np.ndarray:
        return np.mean([part.mean(axis=axis) for part in parts], axis=0)

    def pairs(weights: Weights) -> Figures:
        rows = [g @ weights[s.name] / len(g) for g, s in zip(groups, own, strict=True)]
        return {"macro": mean(rows)}

    def coverage(weights: Weights) -> Figures:
        return {"macro": mean([automation(o, weights[name]) for name, o in orders.items()])}

    options = {"n_resamples": RESAMPLES, "method": "percentile", "rng": 1}
    theirs = timed(lambda: scipy.stats.bootstrap(groups, macro, vectorized=True, **options))
    ours = timed(lambda: resample([pairs], own, resamples=RESAMPLES))
    ratio("macro pair accuracy, scipy vectorised", theirs, ours)
    few = 20
    theirs = timed(lambda: [coverage_by_scipy(m, few) for m in tasks], 1) * RESAMPLES / few
    ours = timed(lambda: resample([coverage], own, resamples=RESAMPLES))
    ratio("automation, scipy with a function a resample", theirs, ours)


def ratio(what: str, theirs: float, ours: float) -> None:
    print(f"{what}: {theirs:.2f} s, ours {ours:.3f} s, {theirs / ours:.1f} x")


def coverage_by_scipy(marks: Marks, resamples: int) -> object:
    """Automation of one family with scipy drawing the groups."""
    order = falling(marks)

    def coverage(units: np.ndarray) -> float:
        weights = np.bincount(units, minlength=marks.sheet.units).astype(float)
        return float(automation(order, weights[:, None])[0])

    return scipy.stats.bootstrap(
        (np.arange(marks.sheet.units),),
        coverage,
        vectorized=False,
        n_resamples=resamples,
        method="percentile",
        rng=1,
    )


PARTS: dict[str, Callable[[], None]] = {
    "one": one,
    "files": files,
    "many": many,
    "large": large,
    "growth": growth,
    "scipy": beside_scipy,
}


def main(arguments: list[str]) -> None:
    """Do the parts that are named here, or each part in a process of its own."""
    for name in arguments:
        PARTS[name]()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"  peak memory {peak} MB", flush=True)
    for name in () if arguments else PARTS:
        subprocess.run(
            [sys.executable, str(Path(__file__).resolve()), name],
            check=True,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        )


if __name__ == "__main__":
    main(sys.argv[1:])
