"""``transformers``: a causal language model in this process, its option letters read in one pass.

The prompt is that of ``option-logprobs``. No token is generated: the distribution of the next token
is computed whole, so that no letter can be missing from it, and a letter's share is the sum over
all tokens that read as it.
"""

import inspect
import math
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from decisionpivot.items import InputError, Request
from decisionpivot.systems import prompt
from decisionpivot.systems.keys import scrub
from decisionpivot.systems.languagemodels import model_of
from decisionpivot.systems.local import in_thread
from decisionpivot.systems.option_logprobs import letter_of
from decisionpivot.systems.prompt import LETTERS
from decisionpivot.systems.system import Kind, Reply, Spec, System, Traits, failure

if TYPE_CHECKING:
    import torch

NEEDS = ("torch", "transformers")


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a TOML file may set.

    Attributes:
        device: where the model runs, as torch names it; "auto" is a GPU where there is one.
        dtype: the numbers that it computes with.
        batch: prompts in one pass at most.
        template: further variables of the chat template, such as ``enable_thinking = false``.
    """

    device: str = "auto"
    dtype: Literal["float32", "bfloat16", "float16"] = "float32"
    batch: Annotated[int, Meta(ge=1)] = 8
    template: dict[str, Any] = {}


def open_transformers(spec: Spec) -> System:
    """A model of the hub or in a folder; it is loaded when the first task is opened.

    Raises:
        InputError: no model is named, or torch and transformers are not installed.
    """
    given = Settings(**spec.settings)
    model_of(spec)
    if any(find_spec(name) is None for name in NEEDS):
        raise InputError(
            f"{' and '.join(NEEDS)} are needed",
            place=spec.kind,
            remedy='Install them: pip install "decisionpivot[local]"',
        )
    versions = {name: version(name) for name in NEEDS}
    return Transformers(
        replace(spec, prompt=prompt.LETTERED, settings=spec.settings | versions), given
    )


class Transformers:
    """A causal language model with its tokenizer; the weights stay loaded between tasks."""

    def __init__(self, spec: Spec, given: Settings) -> None:
        self.spec = spec
        self.traits = Traits(batch=given.batch)
        self._given = given
        self._model: Model | None = None

    async def open(self, task: str) -> None:
        """Load the model, once.

        Raises:
            InputError: it cannot be loaded, or its tokenizer has no letters.
        """
        if self._model is None:
            self._model = await in_thread(lambda: load(model_of(self.spec), self._given))

    async def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Answer those requests that fit the model in one pass."""
        model = self._model
        assert model is not None, "answer before open"  # noqa: S101
        return await in_thread(lambda: replies(model, requests))

    async def close(self) -> None:
        """Nothing to let go: the next task needs the weights again."""


class Model(Struct, frozen=True, kw_only=True):
    """A loaded model.

    Attributes:
        network, tokenizer: as transformers loads them.
        letters: the tokens that read as each option letter, as far as there are any.
        context: the most tokens it can read, where it tells.
        chat: whether prompts go through a chat template, and whether that takes a system message.
        template: further variables of the chat template.
    """

    network: Any
    tokenizer: Any
    letters: tuple[tuple[int, ...], ...]
    context: int | None
    chat: Literal["none", "user", "system"]
    template: Mapping[str, Any]


def load(name: str, given: Settings) -> Model:
    """Load a model and its tokenizer.

    Raises:
        InputError: there is no such model, it is no causal language model, it does not run on the
            device, or its tokenizer has no tokens for the first two letters.
    """
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    device = given.device
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        tokenizer = AutoTokenizer.from_pretrained(name)
        network = AutoModelForCausalLM.from_pretrained(name, dtype=getattr(torch, given.dtype))
        network = network.to(device).eval()
    except (OSError, ValueError, RuntimeError, ImportError) as error:
        raise InputError(
            scrub(f"cannot load the model: {error}", 500),
            place=name,
            remedy="Name a folder or a model of the hub that AutoModelForCausalLM loads.",
        ) from None
    letters = letter_tokens(tokenizer.get_vocab())
    if len(letters) < 2:
        raise InputError(
            "its tokenizer has no single tokens for option letters",
            place=name,
            remedy="Use another model, or serve it and use chat.",
        )
    text_config = network.config.get_text_config()
    return Model(
        network=network,
        tokenizer=tokenizer,
        letters=letters,
        context=getattr(text_config, "max_position_embeddings", None),
        chat=_chat(tokenizer, given.template),
        template=given.template,
    )


