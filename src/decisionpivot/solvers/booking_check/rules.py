"""Reads the booking conventions of a house: what each sentence settles, and how."""

import re
from collections.abc import Iterable

from msgspec import Struct

from decisionpivot.solvers.booking_check.values import bare, unreadable
from decisionpivot.solvers.verdict import Unreadable


class Extra(Struct, frozen=True):
    """Minutes that are taken up besides the booked time, for some or all purposes.

    ``listed`` says whether the ``purposes`` are those with the extra time or those without it;
    None: all bookings have it.
    """

    before: int = 0
    after: int = 0
    purposes: frozenset[str] = frozenset()
    listed: bool | None = None

    def applies(self, purpose: str) -> bool:
        """Whether a booking for this purpose takes up the extra time."""
        return self.listed is None or (purpose in self.purposes) == self.listed


class Rules(Struct, frozen=True):
    """The conventions.

    Attributes:
        touch: bookings of a room may touch.
        extra: what a booking takes up besides its booked time.
        whole: the opening hours bind the whole time taken up, not the booked time alone.
        until_closing: a booking may end exactly at closing time.
        bound: who may not be in two bookings at once: ``all``, ``present``, ``leader`` or ``none``.
        gap: minutes between two bookings that are not at once for a person.
        leader, video, aides: whether these count towards capacity.
    """

    touch: bool
    extra: Extra
    whole: bool
    until_closing: bool
    bound: str
    gap: int
    leader: bool
    video: bool
    aides: bool


_WORDS = {
    "room": "(?:lecture |therapy |reading )?rooms?|laborator(?:y|ies)|halls?|studios?",
    "seat": "seats?|places?",
    "lead": "therapist|supervisor|organiser|lecturer|producer|coach|host",
    "guest": "patients?|trainees?|visitors?|students?|musicians?|players?|readers?|neighbours?",
    "aide": "nurses?|technicians?|assistants?|tutors?|sound engineers?|stewards?|volunteers?"
    "|caterers?",
}
NOUNS = {kind: f"(?:{words})" for kind, words in _WORDS.items()}
_NOUN = re.compile(r"\b(?:" + "|".join(f"(?P<{k}>{w})" for k, w in _WORDS.items()) + r")\b", re.I)
_QUOTED = re.compile(r'"([^"]+)"')
_BEFORE = re.compile(
    r"(\d+) minutes of preparation that end when it starts"
    r"|the (\d+) minutes of set-up right before its start"
    r"|the last (\d+) minutes before its start \(for setting up\)"
)
_AFTER = re.compile(
    r"(\d+) minutes of cleaning that begin when it ends"
    r"|the (\d+) minutes of clearing right after its end"
    r"|the first (\d+) minutes after its end \(for clearing up\)"
)
_SAME = r"(?: \(?requested or confirmed\)?,?|, and a request too,| or a request)"

