"""Reads the text of a booking_check item anew, to check answers and to measure lazy readers.

The text alone is read: nothing here comes from the generator.
"""

import re
from datetime import date
from typing import Any, NamedTuple

HEADINGS = {
    "rules": "Rules|Booking rules|How bookings work|Conventions|What applies",
    "notices": "Notices|Changes on single days|Please note|Temporary notices",
    "bookings": "Confirmed bookings|Calendar|Bookings so far|What is already booked|Confirmed",
    "wish": "Request|The requested booking|New request|Open request|Asked for",
}
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
CLOCK = r"\d{1,2}[:.h]\d\d(?: [ap]m)?"
LENGTH = r"\d+ minutes?|\d+ min|\d+:\d\d h|\d+ h(?: \d+ min)?"
SPAN = rf"({CLOCK})(?:(?:–|-| to )({CLOCK})| for ({LENGTH}))"
DATE = r"\d{4}-\d\d-\d\d|(?:[A-Z][a-z]{2} )?\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4}"

ROOM_LINES = (
    rf"[-*] (?P<name>.+): (?P<seats>\d+) \w+, open (?P<a>{CLOCK})–(?P<b>{CLOCK}), (?P<kit>.+)",
    rf"\* (?P<name>.+) \((?P<seats>\d+) \w+; (?P<a>{CLOCK}) to (?P<b>{CLOCK})\): (?P<kit>.+)",
    rf"\| (?P<name>.+) \| (?P<seats>\d+) \| (?P<a>{CLOCK}) \| (?P<b>{CLOCK}) \| (?P<kit>.+) \|",
    rf"(?P<name>.+)\n  \w+: (?P<seats>\d+)\n  Open: (?P<a>{CLOCK}) to (?P<b>{CLOCK})\n"
    r"  Equipment: (?P<kit>.+)",
    rf"(?P<name>.+) has (?P<seats>\d+) \w+, is open from (?P<a>{CLOCK}) to (?P<b>{CLOCK}) and "
    r"holds (?P<kit>.+)\.",
    rf"(?P<name>.+), open from (?P<a>{CLOCK}) to (?P<b>{CLOCK}), offers (?P<seats>\d+) \w+; its "
    r"equipment is (?P<kit>.+)\.",
    rf"From (?P<a>{CLOCK}) to (?P<b>{CLOCK}) you can book (?P<name>.+) with its (?P<seats>\d+) "
    r"\w+ and with (?P<kit>.+)\.",
    rf"There are (?P<seats>\d+) \w+ in (?P<name>.+); it is open from (?P<a>{CLOCK}) to "
    rf"(?P<b>{CLOCK}), and in it you find (?P<kit>.+)\.",
    rf"With (?P<seats>\d+) \w+ and (?P<kit>.+), (?P<name>.+) is open from (?P<a>{CLOCK}) to "
    rf"(?P<b>{CLOCK})\.",
)
WHEN = rf"(?:(?P<date>{DATE}), )?(?P<span>{SPAN})"
BOOKING_LINES = (
    rf"\| {WHEN} \| (?P<room>[^|]+) \| (?P<purpose>[^|]+) \| (?P<lead>[^|]+) \| "
    r"(?P<present>[^|]+) \| (?P<remote>[^|]+) \|",
    rf"- {WHEN}, (?P<room>[^:]+): (?P<purpose>[^;]+); [a-z]+ (?P<lead>[^;]+); in the [a-z ]+ "
    r"(?P<present>[A-Z][^;]+)(?:; by video (?P<remote>.+))?",
    rf"(?P<room>[^,]+), {WHEN}: (?P<purpose>[^,]+), led by (?P<lead>[^,]+), with "
    r"(?P<present>.+) in the [^;]+(?:; video: (?P<remote>.+))?",
    rf"- {WHEN} (?P<purpose>[^(]+) \((?P<lead>.+) leads; (?P<present>[^;]+) in the [^;)]+"
    r"(?:; (?P<remote>.+) on video)?\)",
    rf"  {WHEN} \| [a-z]+: (?P<lead>[^|]+) \| there: (?P<present>[^|]+) \| "
    r"video: (?P<remote>[^|]+) \| (?P<purpose>.+)",
    rf"(?P<purpose>[^;]+); (?P<room>[^;]+); {WHEN}; (?P<lead>[^;]+); (?P<present>[^;]+); "
    r"(?P<remote>.+)",
    rf"\* (?P<lead>[^(]+) \((?P<purpose>[^)]+)\): (?P<room>[^,]+), {WHEN}, joined in the "
    r"[a-z ]+ by (?P<present>[^;]+)(?:; on video: (?P<remote>.+))?",
)
ASK = (
    r"Asked for is (?P<room>.+) on (?P<when>.+), for the purpose \"(?P<purpose>.+)\"\.",
    r"Could (?P<room>.+) be booked on (?P<when>.+)\? It is for the purpose \"(?P<purpose>.+)\"\.",
    r"The request is for (?P<room>.+), on (?P<when>.+); the purpose is \"(?P<purpose>.+)\"\.",
    r"Somebody would like to have (?P<room>.+) on (?P<when>.+), with \"(?P<purpose>.+)\" as .+",
    r"\"(?P<purpose>.+)\" is the purpose, (?P<room>.+) the [a-z ]+, and the booked time would be "
    r"(?P<when>.+)\.",
    r"Please confirm (?P<room>.+) (?P<when>from .+) for the purpose \"(?P<purpose>.+)\"\.",
)
FIELDS = {
    "room": r"(?:- requested|Where|[A-Z][a-z ]+ asked for|Room|Lecture room|Hall|Laboratory|Studio"
    r"|Reading room|Therapy room): (.+)",
    "when": r"(?:Time|When|Hours|- booked time): (.+)",
    "on": r"(?:Date|- on): (.+)",
    "purpose": r"(?:Purpose|What for|- purpose|Purpose of it): (.+)",
}
PEOPLE = (
    r"(?P<lead>.+) is the [a-z ]+; (?P<present>.+) will be in the [a-z ]+?"
    r"(?: and (?P<remote>[A-Z].+) on video)?\.",
    r"It is led by (?P<lead>.+), with (?P<present>.+?) in the [a-z ]+"
    r"(?: and, by video, (?P<remote>.+))?\.",
    r"Led by (?P<lead>[^|]+); also present: (?P<present>[^;]+?)(?:; on video: (?P<remote>.+))?\.",
    r"(?P<lead>[A-Z]\w+ [A-Z]\w+) leads, (?P<present>.+) will be there in person"
    r"(?:, (?P<remote>.+) by video)?\.",
    r"With (?P<lead>.+) as [a-z ]+, (?P<present>.+) will be in the [a-z ]+ too"
    r"(?:; by video, (?P<remote>.+) will join)?\.",
    r"[A-Z][a-z]+: (?P<lead>[A-Z][^.]+)\. In the [a-z ]+: (?P<present>[^.]+)\."
    r"(?: By video: (?P<remote>.+)\.)?",
    r"[A-Z][a-z]+: (?P<lead>[^;|]+); in the [a-z ]+: (?P<present>[^;]+); by video: (?P<remote>.+)",
    r"Led by: (?P<lead>.+) \| present: (?P<present>.+) \| on video: (?P<remote>.+)",
    r"- [a-z]+ (?P<lead>[A-Z].+), in person (?P<present>.+), via video (?P<remote>.+)",
    r"(?P<lead>.+) as [a-z ]+; there: (?P<present>.+); video link: (?P<remote>.+)",
)
OTHERS = (
    r"(.+) will come as well\.",
    r"Besides those named, (.+) are expected\.",
    r"In addition there will be (.+)\.",
    r"Not named, but also coming: (.+)\.",
    r"They will be joined in the [a-z ]+ by (\d.+)\.",
    r"(?:- )?([A-Z][a-z]+: \d+(?:, [a-z ]+: \d+)?)",
)
NEEDS = (
    r"They need (.+)\.",
    r"The equipment needed is (.+)\.",
    r"For this, (.+) must be there\.",
    r"Equipment asked for: (.+)\.",
    r"Without (.+) it cannot take place\.",
    r"(?:Equipment|Needed|- to be used|Equipment needed): (\d.+)",
)
TOPICS = {
    "general": r"is confirmed|confirmed if|turn a request down|To be confirmed|any rule is refused",
    "grid": r"steps of \d|multiples of|grid of|full step of",
    "inside": "As to the opening|hours bind|booked time (?:has to|may)|Measure |that matter",
    "hours": "opening hours (?:if|must)|outside the|Both ends of|may start as the|Before opening",
    "touch": "times that two|collide when|taken up twice|follow each|Where the time|holds one",
    "count": "may count than|people who count|filled to the last|countable|Capacity means",
    "notice": "[Nn]otice",
    "rest": "people, two|to change over|comes to people|people are concerned|People's bookings are",
    "video": "on a video link|person on video|Taking part by video|who join by video|linked in by",
    "helpers": "^Every|^No .* counts|so they are (?:not )?counted with|when people are counted|"
    "as far as capacity|Among those",
    "lead": "capacity|^One of the|^None of the|In counting|^The [a-z ]+ takes (?:one|none)",
    "setup": "booked time|setting up|no set-up time",
    "kit": "carried over|Equipment stays|piece of equipment|asked number|All the equipment",
    "bound": "at once|one booking at a time|at the same time|double-booked|Double-booking",
}
"""What a rule is about: the first of these that is found in it."""

