"""The partial readers of contract_change on three cases of one agreement."""

from contract_kit import ALL_BOATS, agreement, ceiling, floor
from decisionpivot.items import Request
from decisionpivot.readers.contract_change import READERS
from decisionpivot.solvers.contract_change import solve

A, B = (floor("20"), ceiling("50")), (floor("30"), ceiling("55"))


def case(boats: int) -> Request:
    facts = (f"Regular boats: {boats}", "Reserve boats: 0")
    return agreement(A, B, ALL_BOATS, facts=facts)


CASES = (case(25), case(40), case(52))


def answers(reader: str) -> list[str]:
    def best(request: Request) -> str:
        p = READERS[f"contract_change/{reader}"].read(request)
        return max(p, key=lambda key: p[key])

    return [best(request) for request in CASES]


def test_the_cases_have_three_answers() -> None:
    assert [solve(request).answer for request in CASES] == ["yes_only_A", "same", "yes_only_B"]


def test_a_reader_without_the_facts_gives_one_answer_to_all() -> None:
    # the floor rises by 10, the ceiling by 5 only
    assert answers("without-facts") == ["yes_only_A"] * 3


def test_a_reader_of_one_change_sees_the_floor_alone() -> None:
    assert answers("one-change") == ["yes_only_A", "same", "same"]


def test_a_reader_of_one_change_is_unsure_where_nothing_changed() -> None:
    p = READERS["contract_change/one-change"].read(agreement(A, A, ALL_BOATS))
    assert set(p.values()) == {1 / 3}


def test_a_change_that_stands_alone_on_its_quantity_is_passed_over() -> None:
    a, b = (floor("2", "number of oars"), *A), (floor("3", "number of oars"), *B)
    facts = ("Regular boats: 25", "Reserve boats: 0", "Regular oars: 9", "Reserve oars: 0")
    request = agreement(a, b, ALL_BOATS, facts=facts)
    assert READERS["contract_change/one-change"].read(request)["yes_only_A"] == 1
