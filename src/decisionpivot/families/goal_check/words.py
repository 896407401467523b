"""Settings and phrases of goal_check.

In phrases o, os, p, ps are an object, objects, a place, places; t is the content; k is "locked"
and n "lock"; A W R M C L U are the names of the operations; h is the whole store.
"""

from msgspec import Struct


class Setting(Struct, frozen=True):
    """The nouns of a domain. Nouns start with a consonant but for the content's."""

    store: tuple[str, ...]
    place: tuple[str, str]
    thing: tuple[str, str]
    content: tuple[str, str]
    stems: tuple[str, ...]
    contents: tuple[str, ...]


SETTINGS = {
    "document store": Setting(
        ("document store", "filing service", "shared archive"),
        ("folder", "folders"),
        ("document", "documents"),
        ("text", "texts"),
        ("memo", "plan", "brief", "draft", "notes", "form"),
        tuple(
            "quiet harbour;open ledger;late summer;north gate;plain offer;second reading;short "
            "notice;blue paper;long table;fair copy;dry season;first survey".split(";")
        ),
    ),
    "recipe box": Setting(
        ("recipe box", "recipe file", "kitchen card index"),
        ("section", "sections"),
        ("card", "cards"),
        ("main ingredient", "main ingredients"),
        ("soup", "pie", "stew", "salad", "cake", "roll"),
        tuple(
            "barley;lentils;leeks;pumpkin;walnuts;spinach;rhubarb;turnips;millet;plums;fennel;"
            "chestnuts".split(";")
        ),
    ),
    "warehouse bins": Setting(
        ("warehouse", "spare-parts depot", "stockroom"),
        ("bin", "bins"),
        ("parcel", "parcels"),
        ("filling", "fillings"),
        ("box", "crate", "pack", "tray", "sack", "drum"),
        tuple(
            "hinges;bolts;washers;brackets;hooks;rivets;castors;springs;gaskets;clamps;screws;"
            "bearings".split(";")
        ),
    ),
    "playlist library": Setting(
        ("playlist library", "music library", "jukebox catalogue"),
        ("playlist", "playlists"),
        ("track", "tracks"),
        ("mood tag", "mood tags"),
        ("waltz", "march", "ballad", "reel", "hymn", "tango"),
        tuple(
            "calm;bright;sombre;playful;dreamy;solemn;tender;restless;gloomy;festive;wistful;"
            "gentle".split(";")
        ),
    ),
    "sample store": Setting(
        ("sample store", "cold store for samples", "specimen bank"),
        ("rack", "racks"),
        ("vial", "vials"),
        ("substance", "substances"),
        ("tube", "flask", "bottle", "phial", "cup", "jar"),
        tuple(
            "saline;serum;buffer;plasma;ethanol;lysate;glycerol;agar;peptone;starch;dextrose;"
            "gelatine".split(";")
        ),
    ),
}

VERBS = {
    "add": ("add", "create", "enter", "insert"),
    "write": ("set", "change", "update", "rewrite"),
    "remove": ("delete", "remove", "discard", "drop"),
    "move": ("move", "transfer", "shift", "relocate"),
    "copy": ("copy", "duplicate", "clone", "replicate"),
}
LOCKS = (
    ("lock", "unlock", "locked", "lock"),
    ("seal", "unseal", "sealed", "seal"),
    ("freeze", "unfreeze", "frozen", "freeze"),
    ("block", "unblock", "blocked", "block"),
)
"""The two operations, the state, and what an object in that state has."""

REFERENCES = ("{p}/{n}", "{n} in {p}", "{n} ({p})", "{p}:{n}", "{p} > {n}")
FIXED = ("{p}/{n}", "{p}:{n}", "{p} > {n}")
"""References that read well as the first field of a step."""

STEPS = (
    {
        "content": "{v} {r} with {c}",
        "carry": "{v} {r} to {d}",
        "plain": "{v} {r}",
    },
    {
        "content": "{v} | {r} | {c}",
        "carry": "{v} | {r} | {d}",
        "plain": "{v} | {r} | -",
    },
    {
        "content": "{r}: {v}, {c}",
        "carry": "{r}: {v}, {d}",
        "plain": "{r}: {v}",
    },
    {
        "content": "{v} {r} = {c}",
        "carry": "{v} {r} -> {d}",
        "plain": "{v} {r}",
    },
    {
        "content": "{v}({r}, {c})",
        "carry": "{v}({r}, {d})",
        "plain": "{v}({r})",
    },
)
"""How steps are written: with a content, with the place to go to, or with neither."""

NUMBERS = ("{i}. ", "{i}) ", "[{i}] ", "Step {i}: ", "#{i} ")
BULLETS = ("- ", "* ", "{i}. ", "({i}) ", "c{i}: ")

