"""From answer records to probabilities: which records count, and which ``p`` is valid."""

import math
from collections.abc import Collection, Iterable
from typing import Any, Literal

from decisionpivot.answers import Line
from decisionpivot.items import Answer, InputError

HUGE = 1e300
"""Values above this are scaled before they are added: their sum may be no finite double."""


def collect(
    records: Iterable[Line],
    ids: Collection[str],
    *,
    file: str,
    keep: Literal["last"] | None = None,
    ignore_unknown: bool = False,
) -> dict[str, Answer]:
    """The records of a file by item id.

    Args:
        records: lines of the file.
        ids: ids of the items that the file may answer; a set or dictionary.
        file: name of the file, for messages.
        keep: ``"last"`` takes the last of several records for an id.
        ignore_unknown: leave out records for other ids.

    Raises:
        InputError: a second record for an id, or a record for an unknown id, with file and line.
    """
    first: dict[str, int] = {}
    found: dict[str, Answer] = {}
    for line in records:
        key, place = line.answer.id, f"{file}:{line.number}"
        if key not in ids:
            if ignore_unknown:
                continue
            raise InputError(
                f"there is no item {key!r}",
                place=place,
                remedy="Score against the items that were run, or leave out such records with "
                "--ignore-unknown.",
            )
        if key in found and keep != "last":
            raise InputError(
                f"a second record for {key!r}; the first is on line {first[key]}",
                place=place,
                remedy="Remove one of them, or take the last with --keep last.",
            )
        first.setdefault(key, line.number)
        found[key] = line.answer
    return found


def probabilities(p: Any, keys: tuple[str, ...]) -> list[float] | None:
    """The normalised probabilities in the order of ``keys``, or None when ``p`` is invalid.

    Valid means: exactly these keys, every value a finite number that is not negative, and a
    positive sum. The sum is correctly rounded (``math.fsum``), so that decimals which add up to
    one stay as they are and the result does not depend on the order of the options.

    >>> probabilities({"yes": 3, "no": 1}, ("no", "yes"))
    [0.25, 0.75]
    >>> probabilities({"yes": float("nan"), "no": 1}, ("no", "yes")) is None
    True
    """
    values = raw_values(p, keys)
    if values is None:
        return None
    largest = max(values)
    if largest > HUGE:
        values = [value / largest for value in values]
    total = math.fsum(values)
    return [value / total for value in values] if total > 0 else None


def raw_values(p: Any, keys: tuple[str, ...]) -> list[float] | None:
    """The values of ``p`` as they stand in the file, or None when one is missing or no number."""
    if not isinstance(p, dict) or len(p) != len(keys):
        return None
    values = []
    for key in keys:
        value = p.get(key)
        if type(value) is int:
            try:
                value = float(value)
            except OverflowError:
                return None
        if type(value) is not float or not 0 <= value < math.inf:
            return None
        values.append(value)
    return values


def decimals(value: float) -> int:
    """How many decimals the shortest notation of ``value`` has.

    >>> [decimals(value) for value in (1.0, 0.5, 0.125, 1e-05)]
    [0, 1, 3, 5]
    """
    mantissa, _, exponent = repr(value).partition("e")
    fraction = mantissa.partition(".")[2].rstrip("0")
    return max(0, len(fraction) - int(exponent or 0))
