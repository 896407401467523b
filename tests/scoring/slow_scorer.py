"""The scorer a second time: plain loops over items, written from the rules alone.

Nothing here is shared with ``decisionpivot.scoring``, and nothing is fast. What it returns has
the shape of the scorecard's JSON, without what is drawn at random or not about probabilities.
It is one file, so that it can be read from top to bottom beside the rules.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from decisionpivot.items import Answer, Item

Tree = dict[str, Any]

BINS = 15
SMALLEST = 1e-12
PLACES = ("first", "middle", "last")


@dataclass
class Read:
    """An item with what was read of its answer."""

    item: Item
    p: list[float]
    prediction: str | None
    failure: str | None
    recorded: bool
    decimals: int | None

    @property
    def confidence(self) -> float:
        return max(self.p)

    @property
    def right(self) -> bool:
        return self.prediction is not None and self.prediction == self.item.answer

    def of(self, key: str) -> float:
        return self.p[self.item.request.keys.index(key)]


# Reading an answer


def number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def valid(p: Any, keys: Sequence[str]) -> bool:
    if not isinstance(p, dict) or sorted(p) != sorted(keys):
        return False
    for value in p.values():
        if not number(value) or not math.isfinite(value) or value < 0:
            return False
    return math.fsum(p.values()) > 0


def decimals_of(value: float) -> int:
    exponent = Decimal(repr(value)).normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    return max(0, -exponent)


def read(item: Item, answer: Answer | None) -> Read:
    keys = item.request.keys
    if answer is None:
        failure = "missing"
    elif answer.error is not None:
        failure = answer.error.kind
    elif not valid(answer.p, keys):
        failure = "invalid_p"
    else:
        total = math.fsum(answer.p.values())
        p = [answer.p[key] / total for key in keys]
        decimals = max(decimals_of(answer.p[key]) for key in keys)
        return Read(item, p, keys[p.index(max(p))], None, True, decimals)
    return Read(item, [1 / len(keys)] * len(keys), None, failure, answer is not None, None)


def seen_decimals(rows: Sequence[Read]) -> int | None:
    return max((r.decimals for r in rows if r.decimals is not None), default=None)


def floor_of(rows: Sequence[Read]) -> float:
    """The least gold probability in the log loss of rows that are pooled."""
    decimals = seen_decimals(rows)
    if decimals is None or decimals > 4:
        return SMALLEST
    return float(Fraction(1, 2 * 10**decimals))


# Averages


def share(hits: Iterable[bool]) -> float | None:
    found = list(hits)
    return sum(1 for hit in found if hit) / len(found) if found else None


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of what is defined."""
    found = [v for v in values if v is not None]
    return math.fsum(found) / len(found) if found else None


def split(rows: Iterable[Read], name: Callable[[Read], Any]) -> dict[str, list[Read]]:
    """Rows by a value, in the order of first occurrence; rows without the value are left out."""
    parts: dict[str, list[Read]] = {}
    for row in rows:
        value = name(row)
        if value is not None:
            parts.setdefault(str(value), []).append(row)
    return parts


def given(value: Any) -> Any:
    """The value, or None where the item does not have it (a zero is a value)."""
    return None if type(value).__name__ == "UnsetType" else value


def area(scores: Sequence[tuple[float, bool]]) -> float | None:
    """The share of (positive, negative) pairs in the right order; a tie is half a pair."""
    halves = pairs = 0
    for high, positive in scores:
        for low, other in scores:
            if positive and not other:
                pairs += 1
                halves += 2 if high > low else 1 if high == low else 0
    return halves / (2 * pairs) if pairs else None


# A family


def groups_of(rows: Sequence[Read]) -> list[list[Read]]:
    return list(split(rows, lambda r: given(r.item.group)).values())


def all_right(group: Sequence[Read]) -> bool:
    return all(r.right for r in group)


def chance_of(rows: Sequence[Read]) -> float | None:
    return mean(math.prod(1 / len(r.p) for r in group) for group in groups_of(rows))


def automation(rows: Sequence[Read], alpha: Fraction = Fraction(5, 100)) -> float | None:
    if not rows:
        return None
    best = 0
    for cut in sorted({r.confidence for r in rows}):
        prefix = [r for r in rows if r.confidence >= cut]
        wrong = sum(1 for r in prefix if not r.right)
        if Fraction(wrong, len(prefix)) <= alpha:
            best = max(best, len(prefix))
    return best / len(rows)