def letter_tokens(vocabulary: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
    """The tokens that read as A, as B and so on, up to the first letter that has none.

    >>> letter_tokens({"A": 7, "the": 1, " b": 3, "a.": 2, "D": 9})
    ((2, 7), (3,))
    """
    found: dict[str, list[int]] = {letter: [] for letter in LETTERS}
    for token, number in vocabulary.items():
        letter = letter_of(token)
        if letter:
            found[letter].append(number)
    counted = next((n for n, letter in enumerate(LETTERS) if not found[letter]), len(LETTERS))
    return tuple(tuple(sorted(found[letter])) for letter in LETTERS[:counted])


def _chat(tokenizer: Any, template: Mapping[str, Any]) -> Literal["none", "user", "system"]:
    if not tokenizer.chat_template:
        return "none"
    from jinja2 import TemplateError

    try:
        _templated(tokenizer, template, ("system", "s"), ("user", "u"))
    except TemplateError:  # how a template refuses a role
        return "user"
    return "system"


def _templated(tokenizer: Any, template: Mapping[str, Any], *messages: tuple[str, str]) -> str:
    text: str = tokenizer.apply_chat_template(
        [{"role": role, "content": content} for role, content in messages],
        tokenize=False,
        add_generation_prompt=True,
        **template,
    )
    return text


def tokens(model: Model, request: Request) -> list[int]:
    """The whole prompt of a request in the model's tokens; nothing is ever cut."""
    system, user = prompt.LETTER_SYSTEM, prompt.lettered(request)
    if model.chat == "none":
        text = f"{system}\n\n{user}"
    elif model.chat == "user":
        text = _templated(model.tokenizer, model.template, ("user", f"{system}\n\n{user}"))
    else:
        text = _templated(model.tokenizer, model.template, ("system", system), ("user", user))
    # A chat template writes the tokens that begin a text itself.
    numbers: list[int] = model.tokenizer(text, add_special_tokens=model.chat == "none").input_ids
    return numbers


def replies(model: Model, requests: Sequence[Request]) -> list[Reply]:
    """One reply a request, in order; a request that is too long is an ``input_limit``."""
    found = [_prepared(model, request) for request in requests]
    prompts = [one for one in found if not isinstance(one, Reply)]
    rows = iter(next_token(model, prompts) if prompts else ())
    return [
        one if isinstance(one, Reply) else _read(model, request, len(one), next(rows))
        for request, one in zip(requests, found, strict=True)
    ]


def _prepared(model: Model, request: Request) -> list[int] | Reply:
    most = len(model.letters)
    if len(request.options) > most:
        return failure("input_limit", f"{most} options can be read, not {len(request.options)}")
    numbers = tokens(model, request)
    if model.context is not None and len(numbers) > model.context:
        return failure("input_limit", f"{len(numbers):,} tokens, the model reads {model.context:,}")
    return numbers


def next_token(model: Model, prompts: Sequence[Sequence[int]]) -> "torch.Tensor":
    """The log-probabilities of the token that follows each prompt, a row each.

    Shorter prompts are padded on the left, so that all end in the last column; padding is masked
    and positions count from a prompt's own beginning.
    """
    import torch

    longest = max(len(one) for one in prompts)
    numbers = torch.zeros(len(prompts), longest, dtype=torch.long)
    mask = torch.zeros_like(numbers)
    for row, one in enumerate(prompts):
        numbers[row, longest - len(one) :] = torch.tensor(one)
        mask[row, longest - len(one) :] = 1
    positions = (mask.cumsum(1) - 1).clamp(min=0)
    device = model.network.device
    optional = {
        "position_ids": positions.to(device),
        "logits_to_keep": 1,  # those of all columns could fill the memory
        "use_cache": False,
    }
    known = inspect.signature(model.network.forward).parameters
    with torch.inference_mode():
        logits = model.network(
            input_ids=numbers.to(device),
            attention_mask=mask.to(device),
            **{name: value for name, value in optional.items() if name in known},
        ).logits[:, -1]
        return torch.log_softmax(logits.float(), dim=-1).cpu()


def _read(model: Model, request: Request, length: int, row: "torch.Tensor") -> Reply:
    options = model.letters[: len(request.options)]
    shares = [math.fsum(math.exp(value) for value in row[list(ids)].tolist()) for ids in options]
    total = math.fsum(shares)
    if not total > 0:
        return replace(
            failure("unreadable_reply", "no option's letter has any probability"),
            input_tokens=length,
        )
    return Reply(
        p=dict(zip(request.keys, (share / total for share in shares), strict=True)),
        options_mass=min(total, 1.0),
        input_tokens=length,
    )


KIND = Kind(
    name="transformers",
    usage="transformers:MODEL_OR_FOLDER",
    summary="a language model in this process, its probabilities of the options' letters",
    open=open_transformers,
    settings=Settings,
    in_process=True,
    limits=f"at most {len(LETTERS)} options; longer inputs than the model's context fail",
    needs=NEEDS,
)