NOT_COUNTED = "not |None of|left out|takes none|^No |^Leave|need no"
TOUCH_FORBIDDEN = (
    "nor touch|just touch|may not even|may not follow|begin later than|not meet either"
)
BEFORE_CLOSING = r"ends before it|closing is not\.|over before|earlier than it closes|too late"
SETUP_EXCEPT = "unless|just the booked time; if not|nothing but|Each of the others|Except for"
BOOKED_ALONE = "only the booked time|booked time alone[ ,]|may lie outside|of the booked time"
BOUND = {
    "nobody": "nobody checks|no obstacle|permitted to everybody|, even at the same|left to that",
    "lead": "Whoever leads|booking is bound|can lead|who leads|alone",
    "present": "in the [a-z ]+ for two|cannot be in another|is present|to be present|Being present",
    "everybody": "",
}


class Booked(NamedTuple):
    """A booking or the request, as read."""

    room: str
    day: date | None
    start: int
    end: int
    purpose: str
    lead: str
    present: tuple[str, ...]
    remote: tuple[str, ...]

    @property
    def people(self) -> tuple[str, ...]:
        return (self.lead, *self.present, *self.remote)


def minutes(text: str) -> int:
    hours, rest, half = found(r"^(\d+)[:.h](\d\d)(?: ([ap]m))?$", text).groups()
    value = int(hours)
    if half:
        value = value % 12 + 12 * (half == "pm")
    return value * 60 + int(rest)


