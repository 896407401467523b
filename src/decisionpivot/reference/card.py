"""The card of a reference task: where it comes from, what it measures, and what it became."""

from importlib.resources import files
from typing import Literal
from urllib.parse import quote

from msgspec import Struct

RAW = "https://raw.githubusercontent.com"

Layer = Literal["A", "B", "C", "D", "E", "F", "G"]
LAYERS: dict[str, str] = {
    "A": "answer, ask or route",
    "B": "guard by a policy",
    "C": "check an output",
    "D": "tools and goals in agent loops",
    "E": "classify by reasoning",
    "F": "keep records in agreement",
    "G": "search and match",
}
"""What the tasks of each layer decide."""

Terms = Literal["permissive", "share-alike", "non-commercial", "unstated"]


class SourceFile(Struct, frozen=True):
    """One of the authors' official files: its path in their repository, bytes, and SHA-256."""

    path: str
    size: int
    sha256: str


class Card(Struct, frozen=True, kw_only=True):
    """All that is known of a reference task.

    Attributes:
        name, layer, title: the task's id, its layer, and what it is called.
        asks: what a system decides, in a sentence.
        citation: the paper or project to cite.
        repository, commit: where the official files lie (``owner/name``), and which version.
        files: the files that the converter reads.
        folder: the folder of a local copy that holds them; default the task's name.
        hub: the data set's id on the Hugging Face hub, where there is one.
        licence: the licence of text and labels, as the source states it.
        terms: what it comes down to; all but permissive ones are flagged before a build.
        labels: how the labels came about.
        labels_are: who or what made them.
        metric: the task's one metric, in the scorer's words; ``beside`` are shown with it.
        original_metric: what the authors report.
        chance: what uniform guessing scores; None for Brier skill, whose baseline the scorer
            computes from the labels.
        chance_is: how the chance baseline was obtained.
        unit: what the items of a group share; groups are resampled whole. Empty: every item.
        items, groups, sha256: what the converter builds, with the SHA-256 of the item file.
        bag_of_words: what a bag of words on the state scores on the metric, in grouped
            cross-validation.
        defects: what is known to be wrong or weak about the set.
        warning: what a reader should be warned of.
    """

    name: str
    layer: Layer
    title: str
    asks: str
    citation: str
    repository: str
    commit: str
    files: tuple[SourceFile, ...]
    folder: str = ""
    hub: str = ""
    licence: str
    terms: Terms
    labels: Literal["human", "computed", "mixed"]
    labels_are: str
    metric: str
    beside: tuple[str, ...] = ()
    original_metric: str
    chance: float | None
    chance_is: str
    unit: str = ""
    items: int
    groups: int
    sha256: str
    bag_of_words: float | None = None
    defects: tuple[str, ...] = ()
    warning: str = ""

    def address(self, file: SourceFile, base: str = RAW) -> str:
        """Where a file can be had: raw, at the pinned commit."""
        path = "/".join(quote(part, safe="") for part in file.path.split("/"))
        return f"{base}/{self.repository}/{self.commit}/{path}"


def listed(task: str) -> tuple[SourceFile, ...]:
    """The files of a task that has dozens, from a list beside this file.

    Each line holds SHA-256, bytes, and the path, which may hold blanks.
    """
    text = (files(__package__) / "files" / f"{task}.txt").read_text("utf-8")
    rows = (line.split(" ", 2) for line in text.splitlines())
    return tuple(SourceFile(path, int(size), digest) for digest, size, path in rows)
