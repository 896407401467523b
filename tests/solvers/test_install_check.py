"""Small proposals written by hand: each shows one rule of the decision."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.solvers.install_check import solve
from decisionpivot.solvers.install_check.ranges import bounds, version, within
from decisionpivot.solvers.verdict import Unreadable

MERGED = (
    "Pre-releases have no rank of their own here: 1.0.0-rc1, 1.0.0-rc2 and 1.0.0 are equal in all "
    "comparisons."
)
RANKED = (
    "Pre-releases count as versions of their own, in this order: 1.0.0-rc1, 1.0.0-rc2, 1.0.0; "
    "every version below 1.0.0 comes before them."
)


def request(index, pins, conventions=MERGED):
    state = (
        "This is a proposal for the image of the router Abcdefg.\n\n"
        f"## Conventions\nTwo limits in one range apply together. {conventions}\n\n"
        "## The target\nThe target environment has the loader Loaderix 2.13.1 and the platform "
        "risc-a.\n\n"
        f"## Index\n{index}\n\n"
        f"## Pins\n{pins}"
    )
    return Request(
        state, Question("noul", "Does it install?"), (Option("yes", "y"), Option("no", "n"))
    )


def verdict(index, pins, conventions=MERGED):
    found = solve(request(index, pins, conventions))
    return found.answer, found.reason


APPLE = "pin apple 1.10.0; flags red; lane slow"


@pytest.mark.parametrize(
    ("row", "pin", "expected"),
    [
        # 3.10.0 against bounds of both kinds: 10 is more than 9, a limit is in or out by its code
        ("asks for berry ge:3.10.0", "3.10.0", ("yes", None)),
        ("asks for berry gt:3.10.0", "3.10.0", ("no", "version_bound")),
        ("asks for berry gt:3.9.9 le:3.10.0", "3.10.0", ("yes", None)),
        ("asks for berry lt:3.9.10", "3.10.0", ("no", "version_bound")),
        ("asks for cherry ge:1.0.0", "3.10.0", ("no", "missing_pin")),
        ("asks for berry ge:1.0.0 with flag blue", "3.10.0", ("yes", None)),
        ("asks for berry ge:1.0.0 with flag green", "3.10.0", ("no", "unmet_requirement")),
        ("asks for berry ge:1.0.0 from lane slow", "3.10.0", ("no", "unmet_requirement")),
        ("asks for berry ge:1.0.0 with flag blue from lane fast", "3.10.0", ("yes", None)),
        ("excludes berry gt:3.9.9", "3.10.0", ("no", "conflict")),
        ("excludes berry lt:3.10.0", "3.10.0", ("yes", None)),
        ("excludes berry (all versions)", "3.10.0", ("no", "conflict")),
        ("excludes cherry (all versions)", "3.10.0", ("yes", None)),
        ("runs on Loaderix ge:2.13.1", "3.10.0", ("yes", None)),
        ("runs on Loaderix lt:2.13.1", "3.10.0", ("no", "runtime")),
        ("built for platforms risc-a and mips-b", "3.10.0", ("yes", None)),
        ("built for platforms mips-a and mips-b", "3.10.0", ("no", "runtime")),
        # rows that do not count: another own version, a part that the pin lacks
        ("for own versions gt:1.10.0: asks for cherry ge:1.0.0", "3.10.0", ("yes", None)),
        ("for own versions ge:1.10.0: asks for cherry ge:1.0.0", "3.10.0", ("no", "missing_pin")),
        ("with own flag green: asks for cherry ge:1.0.0", "3.10.0", ("yes", None)),
        ("with own flag red: asks for cherry ge:1.0.0", "3.10.0", ("no", "missing_pin")),
    ],
)
def test_one_row_decides(row, pin, expected):
    index = f"apple\n  - {row}\nberry\n  - none"
    assert verdict(index, f"{APPLE}\npin berry {pin}; flags blue; lane fast") == expected


def test_rows_of_what_is_not_pinned_play_no_part():
    assert verdict("apple\n  - none\nberry\n  - asks for cherry ge:1.0.0", APPLE) == ("yes", None)


@pytest.mark.parametrize(
    ("conventions", "row", "expected"),
    [
        (MERGED, "ge:2.0.0", "yes"),  # 2.0.0-rc1 is 2.0.0
        (RANKED, "ge:2.0.0", "no"),  # 2.0.0-rc1 is below 2.0.0
        (RANKED, "gt:1.99.99", "yes"),  # and above every version before it
        (RANKED, "ge:2.0.0-rc2", "no"),
        (RANKED, "lt:2.0.0-rc10", "yes"),  # by the number of the tag
    ],
)
def test_what_a_pre_release_counts_as_is_said_by_the_conventions(conventions, row, expected):
    pins = f"{APPLE}\npin berry 2.0.0-rc1; flags blue; lane fast"
    found = verdict(f"apple\n  - asks for berry {row}\nberry\n  - none", pins, conventions)
    assert found[0] == expected


NOTATIONS = [  # the same range, above 1.2.3 and at most 2.0.0, in every notation
    "gt:1.2.3 le:2.0.0",
    "{v > 1.2.3 && v <= 2.0.0}",
    "(later than 1.2.3 and 2.0.0 or earlier)",
    "[over 1.2.3 / max 2.0.0]",
    "in (1.2.3, 2.0.0]",
    "(after 1.2.3 and up to and including 2.0.0)",
    ">1.2.3, <=2.0.0",
    "(above 1.2.3 and at most 2.0.0)",
]


@pytest.mark.parametrize("text", NOTATIONS)
def test_every_notation_of_a_range(text):
    def read(one):
        return version(one, tags=True)

    found = bounds(text, read)
    cases = {"1.2.3": False, "1.2.4": True, "1.10.0": True, "2.0.0": True, "2.0.1": False}
    assert {one: within(read(one), found) for one in cases} == cases


@pytest.mark.parametrize(
    "pin",
    [
        "berry==2.0.0 [blue, red] @fast",
        "berry -> 2.0.0 (blue, red) on fast",
        "berry, version 2.0.0, options blue + red, branch fast",
        "berry@2.0.0+blue+red:fast",
        "- berry 2.0.0 with blue and red, from the fast ring",
        "berry = 2.0.0 (extras: blue, red; shelf: fast)",
        "extension | version | components | tier\nberry | 2.0.0 | blue, red | fast",
    ],
)
def test_every_form_of_a_pin(pin):
    index = "apple\n  - asks for berry ge:2.0.0 with flag red from lane fast\nberry\n  - none"
    assert verdict(index, f"{APPLE}\n{pin}") == ("yes", None)


@pytest.mark.parametrize(
    ("index", "conventions"),
    [
        ("apple\n  - recommends berry ge:1.0.0", MERGED),
        ("apple\n  - asks for berry about 1.0.0", MERGED),
        ("apple\n  - none", f"{MERGED} Pins may be ignored on Mondays."),
        ("apple\n  - none", ""),
        ("apple\n  - none", f"{MERGED} {RANKED}"),
    ],
)
def test_what_is_not_understood_is_said(index, conventions):
    with pytest.raises(Unreadable):
        verdict(index, APPLE, conventions)
