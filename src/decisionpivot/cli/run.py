"""``decisionpivot run`` and ``decisionpivot runs merge``."""

import json as jsonlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, to_builtins

if TYPE_CHECKING:
    from decisionpivot.run import Estimate, Outcome
    from decisionpivot.selection import Task

RUNS = Path("runs")
WIDTH = 80


def run(
    system: str = "embedded",
    *,
    items: tuple[Path, ...] = (),
    track: Literal["core", "reference"] = "core",
    fresh: int | None = None,
    families: str = "",
    levels: str = "",
    limit: int | None = None,
    subset: int | None = None,
    subset_seed: int = 1,
    order_seed: int | None = None,
    option_permutations: int = 0,
    shard: str | None = None,
    name: str | None = None,
    runs: Path = RUNS,
    concurrency: int | None = None,
    rate: float | None = None,
    timeout: float = 120.0,
    retries: int = 5,
    workers: int = 0,
    max_usd: float | None = None,
    dry_run: bool = False,
    json: bool = False,
) -> int:
    """Ask a system the items and keep its answers. A run that was stopped goes on.

    Own data: decisionpivot run python:my_model:decide --items my.jsonl

    Parameters
    ----------
    system
        kind, kind:model, kind:model@base_url or a TOML file; see `decisionpivot systems`.
    items
        Files of own items; default the released track.
    track
        Which released track: core, or the public test sets of the reference track.
    fresh
        Run a fresh draw with this seed in place of the release.
    families
        Only these families or tasks, separated by commas.
    levels
        Only these levels, separated by commas.
    limit
        The first so many items; the last group is completed.
    subset
        At most so many items, balanced over families and levels within one group.
    subset_seed
        Which balanced subset.
    order_seed
        Show the options of every item in another order, which this seed fixes.
    option_permutations
        Run again in so many other orders of the options, and say how many predictions change.
    shard
        k/n: this machine runs part k of n; `runs merge` joins the parts.
    name
        The name of the run's folder.
    runs
        Where run folders lie.
    concurrency
        Requests at the same time.
    rate
        Requests a second at most.
    timeout
        Seconds after which a request is given up.
    retries
        How often a request that failed on the way is tried again.
    workers
        Processes that answer, for systems in process; 0 is this one.
    max_usd
        Stop before the run costs more.
    dry_run
        Say how many requests, tokens and dollars are left, and ask nothing.
    json
        Print events, one JSON object a line.
    """
    from decisionpivot.cli import orders
    from decisionpivot.run import Settings, Shard, estimate, progress
    from decisionpivot.run import folder as runfolder
    from decisionpivot.run import run as run_system
    from decisionpivot.selection import Selection, choose
    from decisionpivot.systems import open_system

    in_orders = orders.seeds(order_seed, option_permutations, shard)
    opened = open_system(system, workers=workers)
    tasks, release, suffix = _draw(items, track, fresh)
    selection = Selection(
        families=tuple(filter(None, families.split(","))),
        levels=_numbers(levels),
        limit=limit,
        subset=subset,
        seed=subset_seed,
    )
    part = Shard.parse(shard) if shard else None
    picked = choose(tasks, selection)
    folders = {
        seed: runs
        / (
            orders.folder_of(runfolder.check_name(name), seed if option_permutations else None)
            if name
            else runfolder.folder_name(
                opened.spec,
                release=suffix,
                items=picked.items if picked.items < picked.of else None,
                order_seed=seed,
                shard=shard,
            )
        )
        for seed in in_orders
    }
    if dry_run:
        guess = partial(estimate, opened, tasks, release=release, selection=selection, shard=part)
        _print_estimate([guess(folders[seed], order_seed=seed) for seed in folders], json)
        return 0
    settings = Settings(
        concurrency=concurrency, rate=rate, timeout_s=timeout, retries=retries, max_usd=max_usd
    )
    ask = partial(run_system, opened, tasks, release=release, selection=selection, shard=part)
    done: list[Outcome] = []
    for seed, folder in folders.items():
        left = orders.with_what_is_left(settings, done)
        done.append(ask(folder, order_seed=seed, settings=left, view=progress.view(events=json)))
        _print_outcome(done[-1], json)
        if done[-1].record.stopped:
            break
    orders.print_changes(done, items, as_json=json)
    return max(outcome.status for outcome in done)


def merge(*shards: Path, into: Path, json: bool = False) -> int:
    """Join the shards of a run; the result is as if one machine had run it all.

    Parameters
    ----------
    shards
        The folders of all shards of one run, each complete.
    into
        The folder of the joined run.
    json
        Print the outcome as a JSON object.
    """
    from decisionpivot.run import Outcome, status_of
    from decisionpivot.run.merge import merge as join

    record = join(shards, into)
    outcome = Outcome(into, record, status_of(record))
    _print_outcome(outcome, json)
    return outcome.status


