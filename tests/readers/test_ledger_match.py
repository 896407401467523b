"""The readers of ledger_match answer from what their names say, on two entries."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.readers.ledger_match import READERS

STATE = """Tobra reconciles two ledgers for May 2028: ledger A (x, by y) and ledger B (z, by w).

Ledger A
entry | date | reference | member | amount
E1 | 5 May 2028 | AB-12 | Ansa | 100.00
E2 | 8 May 2028 | AB-34 | Bero | 40.50

Ledger B
line | date | reference | member | amount | note
{lines}

Conventions
- What ties a line to an entry is the reference, which is written alike in both ledgers.
- Amounts must agree to the cent.
- If more than one line belongs to an entry, the sum of these lines is compared with it.
- Blank references (-) are not guessed: such a line is not counted for any entry.
- Dates play no part here."""


def read(reader, *lines):
    options = tuple(Option(key, "") for key in ("E1", "E2", "none"))
    rows = "\n".join(f"L{n} | 9 May 2028 | {line}" for n, line in enumerate(lines, 1))
    state = STATE.format(lines=rows)
    p = READERS[f"ledger_match/{reader}"].read(Request(state, Question("choice", "?"), options))
    return {key: value for key, value in p.items() if value}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["ZZ-99 | Cilo | 100.00 | card", "- | Bero | 40.50 | card"], {"none": 1}),
        (["ZZ-98 | Cilo | 60.00 | card", "ZZ-99 | Cilo | 40.00 | card"], {"E2": 1}),
        (["AB-34 + AB-12 | several | 140.50 | batch"], {"none": 1}),
        (["AB-12 | Ansa | 100.01 | card"], {"E1": 0.5, "E2": 0.5}),
    ],
)
def test_amounts_only_finds_amounts_totals_and_batches_under_any_reference(lines, expected):
    assert read("amounts-only", *lines) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["AB-12 | Ansa | 1.00 | card", "AB-34 | Bero | 2.00 | card"], {"none": 1}),
        (["AB-12 | Ansa | 100.00 | card", "- | Bero | 40.50 | card"], {"E2": 1}),
        (["ZZ-99 | Ansa | 100.00 | card"], {"E1": 0.5, "E2": 0.5}),
    ],
)
def test_references_only_finds_references_beside_any_amount(lines, expected):
    assert read("references-only", *lines) == expected
