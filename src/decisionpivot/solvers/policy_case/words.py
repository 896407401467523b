"""The words in which policies are written, as patterns: what is said of a case and of the rules."""

import operator
import re
from collections.abc import Callable, Mapping
from decimal import Decimal

Subjects = Mapping[str, re.Pattern[str]]

# What the conditions of each subject speak of. In a pattern "#" stands for a limit with its number
# and "%" for a list of values; negations are taken off beforehand. The key is an entry of the
# record; "A > B" is the days from A to B, "+ ..." a sum that a reading note defines, and "...?" an
# entry that says yes or no.
DAYS_FROM = " > "
_CLAIMS = {
    "Amount claimed": r"the (?:amount claimed is|claim is for|claimant asks for) #",
    "Receipts enclosed": r"# receipts are enclosed"
    r"|the claim(?:ant encloses| comes with) # receipts",
    "Date of purchase > Date of filing": r"# days passed between purchase & filing"
    r"|the (?:claim was filed|filing came) # days after the purchase",
    "+ round trip": r"the round trip (?:is|totals|measures|works out to be) # km",
    "Expense type": r"the (?:claim concerns?|money was spent on|expense is for) %",
    "Department": r"the claim(?: comes? from|ant belongs? to|ant works? in) %",
    "Paid by": r"(?:payment was made|the claimant (?:paid|pay)|the bill was settled) by %",
    "Client present?": r"(?:a )?client was (?:present|there)",
    "Announced beforehand?": r"the expense (?:had been announced|was announced beforehand)",
}
_REFUNDS = {
    "Price paid": r"the (?:customer paid|goods cost|price paid was) #",
    "Items returned": r"# items are returned|the (?:customer returns|return consists of) # items",
    "Date of delivery > Date of request": r"# days passed between delivery & request"
    r"|the request (?:came|was made) # days after delivery",
    "+ weight of the parcel": r"the parcel weighs # g"
    r"|the weight of the parcel (?:is|totals|works out to be) # g",
    "Goods": r"the (?:customer (?:bought|buy)|goods are|request concerns?) %",
    "Customer group": r"the customer (?:group is|is counted among|is listed under) %",
    "Bought through": r"the (?:goods were bought|order was placed|sale (?:went|go)) through %",
    "Bought as a gift?": r"the (?:goods were bought as|purchase was) a gift",
    "Packaging opened?": r"the packaging (?:is open|is opened|has been opened)",
}
_DATA = {
    "Records wanted": r"# records are wanted|the (?:applicant asks for|request covers) # records",
    "Months of access": r"(?:access is sought for|the access would last) # months"
    r"|the applicant wants access for # months",
    "Last training > Date of request": r"# days passed between the last training & the request"
    r"|the request (?:came|was made) # days after the last training",
    "+ width of the extract": r"the width of the extract (?:is|totals|works out to be) # columns",
    "Data wanted": r"the (?:data wanted are|applicant wants?|request is for) %",
    "Role of applicant": r"the (?:applicant (?:is|works? as)|request was made by) %",
    "Kept in": r"the data are (?:held|kept|stored) in %",
    "Names masked?": r"(?:the )?names (?:are|have been) masked",
    "Copy taken off site?": r"(?:a )?copy (?:is to leave the site|will be taken off site)",
}
_LEAVE = {
    "Working days wanted": r"the (?:employee would be away for|leave would last) # working days"
    r"|the request covers # working days",
    "Months of service": r"the (?:employee has (?:served|been with the house for)"
    r"|length of service is) # months",
    "Date of request > First day of leave": r"(?:# days lie between the request & the"
    r"|the (?:employee asked|request was made) # days before the) first day of leave",
    "+ leave balance": r"the leave balance (?:is|totals|works out to be) # hours",
    "Kind of leave": r"the (?:employee asks? for|leave wanted is|request is for) %",
    "Team": r"the (?:employee (?:belongs? to|works? in)|request comes? from) %",
    "Shift": r"the employee (?:is on|is assigned to|works?) %",
    "Cover arranged?": r"cover has been arranged|there is cover for the absence",
    "Overlaps stocktaking?": r"stocktaking falls? within the leave"
    r"|the leave overlaps? stocktaking",
}
_PROCUREMENT = {
    "Purchase value": r"the purchase (?:costs|value is|is worth) #",
    "Offers obtained": r"# offers were obtained|the (?:buyer obtained|purchase rests on) # offers",
    "Date of offer > Date of purchase": r"# days passed between offer & purchase"
    r"|the purchase (?:followed|was made) # days after the offer",
    "+ lead time": r"the lead time (?:is|totals|works out to be) # hours",
    "Subject": r"the (?:buyer wants?|purchase concerns?|purchase is for) %",
    "Supplier": r"the (?:offer comes? from|seller is|supplier is) %",
    "Charged to": r"the (?:cost is borne by|cost is charged to|money comes? from) %",
    "Sample seen?": r"(?:a )?sample has been seen|the buyer has seen a sample",
    "Covered by catalogue?": r"the (?:catalogue covers? the purchase"
    r"|purchase is covered by the catalogue)",
}
_PUBLICATION = {
    "Words": r"the (?:length is|piece has|text contains) # words",
    "Pictures": r"# pictures come with the piece"
    r"|the (?:author supplies|piece carries) # pictures",
    "Date of event > Date of submission": r"# days passed between the event & the submission"
    r"|the (?:piece was submitted|submission came) # days after the event",
    "+ number of sources": r"the number of sources (?:is|totals|works out to be) #",
    "Form": r"the (?:author offers?|piece is|submission is) %",
    "Status of author": r"the (?:author is|piece comes? from|piece was written by) %",
    "Meant for": r"the piece is (?:meant for|to run in|written for) %",
    "Facts checked?": r"the facts (?:are|have been) checked",
    "Published elsewhere?": r"the piece (?:(?:came|come) out elsewhere before"
    r"|has been published elsewhere)",
}
_LOANS = {
    "Deposit": r"the deposit (?:made )?is #|the borrower leaves # as a deposit",
    "Earlier loans": r"(?:the borrower has had|the file shows) # earlier loans"
    r"|# earlier loans are on file",
    "Date of collection > Date of return": r"# days lie between collection & return"
    r"|the (?:equipment comes back|return is due) # days after collection",
    "+ carrying weight": r"the carrying weight (?:is|totals|works out to be) # g",
    "Equipment": r"the (?:borrower wants?|equipment is|request is for) %",
    "Status of borrower": r"the (?:borrower is|loan is sought by|request comes? from) %",
    "Place of use": r"the (?:equipment (?:is to be taken to|will be used at)|place of use is) %",
    "Briefing attended?": r"the (?:borrower has attended the briefing|briefing has been attended)",
    "Insurance shown?": r"proof of insurance was shown|the borrower has shown insurance",
}
_TRAVEL = {
    "Estimated cost": r"the (?:estimated cost is|traveller expects to spend"
    r"|trip is expected to cost) #",
    "Nights away": r"the (?:stay covers|traveller is away for|trip takes) # nights",
    "Date of request > Date of departure": r"# days lie between request & departure"
    r"|the (?:request was made|traveller applied) # days before departure",
    "+ travel time": r"the travel time (?:is|totals|works out to be) # minutes",
    "Purpose": r"the (?:purpose of the trip is|traveller sets? out for|trip is for) %",
    "Post of traveller": r"the (?:traveller is|traveller works? as|trip is made by) %",
    "Means": r"the (?:journey is made by|traveller goe?s? by|trip is by) %",
    "Colleague on board?": r"(?:a )?colleague (?:is on board|travels along)",
    "Ticket exchangeable?": r"the ticket (?:can be exchanged|is exchangeable)",
}
_VALUE = r"(?:(?:an?|the) )?[a-z-]+(?: [a-z-]+)?"
_LIST = rf"(?P<values>{_VALUE}(?:(?:, {_VALUE})* or {_VALUE})?)"


