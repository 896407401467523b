"""Uniform guesses score zero after the chance correction, and a perfect system a hundred."""

from functools import cache

import numpy as np
import pytest
from reference_kit import items_of
from test_all_tasks import every_task

from decisionpivot.items import Answer
from decisionpivot.reference import TASKS
from decisionpivot.scoring import score_answers
from decisionpivot.scoring.arrays import mark, sheets
from decisionpivot.scoring.reference import TaskCard, best_constant, measure
from decisionpivot.systems import open_system

SEEDS = 200
TASKS_WITH_INTERVAL = len(TASKS) - 2  # all but the two capability tasks


def scored(card):
    return TaskCard(name=card.name, layer=card.layer, metric=card.metric, chance=card.chance)


@cache
def guessed(task, seed):
    """The score of uniform guesses, drawn as the system ``uniform`` draws them."""
    items = items_of(task)
    sheet = sheets(items)[0]
    rng = np.random.default_rng((seed, len(items)))
    answers = {}
    for item in items:
        keys = item.request.keys
        top = int(rng.integers(len(keys)))
        share = 1 / len(keys) + 0.001
        rest = (1 - share) / (len(keys) - 1)
        answers[item.id] = Answer(
            id=item.id, p={key: share if n == top else rest for n, key in enumerate(keys)}
        )
    marks = mark(sheet, answers)
    card = next(t.CARD for t in TASKS if t.CARD.name == task)
    one = np.ones((sheet.units, 1))
    value = measure(card.metric, marks)(one)[0]
    chance = best_constant(marks)(one)[0] if card.chance is None else card.chance
    return float((value - chance) / (1 - chance))


@pytest.mark.long
@every_task
def test_the_mean_of_uniform_guesses_is_zero(task):
    """Over 200 seeds within three standard errors; below it where a constant is the baseline."""
    values = [guessed(task.CARD.name, seed) for seed in range(SEEDS)]
    error = np.std(values, ddof=1) / SEEDS**0.5
    if task.CARD.chance is None:
        assert np.mean(values) < 0
    else:
        assert abs(np.mean(values)) < 3 * error


@every_task
async def test_the_interval_of_uniform_covers_zero(task):
    """For the default seed, at level 1 - 0.05/33."""
    card, items = task.CARD, items_of(task.CARD.name)
    system = open_system("uniform")
    await system.open(card.name)
    answers = []
    for start in range(0, len(items), 256):
        block = items[start : start + 256]
        replies = await system.answer([item.request for item in block])
        answers += [Answer(id=i.id, p=r.p) for i, r in zip(block, replies, strict=True)]
    await system.close()
    sheet = sheets(items)[0]
    marks = mark(sheet, {answer.id: answer for answer in answers})
    resamples, level = 2_000, 1 - 0.05 / TASKS_WITH_INTERVAL
    rng = np.random.default_rng(20261007)
    weights = rng.multinomial(sheet.units, [1 / sheet.units] * sheet.units, resamples).T
    values = measure(card.metric, marks)(weights.astype(float))
    if card.chance is None:
        chance = best_constant(marks)(weights.astype(float))
        assert np.nanmean((values - chance) / (1 - chance)) < 0
        return
    low, high = np.nanquantile(values - card.chance, [(1 - level) / 2, (1 + level) / 2])
    assert low <= 0 <= high


@every_task
def test_a_perfect_system_scores_one(task):
    """A soft label is a rate: its own value as p(yes) has no error."""
    items = items_of(task.CARD.name)
    answers = []
    for item in items:
        keys = item.request.keys
        if item.answer:
            p = {key: float(key == item.answer) for key in keys}
        elif item.question.type == "score":
            p = {key: float(key == str(int(item.label))) for key in keys}
        else:
            p = {"yes": item.label, "no": 1 - item.label}
        answers.append(Answer(id=item.id, p=p))
    card = score_answers(items, answers, cards=[scored(task.CARD)], resamples=20)
    assert card.reference is not None
    assert card.reference.tasks[task.CARD.name].score == pytest.approx(1.0)
