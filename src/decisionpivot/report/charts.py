"""One description a plot: it gives the interactive page, SVG, PNG and PDF.

Descriptions name their data and are made once; a plot is a description with rows put in. Text and
axes take the colour of the page around them, so that a plot fits light and dark.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from msgspec import Struct, to_builtins

from decisionpivot.scoring.arrays import PLACES
from decisionpivot.scoring.curves import Bin, RiskCoverage
from decisionpivot.scoring.scorecard import Slice

OWN, OTHER, BASELINE = "#2f7de1", "#9aa3ad", "#c9862b"
RIGHT, WRONG = "#2a9d5c", "#c2571a"
POINTS = 160
"""A curve is drawn with so many points; its ends are among them."""
WIDTH, HEIGHT = 420, 280
QUADRANTS = (
    (0.25, 0.97, "both right"),
    (0.75, 0.97, "always yes"),
    (0.25, 0.03, "always no"),
    (0.75, 0.03, "reversed"),
)
"""Where the names of the quadrants stand: p(yes) of the negative and of the positive member."""
ALPHA = 0.05
THIS, OTHERS = "this system", "other systems"
NAMED = 12
"""Up to so many systems have their names in the plane of the leaderboard."""

Spec = dict[str, Any]


class Direction(Struct, frozen=True):
    """A contrast pair of yes/no items: p(yes) of its negative and of its positive member."""

    group: str
    negative: float
    positive: float


class Point(Struct, frozen=True):
    """A system in the plane of item and pair accuracy."""

    system: str
    role: str
    item: float
    pair: float
    low: float
    high: float


def filled(description: Spec, **datasets: Sequence[Mapping[str, Any]]) -> Spec:
    """A description with its data."""
    return description | {"datasets": datasets}


def finished(chart: Any, title: str) -> Spec:
    """The chart as a Vega-Lite specification, without its data."""
    chart = chart.properties(title=title).configure(background="transparent")
    soft = {"labelColor": "currentColor", "titleColor": "currentColor"}
    chart = (
        chart.configure_axis(
            gridColor="currentColor",
            gridOpacity=0.12,
            domainColor="currentColor",
            tickColor="currentColor",
            titleFontWeight="normal",
            **soft,
        )
        .configure_legend(orient="bottom", title=None, **soft)
        .configure_title(color="currentColor", anchor="start", fontSize=14, fontWeight="normal")
        .configure_view(stroke=None)
    )
    spec: Spec = chart.to_dict()
    return spec


def percent_axis(title: str) -> Any:
    """An axis in percent."""
    import altair

    return altair.Axis(format=".0%", title=title, tickCount=5)


UNIT = (0.0, 1.0)


def _field(name: str, title: str, domain: tuple[float, float] | None = UNIT) -> Any:
    import altair

    scale = altair.Scale(domain=list(domain)) if domain else altair.Undefined
    return {"shorthand": f"{name}:Q", "axis": percent_axis(title), "scale": scale}


def board(points: Sequence[Point], chance: float | None) -> Spec:
    """Item accuracy against pair accuracy, with the interval of the latter."""
    level = [] if chance is None else [{"level": chance}]
    rows = [to_builtins(point) for point in points]
    return filled(_board(len(points) <= NAMED), rows=rows, level=level)


@cache
def _board(named: bool) -> Spec:
    import altair as alt

    base = alt.Chart(alt.NamedData("rows")).encode(
        x=alt.X(**_field("item", "item accuracy")),
        color=alt.Color(
            "role:N",
            scale=alt.Scale(domain=["system", "baseline", "ceiling"], range=[OWN, BASELINE, OTHER]),
        ),
        tooltip=["system:N", *(alt.Tooltip(f"{n}:Q", format=".1%") for n in ("pair", "item"))],
    )
    layers = [
        base.mark_rule(strokeWidth=1.5, opacity=0.6).encode(
            y=alt.Y(**_field("low", "pair accuracy")), y2="high:Q"
        ),
        base.mark_circle(size=70, opacity=0.9).encode(y="pair:Q"),
    ]
    if named:
        layers.append(
            base.mark_text(align="right", dx=-8, fontSize=11).encode(y="pair:Q", text="system:N")
        )
    return finished(
        alt.layer(*layers, _level()).properties(width=WIDTH, height=HEIGHT),
        "Right in items, right in whole contrast groups",
    )


def _level() -> Any:
    """A dashed horizontal line, such as chance."""
    import altair as alt

    return (
        alt.Chart(alt.NamedData("level"))
        .mark_rule(strokeDash=[4, 4], opacity=0.7, color="currentColor")
        .encode(y="level:Q")
    )


def thinned(curve: RiskCoverage) -> list[tuple[float, float]]:
    """Coverage and risk at up to ``POINTS`` places spread evenly over the coverage."""
    if not curve.coverage:
        return []
    coverage = np.array(curve.coverage)
    wanted = np.linspace(coverage[0], coverage[-1], POINTS)
    places = np.unique(np.searchsorted(coverage, wanted).clip(max=len(coverage) - 1))
    return [(float(coverage[n]), curve.risk[n]) for n in places.tolist()]


def risk_coverage(curves: Mapping[str, RiskCoverage], own: str) -> Spec:
    """The error rate of the most confident items, for one system before the others."""
    rows = [
        {"system": name, "which": THIS if name == own else OTHERS, "coverage": c, "risk": r}
        for name, curve in sorted(curves.items(), key=lambda pair: pair[0] == own)
        for c, r in thinned(curve)
    ]
    return filled(_risk_coverage(), rows=rows, level=[{"level": ALPHA}])


@cache
def _risk_coverage() -> Spec:
    import altair as alt

    lines = (
        alt.Chart(alt.NamedData("rows"))
        .mark_line()
        .encode(
            x=alt.X(**_field("coverage", "share of items decided (coverage)")),
            y=alt.Y(**_field("risk", "errors among them (risk)", None)),
            detail="system:N",
            color=alt.Color("which:N", scale=alt.Scale(domain=[THIS, OTHERS], range=[OWN, OTHER])),
            opacity=alt.condition(alt.datum.which == THIS, alt.value(1.0), alt.value(0.55)),
            strokeWidth=alt.condition(alt.datum.which == THIS, alt.value(2.5), alt.value(1.2)),
            order="coverage:Q",
            tooltip=[
                "system:N",
                *(alt.Tooltip(f"{n}:Q", format=".1%") for n in ("coverage", "risk")),
            ],
        )
    )
    return finished(
        alt.layer(lines, _level()).properties(width=WIDTH, height=HEIGHT), "Risk and coverage"
    )


def reliability(bins: Sequence[Bin]) -> Spec:
    """Accuracy against mean confidence in the bins of the calibration error, counts below."""
    rows = [to_builtins(own) for own in bins if own.n]
    return filled(_reliability(), rows=rows, ideal=[{"x": 0, "y": 0}, {"x": 1, "y": 1}])


@cache
def _reliability() -> Spec:
    import altair as alt

    data = alt.NamedData("rows")
    tooltip = [
        alt.Tooltip("n:Q", title="items", format=","),
        *(alt.Tooltip(f"{name}:Q", format=".1%") for name in ("confidence", "accuracy")),
    ]
    ideal = (
        alt.Chart(alt.NamedData("ideal"))
        .mark_line(strokeDash=[4, 4], color=OTHER)
        .encode(x="x:Q", y="y:Q")
    )
    line = (
        alt.Chart(data)
        .mark_line(point=alt.OverlayMarkDef(size=50, color=OWN), color=OWN)
        .encode(
            x=alt.X(**_field("confidence", "confidence")),
            y=alt.Y(**_field("accuracy", "accuracy")),
            tooltip=tooltip,
        )
    )
    counts = (
        alt.Chart(data)
        .mark_bar(color=OWN, opacity=0.5, binSpacing=1)
        .encode(
            x=alt.X("low:Q", scale=alt.Scale(domain=[0, 1]), axis=None),
            x2="high:Q",
            y=alt.Y("n:Q", title="items", axis=alt.Axis(tickCount=2)),
            y2=alt.datum(0),
            tooltip=tooltip,
        )
    )
    return finished(
        alt.vconcat(
            alt.layer(ideal, line).properties(width=WIDTH, height=HEIGHT - 60),
            counts.properties(width=WIDTH, height=50),
        ),
        "Confidence and accuracy",
    )


def direction(points: Sequence[Direction]) -> Spec:
    """p(yes) of the positive against the negative member of every contrast pair."""
    rows = [
        {"group": p.group, "negative": round(p.negative, 4), "positive": round(p.positive, 4)}
        for p in points
    ]
    names = [{"x": x, "y": y, "name": name} for x, y, name in QUADRANTS]
    return filled(_direction(), rows=rows, names=names, half=[{"half": 0.5}])


@cache
def _direction() -> Spec:
    import altair as alt

    dots = (
        alt.Chart(alt.NamedData("rows"))
        .mark_circle(size=18, opacity=0.35, color=OWN, cursor="pointer")
        .encode(
            x=alt.X(**_field("negative", "p(yes) where no is right")),
            y=alt.Y(**_field("positive", "p(yes) where yes is right")),
            tooltip=[
                "group:N",
                *(alt.Tooltip(f"{n}:Q", format=".3f") for n in ("positive", "negative")),
            ],
        )
    )
    names = (
        alt.Chart(alt.NamedData("names"))
        .mark_text(fontSize=12, color="currentColor", opacity=0.75)
        .encode(x="x:Q", y="y:Q", text="name:N")
    )
    cross = [
        alt.Chart(alt.NamedData("half"))
        .mark_rule(color="currentColor", opacity=0.35)
        .encode(**{axis: "half:Q"})
        for axis in ("x", "y")
    ]
    return finished(
        alt.layer(*cross, dots, names).properties(width=HEIGHT + 60, height=HEIGHT + 60),
        "Contrast pairs",
    )


def places(thirds: Mapping[str, Slice]) -> Spec:
    """Item and pair accuracy by the third of the state in which the decisive fact stands."""
    rows = [
        {"place": place, "figure": name, "value": value}
        for place, part in thirds.items()
        for name, value in (
            ("item accuracy", part.item_accuracy),
            ("pair accuracy", part.pair_accuracy),
        )
        if value is not None
    ]
    return filled(_places(), rows=rows)


@cache
def _places() -> Spec:
    import altair as alt

    chart = (
        alt.Chart(alt.NamedData("rows"))
        .mark_line(point=alt.OverlayMarkDef(size=60))
        .encode(
            x=alt.X(
                "place:N",
                sort=list(PLACES),
                title="third of the state with the decisive fact",
                axis=alt.Axis(labelAngle=0),
            ),
            y=alt.Y(**_field("value", "accuracy")),
            color=alt.Color(
                "figure:N",
                scale=alt.Scale(domain=["item accuracy", "pair accuracy"], range=[OTHER, OWN]),
            ),
            tooltip=["place:N", "figure:N", alt.Tooltip("value:Q", format=".1%")],
        )
    )
    return finished(chart.properties(width=WIDTH, height=HEIGHT), "Place of the decisive fact")


def forest(rows: Sequence[Mapping[str, Any]], first: str, second: str) -> Spec:
    """Differences of two systems with their intervals, one line a figure.

    Args:
        rows: ``figure``, ``difference``, ``low`` and ``high``, in the order of the lines.
        first, second: the systems; the difference is first minus second.
    """
    title = f"{first} minus {second}"
    return filled(_forest(), rows=rows, zero=[{"zero": 0}]) | {"title": title}


@cache
def _forest() -> Spec:
    import altair as alt

    base = alt.Chart(alt.NamedData("rows")).encode(
        y=alt.Y("figure:N", sort=None, title=None, axis=alt.Axis(labelLimit=260)),
        tooltip=[
            "figure:N",
            *(alt.Tooltip(f"{name}:Q", format="+.1%") for name in ("difference", "low", "high")),
        ],
    )
    zero = (
        alt.Chart(alt.NamedData("zero"))
        .mark_rule(strokeDash=[4, 4], color="currentColor", opacity=0.7)
        .encode(x="zero:Q")
    )
    axis = alt.Axis(format="+.0%", title="difference")
    bars = base.mark_rule(strokeWidth=2, color=OWN).encode(x=alt.X("low:Q", axis=axis), x2="high:Q")
    dots = base.mark_circle(size=60, color=OWN, opacity=1).encode(x="difference:Q")
    return finished(
        alt.layer(zero, bars, dots).properties(width=WIDTH - 120, height=alt.Step(18)),
        "Differences",
    )