def span(text: str) -> tuple[int, int]:
    """Start and end of the first span of time in a text."""
    start, end, length = found(SPAN, text).groups()
    first = minutes(start)
    if end:
        return first, minutes(end)
    figures = [int(figure) for figure in re.findall(r"\d+", length)]
    hours = "h" in length
    return first, first + (figures[0] * 60 + sum(figures[1:]) if hours else figures[0])


def as_date(text: str) -> date:
    if re.match(r"\d{4}-", text):
        return date.fromisoformat(text)
    month = next(n for n, name in enumerate(MONTHS, 1) if re.search(rf"\b{name}", text))
    day, year = (int(figure) for figure in re.findall(r"\d+", text))
    return date(year, month, day)


def kit(text: str) -> dict[str, int]:
    pieces = (part.split(" ", 1) for part in re.split(r", | and ", text))
    return {name if count == "1" else name[:-1]: int(count) for count, name in pieces}


def people(text: str | None) -> tuple[str, ...]:
    if text in (None, "", "–", "-", "nobody"):
        return ()
    return tuple(re.split(r", | and ", text))


def found(pattern: str, text: str) -> re.Match[str]:
    """Where a pattern stands in a text, which must hold it."""
    match = re.search(pattern, text)
    assert match, (pattern, text)
    return match


