"""The words of ``record_rule``: what its batches are about and how its sentences read.

Phrases name what they hold in braces: ``{a}``, ``{b}``, ``{c}`` are field names, ``{rec}`` and
``{recs}`` the noun of a record. Bounds, ties and rounding are part of the phrase itself.
"""

from msgspec import Struct


class Domain(Struct, frozen=True):
    """What a batch of one domain is about: where it comes from, and its field names.

    ``range`` has two numbers from which bounds are drawn, ``list`` the names of the reference
    list and of the list beside it; ``conditional`` is a field, its states and the field that one
    of them requires; ``total`` ends with the sum.
    """

    record: str
    sites: tuple[str, ...]
    id: str
    prefixes: tuple[str, ...]
    required: str
    unique: str
    range: tuple[str, int, int]
    list: tuple[str, str, str]
    pattern: str
    dates: tuple[str, str]
    total: tuple[str, str, str, str]
    conditional: tuple[str, tuple[str, ...], str]
    exclusion: tuple[str, str]
    parent: str
    sequence: tuple[str, str]
    limit: str
    check_digit: str


DOMAINS = {
    "shipments": Domain(
        "shipment",
        ("the {x} freight office", "the depot at {x}", "{x} Forwarding"),
        "shipment id",
        ("SH", "FR", "CN"),
        "consignee",
        "seal number",
        ("weight in kg", 40, 400),
        ("carrier code", "Carrier codes", "Customs codes"),
        "booking mark",
        ("loading date", "delivery date"),
        ("freight fee", "fuel charge", "handling fee", "amount billed"),
        ("service type", ("express", "regular", "chilled", "bulky"), "contact code"),
        ("dock slot", "pickup code"),
        "lead shipment",
        ("truck", "stop number"),
        "warehouse",
        "tracking code",
    ),
    "lab samples": Domain(
        "sample",
        ("the {x} laboratory", "the test centre at {x}", "{x} Analytics"),
        "sample id",
        ("SA", "LB", "TX"),
        "analyst",
        "barcode",
        ("volume in ml", 20, 90),
        ("method code", "Method codes", "Reagent codes"),
        "rack label",
        ("collection date", "analysis date"),
        ("fraction A", "fraction B", "fraction C", "combined mass"),
        ("condition", ("intact", "leaking", "thawed", "clotted"), "incident number"),
        ("freezer drawer", "shelf place"),
        "reference sample",
        ("plate", "well number"),
        "transport box",
        "patient code",
    ),
    "invoices": Domain(
        "invoice",
        ("the {x} accounts office", "the books of {x} Trading", "the ledger room at {x}"),
        "invoice id",
        ("IN", "BK", "RE"),
        "payer",
        "document number",
        ("payment term", 10, 40),
        ("cost centre", "Cost centres", "Profit centres"),
        "contract mark",
        ("issue date", "due date"),
        ("goods value", "freight fee", "sales tax", "amount due"),
        ("document type", ("regular", "credit", "advance", "final"), "reason code"),
        ("bank reference", "card reference"),
        "related invoice",
        ("journal", "page number"),
        "approver",
        "account number",
    ),
    "vehicle fleet": Domain(
        "vehicle",
        ("the {x} motor pool", "the fleet office at {x}", "{x} Hauliers"),
        "vehicle id",
        ("VH", "FL", "MT"),
        "keeper",
        "plate number",
        ("tyre pressure in kPa", 180, 400),
        ("depot code", "Depot codes", "Garage codes"),
        "chassis mark",
        ("last inspection", "next inspection"),
        ("front axle load", "rear axle load", "trailer load", "total load"),
        ("status", ("active", "parked", "leased", "damaged"), "workshop order"),
        ("fuel card", "charging card"),
        "towing vehicle",
        ("convoy", "convoy place"),
        "car park",
        "licence number",
    ),
    "library loans": Domain(
        "loan",
        ("the {x} town library", "the reading hall at {x}", "the {x} book exchange"),
        "loan id",
        ("LN", "BL", "QR"),
        "reader",
        "slip number",
        ("page count", 60, 500),
        ("branch code", "Branch codes", "Storage codes"),
        "shelf mark",
        ("loan date", "due date"),
        ("late fee", "postage", "repair fee", "amount charged"),
        ("outcome", ("returned", "renewed", "lost", "spoiled"), "claim number"),
        ("locker", "courier code"),
        "linked loan",
        ("book series", "volume number"),
        "borrower",
        "card number",
    ),
    "sensor network": Domain(
        "sensor",
        ("the {x} weather network", "the river survey at {x}", "{x} Telemetry"),
        "sensor id",
        ("SN", "ND", "TM"),
        "technician",
        "radio address",
        ("sampling interval", 30, 300),
        ("firmware code", "Firmware codes", "Bootloader codes"),
        "calibration mark",
        ("mounting date", "calibration date"),
        ("idle power", "radio power", "heater power", "total power"),
        ("power supply", ("battery", "mains", "solar", "hybrid"), "cell type"),
        ("cable port", "radio channel"),
        "relay sensor",
        ("mast", "level on mast"),
        "gateway",
        "serial number",
    ),
    "student records": Domain(
        "student",
        ("the {x} college", "the evening school at {x}", "the {x} academy"),
        "student id",
        ("ST", "CL", "MX"),
        "tutor",
        "exam number",
        ("credit score", 20, 90),
        ("course code", "Course codes", "Module codes"),
        "room label",
        ("enrolment date", "exam date"),
        ("written mark", "oral mark", "project mark", "final mark"),
        ("enrolment type", ("full", "guest", "exchange", "evening"), "home school code"),
        ("grant number", "waiver number"),
        "peer mentor",
        ("seminar", "list place"),
        "supervisor",
        "library card",
    ),
    "livestock": Domain(
        "animal",
        ("the {x} farm", "the breeding station at {x}", "the {x} herd office"),
        "animal id",
        ("AN", "HD", "CW"),
        "stockman",
        "ear tag",
        ("height in cm", 60, 120),
        ("breed code", "Breed codes", "Feed codes"),
        "brand mark",
        ("birth date", "weaning date"),
        ("morning milk", "noon milk", "evening milk", "daily milk"),
        ("health state", ("sound", "treated", "isolated", "watched"), "vet case"),
        ("stall", "pasture plot"),
        "lead animal",
        ("pen", "pen place"),
        "trailer",
        "passport number",
    ),
}

