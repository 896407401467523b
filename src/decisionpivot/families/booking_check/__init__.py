"""Can a requested booking be confirmed under the conventions of the house as written?

A case lists rooms, confirmed bookings, conventions, notices for single days, and one request.
The members of a pair differ in one line: the request, a booking, a room or a notice. The positive
is exactly at a limit that the negative crosses by one step of the calendar, one person or one
piece of equipment.

Traps that are built in on purpose: conventions change from case to case (may bookings touch, what
is set up before or cleared after which of them, may one end at closing time, who counts, who may be
in two bookings at once, how long people need to change over); in both members alike the request is
often exactly at capacity, next to another booking, at closing time; people of the request are in
other bookings that are just far enough away, or at the same time where their part in it allows
that; rooms and people have look-alikes; notices change other rooms and other days.
"""

from random import Random

from decisionpivot.draw import choice
from decisionpivot.families.booking_check.case import broken
from decisionpivot.families.booking_check.layout import draw_draft
from decisionpivot.families.booking_check.pairs import complete
from decisionpivot.families.booking_check.phrases import SETTINGS
from decisionpivot.families.booking_check.plan import PARTS, draw_plan
from decisionpivot.families.booking_check.text import draw_wording, render
from decisionpivot.families.group import Family, Group, Member, Place, binary, changed_lines, domain
from decisionpivot.items import GenerationError, Pivot


def _difference(one: str, other: str) -> tuple[int, str, str]:
    """Where two texts differ, in whole words: the offset, and the words of each."""
    ours, theirs = one.split("\n"), other.split("\n")
    number = changed_lines(one, other)[0]
    a, b = ours[number].split(" "), theirs[number].split(" ")
    start = next(n for n in range(len(a)) if a[: n + 1] != b[: n + 1])
    end = next(n for n in range(1, len(a) + 1) if a[-n:] != b[-n:]) - 1
    offset = len("\n".join(ours[:number])) + len(" ".join(a[:start])) + 2
    return offset, " ".join(a[start : len(a) - end]), " ".join(b[start : len(b) - end])


def make(place: Place, r: Random, without: frozenset[str]) -> Group:
    """Make the pair at a place.

    Raises:
        GenerationError: a rule is broken that must not be, or the decisive one is kept.
    """
    setting_name = domain(place, FAMILY.domains, FAMILY.groups)
    setting = SETTINGS[setting_name]
    plan = draw_plan(place, r, without)
    draft = draw_draft(r, plan, setting)
    good, bad = complete(draft)
    if broken(good) or broken(bad) != [plan.kind]:
        raise GenerationError(f"{place}: {plan}: breaks {broken(good)} and {broken(bad)}")
    wording = draw_wording(r, setting, good, draft.names.word())
    texts = {"yes": render(good, wording), "no": render(bad, wording)}
    offset, yes, no = _difference(texts["yes"], texts["no"])
    values, base = {"yes": yes, "no": no}, choice(r, ("yes", "no"))
    return Group(
        domain=setting_name,
        options=binary(
            place,
            yes="the request keeps every rule and can be confirmed as it stands",
            no="the request breaks a rule and cannot be confirmed as it stands",
        ),
        base=texts[base],
        members=tuple(
            Member(
                state=text,
                answer=answer,
                pivot=Pivot(plan.kind, values[base], values[answer], round(offset / len(text), 4)),
                changes=int(answer != base),
            )
            for answer, text in texts.items()
        ),
    )


FAMILY = Family(
    name="booking_check",
    title="Can a requested booking be confirmed?",
    layer="C",
    question="Can the requested booking be confirmed as it stands?",
    size=2,
    domains=tuple(SETTINGS),
    kinds={
        "overlap": "the request collides with a booking of its room",
        "person": "somebody would be in two bookings at once who must not be",
        "capacity": "more people count than the room has seats",
        "hours": "the request lies outside the opening hours",
        "equipment": "the room lacks equipment that is asked for",
    },
    make=make,
    # What a reader leaves out that looks at overlaps alone: without these parts no person of the
    # request is booked close to it, seats and equipment are plenty and closing time is far away.
    parts=PARTS,
)
