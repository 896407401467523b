"""DBpedia-Entity v2, questions: does an entity answer the request?"""

from decisionpivot.items import Option
from decisionpivot.reference import dbpedia_rerank as rerank
from decisionpivot.reference.card import Card
from decisionpivot.reference.sampling import rng
from decisionpivot.reference.source import Row, Source

PAIRS = 100

CARD = Card(
    name="dbpedia_qald",
    layer="G",
    title="DBpedia-Entity v2: answers to questions over linked data",
    asks="Does an entity answer a request?",
    citation=rerank.CITATION,
    repository=rerank.REPOSITORY,
    commit=rerank.COMMIT,
    files=rerank.FILES,
    folder="dbpedia_rerank",
    licence=rerank.LICENCE,
    terms="permissive",
    labels="human",
    labels_are="crowd workers, disagreements settled by experts",
    metric="accuracy",
    original_metric="nDCG@10 and nDCG@100 of the whole collection",
    chance=0.5,
    chance_is="closed form: one over the number of options",
    unit="question",
    items=200,
    groups=100,
    sha256="e42cb09078c637f58a4d3340fd617f474f6f63a28b70963586a9768b7133e667",
    bag_of_words=0.575,
    defects=(
        "entities are names only, so that a system needs knowledge of the world",
        "'yes' is the highest grade of relevance, entities of the middle grade are not used",
    ),
)

OPTIONS = (
    Option("yes", "it answers the request"),
    Option("no", "it does not"),
)


def rows(source: Source) -> list[Row]:
    """One entity that answers and one that does not, for questions that ``rerank`` leaves."""
    texts, grades = rerank.queries(source), rerank.judgements(source)
    used = rerank.pools(grades)
    draw = rng()
    left = sorted(query for query in grades if rerank.family_of(query) == "QALD2")
    left = [query for query in left if query not in used]
    draw.shuffle(left)
    result: list[Row] = []
    for query in left:
        by_grade = {
            grade: sorted(entity for entity, own in grades[query].items() if own == grade)
            for grade in (2, 0)
        }
        if len(result) == 2 * PAIRS:
            break
        if not all(by_grade.values()):
            source.drop("question without both answers")
            continue
        result += [
            Row(
                state=rerank.name_of(draw.choice(by_grade[grade])),
                question=f"{texts[query]} Does this entity answer the request?",
                options=OPTIONS,
                answer=answer,
                group=query,
            )
            for grade, answer in ((2, "yes"), (0, "no"))
        ]
    return result
