"""Small agreements in two versions, made by hand for the tests of contract_change."""

from decisionpivot.items import Option, Question, Request

OPTIONS = tuple(Option(key, key) for key in ("yes_only_A", "same", "yes_only_B"))
RULES = (
    "Figures that equal or exceed a floor satisfy it.",
    "A figure that equals a ceiling does not satisfy it.",
    "The terms minimum, lower limit and floor mean the same, and so do maximum, upper limit"
    " and ceiling.",
    "The limits on a right are cumulative: if one of them fails the answer is no, and if all of"
    " them hold it is yes.",
    "No limit extends beyond the right for which it is laid down.",
    "The two versions are applied separately to the same facts.",
)
BOATS = ("Regular boats: 20", "Reserve boats: 5")
ALL_BOATS = "Numbers cover everything available, whether regular or reserve."
NO_RESERVE = "Reserve items are disregarded when a number is established."


def agreement(
    a: tuple[str, ...],
    b: tuple[str, ...],
    *rules: str,
    facts: tuple[str, ...] = BOATS,
    base: tuple[str, ...] = RULES,
) -> Request:
    """The request on whether the Owner may hire a crew, under the clauses ``a`` and ``b``."""
    sections = {
        "Version A": [f"{n}. {clause}" for n, clause in enumerate(a, 1)],
        "Reading rules": [f"* {rule}" for rule in (*base, *rules)],
        "Version B": [f"{n}. {clause}" for n, clause in enumerate(b, 1)],
        "Case": ["The record shows the following.", *(f"- {fact}" for fact in facts)],
        "Point at issue": ["May the Owner hire a crew?"],
    }
    blocks = ("\n".join((f"[{name}]", *lines)) for name, lines in sections.items())
    question = Question("choice", "Does the change alter the answer?")
    return Request("\n\n".join(blocks), question, OPTIONS)


def floor(value: str, quantity: str = "number of boats") -> str:
    """A clause with a lower limit on the right at issue."""
    return f"The Owner may hire a crew only if the {quantity} satisfies a floor of {value}."


def ceiling(value: str, quantity: str = "number of boats") -> str:
    """A clause with an upper limit on the right at issue."""
    return f"Before the Owner may hire a crew, the {quantity} must satisfy a ceiling of {value}."
