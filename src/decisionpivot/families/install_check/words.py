"""The words of ``install_check``: eight invented ecosystems, and how its sentences read.

Phrases name what they hold in braces: ``{pkg}``, ``{a_pkg}`` and ``{pkgs}`` the noun for a
package, ``{part}`` and ``{parts}`` that for an optional part, ``{chan}`` that for a channel,
``{run}`` the runtime.
"""

from msgspec import Struct


class Syntax(Struct, frozen=True):
    """How a range of versions is written.

    ``ops`` holds the words for ``>= > <= <``, each with ``{v}``; two bounds are joined by
    ``join``. ``wrap`` puts a range behind a name. ``note`` says what lets in the version named.
    """

    ops: tuple[str, str, str, str]
    join: str
    wrap: str
    inclusive: str
    exclusive: str


class Ecosystem(Struct, frozen=True):
    """One domain: its nouns, parts, channels, platforms, range syntax and shape of a pin."""

    title: str
    pkg: tuple[str, str]
    part: tuple[str, str]
    chan: str
    run: str
    parts: tuple[str, ...]
    channels: tuple[str, ...]
    platforms: tuple[str, ...]
    syntax: Syntax
    pin: str
    join: str


INTERVAL = Syntax(
    ("[{v}, *)", "({v}, *)", "(*, {v}]", "(*, {v})"), "", "in {range}",
    "a square bracket", "a round bracket beside a version",
)  # fmt: skip

DOMAINS = {
    "desktop plug-ins": Ecosystem(
        "a set of plug-ins for the desktop suite {x}", ("plug-in", "plug-ins"),
        ("feature", "features"), "channel", "host",
        ("tables", "export", "macros", "themes", "search", "outline", "print", "sync"),
        ("stable", "preview", "nightly"), ("pane-64", "pane-arm", "slate-64", "slate-arm"),
        Syntax((">={v}", ">{v}", "<={v}", "<{v}"), ", ", "{range}",
               "the sign >= or <=", "a plain > or <"),
        "{name}=={version} [{parts}] @{channel}", ", ",
    ),
    "robot firmware": Ecosystem(
        "the firmware modules of the picking robot {x}", ("module", "modules"),
        ("capability", "capabilities"), "ring", "kernel",
        ("lidar", "gripper", "vision", "torque", "brake", "audio", "radio", "thermal"),
        ("inner", "middle", "outer"), ("axis-4", "axis-6", "rover-2", "rover-3"),
        Syntax(("at least {v}", "above {v}", "at most {v}", "below {v}"), " and ", "({range})",
               "the wording 'at least' or 'at most'", "the word 'above' or 'below'"),
        "- {name} {version} with {parts}, from the {channel} ring", " and ",
    ),
    "laboratory packages": Ecosystem(
        "the analysis packages of the laboratory {x}", ("package", "packages"),
        ("extra", "extras"), "shelf", "interpreter",
        ("plots", "stats", "imaging", "units", "sheets", "spectra", "solver", "archive"),
        ("tested", "fresh", "raw"), ("bench-x", "bench-y", "cluster-x", "cluster-y"),
        INTERVAL, "{name} = {version} (extras: {parts}; shelf: {channel})", ", ",
    ),
    "game modifications": Ecosystem(
        "the modifications on the game server {x}", ("mod", "mods"),
        ("option", "options"), "branch", "engine",
        ("weather", "trading", "quests", "voices", "maps", "skins", "combat", "farming"),
        ("main", "beta-branch", "legacy"), ("realm-a", "realm-b", "arena-a", "arena-b"),
        Syntax(("{v} or later", "later than {v}", "{v} or earlier", "earlier than {v}"),
               " and ", "({range})", "an 'or later' or 'or earlier'",
               "a 'later than' or 'earlier than'"),
        "{name}, version {version}, options {parts}, branch {channel}", " + ",
    ),
    "router images": Ecosystem(
        "the image of the router {x}", ("bundle", "bundles"),
        ("flag", "flags"), "lane", "loader",
        ("ipv6", "vlan", "mesh", "qos", "dhcp", "tunnel", "guest", "radius"),
        ("slow", "normal", "fast"), ("mips-a", "mips-b", "risc-a", "risc-b"),
        Syntax(("ge:{v}", "gt:{v}", "le:{v}", "lt:{v}"), " ", "{range}",
               "the code ge or le", "the code gt or lt"),
        "pin {name} {version}; flags {parts}; lane {channel}", " ",
    ),
    "map viewer layers": Ecosystem(
        "the layers of the map viewer {x}", ("layer", "layers"),
        ("facet", "facets"), "stream", "renderer",
        ("relief", "labels", "roads", "rivers", "traffic", "borders", "cycling", "transit"),
        ("calm", "brisk", "wild"), ("tile-2d", "tile-3d", "globe-2d", "globe-3d"),
        Syntax(("from {v} on", "after {v}", "up to and including {v}", "before {v}"), " and ",
               "({range})", "either 'from' or 'up to and including'", "an 'after' or a 'before'"),
        "{name} -> {version} ({parts}) on {channel}", ", ",
    ),
    "audio studio units": Ecosystem(
        "the units of the audio studio {x}", ("unit", "units"),
        ("slot", "slots"), "feed", "mixer",
        ("reverb", "delay", "chorus", "limiter", "tuner", "sampler", "gate", "vocoder"),
        ("gold", "silver", "bronze"), ("rack-1", "rack-2", "desk-1", "desk-2"),
        Syntax(("v >= {v}", "v > {v}", "v <= {v}", "v < {v}"), " && ", "{{{range}}}",
               "the comparison v >= or v <=", "the comparison v > or v <"),
        "{name}@{version}+{parts}:{channel}", "+",
    ),
    "database extensions": Ecosystem(
        "the extensions of the database {x}", ("extension", "extensions"),
        ("component", "components"), "tier", "core",
        ("trigram", "geodata", "cron", "ledger", "vector", "audit", "fuzzy", "bloom"),
        ("base", "plus", "trial"), ("node-s", "node-m", "hub-s", "hub-m"),
        Syntax(("min {v}", "over {v}", "max {v}", "under {v}"), " / ", "[{range}]",
               "a 'min' or 'max'", "an 'over' or 'under'"),
        "{name} | {version} | {parts} | {channel}", ", ",
    ),
}  # fmt: skip

