"""The released core: which items it holds, where they lie, and how they are made or verified.

A release is a manifest: seed, counts and the SHA-256 of each family's file. The items themselves
are made on the user's machine by the generators, byte for byte the same everywhere, and checked
against the manifest before every use.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib.resources import files
from pathlib import Path

import msgspec
from msgspec import Struct

from decisionpivot.answers import replace
from decisionpivot.families import BY_NAME, FAMILIES
from decisionpivot.families.group import generate
from decisionpivot.items import InputError, Item, encode_lines, file_sha256, read_items, sha256

RELEASE = "core-1.0"
REFERENCE = "reference-1.0"
FRESH = "seed-"
"""A fresh draw is called after its seed."""
OWN = "own data"
"""What runs over a user's own items name in place of a release."""
SEED = 1
ITEMS_FOLDER = Path("items")


class Entry(Struct, frozen=True):
    """One family of a release."""

    items: int
    groups: int
    sha256: str


class Manifest(Struct, frozen=True):
    """What a release is: enough to make it again and to see that it is right."""

    release: str
    seed: int
    version: str
    canary: str
    families: dict[str, Entry]


class ItemFile(Struct, frozen=True):
    """A family's or task's items on disk: verified, with the hash that runs carry."""

    name: str
    path: Path
    sha256: str
    release: str

    def items(self) -> Iterator[Item]:
        """The items in file order."""
        return read_items(self.path)


def manifest() -> Manifest:
    """The manifest of the release that this version of the package evaluates."""
    data = (files(__package__) / f"{RELEASE}.json").read_bytes()
    return msgspec.json.decode(data, type=Manifest)


def make(family: str, seed: int, blocks: int = 1, first: int | None = None) -> bytes:
    """A family's items as the bytes of their file."""
    return encode_lines(generate(BY_NAME[family], seed, blocks=range(blocks), first=first))


def core(
    *,
    folder: Path = ITEMS_FOLDER,
    seed: int = SEED,
    on_made: Callable[[str], None] = lambda _: None,
) -> list[ItemFile]:
    """The core track's item files: the release (seed 1), verified, or a fresh draw.

    Missing files are made, with one process a core; files that are there are verified.

    Args:
        folder: where item files lie; the release is kept in a folder of its own below.
        seed: 1 for the release; any other seed gives a fresh draw of the same size.
        on_made: called with a family's name when its file is ready.

    Raises:
        InputError: a file or this version's generators do not give the release's hash.
    """
    name = RELEASE if seed == SEED else f"{FRESH}{seed}"
    expected = manifest().families if seed == SEED else {}
    result = []
    paths = {family.name: folder / name / f"{family.name}.jsonl" for family in FAMILIES}
    missing = [family for family, path in paths.items() if seed != SEED or not path.exists()]
    for family, data in zip(missing, _made(missing, seed), strict=True):
        if seed == SEED and sha256(data) != expected[family].sha256:
            raise InputError(
                f"this version's generator does not make the {family} items of {RELEASE}",
                place=str(paths[family]),
                remedy="Install the package version that the manifest names, unchanged.",
            )
        replace(paths[family], [data])
        on_made(family)
    for family, path in paths.items():
        digest = file_sha256(path)
        if seed == SEED and digest != expected[family].sha256:
            raise InputError(
                f"the file is not the {family} file of {RELEASE}: its SHA-256 is {digest[:12]}..., "
                f"the manifest says {expected[family].sha256[:12]}...",
                place=str(path),
                remedy="Delete the file and run the command again: it is made anew.",
            )
        result.append(ItemFile(family, path, digest, name))
    return result


def _made(families: list[str], seed: int) -> Iterator[bytes]:
    if len(families) < 2 or (os.cpu_count() or 1) < 2:
        yield from (make(family, seed) for family in families)
        return
    with ProcessPoolExecutor() as pool:
        yield from pool.map(make, families, [seed] * len(families))


def describe(family: str, items: Iterable[Item]) -> Entry:
    """The manifest entry of a family's items."""
    values = list(items)
    return Entry(len(values), len({item.group for item in values}), sha256(encode_lines(values)))
