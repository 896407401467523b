"""What `access_check` says: the settings, and several phrasings of each rule and kind of row.

Phrases only; the file stands apart so that the generator next to it can be read in one go. In the
rules ``{f}`` is one container (folder, zone, queue...), ``{fs}`` several.
"""

from msgspec import Struct


class Setting(Struct, frozen=True):
    """A domain: how its system, containers, groups and actions are called."""

    system: str
    f: str
    fs: str
    units: tuple[str, ...]
    things: tuple[str, ...]
    actions: tuple[str, ...]


def _setting(system: str, f: str, units: str, things: str, actions: str) -> Setting:
    split = (tuple(text.split()) for text in (units, things, actions))
    return Setting(system, f, f + "s", *split)


SETTINGS = {
    "file shares": _setting(
        "file share",
        "folder",
        "team office desk staff",
        "plans minutes budgets drafts letters photos forms maps",
        "read edit delete share rename export print comment",
    ),
    "laboratory systems": _setting(
        "laboratory system",
        "workspace",
        "lab bench team crew",
        "assays samples plates spectra cultures protocols runs reagents",
        "view annotate calibrate approve archive import repeat sign",
    ),
    "ticket archives": _setting(
        "ticket archive",
        "queue",
        "desk shift team squad",
        "faults returns orders outages claims repairs queries escalations",
        "read reply close merge reassign reopen tag export",
    ),
    "media libraries": _setting(
        "media library",
        "collection",
        "studio desk crew unit",
        "films stills scores reels trailers interviews sketches clips",
        "play download caption publish trim license replace remove",
    ),
    "building doors": _setting(
        "door control system",
        "zone",
        "crew shift staff patrol",
        "wing floor hall store lobby plant attic ramp",
        "enter unlock lock inspect clean reserve escort override",
    ),
    "code hosts": _setting(
        "code host",
        "project",
        "team guild squad chapter",
        "parser engine client schema tools docs gateway kernel",
        "clone push review merge tag release fork deploy",
    ),
    "clinical records": _setting(
        "clinical record system",
        "section",
        "ward clinic team rota",
        "letters scans charts referrals results allergies therapies intakes",
        "view amend prescribe countersign print transfer redact order",
    ),
    "datasets": _setting(
        "data platform",
        "catalogue",
        "group cell unit desk",
        "tables surveys series images tracks censuses readings corpora",
        "query download append publish profile link purge version",
    ),
}

ROLES = (
    "Warden Steward Clerk Keeper Scribe Porter Marshal Usher Bailiff Herald Provost Reeve "
    "Sexton Tiller Almoner Cantor"
).split()

INTROS = (
    "{name} is the {system} of {owner}; this page describes how access to it is decided.",
    "The following is what is known about access to {name}, a {system} run by {owner}.",
    "Access sheet for the {system} {name}, kept by {owner}.",
    "{owner} keeps its {fs} in {name}, a {system} with access rules of its own.",
    "This note sets out who may do what in {name}, the {system} that {owner} uses.",
    "In the {system} {name}, set up by {owner}, access works as described here.",
    "Whoever uses {name}, the {system} at {owner}, needs a right for each action.",
    "{owner} has put its {fs} under the control of the {system} {name}.",
)

GRANT = (
    "A grant gives its holder, a group or a single person, one role on one {f}.",
    "Each grant names a holder, which is a group or a person, a role and a {f}.",
    "Rights come from grants alone, each of which gives its holder (a group or one person) a role"
    " on a {f}.",
    "Every grant ties a role on a {f} to its holder, either a group or one named person.",
    "With a grant, its holder (a group or a person) is given a role on a {f}.",
    "There is one source of rights, the grants: a holder, be it a group or a person, has a role "
    "on some {f}.",
    "Grants have three parts: the holder (a person or a whole group), the role, and the {f} on "
    "which it is given.",
    "All rights rest on grants, and a grant says which holder, person or group, has which role on"
    " which {f}.",
)

