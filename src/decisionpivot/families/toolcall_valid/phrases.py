"""The sentences of ``toolcall_valid``: what a request, a description and a convention may say.

``{label}`` is a property's noun phrase, ``{v}`` a value in words. Every decoy names its value
exactly once, so that a wanted and an unwanted value are mentioned equally often.
"""

ROLES = "manager assistant sister neighbour cousin flatmate mentor brother aunt uncle".split()
PLACES = "flat office farm studio garage shop houseboat".split()
STREETS = "Street Lane Road Row Alley Square Quay Hill".split()
EVENTS = (
    "harvest fair",
    "team outing",
    "audit",
    "choir concert",
    "fire drill",
    "open day",
    "book fair",
    "quarterly review",
    "village fete",
    "board election",
)
ROUTINES = (
    "lunch break",
    "choir practice",
    "piano lesson",
    "swimming class",
    "language course",
    "reading hour",
    "garden round",
    "chess evening",
)
"""What a user refers to as "my" or "the": people, addresses, dated events, daily routines."""

WANT = (
    "The {label} should be {v}.",
    "Please set the {label} to {v}.",
    "For the {label}, take {v}.",
    "As the {label} I want {v}.",
    "Let the {label} be {v}.",
    "The {label} I want is {v}.",
)
WANT_FLAG = {
    True: (
        "I want {label}.",
        "Please include {label}.",
        "This time I need {label}.",
        "I would like {label}, too.",
    ),
    False: (
        "I do not want {label}.",
        "Please skip {label}.",
        "This time I can do without {label}.",
        "I would rather not have {label}.",
    ),
}
MENTION = (
    "At first I had {v} in mind for the {label}, but that is off.",
    "In another call, now closed, the {label} was {v}.",
    "A colleague's call has {v} as the {label}; do not copy that.",
    "Somebody suggested {v} for the {label}, which I do not want.",
    "Ignore the draft that had {v} as the {label}.",
    "We tried {v} as the {label} once and will not do so again.",
)
OPEN = (
    "You may set the {label} to {v}, but you need not.",
    "Whether you add {v} as the {label} is up to you.",
    "The {label} can be {v} or be left out; I do not mind which.",
    "If you like, put {v} as the {label}; I can also do without it.",
    "It is all the same to me whether you leave the {label} out or set it to {v}.",
    "Adding {v} as the {label} is fine with me, and so is leaving it out.",
)
OUT = (
    "Leave the {label} out this time; the last call had {v} there.",
    "Do not give the {label}; {v} was for another occasion.",
    "This call goes without the {label}, which was {v} last time.",
    "The {label} must not be given; {v} was a one-off.",
    "Leave the {label} unset; {v} is out of date.",
    "Please do without the {label}, where I had {v} earlier.",
)
ONE_OF = (
    "Set the {label} to {v} or the {other} to {w}; I need one of the two, whichever it is.",
    "One of these two will do, and one has to be there: {v} as the {label}, or {w} as the {other}.",
    "Give {v} as the {label} or {w} as the {other}; either is enough for me, but not neither.",
    "I must have {v} as the {label} or else {w} as the {other}, the choice being yours.",
    "There has to be {v} as the {label} or {w} as the {other}, and I do not care which.",
)
RANGE = (
    "For the {label}, anything from {v} to {w} suits me.",
    "The {label} may be anywhere from {v} to {w}, both included.",
    "I leave the {label} to you, provided it lies between {v} and {w} or is one of them.",
    "Any {label} from {v} up to {w} is fine, these two included.",
    "Choose the {label} yourself, from {v} to {w} inclusive.",
)
EITHER = (
    "The {label} may be {v} or {w}; both are fine.",
    "For the {label} I would accept {v} as well as {w}.",
    "Choose between {v} and {w} for the {label}.",
    "As to the {label}, I have no preference between {v} and {w}.",
    "Whether the {label} is {v} or {w} makes no difference to me.",
)
AS_IN_CALL = (
    "For the {label}, take what my call of {v} had.",
    "Use the same {label} as in my call of {v}.",
    "The {label} should be the one from my call of {v}.",
    "Repeat the {label} of my call of {v}.",
    "I want the {label} that I had in my call of {v}.",
)
IN_UNITS = (
    "The {label} comes to {v}.",
    "For the {label}, count {v}.",
    "Reckon with {v} for the {label}.",
    "I need {v} as the {label}, converted for the tool.",
    "The {label} adds up to {v}.",
)
WEEKDAY = {
    False: (
        "'Next {v}' is the first {v} after today.",
        "By 'next {v}' the user means the first {v} that follows today.",
        "When the user says 'next {v}', the first {v} after today is meant.",
        "Read 'next {v}' as the {v} that comes first after today.",
    ),
    True: (
        "'Next {v}' is the second {v} after today.",
        "By 'next {v}' the user means the second {v} that follows today.",
        "When the user says 'next {v}', the second {v} after today is meant.",
        "Read 'next {v}' as the {v} that comes second after today.",
    ),
}
"""Keyed by whether the later day is meant, as the two tables below."""
DAYS = {
    False: (
        "In 'N days from today', today itself is day 1.",
        "The user counts 'N days from today' with today as the first day.",
        "'1 day from today' is today, '2 days from today' tomorrow, and so on.",
        "Counting 'N days from today' starts with today as number one.",
    ),
    True: (
        "In 'N days from today', tomorrow is day 1.",
        "The user counts 'N days from today' with tomorrow as the first day.",
        "'1 day from today' is tomorrow, '2 days from today' the day after, and so on.",
        "Counting 'N days from today' starts with tomorrow as number one.",
    ),
}
WORKING_DAYS = {
    False: (
        "Working days are Monday to Saturday; the first one counted is the first after today.",
        "'Working days from today' start after today and leave out Sundays only.",
        "Every day but Sunday is a working day, and today is not counted.",
        "For working days, count from the day after today and skip Sundays, nothing else.",
    ),
    True: (
        "Working days are Monday to Friday; the first one counted is the first after today.",
        "'Working days from today' start after today and leave out Saturdays and Sundays.",
        "Every day but Saturday and Sunday is a working day, and today is not counted.",
        "For working days, count from the day after today and skip Saturdays and Sundays.",
    ),
}
ZONE = {
    True: (
        "Given by the clock of {v}.",
        "The clock in {v} applies.",
        "Local time in {v}.",
        "Stated as a clock in {v} shows it.",
    ),
    False: (
        "Given by the user's own clock.",
        "The user's own clock applies.",
        "Local time where the user is.",
        "Stated as the user's own clock shows it.",
    ),
}
"""Keyed by whether a time has to be converted."""
OFFSET = (
    "Clocks in {v} are {w} the user's.",
    "The time in {v} is {w} the user's.",
    "Compared with the user's clock, {v} is {w} it.",
    "{v} keeps a time {w} that of the user.",
)

