"""From a case to the text of its two members, in words that are drawn once."""

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from decisionpivot.draw import chance, choice, shuffled
from decisionpivot.families.goal_check import words
from decisionpivot.families.goal_check.draft import Case, Sizes, World
from decisionpivot.families.goal_check.store import (
    CARRYING_STEPS,
    CONTENT_STEPS,
    Condition,
    Key,
    Rules,
    Step,
)
from decisionpivot.families.wording import Names, plural

SHORT = {"add": "A", "write": "W", "remove": "R", "move": "M", "copy": "C", "lock": "L"}


class Style(Struct, frozen=True):
    """How a group writes names, steps and conditions."""

    verbs: dict[str, str]
    terms: dict[str, str]
    reference: str
    quote: str
    step: dict[str, str]
    number: str
    bullet: str
    conditions: dict[str, str]
    heading: str

    def key(self, key: Key) -> str:
        """An object."""
        return self.reference.format(p=key[0], n=key[1])

    def content(self, content: str) -> str:
        """A content."""
        return f"{self.quote}{content}{self.quote}"

    def write(self, step: Step) -> str:
        """A step without its number."""
        verb, ref = self.verbs[step.op], self.key(step.key)
        if step.op in CONTENT_STEPS:
            return self.step["content"].format(v=verb, r=ref, c=self.content(step.value))
        if step.op in CARRYING_STEPS:
            return self.step["carry"].format(v=verb, r=ref, d=step.value)
        return self.step["plain"].format(v=verb, r=ref)

    def condition(self, condition: Condition) -> str:
        """A condition without its bullet."""
        kind, key, value = condition
        text, terms = self.conditions[kind], self.terms
        if kind == "count":
            things = plural(int(str(value)), terms["o"], terms["os"])
            return text.format(p=key[0], m=things, i=value, **self.nouns)
        if isinstance(value, tuple):
            return text.format(a=self.key(key), b=self.key(value), **self.nouns)
        return text.format(a=self.key(key), c=self.content(str(value)), **self.nouns)

    @property
    def nouns(self) -> dict[str, str]:
        """The nouns that conditions need."""
        return {name: self.terms[name] for name in ("o", "os", "t", "ts")}


