"""The words of ``answerable``: what its tables are about and how its sentences read."""

from msgspec import Struct


class Domain(Struct, frozen=True):
    """What a table of one domain is about.

    Figures stand in the order of ``facts.FIGURES``.
    """

    one: str
    many: str
    endings: tuple[str, ...]
    branch: tuple[str, str]
    segment: str
    segments: tuple[str, ...]
    figures: tuple[str, ...]


def _domain(kind: str, endings: str, branch: str, segments: str, figures: str) -> Domain:
    one, many = kind.split("/")
    branch_one, branch_many = branch.split("/")
    segment, values = segments.split(": ")
    return Domain(
        one,
        many,
        tuple(endings.split()),
        (branch_one, branch_many),
        segment,
        tuple(values.split()),
        tuple(figures.split(", ")),
    )


DOMAINS = {
    "manufacturers": _domain(
        "manufacturer/manufacturers",
        "Works Mills Forge Foundry",
        "plant/plants",
        "product line: pumps valves motors gears hinges",
        "gross sales, returns, net sales, workers, machines, workers per machine, "
        "net sales per worker",
    ),
    "museums": _domain(
        "museum/museums",
        "Museum Gallery Rooms Collection",
        "annexe/annexes",
        "collection: coins maps prints masks clocks",
        "holdings, loans out, items in house, curators, halls, curators per hall, "
        "items in house per curator",
    ),
    "hospitals": _domain(
        "hospital/hospitals",
        "Hospital Infirmary Clinic Hospice",
        "day centre/day centres",
        "department: surgery cardiology urology oncology neurology",
        "admissions, transfers, net admissions, nurses, wards, nurses per ward, "
        "net admissions per nurse",
    ),
    "universities": _domain(
        "university/universities",
        "University College Academy Institute",
        "campus/campuses",
        "subject: law physics history botany music",
        "enrolments, withdrawals, net enrolments, lecturers, chairs, lecturers per chair, "
        "net enrolments per lecturer",
    ),
    "shipping lines": _domain(
        "shipping line/shipping lines",
        "Line Shipping Lines Carriers",
        "agency/agencies",
        "cargo: grain timber ore cars fruit",
        "tons booked, tons cancelled, tons carried, sailors, ships, sailors per ship, "
        "tons carried per sailor",
    ),
    "utilities": _domain(
        "utility/utilities",
        "Energy Power Electric Grid",
        "district/districts",
        "source: hydro wind solar gas biomass",
        "gross output, own use, net output, technicians, stations, technicians per station, "
        "net output per technician",
    ),
    "sports clubs": _domain(
        "club/clubs",
        "Club Athletic United Rovers",
        "branch/branches",
        "sport: rowing judo hockey tennis fencing",
        "entries, dropouts, net entries, coaches, squads, coaches per squad, net entries per coach",
    ),
    "research institutes": _domain(
        "institute/institutes",
        "Institute Laboratory Centre Observatory",
        "field station/field stations",
        "field: optics geology genetics acoustics robotics",
        "grants won, grants repaid, grants kept, scientists, groups, scientists per group, "
        "grants kept per scientist",
    ),
}

ROWS = (("row", "rows"), ("entry", "entries"), ("record", "records"))
MARKS = ("plan", "target", "budget", "forecast")
BRANCHES = ("{o} ({x} {b})", "{o}, {x} {b}", "{x} {b} of {o}", "{o} / {x} {b}")
MARKED = ("{y} {m}", "{m} {y}", "{y} ({m})", "{m}, {y}")
SEPARATORS = (" | ", "\t", "; ", " | ")
COLUMNS = ("oayv", "yoav", "aoyv", "oyav", "ayov")
NAMES = {"o": ("{One}", "Name"), "a": ("Figure", "Item"), "y": ("Year", "Period"), "v": ("Value",)}
HEADINGS = {
    "T": ("Table", "The figures", "Listed facts", "Facts", "What is listed"),
    "R": ("Rules", "How to read the figures", "Reading rules", "Notes", "Terms of use"),
    "Q": ("Question", "What is asked", "The question", "Asked", "To be answered"),
}
FRAMES = ("{}", "== {} ==", "# {}", "{}:", "[{}]")

