"""Secrets come from the environment alone, and leave no trace in files, logs or addresses."""

import os
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from decisionpivot.items import InputError

_SECRET_NAME = re.compile(r"(^|[^a-z])(api[^a-z]?key|key|token|secret|password|authorization)$")
_SECRET_VARIABLE = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL", re.IGNORECASE)
_SHORTEST_SECRET = 6
"""Values shorter than this are no keys; hiding them would garble ordinary words."""

_LONGEST_SECRET = 4096

HIDDEN = "[hidden]"


def read_key(variable: str) -> str:
    """The key that an environment variable holds.

    Raises:
        InputError: the variable is not set or empty.
    """
    key = os.environ.get(variable, "").strip()
    if not key:
        raise InputError(
            f"the environment variable {variable} is not set",
            remedy=f"Put the key there: export {variable}=...",
        )
    return key


def scrub(text: str, longest: int | None = None) -> str:
    """``text`` with the value of every environment variable that looks like a key hidden.

    At most the first ``longest`` characters, cut where a key can no longer be told by its end.
    What UTF-8 cannot hold, a lone half of a surrogate pair, becomes a question mark.
    """
    if longest is not None:
        text = text[: longest + _LONGEST_SECRET]
    for name, value in os.environ.items():
        if len(value) >= _SHORTEST_SECRET and _SECRET_VARIABLE.search(name) and value in text:
            text = text.replace(value, HIDDEN)
    return text[:longest].encode("utf-8", "replace").decode()


def is_secret(name: str) -> bool:
    """Whether an option, a header or a URL parameter of this name would hold a secret."""
    return _SECRET_NAME.search(name.lower()) is not None


def check_url(url: str, place: str) -> None:
    """Refuse an address that carries a secret, without repeating it.

    Raises:
        InputError: user or password in the address, a parameter named like a key, or no address.
    """
    try:
        parts = urlsplit(url)
        names = [name for name, _ in parse_qsl(parts.query, keep_blank_values=True)]
        valid = parts.scheme in ("http", "https") and parts.hostname
    except ValueError:
        valid, names, parts = None, [], urlsplit("")
    if not valid:
        raise InputError(
            "the base address is not a URL", place=place, remedy="Write http://HOST:PORT."
        )
    if "@" in parts.netloc or any(map(is_secret, names)):
        raise _secret("the base address carries a key", place)


def check_settings(settings: Mapping[str, Any], place: str) -> None:
    """Refuse settings that hold a secret, without repeating it.

    Raises:
        InputError: a setting, at any depth, is named like a key.
    """
    for name, value in settings.items():
        if is_secret(name):
            raise _secret(f"the setting {name!r} would hold a key", place)
        if isinstance(value, Mapping):
            check_settings(value, place)


def _secret(what: str, place: str) -> InputError:
    return InputError(
        what,
        place=place,
        remedy="Keys come from environment variables only; `decisionpivot systems` names them.",
    )
