"""Content-blind probes: what can be told of the answer without reading the case.

A probe fails when the lower end of its one-sided interval lies above chance. All probes of all
families share one error level of 1 % (Bonferroni).
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from decisionpivot.audit.check import Check, by_group, item_chance, pair_chance
from decisionpivot.audit.structure import encode_state, length
from decisionpivot.families import FAMILIES
from decisionpivot.items import Item

ERROR_LEVEL = 0.01
FOLDS = 5
SEED = 20261007
WORDS = r"(?u)\b\w+\b"
ACROSS_TRAIN_SEEDS = range(2, 5)
ACROSS_TEST_SEEDS = range(5, 15)
ACROSS_ITEM_MARGIN = 0.03
ACROSS_PAIR_MARGIN = 0.05

Floats = NDArray[np.float64]
Places = NDArray[np.int64]
Features = Callable[[Sequence[Item]], Any]
"""Items to a matrix of (items, features); stateless, so that train and test agree."""


def probes(family: str, items: Sequence[Item]) -> list[Check]:
    """Every content-blind probe on a family's items, by grouped cross-validation."""
    return [check for name in PROBES for check in judged(family, name, items)]


def judged(family: str, name: str, items: Sequence[Item]) -> list[Check]:
    """One probe by name; its item and its pair accuracy."""
    return judge(family, name, items, _cross_validated(name, items))


def across_seeds(family: str, train: Sequence[Item], test: Sequence[Item]) -> list[Check]:
    """The trained probes once more: fitted on other seeds, tested on further draws."""
    results = []
    both = [*train, *test]
    for name in TRAINED:
        right = _fit_predict(
            name, both, _rows(name, both), np.arange(len(train)), np.arange(len(train), len(both))
        )
        item, pair = float(right.mean()), float(_pairs(test, right).mean())
        for kind, value, chance, margin in (
            ("items", item, item_chance(test), ACROSS_ITEM_MARGIN),
            ("pairs", pair, pair_chance(test), ACROSS_PAIR_MARGIN),
        ):
            results.append(
                Check(
                    audit="across seeds",
                    family=family,
                    name=f"{name}, {kind}",
                    value=value,
                    bound=chance + margin,
                    chance=chance,
                    holds=value <= chance + margin,
                )
            )
    return results


def judge(family: str, name: str, items: Sequence[Item], right: Floats) -> list[Check]:
    """Item and pair accuracy of a probe against chance, with the lower end of their intervals."""
    error = ERROR_LEVEL / (2 * len(PROBES) * len(FAMILIES))
    pairs = _pairs(items, right)
    groups = np.array([right[group].mean() for group in by_group(items)])
    sizes = np.array([len(group) for group in by_group(items)])
    mean = float(right.mean())
    spread = float(np.sqrt(np.sum((sizes * (groups - mean)) ** 2)) / len(items))
    low = mean - _normal_quantile(1 - error) * spread
    pair_low = _binomial_low(round(float(pairs.sum())), len(pairs), error)
    chances = item_chance(items), _pair_chance(name, items)
    return [
        Check(audit="probe", family=family, name=f"{name}, {kind}", value=value, low=lower,
              bound=chance, chance=chance, holds=lower <= chance)
        for kind, value, lower, chance in (
            ("items", mean, low, chances[0]), ("pairs", float(pairs.mean()), pair_low, chances[1])
        )
    ]  # fmt: skip


def _pair_chance(name: str, items: Sequence[Item]) -> float:
    """What a blind probe reaches on groups by luck.

    Members stand side by side, so a probe of ids and places can tell that their answers differ
    (as the design says) without telling which is which: for it, chance is that of a random order.
    """
    if name != PLACE_IN_FILE:
        return pair_chance(items)
    orders = [math.perm(len(items[group[0]].options), len(group)) for group in by_group(items)]
    return sum(1 / count for count in orders) / len(orders)


