"""Say clearly when the Python at hand is too old; runs on any Python 3."""

import sys

MINIMUM = (3, 11)

if sys.version_info < MINIMUM:
    found = ".".join(str(part) for part in sys.version_info[:3])
    sys.exit(
        "decisionpivot needs Python 3.11 or newer; this is " + found + ".\n"
        "Name another one: make bench PYTHON=python3.12"
    )
