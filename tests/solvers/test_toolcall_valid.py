"""The solver of toolcall_valid on one small tool of our own, with the working."""

from typing import Any

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.solvers.toolcall_valid import solve
from decisionpivot.solvers.verdict import Unreadable, Verdict

Form = dict[str, Any]

OPTIONAL = (
    "Optional: {}. What the request asks for must be there, what it refuses must not; a property "
    "that it leaves open may be there or not, within what the descriptions say."
)
DATE: Form = {"type": "string", "pattern": "^[0-9]{2}[.][0-9]{2}[.][0-9]{4}$"}
TIME: Form = {"type": "string", "pattern": "^[0-9]{2}:[0-9]{2}$"}
COUNT: Form = {"type": "integer", "minimum": 1, "maximum": 90}
HUE: Form = {"type": "string", "enum": ["red", "blue"]}
TEXT: Form = {"type": "string"}
FLAG: Form = {"type": "boolean"}
CODE: Form = {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{4}$"}
CONTEXT = {
    "today": "Fri 1 Jun 2029",
    "user": {"name": "Ada Moss", "aunt": "Ida Fern"},
    "calendar": {"regatta": "Wed 20 Jun 2029"},
    "daily": {"late tea": "4:30 pm"},
    "units": {"1 batch": "6 pieces"},
    "earlier_calls": [{"date": "2 May 2029", "it": "blue"}, {"date": "3 May 2029", "it": "red"}],
    "conventions": [
        "Counting 'N days from today' starts with tomorrow as number one.",
        "Every day but Sunday is a working day, and today is not counted.",
        "Read 'next Monday' as the Monday that comes second after today.",
        "Clocks in Orra are 3 hours behind the user's.",
    ],
}


def judged(
    properties: dict[str, tuple[dict[str, Any], str]],
    wishes: str,
    call: dict[str, Any],
    *,
    optional: tuple[str, ...] = (),
    conventions: list[str] | None = None,
    rule: str = "",
) -> Verdict:
    told = OPTIONAL.format(", ".join(f"`{name}`" for name in optional)) if optional else ""
    parameters = {
        "type": "object",
        "properties": {n: {**form, "description": text} for n, (form, text) in properties.items()},
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }
    description = " ".join(filter(None, ["Prints a banner.", told, rule]))
    state = {
        "tool": {"name": "print", "description": description, "parameters": parameters},
        "context": CONTEXT if conventions is None else CONTEXT | {"conventions": conventions},
        "request": f"Please set up a meeting. {wishes}",
        "call": {"name": "print", "arguments": call},
    }
    options = (Option("yes", "it is right"), Option("no", "it is wrong"))
    return solve(Request(state, Question("noul", "Is it right?"), options))


def one(form: dict[str, Any], text: str, wish: str, value: object) -> Verdict:
    return judged({"it": (form, text)}, wish, {"it": value})


YES = Verdict("yes")
HUE_TEXT = "The hue."


@pytest.mark.parametrize(
    ("described", "wish", "values", "reason"),
    [
        ((HUE, "The hue."), "Let the hue be red.", ("red", "blue"), "contradicted_value"),
        ((HUE, "The hue."), "Let the hue be red.", ("red", "pink"), "schema_violation"),
        ((COUNT, "The size."), "As the size I want twelve.", (12, 13), "contradicted_value"),
        ((COUNT, "The size."), "As the size I want twelve.", (12, "12"), "schema_violation"),
        ((COUNT, "The size."), "As the size I want 80.", (80, 91), "schema_violation"),
        ((COUNT, "The size."), "Any size from 4 up to 6 is fine, both included.", (6, 7),
         "contradicted_value"),
        ((CODE, "The tag."), "Please set the tag to AB 1234.", ("AB-1234", "AB-1243"),
         "contradicted_value"),
        ((CODE, "The tag."), "Please set the tag to AB 1234.", ("AB-1234", "AB1234"),
         "schema_violation"),
        # two batches of six
        ((COUNT, "The size, in pieces."), "Reckon with two batches for the size.", (12, 2),
         "wrong_resolution"),
        ((TEXT, "The owner."), "The owner should be my aunt.", ("Ida Fern", "Ada Moss"),
         "wrong_resolution"),
        ((HUE, "The hue."), "Use the same hue as in my call of 2 May 2029.", ("blue", "red"),
         "wrong_resolution"),
        ((HUE, "The hue. For 'azure' in a request, use 'blue'."), "Let the hue be azure.",
         ("blue", "azure"), "schema_violation"),
        ((FLAG, "Says yes or no to a frame."), "I would like a frame, too.", (True, False),
         "contradicted_value"),
    ],
)  # fmt: skip
def test_a_value_is_as_schema_and_request_ask(
    described: tuple[Form, str], wish: str, values: tuple[object, object], reason: str
) -> None:
    right, wrong = values
    assert one(*described, wish, right) == YES
    assert one(*described, wish, wrong) == Verdict("no", reason)


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("5 days from today", "06.06.2029"),  # 2 June is day 1
        ("8 working days from today", "11.06.2029"),  # 2, 4 to 9 and 11 June, no Sunday
        ("next Monday", "11.06.2029"),  # the first is 4 June
        ("3 days before the regatta", "17.06.2029"),
    ],
)
def test_a_relative_date_is_counted_as_the_conventions_say(said: str, right: str) -> None:
    text = "The finish, written DD.MM.YYYY."
    assert one(DATE, text, f"Let the finish be {said}.", right) == YES
    off = Verdict("no", "wrong_resolution")
    assert one(DATE, text, f"Let the finish be {said}.", "01.06.2029") == off


