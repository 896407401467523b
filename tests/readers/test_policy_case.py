"""The partial readers of policy_case: what each leaves out decides these items, nothing else."""

from decisionpivot.items import Request
from decisionpivot.readers.policy_case import READERS
from policy_kit import policy

PLAIN = policy("Escalate the request if the equipment is a camera.")
EXCEPTION = policy(
    "Approve the request if the equipment is a camera, unless the borrower is a student.",
    "Escalate the request if the equipment is a projector.",
)
PRECEDENCE = policy(
    "Approve the request if the equipment is a camera.",
    "Escalate the request if the borrower is a student.",
)


def answers(reader: str) -> list[str]:
    def best(request: Request) -> str:
        p = READERS[f"policy_case/{reader}"].read(request)
        return max(p, key=lambda key: p[key])

    return [best(PLAIN), best(EXCEPTION), best(PRECEDENCE)]


def test_a_reader_without_exceptions_applies_the_rule_all_the_same() -> None:
    assert answers("ignores-exceptions") == ["escalate", "approve", "escalate"]


def test_a_reader_of_the_first_matching_rule_stops_there() -> None:
    assert answers("first-matching-rule") == ["escalate", "deny", "approve"]


def test_a_reader_without_precedence_falls_back_to_the_default() -> None:
    assert answers("ignores-precedence") == ["escalate", "deny", "deny"]
