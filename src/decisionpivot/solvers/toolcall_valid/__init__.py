"""Answers toolcall_valid: the schema, the descriptions and the request, each held to the call."""

import re
from typing import Any

from msgspec import Struct, ValidationError, convert

from decisionpivot.items import Request
from decisionpivot.solvers.toolcall_valid.rules import Rule, broken, read_rule
from decisionpivot.solvers.toolcall_valid.schema import (
    Property,
    Tool,
    read_property,
    read_tool,
    read_value,
    sentences,
    valid,
)
from decisionpivot.solvers.toolcall_valid.values import read_context
from decisionpivot.solvers.toolcall_valid.wishes import Wish, read_wishes
from decisionpivot.solvers.verdict import Unreadable, Verdict

__all__ = ["Case", "decide", "parse", "schema_faults", "solve", "wish_faults"]

_LACKS = re.compile(
    r"(?:A call can do without|What a call may lack:|Optional:|These may be absent:"
    r"|Not every call has) (`.+`)\."
)
_ON_OPTIONAL = re.compile(r"(?=.*\b(?:request|asked)\b)(?=.*\b(?:open|mind)\b).*descriptions?\b.*")


class Call(Struct, frozen=True, forbid_unknown_fields=True):
    """The proposed call."""

    name: str
    arguments: dict[str, Any]


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of a state."""

    request: str
    context: Any
    tool: Any
    call: Call


class Case(Struct, frozen=True):
    """A call with what is asked of it."""

    call: Call
    tool: Tool
    properties: dict[str, Property]
    rules: tuple[Rule, ...]
    wishes: tuple[Wish, ...]


class Fault(Struct, frozen=True):
    """One thing that is wrong with a call: the property and the reason."""

    name: str
    reason: str


def solve(request: Request) -> Verdict:
    """Answer an item.

    Raises:
        Unreadable: a part of the state is of no known form.
    """
    return decide(parse(request))


def parse(request: Request) -> Case:
    """Read the state.

    Raises:
        Unreadable: a sentence, a value or a schema is of no known form.
    """
    try:
        state = convert(request.state, State)
    except ValidationError as error:
        raise Unreadable(f"not a tool, a request and a call: {error}") from error
    tool = read_tool(state.tool)
    read = [read_property(name, form) for name, form in tool.parameters.properties.items()]
    properties = {item.name: item for item, _ in read}
    texts = [text for _, more in read for text in more] + _tool_rules(tool)
    rules = tuple(rule for text in texts for rule in read_rule(text))
    for rule in rules:
        if not {rule.given, rule.other} <= properties.keys():
            raise Unreadable(f"a rule about a property that is none: {rule}")
    known = read_context(state.context)
    wishes = tuple(read_wishes(state.request, list(properties.values()), known))
    if unasked := properties.keys() - _asked(wishes):
        raise Unreadable(f"the request does not mention {min(unasked)!r}")
    return Case(state.call, tool, properties, rules, wishes)


def _asked(wishes: tuple[Wish, ...]) -> set[str]:
    return {item.name for wish in wishes if wish.mode != "aside" for item in wish.expected}


def _tool_rules(tool: Tool) -> list[str]:
    """The rules in a tool's own description, which opens with what the tool is for."""
    _, *others = sentences(tool.description)
    optional = tool.parameters.properties.keys() - tool.parameters.required
    rules, told = [], False
    for sentence in others:
        if match := _LACKS.fullmatch(sentence):
            if set(re.findall(r"`(\w+)`", match[1])) != optional:
                raise Unreadable(f"{sentence!r} against the required properties")
        elif "`" not in sentence and _ON_OPTIONAL.fullmatch(sentence):
            told = True
        else:
            rules.append(sentence)
    if optional and not told:
        raise Unreadable("the description does not say when an optional property is given")
    return rules


def decide(case: Case) -> Verdict:
    """Yes where nothing is wrong; a no names the reason if all faults have one reason.

    A fault of the schema settles its property, and a rule is put to sound properties alone.
    """
    faults = schema_faults(case)
    faults += wish_faults(case, skip={fault.name for fault in faults})
    faults += rule_faults(case, skip={fault.name for fault in faults})
    reasons = {fault.reason for fault in faults}
    if not reasons:
        return Verdict("yes")
    return Verdict("no", reasons.pop() if len(reasons) == 1 else None)


def schema_faults(case: Case) -> list[Fault]:
    """What a validator finds: absent required properties, unknown ones, values out of form."""
    given = case.call.arguments
    faults = [
        Fault(name, "missing_required")
        for name in case.tool.parameters.required
        if name not in given
    ]
    for name, value in given.items():
        if name not in case.properties:
            if not case.tool.parameters.extra:
                faults.append(Fault(name, "schema_violation"))
        elif not valid(case.properties[name].form, value):
            faults.append(Fault(name, "schema_violation"))
    if case.call.name != case.tool.name:
        faults.append(Fault("", "schema_violation"))
    return faults


def wish_faults(case: Case, skip: set[str]) -> list[Fault]:
    """Where the call departs from the request, properties in ``skip`` left aside."""
    return [
        fault for wish in case.wishes for fault in _departures(wish, case) if fault.name not in skip
    ]


def _departures(wish: Wish, case: Case) -> list[Fault]:
    given = case.call.arguments
    present = [item for item in wish.expected if item.name in given]
    if wish.mode == "aside":
        return []
    if wish.mode == "avoid":
        return [Fault(item.name, "optional_property") for item in present]
    if not present and wish.mode != "may":
        names = [item.name for item in wish.expected]
        required = [name for name in names if name in case.tool.parameters.required]
        return [Fault(required[0] if required else names[0], "optional_property")]
    return [
        Fault(item.name, "wrong_resolution" if item.indirect else "contradicted_value")
        for item in present
        if valid(case.properties[item.name].form, given[item.name])
        and not item.fits(read_value(case.properties[item.name], given[item.name]))
    ]


def rule_faults(case: Case, skip: set[str]) -> list[Fault]:
    """The rules of descriptions that the call breaks, those about ``skip`` left aside."""
    meant = {
        name: read_value(case.properties[name], value)
        for name, value in case.call.arguments.items()
        if name in case.properties and name not in skip
    }
    return [
        Fault(rule.other, "description_rule")
        for rule in case.rules
        if not {rule.given, rule.other} & skip and broken(rule, meant)
    ]