def _pairs(items: Sequence[Item], right: Floats) -> Floats:
    return np.array([right[group].prod() for group in by_group(items)])


def _normal_quantile(level: float) -> float:
    from statistics import NormalDist

    return NormalDist().inv_cdf(level)


def _binomial_low(hits: int, total: int, error: float) -> float:
    """The lower end of the one-sided exact (Clopper-Pearson) interval."""
    from scipy.stats import beta

    return 0.0 if not hits else float(beta.ppf(error, hits, total - hits + 1))


def _gold(items: Sequence[Item]) -> NDArray[np.int64]:
    return np.array([item.request.keys.index(str(item.answer)) for item in items])


def _classes(items: Sequence[Item]) -> tuple[list[str], bool]:
    """The labels to predict: option keys where all items share them, else gold positions."""
    keys = {frozenset(item.request.keys) for item in items}
    if len(keys) == 1:
        return [str(item.answer) for item in items], True
    return [str(place) for place in _gold(items)], False


def _cross_validated(name: str, items: Sequence[Item]) -> Floats:
    from sklearn.model_selection import GroupKFold

    groups = np.zeros(len(items), dtype=int)
    for number, group in enumerate(by_group(items)):
        groups[group] = number
    rows = _rows(name, items)
    right = np.zeros(len(items))
    folds = GroupKFold(FOLDS, shuffle=True, random_state=SEED)
    for train, test in folds.split(groups, groups=groups):
        right[test] = _fit_predict(name, items, rows, train, test)
    return right


def _rows(name: str, items: Sequence[Item]) -> Any:
    """The probe's features: one row an item, or one an option for the probe of options."""
    features = PROBES[name]
    return None if features is None else features(items)


def _fit_predict(
    name: str, items: Sequence[Item], rows: Any, train: Places, test: Places
) -> Floats:
    """1.0 where a probe fitted on the items at ``train`` names the gold option at ``test``."""
    if name == OPTIONS_ONLY:
        return _options_only(items, rows, train, test)
    labels, by_key = _classes(items)
    names, scores = _scores(rows, labels, train, test)
    right = np.zeros(len(test))
    for row, place in enumerate(test):
        keys = items[place].request.keys
        own = keys if by_key else [str(number) for number in range(len(keys))]
        values = [scores[row, names.index(key)] if key in names else 0.0 for key in own]
        right[row] = float(keys[int(np.argmax(values))] == items[place].answer)
    return right


def _scores(
    rows: Any, labels: Sequence[str], train: Places, test: Places
) -> tuple[list[str], Floats]:
    """Class names and their probabilities at ``test``; without features, the class shares."""
    from sklearn.dummy import DummyClassifier
    from sklearn.linear_model import LogisticRegression

    wanted = [labels[place] for place in train]
    if rows is None:
        model = DummyClassifier(strategy="most_frequent").fit(np.zeros((len(train), 1)), wanted)
        return list(model.classes_), model.predict_proba(np.zeros((len(test), 1)))
    x, y = _compact(rows[train], rows[test])
    model = LogisticRegression(max_iter=500).fit(x, wanted)
    return list(model.classes_), model.predict_proba(y)


def _compact(train: Any, test: Any) -> tuple[Floats, Floats]:
    """The same points in as many columns as there are training rows.

    A ridge-penalised model lies in the span of its training rows, so that rows rotated into a
    basis of that span give the same predictions as the hundred thousand columns they come from.
    """
    if train.shape[1] <= train.shape[0]:
        return _dense(train), _dense(test)
    values, vectors = np.linalg.eigh(_dense(train @ train.T))
    kept = values > values[-1] * 1e-10
    basis = vectors[:, kept] / np.sqrt(values[kept])
    return _dense(train @ train.T) @ basis, _dense(test @ train.T) @ basis


def _dense(matrix: Any) -> Floats:
    dense: Floats = matrix.toarray() if hasattr(matrix, "toarray") else np.asarray(matrix)
    return dense


