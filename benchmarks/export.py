"""Peak memory and speed of writing item files as parquet, at three sizes.

    python benchmarks/export.py

Every size is a process of its own that reads a file of items, as `decisionpivot export hf` does.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from decisionpivot.export.columns import CORE
from decisionpivot.export.tables import write_table
from decisionpivot.families import BY_NAME
from decisionpivot.families.group import generate
from decisionpivot.items import encode
from decisionpivot.selection import FileItems, Task

FAMILY = "log_claim"
BLOCKS = (1, 10, 40)


def export(path: Path) -> None:
    """Write a file of items as parquet and print what it took."""
    start = time.perf_counter()
    table = write_table(Task(FAMILY, FileItems(path), ""), CORE, path.parent)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{table.items:7,} items  {peak:5.0f} MiB  {seconds:6.1f} s  {table.size:12,} bytes")


def main() -> None:
    if len(sys.argv) > 1:
        export(Path(sys.argv[1]))
        return
    for blocks in BLOCKS:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{FAMILY}.jsonl"
            with path.open("wb") as file:
                for item in generate(BY_NAME[FAMILY], 1, blocks=range(blocks)):
                    file.write(encode(item) + b"\n")
            subprocess.run([sys.executable, __file__, str(path)], check=True)


if __name__ == "__main__":
    main()
