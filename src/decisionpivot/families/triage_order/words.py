"""The words of ``triage_order``: what its queues are about and how its sentences read.

Phrases name what they hold in braces: ``{case}``, ``{cls}``, ``{flag}`` and ``{deadline}`` stand
for the nouns of the group, ``{rank}`` for the class after all adjustments, ``{u}`` and ``{d}`` for
the flags that help and hinder, ``{n}`` for a length of time, ``{up}`` for a number of classes.
"""

from itertools import permutations
from random import Random

from msgspec import Struct

from decisionpivot import draw


class Domain(Struct, frozen=True):
    """What waits, where, with which flags, in which classes, and how cases are described."""

    sites: tuple[str, ...]
    nouns: tuple[str, ...]
    flags: tuple[str, str]
    classes: tuple[str, ...]
    things: tuple[str, ...]
    troubles: tuple[str, ...]


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split("|"))


DOMAINS = {
    "emergency department": Domain(
        ("the emergency department of the {x} Hospital", "the casualty unit at {x}"),
        ("case", "walk-in"),
        ("frail", "steady"),
        _split("threat to life|severe complaint|moderate complaint|slight complaint"),
        _split("left wrist|right knee|lower back|left ankle|right hand|neck|left ear|right eye"),
        _split("{} painful|{} swollen|{} numb|injury to {}|burn on {}|cut near {}"),
    ),
    "IT support": Domain(
        ("the service desk of {x}", "the IT support desk at {x}"),
        ("ticket", "case"),
        ("blocked", "bypass"),
        _split("whole site down|team cannot work|one person cannot work|nuisance"),
        _split("laptop|printer|mail account|shared drive|headset|phone line|scanner|calendar"),
        _split(
            "{} not responding|{} too slow|{} access lost|{} shows error|{} resets itself|"
            "settings of {} lost"
        ),
    ),
    "insurance claims": Domain(
        ("the claims office of the {x} Mutual", "the insurer {x}"),
        ("claim", "file"),
        ("hardship", "secured"),
        _split("home unusable|business stopped|damage is growing|damage is contained"),
        _split("kitchen|roof|cellar|garage|shop window|garden wall|stairwell|boiler"),
        _split("{} flooded|{} burnt|{} hit by storm|{} broken into|cracks in {}|smoke in {}"),
    ),
    "repair shop": Domain(
        ("the {x} repair shop", "the workshop of {x} and Sons"),
        ("job", "repair"),
        ("stranded", "loaner"),
        _split("unsafe to use|does not run|runs badly|cosmetic"),
        _split("cargo bike|lawn mower|scooter|sewing machine|chainsaw|generator|trailer|mixer"),
        _split(
            "{} makes noise|{} will not start|{} leaks|{} shakes|cable of {} worn|{} switches off"
        ),
    ),
    "legal aid": Domain(
        ("the {x} legal aid office", "the law centre in {x}"),
        ("request", "matter"),
        ("detained", "adjourned"),
        _split("liberty at stake|home at stake|income at stake|advice only"),
        _split("rent|wage|custody|pension|visa|debt|fine|benefit"),
        _split(
            "dispute over {}|letter about {}|hearing on {}|complaint about {}|appeal on {}|"
            "question about {}"
        ),
    ),
    "customs": Domain(
        ("the customs post at {x}", "the {x} border clearance office"),
        ("consignment", "shipment"),
        ("perishable", "bonded"),
        _split("live animals|medical goods|parts for production|general cargo"),
        _split("pallet|container|crate|parcel|drum|tank|roll|bale"),
        _split(
            "{} without seal|{} with torn wrapping|{} from sea freight|{} from air freight|"
            "{} for transit|{} to be weighed"
        ),
    ),
    "veterinary clinic": Domain(
        ("the {x} veterinary clinic", "the animal practice in {x}"),
        ("patient", "case"),
        ("distressed", "sedated"),
        _split("threat to life|severe complaint|moderate complaint|slight complaint"),
        _split("cat|dog|rabbit|parrot|goat|pony|ferret|tortoise"),
        _split("{} not eating|{} limping|{} with sore eye|{} coughing|bite on {}|rash on {}"),
    ),
    "grid faults": Domain(
        ("the fault desk of the {x} grid", "the control room of {x} Networks"),
        ("fault", "report"),
        ("exposed", "backup"),
        _split("danger to people|district without power|street without power|house without power"),
        _split("feeder|pole|transformer|cable box|meter panel|switch|line joint|street cabinet"),
        _split("{} humming|{} damaged|{} overheated|{} tripped|water in {}|tree on {}"),
    ),
}
ORDERS = tuple("".join(order) for order in permutations("TRQP"))
"""Orders of Time, Rules, Queue and Position; the meaning of the classes may stand anywhere."""
CLASS_NOUNS = (("class", "classes"), ("category", "categories"), ("tier", "tiers"),
               ("grade", "grades"))  # fmt: skip
