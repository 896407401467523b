"""The words of ``ledger_match``: what its ledgers are and how each convention may read.

Phrases name what they hold in braces; every tuple holds the phrasings of one reading.
"""

from typing import NamedTuple


class Domain(NamedTuple):
    """Who keeps ledger A, who keeps ledger B, and the party that both name."""

    keeper: str
    a: str
    other: str
    b: str
    party: str


DOMAINS = {
    "shop and bank": Domain("the shop", "sales", "the bank", "credits", "customer"),
    "clinic and insurer": Domain("the clinic", "treatments billed", "the insurer", "payments",
                                 "patient"),
    "freight and customs": Domain("the forwarder", "duties owed", "the customs office", "receipts",
                                  "consignee"),
    "club dues": Domain("the club", "dues charged", "the savings bank", "deposits", "member"),
    "grants": Domain("the foundation", "instalments awarded", "the paying agent", "payouts",
                     "grantee"),
    "energy trading": Domain("the trading desk", "trades", "the clearing house", "settlements",
                             "counterparty"),
    "ticketing": Domain("the box office", "bookings", "the payment service", "collections",
                        "organiser"),
    "payroll": Domain("the payroll office", "wages due", "the transfer bureau", "transfers",
                      "employee"),
}  # fmt: skip

INTRODUCTIONS = (
    "{Name} reconciles two ledgers for {month}: ledger A ({a}, kept by {keeper}) and ledger B "
    "({b}, kept by {other}).",
    "For {month} {name} has two books to compare. Ledger A lists {a} as {keeper} recorded them, "
    "ledger B lists {b} as {other} reported them.",
    "Below are the {a} of {month} in the books of {keeper} at {name} (ledger A) and the {b} that "
    "{other} shows for them (ledger B).",
    "Month-end check at {name}, {month}. {Keeper} keeps ledger A, the {a}; {other} keeps ledger B, "
    "the {b}.",
    "{Keeper} of {name} sets its {a} of {month} (ledger A) against the {b} reported by {other} "
    "(ledger B).",
    "This is the reconciliation file of {name} for {month}, with the {a} from {keeper} as ledger A "
    "and the {b} from {other} as ledger B.",
)
HEADINGS = {
    "A": ("Ledger A", "LEDGER A", "Ledger A: {a}", "A. {Keeper}: {a}"),
    "B": ("Ledger B", "LEDGER B", "Ledger B: {b}", "B. {Other}: {b}"),
    "R": ("Matching conventions", "HOW THE LEDGERS ARE MATCHED", "Conventions", "Matching rules"),
}
FULL = (
    "A line of ledger B belongs to the entry of ledger A whose reference it carries, character for "
    "character.",
    "What ties a line to an entry is the reference, which is written alike in both ledgers.",
    "Go by the reference: only a line with exactly the reference of an entry is a line of that "
    "entry.",
    "Lines are assigned by reference alone, and one wrong character makes it another reference.",
)
LOOSE = (
    "A line belongs to the entry whose reference it carries; capitals, spaces and hyphens in a "
    "reference make no difference.",
    "What ties a line to an entry is the reference, read without regard to capitals, spaces and "
    "hyphens.",
    "Lines are assigned by reference. Ledger B may leave out or change hyphens, spaces and "
    "capitals, and it is the same reference all the same.",
    "Go by the letters and digits of the reference: how they are spaced, hyphenated or capitalised "
    "is ignored.",
)
TAIL = (
    "Ledger B shows the last four digits of a reference only; a line belongs to the entry whose "
    "reference ends in these four digits.",
    "A line is assigned to the entry whose reference has the same last four digits, for ledger B "
    "shows no more of it.",
    "References are cut down to their final four digits in ledger B, and these decide which entry "
    "a line belongs to.",
    "Go by the reference: of each one ledger B keeps the last four digits, and all four have to be "
    "those of the entry.",
)
ZEROS = (
    "Ledger B drops the zeros with which the number in a reference starts; otherwise a line must "
    "carry the reference of its entry unchanged.",
    "A line belongs to the entry whose reference it carries, except that ledger B leaves out zeros "
    "at the start of the number.",
    "What ties a line to an entry is the reference; zeros right after the hyphen are not written "
    "in ledger B and do not count.",
    "Lines are assigned by reference, and leading zeros of its number, which only ledger A writes, "
    "are passed over.",
)
REFS = {"full": FULL, "loose": LOOSE, "tail": TAIL, "zeros": ZEROS}
BLANK = (
    "A line without a reference ({dash}) settles an entry of the same {party} on its own if "
    "{fits}, provided that no line carries the reference of that entry.",
    "Where the reference of a line is blank ({dash}), the line settles by itself an entry of the "
    "same {party}, provided that {fits} and that no line bears that entry's reference.",
    "If no line carries an entry's reference, a single line with the same {party} and a blank "
    "reference ({dash}) settles it, as long as {fits}.",
    "Blank references ({dash}) are allowed: such a line stands for an entry of its {party} that "
    "has no line with its reference, if {fits}.",
)
NO_BLANK = (
    "A line without a reference ({dash}) belongs to no entry, whatever else it shows.",
    "Where the reference of a line is blank ({dash}), the line settles nothing, even if {party} "
    "and amount are those of an entry.",
    "Blank references ({dash}) are not guessed: such a line is not counted for any entry.",
    "No entry is settled by a line whose reference is blank ({dash}), however well it fits.",
)
FITS = {1: "its amount agrees", 2: "its amount agrees and its date is in time"}
EXACT = (
    "Amounts must agree to the cent.",
    "An amount that is off by a single cent does not agree.",
    "Amounts agree when they are equal, cents included.",
    "No difference in amount is accepted, not even 0.01.",
    "The two ledgers have to show the same amount, down to the last cent.",
)
NEAR = (
    "Amounts agree when they differ by no more than {margin}, in either direction.",
    "A difference of up to {margin} is accepted as agreement, {margin} itself included.",
    "Differences in amount are passed over up to and including {margin}, whichever amount is the "
    "larger one.",
    "Two amounts count as agreeing if they are at most {margin} apart.",
    "Only a difference of more than {margin}, up or down, means that amounts do not agree.",
)
WHOLE = (
    "Ledger B is kept in whole units: an amount due is rounded to the nearest unit, .50 upwards, "
    "and ledger B must show exactly that.",
    "Amounts agree when the amount due, rounded to whole units (from .50 upwards), equals what "
    "ledger B shows.",
    "The cents of an amount due are rounded away, .49 down and .50 up, and the result must be the "
    "very figure in ledger B.",
    "Since ledger B knows whole units only, round the amount due to the nearest one, a half "
    "always up; then both must be equal.",
    "What is due is rounded to full units, halves up, before it is compared; after that no "
    "difference is accepted.",
)
MONEY = {"exact": EXACT, "near": NEAR, "whole": WHOLE}
ONCE = {
    "near": (
        "The margin is applied once to a total, not to each line that goes into it.",
        "There is one such margin to a comparison, however many lines are added up for it.",
        "Totals are formed first, and the margin then applies to the total alone.",
        "It is on totals, never on single parts, that the margin is granted.",
    ),
    "whole": (
        "Totals are formed before rounding; nothing is rounded part by part.",
        "Rounding comes last, when all that is due has been added up.",
        "Only the final sum due is rounded, never its parts.",
        "Add up first and round afterwards.",
    ),
}
ONE_LINE = (
    "Each entry is settled by one line.",
    "One line is what it takes to settle an entry.",
    "For every entry there must be one line that agrees with it in amount.",
    "An entry reconciles when one line that belongs to it shows an amount that agrees.",
    "Entries are settled singly, each by a line of its own with an agreeing amount.",
)
NO_DATES = (
    "Dates are given for information and are not compared.",
    "The dates of the two ledgers need not be close to each other.",
    "How far apart the dates lie has no bearing on the matching.",
    "Dates play no part here.",
    "A line may bear any date, before or after that of its entry.",
)
AFTER = (
    "A line is in time on the date of its entry and up to {days} after it, the last of them "
    "included; it is never in time before that date.",
    "The date of a line may be that of the entry or later by at most {days}, but not earlier.",
    "Lines must not be dated before their entry, nor more than {days} after it; exactly {days} "
    "after is still in time.",
    "From the date of the entry a line has {days} to follow, and on the last of them it is in "
    "time; a line that precedes its entry is not.",
    "To be in time a line has to be dated no earlier than its entry and no later than {days} after "
    "it.",
)
AROUND = (
    "A line is in time up to {days} before or after the date of its entry, both ends included.",
    "The dates of a line and its entry may lie at most {days} apart, whichever comes first.",
    "Lines must be dated no more than {days} from the date of their entry, earlier or later; "
    "exactly {days} is still in time.",
    "To be in time a line may precede or follow its entry by {days}, but by no more.",
    "Either date may be the earlier one, but a line dated more than {days} before or after its "
    "entry is out of time.",
)
WORKING = (
    "Working days are Monday to Friday, all of them, and the date of the entry is not counted; "
    "{monday} is a Monday.",
    "Count every day from Monday to Friday as a working day, starting with the day after "
    "the entry's date. ({monday} was a Monday.)",
    "Saturdays and Sundays are skipped in this count, no other day is, and the entry's own date is "
    "day zero; note that {monday} fell on a Monday.",
    "There are five working days to a week, Monday to Friday ({monday} being a Monday), and the "
    "count begins with the first working day after the date of the entry.",
)
SPLIT = (
    "An entry may be settled in several lines; their amounts are added up, and the total must "
    "agree with the entry.",
    "Where several lines carry the reference of one entry, it is their total that has to agree.",
    "Split lines are allowed: all lines that carry an entry's reference count together.",
    "If more than one line belongs to an entry, the sum of these lines is compared with it.",
    "All lines of an entry count, and what they come to together must agree with its amount.",
)
PARTS = {
    "each": (
        "Each part of a split entry must be in time.",
        "Of an entry in several lines every single line has to be in time.",
        "One part out of time is enough for a split entry to fail.",
        "A split entry is in time only if all its parts are.",
    ),
    "first": (
        "A split entry is in time when its earliest part is; the other parts may have any date.",
        "Of an entry in several lines the one with the earliest date must be in time, and only "
        "that one.",
        "For a split entry, look at the date of the first part paid and at no other.",
        "Once the earliest line of a split entry is in time, the dates of the rest are ignored.",
    ),
    "last": (
        "A split entry is in time when its latest part is; the other parts may have any date.",
        "Of an entry in several lines the one with the latest date must be in time, and only that "
        "one.",
        "For a split entry, look at the date of the last part paid and at no other.",
        "If the latest line of a split entry is in time, the dates of the rest are ignored.",
    ),
}
FEES = {
    "shown": (
        "A fee shown in the note was kept back by {other}: it is added to the amount of the line "
        "before amounts are compared.",
        "Where a note says 'fee', that sum has been deducted from the line; what is due is the "
        "entry less the fee.",
        "Lines with a fee in their note are net of it, so the amount due on such a line is that of "
        "the entry minus this fee.",
        "Ledger B shows amounts after any fee in the note; take the fee off the entry's amount "
        "before comparing.",
    ),
    "flat": (
        "On a line noted '{mark}' {other} keeps back {rate}; what is due is the entry less this "
        "sum.",
        "Lines noted '{mark}' are short of a flat fee of {rate}, which is taken off the entry's "
        "amount before comparing.",
        "The note '{mark}' means that a fee of {rate} was deducted: the line must agree with the "
        "entry minus that fee.",
        "A fee of {rate} goes off every entry that is settled by a line noted '{mark}', and off "
        "no other.",
    ),
    "share": (
        "On a line noted '{mark}' {other} keeps back {rate} of the entry's amount, a fee rounded "
        "to the nearest cent, half a cent upwards; what is due is the entry less this fee.",
        "Lines noted '{mark}' are short of a fee: {rate} of the amount of the entry, to the "
        "nearest cent (half a cent is rounded up), which is taken off before comparing.",
        "The note '{mark}' means that {rate} of the entry's amount was deducted, rounded to the "
        "cent with halves going up: the line must agree with the entry minus that fee.",
        "A fee goes off every entry that is settled by a line noted '{mark}', and off no other; "
        "it is {rate} of the entry's amount, rounded half up to cents.",
    ),
}
BATCH = (
    "A batch line names several references; it must agree with the total of these entries.",
    "Where one line lists more than one reference, it settles all these entries together, and "
    "their amounts must add up to it.",
    "Several entries may be settled by one batch line that names them all, if their sum agrees "
    "with its amount.",
    "For a line noted 'batch', add up the entries that it lists: the sum is what is due.",
    "Batch lines pool the entries whose references they list, and are compared with the total of "
    "those.",
)
BLAME = {
    "first": (
        "If a batch does not agree, the entry named first in it fails and the others reconcile.",
        "A batch with a wrong total counts against its first entry only.",
        "Whatever a batch is off by is put down to the entry it names first; the rest of the "
        "batch is in order.",
        "When the total of a batch is wrong, only the entry that heads its list does not "
        "reconcile.",
    ),
    "last": (
        "If a batch does not agree, the entry named last in it fails and the others reconcile.",
        "A batch with a wrong total counts against its last entry only.",
        "Whatever a batch is off by is put down to the entry it names last; the rest of the batch "
        "is in order.",
        "When the total of a batch is wrong, only the entry that ends its list does not reconcile.",
    ),
}
BATCH_DATES = (
    "The dates of batch lines are not compared.",
    "Batch lines may bear any date.",
    "No date makes a batch line late or early.",
    "For batches the tolerance on dates does not apply.",
)
UNRELATED = (
    "Lines of ledger B that belong to no entry are in order and count against none.",
    "Ledger B also has lines that concern other business; nothing in ledger A has to answer to "
    "them.",
    "It is no error if a line of ledger B has no counterpart in ledger A.",
    "Only ledger A is checked: a line of ledger B left over in the end is ignored.",
    "Some lines of ledger B belong elsewhere, and they are passed over.",
    "A line that settles nothing in ledger A is allowed and does no harm.",
)
NAMES_FREE = (
    "When a line has a reference, the {party} written beside it is not compared.",
    "The {party} on a line with a reference is for information only.",
    "For lines that have a reference it does not matter which {party} they name.",
    "No line with a reference is turned down because of the {party} it names.",
)
COLUMNS = {
    "A": ("entry", "date", "reference", "{party}", "amount"),
    "B": ("line", "date", "reference", "{party}", "note", "amount"),
}
DASHES = ("-", "n/a", "--", "?")
ENTRY_MEANINGS = ("{party}, {amount}", "{amount}, {party}", "{party}, {day}", "{amount} of {day}")
NONE_MEANINGS = (
    "every entry of ledger A reconciles",
    "all entries of ledger A reconcile",
    "no entry of ledger A fails",
    "there is no entry that fails",
)
