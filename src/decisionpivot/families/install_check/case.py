"""The structure of a case: versions, pins, what the index asks for, and what is broken."""

from typing import NamedTuple

FINAL = 10**6
"""Sorts a version without a tag after all pre-releases of the same number."""


class Version(NamedTuple):
    """Three numbers, and the number of the pre-release, or 0."""

    major: int
    minor: int
    patch: int
    pre: int = 0

    def key(self, merged: bool) -> tuple[int, int, int, int]:
        """What versions are ordered by; ``merged``: a pre-release counts as its version."""
        return (self.major, self.minor, self.patch, FINAL if merged or not self.pre else self.pre)

    def text(self, tag: str) -> str:
        """As it is written, e.g. ``2.10.0-rc3``."""
        return f"{self.major}.{self.minor}.{self.patch}" + (f"-{tag}{self.pre}" if self.pre else "")


class Bound(NamedTuple):
    """One of ``>= > <= <`` and a version."""

    op: str
    version: Version


Range = tuple[Bound, ...]


def holds(found: Version, bound: Bound, merged: bool) -> bool:
    """Whether a version meets a bound."""
    ours, limit = found.key(merged), bound.version.key(merged)
    if ours == limit:
        return bound.op in (">=", "<=")
    return (ours > limit) == (bound.op[0] == ">")


def inside(found: Version, bounds: Range, merged: bool) -> bool:
    """Whether a version meets all bounds."""
    return all(holds(found, bound, merged) for bound in bounds)


class Pin(NamedTuple):
    """One line of the proposed set."""

    name: str
    version: Version
    parts: tuple[str, ...]
    channel: str


class Clause(NamedTuple):
    """One row of the index.

    ``form`` is need, conflict, runtime or platform. The row counts only where the owner's pin
    lies within ``own`` and has ``own_part``, if given.
    """

    owner: str
    form: str
    target: str = ""
    bounds: Range = ()
    part: str = ""
    channel: str = ""
    platforms: tuple[str, ...] = ()
    own: Range = ()
    own_part: str = ""


class Setting(NamedTuple):
    """The target environment, and whether a pre-release counts as its version."""

    merged: bool
    runtime: Version
    platform: str


Pins = dict[str, Pin]


def active(clause: Clause, pins: Pins, merged: bool) -> bool:
    """Whether a row of the index counts for these pins."""
    pin = pins.get(clause.owner)
    if pin is None or (clause.own_part and clause.own_part not in pin.parts):
        return False
    return inside(pin.version, clause.own, merged)


def fault(clause: Clause, pins: Pins, setting: Setting) -> str:
    """The kind of fault that a row which counts finds; empty where all is well."""
    if clause.form == "platform":
        return "" if setting.platform in clause.platforms else "runtime"
    if clause.form == "runtime":
        return "" if inside(setting.runtime, clause.bounds, setting.merged) else "runtime"
    pin = pins.get(clause.target)
    fits = pin is not None and inside(pin.version, clause.bounds, setting.merged)
    if clause.form == "conflict":
        return "conflict" if fits else ""
    if pin is None:
        return "missing_pin"
    if not fits:
        return "version_bound"
    met = clause.part in ("", *pin.parts) and clause.channel in ("", pin.channel)
    return "" if met else "unmet_requirement"


def faults(clauses: list[Clause], pins: Pins, setting: Setting) -> list[str]:
    """The kinds of all faults of a proposed set."""
    counting = (clause for clause in clauses if active(clause, pins, setting.merged))
    return [kind for clause in counting if (kind := fault(clause, pins, setting))]


def misread(clauses: list[Clause], pins: Pins, setting: Setting, tag: str) -> bool:
    """Whether string order of versions misreads a satisfied bound on a pin."""
    for clause in clauses:
        pin = pins.get(clause.target)
        if clause.form != "need" or pin is None or not active(clause, pins, setting.merged):
            continue
        for bound in clause.bounds:
            ours, limit = pin.version.text(tag), bound.version.text(tag)
            as_text = ours == limit or (ours > limit) == (bound.op[0] == ">")
            if holds(pin.version, bound, setting.merged) and not as_text:
                return True
    return False
