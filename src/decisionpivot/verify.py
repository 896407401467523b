"""Verification: is a published run what it says it is?

The scorecard is computed again from the raw answers and compared byte for byte; hashes, selection
and counts of ``run.json`` are held against items and answers. ``docs/verify.md`` says what this
proves and what it cannot.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from decisionpivot.items import InputError, sha256
from decisionpivot.release import FRESH, OWN, REFERENCE, RELEASE, manifest
from decisionpivot.run.counting import counted
from decisionpivot.run.folder import Counts, Totals
from decisionpivot.scoring.bootstrap import RESAMPLES
from decisionpivot.scoring.copies import NearCopy, near_copies
from decisionpivot.scoring.load import (
    RUN_FILE,
    LoadedRun,
    RunFile,
    load,
    read_part,
    read_run,
    score_loaded,
)
from decisionpivot.scoring.reference import TaskCard
from decisionpivot.scoring.scorecard import Scorecard
from decisionpivot.selection import Chosen, Task, choose, parse

SCORECARD = "scorecard.json"
MOST_RESAMPLES = 10_000
"""A scorecard with more is not computed again: a hostile one could ask for any number."""
SHOWN = 10
"""So many values that differ are named."""
LONGEST_VALUE = 60
COST_TOLERANCE = 1e-9
"""Relative: dollars are added in another order here than while the run was going on."""

__all__ = [
    "Finding",
    "NearCopy",
    "Unverifiable",
    "Verified",
    "near_copies",
    "verify",
]


class Finding(Struct, frozen=True):
    """Something that is not as the run says.

    Attributes:
        check: prompt, items, release, selection, answers, counts or scorecard.
        detail: what differs and, where there is one, the remedy.
    """

    check: str
    detail: str


class Verified(Struct, frozen=True):
    """A run that was examined; it is verified when there are no findings.

    Attributes:
        folder: where it lies.
        run: its answers.
        card: the scorecard as it was computed again, whatever the published one says.
        findings: in the order of the checks.
    """

    folder: Path
    run: LoadedRun
    card: Scorecard
    findings: tuple[Finding, ...]


class Unverifiable(InputError):
    """A run that cannot be scored against the items, so that there is nothing to compare."""

    def __init__(self, folder: Path, findings: tuple[Finding, ...]) -> None:
        super().__init__(
            "the run cannot be verified against these items: "
            + "; ".join(f"{finding.check}: {finding.detail}" for finding in findings),
            place=str(folder),
            remedy="Restore the run and give the items that it was for.",
        )
        self.folder, self.findings = folder, findings


class _Described(Struct, frozen=True):
    """What a run says of itself that the scorer does not read."""

    prompt_sha256: str | None = None
    shard: str | None = None
    counts: Counts | None = None
    totals: Totals | None = None
    lost_usd: float = 0.0


def verify(folder: Path, tasks: Sequence[Task], cards: Sequence[TaskCard] = ()) -> Verified:
    """Score a run again from its raw answers and compare it with what was published.

    Args:
        folder: the run.
        tasks: all item files of its release, or the user's own.
        cards: the cards of reference tasks.

    Raises:
        Unverifiable: the run was for other items, or its answers are malformed.
        InputError: there is no run, or its ``run.json`` is malformed.
    """
    run, described = read_run(folder), read_part(folder, _Described)
    found = list(_prompt(run, described))
    scope = [*_items(run, tasks), *_release(run), *_selection(run, tasks)]
    if scope:
        raise Unverifiable(folder, (*found, *scope))
    try:
        loaded = load(folder, tasks)
    except InputError as error:
        raise Unverifiable(folder, (*found, Finding("answers", _one_line(error)))) from None
    found += _counts(loaded, described)
    published = _read(folder / SCORECARD)
    card = score_loaded(loaded, cards=cards, resamples=_resamples(published))
    found += _scorecard(folder, published, card)
    return Verified(folder, loaded, card, tuple(found))


def _prompt(run: RunFile, described: _Described) -> Iterator[Finding]:
    prompt = run.system.get("prompt") if isinstance(run.system, dict) else None
    text = prompt.get("text") if isinstance(prompt, dict) else None
    actual = sha256(text.encode()) if isinstance(text, str) else None
    if actual != described.prompt_sha256:
        yield Finding(
            "prompt",
            f"{RUN_FILE} states SHA-256 {_short(described.prompt_sha256)}, "
            f"its prompt text has {_short(actual)}",
        )


def _items(run: RunFile, tasks: Sequence[Task]) -> Iterator[Finding]:
    """Yield the item files that are not those of the run."""
    given = {task.name: task.sha256 for task in tasks}
    if not run.items_sha256:
        yield Finding("items", f"{RUN_FILE} does not say which item files the run was for")
    for name, ran in run.items_sha256.items():
        if name not in given:
            yield Finding("items", f"there is no item file of {name!r} here, which was run")
        elif ran != given[name]:
            yield Finding(
                "items",
                f"the run's file of {name!r} has SHA-256 {_short(ran)}, "
                f"this one has {_short(given[name])}",
            )


def _released(name: str | None) -> Mapping[str, str | None]:
    """The item files of a release in order; a fresh draw's hashes stand in no manifest."""
    if name == REFERENCE:
        from decisionpivot.reference import TASKS

        return {task.CARD.name: task.CARD.sha256 for task in TASKS}
    families = manifest().families
    if name == RELEASE:
        return {family: entry.sha256 for family, entry in families.items()}
    return dict.fromkeys(families) if (name or "").startswith(FRESH) else {}


