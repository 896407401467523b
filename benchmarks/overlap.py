"""Looks for the reference track in a corpus made for it, with planted copies; prints MB/s.

    python benchmarks/overlap.py [--mb 1000] [--source DIR]

The corpus is text drawn from 50,000 words; copies of items are planted exactly, in other case and
spacing, with one sentence replaced, and inside a longer document.
"""

import argparse
import random
import resource
import sys
import tempfile
import time
from pathlib import Path

from decisionpivot.items import Item
from decisionpivot.reference import TASKS, convert
from decisionpivot.reference.overlap import Found, Index, blocks, text_of

SOURCES = Path(__file__).parents[2] / "shared" / "reference-sources"
LINE = 200


def made_up(rng: random.Random) -> list[str]:
    letters = "etaoinshrdlucmfwypvbgk"
    return ["".join(rng.choices(letters, k=rng.randint(2, 9))) for _ in range(50_000)]


def write_corpus(path: Path, size_mb: int, planted: list[str]) -> None:
    """Lines of drawn words, the planted texts spread evenly among them."""
    rng = random.Random(7)
    vocabulary = made_up(rng)
    lines = size_mb * 1_000_000 // (LINE * 6)
    every = max(lines // (len(planted) + 1), 1)
    block = [" ".join(rng.choices(vocabulary, k=LINE)) for _ in range(2_000)]
    with path.open("w", encoding="utf-8") as file:
        for number in range(lines):
            words = block[rng.randrange(len(block))].split(" ", 20)
            file.write(" ".join([*rng.sample(words, len(words))]) + "\n")
            if number % every == every - 1 and number // every < len(planted):
                file.write(planted[number // every] + "\n")


def copies(items: list[Item]) -> tuple[list[Item], list[str]]:
    """A hundred items of at least forty words, and the four kinds of copies of them."""
    rng = random.Random(3)
    long = [item for item in items if len(text_of(item).split()) >= 40]
    chosen = rng.sample(long, 100)
    texts = []
    for number, item in enumerate(chosen):
        words = text_of(item).split()
        if number % 4 == 1:
            words = [word.upper() for word in words]
        elif number % 4 == 2:
            middle = len(words) // 2
            words[middle : middle + 5] = ["a", "sentence", "of", "our", "own"]
        elif number % 4 == 3:
            words = ["some", "text", "before", *words, "and", "after"]
        texts.append("  ".join(words))
    return chosen, texts


def measure(size_mb: int, sources: Path) -> tuple[float, list[Found], list[Item]]:
    """(MB/s, what was found, what was planted)."""
    items = [
        item
        for task in TASKS
        for item in convert(task, sources / (task.CARD.folder or task.CARD.name))[0]
    ]
    planted, texts = copies(items)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "corpus.txt"
        write_corpus(path, size_mb, texts)
        index = Index(items)
        size, started = path.stat().st_size, time.process_time()
        for block in blocks(path):
            index.look(block)
        took = time.process_time() - started
    return size / took / 1e6, index.found(), planted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mb", type=int, default=1_000)
    parser.add_argument("--source", type=Path, default=SOURCES)
    args = parser.parse_args()
    speed, found, planted = measure(args.mb, args.source)
    units = {item.group or item.id for item in planted}
    ids = {own.id for own in found}
    missed = [item.id for item in planted if item.id not in ids]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{args.mb:,} MB at {speed:.1f} MB/s of one core, peak memory {peak:,.0f} MiB")
    print(f"{len(planted) - len(missed)} of {len(planted)} planted items found, missed {missed}")
    print(f"{len(found)} items found in all, of {len(units)} planted groups and items")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
