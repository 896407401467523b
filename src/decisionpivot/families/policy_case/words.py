"""What the policies of ``policy_case`` speak about, and the phrases they are written in.

Data alone: eight domains with the entries of their case records, and the wordings of every kind of
sentence. No entry hints at an outcome: whether a policy approves, denies or escalates is drawn
apart from what it asks for, so that common sense about claims or loans is of no help.
"""

from typing import Literal

from msgspec import Struct


class Choice(Struct, frozen=True):
    """An entry with one of several values. ``is_`` also takes ``a or b``; ``is_not`` one value."""

    label: str
    values: tuple[str, ...]
    is_: tuple[str, ...]
    is_not: tuple[str, ...]


class Flag(Struct, frozen=True):
    """An entry that says yes or no, and the clauses that say the one and the other."""

    label: str
    yes: tuple[str, ...]
    no: tuple[str, ...]


class Measure(Struct, frozen=True):
    """A quantity: one entry, the sum of two entries, or the days from one date to another.

    ``limits`` are (lowest, highest, grain): a policy's limit is a whole number of grains between
    the two. The smallest step is 1, a cent for money. ``name`` is what a sum is called.
    """

    labels: tuple[str, ...]
    clauses: tuple[str, ...]
    unit: str
    limits: tuple[int, int, int]
    kind: Literal["entry", "sum", "days"] = "entry"
    name: str = ""


Attribute = Choice | Flag | Measure


class Domain(Struct, frozen=True):
    """A field that a policy may rule: what a case is called, who brings it, who is above."""

    noun: str
    person: str
    office: str
    topic: str
    code: str
    attributes: tuple[Attribute, ...]


MONEY = "money"


def _parts(text: str) -> tuple[str, ...]:
    return tuple(text.split(" | "))


def choice(label: str, values: str, is_: str, is_not: str) -> Choice:
    """A :class:`Choice`; the parts of each text are set off by `` | ``, here and below."""
    return Choice(label, _parts(values), _parts(is_), _parts(is_not))


def flag(label: str, yes: str, no: str) -> Flag:
    """A :class:`Flag`."""
    return Flag(label, _parts(yes), _parts(no))


def measure(label: str, clauses: str, unit: str, limits: tuple[int, int, int]) -> Measure:
    """A quantity that stands in one entry."""
    return Measure((label,), _parts(clauses), unit, limits)


def days(labels: str, clauses: str, limits: tuple[int, int, int]) -> Measure:
    """The days from the date in the first entry to that in the second."""
    return Measure(_parts(labels), _parts(clauses), "days", limits, "days")


def total(name: str, labels: str, clauses: str, unit: str, limits: tuple[int, int, int]) -> Measure:
    """The sum of two entries, and what it is called."""
    return Measure(_parts(labels), _parts(clauses), unit, limits, "sum", name)