def _options_only(items: Sequence[Item], rows: Any, train: Places, test: Places) -> Floats:
    """Score every option from its own text, place and length; the best one is the answer."""
    starts = np.cumsum([0, *(len(item.options) for item in items)])
    hits = np.array([option.key == item.answer for item in items for option in item.options])

    def options_of(places: Places) -> NDArray[np.int64]:
        return np.concatenate([np.arange(starts[place], starts[place + 1]) for place in places])

    mine = options_of(train)
    found = np.array([""] * len(hits), dtype=object)
    found[:] = [str(bool(hit)) for hit in hits]
    names, scores = _scores(rows, list(found), mine, options_of(test))
    column = scores[:, names.index("True")]
    right, start = np.zeros(len(test)), 0
    for row, place in enumerate(test):
        keys = items[place].request.keys
        chosen = int(np.argmax(column[start : start + len(keys)]))
        right[row] = float(keys[chosen] == items[place].answer)
        start += len(keys)
    return right


def _option_texts(items: Sequence[Item]) -> Any:
    from sklearn.feature_extraction.text import HashingVectorizer

    texts = [
        f"place{n}of{len(item.options)} length{len(o.meaning) // 4} {o.key} {o.meaning}"
        for item in items
        for n, o in enumerate(item.options)
    ]
    vectors = HashingVectorizer(n_features=2**10, token_pattern=WORDS, alternate_sign=False)
    return vectors.transform(texts)


def _scaled(columns: Sequence[Sequence[float]]) -> Floats:
    matrix = np.array(columns, dtype=float).T
    spread = matrix.std(axis=0)
    scaled: Floats = (matrix - matrix.mean(axis=0)) / np.where(spread, spread, 1)
    return scaled


def _state_length(items: Sequence[Item]) -> Floats:
    lengths = [length(item.state) for item in items]
    return _scaled([lengths, [value % 2 for value in lengths], [math.log(v) for v in lengths]])


def _line_count(items: Sequence[Item]) -> Floats:
    return _scaled([[encode_state(i.state).count("\n") for i in items]])


def _place_in_file(items: Sequence[Item]) -> Floats:
    numbers = [int(item.id.rpartition(":")[2]) for item in items]
    return _scaled([numbers, [n % 2 for n in numbers], [n % 3 for n in numbers],
                    [n % 4 for n in numbers]])  # fmt: skip


def _question(items: Sequence[Item]) -> Any:
    from sklearn.feature_extraction.text import HashingVectorizer

    texts = [item.question.text for item in items]
    return HashingVectorizer(n_features=2**12, token_pattern=WORDS).transform(texts)


def _bag_of_words(items: Sequence[Item]) -> Any:
    from sklearn.feature_extraction.text import HashingVectorizer

    vectors = HashingVectorizer(n_features=2**16, token_pattern=WORDS, alternate_sign=False)
    return vectors.transform([encode_state(item.state) for item in items]) * 10


def _characters(items: Sequence[Item]) -> Any:
    from sklearn.feature_extraction.text import HashingVectorizer

    vectors = HashingVectorizer(
        analyzer="char", ngram_range=(2, 4), n_features=2**17, alternate_sign=False
    )
    return vectors.transform([encode_state(item.state) for item in items]) * 10


def _gold_place(items: Sequence[Item]) -> Floats:
    return _scaled([[len(item.options) for item in items]])


OPTIONS_ONLY = "options only"
PLACE_IN_FILE = "id, parity, place in file"
PROBES: dict[str, Features | None] = {
    OPTIONS_ONLY: _option_texts,
    "majority class": None,
    "number of options": _gold_place,
    "state length": _state_length,
    "line count": _line_count,
    PLACE_IN_FILE: _place_in_file,
    "question wording": _question,
    "bag of words": _bag_of_words,
    "character n-grams": _characters,
}
TRAINED = (OPTIONS_ONLY, "state length", "line count", "bag of words", "character n-grams")
