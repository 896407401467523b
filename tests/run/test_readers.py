"""The audit's partial readers as systems."""

import asyncio

import pytest

from decisionpivot.families import BY_NAME
from decisionpivot.families.group import generate
from decisionpivot.items import InputError
from decisionpivot.readers import READERS
from decisionpivot.systems import open_system
from decisionpivot.systems.reader import best, family_of, solved

ITEM = next(iter(generate(BY_NAME["log_claim"], 5, first=1)))


def p_of(system: str, task: str):
    opened = open_system(system)

    async def work():
        await opened.open(task)
        return (await opened.answer([ITEM.request]))[0].p

    return asyncio.run(work())


def test_a_reader_answers_its_own_family_and_is_uniform_elsewhere():
    assert p_of("reader:log_claim/whole-day", "filter_match") == {"yes": 0.5, "no": 0.5}
    assert sorted(p_of("reader:log_claim/whole-day", "log_claim").values()) == [0.0, 1.0]


def test_the_best_reader_of_a_family_solves_most_groups_of_another_draw():
    items = list(generate(BY_NAME["filter_match"], 2))
    scores = {r.name: solved(r.read, items) for r in READERS if family_of(r) == "filter_match"}
    assert best("filter_match").name == max(scores, key=scores.get)


def test_best_is_uniform_where_there_is_no_reader():
    assert p_of("reader:best", "tickets") == {"yes": 0.5, "no": 0.5}


def test_an_unknown_reader_is_refused_with_those_there_are():
    with pytest.raises(InputError, match="no reader 'log_claim/lazy'") as caught:
        open_system("reader:log_claim/lazy")
    assert "log_claim/whole-day" in caught.value.remedy
