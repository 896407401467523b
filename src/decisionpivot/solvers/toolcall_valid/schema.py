"""The tool of a state: its properties, what their first sentences say, and a small validator."""

import re
from datetime import datetime
from typing import Any

from msgspec import Struct, ValidationError, convert

from decisionpivot.solvers.verdict import Unreadable

_FIRST = re.compile(
    r"(?:(?:Holds|Gives|States) the|The) (?P<label>[\w\- ]+?)(?: for this call)?"
    r"(?:, (?:in the form|written|formatted as|to be given as) (?P<layout>\S+)"
    r"|, (?:(?:counted |stated )?in|a number of) (?P<unit>\w+))?\."
)
_FLAG = re.compile(
    r"(?:(?:States|Tells|Says)? ?(?:if|[Ww]hether) "
    r"(?:the (?:user|request) (?:wants|asks for|asked for) )?"
    r"|(?:Gives the user's|Says) yes or no to |Yes or no: does the user want )"
    r"(?:an? )?(?P<label>[\w ]+?)(?: was asked for|, yes or no)?[.?]"
)
_RENAMES = re.compile(
    r"(?:Where a request has|For|Some users call it|A request that says)?\s*'(?P<said>[^']+)'"
    r"(?:,? the tool takes| in a request,? (?:use|stands for)|; that is| means)"
    r" '(?P<meant>[^']+)'(?: here)?\."
)
_OWN_CLOCK = re.compile(r".*(?:user's own clock|where the user is).*\.")
_CLOCK_OF = re.compile(
    r"(?:Stated as a|Given by the|The|Local) (?:clock|time) (?:in|of) (?P<place>[A-Z]\w+)"
    r"(?: shows it| applies)?\."
)
_DIGITS = "^[0-9]+$"
_LAYOUT = {"YYYY": "%Y", "MM": "%m", "DD": "%d"}


class Property(Struct, frozen=True):
    """A property: its form for the validator, its label, and how its values are read.

    ``kind`` is one of enum, integer, digits, date, time, code, text and flag; ``place`` is
    where the clock hangs that a time is stated by ("" for the user's own or none).
    """

    name: str
    kind: str
    form: dict[str, Any]
    label: str
    layout: str = ""
    unit: str = ""
    place: str = ""
    renames: dict[str, str] = {}


class Parameters(
    Struct, frozen=True, forbid_unknown_fields=True, rename={"extra": "additionalProperties"}
):
    """The parameters of a tool, as JSON Schema writes them."""

    type: str
    properties: dict[str, dict[str, Any]]
    required: list[str]
    extra: bool


class Tool(Struct, frozen=True, forbid_unknown_fields=True):
    """A tool as the state gives it."""

    name: str
    description: str
    parameters: Parameters


def sentences(text: str) -> list[str]:
    """The sentences of a text; a dot within a form or a name ends none."""
    return re.split(r"(?<=[.?]) (?=[A-Z`'])", text)


def read_property(name: str, schema: dict[str, Any]) -> tuple[Property, list[str]]:
    """A property and the sentences of its description that are rules.

    Raises:
        Unreadable: the first sentence or the form is of no known kind.
    """
    form = {key: value for key, value in schema.items() if key != "description"}
    first, *more = sentences(schema["description"])
    renames: dict[str, str] = {}
    place, rules = "", []
    for sentence in more:
        if match := _RENAMES.fullmatch(sentence):
            renames[match["said"]] = match["meant"]
        elif match := _CLOCK_OF.fullmatch(sentence):
            place = match["place"]
        elif not _OWN_CLOCK.fullmatch(sentence):
            rules.append(sentence)
    if match := _FIRST.fullmatch(first):
        layout, unit = match["layout"] or "", match["unit"] or ""
        kind = _kind(form, layout)
        return Property(name, kind, form, match["label"], layout, unit, place, renames), rules
    if match := _FLAG.fullmatch(first):
        return Property(name, "flag", form, match["label"]), rules
    raise Unreadable(f"the description {first!r}")


def _kind(form: dict[str, Any], layout: str) -> str:
    if layout:
        return "time" if "HH" in layout else "date"
    if "enum" in form:
        return "enum"
    if form["type"] == "integer":
        return "integer"
    if form.get("pattern") == _DIGITS:
        return "digits"
    if "pattern" in form:
        return "code"
    if form["type"] == "string" and "format" not in form:
        return "text"
    raise Unreadable(f"the form {form}")


def valid(form: dict[str, Any], value: Any) -> bool:
    """Whether a value is as its schema asks: type, enum, minimum, maximum, pattern, format.

    Raises:
        Unreadable: the schema uses another keyword.
    """
    if unknown := form.keys() - {"type", "enum", "minimum", "maximum", "pattern", "format"}:
        raise Unreadable(f"the schema keyword {min(unknown)!r}")
    types = {"string": str, "integer": int, "boolean": bool}
    if type(value) is not types[form["type"]] or value not in form.get("enum", [value]):
        return False
    if isinstance(value, str):
        dated = form.get("format") != "date" or calendar_date(value, "YYYY-MM-DD") is not None
        return dated and re.search(form.get("pattern", ""), value) is not None
    return bool(form.get("minimum", value) <= value <= form.get("maximum", value))


def calendar_date(text: str, layout: str) -> int | None:
    """The ordinal of a date written in a layout of YYYY, MM and DD; None if it is none."""
    for part, code in _LAYOUT.items():
        layout = layout.replace(part, code)
    try:
        return datetime.strptime(text, layout).toordinal()
    except ValueError:
        return None


def read_value(of: Property, value: Any) -> Any:
    """What a valid value of a call means: an ordinal of a date, minutes, a number or a text."""
    if of.kind == "date":
        return calendar_date(value, of.layout)
    if of.kind == "time":
        hours, minutes = map(int, re.findall(r"\d\d", value))
        return hours * 60 + minutes
    if of.kind == "digits":
        return int(value)
    if of.kind == "code":
        return re.sub(r"[^A-Z0-9]", "", value)
    if of.kind == "flag":
        return value if isinstance(value, bool) else {"yes": True, "no": False}.get(value)
    return value


def read_tool(tool: Any) -> Tool:
    """The tool of a state.

    Raises:
        Unreadable: it has another shape.
    """
    try:
        return convert(tool, Tool)
    except ValidationError as error:
        raise Unreadable(f"not a tool: {error}") from error