TABLE_HEAD = {"database extensions": "extension | version | components | tier"}

NEEDS = ("needs", "requires", "depends on", "asks for", "relies on", "calls for")
WITH_PART = (
    " with {part} {p}",
    " with the {p} {part}",
    ", {part} {p} on",
    " that has {part} {p}",
    " including {part} {p}",
)
FROM_CHANNEL = (
    " from {chan} {c}",
    " from the {c} {chan}",
    ", {chan} {c}",
    ", taken from {chan} {c}",
    " of {chan} {c}",
)
OWN = (
    "for own versions {range}: ",
    "only for own versions {range}: ",
    "own version {range}: ",
    "where the own version is {range}: ",
    "tied to own versions {range}: ",
)
OWN_PART = (
    "with own {part} {p}: ",
    "only with own {part} {p}: ",
    "own {part} {p}: ",
    "where own {part} {p} is on: ",
    "tied to own {part} {p}: ",
)
CONFLICTS = ("conflicts with", "clashes with", "excludes", "does not tolerate", "is barred beside")
RUNS = ("runs on", "starts on", "works on", "loads on", "operates on")
PLATFORMS = (
    "built for platforms {a} and {b}",
    "made for platforms {a} and {b}",
    "supports platforms {a} and {b}",
    "offered for platforms {a} and {b}",
    "limited to platforms {a} and {b}",
)
NOTHING = ("nothing listed", "no rows", "no demands", "none")
ANY = ("any version", "every version", "all versions", "whatever version")

