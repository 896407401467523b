"""What each partial reader of toolcall_valid sees of four faults, and what it passes over."""

from typing import Any

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.readers.toolcall_valid import READERS

RIGHT = {"hue": "red", "size": 8, "owner": "Ida Fern"}
FAULTS: dict[str, dict[str, Any]] = {
    "none": RIGHT,
    "form": RIGHT | {"size": "8"},
    "value": RIGHT | {"hue": "blue"},
    "resolution": RIGHT | {"owner": "Ada Moss"},
    "rule": RIGHT | {"size": 4},
}


def asked(call: dict[str, Any]) -> Request:
    properties = {
        "hue": {"type": "string", "enum": ["red", "blue"], "description": "The hue."},
        "size": {"type": "integer", "description": "The size."},
        "owner": {"type": "string", "description": "The owner."},
    }
    tool = {
        "name": "print",
        "description": "Prints. `size` must be above 5 if `hue` is 'red', and over 3 if `hue` "
        "is 'blue'.",
        "parameters": {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        },
    }
    state = {
        "tool": tool,
        "context": {"today": "1 June 2029", "user": {"name": "Ada Moss", "aunt": "Ida Fern"}},
        "request": "Please set up a meeting. Let the hue be red. Let the owner be my aunt. "
        "Any size from 4 up to 9 is fine, both included.",
        "call": {"name": "print", "arguments": call},
    }
    options = (Option("yes", "it is right"), Option("no", "it is wrong"))
    return Request(state, Question("noul", "Is it right?"), options)


@pytest.mark.parametrize(
    ("reader", "seen"), [("schema-alone", {"form"}), ("literal-values", {"value"})]
)
def test_a_reader_sees_its_own_kind_of_fault_alone(reader: str, seen: set[str]) -> None:
    read = READERS[f"toolcall_valid/{reader}"].read
    refused = {name for name, call in FAULTS.items() if read(asked(call))["no"] == 1}
    assert refused == seen
