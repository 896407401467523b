"""The bootstrap: how often each unit is drawn, and what is made of the resampled figures.

A resample is a column of weights: how often each unit of a task was drawn. A statistic is a
function from weights to figures, one a column, and the data itself is the column of ones. So the
value of a figure and its resamples come from one piece of code, and every resample recomputes
everything from the start.
"""

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from msgspec import Struct

from decisionpivot.items import InputError
from decisionpivot.scoring.arrays import Array, Sheet

SEED = 20261007
RESAMPLES = 1_000
LEVEL = 0.95
CELLS = 4_000_000
"""Weights held at once (32 MB); more resamples than fit are drawn block by block."""

Weights: TypeAlias = Mapping[str, Array]
"""By task: units in rows, resamples in columns."""

Figures: TypeAlias = dict[str, Array]
"""By path: one figure a resample; NaN where it is undefined."""

Statistic: TypeAlias = Callable[[Weights], Figures]


class Interval(Struct, frozen=True):
    """A figure with its 95 % percentile bootstrap interval.

    ``unit`` is what was resampled; ``undefined`` counts the resamples in which the figure was
    undefined, which were left out.
    """

    value: float | None
    low: float | None
    high: float | None
    unit: str
    resamples: int
    undefined: int = 0


def stream(seed: int, task: str, *, draw: str = "") -> np.random.Generator:
    """The random stream of a task: it depends on the seed and the task's name alone.

    ``draw`` names a second, independent stream, for items that are another draw of the task.
    """
    key = f"{seed}\x1f{task}\x1f{draw}".encode()
    return np.random.Generator(
        np.random.PCG64(int.from_bytes(hashlib.blake2b(key, digest_size=16).digest()))
    )


def drawn(rng: np.random.Generator, units: int, resamples: int) -> Array:
    """How often each unit is drawn in each resample: units in rows, resamples in columns.

    Every resample has as many units as the task. Called twice, it continues the stream, so that
    resamples drawn in blocks are those drawn at once.
    """
    picked = rng.integers(0, units, size=(resamples, units))
    cells = picked * resamples + np.arange(resamples)[:, None]
    counts = np.bincount(cells.ravel(), minlength=units * resamples)
    return counts.reshape(units, resamples).astype(np.float64)


def blocks(
    sheets: Sequence[Sheet], *, seed: int = SEED, resamples: int = RESAMPLES, draw: str = ""
) -> Iterator[dict[str, Array]]:
    """Yield weights block by block; the first column of the first block is the data itself."""
    rngs = {sheet.name: stream(seed, sheet.name, draw=draw) for sheet in sheets}
    yield {sheet.name: np.ones((sheet.units, 1)) for sheet in sheets}
    for count in block_sizes(sum(sheet.units for sheet in sheets), resamples):
        yield {sheet.name: drawn(rngs[sheet.name], sheet.units, count) for sheet in sheets}


def block_sizes(units: int, resamples: int) -> list[int]:
    """Sizes of blocks that hold about ``CELLS`` weights, as equal as can be."""
    count = min(resamples, -(-resamples * units // CELLS))
    return [resamples * (n + 1) // count - resamples * n // count for n in range(count)]


def resample(
    statistics: Sequence[Statistic],
    sheets: Sequence[Sheet],
    *,
    seed: int = SEED,
    resamples: int = RESAMPLES,
    draw: str = "",
    paths: Collection[str] | None = None,
) -> list[Figures]:
    """The figures of every statistic over the data (entry 0) and over matched resamples.

    ``paths`` names the figures to keep; default all.

    Raises:
        InputError: the number of resamples is negative.
    """
    if resamples < 0:
        raise InputError(f"the number of resamples is {resamples}", remedy="Give 0 or more.")
    parts: list[list[Figures]] = [[] for _ in statistics]
    for weights in blocks(sheets, seed=seed, resamples=resamples, draw=draw):
        for part, statistic in zip(parts, statistics, strict=True):
            figures = statistic(weights)
            part.append(
                {path: own for path, own in figures.items() if paths is None or path in paths}
            )
    return [
        {path: np.concatenate([block[path] for block in part]) for path in part[0]}
        for part in parts
    ]


def interval(figures: Array, *, unit: str) -> Interval:
    """Value and percentile interval of one figure (entry 0 is its value over the data)."""
    value, resampled = figures[0], figures[1:]
    defined = resampled[~np.isnan(resampled)]
    low = high = None
    if defined.size:
        tail = (1 - LEVEL) / 2
        low, high = (float(bound) for bound in np.quantile(defined, [tail, 1 - tail]))
    return Interval(
        value=number(value),
        low=low,
        high=high,
        unit=unit,
        resamples=int(defined.size),
        undefined=int(resampled.size - defined.size),
    )


def number(value: float) -> float | None:
    """A plain float, None where it is undefined (NaN)."""
    return None if np.isnan(value) else float(value)


def added(values: Array, weights: Array) -> Array:
    """The weighted sum of unit values, added in the order of the units, resample by resample."""
    return np.asarray((values[:, None] * weights).sum(axis=0))


def ratio(part: Array, whole: Array) -> Array:
    """``part / whole``, NaN where the whole is zero: a share of nothing is undefined."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole > 0, np.divide(part, whole), np.nan)


def mean(rows: Sequence[Array]) -> Array:
    """The mean of figures, resample by resample, over those that are defined.

    Added row by row: the result does not depend on how many resamples a block holds.
    """
    total = np.zeros_like(rows[0])
    count = np.zeros_like(rows[0])
    for row in rows:
        defined = ~np.isnan(row)
        total += np.where(defined, row, 0.0)
        count += defined
    return ratio(total, count)
