"""A reviewer's desk: what is on it, and what may be done. Knows nothing of HTTP.

Before a reviewer has answered a whole group, a :class:`Sheet` is made from requests alone, which
hold no answer and no decisive fact; :class:`Outcome` is added when the store has noted that the
answers are shown.
"""

import string
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from decisionpivot.contrast import Segment, marked, state_lines
from decisionpivot.items import Item, Option, Pivot, Request
from decisionpivot.review.groups import Group, GroupKey
from decisionpivot.review.store import Flag, Refused, Store, Tally

WANTED = 2
"""So many reviews of every item are wanted; ``twice`` counts those that have them."""


class Outcome(Struct, frozen=True):
    """What is shown of a member once its group has been answered."""

    answer: str
    right: bool
    pivot: Pivot | None
    flag: Flag | None


class Member(Struct, frozen=True, kw_only=True):
    """One item of a group as the reviewer sees it; ``chosen`` is the reviewer's answer."""

    id: str
    letter: str
    state: tuple[Segment, ...]
    structured: bool
    question: str
    options: tuple[Option, ...]
    chosen: str | None
    outcome: Outcome | None = None


class Progress(Struct, frozen=True):
    """How far the reviews of a family or task are: groups reviewed once and twice."""

    task: str
    groups: int
    once: int
    twice: int
    own: int


class Sheet(Struct, frozen=True, kw_only=True):
    """A group on a reviewer's desk; ``turns`` is how many groups the reviewer was given."""

    number: int
    turns: int
    task: str
    unit: str
    level: int | None
    domain: str | None
    shown: bool
    members: tuple[Member, ...]
    progress: tuple[Progress, ...]


class Desk:
    """The items under review and their store."""

    def __init__(self, groups: Sequence[Group], store: Store) -> None:
        self._order: list[GroupKey] = [group.key for group in groups]
        self._groups: Mapping[GroupKey, Group] = {group.key: group for group in groups}
        self._store = store

    def enter(self, name: str) -> str:
        """Let a reviewer in; returns the name as it is kept."""
        return self._store.enter(name)

    def reviewers(self) -> list[str]:
        """Who has been here."""
        return self._store.reviewers()

    def current(self, reviewer: str) -> Sheet | None:
        """The group that the reviewer is at, or a new one; None when they have had all."""
        number = self._store.give(reviewer, self._order)
        return None if number is None else self.sheet(reviewer, number)

    def sheet(self, reviewer: str, number: int) -> Sheet:
        """A group that the reviewer was given.

        Raises:
            Refused: they were not given it.
        """
        turn = self._store.turn(reviewer, number)
        group = self._groups[turn.task, turn.unit]
        own = self._store.own(reviewer, turn.task)
        blind = [
            _blind(item.id, item.request, letter, own.get(item.id, (None, None))[0])
            for item, letter in zip(group.members, string.ascii_uppercase, strict=False)
        ]
        first = group.members[0]
        return Sheet(
            number=number,
            turns=self._store.turns(reviewer),
            task=group.task,
            unit=group.name,
            level=first.level or None,
            domain=first.domain or None,
            shown=turn.shown,
            members=tuple(_open(blind, group, own) if turn.shown else blind),
            progress=tuple(self.progress(reviewer)),
        )

    def answer(self, reviewer: str, number: int, item: str, *, answer: str) -> None:
        """Keep the answer to a member.

        Raises:
            Refused: the answers were shown, the item is of another group, or has no such option.
        """
        member = self._member(reviewer, number, item)
        if answer not in member.request.keys:
            raise Refused(f"{answer!r} is none of the options.")
        self._store.answer(reviewer, number, item, answer=answer, time=now())

    def show(self, reviewer: str, number: int) -> Sheet:
        """The group with its answers; the reviewer's own are final from now on.

        Raises:
            Refused: a member has no answer yet.
        """
        turn = self._store.turn(reviewer, number)
        members = self._groups[turn.task, turn.unit].members
        self._store.show(reviewer, number, [item.id for item in members])
        return self.sheet(reviewer, number)

    def flag(self, reviewer: str, number: int, item: str, flag: Flag | None) -> None:
        """Set or take back a flag.

        Raises:
            Refused: the answers were not shown yet, or the item is of another group.
        """
        self._member(reviewer, number, item)
        self._store.flag(reviewer, number, item, flag)

    def go_on(self, reviewer: str, number: int) -> Sheet | None:
        """The group after this one; None when the reviewer has had all.

        Raises:
            Refused: the answers of this one have not been shown.
        """
        self._store.finish(reviewer, number)
        if number < self._store.turns(reviewer):
            return self.sheet(reviewer, number + 1)
        return self.current(reviewer)

    def progress(self, reviewer: str = "") -> list[Progress]:
        """How far each family is, and what this reviewer has done of it."""
        tallies, had = self._store.tallies(), self._store.had(reviewer)
        counts: dict[str, list[int]] = {}
        for key in self._order:
            finished = tallies.get(key, Tally()).finished
            mine = counts.setdefault(key[0], [0, 0, 0, 0])
            for place, holds in enumerate((True, finished >= 1, finished >= WANTED, key in had)):
                mine[place] += holds
        return [Progress(task, *counts[task]) for task in sorted(counts)]

    def _member(self, reviewer: str, number: int, item: str) -> Item:
        turn = self._store.turn(reviewer, number)
        for member in self._groups[turn.task, turn.unit].members:
            if member.id == item:
                return member
        raise Refused(f"{item!r} is not in this group.")


def _blind(name: str, request: Request, letter: str, chosen: str | None) -> Member:
    """A member made of what a system may see: there is no way from here to the answer."""
    return Member(
        id=name,
        letter=letter,
        state=(Segment("\n".join(state_lines(request.state))),),
        structured=not isinstance(request.state, str),
        question=request.question.text,
        options=request.options,
        chosen=chosen,
    )


def _open(
    blind: Sequence[Member], group: Group, own: Mapping[str, tuple[str, Flag | None]]
) -> list[Member]:
    result = []
    for member, item, state in zip(blind, group.members, marked(group.members), strict=True):
        outcome = Outcome(
            answer=str(item.answer),
            right=member.chosen == item.answer,
            pivot=item.pivot or None,
            flag=own[item.id][1],
        )
        result.append(replace(member, state=state, outcome=outcome))
    return result


def now() -> str:
    """The time of an answer, in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