MEMBER = (
    "What is granted to a group, all its members may use.",
    "Every member of a group profits from the grants made to the group.",
    "A grant made to a group serves each person who counts as a member of it.",
    "A group's grants are there for each of its members.",
    "Members of a group can rely on whatever the group has been granted.",
    "Being a member of a group is enough to use its grants.",
    "If a group is the holder of a grant, any member may make use of it.",
    "It makes no difference whether a grant is used by this or that member of the group that "
    "holds it.",
)

ROLE = (
    "A role allows the actions that list it and no others; no action includes another.",
    "An action is open to the roles named next to it and to no other role.",
    "Which actions a role allows is settled by the list of actions alone, not by its name.",
    "No role allows more than the actions under which it is listed.",
    "Holding a role permits exactly those actions that name the role.",
    "A role is good for an action only if the entry of that action names the role.",
    "The names of roles mean nothing in themselves; look up the action to see which roles allow "
    "it.",
    "Actions are separate from one another, and each is allowed by the roles in its own entry "
    "only.",
)

DEFAULT = (
    "A request that no valid grant supports is refused.",
    "Whatever is not allowed by a grant under these rules is forbidden.",
    "One grant that counts is enough for a request; without any, the answer is no.",
    "If no grant counts for a request, it is turned down; if at least one does, it is allowed.",
    "A request is allowed as soon as one grant holds for it, and refused when none does.",
    "Requests need a single grant that holds under all of these rules; lacking it, they fail.",
    "The answer to a request is yes if some grant counts for it after all rules, and otherwise no.",
    "Nothing is allowed from the start: each request has to find one grant that counts, or it is "
    "refused.",
)

REACH = {
    "all": (
        "A grant made on a {f} covers that {f} and everything below it, however deep.",
        "Whatever is granted on a {f} holds there and in all {fs} underneath, at every depth.",
        "Grants flow down without limit: from the {f} they name, where they hold as well, to "
        "its children, their children and so on.",
        "The {f} named in a grant and the whole branch beneath it are covered by the grant.",
        "A grant can be used on its own {f} and anywhere in the tree under it, with no limit of "
        "depth.",
        "Each grant is valid on its own {f} and is inherited by all its descendants.",
        "A grant counts in the {f} where it was made and in every {f} inside it, whether "
        "directly inside or further down.",
    ),
    "children": (
        "A grant made on a {f} covers that {f} and the {fs} directly inside it, but none deeper.",
        "Grants travel one step down: they hold on the {f} they name and on its direct "
        "children, and stop there.",
        "What is granted on a {f} counts there and exactly one level below; grandchildren get "
        "nothing from it.",
        "A grant is valid on its own {f} and is inherited by the next level only, not by the "
        "levels after that.",
        "Inheritance is short: besides the {f} it names, a grant applies to each {f} whose "
        "direct parent that is, and to nothing further down.",
        "The {f} of a grant and that {f}'s own children are covered, but not the children of "
        "those.",
        "Two levels are covered by a grant, the {f} where it was made and the {fs} placed "
        "directly in that one.",
    ),
    "below": (
        "A grant made on a {f} covers everything below it at any depth, but not that {f} itself.",
        "Grants hold in all {fs} underneath the one they name, however deep, yet not on the "
        "named one.",
        "What is granted on a {f} is meant for its contents: it counts in every {f} further "
        "down that branch and does not count on the {f} itself.",
        "A grant is inherited by all descendants of its {f}; the {f} it names is left out.",
        "The {f} in a grant is only the starting point and is not covered; all {fs} beneath it, "
        "near and far, are.",
        "Not the {f} that a grant names but whatever it contains, on all levels, is covered.",
        "To be covered by a grant, a {f} must lie somewhere below the one that the grant names; "
        "being that very {f} does not count.",
    ),
}