DOMAINS: dict[str, Domain] = {
    "expense claims": Domain(
        noun="claim",
        person="claimant",
        office="the Finance Board",
        topic="expense claims",
        code="EX",
        attributes=(
            choice(
                "Expense type",
                "lodging | catering | fuel | software | training | postage",
                "the expense is for {} | the claim concerns {} | the money was spent on {}",
                "the expense is not for {} | the claim does not concern {} | "
                "the money was not spent on {}",
            ),
            choice(
                "Department",
                "sales | logistics | research | design | field service",
                "the claimant works in {} | the claimant belongs to {} | the claim comes from {}",
                "the claimant does not work in {} | the claimant does not belong to {} | "
                "the claim does not come from {}",
            ),
            choice(
                "Paid by",
                "company card | private card | bank transfer | direct debit | voucher",
                "payment was made by {} | the claimant paid by {} | the bill was settled by {}",
                "payment was not made by {} | the claimant did not pay by {} | "
                "the bill was not settled by {}",
            ),
            flag(
                "Client present",
                "a client was present | a client was there",
                "no client was present | no client was there",
            ),
            flag(
                "Announced beforehand",
                "the expense was announced beforehand | the expense had been announced",
                "the expense was not announced beforehand | the expense had not been announced",
            ),
            measure(
                "Amount claimed",
                "the amount claimed is {} | the claim is for {} | the claimant asks for {}",
                MONEY,
                (6, 90, 1000),
            ),
            measure(
                "Receipts enclosed",
                "the claim comes with {} | {} are enclosed | the claimant encloses {}",
                "receipts",
                (3, 14, 1),
            ),
            days(
                "Date of purchase | Date of filing",
                "the claim was filed {} after the purchase | "
                "{} passed between purchase and filing | the filing came {} after the purchase",
                (8, 60, 1),
            ),
            total(
                "the round trip",
                "Distance out | Distance back",
                "the round trip is {} | the round trip measures {} | the round trip totals {}",
                "km",
                (6, 40, 10),
            ),
        ),
    ),
    "refunds": Domain(
        noun="request",
        person="customer",
        office="the Complaints Panel",
        topic="refunds",
        code="RF",
        attributes=(
            choice(
                "Goods",
                "lamps | cookware | headphones | backpacks | board games | garden tools",
                "the goods are {} | the request concerns {} | the customer bought {}",
                "the goods are not {} | the request does not concern {} | "
                "the customer did not buy {}",
            ),
            choice(
                "Bought through",
                "the web shop | a branch | telephone sales | a market stall | a partner shop",
                "the goods were bought through {} | the sale went through {} | "
                "the order was placed through {}",
                "the goods were not bought through {} | the sale did not go through {} | "
                "the order was not placed through {}",
            ),
            choice(
                "Customer group",
                "members | trade buyers | schools | walk-in buyers | subscribers",
                "the customer group is {} | the customer is listed under {} | "
                "the customer is counted among {}",
                "the customer group is not {} | the customer is not listed under {} | "
                "the customer is not counted among {}",
            ),
            flag(
                "Packaging opened",
                "the packaging has been opened | the packaging is open",
                "the packaging has not been opened | the packaging is unopened",
            ),
            flag(
                "Bought as a gift",
                "the goods were bought as a gift | the purchase was a gift",
                "the goods were not bought as a gift | the purchase was not a gift",
            ),
            measure(
                "Price paid",
                "the price paid was {} | the customer paid {} | the goods cost {}",
                MONEY,
                (4, 60, 500),
            ),
            measure(
                "Items returned",
                "the customer returns {} | the return consists of {} | {} are returned",
                "items",
                (2, 12, 1),
            ),
            days(
                "Date of delivery | Date of request",
                "the request was made {} after delivery | "
                "{} passed between delivery and request | the request came {} after delivery",
                (7, 70, 1),
            ),
            total(
                "the weight of the parcel",
                "Weight of goods | Weight of packing",
                "the parcel weighs {} | the weight of the parcel is {} | "
                "the weight of the parcel totals {}",
                "g",
                (8, 90, 50),
            ),
        ),
    ),
    "data access": Domain(
        noun="request",
        person="applicant",
        office="the Data Council",
        topic="access to data",
        code="DA",
        attributes=(
            choice(
                "Data wanted",
                "meter readings | survey answers | sensor logs | sales records | map layers | "
                "call statistics",
                "the request is for {} | the data wanted are {} | the applicant wants {}",
                "the request is not for {} | the data wanted are not {} | "
                "the applicant does not want {}",
            ),
            choice(
                "Role of applicant",
                "an analyst | an engineer | an auditor | a trainee | a contractor",
                "the applicant is {} | the applicant works as {} | the request was made by {}",
                "the applicant is not {} | the applicant does not work as {} | "
                "the request was not made by {}",
            ),
            choice(
                "Kept in",
                "the main vault | the cloud store | the regional archive | the tape library | "
                "the test server",
                "the data are kept in {} | the data are held in {} | the data are stored in {}",
                "the data are not kept in {} | the data are not held in {} | "
                "the data are not stored in {}",
            ),
            flag(
                "Names masked",
                "the names are masked | names have been masked",
                "the names are not masked | names have not been masked",
            ),
            flag(
                "Copy taken off site",
                "a copy will be taken off site | a copy is to leave the site",
                "no copy will be taken off site | no copy is to leave the site",
            ),
            measure(
                "Records wanted",
                "the request covers {} | the applicant asks for {} | {} are wanted",
                "records",
                (4, 90, 50),
            ),
            measure(
                "Months of access",
                "access is sought for {} | the access would last {} | "
                "the applicant wants access for {}",
                "months",
                (3, 24, 1),
            ),
            days(
                "Last training | Date of request",
                "the request was made {} after the last training | "
                "{} passed between the last training and the request | "
                "the request came {} after the last training",
                (10, 90, 1),
            ),
            total(
                "the width of the extract",
                "Own columns | Linked columns",
                "the width of the extract is {} | the width of the extract works out to be {} | "
                "the width of the extract totals {}",
                "columns",
                (6, 60, 1),
            ),
        ),
    ),
    "leave": Domain(
        noun="request",
        person="employee",
        office="the Staff Council",
        topic="leave",
        code="LV",
        attributes=(
            choice(
                "Kind of leave",
                "study leave | parental leave | unpaid leave | moving leave | volunteer leave | "
                "family leave",
                "the request is for {} | the employee asks for {} | the leave wanted is {}",
                "the request is not for {} | the employee does not ask for {} | "
                "the leave wanted is not {}",
            ),
            choice(
                "Team",
                "dispatch | assembly | bookkeeping | catering | maintenance",
                "the employee works in {} | the employee belongs to {} | the request comes from {}",
                "the employee does not work in {} | the employee does not belong to {} | "
                "the request does not come from {}",
            ),
            choice(
                "Shift",
                "the early shift | the late shift | the night shift | the split shift | "
                "the weekend shift",
                "the employee is on {} | the employee works {} | the employee is assigned to {}",
                "the employee is not on {} | the employee does not work {} | "
                "the employee is not assigned to {}",
            ),
            flag(
                "Cover arranged",
                "cover has been arranged | there is cover for the absence",
                "cover has not been arranged | there is no cover for the absence",
            ),
            flag(
                "Overlaps stocktaking",
                "the leave overlaps stocktaking | stocktaking falls within the leave",
                "the leave does not overlap stocktaking | "
                "stocktaking does not fall within the leave",
            ),
            measure(
                "Working days wanted",
                "the leave would last {} | the request covers {} | "
                "the employee would be away for {}",
                "working days",
                (4, 30, 1),
            ),
            measure(
                "Months of service",
                "the employee has served {} | the employee has been with the house for {} | "
                "the length of service is {}",
                "months",
                (6, 60, 1),
            ),
            days(
                "Date of request | First day of leave",
                "the request was made {} before the first day of leave | "
                "{} lie between the request and the first day of leave | "
                "the employee asked {} before the first day of leave",
                (7, 60, 1),
            ),
            total(
                "the leave balance",
                "Hours carried over | Hours earned this year",
                "the leave balance is {} | the leave balance totals {} | "
                "the leave balance works out to be {}",
                "hours",
                (8, 50, 4),
            ),
        ),
    ),
    "procurement": Domain(
        noun="purchase",
        person="buyer",
        office="the Purchasing Committee",
        topic="procurement",
        code="PO",
        attributes=(
            choice(
                "Subject",
                "office furniture | printing | laboratory supplies | vehicle parts | cleaning | "
                "network equipment",
                "the purchase is for {} | the purchase concerns {} | the buyer wants {}",
                "the purchase is not for {} | the purchase does not concern {} | "
                "the buyer does not want {}",
            ),
            choice(
                "Supplier",
                "a local firm | a framework partner | a new supplier | a co-operative | "
                "an importer",
                "the supplier is {} | the offer comes from {} | the seller is {}",
                "the supplier is not {} | the offer does not come from {} | the seller is not {}",
            ),
            choice(
                "Charged to",
                "the operating budget | the project budget | the reserve | the repair fund | "
                "the grant account",
                "the cost is charged to {} | the money comes from {} | the cost is borne by {}",
                "the cost is not charged to {} | the money does not come from {} | "
                "the cost is not borne by {}",
            ),
            flag(
                "Covered by catalogue",
                "the purchase is covered by the catalogue | the catalogue covers the purchase",
                "the purchase is not covered by the catalogue | "
                "the catalogue does not cover the purchase",
            ),
            flag(
                "Sample seen",
                "a sample has been seen | the buyer has seen a sample",
                "no sample has been seen | the buyer has not seen a sample",
            ),
            measure(
                "Purchase value",
                "the purchase value is {} | the purchase is worth {} | the purchase costs {}",
                MONEY,
                (5, 95, 10_000),
            ),
            measure(
                "Offers obtained",
                "the buyer obtained {} | {} were obtained | the purchase rests on {}",
                "offers",
                (2, 9, 1),
            ),
            days(
                "Date of offer | Date of purchase",
                "the purchase was made {} after the offer | {} passed between offer and purchase | "
                "the purchase followed {} after the offer",
                (7, 80, 1),
            ),
            total(
                "the lead time",
                "Delivery time | Fitting time",
                "the lead time is {} | the lead time works out to be {} | the lead time totals {}",
                "hours",
                (6, 50, 4),
            ),
        ),
    ),
    "content publication": Domain(
        noun="submission",
        person="author",
        office="the Editorial Council",
        topic="the publication of content",
        code="CP",
        attributes=(
            choice(
                "Form",
                "an interview | a portrait | a photo series | a recipe | a commentary | "
                "a book review",
                "the submission is {} | the author offers {} | the piece is {}",
                "the submission is not {} | the author does not offer {} | the piece is not {}",
            ),
            choice(
                "Meant for",
                "the city pages | the science pages | the weekend issue | the newsletter | "
                "the travel pages",
                "the piece is meant for {} | the piece is to run in {} | "
                "the piece is written for {}",
                "the piece is not meant for {} | the piece is not to run in {} | "
                "the piece is not written for {}",
            ),
            choice(
                "Status of author",
                "a staff writer | a freelancer | a reader | a student | a guest editor",
                "the author is {} | the piece comes from {} | the piece was written by {}",
                "the author is not {} | the piece does not come from {} | "
                "the piece was not written by {}",
            ),
            flag(
                "Facts checked",
                "the facts have been checked | the facts are checked",
                "the facts have not been checked | the facts are unchecked",
            ),
            flag(
                "Published elsewhere",
                "the piece has been published elsewhere | the piece came out elsewhere before",
                "the piece has not been published elsewhere | "
                "the piece did not come out elsewhere before",
            ),
            measure(
                "Words",
                "the piece has {} | the text contains {} | the length is {}",
                "words",
                (6, 60, 50),
            ),
            measure(
                "Pictures",
                "the piece carries {} | the author supplies {} | {} come with the piece",
                "pictures",
                (3, 14, 1),
            ),
            days(
                "Date of event | Date of submission",
                "the piece was submitted {} after the event | "
                "{} passed between the event and the submission | "
                "the submission came {} after the event",
                (5, 45, 1),
            ),
            total(
                "the number of sources",
                "Named sources | Unnamed sources",
                "the number of sources is {} | the number of sources works out to be {} | "
                "the number of sources totals {}",
                "",
                (5, 24, 1),
            ),
        ),
    ),
    "loans of equipment": Domain(
        noun="request",
        person="borrower",
        office="the Equipment Board",
        topic="loans of equipment",
        code="EQ",
        attributes=(
            choice(
                "Equipment",
                "a projector | a camera | a core drill | a microscope | a loudspeaker | "
                "a survey drone",
                "the equipment is {} | the request is for {} | the borrower wants {}",
                "the equipment is not {} | the request is not for {} | "
                "the borrower does not want {}",
            ),
            choice(
                "Status of borrower",
                "a student | a lecturer | a club | a visiting researcher | a technician",
                "the borrower is {} | the request comes from {} | the loan is sought by {}",
                "the borrower is not {} | the request does not come from {} | "
                "the loan is not sought by {}",
            ),
            choice(
                "Place of use",
                "the main campus | the harbour site | the hill station | the workshop | "
                "the sports hall",
                "the equipment will be used at {} | the place of use is {} | "
                "the equipment is to be taken to {}",
                "the equipment will not be used at {} | the place of use is not {} | "
                "the equipment is not to be taken to {}",
            ),
            flag(
                "Briefing attended",
                "the borrower has attended the briefing | the briefing has been attended",
                "the borrower has not attended the briefing | the briefing has not been attended",
            ),
            flag(
                "Insurance shown",
                "the borrower has shown insurance | proof of insurance was shown",
                "the borrower has shown no insurance | no proof of insurance was shown",
            ),
            measure(
                "Deposit",
                "the deposit is {} | the deposit made is {} | the borrower leaves {} as a deposit",
                MONEY,
                (4, 60, 500),
            ),
            measure(
                "Earlier loans",
                "the borrower has had {} | {} are on file | the file shows {}",
                "earlier loans",
                (3, 15, 1),
            ),
            days(
                "Date of collection | Date of return",
                "the return is due {} after collection | {} lie between collection and return | "
                "the equipment comes back {} after collection",
                (4, 40, 1),
            ),
            total(
                "the carrying weight",
                "Weight of device | Weight of case",
                "the carrying weight is {} | the carrying weight works out to be {} | "
                "the carrying weight totals {}",
                "g",
                (10, 90, 50),
            ),
        ),
    ),
    "travel": Domain(
        noun="request",
        person="traveller",
        office="the Travel Bureau",
        topic="business travel",
        code="TR",
        attributes=(
            choice(
                "Purpose",
                "a trade fair | a client visit | a training course | a site inspection | "
                "a conference | a machine handover",
                "the trip is for {} | the purpose of the trip is {} | "
                "the traveller sets out for {}",
                "the trip is not for {} | the purpose of the trip is not {} | "
                "the traveller does not set out for {}",
            ),
            choice(
                "Means",
                "train | coach | hire car | ferry | plane",
                "the trip is by {} | the traveller goes by {} | the journey is made by {}",
                "the trip is not by {} | the traveller does not go by {} | "
                "the journey is not made by {}",
            ),
            choice(
                "Post of traveller",
                "an apprentice | a fitter | a team leader | an outside adviser | a buyer",
                "the traveller is {} | the trip is made by {} | the traveller works as {}",
                "the traveller is not {} | the trip is not made by {} | "
                "the traveller does not work as {}",
            ),
            flag(
                "Ticket exchangeable",
                "the ticket is exchangeable | the ticket can be exchanged",
                "the ticket is not exchangeable | the ticket cannot be exchanged",
            ),
            flag(
                "Colleague on board",
                "a colleague travels along | a colleague is on board",
                "no colleague travels along | no colleague is on board",
            ),
            measure(
                "Estimated cost",
                "the estimated cost is {} | the trip is expected to cost {} | "
                "the traveller expects to spend {}",
                MONEY,
                (8, 90, 2000),
            ),
            measure(
                "Nights away",
                "the traveller is away for {} | the trip takes {} | the stay covers {}",
                "nights",
                (2, 12, 1),
            ),
            days(
                "Date of request | Date of departure",
                "the traveller applied {} before departure | "
                "{} lie between request and departure | the request was made {} before departure",
                (5, 50, 1),
            ),
            total(
                "the travel time",
                "Outward journey | Return journey",
                "the travel time is {} | the travel time works out to be {} | "
                "the travel time totals {}",
                "minutes",
                (12, 60, 15),
            ),
        ),
    ),
}

