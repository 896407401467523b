"""``python -m decisionpivot`` is the same as ``decisionpivot``."""

import sys

from decisionpivot.cli import main

sys.exit(main())
