"""The solver of access systems on one small system whose requests can be decided by hand."""

import pytest

from decisionpivot.items import Option, Question, Request
from decisionpivot.solvers import Unreadable
from decisionpivot.solvers.access_check import parse, solve

OPENING = "Access sheet for the file share Tobra, kept by Mill."
MEMBERS = "Members:\n- Ann Oak: Red team\n- Bob Elm: Blue team"
TREE = "All folders:\n/top-a\n/top-a/mid-b\n/top-a/mid-b/low-c\n/top-a/mid-d"
ACTIONS = "Actions:\n* read (Clerk, Reeve)\n* edit (Reeve)"
RULES = (
    "A grant gives its holder, a group or a single person, one role on one folder.",
    "A request that no valid grant supports is refused.",
    "No role allows more than the actions under which it is listed.",
    "What is granted to a group, all its members may use.",
)
BRANCH = "A grant made on a folder covers that folder and everything below it, however deep."
BELOW = (
    "Grants hold in all folders underneath the one they name, however deep, yet not on the "
    "named one."
)
STEP = (
    "Grants travel one step down: they hold on the folder they name and on its direct "
    "children, and stop there."
)
ALL = (
    "Membership passes through any number of nestings from the inner group to the outer "
    "one, and never inwards."
)
ONE = (
    "Nesting counts for one step: those listed in a group are in the group right around it "
    "as well, yet in none beyond that. It does not work inwards."
)
NONE = "Placing a group inside another has no effect on membership, neither outwards nor inwards."
ENTRY = (
    "Once a folder is sealed, no grant from further up enters it or anything under it. Its "
    "own grants, and those beneath it, are as good as ever."
)
EXIT = (
    "A sealed folder is the last stop. What was granted there or above is good on that "
    "folder at most, and never in the folders inside it."
)
SELF = (
    "A seal concerns one folder alone: grants made above do not count on the sealed folder, "
    "but the folders below it inherit them as if there were no seal."
)
DENIAL = (
    "With a denial, its holder (a person, or a group for its members) loses one action on a "
    "folder; no other action is concerned."
)
HERE = "Denials are not inherited; each is limited to the one folder in which it was made."
INHERITED = "Seals aside, a denial reaches the same folders as a grant made in its place."
UNSEALED = "Seals do nothing to denials."
SEALED = "Seals treat denials as they treat grants."
NESTED = "Membership that comes from nested groups counts for denials just as for grants."
LISTED = (
    "Nesting is left out of account for denials: they bind the people listed in the group "
    "they name and nobody else."
)
DENIED = "Denials come first: no grant, near or far, helps against a denial that applies."
TIE_DENIED = (
    "Distance decides between a grant and a denial that applies. The shorter way to the "
    "requested folder wins; a tie goes to the denial."
)
TIE_GRANTED = (
    "Distance decides between a grant and a denial that applies. The shorter way to the "
    "requested folder wins; a tie goes to the grant."
)
HOLDER = (
    "Denials are matched by holder: one that applies beats every grant to that same group "
    "or person, near or far, and leaves what others were granted alone."
)


def ask(*rules, grants, place="low-c", action="read", tree=TREE, **sections):
    asked = f"The request:\nAnn Oak would like to use the action {action} on the folder {place}."
    parts = [OPENING, MEMBERS, tree, ACTIONS, asked, "Rules:\n" + " ".join((*RULES, *rules))]
    for heading, rows in {"grants": grants, **sections}.items():
        parts.append("\n- ".join([f"{_HEADINGS[heading]}:", *rows]))
    options = (Option("yes", ""), Option("no", ""))
    return Request("\n\n".join(parts), Question("noul", "Allowed?"), options)


_HEADINGS = {"grants": "Grants", "nesting": "Nesting", "seals": "Seals", "denials": "Denials"}


def answer(*rules, **sections):
    return solve(ask(*rules, **sections)).answer


