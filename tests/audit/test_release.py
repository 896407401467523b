"""The release and further draws pass the audits: answers agree, and reading is needed."""

import pytest

from decisionpivot.audit import SECOND_DRAW, audit, audit_across
from decisionpivot.audit.agreement import agreement
from decisionpivot.families import FAMILIES
from decisionpivot.families.group import generate
from decisionpivot.release import SEED

each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
SMALL = 15  # groups a level


@each_family
def test_the_solver_agrees_with_every_released_answer_and_reason(family):
    check = agreement(family.name, list(generate(family, SEED)), name="release")
    assert check.holds, check.detail


@each_family
@pytest.mark.parametrize("seed", [SECOND_DRAW, 3])
def test_the_solver_agrees_with_other_draws(family, seed):
    check = agreement(family.name, list(generate(family, seed, first=SMALL)), name="draw")
    assert check.holds, check.detail


@pytest.mark.long
@each_family
def test_every_audit_of_the_release_holds(family):
    checks = [*audit(family, list(generate(family, SEED))), *audit_across(family)]
    assert not [check for check in checks if not check.holds]


@pytest.mark.long
@each_family
def test_the_solver_agrees_with_a_third_full_draw(family):
    check = agreement(family.name, list(generate(family, 3)), name="third draw")
    assert check.holds, check.detail
