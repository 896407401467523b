"""The benchmark in the forms that other tools read."""

from importlib.util import find_spec

from decisionpivot.items import InputError


def need(*modules: str) -> None:
    """Say what to install where a module of the extra ``export`` is missing.

    Raises:
        InputError: one is.
    """
    for name in modules:
        if find_spec(name) is None:
            raise InputError(
                f"the Python module {name!r} is not installed",
                remedy='Install it: pip install "decisionpivot[export]"',
            )