def pairs_of(rows: Sequence[Read]) -> list[tuple[Read, Read]]:
    """The groups that are a yes and a no, as (positive, negative); other groups are no pairs."""
    found = []
    for group in groups_of(rows):
        yes = [r for r in group if r.item.answer == "yes"]
        no = [r for r in group if r.item.answer == "no"]
        if len(yes) == len(no) == 1 and len(group) == 2:
            found.append((yes[0], no[0]))
    return found


def outcome(positive: Read, negative: Read) -> str:
    if positive.failure or negative.failure:
        return "failed"
    names = {
        ("yes", "no"): "both",
        ("yes", "yes"): "yes_yes",
        ("no", "no"): "no_no",
        ("no", "yes"): "reversed",
    }
    return names[str(positive.prediction), str(negative.prediction)]


def direction(rows: Sequence[Read]) -> Tree:
    pairs = pairs_of(rows)
    if not pairs:
        return dict.fromkeys(("pair_direction", "pair_direction_ties", "pair_outcomes"))
    counts = dict.fromkeys(("both", "yes_yes", "no_no", "reversed", "failed"), 0)
    rising, ties = [], []
    for positive, negative in pairs:
        name = outcome(positive, negative)
        counts[name] += 1
        rising.append(name != "failed" and positive.of("yes") > negative.of("yes"))
        ties.append(name != "failed" and positive.of("yes") == negative.of("yes"))
    return {
        "pair_direction": share(rising),
        "pair_direction_ties": share(ties),
        "pair_outcomes": counts,
    }


def place(row: Read) -> str | None:
    pivot = given(row.item.pivot)
    if pivot is None:
        return None
    return PLACES[0] if pivot.at < 1 / 3 else PLACES[1] if pivot.at < 2 / 3 else PLACES[2]


def kind(row: Read) -> str | None:
    pivot = given(row.item.pivot)
    return None if pivot is None else str(pivot.kind)


SLICES: dict[str, Callable[[Read], Any]] = {
    "level": lambda r: given(r.item.level),
    "kind": kind,
    "domain": lambda r: given(r.item.domain),
    "interpretation": lambda r: given(r.item.interpretation),
    "place": place,
}


def sliced(groups: Sequence[Sequence[Read]], part: Sequence[Read]) -> Tree:
    """A part of a family; a group counts where one of its members is in the part."""
    ids = [r.item.id for r in part]
    return {
        "n": len(part),
        "item_accuracy": share(r.right for r in part),
        "pair_accuracy": share(all_right(g) for g in groups if any(r.item.id in ids for r in g)),
    }


def slices(rows: Sequence[Read]) -> Tree:
    groups = groups_of(rows)
    found = {
        name: {value: sliced(groups, part) for value, part in split(rows, key).items()}
        for name, key in SLICES.items()
    }
    return {name: parts for name, parts in found.items() if parts}


def records(rows: Sequence[Read]) -> Tree:
    count = sum(1 for r in rows if r.recorded)
    failures = {k: len(v) for k, v in split(rows, lambda r: r.failure).items()}
    return {
        "n": len(rows),
        "records": count,
        "complete": 100 * count >= 99 * len(rows),
        "failed": sum(failures.values()),
        "failures": failures,
    }


def family(rows: Sequence[Read]) -> Tree:
    groups = groups_of(rows)
    return {
        **records(rows),
        "groups": len(groups),
        "item_accuracy": share(r.right for r in rows),
        "pair_accuracy": share(all_right(g) for g in groups),
        "pair_chance": chance_of(rows),
        "automation_5": automation(rows),
        **direction(rows),
        "by": slices(rows),
    }


# Pooled items


def bin_of(confidence: float) -> int:
    return next(b for b in range(1, BINS + 1) if confidence <= b / BINS)


def calibration_error(rows: Sequence[Read]) -> float:
    gaps = []
    for b in range(1, BINS + 1):
        own = [r for r in rows if bin_of(r.confidence) == b]
        if own:
            accuracy = sum(1 for r in own if r.right) / len(own)
            confidence = math.fsum(r.confidence for r in own) / len(own)
            gaps.append(len(own) / len(rows) * abs(accuracy - confidence))
    return math.fsum(gaps)