RULES: dict[str, tuple[str, ...]] = {
    "required": (
        "Every {rec} has its {a} filled in.",
        "The {a} must never be empty.",
        "No {rec} may lack the {a}.",
        "It is mandatory to fill in the {a}.",
        "Each {rec} has an entry under {a}.",
    ),
    "unique": (
        "No two {recs} have the same {a}.",
        "Each {a} occurs only once in the batch.",
        "The {a} must be different in every {rec}.",
        "What one {rec} has as {a} may not return in another.",
        "All {recs} differ from one another in the {a}.",
    ),
    "range": (
        "The {a} lies between {low} and {high}, both included.",
        "The {a} must not fall below {low} or exceed {high}; these two values are allowed.",
        "The lowest {a} allowed is {low}, the highest allowed is {high}.",
        "In every {rec} the {a} is at least {low} and at most {high}.",
        "No {a} below {low} or above {high} is accepted; {low} and {high} themselves are.",
    ),
    "list": (
        'The {a} is one of the entries of the list "{codes}".',
        'Only values on the list "{codes}" may stand under {a}.',
        'Every {a} must appear on the list headed "{codes}".',
        'The list "{codes}" names every {a} that is permitted.',
        'Whatever stands under {a} has to be found on the list "{codes}".',
    ),
    "pattern": (
        "The {a} consists of {form}, in this order and of nothing else.",
        "Every {a} is written as {form}, in exactly this order.",
        "The {a} is made up of {form}, one after the other, with nothing before or after.",
        "Each {a} follows one form: {form}.",
        "The form of the {a} is fixed: {form}, and no further character.",
    ),
    "date_order": (
        "The {b} must not be before the {a}; the same day is allowed.",
        "The {a} is never later than the {b}, though both may fall on one day.",
        "No {rec} has the {b} on a day before the {a}; one day for both is fine.",
        "The {b} is the same day as the {a} or a later one.",
        "In time, the {a} comes first and the {b} second; equal dates are accepted too.",
    ),
    "date_order_strict": (
        "The {b} must be after the {a}; the same day is not allowed.",
        "The {a} always lies at least one day before the {b}.",
        "No {rec} has the {b} before or on the day of the {a}.",
        "The {b} is at least one day later than the {a}.",
        "In time, the {a} comes first and the {b} second; equal dates are not accepted.",
    ),
    "total": (
        "The {b} is exactly the sum of {parts}.",
        "Added together, {parts} give exactly the {b}.",
        "In every {rec}, {parts} together make the {b}, to the last digit.",
        "The {b} must equal {plus}, without any difference.",
        "Summing up {parts} yields the {b}; even a difference of 0.01 is a violation.",
    ),
    "conditional": (
        "If the {a} is {value}, the {b} must be filled in.",
        "Every {rec} whose {a} is {value} has an entry under {b}; the others may lack it.",
        "The {b} may be empty only where the {a} is not {value}.",
        "Where {value} stands under {a}, the {b} must not be empty.",
        "An empty {b} is allowed with every {a} other than {value}.",
    ),
    "exclusion": (
        "No {rec} has entries under both {a} and {b}.",
        "The {a} and the {b} exclude each other: at most one of the two is filled in.",
        "If the {a} is filled in, the {b} must be empty, and the other way round.",
        "At least one of the two fields {a} and {b} is empty in every {rec}.",
        "Where the {a} has an entry, the {b} has none; both may be empty.",
    ),
    "parent": (
        "If the {a} is filled in, it is the {b} of another {rec} in the batch.",
        "The {a} is either empty or the {b} of some other {rec} in the batch.",
        "Any {a} given must occur as the {b} of another {rec} in the batch, above or below.",
        "No {a} points outside the batch: unless empty, it repeats the {b} of another {rec}.",
        "Every entry under {a} matches the {b} of a different {rec} in the batch; it may be empty.",
    ),
    "sequence": (
        "Within each {a}, the {b} runs without a gap: sorted, each is one higher than the one "
        "before, whatever the first is.",
        "The {recs} of one {a} have consecutive whole numbers as {b}, starting anywhere, with the "
        "rows in any order.",
        "With the {recs} of one {a} sorted by {b}, the {b} goes up by exactly one from each to the "
        "next; the first number is free.",
        "For every {a}, no whole number between the lowest and the highest {b} is missing, and "
        "none occurs twice.",
        "In each {a} the {b} counts up by ones, none left out or used twice; rows may stand in any "
        "order, and any number may be the first.",
    ),
    "limit": (
        "No more than {high} {recs} may share one {a}.",
        "Each {a} has at most {high} {recs} in the batch.",
        "The same {a} may stand in up to {high} {recs}, not in more.",
        "At most {high} {recs} of the batch have any one {a}.",
        "One {a} may occur in {high} {recs} of the batch and in no more.",
    ),
    "check_digit": (
        "The last digit of the {a} is the remainder when the sum of its first five digits is "
        "divided by {high}.",
        "Add up the digits of the {a} except the last and divide by {high}: the remainder is the "
        "last digit.",
        "The {a} ends in a check digit, namely the sum of the five digits before it modulo {high}.",
        "Divided by {high}, the sum of all digits of the {a} but the last leaves that last digit "
        "as the remainder.",
        "The final digit of each {a} equals the remainder of the sum of its other digits after "
        "division by {high}.",
    ),
    "check_digit_weighted": (
        "The last digit of the {a} is the remainder when its first five digits, multiplied from "
        "left to right by {weights}, are added up and divided by {high}.",
        "Multiply the first five digits of the {a} from left to right by {weights}, add up and "
        "divide by {high}: the remainder is the last digit.",
        "The {a} ends in a check digit, namely the weighted sum of the five digits before it "
        "modulo {high}; the weights are {weights} from left to right.",
        "With the weights {weights} for its first five digits from left to right, the weighted sum "
        "of the {a} divided by {high} leaves the last digit as the remainder.",
        "The final digit of each {a} equals the remainder after division by {high} of the sum of "
        "the other digits, each first multiplied by its weight: {weights} from left to right.",
    ),
}
MEANINGS = {
    "required": "the {a} that must be filled in",
    "unique": "the {a} that must not be repeated",
    "range": "the range of the {a}",
    "list": "the {a} on its reference list",
    "pattern": "the form of the {a}",
    "date_order": "the order of {a} and {b}",
    "total": "the sum that makes the {b}",
    "conditional": "the {b} needed for one {a}",
    "exclusion": "{a} and {b}, which exclude each other",
    "parent": "the {a} found in the batch",
    "sequence": "the {b} without gaps in each {a}",
    "limit": "the number of {recs} with one {a}",
    "check_digit": "the check digit of the {a}",
}
"""What a rule is about, for the options."""

