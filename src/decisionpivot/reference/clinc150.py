"""CLINC150: which team handles a request, or none of them?"""

from collections import defaultdict
from typing import Any

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.sampling import rng
from decisionpivot.reference.source import Row, Source

QUERIES = "data/data_full.json"
DOMAINS = "data/domains.json"
EACH_INTENT = 6
OUT_OF_SCOPE = 100

CARD = Card(
    name="clinc150",
    layer="A",
    title="CLINC150: requests by domain, with out-of-scope ones",
    asks="Which of ten domains does a request belong to, if any?",
    citation="Stefan Larson, Anish Mahendran, Joseph J. Peper, et al. An Evaluation Dataset for "
    "Intent Classification and Out-of-Scope Prediction. EMNLP-IJCNLP 2019",
    repository="clinc/oos-eval",
    commit="828f8093932c8fe6ca7936c3d2e52903b1c523de",
    files=(
        SourceFile(
            QUERIES, 2495390, "36923c3705a59e08fe9c3883d8bc2dd966ef93e22cb78ac41171782a698d56e0"
        ),
        SourceFile(
            DOMAINS, 3818, "b947b579d3b8e74b06f93b01083d8efaff2888b43a3e362533bd88a6e1211b3a"
        ),
    ),
    hub="clinc/clinc_oos",
    licence="CC BY 3.0",
    terms="permissive",
    labels="human",
    labels_are="crowd workers wrote requests for an intent; reviewed",
    metric="accuracy",
    beside=("recall:out_of_scope",),
    original_metric="in-scope accuracy and out-of-scope recall over 150 intents",
    chance=1 / 11,
    chance_is="closed form: one over the number of options",
    items=1_000,
    groups=1_000,
    sha256="b0d02ae600c87af3cd584edbb6887dadd8afdc8b4956a3a163791e298d01862d",
    bag_of_words=0.722,
    defects=(
        "widely seen in training data",
        "some out-of-scope requests are near a domain by topic; the options therefore list their "
        "intents",
    ),
)


def rows(source: Source) -> list[Row]:
    """Six requests of every intent of the test set, and a hundred out-of-scope ones."""
    domains: dict[str, list[str]] = source.json(DOMAINS)
    queries: dict[str, list[list[str]]] = source.json(QUERIES)
    domain_of = {intent: domain for domain, intents in domains.items() for intent in intents}
    by_intent: dict[str, list[str]] = defaultdict(list)
    for text, intent in queries["test"]:
        by_intent[intent].append(text)
    draw = rng()
    options = _options(domains)
    result = [
        _row(text, domain_of[intent], options)
        for intent in sorted(by_intent)
        for text in draw.sample(by_intent[intent], EACH_INTENT)
    ]
    outside = draw.sample([text for text, _ in queries["oos_test"]], OUT_OF_SCOPE)
    return result + [_row(text, "out_of_scope", options) for text in outside]


def _row(text: str, answer: str, options: tuple[Option, ...]) -> Row:
    return Row(
        state=text,
        question="Which team should handle this request?",
        options=options,
        answer=answer,
    )


def _options(domains: dict[str, Any]) -> tuple[Option, ...]:
    teams = [
        Option(domain, "only these: " + ", ".join(i.replace("_", " ") for i in intents))
        for domain, intents in domains.items()
    ]
    return (*teams, Option("out_of_scope", "none of the teams handles it"))
