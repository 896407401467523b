"""Writes a case: the index, the pins, the target and the conventions in one group's words."""

from random import Random

from decisionpivot import draw
from decisionpivot.families.install_check import words
from decisionpivot.families.install_check.case import Clause, Pin, Range, Version
from decisionpivot.families.install_check.draft import Case
from decisionpivot.families.wording import Names

OPS = (">=", ">", "<=", "<")


class Writer:
    """The wording of one group, drawn once and the same for both members."""

    def __init__(self, r: Random, level: int, domain: str, case: Case) -> None:
        self.r, self.level, self.case = r, level, case
        self.domain, self.eco = domain, words.DOMAINS[domain]
        eco = self.eco
        article = "an" if eco.pkg[0][0] in "aeio" else "a"
        self.terms = {
            "pkg": eco.pkg[0], "a_pkg": f"{article} {eco.pkg[0]}", "pkgs": eco.pkg[1],
            "part": eco.part[0], "parts": eco.part[1], "chan": eco.chan, "run": eco.run,
        }  # fmt: skip
        self.needs, self.runs = draw.choice(r, words.NEEDS), draw.choice(r, words.RUNS)
        self.own, self.own_part = draw.choice(r, words.OWN), draw.choice(r, words.OWN_PART)
        self.with_part, self.source = (
            draw.choice(r, words.WITH_PART),
            draw.choice(r, words.FROM_CHANNEL),
        )
        self.conflicts, self.any = draw.choice(r, words.CONFLICTS), draw.choice(r, words.ANY)
        self.platforms, self.bare = draw.choice(r, words.PLATFORMS), draw.choice(r, words.NOTHING)
        self.bullet = draw.choice(r, ("  - ", "    ", "  * ", "  > "))

    def version(self, value: Version) -> str:
        """A version as this case writes it."""
        return value.text(self.case.tag)

    def range(self, bounds: Range) -> str:
        """A range in the ecosystem's syntax."""
        syntax = self.eco.syntax
        if syntax is words.INTERVAL:
            return self.interval(bounds)
        texts = [
            syntax.ops[OPS.index(b.op)].replace("{v}", self.version(b.version)) for b in bounds
        ]
        return syntax.join.join(texts)

    def interval(self, bounds: Range) -> str:
        """A range in brackets: ``[1.2.0, 2.0.0)``."""
        start, end = "(*", "*)"
        for op, limit in bounds:
            if op[0] == ">":
                start = ("[" if op == ">=" else "(") + self.version(limit)
            else:
                end = self.version(limit) + ("]" if op == "<=" else ")")
        return f"{start}, {end}"

    def held(self, name: str, bounds: Range) -> str:
        """A name and its range."""
        if not bounds:
            return f"{name} ({self.any})"
        return f"{name} " + self.eco.syntax.wrap.format(range=self.range(bounds))

    def row(self, clause: Clause) -> str:
        """One row of the index."""
        start = ""
        if clause.own:
            start = self.own.format(range=self.range(clause.own))
        elif clause.own_part:
            start = self.own_part.format(p=clause.own_part, **self.terms)
        return self.bullet + start + self.body(clause)

    def body(self, clause: Clause) -> str:
        """What a row says, without its condition."""
        if clause.form == "platform":
            a, b = clause.platforms
            return self.platforms.format(a=a, b=b)
        if clause.form == "runtime":
            return f"{self.runs} {self.held(self.case.runtime, clause.bounds)}"
        if clause.form == "conflict":
            return f"{self.conflicts} {self.held(clause.target, clause.bounds)}"
        text = f"{self.needs} {self.held(clause.target, clause.bounds)}"
        if clause.part:
            text += self.with_part.format(p=clause.part, **self.terms)
        if clause.channel:
            text += self.source.format(c=clause.channel, **self.terms)
        return text

    def index(self) -> str:
        """All entries."""
        lines = []
        for name in self.case.packages:
            rows = [self.row(clause) for clause in self.case.clauses if clause.owner == name]
            lines += [name, *(rows or [self.bullet + self.bare])]
        return "\n".join(lines)

    def pin(self, pin: Pin) -> str:
        """One line of the proposed set."""
        return self.eco.pin.format(
            name=pin.name,
            version=self.version(pin.version),
            parts=self.eco.join.join(pin.parts),
            channel=pin.channel,
        )

    def phrase(self, phrases: tuple[str, ...], **values: str) -> str:
        """One of the phrases, filled in, with a capital."""
        text = draw.choice(self.r, phrases).format(**self.terms, **values)
        return text[0].upper() + text[1:]

    def rules(self) -> str:
        """The conventions, in any order, as one paragraph or one a line."""
        r, syntax = self.r, self.eco.syntax
        major, minor = draw.integer(r, 1, 6), draw.integer(r, 0, 8)
        early, late = f"{major}.9.{draw.integer(r, 3, 9)}", f"{major}.10.{draw.integer(r, 0, 2)}"
        version, tag = f"{major}.{minor}.0", self.case.tag
        numbers = {"v": version, "r9": f"{version}-{tag}9", "r10": f"{version}-{tag}10"}
        ranges = self.phrase(words.LIMITS, inc=syntax.inclusive, exc=syntax.exclusive)
        ranges += " " + self.phrase(words.BOTH)
        if syntax is words.INTERVAL:
            ranges += " " + self.phrase(words.OPEN)
        merged = self.case.setting.merged
        said = [
            self.phrase(words.NUMBERS, a=early, b=late),
            self.phrase(words.MERGED if merged else words.EARLIER, **numbers),
            ranges,
            self.phrase(words.CLOSED),
            self.phrase(words.SPARE),
            self.phrase(words.EXIST),
            self.phrase(words.CONDITIONAL),
        ]
        if self.level > 1:
            said.append(self.phrase(words.OPTIONAL))
        if self.level > 2:
            said += [self.phrase(words.APART), self.phrase(words.AROUND)]
        return draw.choice(r, ("\n", "\n", " ")).join(draw.shuffled(r, said))

    def introduction(self) -> str:
        """What this is about."""
        title = self.eco.title.format(x=Names(self.r).word(3))
        return self.phrase(words.INTRODUCTIONS, title=title)

    def target(self) -> str:
        """The target environment."""
        setting = self.case.setting
        return self.phrase(
            words.ENVIRONMENT,
            name=self.case.runtime,
            v=self.version(setting.runtime),
            p=setting.platform,
        )

    def headings(self) -> dict[str, str]:
        """A heading for each section, all in one style."""
        style = draw.choice(self.r, words.HEAD_STYLES)
        return {
            name: style.format(h=self.phrase(phrases)) for name, phrases in words.HEADINGS.items()
        }
