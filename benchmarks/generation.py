"""How fast items are made on one core, self-checks included.

Usage: python benchmarks/generation.py [SEED]
Prints, for each family, milliseconds an item and megabytes of state a second of CPU time, then all
families together, and the peak of memory at one and at ten blocks of one family.
"""

import resource
import sys
import time

from decisionpivot.audit.structure import encode_state
from decisionpivot.families import BY_NAME
from decisionpivot.families.group import Family, generate


def measure(family: Family, seed: int, blocks: int = 1) -> tuple[float, int, int]:
    """CPU seconds, items and characters of state of a draw; items are not kept."""
    seconds, items, size = 0.0, 0, 0
    drawn = generate(family, seed, blocks=range(blocks))
    while True:
        start = time.process_time()
        item = next(drawn, None)
        seconds += time.process_time() - start
        if item is None:
            return seconds, items, size
        items += 1
        size += len(encode_state(item.state).encode())


def main() -> None:
    """Measure and print."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    total = [0.0, 0, 0]
    print(f"{'family':<18}{'ms an item':>12}{'MB/s':>8}")
    for family in BY_NAME.values():
        measure(family, seed + 1)  # warm up: tables that are made once
        seconds, items, size = measure(family, seed)
        total = [total[0] + seconds, total[1] + items, total[2] + size]
        print(f"{family.name:<18}{1e3 * seconds / items:>12.2f}{size / seconds / 1e6:>8.1f}")
    seconds, items, size = total
    print(f"{'all':<18}{1e3 * seconds / items:>12.2f}{size / seconds / 1e6:>8.1f}")
    print(f"{items:,} items in {seconds:.1f} s of one core")
    one = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    measure(next(iter(BY_NAME.values())), seed, blocks=10)
    ten = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"peak memory: {one / 1024:.0f} MiB, after 6,000 more items {ten / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