def _compiled(fields: Mapping[str, str]) -> Subjects:
    return {entry: re.compile(text.replace("%", _LIST)) for entry, text in fields.items()}


SUBJECTS = {
    "claims": _compiled(_CLAIMS),
    "refunds": _compiled(_REFUNDS),
    "data": _compiled(_DATA),
    "leave": _compiled(_LEAVE),
    "procurement": _compiled(_PROCUREMENT),
    "publication": _compiled(_PUBLICATION),
    "loans": _compiled(_LOANS),
    "travel": _compiled(_TRAVEL),
}

COMPARE: dict[str, Callable[[Decimal, Decimal], bool]] = {
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
}
_LIMIT_WORDS = {
    ">": "more than|over",
    "<": "less than|fewer than|under",
    ">=": "at least|no less than|no fewer than|a minimum of|or more",
    "<=": "at most|no more than|a maximum of|up to|or less|or fewer",
}
SIGN = {word: sign for sign, phrases in _LIMIT_WORDS.items() for word in phrases.split("|")}
_BEFORE = "|".join(sorted(SIGN, key=len, reverse=True))
_NUMBER = r"(?:[A-Z]{3} )?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d\d)?(?: [A-Z]{3})?"
LIMIT = re.compile(
    rf"\b(?P<before>{_BEFORE}) (?P<first>{_NUMBER})"
    rf"|(?P<second>{_NUMBER})(?P<noun>(?: [a-z]+){{0,2}}) (?P<after>or (?:more|less|fewer))\b"
)
UNIT = re.compile(r"# (g|km|hours|minutes|columns)\b")
NEGATION = re.compile(r"(?:(?:\bdoes|\bdid) )?\bnot |(?<=\bcan)not|\bun(?=checked|opened)")
NO = re.compile(r"^no |(?<=^there is )no |(?<= has shown )no ")
BETWEEN = re.compile(r"(between (?:the )?[a-z]+(?: [a-z]+)?) and ")
JOINT = re.compile(rf"(?:, | and )(?!{_VALUE}(?:, | or | and |$))")

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
DAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
DATE = re.compile(
    r"\d{4}-\d\d-\d\d|(?:(?:(?P<weekday>[A-Z][a-z]{2}) )?(?P<day>\d{1,2}) (?P<month>[A-Z][a-z]+)"
    r"|(?P<first_month>[A-Z][a-z]+) (?P<second_day>\d{1,2}),) (?P<year>\d{4})"
)

