"""Auto-FuzzyJoin: which record of a reference table names the same entity?"""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from io import StringIO

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, listed
from decisionpivot.reference.sampling import rng
from decisionpivot.reference.source import Row, Source

TABLES = "src/autofj/benchmark"
PAIRS_A_TYPE = 20
DISTRACTORS = 4

CARD = Card(
    name="autofj",
    layer="F",
    title="Auto-FuzzyJoin: names of entities in two versions of DBpedia",
    asks="Which of five records names the same entity?",
    citation="Peng Li, Xiang Cheng, Xu Chu, Yeye He, Surajit Chaudhuri. Auto-FuzzyJoin: "
    "Auto-Program Fuzzy Similarity Joins Without Labeled Examples. SIGMOD 2021",
    repository="chu-data-lab/AutomaticFuzzyJoin",
    commit="2e638b2dd17da41abf5ed71575cea94b1d175ccd",
    files=listed("autofj"),
    licence="MIT (repository); the names come from DBpedia (CC BY-SA)",
    terms="share-alike",
    labels="computed",
    labels_are="the same entity's label in DBpedia of 2013 and of 2016",
    metric="accuracy",
    original_metric="precision, and recall at a target precision of 0.9",
    chance=0.2,
    chance_is="closed form: one over the number of options",
    items=937,
    groups=937,
    sha256="f9470ac1a7805eaaed4351ff58189762b7fba9c54356264524427994c346cbe0",
    bag_of_words=0.191,
    defects=(
        "the title that is nearest by trigrams is right in 0.65",
        "some pairs are renames that need knowledge of the world",
        "three of the fifty types (NationalFootballLeagueSeason, Stadium, UnitOfWork) repeat "
        "others and are empty after the drops",
    ),
)

Pair = tuple[str, str]


def rows(source: Source) -> list[Row]:
    """Twenty pairs a type: the right title among the four others that are most like it."""
    draw = rng()
    seen: set[Pair] = set()
    drawn: list[tuple[str, list[str], Pair]] = []
    for kind in sorted({path.split("/")[-2] for path in source.paths}):
        left = [row["title"] for row in _table(source, kind, "left.csv")]
        pairs = _usable(source, kind, set(left), seen)
        chosen = draw.sample(pairs, min(PAIRS_A_TYPE, len(pairs)))
        drawn += [(kind, left, pair) for pair in chosen]
    result = []
    for kind, left, (gold, record) in drawn:
        titles = [gold, *nearest(record, [title for title in left if title != gold])]
        draw.shuffle(titles)
        result.append(
            Row(
                state=f"Type: {kind}\nRecord: {record}",
                question="Which record of the reference table names the same entity?",
                options=tuple(Option(k, title) for k, title in zip("abcde", titles, strict=True)),
                answer="abcde"[titles.index(gold)],
                domain=kind,
            )
        )
    return result


def _usable(source: Source, kind: str, left: set[str], seen: set[Pair]) -> list[Pair]:
    """The pairs of a type that are new, and whose right title is none of the left table's."""
    pairs = []
    for row in sorted(_table(source, kind, "gt.csv"), key=lambda row: int(row["id_r"])):
        raw = row["title_l"], row["title_r"]
        repaired = repair(row["title_r"])
        if raw in seen:
            source.drop("pair of an earlier type")
        elif raw[1] in left or repaired in left:
            source.drop("title is in the reference table itself")
        else:
            pairs.append((raw[0], repaired))
        seen.add(raw)
    return pairs


def _table(source: Source, kind: str, name: str) -> Iterator[dict[str, str]]:
    return csv.DictReader(StringIO(source.text(f"{TABLES}/{kind}/{name}"), newline=""))


def repair(title: str) -> str:
    """A title whose UTF-8 was read as Latin-1, as it should be; others as they are.

    >>> repair("GuÃ©rin")
    'Guérin'
    """
    try:
        return title.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return title


def trigrams(title: str) -> frozenset[str]:
    """All windows of three characters, in lower case, with two blanks before and after."""
    text = f"  {title.lower()}  "
    return frozenset(text[at : at + 3] for at in range(len(text) - 2))


def nearest(record: str, titles: Sequence[str]) -> list[str]:
    """The titles with the highest Jaccard similarity of trigrams; ties in ascending order."""
    wanted = trigrams(record)
    places: dict[str, list[int]] = defaultdict(list)
    sizes = []
    for place, title in enumerate(titles):
        own = trigrams(title)
        sizes.append(len(own))
        for gram in own & wanted:
            places[gram].append(place)
    shared = Counter(place for found in places.values() for place in found)

    def likeness(place: int) -> float:
        return shared[place] / (len(wanted) + sizes[place] - shared[place])

    order = sorted(range(len(titles)), key=lambda place: (-likeness(place), titles[place]))
    return [titles[place] for place in order[:DISTRACTORS]]
