"""What the eight kinds of house are called inside, and the phrasings of every kind of sentence.

"The time a booking takes up" is the one term that the conventions share: the booked time and what
is added to it.
"""

from msgspec import Struct


class Setting(Struct, frozen=True):
    """The vocabulary of a domain."""

    houses: tuple[str, ...]
    room: str
    rooms: str
    seat: str
    lead: str
    guest: str
    helper: str
    purposes: tuple[str, ...]
    kit: tuple[str, ...]


def _setting(nouns: str, purposes: str, kit: str) -> Setting:
    houses, room, rooms, seat, lead, guest, helper = nouns.split("; ")
    return Setting(
        tuple(houses.split(", ")),
        room,
        rooms,
        seat,
        lead,
        guest,
        helper,
        tuple(purposes.split(", ")),
        tuple(kit.split(", ")),
    )


SETTINGS = {
    "offices": _setting(
        "office tower, business park, head office, trading house; room; rooms; seat; organiser; "
        "visitor; assistant",
        "budget review, team briefing, project kick-off, supplier meeting, sales training, "
        "job interview panel, design review, safety induction, contract negotiation, press call, "
        "tender opening, board meeting",
        "projector, whiteboard, flip chart, video bar, conference phone, lectern, wall screen, "
        "pin board, table microphone, document camera, coat rack, power strip",
    ),
    "universities": _setting(
        "university, technical college, faculty, teacher college; lecture room; lecture rooms; "
        "seat; lecturer; student; tutor",
        "statistics seminar, grammar tutorial, oral examination, thesis defence, guest lecture, "
        "reading group, faculty meeting, ethics colloquium, language class, open day talk, "
        "entrance test, alumni panel",
        "projector, blackboard, lectern, overhead camera, radio microphone, loudspeaker, "
        "map stand, demonstration table, slide scanner, flip chart, power strip, skeleton model",
    ),
    "sports halls": _setting(
        "sports centre, athletics club, gymnastics school, sports association; hall; halls; "
        "place; coach; player; steward",
        "badminton training, judo class, handball match, trampoline course, fencing lesson, "
        "volleyball trial, aerobics hour, table tennis evening, referee course, school games, "
        "karate grading, dance rehearsal",
        "goal, net, gym mat, scoreboard, vaulting horse, ball trolley, balance beam, "
        "referee chair, starting block, crash pad, climbing rope, stop clock",
    ),
    "laboratories": _setting(
        "research centre, testing institute, chemical works, materials institute; laboratory; "
        "laboratories; place; supervisor; trainee; technician",
        "titration course, soil analysis, alloy test, enzyme assay, calibration run, "
        "solvent training, fibre inspection, water sampling review, polymer trial, "
        "spectroscopy course, corrosion test, safety drill",
        "fume hood, microscope, centrifuge, precision balance, hot plate, drying oven, "
        "vacuum pump, water bath, pipette rack, gas meter, safety shower, glove box stand",
    ),
    "studios": _setting(
        "recording house, film school, radio station, music academy; studio; studios; seat; "
        "producer; musician; sound engineer",
        "choir recording, radio play, jingle session, string quartet take, voice casting, "
        "podcast taping, film dubbing, band rehearsal, mixing session, piano audition, "
        "brass overdub, live broadcast",
        "microphone stand, keyboard, drum kit, mixing desk, music stand, monitor speaker, "
        "bass amplifier, headphone amplifier, pop shield, grand piano, tape machine, vocal booth",
    ),
    "libraries": _setting(
        "town library, public library, reading society, library trust; reading room; "
        "reading rooms; seat; host; reader; volunteer",
        "story hour, book club, poetry evening, homework group, map exhibition talk, "
        "genealogy course, author reading, chess afternoon, archive tour, translation circle, "
        "comics club, citizenship class",
        "reading lamp, book trolley, slide projector, map table, display case, microfilm reader, "
        "picture rail, story cushion, lectern, laptop, card catalogue, magnifier",
    ),
    "clinics": _setting(
        "rehabilitation clinic, health centre, day clinic, therapy centre; therapy room; "
        "therapy rooms; place; therapist; patient; nurse",
        "back exercise class, memory training, breathing course, hand therapy, gait training, "
        "relaxation group, diabetes workshop, speech therapy, balance course, pain group, "
        "antenatal class, first aid course",
        "treatment bed, exercise bike, wall bar, therapy ball, walking frame, heat lamp, "
        "standing mirror, hand trainer, balance board, weighing chair, wheelchair, pulse monitor",
    ),
    "community centres": _setting(
        "community centre, parish house, village hall, neighbourhood centre; hall; halls; seat; "
        "host; neighbour; caterer",
        "tenants' meeting, quilting circle, debt advice, toddler group, seniors' lunch, "
        "repair evening, folk dance, charity bazaar, cooking course, jumble sale, quiz night, "
        "residents' forum",
        "folding table, tea urn, stage light, loudspeaker, play mat, sewing machine, hot plate, "
        "serving trolley, partition wall, coat rack, piano, extension lead",
    ),
}