DESCRIPTION = (
    "The {label}{form}.",
    "States the {label}{form}.",
    "Holds the {label}{form}.",
    "Gives the {label}{form}.",
    "The {label} for this call{form}.",
)
FLAG_DESCRIPTION = (
    "Whether the request asks for {label}, yes or no.",
    "Yes or no: does the user want {label}?",
    "Says yes or no to {label}.",
    "Gives the user's yes or no to {label}.",
)
"""Both spellings of a flag are in sight, whichever of them the schema asks for."""

WRITTEN = (", written {v}", ", in the form {v}", ", formatted as {v}", ", to be given as {v}")
COUNTED = (", counted in {v}", ", in {v}", ", stated in {v}", ", a number of {v}")
ALIAS = (
    "A request that says {w} means {v}.",
    "Some users call it {w}; that is {v} here.",
    "Where a request has {w}, the tool takes {v}.",
    "For {w} in a request, use {v}.",
    "{w} in a request stands for {v}.",
)
OPTIONAL_LIST = (
    "Optional: {v}.",
    "These may be absent: {v}.",
    "Not every call has {v}.",
    "A call can do without {v}.",
    "What a call may lack: {v}.",
)
OPTIONAL_USE = (
    "An optional property is set if the request asks for it and left out if the request says so; "
    "where the request leaves it open, both are right unless a description rules one of them out.",
    "Set optional properties that the request wants and leave out those it does not want; if it "
    "leaves one open, either is correct as long as the descriptions allow it.",
    "What the request asks for must be there, what it refuses must not; a property that it leaves "
    "open may be there or not, within what the descriptions say.",
    "Whether an optional property is given follows the request; when the request does not mind, "
    "both ways are correct, except where a description decides.",
    "The request decides on optional properties: wanted ones are given, unwanted ones are not, "
    "and for those left open both ways are valid if no description objects.",
    "Give optional properties when asked to, omit them when asked to; left open by the request, "
    "they may be given or omitted, subject to the descriptions.",
)

