"""What language models are asked: the texts of the prompts, and how a request is put into them."""

import json
from string import ascii_uppercase

from decisionpivot.items import Request, State
from decisionpivot.systems.system import Prompt

SYSTEM = (
    "You are given a state, a question about it, and the keys of the possible answers. Decide from "
    "the state alone: assume nothing that it does not say. State for every key the probability "
    "that it is the right answer; the probabilities add up to 1. Reply with one JSON object and "
    "nothing else."
)
USER = """STATE
{state}

QUESTION
{question}

OPTIONS (key: meaning)
{options}

Reply with the JSON object, in this form:
{form}"""

STATED = Prompt("stated-1", f"{SYSTEM}\n\n{USER}")
"""The prompt of stated probabilities."""

LETTER_SYSTEM = (
    "You are given a state, a question about it, and lettered options. Decide from the state "
    "alone: assume nothing that it does not say. Reply with the letter of the right option and "
    "nothing else."
)
LETTER_USER = """STATE
{state}

QUESTION
{question}

OPTIONS
{options}

The letter of the right option:"""

LETTERED = Prompt("letter-1", f"{LETTER_SYSTEM}\n\n{LETTER_USER}")
"""The prompt of option letters."""

LETTERS = ascii_uppercase


def stated(request: Request) -> str:
    """The user's message that asks for stated probabilities."""
    form = dict.fromkeys(request.keys, 0.0)
    return USER.format(
        state=written(request.state),
        question=request.question.text,
        options="\n".join(f"{option.key}: {option.meaning}" for option in request.options),
        form=json.dumps(form, ensure_ascii=False),
    )


def lettered(request: Request) -> str:
    """The user's message that asks for the letter of an option; at most 26 options."""
    options = zip(LETTERS, request.options, strict=False)
    return LETTER_USER.format(
        state=written(request.state),
        question=request.question.text,
        options="\n".join(f"{letter}. {one.key}: {one.meaning}" for letter, one in options),
    )


def written(state: State) -> str:
    """A state as text: JSON is indented by two."""
    return state if isinstance(state, str) else json.dumps(state, ensure_ascii=False, indent=2)
