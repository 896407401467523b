"""Reads a rendered item of toolcall_valid back, sentence by sentence, with the phrase tables.

It shows that the text says what the generator meant: every sentence has exactly one reading, and
the readings give the deviations of the call. It knows phrases, but nothing of how a case is drawn.
"""

import re
from datetime import date, datetime, timedelta
from functools import cache

from decisionpivot.families.toolcall_valid import phrases
from decisionpivot.families.toolcall_valid.domains import DOMAINS
from decisionpivot.families.wording import WEEKDAYS, WORDS

PROPERTIES = {d.name: {p.name: p for p in d.properties} for d in DOMAINS}
ROLES = {
    "must": ("WANT", "AS_IN_CALL", "IN_UNITS"),
    "may": ("OPEN",),
    "not": ("OUT",),
    "ignore": ("MENTION",),
    "range": ("RANGE",),
    "either": ("EITHER",),
    "one of": ("ONE_OF",),
}
BOUNDS = [
    (frame.format(n="(.+)"), top, inclusive)
    for top, table in ((True, phrases.AT_MOST), (False, phrases.AT_LEAST))
    for inclusive, frames in table.items()
    for frame in frames
]


@cache
def matcher(frame, label=None):
    text = re.escape(frame).replace(r"\{", "{").replace(r"\}", "}")
    if label is not None:
        text = text.replace("{label}", re.escape(label)).replace("{}", "(?P<v>.+)")
    seen = set()

    def group(found):
        name = found[1]
        if name in seen:
            return f"(?P={name})"
        seen.add(name)
        return f"(?P<{name}>.+)"

    return re.compile(re.sub(r"\{(\w+)\}", group, text))


def matches(frames, sentence, label=None):
    found = (matcher(frame, label).fullmatch(sentence) for frame in frames)
    return [match.groupdict() for match in found if match]


def sentences(text):
    return re.split(r"(?<=[.?!]) (?=[A-Z'`])", text)