_CASE = r"the (?:claim|request|purchase|submission)"
_OFFICE = r"the [A-Z][a-z]+ [A-Z][a-z]+"
_IS = rf"(?:{_CASE} )?(?:is|is to be)"
_OUTCOMES = {
    "approve": rf"approve {_CASE}|give {_CASE} approval|{_IS} approved"
    rf"|(?:{_CASE} )?(?:gets|receives) approval|(?:the )?outcome is approval",
    "deny": rf"(?:deny|refuse) {_CASE}|{_IS} (?:denied|refused|turned down)"
    r"|(?:the )?outcome is denial",
    "escalate": rf"escalate {_CASE}|pass {_CASE} to {_OFFICE}"
    rf"|{_IS} (?:escalated|passed to {_OFFICE})|(?:{_CASE} )?goes to {_OFFICE}"
    r"|(?:the )?outcome is escalation",
}
OUTCOMES = {name: re.compile(text) for name, text in _OUTCOMES.items()}
NOUNS = {"approval": "approve", "denial": "deny", "escalation": "escalate"}

_WHEN = "(?:if|when|where)"
RULE = re.compile(
    r"(?:Rule )?\(?(?P<number>\d+)(?:\)|\.|:| -) (?:\[weight (?P<weight>\d+)\] |\[(?P<mark>\w+)\] "
    r"|\(adopted (?P<adopted>[^)]+)\) )?(?P<body>.+)\."
)
WITH_EXCEPTION = re.compile(
    r"(?P<rule>.+?)(?:, except where|, but not if|, unless|\. Exception:"
    rf"|\. Th(?:e|is) rule (?:is set aside|does not (?:apply|hold)) {_WHEN}"
    rf"|\. Leave the rule out {_WHEN}) (?P<exception>.+)"
)
RULE_AFTER = re.compile(r"(?:If|When|Where|In the event that) (?P<when>.+), (?P<then>[^,]+)")
RULE_BEFORE = re.compile(rf"(?P<then>.+?) {_WHEN} (?P<when>.+)")
CARVE_OUT = re.compile(
    r"(?:Exception to r|There is an exception to r|Leave r|R)ule (?P<number>\d+)"
    rf"(?: out {_WHEN}|(?:: it)? (?:is set aside|does not (?:apply|hold)) {_WHEN}|:(?! it))"
    r" (?P<exception>.+)\."
)
DEFAULTS = tuple(
    re.compile(text)
    for text in (
        r"(?:A [a-z]+ to which|If) no rule applies,? (?P<then>[^,]+)\.",
        r"In the absence of an applicable rule, (?P<then>[^,]+)\.",
        r"Where every rule fails to apply or is set aside, (?P<then>[^,]+)\.",
        r"(?P<then>[^,]+) when none of the rules applies\.",
        r"The default (?P<then>outcome is [a-z]+); it stands whenever no rule applies\.",
    )
)
# The strongest of three outcomes or marks is x, the weakest z.
_X, _Y, _Z = (rf"(?P<{name}>\w+)" for name in "xyz")
_TIE = r"(?P<tie>higher|lower) number"
ORDERS = tuple(
    re.compile(text)
    for text in (
        rf"[^,]+, {_X} prevails over {_Y}, and (?P=y) over {_Z}\.",
        rf"[^,]+, a rule marked {_X} prevails over (?:one )?marked {_Y}, and that over"
        rf" (?:one )?marked {_Z}; [^;]+ the {_TIE} prevails\.",
        rf"[^:]+ comes first here: {_X}, {_Y}, {_Z}\.",
        rf"[^;]+ outcome decides; from strongest to weakest they are {_X}, {_Y}, {_Z}\.",
        rf"[^;]+ the mark decides, in the order {_X}, {_Y}, {_Z}; the first of these is strongest,"
        rf" and [^;]+ the {_TIE} wins\.",
        rf"[^,]+, the outcome is {_X} if any of them [^;]+; if none does, {_Y} goes before {_Z}\.",
        rf"[^:]+ ranked: {_Z} yields? to {_Y}, and both yields? to {_X}\.",
        rf"Applicable rules marked {_Z} yields? to those marked {_Y} [^,]+, and both yields? to"
        rf" those marked {_X}; [^;]+ the rule with the {_TIE}\.",
        rf"[^:]+ marks: {_X} stands above {_Y}, (?P=y) above {_Z}\. [^.]+ share a mark, the {_TIE}"
        r" takes precedence\.",
    )
)
LISTED = re.compile(r"\D+ order\b\D*(?P<numbers>\d+(?:, \d+)+)(?:; the first that .+)?\.")
# Which value of a property makes a rule strongest: 1 for the lowest, -1 for the highest.
ENDS = {
    ("weight", -1): re.compile(r"greatest weight|greater weight overrides"),
    ("weight", 1): re.compile(r"smallest weight|smaller weight overrides"),
    ("adopted", -1): re.compile(r"latest date|later overrides|most recently"),
    ("adopted", 1): re.compile(r"earliest date|earlier overrides|adopted (?:first|longest)"),
    ("number", -1): re.compile(r"highest|higher number overrides|last one in numerical order"),
    ("number", 1): re.compile(r"lowest|lower number overrides|first one in numerical order"),
}
CONFLICT = re.compile(r"(?:If|Among|Of|A|Where|Conflicts) [^.]*\brules? [^.]*\.")