SEAL = {
    "blocks": (
        "A seal keeps out what was granted higher up: such grants count neither on the sealed "
        "{f} nor below it, while grants made on the sealed {f} or below it work as usual.",
        "Grants made above a sealed {f} end just before it; the sealed {f} and all below it "
        "rely on grants made there, that is, on the sealed {f} or underneath.",
        "Once a {f} is sealed, no grant from further up enters it or anything under it. Its own "
        "grants, and those beneath it, are as good as ever.",
        "Sealing a {f} cuts it and its whole branch off from the grants made above; what is "
        "granted on the sealed {f} itself still goes down from there.",
        "No grant passes into a sealed {f} from above, so nothing inside that {f} gets it "
        "either; grants on the sealed {f} itself or inside it are not touched.",
    ),
    "beneath": (
        "A seal works on what lies underneath: the sealed {f} itself still takes grants, but no "
        "grant made on it or above it reaches the {fs} below it.",
        "Grants made on a sealed {f} or higher up may count on the sealed {f}, yet they go no "
        "deeper; below it only grants made below it count.",
        "A sealed {f} is the last stop. What was granted there or above is good on that {f} at "
        "most, and never in the {fs} inside it.",
        "Sealing a {f} closes the way out of it downwards: it changes nothing on the {f} itself, "
        "but grants from that {f} and from above it do not get to anything below.",
        "Nothing comes down out of a sealed {f}: neither its own grants nor those it inherits "
        "are passed on to lower {fs}, though they remain usable on the sealed {f} itself.",
    ),
    "only": (
        "A seal concerns one {f} alone: grants made above do not count on the sealed {f}, but "
        "the {fs} below it inherit them as if there were no seal.",
        "On a sealed {f} only grants made on that very {f} can count. Lower {fs} are not "
        "concerned: for them, the seal might as well not exist.",
        "Sealing a {f} frees just this {f} from what was granted further up; inheritance goes on "
        "underneath it unchanged, and grants made on the sealed {f} remain good.",
        "A sealed {f} inherits no grants, yet it lets them through to the {fs} below; what is "
        "granted on it directly is not affected.",
        "What is granted higher up skips a sealed {f} and is good again in everything beneath "
        "it; grants on the sealed {f} itself are not changed by the seal.",
    ),
}

SEAL_DENIALS = {
    True: (
        "Seals treat denials as they treat grants.",
        "All that is said here of grants and seals goes for denials and seals too.",
        "A denial is held back by a seal wherever a grant in its place would be.",
        "As to seals, there is no difference between a denial and a grant.",
        "Whether a seal stops a denial is decided in the same way as for a grant.",
    ),
    False: (
        "Seals do nothing to denials.",
        "A denial is never held back by a seal.",
        "Only grants are subject to seals; denials act as if no {f} were sealed.",
        "Sealing a {f} makes no difference to any denial, wherever it was made.",
        "For denials, all seals are to be ignored.",
    ),
}

NEST = {
    "any": (
        "Members of a group also count as members of every group that contains it, directly or "
        "through others in between. The reverse does not hold.",
        "When one group sits inside another, its members belong to the outer group too, and so "
        "on outwards without limit; nobody belongs to an inner group by being in an outer one.",
        "Membership passes through any number of nestings from the inner group to the outer "
        "one, and never inwards.",
        "Whoever is in a group is thereby in all groups around it, however many layers there "
        "are, but not in the groups within it.",
        "Nesting counts at every depth: the members of an inner group are members of all groups "
        "around it, whereas members of an outer group do not become members of inner ones.",
    ),
    "one": (
        "Members of a group also count as members of a group that directly contains it, but not "
        "of groups any further out. They never count as members of groups inside their own.",
        "Nesting counts for one step: those listed in a group are in the group right around it "
        "as well, yet in none beyond that. It does not work inwards.",
        "Membership passes from an inner group to the one directly around it and ends there; it "
        "never passes from an outer group to an inner one.",
        "Besides the groups where they are listed, people belong to the groups in which those "
        "are directly placed. A second layer of nesting counts for nothing, and neither does "
        "the way inwards.",
        "A person listed in a group is taken to be in its immediate outer group too. Groups at "
        "two or more nestings' distance do not count, nor do groups that lie inside.",
    ),
    "none": (
        "Placing a group inside another has no effect on membership, neither outwards nor inwards.",
        "Only people listed in a group are its members; the members of a group that sits inside "
        "it, or around it, are not.",
        "The nesting of groups is for tidiness: it makes nobody a member of anything.",
        "A group that is part of another stays apart from it, and neither one's members count "
        "as members of the other.",
        "Membership must be direct. That a person's group lies within a second group, or "
        "contains it, gives that person no place in the second group.",
    ),
}