COMPARATORS = {
    ">=": ("at least {}", "{} or more", "no less than {}", "a minimum of {}"),
    ">": ("more than {}", "over {}"),
    "<=": ("at most {}", "up to {}", "no more than {}", "{} or less", "a maximum of {}"),
    "<": ("less than {}", "under {}"),
}

# How a rule ends: passives follow "the claim", orders stand alone, nouns follow "the outcome is".
PASSIVES = {
    "approve": ("is approved", "is to be approved", "receives approval", "gets approval"),
    "deny": ("is denied", "is to be denied", "is refused", "is turned down"),
    "escalate": ("is escalated", "is to be escalated", "goes to {office}", "is passed to {office}"),
}
ORDERS = {
    "approve": ("approve the {noun}", "give the {noun} approval"),
    "deny": ("deny the {noun}", "refuse the {noun}"),
    "escalate": ("escalate the {noun}", "pass the {noun} to {office}"),
}
NOUNS = {"approve": "approval", "deny": "denial", "escalate": "escalation"}

RULES = (
    "If {when}, the {noun} {passive}",
    "Where {when}, the {noun} {passive}",
    "The {noun} {passive} if {when}",
    "The {noun} {passive} where {when}",
    "{Order} if {when}",
    "{Order} when {when}",
    "In the event that {when}, {order}",
    "When {when}, the outcome is {result}",
    "The outcome is {result} if {when}",
)
UNLESS = ("{rule}, unless {when}.", "{rule}, except where {when}.", "{rule}, but not if {when}.")
AFTERWARDS = (
    "{rule}. This rule does not apply if {when}.",
    "{rule}. Exception: {when}.",
    "{rule}. The rule is set aside where {when}.",
    "{rule}. The rule does not hold when {when}.",
    "{rule}. Leave the rule out if {when}.",
)
APART = (
    "Rule {number} does not apply if {when}.",
    "Rule {number} is set aside where {when}.",
    "Exception to rule {number}: {when}.",
    "Leave rule {number} out when {when}.",
    "There is an exception to rule {number}: it does not hold if {when}.",
)

