"""What is said of the two data sets in words, once: the card and Croissant both read it here."""

from msgspec import Struct

AUTHORS = "The DecisionPivot authors"
PUBLISHED = "2026-11-30"
"""The date of this version of the package, as CITATION.cff has it."""


class About(Struct, frozen=True, kw_only=True):
    """A data set in words. A list holds one statement an entry.

    Attributes:
        title: what it is called.
        summary, description: in a sentence, and in a paragraph.
        canary: where the canary stands.
        licence, licence_is: the hub's name of the licence, and where its text stands.
        tags, categories: how the hub finds it.
        sources, annotators, writers: the hub's words for where data, labels and language are from.
        rationale: why it was made.
        collection, collection_type, processing: how the data came about, Croissant's word for it,
            and what was done to it.
        producers: who wrote the data.
        annotation, annotators_are: how the answers came about, and who gave them.
        tools: the programs that gave answers.
        personal: what personal or sensitive information there is.
        uses, misuses: what it is for, and what not.
        biases, limits: what is known of both.
        advice: what follows for its users.
        impact: what it may do to people.
        glossary: words that the card uses.
        maintenance: who keeps it and how it changes.
    """

    title: str
    summary: str
    description: str
    canary: str
    licence: str
    licence_is: str
    tags: tuple[str, ...]
    categories: tuple[str, ...]
    sources: str
    annotators: str
    writers: str
    rationale: str
    collection: str
    collection_type: tuple[str, ...]
    processing: tuple[str, ...]
    producers: str
    annotation: tuple[str, ...]
    annotators_are: str
    tools: tuple[str, ...]
    personal: str
    uses: tuple[str, ...]
    misuses: tuple[str, ...]
    biases: tuple[str, ...]
    limits: tuple[str, ...]
    advice: tuple[str, ...]
    impact: str
    glossary: tuple[str, ...]
    maintenance: str


CORE = About(
    title="DecisionPivot core",
    summary="Does a decision model follow the one fact that decides?",
    description=(
        "Decision models read a state and a typed question (yes or no, one of several options) "
        "and return a probability for every option. The items come in contrast groups: the members "
        "of a group share everything but one decisive fact, and with it the right answer. A group "
        "counts only when every member is answered rightly (pair accuracy), so that a system which "
        "gives the likely answer to all of them scores nothing."
    ),
    canary="The canary stands in every row, and here:",
    licence="cc-by-4.0",
    licence_is="https://creativecommons.org/licenses/by/4.0/",
    tags=(
        "benchmark",
        "evaluation",
        "decision-models",
        "contrast-sets",
        "calibration",
        "synthetic",
    ),
    categories=("text-classification", "question-answering"),
    sources="original",
    annotators="machine-generated",
    writers="machine-generated",
    rationale=(
        "Accuracy on public sets hides whether a system reads what matters: a likely answer is "
        "often right. Items in contrast groups tell the two apart, and generated items can be "
        "drawn anew, so that a release which was memorised shows."
    ),
    collection=(
        "Nothing was collected. Each family has a generator, a program that draws a structured "
        "case from a seed, computes the answer from the structure, changes the one fact that "
        "decides, and writes each member as English text or as JSON."
    ),
    collection_type=("Software Collection",),
    processing=(
        "Yes and no, the order of options, domains, kinds of decisive fact and levels are balanced "
        "by quota within each family; no item is selected by how a model answers it.",
        "Each generator checks that the members of a group differ in the decisive fact alone, and "
        "that no two states are equal.",
    ),
    producers="Programs of the DecisionPivot project. No text was taken from elsewhere.",
    annotation=(
        "Answers are computed from the structure that a state is written from.",
        "A solver for each family, written from rendered items alone and without the generator, "
        "works every answer out again from the text; all agree.",
        "A sample of each family was read blind, before the key was opened.",
        "No human outside the project has reviewed the items yet.",
    ),
    annotators_are="Programs: the generators, and the solvers that check them.",
    tools=("DecisionPivot generators", "DecisionPivot solvers"),
    personal=(
        "None. Persons, firms and cases are invented and their names put together from syllables; "
        "a likeness to a real one is chance."
    ),
    uses=(
        "Measuring whether a system that returns probabilities follows the decisive fact: pair "
        "accuracy, item accuracy, calibration, and the share that could be automated.",
        "Comparing systems on the same items, with intervals over groups.",
    ),
    misuses=(
        "Training or tuning: please evaluate on the items and do not train on them. The licence "
        "cannot forbid it; the canary is there so that it can be found.",
        "Evidence that a system is fit for a real decision about people. The cases are invented.",
        "Taking single items out of their groups: pair accuracy needs all members.",
    ),
    biases=(
        "English only; forms of dates, money and business papers are those of Western offices.",
        "Domains are administrative and technical; nothing speaks of other kinds of decisions.",
        "The answers of each family are balanced, real ones are not: neither accuracy nor "
        "calibration carries over to another rate of yes.",
    ),
    limits=(
        "The text is generated and more regular than what people write.",
        "Levels of difficulty raise several things at once: length, conditions and distractors.",
        "An interval speaks of other items of the same generators.",
        "No human outside the project has reviewed the items yet.",
        "A public release can be memorised; a fresh draw of another seed shows the gap.",
    ),
    advice=(
        "Report pair accuracy with its interval and the share of failed predictions beside it, "
        "and compare with uniform guessing, which the table of configurations states.",
        "Before deciding from a score, measure on labelled cases of your own.",
    ),
    impact=(
        "Better measured decision models may be trusted with more decisions. A good score here "
        "must not stand in for a test on the decisions that are to be made."
    ),
    glossary=(
        "**Contrast group:** items that share everything but the decisive fact.",
        "**Pair accuracy:** the share of groups in which every member is answered rightly.",
        "**Pair chance:** the pair accuracy of uniform guessing.",
    ),
    maintenance=(
        "The DecisionPivot project keeps it. A published release never changes: a change of any "
        "byte makes a release with a new name, and the package version that its manifest names "
        "makes the old one again, byte for byte. Errors are reported in the project's tracker."
    ),
)