def test_a_grant_to_the_person_or_to_a_group_of_hers_allows_what_its_role_allows():
    assert answer(BRANCH, grants=["Ann Oak: Clerk on low-c"]) == "yes"
    assert answer(BRANCH, grants=["Red team: Reeve on low-c"]) == "yes"
    assert answer(BRANCH, grants=["Blue team: Clerk on low-c", "Bob Elm: Clerk on low-c"]) == "no"
    assert answer(BRANCH, grants=["Ann Oak: Clerk on low-c"], action="edit") == "no"
    assert answer(BRANCH, grants=["Ann Oak: Clerk on mid-d"]) == "no"


@pytest.mark.parametrize(
    ("reach", "places"),
    [(BRANCH, "top-a mid-b low-c"), (BELOW, "top-a mid-b"), (STEP, "mid-b low-c")],
)
def test_a_grant_reaches_down_as_the_rules_say(reach, places):
    held = ["top-a", "mid-b", "low-c"]
    good = [at for at in held if answer(reach, grants=[f"Ann Oak: Clerk on {at}"]) == "yes"]
    assert good == places.split()


@pytest.mark.parametrize(
    ("nesting", "groups"), [(ALL, "Red Green Grey"), (ONE, "Red Green"), (NONE, "Red")]
)
def test_members_belong_to_outer_groups_as_far_as_the_rules_say(nesting, groups):
    inside = ["Red team is inside Green team", "Grey team contains Green team"]
    inside += ["Blue team, which is part of Red team"]
    good = [
        group
        for group in ("Red", "Green", "Grey", "Blue")
        if answer(BRANCH, nesting, grants=[f"{group} team: Clerk on low-c"], nesting=inside)
        == "yes"
    ]
    assert good == groups.split()


@pytest.mark.parametrize(
    ("seal", "sealed", "places"),
    [
        (ENTRY, "top-a", "top-a mid-b low-c"),
        (ENTRY, "mid-b", "mid-b low-c"),
        (ENTRY, "low-c", "low-c"),
        (EXIT, "top-a", "mid-b low-c"),
        (EXIT, "mid-b", "low-c"),
        (EXIT, "low-c", "top-a mid-b low-c"),
        (SELF, "mid-b", "top-a mid-b low-c"),
        (SELF, "low-c", "low-c"),
        (ENTRY, "mid-d", "top-a mid-b low-c"),
    ],
)
def test_a_seal_keeps_out_or_in_what_the_rules_say(seal, sealed, places):
    good = [
        at
        for at in ("top-a", "mid-b", "low-c")
        if answer(BRANCH, seal, grants=[f"Ann Oak: Clerk on {at}"], seals=[f"{sealed} [seal]"])
        == "yes"
    ]
    assert good == places.split()


@pytest.mark.parametrize(
    ("conflict", "denied"),
    [
        (DENIED, "top-a mid-b low-c"),
        (TIE_DENIED, "mid-b low-c"),
        (TIE_GRANTED, "low-c"),
        (HOLDER, ""),
    ],
)
def test_a_denial_beats_a_grant_made_on_the_middle_folder_to_another_holder(conflict, denied):
    beaten = [
        at
        for at in ("top-a", "mid-b", "low-c")
        if answer(
            *(BRANCH, DENIAL, INHERITED, UNSEALED, conflict),
            grants=["Red team: Clerk on mid-b"],
            denials=[f"Ann Oak: read on {at}"],
        )
        == "no"
    ]
    assert beaten == denied.split()


def test_a_denial_matched_by_holder_cancels_the_grants_to_that_holder_only():
    rules = (BRANCH, DENIAL, INHERITED, UNSEALED, HOLDER)
    denials = ["Red team: read on top-a"]
    assert answer(*rules, grants=["Red team: Clerk on low-c"], denials=denials) == "no"
    assert answer(*rules, grants=["Ann Oak: Clerk on low-c"], denials=denials) == "yes"


@pytest.mark.parametrize(
    ("reach", "denied_reach", "denied"),
    [(BRANCH, HERE, "low-c"), (STEP, INHERITED, "mid-b low-c"), (BELOW, INHERITED, "top-a mid-b")],
)
def test_a_denial_reaches_its_own_folder_or_as_far_as_a_grant(reach, denied_reach, denied):
    beaten = [
        at
        for at in ("top-a", "mid-b", "low-c")
        if answer(
            *(reach, DENIAL, denied_reach, UNSEALED, DENIED),
            grants=["Ann Oak: Clerk on mid-b"],
            denials=[f"Ann Oak: read on {at}"],
        )
        == "no"
    ]
    assert beaten == denied.split()


