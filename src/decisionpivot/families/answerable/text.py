"""Rendering of a case as text; wording is drawn once per group."""

from random import Random

from msgspec import Struct

from decisionpivot import draw
from decisionpivot.families.answerable import words
from decisionpivot.families.answerable.case import Case
from decisionpivot.families.answerable.facts import DEFINITIONS, NET, Fact
from decisionpivot.families.wording import Names, listed


class Style(Struct, frozen=True):
    """How the rows of a group are written."""

    domain: words.Domain
    separator: str
    columns: str
    branch: str
    marked: str
    mark: str
    thousands: str


def style_of(r: Random, domain: words.Domain) -> Style:
    """Draw the layout of the rows."""
    return Style(
        domain,
        draw.choice(r, words.SEPARATORS),
        draw.choice(r, words.COLUMNS),
        draw.choice(r, words.BRANCHES),
        draw.choice(r, words.MARKED),
        draw.choice(r, words.MARKS),
        draw.choice(r, (",", "", ",")),
    )


def figure(domain: words.Domain, segment: int, number: int) -> str:
    """``net sales (pumps)``."""
    return f"{domain.figures[number]} ({domain.segments[segment]})"


class Values:
    """Whole numbers that keep the definitions, for every cell of the table."""

    def __init__(self, r: Random) -> None:
        self.r = r
        self.cells: dict[Fact, tuple[int, ...]] = {}

    def value(self, fact: Fact) -> int:
        """The value of a fact."""
        cell = fact._replace(figure=NET)
        if cell not in self.cells:
            self.cells[cell] = self.drawn()
        return self.cells[cell][fact.figure]

    def drawn(self) -> tuple[int, ...]:
        """Values for the seven figures."""
        r = self.r
        sites, density, each = (
            draw.integer(r, 3, 40),
            draw.integer(r, 2, 30),
            draw.integer(r, 6, 90),
        )
        staff = sites * density
        net = each * staff
        returns = draw.integer(r, net // 40 + 1, net // 6 + 2)
        return (net + returns, returns, net, staff, sites, density, each)


def row(style: Style, fact: Fact, value: int) -> str:
    """One row of the table."""
    owner = fact.organisation
    if fact.branch:
        owner = style.branch.format(o=owner, x=fact.branch, b=style.domain.branch[0])
    year = style.marked.format(y=fact.year, m=style.mark) if fact.planned else str(fact.year)
    number = f"{value:,}".replace(",", style.thousands)
    fields = {"o": owner, "a": figure(style.domain, fact.segment, fact.figure), "y": year}
    return style.separator.join(fields.get(column, number) for column in style.columns)


def header(r: Random, style: Style) -> str:
    """The first line of the table."""
    one = style.domain.one.capitalize()
    names = [draw.choice(r, words.NAMES[column]).format(One=one) for column in style.columns]
    return style.separator.join(names)


def definitions(r: Random, domain: words.Domain) -> list[str]:
    """The three definitions."""
    ratios = draw.sample(r, words.RATIOS, 2)
    phrases = (draw.choice(r, words.DIFFERENCES), *ratios)
    return [
        phrase.format(**dict(zip("abc", (domain.figures[part] for part in parts), strict=True)))
        for phrase, parts in zip(phrases, DEFINITIONS, strict=True)
    ]


def rules(r: Random, style: Style, turned: bool) -> str:
    """All conventions, in a random order, as a paragraph or as a list."""
    domain = style.domain
    row_one, row_many = draw.choice(r, words.ROWS)
    terms = {
        "one": domain.one,
        "many": domain.many,
        "branch": domain.branch[0],
        "branches": domain.branch[1],
        "segment": domain.segment,
        "mark": style.mark,
        "row": row_one,
        "rows": row_many,
    }
    about = [
        draw.choice(r, phrases).format(**terms)
        for phrases in (words.SCOPES, words.CHAINS, words.TURNED[turned])
    ]
    apart = [
        draw.choice(r, phrases).format(**terms)
        for phrases in (
            words.BRANCHING,
            words.PLANNING,
            words.YEARS,
            words.ALIKES,
            words.SEGMENTS,
            words.NEEDS,
        )
    ]
    shape = draw.choice(r, words.SHAPES).format(**terms)
    defined = [*draw.shuffled(r, definitions(r, domain)), *draw.shuffled(r, about)]
    parts = draw.shuffled(r, (defined, draw.shuffled(r, apart)))
    return laid_out(r, [shape, *parts[0], *parts[1]])


def laid_out(r: Random, sentences: list[str]) -> str:
    """Sentences as one paragraph, with dashes, or numbered."""
    layout = draw.integer(r, 0, 2)
    if layout == 0:
        return " ".join(sentences)
    if layout == 1:
        return "\n".join(f"- {sentence}" for sentence in sentences)
    return "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(sentences, 1))


def question(r: Random, domain: words.Domain, case: Case) -> str:
    """What is asked, in one sentence."""
    named = list(dict.fromkeys(target.organisation for target in case.targets))
    years = [str(year) for year in dict.fromkeys(target.year for target in case.targets)]
    asked = figure(domain, case.segment, case.figure)
    if len(case.targets) == 1:
        return draw.choice(r, words.ONE).format(a=asked, o=named[0], y=years[0])
    if len(named) == 1:
        phrases = words.YEARLY if len(years) == 2 else words.YEARLY[:-1]
        return draw.choice(r, phrases).format(a=asked, o=named[0], y=listed(years))
    shuffled = draw.shuffled(r, named)
    if draw.chance(r, 0.5):
        return draw.choice(r, words.TOTAL).format(a=asked, o=listed(shuffled), y=years[0])
    phrase = draw.choice(r, words.HIGHEST)
    last = "or" if ": " in phrase else "and"
    return phrase.format(a=asked, o=listed(shuffled, last), y=years[0])


class Sheet(Struct, frozen=True):
    """The text of a group but for its rows, of which the two members differ in one."""

    lead: str
    order: str
    headings: dict[str, str]
    bodies: dict[str, str]
    rows: tuple[str, ...]

    def state(self, place: int, line: str) -> str:
        """The state with this line at this place of the table."""
        rows = [*self.rows[:place], line, *self.rows[place + 1 :]]
        bodies = {**self.bodies, "T": "\n".join([self.bodies["T"], *rows])}
        sections = [f"{self.headings[key]}\n{bodies[key]}" for key in self.order]
        return "\n\n".join([self.lead, *sections])


def sheet_of(
    r: Random, names: Names, order: str, style: Style, case: Case, rows: tuple[str, ...]
) -> Sheet:
    """Draw the wording of a group."""
    frame = draw.choice(r, words.FRAMES)
    return Sheet(
        draw.choice(r, words.LEADS).format(x=names.word(3), many=style.domain.many),
        order,
        {key: frame.format(draw.choice(r, texts)) for key, texts in words.HEADINGS.items()},
        {
            "T": header(r, style),
            "R": rules(r, style, case.turned),
            "Q": question(r, style.domain, case),
        },
        rows,
    )