REFERENCE = About(
    title="DecisionPivot reference",
    summary="Public test sets in one format, as decisions with typed options.",
    description=(
        "Public test sets, rebuilt from their authors' official files as decisions: a state, a "
        "question, and options. Each keeps its authors' labels and is scored by one metric. This "
        "data set holds those whose licences allow it to be passed on; DecisionPivot builds "
        "the others from the same official files on the user's machine."
    ),
    canary="The canary of this card:",
    licence="other",
    licence_is="LICENSE.md",
    tags=("benchmark", "evaluation", "decision-models", "calibration"),
    categories=("text-classification", "question-answering", "text-ranking"),
    sources="extended",
    annotators="found",
    writers="found",
    rationale=(
        "Generated items say nothing of the language and the labels of people. Well-known sets in "
        "one format set a score on generated items beside scores on such data."
    ),
    collection=(
        "The official files of each set at a pinned commit, checked by SHA-256. How each set was "
        "collected is told in the paper that its entry cites."
    ),
    collection_type=("Secondary Data Analysis",),
    processing=(
        "Fields that reveal the label are left out, duplicates and defective rows dropped and "
        "counted, and at most a fixed number of items sampled with a fixed seed, groups whole.",
        "Items are shuffled and numbered anew: no id, row number or file name of the source stays.",
    ),
    producers="The authors of the sets and those whose text they used; see the cited papers.",
    annotation=("Labels are the sets' own: of people, computed, or mixed, as the table says.",),
    annotators_are="Those of each set; see the cited papers.",
    tools=(),
    personal=(
        "Some sets hold posts, conversations or articles of people, as their authors published "
        "them. Nothing was added. Sets with hateful or unsafe text are marked."
    ),
    uses=(
        "Measuring decision models on known sets, each with its own metric, corrected for chance.",
    ),
    misuses=(
        "Training or tuning on the items.",
        "Using hateful or unsafe text for anything but testing whether a system recognises it.",
    ),
    biases=("Those of each set: languages, topics and annotators are its authors' choice.",),
    limits=(
        "The sets are public, some for years: systems may have been trained on them.",
        "Known defects are left as they are, and listed on the page that DecisionPivot has of each "
        "set.",
        "Scores are for the items here, not for the authors' whole sets.",
    ),
    advice=(
        "Look up the overlap of the items with training data before comparing systems.",
        "Cite the authors of the sets that you use.",
    ),
    impact=(
        "Some items quote abuse of groups of people, to test that it is recognised; show them "
        "with care."
    ),
    glossary=("**Group:** items that share a text or a query and are resampled together.",),
    maintenance=(
        "The DecisionPivot project keeps it; a published release never changes. Authors who want "
        "their set taken out are asked to say so in the project's tracker."
    ),
)