def figure(text: str) -> int:
    return int(found(r"\d+", text).group())


def only(patterns: tuple[str, ...], *lines: str) -> re.Match[str]:
    """The only match of a whole line with one of the patterns."""
    matches = [match for p in patterns for line in lines if (match := re.fullmatch(p, line))]
    assert len(matches) == 1, (lines, matches)
    return matches[0]


class Reading:
    """What a careful reader makes of a state."""

    def __init__(self, state: str) -> None:
        self.intro, *blocks = state.split("\n\n")
        self.parts: dict[str, list[str]] = {"notices": []}
        for block in blocks:
            heading, *lines = block.split("\n")
            plain = re.sub(r"^(?:## |== |\[)|(?:\]| ==|:)$", "", heading)
            part = next((p for p, names in HEADINGS.items() if plain in names.split("|")), "rooms")
            self.parts[part] = lines
        self.rules = [re.sub(r"^[-*] ", "", line) for line in self.parts["rules"]]
        self.rooms = self._rooms()
        self.bookings = self._bookings()
        self.wish, self.guests, self.helpers, self.needs = self._wish()
        self._conventions()
        self._notices()

    def _rooms(self) -> dict[str, dict[str, Any]]:
        lines = self.parts["rooms"]
        if lines[1].startswith("  "):
            lines = ["\n".join(lines[n : n + 4]) for n in range(0, len(lines), 4)]
        rows = [only(ROOM_LINES, line) for line in lines if not line.endswith("| Equipment |")]
        return {
            row["name"]: {
                "seats": int(row["seats"]),
                "opens": minutes(row["a"]),
                "closes": minutes(row["b"]),
                "kit": kit(row["kit"]),
            }
            for row in rows
        }

    def _bookings(self) -> list[Booked]:
        lines, room, day, result = self.parts["bookings"], "", None, []
        for line in lines:
            if line.endswith(":") and line[:-1] in self.rooms:
                room = line[:-1]
            elif not re.search(SPAN, line):
                if date_line := re.search(DATE, line):
                    day = as_date(date_line.group())
            else:
                row = only(BOOKING_LINES, line).groupdict()
                result.append(
                    Booked(
                        row.get("room") or room,
                        as_date(row["date"]) if row["date"] else day,
                        *span(row["span"]),
                        row["purpose"],
                        row["lead"],
                        people(row["present"]),
                        people(row["remote"]),
                    )
                )
        return result

    def _wish(self) -> tuple[Booked, int, int, dict[str, int]]:
        lines = self.parts["wish"]
        asked = [m for p in ASK for line in lines if (m := re.fullmatch(p, line))]
        if asked:
            values = asked[0].groupdict()
        else:
            values = {
                name: m.group(1)
                for name, p in FIELDS.items()
                for line in lines
                if (m := re.fullmatch(p, line))
            }
            values["when"] += " " + values.get("on", "")
        named = only(PEOPLE, *lines)
        others = [int(figure) for figure in re.findall(r"\d+", only(OTHERS, *lines).group(1))]
        wish = Booked(
            values["room"],
            as_date(found(DATE, values["when"]).group()),
            *span(values["when"]),
            values["purpose"],
            named["lead"],
            people(named["present"]),
            people(named["remote"]),
        )
        needs = kit(only(NEEDS, *lines).group(1))
        return wish, others[0], sum(others[1:]), needs

    def _conventions(self) -> None:
        rules: dict[str, str] = {}
        for rule in self.rules:
            topic = next(topic for topic, pattern in TOPICS.items() if re.search(pattern, rule))
            assert topic not in rules, (topic, rule, rules[topic])
            rules[topic] = rule
        setup, rest = rules["setup"], re.search(r"\d+", rules.get("rest", ""))
        length = re.search(r"(\d+) minutes", setup)
        self.step = figure(rules["grid"])
        self.setup = int(length.group(1)) if length else 0
        self.before = not re.search(r"after its end|begin when it ends", setup)
        self.scoped = re.findall(r'"([^"]+)"', setup)
        self.exempt = bool(re.search(SETUP_EXCEPT, setup))
        self.inside = not re.search(BOOKED_ALONE, rules.get("inside", ""))
        self.touch = not re.search(TOUCH_FORBIDDEN, rules["touch"])
        self.to_closing = not re.search(BEFORE_CLOSING, rules["hours"])
        self.bound = next(who for who, text in BOUND.items() if re.search(text, rules["bound"]))
        self.rest = int(rest.group()) if rest else 0
        self.counted = {
            who: not re.search(NOT_COUNTED, rules[who]) or "does not change" in rules[who]
            for who in ("lead", "video", "helpers")
            if who in rules
        }

    def _notices(self) -> None:
        """Apply the notices for the requested room and day."""
        self.room = self.rooms[self.wish.room] | {}
        self.room["kit"] = dict(self.room["kit"])
        for line in self.parts["notices"]:
            day = found(DATE, line).group()
            name = next(name for name in self.rooms if re.search(rf"\b{name}\b", line))
            if (name, as_date(day)) != (self.wish.room, self.wish.day):
                continue
            rest = line.replace(day, "").replace(name, "")
            if re.search("[Oo]pen|closed until", rest):
                self.room["opens"] = minutes(found(CLOCK, rest).group())
            elif re.search("[Cc]los", rest):
                self.room["closes"] = minutes(found(CLOCK, rest).group())
            elif re.search("seats|places", rest):
                self.room["seats"] -= figure(rest)
            else:
                piece = found(r"\d+ [a-z ]+?(?= will be| on |\.| cannot)", rest).group()
                ((item, count),) = kit(piece).items()
                self.room["kit"][item] -= count

    def neighbours(self) -> list[Booked]:
        """The bookings of the requested room on that day."""
        wish = self.wish
        return [b for b in self.bookings if (b.room, b.day) == (wish.room, wish.day)]

    def taken(self, booking: Booked) -> tuple[int, int]:
        """From when to when a booking takes up its room."""
        named = booking.purpose in self.scoped
        added = self.setup if not self.scoped or named != self.exempt else 0
        return booking.start - added * self.before, booking.end + added * (not self.before)

    def heads(self, counted: dict[str, bool] | None = None) -> int:
        """How many people of the request count, by the rules or as told."""
        counted = counted or self.counted
        return (
            counted["lead"]
            + len(self.wish.present)
            + counted["video"] * len(self.wish.remote)
            + self.guests
            + counted.get("helpers", False) * self.helpers
        )

    def overlap(self) -> bool:
        start, end = self.taken(self.wish)
        times = [self.taken(booking) for booking in self.neighbours()]
        if self.touch:
            return any(a < end and start < b for a, b in times)
        return any(a <= end and start <= b for a, b in times)

    def person(self) -> bool:
        wish = self.wish
        return any(
            other.day == wish.day
            and other.start - wish.end < self.rest
            and wish.start - other.end < self.rest
            and self.clash(other)
            for other in self.bookings
        )

    def clash(self, other: Booked) -> bool:
        wish, shared = self.wish, [one for one in self.wish.people if one in other.people]
        return {
            "nobody": False,
            "lead": any(one in (wish.lead, other.lead) for one in shared),
            "present": any(one not in wish.remote + other.remote for one in shared),
            "everybody": bool(shared),
        }[self.bound]

    def hours(self) -> bool:
        start, end = self.wish.start, self.wish.end
        if self.setup and self.inside:
            start, end = self.taken(self.wish)
        last = self.room["closes"] - (not self.to_closing)
        return start < self.room["opens"] or end > last

    def broken(self) -> list[str]:
        """The kinds of rule that the request breaks."""
        kinds = {
            "overlap": self.overlap(),
            "person": self.person(),
            "capacity": self.heads() > self.room["seats"],
            "hours": self.hours(),
            "equipment": any(self.room["kit"].get(i, 0) < n for i, n in self.needs.items()),
        }
        return [kind for kind, holds in kinds.items() if holds]