AT_MOST = {
    True: ("at most {n}", "no more than {n}"),
    False: ("less than {n}", "below {n}", "under {n}"),
}
AT_LEAST = {
    True: ("at least {n}", "no less than {n}"),
    False: ("more than {n}", "above {n}", "over {n}"),
}
"""Keyed by whether the limit itself is allowed."""
LIMIT = (
    "When `{p}` is {u}, `{q}` must be {a}; when it is {w}, {b}.",
    "`{q}` must be {a} if `{p}` is {u}, and {b} if `{p}` is {w}.",
    "The limit on `{q}` depends on `{p}`: {a} for {u}, {b} for {w}.",
    "With {u} as `{p}`, keep `{q}` {a}; with {w}, {b}.",
    "`{p}` decides how large `{q}` may be: {u} demands {a}, {w} demands {b}.",
)
RATIO = (
    "`{q}` must be {a}.",
    "The tool refuses a call unless `{q}` is {a}.",
    "The value of `{q}` has to be {a}.",
    "Only calls in which `{q}` is {a} are carried out.",
    "A valid call has a `{q}` that is {a}.",
)
GAP = (
    "The time from `{p}` to `{q}` must be {a} days, counted as the difference of the two dates.",
    "`{q}` minus `{p}` has to be {a} days.",
    "The number of days that `{q}` lies after `{p}` must be {a}; the day after `{p}` lies 1 after.",
    "Subtract `{p}` from `{q}`: the result must be {a} days.",
    "The tool accepts `{q}` only if the difference between it and `{p}` is {a} days.",
)
CLASH = (
    "With `{p}` set to {u}, `{q}` cannot be {x}; with {w}, it cannot be {y}.",
    "`{q}` must not be {x} when `{p}` is {u}, nor {y} when `{p}` is {w}.",
    "{u} as `{p}` excludes {x} as `{q}`, and {w} excludes {y}.",
    "Impossible pairs of `{p}` and `{q}`: {u} with {x}, {w} with {y}.",
    "When `{p}` is {u}, the tool has no {x} for `{q}`; when it is {w}, it has no {y}.",
)
NEEDS = {
    True: (
        "With `{p}` set to {u}, `{a}` must be given; with {w}, `{b}` must be.",
        "`{a}` has to be present when `{p}` is {u}, and `{b}` when `{p}` is {w}.",
        "If `{p}` is {u}, the call needs `{a}`; if it is {w}, it needs `{b}`.",
        "{u} as `{p}` requires `{a}`, and {w} requires `{b}`.",
    ),
    False: (
        "With `{p}` set to {u}, `{a}` must be left out; with {w}, `{b}` must be.",
        "`{a}` has to be absent when `{p}` is {u}, and `{b}` when `{p}` is {w}.",
        "If `{p}` is {u}, the call must not have `{a}`; if it is {w}, it must not have `{b}`.",
        "{u} as `{p}` forbids `{a}`, and {w} forbids `{b}`.",
    ),
}
"""Keyed by whether the named property is needed or forbidden."""


def plural_noun(noun: str) -> str:
    """The plural of a unit's noun: ``crates``, ``parties``, ``batches``."""
    if noun.endswith("y") and noun[-2] not in "aeou":
        return f"{noun[:-1]}ies"
    return noun + ("es" if noun.endswith(("ch", "x", "s")) else "s")


CLOCK_STYLES = ("12h", "h", "hours")


def clock(minutes: int, style: str) -> str:
    """A time in words, in a style that no tool's format uses: ``2:05 pm``, ``14 h 05``."""
    hours, rest = divmod(minutes, 60)
    if style == "12h":
        return f"{(hours - 1) % 12 + 1}:{rest:02d} {'am' if hours < 12 else 'pm'}"
    return f"{hours} h {rest:02d}" if style == "h" else f"{hours:02d}{rest:02d} hours"
