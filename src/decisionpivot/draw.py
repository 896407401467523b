"""Repeatable draws: the same key gives the same choices on every Python, machine and worker.

``random.Random.random()`` is the only method whose sequence Python promises across versions, so
every choice here is made from it alone, and only from ordered sequences.
"""

import hashlib
import random
from collections.abc import MutableSequence, Sequence
from itertools import accumulate
from typing import TypeVar

T = TypeVar("T")


def rng(*key: str | int) -> random.Random:
    """A generator that the key alone fixes, whatever was drawn before it.

    >>> rng("log_claim", 1, 0).random() == rng("log_claim", 1, 0).random()
    True
    """
    text = "\x1f".join(f"{type(part).__name__}:{part}" for part in key)
    return random.Random(int.from_bytes(hashlib.blake2b(text.encode(), digest_size=16).digest()))


def integer(r: random.Random, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``, both included."""
    return low + int(r.random() * (high - low + 1))


def choice(r: random.Random, options: Sequence[T]) -> T:
    """One of the options, all equally likely."""
    return options[int(r.random() * len(options))]


def chance(r: random.Random, probability: float) -> bool:
    """True with the given probability."""
    return r.random() < probability


def weighted(r: random.Random, options: Sequence[T], weights: Sequence[float]) -> T:
    """One of the options, each as likely as its weight says."""
    sums = list(accumulate(weights))
    point = r.random() * sums[-1]
    return next(option for option, limit in zip(options, sums, strict=True) if point < limit)


def shuffle(r: random.Random, values: MutableSequence[T]) -> None:
    """Put the values in a random order, in place (Fisher and Yates)."""
    for last in range(len(values) - 1, 0, -1):
        other = int(r.random() * (last + 1))
        values[last], values[other] = values[other], values[last]


def shuffled(r: random.Random, values: Sequence[T]) -> list[T]:
    """The values in a random order, as a new list."""
    result = list(values)
    shuffle(r, result)
    return result


def sample(r: random.Random, values: Sequence[T], count: int) -> list[T]:
    """``count`` different places of ``values``, in random order.

    Raises:
        ValueError: there are fewer than ``count`` values.
    """
    if count > len(values):
        raise ValueError(f"cannot take {count} of {len(values)}")
    pool = list(values)
    for place in range(count):
        other = place + int(r.random() * (len(pool) - place))
        pool[place], pool[other] = pool[other], pool[place]
    return pool[:count]
