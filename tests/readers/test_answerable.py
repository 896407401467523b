"""Each reader of answerable does what its name says, on tables of a few rows."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.readers.answerable import READERS

STATE = """The Ombrel register holds twenty figures on hospitals.

[Rules]
By definition, net admissions = admissions - transfers. Dividing net admissions by nurses gives \
net admissions per nurse. To get nurses per ward, divide nurses by wards. Each definition may be \
turned round: any two of them give the third. Several definitions may be combined. Definitions \
hold within one hospital, one department and one year. Every figure is for a single department, \
given in brackets. Estimates and bounds do not count: all figures must follow from the \
definitions. Years are kept apart: 2030 is not 2031. Each department stands by itself; none \
helps another. Only \
an identical name means the same hospital. Where a day centre is named, the row says nothing of \
the hospital at large. Leave out what bears the mark "plan": they are plans, not results.

[Question]
{question}

[Table]
Name; Year; Item; Value
{rows}"""
ONE = "For Tobra Clinic in 2030, what is the figure for nurses (surgery)?"
TWO = (
    "In 2030, how far apart were Tobra Clinic and Lund Hospice in the figure for nurses (surgery)?"
)


def answer(reader, rows, question=ONE):
    state = STATE.format(question=question, rows="\n".join(rows))
    options = (Option("no", ""), Option("yes", ""))
    p = READERS[reader].read(Request(state, Question("noul", "Known?"), options))
    assert sum(p.values()) == 1
    return max(p, key=lambda key: p[key])


def row(owner="Tobra Clinic", year="2030", item="wards"):
    return f"{owner}; {year}; {item} (surgery); 12"


@pytest.mark.parametrize(
    ("question", "rows", "expected"),
    [
        (ONE, [row()] * 18 + [row("Tobro Clinic")] * 2, "yes"),
        (ONE, [row(year="2031")] * 17 + [row("Lund Hospice", item="nurses")] * 3, "no"),
        (TWO, [row()] * 17 + [row("Lund Hospice")] * 3, "yes"),
    ],
)
def test_organisation_counts_goes_by_the_rows_of_those_asked_about(question, rows, expected):
    assert answer("answerable/organisation-counts", rows, question) == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([row("Lund Hospice", item="nurses")] * 17 + [row()] * 3, "yes"),
        ([row(item="nurses")] * 16 + [row(item="nurses per ward")] * 4, "no"),
        ([row(item="nurses")] * 17 + [row()] * 23, "no"),
    ],
)
def test_attribute_counts_goes_by_the_rows_of_the_one_asked_about(rows, expected):
    assert answer("answerable/attribute-counts", rows) == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([row(year="2034", item="nurses")], "yes"),
        ([row(year="2034"), row(year="2035", item="nurses per ward")], "yes"),
        ([row(), row("Lund Hospice", item="nurses"), row(year="plan 2030", item="nurses")], "no"),
    ],
)
def test_any_year_takes_figures_of_any_year_but_keeps_to_all_else(rows, expected):
    assert answer("answerable/any-year", rows) == expected
