"""``python:module:function``: any callable from a request to probabilities."""

import importlib
import inspect
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, get_origin

from msgspec import Meta, Struct, to_builtins

from decisionpivot.items import DecisionPivotError, Failure, InputError, Request
from decisionpivot.systems.keys import scrub
from decisionpivot.systems.local import Local, in_thread
from decisionpivot.systems.system import Kind, Reply, Spec, System, Traits

ASYNC_CONCURRENCY = 16

_LISTS = (list, tuple, Sequence, Iterable, Collection)


class CallableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """``batch``: requests in a list, for a callable that takes one."""

    batch: Annotated[int, Meta(ge=1)] = 32


def open_callable(spec: Spec) -> System:
    """The callable's way of working is read from its signature: async, and list or single.

    Raises:
        InputError: it cannot be imported.
    """
    return from_function(load(spec.model or ""), spec)


def from_function(function: Callable[..., Any], spec: Spec | None = None) -> System:
    """A system made from a callable, for use from Python."""
    name = getattr(function, "__name__", type(function).__name__)
    spec = spec or Spec(
        name=f"python-{name}",
        kind="python",
        model=name,
        settings=to_builtins(CallableSettings()),
    )
    lists, coroutine = takes_list(function), _is_async(function)
    if lists or coroutine:
        return Calls(spec, function, lists=lists, coroutine=coroutine)
    return Local(spec, lambda task: lambda request: reply(function(request)), threads=True)


def _is_async(function: Callable[..., Any]) -> bool:
    method = getattr(function, "__call__", None)  # noqa: B004 - an object's own method counts
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(method)


class Calls:
    """A callable that is asynchronous, takes lists, or both."""

    def __init__(
        self, spec: Spec, function: Callable[..., Any], *, lists: bool, coroutine: bool
    ) -> None:
        self.spec = spec
        self.traits = Traits(
            batch=spec.settings["batch"] if lists else 1,
            concurrency=ASYNC_CONCURRENCY if coroutine else 1,
        )
        self._function, self._lists, self._coroutine = function, lists, coroutine

    async def open(self, task: str) -> None:
        """Nothing to prepare."""

    async def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Call the function with the list, or with the one request; what it raises is raised.

        Raises:
            DecisionPivotError: the function returned no list of as many answers.
        """
        argument = list(requests) if self._lists else requests[0]
        if self._coroutine:
            result = await self._function(argument)
        else:
            result = await in_thread(lambda: self._function(argument))
        if not self._lists:
            return [reply(result)]
        if not isinstance(result, Sequence) or len(result) != len(requests):
            got = len(result) if isinstance(result, Sequence) else type(result).__name__
            raise DecisionPivotError(f"the function returned {got} to {len(requests)} requests")
        return [reply(one) for one in result]

    async def close(self) -> None:
        """Nothing to let go."""


def reply(result: Any) -> Reply:
    """The reply that a callable's result stands for: a mapping of probabilities, or a Reply."""
    if isinstance(result, Reply):
        return result
    if isinstance(result, Mapping):
        return Reply(p=result)
    detail = f"the function returned {type(result).__name__}, not a mapping of option key to number"
    return Reply(error=Failure("unreadable_reply", detail), reply=scrub(repr(result), 500))


def takes_list(function: Callable[..., Any]) -> bool:
    """Whether the callable's first parameter is annotated as a list or another sequence."""
    try:
        parameters = list(inspect.signature(function, eval_str=True).parameters.values())
    except (ValueError, TypeError, NameError, AttributeError, SyntaxError):
        return False  # no signature, or an annotation that cannot be evaluated
    annotation = parameters[0].annotation if parameters else None
    return (get_origin(annotation) or annotation) in _LISTS


def load(path: str) -> Callable[..., Any]:
    """Import ``module:function``; the working directory is looked in first.

    Raises:
        InputError: no such module or function, or the module does not import.
    """
    place = f"python:{path}"
    module_name, _, function_name = path.partition(":")
    if not module_name or not function_name:
        raise InputError("names no function", place=place, remedy="Write python:module:function.")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module_name)
        for part in function_name.split("."):
            found = getattr(found, part)
    except Exception as error:  # importing runs the user's own code
        raise InputError(
            scrub(f"{type(error).__name__}: {error}"),
            place=place,
            remedy="The module must be in the working directory or installed.",
        ) from None
    if not callable(found):
        raise InputError("is not callable", place=place, remedy="Name a function.")
    function: Callable[..., Any] = found
    return function


KIND = Kind(
    name="python",
    usage="python:MODULE:FUNCTION",
    summary="a callable, Request to mapping; sync or async, batched if it takes a list",
    open=open_callable,
    settings=CallableSettings,
    verbatim=True,
    in_process=True,
)
