"""Rendering of a case as text; wording is drawn once per group."""

from random import Random

from msgspec import Struct

from decisionpivot import draw
from decisionpivot.families.answerable import words
from decisionpivot.families.answerable.case import SEGMENTS, Case
from decisionpivot.families.answerable.facts import DEFINITIONS, DENSITY, FIGURES, NET, YIELD, Fact
from decisionpivot.families.wording import Names, listed


class Style(Struct, frozen=True):
    """How the rows of a group are written."""

    domain: words.Domain
    figures: tuple[tuple[str, ...], ...]
    separator: str
    columns: str
    branch: str
    marked: str
    mark: str
    thousands: str


def style_of(r: Random, domain: words.Domain) -> Style:
    """Draw the layout of the rows."""
    figures = tuple(
        tuple(figure(domain, segment, number) for number in range(len(FIGURES)))
        for segment in range(SEGMENTS)
    )
    return Style(
        domain,
        figures,
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


Cell = tuple[int, int, int, int]
"""Sites, density, yield and returns: the other figures follow from these."""


class Values:
    """Whole numbers that keep the definitions, for every cell of the table.

    A figure moves a little from year to year, and a branch never exceeds the whole.
    """

    def __init__(self, r: Random) -> None:
        self.r = r
        self.usual: dict[tuple[str, int], tuple[int, int, int]] = {}
        self.cells: dict[Fact, Cell] = {}

    def value(self, fact: Fact) -> int:
        """The value of a fact."""
        sites, density, each, returns = self.cell(fact._replace(figure=NET))
        staff = sites * density
        net = staff * each
        return (net + returns, returns, net, staff, sites, density, each)[fact.figure]

    def cell(self, key: Fact) -> Cell:
        """What all figures of an organisation or branch, segment and year are made from."""
        if key not in self.cells:
            self.cells[key] = self.part(key) if key.branch else self.whole(key)
        return self.cells[key]

    def whole(self, key: Fact) -> Cell:
        """Draw near the usual figures of the organisation and segment."""
        r, owner = self.r, (key.organisation, key.segment)
        if owner not in self.usual:
            first = draw.integer(r, 8, 40), draw.integer(r, 5, 30), draw.integer(r, 12, 90)
            self.usual[owner] = first
        sites, density, each = (
            draw.integer(r, value - value // 5, value + value // 5) for value in self.usual[owner]
        )
        net = sites * density * each
        return sites, density, each, draw.integer(r, net // 40 + 1, net // 6)

    def part(self, key: Fact) -> Cell:
        """Draw a share of the figures of the whole."""
        r, whole = self.r, self.cell(key._replace(branch=""))
        sites = draw.integer(r, 1, whole[0] // 2)
        density, each = (draw.integer(r, value // 2, value) for value in whole[1:3])
        return sites, density, each, draw.integer(r, 1, whole[3] // 2)


def row(style: Style, fact: Fact, value: int) -> str:
    """One row of the table."""
    owner = fact.organisation
    if fact.branch:
        owner = style.branch.format(o=owner, x=fact.branch, b=style.domain.branch[0])
    year = style.marked.format(y=fact.year, m=style.mark) if fact.planned else str(fact.year)
    number = f"{value:,}".replace(",", style.thousands)
    fields = {"o": owner, "a": style.figures[fact.segment][fact.figure], "y": year}
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
    line, lines = draw.choice(r, words.ROWS)
    terms = {
        "one": domain.one,
        "a_one": article(domain.one),
        "many": domain.many,
        "branch": domain.branch[0],
        "a_branch": article(domain.branch[0]),
        "branches": domain.branch[1],
        "segment": domain.segment,
        "mark": style.mark,
        "row": line,
        "rows": lines,
    }

    def said(*conventions: tuple[str, ...]) -> list[str]:
        found = [draw.choice(r, phrases).format(**terms) for phrases in conventions]
        return draw.shuffled(r, found)

    about = said(words.SCOPES, words.CHAINS, words.TURNED[turned])
    apart = said(words.BRANCHING, words.PLANNING, words.YEARS, words.ALIKES, words.SEGMENTS)
    defined = [*draw.shuffled(r, definitions(r, domain)), *about]
    parts = draw.shuffled(r, (said(words.SHAPES), defined, apart, said(words.NEEDS)))
    return laid_out(r, [sentence for part in parts for sentence in part])


def article(noun: str) -> str:
    """The noun with its indefinite article; nouns in u begin with a y (university, utility)."""
    return f"{'an' if noun[0] in 'aeio' else 'a'} {noun}"


def laid_out(r: Random, sentences: list[str]) -> str:
    """Sentences as one paragraph, with dashes, or numbered."""
    layout = draw.integer(r, 0, 2)
    if layout == 0:
        return " ".join(sentences)
    if layout == 1:
        return "\n".join(f"- {sentence}" for sentence in sentences)
    return "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(sentences, 1))


def question(r: Random, domain: words.Domain, case: Case) -> str:
    """What is asked, in one sentence. Ratios are compared but never added up."""
    named = draw.shuffled(r, list(dict.fromkeys(t.organisation for t in case.targets)))
    years = [str(year) for year in dict.fromkeys(t.year for t in case.targets)]
    asked = figure(domain, case.segment, case.figure)
    if len(case.targets) == 1:
        return draw.choice(r, words.ONE).format(a=asked, o=named[0], y=years[0])
    yearly = len(years) > 1
    kinds = [words.YEARLY_HIGHEST if yearly else words.HIGHEST]
    if len(case.targets) == 2:
        kinds.append(words.YEARLY_GAP if yearly else words.GAP)
    if case.figure not in (DENSITY, YIELD):
        kinds.append(words.YEARLY_SUM if yearly else words.SUM)
    phrase = draw.choice(r, draw.choice(r, kinds))
    last = "or" if ": " in phrase else "and"
    return phrase.format(a=asked, o=listed(named, last), y=listed(years))


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
    r: Random, case: Case, style: Style, *, names: Names, order: str, rows: tuple[str, ...]
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
