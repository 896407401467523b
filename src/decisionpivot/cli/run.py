"""``decisionpivot run``: ask a system the items and keep its answers."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

RUNS = Path("runs")


def run(
    system: str = "embedded",
    *,
    items: tuple[Path, ...] = (),
    name: str | None = None,
    runs: Path = RUNS,
    families: Annotated[tuple[str, ...], Parameter(negative=())] = (),
    concurrency: int | None = None,
    rate: float | None = None,
    timeout: float = 120.0,
    retries: int = 5,
    json: bool = False,
) -> int:
    """Ask a system the items and keep its answers; a run that was stopped goes on.

    Example: decisionpivot run embedded --items my-items.jsonl
    """
    from decisionpivot import progress, runfolder
    from decisionpivot.items import file_sha256, read_items
    from decisionpivot.run import Selection, Settings, Task
    from decisionpivot.run import run as run_system
    from decisionpivot.systems import open_system

    opened = open_system(system)
    outcome = run_system(
        opened,
        [Task(path.stem, list(read_items(path)), file_sha256(path)) for path in items],
        runs / (name or runfolder.slug(opened.spec.name)),
        release="own data",
        selection=Selection(families=families),
        settings=Settings(concurrency=concurrency, rate=rate, timeout_s=timeout, retries=retries),
        view=progress.view(events=json),
    )
    return outcome.status
