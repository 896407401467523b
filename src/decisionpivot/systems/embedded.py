"""``embedded``: the decision model bundled with sparrow-decider, in process, without network."""

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from decisionpivot.items import InputError, Request
from decisionpivot.systems.local import Local, Respond
from decisionpivot.systems.questions import probabilities, question
from decisionpivot.systems.system import Kind, Reply, Spec, System, failure

if TYPE_CHECKING:
    from sparrow_decider import Decider


def open_embedded(spec: Spec) -> System:
    """The model of that name, or the package's default model.

    Raises:
        InputError: there is no such model.
    """
    from msgspec.structs import replace
    from sparrow_decider import Decider, available_models

    try:
        decider = Decider.load(spec.model)
    except FileNotFoundError:
        raise InputError(
            f"sparrow-decider has no model {spec.model!r}",
            remedy="It has " + ", ".join(available_models()) + ".",
        ) from None
    counter = Truncation(decider.static.tok) if decider.static else None
    if counter:
        decider.static.tok = counter
    settings = {"weights": decider.name, "sparrow-decider": version("sparrow-decider")}
    return Local(replace(spec, settings=settings), lambda task: _respond(decider, counter))


class Truncation:
    """The model's tokenizer, which remembers what the model left out.

    The model reads the first ``max_len`` pieces of a text and says nothing of the rest. Counting
    while it reads costs one piece more, counting beforehand would double the work.
    """

    def __init__(self, tokenizer: Any) -> None:
        self._encode = tokenizer.encode
        self.cut: list[bool] = []

    def encode(self, text: str, max_len: int) -> list[int]:
        """The first ``max_len`` pieces of a text, as the tokenizer gives them."""
        pieces: list[int] = self._encode(text, max_len + 1)
        self.cut.append(len(pieces) > max_len)
        return pieces[:max_len]


def _respond(decider: "Decider", counter: Truncation | None) -> Respond:
    def respond(request: Request) -> Reply:
        if counter:
            counter.cut.clear()
        try:
            answer = decider.ask(request.state, {"q": question(request)})["q"]
        except ValueError as error:  # one option, or more levels than it takes
            return failure("input_limit", str(error))
        # The state is the first text that the model reads.
        truncated = True if counter and counter.cut[0] else None
        return Reply(p=probabilities(request, answer), truncated=truncated)

    return respond


KIND = Kind(
    name="embedded",
    usage="embedded[:MODEL]",
    summary="the decision model bundled with sparrow-decider, in process",
    open=open_embedded,
    in_process=True,
    limits="reads the first 512 word pieces of a state; truncated states are counted",
    needs=("sparrow_decider",),
)
