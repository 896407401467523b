"""The fourteen counts of an access system, and readers that leave one feature out."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.readers.access_check import COUNTS, READERS, counts
from decisionpivot.solvers.access_check import solve

STATE = """Access sheet for the file share Tobra, kept by Mill.

Members:
- Ann Oak: Red team
- Ann Oaks: Blue team

All folders:
/top-a
/top-a/mid-b
/top-a/mid-d

Role table:
- read: Clerk, Reeve
- edit: Reeve

Grants:
{grants}

Open request:
Person: Ann Oak; action: read; folder: mid-b.

Rules:
- A grant gives its holder, a group or a single person, one role on one folder.
- A request that no valid grant supports is refused.
- No role allows more than the actions under which it is listed.
- What is granted to a group, all its members may use.
- A grant made on a folder covers that folder and everything below it, however deep.
{more}"""
NESTED = """- Whoever is in a group is thereby in all groups around it, at any number of layers.

Nesting:
- Red team is inside Green team"""
SEALED = """- Nothing comes down out of a sealed folder: it keeps all that it has for itself.

Seals:
- top-a"""
DENIED = """- A denial takes one action on a folder from its holder, a person or a group.
- Denials are not inherited; each is limited to the one folder in which it was made.
- Seals do nothing to denials.
- If any denial applies, the request fails, no matter which grants there are and where.

Denials:
- Red team: read on mid-b"""


def request(more, *grants):
    rows = "\n".join(f"- {grant}" for grant in grants)
    options = (Option("yes", ""), Option("no", ""))
    text = STATE.format(grants=rows, more=more).strip()
    return Request(text, Question("noul", "Allowed?"), options)


def named(more, *grants):
    return dict(zip(COUNTS, counts(request(more, *grants)), strict=True))


def test_counts_of_a_plain_system():
    assert named("", "Ann Oak: Clerk on top-a", "Red team: Reeve on mid-d") == {
        "users": 2,
        "groups": 2,
        "nestings": 0,
        "roles": 2,
        "grants": 2,
        "grants on the path": 1,
        "denies": 0,
        "seals": 0,
        "depth of the folder": 2,
        "mentions of the user": 3,
        "mentions of the action": 2,
        "mentions of the folder": 2,
        "mentions of the user's groups": 2,
        "lines": 28,
    }


def test_counts_of_a_system_with_nested_groups():
    found = named(NESTED, "Grey team: Clerk on mid-b")
    # Red and Blue have members, Green stands in the nesting, Grey in the grant alone.
    assert (found["groups"], found["nestings"], found["mentions of the user's groups"]) == (4, 1, 2)
    assert (found["grants on the path"], found["mentions of the folder"]) == (1, 3)


def test_counts_of_a_system_with_denials():
    found = named(DENIED, "Red team: Clerk on mid-b")
    assert (found["denies"], found["seals"], found["mentions of the action"]) == (1, 0, 3)
    assert named(SEALED, "Red team: Clerk on mid-b")["seals"] == 1


@pytest.mark.parametrize(
    ("name", "more", "grant", "right", "read"),
    [
        ("ignores-denies", DENIED, "Ann Oak: Clerk on mid-b", "no", "yes"),
        ("ignores-denies", SEALED, "Ann Oak: Clerk on top-a", "no", "no"),
        ("ignores-seals", SEALED, "Ann Oak: Clerk on top-a", "no", "yes"),
        ("ignores-seals", DENIED, "Ann Oak: Clerk on mid-b", "no", "no"),
        ("direct-membership", NESTED, "Green team: Clerk on mid-b", "yes", "no"),
        ("direct-membership", NESTED, "Red team: Clerk on mid-b", "yes", "yes"),
    ],
)
def test_readers_leave_out_their_feature_and_no_other(name, more, grant, right, read):
    asked = request(more, grant)
    assert solve(asked).answer == right
    assert READERS[f"access_check/{name}"].read(asked)[read] == 1