RANKS = ("ranking {}", "working {}", "final {}", "adjusted {}")
FLAG_NOUNS = ("flag", "mark", "tag", "label")
DEADLINE_NOUNS = ("deadline", "due time", "target time", "time limit")
INTROS = (
    "These {cases} are waiting at {site} on {day}.",
    "On {day}, {site} has the following {cases} waiting.",
    "This sheet covers the {cases} that wait at {site} on {day}.",
    "At {site}, the order of the waiting {cases} is worked out anew on {day}.",
    "The waiting list below belongs to {site}; its date is {day}.",
    "For {day}, {site} keeps one list of all {cases} that wait.",
)
SAME_DAY = (
    "All times belong to that day.",
    "Every time given is a time on that day.",
    "No time below belongs to another day.",
    "Whatever time is given, it is meant for this date.",
    "The times all fall on the same day.",
    "There are no times of other days here.",
)
FIELDS = (
    "Each {case} has a number, a listed {cls}, an arrival time and, where there is one, "
    "a {deadline} and a {flag}; '{none}' says that there is none.",
    "Where {a_case} has no {deadline} or no {flag}, the list says '{none}'.",
    "'{none}' in the list means that the {case} has no {deadline}, or no {flag}.",
    "Not every {case} has a {deadline} or a {flag}: '{none}' stands for a missing one.",
    "Besides number, listed {cls} and arrival, {a_case} may have a {deadline} and a {flag}, "
    "or '{none}' in their place.",
    "The word '{none}' is written where a {deadline} or a {flag} is missing.",
)
NOW = (
    "The order is made at {t}.",
    "It is now {t}.",
    "The current time is {t} exactly.",
    "When the order is worked out, the clock shows {t}.",
    "Take {t} as the current time.",
    "At this moment it is {t}.",
    "The present time is given as {t}.",
    "The queue is looked at when it is {t}.",
)
POSITION = (
    "Wanted is the {case} at position {p}.",
    "Name the {case} that comes {o} in the order.",
    "The position asked for is number {p}.",
    "Find out which {case} stands {o} in the resulting order.",
    "The question is about position {p} of the order.",
    "Of all {cases}, the {o} to be taken is asked for.",
    "It is the {o} {case} in the final order that is sought.",
    "Tell which {case} has position {p} when the order is made.",
)
COUNTING = (
    "Position 1 is the {case} that is taken first.",
    "Positions are counted from the front, beginning with 1.",
    "The {case} at the head of the order has position 1.",
    "Counting starts at 1 with the {case} that is taken before all others.",
    "The first {case} to be taken is number 1 of the order, the next is number 2, and so on.",
)
WAIT = {
    True: (
        "{A_case} that has waited {n} or longer moves up {up}.",
        "Once {a_case} has waited at least {n}, it moves up {up}.",
        "A wait of {n} or more lifts {a_case} by {up}.",
        "{Cases} move up {up} when their wait is not shorter than {n}.",
        "If the wait of {a_case} has reached {n}, the {case} rises by {up}.",
        "From a wait of exactly {n} on, {a_case} is moved {up} up.",
    ),
    False: (
        "{A_case} that has waited longer than {n} moves up {up}; exactly {n} is not enough.",
        "Once {a_case} has waited more than {n}, and not merely {n}, it moves up {up}.",
        "A wait of more than {n} lifts {a_case} by {up}, but a wait of just {n} does not.",
        "{Cases} move up {up} when their wait exceeds {n}; a wait equal to {n} changes nothing.",
        "If the wait of {a_case} has gone beyond {n}, the {case} rises by {up}; at {n} sharp it "
        "does not yet.",
        "Only after a wait of exactly {n} has been exceeded is {a_case} moved {up} up.",
    ),
}
DUE = {
    True: (
        "{A_case} whose {deadline} is {n} or less away moves up {up}.",
        "Once at most {n} are left before its {deadline}, {a_case} moves up {up}.",
        "A {deadline} that is no more than {n} ahead lifts {a_case} by {up}.",
        "{Cases} move up {up} when the time left to their {deadline} is {n} or less.",
        "If what is left to the {deadline} of {a_case} is down to {n}, or lower, the {case} rises "
        "by {up}.",
        "From exactly {n} before its {deadline} on, {a_case} is moved {up} up.",
    ),
    False: (
        "{A_case} whose {deadline} is less than {n} away moves up {up}; exactly {n} is not near "
        "enough.",
        "Once fewer than {n} are left before its {deadline}, and not just {n}, {a_case} moves up "
        "{up}.",
        "A {deadline} that is under {n} ahead lifts {a_case} by {up}, but one exactly {n} ahead "
        "does not.",
        "{Cases} move up {up} when the time left to their {deadline} is below {n}; exactly {n} "
        "left changes nothing.",
        "If what is left to the {deadline} of {a_case} is below {n}, the {case} rises by {up}; "
        "at {n} sharp it does not yet.",
        "Only later than exactly {n} before its {deadline} is {a_case} moved {up} up.",
    ),
}
SCOPE = (
    "This holds only for {cases} listed in {cls} {s}.",
    "Only {cases} listed in {cls} {s} can move in this way.",
    "The listed {cls} must be {s} for this.",
    "It does not apply unless the {case} is listed in {cls} {s}.",
    "{Cases} whose listed {cls} is not {s} are left out of this rule.",
)
FLAG_SHIFT = (
    "The {flag} '{u}' moves {a_case} up one {cls}, the {flag} '{d}' moves it down one {cls}.",
    "{Cases} with the {flag} '{u}' move up one {cls}; those with the {flag} '{d}' move down one.",
    "The {flag} '{u}' raises {a_case} by one {cls}, the {flag} '{d}' lowers it by one {cls}.",
    "If {a_case} has the {flag} '{u}', it goes up one {cls}; if it has the {flag} '{d}', it goes "
    "down one {cls}.",
    "One {cls} up is what the {flag} '{u}' gives {a_case}, and one {cls} down is what the {flag} "
    "'{d}' costs it.",
)
CLASS = (
    "{Cases} of a lower {rank} number go before those of a higher one.",
    "Sort by {rank}, with {cls} 1 in front.",
    "The {rank} decides: {cls} 1 comes first, {cls} {k} last.",
    "{Cases} in {rank} 1 are taken first, then those in 2, and so on up to {k}.",
    "The {case} with the smaller {rank} number comes sooner.",
    "The order follows the {rank}, from 1 to {k}.",
)
FLAG = (
    "{Cases} with the {flag} '{u}' go before those without a {flag}, and these go before "
    "those with the {flag} '{d}'.",
    "Sort by {flag}: '{u}' comes first, no {flag} comes next and '{d}' comes last.",
    "The {flag} '{u}' puts {a_case} in front of those without a {flag}; the {flag} '{d}' puts it "
    "behind them.",
    "First come {cases} with the {flag} '{u}', then those that have no {flag}, then those with "
    "the {flag} '{d}'.",
    "The {flag} decides, in the order '{u}', no {flag}, '{d}'.",
)
DEADLINE = (
    "The earlier {deadline} goes first; {cases} without a {deadline} come after all that have one.",
    "Sort by {deadline}, earliest first, and put {cases} that have none behind the others.",
    "{Cases} with a {deadline} precede those without; among the former the earliest {deadline} "
    "leads.",
    "{Cases} come in order of {deadline}, earliest first, and those with no {deadline} come last.",
    "The {deadline} decides, the earliest in front; having none counts as later than any.",
)
ORIGIN = (
    "{Cases} whose {rank} is their listed {cls} go before those whose {rank} is another.",
    "Those that stand in the {cls} in which they are listed precede those that do not.",
    "{A_case} whose {rank} differs from its listed {cls} comes after those for which the two "
    "are equal.",
    "Where {rank} and listed {cls} agree, the {case} comes before those where they differ.",
    "{Cases} that have ended up outside their listed {cls} come behind those still in theirs.",
)
ARRIVAL = (
    "The earlier arrival goes first.",
    "Sort by arrival time, earliest first.",
    "The {case} that arrived earlier comes sooner.",
    "{Cases} that have been waiting longer precede those that arrived later.",
    "The arrival time decides, the earliest in front.",
    "First come, first served: the earliest arrival leads.",
)
NUMBER = {
    True: (
        "If arrival times are equal, the lower number goes first.",
        "Of those with the same arrival time, the smallest number leads.",
        "Among equal arrival times, sort by number in rising order.",
        "For arrivals in the same minute, the smaller number comes sooner.",
        "With equal arrivals, numbers decide, the lowest in front.",
    ),
    False: (
        "If arrival times are equal, the higher number goes first.",
        "Of those with the same arrival time, the largest number leads.",
        "Among equal arrival times, sort by number in falling order.",
        "For arrivals in the same minute, the greater number comes sooner.",
        "With equal arrivals, numbers decide, the highest in front.",
    ),
}
LATER_RULES = (
    "The sorting rules are used in the order of their numbers: a later one only decides between "
    "{cases} that all earlier ones leave level.",
    "Of the sorting rules, each one only breaks the ties that those before it leave.",
    "Sort by the first sorting rule; go on to the next one only for {cases} that are still tied.",
    "A sorting rule further down the list never overturns one further up; it separates only "
    "{cases} that those above treat as equal.",
    "Two {cases} are compared by the first sorting rule in the list that tells them apart.",
    "Sorting rules take precedence by their numbers, and each counts only where all before it give "
    "a tie.",
)
NOTHING_ELSE = (
    "What no rule names has no influence on the order.",
    "Nothing but these rules counts, whatever else the list shows.",
    "Details that no rule mentions are for information only.",
    "The order depends on these rules alone, and not on the order of the list.",
    "Anything in the list that the rules do not use is to be ignored.",
    "No other consideration plays a part, nor does the place in the list.",
)
WAITING = (
    "The wait of {a_case} is the time from its arrival to the current time.",
    "How long {a_case} has waited is counted from its arrival until now.",
    "A wait begins with the arrival and is measured at the current time.",
    "The current time less the arrival time is the wait of {a_case}.",
    "Waits run from arrival up to the time at which the order is made.",
)
LIMITS = (
    "The {rank} is the {cls} after all moves; up means towards 1, and no {case} gets beyond "
    "{cls} 1 or {cls} {k}.",
    "Moving up makes the {cls} number smaller; what comes out is the {rank}, which is never "
    "less than 1 or more than {k}.",
    "Moves start from the listed {cls} and lead to the {rank}; up is towards {cls} 1, and moves "
    "end at {cls} 1 and {cls} {k}.",
    "By {rank} is meant the listed {cls} as moved by the rules, where up means a smaller number "
    "and the result is kept between 1 and {k}.",
    "The {rank} comes from the listed {cls} by the moves; a move up lowers the number, and "
    "{cls} 1 and {cls} {k} cannot be passed.",
    "{A_case} starts in its listed {cls} and reaches its {rank} by the moves, if there are any; up "
    "is towards 1, and {cls} 1 and {cls} {k} are ends that no move passes.",
)
TOGETHER = {
    True: (
        "If both moving rules apply to {a_case}, their moves are added up, up against down, and "
        "only the sum is carried out.",
        "Moves by two rules add up (one up and one down cancel out), and the sum is made as a "
        "single move.",
        "Two moves of the same {case} are combined into their sum before anything is moved.",
        "{A_case} that two rules move is moved by the total of the two, ups and downs set off "
        "against each other first.",
        "Both moving rules may act on one {case}: then only the balance of the two "
        "is moved, in one step.",
    ),
    False: (
        "If both moving rules apply to {a_case}, only the one with the lower rule number is used, "
        "even where it has nothing left to change.",
        "Moves do not add up: of two moving rules that apply, the one listed first is used alone, "
        "whether or not it can still change the {cls}.",
        "{A_case} is moved by the first moving rule in the list that applies and by no other, "
        "even where that one cannot move it any further.",
        "When the first moving rule applies to {a_case}, the second is not used for it, even if "
        "the first leaves it in its {cls}.",
        "The second moving rule is only for {cases} to which the first does not apply; a rule "
        "applies also where the end {cls} stops the move.",
    ),
}
"""Whether the moves of two rules add up."""
SCOPE_OF_LIST = (
    "Rules that move {cases} are checked against the listed {cls}, never against one reached by "
    "another move.",
    "Where a moving rule names a {cls}, the listed one is meant.",
    "For the moving rules it is the listed {cls} that counts.",
    "No moving rule looks at the outcome of the other; both go by the listed {cls}.",
    "Both moving rules refer to the {cls} in the list.",
)
HEADINGS = {
    "T": ("Time", "Current time", "Clock", "Now"),
    "R": ("Rules", "Order of service", "How the order is made", "Rules for the order"),
    "Q": ("Queue", "Waiting list", "Waiting {cases}", "{Cases} in the queue"),
    "P": ("Position", "Asked for", "Request", "What is wanted"),
    "C": ("{Clss}", "Listed {clss}", "Meaning of the {clss}", "What the {clss} stand for"),
}
HEADING_STYLES = ("{}:", "## {}", "[{}]", "-- {} --")
RULE_STYLES = ("{}. {}", "{}) {}", "Rule {}: {}", "({}) {}")
CLASS_STYLES = ("{} = {}", "{}: {}", "{} - {}", "{} means {}")
ROWS = (
    "{id} | {what} | {c} | {a} | {e} | {f}",
    "{id} ({what}): {cls} {c}, arrived {a}, {deadline} {e}, {flag} {f}",
    "- {id}: {what}; arrived {a}; {cls} {c}; {flag} {f}; {deadline} {e}",
    "{id}, {cls} {c}, {what}, {flag}: {f}, {deadline}: {e}, arrived: {a}",
    "* {a} {id} {what} / {cls} {c} / {deadline} {e} / {flag} {f}",
    "{id} | {a} | {what} | {flag} {f} | {cls} {c} | {deadline} {e}",
)
COLUMNS = "number | description | {cls} | arrival | {deadline} | {flag}"
"""The heading of the first kind of row, whose values do not say what they are."""
NONE = ("none", "n/a", "nil")


def descriptions(r: Random, about: Domain, count: int) -> list[str]:
    """Different short descriptions of cases, which do not tell their urgency."""
    total = len(about.things) * len(about.troubles)
    found = []
    for number in draw.sample(r, range(total), count):
        trouble, thing = divmod(number, len(about.things))
        found.append(about.troubles[trouble].replace("{}", about.things[thing]))
    return found
