"""ESCO skills: which skill does a sentence of a job advert ask for?"""

import random
import re
from collections import defaultdict

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.sampling import rng
from decisionpivot.reference.source import Row, Source

LABELS = "data/skills_en_label.txt"
ANNOTATED = tuple(f"data/{name}_test_annotations.csv" for name in ("house", "tech", "techwolf"))
NO_LABEL = ("UNDERSPECIFIED", "LABEL NOT PRESENT")
DISTRACTORS = 4
SMALL_WORDS = frozenset("a an and as at by for from in into of on or that the to with".split())

CARD = Card(
    name="esco_skills",
    layer="G",
    title="ESCO skills in sentences of job adverts",
    asks="Which of five skills does a sentence ask for?",
    citation="Jens-Joris Decorte, Jeroen Van Hautte, Johannes Deleu, Chris Develder, Thomas "
    "Demeester. Design of Negative Sampling Strategies for Distantly Supervised Skill Extraction. "
    "RecSys in HR 2022; Jens-Joris Decorte, et al. Extreme Multi-Label Skill Extraction Training "
    "using Large Language Models. 2023",
    repository="jensjorisdecorte/Skill-Extraction-benchmark",
    commit="19305c85e35a74fb2a5128d8ee3798b06470b596",
    files=(
        SourceFile(
            ANNOTATED[0],
            222310,
            "0050dcaa3ae37c01597ee525b5bc0dd283f209398ee93fb4e316609ba4ce5890",
        ),
        SourceFile(
            ANNOTATED[1],
            169045,
            "af6f0507015a7acb0668315a6388c780611e4fd859626b46e242abf172278184",
        ),
        SourceFile(
            ANNOTATED[2],
            96509,
            "e2af8df7f515b9c1d5ca7dd87f892ed456255ee38d7f76fd6b3c8b102823c34a",
        ),
        SourceFile(
            LABELS, 393643, "1a809c7d4b7d028cf5e46717ac7e3575361335ed24c51fd8ee5832528513e348"
        ),
    ),
    licence="not stated in the repository; two files extend SkillSpan, ESCO labels are open data "
    "of the EU",
    terms="unstated",
    labels="human",
    labels_are="annotators",
    metric="accuracy",
    original_metric="R-precision at 5 and mean reciprocal rank",
    chance=0.2,
    chance_is="closed form: one over the number of options",
    unit="sentence",
    items=926,
    groups=926,
    sha256="4cba3472e8612074fa9d5f82f96d9c39844846d70c386b1990c97ad6dedce55f",
    bag_of_words=0.216,
    defects=(
        "distractors share no content word with a gold label of the sentence; a skill that means "
        "much the same in other words may still be among them",
        "three annotations of the tech file have a label that the list of ESCO labels lacks",
    ),
)


def rows(source: Source) -> list[Row]:
    """One item a sentence: its first skill among four that are asked for elsewhere."""
    draw = rng()
    known = {label.strip() for label in source.text(LABELS).splitlines()}
    return [row for path in ANNOTATED for row in _of_file(source, path, known, draw)]


def _of_file(source: Source, path: str, known: set[str], draw: random.Random) -> list[Row]:
    gold: dict[str, list[str]] = defaultdict(list)
    for row in source.table(path):
        label = row["label"].strip()
        if label in NO_LABEL:
            source.drop("annotation without a skill")
        elif label not in known:
            source.drop("label that the list lacks")
        else:
            gold[row["sentence"]].append(label)
    skills = sorted({label for labels in gold.values() for label in labels})
    domain = path.removeprefix("data/").partition("_")[0]
    return [_row(sentence, own, skills, domain, draw) for sentence, own in gold.items()]


def _row(sentence: str, own: list[str], skills: list[str], domain: str, draw: random.Random) -> Row:
    mine = words(" ".join(own))
    titles = [
        own[0],
        *draw.sample([skill for skill in skills if not words(skill) & mine], DISTRACTORS),
    ]
    draw.shuffle(titles)
    return Row(
        state=sentence,
        question="Which of these skills does the sentence ask for?",
        options=tuple(Option(key, title) for key, title in zip("abcde", titles, strict=True)),
        answer="abcde"[titles.index(own[0])],
        group=sentence,
        domain=domain,
    )


def words(label: str) -> set[str]:
    """The content words of a label, in lower case."""
    return set(re.findall(r"\w+", label.lower())) - SMALL_WORDS
