"""What a request says of each property."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from decisionpivot.solvers.toolcall_valid.phrases import phrase_value
from decisionpivot.solvers.toolcall_valid.schema import Property, sentences
from decisionpivot.solvers.toolcall_valid.values import Known, Value, resolve
from decisionpivot.solvers.verdict import Unreadable

_OPENING = re.compile(
    r"(?:Could you|Please|I (?:have|need|would like|want|am)|We (?:are|need|have)|A|There is)\b"
    r"[^\d]*\b(?:shipment|send|consignment|parcel|absence|away|leave|time off|transfer|pay|bill"
    r"|payment|eat|hungry|meal|food order|cluster|servers|service|meeting|meet|calendar|scene"
    r"|routine|house|tickets|rail|train|home)\b[^\d]*[.?]"
)
# l, k: labels; v, w: values. A frame whose labels are none of the tool's does not count.
_FRAMES = [
    (mode, re.compile(re.sub(r"(?<!P)<(\w)>", r"(?P<\1>.+)", pattern) + r"\."))
    for mode, pattern in (
        ("one of", r"Set the <l> to <v> or the <k> to <w>; I need one .+"),
        ("one of", r"Give <v> as the <l> or <w> as the <k>; .+ not neither"),
        ("one of", r"One of these two .+: <v> as the <l>, or <w> as the <k>"),
        ("one of", r"There has to be <v> as the <l> or <w> as the <k>, and I do not care which"),
        ("one of", r"I must have <v> as the <l> or else <w> as the <k>, the choice .+"),
        ("may", r"Adding <v> as the <l> is fine .+ leaving it out"),
        ("may", r"If you like, put <v> as the <l>; .+ without it"),
        ("may", r"It is all the same .+ leave the <l> out or set it to <v>"),
        ("may", r"The <l> can be <v> or be left out; .+"),
        ("may", r"Whether you add <v> as the <l> is up to you"),
        ("may", r"You may set the <l> to <v>, but you need not"),
        ("aside", r"A colleague's call has <v> as the <l>; do not .+"),
        ("aside", r"At first I had <v> in mind for the <l>, but that is off"),
        ("aside", r"Ignore the draft that had <v> as the <l>"),
        ("aside", r"In another call, now closed, the <l> was <v>"),
        ("aside", r"Somebody suggested <v> for the <l>, which I do not want"),
        ("aside", r"We tried <v> as the <l> once and will not .+"),
        ("avoid", r"Do not give the <l>; <v> was for .+"),
        ("avoid", r"Leave the <l> unset; <v> is out of date"),
        ("avoid", r"Leave the <l> out this time; .+ had <v> there"),
        ("avoid", r"Please do without the <l>, where I had <v> earlier"),
        ("avoid", r"The <l> must not be given; <v> was .+"),
        ("avoid", r"This call goes without the <l>, which was <v> last time"),
        ("between", r"Any <l> from <v> up to <w> is fine, .+ included"),
        ("between", r"Choose the <l> yourself, from <v> to <w> inclusive"),
        ("between", r"For the <l>, anything from <v> to <w> suits me"),
        ("between", r"I leave the <l> to you, .+ between <v> and <w> or is one of them"),
        ("between", r"The <l> may be anywhere from <v> to <w>, both included"),
        ("any of", r"As to the <l>, I have no preference between <v> and <w>"),
        ("any of", r"Choose between <v> and <w> for the <l>"),
        ("any of", r"For the <l> I would accept <v> as well as <w>"),
        ("any of", r"The <l> may be <v> or <w>; both are fine"),
        ("any of", r"Whether the <l> is <v> or <w> makes no difference to me"),
        ("want", r"For the <l>, take what (?P<v>my call of .+) had"),
        ("want", r"I want the <l> that I had in (?P<v>my call of .+)"),
        ("want", r"The <l> should be the one from (?P<v>my call of .+)"),
        ("want", r"(?:Use the same|Repeat the) <l> (?:as in|of) (?P<v>my call of .+)"),
        ("want", r"I need <v> as the <l>, converted .+"),
        ("want", r"Reckon with <v> for the <l>"),
        ("want", r"The <l> (?:adds up|comes) to <v>"),
        ("want", r"As the <l> I want <v>"),
        ("want", r"For the <l>, (?:take|count) <v>"),
        ("want", r"Let the <l> be <v>"),
        ("want", r"Please set the <l> to <v>"),
        ("want", r"The <l> (?:I want is|should be) <v>"),
    )
]
_FLAGS = [
    (False, r"(?:I do not want|I would rather not have|.*I can do without|Please skip)"),
    (True, r"(?:I want|I would like|.*I need|Please include)"),
]


class Expected(Struct, frozen=True):
    """What a property's value may be: one of ``values`` or, a ``span``, between them."""

    name: str
    values: tuple[Value, ...]
    span: bool = False

    def fits(self, meant: Any) -> bool:
        """Whether a value of the call is as the request asks."""
        allowed = [value.meant for value in self.values]
        return allowed[0] <= meant <= allowed[1] if self.span else meant in allowed

    @property
    def indirect(self) -> bool:
        """Whether the context is needed to know the value."""
        return any(value.indirect for value in self.values)