LEADS = (
    "The {x} register holds these figures on {many}.",
    "This is an extract from the {x} yearbook of {many}.",
    "The facts here on {many} were put together by the office at {x}.",
    "Someone has put a question to the {x} survey of {many}.",
    "From the {x} files: what was reported on {many}, and one question.",
    "The {x} library keeps this list of figures on {many}.",
)
SHAPES = (
    "Each {row} gives one figure; the {segment} is named in brackets after it.",
    "The {segment} that a figure belongs to stands in brackets.",
    "A word in brackets after the name of a figure tells the {segment}.",
    "Every figure is for a single {segment}, given in brackets.",
    "The {rows} are in no order, and brackets after a figure hold its {segment}.",
    "One {row} is one fact, with the {segment} of the figure in brackets.",
)
DIFFERENCES = (
    "The figure for {a} is that for {b} minus that for {c}.",
    "Subtracting {c} from {b} gives {a}.",
    "By definition, {a} = {b} - {c}.",
    "To get {a}, take {c} away from {b}.",
    "What is left of {b} after {c} is called {a}.",
    "The term {a} means {b} less {c}.",
)
RATIOS = (
    "The figure for {a} is that for {b} divided by that for {c}.",
    "Dividing {b} by {c} gives {a}.",
    "By definition, {a} = {b} / {c}.",
    "To get {a}, divide {b} by {c}.",
    "The quotient of {b} and {c} is called {a}.",
    "The term {a} means {b} over {c}, the first divided by the second.",
)
SCOPES = (
    "All figures in a definition are those of the same {one}, {segment} and year.",
    "A definition joins figures of one {one}, one {segment} and one year only.",
    "Definitions hold within one {one}, one {segment} and one year.",
    "Never mix {many} or years in a definition, nor figures that differ in the {segment}.",
    "What goes into a definition must agree in {one}, {segment} and year.",
    "A definition applies to a single {one}, in a single year, for a single {segment}.",
)
CHAINS = (
    "A figure found by one definition may be used in another.",
    "Definitions may be applied one after the other.",
    "What a definition yields counts as known and may enter the next definition.",
    "Results of definitions may be used further, just like listed figures.",
    "It is allowed to put the result of a definition into another one.",
    "Several definitions may be combined.",
)
TURNED = {
    True: (
        "Each definition may be turned round: any two of its three figures give the third.",
        "Definitions work in every direction, so that whichever of the three figures is missing "
        "follows from the other two.",
        "A definition may also be solved for either of the figures that it starts from.",
        "Working backwards through a definition is allowed.",
        "Of the three figures in a definition, any one may be worked out from the other two.",
        "From the result of a definition and one of the figures it was made from, the other one "
        "follows.",
    ),
    False: (
        "No definition may be turned round: it gives the figure that it defines and no other.",
        "Definitions work in one direction only, so that a figure they start from never follows "
        "from the result.",
        "A definition may not be solved for either of the figures that it starts from.",
        "Working backwards through a definition is not allowed.",
        "Of the three figures in a definition, only the defined one may be worked out from the "
        "other two.",
        "From the result of a definition and one of the figures it was made from, the other one "
        "does not follow.",
    ),
}
BRANCHING = (
    "What is listed for {a_branch} does not count for the {one} it belongs to.",
    "A figure of {a_branch} is no figure of the {one}, and adding up {branches} is not allowed.",
    "Where {a_branch} is named, the {row} says nothing of the {one} as a whole.",
    "Figures of {branches} never stand for the whole {one}, alone or added up.",
    "The {one} as a whole is meant unless {a_branch} is named; neither can be told from the other.",
    "No figure of {a_one} may be drawn from those of its {branches}.",
)
PLANNING = (
    'Figures marked "{mark}" are planned ones and do not count as what happened.',
    'The word "{mark}" beside a year marks a planned figure, which answers no question about '
    "actual ones.",
    'Any {row} marked "{mark}" holds an intention and is never used; questions are about actual '
    "figures.",
    'Actual figures are asked for: whatever is marked "{mark}" was only planned and is left out.',
    'Leave out what bears the mark "{mark}": these are plans, not results.',
    'Planned figures (marked "{mark}") are no substitute for actual ones.',
)
YEARS = (
    "A figure holds for its own year and for no other.",
    "No figure may be carried over from one year to another.",
    "What is listed for one year says nothing of other years.",
    "Another year's figure is never a substitute.",
    "Years are kept apart: a figure counts only in the year given with it.",
    "Nothing follows from a figure for any year but its own.",
)
ALIKES = (
    "Names that differ in a letter or a word belong to different {many}.",
    "However alike two names are, they stand for two {many} unless they are the same.",
    "The name of every {one} has one spelling here; another spelling is another {one}.",
    "Similar names are not slips of the pen: each belongs to {a_one} of its own.",
    "Two {many} can have nearly the same name and still have nothing to do with each other.",
    "Only an identical name means the same {one}.",
)
SEGMENTS = (
    "A figure for one {segment} is of no use for another {segment}.",
    "Figures that differ in the {segment} are different figures.",
    "Never take the figure of one {segment} for that of another.",
    "Each {segment} stands by itself; no figure passes from one to another.",
    "It is the {segment} asked about that counts, and no other {segment}.",
    "Nothing follows for a {segment} from figures for other ones.",
)
NEEDS = (
    "A question can be answered if every figure that it asks for, adds or compares is listed or "
    "follows by these rules; limits and estimates are not enough.",
    "Every figure a question names, adds or compares must be known exactly, from the {rows} or by "
    "a definition, and may not be estimated or hemmed in.",
    "An answer needs the exact value of each figure asked about or compared, either listed or "
    "worked out by definition.",
    "Estimates and bounds do not count: all figures asked about or compared must be listed or "
    "follow from the definitions.",
    "Only what is listed, and what the definitions make of it, is known; a comparison needs all "
    "sides exactly.",
    "Where a figure asked about or compared is neither listed nor given by definitions, the "
    "question has no answer, even if a guess seems safe.",
)

