"""The runner: asks a system the items of some tasks and keeps the answers in a run folder.

Answers are appended as they come, so that a run that was killed goes on where it stood. A run
folder belongs to one system, one draw, one prompt and one selection.
"""

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from decisionpivot import __version__, answers
from decisionpivot.answers import Hashes, Repaired
from decisionpivot.items import Answer, InputError
from decisionpivot.ordering import asked
from decisionpivot.run import folder as runfolder
from decisionpivot.run.asking import Asking, Settings
from decisionpivot.run.cost import estimated_tokens, price_usd
from decisionpivot.run.counting import counted
from decisionpivot.run.folder import Counts, Record, Selected
from decisionpivot.run.progress import Silent, Tally, View
from decisionpivot.run.work import Ask
from decisionpivot.selection import ALL, Mask, Selection, Task, choose, chosen
from decisionpivot.systems.system import System


class Shard(Struct, frozen=True):
    """Part ``index`` (from 1) of a run that is split over ``of`` machines."""

    index: int
    of: int

    @classmethod
    def parse(cls, text: str) -> "Shard":
        """The shard written ``k/n``.

        Raises:
            InputError: it is not, or k is not from 1 to n.
        """
        index, _, of = text.partition("/")
        if index.isdecimal() and of.isdecimal() and 1 <= int(index) <= int(of):
            return cls(int(index), int(of))
        raise InputError(
            f"{text!r} is no shard", place="--shard", remedy="Write k/n with k from 1 to n: 1/4."
        )

    def __str__(self) -> str:
        return f"{self.index}/{self.of}"


class Outcome(Struct, frozen=True):
    """What came of a run: its folder, what ``run.json`` says, and the exit status."""

    folder: Path
    record: Record
    status: int


class Plan(Struct, frozen=True):
    """A task's part in a run: its items' places in the file and the hashes of their ids."""

    task: Task
    mask: Mask
    order: Hashes


class Job(Struct, frozen=True, kw_only=True):
    """What a run works with."""

    system: System
    plans: tuple[Plan, ...]
    folder: Path
    order_seed: int | None
    settings: Settings = Settings()
    view: View = Silent()


def run(
    system: System,
    tasks: Sequence[Task],
    folder: Path,
    *,
    release: str,
    selection: Selection = ALL,
    shard: Shard | None = None,
    order_seed: int | None = None,
    settings: Settings | None = None,
    view: View | None = None,
) -> Outcome:
    """Ask ``system`` the items of ``tasks``, or what is left of them, and keep the answers.

    Works within a running event loop too (a notebook's), which it blocks.

    Args:
        system: what to ask; it is opened for each task in turn.
        tasks: the items, file by file.
        folder: where the answers go.
        release: the name of the draw that the items come from.
        selection: which of the items.
        shard: which part of them, where several machines share the work.
        order_seed: shows options in the order of this seed; default the released order.
        settings: how to ask.
        view: what to show meanwhile; default warnings only.

    Raises:
        InputError: the folder belongs to another run or another runner is at work in it, the
            selection is empty, or the system cannot answer a task.
    """
    work = run_async(
        system,
        tasks,
        folder,
        release=release,
        selection=selection,
        shard=shard,
        order_seed=order_seed,
        settings=settings,
        view=view,
    )
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def run_async(
    system: System,
    tasks: Sequence[Task],
    folder: Path,
    *,
    release: str,
    selection: Selection = ALL,
    shard: Shard | None = None,
    order_seed: int | None = None,
    settings: Settings | None = None,
    view: View | None = None,
) -> Outcome:
    """As :func:`run`, within a running event loop."""
    job, record = _prepare(
        system,
        tasks,
        folder,
        release=release,
        selection=selection,
        shard=shard,
        order_seed=order_seed,
    )
    job = replace(job, settings=settings or Settings(), view=view or Silent())
    with runfolder.locked(folder):
        return Outcome(folder, *await _continue(job, _resumed(job, record)))


class Estimate(Struct, frozen=True):
    """What a run would still take; ``cost_usd`` is None where no price is known."""

    requests: int
    input_tokens: int
    output_tokens: int
    cost_usd: float | None


def estimate(
    system: System,
    tasks: Sequence[Task],
    folder: Path,
    *,
    release: str,
    selection: Selection = ALL,
    shard: Shard | None = None,
    order_seed: int | None = None,
) -> Estimate:
    """What :func:`run` would still ask, without asking or writing anything.

    Raises:
        InputError: as in :func:`run`.
    """
    job, record = _prepare(
        system,
        tasks,
        folder,
        release=release,
        selection=selection,
        shard=shard,
        order_seed=order_seed,
    )
    record = _resumed(job, record)
    requests = inputs = 0
    for plan in job.plans:
        for ask in _asks(job, plan, _left(plan, _repair(job, plan, record, write=False))):
            requests += 1
            inputs += estimated_tokens(ask.request)
    outputs = requests * system.traits.output_tokens
    price = system.spec.price
    usd = price_usd(price, inputs, outputs) if price else None
    return Estimate(requests, inputs, outputs, usd)


def _prepare(
    system: System,
    tasks: Sequence[Task],
    folder: Path,
    *,
    release: str,
    selection: Selection,
    shard: Shard | None,
    order_seed: int | None,
) -> tuple[Job, Record]:
    picked = choose(tasks, selection)
    whole = [
        Plan(task, mask, order)
        for task, mask, order in zip(tasks, picked.masks, picked.orders, strict=True)
        if len(order)
    ]
    plans = tuple(plan for plan in (_part(plan, shard) for plan in whole) if len(plan.order))
    items = sum(len(plan.order) for plan in plans)
    if not items:
        raise InputError(f"shard {shard} has no items", remedy="Use fewer shards.")
    record = Record(
        system=system.spec,
        package=__version__,
        release=release,
        items_sha256={plan.task.name: plan.task.sha256 for plan in whole},
        prompt_sha256=runfolder.prompt_sha256(system.spec),
        selection=Selected(picked.items, picked.of, picked.sha256, str(selection)),
        shard=str(shard) if shard else None,
        order_seed=order_seed,
        start=_now(),
        counts=Counts(items=items, missing=items),
    )
    return Job(system=system, plans=plans, folder=folder, order_seed=order_seed), record


