"""The solver of answerable on small tables that can be closed by hand."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.solvers import Unreadable
from decisionpivot.solvers.answerable import Definition, Fact, parse, solve

BACK = "Working backwards through a definition is allowed."
FORTH = "Working backwards through a definition is not allowed."
RULES = (
    "By definition, net sales = gross sales - returns.",
    "Dividing net sales by workers gives net sales per worker.",
    "The quotient of workers and machines is called workers per machine.",
    "Several definitions may be combined.",
    "Definitions hold within one manufacturer, one product line and one year.",
    "Every figure is for a single product line, given in brackets.",
    "Estimates and bounds do not count: all figures must follow from the definitions.",
    "Years are kept apart: 2030 is not 2031.",
    "Each product line stands by itself; none helps another.",
    "Figures of plants never stand for the whole manufacturer, not even together.",
    "Only an identical name means the same manufacturer.",
    'Leave out what bears the mark "plan": they are plans, not results.',
)
ONE = "For Tobra Mills in 2030, what is the figure for {} (pumps)?"


def ask(question, *rows, turn=BACK, rules=RULES, opening=None, header="Name | Year | Item | Value"):
    parts = [
        opening or "The Ombrel register holds three figures on manufacturers.",
        f"# Question\n{question}",
        "# Rules\n" + "\n".join(f"- {rule}" for rule in (*rules, turn)),
        "\n".join(["# Table", header, *rows]),
    ]
    options = (Option("yes", ""), Option("no", ""))
    return Request("\n\n".join(parts), Question("noul", "Known?"), options)


def row(item, owner="Tobra Mills", year="2030", subject="pumps"):
    return f"{owner} | {year} | {item} ({subject}) | 1,200"


def answer(question, *rows, **given):
    return solve(ask(question, *rows, **given)).answer


def test_a_listed_figure_is_known():
    assert answer(ONE.format("workers"), row("workers")) == "yes"


@pytest.mark.parametrize(
    "other",
    [
        row("workers", year="2031"),
        row("workers", year="2030 (plan)"),
        row("workers", year="plan, 2030"),
        row("workers", subject="gears"),
        row("workers", owner="Tobro Mills"),
        row("workers", owner="Tobra Works"),
        row("workers", owner="Tobra Mills (Esk plant)"),
        row("workers", owner="Esk plant of Tobra Mills"),
        row("machines"),
    ],
)
def test_another_year_mark_subject_name_part_or_attribute_is_no_help(other):
    assert answer(ONE.format("workers"), other) == "no"


def test_a_result_follows_through_two_definitions():
    # gross sales - returns = net sales; net sales / workers = net sales per worker
    rows = [row("gross sales"), row("returns"), row("workers")]
    question = ONE.format("net sales per worker")
    assert answer(question, *rows, turn=FORTH) == "yes"
    for left_out in range(3):
        assert answer(question, *rows[:left_out], *rows[left_out + 1 :]) == "no"


@pytest.mark.parametrize(
    ("attribute", "listed"),
    [
        ("workers", ["net sales", "net sales per worker"]),
        ("net sales", ["workers", "net sales per worker"]),
        ("gross sales", ["net sales", "returns"]),
        ("returns", ["gross sales", "net sales"]),
        ("machines", ["workers per machine", "net sales per worker", "net sales"]),
    ],
)
def test_a_definition_is_turned_round_only_where_the_rules_allow_it(attribute, listed):
    rows = [row(item) for item in listed]
    assert answer(ONE.format(attribute), *rows) == "yes"
    assert answer(ONE.format(attribute), *rows, turn=FORTH) == "no"


def test_a_definition_takes_its_figures_from_one_year_and_one_owner():
    rows = [row("gross sales"), row("returns", year="2031"), row("returns", owner="Lund Works")]
    assert answer(ONE.format("net sales"), *rows) == "no"


@pytest.mark.parametrize(
    "question",
    [
        "By how much do the figures for workers (pumps) of Tobra Mills and Lund Works "
        "differ in 2030?",
        "Whose figure for workers (pumps) was the largest in 2030: Tobra Mills or Lund Works?",
        "What do the figures for workers (pumps) of Tobra Mills and Lund Works add up to in 2030?",
    ],
)
def test_a_question_on_two_owners_needs_the_figures_of_both(question):
    both = [row("workers"), row("workers", owner="Lund Works")]
    assert answer(question, *both) == "yes"
    assert answer(question, both[0]) == "no"
    assert answer(question, both[1]) == "no"


def test_a_question_on_three_years_needs_them_all():
    question = (
        "Which of the years 2030, 2031 and 2033 had the lowest figure for workers (pumps) "
        "at Tobra Mills?"
    )
    rows = [row("workers", year=year) for year in ("2030", "2031", "2033")]
    assert answer(question, *rows) == "yes"
    assert answer(question, *rows[:2], row("workers", year="2032")) == "no"


def test_the_longer_of_two_names_of_figures_is_the_one_asked_about():
    asked = parse(ask(ONE.format("net sales per worker"), row("workers"))).asked
    assert (asked.owners, asked.years) == (("Tobra Mills",), (2030,))
    assert (asked.attribute, asked.subject) == ("net sales per worker", "pumps")


@pytest.mark.parametrize("gap", [" | ", "; ", "\t"])
def test_columns_come_in_any_order_and_are_set_apart_in_three_ways(gap):
    header = gap.join(["Period", "Figure", "Manufacturer", "Value"])
    line = gap.join(["plan 2030", "net sales (pumps)", "Tobra Mills / Esk plant", "99"])
    (fact,) = parse(ask(ONE.format("workers"), line, header=header)).facts
    assert fact == Fact(
        owner="Tobra Mills",
        part="Esk plant",
        attribute="net sales",
        subject="pumps",
        year=2030,
        planned=True,
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "By definition, net sales = gross sales - returns.",
        "Subtracting returns from gross sales gives net sales.",
        "To get net sales, take returns away from gross sales.",
        "What is left of gross sales after returns is called net sales.",
        "The term net sales means gross sales less returns.",
        "The figure for net sales is that for gross sales minus that for returns.",
    ],
)
def test_every_wording_of_a_definition_says_the_same(sentence):
    rules = (sentence, *RULES[1:])
    read = parse(ask(ONE.format("workers"), row("workers"), rules=rules)).rules.definitions
    assert read[0] == Definition("net sales", "gross sales", "returns")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"turn": "Definitions are sacred."}, "rule: Definitions are sacred"),
        ({"turn": RULES[3]}, "missing or stands twice"),
        ({"rules": RULES[:-1]}, "missing or stands twice"),
        ({"rules": (*RULES, RULES[-1])}, "missing or stands twice"),
        ({"opening": "Here are some figures."}, "opening: Here"),
        ({"header": "Name | Year | Colour | Value"}, "columns: .*Colour"),
    ],
)
def test_an_unknown_missing_or_repeated_sentence_is_unreadable(given, said):
    with pytest.raises(Unreadable, match=said):
        solve(ask(ONE.format("workers"), row("workers"), **given))


@pytest.mark.parametrize(
    "line",
    [
        row("workers", year="2030 (guess)"),
        row("workers", owner="Tobra"),
        row("workers").replace("1,200", "about 1,200"),
        "Tobra Mills | 2030 | workers (pumps)",
    ],
)
def test_an_unknown_row_is_unreadable(line):
    with pytest.raises(Unreadable, match=r"row: |mark: "):
        solve(ask(ONE.format("workers"), line))


@pytest.mark.parametrize(
    "question",
    [
        "For Tobra Mills in 2030, was the figure for workers (pumps) even?",
        "For Tobra Mills in 2030 and 2031, what is the figure for workers (pumps)?",
        "For Tobra Mills in 2030, what is the figure for windows (pumps)?",
    ],
)
def test_an_unknown_question_is_unreadable(question):
    with pytest.raises(Unreadable, match="question: "):
        solve(ask(question, row("workers")))
