"""``solver``: the independent solvers, the ceiling of what a reader of the state can reach."""

from collections.abc import Mapping

from decisionpivot.items import InputError, Request
from decisionpivot.solvers import SOLVERS, Solve
from decisionpivot.systems.local import Local, Respond
from decisionpivot.systems.system import Kind, Reply, Spec, System


def open_solver(spec: Spec) -> System:
    """Each task's solver; it puts all probability on its verdict."""
    return Local(spec, lambda task: solver(task, SOLVERS))


def solver(task: str, solvers: Mapping[str, Solve]) -> Respond:
    """A function that answers as the task's solver does.

    Raises:
        InputError: the task has no solver.
    """
    if task not in solvers:
        raise InputError(
            f"there is no solver for {task!r}",
            remedy="The families of the core have solvers: " + ", ".join(solvers) + ".",
        )
    solve = solvers[task]

    def respond(request: Request) -> Reply:
        answer = solve(request).answer
        return Reply(p={key: float(key == answer) for key in request.keys})

    return respond


KIND = Kind(
    name="solver",
    usage="solver",
    summary="the independent solvers: the ceiling",
    open=open_solver,
    in_process=True,
)
