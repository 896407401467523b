"""What a site is made from: systems, leaderboard, groups of items, curves."""

from collections.abc import Sequence

from msgspec import Struct

from decisionpivot.items import Item
from decisionpivot.reference import BY_NAME, Card
from decisionpivot.reference.licences import kept_back
from decisionpivot.report import data, plots
from decisionpivot.report.board import ALL, Board, board
from decisionpivot.report.entries import Entry, ScoredRun, entries
from decisionpivot.run.folder import slug
from decisionpivot.scoring.arrays import Marks
from decisionpivot.scoring.curves import RiskCoverage
from decisionpivot.selection import Task

FIGURES = {
    "pair_accuracy": "pair accuracy",
    "item_accuracy": "item accuracy",
    "automation_5": "automation at 5 %",
}
"""What systems are compared in over the whole track."""
POOLED = {"accuracy_at_90": "accuracy at 0.90", "share_at_90": "share at 0.90"}


class Content(Struct, frozen=True, kw_only=True):
    """All that pages and data are made from.

    Attributes:
        entries: the systems in the order given.
        board: the leaderboard; None where every run is of the reference track.
        groups, shelves: by task, what the item browser shows and what it knows beforehand.
        curves: the risk-coverage curve of every system of the leaderboard, by name.
        copies: what is to be said of runs that look like copies of another.
    """

    entries: tuple[Entry, ...]
    board: Board | None
    groups: dict[str, list[data.Group]]
    shelves: tuple[data.Shelf, ...]
    curves: dict[str, RiskCoverage]
    copies: tuple[str, ...]

    @property
    def ordered(self) -> list[Entry]:
        """The systems as the leaderboard has them, then those that are not in it."""
        ranked = [row.entry for row in self.board.rows] if self.board else []
        return [*ranked, *(entry for entry in self.entries if entry not in ranked)]

    @property
    def compared(self) -> dict[str, str]:
        """The figures in which two systems are compared, by path, with what they are called."""
        if not self.board:
            return {}
        section = self.board.rows[0].section
        track = section.track
        whole = {f"{track}.macro.{name}": title for name, title in FIGURES.items()}
        pooled = {f"{track}.pooled.{name}": title for name, title in POOLED.items()}
        parts = {
            f"{path}.pair_accuracy": f"pairs, {part.replace(':', ' ').removeprefix('family ')}"
            for part, path in self.board.paths.items()
            if part != ALL
        }
        return whole | pooled | parts


def gather(runs: Sequence[ScoredRun], tasks: Sequence[Task], copies: Sequence[str]) -> Content:
    """Put together what the site shows.

    Raises:
        InputError: the runs are not over the same items.
    """
    found = entries(runs)
    marked = {m.sheet.name: (entry, m) for entry in found for m in (*entry.main, *entry.reference)}
    by_task = data.groups(tasks, [marks for _, marks in marked.values()])
    used: set[str] = set()
    groups, shelves = {}, []
    for name, (entry, marks) in marked.items():
        public = any(marks is own for own in entry.reference)
        groups[name], shelf = _shelf(marks, by_task[name], public=public, used=used)
        shelves.append(shelf)
    ranked = board(found)
    rows = ranked.rows if ranked else ()
    return Content(
        entries=tuple(found),
        board=ranked,
        groups=groups,
        shelves=tuple(shelves),
        curves={row.entry.name: plots.curve(row.entry.main) for row in rows},
        copies=tuple(copies),
    )


def _shelf(
    marks: Marks, members: Sequence[Sequence[Item]], *, public: bool, used: set[str]
) -> tuple[list[data.Group], data.Shelf]:
    """A task's groups and their entry in the index; a public set's texts as its terms allow."""
    card = BY_NAME[marks.sheet.name].CARD if public else None
    closed = kept_back(card) if card else ""
    found = [data.group(own, with_text=not closed) for own in members]
    warning = f"This set holds {card.warning}." if card and card.warning else ""
    file = _file_name(marks.sheet.name, used)
    return found, data.shelf(
        marks,
        found,
        file=file,
        track="reference" if public else marks.sheet.track,
        source=_source(card, closed) if card else "",
        warning=warning,
    )


def _source(card: Card, closed: str) -> str:
    """Whose texts these are, under what licence; where they may not be shown, why."""
    if closed:
        return (
            f"The texts of this set are not published here ({closed}). "
            f"`decisionpivot reference build {card.name}` makes them from their source."
        )
    return f"{card.title}. {card.citation.rstrip('.')}. Licence: {card.licence}."


def _file_name(name: str, used: set[str]) -> str:
    wanted = own = slug(name)
    number = 2
    while own in used:
        own, number = f"{wanted}-{number}", number + 1
    used.add(own)
    return own
