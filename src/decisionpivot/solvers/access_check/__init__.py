"""Is a request for access allowed? Worked out from the written rules of an access system.

The state is an opening sentence and sections in any order: the rules, the people with their
groups, the tree of places, the roles that allow each action, grants and the request; some
systems have nested groups, sealed places and denials besides.
"""

from decisionpivot.items import Request
from decisionpivot.solvers.access_check.case import Case, decide, path_to
from decisionpivot.solvers.access_check.reading import parse
from decisionpivot.solvers.verdict import Verdict

__all__ = ["Case", "decide", "parse", "path_to", "solve"]


def solve(request: Request) -> Verdict:
    """Read the system and decide its request.

    Raises:
        Unreadable: a sentence, a heading or a row of the state is not understood.
    """
    return decide(parse(request))