def draw_world(r: Random, names: Names, setting: words.Setting, sizes: Sizes) -> World:
    """Draw places, names and contents; most names have a look-alike."""
    found: list[str] = []
    stems = shuffled(r, setting.stems)
    for stem in stems[: -(-sizes.names // 2)]:
        word = names.word(2)
        twin = f"{stem}-{names.alike(word)}" if chance(r, 0.5) else f"{stems[-1]}-{word}"
        found += [f"{stem}-{word}".lower(), twin.lower()]
    called = tuple(names.word(3) for _ in range(sizes.places))
    chosen = tuple(found[: sizes.names])
    keys = tuple((place, name) for place in called for name in chosen)
    return World(called, chosen, tuple(shuffled(r, setting.contents)[: sizes.contents]), keys)


def draw_style(r: Random, setting: words.Setting) -> Style:
    """Draw the wording of a group."""
    lock, unlock, locked, noun = choice(r, words.LOCKS)
    verbs = {op: choice(r, pool) for op, pool in words.VERBS.items()}
    verbs |= {"lock": lock, "unlock": unlock}
    step = choice(r, words.STEPS)
    firm = step["plain"].startswith("{r}") or "(" in step["plain"]
    quote = choice(r, ('"', "'"))
    terms = {SHORT.get(op, "U"): f"{quote}{verb}{quote}" for op, verb in verbs.items()}
    terms |= {"k": locked, "n": noun, "h": choice(r, setting.store)}
    for names, pair in (("p", setting.place), ("o", setting.thing), ("t", setting.content)):
        terms |= {names: pair[0], names + "s": pair[1]}
    return Style(
        verbs=verbs,
        terms=terms,
        reference=choice(r, words.FIXED if firm else words.REFERENCES),
        quote=quote,
        step=step,
        number=choice(r, words.NUMBERS),
        bullet=choice(r, words.BULLETS),
        conditions={kind: choice(r, pool) for kind, pool in words.CONDITIONS.items()},
        heading=choice(r, words.HEADING_STYLES),
    )


def conventions(r: Random, rules: Rules, terms: dict[str, str]) -> list[str]:
    """The sentences on all that the operations have in common, in any order."""
    checks = ["lock", "replaceable" if rules.replaces else "free"]
    asked = ["there", *(checks if rules.lock_first else checks[::-1])]
    x, y, z = (choice(r, words.CHECKS[check]).format(**terms) for check in asked)
    texts = [
        choice(r, words.IDENTITY),
        choice(r, words.FAILING),
        choice(r, words.MISSING) + choice(r, words.CREATES[rules.creates]),
        choice(r, words.EXISTING[rules.replaces]),
        choice(r, words.LOCKING[rules.stops_moves]),
        choice(r, words.SINGLE[rules.single]),
        choice(r, words.COPIES[rules.copies_lock]),
        choice(r, words.ORDER).replace("{x}", x).replace("{y}", y).replace("{z}", z),
        choice(r, words.JUDGING),
    ]
    return shuffled(r, texts)


def listed(r: Random, texts: Sequence[str], terms: dict[str, str]) -> str:
    """Sentences as a list or as a paragraph."""
    filled = [text.format_map(terms) for text in texts]
    filled = [text[0].upper() + text[1:] for text in filled]
    if chance(r, 0.4):
        return " ".join(filled)
    bullet = choice(r, words.BULLETS[:4])
    return "\n".join(bullet.format(i=n) + text for n, text in enumerate(filled, start=1))


def contents_of(r: Random, case: Case, world: World, style: Style) -> str:
    """What the store holds at the start, as a table or by place."""
    terms, locked = style.terms, style.terms["k"]
    if chance(r, 0.4):
        head = f"{terms['p']} | {terms['o']} | {terms['t']} | {locked}?"
        rows = [
            f"{place} | {name} | {style.content(content)} | {'yes' if shut else 'no'}"
            for (place, name), (content, shut) in case.initial.items()
        ]
        empty = [
            f"{place} | - | - | -"
            for place in world.places
            if all(key[0] != place for key in case.initial)
        ]
        return "\n".join([head, *rows, *empty])
    lines = []
    form, mark = choice(r, (("{} [{}]{}", " ({})"), ("{}: {}{}", " [{}]"), ("{} = {}{}", ", {}")))
    for place in world.places:
        held = [
            form.format(name, style.content(content), mark.format(locked) if shut else "")
            for (where, name), (content, shut) in case.initial.items()
            if where == place
        ]
        lines.append(f"{place} -- " + ("; ".join(held) or "empty"))
    return "\n".join(lines)


class Wording(Struct, frozen=True):
    """The style of a group, the order of its sections by their first letters, and a name."""

    style: Style
    order: str
    owner: str


class Sheet(Struct, frozen=True):
    """All that the members of a group share."""

    style: Style
    introduction: str
    order: Sequence[str]
    bodies: dict[str, str]
    headings: dict[str, str]

    def state(self, trace: Sequence[Step]) -> str:
        """The rendered state."""
        style = self.style
        steps = "\n".join(
            style.number.format(i=number) + style.write(step)
            for number, step in enumerate(trace, start=1)
        )
        sections = [
            f"{self.headings[name]}\n{steps if name == 'trace' else self.bodies[name]}"
            for name in self.order
        ]
        return "\n\n".join([self.introduction, *sections])


def draw_sheet(r: Random, case: Case, world: World, rules: Rules, wording: Wording) -> Sheet:
    """Write what the members share."""
    style = wording.style
    terms, operations = style.terms, tuple(words.OPERATIONS.values())
    goal = [style.bullet.format(i=n) + style.condition(c) for n, c in enumerate(case.goal, start=1)]
    bodies = {
        "operations": listed(r, [choice(r, pool) for pool in shuffled(r, operations)], terms),
        "rules": listed(r, conventions(r, rules, terms), terms),
        "initial": contents_of(r, case, world, style),
        "goal": "\n".join([choice(r, words.AIMS), *goal]),
    }
    names = {name[0]: name for name in words.HEADINGS}
    return Sheet(
        style,
        choice(r, words.INTRODUCTIONS).format(Owner=wording.owner, h=terms["h"]),
        [names[letter] for letter in wording.order],
        bodies,
        {name: style.heading.format(choice(r, pool)) for name, pool in words.HEADINGS.items()},
    )