CONDITIONS = {
    "exists": (
        "{a} exists",
        "{a} is present",
        "there is such a {o} as {a}",
        "the {o} {a} is there",
    ),
    "absent": (
        "{a} does not exist",
        "{a} is absent",
        "there is no such {o} as {a}",
        "no {o} {a} is there",
    ),
    "content": (
        "the {t} of {a} is {c}",
        "{a} has the {t} {c}",
        "{a} exists and its {t} is {c}",
        "{t} of {a}: {c}",
    ),
    "count": (
        "{p} holds exactly {m}",
        "{p} has {m}, no more and no fewer",
        "the number of {os} in {p} is {i}",
        "{os} in {p}: {i}",
    ),
    "same": (
        "{a} and {b} have the same {t}",
        "the {t} of {a} is the same as that of {b}",
        "{a} agrees with {b} in its {t}",
        "same {t}: {a} and {b}",
    ),
    "differs": (
        "{a} and {b} have different {ts}",
        "the {t} of {a} is not the same as that of {b}",
        "{a} differs from {b} in its {t}",
        "different {ts}: {a} and {b}",
    ),
}

INTRODUCTIONS = (
    "{Owner} keeps a {h}. What follows is how it works, what it held, and what was done to it.",
    "This file is about the {h} of {Owner}: a series of steps was run on it towards a set goal.",
    "A series of steps was carried out on the {h} that {Owner} runs.",
    "The {h} at {Owner} was reorganised step by step, with the goal that is given here.",
    "Below: the {h} of {Owner}, the way its operations behave, and one run of steps.",
    "For the {h} used by {Owner}, this sheet gives the contents, the operations, a goal and a run.",
    "At {Owner}, somebody set out to bring the {h} into a given state.",
)
HEADINGS = {
    "operations": (
        "How the operations work", "Operations", "What each step does", "Kinds of step",
    ),
    "rules": ("Rules", "What makes steps fail", "When steps fail", "What else applies"),
    "initial": (
        "Contents before the first step", "At the start", "Initial contents", "Stock at the outset",
    ),
    "goal": ("Goal", "What is to hold in the end", "Goal conditions", "The aim"),
    "trace": ("Steps, in order", "Run", "The steps that were run", "Sequence of steps"),
}  # fmt: skip
HEADING_STYLES = ("## {}", "{}:", "== {} ==", "[{}]", "-- {} --")

AIMS = (
    "When the last step is done, all of this must be true.",
    "The goal is reached if every one of these conditions holds after the final step.",
    "Each condition below has to be met once all steps have been run.",
    "After the whole run, the following is wanted, all of it.",
    "Nothing but the state at the end matters; there, every line of this list must hold.",
    "These conditions must be satisfied together, as things stand after the run.",
)

OPERATIONS = {
    "add": (
        "{A} puts a new {o} with the given name and {t} into the named {p}.",
        "By {A}, a new {o} comes into the named {p}, with name and {t} as given.",
        "With {A} the named {p} gets a new {o} that has the given name and {t}.",
        "A new {o} of the given name and {t} is placed in the named {p} by {A}.",
        "What {A} does is put a new {o} into a {p}; the step gives its name and {t}.",
    ),
    "write": (
        "{W} gives the named {o} the {t} in the step in place of its old one.",
        "By {W}, the {t} of the named {o} becomes the one in the step.",
        "With {W} a {o} stays where it is and gets the {t} stated in the step.",
        "The {t} of a {o} is replaced by the one in the step through {W}.",
        "What {W} does is exchange the {t} of a {o} for the one that the step states.",
    ),
    "remove": (
        "{R} takes the named {o} out of the {h} for good.",
        "By {R}, the named {o} ceases to exist.",
        "With {R} a {o} is gone from its {p} and from the whole {h}.",
        "A {o} is taken away and no longer exists after {R}.",
        "What {R} does is do away with the named {o}.",
    ),
    "move": (
        "{M} takes the named {o} from its {p} to the other {p} given; name and {t} stay the same.",
        "By {M}, a {o} leaves its {p} and goes, with its name and {t}, into the second {p} named.",
        "With {M} a {o} goes over to the {p} stated last and keeps its name and {t}.",
        "A {o} is taken, name and {t} unchanged, out of its {p} and into the {p} given by {M}.",
        "What {M} does is bring a {o} under its old name and {t} from its {p} to another one.",
    ),
    "copy": (
        "{C} leaves the named {o} where it is and puts a second one with the same name and {t} "
        "into the other {p} given.",
        "By {C}, another {o} of the same name and {t} comes into the second {p} named, while the "
        "first one stays.",
        "With {C} the {p} stated last gets a {o} of the same name and {t}, and the original stays "
        "as it was.",
        "A further {o}, alike in name and {t}, is made in the {p} given by {C}; the original "
        "remains.",
        "What {C} does is make one more {o} with the same name and {t} in another {p}, without "
        "touching the first.",
    ),
    "lock": (
        "{L} makes the named {o} {k}, {U} makes it open again; a {o} that is so already stays so.",
        "By {L} a {o} becomes {k} and by {U} open; done twice, either has no further effect.",
        "With {L} a {o} turns {k}, with {U} it turns open; repeating either alters nothing.",
        "A {o} is {k} after {L} and open after {U}, whichever it was before.",
        "What {L} does is turn a {o} {k}; {U} turns it open; neither minds if it was so before.",
    ),
}