ONE = (
    "What figure for {a} did {o} have in {y}?",
    "Which value for {a} did {o} reach in {y}?",
    "How high was the figure for {a} at {o} in {y}?",
    "For {o} in {y}, what is the figure for {a}?",
    "In {y}, what was the figure for {a} at {o}?",
    "What is the value of {a} for {o} in {y}?",
)
SUM = (
    "What do the figures for {a} of {o} add up to in {y}?",
    "In {y}, what was the sum of the figures for {a} of {o}?",
    "Added up over {o}, what was the figure for {a} in {y}?",
    "What total do {o} make in {y} for {a}?",
    "Taken together, what figure for {a} did {o} have in {y}?",
)
HIGHEST = (
    "Which had the highest figure for {a} in {y}: {o}?",
    "Of {o}, which one had the largest figure for {a} in {y}?",
    "In {y}, where was the figure for {a} greatest: at {o}?",
    "Comparing {o} in {y}, which one had the lowest figure for {a}?",
    "Whose figure for {a} was the smallest in {y}: {o}?",
)
GAP = (
    "By how much do the figures for {a} of {o} differ in {y}?",
    "In {y}, how far apart were {o} in the figure for {a}?",
    "What is the difference between {o} in the figure for {a} in {y}?",
    "How large was the gap in {y} between {o} in the figure for {a}?",
    "What is left when the smaller figure for {a} of {o} in {y} is taken from the larger?",
)
YEARLY_SUM = (
    "Taken over the years {y}, what do the figures for {a} at {o} add up to?",
    "What was the sum of the figures of {o} for {a} in the years {y}?",
    "What total did {o} make for {a} in {y} taken together?",
    "Adding up the years {y}, what figure for {a} results at {o}?",
)
YEARLY_HIGHEST = (
    "In which of the years {y} was the figure for {a} at {o} highest?",
    "Which of the years {y} had the lowest figure for {a} at {o}?",
    "Of the years {y}, in which one did {o} have the largest figure for {a}?",
    "Comparing the years {y}, when was the figure of {o} for {a} smallest?",
)
YEARLY_GAP = (
    "By how much do the figures for {a} at {o} differ between {y}?",
    "How large is the change between {y} in the figure of {o} for {a}?",
    "What is the difference between {y} in the figure for {a} at {o}?",
    "Between {y}, how far did the figure for {a} at {o} move?",
)