_NOTES = {
    "conditions": r"A rule applies only if every .+|No rule and no exception applies unless each .+"
    r"|For a rule or an exception to apply, all .+|Conditions joined .+ must all be .+"
    r"|A rule, like an exception, .+ all of its conditions .+|One unmet condition is enough .+",
    "exceptions": r"A rule gives way entirely to its own exception.+|Exceptions come first: .+"
    r"|An exception that is met takes its own rule out .+|If the exception to a rule is met, .+"
    r"|Rules whose exception is met are struck out .+|Where an exception holds, treat its rule .+",
    "limits": r"A figure given with .+ is outside\.|Exactly the figure named satisfies .+"
    r"|Limits worded .+ count the figure .+|Read \".+ as including the figure .+"
    r"|The figure itself is included in every limit except .+|Whoever is exactly at a limit .+",
    "outcomes": rf".+ can be approved, denied or escalated, and {_OFFICE} .+"
    rf"|Escalation hands .+ to {_OFFICE}, .+|Every .+ ends in .+ escalation to {_OFFICE}\."
    rf"|The possible outcomes are .+ {_OFFICE} decides\."
    rf"|There are three outcomes: .+ passed to {_OFFICE}\.|To escalate .+ hand it to {_OFFICE}; .+",
    "days": r"A number of days is the difference between the two dates, .+"
    r"|Count days from the day after the earlier date up to and including .+"
    r"|Days from one date .+ without the first date and with the second\."
    r"|The day on which a period begins does not count .+; the day on which it ends does\."
    r"|When days are counted, the first date is left out and the last .+ included\.",
}
NOTES = {kind: re.compile(text) for kind, text in _NOTES.items()}
SUM = re.compile(
    r"Add the entries Q and Q to get the (?P<a>[a-z ]+)\."
    r"|(?:By|For) the (?P<b>[a-z ]+?)(?: the policy means Q plus Q|, the entries Q and Q are .+)\."
    r"|The (?P<c>[a-z ]+) is (?:the sum of the entries Q and Q|found by adding Q to Q)\."
)
QUOTED = re.compile(r'"([^"]+)"')

TITLE = re.compile(r".*\bon [a-z ]*?(" + "|".join(SUBJECTS) + r")\b.*")
LEAD = re.compile(
    r"Each .+ is decided on its record alone, .+|Nobody .+ except under these rules\."
    r"|Staff .+ judge every .+ by nothing else\.|The numbered rules .+ decide .+"
    r"|This document says how .+ deals with .+"
)
# The first that fits says what a section is.
HEADINGS = {
    "record": re.compile(r"case\b", re.IGNORECASE),
    "default": re.compile(r"default|no rule applies|everything else", re.IGNORECASE),
    "precedence": re.compile(r"precedence|disagree|conflict", re.IGNORECASE),
    "exceptions": re.compile(r"exceptions|carve-outs|is left out", re.IGNORECASE),
    "notes": re.compile(r"notes|provisions|how to read|interpretation", re.IGNORECASE),
    "rules": re.compile(r"rules", re.IGNORECASE),
}
ENTRY = re.compile(r"(?:[-*] )?([^:=|]+?)(?:: | = | \| )(.+)")
