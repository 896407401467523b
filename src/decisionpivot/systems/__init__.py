"""Systems: anything that answers a request with a probability per option.

A system is named ``kind``, ``kind:model`` or ``kind:model@base_url``, or by a TOML file that fixes
every setting. A new kind is one file and one line in ``KINDS``.
"""

import difflib
import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from decisionpivot.items import InputError
from decisionpivot.systems import (
    baselines,
    callables,
    chat,
    command,
    embedded,
    keys,
    openai_decisions,
    option_logprobs,
    reader,
    solver,
    systemone,
    transformers_local,
)
from decisionpivot.systems.system import Kind, Price, Reply, Spec, System, Traits, failure
from decisionpivot.systems.workers import Workers

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

KINDS: tuple[Kind, ...] = (
    embedded.KIND,
    systemone.KIND,
    systemone.OPENROUTER,
    systemone.PERPLEXITY,
    systemone.CLOUDFLARE,
    systemone.GOOGLE,
    openai_decisions.KIND,
    chat.KIND,
    option_logprobs.KIND,
    transformers_local.KIND,
    callables.KIND,
    command.KIND,
    baselines.UNIFORM,
    baselines.PRIOR,
    reader.KIND,
    solver.KIND,
)

BY_NAME = {kind.name: kind for kind in KINDS}

_NAME = re.compile(
    r"(?P<kind>[^:@]*)(:(?P<model>.*?))?(@(?P<url>[a-z][a-z0-9+.-]*://.*))?",
    re.DOTALL | re.IGNORECASE,
)


class SystemFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The contents of a ``systems/*.toml``."""

    kind: str
    name: str | None = None
    model: str | None = None
    base_url: str | None = None
    settings: dict[str, Any] = {}
    price: Price | None = None


def open_system(name: str, *, workers: int = 0) -> System:
    """The system of that name.

    Args:
        name: ``kind``, ``kind:model``, ``kind:model@base_url`` or the path of a TOML file.
        workers: how many processes answer; 0 is this one. For systems in process only.

    Raises:
        InputError: an unknown kind, a malformed name or file, or a name that carries a key.
    """
    spec = parse(name)
    system = open_spec(spec)
    if not workers:
        return system
    if workers < 0:
        raise InputError(f"{workers} is not possible", place="--workers", remedy="Use 0 or more.")
    if not BY_NAME[spec.kind].in_process:
        raise InputError(
            f"{spec.kind} does its work elsewhere, worker processes are of no use",
            place="--workers",
            remedy="Use --concurrency.",
        )
    return Workers(system, open_spec, spec, workers)


def open_spec(spec: Spec) -> System:
    """The system that a parsed specification describes.

    Raises:
        InputError: the kind does not know a setting, or cannot be opened.
    """
    kind = BY_NAME[spec.kind]
    try:
        settings = msgspec.convert(spec.settings, kind.settings)
    except msgspec.ValidationError as error:
        names = ", ".join(kind.settings.__struct_fields__) or "none"
        raise InputError(
            str(error), place=spec.name, remedy=f"The settings of {kind.name}: {names}."
        ) from None
    return kind.open(replace(spec, settings=msgspec.to_builtins(settings)))


def parse(name: str) -> Spec:
    """What a name or a TOML file asks for, checked but not opened.

    >>> parse("uniform:7").model
    '7'

    Raises:
        InputError: as in ``open_system``.
    """
    if name.endswith(".toml") and ":" not in name:
        return _from_file(Path(name))
    parts = _NAME.fullmatch(name)
    kind = _kind(parts["kind"] if parts else name)
    model, url = (parts["model"], parts["url"]) if parts else (None, None)
    if kind.verbatim:
        model, url = name.partition(":")[2], None
    elif model and "://" in model:
        raise InputError(
            "an address stands where the model should",
            place=kind.name,
            remedy=f"Write {kind.name}:MODEL@http://HOST:PORT.",
        )
    return _checked(
        Spec(
            name=f"{kind.name}-{model}" if model else kind.name,
            kind=kind.name,
            model=model or None,
            base_url=url,
        ),
        place=kind.name,
    )


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
    spec = Spec(
        name=file.name or path.stem,
        kind=_kind(file.kind).name,
        model=file.model,
        base_url=file.base_url,
        settings=file.settings,
        price=file.price,
    )
    return _checked(spec, place=str(path))


def _checked(spec: Spec, place: str) -> Spec:
    if spec.base_url:
        keys.check_url(spec.base_url, place)
    keys.check_settings(spec.settings, place)
    return spec


def _kind(word: str) -> Kind:
    if word in BY_NAME:
        return BY_NAME[word]
    near = difflib.get_close_matches(word, BY_NAME, n=1)
    hint = f"Did you mean {near[0]!r}? " if near else ""
    raise InputError(
        f"there is no kind of system called {keys.scrub(word)[:40]!r}",
        remedy=f"{hint}There are {', '.join(BY_NAME)}; `decisionpivot systems` explains them.",
    )
