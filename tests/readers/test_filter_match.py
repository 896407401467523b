"""What the partial readers of filter_match see, and what they pass over."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.readers.filter_match import READERS

WISHES = {
    "direct": "Its length must be at most {} cm.",
    "area": "The product of length and width must be at most {} cm².",
    "fee": "The price plus the delivery fee must be at most {} EUR.",
    "conversion": "The depth in centimetres must be at most {} cm.",
}


def request(kind: str, limit: str) -> Request:
    """A table of 40 cm by 30 cm, 10 inches deep, for 20 EUR and a fee of 5 EUR."""
    record = {"length": "40 cm", "width": "30 cm", "depth": "10 inches"}
    record |= {"price": "20.00 EUR", "delivery fee": "5.00 EUR"}
    wish = WISHES[kind].format(limit)
    state = {
        "request": f"The table must satisfy every point below.\n{wish}",
        "conventions": [
            "Plain comparatives are strict; the others include the limit.",
            "Unless another note says so, nothing is rounded.",
            "The table top is the length times the width.",
            "The delivery fee comes on top of the price in the record.",
            "One inch is taken as 2.5 centimetres.",
        ],
        "record": record,
    }
    options = (Option("yes", "all hold"), Option("no", "one fails"))
    return Request(state, Question("noul", "Does it?"), options)


BROKEN = {"direct": "39", "area": "1199", "fee": "24.99", "conversion": "24"}
MET = {"direct": "40", "area": "1200", "fee": "25.00", "conversion": "25"}


@pytest.mark.parametrize(
    ("name", "seen"), [("direct-only", {"direct"}), ("no-fees-no-conversions", {"area"})]
)
def test_a_reader_refuses_what_it_sees_broken_and_passes_over_the_rest(
    name: str, seen: set[str]
) -> None:
    read = READERS[f"filter_match/{name}"].read
    for kind in WISHES:
        refused = kind in seen
        assert read(request(kind, BROKEN[kind])) == {"yes": 1.0 - refused, "no": float(refused)}
        assert read(request(kind, MET[kind])) == {"yes": 1.0, "no": 0.0}
