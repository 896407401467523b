"""``reader:<name>`` and ``reader:best``: what an answer from part of the case is worth."""

from collections.abc import Sequence
from functools import cache

from decisionpivot.families import BY_NAME as FAMILIES
from decisionpivot.families.group import generate
from decisionpivot.items import InputError, Item
from decisionpivot.readers import BY_NAME, READERS
from decisionpivot.readers.reader import Read, Reader, unsure
from decisionpivot.systems.baselines import PRIOR_SEED
from decisionpivot.systems.local import Local, Respond
from decisionpivot.systems.system import Kind, Reply, Spec, System

BEST = "best"


def open_reader(spec: Spec) -> System:
    """One partial reader, uniform outside its family; ``best`` takes the best of each family.

    Raises:
        InputError: there is no reader of that name.
    """
    if spec.model == BEST:
        return Local(spec, lambda task: _respond(best(task)))
    if spec.model not in BY_NAME:
        raise InputError(
            f"there is no reader {spec.model!r}",
            remedy=f"There are reader:{BEST}, " + ", ".join(f"reader:{name}" for name in BY_NAME),
        )
    reader = BY_NAME[spec.model]
    return Local(spec, lambda task: _respond(reader if family_of(reader) == task else None))


def family_of(reader: Reader) -> str:
    """The family that a reader is for."""
    return reader.name.partition("/")[0]


def _respond(reader: Reader | None) -> Respond:
    read: Read = reader.read if reader else unsure
    return lambda request: Reply(p=read(request))


@cache
def best(task: str) -> Reader | None:
    """The reader of a family that solves most groups of another draw; None where there is none."""
    mine = [reader for reader in READERS if family_of(reader) == task]
    if not mine:
        return None
    items = list(generate(FAMILIES[task], PRIOR_SEED))
    return max(mine, key=lambda reader: solved(reader.read, items))


def solved(read: Read, items: Sequence[Item]) -> int:
    """How many contrast groups a reader answers right throughout, ties by the first option."""
    wrong = {item.group for item in items if _choice(read, item) != item.answer}
    return len({item.group for item in items} - wrong)


def _choice(read: Read, item: Item) -> str:
    p = read(item.request)
    return max(item.request.keys, key=lambda key: p[key])


KIND = Kind(
    name="reader",
    usage="reader:NAME or reader:best",
    summary="a partial reader of the audit, uniform outside its family",
    open=open_reader,
    in_process=True,
)
