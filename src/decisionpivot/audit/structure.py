"""Structure: counts, balances, differences within groups, places and lengths, from items alone."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median

from decisionpivot.audit.check import Check, by_group
from decisionpivot.audit.quotas import CHANGES, KINDS, THIRDS
from decisionpivot.families import BY_NAME
from decisionpivot.families.group import ITEMS_A_LEVEL, LEVELS, changes
from decisionpivot.items import CANARY, GenerationError, Item, State, question_type, sha256

MEDIAN_LENGTH = (1_600, 5_000)
"""The median state of a family lies between these, in characters."""

Rule = Callable[[str, Sequence[Item]], Iterator[str]]


def structure(family: str, items: Sequence[Item]) -> list[Check]:
    """Check a family's release or any full draw. Broken rules say where they are broken."""
    results = []
    for name, rule in RULES.items():
        problems = list(rule(family, items))
        results.append(
            Check(
                audit="structure",
                family=family,
                name=name,
                holds=not problems,
                detail="; ".join(problems[:3]),
            )
        )
    return results


def length(state: State) -> int:
    """The characters of a state as a system receives it."""
    return len(state) if isinstance(state, str) else len(encode_state(state))


def encode_state(state: State) -> str:
    """A state as text: itself, or its compact JSON."""
    import msgspec

    return state if isinstance(state, str) else msgspec.json.encode(state).decode()


def _counts(family: str, items: Sequence[Item]) -> Iterator[str]:
    levels = Counter(item.level for item in items)
    for level in LEVELS:
        if not levels[level] or levels[level] % ITEMS_A_LEVEL:
            yield f"level {level} has {levels[level]} items"
    sizes = Counter(len(group) for group in by_group(items))
    expected = Counter(BY_NAME[family].members(i) for i in range(BY_NAME[family].groups))
    blocks = len(items) // (ITEMS_A_LEVEL * len(LEVELS))
    for size in expected | sizes:
        if sizes[size] != expected[size] * len(LEVELS) * blocks:
            yield f"{sizes[size]} groups of {size}"


def _ids(family: str, items: Sequence[Item]) -> Iterator[str]:
    for number, item in enumerate(items):
        if item.id != f"{family}:{number:05d}" or item.canary != CANARY:
            yield f"{item.id} at place {number}, canary {item.canary!r}"


def _groups(_: str, items: Sequence[Item]) -> Iterator[str]:
    for group in by_group(items):
        members = [items[place] for place in group]
        if group != list(range(group[0], group[0] + len(group))):
            yield f"{members[0].group} is scattered"
        if len({member.answer for member in members}) < len(members):
            yield f"{members[0].group} has an answer twice"
        if len({(m.options, m.question, m.level, m.domain) for m in members}) > 1:
            yield f"{members[0].group} has members with other options, question, level or domain"


def _answers(_: str, items: Sequence[Item]) -> Iterator[str]:
    for level, mine in _levels(items):
        if question_type(mine[0].request.keys) == "noul":
            yes = sum(item.answer == "yes" for item in mine)
            if 2 * yes != len(mine):
                yield f"level {level}: {yes} of {len(mine)} answers are yes"


def _positions(_: str, items: Sequence[Item]) -> Iterator[str]:
    for level, mine in _levels(items):
        for options in sorted({len(item.options) for item in mine}):
            places = Counter(
                item.request.keys.index(str(item.answer))
                for item in mine
                if len(item.options) == options
            )
            counts = [places[place] for place in range(options)]
            if max(counts) - min(counts) > 1:
                yield f"level {level}, {options} options: gold at positions {counts}"


def _kinds(family: str, items: Sequence[Item]) -> Iterator[str]:
    for level, mine in _levels(items):
        blocks = len(mine) // ITEMS_A_LEVEL
        found = KINDS[family].count(mine)
        for kind, quota in KINDS[family].table.items():
            allowed = [part * blocks for part in quota[level - 1]]
            if not allowed[0] <= found[kind] <= allowed[-1]:
                yield f"level {level}: {kind} {found[kind]}, not {allowed[0]}"
        for kind in sorted(found.keys() - KINDS[family].table.keys()):
            yield f"level {level}: unlisted kind {kind!r}"


def _domains(family: str, items: Sequence[Item]) -> Iterator[str]:
    for level, mine in _levels(items):
        for domain in BY_NAME[family].domains:
            if not any(item.domain == domain for item in mine):
                yield f"level {level}: no item of domain {domain!r}"


def _differences(family: str, items: Sequence[Item]) -> Iterator[str]:
    most = CHANGES.get(family, 1)
    for group in by_group(items):
        first = items[group[0]]
        for place in group[1:]:
            try:
                count = changes(first.state, items[place].state)
            except GenerationError as error:
                yield f"{items[place].id}: {error}"
                continue
            if not 1 <= count <= most:
                yield f"{items[place].id} differs from {first.id} in {count} places"


def _distinct_states(_: str, items: Sequence[Item]) -> Iterator[str]:
    seen: dict[str, str] = {}
    for item in items:
        digest = sha256(encode_state(item.state).encode())
        if digest in seen:
            yield f"{item.id} has the state of {seen[digest]}"
        seen[digest] = item.id


def _lengths(_: str, items: Sequence[Item]) -> Iterator[str]:
    medians = {level: median(length(i.state) for i in mine) for level, mine in _levels(items)}
    overall = median(length(item.state) for item in items)
    if not MEDIAN_LENGTH[0] <= overall <= MEDIAN_LENGTH[1]:
        yield f"the median state has {overall:.0f} characters"
    if medians[LEVELS[-1]] <= medians[1]:
        yield f"level 3 ({medians[3]:.0f}) is not longer than level 1 ({medians[1]:.0f})"


def _places(family: str, items: Sequence[Item]) -> Iterator[str]:
    least = THIRDS.get(family, (0.15, 0.15, 0.15))
    for level, mine in _levels(items):
        places = [item.pivot.at for item in mine if item.pivot]
        if not places:
            continue
        thirds = Counter(min(int(at * 3), 2) for at in places)
        for third, share in enumerate(least):
            if thirds[third] < share * len(places):
                yield f"level {level}: {thirds[third]} of {len(places)} facts in third {third + 1}"


def _pivots(family: str, items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        if item.pivot is None and not item.interpretation:
            yield f"{item.id} has neither pivot nor interpretation"
        elif item.pivot and item.pivot.kind not in BY_NAME[family].kinds:
            yield f"{item.id}: kind {item.pivot.kind!r}"
    for group in by_group(items):
        kinds = {items[p].pivot.kind for p in group if items[p].pivot}  # type: ignore[union-attr]
        if BY_NAME[family].size == 2 and len(kinds) > 1:
            yield f"{items[group[0]].group} has kinds {sorted(kinds)}"


def _levels(items: Sequence[Item]) -> Iterable[tuple[int, list[Item]]]:
    for level in LEVELS:
        mine = [item for item in items if item.level == level]
        if mine:
            yield level, mine


RULES: dict[str, Rule] = {
    "counts": _counts,
    "ids and canary": _ids,
    "groups are whole": _groups,
    "answers balanced": _answers,
    "gold positions balanced": _positions,
    "kinds as designed": _kinds,
    "every domain at every level": _domains,
    "one decisive change": _differences,
    "no repeated state": _distinct_states,
    "lengths": _lengths,
    "place of the decisive fact": _places,
    "pivots": _pivots,
}
