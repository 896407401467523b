"""The pages: which there are, what their templates are told, and how they are rendered."""

from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from decisionpivot import __version__
from decisionpivot.reference import LAYERS
from decisionpivot.report import plots
from decisionpivot.report.board import ALL, Row
from decisionpivot.report.content import Content
from decisionpivot.report.entries import Entry, ScoredRun
from decisionpivot.run import folder as runfolder
from decisionpivot.run.folder import slug
from decisionpivot.scoring.reference import metric_title
from decisionpivot.scoring.scorecard import Slice
from decisionpivot.scoring.words import dollars, percent, plain, seconds, span

COVERAGES = (0.01, 0.05, 0.10)
"""The risks for which the system page tells the share decided."""

AUTOMATION_SIMULATED = ((0.115, 0.030, 0.326), (0.381, 0.012, 0.888), (0.713, 0.001, 0.969))
"""Truth, bias and coverage of automation's interval for a weak, a middling and a strong system.

Measured by ``python benchmarks/coverage.py``; see docs/limits-of-intervals.md.
"""
FULL = 60
"""The share of colour, in percent, in a heat map cell with every group right."""


class Page(Struct, frozen=True):
    """A page: where it goes, its template, and what the template is told."""

    path: str
    template: str
    told: dict[str, Any]


def renderer(content: Content) -> Callable[[Page], bytes]:
    """Templates escape every text that they are told."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    folder = files(__package__) / "templates"
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=FunctionLoader(lambda name: (folder / name).read_text("utf-8")),
    )
    environment.filters |= {
        "percent": percent,
        "plain": plain,
        "span": span,
        "seconds": seconds,
        "dollars": dollars,
        "heat": heat,
        "hash": urlencode,
        "json": lambda value: msgspec.json.encode(value).decode(),
        "metric_title": metric_title,
    }
    first = content.entries[0]
    shared = {
        "version": __version__,
        "release": next((own.run.release for own in first.runs if own.run.release), "own data"),
        "total": first.card.selection.items,
        "layer_titles": LAYERS,
        "board": content.board,
        "resamples": _resamples(content),
    }

    def render(page: Page) -> bytes:
        root = "../" * page.path.count("/")
        told = {"root": root, "here": page.path} | shared | page.told
        return str(environment.get_template(page.template).render(told)).encode()

    return render


def _resamples(content: Content) -> int:
    return content.board.rows[0].cuts[ALL].pair.resamples if content.board else 0


def pages(content: Content) -> Iterator[Page]:
    """Yield the leaderboard, the comparison, the item browser, and a page for each system."""
    selection = content.entries[0].card.selection
    section = content.board.rows[0].section if content.board else None
    yield Page(
        "index.html",
        "index.html",
        {
            "subset": selection.items < selection.of,
            "of": selection.of,
            "how": selection.how,
            "kinds": sorted(
                {row.entry.kind for row in (content.board.rows if content.board else ())}
            ),
            "chance": section.macro.pair_chance if section else None,
            "copies": content.copies,
            "simulated": AUTOMATION_SIMULATED,
            "reference": [entry for entry in content.entries if entry.card.reference],
        },
    )
    yield Page("compare.html", "compare.html", {"shown": _first_two(content)})
    levels = sorted({n for shelf in content.shelves for n in shelf.levels if n is not None})
    yield Page(
        "items.html",
        "items.html",
        {
            "shelves": content.shelves,
            "core": any(shelf.track == "core" for shelf in content.shelves),
            "levels": levels,
            "entries": content.ordered,
        },
    )
    rows = {row.entry.slug: row for row in content.board.rows} if content.board else {}
    for entry in content.entries:
        told = _told_of(content, entry, rows.get(entry.slug))
        yield Page(f"systems/{entry.slug}.html", "system.html", told)


def _first_two(content: Content) -> dict[str, str]:
    """The comparison that is shown first: the two best systems, before baselines and ceiling."""
    ranked = [row.entry for row in content.board.rows] if content.board else []
    ranked.sort(key=lambda entry: entry.role != "system")
    return {field: entry.slug for field, entry in zip("ab", ranked, strict=False)}


def _told_of(content: Content, entry: Entry, row: Row | None) -> dict[str, Any]:
    card = entry.card
    shown = [
        (own, record, [(Path(path).name, path) for _, path in published(entry, own)])
        for own, record in zip(entry.runs, entry.records, strict=True)
    ]
    told: dict[str, Any] = {
        "entry": entry,
        "row": row,
        "published": shown,
        "failures": _failures(entry),
    }
    if row is None or content.board is None:
        return told
    rivals = [other.entry.slug for other in content.board.rows if other is not row]
    curve = content.curves[entry.name]
    return told | {
        "systems": len(content.board.rows),
        "rival": rivals[0] if rivals else entry.slug,
        "levels": list(content.board.levels),
        "unit": content.board.unit,
        "bins": plots.bins(entry.main),
        "coverages": [(alpha, curve.coverage_at(alpha)) for alpha in COVERAGES],
        "pairs": any(task.pair_outcomes for task in row.section.tasks.values()),
        "places": card.core.places if card.core else {},
        "falls": bool(card.core and card.core.falls_with_place),
        "kinds": [
            (name, kind, part)
            for name, task in row.section.tasks.items()
            for kind, part in task.by.get("kind", {}).items()
        ],
    }


def _failures(entry: Entry) -> list[tuple[str, str, int]]:
    """By task and reason, the most frequent first."""
    found = [
        (marks.sheet.name, reason, count)
        for marks in (*entry.main, *entry.reference)
        for reason, count in marks.failures.items()
    ]
    return sorted(found, key=lambda own: (-own[2], own[0], own[1]))


def published(entry: Entry, own: ScoredRun) -> Iterator[tuple[Path, str]]:
    """The files of a run that everything follows from, and where the site has them."""
    place = f"runs/{entry.slug}/{slug(own.run.release or 'data')}"
    for name in ("run.json", "scorecard.json"):
        if (own.folder / name).is_file():
            yield own.folder / name, f"{place}/{name}"
    for task in own.run.answers_sha256:
        yield runfolder.answer_file(own.folder, task), f"{place}/{task}.jsonl"


def heat(part: Slice | None, chance: float | None) -> str:
    """The background of a heat map cell: from chance (blank) to all groups right (full)."""
    if part is None or part.pair_accuracy is None:
        return "transparent"
    floor = chance or 0.0
    share = max(0.0, (part.pair_accuracy - floor) / (1 - floor)) if floor < 1 else 1.0
    return f"color-mix(in srgb, var(--right) {FULL * share:.0f}%, transparent)"
