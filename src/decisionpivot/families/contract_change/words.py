"""The agreements of ``contract_change``, and the phrases in which they are written."""

from typing import NamedTuple


class Right(NamedTuple):
    """What a party may do."""

    party: str
    act: str


class Topic(NamedTuple):
    """A right, and two names from which the words for a quantity are made (see ``NOUNS``)."""

    right: Right
    first: str
    second: str = ""


class Domain(NamedTuple):
    """An agreement: what it is called, its two parties, and a topic for each kind of quantity."""

    agreement: str
    parties: tuple[str, str]
    topics: dict[str, Topic]


KINDS = {
    "days": "the days from one date to another",
    "amount": "a sum of money, with or without a levy",
    "percentage": "the share that some entries have in a total",
    "count": "the number of things, with or without those in reserve",
    "duration": "the time from a start to an end, with or without an interruption",
}

NOUNS = {
    "days": "the period from {0} to {1}",
    "amount": "the amount of {0}",
    "percentage": "the percentage of {0} that {1}",
    "count": "the number of {0}",
    "duration": "the duration of {0}",
}
"""How a clause names a quantity."""

ROWS = {
    "days": ("Date of {0}", "Date of {1}"),
    "amount": ("Amount of {0} before levy", "Levy on {0}"),
    "percentage": ("Total of {0}", "Withdrawn {0}", "Recorded {0} that {1}"),
    "count": ("Regular {0}", "Reserve {0}"),
    "duration": ("Start of {0}", "End of {0}", "Interruption of {0}"),
}
"""How the rows of the case name the facts that make up a quantity."""


def _domain(agreement: str, parties: tuple[str, str], *topics: tuple[int, str, str, str]) -> Domain:
    """Topics are given in the order of KINDS: which party, the act and the two names."""
    return Domain(
        agreement,
        parties,
        {
            kind: Topic(Right(parties[party], act), first, second)
            for kind, (party, act, first, second) in zip(KINDS, topics, strict=True)
        },
    )


DOMAINS = {
    "leases": _domain(
        "lease", ("Landlord", "Tenant"),
        (1, "renew the lease for a further term", "the renewal request", "the end of the term"),
        (0, "draw on the deposit", "rent in arrears", ""),
        (0, "convert the ground floor into storage", "floor units", "stand empty"),
        (1, "sublet the upper floor", "parking spaces", ""),
        (0, "charge an access fee", "the yearly inspection", ""),
    ),
    "supply": _domain(
        "supply agreement", ("Supplier", "Purchaser"),
        (0, "substitute an equivalent product", "the order confirmation", "the planned delivery"),
        (1, "claim the volume bonus", "accepted orders", ""),
        (1, "send the consignment back", "crates", "arrived damaged"),
        (0, "split the next delivery", "storage tanks", ""),
        (1, "bill the waiting time", "the unloading", ""),
    ),
    "licences": _domain(
        "licence agreement", ("Licensor", "Licensee"),
        (1, "move the licence to another site", "the transfer notice", "the planned transfer"),
        (1, "demand the reduced licence fee", "licence fees paid", ""),
        (0, "withdraw the educational rate", "accounts", "belong to trainees"),
        (1, "install the extension module", "workstations", ""),
        (0, "conduct a second review", "the first review", ""),
    ),
    "insurance": _domain(
        "insurance policy", ("Insurer", "Policyholder"),
        (1, "claim cover for the storm damage", "the damage", "the damage report"),
        (1, "choose the repair firm", "repair costs", ""),
        (0, "adjust the premium class", "insured buildings", "have a flat roof"),
        (1, "include a further location", "smoke detectors", ""),
        (0, "appoint an expert of its own", "the power failure", ""),
    ),
    "employment": _domain(
        "employment contract", ("Employer", "Employee"),
        (1, "take the special leave", "the start of employment", "the leave request"),
        (1, "receive the travel advance", "approved travel costs", ""),
        (0, "alter the duty roster", "scheduled shifts", "fall on a weekend"),
        (1, "work from the branch office", "desks", ""),
        (1, "claim compensatory time off", "the late shift", ""),
    ),
    "service levels": _domain(
        "service agreement", ("Provider", "Customer"),
        (0, "defer the software upgrade", "the upgrade announcement", "the planned upgrade"),
        (1, "set off the service credit", "credits due", ""),
        (1, "call for an action plan", "support tickets", "remain unresolved"),
        (0, "switch to the backup centre", "servers", ""),
        (1, "invoke the escalation procedure", "the last outage", ""),
    ),
    "carriage of goods": _domain(
        "carriage agreement", ("Carrier", "Shipper"),
        (1, "redirect the cargo", "the redirection order", "the planned arrival"),
        (0, "hold the cargo as security", "freight charges owed", ""),
        (1, "refuse the shipment", "containers", "lack a seal"),
        (0, "use a second vessel", "refrigerated units", ""),
        (0, "collect demurrage", "the loading", ""),
    ),
    "loans": _domain(
        "loan agreement", ("Lender", "Borrower"),
        (1, "postpone the next instalment", "the deferral request", "the next payment"),
        (1, "repay the loan early", "outstanding debt", ""),
        (0, "ask for further collateral", "pledged shares", "are restricted"),
        (1, "replace the pledged machines", "pledged machines", ""),
        (0, "charge an inspection fee", "the site visit", ""),
    ),
}  # fmt: skip

