"""LIMIT (small): who of forty-six persons likes a thing?"""

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.sampling import walk
from decisionpivot.reference.source import Row, Source

FOLDER = "data/limit-small"
CORPUS, QUERIES, MATCHES = (f"{FOLDER}/{name}.jsonl" for name in ("corpus", "queries", "qrels"))
QUERIES_DRAWN = 100
CANDIDATES = 46

CARD = Card(
    name="limit_rerank",
    layer="G",
    title="LIMIT: profiles that list a thing",
    asks="Does a profile match a request?",
    citation="Orion Weller, Michael Boratko, Iftekhar Naim, Jinhyuk Lee. On the Theoretical "
    "Limitations of Embedding-Based Retrieval. 2025",
    repository="google-deepmind/limit",
    commit="90c5dd3a7c3c0d68bc6cc7a0c5b0f4ca124dfdcb",
    files=(
        SourceFile(
            CORPUS, 29465, "ebc38fa10c96fa02e4501e41968edf586efffc6241b6cd10f1c8757c1854dc53"
        ),
        SourceFile(
            QUERIES, 54483, "0afedee8bb9aec36053568673bc7b5eb3e5fc416b49d44f187026de930084db8"
        ),
        SourceFile(
            MATCHES, 137231, "f6a0cbf1ac3c405e1cffc96c87bd19a5f77a671d123f547cf946bf17874a27f8"
        ),
    ),
    licence="CC BY 4.0 (data), Apache-2.0 (software)",
    terms="permissive",
    labels="computed",
    labels_are="by the program that made profiles and requests; they equal what the profiles list",
    metric="ndcg@10",
    original_metric="recall at 2, 10 and 20",
    chance=0.1211,
    chance_is="closed form: the expected nDCG@10 of a random order",
    unit="query",
    items=4_600,
    groups=100,
    sha256="11f2e1a4157740fe3b2cdd56a823e665d5e3dd18fd6e967bb1683d72dcaeedd3",
    bag_of_words=0.082,
    defects=("looking for the word finds every match: BM25 reaches 0.997",),
)

OPTIONS = (
    Option("yes", "this person matches the request"),
    Option("no", "this person does not"),
)


def rows(source: Source) -> list[Row]:
    """All profiles as candidates for each of a hundred queries, two of them right."""
    right = {(row["query-id"], row["corpus-id"]) for row in source.jsonl(MATCHES)}
    profiles = list(source.jsonl(CORPUS))
    return walk(
        [
            Row(
                state=profile["text"],
                question=f"{query['text']} Does this person match?",
                options=OPTIONS,
                answer="yes" if (query["_id"], profile["_id"]) in right else "no",
                group=query["_id"],
                query=query["_id"],
            )
            for query in source.jsonl(QUERIES)
            for profile in profiles
        ],
        most=QUERIES_DRAWN * CANDIDATES,
    )
