"""Optional packages: what to install where one is missing."""

from importlib.util import find_spec

from decisionpivot.items import InputError


def need(extra: str, *modules: str) -> None:
    """Say what to install where a module of an extra is missing.

    Raises:
        InputError: one is.
    """
    for name in modules:
        if find_spec(name) is None:
            raise InputError(
                f"the Python module {name!r} is not installed",
                remedy=f'Install it: pip install "decisionpivot[{extra}]"',
            )
