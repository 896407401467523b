"""The site: a folder of pages that opens from disk without network and can be published."""

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import msgspec

from decisionpivot import __version__
from decisionpivot.extras import need
from decisionpivot.items import InputError
from decisionpivot.report import charts, data, figures, tables
from decisionpivot.report.content import Content, gather
from decisionpivot.report.entries import Entry, ScoredRun
from decisionpivot.report.pages import pages, published, renderer
from decisionpivot.report.payload import payload
from decisionpivot.selection import Task

MARKER = "site.json"
"""A folder with this file is a site, and may be replaced by a new one."""
PACKAGES = ("altair", "jinja2", "vl_convert")
ASSETS = ("site.css", "site.js", "board.js", "compare.js", "items.js")


def write_site(
    runs: Sequence[ScoredRun],
    tasks: Sequence[Task],
    out: Path,
    *,
    copies: Sequence[str] = (),
    with_figures: bool = False,
    on_written: Callable[[str], None] = lambda _: None,
) -> Path:
    """Write the site of some runs; the same runs give the same bytes.

    The new site takes the place of an old one as a whole, when it is complete.

    Args:
        runs: runs whose scorecards follow from their answers.
        tasks: the items that they answered.
        out: the site's folder.
        copies: what is to be said of runs that look like copies of another.
        with_figures: also write every plot as SVG, PNG and PDF.
        on_written: called with the name of every system whose pages are ready.

    Returns:
        The first page.

    Raises:
        InputError: the runs are not over the same items, ``out`` is no site and not empty, or a
            package is missing.
    """
    check_packages()
    check_replaceable(out)
    content = gather(runs, tasks, copies)
    new = out.with_name(f".{out.name}.{os.getpid()}.new")
    try:
        _write(content, new, with_figures, on_written)
        _swap(new, out)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return out / "index.html"


def check_packages() -> None:
    """Refuse early when a package that the site needs is missing.

    Raises:
        InputError: it says how to install them.
    """
    need("report", *PACKAGES)


def check_replaceable(out: Path) -> None:
    """Refuse to replace what is no site.

    Raises:
        InputError: ``out`` is a file, or a folder with something else in it.
    """
    if out.is_dir() and (not any(out.iterdir()) or (out / MARKER).is_file()):
        return
    if out.exists() or out.is_symlink():
        raise InputError(
            "there is something here that is no site",
            place=str(out),
            remedy="Name a new folder, or one that holds an earlier report.",
        )


def _swap(new: Path, out: Path) -> None:
    old = out.with_name(f".{out.name}.{os.getpid()}.old")
    if out.exists():
        out.rename(old)
    new.rename(out)
    shutil.rmtree(old, ignore_errors=True)


def _write(
    content: Content, folder: Path, with_figures: bool, on_written: Callable[[str], None]
) -> None:
    for name in ASSETS:
        _put(folder / "assets" / name, (files(__package__) / "assets" / name).read_bytes())
    _put(folder / "assets" / "vega.js", figures.vega().encode())
    for path, value in payload(content):
        _put(folder / "data" / f"{path}.js", data.script(path, value))
    for shelf in content.shelves:
        items = data.script(f"items/{shelf.name}", content.groups[shelf.name])
        _put(folder / "data" / "items" / f"{shelf.file}.js", items)
    for table in _tables(content):
        for end, write in tables.FORMATS.items():
            _put(folder / "tables" / f"{table.name}.{end}", write(table).encode())
    specs = figures.descriptions(content)
    for name, own in specs.items():
        _put(folder / "data" / "charts" / f"{name}.js", data.script(f"charts/{name}", own))
    render = renderer(content)
    for page in pages(content):
        _put(folder / page.path, render(page))
    for entry in content.entries:
        _answers(content, entry, folder)
        if with_figures:
            _figures(specs.get(entry.slug, {}), folder / "figures" / entry.slug)
        on_written(entry.name)
    if with_figures:
        _figures(specs.get("board", {}), folder / "figures")
        _figures(figures.forests(content), folder / "figures" / "compare")
    _put(folder / MARKER, _marker(content))


def _put(path: Path, content: bytes) -> None:
    """Write a file of the new site, which is no one's until it is complete.

    Raises:
        InputError: the disk does not take it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise InputError(
            f"cannot write: {error.strerror}",
            place=str(path),
            remedy="Check the free space and the permissions; an earlier site is as it was.",
        ) from None


def _marker(content: Content) -> bytes:
    told = {
        "version": __version__,
        "systems": {entry.slug: entry.name for entry in content.entries},
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=2) + b"\n"


def _figures(specs: Mapping[str, charts.Spec], folder: Path) -> None:
    for name, spec in specs.items():
        for end in figures.FORMATS:
            _put(folder / f"{name}.{end}", figures.drawn(spec, end))


def _tables(content: Content) -> list[tables.Table]:
    found = [tables.reference(content.entries)]
    if content.board:
        found += [tables.leaderboard(content.board), tables.families(content.board)]
    return [table for table in found if table]


def _answers(content: Content, entry: Entry, folder: Path) -> None:
    """A system's answers as the browser reads them, and its run folders as they are."""
    for shelf in content.shelves:
        marks = next(
            (m for m in (*entry.main, *entry.reference) if m.sheet.name == shelf.name), None
        )
        if marks is not None:
            name = f"answers/{entry.slug}/{shelf.file}"
            order = data.rows(marks, content.groups[shelf.name])
            said = data.predictions(marks, order)
            _put(folder / "data" / f"{name}.js", data.script(name, said))
    for own in entry.runs:
        for path, place in published(entry, own):
            _put(folder / place, path.read_bytes())