NUMBERS = (
    "Versions are compared number by number from the left, each as a whole number, so {b} is "
    "later than {a}.",
    "The three numbers of a version are compared in turn as numbers, not as text: {a} is earlier "
    "than {b}.",
    "To order two versions, look at the first number in which they differ and compare it as a "
    "number; {b} therefore comes after {a}.",
    "Version order is numeric in each place, never alphabetical, which puts {b} after {a}.",
    "Each place of a version counts as an integer, the leftmost place first; by this {a} comes "
    "before {b}.",
    "A version is later when its first differing number is the greater one in value: {b} beats "
    "{a}.",
)
EARLIER = (
    "A pre-release such as {r9} is earlier than {v} itself and later than every version before "
    "{v}; its own number is a number too, so {r10} comes after {r9}.",
    "Wherever versions are compared, {r9} stands after all versions below {v} and just before "
    "{v}, and {r10} stands between the two.",
    "A tag marks a pre-release, which precedes its version: {r9}, then {r10}, then {v}, and "
    "anything earlier than {v} without such a tag comes before all three.",
    "Pre-releases count as versions of their own, in this order: {r9}, {r10}, {v}; every "
    "version below {v} comes before them.",
    "In every comparison a pre-release ranks right below the version it leads up to, by the "
    "number of its tag: {r9} below {r10}, {r10} below {v}, and both above whatever is below {v}.",
    "{r9} and {r10} are pre-releases of {v}: the former is earlier than the latter, both are "
    "earlier than {v}, and both are later than any version that came before {v}.",
)
MERGED = (
    "A pre-release counts as the version it leads up to: {r9} and {r10} are both treated exactly "
    "as {v}.",
    "Wherever versions are compared, the tag of a pre-release is dropped, so that {r9} counts as "
    "{v}.",
    "A tag such as that of {r10} is ignored in every comparison; the pin is taken to be {v}.",
    "Pre-releases have no rank of their own here: {r9}, {r10} and {v} are equal in all "
    "comparisons.",
    "In every comparison, {r10} means the same as {v}, for a pre-release stands for its version.",
    "For all comparisons a pre-release is equal to its version; {r9} is neither earlier nor later "
    "than {v}.",
)
LIMITS = (
    "In a range, {inc} lets in the version named, {exc} does not.",
    "The version named is itself allowed by {inc} but not by {exc}.",
    "With {inc} the named version belongs to the range; with {exc} it is left out.",
    "Ranges: {inc} counts the version it names in, and {exc} counts it out.",
    "Where a range has {inc}, its limit is part of it, and where it has {exc}, its limit is not.",
    "A range takes in its limit under {inc}, and stops short of it under {exc}.",
)
BOTH = (
    "Of two limits both must be kept.",
    "A range of two limits asks for both at once.",
    "Where two limits are given, a version has to respect the one and the other.",
    "Two limits in one range apply together.",
    "If a range has two limits, neither may be overstepped.",
)
OPEN = (
    "A star leaves that side of the range open.",
    "An asterisk means that there is no limit on its side.",
    "The sign * stands for no limit on that side.",
    "On a side with a * the range never ends.",
)
CLOSED = (
    "Nothing is installed but the pins, so whatever the rows of a pinned {pkg} call for must be "
    "pinned as well, in the range, with the {part} and from the {chan} that the row names.",
    "Every row of a pinned {pkg} has to be met by the pins themselves: the {pkg} it names must be "
    "among them, within the range and with the {part} or {chan} given there.",
    "The installer fetches no {pkg} that is not pinned; a row that names another {pkg} is met "
    "only by a pin of it that has the range, {part} and {chan} of the row.",
    "If a pinned {pkg} demands another one, that one must be in the proposed set too, and its pin "
    "must show the version range, the {part} and the {chan} that are demanded.",
    "A demand made by a pinned {pkg} is fulfilled by a pin alone: right {pkg}, version in the "
    "range, and the {part} or {chan} asked for, where one is asked for.",
)
SPARE = (
    "Rows of {a_pkg} that is not pinned play no part, and a pin that nothing demands does no harm.",
    "What an unpinned {pkg} would demand does not matter; a superfluous pin is allowed.",
    "The index lists more than is pinned: the rows of the rest are void. A pin may well be one "
    "that no row mentions.",
    "{a_pkg} may be pinned without being demanded, while one that is not pinned makes no demands.",
    "Only pinned {pkgs} make demands, and it is no fault to pin one that none of them demands.",
)
EXIST = (
    "Every version pinned exists with the {parts} and {chan} stated, and any {chan} will "
    "do where a row names none.",
    "All pins can be fetched as written. Where no {chan} or {part} is demanded, the pin may have "
    "whichever it likes.",
    "Each pin names a build that exists; {parts} and {chan} are free unless a row demands them, "
    "and further {parts} are never a fault.",
    "No pin is refused for its {chan} or {parts} unless a row that counts asks for others, and "
    "all of them can be downloaded.",
    "The pinned builds have all been published; having more {parts} than demanded is fine, and so "
    "is any {chan} if the row is silent on it.",
)
CONDITIONAL = (
    "A row that begins with own versions counts only if the pin of the {pkg} it stands under lies "
    "in them.",
    "Own versions at the start of a row are those of the {pkg} above it: pinned outside them, it "
    "is spared the row.",
    "When a row opens with own versions, it is to be skipped unless the {pkg} whose entry it is "
    "has been pinned within them.",
    "A row tied to own versions binds the {pkg} of that entry in those versions and in no others.",
    "Some rows start with own versions; they are in force just where the pin of that entry's "
    "{pkg} falls in the range.",
)
OPTIONAL = (
    "A row that begins with an own {part} counts only if the pin of that {pkg} lists the {part}.",
    "An own {part} at the start makes a row optional: it is in force just where the {pkg} of the "
    "entry is pinned with that {part}.",
    "When a row opens with an own {part}, it is to be skipped unless that {part} is on the pin of "
    "the {pkg} whose entry it is.",
    "A row tied to an own {part} binds the {pkg} of that entry where its pin has the {part}, and "
    "not otherwise.",
    "Optional rows start with an own {part}; leave them out if the {pkg} of the entry is pinned "
    "without it.",
)
APART = (
    "A declared conflict stops the installation if both {pkgs} are pinned and the one named last "
    "is in the range given; which of the two declares it makes no difference.",
    "Two {pkgs} in conflict must not both be pinned, unless the version of the one that the row "
    "names lies outside the range.",
    "The installation fails where a pinned {pkg} declares a conflict with a pin whose version is "
    "in the range of the row; outside that range they get on.",
    "Where a row that counts declares a conflict, no pin of the {pkg} named there may lie in the "
    "range.",
    "Conflicts are real only when the {pkg} named in the row is pinned too, at a version inside "
    "the range; then the set cannot be installed.",
)
AROUND = (
    "The {run} of the target must be in the range that a row gives for it, by the same order of "
    "versions, and its platform must be among those a row lists.",
    "Rows on the {run} or on platforms are about the target environment: its {run} version has to "
    "be in the range and its platform in the list.",
    "If a row that counts names the {run} or platforms, the target must comply, its {run} being "
    "compared like any other version.",
    "The target must offer what rows demand of it: its {run} within the range, ordered as versions "
    "are, and its platform one of those listed.",
    "A pinned {pkg} installs only if the target's {run} lies in its range and the target's "
    "platform is one of its own, where rows speak of them.",
)
ENVIRONMENT = (
    "The target environment has the {run} {name} {v} and the platform {p}.",
    "The set is meant for platform {p} with {name} {v} as its {run}.",
    "Target: platform {p}; its {run} is {name} in version {v}.",
    "It is to be installed on platform {p}, where the {run} {name} is at version {v}.",
    "On the target machine the {run} is {name} {v}, and the platform is {p}.",
)
INTRODUCTIONS = (
    "Someone has proposed {title}. Before it goes out, it is checked against the index.",
    "This is a proposal for {title}, with the index it must agree with.",
    "Below are the pins proposed for {title} and everything that bears on them.",
    "A change to {title} is waiting for approval; the pins are compared with the index.",
    "The release desk has to decide on {title} and put together the following.",
    "A fresh installation of {title} is planned. The sheet has all that is known about it.",
)
HEADINGS = {
    "pins": ("Proposed set", "Pins", "Pinned {pkgs}", "The proposed {pkgs}", "Lock list"),
    "index": ("Index", "Index of {pkgs}", "What each {pkg} demands", "Catalogue", "Index entries"),
    "rules": (
        "Rules",
        "How to read this",
        "Conventions",
        "Rules of the installer",
        "Reading notes",
    ),
    "target": ("Target", "Target environment", "Where it goes", "Environment", "The target"),
}
HEAD_STYLES = ("{h}", "## {h}", "{h}:", "[{h}]", "== {h} ==")
