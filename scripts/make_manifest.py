"""Write the manifest of the release from this checkout's generators.

Usage: python scripts/make_manifest.py
A published release is frozen: run this only for a release that nobody has used yet.
"""

from pathlib import Path

import msgspec

from decisionpivot import __version__
from decisionpivot.families import FAMILIES
from decisionpivot.families.group import generate
from decisionpivot.items import CANARY
from decisionpivot.release import RELEASE, SEED, Manifest, describe

PATH = Path(__file__).parent.parent / "src/decisionpivot/release" / f"{RELEASE}.json"

families = {family.name: describe(family.name, generate(family, SEED)) for family in FAMILIES}
manifest = Manifest(RELEASE, SEED, __version__, CANARY, families)
PATH.write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
print(f"{PATH}: {sum(entry.items for entry in families.values()):,} items")
