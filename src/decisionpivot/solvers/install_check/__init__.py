"""Does the proposed set install cleanly? Every row of the index is checked against the pins.

After an opening paragraph the state has four sections in any order: conventions, the target, the
pins and the index.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from decisionpivot.items import Request
from decisionpivot.solvers.install_check.ranges import (
    RANGE,
    Range,
    Read,
    V,
    Version,
    bounds,
    version,
    within,
)
from decisionpivot.solvers.install_check.sentences import ranks_tags
from decisionpivot.solvers.verdict import Unreadable, Verdict

NAME = r"[a-z]{4,16}"


class Pin(Struct, frozen=True):
    """A pinned version with its parts and its channel."""

    version: Version
    parts: frozenset[str]
    channel: str


class Row(Struct, frozen=True, kw_only=True):
    """A row of the index: whose it is, when it counts, and what it asks for.

    ``kind`` is demand, conflict, runtime or platform.
    """

    owner: str
    kind: str
    own_versions: Range = ()
    own_part: str = ""
    name: str = ""
    range: Range = ()
    part: str = ""
    channel: str = ""
    platforms: frozenset[str] = frozenset()


class Target(Struct, frozen=True):
    """The environment: its platform, and the version of its runtime."""

    platform: str
    version: Version


class Case(Struct, frozen=True):
    """All that decides."""

    pins: dict[str, Pin]
    rows: tuple[Row, ...]
    target: Target


def solve(request: Request) -> Verdict:
    """Yes where every row that counts is met, else no with the kind of fault.

    Raises:
        Unreadable: a sentence, a row or a pin is not understood, or faults of several kinds occur.
    """
    return decide(parse(request))


def decide(case: Case) -> Verdict:
    """Yes without a fault, else no with its kind."""
    found = faults(case)
    if len(found) > 1:
        raise Unreadable(f"faults of several kinds: {sorted(found)}")
    return Verdict("no", found.pop()) if found else Verdict("yes")


def faults(case: Case) -> set[str]:
    """The kinds of fault that rows of pinned entries find."""
    return {fault_of(row, case) for row in case.rows if counts(row, case)} - {""}


def counts(row: Row, case: Case) -> bool:
    """Whether a row's owner is pinned, with the own versions and the own part of the row."""
    pin = case.pins.get(row.owner)
    if pin is None or not within(pin.version, row.own_versions):
        return False
    return not row.own_part or row.own_part in pin.parts


def fault_of(row: Row, case: Case) -> str:
    """The kind of fault that a row finds; nothing where it is met."""
    if row.kind == "platform":
        return "" if case.target.platform in row.platforms else "runtime"
    if row.kind == "runtime":
        return "" if within(case.target.version, row.range) else "runtime"
    pin = case.pins.get(row.name)
    if row.kind == "conflict":
        return "conflict" if pin is not None and within(pin.version, row.range) else ""
    if pin is None:
        return "missing_pin"
    if not within(pin.version, row.range):
        return "version_bound"
    lacks = (row.part and row.part not in pin.parts) or (row.channel and row.channel != pin.channel)
    return "unmet_requirement" if lacks else ""


def parse(request: Request, *, text_order: bool = False) -> Case:
    """The pins, the rows and the target.

    Args:
        request: what was asked.
        text_order: order versions as text, as a careless reader would.

    Raises:
        Unreadable: a section is missing, or a line is not understood.
    """
    if not isinstance(request.state, str):
        raise Unreadable("the state is not a text")
    sections = _sections(request.state)
    tags = ranks_tags(sections["conventions"])

    def read(text: str) -> Version:
        return (text,) if text_order else version(text, tags=tags)

    return Case(
        pins=dict(_pins(sections["pins"], read)),
        rows=tuple(_rows(sections["index"], read)),
        target=_target(" ".join(sections["target"]), read),
    )


_SECTIONS = {
    "conventions": re.compile(r"rule|convention|read"),
    "target": re.compile(r"target|environment|where it goes"),
    "index": re.compile(r"index|catalogue|demands"),
    "pins": re.compile(r"pin|proposed|lock"),
}