LOW = ("a minimum", "a lower limit", "a floor")
HIGH = ("a maximum", "an upper limit", "a ceiling")

LIMITS = (
    "The {party} may {act} only if {q} satisfies {term} of {x}.",
    "Before the {party} may {act}, {q} must satisfy {term} of {x}.",
    "Unless {q} satisfies {term} of {x}, the {party} may not {act}.",
    "The right of the {party} to {act} is subject to {term} of {x} for {q}.",
    "It is a condition for the {party} to {act} that {q} satisfies {term} of {x}.",
    "In order that the {party} may {act}, {q} has to satisfy {term} of {x}.",
    "The {party} may not {act} if {q} fails to satisfy {term} of {x}.",
    "Where the {party} wishes to {act}, {term} of {x} for {q} must be satisfied.",
)
"""How a clause sets a limit of a right."""

POINTS = (
    "May the {party} {act}?",
    "Is the {party} allowed to {act}?",
    "Does the {party} have the right to {act}?",
    "Is it open to the {party} to {act}?",
    "Can the {party} rely on a right to {act}?",
    "Is the {party} entitled to {act}?",
)

AT_LOW = {
    True: (
        "A figure that equals {lo} satisfies it.",
        "It is enough to reach {lo} in order to satisfy it.",
        "A figure exactly at {lo} counts as satisfying it.",
        "Where a figure is equal to {lo}, the limit is satisfied.",
        "Figures that equal or exceed {lo} satisfy it.",
        "{Lo} is satisfied as soon as it is reached.",
    ),
    False: (
        "A figure that equals {lo} does not satisfy it.",
        "It is not enough to reach {lo} in order to satisfy it; it has to be exceeded.",
        "A figure exactly at {lo} counts as failing it.",
        "Where a figure is equal to {lo}, the limit is not satisfied.",
        "Only figures that exceed {lo} satisfy it.",
        "{Lo} is satisfied only once it is exceeded.",
    ),
}
AT_HIGH = {
    True: (
        "A figure that equals {hi} satisfies it.",
        "{Hi} may be used up in full and is then still satisfied.",
        "A figure exactly at {hi} counts as satisfying it.",
        "Where a figure is equal to {hi}, the limit is satisfied.",
        "Figures that equal {hi} or lie below it satisfy it.",
        "{Hi} remains satisfied until it is exceeded.",
    ),
    False: (
        "A figure that equals {hi} does not satisfy it.",
        "{Hi} may not be used up in full, for it is then no longer satisfied.",
        "A figure exactly at {hi} counts as failing it.",
        "Where a figure is equal to {hi}, the limit is not satisfied.",
        "Only figures that lie below {hi} satisfy it.",
        "{Hi} ceases to be satisfied as soon as it is reached.",
    ),
}
"""Whether a figure equal to a limit satisfies it."""