ALL_CONDITIONS = (
    "A rule applies only if every condition in it is met, and an exception likewise.",
    "For a rule or an exception to apply, all of its conditions must hold at once.",
    "No rule and no exception applies unless each of its conditions is fulfilled.",
    "A rule, like an exception, takes effect when the record meets all of its conditions and not "
    "merely some of them.",
    "One unmet condition is enough to keep a rule, or an exception, from applying.",
    "Conditions joined in one rule or one exception must all be satisfied before it counts.",
)
SET_ASIDE = (
    "If the exception to a rule is met, that rule is left out of account for the {noun}, and the "
    "other rules are read as usual.",
    "An exception that is met takes its own rule out of play for the {noun} and changes nothing "
    "else.",
    "Where an exception holds, treat its rule as if it had not been written; the rest of the "
    "policy keeps its force.",
    "Exceptions come first: a rule whose exception is met plays no part in deciding the {noun}.",
    "A rule gives way entirely to its own exception, after which only the remaining rules count.",
    "Rules whose exception is met are struck out for the {noun} at hand before anything else is "
    "weighed.",
)
LIMITS = (
    'Read "up to", "at most" and "at least" as including the figure named, and "more than", '
    '"over", "less than", "fewer than" and "under" as leaving it out.',
    'A figure given with "at least", "or more", "up to" or "or less" is itself inside the limit; '
    'one given with "more than", "over", "under" or "less than" is outside.',
    'Whoever is exactly at a limit is within "at most" and "at least", but not within "more than" '
    'or "less than".',
    'Limits worded "no more than", "up to" or "no less than" count the figure itself; those worded '
    '"over", "more than" or "under" do not.',
    'Exactly the figure named satisfies "at least" and "up to"; it satisfies neither "over" nor '
    '"under".',
    'The figure itself is included in every limit except those that say "more than", "over", "less '
    'than", "fewer than" or "under".',
)
OUTCOMES_MEAN = (
    "Every {noun} ends in approval, in denial, or in escalation to {office}.",
    "There are three outcomes: a {noun} is approved, denied or escalated, which means passed to "
    "{office}.",
    "To escalate a {noun} is to hand it to {office}; the other outcomes are approval and denial.",
    "Escalation hands the {noun} to {office}, while approval and denial settle it at once.",
    "The possible outcomes are approval, denial and escalation, the last meaning that {office} "
    "decides.",
    "A {noun} can be approved, denied or escalated, and {office} receives whatever is escalated.",
)
DAY_COUNT = (
    "Days from one date to another are counted without the first date and with the second.",
    "When days are counted, the first date is left out and the last one is included.",
    "A number of days is the difference between the two dates, so that two neighbouring dates are "
    "1 day apart.",
    "Count days from the day after the earlier date up to and including the later date.",
    "The day on which a period begins does not count towards its days; the day on which it ends "
    "does.",
)
SUM = (
    '{Name} is the sum of the entries "{first}" and "{second}".',
    'Add the entries "{first}" and "{second}" to get {name}.',
    'By {name} the policy means "{first}" plus "{second}".',
    '{Name} is found by adding "{second}" to "{first}".',
    'For {name}, the entries "{first}" and "{second}" are taken together.',
)
DEFAULT = (
    "If no rule applies, the {noun} {passive}.",
    "In the absence of an applicable rule, the outcome is {result}.",
    "The default outcome is {result}; it stands whenever no rule applies.",
    "{Order} when none of the rules applies.",
    "A {noun} to which no rule applies {passive}.",
    "Where every rule fails to apply or is set aside, the outcome is {result}.",
)

