"""Prints what a card should say of its task: counts, SHA-256, chance, bag-of-words baseline.

python scripts/reference_figures.py xstest umwp
"""

import argparse
import json
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import Ridge
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from decisionpivot.items import UNSET, Answer, Item, encode_lines, sha256
from decisionpivot.reference import BY_NAME, Card, convert
from decisionpivot.scoring.arrays import Array, Marks, mark, sheets
from decisionpivot.scoring.reference import measure

SOURCES = Path(__file__).parents[2] / "shared" / "reference-sources"
DRAWS = 20_000
SEED = 20261007


def main() -> None:
    """Print the figures of the tasks that are named, default all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", default=list(BY_NAME))
    parser.add_argument("--source", type=Path, default=SOURCES)
    args = parser.parse_args()
    for name in args.tasks:
        converter = BY_NAME[name]
        card = converter.CARD
        items, dropped = convert(converter, args.source / (card.folder or name))
        print(f"{name}: items={len(items)}, groups={len({i.group or i.id for i in items})}")
        print(f'    sha256="{sha256(encode_lines(items))}"')
        print(f"    dropped {dropped}")
        print(f"    bag_of_words={bag_of_words(card, items):.3f}")
        if card.metric == "ndcg@10":
            print(f"    chance of a random order {random_order(items):.5f}")
        chance = simulated(card, items)
        if chance is not None:
            print(f"    simulated chance {chance[0]:.5f} +- {chance[1]:.5f}")


def marks_of(card: Card, items: list[Item], p: list[dict[str, float]]) -> Marks:
    """The answers of a system to a task, with these probabilities."""
    (sheet,) = sheets(items)
    found = {item.id: Answer(id=item.id, p=row) for item, row in zip(items, p, strict=True)}
    return mark(sheet, found)


def value(metric: str, marks: Marks) -> float:
    """A metric over all items."""
    return float(measure(metric, marks)(np.ones((marks.sheet.units, 1)))[0])


def bag_of_words(card: Card, items: list[Item]) -> float:
    """The metric of a bag of words on the state, five folds that keep groups whole."""
    texts = [i.state if isinstance(i.state, str) else json.dumps(i.state) for i in items]
    groups = [i.group or i.id for i in items]
    words = CountVectorizer(binary=True)
    folds = GroupKFold(5)
    if card.metric == "brier_skill":
        rates = np.array([i.label for i in items])
        model = make_pipeline(words, Ridge(alpha=100.0))
        yes = np.clip(cross_val_predict(model, texts, rates, groups=groups, cv=folds), 0, 1)
        return value(card.metric, marks_of(card, items, [{"yes": y, "no": 1 - y} for y in yes]))
    gold = [str(i.answer) if i.answer is not UNSET else str(i.label) for i in items]
    model = make_pipeline(words, MultinomialNB())
    guessed = cross_val_predict(model, texts, gold, groups=groups, cv=folds, method="predict_proba")
    labels = sorted(set(gold))
    p = []
    for item, row in zip(items, guessed, strict=True):
        by_label = dict(zip(labels, row, strict=True))
        mass = {key: float(by_label.get(key, 0.0)) + 1e-9 for key in item.request.keys}
        total = sum(mass.values())
        p.append({key: share / total for key, share in mass.items()})
    return value(card.metric, marks_of(card, items, p))


def random_order(items: list[Item]) -> float:
    """The expected nDCG@10 of a random order: mean gain times the sum of discounts, over ideal."""
    gains: dict[str, list[float]] = {}
    for item in items:
        grade = item.label if isinstance(item.label, float) else float(item.answer == "yes")
        gains.setdefault(str(item.query), []).append(2.0**grade - 1)
    discounts = 1 / np.log2(np.arange(2, 12))
    values = [
        np.mean(own) * discounts.sum() / (np.sort(own)[::-1][:10] * discounts).sum()
        for own in gains.values()
    ]
    return float(np.mean(values))


def simulated(card: Card, items: list[Item]) -> tuple[float, float] | None:
    """F1 and macro-F1 of uniform guesses: mean and standard error over seeded draws."""
    name, _, argument = card.metric.partition(":")
    if name not in ("f1", "macro_f1"):
        return None
    labels = sorted({key for item in items for key in item.request.keys})
    gold = np.array([labels.index(str(item.answer)) for item in items])
    places = [[labels.index(key) for key in item.request.keys] for item in items]
    sizes = np.array([len(row) for row in places])
    table = np.array([row + [0] * (sizes.max() - len(row)) for row in places])
    wanted = argument.split(",") if argument else labels
    rows = [labels.index(label) for label in wanted]
    rng = np.random.default_rng(SEED)
    values = []
    for _ in range(DRAWS):
        guess = table[np.arange(len(items)), (rng.random(len(items)) * sizes).astype(int)]
        values.append(_mean_f1(gold, guess, rows, len(labels)))
    return float(np.mean(values)), float(np.std(values) / DRAWS**0.5)


def _mean_f1(gold: Array, guess: Array, rows: list[int], n: int) -> float:
    both = np.bincount(gold[gold == guess], minlength=n)[rows]
    either = (np.bincount(gold, minlength=n) + np.bincount(guess, minlength=n))[rows]
    return float(np.mean((2 * both / np.maximum(either, 1))[either > 0]))


if __name__ == "__main__":
    main()
