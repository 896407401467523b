"""Hand-made policies for the tests of what reads them."""

from decisionpivot.items import Option, Question, Request

NOTES = (
    "A rule applies only if every condition in it is met, and an exception likewise.",
    "Where an exception holds, treat its rule as if it had not been written; "
    "the rest of the policy keeps its force.",
    "The figure itself is included in every limit except those that say "
    '"more than", "over", "less than", "fewer than" or "under".',
    "There are three outcomes: a request is approved, denied or escalated, "
    "which means passed to the Equipment Board.",
    "Count days from the day after the earlier date up to and including the later date.",
    'Add the entries "Weight of device" and "Weight of case" to get the carrying weight.',
)
RECORD = {
    "Borrower": "Anna Example",
    "Equipment": "a camera",
    "Status of borrower": "a student",
    "Place of use": "the workshop",
    "Deposit": "EUR 1,200.00",
    "Earlier loans": "5",
    "Weight of device": "1,400 g",
    "Weight of case": "100 g",
    "Date of collection": "Fri 25 Feb 2028",
    "Date of return": "March 3, 2028",
    "Briefing attended": "no",
}
HIGHER_NUMBER = (
    "If the rules that apply lead to different outcomes, the one with the highest number prevails."
)


def policy(
    *rules: str,
    precedence: str = HIGHER_NUMBER,
    default: str = "If no rule applies, the request is refused.",
    exceptions: tuple[str, ...] = (),
    notes: tuple[str, ...] = NOTES,
    **record: str,
) -> Request:
    """A request about one loan; record entries are given with _ for a blank."""
    entries = RECORD | {name.replace("_", " "): value for name, value in record.items()}
    blocks = [
        "Policy on loans of equipment, Test Union\n"
        "Nobody at Test Union decides a request except under these rules.",
        "\n".join(["The case", *(f"{name}: {value}" for name, value in entries.items())]),
        "\n".join(["Rules", *(f"({number}) {rule}" for number, rule in enumerate(rules, 1))]),
        "\n".join(["Reading notes", *(f"- {note}" for note in notes)]),
        f"When rules disagree\n{precedence}",
        f"Default\n{default}",
    ]
    if exceptions:
        blocks.append("\n".join(["Carve-outs", *(f"- {text}" for text in exceptions)]))
    options = tuple(
        Option(key, f"the policy says {key}") for key in ("approve", "deny", "escalate")
    )
    return Request("\n\n".join(blocks), Question("choice", "What is required?"), options)
