"""``decisionpivot export``: the benchmark and its results in the forms that other tools read."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

Out = Annotated[Path | None, Parameter(name=("--out", "-o"))]


def hf(
    out: Path,
    /,
    *,
    reference: bool = False,
    dataset: str = "",
    folder: Path = Path("items"),
    json: bool = False,
) -> None:
    """Write the core track as a data set for the Hugging Face hub.

    One parquet file a family, the card, Croissant, and the leaderboards. Needs the extra `export`.

    Parameters
    ----------
    out
        The folder to write.
    reference
        Write the reference track instead: the tasks whose licences allow it, once they are built.
    dataset
        Where the data set will be on the hub, as owner/name; the card and Croissant then name it.
    folder
        Where item files lie; the core's are made where they are missing.
    json
        Print one JSON object with counts and hashes.
    """
    from decisionpivot.export import hub
    from decisionpivot.extras import need

    need("export", "pyarrow", "yaml")
    place = hub.checked_place(dataset) if dataset else ""
    if reference:
        data = hub.reference(hub.reference_tasks(folder / "reference"), out, place=place)
    else:
        data = hub.core(hub.core_tasks(folder), out, place=place)
    if json:
        tables = {table.path: table.sha256 for table in data.tables}
        kept_back = [card.name for card in data.kept_back]
        found = {"release": data.release, "items": data.items, "groups": data.groups}
        _print_json({**found, "sha256": tables, "kept_back": kept_back})
        return
    size = sum(table.size for table in data.tables)
    print(f"{data.items:,} items in {len(data.tables)} files, {size:,} bytes, in {out}")
    if data.kept_back:
        print(f"{len(data.kept_back)} tasks are not passed on: see README.md there")


def eval_results(run: Path, /, *, dataset: str, out: Out = None, json: bool = False) -> None:
    """Write a run's results as the hub shows them beside a model: a file for .eval_results/.

    Parameters
    ----------
    run
        The folder of a scored run of the whole core release.
    dataset
        Where the data set is on the hub, as owner/name.
    out
        The file to write; without it the YAML is printed.
    json
        Print one JSON object with the results.
    """
    from decisionpivot.answers import replace
    from decisionpivot.export.hub import checked_place
    from decisionpivot.export.leaderboard import as_yaml
    from decisionpivot.export.leaderboard import eval_results as results_of
    from decisionpivot.extras import need

    need("export", "yaml")
    found = results_of(run, dataset=checked_place(dataset))
    if out:
        replace(out, [as_yaml(found)])
    if json:
        _print_json({"results": found})
    elif out:
        print(f"{len(found)} results in {out}")
    else:
        sys.stdout.buffer.write(as_yaml(found))


def _print_json(value: object) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