def _sections(state: str) -> dict[str, list[str]]:
    _, *blocks = re.split(r"\n\n+", state)
    found: dict[str, list[str]] = {}
    for block in blocks:
        heading, *lines = block.split("\n")
        word = heading.strip("#=[]: ").lower()
        names = [name for name, pattern in _SECTIONS.items() if pattern.search(word)]
        if not names or names[0] in found:
            raise Unreadable(f"a section that is not known: {heading!r}")
        found[names[0]] = [line for line in lines if line.strip()]
    if set(found) != set(_SECTIONS):
        raise Unreadable(f"there are the sections {sorted(found)} only")
    return found


# --- the target ---

_TARGETS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"on platform (?P<platform>[\w-]+), where the \w+ \w+ is at version (?P<v>{V})\.",
        rf"meant for platform (?P<platform>[\w-]+) with \w+ (?P<v>{V}) as its \w+\.",
        rf"platform (?P<platform>[\w-]+); its \w+ is \w+ in version (?P<v>{V})\.",
        rf"the \w+ is \w+ (?P<v>{V}), and the platform is (?P<platform>[\w-]+)\.",
        rf"has the \w+ \w+ (?P<v>{V}) and the platform (?P<platform>[\w-]+)\.",
    )
)


def _target(text: str, read: Read) -> Target:
    for pattern in _TARGETS:
        found = pattern.search(text)
        if found:
            return Target(found["platform"], read(found["v"]))
    raise Unreadable(f"a target in another form: {text!r}")


# --- the pins ---

_LIST = r"[\w ,+-]*?"
_PINS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"pin (?P<name>{NAME}) (?P<v>{V})(?:; \w+ (?P<parts>{_LIST}))?; \w+ (?P<channel>[\w-]+)",
        rf"(?P<name>{NAME})==(?P<v>{V}) \[(?P<parts>{_LIST})\] @(?P<channel>[\w-]+)",
        rf"(?P<name>{NAME}) -> (?P<v>{V}) \((?P<parts>{_LIST})\) on (?P<channel>[\w-]+)",
        rf"(?P<name>{NAME}), version (?P<v>{V}), \w+ (?P<parts>{_LIST}), \w+ (?P<channel>[\w-]+)",
        rf"(?P<name>{NAME})@(?P<v>{V})(?P<parts>(?:\+\w+)*):(?P<channel>[\w-]+)",
        rf"- (?P<name>{NAME}) (?P<v>{V}) (?:with (?P<parts>{_LIST})|without \w+), "
        r"from the (?P<channel>[\w-]+) \w+",
        rf"(?P<name>{NAME}) = (?P<v>{V}) \(\w+: (?P<parts>{_LIST}); \w+: (?P<channel>[\w-]+)\)",
        rf"(?P<name>{NAME}) \| (?P<v>{V}) \| (?P<parts>{_LIST}) \| (?P<channel>[\w-]+)",
    )
)
_HEADER = re.compile(r"[a-z-]+ \| version \| \w+ \| \w+")
_NOTHING = frozenset({"", "none", "-"})


def _pins(lines: list[str], read: Read) -> Iterator[tuple[str, Pin]]:
    for line in lines:
        if _HEADER.fullmatch(line) or not line.strip("|-+ "):
            continue
        found = next(filter(None, (pattern.fullmatch(line.strip()) for pattern in _PINS)), None)
        if found is None:
            raise Unreadable(f"a pin in another form: {line!r}")
        parts = re.split(r"[,+ ]+|\band\b", found["parts"] or "")
        own = frozenset(part for part in parts if part not in _NOTHING | {"and"})
        yield found["name"], Pin(read(found["v"]), own, found["channel"])


# --- the index ---

