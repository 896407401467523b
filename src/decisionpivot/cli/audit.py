"""``decisionpivot audit``: can the answers be trusted, and had without reading?"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from decisionpivot.audit import Check, audit_across
from decisionpivot.audit import audit as audit_items
from decisionpivot.cli.items import family_named
from decisionpivot.families import FAMILIES
from decisionpivot.items import read_items
from decisionpivot.release import ITEMS_FOLDER, core


def audit(
    *families: str,
    folder: Path = ITEMS_FOLDER,
    across: bool = False,
    all: bool = False,
    json: bool = False,
) -> int:
    """Audit the release: structure, solvers, content-blind probes, distinctness, readers.

    The exit status is 1 when a bound is broken.

    Parameters
    ----------
    families
        Which families; default all.
    folder
        Where item files lie; the release is made there when it is missing.
    across
        Also train the probes on three seeds and test them on ten others (takes minutes).
    all
        Show every check; by default broken ones, and one line an audit.
    json
        Print all checks as one JSON object.
    """
    chosen = [family_named(name) for name in families] or list(FAMILIES)
    files = {file.name: file for file in core(folder=folder)}
    checks: list[Check] = []
    for family in chosen:
        checks += audit_items(family, list(read_items(files[family.name].path)))
        checks += audit_across(family) if across else []
    broken = [check for check in checks if not check.holds]
    if json:
        found = {"holds": not broken, "checks": checks}
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    else:
        console = Console(highlight=False)
        console.print(table(checks if all else list(summary(checks))))
        console.print(f"{len(checks)} checks, {len(broken)} broken.")
    return 1 if broken else 0


def summary(checks: Iterable[Check]) -> Iterator[Check]:
    """One line for each family and audit with how many checks hold, and every broken check."""
    groups: dict[tuple[str, str], list[Check]] = {}
    for check in checks:
        groups.setdefault((check.family, check.audit), []).append(check)
    for (family, name), mine in groups.items():
        holding = sum(check.holds for check in mine)
        yield Check(
            audit=name, family=family, name=f"{holding} of {len(mine)} hold",
            holds=holding == len(mine),
        )  # fmt: skip
        yield from (check for check in mine if not check.holds)


def table(checks: Iterable[Check]) -> Table:
    """Checks as a table: value, lower end of its interval, chance and bound in percent."""
    result = Table("family", "audit", "check", "value", "low", "chance", "bound", "")
    for check in checks:
        name = check.name if check.level is None else f"{check.name}, level {check.level}"
        if not check.holds and check.detail:
            name += f": {check.detail}"
        figures = (check.value, check.low, check.chance, check.bound)
        result.add_row(
            Text(check.family),
            Text(check.audit),
            Text(name),
            *("" if figure is None else f"{100 * figure:.1f}" for figure in figures),
            Text("ok" if check.holds else "BROKEN", style="" if check.holds else "bold red"),
        )
    return result
