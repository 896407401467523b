"""Baselines: ``uniform`` guesses, ``prior`` knows how often each option is right elsewhere."""

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from decisionpivot.families import BY_NAME
from decisionpivot.families.group import generate
from decisionpivot.items import InputError, Request, encode
from decisionpivot.systems.local import Local, Respond
from decisionpivot.systems.system import Kind, Reply, Spec, System

UNIFORM_SEED = 1
UNIFORM_EDGE = 0.001
"""What the drawn option gets beyond its share: no ties, so that guesses spread over all options."""

PRIOR_SEED = 2
"""The draw whose labels ``prior`` has seen; never the release."""

Shares = Callable[[str], Mapping[str, float]]
"""Turns a task's name into how often each option key is right."""


def open_uniform(spec: Spec) -> System:
    """Uniform guesses; ``uniform:7`` guesses with seed 7.

    Raises:
        InputError: the seed is no whole number.
    """
    try:
        seed = int(spec.model) if spec.model else UNIFORM_SEED
    except ValueError:
        raise InputError(
            f"the seed {spec.model!r} is no whole number", remedy="Write uniform or uniform:7."
        ) from None
    return Local(replace(spec, settings={"seed": seed}), lambda task: uniform(seed))


def uniform(seed: int) -> Respond:
    """A function that gives one option, drawn from seed and request, a little more than 1/n."""
    salt = f"{seed}\n".encode()

    def respond(request: Request) -> Reply:
        keys = request.keys
        if len(keys) == 1:
            return Reply(p={keys[0]: 1.0})
        digest = hashlib.blake2b(salt + encode(request), digest_size=16).digest()
        drawn = keys[int.from_bytes(digest) % len(keys)]
        top = 1 / len(keys) + UNIFORM_EDGE
        rest = (1 - top) / (len(keys) - 1)
        return Reply(p={key: top if key == drawn else rest for key in keys})

    return respond


def open_prior(spec: Spec) -> System:
    """Label shares of another draw of the family."""
    return Local(replace(spec, settings={"seed": PRIOR_SEED}), lambda task: prior(task, shares))


def prior(task: str, shares: Shares) -> Respond:
    """A function that gives each option its share; unseen options share one label's weight.

    Raises:
        InputError: there is no other draw of the task.
    """
    known = shares(task)

    def respond(request: Request) -> Reply:
        weights = {key: known.get(key, 0.0) for key in request.keys}
        total = sum(weights.values())
        even = 1 / len(weights)
        return Reply(p={key: w / total if total else even for key, w in weights.items()})

    return respond


def shares(task: str) -> Mapping[str, float]:
    """How often each option key is right in draw ``PRIOR_SEED`` of a family.

    Raises:
        InputError: the task is no family, so it has no other draw.
    """
    if task not in BY_NAME:
        raise InputError(
            f"prior cannot answer {task!r}: there is no other draw of it to count labels in",
            remedy="It answers the families of the core; elsewhere compare with uniform.",
        )
    counts = Counter(str(item.answer) for item in generate(BY_NAME[task], PRIOR_SEED))
    return {key: count / counts.total() for key, count in sorted(counts.items())}


UNIFORM = Kind(
    name="uniform",
    usage="uniform[:SEED]",
    summary="guesses, each option equally often",
    open=open_uniform,
    in_process=True,
)

PRIOR = Kind(
    name="prior",
    usage="prior",
    summary="how often each option is right in another draw of the family",
    open=open_prior,
    in_process=True,
)
