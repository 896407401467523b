"""Makes a booking calendar of two rooms, part by part, for tests of its solver and readers."""

from decisionpivot.items import Option, Question, Request

RULES = {
    "touch": "A hall holds one booking at a time: the times taken up may meet, yet never overlap.",
    "extra": "Nothing is added for setting up: the time a booking takes up is the booked time.",
    "closing": "Both ends of the opening hours may be used to the full: come as it opens.",
    "bound": "Nobody may be in two bookings at once, whether leading, present or on video.",
    "gap": "People's bookings are at once if their times overlap, not if they only touch.",
    "leader": "The coach counts towards capacity too.",
    "video": "Those who join by video are not counted.",
    "seats": "A hall may be filled to the last place, visitors as are all players.",
    "equipment": "Equipment stays where it is: there must be at least as many pieces.",
    "keeping": "One broken rule is enough to say no.",
}
STATE = """The club Tobra lends out its halls by the calendar below.

Halls
- Elm Hall: 10 places, open 08:00–20:00, 3 nets and 1 gym mat
- Oak Hall: 30 places, open 08:00–20:00, 5 nets

Notices
{notices}

Rules
{rules}

Calendar
Day: 3 May 2028.
{bookings}

Request
Hall: Elm Hall
Date: Wed 3 May 2028
Time: from {time}
Purpose: judo class
Coach: Ada Ash; in the hall: Ben Birch, Cy Cedar; by video: {linked}
Players: {players}
Equipment: {equipment}"""
NOTICE = "Notices change the list of halls for the one day and the one hall in them."
ELM = "Elm Hall, 12:00-13:00: yoga, led by Di Dogwood, with Ed Elder in the hall"
OPTIONS = (Option("no", ""), Option("yes", ""))


def calendar(
    *bookings: str,
    time: str = "13:00 to 14:00",
    linked: str = "nobody",
    players: int = 4,
    equipment: str = "3 nets",
    notices: tuple[str, ...] = ("Oak Hall opens at 09:00 on 3 May 2028.",),
    **rules: str,
) -> Request:
    """A request that keeps every rule, but for the parts given; a rule "" is left out."""
    said = [rule for rule in {**RULES, "notices": NOTICE, **rules}.values() if rule]
    text = STATE.format(
        notices="\n".join(notices),
        rules="\n".join(said),
        bookings="\n".join(bookings or (ELM,)),
        time=time,
        linked=linked,
        players=players,
        equipment=equipment,
    )
    return Request(text, Question("noul", "Can it be confirmed?"), OPTIONS)