CONVENTIONS: dict[str, dict[bool, tuple[str, ...]]] = {
    "days": {
        True: (
            "The length of a period in days includes both the first and the last date.",
            "Days are counted with the date at the start and the date at the end included.",
            "In a period, its first day counts as one day and so does its last.",
            "Both end dates belong to a period and are counted as days of it.",
            "A period that starts and ends on the same date has a length of one day.",
        ),
        False: (
            "The length of a period in days leaves out the first date and includes the last.",
            "Days are counted from the day after the start up to and including the end date.",
            "In a period, its first day is not counted, but its last day is.",
            "Of the two end dates of a period, only the later one is counted as a day of it.",
            "A period that starts on one date and ends on the next has a length of one day.",
        ),
    },
    "amount": {
        True: (
            "An amount is compared with a limit after its levy has been added.",
            "Amounts are understood as including the levy on them.",
            "The levy forms part of the amount to which it belongs.",
            "For every amount, the sum before levy and the levy are added together.",
            "A levy is counted in when the size of an amount is established.",
        ),
        False: (
            "An amount is compared with a limit without its levy.",
            "Amounts are understood as excluding the levy on them.",
            "The levy does not form part of the amount to which it belongs.",
            "For every amount, only the sum before levy is taken, and the levy is ignored.",
            "A levy is left aside when the size of an amount is established.",
        ),
    },
    "percentage": {
        True: (
            "A percentage relates to the total with withdrawn entries kept in it, unrounded.",
            "Percentages are worked out on the full total, withdrawn entries included, and are "
            "not rounded.",
            "Withdrawn entries stay in the total of which an unrounded percentage is taken.",
            "Withdrawals do not reduce the total that a percentage is based on, and no percentage "
            "is rounded.",
            "To find a percentage, divide the recorded entries by the total without deducting "
            "withdrawn ones, and do not round.",
        ),
        False: (
            "A percentage relates to the total after withdrawn entries are deducted, unrounded.",
            "Percentages are worked out on the total less withdrawn entries, and are not rounded.",
            "Withdrawn entries are taken out of the total of which an unrounded percentage is "
            "taken.",
            "Withdrawals reduce the total that a percentage is based on, and no percentage is "
            "rounded.",
            "To find a percentage, divide the recorded entries by the total from which withdrawn "
            "ones were deducted, and do not round.",
        ),
    },
    "count": {
        True: (
            "Things held in reserve count towards a number in the same way as regular ones.",
            "A number comprises the regular and the reserve pieces together.",
            "Reserve items are added to regular items when a number is established.",
            "To be counted, it makes no difference whether an item is regular or in reserve.",
            "Numbers cover everything available, whether regular or reserve.",
        ),
        False: (
            "Things held in reserve do not count towards a number; only regular ones do.",
            "A number comprises the regular pieces alone, not the reserve.",
            "Reserve items are disregarded when a number is established.",
            "To be counted, an item must be regular and not in reserve.",
            "Numbers cover what is regular and leave out what is reserve.",
        ),
    },
    "duration": {
        True: (
            "A duration runs from start to end, and an interruption does not shorten it.",
            "Durations include any interruption between start and end.",
            "The time of an interruption counts as part of the duration.",
            "Nothing is deducted from a duration on account of an interruption.",
            "For a duration, the clock keeps running while there is an interruption.",
        ),
        False: (
            "A duration runs from start to end, shortened by the interruption.",
            "Durations exclude any interruption between start and end.",
            "The time of an interruption does not count as part of the duration.",
            "The length of an interruption is deducted from the duration.",
            "For a duration, the clock is stopped while there is an interruption.",
        ),
    },
}
"""What counts towards a quantity: the convention of each kind, in its two readings."""

