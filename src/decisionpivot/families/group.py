"""How a family describes itself, and how its groups become items.

A family is one :class:`Family` value. Its ``make`` samples a structured case, computes the answers
from the structure, renders the members and returns a :class:`Group`. Everything that is the same
for all thirteen (ids, order, canary, the checks on a group) happens here, once.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

from msgspec import UNSET, Struct

from decisionpivot import draw
from decisionpivot.families.quotas import even, spread
from decisionpivot.items import (
    CANARY,
    GenerationError,
    Item,
    Option,
    Pivot,
    Question,
    State,
    question_type,
)

LEVELS = (1, 2, 3)
ITEMS_A_LEVEL = 200
ITEMS_A_BLOCK = ITEMS_A_LEVEL * len(LEVELS)


class Place(Struct, frozen=True):
    """What fixes a group: ``rng(*place.key)`` is all the randomness it may use."""

    family: str
    seed: int
    block: int
    level: int
    index: int

    @property
    def key(self) -> tuple[str | int, ...]:
        """The key of the group's random draws."""
        return (self.family, self.seed, self.block, self.level, self.index)


class Member(Struct, frozen=True):
    """One item of a group before it has an id.

    ``changes`` is the number of lines (text) or leaves (JSON) in which the state differs from the
    group's base: 0 for the base itself, 1 for a changed fact, 2 for a swap. None: not compared.
    """

    state: State
    answer: str
    pivot: Pivot | None
    changes: int | None
    interpretation: str | None = None


class Group(Struct, frozen=True):
    """A contrast group: members that share everything but the decisive fact."""

    domain: str
    options: tuple[Option, ...]
    base: State
    members: tuple[Member, ...]


Make = Callable[[Place, Random, frozenset[str]], Group]