class Reading:
    """One item: ``deviations()`` lists the kinds of what is wrong with its call."""

    def __init__(self, item):
        state = item.state
        self.context, self.tool = state["context"], state["tool"]
        self.call = state["call"]["arguments"]
        self.schemas = self.tool["parameters"]["properties"]
        self.required = self.tool["parameters"]["required"]
        self.properties = {n: PROPERTIES[item.domain][n] for n in self.schemas}
        self.today = read_date(re.sub(r"^\w+day, ", "", self.context["today"]))
        openings = next(d.openings for d in DOMAINS if d.name == item.domain)
        opening = next(text for text in openings if state["request"].startswith(text))
        self.notes = [
            sentence
            for text in (
                self.tool["description"],
                *(s["description"] for s in self.schemas.values()),
            )
            for sentence in sentences(text)
        ]
        self.wishes, self.one_of = {}, []
        for sentence in sentences(state["request"][len(opening) + 1 :]):
            self.read(sentence)

    def read(self, sentence):
        """Find the one thing that a sentence of the request says."""
        found = []
        for name, prop in self.properties.items():
            if prop.kind == "flag":
                wanted = [
                    way
                    for way, frames in phrases.WANT_FLAG.items()
                    if matches(frames, sentence, prop.label)
                ]
                found += [(name, "must", ((way,), False)) for way in wanted]
                continue
            for v in matches(prop.says, sentence, ""):
                found.append((name, "must", self.values(prop, v)))
            if prop.label in sentence:
                for role, tables in ROLES.items():
                    frames = [frame for table in tables for frame in getattr(phrases, table)]
                    for v in matches(frames, sentence, prop.label):
                        found.append((name, role, self.values(prop, v)))
        found = [reading for reading in found if reading[2] is not None]
        assert len(found) == 1, (sentence, found)
        name, role, (values, indirect) = found[0]
        if role == "ignore":
            return
        assert name not in self.wishes, (sentence, name)
        if role == "one of":
            other = values[1]
            self.one_of.append((name, other[0]))
            self.wishes[other[0]] = ("may", (other[1],), False)
            self.wishes[name] = ("may", (values[0],), False)
        elif role == "range":
            low, high = values
            step = timedelta(days=1) if isinstance(low, date) else 1
            span = (high - low) // step
            self.wishes[name] = ("must", [low + step * n for n in range(span + 1)], False)
        else:
            self.wishes[name] = ("must" if role == "either" else role, values, indirect)

    def values(self, prop, parts):
        """The values that a sentence names for a property; None where they make no sense."""
        first = self.value(prop, parts["v"])
        if "other" in parts and first:
            other = [p for p in self.properties.values() if p.label == parts["other"]]
            second = self.value(other[0], parts["w"]) if other else None
            return second and ((first[0], (other[0].name, second[0])), False)
        if "w" in parts and first:
            second = self.value(prop, parts["w"])
            return second and ((first[0], second[0]), False)
        return first and ((first[0],), first[1])

    def value(self, prop, text):
        """(value, whether it was worked out) of what stands for a value in a sentence."""
        return getattr(self, f"_{prop.kind}")(prop, text)

    def _word(self, prop, text):
        for call in self.context.get("earlier_calls", ()):
            if call["date"] == text and prop.name in call:
                return call[prop.name], True
        if text not in prop.words:
            return None
        if text in self.schemas[prop.name]["enum"]:
            return text, False
        for note in sentences(self.schemas[prop.name]["description"]):
            for parts in matches(phrases.ALIAS, note):
                if parts["w"] == f"'{text}'":
                    return parts["v"].strip("'"), True
        return None

    def _count(self, prop, text):
        number = read_number(text)
        if number is not None:
            return number, False
        amount, _, noun = text.partition(" ")
        for pack, size in self.context.get("units", {}).items():
            if phrases.plural_noun(pack.removeprefix("1 ")) == noun:
                assert size.partition(" ")[2] == prop.base
                return read_number(amount) * int(size.split()[0]), True
        return None

    def convention(self, frames):
        ways = {
            (way, parts.get("v"))
            for way in frames
            for text in self.context["conventions"]
            for parts in matches(frames[way], text)
        }
        assert len(ways) == 1, (ways, frames)
        return ways.pop()

    def _day(self, prop, text):
        text = text.removeprefix("on ")
        if found := re.fullmatch(r"next (\w+)", text):
            later, weekday = self.convention(phrases.WEEKDAY)
            assert weekday == found[1]
            ahead = (WEEKDAYS.index(weekday) - self.today.weekday() - 1) % 7 + 1
            return self.today + timedelta(days=ahead + 7 * later), True
        if found := re.fullmatch(r"(\d+) days from today", text):
            later, _ = self.convention(phrases.DAYS)
            return self.today + timedelta(days=int(found[1]) - 1 + later), True
        if found := re.fullmatch(r"(\d+) working days from today", text):
            free = (5, 6) if self.convention(phrases.WORKING_DAYS)[0] else (6,)
            days = (self.today + timedelta(days=n) for n in range(1, 100))
            working = [day for day in days if day.weekday() not in free]
            return working[int(found[1]) - 1], True
        if found := re.fullmatch(r"(\d+) days? (before|after) the ([a-z ]+)", text):
            origin = read_date(self.context["calendar"][found[3]])
            return origin + timedelta(days=int(found[1]) * (1 if found[2] == "after" else -1)), True
        value = read_date(text)
        return value and (value, False)

    def _clock(self, prop, text):
        text = text.removeprefix("at ")
        if found := re.fullmatch(r"(\d+) minutes (before|after) my ([a-z ]+)", text):
            origin = read_clock(self.context["daily"][found[3]])
            return origin + int(found[1]) * (1 if found[2] == "after" else -1), True
        value = read_clock(text.removesuffix(" by my clock"))
        if value is None or not text.endswith(" by my clock"):
            return value and (value, False)
        notes = sentences(self.schemas[prop.name]["description"])
        [convert] = [w for w in phrases.ZONE if any(matches(phrases.ZONE[w], n) for n in notes)]
        [offset] = [p for c in self.context["conventions"] for p in matches(phrases.OFFSET, c)]
        hours = int(offset["w"].split()[0]) * (1 if offset["w"].endswith("ahead of") else -1)
        return value + 60 * hours * convert, True

    def _person(self, prop, text):
        if text.startswith("my "):
            return self.context["user"].get(text[3:]) and (self.context["user"][text[3:]], True)
        return (text, False) if re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", text) else None

    def _place(self, prop, text):
        if text.startswith("my "):
            return self._person(prop, text)
        return (text, False) if re.fullmatch(r"\d+ [A-Z][a-z]+ [A-Z][a-z]+", text) else None

    def _code(self, prop, text):
        return (text, False) if re.fullmatch(r"[A-Z]{2} \d{4}", text) else None

    def argument(self, name):
        """A valid argument of the call in the same form as the values of the request."""
        value, prop, schema = self.call[name], self.properties[name], self.schemas[name]
        if prop.kind == "day":
            form = re.search(r"[YMD./-]{10}", schema["description"])[0]
            pattern = form.replace("YYYY", "%Y").replace("MM", "%m").replace("DD", "%d")
            return datetime.strptime(value, pattern).date()
        if prop.kind == "clock":
            return int(value[:2]) * 60 + int(value[3:])
        if prop.kind == "count":
            return int(value)
        if prop.kind == "flag":
            return value in (True, "yes")
        return f"{value[:2]} {value[-4:]}" if prop.kind == "code" else value

    def deviations(self):
        kinds = [self.deviation(name) for name in self.schemas]
        kinds += ["description_rule" for note in self.notes if not self.keeps(note)]
        kinds += [
            "optional_property"
            for pair in self.one_of
            if not any(name in self.call or name in self.required for name in pair)
        ]
        return [kind for kind in kinds if kind]

    def deviation(self, name):
        need, values, indirect = self.wishes[name]
        if name not in self.call:
            if name in self.required:
                return "missing_required"
            return "optional_property" if need == "must" else ""
        if not fits(self.schemas[name], self.call[name]):
            return "schema_violation"
        if need == "not":
            return "optional_property"
        if self.argument(name) not in values:
            return "wrong_resolution" if indirect else "contradicted_value"
        return ""

    def rule(self, note):
        """Whether a sentence of a description states a rule."""
        frames = (phrases.LIMIT, phrases.CLASH, phrases.GAP, phrases.RATIO, *phrases.NEEDS.values())
        return any(matches(table, note) for table in frames)

    def keeps(self, note):
        """Whether the call keeps the rule that a sentence of a description states, if it does."""
        for parts in matches(phrases.LIMIT, note):
            word = f"'{self.call[parts['p']]}'"
            bounds = {parts["u"]: parts["a"], parts["w"]: parts["b"]}
            return word not in bounds or within(self.argument(parts["q"]), bounds[word])
        for parts in matches(phrases.CLASH, note):
            word, other = (f"'{self.call[parts[name]]}'" for name in "pq")
            return {parts["u"]: parts["x"], parts["w"]: parts["y"]}.get(word) != other
        for must, frames in phrases.NEEDS.items():
            for parts in matches(frames, note):
                named = {parts["u"]: parts["a"], parts["w"]: parts["b"]}
                name = named.get(f"'{self.call[parts['p']]}'")
                return name is None or (name in self.call) == must
        for parts in matches(phrases.GAP, note):
            p, q = self.argument(parts["p"]), self.argument(parts["q"])
            return within((q - p).days, parts["a"])
        for parts in matches(phrases.RATIO, note):
            times, name = re.search(r"(\d+) times `(\w+)`", parts["a"]).groups()
            limit = int(times) * self.argument(name)
            text = parts["a"].replace(f"{times} times `{name}`", str(limit))
            return within(self.argument(parts["q"]), text)
        return True