def brier(row: Read) -> float:
    gold = str(row.item.answer)
    keys = row.item.request.keys
    return math.fsum((p - (key == gold)) ** 2 for key, p in zip(keys, row.p, strict=True))


def log_loss(row: Read, floor: float) -> float:
    return -math.log(max(row.of(str(row.item.answer)), floor))


def pooled(rows: Sequence[Read]) -> Tree:
    sure = [r for r in rows if r.confidence >= 0.90]
    surest = [r for r in rows if r.confidence >= 0.99]
    answered = [r for r in rows if r.failure is None]
    return {
        "n": len(rows),
        "share_at_90": share(r.confidence >= 0.90 for r in rows),
        "accuracy_at_90": share(r.right for r in sure),
        "calibration_error": calibration_error(rows),
        "brier": mean(brier(r) for r in rows),
        "log_loss": mean(log_loss(r, floor_of(rows)) for r in rows),
        "auroc": area([(r.confidence, r.right) for r in rows]),
        "share_at_99": share(r.confidence >= 0.99 for r in rows),
        "share_exactly_1": share(r.confidence == 1 for r in surest),
        "share_tied_at_top": share(r.p.count(max(r.p)) > 1 for r in answered),
        "decimals": seen_decimals(rows),
    }


# Averages over families


def averages(found: Sequence[Tree], *names: str) -> Tree:
    return {name: mean(f[name] for f in found) for name in names}


def levels(found: Sequence[Tree]) -> Tree:
    result: Tree = {}
    for level in "123":
        own = [f["by"]["level"][level] for f in found if level in f["by"].get("level", {})]
        if own:
            result[level] = averages(own, "item_accuracy", "pair_accuracy")
    return result


def macro(found: Sequence[Tree]) -> Tree:
    names = ("item_accuracy", "pair_accuracy", "automation_5")
    return {
        **averages(found, *names, "pair_chance"),
        "levels": levels(found),
        "averaged": {name: sum(1 for f in found if f[name] is not None) for name in names},
    }


def layers(files: Mapping[str, Sequence[Read]], families: Mapping[str, Tree]) -> Tree:
    result: Tree = {}
    for layer in sorted({str(rows[0].item.layer) for rows in files.values()}):
        own = [families[n] for n, rows in files.items() if str(rows[0].item.layer) == layer]
        result[layer] = {
            "n": sum(f["n"] for f in own),
            **averages(own, "item_accuracy", "pair_accuracy", "pair_chance"),
        }
    return result


def files_of(
    items: Iterable[Item], answers: Mapping[str, Answer], names: Callable[[Item], bool]
) -> dict[str, list[Read]]:
    parts: dict[str, list[Item]] = {}
    for item in items:
        if names(item):
            parts.setdefault(item.name, []).append(item)
    return {name: [read(i, answers.get(i.id)) for i in own] for name, own in parts.items()}


def pool(files: Mapping[str, Sequence[Read]]) -> list[Read]:
    return [row for rows in files.values() for row in rows]


def core(items: Sequence[Item], answers: Mapping[str, Answer]) -> Tree:
    files = files_of(items, answers, lambda i: given(i.family) is not None)
    found = {name: family(rows) | {"pooled": None} for name, rows in files.items()}
    return {
        "families": found,
        "layers": layers(files, found),
        "macro": macro(list(found.values())),
        "pooled": pooled(pool(files)),
        "places": {
            name: sliced([g for rows in files.values() for g in groups_of(rows)], part)
            for name, part in split(pool(files), place).items()
        },
    }


def data(items: Sequence[Item], answers: Mapping[str, Answer]) -> Tree:
    files = files_of(items, answers, lambda i: given(i.family) is None)
    found = {name: family(rows) | {"pooled": pooled(rows)} for name, rows in files.items()}
    return {
        "tasks": found,
        "macro": macro(list(found.values())) | {"levels": {}},
        "pooled": pooled(pool(files)),
    }


# Reference tasks


def gold_labels(rows: Sequence[Read]) -> list[str]:
    return sorted({str(r.item.answer) for r in rows})


def recall(rows: Sequence[Read], label: str) -> float | None:
    return share(r.prediction == label for r in rows if r.item.answer == label)


def balanced_accuracy(rows: Sequence[Read]) -> float | None:
    return mean(recall(rows, label) for label in gold_labels(rows))


