"""Which tasks of the reference track may be passed on, and under what.

Permissive and share-alike licences allow it, each file under its source's licence. Licences for
non-commercial use forbid a part of what a public data set is for, and where none is stated nothing
is allowed. Two tasks are share-alike by their own statement but hold text of others.
"""

from collections.abc import Sequence

from decisionpivot.reference.card import Card

PASSED_ON = ("permissive", "share-alike")
OF_OTHERS = {
    "wice": "the texts of cited web pages come from Common Crawl, whose authors keep their rights",
    "med": "some sentences come from sets whose authors keep their rights",
}
"""Tasks that are kept back although the terms of the whole would allow them, and why."""


def kept_back(card: Card) -> str:
    """Why a task's items are not passed on; empty where they are."""
    if card.terms not in PASSED_ON:
        return f"{card.terms}: {card.licence}"
    return OF_OTHERS.get(card.name, "")


def notice(cards: Sequence[Card]) -> str:
    """The licences of the tasks that are passed on, as a page."""
    return "\n".join(
        [
            "# Licences",
            "",
            "Every configuration stays under the licence of its source, quoted here as the source "
            "states it; what was changed is that rows were selected, put into one format and "
            "numbered anew. Share-alike configurations may be passed on under the same licence "
            "only.",
            "",
            *(line for card in cards for line in _entry(card)),
        ]
    )


def _entry(card: Card) -> list[str]:
    return [
        f"## {card.name}",
        "",
        f"{card.title}. {card.licence} ({card.terms}). "
        f"<https://github.com/{card.repository}/tree/{card.commit}>",
        "",
        f"{card.citation.rstrip('.')}.",
        "",
    ]