IDENTITY = (
    "A {o} is known by its {p} and its name: the same name in two {ps} means two {os}.",
    "Two {os} may share a name if they are in different {ps}, and are then separate {os}.",
    "Names are unique within a {p} only; equal names in two {ps} belong to two separate {os}.",
    "One {p} cannot hold two {os} of the same name, but two {ps} can, and these are separate {os}.",
    "It takes {p} and name together to identify a {o}; a name alone may stand for several.",
)
FAILING = (
    "A step that fails leaves all {os} where they were, {ts} and all, and the run goes on.",
    "If a step fails, nothing is put in, taken out or given a new {t}, and the next step follows.",
    "Failed steps do not stop the run; no {o} is added, lost or altered in its {t} by them.",
    "After a failed step every {o} is where it was, with its old {t}, and the rest is carried on.",
    "The run continues after a failed step, which has no effect on what {os} there are or on "
    "their {ts}.",
)
MISSING = (
    "Every step but {A} needs the {o} that it names: if there is none, the step fails",
    "A step on a {o} that does not exist fails ({A}, which makes one, apart)",
    "Except with {A}, a step fails when the {o} it names is missing",
    "Where the {o} named in a step is not there, the step fails, unless it is {A}",
    "No step other than {A} succeeds on a {o} that is missing",
)
CREATES = {
    False: (
        ", and {W} is no exception.",
        "; this goes for {W} too.",
        "; {W} does not make one either.",
        ", {W} included.",
        "; to {W} a missing {o} is a failure like any other.",
    ),
    True: (
        ", with one exception: {W} then makes the {o}, open and with the {t} in the step.",
        "; only {W} makes the missing {o} itself, open, with the {t} it states.",
        ", save that {W} brings the missing {o} into being, open and with the stated {t}.",
        "; but {W} on a missing {o} works as {A} does.",
        "; {W} alone does not fail but puts in an open {o} with the stated name and {t}.",
    ),
}
EXISTING = {
    False: (
        "If the {p} where {A}, {M} or {C} would put a {o} has one of that name already, the step "
        "fails, whether or not the one there is {k}.",
        "{A}, {M} and {C} fail where the name is taken in the {p} they put the {o} into, by a {k} "
        "{o} or an open one alike.",
        "A name that is taken in the {p} in question, by any {o}, {k} or open, makes {A}, {M} and "
        "{C} fail.",
        "Nothing is ever overwritten: with {A}, {M} and {C}, a {o} of the same name in the "
        "receiving {p}, {k} or open, means that the step fails.",
        "Where the receiving {p} has a {o} of the same name, {k} or not, the {o} there stays and "
        "the step ({A}, {M} or {C}) fails.",
    ),
    True: (
        "If the {p} where {A}, {M} or {C} puts a {o} has one of that name already, the old one is "
        "replaced if open; if it is {k}, the step fails.",
        "{A}, {M} and {C} replace an open {o} of the same name in the {p} they put theirs into, "
        "and fail if the one there is {k}.",
        "An open {o} that has the name in the receiving {p} makes way for the new one under {A}, "
        "{M} and {C}; a {k} one stays, and the step fails.",
        "Names that are taken are no hindrance to {A}, {M} and {C}: the {o} there is overwritten, "
        "unless it is {k}: then the step fails.",
        "Where the receiving {p} has a {o} of the same name, {A}, {M} and {C} put theirs in its "
        "stead, but fail if the one there is {k}.",
    ),
}
LOCKING = {
    True: (
        "As long as a {o} is {k}, {W}, {R} and {M} on it fail; {C}, {L} and {U} work.",
        "A {k} {o} makes {W}, {R} and {M} fail, but can be the original of {C} and be given {L} "
        "or {U}.",
        "{W}, {R} and {M} fail on a {k} {o}, while {C}, {L} and {U} succeed on it.",
        "On a {k} {o}, the steps {C}, {L} and {U} may be used, and {W}, {R} and {M} fail.",
        "Of the steps on a {k} {o}, those that fail are {W}, {R} and {M}; {C}, {L} and {U} do not.",
    ),
    False: (
        "As long as a {o} is {k}, {W} and {R} on it fail; {M}, {C}, {L} and {U} work, and after "
        "{M} it is still {k}.",
        "A {k} {o} makes {W} and {R} fail, but can be given {L} or {U}, be the original of {C}, "
        "and go through {M}, {k} as it is.",
        "{W} and {R} fail on a {k} {o}, while {M} (it then stays {k} in its new {p}), {C}, {L} "
        "and {U} succeed on it.",
        "On a {k} {o}, the steps {M}, {C}, {L} and {U} may be used, and {W} and {R} fail; {M} "
        "leaves it {k}.",
        "Of the steps on a {k} {o}, those that fail are {W} and {R}; {C}, {L}, {U} and {M} do "
        "not, and {M} takes the {n} along.",
    ),
}
SINGLE = {
    False: (
        "A {n} stays on, however many steps it has stopped, until {U} lifts it.",
        "No number of failed attempts wears a {n} out; only {U} ends it.",
        "It takes {U} to end a {n}: steps that it makes fail do not weaken it.",
        "A {o} whose {n} made a step fail is still {k} afterwards.",
        "Making a step fail does not use up a {n}; the {o} remains {k}.",
    ),
    True: (
        "A {n} stops one step only: once it has made a step fail, the {o} that was {k} is open.",
        "In making a step fail, a {n} is used up, and its {o} is open from then on.",
        "The {n} that makes a step fail is lifted by that very failure, as if by {U}.",
        "A {o} whose {n} has made a step fail is open for the steps that follow.",
        "Each {n} is good for one failure: the step fails, and the {o} with that {n} becomes open.",
    ),
}
COPIES = {
    False: (
        "A new {o}, also a copy of a {k} one, is open.",
        "Copies are open even if the original is {k}, and so is whatever {A} puts in.",
        "What {A} or {C} puts in is open at first, whatever it was made from.",
        "The {n} of an original does not pass to its copy: all that {A} and {C} bring is open.",
        "{A} and {C} always bring an open {o}.",
    ),
    True: (
        "A new {o} from {A} is open; the copy of a {k} {o} is {k} too, that of an open one open.",
        "Copies are {k} if the original is, and else open; what {A} puts in is open.",
        "What {A} puts in is open at first, but {C} passes the {n} of a {k} original on to the "
        "copy as well.",
        "The {n} of an original passes to its copy, which is open otherwise; {A} brings an open "
        "{o}.",
        "{C} makes a {k} {o} from a {k} one and an open one from an open one; {A} always brings "
        "an open one.",
    ),
}
ORDER = (
    "The checks of a step come in this order, as far as they apply to it: {x}, {y}, {z}; at the "
    "first problem the step fails and later checks are not made.",
    "A step is checked in this order, a check that has no bearing on it aside: {x}; {y}; {z}. "
    "Checks after the one that fails are left out.",
    "What is asked first is {x}, then {y}, and last {z}, each where it bears on the step; the "
    "first obstacle makes the step fail, and no further one is looked for.",
    "Before a step takes effect it is checked {x}, next {y}, after that {z}, where this concerns "
    "it; only the first obstacle found counts.",
    "Checks that a step calls for are made one by one and end with the first obstacle: {x}, then "
    "{y}, then {z}.",
)
CHECKS = {
    "there": ("whether the {o} named exists", "whether there is a {o} of that name in the {p}"),
    "lock": (
        "whether a {n} on the {o} named forbids the step",
        "whether the {o} named is {k} against the step",
    ),
    "free": (
        "whether the name is free in the receiving {p}",
        "whether the receiving {p} lacks that name",
    ),
    "replaceable": (
        "whether a {k} {o} of that name is in the receiving {p}",
        "whether the receiving {p} has a {k} {o} of that name",
    ),
}
JUDGING = (
    "In conditions, a {k} {o} is like any other; to compare {ts}, or to have one, a {o} must "
    "exist.",
    "A condition on the {t} of a {o}, or on those of two, is not met when a {o} in it does not "
    "exist; being {k} plays no part.",
    "Whether a {o} is {k} does not matter to the goal; a condition that speaks of the {t} of a "
    "missing {o} fails.",
    "All {os} count towards the conditions, {k} or open; those on {ts}, alike or different, call "
    "for every {o} in them to exist.",
    "Goal conditions about {ts} require that each {o} they name exists; none of them looks at "
    "whether it is {k}.",
)
