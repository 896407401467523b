"""``decisionpivot items``: make, show and verify the core track's items."""

import sys
from pathlib import Path

import msgspec
from rich.console import Console

from decisionpivot.answers import replace
from decisionpivot.cli.show import group_text, item_text
from decisionpivot.families import BY_NAME, FAMILIES
from decisionpivot.families.group import Family, items_at, locate
from decisionpivot.families.group import generate as draw_items
from decisionpivot.items import InputError, Item, encode_lines
from decisionpivot.release import ITEMS_FOLDER, RELEASE, SEED, core, describe, manifest
from decisionpivot.selection import SUBSET_SEED, FileItems, Selection, Task, choose, chosen


def family_named(name: str) -> Family:
    """The family of this name.

    Raises:
        InputError: there is none; the message lists those there are.
    """
    if name not in BY_NAME:
        raise InputError(
            f"there is no family {name!r}", remedy=f"The families are {', '.join(BY_NAME)}."
        )
    return BY_NAME[name]


def generate(
    *families: str,
    seed: int = SEED,
    blocks: int = 1,
    first: int | None = None,
    out: Path | None = None,
    json: bool = False,
) -> int:
    """Make a draw of items: one file a family, or one line an item on standard output.

    Without options this is the release. Example: decisionpivot items generate log_claim --seed 7

    Parameters
    ----------
    families
        Which families; default all.
    seed
        Which draw. Seed 1 is the release.
    blocks
        How many blocks of 600 items a family.
    first
        Only the first groups of each level, so many.
    out
        The folder for the files; default items/seed-<n>, for seed 1 items/core-1.0. "-" writes
        the items to standard output.
    json
        Print one JSON object with counts and hashes.
    """
    if blocks < 1 or (first is not None and first < 1):
        raise InputError("--blocks and --first must be at least 1", remedy="Give a larger number.")
    chosen = [family_named(name) for name in families] or list(FAMILIES)
    whole = seed == SEED and blocks == 1 and first is None
    folder = out or ITEMS_FOLDER / (RELEASE if whole else f"seed-{seed}")
    made = {}
    for family in chosen:
        values = list(draw_items(family, seed, blocks=range(blocks), first=first))
        if str(out) == "-":
            sys.stdout.buffer.write(encode_lines(values))
            continue
        replace(folder / f"{family.name}.jsonl", [encode_lines(values)])
        made[family.name] = describe(family.name, values)
        if not json:
            print(f"{folder / family.name}.jsonl  {len(values)} items")
    if json:
        sys.stdout.buffer.write(msgspec.json.encode({"seed": seed, "families": made}) + b"\n")
    return 0


def show(item: str, /, *, seed: int = SEED, group: bool = False, json: bool = False) -> int:
    """Show one item, or its whole contrast group with the decisive change marked.

    Example: decisionpivot items show policy_case:00007 --group

    Parameters
    ----------
    item
        The item's id, for example policy_case:00007.
    seed
        Which draw. Seed 1 is the release.
    group
        Show all members of the item's contrast group.
    json
        Print the items as JSON lines.
    """
    members = members_of(item, seed)
    shown = members if group else [member for member in members if member.id == item]
    if json:
        sys.stdout.buffer.write(encode_lines(shown))
        return 0
    console = Console(highlight=False, soft_wrap=True)
    width = min(console.width, 100)
    lines = group_text(members, width) if group else item_text(shown[0], width)
    for line in lines:
        console.print(line)
    return 0


def members_of(item: str, seed: int) -> list[Item]:
    """The contrast group of an item, made from its id alone.

    Raises:
        InputError: the id names no item of the draw.
    """
    name, _, number = item.partition(":")
    family = family_named(name)
    if not number.isascii() or not number.isdigit() or f"{int(number):05d}" != number:
        raise InputError(f"{item!r} is no item id", remedy="An id looks like policy_case:00007.")
    block, level, position = locate(family, seed, int(number))
    return items_at(family, seed, block=block, level=level, position=position)


def verify(*, folder: Path = ITEMS_FOLDER, json: bool = False) -> int:
    """Make the release where it is missing, and check every file against the manifest.

    Example: decisionpivot items verify

    Parameters
    ----------
    folder
        Where item files lie.
    json
        Print one JSON object.
    """
    checked = core(folder=folder)
    if json:
        hashes = {file.name: file.sha256 for file in checked}
        print(msgspec.json.encode({"release": RELEASE, "sha256": hashes}).decode())
        return 0
    for file in checked:
        print(f"{file.path}  {file.sha256[:16]}  as released")
    return 0


def subset(
    *,
    subset: int,
    seed: int = SUBSET_SEED,
    out: Path | None = None,
    folder: Path = ITEMS_FOLDER,
    json: bool = False,
) -> int:
    """Choose complete groups of the release, balanced over families and levels within one group.

    `run --subset N --subset-seed S` runs the same items.

    Parameters
    ----------
    subset
        At most so many items.
    seed
        Which subset.
    out
        Write the chosen items here, one file a family; without it their ids are printed.
    folder
        Where item files lie.
    json
        Print one JSON object with the ids and their SHA-256.
    """
    tasks = [Task(file.name, FileItems(file.path), file.sha256) for file in core(folder=folder)]
    picked = choose(tasks, Selection(subset=subset, seed=seed))
    found = {
        task.name: list(chosen(task, mask)) for task, mask in zip(tasks, picked.masks, strict=True)
    }
    if out is not None:
        for name, items in found.items():
            replace(out / f"{name}.jsonl", [encode_lines(items)])
    ids = [item.id for items in found.values() for item in items]
    if json:
        result = {"items": picked.items, "of": picked.of, "sha256": picked.sha256, "ids": ids}
        sys.stdout.buffer.write(msgspec.json.encode(result) + b"\n")
    else:
        print("\n".join(ids) if out is None else f"{picked.items} items in {out}")
    return 0


def export(out: Path, /, *, folder: Path = ITEMS_FOLDER, json: bool = False) -> int:
    """Write the release as JSONL with its manifest, checked, to a folder.

    Parameters
    ----------
    out
        The folder; it must not hold other files of these names.
    folder
        Where item files lie.
    json
        Print one JSON object.
    """
    files = core(folder=folder)
    for file in files:
        replace(out / file.path.name, [file.path.read_bytes()])
    text = msgspec.json.format(msgspec.json.encode(manifest()), indent=2)
    replace(out / "manifest.json", [text, b"\n"])
    if json:
        hashes = {file.name: file.sha256 for file in files}
        print(msgspec.json.encode({"release": RELEASE, "sha256": hashes}).decode())
    else:
        print(f"{len(files)} files and manifest.json in {out}")
    return 0