_CONDITION = re.compile(
    rf"(?:(?:only )?for own versions?|own version|where the own version is|tied to own versions?) "
    rf"(?P<versions>{RANGE}): |"
    r"(?:with |only with |tied to )?own [a-z-]+ (?P<part>[\w-]+): |"
    r"where own [a-z-]+ (?P<on>[\w-]+) is on: "
)
_DEMAND = re.compile(
    rf"(?:asks for|requires|needs|relies on|depends on|calls for) (?P<name>{NAME}) "
    rf"(?P<range>{RANGE})(?P<more>.*)"
)
_CONFLICT = re.compile(
    r"(?:excludes|clashes with|conflicts with|is barred beside|does not tolerate) "
    rf"(?P<name>{NAME}) (?P<range>{RANGE})"
)
_RUNTIME = re.compile(rf"(?:runs|works|starts|operates|loads) on [A-Z]\w+ (?P<range>{RANGE})")
_PLATFORM = re.compile(r".*\bplatforms? (?P<list>[\w-]+(?:(?:, | and | or )[\w-]+)*)(?: only)?")
_PART = re.compile(
    r"(?: with| that has| including|,)? (?:the (?P<first>[\w-]+) (?:flag|component|facet|option|"
    r"capability|extra|feature|slot)|(?:flag|component|facet|option|capability|extra|feature|slot) "
    r"(?P<second>[\w-]+)(?: on)?)"
)
_CHANNEL = re.compile(
    r",?(?: taken| out)?(?: from| of)?,? (?:the (?P<first>[\w-]+) (?:lane|tier|stream|branch|ring|"
    r"shelf|channel|feed)|(?:lane|tier|stream|branch|ring|shelf|channel|feed) (?P<second>[\w-]+))"
)
_NO_ROW = re.compile(r"(?:no demands|nothing listed|none|no rows)")


def _rows(lines: list[str], read: Read) -> Iterator[Row]:
    owner = ""
    for line in lines:
        text = line.strip()
        if line == text and re.fullmatch(NAME, text):
            owner = text
            continue
        text = re.sub(r"^[-*>] ", "", text)
        if not owner:
            raise Unreadable(f"a row without an entry: {line!r}")
        if not _NO_ROW.fullmatch(text):
            yield _row(owner, text, read)


def _row(owner: str, text: str, read: Read) -> Row:
    condition = _CONDITION.match(text)
    own: Range = ()
    part = ""
    if condition:
        text = text[condition.end() :]
        part = condition["part"] or condition["on"] or ""
        own = bounds(condition["versions"], read) if condition["versions"] else ()
    demand = _DEMAND.fullmatch(text)
    if demand:
        wanted, channel = _extra(demand["more"], text)
        return Row(
            owner=owner,
            kind="demand",
            own_versions=own,
            own_part=part,
            name=demand["name"],
            range=bounds(demand["range"], read),
            part=wanted,
            channel=channel,
        )
    for kind, pattern in (("conflict", _CONFLICT), ("runtime", _RUNTIME)):
        found = pattern.fullmatch(text)
        if found:
            name = found["name"] if kind == "conflict" else ""
            wanted_range = bounds(found["range"], read)
            return Row(
                owner=owner, kind=kind, own_versions=own, own_part=part, name=name,
                range=wanted_range,
            )  # fmt: skip
    found = _PLATFORM.fullmatch(text)
    if found:
        listed = frozenset(re.split(r", | and | or ", found["list"]))
        return Row(owner=owner, kind="platform", own_versions=own, own_part=part, platforms=listed)
    raise Unreadable(f"a row in another form: {text!r}")


def _extra(more: str, row: str) -> tuple[str, str]:
    """The part and the channel that a demand adds."""
    part = channel = ""
    while more:
        wanted, source = _PART.match(more), _CHANNEL.match(more)
        if wanted and not part:
            part, more = wanted["first"] or wanted["second"], more[wanted.end() :]
        elif source and not channel:
            channel, more = source["first"] or source["second"], more[source.end() :]
        else:
            raise Unreadable(f"a demand with more than is known: {row!r}")
        more = more.removeprefix(",").removeprefix(" and") if more.strip() else ""
    return part, channel
