"""Readers of a log claim that leave out one of its rules, and decide by all the others."""

from collections.abc import Mapping

from msgspec.structs import replace

from decisionpivot.items import Request
from decisionpivot.readers.reader import Reader, certain
from decisionpivot.solvers.log_claim import Case, decide, parse

LAST_MINUTE = 24 * 60 - 1


def _whole_day(request: Request) -> Mapping[str, float]:
    case = parse(request)
    claim = replace(case.claim, start=0, end=LAST_MINUTE)
    rules = replace(case.rules, ends_inside=(True, True))
    return certain(request, decide(Case(case.events, rules, claim)).answer)


def _level_words(request: Request) -> Mapping[str, float]:
    case = parse(request)
    rules = replace(case.rules, naming="both")
    return certain(request, decide(replace(case, rules=rules)).answer)


READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader(
            name="log_claim/whole-day",
            says="counts over the whole day in place of the claim's window",
            read=_whole_day,
        ),
        Reader(
            name="log_claim/level-words",
            says="counts an event wherever its row names the level, field or message",
            read=_level_words,
        ),
    )
}
