"""What the conventions of an index say. All are checked; one decides how versions are ordered."""

import re

from decisionpivot.solvers.install_check.ranges import V
from decisionpivot.solvers.verdict import Unreadable

_INSIDE = r"or later|>=|\bge\b|at least|\bmin\b|from|square"
_OUTSIDE = r"later than|plain >|v >(?!=)|\bgt\b|above|\bover\b|after|round"
_LETS_IN = rf"(?:{_INSIDE}).*(?:{_OUTSIDE})"

_SAME = (  # a pre-release is its version
    r"pre-release counts as the version it leads up to",
    r"tag .* is ignored in every comparison",
    r"pre-release is equal to its version",
    r"means the same as .* stands for its version",
    r"tag of a pre-release is dropped",
    r"no rank of their own",
)
_RANKED = (  # a pre-release comes before its version, by the number of its tag
    r"is earlier than .* itself and later than every version before",
    r"marks a pre-release, which precedes its version",
    r"ranks right below the version",
    r"stands after all versions below .* and just before",
    r"count as versions of their own, in this order",
    r"are pre-releases of .* the former is earlier than the latter",
)
_ORDER = (
    r"first differing number is the greater",
    r"counts as an integer, the leftmost",
    r"compared in turn as numbers",
    r"first number in which they differ",
    r"numeric in each place",
    r"number by number from the left",
)
_CONDITIONS = (
    r"own versions\b.*(?:counts only if|binds the|to be skipped unless|spared the row)",
    r"^some rows start with own versions$",
    r"in force just where the pin of that entry",
    r"own .* makes a row optional",
    r"begins with an own .* counts only if",
    r"tied to an own .* binds the",
    r"opens with an own .* to be skipped unless",
    r"^optional rows start with an own",
    r"^leave them out if",
)
_DEMANDS = (
    r"a demand made by a pinned .* is fulfilled by a pin alone",
    r"every row of a pinned .* has to be met by the pins",
    r"if a pinned .* demands another one",
    r"nothing is installed but the pins",
    r"fetches no .* that is not pinned",
    r"a row that names another .* is met only by a pin",
)
_FREE = (
    r"may be pinned without being demanded",
    r"may well be one that no row mentions",
    r"only pinned .* make demands",
    r"that is not pinned play no part",
    r"rows of the rest are void",
    r"what an unpinned .* would demand does not matter",
    r"superfluous pin is allowed",
    r"all pins can be fetched as written",
    r"each pin names a build that exists",
    r"every version pinned exists with",
    r"no pin is refused for its",
    r"pinned builds have all been published",
    r"are free unless a row demands them",
    r"the pin may have whichever it likes",
    r"than demanded is fine",
)
_CONFLICTS = (
    r"a declared conflict stops the installation if both",
    r"which of the two declares it makes no difference",
    r"conflicts are real only when",
    r"outside that range they get on",
    r"installation fails where a pinned .* declares a conflict",
    r"then the set cannot be installed",
    r"in conflict must not both be pinned, unless",
    r"declares a conflict, no pin of the .* may lie in the range",
)
_TARGET = (
    r"installs only if the target's .* lies in its range",
    r"names the .* or platforms, the target must comply",
    r"are about the target environment",
    r"of the target must be in the range",
    r"the target must offer what rows demand",
)
_LIMITS = (
    r"a range of two limits asks for both",
    r"two limits .* together$",
    r"two limits both .* kept$",
    r"two limits are given.* respect the one and the other",
    r"two limits, neither may be overstepped",
    r"(?:sign \*|asterisk|star|\*).*(?:no limit|open|never ends)",
    rf"takes in its limit under .*{_LETS_IN}",
    rf"(?:lets in|counts|allowed by|part of it).*{_OUTSIDE}.*(?:does not|counts it out)",
    rf"{_INSIDE}.*lets in the version named.*(?:{_OUTSIDE})",
    rf"itself allowed by .*{_LETS_IN}",
    rf"(?:{_INSIDE}).*its limit is part of it.*(?:{_OUTSIDE}).*is not",
    rf"(?:{_INSIDE}).*the named version belongs to the range",
    rf"(?:{_OUTSIDE}).*it is left out",
)
_EXAMPLES = (  # the second halves of sentences
    r"^by this v comes before v$",
    r"^v therefore comes after v$",
    r"own number is a number too, so v comes after v$",
    r"^v is neither earlier nor later than v$",
    r"^the pin is taken to be v$",
    r"version below v comes before them$",
    r"^its own number",
)
_KNOWN = tuple(
    re.compile(pattern)
    for pattern in (
        *_ORDER, *_CONDITIONS, *_DEMANDS, *_FREE, *_CONFLICTS, *_TARGET, *_LIMITS, *_EXAMPLES,
    )
)  # fmt: skip


def ranks_tags(lines: list[str]) -> bool:
    """Whether a pre-release ranks below its version, by what the conventions say.

    Raises:
        Unreadable: a sentence is not known, or none says what a pre-release counts as.
    """
    found: set[bool] = set()
    for sentence in _sentences(lines):
        same = any(re.search(pattern, sentence) for pattern in _SAME)
        ranked = any(re.search(pattern, sentence) for pattern in _RANKED)
        if same or ranked:
            found.add(ranked)
        elif not any(pattern.search(sentence) for pattern in _KNOWN):
            raise Unreadable(f"a convention that is not known: {sentence!r}")
    if len(found) != 1:
        raise Unreadable("what a pre-release counts as is not said, or said in two ways")
    return found.pop()


def _sentences(lines: list[str]) -> list[str]:
    text = re.sub(V, "v", " ".join(lines))
    parts = re.split(r"(?<=[.;])\s+", text)
    return [part.rstrip(".;").lower() for part in parts if part.strip()]
