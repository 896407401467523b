"""How a group reads: its sections, and the one cell that each member writes anew."""

from datetime import date, timedelta
from random import Random
from typing import cast

from msgspec import Struct

from decisionpivot import draw
from decisionpivot.families.record_rule import words
from decisionpivot.families.record_rule.columns import Pen
from decisionpivot.families.record_rule.kinds import Row, Rule, Value
from decisionpivot.families.wording import (
    DATE_STYLES,
    day,
    decimal,
    listed,
    number_word,
    plural,
)


class Style(Struct, frozen=True):
    """How a group writes its rows; ``money`` names the fields in hundredths."""

    columns: tuple[str, ...]
    money: tuple[str, ...]
    row: tuple[str, str, str]
    date: str
    marker: str

    def cell(self, field: str, value: Value) -> str:
        """One value as text."""
        if isinstance(value, date):
            return day(value, self.date)
        if field in self.money:
            return decimal(cast(int, value))
        return self.marker if value == "" else str(value)

    def line(self, cells: list[str]) -> str:
        """The cells of a row as a line."""
        start, between, end = self.row
        return start + between.join(cells) + end

    def record(self, row: Row) -> str:
        """A record as a line."""
        return self.line([self.cell(field, row[field]) for field in self.columns])

    def offset(self, row: Row, field: str) -> int:
        """Where a field starts in the line of its record."""
        before = self.columns[: self.columns.index(field)]
        start, between, _ = self.row
        return len(start) + sum(len(self.cell(f, row[f])) + len(between) for f in before)


class Page(Struct, frozen=True):
    """The rendered base, and where the lines of its records start."""

    text: str
    style: Style
    rows: list[Row]
    starts: list[int]

    def changed(self, at: int, row: Row) -> str:
        """The text with another record in the place of one."""
        start = self.starts[at]
        rest = self.text[start + len(self.style.record(self.rows[at])) :]
        return self.text[:start] + self.style.record(row) + rest

    def place(self, at: int, field: str, text: str) -> float:
        """Where a cell stands in a state, from 0 to 1; what precedes it is as in the base."""
        offset = self.starts[at] + self.style.offset(self.rows[at], field)
        return round(offset / len(text), 4)


def terms_of(rule: Rule, about: words.Domain, quote: str) -> dict[str, str]:
    """What a rule's phrases may name, field names quoted."""
    fields = [quote.format(field) for field in rule.fields]
    parts = [f"the {field}" for field in fields[:-1]]
    return {
        "rec": about.record,
        "recs": about.record + "s",
        "a": fields[0],
        "b": fields[-1],
        "low": str(rule.low),
        "high": str(rule.high),
        "value": rule.value,
        "codes": about.list[1],
        "parts": listed(parts) if parts else "",
        "plus": " plus ".join(parts),
        "weights": listed([str(weight) for weight in rule.weights]) if rule.weights else "",
    }


def form(pattern: str) -> str:
    """A pattern in words: ``two capital letters, a hyphen and four digits``."""
    runs: list[list[str]] = []
    for sign in pattern:
        if runs and runs[-1][0] == sign:
            runs[-1].append(sign)
        else:
            runs.append([sign])
    return listed([_run(words.SIGNS[run[0]], len(run)) for run in runs])


def _run(noun: str, count: int) -> str:
    return (
        f"a {noun}" if count == 1 else plural(count, noun).replace(str(count), number_word(count))
    )


def sentence(r: Random, rule: Rule, about: words.Domain, quote: str) -> str:
    """A rule in words."""
    variant = {"date_order": "_strict" * rule.strict, "check_digit": "_weighted"}.get(rule.kind, "")
    if rule.kind == "check_digit" and len(set(rule.weights)) == 1:
        variant = ""
    terms = terms_of(rule, about, quote)
    if rule.kind == "pattern":
        terms["form"] = form(rule.value)
    if rule.kind == "limit" and draw.chance(r, 0.5):
        terms["high"] = number_word(rule.high)
    return draw.choice(r, words.RULES[rule.kind + variant]).format(**terms)


def meaning(rule: Rule, about: words.Domain) -> str:
    """What a rule is about, in a few words."""
    return words.MEANINGS[rule.kind].format(**terms_of(rule, about, "{}"))


def conventions(r: Random, marker: str) -> str:
    """How the batch is to be read, in an order and a layout of their own."""
    quoted = draw.choice(r, ("'{}'", '"{}"', "`{}`")).format(marker)
    kinds = draw.shuffled(r, (words.EMPTY, words.EXACT, words.UNNAMED, words.SINGLE))
    texts = [draw.choice(r, phrases).format(m=quoted) for phrases in kinds]
    bullet = draw.choice(r, (" ", "\n", "\n- ", "\n* "))
    return bullet.lstrip() + bullet.join(texts)


def lists(pen: Pen) -> str:
    """The two reference lists, either first."""
    between = draw.choice(pen.r, (": ", " = ", " -> "))
    found = [
        f"{pen.about.list[1]}{between}{', '.join(sorted(pen.codes))}",
        f"{pen.about.list[2]}{between}{', '.join(sorted(pen.other))}",
    ]
    return "\n".join(draw.shuffled(pen.r, found))


def introduction(pen: Pen) -> str:
    """The sentence that says whose batch it is."""
    r = pen.r
    when = day(date(2030, 1, 1) + timedelta(draw.integer(r, 0, 900)), draw.choice(r, DATE_STYLES))
    site = draw.choice(r, pen.about.sites).format(x=pen.names.word(3))
    text = draw.choice(r, words.INTROS)
    return text.format(n=len(pen.rows), rec=pen.about.record, site=site, day=when)


def page_of(pen: Pen, rules: list[Rule], style: Style, order: str) -> Page:
    """Render the base; ``order`` gives its sections: Conventions, Rules, Lists, Batch."""
    r, about = pen.r, pen.about
    quote, numbering = draw.choice(r, words.QUOTES), draw.choice(r, words.NUMBERINGS)
    lines = [style.record(row) for row in pen.rows]
    header = style.line(list(style.columns))
    bodies = {
        "C": conventions(r, style.marker),
        "R": "\n".join(
            numbering.format(f"R{number}") + sentence(r, rule, about, quote)
            for number, rule in enumerate(rules, 1)
        ),
        "L": lists(pen),
        "B": "\n".join([header, *lines]),
    }
    heading = draw.choice(r, words.HEADING_STYLES)
    titles = {
        key: heading.format(draw.choice(r, texts).format(recs=f"{about.record}s"))
        for key, texts in words.HEADINGS.items()
    }
    sections = [f"{titles[key]}\n{bodies[key]}" for key in order]
    before = [introduction(pen), *sections[: order.index("B")], titles["B"]]
    start = sum(len(part) + 2 for part in before[:-1]) + len(titles["B"]) + 1 + len(header) + 1
    starts = []
    for line in lines:
        starts.append(start)
        start += len(line) + 1
    return Page("\n\n".join([before[0], *sections]), style, pen.rows, starts)