def _release(run: RunFile) -> Iterator[Finding]:
    """Yield the item files that are not those of the release that the run names."""
    released = _released(run.release)
    if not released and run.release not in (None, OWN):
        yield Finding("release", f"this version knows no release {run.release!r:.80}")
    for name, ran in run.items_sha256.items() if released else ():
        if name not in released:
            yield Finding("release", f"{run.release} has no item file of {name!r}")
        elif released[name] not in (None, ran):
            yield Finding(
                "release",
                f"the run's file of {name!r} has SHA-256 {_short(ran)}, "
                f"the manifest of {run.release} says {_short(released[name])}",
            )


def _selection(run: RunFile, tasks: Sequence[Task]) -> Iterator[Finding]:
    """Yield a finding where the selection does not give the items that the run names."""
    stated = run.selection
    if stated is None:
        yield Finding("selection", f"{RUN_FILE} does not say which of the items were chosen")
        return
    try:
        found = [choose(scope, parse(stated.how)) for scope in _scopes(run, tasks)]
    except InputError as error:
        yield Finding("selection", _one_line(error))
        return
    if (stated.items, stated.of, stated.sha256) not in [_identity(one) for one in found]:
        yield Finding(
            "selection",
            f"{RUN_FILE} says {stated.items:,} of {stated.of:,} items, "
            f"SHA-256 {_short(stated.sha256)}; {stated.how!r} gives {found[0].items:,} of "
            f"{found[0].of:,}, {_short(found[0].sha256)}",
        )


def _identity(chosen: Chosen) -> tuple[int, int, str]:
    return chosen.items, chosen.of, chosen.sha256


def _scopes(run: RunFile, tasks: Sequence[Task]) -> Iterator[list[Task]]:
    """Yield what the run may have chosen from: a whole release; own files, or those it used."""
    released = _released(run.release)
    order = list(released or run.items_sha256)
    known = [task for task in tasks if task.name in order]
    yield sorted(known, key=lambda task: order.index(task.name))
    if not released:
        yield list(tasks)


def _counts(run: LoadedRun, described: _Described) -> Iterator[Finding]:
    if described.shard is not None:
        yield Finding(
            "counts",
            f"this is shard {described.shard} of a run; join them with `decisionpivot runs merge`",
        )
        return
    answers = (answer for marks in run.tasks for answer in marks.answers if answer is not None)
    actual = counted(answers, items=run.selection.items, lost_usd=described.lost_usd)
    for stated, own in ((described.counts, actual.counts), (described.totals, actual.totals)):
        for name, value in asdict(own).items() if stated is not None else ():
            said = getattr(stated, name)
            if not _agree(said, value):
                yield Finding(
                    "counts",
                    f"{name}: {RUN_FILE} says {_cut(_shown(said))}, "
                    f"the answers give {_cut(_shown(value))}",
                )


def _agree(stated: Any, actual: Any) -> bool:
    if isinstance(actual, float):
        return math.isclose(stated, actual, rel_tol=COST_TOLERANCE, abs_tol=COST_TOLERANCE)
    return bool(stated == actual)


def _read(path: Path) -> bytes | None:
    """The published scorecard; None where there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(
            f"cannot read the scorecard: {error.strerror}",
            place=str(path),
            remedy="Check its permissions.",
        ) from None


_DRAWN = re.compile(rb'"resamples":\s*(\d{1,18}),\s*"undefined":\s*(\d{1,18})\b')


def _resamples(published: bytes | None) -> int:
    """How many resamples most intervals of a scorecard were made of; none where it has none.

    Read from its text, so that a scorecard with one value changed is still compared in all others.
    """
    if published is None:
        return RESAMPLES
    drawn = Counter(int(kept) + int(left) for kept, left in _DRAWN.findall(published))
    return min(max(drawn, key=drawn.__getitem__, default=0), MOST_RESAMPLES)


def _scorecard(folder: Path, published: bytes | None, card: Scorecard) -> Iterator[Finding]:
    """Yield in what a published scorecard is not the one that the answers give."""
    own = card.to_json()
    if published is None:
        yield Finding(
            "scorecard", f"there is none; `decisionpivot score {folder.as_posix()}` writes it"
        )
    elif published != own:
        try:
            stated = _leaves(msgspec.json.decode(published))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            yield Finding("scorecard", f"not JSON: {error}")
            return
        yield from _differences(stated, _leaves(msgspec.json.decode(own)))


Leaves: TypeAlias = dict[tuple[str, ...], str]
"""The values of a JSON document by their path, written as JSON: 1, 1.0 and true are three."""


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Leaves:
    if not isinstance(value, dict | list) or not value:
        return {path: _shown(value)}
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return {
        place: leaf for key, own in inner for place, leaf in _leaves(own, (*path, str(key))).items()
    }


def _differences(stated: Leaves, actual: Leaves) -> Iterator[Finding]:
    """Yield the values that differ, the hashes of answer files before the figures."""
    paths = [path for path in actual | stated if stated.get(path) != actual.get(path)]
    hashes = [path for path in paths if path[:1] == ("answers_sha256",)]
    figures = [path for path in paths if path[:1] != ("answers_sha256",)]
    for check, differing in (("answers", hashes), ("scorecard", figures)):
        for path in differing[:SHOWN]:
            yield Finding(
                check,
                f"{'.'.join(path)}: published {_cut(stated.get(path))}, "
                f"recomputed {_cut(actual.get(path))}",
            )
        if len(differing) > SHOWN:
            more = len(differing) - SHOWN
            yield Finding(check, f"{more:,} more; {len(differing):,} values differ")
    if not paths:
        yield Finding("scorecard", "the values agree, but not the bytes: it was written otherwise")


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _cut(text: str | None) -> str:
    if text is None:
        return "nothing"
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 3]}..."


def _short(digest: str | None) -> str:
    return "none" if digest is None else f"{digest[:12]}..."


def _one_line(error: InputError) -> str:
    return " ".join(str(error).split())
