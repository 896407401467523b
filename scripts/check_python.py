"""Say clearly when the Python at hand is too old; runs on any Python 3."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (an older Python is just what it looks for)
    sys.exit(
        "decisionpivot needs Python 3.11 or newer; this is %s.\n"
        "Name another one: make bench PYTHON=python3.12" % sys.version.split()[0]
    )