def f1(rows: Sequence[Read], label: str) -> float | None:
    """Two times the hits over all places where the label is gold or predicted."""
    hits = sum(1 for r in rows if r.prediction == label and r.item.answer == label)
    places = sum((r.prediction == label) + (r.item.answer == label) for r in rows)
    return 2 * hits / places if places else None


def macro_f1(rows: Sequence[Read]) -> float | None:
    predicted = {r.prediction for r in rows if r.prediction is not None}
    return mean(f1(rows, label) for label in sorted({*gold_labels(rows), *predicted}))


def label_area(rows: Sequence[Read], label: str) -> float | None:
    return area([(r.of(label), r.item.answer == label) for r in rows])


def discount(position: int) -> float:
    return 1 / math.log2(position + 1)


def ndcg(candidates: Sequence[tuple[float, float]]) -> float | None:
    """nDCG@10 of (score, grade) pairs: an unknown order gives each of its places the mean gain."""
    gains = [(score, 2**grade - 1) for score, grade in candidates]
    reached, best = [], []
    for position, (_, gain) in enumerate(sorted(gains, key=lambda c: -c[1])[:10], 1):
        best.append(gain * discount(position))
    for position, (score, _) in enumerate(sorted(gains, key=lambda c: -c[0])[:10], 1):
        equal = [gain for other, gain in gains if other == score]
        reached.append(math.fsum(equal) / len(equal) * discount(position))
    ideal = math.fsum(best)
    return math.fsum(reached) / ideal if ideal else None


def graded(row: Read) -> tuple[float, float]:
    """Score and grade: p(yes) and relevance."""
    label = given(row.item.label)
    return row.of("yes"), float(row.item.answer == "yes") if label is None else label


def mean_ndcg(rows: Sequence[Read]) -> float | None:
    queries = split(rows, lambda r: given(r.item.query)).values()
    return mean(ndcg([graded(r) for r in query]) for query in queries)


def closeness(predicted: Sequence[float], rates: Sequence[float]) -> float:
    """One minus the mean squared error."""
    pairs = zip(predicted, rates, strict=True)
    return 1 - math.fsum((p - rate) ** 2 for p, rate in pairs) / len(rates)


def brier_values(rows: Sequence[Read]) -> tuple[float, float]:
    """The value, and that of the best constant."""
    labels = [float(str(r.item.label)) for r in rows]
    constant = math.fsum(labels) / len(labels)
    return closeness([r.of("yes") for r in rows], labels), closeness(
        [constant] * len(labels), labels
    )


def metric(name: str, rows: Sequence[Read]) -> float | None:
    kind, _, label = name.partition(":")
    plain: dict[str, Callable[[Sequence[Read]], float | None]] = {
        "accuracy": lambda own: share(r.right for r in own),
        "balanced_accuracy": balanced_accuracy,
        "macro_f1": macro_f1,
        "ndcg@10": mean_ndcg,
        "brier_skill": lambda own: brier_values(own)[0],
        "f1": lambda own: f1(own, label),
        "recall": lambda own: recall(own, label),
        "auroc": lambda own: label_area(own, label),
    }
    return plain[kind](rows)


def reference_task(name: str, chance: float | None, rows: Sequence[Read]) -> Tree:
    value = metric(name, rows)
    baseline = brier_values(rows)[1] if chance is None else chance
    score = None if value is None or baseline == 1 else (value - baseline) / (1 - baseline)
    return {
        **records(rows),
        "metric": name,
        "value": value,
        "chance": baseline,
        "score": score,
    }


def reference(
    items: Sequence[Item],
    answers: Mapping[str, Answer],
    cards: Iterable[tuple[str, str, str, float | None]],
) -> Tree:
    """Cards are (task, layer, metric, chance)."""
    tasks: Tree = {}
    by_layer: dict[str, list[float]] = {}
    for name, layer, measure, chance in cards:
        rows = [read(i, answers.get(i.id)) for i in items if i.name == name]
        tasks[name] = reference_task(measure, chance, rows)
        score = tasks[name]["score"]
        by_layer.setdefault(layer, []).extend([] if score is None else [max(0.0, score)])
    found = {layer: mean(scores) for layer, scores in by_layer.items()}
    return {
        "tasks": tasks,
        "layers": found,
        "score": mean(found.values()),
        "averaged": {layer: len(scores) for layer, scores in by_layer.items()},
    }
