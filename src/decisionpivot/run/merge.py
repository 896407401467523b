"""Joining the shards of a run that was split over machines."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from msgspec import structs

from decisionpivot import answers
from decisionpivot.items import InputError
from decisionpivot.run import folder as runfolder
from decisionpivot.run.folder import Counts, Record, Totals
from decisionpivot.run.runner import Shard


def merge(folders: Sequence[Path], target: Path) -> Record:
    """Join the shards of one run into a folder; the result is as if one machine had run it all.

    Raises:
        InputError: the folders are not exactly the shards of one run, one is not complete, the
            joined items are not those that were selected, or the target holds a run.
    """
    records = [_loaded(folder) for folder in folders]
    _check(folders, records)
    in_turn = sorted(zip(records, folders, strict=True), key=lambda pair: _shard(pair[0]).index)
    merged = _joined([record for record, _ in in_turn])
    parts = {
        task: [
            path for _, folder in in_turn if (path := runfolder.answer_file(folder, task)).exists()
        ]
        for task in merged.items_sha256
    }
    _check_items(merged, parts)
    with runfolder.locked(target):
        if runfolder.load(target) is not None:
            raise InputError(
                "the folder holds a run", place=str(target), remedy="Give another folder."
            )
        for task, files in parts.items():
            answers.replace(runfolder.answer_file(target, task), answers.interleaved(files))
        runfolder.save(target, merged)
    return merged


def _loaded(folder: Path) -> Record:
    record = runfolder.load(folder)
    if record is None:
        raise InputError("holds no run", place=str(folder), remedy="Name the folders of shards.")
    return record


def _shard(record: Record) -> Shard:
    return Shard.parse(record.shard or "1/1")


def _check(folders: Sequence[Path], records: Sequence[Record]) -> None:
    first = structs.replace(records[0], shard=None)
    for folder, record in zip(folders, records, strict=True):
        found = list(runfolder.differences(first, structs.replace(record, shard=None)))
        if found:
            raise InputError(
                f"is a run of something else than {folders[0]}:\n  " + "\n  ".join(found),
                place=str(folder),
                remedy="Join the shards of one run only.",
            )
        if record.counts.missing:
            raise InputError(
                f"{record.counts.missing:,} of its items have no record",
                place=str(folder),
                remedy="Run this shard again; it goes on where it stood.",
            )
    shards = sorted((shard.of, shard.index) for shard in map(_shard, records))
    wanted = [(len(records), index + 1) for index in range(len(records))]
    if shards != wanted:
        given = ", ".join(record.shard or "no shard" for record in records)
        raise InputError(
            f"these are not all shards of a run, each once: {given}",
            place="runs merge",
            remedy="Name every shard of the run.",
        )


def _check_items(record: Record, parts: dict[str, list[Path]]) -> None:
    digest = hashlib.sha256()
    for files in parts.values():
        for line in answers.interleaved(files):
            answer = answers.decode(line)
            digest.update(answer.id.encode() + b"\n" if answer else line)
    if digest.hexdigest() != record.selection.sha256:
        raise InputError(
            "the joined records are not those of the selected items in order",
            place="runs merge",
            remedy="An answer file was changed; run the shards again, they mend their files.",
        )


def _joined(records: Sequence[Record]) -> Record:
    failures: Counter[str] = Counter()
    for record in records:
        failures.update(record.counts.failures)
    counts = [record.counts for record in records]
    totals = [record.totals for record in records]
    return structs.replace(
        records[0],
        shard=None,
        start=min(record.start for record in records),
        end=max(record.end or record.start for record in records),
        counts=Counts(
            items=sum(count.items for count in counts),
            answers=sum(count.answers for count in counts),
            failures=dict(sorted(failures.items())),
            truncated=sum(count.truncated for count in counts),
            contradicted=sum(count.contradicted for count in counts),
            incomplete=sum(count.incomplete for count in counts),
        ),
        totals=Totals(
            attempts=sum(total.attempts for total in totals),
            tokens=sum(total.tokens for total in totals),
            input_tokens=sum(total.input_tokens for total in totals),
            cost_usd=sum(total.cost_usd for total in totals),
        ),
        models=tuple(dict.fromkeys(name for record in records for name in record.models)),
        lost_usd=sum(record.lost_usd for record in records),
    )
