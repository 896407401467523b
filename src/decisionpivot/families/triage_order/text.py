"""Rendering a queue: the sheet that the members of a group share, and what differs in it."""

from datetime import date, timedelta
from random import Random

from msgspec import Struct

from decisionpivot import draw
from decisionpivot.families.triage_order import words
from decisionpivot.families.triage_order.case import NEVER, Rules, Scene, Shift, Ticket
from decisionpivot.families.wording import (
    CLOCK_STYLES,
    DATE_STYLES,
    Names,
    clock,
    day,
    duration,
    listed,
    number_word,
    ordinal,
)

ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
DURATIONS = ("minutes", "min", "hours")


class Sheet(Struct, frozen=True):
    """All that the members of a group share: the wording, and the sections that never differ."""

    terms: dict[str, str]
    prefix: str
    clock: str
    row: str
    columns: str
    now: str
    position: str
    counting: str
    in_words: bool
    introduction: str
    order: str
    headings: dict[str, str]
    rules: str
    classes: str

    def name(self, number: int) -> str:
        """How a ticket is called."""
        return f"{self.prefix}{number}"

    def time(self, minute: int) -> str:
        """A time of day, or that there is none."""
        return self.terms["none"] if minute == NEVER else clock(minute, self.clock)

    def flag(self, value: int) -> str:
        """A flag, or that there is none."""
        return (self.terms["u"], self.terms["none"], self.terms["d"])[value + 1]

    def ticket(self, ticket: Ticket) -> str:
        """A row of the queue."""
        return self.row.format(
            **self.terms,
            id=self.name(ticket.number),
            what=ticket.what,
            c=ticket.listed,
            a=self.time(ticket.arrival),
            e=self.time(ticket.deadline),
            f=self.flag(ticket.flag),
        )

    def clock_line(self, scene: Scene) -> str:
        """The sentence on the current time."""
        return self.now.format(t=self.time(scene.now))

    def ranked(self, place: int) -> str:
        """A position as an ordinal number."""
        return ORDINALS[place - 1] if self.in_words and place <= len(ORDINALS) else ordinal(place)

    def position_line(self, scene: Scene) -> str:
        """The sentence that asks for a position."""
        place = scene.position
        return self.position.format(**self.terms, p=place, o=self.ranked(place))

    def state(self, scene: Scene) -> str:
        """The rendered state."""
        bodies = {
            "T": self.clock_line(scene),
            "R": self.rules,
            "Q": self.columns + "\n".join([self.ticket(ticket) for ticket in scene.tickets]),
            "P": f"{self.position_line(scene)}\n{self.counting}",
            "C": self.classes,
        }
        sections = [f"{self.headings[key]}\n{bodies[key]}" for key in self.order]
        return "\n\n".join([self.introduction, *sections])

    def line(self, kind: str, scene: Scene, changed: int | None) -> str:
        """The line that holds the decisive fact; ``changed`` is the place of its ticket."""
        if changed is not None:
            return self.ticket(scene.tickets[changed])
        return self.clock_line(scene) if kind == "current_time" else self.position_line(scene)

    def fact(self, kind: str, scene: Scene, changed: int | None) -> str:
        """The decisive fact as it is written."""
        if changed is None:
            if kind == "current_time":
                return self.time(scene.now)
            return str(scene.position) if "{p}" in self.position else self.ranked(scene.position)
        ticket = scene.tickets[changed]
        if kind == "class":
            return str(ticket.listed)
        if kind == "flag":
            return self.flag(ticket.flag)
        return self.time(ticket.arrival if kind == "arrival_time" else ticket.deadline)


def nouns(r: Random, about: words.Domain, adjusted: bool, classes: int) -> dict[str, str]:
    """The nouns that a group uses throughout."""
    case = draw.choice(r, about.nouns)
    cls, clss = draw.choice(r, words.CLASS_NOUNS)
    terms = {"case": case, "cases": f"{case}s", "a_case": f"a {case}", "clss": clss}
    terms |= {key.capitalize(): text.capitalize() for key, text in terms.items()}
    u, d = about.flags
    return terms | {
        "cls": cls,
        "rank": draw.choice(r, words.RANKS).format(cls) if adjusted else cls,
        "flag": draw.choice(r, words.FLAG_NOUNS),
        "deadline": draw.choice(r, words.DEADLINE_NOUNS),
        "none": draw.choice(r, words.NONE),
        "u": u,
        "d": d,
        "k": str(classes),
    }