class Wish(Struct, frozen=True):
    """One sentence of a request: ``want``, ``may``, ``avoid``, ``aside`` or ``one of`` two."""

    mode: str
    expected: tuple[Expected, ...]


def read_wishes(request: str, properties: Sequence[Property], known: Known) -> list[Wish]:
    """The wishes of a request, sentence by sentence.

    Raises:
        Unreadable: a sentence is of no known form, or the properties that it sets are not clear.
    """
    opening, *others = sentences(request)
    if not _OPENING.fullmatch(opening):
        raise Unreadable(f"the opening {opening!r}")
    labels = {item.label: item for item in properties}
    if len(labels) < len(properties):
        raise Unreadable("two properties of one label")
    return [_read(sentence, labels, known) for sentence in others]


def _read(sentence: str, labels: dict[str, Property], known: Known) -> Wish:
    return (
        _framed(sentence, labels, known)
        or _flag(sentence, labels)
        or _phrase(sentence, labels, known)
    )


def _framed(sentence: str, labels: dict[str, Property], known: Known) -> Wish | None:
    for mode, pattern in _FRAMES:
        match = pattern.fullmatch(sentence)
        said = match.groupdict() if match else {}
        names = [said[key] for key in "lk" if key in said]
        if not match or not all(name in labels for name in names):
            continue
        texts = [said[key] for key in "vw" if key in said]
        if mode == "one of":
            pairs = zip(names, texts, strict=True)
            return Wish(mode, tuple(_expected(labels[n], [t], known) for n, t in pairs))
        expected = _expected(labels[names[0]], texts, known, span=mode == "between")
        return Wish("want" if mode in ("any of", "between") else mode, (expected,))
    return None


def _expected(of: Property, texts: list[str], known: Known, *, span: bool = False) -> Expected:
    values = tuple(resolve(text, of, known) for text in texts)
    if span and any(low.meant > high.meant for low, high in pairwise(values)):
        raise Unreadable(f"a span from {texts[0]} to {texts[1]}")
    return Expected(of.name, values, span)


def _flag(sentence: str, labels: dict[str, Property]) -> Wish | None:
    for wanted, pattern in _FLAGS:
        match = re.fullmatch(rf"{pattern} (?:an? )?(.+?)(?:, too)?\.", sentence)
        if match and match[1] in labels and labels[match[1]].kind == "flag":
            return Wish("want", (Expected(labels[match[1]].name, (Value(wanted),)),))
    return None


def _phrase(sentence: str, labels: dict[str, Property], known: Known) -> Wish:
    """The one property that a sentence without a label sets."""
    found: list[Expected] = []
    for label, item in labels.items():
        text = phrase_value(label, sentence)
        if text is not None and _looks_like(text, item):
            found.append(_expected(item, [text], known))
    if len(found) != 1:
        raise Unreadable(f"the sentence {sentence!r}")
    return Wish("want", tuple(found))


def _looks_like(text: str, of: Property) -> bool:
    """Whether a text can be a value of a property, where a phrase fits several of them."""
    if of.kind == "enum":
        return re.fullmatch(r"[a-z\- ]+", text) is not None
    if of.kind == "date":
        return re.search(r"\d{4}$|today$|^next |the [a-z]", text) is not None
    if of.kind == "time":
        return re.search(r"^at |minutes (?:before|after) my ", text) is not None
    return True
