"""Each reader of record_rule names a violated rule of its own type and no other."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.readers.record_rule import READERS

STATE = """Integrity check of 2 crate records from Tobra Stores, batch of 3 May 2028.

Rules
R1: The mark must never be empty.
R2: The weight lies between 5 and 9, both included.

Notes
The mark '-' means that the field is empty.
Values are compared exactly, and small letters are not capital letters.
At most one rule is violated.
Fields that no rule names may hold anything.

Lists
Bay codes: BA1, BA2

Records
crate id | mark | weight
C1 | a | 5
C2 | {mark} | {weight}"""


@pytest.mark.parametrize(
    ("mark", "weight", "violated"), [("b", "9", None), ("-", "9", "R1"), ("b", "10", "R2")]
)
def test_a_reader_knows_the_rules_of_its_type_alone(mark, weight, violated):
    text = STATE.format(mark=mark, weight=weight)
    options = tuple(Option(key, "") for key in ("R1", "none", "R2"))
    request = Request(text, Question("choice", "Which rule?"), options)
    own = {"record_rule/required-only": "R1", "record_rule/range-only": "R2"}
    assert len(READERS) == 13
    for name, reader in READERS.items():
        p = reader.read(request)
        if violated is not None and own.get(name) == violated:
            assert p == {key: float(key == violated) for key in request.keys}
        else:
            assert p == dict.fromkeys(request.keys, 1 / 3)