def systems(*, json: bool = False) -> int:
    """List the kinds of systems: how they are named, their keys and limits, what is installed.

    Parameters
    ----------
    json
        Print one JSON object.
    """
    import os
    from importlib.util import find_spec

    from decisionpivot.systems import KINDS

    rows = [
        _Row(
            kind=kind.name,
            usage=kind.usage,
            summary=kind.summary,
            key=kind.key,
            key_is_set=bool(kind.key and os.environ.get(kind.key)),
            limits=kind.limits,
            missing=[module for module in kind.needs if find_spec(module) is None],
        )
        for kind in KINDS
    ]
    if json:
        print(jsonlib.dumps({"systems": to_builtins(rows)}))
        return 0
    for row in rows:
        print(row.usage)
        for text in filter(None, _about(row)):
            print(fill(text, WIDTH, initial_indent="    ", subsequent_indent="    "))
    return 0


def _about(row: "_Row") -> tuple[str, ...]:
    return (
        row.summary,
        f"key: {row.key} ({'set' if row.key_is_set else 'not set'})" if row.key else "",
        row.limits,
        f"not installed: {', '.join(row.missing)}" if row.missing else "",
    )


class _Row(Struct, kw_only=True):
    kind: str
    usage: str
    summary: str
    key: str | None
    key_is_set: bool
    limits: str
    missing: list[str]


def _draw(items: tuple[Path, ...], track: str, fresh: int | None) -> tuple[list["Task"], str, str]:
    """The tasks, the release they belong to, and what to add to the run's name."""
    from decisionpivot import release
    from decisionpivot.items import InputError
    from decisionpivot.selection import FileItems, Task, tasks_of

    if fresh is not None and (items or track == "reference"):
        raise InputError(
            "only the core track has fresh draws",
            place="--fresh",
            remedy="Leave out --fresh, or --items and --track.",
        )
    if items:
        return tasks_of(items), release.OWN, items[0].stem
    if track == "reference":
        from decisionpivot.cli.inputs import reference_tasks

        return reference_tasks(), release.REFERENCE, track
    files = release.core(seed=release.SEED if fresh is None else fresh)
    name = files[0].release if files else release.RELEASE
    tasks = [Task(file.name, FileItems(file.path), file.sha256) for file in files]
    return tasks, name, "" if name == release.RELEASE else name


def _numbers(text: str) -> tuple[int, ...]:
    from decisionpivot.items import InputError

    try:
        return tuple(int(part) for part in text.split(",") if part)
    except ValueError:
        raise InputError(
            f"{text!r} are no levels", place="--levels", remedy="Write 1 or 1,3."
        ) from None


def _print_estimate(parts: Sequence["Estimate"], as_json: bool) -> None:
    left = _added(parts)
    if as_json:
        print(jsonlib.dumps(to_builtins(left)))
        return
    print(f"{left.requests:,} requests")
    print(f"about {left.input_tokens:,} input and {left.output_tokens:,} output tokens")
    cost = "unknown, no price is set" if left.cost_usd is None else f"about ${left.cost_usd:,.4f}"
    print(f"cost: {cost}")


def _added(parts: Sequence["Estimate"]) -> "Estimate":
    from decisionpivot.run import Estimate

    usd = [part.cost_usd for part in parts if part.cost_usd is not None]
    return Estimate(
        requests=sum(part.requests for part in parts),
        input_tokens=sum(part.input_tokens for part in parts),
        output_tokens=sum(part.output_tokens for part in parts),
        cost_usd=sum(usd) if usd else None,
    )


def _print_outcome(outcome: "Outcome", as_json: bool) -> None:
    record = outcome.record
    if as_json:
        fields = {name: to_builtins(getattr(record, name)) for name in _SHOWN}
        folder = outcome.folder.as_posix()
        print(jsonlib.dumps({"event": "end", "status": outcome.status, "run": folder, **fields}))
        return
    counts = record.counts
    print(f"{counts.answers:,} of {counts.items:,} items answered")
    for kind, number in counts.failures.items():
        print(f"  {number:,} failed: {kind}")
    if counts.truncated:
        print(f"  {counts.truncated:,} states were truncated")
    if counts.contradicted:
        print(f"  {counts.contradicted:,} named a choice that their own probabilities contradict")
    if counts.incomplete:
        print(f"  {counts.incomplete:,} answers lack options that the server did not tell")
    if counts.missing:
        print(f"  {counts.missing:,} not asked")
    if record.totals.cost_usd:
        print(f"  cost ${record.totals.cost_usd:,.4f}")
    if record.stopped:
        print(f"stopped: {printable(record.stopped.detail)}")
    if outcome.status:
        print("run the same command again to ask what is left")
    print(outcome.folder)


_SHOWN = ("counts", "totals", "models", "stopped")


def printable(text: str) -> str:
    """Text of others, without what could steer a terminal."""
    return "".join(char if char.isprintable() else "?" for char in text)