# How rules that apply and disagree are reconciled; the fields depend on the style.
PRECEDENCE = {
    "later": (
        "If the rules that apply lead to different outcomes, the one with the highest number "
        "prevails.",
        "Among applicable rules that disagree, the last one in numerical order decides.",
        "A rule with a higher number overrides one with a lower number when both apply and their "
        "outcomes differ.",
        "Of several applicable rules with different outcomes, only the one numbered highest "
        "counts.",
    ),
    "earlier": (
        "If the rules that apply lead to different outcomes, the one with the lowest number "
        "prevails.",
        "Among applicable rules that disagree, the first one in numerical order decides.",
        "A rule with a lower number overrides one with a higher number when both apply and their "
        "outcomes differ.",
        "Of several applicable rules with different outcomes, only the one numbered lowest counts.",
    ),
    "outcome": (
        "If the rules that apply lead to different outcomes, {0} prevails over {1}, and {1} over "
        "{2}.",
        "Among applicable rules that disagree, the strongest outcome decides; from strongest to "
        "weakest they are {0}, {1}, {2}.",
        "Where applicable rules disagree, the outcome is {0} if any of them calls for it; if none "
        "does, {1} goes before {2}.",
        "Competing outcomes of applicable rules are ranked: {2} yields to {1}, and both yield to "
        "{0}.",
        "Of the outcomes that applicable rules demand, take the one that comes first here: {0}, "
        "{1}, {2}.",
    ),
    "class": (
        "If the rules that apply lead to different outcomes, a rule marked {0} prevails over one "
        "marked {1}, and that over one marked {2}; between equal marks the {3} number prevails.",
        "Among applicable rules that disagree, the mark decides, in the order {0}, {1}, {2}; the "
        "first of these is strongest, and between rules with the same mark the {3} number wins.",
        "Applicable rules marked {2} yield to those marked {1} when outcomes differ, and both "
        "yield to those marked {0}; if marks are equal, follow the rule with the {3} number.",
        "Conflicts between applicable rules are settled by their marks: {0} stands above {1}, {1} "
        "above {2}. Where disagreeing rules share a mark, the {3} number takes precedence.",
    ),
    "newest": (
        "If the rules that apply lead to different outcomes, the one adopted most recently "
        "prevails.",
        "Among applicable rules that disagree, the latest date of adoption decides.",
        "A rule adopted later overrides one adopted earlier when both apply and their outcomes "
        "differ, whatever their numbers.",
        "Of several applicable rules with different outcomes, only the one most recently adopted "
        "counts.",
    ),
    "oldest": (
        "If the rules that apply lead to different outcomes, the one adopted first prevails.",
        "Among applicable rules that disagree, the earliest date of adoption decides.",
        "A rule adopted earlier overrides one adopted later when both apply and their outcomes "
        "differ, whatever their numbers.",
        "Of several applicable rules with different outcomes, only the one that was adopted "
        "longest ago counts.",
    ),
    "heavier": (
        "If the rules that apply lead to different outcomes, the one with the greatest weight "
        "prevails.",
        "Among applicable rules that disagree, the greatest weight decides.",
        "A rule with a greater weight overrides one with a smaller weight when both apply and "
        "their outcomes differ.",
        "Of several applicable rules with different outcomes, only the one of greatest weight "
        "counts.",
    ),
    "lighter": (
        "If the rules that apply lead to different outcomes, the one with the smallest weight "
        "prevails.",
        "Among applicable rules that disagree, the smallest weight decides.",
        "A rule with a smaller weight overrides one with a greater weight when both apply and "
        "their outcomes differ.",
        "Of several applicable rules with different outcomes, only the one of smallest weight "
        "counts.",
    ),
    "listed": (
        "If the rules that apply lead to different outcomes, the one named first in this order "
        "prevails: {0}.",
        "Among applicable rules that disagree, the order of precedence decides; from strongest to "
        "weakest it runs {0}.",
        "Conflicts between applicable rules are settled by this order of the rule numbers, "
        "strongest first: {0}.",
        "Where applicable rules have different outcomes, go through the rule numbers in the order "
        "{0}; the first that applies wins.",
    ),
}
MARKS = (
    ("charter", "bylaw", "notice"),
    ("group", "regional", "site"),
    ("red", "amber", "blue"),
    ("A", "B", "C"),
    ("core", "house", "local"),
)

TITLES = (
    "{org}: policy on {topic}",
    "Policy on {topic}, {org}",
    "{org} - how decisions on {topic} are made",
    "House policy of {org} on {topic}",
)
INTRODUCTIONS = (
    "The numbered rules of this policy decide what becomes of each {noun} at {org}.",
    "Staff of {org} judge every {noun} by the rules set out here and by nothing else.",
    "This document says how {org} deals with a {noun}.",
    "Each {noun} at {org} is decided on its record alone, under the rules of this policy.",
    "Nobody at {org} decides a {noun} except under these rules.",
)
HEADINGS = {
    "rules": ("Rules", "Numbered rules", "The rules", "Rules for decisions"),
    "exceptions": (
        "Exceptions",
        "Exceptions to the rules",
        "When a rule is left out",
        "Carve-outs",
    ),
    "reading": ("How to read the rules", "Interpretation", "Reading notes", "General provisions"),
    "precedence": ("Precedence", "Conflicting rules", "When rules disagree", "Order of precedence"),
    "default": ("Default", "Default outcome", "When no rule applies", "Everything else"),
    "case": ("Case record", "The case", "Case under review", "Case to be decided"),
}