def shift_text(r: Random, shift: Shift, terms: dict[str, str], style: str, classes: int) -> str:
    """The text of a rule that moves tickets to another class."""
    if shift.cause == "flag":
        return draw.choice(r, words.FLAG_SHIFT).format(**terms)
    noun = terms["cls"] if shift.steps == 1 else terms["clss"]
    values = {
        "n": duration(shift.limit, style),
        "up": f"{number_word(shift.steps)} {noun}",
        "s": listed([str(number) for number in shift.only], "or"),
    }
    phrases = words.WAIT if shift.cause == "wait" else words.DUE
    text = draw.choice(r, phrases[shift.reached])
    if len(shift.only) < classes:
        text += " " + draw.choice(r, words.SCOPE)
    return text.format(**terms, **values)


def sorting_texts(r: Random, rules: Rules) -> list[str]:
    """The rules that sort; the last tie has a rule of its own where the level has room for it."""
    tables = {
        "class": words.CLASS,
        "flag": words.FLAG,
        "deadline": words.DEADLINE,
        "origin": words.ORIGIN,
        "arrival": words.ARRIVAL,
        "number": words.NUMBER[rules.low_first],
    }
    texts = [draw.choice(r, tables[key]) for key in rules.keys]
    apart = len(rules.keys) == 3 if len(rules.shifts) < 2 else draw.chance(r, 0.5)
    return texts if apart else [*texts[:-2], f"{texts[-2]} {texts[-1]}"]


def conventions(r: Random, rules: Rules) -> list[str]:
    """What one has to know to use the rules, in an order of its own."""
    tables: list[tuple[str, ...]] = [words.LATER_RULES, words.NOTHING_ELSE]
    if any(shift.cause == "wait" for shift in rules.shifts):
        tables.append(words.WAITING)
    if rules.shifts:
        tables.append(words.LIMITS)
    if len(rules.shifts) > 1:
        tables += [words.TOGETHER[rules.adds_up], words.SCOPE_OF_LIST]
    return [draw.choice(r, phrases) for phrases in draw.shuffled(r, tables)]


def rules_text(r: Random, rules: Rules, terms: dict[str, str]) -> str:
    """Numbered rules, first those that move and then those that sort, with the conventions."""
    style = draw.choice(r, DURATIONS)
    texts = [shift_text(r, shift, terms, style, rules.classes) for shift in rules.shifts]
    texts += [text.format(**terms) for text in sorting_texts(r, rules)]
    numbering = draw.choice(r, words.RULE_STYLES)
    lines = [numbering.format(n, text) for n, text in enumerate(texts, 1)]
    notes = [text.format(**terms) for text in conventions(r, rules)]
    separator = draw.choice(r, (" ", "\n", "\n- "))
    notes_text = ("- " if separator == "\n- " else "") + separator.join(notes)
    parts = ["\n".join(lines), notes_text]
    return "\n\n".join(parts if draw.chance(r, 0.6) else parts[::-1])


def with_classes(r: Random, order: str) -> str:
    """The order of the sections, with the meaning of the classes put in somewhere."""
    place = draw.integer(r, 0, len(order))
    return f"{order[:place]}C{order[place:]}"


def sheet_of(r: Random, about: words.Domain, rules: Rules, order: str) -> Sheet:
    """Draw the wording of a group and write the sections that its members share."""
    terms = nouns(r, about, bool(rules.shifts), rules.classes)
    site = draw.choice(r, about.sites).format(x=Names(r).word(3))
    when = date(2025, 1, 6) + timedelta(days=draw.integer(r, 0, 700))
    date_text = day(when, draw.choice(r, DATE_STYLES))
    intro = draw.choice(r, words.INTROS).format(**terms, site=site, day=date_text)
    sentences = (intro, draw.choice(r, words.SAME_DAY), draw.choice(r, words.FIELDS))
    row = draw.choice(r, words.ROWS)
    heading, entry = draw.choice(r, words.HEADING_STYLES), draw.choice(r, words.CLASS_STYLES)
    entries = enumerate(about.classes[: rules.classes], 1)
    return Sheet(
        terms,
        prefix=draw.choice(r, "ABCDEFGHJKLMNPQRSTUVWXYZ") + draw.choice(r, ("-", "", "/")),
        clock=draw.choice(r, CLOCK_STYLES),
        row=row,
        columns=words.COLUMNS.format(**terms) + "\n" if row == words.ROWS[0] else "",
        now=draw.choice(r, words.NOW),
        position=draw.choice(r, words.POSITION),
        counting=draw.choice(r, words.COUNTING).format(**terms),
        in_words=draw.chance(r, 0.6),
        introduction=" ".join(sentences).format(**terms),
        order=with_classes(r, order),
        headings={
            key: heading.format(draw.choice(r, texts).format(**terms))
            for key, texts in words.HEADINGS.items()
        },
        rules=rules_text(r, rules, terms),
        classes="\n".join(entry.format(f"{terms['cls']} {n}", text) for n, text in entries),
    )
