"""Reads a rendered item of install_check anew, for its tests; shares nothing with the generator."""

import re
from functools import cached_property
from typing import NamedTuple

V = r"(\d+\.\d+\.\d+(?:-[a-z]+\d+)?)"
WAYS = {
    ">=": ("at least @", "@ or later", "ge:@", "from @ on", "min @", r"\[@, ", ">= ?@"),
    ">": ("above @", "later than @", "gt:@", "after @", "over @", r"\(@, ", "> ?@"),
    "<=": ("at most @", "@ or earlier", "le:@", "including @", "max @", r", @\]", "<= ?@"),
    "<": ("below @", "earlier than @", "lt:@", "before @", "under @", r", @\)", "< ?@"),
}
BOUNDS = {op: re.compile("|".join(ways).replace("@", V)) for op, ways in WAYS.items()}
NOUNS = {
    "desktop plug-ins": ("feature", "channel"),
    "robot firmware": ("capability", "ring"),
    "laboratory packages": ("extra", "shelf"),
    "game modifications": ("option", "branch"),
    "router images": ("flag", "lane"),
    "map viewer layers": ("facet", "stream"),
    "audio studio units": ("slot", "feed"),
    "database extensions": ("component", "tier"),
}
FORMS = {
    "runtime": "runs on|starts on|works on|loads on|operates on",
    "conflict": "conflicts with|clashes with|excludes|does not tolerate|is barred beside",
    "need": "needs|requires|depends on|asks for|relies on|calls for",
}
MERGED = re.compile(
    "treated exactly as|is dropped|is ignored|no rank of their own|means the same as|equal to its"
)


class Pin(NamedTuple):
    version: str
    words: frozenset[str]


class Row(NamedTuple):
    owner: str
    form: str
    target: str
    bounds: tuple[tuple[str, str], ...]
    asked: str
    platforms: tuple[str, ...]
    own: tuple[tuple[str, str], ...]
    own_part: str


def bounds_in(text: str) -> tuple[tuple[str, str], ...]:
    return tuple(
        (op, next(v for v in match.groups() if v))
        for op, pattern in BOUNDS.items()
        for match in pattern.finditer(text)
    )


class Reading:
    """An item; ``order`` is how versions compare: number, or text for a lazy reader."""

    def __init__(self, item, order="number"):
        self.part, self.channel = NOUNS[item.domain]
        self.order = order
        self.blocks = item.state.split("\n\n")[1:]
        index = next(b for b in self.blocks if re.search(r"\n[a-z]+\n  ", b)).split("\n")[1:]
        self.entries = [line for line in index if line[0] != " "]
        self.merged = bool(MERGED.search(item.state))
        target = min((b for b in self.blocks if len(b.split("\n")) == 2), key=len)
        self.runtime = re.search(V, target).group(1)
        self.platform = re.search(r"platform (?:is )?([\w-]+)", target.split("\n")[1]).group(1)
        self.rows, owner = [], ""
        for line in index:
            if line[0] != " ":
                owner = line
            elif row := self.row(owner, re.sub(r"^  [-*> ] ", "", line)):
                self.rows.append(row)

    @cached_property
    def pins(self) -> dict[str, Pin]:
        found = {}
        for block in self.blocks:
            for line in block.split("\n"):
                match = re.match(
                    rf"(?:- |pin )?([a-z]+)(?:==|, version | = | -> |@| \| | ){V}", line
                )
                if match and line[match.end() :]:
                    found[match[1]] = Pin(match[2], frozenset(re.findall(r"[\w-]+", line)))
        return found

    def asked(self, noun: str, text: str) -> str:
        match = re.search(rf"\bthe (\S+) {noun}\b|\b{noun} ([\w-]+)", text)
        return (match[1] or match[2]) if match else ""

    def row(self, owner: str, line: str) -> Row | None:
        condition, _, body = line.rpartition(": ")
        own = bounds_in(condition)
        own_part = "" if own or not condition else self.asked(self.part, condition)
        assert bool(condition) == bool(own or own_part), line
        if platforms := re.search(r"platforms (\S+) and (\S+)", body):
            return Row(owner, "platform", "", (), "", platforms.groups(), own, own_part)
        for form, verbs in FORMS.items():
            if match := re.match(rf"(?:{verbs}) (\w+) ", body):
                rest = body[match.end() :]
                asked = self.asked(self.part, rest) or self.asked(self.channel, rest)
                return Row(owner, form, match[1], bounds_in(rest), asked, (), own, own_part)
        assert body in ("nothing listed", "no rows", "no demands", "none"), line
        return None

    def key(self, version: str):
        if self.order == "text":
            return version
        number, _, tag = version.partition("-")
        pre = 10**6 if self.merged or not tag else int(re.sub(r"\D", "", tag))
        return (*map(int, number.split(".")), pre)

    def keeps(self, version: str, bound: tuple[str, str]) -> bool:
        ours, limit = self.key(version), self.key(bound[1])
        return bound[0][1:] == "=" if ours == limit else (ours > limit) == (bound[0][0] == ">")

    def inside(self, version: str, bounds) -> bool:
        return all(self.keeps(version, bound) for bound in bounds)

    def active(self, row: Row, conditions: bool = True) -> bool:
        pin = self.pins.get(row.owner)
        if pin is None or not conditions:
            return pin is not None
        return self.inside(pin.version, row.own) and (not row.own_part or row.own_part in pin.words)

    def fault(self, row: Row) -> str:
        if row.form == "platform":
            return "" if self.platform in row.platforms else "runtime"
        if row.form == "runtime":
            return "" if self.inside(self.runtime, row.bounds) else "runtime"
        pin = self.pins.get(row.target)
        if row.form == "conflict":
            return "conflict" if pin and self.inside(pin.version, row.bounds) else ""
        if pin is None:
            return "missing_pin"
        if not self.inside(pin.version, row.bounds):
            return "version_bound"
        return "" if not row.asked or row.asked in pin.words else "unmet_requirement"

    def faults(self, conditions: bool = True) -> set[str]:
        active = (row for row in self.rows if self.active(row, conditions))
        return {kind for row in active if (kind := self.fault(row))}

    def checks(self) -> list[tuple[str, tuple[str, str]]]:
        """Every (version pinned, bound) of a need that counts."""
        return [
            (self.pins[row.target].version, bound)
            for row in self.rows
            if row.form == "need" and row.target in self.pins and self.active(row)
            for bound in row.bounds
        ]

    def narrow(self, version: str, bound: tuple[str, str]) -> bool:
        """A bound that is kept at its limit, or one step inside."""
        ours, limit = self.key(version), self.key(bound[1])
        if bound[0] in (">=", "<="):
            return ours == limit
        low, high = (limit, ours) if bound[0] == ">" else (ours, limit)
        if low[:3] == high[:3]:
            return True
        return high[:2] == low[:2] and high[2] == low[2] + 1

    def superfluous(self) -> list[str]:
        """Pins that no row that counts names in a need."""
        named = {row.target for row in self.rows if row.form == "need" and self.active(row)}
        return sorted(set(self.pins) - named)