def within(value, bound):
    for pattern, top, inclusive in BOUNDS:
        if found := re.fullmatch(pattern, bound):
            limit = int(found[1])
            return (value == limit and inclusive) or (value < limit if top else value > limit)
    raise AssertionError(bound)


def fits(schema, value):
    """What a schema validator says of one value."""
    kinds = {"boolean": bool, "integer": int, "string": str}
    if type(value) is not kinds[schema["type"]] or value not in schema.get("enum", [value]):
        return False
    if schema["type"] == "integer" and not schema["minimum"] <= value <= schema["maximum"]:
        return False
    pattern = schema.get("pattern", r"\d{4}-\d{2}-\d{2}" if "format" in schema else "")
    return not pattern or re.fullmatch(pattern, value) is not None


def read_number(text):
    if text in WORDS:
        return WORDS.index(text)
    return int(text) if text.isdigit() else None


def read_date(text):
    for style in ("%d %B %Y", "%d %b %Y", "%B %d, %Y", "%a %d %b %Y"):
        try:
            return datetime.strptime(text, style).date()
        except ValueError:
            continue
    return None


def read_clock(text):
    for style in ("%I:%M %p", "%H h %M", "%H%M hours"):
        try:
            time = datetime.strptime(text, style)
        except ValueError:
            continue
        return time.hour * 60 + time.minute
    return None