# Sentences with their nouns made equal, quoted words as Q and extra minutes as EXTRA. Every
# sentence fits one pattern; the name of a pattern is what the sentence settles, and how.
_SENTENCES = {
    ("touch", "yes"): r"A room holds one .+ may meet, yet never overlap\."
    r"|Bookings of one room may follow .+ must not overlap\."
    r"|In one room, .+ must not overlap; they may touch, .+"
    r"|No room can be taken up twice .+ but .+ may begin at the very minute .+"
    r"|Two bookings of the same room .+ touching is no collision\."
    r"|Where the time taken up .+ same room may begin at this minute; earlier .+",
    ("touch", "no"): r"A room holds one .+ must not overlap, and must not meet either\."
    r"|Bookings of one room may not follow .+ some time has to stay free\."
    r"|In one room, .+ must neither overlap nor touch; .+"
    r"|No room can be taken up twice .+ and .+ may not even begin at the very minute .+"
    r"|Two bookings of the same room collide .+ overlap or just touch, .+"
    r"|Where the time taken up .+ same room must begin later than this minute; .+",
    ("extra", "none"): r"A booking takes up its room from its start to its end; no .+ is added\."
    r"|No minutes for set-up .+ its booked time alone\."
    r"|Nothing is added .+ is the booked time\."
    r"|Setting up and clearing happen within the booked time, .+"
    r"|The time a booking takes up runs from .+ not a minute longer, .+"
    r"|There is no extra time between .+ exactly its booked time\.",
    ("extra", "all"): r"A booking, even one .+ more than its booked time: also EXTRA\."
    r"|Besides the booked time, every booking takes up EXTRA; the request is no exception\."
    rf"|Each booking,{_SAME} takes up its room .+ booked time and for EXTRA\."
    r"|The request, just as every other booking, has EXTRA added .+"
    r"|The time that a booking takes up is the booked time and EXTRA, .+ request as well\."
    r"|To the booked time of every booking, the requested one included, add EXTRA: .+",
    ("extra", "listed"): r"A booking takes up its booked time and nothing else, except .+ Q or Q"
    r" also takes up EXTRA; requests .+ alike\."
    rf"|Besides the booked time, a booking{_SAME} for .+ Q or Q takes up EXTRA; any .+ alone\."
    rf"|Bookings for .+ Q and Q, take up more .+ them,{_SAME} also takes up EXTRA\. All others .+"
    rf"|If its purpose is Q or Q, a booking{_SAME} takes up .+ and EXTRA; if not, just .+"
    rf"|Only for Q and for Q does the time that a booking{_SAME} takes up include EXTRA; .+",
    (
        "extra",
        "unlisted",
    ): r"A booking takes up its booked time and EXTRA, except .+ Q or Q takes up"
    r" nothing but .+; requests .+ alike\."
    rf"|Besides the booked time, a booking{_SAME} takes up EXTRA, unless .+ Q or Q; .+ alone\."
    rf"|Bookings for .+ Q and Q, take up just .+ others,{_SAME} takes up more .+ also EXTRA\."
    rf"|If its purpose is Q or Q, a booking{_SAME} takes up just .+ if not, .+ and EXTRA\."
    rf"|Except for Q and for Q, .+ alone, the time that a booking{_SAME} takes up includes EXTRA\.",
    ("whole", "yes"): r"As to the opening hours, the whole time .+ looked at\."
    r"|Measure the whole time .+ added minutes included\."
    r"|The opening hours bind the whole time .+ not the booked time alone\."
    r"|The start and end that matter .+ hours are those of the whole time taken up\."
    r"|What is added .+ has to keep the opening hours .+",
    ("whole", "no"): r"As to the opening hours, only the booked time is looked at\."
    r"|Measure the booked time alone .+ leave out the added minutes\."
    r"|The opening hours bind the booked time alone, .+"
    r"|The start and end that matter .+ hours are those of the booked time\."
    r"|What is added .+ may lie outside the opening hours\.",
    ("closing", "yes"): r"A booking lies within .+ ends no later than it closes; .+"
    r"|Before opening .+ an end exactly at closing time is allowed, .+ at opening time\."
    r"|Both ends of the opening hours may be used to the full: .+"
    r"|Nothing may be booked outside .+ ending at the minute of closing are both fine\."
    r"|The opening hours .+ very minute of opening and to the very minute of closing\.",
    ("closing", "no"): r"A booking lies within .+ ends before it closes; .+"
    r"|Before opening .+ an end exactly at closing time is too late, .+ allowed\."
    r"|A booking may start as the room opens, .+ must end earlier than it closes\."
    r"|Nothing may be booked outside .+ opening is fine, ending .+ closing is not\."
    r"|The opening hours .+ very minute of opening, but .+ over before the minute of closing\.",
    ("bound", "none"): r"A person's other bookings, .+ do not matter\."
    r"|Being in several bookings at once is permitted .+"
    r"|It is no obstacle if a person is named in another .+"
    r"|People may be in two bookings at once; nobody checks it\."
    r"|Whether somebody is double-booked is left .+ no reason to refuse\.",
    ("bound", "all"): r"A person named in one booking cannot be named in another .+"
    r"|Each person can take part in only one .+ by video is taking part\."
    r"|No one can be double-booked: .+ those on video included\."
    r"|Nobody may be in two bookings at once, whether leading, present or on video\."
    r"|Whoever is needed .+ or by video, must not be needed in another .+",
    ("bound", "present"): r"A person who is in the room, .+ cannot be .+ on video .+ no hindrance\."
    r"|Being present \(the lead always is\) .+ is impossible; .+ by video is not\."
    r"|Nobody can be in the room for two bookings at once, .+ by video may take part in both\."
    r"|To be double-booked is to be present, .+ on video .+ is not double-booked\."
    r"|Two bookings .+ no person in common who is present at both, .+ do not matter here\.",
    ("bound", "leader"): r"Double-booking concerns the lead alone: .+ Otherwise it is permitted\."
    r"|Nobody can lead a booking and be named in another .+"
    r"|The lead of a booking is bound: .+ All other people may .+"
    r"|Two bookings .+ must not share a person who leads one .+ lead neither is allowed\."
    r"|Whoever leads a booking may not take part in another .+ may be in both\.",
    ("gap", "none"): r"A person needs no time to change over: .+ only overlapping .+"
    r"|For people, .+ at once only if their booked times overlap; .+ is fine\."
    r"|If the booked time of one .+ just as .+ are not at the same time .+"
    r"|People's bookings are at once if .+ overlap, not if they only touch\."
    r"|When it comes to people, Q means overlapping .+ touch are not at once\.",
    ("gap", "some"): r"A person needs (\d+) minutes to change over: .+ a longer one they are not\."
    r"|For people, .+ at once unless at least (\d+) minutes lie between .+"
    r"|If fewer than (\d+) minutes separate the booked times .+ or more will do\."
    r"|People's bookings are at once if .+ overlap, touch or .+ shorter than (\d+) minutes\."
    r"|When it comes to people, Q includes .+ less than (\d+) minutes apart; .+ are enough\.",
    ("leader", "yes"): r"In counting people, the lead is included\."
    r"|One of the seat is for the lead, who is counted .+"
    r"|The lead also takes one of the seat\.|The lead counts towards capacity too\."
    r"|Whoever leads a booking is counted .+",
    ("leader", "no"): r"In counting people, the lead is left out\."
    r"|None of the seat is for the lead, .+|The lead takes none of the seat\."
    r"|The lead does not count towards capacity\.|Whoever leads a booking is not counted .+",
    ("video", "yes"): r"A seat is needed for each person on video as well, .+"
    r"|For capacity, somebody linked in by video is one more person\."
    r"|People on a video link count towards .+|Those who join by video are counted, too\."
    r"|Taking part by video does not change the count: .+",
    ("video", "no"): r"No seat is needed for a person on video, .+"
    r"|For capacity, somebody linked in by video is left out\."
    r"|People on a video link do not count .+|Those who join by video are not counted\."
    r"|Taking part by video changes the count: .+ does not count\.",
    ("aides", "yes"): r"An? aide is one more person .+|Add the aide when .+|Every aide counts .+"
    r"|Among those who count is also each aide\.|The aide need seat, so .+",
    ("aides", "no"): r"An? aide is not one more person .+|Leave out the aide when .+"
    r"|No aide counts .+|Among those who do not count is each aide\.|The aide need no seat, so .+",
    ("seats", ""): r"A room may be filled to the last seat, .+ as are all guest\."
    r"|A booking with more countable people than seat is refused; .+ present and the guest\."
    r"|Capacity means seat: .+ none need stay free\. .+ and any guest\."
    r"|No more people may count than .+ last seat may be filled\. .+ so does every guest\."
    r"|The number of people who count must not exceed .+ may equal it\. Each guest counts, .+",
    ("equipment", ""): r"All the equipment needed must be found in the room itself\. .+"
    r"|Each piece of equipment .+ in the requested room, and enough of it; .+"
    r"|Equipment stays where it is: .+ at least as many .+"
    r"|The room must have at least the asked number .+"
    r"|What a request needs must stand in its room, in the number asked for or more; .+",
    ("keeping", ""): r"A request is confirmed only if it breaks none .+"
    r"|One broken rule is enough .+|Only a request that keeps every rule .+"
    r"|Requests are neither altered nor split: .+|To be confirmed, .+ all of these rules .+"
    r"|The confirmed bookings stay .+ breaks any rule is refused\.",
    ("grid", ""): r"All times are multiples of \d+ minutes\.|Bookings start and end in steps .+"
    r"|Every time in the calendar .+ full step .+|Nothing is booked to the minute: .+"
    r"|Start and end times lie on a grid .+|The calendar works in steps .+",
    ("notices", ""): r"A notice holds for the room and the day it names and for no other, .+"
    r"|Notices change the list .+ for the one day and the one room in them\."
    r"|On the day it gives, and for the room it gives, a notice replaces .+"
    r"|The list .+ unless a notice for that room and that day says otherwise\."
    r"|Where a notice and the list .+ the notice is right, but just for its day and its room\.",
}
SENTENCES = [(kind, re.compile(text)) for kind, text in _SENTENCES.items()]

