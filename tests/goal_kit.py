"""A small pantry with shelves of jars, written out for the solver and the readers of goal_check.

Every rule has two wordings here; a test names the ones that differ from the usual.
"""

from decisionpivot.items import Option, Question, Request

RULES = {
    "taken": "Nothing is ever overwritten: with 'put', 'shift' and 'clone', a document of the same "
    "name in the other folder means that the step fails.",
    "missing": "Except with 'put', a step fails when the document it names is missing, "
    "'change' included.",
    "copies": "A new document, also a copy of a sealed one, is open.",
    "wear": "It takes 'unseal' to end a seal: failures do not weaken it.",
    "sealed": "As long as a document is sealed, 'change', 'drop' and 'shift' on it fail; "
    "the others work.",
    "order": "The checks of a step come in this order, if at all: whether the document named "
    "exists, whether the document named is sealed against it, whether the name is free in the "
    "receiving folder; at the first problem the step fails at once.",
}
REPLACED = (
    "Where the receiving folder has one, 'put', 'shift' and 'clone' put theirs in its stead, "
    "but not if that one is sealed."
)
MADE = (
    "Except with 'put', a step fails when the document it names is missing; "
    "but 'change' on a missing document works as 'put' does."
)
KEPT = "Copies are sealed if the original is, and what 'put' puts in is open."
WORN = "A seal stops one step only: then it is open."
TRAVELS = (
    "Of the steps on a sealed document, those that fail are 'change' and 'drop'; "
    "the others do not, and 'shift' takes the seal along."
)
RECEIVER_FIRST = (
    "The checks of a step come in this order, if at all: whether the document named exists, "
    "whether the receiving folder has a sealed document like it, whether a seal on the document "
    "named forbids it; at the first problem the step fails at once."
)

STATE = """Below: the archive of Brume, the way it works, and one run of steps.

[Initial contents]
{contents}

[Operations]
* By 'put', a new document comes into the named folder, text and all as given.
* By 'change', the text of the named document becomes the one in the step.
* By 'shift', a document leaves its folder and goes, as it is, into the second folder named.
* What 'clone' does is make one more document in another folder, without touching the first.
* By 'drop', the named document ceases to exist.
* By 'seal' a document becomes sealed and by 'unseal' open; twice is once.

[Rules]
{rules}

[Run]
{steps}

[Goal]
When the last step is over, all of this must be true.
{goal}"""

CONTENTS = "Ada -- red-file: 'one'; blue-file: 'two' [sealed]\nBela -- blue-file: 'three'"


def request(steps: str, goal: str, *, contents: str = CONTENTS, **rules: str) -> Request:
    """The steps and the goal, their parts divided by semicolons, under the rules named."""
    numbered = [f"{n}) {step}" for n, step in enumerate(steps.split("; "), start=1)]
    state = STATE.format(
        contents=contents,
        rules="\n".join(f"({n}) {rule}" for n, rule in enumerate((RULES | rules).values(), 1)),
        steps="\n".join(numbered),
        goal="\n".join(f"- {condition}" for condition in goal.split("; ")),
    )
    options = (Option("yes", "all hold"), Option("no", "one fails"))
    return Request(state, Question("noul", "All satisfied?"), options)
