"""Flights: is a time that one source reports correct, given what all sources report?"""

import re
from collections import defaultdict

from decisionpivot.items import Option
from decisionpivot.reference.card import Card, SourceFile
from decisionpivot.reference.sampling import MOST, rng, walk
from decisionpivot.reference.source import Row, Source

FOLDER = "raha-master/datasets/flights"
DIRTY = f"{FOLDER}/dirty.csv"
CLEAN = f"{FOLDER}/clean.csv"

CARD = Card(
    name="raha_flights",
    layer="F",
    title="Flights: times that web sources report",
    asks="Is the time that a source reports for a flight correct?",
    citation="Mohammad Mahdavi, Ziawasch Abedjan, Raul Castro Fernandez, Samuel Madden, Mourad "
    "Ouzzani, Michael Stonebraker, Nan Tang. Raha: A Configuration-Free Error Detection System. "
    "SIGMOD 2019; Xian Li, Xin Luna Dong, Kenneth Lyons, Weiyi Meng, Divesh Srivastava. Truth "
    "Finding on the Deep Web. VLDB 2012",
    repository="WelkinNi/Automatic-Data-Repair",
    commit="b3004a8980104ae5412b8dc39e609b2c1c8e439d",
    files=(
        SourceFile(
            DIRTY, 154776, "1b5c1afa10aa0e7c20fd7e14d05c56772715b2771aa0f5fa67ed1709e1eecd46"
        ),
        SourceFile(
            CLEAN, 173159, "0acfcfd8985b06fdd363965c9e8d9522c43e7589a93d79ae7dc311e1c37fdf3b"
        ),
    ),
    licence="Apache-2.0 (Raha, vendored with the data)",
    terms="permissive",
    labels="human",
    labels_are="the airlines' own times, compared with what web sources report",
    metric="balanced_accuracy",
    original_metric="precision, recall and F1 of detected cells",
    chance=0.5,
    chance_is="closed form: one over the number of options",
    unit="flight",
    items=996,
    groups=95,
    sha256="8b08d7ca841986cfec907c3cdd1b2548f77c03694d92a23a5341f83cdb1865c6",
    bag_of_words=0.500,
    defects=(
        "taking the majority of the sources by clock time has a balanced accuracy of 0.63",
        "the files come from a copy of Raha's data in another project; that they equal the "
        "original could not be checked",
    ),
)

COLUMNS = {"act_dep_time": "actual departure", "act_arr_time": "actual arrival"}
SCHEDULE = {"sched_dep_time": "scheduled departure", "sched_arr_time": "scheduled arrival"}
EACH = 3
"""At most so many cells of a column and label from a flight: the columns are mixed alike."""

OPTIONS = (
    Option("correct", "the reported time is the true one"),
    Option("wrong", "the true time is another"),
)

_CLOCK = re.compile(r"(\d{1,2}):(\d\d)\s*([ap])\.m\.")

Cells = dict[tuple[str, str, str], list[Row]]


def rows(source: Source) -> list[Row]:
    """As many correct as wrong cells of every flight and column, flights whole."""
    dirty, clean = list(source.table(DIRTY)), list(source.table(CLEAN))
    flights: dict[str, list[dict[str, str]]] = defaultdict(list)
    for report in dirty:
        flights[report["flight"]].append(report)
    states = {flight: _state(flight, reports) for flight, reports in flights.items()}
    cells: Cells = defaultdict(list)
    for report, true in zip(dirty, clean, strict=True):
        for column in COLUMNS:
            label = _label(source, report[column], true[column])
            if label:
                row = _row(states[report["flight"]], report, column, label)
                cells[report["flight"], column, label].append(row)
    draw = rng()
    drawn: list[Row] = []
    for flight in sorted(flights):
        for column in COLUMNS:
            right, wrong = (cells[flight, column, key] for key in ("correct", "wrong"))
            size = min(len(right), len(wrong), EACH)
            drawn += draw.sample(right, size) + draw.sample(wrong, size)
    return walk(drawn, quotas={"correct": MOST // 2, "wrong": MOST // 2})


def _label(source: Source, reported: str, true: str) -> str | None:
    """Whether a cell is right; None, counted, where that is no question of the time."""
    reported = reported.strip()
    if not reported:
        source.drop("empty cell")
    elif clock(reported) is None:
        source.drop("not a time of day")
    elif reported == true.strip():
        return "correct"
    elif clock(reported) == clock(true):
        source.drop("differs in form only")
    else:
        return "wrong"
    return None


def clock(text: str) -> tuple[int, int] | None:
    """Hour and minute of a time with a.m. or p.m.

    >>> clock("Dec 01 12:05 a.m.")
    (0, 5)
    """
    found = _CLOCK.search(text)
    if not found:
        return None
    return int(found[1]) % 12 + 12 * (found[3] == "p"), int(found[2])


def _state(flight: str, reports: list[dict[str, str]]) -> str:
    names = SCHEDULE | COLUMNS
    order = ("sched_dep_time", "act_dep_time", "sched_arr_time", "act_arr_time")
    lines = [f"Flight {flight}", " | ".join(("source", *(names[column] for column in order)))]
    for report in reports:
        lines.append(" | ".join((report["src"], *(report[column].strip() for column in order))))
    return "\n".join(lines)


def _row(state: str, report: dict[str, str], column: str, label: str) -> Row:
    return Row(
        state=state,
        question=f"Source {report['src']} reports the {COLUMNS[column]} as "
        f'"{report[column].strip()}". Is this value correct?',
        options=OPTIONS,
        answer=label,
        group=report["flight"],
        domain=column,
    )
