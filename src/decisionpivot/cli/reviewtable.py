"""How the sums of a review look in a terminal, 80 columns wide."""

from decisionpivot.cli.scoretable import console, grid
from decisionpivot.review.summary import Agreement, FamilySummary, Review, Summary
from decisionpivot.scoring.words import percent, plain

EXPLAINED = (
    "once, twice: items with at least so many reviews. right: share of reviews that give the "
    "benchmark's answer; agree: of reviewers with each other, both in percent. kappa: Cohen's."
)


def show(found: Summary) -> None:
    """Print a summary: families, pairs of reviewers, flagged items."""
    out = console()
    table = grid("family", "items", "reviews", "once", "twice", "right", "agree", "kappa", "flags")
    for name, family in (*found.families.items(), ("all", found.all)):
        table.add_row(name, *_family(family))
    out.print(table)
    if found.pairs:
        pairs = grid("reviewers", "items", "agree", "kappa")
        for pair in found.pairs:
            name = f"{pair.first} and {pair.second}"
            pairs.add_row(name, f"{pair.agreement.n:,}", *_agreement(pair.agreement))
        out.print(pairs)
    out.print(EXPLAINED)
    for doubt in found.flagged:
        out.print(_doubt(doubt))
    flags = len(found.flagged)
    out.print(f"{flags} flag{'' if flags == 1 else 's'}, {found.open} open.")


def _family(family: FamilySummary) -> list[str]:
    counts = (family.items, family.reviews, family.once, family.twice)
    shown = [f"{count:,}" for count in counts]
    return [*shown, percent(family.right), *_agreement(family.agreement), f"{family.flagged:,}"]


def _agreement(found: Agreement) -> list[str]:
    return [percent(found.share), plain(found.kappa, 2)]


def _doubt(doubt: Review) -> str:
    said = f"{doubt.reviewer} answered {doubt.answer}, {'right' if doubt.right else 'wrong'}"
    note = f": {doubt.note}" if doubt.note else ""
    end = f" (settled: {doubt.settled})" if doubt.settled is not None else ""
    return f"{doubt.id}  {doubt.flag}  {said}{note}{end}"
