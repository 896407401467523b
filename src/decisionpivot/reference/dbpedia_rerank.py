"""DBpedia-Entity v2: how relevant is an entity to a search request?"""

from collections import defaultdict
from urllib.parse import unquote

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.sampling import rng
from decisionpivot.reference.source import Row, Source

QUERIES = "collection/v2/queries-v2.txt"
JUDGEMENTS = "collection/v2/qrels-v2.txt"
FILES = (
    SourceFile(QUERIES, 22711, "8f770cf72d671c48c304e4bb827c6d9ea44f3d85e6d78272ad014aa09aa94cd8"),
    SourceFile(
        JUDGEMENTS, 2497562, "cab5976ddd2e341088638195d8425d8c6434641c2cf48fdb0fbc8b33dfb4bcf4"
    ),
)
CITATION = (
    "Faegheh Hasibi, Fedor Nikolaev, Chenyan Xiong, Krisztian Balog, Svein Erik Bratsberg, "
    "Alexander Kotov, Jamie Callan. DBpedia-Entity v2: A Test Collection for Entity Search. SIGIR "
    "2017"
)
REPOSITORY = "iai-group/DBpedia-Entity"
COMMIT = "56a177679f2b72c69c74af00aa02e2b3cbd591df"
LICENCE = "MIT (the collection); entity names come from DBpedia"

CARD = Card(
    name="dbpedia_rerank",
    layer="G",
    title="DBpedia-Entity v2: entities for search requests",
    asks="How relevant is an entity to a search request?",
    citation=CITATION,
    repository=REPOSITORY,
    commit=COMMIT,
    files=FILES,
    licence=LICENCE,
    terms="permissive",
    labels="human",
    labels_are="crowd workers, disagreements settled by experts",
    metric="ndcg@10",
    original_metric="nDCG@10 and nDCG@100",
    chance=0.2667,
    chance_is="closed form: the expected nDCG@10 of a random order, query by query",
    unit="query",
    items=5_000,
    groups=100,
    sha256="1d5feeb6eaaa862299a2cf7157427daed1e72282893eff76c8f3009fa489ce59",
    bag_of_words=0.267,
    defects=(
        "entities are names only, so that a system needs knowledge of the world",
        "relevance was judged, not whether an entity meets every condition of the request",
    ),
)

DRAWN = {
    "INEX_LD": 15,
    "INEX_XER": 30,
    "QALD2": 25,
    "SemSearch_ES": 5,
    "SemSearch_LS": 15,
    "TREC_Entity": 10,
}
"""Queries of each family, more of those that set conditions."""
POOL = 50
MOST_RELEVANT = 25
LEAST_RELEVANT = 3

LEVELS = (
    Option("0", "not relevant"),
    Option("1", "relevant"),
    Option("2", "highly relevant"),
)

Grades = dict[str, dict[str, int]]
"""By query and entity."""


def rows(source: Source) -> list[Row]:
    """A pool of fifty judged entities for each of a hundred queries."""
    texts, grades = queries(source), judgements(source)
    return [
        Row(
            state=name_of(entity),
            question=f"How relevant is this entity to the request: {texts[query]}",
            options=LEVELS,
            label=float(grades[query][entity]),
            group=query,
            query=query,
            domain=family_of(query),
            levels=True,
        )
        for query, pool in pools(grades).items()
        for entity in pool
    ]


def pools(grades: Grades) -> dict[str, list[str]]:
    """The drawn queries with their candidates, by one generator from queries to pools."""
    draw = rng()
    families: dict[str, list[str]] = defaultdict(list)
    for query in sorted(grades):
        if _eligible(grades[query]):
            families[family_of(query)].append(query)
    drawn = [
        query for family, size in DRAWN.items() for query in draw.sample(families[family], size)
    ]
    result = {}
    for query in drawn:
        relevant = sorted(entity for entity, grade in grades[query].items() if grade > 0)
        others = sorted(entity for entity, grade in grades[query].items() if grade == 0)
        if len(relevant) > MOST_RELEVANT:
            relevant = draw.sample(relevant, MOST_RELEVANT)
        pool = relevant + draw.sample(others, POOL - len(relevant))
        draw.shuffle(pool)
        result[query] = pool
    return result


def _eligible(judged: dict[str, int]) -> bool:
    relevant = sum(grade > 0 for grade in judged.values())
    enough = POOL - MOST_RELEVANT
    return (
        len(judged) >= POOL and relevant >= LEAST_RELEVANT and len(judged) - relevant >= enough
        and len(judged) - relevant >= POOL - min(relevant, MOST_RELEVANT)
    )  # fmt: skip


def family_of(query: str) -> str:
    """The family of a query id: the test and training parts of QALD2 are one."""
    return query.rpartition("-")[0].removesuffix("_te").removesuffix("_tr")


def queries(source: Source) -> dict[str, str]:
    """The texts of the queries."""
    lines = (line.split("\t", 1) for line in source.text(QUERIES).splitlines() if line)
    return {query: text.strip() for query, text in lines}


def judgements(source: Source) -> Grades:
    """All judged entities with their grades."""
    grades: Grades = defaultdict(dict)
    for line in source.text(JUDGEMENTS).splitlines():
        query, _, entity, grade = line.split("\t")
        grades[query][entity] = int(grade)
    return grades


def name_of(entity: str) -> str:
    """An entity's name from its resource.

    >>> name_of("<dbpedia:Mara_L%C3%B3pez>")
    'Mara López'
    """
    return unquote(entity.removeprefix("<dbpedia:").removesuffix(">")).replace("_", " ")
