"""Gold standard of reviewer assignment: how qualified is a person to review a paper?"""

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, listed
from decisionpivot.reference.source import Row, Source

EVALUATIONS = "data/evaluations.csv"
FOLDER = "evaluation_datasets/d_20_1"
PAPERS = f"{FOLDER}/submissions.json"
ARCHIVE = f"{FOLDER}/archives/~{{}}.jsonl"
SLOTS = range(1, 11)
PROFILE = 20
"""Papers of a reviewer that are shown at most."""

CARD = Card(
    name="reviewer_match",
    layer="G",
    title="Reviewers and papers",
    asks="How qualified is a person to review a paper?",
    citation="Ivan Stelmakh, John Wieting, Sarina Xi, Graham Neubig, Nihar B. Shah. A Gold "
    "Standard Dataset for the Reviewer Assignment Problem. 2023",
    repository="niharshah/goldstandard-reviewer-paper-match",
    commit="aac90f2df5e25d8a8ebde4b8973e6ea071897483",
    files=listed("reviewer_match"),
    licence="none at this commit; a later one puts evaluations.csv under CC BY 4.0 and excludes "
    "titles and abstracts of papers",
    terms="unstated",
    labels="human",
    labels_are="the reviewers' own judgement after reading the paper",
    metric="macro_f1:low,mid,high",
    original_metric="weighted pairwise loss; accuracy on easy and hard triples",
    chance=0.3080,
    chance_is="mean of 20,000 seeded draws of uniform guesses",
    unit="reviewer",
    items=477,
    groups=58,
    sha256="d3daed9b524c2cc1b28abbde4b3f5ef1931eae76ee9a0082a5c1a828a791620b",
    bag_of_words=0.293,
    defects=(
        "the order of the ten papers falls with expertise in the source; it is not shown",
        "titles and abstracts are third-party text",
    ),
)

LEVELS = (
    Option("low", "hardly: an expertise of 2 or less on a scale from 1 to 5"),
    Option("mid", "partly: an expertise above 2 and below 4"),
    Option("high", "well: an expertise of 4 or more"),
)


def rows(source: Source) -> list[Row]:
    """Every rated paper with the titles of its reviewer's own papers."""
    papers = {paper: entry["content"] for paper, entry in source.json(PAPERS).items()}
    result = []
    for reviewer in source.table(EVALUATIONS, delimiter="\t"):
        person = reviewer["ParticipantID"]
        own = list(source.jsonl(ARCHIVE.format(person)))[:PROFILE]
        titles = [paper["content"]["title"] for paper in own]
        for slot in SLOTS:
            if not reviewer[f"Paper{slot}"]:
                continue
            paper = papers[reviewer[f"Paper{slot}"]]
            result.append(
                Row(
                    state={
                        "papers_of_the_reviewer": titles,
                        "paper": {"title": paper["title"], "abstract": paper["abstract"]},
                    },
                    question="How qualified is this reviewer to review the paper?",
                    options=LEVELS,
                    answer=level(float(reviewer[f"Expertise{slot}"])),
                    group=person,
                    levels=True,
                )
            )
    return result


def level(expertise: float) -> str:
    """The level of an expertise from 1 to 5 in steps of a quarter."""
    if expertise <= 2:
        return "low"
    return "high" if expertise >= 4 else "mid"