class Family(Struct, frozen=True, kw_only=True):
    """A task family: its card and its generator.

    Attributes:
        name, title, layer: how it is called, in a few words, and where it stands (A to G).
        question: the wording shown with every item.
        size: members of a full group: 2, 3 or 4. Families of three have 67 groups a level, of
            which the last (index 66) has two members.
        domains: the settings a case may have; all occur at every level.
        kinds: the kinds of decisive fact (``pivot.kind``), each with one line that explains it.
        parts: parts of a case whose decoys ``make`` leaves out when asked; audits use them.
        make: (place, random draws, parts without decoys) to a group.
    """

    name: str
    title: str
    layer: str
    question: str
    size: int
    domains: tuple[str, ...]
    kinds: dict[str, str]
    make: Make
    parts: tuple[str, ...] = ()

    @property
    def groups(self) -> int:
        """Groups a level in a block."""
        return -(-ITEMS_A_LEVEL // self.size)

    def members(self, index: int) -> int:
        """How many members the group at this index has."""
        return min(self.size, ITEMS_A_LEVEL - index * self.size)


def binary(place: Place, *, yes: str, no: str) -> tuple[Option, ...]:
    """The options of a yes/no family: yes first in half of each level's groups."""
    order = spread(place.family, place.level, "option order", ((True, 50), (False, 50)))
    options = (Option("yes", yes), Option("no", no))
    return options if order[place.index] else options[::-1]


def domain(place: Place, family_domains: tuple[str, ...], groups: int) -> str:
    """The domain of a group: all domains as equally frequent at a level as its groups allow."""
    counts = even(family_domains, groups, first=place.level * 3 % len(family_domains))
    chosen: str = spread(place.family, place.level, "domain", counts)[place.index]
    return chosen


def changed_lines(base: str, state: str) -> list[int]:
    """The line numbers (from 0) at which two texts of equally many lines differ.

    Raises:
        GenerationError: the texts have different numbers of lines.
    """
    ours, theirs = base.split("\n"), state.split("\n")
    if len(ours) != len(theirs):
        raise GenerationError(f"{len(theirs)} lines where the base has {len(ours)}")
    return [number for number, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b]


def changed_leaves(base: Any, state: Any, path: str = "$") -> list[str]:
    """The paths of the JSON leaves in which two values differ; a key that moved counts too."""
    if base is state:  # members share what does not decide: no need to walk through it
        return []
    if isinstance(base, dict) and isinstance(state, dict):
        keys = list(dict.fromkeys([*base, *state]))
        moved = [path] if sorted(base) == sorted(state) and list(base) != list(state) else []
        missing = object()
        return moved + [
            leaf
            for key in keys
            for leaf in changed_leaves(
                base.get(key, missing), state.get(key, missing), f"{path}.{key}"
            )
        ]
    if isinstance(base, list) and isinstance(state, list) and len(base) == len(state):
        pairs = enumerate(zip(base, state, strict=True))
        return [leaf for n, (a, b) in pairs for leaf in changed_leaves(a, b, f"{path}[{n}]")]
    return [] if type(base) is type(state) and base == state else [path]


def changes(base: State, state: State) -> int:
    """In how many lines or leaves a state differs from its base."""
    if isinstance(base, str) and isinstance(state, str):
        return len(changed_lines(base, state))
    return len(changed_leaves(base, state))


def check(family: Family, place: Place, group: Group) -> None:
    """Assert what every group must keep.

    Raises:
        GenerationError: with the place and the rule that is broken.
    """
    answers = [member.answer for member in group.members]
    keys = [option.key for option in group.options]
    rules = {
        "the group has the size of its index": len(answers) == family.members(place.index),
        "every member has another answer": len(set(answers)) == len(answers),
        "every answer is an option": set(answers) <= set(keys),
        "option keys differ": len(set(keys)) == len(keys),
        "the domain is listed": group.domain in family.domains,
        "states differ": all(
            a.state != b.state for n, a in enumerate(group.members) for b in group.members[n + 1 :]
        ),
        "members differ from the base in the decisive change alone": all(
            member.changes is None or changes(group.base, member.state) == member.changes
            for member in group.members
        ),
        "pivots have a listed kind and a place between 0 and 1": all(
            member.pivot is None
            or (member.pivot.kind in family.kinds and 0 <= member.pivot.at <= 1)
            for member in group.members
        ),
    }
    for rule, holds in rules.items():
        if not holds:
            raise GenerationError(f"{place}: broken rule: {rule}")


@lru_cache(maxsize=1024)
def _order(family: str, groups: int, seed: int, block: int, level: int) -> tuple[int, ...]:
    """The group index at every position of a level in the file."""
    return tuple(draw.shuffled(draw.rng("order", family, seed, block, level), range(groups)))


def build(family: Family, place: Place, without: frozenset[str] = frozenset()) -> Group:
    """Make one group and check it.

    Raises:
        GenerationError: the generator broke one of its rules.
    """
    group = family.make(place, draw.rng(*place.key), without)
    check(family, place, group)
    return group


def items_at(
    family: Family,
    seed: int,
    *,
    block: int,
    level: int,
    position: int,
    without: frozenset[str] = frozenset(),
) -> list[Item]:
    """The items of the group at a position of the file, members in their released order."""
    order = _order(family.name, family.groups, seed, block, level)
    place = Place(family.name, seed, block, level, order[position])
    group = build(family, place, without)
    members = draw.shuffled(draw.rng("members", *place.key), group.members)
    first = block * ITEMS_A_BLOCK + (level - 1) * ITEMS_A_LEVEL
    first += sum(family.members(index) for index in order[:position])
    number = (block * len(LEVELS) + level - 1) * family.groups + position
    kind = question_type(option.key for option in group.options)
    return [
        Item(
            id=f"{family.name}:{first + offset:05d}",
            family=family.name,
            layer=family.layer,
            group=f"{family.name}:g{number:04d}",
            level=level,
            domain=group.domain,
            state=member.state,
            question=Question(kind, family.question),
            options=group.options,
            answer=member.answer,
            pivot=member.pivot,
            interpretation=member.interpretation or UNSET,
            canary=CANARY,
        )
        for offset, member in enumerate(members)
    ]


def generate(
    family: Family,
    seed: int,
    *,
    blocks: range = range(1),
    first: int | None = None,
    without: frozenset[str] = frozenset(),
) -> Iterator[Item]:
    """Yield a draw in file order: blocks of 600 items, level by level.

    Args:
        family: which family.
        seed: which draw; 1 is the release.
        blocks: which blocks; block 0 of seed 1 is the release.
        first: only the first groups of each level, so many (a small draw).
        without: parts of the case that get no decoys (see ``Family.parts``).
    """
    for block in blocks:
        for level in LEVELS:
            for position in range(min(first or family.groups, family.groups)):
                yield from items_at(
                    family, seed, block=block, level=level, position=position, without=without
                )


def locate(family: Family, seed: int, number: int) -> tuple[int, int, int]:
    """The (block, level, position) of the group that holds item ``number`` of a draw."""
    block, rest = divmod(number, ITEMS_A_BLOCK)
    level, rest = divmod(rest, ITEMS_A_LEVEL)
    for position, index in enumerate(_order(family.name, family.groups, seed, block, level + 1)):
        if rest < family.members(index):
            return block, level + 1, position
        rest -= family.members(index)
    raise GenerationError(f"{family.name} has no item {number}")
