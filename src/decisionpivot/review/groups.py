"""The contrast groups of some items, in the order in which they are handed to reviewers."""

from collections.abc import Iterable, Sequence

from msgspec import UNSET, Struct

from decisionpivot.items import InputError, Item
from decisionpivot.selection import Task

MOST_MEMBERS = 26
"""Members are called by letters and stand side by side."""

GroupKey = tuple[str, str]
ItemKey = tuple[str, str]


class Group(Struct, frozen=True):
    """Items that are reviewed together; an item without a group is one of its own."""

    task: str
    name: str
    members: tuple[Item, ...]

    @property
    def key(self) -> GroupKey:
        """What the group is called in the store."""
        return self.task, self.name

    @property
    def level(self) -> int:
        """The level of its members, 0 where they have none."""
        return self.members[0].level or 0


def groups_of(tasks: Iterable[Task]) -> list[Group]:
    """All groups, families and levels taking turns.

    So the first reviews, be they ever so few, are spread over the whole release.

    Raises:
        InputError: an item has no answer to be reviewed, or a group is too large.
    """
    found: dict[GroupKey, list[Item]] = {}
    for task in tasks:
        for item in task.items:
            if item.answer is UNSET:
                raise InputError(
                    f"the item {item.id!r} has no answer that could be reviewed",
                    place=task.name,
                    remedy="Review items with an 'answer'; those with a 'label' have none.",
                )
            found.setdefault((task.name, item.group or item.id), []).append(item)
    for (task_name, name), members in found.items():
        if len(members) > MOST_MEMBERS:
            raise InputError(
                f"the group {name!r} has {len(members)} members, more than {MOST_MEMBERS}",
                place=task_name,
                remedy="Review smaller groups: nobody compares so many side by side.",
            )
    return _taking_turns([Group(*key, tuple(members)) for key, members in found.items()])


def _taking_turns(groups: Sequence[Group]) -> list[Group]:
    """First the first group of every (task, level), then the second of each, and so on."""
    cells: dict[tuple[str, int], int] = {}
    ranks = []
    for group in groups:
        cell = (group.task, group.level)
        ranks.append(cells.get(cell, 0))
        cells[cell] = ranks[-1] + 1
    order = sorted(range(len(groups)), key=ranks.__getitem__)
    return [groups[place] for place in order]
