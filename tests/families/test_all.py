"""What holds for every family, asserted on the release and on small draws of other seeds."""

import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from statistics import median

import pytest

from decisionpivot.families import BY_NAME, FAMILIES
from decisionpivot.families.group import ITEMS_A_LEVEL, LEVELS, Family, generate, items_at, locate
from decisionpivot.items import Item, encode, encode_lines

RELEASE = {family.name: list(generate(family, 1)) for family in FAMILIES}
families = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


def groups(items: list[Item]) -> dict[str, list[Item]]:
    found = defaultdict(list)
    for item in items:
        found[item.group].append(item)
    return found


@families
def test_a_block_has_200_items_a_level_in_groups_of_the_stated_sizes(family: Family):
    items = RELEASE[family.name]
    assert Counter(item.level for item in items) == dict.fromkeys(LEVELS, ITEMS_A_LEVEL)
    assert [item.id for item in items] == [f"{family.name}:{n:05d}" for n in range(600)]
    sizes = Counter(len(members) for members in groups(items).values())
    full, rest = divmod(ITEMS_A_LEVEL, family.size)
    assert sizes == {family.size: 3 * full, **({rest: 3} if rest else {})}


@families
def test_no_state_is_repeated(family: Family):
    items = RELEASE[family.name] + list(generate(family, 2, first=20))
    assert len({repr(item.state) for item in items}) == len(items)


@families
def test_members_share_options_and_differ_in_the_answer(family: Family):
    for members in groups(RELEASE[family.name]).values():
        assert all(item.options == members[0].options for item in members)
        assert len({item.answer for item in members}) == len(members)


@families
def test_the_answer_stands_at_every_place_of_the_options_equally_often(family: Family):
    for level in LEVELS:
        places: dict[int, Counter[int]] = defaultdict(Counter)
        for item in RELEASE[family.name]:
            if item.level == level:
                keys = item.request.keys
                places[len(keys)][keys.index(item.answer)] += 1
        for count, found in places.items():
            assert len(found) == count
            assert max(found.values()) - min(found.values()) <= 1


@families
def test_every_domain_occurs_at_every_level(family: Family):
    for level in LEVELS:
        found = Counter(item.domain for item in RELEASE[family.name] if item.level == level)
        assert sorted(found) == sorted(family.domains)


@families
def test_states_have_1600_to_5000_characters_and_grow_with_the_level(family: Family):
    sizes = defaultdict(list)
    for item in RELEASE[family.name]:
        text = item.state if isinstance(item.state, str) else encode(item).decode()
        sizes[item.level].append(len(text))
    assert 1600 <= median(size for level in LEVELS for size in sizes[level]) <= 5000
    assert median(sizes[3]) > median(sizes[1])


@families
def test_a_group_made_alone_is_the_group_of_the_draw(family: Family):
    for number in (0, 77, 599):
        block, level, position = locate(family, 1, number)
        alone = items_at(family, 1, block=block, level=level, position=position)
        assert RELEASE[family.name][number] in alone


@families
@pytest.mark.parametrize("seed", [2, 3])
def test_other_seeds_make_groups_too(family: Family, seed: int):
    items = list(generate(family, seed, first=20))
    assert len(groups(items)) == 60
    assert set(BY_NAME[family.name].kinds) >= {item.pivot.kind for item in items if item.pivot}


def masked_sentences(item: Item) -> set[str]:
    """The sentences of a text, names and numbers masked; a line without a full stop is none."""
    found = set()
    for line in item.state.split("\n") if isinstance(item.state, str) else ():
        text = re.sub(r"^(?:[-*] |\W*(?:Rule )?\d+\W+)", "", line.strip())
        if text.endswith("."):
            for sentence in re.split(r"(?<=[.!?]) +(?=[A-Z])", text):
                found.add(re.sub(r"(?<!^)\b[A-Z]\w*\b|\d[\d.,]*", "@", sentence))
    return found


@families
def test_no_sentence_stands_in_more_than_35_percent_of_the_items(family: Family):
    counts = Counter(s for item in RELEASE[family.name] for s in masked_sentences(item))
    assert max(counts.values(), default=0) <= 0.35 * 600


PROGRAM = """
import sys
from decisionpivot.families import FAMILIES
from decisionpivot.families.group import generate
from decisionpivot.items import encode_lines
for family in FAMILIES:
    sys.stdout.buffer.write(encode_lines(generate(family, 1, first=3)))
"""


def test_the_same_bytes_come_out_whatever_the_hash_seed():
    made = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    here = b"".join(encode_lines(generate(family, 1, first=3)) for family in FAMILIES)
    assert made == [here, here]
