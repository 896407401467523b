"""The scorer agrees with a slow one that was written apart from it, on random runs."""

import json
import math
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from typing import Any

import pytest
import slow_scorer as slow
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs
from scoring_kit import answer, failed, item, yes

from decisionpivot.items import Answer, Item, Pivot
from decisionpivot.scoring import TaskCard, score_answers

CLOSE = 1e-12
RUNS = settings(
    max_examples=200,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

KINDS = (
    "transport rate_limit quota auth http_4xx input_limit refusal unreadable_reply invalid_p crash"
).split()

OTHERS = (
    "beside calibration_noise_floor closed_share cost_usd domains falls_with_place "
    "intervals latency_s queries_without_relevant tokens_mean tokens_median trace_share "
    "truncated"
).split()
"""What the slow scorer does not compute: draws, costs, and what the tests of the scorer show."""

Draw = Callable[[st.SearchStrategy[Any]], Any]
Style = Callable[[Draw, int], list[float]]
Card = tuple[str, str, str, float | None]


def assert_agree(fast: Any, plain: Any, path: str = "") -> None:
    """Equal keys, equal counts and names, and figures that agree to ``CLOSE``."""
    if isinstance(plain, dict):
        assert isinstance(fast, dict), f"{path}: {fast} != {plain}"
        own = {k: v for k, v in fast.items() if k not in OTHERS}
        assert sorted(own) == sorted(plain), path
        for key, value in plain.items():
            assert_agree(own[key], value, f"{path}.{key}")
    elif isinstance(plain, float):
        assert fast is not None and math.isclose(fast, plain, rel_tol=CLOSE, abs_tol=CLOSE), (
            f"{path}: {fast!r} != {plain!r}"
        )
    else:
        assert fast == plain, f"{path}: {fast!r} != {plain!r}"


# Random probabilities


def decimals(count: int) -> Style:
    """Values with at most this many decimals; about half of them 0 or 1."""

    def draw_values(draw: Draw, n: int) -> list[float]:
        scale = 10**count
        some = st.sampled_from([0, scale]) | st.integers(0, scale)
        return [draw(some) / scale for _ in range(n)]

    return draw_values


def small_weights(draw: Draw, n: int) -> list[float]:
    """Unnormalised, with ties and zeros."""
    return [draw(st.integers(0, 3)) for _ in range(n)]


def any_floats(draw: Draw, n: int) -> list[float]:
    return [draw(st.floats(0, 1)) for _ in range(n)]


def at_an_edge(draw: Draw, n: int) -> list[float]:
    """One option stands at an edge of a bin or of a selection, one or all others share the rest."""
    edges = [k / 15 for k in range(1, 15)] + [0.9, 0.99, 1.0, math.nextafter(0.9, 0)]
    top = draw(st.sampled_from(edges))
    others = n - 1 if draw(st.booleans()) else 1
    rest = [(1 - top) / others] * others if others else []
    return list(draw(st.permutations([top, *rest, *[0.0] * n][:n])))


def equal(draw: Draw, n: int) -> list[float]:
    return [1 / n] * n


STYLES: tuple[Style, ...] = (
    *map(decimals, range(1, 6)),
    small_weights,
    any_floats,
    at_an_edge,
    equal,
)
BROKEN: tuple[Any, ...] = (math.nan, math.inf, -0.1, "0.5", None, True, [])


def invalid(draw: Draw, keys: Sequence[str]) -> Any:
    p: dict[str, Any] = dict.fromkeys(keys, 0.5)
    how = draw(st.sampled_from(["value", "missing", "extra", "zero", "shape"]))
    if how == "value":
        p[draw(st.sampled_from(keys))] = draw(st.sampled_from(BROKEN))
    elif how == "missing":
        del p[keys[-1]]
    elif how == "extra":
        p["another"] = 0.0
    elif how == "zero":
        p = dict.fromkeys(keys, 0.0)
    else:
        return draw(st.sampled_from([None, [0.5] * len(keys), "yes", 0.5]))
    return p


def favour(p: list[float], place: int) -> list[float]:
    """Exchange two values so that the largest stands at ``place``."""
    top = p.index(max(p))
    p[top], p[place] = p[place], p[top]
    return p


def answers_to(draw: Draw, items: Iterable[Item]) -> list[Answer]:
    """Answers of one system: mostly good, some failed, some missing."""
    style = draw(st.sampled_from(STYLES))
    mixed = draw(st.booleans())
    found = []
    for one in items:
        keys = one.request.keys
        fate = draw(st.integers(0, 15))
        if fate == 1:
            found.append(failed(one.id, draw(st.sampled_from(KINDS))))
        elif fate == 2:
            found.append(answer(one.id, invalid(draw, keys)))
        elif fate != 3:
            own = list((draw(st.sampled_from(STYLES)) if mixed else style)(draw, len(keys)))
            if fate > 6 and isinstance(one.answer, str):
                own = favour(own, keys.index(one.answer))
            found.append(answer(one.id, dict(zip(keys, own, strict=True))))
    return list(draw(st.permutations(found)))


# Random items


def facts(draw: Draw) -> dict[str, Any]:
    """What an item may be sliced by."""
    at = draw(st.sampled_from([0.0, 0.2, 1 / 3, 0.5, 2 / 3, math.nextafter(2 / 3, 0), 1.0]))
    found: dict[str, Any] = {
        "level": draw(st.integers(1, 3)),
        "domain": draw(st.sampled_from("xyz")),
        "interpretation": draw(st.sampled_from(["strict", "lenient"])),
        "pivot": Pivot(draw(st.sampled_from("kl")), "", "", at),
    }
    left_out = draw(st.integers(0, 31))
    for bit, name in enumerate(sorted(found)):
        if left_out == 16 + bit:
            del found[name]
    return found


def pair(draw: Draw, group: str) -> list[Item]:
    """A yes and a no, in either order, with the options in either order."""
    return [
        item(f"{group}-{gold}", gold, draw(st.permutations(["yes", "no"])), **more)
        for gold in draw(st.permutations(["yes", "no"]))
        for more in [{"group": group, **facts(draw)}]
    ]


def any_group(draw: Draw, group: str) -> list[Item]:
    """One to six members, each with its own one to ten options."""
    found = []
    for member in range(draw(st.integers(1, 6))):
        size = draw(st.integers(1, 10))
        keys = ("yes", "no") if size == 2 else tuple("abcdefghij"[:size])
        gold = draw(st.sampled_from(keys))
        found.append(item(f"{group}-{member}", gold, keys, group=group, **facts(draw)))
    return found


def task_items(draw: Draw) -> list[Item]:
    """Items of one family or task, their groups mixed."""
    kinds = draw(st.sampled_from([[pair], [pair], [any_group], [pair, any_group]]))
    groups = range(draw(st.integers(1, 4)))
    found = [i for g in groups for i in draw(st.sampled_from(kinds))(draw, f"g{g}")]
    return list(draw(st.permutations(found)))


def renamed(items: Iterable[Item], **more: Any) -> list[Item]:
    name = more.get("family") or more["task"]
    more = {"task": UNSET, **more}
    return [structs.replace(i, id=f"{name}:{i.id}", **more) for i in items]


@st.composite
def core_runs(draw: Draw) -> tuple[list[Item], list[Answer]]:
    items, answers = [], []
    for number in range(draw(st.integers(1, 3))):
        own = renamed(task_items(draw), family=f"f{number}", layer=draw(st.sampled_from("AB")))
        items += own
        answers += answers_to(draw, own)
    return items, answers


@st.composite
def own_runs(draw: Draw) -> tuple[list[Item], list[Answer]]:
    """Own tasks: with groups, without, or with both grouped and single items."""
    items, answers = [], []
    for number in range(draw(st.integers(1, 2))):
        own = renamed(task_items(draw), task=f"t{number}")
        single = draw(st.sampled_from(["none", "none", "some", "all"]))
        if single != "none":
            keep = len(own) // 2 if single == "some" else 0
            own = own[:keep] + [structs.replace(i, group=UNSET) for i in own[keep:]]
        items += own
        answers += answers_to(draw, own)
    return items, answers


@st.composite
def long_runs(draw: Draw) -> tuple[list[Item], list[Answer]]:
    """Enough items that a prefix may hold 5 % of errors, or 1 % of the records be missing."""
    rows = draw(
        st.lists(
            st.tuples(st.sampled_from([0.6, 0.7, 13 / 15, 0.9, 0.99, 1.0]), st.integers(0, 15)),
            min_size=20,
            max_size=110,
        )
    )
    items = [item(f"t:{n}", "no" if luck == 7 else "yes") for n, (_, luck) in enumerate(rows)]
    found = [answer(i.id, yes(p)) for i, (p, _) in zip(items, rows, strict=True)]
    return items, found[draw(st.integers(0, 2)) :]


# Random reference tasks


def labelled(draw: Draw, name: str) -> list[Item]:
    return [
        item(f"{name}:{n}", draw(st.sampled_from("abc")), "abc", task=name, layer="L")
        for n in range(draw(st.integers(1, 12)))
    ]


def candidates(draw: Draw, name: str) -> list[Item]:
    """Queries of up to 14 candidates, so that some stand below the cut-off."""
    graded = draw(st.booleans())
    found = []
    for query in range(draw(st.integers(1, 3))):
        for n in range(draw(st.sampled_from([1, 3, 5, 14]))):
            relevance = draw(st.integers(0, 3)) if graded else draw(st.integers(0, 1))
            gold = None if graded else ("no", "yes")[relevance]
            more: dict[str, Any] = {"label": float(relevance)} if graded else {}
            key = f"{name}:{query}-{n}"
            found.append(item(key, gold, task=name, query=f"q{query}", **more))
    return list(draw(st.permutations(found)))


def rated(draw: Draw, name: str) -> list[Item]:
    return [
        item(f"{name}:{n}", None, task=name, label=draw(st.integers(0, 8)) / 8)
        for n in range(draw(st.integers(1, 12)))
    ]


METRICS: dict[str, Callable[[Draw, str], list[Item]]] = {
    "accuracy": labelled,
    "balanced_accuracy": labelled,
    "macro_f1": labelled,
    "f1:a": labelled,
    "recall:a": labelled,
    "auroc:b": labelled,
    "ndcg@10": candidates,
    "brier_skill": rated,
}


@st.composite
def reference_runs(draw: Draw) -> tuple[list[Item], list[Answer], list[Card]]:
    items, answers, cards = [], [], []
    for number in range(draw(st.integers(1, 4))):
        measure = draw(st.sampled_from(sorted(METRICS)))
        chance = None if measure == "brier_skill" else draw(st.integers(0, 7)) / 8
        cards.append((f"r{number}", draw(st.sampled_from("LM")), measure, chance))
        own = METRICS[measure](draw, f"r{number}")
        items += own
        answers += answers_to(draw, own)
    return items, answers, cards


def scored(items: Sequence[Item], answers: Sequence[Answer], **more: Any) -> Any:
    return json.loads(score_answers(items, answers, resamples=0, **more).to_json())


@RUNS
@given(core_runs())
def test_every_figure_of_the_core_agrees(run: tuple[list[Item], list[Answer]]) -> None:
    items, answers = run
    by_id = {a.id: a for a in answers}
    found = scored(items, answers)["core"]
    assert_agree(found, slow.core(items, by_id))


@RUNS
@given(own_runs() | long_runs())
def test_every_figure_of_own_tasks_agrees(run: tuple[list[Item], list[Answer]]) -> None:
    items, answers = run
    by_id = {a.id: a for a in answers}
    assert_agree(scored(items, answers)["data"], slow.data(items, by_id))


@RUNS
@given(reference_runs())
def test_every_figure_of_the_reference_track_agrees(
    run: tuple[list[Item], list[Answer], list[Card]],
) -> None:
    items, answers, cards = run
    by_id = {a.id: a for a in answers}
    known = [TaskCard(name=n, layer=ly, metric=m, chance=c) for n, ly, m, c in cards]
    found = scored(items, answers, cards=known)["reference"]
    assert_agree(found, slow.reference(items, by_id, cards))


@given(st.lists(st.tuples(st.sampled_from([0.1, 0.5]), st.integers(0, 2)), max_size=5))
def test_the_slow_ndcg_is_the_mean_over_the_orders_of_equal_scores(
    candidates: list[tuple[float, int]],
) -> None:
    def gained(order: Sequence[tuple[float, int]]) -> float:
        return math.fsum((2**g - 1) / math.log2(at) for at, (_, g) in enumerate(order, 2))

    falling = sorted((score for score, _ in candidates), reverse=True)
    orders = [o for o in permutations(candidates) if [score for score, _ in o] == falling]
    best = gained(sorted(candidates, key=lambda c: -c[1]))
    mean = sum(map(gained, orders)) / len(orders)
    found = slow.ndcg(candidates)
    assert found == (pytest.approx(mean / best, abs=CLOSE) if best else None)
