"""Readers of an answerable item that count names or take any year, and close no gap."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from decisionpivot.items import Request
from decisionpivot.readers.reader import Reader, certain
from decisionpivot.solvers.answerable import Case, Fact, decide, parse

# Table length up to which a threshold holds, and the count from which the answer is yes: the
# thresholds of the highest accuracy on the draws with seeds 404 and 405, none of them released.
OWNER_ROWS = ((20, 18), (40, 29), (80, 42))
ATTRIBUTE_ROWS = ((20, 17), (80, 29))


def _reaches(
    case: Case, thresholds: tuple[tuple[int, int], ...], names: Callable[[Fact], bool]
) -> str:
    count, length = sum(map(names, case.facts)), len(case.facts)
    threshold = next((least for most, least in thresholds if length <= most), thresholds[-1][1])
    return "yes" if count >= threshold else "no"


def _organisation_counts(request: Request) -> Mapping[str, float]:
    case = parse(request)
    answer = _reaches(case, OWNER_ROWS, lambda fact: fact.owner in case.asked.owners)
    return certain(request, answer)


def _attribute_counts(request: Request) -> Mapping[str, float]:
    case = parse(request)
    answer = _reaches(case, ATTRIBUTE_ROWS, lambda fact: fact.attribute == case.asked.attribute)
    return certain(request, answer)


def _any_year(request: Request) -> Mapping[str, float]:
    case = parse(request)
    year = case.asked.years[0]
    facts = tuple(replace(fact, year=year) for fact in case.facts)
    asked = replace(case.asked, years=(year,))
    return certain(request, decide(replace(case, facts=facts, asked=asked)).answer)


READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader(
            name="answerable/organisation-counts",
            says="says yes where many rows name an organisation that is asked about",
            read=_organisation_counts,
        ),
        Reader(
            name="answerable/attribute-counts",
            says="says yes where many rows name the attribute that is asked about",
            read=_attribute_counts,
        ),
        Reader(
            name="answerable/any-year",
            says="takes a figure of any year for the year asked about",
            read=_any_year,
        ),
    )
}
