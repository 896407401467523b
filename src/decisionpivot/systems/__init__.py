"""Systems: anything that answers a request with a probability per option.

A system is named ``kind``, ``kind:model`` or ``kind:model@base_url``, or by a TOML file that fixes
every setting. A new kind is one file and one line in ``KINDS``.
"""

import difflib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from decisionpivot.items import InputError
from decisionpivot.systems import baselines, callables, embedded, keys, solver
from decisionpivot.systems.system import Price, Reply, Spec, System, Traits, failure

__all__ = [
    "KINDS",
    "Kind",
    "Price",
    "Reply",
    "Spec",
    "System",
    "Traits",
    "failure",
    "open_spec",
    "open_system",
    "parse",
]


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of system.

    Attributes:
        name: the word before the colon.
        usage: how it is named on the command line.
        summary: what it is, in a line.
        open: makes the system; raises InputError where the spec does not fit.
        verbatim: everything after the first colon is the model, addresses are not looked for.
        settings: the settings that a TOML file may give.
        key: the environment variable that holds the key.
        limits: known limits, in a line.
        needs: the import names of packages that are not always there.
    """

    name: str
    usage: str
    summary: str
    open: Callable[[Spec], System]
    verbatim: bool = False
    settings: tuple[str, ...] = ()
    key: str | None = None
    limits: str = ""
    needs: tuple[str, ...] = ()


KINDS: tuple[Kind, ...] = (
    Kind(
        name="embedded",
        usage="embedded[:MODEL]",
        summary="the decision model bundled with sparrow-decider, in process",
        open=embedded.open_embedded,
        limits="reads the first 512 word pieces of a state",
        needs=("sparrow_decider",),
    ),
    Kind(
        name="python",
        usage="python:MODULE:FUNCTION",
        summary="a callable, Request to mapping; sync or async, batched if it takes a list",
        open=callables.open_callable,
        verbatim=True,
        settings=("batch",),
    ),
    Kind(
        name="uniform",
        usage="uniform[:SEED]",
        summary="guesses, each option equally often",
        open=baselines.open_uniform,
    ),
    Kind(
        name="prior",
        usage="prior",
        summary="how often each label is right in another draw of the family",
        open=baselines.open_prior,
    ),
    Kind(
        name="solver",
        usage="solver",
        summary="the independent solvers: the ceiling",
        open=solver.open_solver,
    ),
)

BY_NAME = {kind.name: kind for kind in KINDS}

_ADDRESS = re.compile(r"(?P<model>.*?)@(?P<url>[a-zA-Z][a-zA-Z0-9+.-]*://.*)", re.DOTALL)


class SystemFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The contents of a ``systems/*.toml``."""

    kind: str
    name: str | None = None
    model: str | None = None
    base_url: str | None = None
    settings: dict[str, Any] = {}
    price: Price | None = None


def open_system(name: str) -> System:
    """The system of that name.

    Args:
        name: ``kind``, ``kind:model``, ``kind:model@base_url`` or the path of a TOML file.

    Raises:
        InputError: an unknown kind, a malformed name or file, or a name that carries a key.
    """
    return open_spec(parse(name))


def open_spec(spec: Spec) -> System:
    """The system that a specification describes.

    Raises:
        InputError: the kind does not know a setting, or cannot be opened.
    """
    kind = BY_NAME[spec.kind]
    unknown = [name for name in spec.settings if name not in kind.settings]
    if unknown:
        raise InputError(
            f"{kind.name} has no setting {unknown[0]!r}",
            place=spec.name,
            remedy="It has: " + (", ".join(kind.settings) or "none") + ".",
        )
    return kind.open(spec)


def parse(name: str) -> Spec:
    """What a name or a TOML file asks for, checked but not opened.

    >>> parse("systemone:jev@http://127.0.0.1:1").base_url  # doctest: +SKIP
    'http://127.0.0.1:1'

    Raises:
        InputError: as in ``open_system``.
    """
    if name.endswith(".toml"):
        return _from_file(Path(name))
    word, _, rest = name.partition(":")
    kind = _kind(word)
    address = None if kind.verbatim else _ADDRESS.fullmatch(rest)
    model, url = (address["model"], address["url"]) if address else (rest, None)
    if url:
        keys.check_url(url, place=word)
    label = f"{word}-{model}" if model else word
    return Spec(name=label, kind=word, model=model or None, base_url=url)


def _from_file(path: Path) -> Spec:
    try:
        file = msgspec.toml.decode(path.read_bytes(), type=SystemFile)
    except OSError as error:
        raise InputError(
            f"cannot read the file: {error.strerror}", place=str(path), remedy="Check the path."
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(
            keys.scrub(str(error)),
            place=str(path),
            remedy="It may hold kind, name, model, base_url, [settings] and [price].",
        ) from None
    kind = _kind(file.kind)
    if file.base_url:
        keys.check_url(file.base_url, place=str(path))
    keys.check_settings(file.settings, place=str(path))
    return Spec(
        name=file.name or path.stem,
        kind=kind.name,
        model=file.model,
        base_url=file.base_url,
        settings=file.settings,
        price=file.price,
    )


def _kind(word: str) -> Kind:
    if word in BY_NAME:
        return BY_NAME[word]
    near = difflib.get_close_matches(word, BY_NAME, n=1)
    raise InputError(
        f"there is no kind of system called {word[:40]!r}",
        remedy=(f"Did you mean {near[0]!r}? " if near else "")
        + "`decisionpivot systems` lists them: "
        + ", ".join(BY_NAME)
        + ".",
    )
