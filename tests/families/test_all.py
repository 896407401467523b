"""What every family keeps, whatever its seed. Exact counts stand in src/decisionpivot/audit."""

import subprocess
import sys

import pytest

from decisionpivot.audit.probes import encode_state
from decisionpivot.audit.structure import structure
from decisionpivot.families import BY_NAME, FAMILIES
from decisionpivot.families.group import LEVELS, generate, items_at
from decisionpivot.items import encode_lines, sha256
from decisionpivot.release import SEED, manifest

each_family = pytest.mark.parametrize("family", list(BY_NAME.values()), ids=list(BY_NAME))
each_released = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
SMALL = 12  # groups a level of a small draw


@each_family
def test_the_release_keeps_every_structural_rule(family):
    broken = [c for c in structure(family.name, list(generate(family, SEED))) if not c.holds]
    assert not broken, broken


@each_released
def test_the_release_is_what_the_manifest_says(family):
    data = encode_lines(generate(family, SEED))
    assert sha256(data) == manifest().families[family.name].sha256


@each_family
@pytest.mark.parametrize("seed", [2, 77, 2**40])
def test_other_seeds_make_other_whole_groups(family, seed):
    items = list(generate(family, seed, first=SMALL))
    released = {encode_state(item.state) for item in generate(family, SEED, first=SMALL)}
    states = {encode_state(item.state) for item in items}
    assert len(states) == len(items)
    assert not states & released


@each_family
@pytest.mark.parametrize("level", LEVELS)
def test_one_group_alone_is_the_same_as_in_the_draw(family, level):
    items = list(generate(family, 9, first=SMALL))
    alone = items_at(family, 9, block=0, level=level, position=SMALL - 1)
    assert alone == [item for item in items if item.group == alone[0].group]


def test_a_draw_is_the_same_bytes_in_another_process_with_another_hash_seed():
    code = (
        "from decisionpivot.families import FAMILIES\n"
        "from decisionpivot.families.group import generate\n"
        "from decisionpivot.items import encode_lines, sha256\n"
        "for f in reversed(FAMILIES):\n"
        f"    print(f.name, sha256(encode_lines(generate(f, 3, first={SMALL}))))"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    here = [
        f"{f.name} {sha256(encode_lines(generate(f, 3, first=SMALL)))}\n" for f in FAMILIES[::-1]
    ]
    assert seen == {"".join(here).encode()}


@pytest.mark.long
@each_family
def test_ten_seeds_at_full_size_keep_every_rule_and_repeat_no_state(family):
    seen: set[str] = {sha256(encode_state(i.state).encode()) for i in generate(family, SEED)}
    for seed in range(2, 12):
        items = list(generate(family, seed))
        assert not [c for c in structure(family.name, items) if not c.holds]
        states = {sha256(encode_state(item.state).encode()) for item in items}
        assert len(states) == len(items)
        assert not states & seen
        seen |= states