def test_a_denial_concerns_its_own_action_and_holder():
    rules = (BRANCH, DENIAL, INHERITED, UNSEALED, DENIED)
    denials = ["Ann Oak: edit on low-c", "Blue team: read on low-c"]
    assert answer(*rules, grants=["Ann Oak: Reeve on low-c"], denials=denials) == "yes"


@pytest.mark.parametrize(("seal_rule", "expected"), [(UNSEALED, "no"), (SEALED, "yes")])
def test_a_seal_holds_a_denial_back_only_if_the_rules_say_so(seal_rule, expected):
    rules = (BRANCH, ENTRY, DENIAL, INHERITED, seal_rule, DENIED)
    made = {"grants": ["Ann Oak: Clerk on low-c"], "denials": ["Ann Oak: read on top-a"]}
    assert answer(*rules, seals=["sealed: mid-b"], **made) == expected


@pytest.mark.parametrize(("nested_rule", "expected"), [(NESTED, "no"), (LISTED, "yes")])
def test_a_denial_binds_nested_members_only_if_the_rules_say_so(nested_rule, expected):
    rules = (BRANCH, ALL, DENIAL, INHERITED, UNSEALED, nested_rule, DENIED)
    made = {"grants": ["Ann Oak: Clerk on low-c"], "denials": ["Green team: read on low-c"]}
    assert answer(*rules, nesting=["Red team is inside Green team"], **made) == expected


@pytest.mark.parametrize(
    "tree",
    [
        "The tree of folders:\ntop-a\n    mid-b\n        low-c\n    mid-d",
        "All folders:\nfolder | directly inside\ntop-a | (nothing, it is the top)\n"
        "low-c | mid-b\nmid-d | top-a\nmid-b | top-a",
        "Where each folder lies:\n- low-c lies directly in mid-b\n- top-a is at the top\n"
        "- mid-b lies directly in top-a\n- mid-d lies directly in top-a",
    ],
)
def test_every_layout_of_the_tree_says_the_same(tree):
    grants = ["Ann Oak: Clerk on low-c"]
    assert parse(ask(BRANCH, grants=grants, tree=tree)) == parse(ask(BRANCH, grants=grants))


@pytest.mark.parametrize(
    "row",
    [
        "/top-a/mid-b: Clerk for Red team",
        "Red team | Clerk | mid-b",
        "Red team has the role Clerk on /top-a/mid-b",
        "Clerk on mid-b, held by Red team",
    ],
)
def test_every_layout_of_a_grant_says_the_same(row):
    expected = parse(ask(BRANCH, grants=["Red team: Clerk on mid-b"])).grants
    assert parse(ask(BRANCH, grants=[row])).grants == expected


@pytest.mark.parametrize(
    ("rules", "made", "said"),
    [
        ((BRANCH, "Grants expire at dusk."), {}, "Grants expire at dusk"),
        ((BRANCH, STEP), {}, "two rules on one topic"),
        ((), {}, "not called for: reach"),
        ((BRANCH,), {"seals": ["mid-b is sealed"]}, "not called for: seal"),
        ((BRANCH, HERE), {}, "not called for: denied reach"),
        ((BRANCH,), {"grants": ["Red team may be Clerk on mid-b"]}, "row: Red team may"),
        ((BRANCH,), {"grants": ["Red team: Clerk on far-z"]}, "no such place: far-z"),
        ((BRANCH,), {"grants": ["Red team: Clerk on /top-a/low-c"]}, "no such place: /top-a/low-c"),
        ((BRANCH,), {"action": "burn"}, "listed nowhere"),
    ],
)
def test_what_is_not_understood_is_said(rules, made, said):
    with pytest.raises(Unreadable, match=said):
        solve(ask(*rules, **{"grants": ["Ann Oak: Clerk on low-c"], **made}))


def test_no_reason_is_given():
    assert solve(ask(BRANCH, grants=["Ann Oak: Clerk on low-c"])).reason is None
