"""SummEdits: is an edited summary consistent with its document?"""

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.sampling import walk
from decisionpivot.reference.source import Row, Source

DOMAINS = ("news", "samsum", "scitldr", "ectsum", "qmsumm")
EACH_DOMAIN = 200

CARD = Card(
    name="summedits",
    layer="C",
    title="SummEdits: edits that break a summary or do not",
    asks="Is a summary consistent with its document?",
    citation="Philippe Laban, Wojciech Kryściński, Divyansh Agarwal, Alexander R. Fabbri, Caiming "
    "Xiong, Shafiq Joty, Chien-Sheng Wu. SummEdits: Measuring LLM Ability at Factual Reasoning "
    "Through The Lens of Summarization. EMNLP 2023",
    repository="salesforce/factualNLG",
    commit="0da1dfa62c783218d26208c1796d3a2605bec745",
    files=(
        SourceFile(
            "data/summedits/summedits_news.json",
            3113669,
            "aa06a1998cf7bfe6e40f8a79e0c10a1f77528165d8659056202c0ed679191c8e",
        ),
        SourceFile(
            "data/summedits/summedits_samsum.json",
            788647,
            "1d65ca667e646c7cc1cde9e6b35bdf43531eeea9191c692a9ac9ec0aa84eb5b5",
        ),
        SourceFile(
            "data/summedits/summedits_scitldr.json",
            780134,
            "b4d359277bafa11587505f0332797266b69c316c713db17376f0d99413e4b350",
        ),
        SourceFile(
            "data/summedits/summedits_ectsum.json",
            1120792,
            "dc255beb81ff1194b9069dfe03c1f888e0c5357c117e304bb44baaaa381a718b",
        ),
        SourceFile(
            "data/summedits/summedits_qmsumm.json",
            1652678,
            "011e2b70ba291d1a75d14526fcacb156f70cb6ed66b375143768389b6db67bff",
        ),
    ),
    licence="Apache-2.0 (repository); documents come from other sets (SAMSum is CC BY-NC-ND, news "
    "pages were scraped)",
    terms="non-commercial",
    labels="human",
    labels_are="experts judged edits that a language model proposed; doubtful ones were removed",
    metric="domain_mean:balanced_accuracy",
    original_metric="balanced accuracy by domain, and its mean",
    chance=0.5,
    chance_is="closed form: one over the number of options",
    unit="document of a domain",
    items=979,
    groups=36,
    defects=("five of the ten domains: the mean is not comparable with the authors'",),
    sha256="261e10a3108974257b523f6539b8f0e6db8cfc1ffa8579de5a881a60210c3c5d",
    bag_of_words=0.492,
)

OPTIONS = (
    Option("consistent", "everything in the summary is supported by the document"),
    Option("inconsistent", "something in the summary is not supported by the document"),
)


def rows(source: Source) -> list[Row]:
    """Whole documents with their edited summaries, at most 200 a domain.

    Ids, edit types and original summaries tell the label and stay out.
    """
    usable = [row for domain in DOMAINS for row in _of_domain(source, domain)]
    quotas = dict.fromkeys(DOMAINS, EACH_DOMAIN)
    return walk(usable, quotas=quotas, of=lambda row: row.domain)


def _of_domain(source: Source, domain: str) -> list[Row]:
    kept: dict[tuple[str, str], int] = {}
    for row in source.json(f"data/summedits/summedits_{domain}.json"):
        if (row["doc"], row["summary"]) in kept:
            source.drop("repeated summary")
        kept.setdefault((row["doc"], row["summary"]), row["label"])
    return [
        Row(
            state={"document": document, "summary": summary},
            question="Is the summary consistent with the document?",
            options=OPTIONS,
            answer="consistent" if label == 1 else "inconsistent",
            group=str((domain, document)),
            domain=domain,
        )
        for (document, summary), label in kept.items()
    ]