def test_a_clock_elsewhere_is_three_hours_behind() -> None:
    there, here = "The hour, in the form HH:MM. Local time in Orra.", "The hour, written HH:MM."
    by_clock = "Let the hour be 2:15 pm by my clock."
    assert one(TIME, there, by_clock, "11:15") == YES
    assert one(TIME, there, by_clock, "14:15") == Verdict("no", "wrong_resolution")
    assert one(TIME, here, "Let the hour be 20 minutes before my late tea.", "16:10") == YES


def test_wanted_refused_and_open_properties() -> None:
    hue = {"hue": (HUE, HUE_TEXT)}
    wanted, refused = "Let the hue be red.", "Do not give the hue; red was for another day."
    open_one = "If you like, put red as the hue; I can also do without it."
    off = Verdict("no", "optional_property")
    assert judged(hue, wanted, {}, optional=("hue",)) == off
    assert judged(hue, refused, {"hue": "red"}, optional=("hue",)) == off
    assert judged(hue, refused, {}, optional=("hue",)) == YES
    assert judged(hue, open_one, {}, optional=("hue",)) == YES
    assert judged(hue, open_one, {"hue": "red"}, optional=("hue",)) == YES


def test_one_of_two_is_enough_for_the_request_but_not_for_the_schema() -> None:
    both = {"hue": (HUE, HUE_TEXT), "size": (COUNT, "The size.")}
    either = "Set the hue to red or the size to 4; I need one of the two."
    assert judged(both, either, {"hue": "red"}, optional=("size",)) == YES
    missing = Verdict("no", "missing_required")
    assert judged(both, either, {"size": 4}, optional=("size",)) == missing


def test_a_value_mentioned_aside_is_not_asked_for() -> None:
    wishes = "Somebody suggested blue for the hue, which I do not want. Let the hue be red."
    assert one(HUE, HUE_TEXT, wishes, "red") == YES
    assert one(HUE, HUE_TEXT, wishes, "blue") == Verdict("no", "contradicted_value")


LIMITED = {"hue": (HUE, HUE_TEXT), "size": (COUNT, "The size."), "depth": (COUNT, "The depth.")}
WISHES = (
    "As to the hue, I have no preference between red and blue. "
    "Any size from 4 up to 8 is fine, both included. Let the depth be 2."
)