SIGNS = {"A": "capital letter", "9": "digit", "-": "hyphen", "/": "slash", ".": "dot"}

MARKERS = ("-", "n/a", "blank", "[none]", "(blank)", "no entry", "(no entry)", "not filled in")
"""Signs of an empty field, on average as long as the entries that they stand for."""

EMPTY = (
    "A field that holds only {m} is empty.",
    "An empty field is written {m}.",
    "The entry {m} stands for an empty field.",
    "Where nothing was filled in, the batch shows {m}.",
    "Fields read {m} when they are empty; anything else is an entry.",
    "The mark {m} means that the field is empty.",
)
EXACT = (
    "Values are compared exactly, and small letters are not capital letters.",
    "Two values are the same only if they agree in every character, small or capital.",
    "Small and capital letters count as different characters in every comparison.",
    "Entries match only when they are written identically, capitals included.",
    "In comparisons every character counts, and so does its case.",
    "A small letter in the place of a capital one makes another value.",
)
UNNAMED = (
    "Fields that no rule names may hold anything.",
    "A field without a rule is free: repeats, odd values and missing entries do not matter there.",
    "Nothing is required of fields that the rules do not mention.",
    "Whatever stands in a field that no rule mentions is accepted.",
    "Only the numbered rules count; other fields are not checked.",
    "There are no further demands than the numbered rules, on whatever field.",
)
SINGLE = (
    "At most one rule is violated.",
    "The batch violates one of the rules or none.",
    "It is known that no more than one rule is violated.",
    "Either all rules are kept or exactly one of them is not.",
    "There is never more than one violated rule in a batch.",
    "If a rule is violated, all others are kept.",
)
INTROS = (
    "This batch of {n} {rec} records comes from {site} and was exported on {day}.",
    "On {day}, {site} handed in {n} {rec} records to be checked.",
    "Below are {n} {rec} records that {site} sent for import on {day}.",
    "An import of {n} {rec} records from {site} has been waiting since {day}.",
    "The {n} {rec} records below were recorded by {site}; the batch is dated {day}.",
    "Integrity check of {n} {rec} records from {site}, batch of {day}.",
)
HEADINGS = {
    "C": ("Conventions", "How to read the batch", "Notes", "Reading the fields"),
    "R": ("Rules", "Integrity rules", "Rules for {recs}", "What every batch must keep"),
    "L": ("Reference lists", "Lists", "Code lists", "Lists of codes"),
    "B": ("Batch", "The {recs}", "Records", "Batch of {recs}"),
}
HEADING_STYLES = ("{}:", "## {}", "[{}]", "-- {} --", "{}")
NUMBERINGS = ("{}. ", "{}: ", "Rule {}: ", "{} - ", "({}) ")
QUOTES = ("{}", "{}", "'{}'", '"{}"')
FORMATS = (
    ("", " | ", ""), ("| ", " | ", " |"), ("", "; ", ""), ("", "\t", ""), ("", ", ", ""),
    ("", " / ", ""),
)  # fmt: skip
"""How a row begins, parts its fields, and ends."""
ROW_DATES = ("iso", "iso", "short", "weekday")
