"""What follows from what: the seven figures of a case, their definitions, and the closure.

A set of figures of one organisation, segment and year is a bit mask. With seven figures there are
128 sets, so closures and ways to reach a figure are tables.
"""

from typing import NamedTuple

FIGURES = ("gross", "returns", "net", "staff", "sites", "density", "yield")
GROSS, RETURNS, NET, STAFF, SITES, DENSITY, YIELD = range(len(FIGURES))
DEFINITIONS = ((NET, GROSS, RETURNS), (DENSITY, STAFF, SITES), (YIELD, NET, STAFF))
"""(result, first, second): net = gross - returns, density = staff / sites, yield = net / staff."""


class Fact(NamedTuple):
    """One row without its value; ``branch`` is empty where the row is about the whole."""

    organisation: str
    branch: str
    segment: int
    figure: int
    year: int
    planned: bool


class Target(NamedTuple):
    """One figure that the question needs, and the set of figures it is worked out from."""

    organisation: str
    year: int
    needs: int


def members(mask: int) -> list[int]:
    """The figures of a set, in their order."""
    return [figure for figure in range(len(FIGURES)) if mask >> figure & 1]


def closure(mask: int, turned: bool) -> int:
    """All figures that follow from a set; ``turned``: definitions may be turned round."""
    while True:
        found = mask
        for parts in DEFINITIONS:
            bits = [1 << part for part in parts]
            for result in bits if turned else bits[:1]:
                if mask & (sum(bits) - result) == sum(bits) - result:
                    found |= result
        if found == mask:
            return mask
        mask = found


CLOSED = {
    turned: tuple(closure(mask, turned) for mask in range(1 << len(FIGURES)))
    for turned in (False, True)
}


def gives(mask: int, figure: int, turned: bool) -> bool:
    """Whether a figure follows from a set."""
    return bool(CLOSED[turned][mask] >> figure & 1)


def needed(mask: int, figure: int, turned: bool) -> bool:
    """Whether the set gives the figure and would not without any one of its members."""
    return gives(mask, figure, turned) and not any(
        gives(mask & ~(1 << part), figure, turned) for part in members(mask)
    )


WAYS = {
    (turned, figure, size): tuple(
        mask
        for mask in range(1 << len(FIGURES))
        if mask.bit_count() == size and needed(mask, figure, turned)
    )
    for turned in (False, True)
    for figure in range(len(FIGURES))
    for size in (1, 2, 3, 4)
}
"""The smallest sets that give a figure, by size."""

BACKWARDS = tuple(
    tuple(
        way
        for size in (2, 3)
        for way in WAYS[True, figure, size]
        if not gives(way, figure, turned=False)
    )
    for figure in range(len(FIGURES))
)
"""Small sets that give a figure only where definitions may be turned round."""


def asked(turned: bool, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The figures that can be worked out from sets of all these sizes."""
    return tuple(
        figure
        for figure in range(len(FIGURES))
        if all(WAYS[turned, figure, size] for size in sizes)
    )