INTRO = (
    "The {house} {name} lends out its {rooms} by the calendar below.",
    "{name} is {a_house}; whoever wants one of its {rooms} has to book it.",
    "How the {rooms} of the {house} {name} are booked, and what is booked so far.",
    "This page holds the bookings of the {house} {name} and one request that is still open.",
    "An open request for one of the {rooms} of {name}, {a_house}, with all that bears on it.",
    "For the {rooms} of the {house} {name}, one more booking is asked for.",
)
GENERAL = (
    "A request is confirmed only if it breaks none of these rules; nothing is moved or shortened "
    "to make it fit.",
    "Only a request that keeps every rule is confirmed, and it is taken exactly as it was made.",
    "One broken rule is enough to turn a request down; nobody adjusts it so that it fits.",
    "To be confirmed, a request has to keep all of these rules as it stands.",
    "Requests are neither altered nor split: each is confirmed if it keeps all rules, and "
    "otherwise refused.",
    "The confirmed bookings stay as they are, and a request that breaks any rule is refused.",
)
GRID = (
    "Bookings start and end in steps of {step} minutes.",
    "All times are multiples of {step} minutes.",
    "The calendar works in steps of {step} minutes; nothing starts or ends in between.",
    "Start and end times lie on a grid of {step} minutes.",
    "Every time in the calendar falls on a full step of {step} minutes.",
    "Nothing is booked to the minute: every time is a full step of {step} minutes.",
)
NO_SETUP = (
    "A booking takes up its {room} from its start to its end; no time for setting up or clearing "
    "is added.",
    "Nothing is added for setting up or clearing: the time a booking takes up is the booked time.",
    "The time a booking takes up runs from the booked start to the booked end and not a minute "
    "longer, since there is no set-up time.",
    "Setting up and clearing happen within the booked time, which is all that a booking takes up.",
    "There is no extra time between bookings for setting up; each takes up exactly its booked "
    "time.",
    "No minutes for set-up or clearing are reserved, so a booking takes up its booked time alone.",
)
SETUP_ALL = (
    "Besides the booked time, every booking takes up {added}; the request is no exception.",
    "The time that a booking takes up is the booked time and {added}, for the request as well.",
    "Each booking, requested or confirmed, takes up its {room} for the booked time and for "
    "{added}.",
    "To the booked time of every booking, the requested one included, add {added}: together they "
    "are the time it takes up.",
    "A booking, even one that is only requested, takes up more than its booked time: also {added}.",
    "The request, just as every other booking, has {added} added to its booked time; all of this "
    "is the time it takes up.",
)
SETUP_ONLY = (
    'Besides the booked time, a booking (requested or confirmed) for the purpose "{p}" or "{q}" '
    "takes up {added}; any other takes up the booked time alone.",
    'If its purpose is "{p}" or "{q}", a booking, and a request too, takes up the booked time and '
    "{added}; if not, just the booked time.",
    "A booking takes up its booked time and nothing else, except that one for the purpose "
    '"{p}" or "{q}" also takes up {added}; requests are treated alike.',
    'Bookings for two purposes, "{p}" and "{q}", take up more than the booked time: each of them, '
    "requested or confirmed, also takes up {added}. All others take up just the booked time.",
    'Only for "{p}" and for "{q}" does the time that a booking or a request takes up include '
    "{added}; otherwise it is the booked time.",
)
SETUP_EXCEPT = (
    "Besides the booked time, a booking (requested or confirmed) takes up {added}, unless its "
    'purpose is "{p}" or "{q}"; then it takes up the booked time alone.',
    'If its purpose is "{p}" or "{q}", a booking, and a request too, takes up just the booked '
    "time; if not, it takes up the booked time and {added}.",
    "A booking takes up its booked time and {added}, except that one for the purpose "
    '"{p}" or "{q}" takes up nothing but its booked time; requests are treated alike.',
    'Bookings for two purposes, "{p}" and "{q}", take up just the booked time. Each of the others, '
    "requested or confirmed, takes up more than that: also {added}.",
    'Except for "{p}" and for "{q}", where it is the booked time alone, the time that a booking or '
    "a request takes up includes {added}.",
)
ADDED_BEFORE = (
    "the {setup} minutes of set-up right before its start",
    "{setup} minutes of preparation that end when it starts",
    "the last {setup} minutes before its start (for setting up)",
)
ADDED_AFTER = (
    "the {setup} minutes of clearing right after its end",
    "{setup} minutes of cleaning that begin when it ends",
    "the first {setup} minutes after its end (for clearing up)",
)
TOUCH = {
    True: (
        "In one {room}, the times that two bookings take up must not overlap; they may touch, one "
        "beginning at the minute the other ends.",
        "Two bookings of the same {room} collide when the times they take up overlap, and a "
        "request must not collide; merely touching is no collision.",
        "No {room} can be taken up twice at the same time, but the time of one booking may begin "
        "at the very minute at which that of another ends.",
        "Bookings of one {room} may follow each other without a break between the times they take "
        "up, but these must not overlap.",
        "Where the time taken up by one booking ends at a given minute, that of the next in the "
        "same {room} may begin at this minute; earlier would be a collision, which is forbidden.",
        "A {room} holds one booking at a time: the times taken up may meet, yet never overlap.",
    ),
    False: (
        "In one {room}, the times that two bookings take up must neither overlap nor touch; "
        "beginning at the minute another ends is not allowed.",
        "Two bookings of the same {room} collide when the times they take up overlap or just "
        "touch, and a request must not collide.",
        "No {room} can be taken up twice at the same time, and the time of one booking may not "
        "even begin at the very minute at which that of another ends.",
        "Bookings of one {room} may not follow each other without a break: between the times they "
        "take up, some time has to stay free.",
        "Where the time taken up by one booking ends at a given minute, that of the next in the "
        "same {room} must begin later than this minute; anything else is a collision, which is "
        "forbidden.",
        "A {room} holds one booking at a time: the times taken up must not overlap, and must not "
        "meet either.",
    ),
}
CLOSING = {
    True: (
        "A booking lies within the opening hours if it starts no earlier than the {room} opens and "
        "ends no later than it closes; only such a booking is possible.",
        "Nothing may be booked outside the opening hours, but starting at the minute of opening "
        "and ending at the minute of closing are both fine.",
        "The opening hours must be kept; a booking may run from the very minute of opening and to "
        "the very minute of closing.",
        "Both ends of the opening hours may be used to the full: a booking may start as the {room} "
        "opens and end as it closes, though not earlier or later.",
        "Before opening and after closing there are no bookings; an end exactly at closing time is "
        "allowed, as is a start exactly at opening time.",
    ),
    False: (
        "A booking lies within the opening hours if it starts no earlier than the {room} opens and "
        "ends before it closes; only such a booking is possible.",
        "Nothing may be booked outside the opening hours; starting at the minute of opening is "
        "fine, ending at the minute of closing is not.",
        "The opening hours must be kept; a booking may run from the very minute of opening, but it "
        "has to be over before the minute of closing.",
        "A booking may start as the {room} opens, though not earlier, and must end earlier than it "
        "closes.",
        "Before opening and after closing there are no bookings; an end exactly at closing time is "
        "too late, whereas a start exactly at opening time is allowed.",
    ),
}
INSIDE = {
    True: (
        "As to the opening hours, the whole time a booking takes up is looked at.",
        "The opening hours bind the whole time taken up, not the booked time alone.",
        "What is added to the booked time has to keep the opening hours in the same way.",
        "Measure the whole time a booking takes up against the opening hours, the added minutes "
        "included.",
        "The start and end that matter for the opening hours are those of the whole time taken up.",
    ),
    False: (
        "As to the opening hours, only the booked time is looked at.",
        "The opening hours bind the booked time alone, not the whole time taken up.",
        "What is added to the booked time may lie outside the opening hours.",
        "Measure the booked time alone against the opening hours and leave out the added minutes.",
        "The start and end that matter for the opening hours are those of the booked time.",
    ),
}
COUNT = (
    "No more people may count than the {room} has {seats}; the last {seat} may be filled. All who "
    "are named as being in the {room} count, and so does every {guest}.",
    "The number of people who count must not exceed the number of {seats}, though it may equal it. "
    "Each {guest} counts, just like those who are named as present.",
    "A {room} may be filled to the last {seat}, but not beyond. Those named as in the {room} are "
    "counted, as are all {guests}.",
    "A booking with more countable people than {seats} is refused; as many as {seats} is all "
    "right. Countable are the people named as present and the {guests}.",
    "Capacity means {seats}: there must be one for each person counted, and none need stay free. "
    "The count includes the named people in the {room} and any {guest}.",
)
LEAD_COUNTS = {
    True: (
        "The {lead} counts towards capacity too.",
        "One of the {seats} is for the {lead}, who is counted like the others.",
        "In counting people, the {lead} is included.",
        "Whoever leads a booking is counted for its capacity.",
        "The {lead} also takes one of the {seats}.",
    ),
    False: (
        "The {lead} does not count towards capacity.",
        "None of the {seats} is for the {lead}, who is not counted.",
        "In counting people, the {lead} is left out.",
        "Whoever leads a booking is not counted for its capacity.",
        "The {lead} takes none of the {seats}.",
    ),
}
VIDEO_COUNTS = {
    True: (
        "People on a video link count towards capacity as if they were there.",
        "A {seat} is needed for each person on video as well, so they are counted.",
        "Taking part by video does not change the count: such a person counts.",
        "Those who join by video are counted, too.",
        "For capacity, somebody linked in by video is one more person.",
    ),
    False: (
        "People on a video link do not count towards capacity.",
        "No {seat} is needed for a person on video, so they are not counted.",
        "Taking part by video changes the count: such a person does not count.",
        "Those who join by video are not counted.",
        "For capacity, somebody linked in by video is left out.",
    ),
}
HELPERS_COUNT = {
    True: (
        "Every {helper} counts towards capacity.",
        "The {helpers} need {seats}, so they are counted with the rest.",
        "Add the {helpers} when people are counted.",
        "A {helper} is one more person as far as capacity goes.",
        "Among those who count is also each {helper}.",
    ),
    False: (
        "No {helper} counts towards capacity.",
        "The {helpers} need no {seats}, so they are not counted with the rest.",
        "Leave out the {helpers} when people are counted.",
        "A {helper} is not one more person as far as capacity goes.",
        "Among those who do not count is each {helper}.",
    ),
}
BOUND = {
    "everybody": (
        "Nobody may be in two bookings at once, whether leading, present or on video.",
        "A person named in one booking cannot be named in another at the same time, in whatever "
        "role.",
        "No one can be double-booked: two bookings at the same time must have no person in common, "
        "those on video included.",
        "Each person can take part in only one booking at a time, and taking part by video is "
        "taking part.",
        "Whoever is needed in a booking, as {lead}, in the {room} or by video, must not be needed "
        "in another at the same time.",
    ),
    "present": (
        "Nobody can be in the {room} for two bookings at once, the {lead} included; but whoever "
        "joins at least one of the two by video may take part in both.",
        "A person who is in the {room}, leading or not, cannot be in another {room} for a booking "
        "at the same time; being on video in one or both of them is no hindrance.",
        "Two bookings at the same time must have no person in common who is present at both, as "
        "{lead} or otherwise; people on video in either of them do not matter here.",
        "To be double-booked is to be present, leading or not, at two bookings at once, and that "
        "is forbidden. Somebody who is on video in one of the two is not double-booked.",
        "Being present (the {lead} always is) at two bookings at once is impossible; taking part "
        "in one or both of them by video is not.",
    ),
    "lead": (
        "Whoever leads a booking may not take part in another at the same time, be it in the "
        "{room} or by video. People who lead neither of two bookings may be in both.",
        "The {lead} of a booking is bound: leading rules out any part in another at the same time. "
        "All other people may be in two bookings at once.",
        "Nobody can lead a booking and be named in another at once, in whatever role; those who "
        "only take part may come and go between two of them.",
        "Two bookings at the same time must not share a person who leads one of them or both; "
        "sharing people who lead neither is allowed.",
        "Double-booking concerns the {lead} alone: no person may be in two bookings at once if he "
        "or she leads at least one of the two. Otherwise it is permitted.",
    ),
    "nobody": (
        "People may be in two bookings at once; nobody checks it.",
        "It is no obstacle if a person is named in another booking at the same time.",
        "Being in several bookings at once is permitted to everybody, in any role.",
        "A person's other bookings, even at the same time, do not matter.",
        "Whether somebody is double-booked is left to that person and is no reason to refuse.",
    ),
}
REST = {
    True: (
        "For people, two bookings count as being at once unless at least {rest} minutes lie "
        "between the booked end of one and the booked start of the other.",
        "A person needs {rest} minutes to change over: two bookings with a shorter break between "
        "their booked times are at the same time for that person, with this break or a longer one "
        "they are not.",
        'When it comes to people, "at once" includes booked times less than {rest} minutes apart; '
        "exactly {rest} minutes are enough.",
        "If fewer than {rest} minutes separate the booked times of two bookings, they are at the "
        "same time as far as people are concerned; {rest} minutes or more will do.",
        "People's bookings are at once if their booked times overlap, touch or leave a break "
        "shorter than {rest} minutes.",
    ),
    False: (
        "For people, two bookings are at once only if their booked times overlap; going straight "
        "from one to the other is fine.",
        "A person needs no time to change over: a booking may be started at the minute the other's "
        "booked time ends, and only overlapping booked times are at the same time.",
        'When it comes to people, "at once" means overlapping booked times, and times that merely '
        "touch are not at once.",
        "If the booked time of one booking ends just as that of another starts, they are not at "
        "the same time as far as people are concerned; if they overlap, they are.",
        "People's bookings are at once if their booked times overlap, not if they only touch.",
    ),
}
KIT = (
    "What a request needs must stand in its {room}, in the number asked for or more; nothing is "
    "carried over from elsewhere.",
    "Equipment stays where it is: a request can only be met by what its own {room} has, and there "
    "must be at least as many pieces as it asks for.",
    "Each piece of equipment that is asked for has to be in the requested {room}, and enough of "
    "it; borrowing from another {room} is not possible.",
    "The {room} must have at least the asked number of everything needed, since nothing can be "
    "brought in.",
    "All the equipment needed must be found in the {room} itself. As many pieces as asked for are "
    "enough, fewer are not.",
)
NOTICE_RULE = (
    "A notice holds for the {room} and the day it names and for no other, and it goes before the "
    "list of {rooms}.",
    "Where a notice and the list of {rooms} differ, the notice is right, but just for its day and "
    "its {room}.",
    "The list of {rooms} holds unless a notice for that {room} and that day says otherwise.",
    "Notices change the list of {rooms} for the one day and the one {room} in them.",
    "On the day it gives, and for the {room} it gives, a notice replaces or reduces what the list "
    "of {rooms} says.",
)
NOTICES = {
    "opens": (
        "On {date}, {where} does not open until {value}.",
        "{where} opens at {value} on {date}.",
        "Opening time of {where} on {date}: {value}.",
        "Because of building work, {where} stays closed until {value} on {date}.",
        "{where} has other hours on {date} and opens at {value}.",
    ),
    "closes": (
        "On {date}, {where} closes at {value} already.",
        "{where} closes at {value} on {date}.",
        "Closing time of {where} on {date}: {value}.",
        "Because of building work, {where} closes at {value} on {date}.",
        "{where} has other hours on {date} and closes at {value}.",
    ),
    "seats": (
        "On {date}, {value} of the {seats} in {where} cannot be used.",
        "In {where}, {value} of the {seats} will be out of use on {date}.",
        "Number of {seats} out of use in {where} on {date}: {value}.",
        "Because of repairs, {where} has to do without {value} of its {seats} on {date}.",
        "{where} has fewer {seats} than usual on {date}: {value} cannot be used.",
    ),
    "kit": (
        "On {date}, {value} will be away from {where} for repair.",
        "From {where}, {value} will be missing on {date}.",
        "Out of order in {where} on {date}: {value}.",
        "Because of an inspection, {where} has to do without {value} on {date}.",
        "{where} has less equipment than usual on {date}: {value} cannot be used.",
    ),
}
HEADINGS = {
    "rooms": (
        "The {rooms}",
        "{Rooms} and equipment",
        "List of {rooms}",
        "{Rooms}",
        "What there is",
    ),
    "rules": ("Rules", "Booking rules", "How bookings work", "Conventions", "What applies"),
    "notices": ("Notices", "Changes on single days", "Please note", "Temporary notices"),
    "bookings": (
        "Confirmed bookings",
        "Calendar",
        "Bookings so far",
        "What is already booked",
        "Confirmed",
    ),
    "wish": ("Request", "The requested booking", "New request", "Open request", "Asked for"),
}
ONE_DAY = (
    "All of them are on {date}.",
    "Day: {date}.",
    "Everything here takes place on {date}.",
    "These are the bookings of {date}.",
    "Date of all bookings listed: {date}.",
)
ASK = (
    'Asked for is {where} on {date}, {time}, for the purpose "{purpose}".',
    'Could {where} be booked on {date} {time}? It is for the purpose "{purpose}".',
    'The request is for {where}, on {date} {time}; the purpose is "{purpose}".',
    'Somebody would like to have {where} on {date} {time}, with "{purpose}" as the purpose.',
    '"{purpose}" is the purpose, {where} the {room}, and the booked time would be {date}, {time}.',
    'Please confirm {where} {time} on {date} for the purpose "{purpose}".',
)
PEOPLE = (
    ("{leader} is the {lead}; {present} will be in the {room}{remote}.", " and {names} on video"),
    ("It is led by {leader}, with {present} in the {room}{remote}.", " and, by video, {names}"),
    ("Led by {leader}; also present: {present}{remote}.", "; on video: {names}"),
    ("{leader} leads, {present} will be there in person{remote}.", ", {names} by video"),
    (
        "With {leader} as {lead}, {present} will be in the {room} too{remote}.",
        "; by video, {names} will join",
    ),
    ("{Lead}: {leader}. In the {room}: {present}.{remote}", " By video: {names}."),
)
OTHERS = (
    "{others} will come as well.",
    "Besides those named, {others} are expected.",
    "In addition there will be {others}.",
    "Not named, but also coming: {others}.",
    "They will be joined in the {room} by {others}.",
)
NEEDS = (
    "They need {kit}.",
    "The equipment needed is {kit}.",
    "For this, {kit} must be there.",
    "Equipment asked for: {kit}.",
    "Without {kit} it cannot take place.",
)
ROOM_SENTENCES = (
    "{name} has {seats}, is open from {opens} to {closes} and holds {kit}.",
    "{name}, open from {opens} to {closes}, offers {seats}; its equipment is {kit}.",
    "From {opens} to {closes} you can book {name} with its {seats} and with {kit}.",
    "There are {seats} in {name}; it is open from {opens} to {closes}, and in it you find {kit}.",
    "With {seats} and {kit}, {name} is open from {opens} to {closes}.",
)
