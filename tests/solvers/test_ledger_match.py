"""The solver of ledger_match on small ledgers whose verdict can be worked out by hand."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.solvers import Unreadable
from decisionpivot.solvers.ledger_match import parse, solve
from decisionpivot.solvers.ledger_match.reading import cents, day

OPENING = (
    "Month-end check at Tobra, May 2028. The mill keeps ledger A, x; the bank keeps ledger B, y."
)
EXACT = "What ties a line to an entry is the reference, which is written alike in both ledgers."
CENTS = "Amounts must agree to the cent."
SINGLE = "Each entry is settled by one line."
SUMS = "Where several lines carry the reference of one entry, it is their total that has to agree."
NO_BLANKS = "A line without a reference (-) belongs to no entry, whatever else it shows."
BLANKS = (
    "A line without a reference (-) settles an entry of the same member on its own if its amount "
    "agrees{}, provided that no line carries the reference of that entry."
)
NO_DATES = "Dates play no part here."
EVERY_PART = "Each part of a split entry must be in time."
AFTER = (
    "To be in time a line has to be dated no earlier than its entry and no later than {} {} days "
    "after it."
)
MONDAY = "(1 May 2028 was a Monday.)"
BATCH = (
    "A batch line names several references; it must agree with the total of these entries. "
    "A batch with a wrong total counts against its {} entry only. Batch lines may bear any date."
)
ENTRIES = (
    "E1 | 5 May 2028 | AB-001234 | Ansa | 100.00",
    "E2 | 8 May 2028 | AB-005678 | Bero | 40.50",
)
LINES = (
    "5 May 2028 | AB-001234 | Ansa | 100.00 | card",
    "8 May 2028 | AB-005678 | Cilo | 40.50 | giro",
)


def state(*, lines=LINES, entries=ENTRIES, extra=(), **said):
    rules = {
        "reference": EXACT,
        "amounts": CENTS,
        "settling": SINGLE,
        "blanks": NO_BLANKS,
        "dates": NO_DATES,
    } | said
    numbered = [f"L{number} | {line}" for number, line in enumerate(lines, 1)]
    return "\n\n".join(
        [
            OPENING,
            "\n".join(["Ledger A", "entry | date | reference | member | amount", *entries]),
            "\n".join(["LEDGER B", "line | date | reference | member | amount | note", *numbered]),
            "\n- ".join(["Conventions", *rules.values(), *extra]),
        ]
    )


def ask(text):
    keys = ("E1", "E2", "none")
    return Request(text, Question("choice", "Which?"), tuple(Option(key, "") for key in keys))


def verdict(*lines, **said):
    found = solve(ask(state(lines=lines or LINES, **said)))
    return found.answer, found.reason


def first(line):
    """The lines with this one in the place of the one that settles E1."""
    return (line, LINES[1])


def test_every_entry_reconciles_whatever_the_party_beside_a_reference():
    assert verdict() == ("none", "none")


def test_an_entry_that_no_line_carries_is_missing():
    assert verdict(LINES[1], "5 May 2028 | AB-001235 | Ansa | 100.00 | card") == (
        "E1",
        "missing_line",
    )


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        (
            "A line belongs to the entry whose reference it carries, except that ledger B leaves "
            "out zeros at the start of the number.",
            "AB-1234",
        ),
        (
            "What ties a line to an entry is the reference, read without regard to capitals, "
            "spaces and hyphens.",
            "ab 001 234",
        ),
        (
            "References are cut down to their final four digits in ledger B, and these decide "
            "which entry a line belongs to.",
            "1234",
        ),
    ],
)
def test_references_are_the_same_where_the_rule_says_so(rule, shown):
    lines = first(f"5 May 2028 | {shown} | Ansa | 100.00 | card")
    second = LINES[1].replace(
        "AB-005678", {"AB-1234": "AB-5678", "1234": "5678"}.get(shown, "AB005678")
    )
    assert verdict(lines[0], second, reference=rule) == ("none", "none")
    assert verdict(*lines) == ("E1", "missing_line")


@pytest.mark.parametrize(
    ("rule", "agreeing", "off"),
    [
        (CENTS, "100.00", "100.01"),
        ("Two amounts count as agreeing if they are at most 0.05 apart.", "99.95", "99.94"),
        (
            "Only a difference of more than 0.10, up or down, means that amounts do not agree.",
            "100.10",
            "100.11",
        ),
    ],
)
def test_an_amount_agrees_up_to_the_margin_included(rule, agreeing, off):
    line = "5 May 2028 | AB-001234 | Ansa | {} | card"
    assert verdict(*first(line.format(agreeing)), amounts=rule) == ("none", "none")
    assert verdict(*first(line.format(off)), amounts=rule) == ("E1", "changed_amount")


@pytest.mark.parametrize(("shown", "answer"), [("41", "none"), ("40", "E2")])
def test_whole_units_round_a_half_up(shown, answer):
    rule = (
        "What is due is rounded to full units, halves up, before it is compared; after that no "
        "difference is accepted."
    )
    lines = (
        "5 May 2028 | AB-001234 | Ansa | 100 | card",
        f"8 May 2028 | AB-005678 | Bero | {shown} | giro",
    )
    assert verdict(*lines, amounts=rule)[0] == answer


@pytest.mark.parametrize(("second", "expected"), [("39.99", "none"), ("39.98", "split")])
def test_lines_of_an_entry_are_added_up(second, expected):
    parts = ("5 May 2028 | AB-001234 | Ansa | 60.01 | card",)
    parts += (f"6 May 2028 | AB-001234 | Ansa | {second} | card",)
    assert verdict(*parts, LINES[1], settling=SUMS)[1] == expected


@pytest.mark.parametrize(
    ("date", "expected"),
    [("4 May", "date"), ("5 May", "none"), ("7 May", "none"), ("8 May", "date")],
)
def test_calendar_days_count_from_the_entry_to_the_last_included(date, expected):
    lines = first(f"{date} 2028 | AB-001234 | Ansa | 100.00 | card")
    assert verdict(*lines, dates=AFTER.format("two", "calendar"))[1] == expected


@pytest.mark.parametrize(("date", "expected"), [("9 May", "none"), ("10 May", "date")])
def test_working_days_skip_the_weekend(date, expected):
    # 5 May 2028 is a Friday: Monday the 8th is the first day, Tuesday the 9th the second.
    lines = first(f"{date} 2028 | AB-001234 | Ansa | 100.00 | card")
    rule = f"{AFTER.format('two', 'working')} {MONDAY}"
    assert verdict(*lines, dates=rule)[1] == expected


@pytest.mark.parametrize(("date", "expected"), [("3 May", "none"), ("2 May", "date")])
def test_a_line_may_precede_its_entry_where_dates_count_both_ways(date, expected):
    rule = (
        "To be in time a line may precede or follow its entry by two calendar days, but by no more."
    )
    lines = first(f"{date} 2028 | AB-001234 | Ansa | 100.00 | card")
    assert verdict(*lines, dates=rule)[1] == expected


@pytest.mark.parametrize(
    ("parts", "early", "late"),
    [
        (EVERY_PART, "date", "date"),
        (
            "For a split entry, look at the date of the first part paid and at no other.",
            "date",
            "none",
        ),
        (
            "If the latest line of a split entry is in time, the dates of the rest are ignored.",
            "none",
            "date",
        ),
    ],
)
def test_the_parts_of_a_split_that_must_be_in_time(parts, early, late):
    said = {"settling": SUMS, "dates": AFTER.format("two", "calendar"), "parts": parts}
    for date, expected in (("2 May", early), ("20 May", late)):
        lines = (
            f"{date} 2028 | AB-001234 | Ansa | 60.00 | card",
            "6 May 2028 | AB-001234 | Ansa | 40.00 | card",
            LINES[1],
        )
        assert verdict(*lines, **said)[1] == expected


def test_a_line_without_a_reference_settles_where_party_amount_and_date_fit():
    lines = first("6 May 2028 | - | Ansa | 100.00 | card")
    assert verdict(*lines, blanks=BLANKS.format("")) == ("none", "none")
    assert verdict(*lines) == ("E1", "missing_line")
    other = lines[0].replace("Ansa", "Bero")
    assert verdict(*first(other), blanks=BLANKS.format(""))[1] == "missing_line"
    dated = {
        "blanks": BLANKS.format(" and its date is in time"),
        "dates": AFTER.format("two", "calendar"),
    }
    assert verdict(*lines, **dated)[1] == "none"
    assert verdict(*first(lines[0].replace("6 May", "8 May")), **dated)[1] == "missing_line"


def test_a_line_without_a_reference_is_no_help_to_an_entry_that_has_a_line():
    lines = first("5 May 2028 | AB-001234 | Ansa | 100.01 | card")
    blank = "5 May 2028 | - | Ansa | 100.00 | card"
    assert verdict(*lines, blank, blanks=BLANKS.format(""))[1] == "changed_amount"


@pytest.mark.parametrize(
    ("rule", "note", "right"),
    [
        (
            "Lines with a fee in their note are net of it, x of the entry minus this fee.",
            "card, fee 2.25",
            "97.75",
        ),
        (
            "A fee of 1.50 goes off every entry that is settled by a line noted 'card', and off no "
            "other.",
            "card",
            "98.50",
        ),
        # 0.25 % of 100.00 is 0.25.
        (
            "Lines noted 'card' are short of a fee: 0.25 % of the amount of the entry, to the "
            "nearest cent (half a cent is rounded up), which is taken off before comparing.",
            "card",
            "99.75",
        ),
    ],
)
def test_a_fee_goes_off_the_entry(rule, note, right):
    line = "5 May 2028 | AB-001234 | Ansa | {} | " + note
    assert verdict(*first(line.format(right)), fee=rule) == ("none", "none")
    assert verdict(*first(line.format("100.00")), fee=rule) == ("E1", "fee_or_batch")


def test_half_a_cent_of_a_fee_is_rounded_up():
    # 1 % of 40.50 is 0.405, rounded to 0.41.
    rule = (
        "The note 'giro' means that 1.00 % of the entry's amount was deducted, rounded to the cent "
        "with halves going up: the line must agree with the entry minus that fee."
    )
    assert verdict(LINES[0], LINES[1].replace("40.50", "40.09"), fee=rule)[1] == "none"
    assert verdict(LINES[0], LINES[1].replace("40.50", "40.10"), fee=rule)[1] == "fee_or_batch"


@pytest.mark.parametrize(("end", "blamed"), [("first", "E2"), ("last", "E1")])
def test_a_batch_with_a_wrong_total_counts_against_the_entry_at_the_named_end(end, blamed):
    line = "30 May 2028 | AB-005678 + AB-001234 | several | {} | batch"
    said = {"dates": AFTER.format("two", "calendar"), "settling": SUMS, "parts": EVERY_PART}
    assert verdict(line.format("140.50"), batch=BATCH.format(end), **said) == ("none", "none")
    assert verdict(line.format("140.51"), batch=BATCH.format(end), **said) == (
        blamed,
        "fee_or_batch",
    )


@pytest.mark.parametrize(
    "text",
    ["2028-05-05", "5 May 2028", "05 May 2028", "Fri 5 May 2028", "May 5, 2028"],
)
def test_dates_are_read_in_every_form(text):
    assert day(text) == day("2028-05-05")


def test_amounts_are_read_in_every_form():
    assert [cents(text) for text in ("1 234.50", "1,234.50", "1234.50")] == [123450] * 3
    assert cents("1 234") == 123400


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (state(extra=["Lines on a Tuesday count twice."]), "convention: Lines on a Tuesday"),
        (state(extra=[SUMS]), "second rule of settling"),
        (state().replace("\n- " + NO_DATES, ""), "no rule of dates"),
        (state().replace(OPENING, "Once upon a time."), "opening: Once"),
        (state().replace("LEDGER B", "Ledger C"), "heading: Ledger C"),
        (state().replace("| note", "| mood"), "columns"),
        (state().replace("40.50 | giro", "40.50"), "row: L2"),
        (state().replace("40.50 | giro", "40.5 | giro"), "amount: 40.5"),
        (state().replace("8 May", "38 May"), "date: 38 May"),
        (state().replace("8 May", "Tue 8 May"), "wrong weekday"),
        (state().replace("giro", "Giro!"), "note: Giro!"),
        (state().replace("giro", "batch"), "a batch, or not"),
        (state().replace("giro", "giro, fee 2.00"), "for which there is no rule"),
        (state(dates=AFTER.format("two", "working")), "need a Monday"),
        (
            state(dates=AFTER.format("two", "working") + " (2 May 2028 was a Monday.)"),
            "no Monday: 2 may",
        ),
        (state(dates=AFTER.format("two", "calendar"), settling=SUMS), "dates of a split entry"),
        (state(dates=AFTER.format("two", "calendar"), blanks=BLANKS.format("")), "date of a line"),
        (state(batch=BATCH.format("last").split(". ")[0] + "."), "half a rule of batches"),
        (state(lines=LINES[:0]), "more than one entry fails"),
        (state(entries=(ENTRIES[0], ENTRIES[0])), "same reference"),
        (
            state(entries=[e.replace("E1", "E9") for e in ENTRIES], lines=LINES[1:]),
            "none of the opt",
        ),
    ],
)
def test_what_is_not_understood_is_named_and_never_guessed(text, names):
    with pytest.raises(Unreadable, match=names):
        solve(ask(text))


def test_a_fee_on_one_of_several_lines_is_not_guessed_at():
    rule = "Lines with a fee in their note are net of it, so x is the entry minus this fee."
    part = "5 May 2028 | AB-001234 | Ansa | 50.00 | card"
    with pytest.raises(Unreadable, match="fee on one of the lines of E1"):
        verdict(part, f"{part}, fee 2.00", settling=SUMS, fee=rule)


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        (["5 May 2028 | AB-001234 + AB-9 | several | 140.50 | batch"], "total of L1"),
        (["5 May 2028 | AB-001234 + AB-005678 | several | 140.50 | batch", LINES[0]], "settles E1"),
    ],
)
def test_a_batch_that_leaves_the_total_open_is_refused(lines, names):
    with pytest.raises(Unreadable, match=names):
        verdict(*lines, batch=BATCH.format("first"))


def test_a_blank_line_that_suits_two_entries_is_not_shared_out():
    entries = (ENTRIES[0], ENTRIES[0].replace("E1", "E2").replace("1234", "5678"))
    lines = ("5 May 2028 | - | Ansa | 100.00 | card",)
    with pytest.raises(Unreadable, match="either of two"):
        solve(ask(state(entries=entries, lines=lines, blanks=BLANKS.format(""))))


def test_a_case_holds_amounts_in_cents_and_references_as_compared():
    case = parse(ask(state()))
    assert [entry.amount for entry in case.entries] == [10000, 4050]
    assert [line.references for line in case.lines] == [("AB-001234",), ("AB-005678",)]