NEST_DENIALS = {
    True: (
        "A denial to a group binds everybody who counts as a member, through nesting too.",
        "Membership that comes from nested groups counts for denials just as for grants.",
        "Those who are members of a group by nesting alone are bound by its denials as well.",
        "For denials, the members of a group are the same people as for grants, nested ones "
        "included.",
        "If nesting makes a person a member of a group, the group's denials bind that person.",
    ),
    False: (
        "A denial to a group binds only those who are listed in that very group; people who are "
        "members through nesting are not bound.",
        "Nesting is left out of account for denials: they bind the people listed in the group "
        "they name and nobody else.",
        "Denials differ from grants in that membership through nested groups does not count for "
        "them.",
        "Those who are members of a group by nesting alone are not bound by its denials.",
        "If a person is a member of a group merely through nesting, the group's denials leave "
        "that person alone.",
    ),
}

DENIAL = (
    "A denial takes one action on a {f} from its holder, who is a person or all the members of a "
    "group.",
    "Each denial names a holder, an action and a {f}; if the holder is a group, its members are "
    "denied that action and no other.",
    "With a denial, its holder (a person, or a group for its members) loses one action on a {f}; "
    "no other action is concerned.",
    "What a denial withholds is the action it names, on the {f} it names, from its holder: one "
    "person, or all members of one group.",
    "Denials are made against a holder, a person or a group with its members, and each withholds "
    "just one action on one {f}.",
    "Where a denial names a group, it holds for the members, and where it names a person, for "
    "that person; it concerns a single action on a {f}.",
)

DENY = {
    "always": (
        "A denial that applies to a request beats every grant, wherever the two were made.",
        "If any denial applies, the request fails, no matter which grants there are and where.",
        "Denials come first: no grant, near or far, helps against a denial that applies.",
        "Where a grant and a denial both apply, the denial wins in every case.",
        "A single denial that applies is the end of the matter, whatever has been granted and "
        "on whichever {f}.",
    ),
    "near deny": (
        "A denial that applies overrules grants made on the same {f} or higher up; a grant made "
        "closer to the requested {f} than the denial stands.",
        "Of a grant and a denial that both apply, the one nearer to the requested {f} wins, and "
        "on the same {f} the denial does.",
        "A grant survives a denial that applies exactly if the grant was made strictly lower in "
        "the tree; a grant made at equal height or higher falls.",
        "Compare the places where a grant and an applicable denial were made: the lower of the "
        "two in the tree prevails, and if both are on one {f}, it is the denial.",
        "Distance decides between a grant and a denial that applies. The shorter way to the "
        "requested {f} wins; a tie goes to the denial.",
    ),
    "near allow": (
        "A denial that applies overrules only grants made higher up than itself; a grant on the "
        "same {f} or closer to the requested {f} stands.",
        "Of a grant and a denial that both apply, the one nearer to the requested {f} wins, and "
        "on the same {f} the grant does.",
        "A grant falls to a denial that applies exactly if the denial was made strictly lower in "
        "the tree; a grant made at equal height or lower survives.",
        "Compare the places where a grant and an applicable denial were made: the lower of the "
        "two in the tree prevails, and if both are on one {f}, it is the grant.",
        "Distance decides between a grant and a denial that applies. The shorter way to the "
        "requested {f} wins; a tie goes to the grant.",
    ),
    "own": (
        "A denial that applies cancels only the grants made to its own holder, at whatever "
        "height; grants to other holders stand.",
        "Denials are matched by holder: one that applies beats every grant to that same group or "
        "person, near or far, and leaves what others were granted alone.",
        "What a group or person is denied is taken out of the grants to that very group or "
        "person, wherever they were made. A grant to another holder may still allow it.",
        "If a denial applies, grants with the same holder do not count, however near they are; "
        "grants with a different holder are not weakened by it.",
        "A grant falls to a denial that applies exactly when both name the same holder. Where "
        "in the tree they were made plays no part.",
    ),
}