def _resumed(job: Job, record: Record) -> Record:
    """The folder's own description, if it is that of the same run; else the new one."""
    old = runfolder.load(job.folder)
    if old is not None:
        runfolder.check_same(job.folder, old, record)
        return replace(old, system=record.system, package=record.package)
    for plan in job.plans:
        path = runfolder.answer_file(job.folder, plan.task.name)
        if path.exists():
            raise InputError(
                "there are answers, but no run.json says whose they are",
                place=str(path),
                remedy="Remove the folder, or give this run a --name of its own.",
            )
    return record


def _part(plan: Plan, shard: Shard | None) -> Plan:
    """A shard's part: item k, k + n, k + 2n and so on, of every task."""
    if shard is None:
        return plan
    turns = slice(shard.index - 1, None, shard.of)
    mask = np.zeros_like(plan.mask)
    mask[np.flatnonzero(plan.mask)[turns]] = True
    return Plan(plan.task, mask, plan.order[turns])


async def _continue(job: Job, record: Record) -> tuple[Record, int]:
    """Ask what is left; the new description and the exit status."""
    repairs = [_repair(job, plan, record) for plan in job.plans]
    left = [_left(plan, fix) for plan, fix in zip(job.plans, repairs, strict=True)]
    tally = Tally(items=record.counts.items)
    tally.done = tally.items - sum(int(todo.sum()) for todo in left)
    if record.end is not None and record.stopped is None and tally.done == tally.items:
        return record, status_of(record)
    lost_usd = record.lost_usd + sum(fix.askable_usd for fix in repairs)
    record = replace(record, end=None, stopped=None, lost_usd=lost_usd)
    asking = Asking(job.system, job.settings, tally, job.view)
    asking.budget.spent_usd = lost_usd + sum(fix.kept_usd for fix in repairs)
    asking.models.extend(record.models)
    job.view.start(job.folder.name, tally)
    try:
        for plan, todo in zip(job.plans, left, strict=True):
            if todo.any() and not asking.stopped:
                await _ask_task(job, plan, todo, record, asking)
        asking.finish()
    except asyncio.CancelledError:
        asking.stop("interrupted", "the run was interrupted")
        _end(job, record, asking)
        raise
    finally:
        job.view.end(tally)
    record = _end(job, record, asking)
    return record, status_of(record)


def _end(job: Job, record: Record, asking: Asking) -> Record:
    """Write the description of the run as it ended; one that never began leaves none."""
    if runfolder.load(job.folder) is not None:
        record = _summed(job, record, asking)
        runfolder.save(job.folder, record)
    return record


def _left(plan: Plan, fix: Repaired) -> Mask:
    """Which of the task's items are still to be asked."""
    return ~np.isin(plan.order, fix.kept)


def _repair(job: Job, plan: Plan, record: Record, *, write: bool = True) -> Repaired:
    path = runfolder.answer_file(job.folder, plan.task.name)
    refused = record.stopped is not None and record.stopped.kind == "refused"
    askable = answers.ASKABLE | {"http_4xx"} if refused else answers.ASKABLE
    fix = answers.repair(path, plan.order, askable=askable, write=write)
    for number in fix.torn:
        job.view.warn(f"{path}:{number}: no whole record; dropped, its item is asked again")
    for count, what in ((fix.doubled, "a repeated"), (fix.unknown, "an unknown")):
        if count:
            job.view.warn(f"{path}: {count:,} records with {what} id dropped")
    return fix


async def _ask_task(job: Job, plan: Plan, todo: Mask, record: Record, asking: Asking) -> None:
    await job.system.open(plan.task.name)
    try:
        runfolder.save(job.folder, replace(record, models=tuple(asking.models)))
        path = runfolder.answer_file(job.folder, plan.task.name)
        with FileIO(path, "ab") as file:
            await asking.task(_asks(job, plan, todo), file)
    finally:
        await job.system.close()


def _asks(job: Job, plan: Plan, todo: Mask) -> Iterator[Ask]:
    items = zip(chosen(plan.task, plan.mask), todo, strict=True)
    return (Ask(item.id, asked(item, job.order_seed)) for item, open_ in items if open_)


def _summed(job: Job, record: Record, asking: Asking) -> Record:
    """The description with what the answer files hold; complete files are put in order."""
    found = counted(_records(job), items=record.counts.items, lost_usd=record.lost_usd)
    return replace(
        record,
        end=_now(),
        stopped=asking.stopped,
        counts=found.counts,
        totals=found.totals,
        models=tuple(asking.models),
    )


def _records(job: Job) -> Iterator[Answer]:
    """The records of all files; one that is found to be complete is put in order."""
    for plan in job.plans:
        path = runfolder.answer_file(job.folder, plan.task.name)
        records = 0
        for line in answers.read(path) if path.exists() else ():
            records += 1
            yield line.answer
        if records == len(plan.order):
            answers.put_in_order(path, plan.order)


def status_of(record: Record) -> int:
    """0 when every item has a final record and at least one is an answer, else 1."""
    counts = record.counts
    open_ = counts.missing or any(kind in answers.ASKABLE for kind in counts.failures)
    return 0 if counts.answers and not open_ and not record.stopped else 1


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
