"""Run the audits on the release and write their tables into docs/verification.md.

Usage: python scripts/make_verification.py [--across]
With --across the probes that are trained on other seeds run too (minutes). What stands outside
the two marks of the page is written by hand and stays.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from decisionpivot.audit import Check, audit, audit_across
from decisionpivot.audit.reading import read_blind
from decisionpivot.families import FAMILIES
from decisionpivot.items import read_items
from decisionpivot.release import core

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/verification.md"
BEGIN, END = "<!-- audit: begin -->", "<!-- audit: end -->"


def percent(value: float | None) -> str:
    """A fraction in percent; blank where there is none."""
    return "" if value is None else f"{100 * value:.1f}"


def agreement_rows(checks: Iterable[Check]) -> Iterator[str]:
    """Yield the table of solver agreement."""
    yield "| family | release | second draw |\n|---|---|---|"
    found: dict[str, dict[str, str]] = {}
    for check in checks:
        if check.audit == "agreement":
            found.setdefault(check.family, {})[check.name] = check.detail
    for family, cells in found.items():
        yield f"| {family} | {cells['release']} | {cells['second draw']} |"


def probe_rows(checks: Iterable[Check]) -> Iterator[str]:
    """Yield the worst probes of each family: those that come closest to failing."""
    yield "| family | audit | closest probe | value | lower end or bound | chance |"
    yield "|---|---|---|---|---|---|"
    worst: dict[tuple[str, str], Check] = {}
    for check in checks:
        if check.audit in ("probe", "across seeds"):
            key = (check.family, check.audit)
            if key not in worst or _excess(check) > _excess(worst[key]):
                worst[key] = check
    for (family, audit_name), check in worst.items():
        limit = check.low if check.low is not None else check.bound
        yield (
            f"| {family} | {audit_name} | {check.name} | {percent(check.value)} "
            f"| {percent(limit)} | {percent(check.chance)} |"
        )


def _excess(check: Check) -> float:
    return (check.value if check.low is None else check.low) - (check.bound or 0)  # type: ignore[operator]


def reader_rows(checks: Iterable[Check]) -> Iterator[str]:
    """Yield the table of partial readers."""
    yield "| reader | what | level | percent | bound |\n|---|---|---|---|---|"
    for check in checks:
        if check.audit in ("reader", "no straw man"):
            name, _, what = check.name.partition(", ")
            what = what or "kinds it sees, no decoys (at least)"
            yield (
                f"| {name} | {what} | {check.level or 'all'} | {percent(check.value)} "
                f"| {percent(check.bound)} |"
            )


def section(checks: list[Check]) -> str:
    """The generated part of the page."""
    broken = [check for check in checks if not check.holds]
    reading = list(read_blind(ROOT / "docs/reading"))
    parts = [
        f"{len(checks):,} checks on {len(FAMILIES)} families, {len(broken)} broken"
        + "".join(f"\n- {c.family}: {c.audit}, {c.name} ({c.detail})" for c in broken),
        "### Solver agreement",
        "\n".join(agreement_rows(checks)),
        "### Read blind",
        "| family | items | right | with a remark |\n|---|---|---|---|\n"
        + "\n".join(f"| {r.family} | {r.items} | {r.right} | {r.remarks} |" for r in reading),
        "### Content-blind probes, the closest of each family",
        "\n".join(probe_rows(checks)),
        "### Partial readers",
        "\n".join(reader_rows(checks)),
    ]
    return "\n\n".join(parts)


def main() -> int:
    """Audit, and write the page; the exit status is 1 when a bound is broken."""
    files = {file.name: file for file in core(folder=ROOT / "items")}
    checks: list[Check] = []
    for family in FAMILIES:
        print(family.name, file=sys.stderr)
        checks += audit(family, list(read_items(files[family.name].path)))
        if "--across" in sys.argv[1:]:
            checks += audit_across(family)
    text = PAGE.read_text("utf-8")
    head, _, rest = text.partition(BEGIN)
    tail = rest.partition(END)[2]
    PAGE.write_text(f"{head}{BEGIN}\n\n{section(checks)}\n\n{END}{tail}", "utf-8")
    return 0 if all(check.holds for check in checks) else 1


if __name__ == "__main__":
    sys.exit(main())