DENY_REACH = {
    "same": (
        "Seals aside, a denial reaches the same {fs} as a grant made in its place.",
        "Denials are inherited like grants, seals apart: what a grant on that {f} would cover, "
        "the denial covers.",
        "How far down a denial applies is settled as for grants, leaving seals out of it.",
        "Without regard to seals, denials and grants made on one {f} extend to the same {fs}.",
        "The rule on which {fs} a grant covers holds for denials too; on seals, see elsewhere in "
        "these rules.",
    ),
    "self": (
        "A denial applies on the very {f} it names and nowhere else.",
        "Denials are not inherited; each is limited to the one {f} in which it was made.",
        "Only requests for the {f} named in a denial are touched by it, not those for {fs} "
        "inside it.",
        "Unlike a grant, a denial stays where it is: it applies to its own {f} alone.",
        "For a denial to apply, the requested {f} must be the one that it names; {fs} further "
        "down are out of its range.",
    ),
}

REQUESTS = (
    'Request: {user} asks for the action "{action}" on the {f} {q}.',
    "{user} would like to use the action {action} on the {f} {q}.",
    "Waiting for a decision: {user}, action {action}, {f} {q}.",
    "Person: {user}; action: {action}; {f}: {q}.",
    "The {f} {q} is where {user} has asked for the action {action}.",
    "Asked for by {user}: the action {action} in the {f} {q}.",
)

Forms = tuple[tuple[str, ...], ...]
"""Formats of a section's rows: column names or nothing, the row, and what joins its lists."""

HEADINGS = {
    "rules": ("How access is decided", "Rules", "The rules of this system", "What counts"),
    "members": ("People and their groups", "Who is in which group", "Members", "Directory"),
    "nestings": ("Groups inside groups", "Nested groups", "How groups are nested", "Nesting"),
    "roles": ("Actions and their roles", "Actions", "Which roles allow what", "Role table"),
    "tree": ("The tree of {fs}", "Where each {f} lies", "Layout of the {fs}", "All {fs}"),
    "grants": ("Grants", "What has been granted", "Grants in force", "Roles given"),
    "denials": ("Denials", "What has been denied", "Denials in force", "Actions withheld"),
    "seals": ("Seals", "Sealed {fs}", "Which {fs} are sealed", "{fs} under seal"),
    "request": ("The request", "To be decided", "Open request", "What is asked"),
}

MEMBER_ROWS: Forms = (
    ("", "- {0}: {1}", ", "),
    ("person | groups", "{0} | {1}", "; "),
    ("", "- {0} is in {1}", "and"),
    ("", "* {0} ({1})", ", "),
)
NESTING_ROWS: Forms = (
    ("", "- {0} is inside {1}"),
    ("", "- {1} contains {0}"),
    ("inner group | outer group", "{0} | {1}"),
    ("", "* {0}, which is part of {1}"),
)
ROLE_ROWS: Forms = (
    ("", "- {0}: {1}", ", "),
    ("action | roles", "{0} | {1}", "; "),
    ("", "- {0} is allowed by {1}", "and"),
    ("", "* {0} ({1})", ", "),
)
GRANT_ROWS: Forms = (
    ("", "- {0}: {1} on {2}"),
    ("holder | role | {f}", "{0} | {1} | {2}"),
    ("", "- {2}: {1} for {0}"),
    ("", "- {0} has the role {1} on {2}"),
    ("", "* {1} on {2}, held by {0}"),
)
DENIAL_ROWS: Forms = (
    ("", "- {0}: {1} on {2}"),
    ("holder | action | {f}", "{0} | {1} | {2}"),
    ("", "- {2}: no {1} for {0}"),
    ("", "- {0} is denied {1} on {2}"),
    ("", "* {1} on {2}, denied to {0}"),
)
SEAL_ROWS: Forms = (
    ("", "- {0}"),
    ("", "- {0} is sealed"),
    ("", "* sealed: {0}"),
    ("", "{0} [seal]"),
)
