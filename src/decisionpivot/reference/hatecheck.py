"""HateCheck: functional tests for hate speech, contrasts among them."""

from collections import Counter

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.sampling import MOST, components, grouped, shuffled
from decisionpivot.reference.source import Row, Source

CASES = "test_suite_cases.csv"
EACH = 30
"""Groups are taken while one of their functionalities has fewer items."""

CARD = Card(
    name="hatecheck",
    layer="B",
    title="HateCheck: functional tests for hate speech",
    asks="Is a text hateful?",
    citation="Paul Röttger, Bertie Vidgen, Dong Nguyen, Zeerak Waseem, Helen Margetts, Janet B. "
    "Pierrehumbert. HateCheck: Functional Tests for Hate Speech Detection Models. ACL 2021",
    repository="paul-rottger/hatecheck-data",
    commit="d84302298ceeb34f4b0dde2d8a1f4932c2caa612",
    files=(
        SourceFile(
            CASES, 664630, "ecf0dc1e93fccc90b6f880e632b19e635c0f0a68b3157915a9e20b6938f121cf"
        ),
    ),
    hub="Paul/hatecheck",
    licence="CC BY 4.0",
    terms="permissive",
    labels="human",
    labels_are="written by the authors, each confirmed by at least four of five annotators",
    metric="domain_mean:accuracy",
    beside=("accuracy",),
    original_metric="accuracy by functionality and overall",
    chance=0.5,
    chance_is="closed form: one over the number of options",
    unit="cases that are perturbations or contrasts of each other",
    items=998,
    groups=488,
    sha256="37400fd3779ab9174ca80757380b756f6150fbde0de3d5ea9b566e189b8bddcd",
    bag_of_words=0.793,
    defects=("all cases of a functionality have the same label; functionalities are never shown",),
    warning="slurs and threats as classification input",
)

OPTIONS = (
    Option("hateful", "it abuses a protected group, or somebody for belonging to one"),
    Option("non_hateful", "it does not"),
)


def rows(source: Source) -> list[Row]:
    """About as many cases of every functionality, related cases together."""
    cases = list(source.table(CASES))
    links = [[case["case_id"], *filter(None, [_number(case["ref_case_id"])])] for case in cases]
    firsts = components(links)
    smallest: dict[int, int] = {}
    for case, first in zip(cases, firsts, strict=True):
        number = int(case["case_id"])
        smallest[first] = min(smallest.get(first, number), number)
    usable = [
        Row(
            state=case["test_case"],
            question="Hate speech is abuse of a group that is protected (by age, disability, "
            "gender identity, race, national or ethnic origin, religion, sex or sexual "
            "orientation), or of somebody for belonging to it. Is this text hateful?",
            options=OPTIONS,
            answer=case["label_gold"].replace("-", "_"),
            group=str(smallest[first]),
            domain=case["functionality"],
        )
        for case, first in zip(cases, firsts, strict=True)
    ]
    return _balanced(usable)


def _number(text: str) -> str:
    """A case id that the source may write as a decimal."""
    return text.removesuffix(".0")


def _balanced(usable: list[Row]) -> list[Row]:
    groups = grouped(usable)
    taken: list[Row] = []
    counts: Counter[str] = Counter()
    for name in shuffled(sorted(groups, key=int)):
        group = groups[name]
        wanted = any(counts[row.domain] < EACH for row in group)
        if wanted and len(taken) + len(group) <= MOST:
            taken += group
            counts.update(row.domain for row in group)
    return taken