Found = dict[str, tuple[str, re.Match[str], str]]


def _sentence(line: str) -> tuple[str, str, re.Match[str]]:
    text = _BEFORE.sub("EXTRA", _AFTER.sub("EXTRA", _QUOTED.sub("Q", line)))
    text = _NOUN.sub(lambda noun: noun.lastgroup or "", text)
    for (kind, value), form in SENTENCES:
        if match := form.fullmatch(text):
            return kind, value, match
    raise Unreadable(f"not a booking rule: {line!r}")


def _extra(value: str, line: str) -> Extra:
    if value == "none":
        return Extra()
    before, after = (sum(_number(found) for found in p.finditer(line)) for p in (_BEFORE, _AFTER))
    if value == "all":
        return Extra(before, after)
    return Extra(before, after, frozenset(_QUOTED.findall(line)), value == "listed")


def _number(found: re.Match[str]) -> int:
    return next(int(group) for group in found.groups() if group)


def _found(lines: Iterable[str]) -> Found:
    found: Found = {}
    for line in map(bare, lines):
        kind, value, match = _sentence(line)
        if kind in found:
            unreadable("a second rule for the same", line)
        found[kind] = value, match, line
    return found


def read_rules(lines: Iterable[str], *, aides: bool, notices: bool) -> Rules:
    """The conventions that the lines state.

    Args:
        lines: one sentence or rule each.
        aides: whether the request has people whose counting must be stated.
        notices: whether there are notices, whose force must be stated.

    Raises:
        Unreadable: a sentence that is not understood, or a convention that is not stated.
    """
    found = _found(lines)
    extra = found.get("extra")
    needed = "touch extra closing bound leader video seats equipment keeping".split()
    needed += ["aides"] * aides + ["notices"] * notices
    needed += ["whole"] * (extra is not None and extra[0] != "none")
    needed += ["gap"] * ("bound" in found and found["bound"][0] != "none")
    if missing := [kind for kind in needed if kind not in found]:
        unreadable("no rule about", ", ".join(missing))
    said = {kind: value for kind, (value, _, _) in found.items()}
    return Rules(
        touch=said["touch"] == "yes",
        extra=_extra(said["extra"], found["extra"][2]),
        whole=said.get("whole") == "yes",
        until_closing=said["closing"] == "yes",
        bound=said["bound"],
        gap=_number(found["gap"][1]) if said.get("gap") == "some" else 0,
        leader=said["leader"] == "yes",
        video=said["video"] == "yes",
        aides=said.get("aides") == "yes",
    )