@pytest.mark.parametrize(
    ("rule", "right", "wrong"),
    [
        ("`size` must be under 6 if `hue` is 'red', and at most 6 if `hue` is 'blue'.",
         ("blue", 6), ("red", 6)),
        ("With 'red' as `hue`, keep `size` above 6; with 'blue', over 7.", ("red", 7), ("blue", 7)),
        ("`size` must be more than 3 times `depth`.", ("red", 7), ("red", 6)),
        ("The tool refuses a call unless `size` is at most 3 times `depth`.",
         ("red", 6), ("red", 7)),
        ("If `hue` is 'red', the call must not have `depth`; if it is 'green', it must not "
         "have `size`.", ("blue", 5), ("red", 5)),
    ],
)  # fmt: skip
def test_a_rule_of_a_description_is_kept(
    rule: str, right: tuple[str, int], wrong: tuple[str, int]
) -> None:
    for (hue, size), verdict in ((right, YES), (wrong, Verdict("no", "description_rule"))):
        call = {"hue": hue, "size": size, "depth": 2}
        assert judged(LIMITED, WISHES, call, rule=rule, optional=()) == verdict


def test_the_days_between_two_dates_are_their_difference() -> None:
    dates = {
        "start": (DATE, "The start, written DD.MM.YYYY."),
        "end": (DATE, "The end, written DD.MM.YYYY."),
    }
    wishes = (
        "Let the start be 1 June 2029. "
        "Any end from 1 July 2029 up to 9 July 2029 is fine, all included."
    )
    rule = "Subtract `start` from `end`: the result must be less than 31 days."
    # 1 June to 1 July is 30 days, to 2 July 31
    for end, verdict in (("01.07.2029", YES), ("02.07.2029", Verdict("no", "description_rule"))):
        call = {"start": "01.06.2029", "end": end}
        assert judged(dates, wishes, call, rule=rule) == verdict


def test_pairs_and_needs() -> None:
    kinds = {
        "hue": (HUE, HUE_TEXT),
        "shape": ({"type": "string", "enum": ["oval", "flat"]}, "The shape."),
    }
    wishes = "Let the hue be red. The shape may be oval or flat; both are fine."
    clash = "Impossible pairs of `hue` and `shape`: 'red' with 'oval', 'blue' with 'flat'."
    off = Verdict("no", "description_rule")
    assert judged(kinds, wishes, {"hue": "red", "shape": "flat"}, rule=clash) == YES
    assert judged(kinds, wishes, {"hue": "red", "shape": "oval"}, rule=clash) == off
    needs = "'red' as `hue` requires `shape`, and 'blue' requires `hue`."
    may = "Let the hue be red. You may set the shape to oval, but you need not."
    lone = judged(kinds, may, {"hue": "red"}, rule=needs, optional=("shape",))
    assert lone == off
    with pytest.raises(Unreadable, match="the rule"):
        judged(kinds, wishes, {"hue": "red", "shape": "flat"}, rule="`hue` rests on Sundays.")


@pytest.mark.parametrize(
    ("text", "wish", "told"),
    [
        (HUE_TEXT, "The hue glows red in the dark.", "the sentence"),
        ("Red or blue it is.", "Let the hue be red.", "the description"),
        (HUE_TEXT, "Somebody suggested blue for the hue, which I do not want.", "not mention"),
        (HUE_TEXT, "Let the hue be RED!.", "the hue"),
    ],
)
def test_what_it_cannot_read_it_says(text: str, wish: str, told: str) -> None:
    with pytest.raises(Unreadable, match=told):
        one(HUE, text, wish, "red")


def test_a_count_of_days_needs_its_convention() -> None:
    dates = {"end": (DATE, "The end, written DD.MM.YYYY.")}
    wish, call = "Let the end be 5 days from today.", {"end": "06.06.2029"}
    assert judged(dates, wish, call) == YES
    with pytest.raises(Unreadable, match="no convention"):
        judged(dates, wish, call, conventions=[])
    with pytest.raises(Unreadable, match="the convention"):
        judged(dates, wish, call, conventions=["Days are counted somehow."])