EVERY_LIMIT = (
    "Under a version, the answer to the point at issue is yes if all limits set there for the "
    "right in question are satisfied, and no otherwise.",
    "A right exists under a version when, and only when, every limit that this version attaches "
    "to that very right is satisfied.",
    "To answer the point at issue under one version, check every limit it sets for the right "
    "concerned: one limit not satisfied makes the answer no, otherwise it is yes.",
    "The limits on a right are cumulative: if one of them fails the answer is no, and if all of "
    "them hold it is yes.",
    "Yes is the answer under a version exactly where none of its limits on the right asked about "
    "is left unsatisfied.",
)
OTHER_RIGHTS = (
    "A limit bears only on the right that its clause names.",
    "Clauses about another right, and clauses that set no limit, have no bearing on the point.",
    "Limits on other rights and clauses without a limit are of no consequence for the point.",
    "What a clause says of one right is not to be applied to another.",
    "No limit extends beyond the right for which it is laid down.",
)
EACH_ALONE = (
    "Each version is read on its own, as if the other did not exist.",
    "Nothing in one version is used to interpret or complete the other.",
    "The two versions are applied separately to the same facts.",
    "The facts are put first to one version alone and then to the other alone.",
    "Version A is applied without regard to version B, and the reverse.",
)
SAME_TERMS = (
    "The terms minimum, lower limit and floor mean the same, and so do maximum, upper limit and "
    "ceiling.",
    "No difference is made between a minimum, a lower limit and a floor, nor between a maximum, "
    "an upper limit and a ceiling.",
    "Lower limit and floor are other words for minimum; upper limit and ceiling are other words "
    "for maximum.",
    "Whether a clause says floor, lower limit or minimum is immaterial, and likewise ceiling, "
    "upper limit or maximum.",
    "Floor, minimum and lower limit are used alike, as are ceiling, maximum and upper limit.",
)

