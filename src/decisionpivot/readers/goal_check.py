"""Partial readers of goal_check: one runs the steps as if none failed, one looks at the last."""

from collections.abc import Mapping

from msgspec.structs import replace

from decisionpivot.items import Request
from decisionpivot.readers.reader import Reader, certain
from decisionpivot.solvers.goal_check import Case, Ref, Rules, Thing, decide, holds, parse

_NO_OBSTACLES = Rules(
    replaces=True,
    update_makes=True,
    copies_lock=False,
    lock_wears=False,
    stopped=frozenset(),
    checks=("missing",),
)
"""A step still needs the thing that it names: there is nothing else to move or copy."""


def _no_failures(request: Request) -> Mapping[str, float]:
    return certain(request, decide(replace(parse(request), rules=_NO_OBSTACLES)).answer)


def _last_steps(request: Request) -> Mapping[str, float]:
    case = parse(request)
    end = _after_last_steps(case)
    met = all(holds(condition, end) for condition in case.goal)
    return certain(request, "yes" if met else "no")


def _after_last_steps(case: Case) -> dict[Ref, Thing]:
    """Each thing as the last step that alters it, taken to succeed, leaves it.

    What is moved or copied arrives with its value at the start, or with none if it was not there.
    """
    end = dict(case.contents)
    for step in case.steps:
        if step.operation in ("REMOVE", "MOVE"):
            end.pop(step.ref, None)
        if step.operation in ("CREATE", "UPDATE"):
            end[step.ref] = Thing(step.argument)
        elif step.receiver is not None:
            end[step.receiver] = case.contents.get(step.ref, Thing(""))
    return end


READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader(
            name="goal_check/last-steps",
            says="judges each object by the last step that alters it and the contents at the start",
            read=_last_steps,
        ),
        Reader(
            name="goal_check/no-failures",
            says="runs all steps as if nothing were locked and none could fail",
            read=_no_failures,
            sees=("wrong_target", "wrong_content", "swapped_steps", "replaced_step"),
            without=("locks", "failures"),
        ),
    )
}
