"""The words of ``log_claim``: what its logs are about and how its sentences read.

Kept apart from the generator for their length. Phrases name what they hold in braces;
``{line}``, ``{a_line}``, ``{lines}`` (and these with a capital) stand for the noun of the group.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from msgspec import Struct

from decisionpivot import draw
from decisionpivot.families.wording import DATE_STYLES, Names, clock, day, listed


class Rules(NamedTuple):
    """How the events of a log are counted.

    ``start`` and ``end``: whether that minute belongs to a window; ``merged``: whether exact
    repeats count once; ``named``: what a level named in a message does, ``column`` nothing,
    ``either`` counts as well, ``message`` replaces the level of the line.
    """

    start: bool
    end: bool
    merged: bool
    named: str


class Domain(Struct, frozen=True):
    """What a log of one domain is about: where it is kept, what logs, and what it says."""

    sites: tuple[str, ...]
    nouns: tuple[str, ...]
    roots: tuple[str, ...]
    tails: tuple[tuple[str, ...], ...]
    messages: tuple[str, ...]


LEVELS = (
    ("DEBUG", "INFO", "WARN", "ERROR"),
    ("INFO", "NOTICE", "ALERT", "ALARM"),
    ("NOTE", "MINOR", "MAJOR", "FATAL"),
    ("INFO", "ADVISORY", "CAUTION", "FAULT"),
    ("TRACE", "INFO", "WARNING", "CRITICAL"),
)
NAMING = tuple(
    "relayed @ from unit #|@ text # sent on|copy of @ # filed|ticket # opened for @|"
    "@ counter now #|page # lists @|lamp # shows @|operator # saw @|@ rule # edited|"
    "test # of @ path|@ mail # queued|desk # asks about @".split("|")
)
MENTIONING = (
    "waiting for @ (#)",
    "reply # from @",
    "handed # to @",
    "@ asked for #",
    "saw @, try #",
)
SOFTWARE = (
    ("api", "app", "apx"),
    ("job", "jot", "jobs"),
    ("db1", "db7", "db17"),
    ("core", "corr", "cores"),
    ("inn", "ins", "in"),
)
HARDWARE = (
    ("a1", "a7", "a11"),
    ("b3", "b8", "b33"),
    ("12", "21", "112"),
    ("n2", "m2", "n22"),
    ("e5", "e6", "e56"),
)
"""Endings of look-alikes; the first two, which claims name, are equally long."""

DOMAINS = {
    "web platform": Domain(
        ("the web platform {x}", "the online shop {x}", "the booking site {x}"),
        ("service", "component", "process"),
        tuple("auth cart mail search media order feed login".split()),
        SOFTWARE,
        tuple(
            "request # answered late|cache page # renewed|session # closed|queue length now #|"
            "retry # accepted|upload # stored|login # refused|worker # restarted|"
            "index part # built|timeout after # s|disk use at # percent|plan # reloaded".split("|")
        ),
    ),
    "factory line": Domain(
        ("the {x} factory", "the assembly line at {x}", "the bottling line of {x}"),
        ("station", "machine", "controller"),
        tuple("press weld paint lathe oven belt drill pack".split()),
        HARDWARE,
        tuple(
            "part # rejected|tool # changed|door # opened|belt slip for # s|batch # started|"
            "sensor # cleaned|cycle # repeated|oil at # percent|guard # closed|"
            "shift count # saved|mould # heated|clamp # released".split("|")
        ),
    ),
    "hospital devices": Domain(
        ("the {x} Hospital", "the intensive care ward at {x}", "the {x} clinic"),
        ("device", "instrument", "unit"),
        tuple("pump scan vent dose bed fridge probe warmer".split()),
        HARDWARE,
        tuple(
            "battery at # percent|drip rate set to #|lead # loose|self-test # passed|"
            "bed # connected|cuff # inflated|dose # confirmed|tube # flushed|"
            "door open for # s|case # archived|filter # replaced|gel pack # moved".split("|")
        ),
    ),
    "railway": Domain(
        ("the signal box at {x}", "the {x} branch railway", "the control centre at {x}"),
        ("system", "device", "installation"),
        tuple("signal point gate track axle lamp brake switch".split()),
        HARDWARE,
        tuple(
            "route # set|track # occupied|axle count # reset|lamp # replaced|blade # moved|"
            "train # passed|gate # lowered|heater # switched on|beacon # read late|"
            "key # returned|relay # slow|door check # done".split("|")
        ),
    ),
    "warehouse robots": Domain(
        ("the robots in the {x} warehouse", "the {x} parcel hub", "the picking hall at {x}"),
        ("robot", "vehicle", "unit"),
        tuple("lift shuttle picker sorter cart crane dock tug".split()),
        HARDWARE,
        tuple(
            "tote # lifted|shelf # scanned|aisle # blocked|charge at # percent|"
            "path # recalculated|wheel # slipping|bin # dropped|dock # taken|"
            "label # unreadable|stop for # s|map # loaded|gripper # opened".split("|")
        ),
    ),
    "payment switch": Domain(
        ("the payment switch of {x}", "the {x} card network", "the {x} clearing house"),
        ("service", "gateway", "module"),
        tuple("card route limit settle fraud batch token payout".split()),
        SOFTWARE,
        tuple(
            "batch # sent|card range # loaded|reply after # s|limit # reached|"
            "terminal # offline|key set # changed|file # settled|reversal # matched|"
            "token # renewed|route # closed|host # reconnected|balance # compared".split("|")
        ),
    ),
    "power grid": Domain(
        ("the {x} substation", "the grid control room at {x}", "the power grid around {x}"),
        ("device", "component", "bay"),
        tuple("feeder relay busbar tap breaker meter cable coil".split()),
        HARDWARE,
        tuple(
            "feeder # opened|load at # percent|tap moved to #|breaker # closed|"
            "voltage low for # s|meter # read|oil sample # taken|cable # reclosed|"
            "capacitor # switched|frequency check # done|fan # started|switch # locked".split("|")
        ),
    ),
    "game servers": Domain(
        ("the game servers of {x}", "the {x} game platform", "the servers behind the game {x}"),
        ("service", "server", "process"),
        tuple("lobby match chat store rank world party replay".split()),
        SOFTWARE,
        tuple(
            "room # full|player # joined late|map # rotated|tick delay # ms|save # written|"
            "vote # passed|match # ended|chat text # removed|region # merged|"
            "patch # applied|seat # freed|queue wait # s".split("|")
        ),
    ),
}
FORMATS = (
    ("{time} {service} {level} {text}", ("time", "service", "level", "message")),
    ("{time} | {service} | {level} | {text}", ("time", "service", "level", "message")),
    ("{time} {level} {service}: {text}", ("time", "level", "service", "message")),
    ("[{time}] {service} {level}: {text}", ("time", "service", "level", "message")),
    ("{time}; {level}; {service}; {text}", ("time", "level", "service", "message")),
    ("{time} [{level}] {service} - {text}", ("time", "level", "service", "message")),
)
INTROS = (
    "This is the {log} of {site} for {day}.",
    "Here is the {log} that {site} kept on {day}.",
    "The {log} of {site} given here covers one day, {day}.",
    "Every {line} of this {log} was written for {site} on {day}.",
    "The {lines} come from the {log} of {site} and belong to {day}.",
    "On {day}, the following {log} was kept for {site}.",
)
FIELDS = (
    "Each {line} reports one event and gives {fields}, in this order.",
    "{A_line} stands for an event; its fields are, from left to right, {fields}.",
    "From left to right, {a_line} shows {fields} of an event.",
    "The fields of {a_line} are {fields}, in that order.",
    "{Lines} report one event each and are made up of {fields}, in this order.",
    "What {a_line} holds about an event is, in order, {fields}.",
)
SCALES = (
    "The {levels} in use are {scale}.",
    "There are four {levels}: {scale}.",
    "The {level} field holds one of {scale}.",
    "The possible {levels} are {scale}.",
    "{Levels} are written {scale}.",
    "The words for {levels} are {scale}.",
)
ENDING = {
    (True, True): (
        "{A_window} includes its start time and its end time.",
        "An event at the very minute at which {a_window} starts or ends lies inside it.",
        "Both ends count as inside: {a_window} from {x} to {y} takes in {a_line} stamped {x} "
        "and {a_line} stamped {y}.",
        "{Lines} stamped exactly with the start or the end of {a_window} belong to it.",
        "The two times that bound {a_window} are both part of it.",
        "{A_window} runs from its start time, included, to its end time, included.",
    ),
    (False, False): (
        "{A_window} includes neither its start time nor its end time.",
        "An event at the very minute at which {a_window} starts or ends lies outside it.",
        "Both ends count as outside: {a_window} from {x} to {y} leaves out {a_line} stamped {x} "
        "and {a_line} stamped {y}.",
        "{Lines} stamped exactly with the start or the end of {a_window} do not belong to it.",
        "Neither of the two times that bound {a_window} is part of it.",
        "{A_window} runs from its start time, excluded, to its end time, excluded.",
    ),
    (True, False): (
        "{A_window} includes its start time but not its end time.",
        "An event at the very minute at which {a_window} starts lies inside it, one at the very "
        "minute at which it ends lies outside.",
        "The start counts as inside and the end as outside: {a_window} from {x} to {y} takes in "
        "{a_line} stamped {x} and leaves out {a_line} stamped {y}.",
        "{Lines} stamped exactly with the start of {a_window} belong to it, those stamped exactly "
        "with its end do not.",
        "Of the two times that bound {a_window}, the earlier is part of it and the later is not.",
        "{A_window} runs from its start time, included, to its end time, excluded.",
    ),
    (False, True): (
        "{A_window} includes its end time but not its start time.",
        "An event at the very minute at which {a_window} ends lies inside it, one at the very "
        "minute at which it starts lies outside.",
        "The start counts as outside and the end as inside: {a_window} from {x} to {y} leaves out "
        "{a_line} stamped {x} and takes in {a_line} stamped {y}.",
        "{Lines} stamped exactly with the end of {a_window} belong to it, those stamped exactly "
        "with its start do not.",
        "Of the two times that bound {a_window}, the later is part of it and the earlier is not.",
        "{A_window} runs from its start time, excluded, to its end time, included.",
    ),
}
REPEATING = {
    False: (
        "{Lines} that are identical in every field count separately.",
        "If the same {line} stands in the {log} more than once, every copy counts.",
        "Exact repeats of {a_line} are counted each time.",
        "Repeats are not merged: {lines} that agree in time, {service}, {level} and message "
        "all count.",
        "{A_line} that is repeated word for word stands for a new event every time.",
        "Copies of {a_line}, the same in all fields, are events of their own.",
    ),
    True: (
        "{Lines} that are identical in every field count as one event.",
        "If the same {line} stands in the {log} more than once, only one of the copies counts.",
        "Exact repeats of {a_line} are not counted again.",
        "Repeats are merged: {lines} that agree in time, {service}, {level} and message "
        "count as one.",
        "{A_line} that is repeated word for word, time included, stands for one event only.",
        "Copies of {a_line}, the same in all fields, add nothing to the count.",
    ),
}
LEVELLING = {
    "column": (
        "The {level} of an event is the one in its {level} field; {a_level} named in the message "
        "does not count.",
        "Only the {level} field decides which {level} an event has, not a word in its message.",
        "A message that names {a_level} in capitals does not give the event that {level}; the "
        "{level} field does.",
        "{Levels} named inside messages are ignored; the {level} field alone counts.",
        "Whatever {level} a message names, the event has the one in its {level} field and no "
        "other.",
        "When a message names another {level} than the {level} field, the field decides.",
    ),
    "either": (
        "An event counts under the {level} in its {level} field and also under {a_level} that its "
        "message names in capitals.",
        "{A_level} named in capitals inside a message counts as well: the event then has both "
        "{levels}, this one and the one in its {level} field.",
        "An event has every {level} that its {line} names, be it in the {level} field or, in "
        "capitals, in the message.",
        "The events of {a_level} are those that have it in the {level} field and also those whose "
        "message names it in capitals.",
        "If a message names {a_level} in capitals, the event counts for that {level} in addition "
        "to the one in its {level} field.",
        "A message can add {a_level} by naming it in capitals; the event keeps the one in its "
        "{level} field too.",
    ),
    "message": (
        "Where a message names {a_level} in capitals, the event has that {level} and not the one "
        "in its {level} field.",
        "{A_level} named in capitals inside a message replaces the one in the {level} field.",
        "The {level} field decides only where the message names no {level} in capitals; otherwise "
        "the one named there is the {level} of the event.",
        "If a message names {a_level} in capitals, the event counts under that {level} alone.",
        "A message overrules the {level} field: {a_level} that it names in capitals is the only "
        "{level} of the event.",
        "The {level} of an event is the one that its message names in capitals or, if the message "
        "names none, the one in its {level} field.",
    ),
}
BELONGING = (
    "An event belongs to the {service} in its {service} field, whatever its message mentions.",
    "{Services} mentioned inside a message do not count; the {service} field says whose event "
    "it is.",
    "Only the {service} field tells which {service} an event belongs to.",
    "A message may mention another {service}; the event still belongs to the one in its {service} "
    "field.",
    "Whose event it is depends on the {service} field alone, not on names in the message.",
    "A message that mentions {a_service} does not make the event belong to it; the {service} field "
    "does.",
)
CLAIMS = (
    "In the {window} from {a} to {b}, {s} has exactly {n} events of {level} {l}.",
    "Exactly {n} {l} events of {s} fall in the {window} from {a} to {b}.",
    "{s} recorded exactly {n} {l} events in the {window} from {a} to {b}.",
    "The {window} that starts at {a} and ends at {b} holds exactly {n} events of {s} with "
    "{level} {l}.",
    "There are exactly {n} events of {level} {l} from the {service} {s} in the {window} that "
    "runs from {a} to {b}.",
    "For the {service} {s}, exactly {n} {l} events lie in the {window} from {a} to {b}.",
    "The number of {l} events of {s} in the {window} from {a} to {b} is exactly {n}.",
    "Taking the {window} from {a} to {b}, the {log} shows exactly {n} events of {level} {l} "
    "for {s}.",
)
HEADINGS = {
    "C": ("Claim", "The claim", "Claim to check", "Claim made about the {log}"),
    "R": ("Conventions", "How events are counted", "Rules for counting", "Reading the {log}"),
    "L": ("The {log}", "{Lines} of the day", "Events", "What was logged"),
}
HEADING_STYLES = ("{}:", "## {}", "[{}]", "-- {} --")
BULLETS = (" ", "\n", "\n- ", "\n* ")


def forms(key: str, noun: str) -> dict[str, str]:
    """A noun as phrases use it: ``line``, ``lines``, ``a_line``, and these with a capital."""
    many = noun[:-1] + "ies" if noun.endswith(("ry", "ty")) else noun + "s"
    many = noun + "es" if noun.endswith("s") else many
    article = "an" if noun[0] in "aeio" else "a"
    used = {key: noun, f"{key}s": many, f"a_{key}": f"{article} {noun}"}
    return used | {name.capitalize(): text.capitalize() for name, text in used.items()}


LOGS = tuple(forms("log", noun) for noun in ("log", "event log", "journal", "day log"))
LINES = tuple(forms("line", noun) for noun in ("line", "entry", "record", "row"))
SCALE_NOUNS = tuple(forms("level", noun) for noun in ("level", "severity", "grade"))
WINDOWS = tuple(forms("window", noun) for noun in ("window", "period", "interval", "time span"))
SERVICES = {name: tuple(forms("service", noun) for noun in d.nouns) for name, d in DOMAINS.items()}


def terms_of(
    r: Random, name: str, fields: tuple[str, ...], levels: tuple[str, ...]
) -> dict[str, str]:
    """The nouns that a group uses throughout, the fields of a line and the levels as lists."""
    groups = (LOGS, LINES, SCALE_NOUNS, WINDOWS, SERVICES[name])
    terms = {key: text for nouns in groups for key, text in draw.choice(r, nouns).items()}
    named = [f"the {terms.get(field, field)}" for field in fields]
    return terms | {"fields": listed(named), "scale": listed(levels)}


def conventions(r: Random, rules: Rules, terms: dict[str, str], clock_style: str) -> str:
    """The conventions, in an order and a layout of their own; the fields come first."""
    hour = draw.integer(r, 1, 20) * 60
    example = {"x": clock(hour, clock_style), "y": clock(hour + 60, clock_style)}
    ending, levelling = ENDING[rules.start, rules.end], LEVELLING[rules.named]
    kinds = [ending, REPEATING[rules.merged], levelling, BELONGING, SCALES]
    draw.shuffle(r, kinds)
    texts = [draw.choice(r, phrases).format(**terms, **example) for phrases in (FIELDS, *kinds)]
    bullet = draw.choice(r, BULLETS)
    return bullet.lstrip() + bullet.join(texts)


def introduction(r: Random, words: Domain, terms: dict[str, str]) -> str:
    """The sentence that says where and when the log was kept."""
    kept = date(2027, 1, 1) + timedelta(draw.integer(r, 0, 1200))
    site = draw.choice(r, words.sites).format(x=Names(r).word())
    when = day(kept, draw.choice(r, DATE_STYLES))
    return draw.choice(r, INTROS).format(**terms, site=site, day=when)


def headings(r: Random, terms: dict[str, str]) -> dict[str, str]:
    """The headings of the sections, in one layout."""
    style = draw.choice(r, HEADING_STYLES)
    return {
        key: style.format(draw.choice(r, titles).format(**terms))
        for key, titles in HEADINGS.items()
    }


def rows(log: Sequence[tuple[int, str, str, str, str]], template: str, clock_style: str) -> str:
    """The log as text, a row an event."""
    return "\n".join(
        template.format(time=clock(minute, clock_style), service=service, level=level, text=text)
        for minute, service, level, text, _ in log
    )