FILLERS: tuple[tuple[int, int, tuple[str, ...]], ...] = (
    (0, 0, (
        "Notices under this {agreement} must be given in writing.",
        "Written form is required for notices under this {agreement}.",
        "A notice under this {agreement} is to be made in writing.",
        "Whoever gives notice under this {agreement} must do so in writing.",
    )),
    (2, 9, (
        "The parties keep the contents of this {agreement} confidential for {n} years.",
        "For {n} years, the contents of this {agreement} are to be treated as confidential.",
        "Confidentiality as to the contents of this {agreement} lasts {n} years.",
        "Neither party discloses the contents of this {agreement} for a time of {n} years.",
    )),
    (14, 60, (
        "Invoices of the {p} are payable no later than {n} days after receipt.",
        "The {q} pays invoices of the {p} no later than {n} days after receiving them.",
        "An invoice from the {p} must be paid by the end of {n} days after receipt.",
        "At the latest {n} days after receipt, invoices sent by the {p} must be paid.",
    )),
    (3, 12, (
        "The {p} retains all records for {n} years.",
        "All records are kept by the {p} for {n} years.",
        "For {n} years, it is for the {p} to preserve all records.",
        "The {p} must preserve every record for {n} years.",
    )),
    (0, 0, (
        "Neither party may assign this {agreement} without the consent of the other.",
        "An assignment of this {agreement} requires the consent of the other party.",
        "This {agreement} can be assigned only with the other party's consent.",
        "Without consent of the other party, this {agreement} is not assignable.",
    )),
    (0, 0, (
        "Amendments take effect once both parties have signed them.",
        "An amendment needs the signature of both parties to take effect.",
        "No amendment is effective until it has been signed by both parties.",
        "Both parties must sign an amendment before it takes effect.",
    )),
    (3, 9, (
        "Disputes are decided by a panel of {n} arbitrators.",
        "A panel made up of {n} arbitrators decides disputes.",
        "Where the parties are in dispute, {n} arbitrators give the decision.",
        "The decision in any dispute lies with {n} arbitrators.",
    )),
    (0, 0, (
        "If one clause is invalid, the remaining clauses stay in force.",
        "The invalidity of one clause leaves the others in force.",
        "Should a clause prove invalid, the rest continue to apply.",
        "An invalid clause does not affect the force of the remaining ones.",
    )),
    (3, 14, (
        "Overdue payments bear interest at {n} per cent a year.",
        "Interest of {n} per cent a year is owed on overdue payments.",
        "A payment that is overdue attracts yearly interest of {n} per cent.",
        "The rate of interest on overdue payments is {n} per cent a year.",
    )),
    (2, 9, (
        "This {agreement} is drawn up in {n} signed originals.",
        "There are {n} signed originals of this {agreement}.",
        "The parties sign {n} originals of this {agreement}.",
        "Of this {agreement}, {n} originals are made out and signed.",
    )),
    (6, 36, (
        "The {q} may inspect the books of the {p} once every {n} months.",
        "Once in every {n} months the books of the {p} are open to the {q}.",
        "Every {n} months, the {q} may look through the books of the {p} once.",
        "The {p} opens its books to the {q} once every {n} months.",
    )),
    (2, 12, (
        "Each party names a new contact within {n} weeks if the present one leaves.",
        "If a contact leaves, the party concerned names another within {n} weeks.",
        "A contact who leaves is replaced within {n} weeks by the party concerned.",
        "Within {n} weeks of a contact's leaving, the party concerned names a replacement.",
    )),
    (0, 0, (
        "The costs of drawing up this {agreement} are shared equally.",
        "Each party bears half the costs of drawing up this {agreement}.",
        "What it costs to draw up this {agreement} is split equally between the parties.",
        "The parties bear the costs of drawing up this {agreement} in equal halves.",
    )),
    (0, 0, (
        "Events beyond a party's control suspend its duties while they last.",
        "A party's duties rest for as long as events beyond its control last.",
        "While events beyond its control last, the duties of a party are suspended.",
        "For the time of events outside its control, a party need not perform its duties.",
    )),
    (2, 8, (
        "The parties meet {n} times a year to discuss the state of affairs.",
        "Meetings on the state of affairs are held {n} times a year.",
        "To discuss the state of affairs, {n} meetings a year take place.",
        "There are {n} meetings of the parties a year on the state of affairs.",
    )),
    (0, 0, (
        "Personal data are used for the purposes of this {agreement} alone.",
        "The use of personal data is confined to the purposes of this {agreement}.",
        "Only for the purposes of this {agreement} are personal data used.",
        "Personal data serve no purposes other than those of this {agreement}.",
    )),
    (20, 90, (
        "The {p} proves its liability insurance within {n} days of signature.",
        "Proof of liability insurance is due from the {p} within {n} days of signature.",
        "The {p} has {n} days from signature to prove its liability insurance.",
        "Within {n} days of signature, liability insurance must be proved by the {p}.",
    )),
    (0, 0, (
        "This {agreement} replaces all earlier arrangements between the parties.",
        "Earlier arrangements between the parties are replaced by this {agreement}.",
        "All arrangements that the parties made earlier give way to this {agreement}.",
        "With this {agreement}, every earlier arrangement between the parties ends.",
    )),
)  # fmt: skip
"""Clauses that set no limit: the range of their number (0, 0: none) and their phrasings."""

HEADINGS = {
    "rules": ("Rules of interpretation", "Interpretation", "How to read the versions",
              "Reading rules"),
    "A": ("Version A", "Version A of the {agreement}", "Text of version A",
          "{Agreement}, version A"),
    "B": ("Version B", "Version B of the {agreement}", "Text of version B",
          "{Agreement}, version B"),
    "point": ("Point at issue", "The point at issue", "Question in dispute", "Point to be settled"),
    "case": ("Case", "Facts of the case", "The case", "Case record"),
}  # fmt: skip
HEADING_STYLES = ("## {}", "{}:", "== {} ==", "[{}]", "# {}")
NUMBER_STYLES = ("{}. ", "({}) ", "§ {} ", "Clause {}: ", "{}) ")
ROW_STYLES = ("- {}: {}", "{}: {}", "* {}: {}", "• {} = {}")
CASE_INTROS = (
    "The parties agree on the following facts.",
    "The facts below are undisputed.",
    "These are the facts as both parties have confirmed them.",
    "The record shows the following.",
    "Nobody contests what is recorded here.",
    "The {p} and the {q} have put these facts on record.",
)
