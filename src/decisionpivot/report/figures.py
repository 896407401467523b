"""Plots as files: the descriptions of all pages, and SVG, PNG and PDF of them."""

import re

from decisionpivot.report import charts, plots
from decisionpivot.report.content import Content

FORMATS = ("svg", "png", "pdf")
BUNDLED = "window.vegaEmbed = vegaEmbed;"
"""What pages use of the bundle."""
NOTICE = "/* Vega, Vega-Lite, Vega-Embed and what they need: BSD-3-Clause, vega.github.io */\n"
PIXELS_A_POINT = 2.0
_RESOURCES = re.compile(rb"(?:^ +/[a-z]+\d+ \d+ 0 R\n){2,}", re.MULTILINE)


def descriptions(content: Content) -> dict[str, dict[str, charts.Spec]]:
    """The descriptions of all plots, by the file that holds them."""
    if not content.board:
        return {}
    names = ("first", "second")
    return {
        "board": {"board": plots.of_board(content.board)},
        "compare": {"forest": charts.forest([], *names)},
        **{row.entry.slug: plots.of_system(row, content.curves) for row in content.board.rows},
    }


def forests(content: Content) -> dict[str, charts.Spec]:
    """The best system against each of the others."""
    if not content.board:
        return {}
    first, *others = content.board.rows
    return {
        f"{first.entry.slug}--{other.entry.slug}": plots.of_pair(
            content.board,
            first,
            other,
            {p: title for p, title in content.compared.items() if ".pooled." not in p},
        )
        for other in others
    }


def drawn(spec: charts.Spec, end: str) -> bytes:
    """A plot as SVG, PNG or PDF, on white where the format has a ground."""
    import vl_convert

    if end == "svg":
        return str(vl_convert.vegalite_to_svg(spec)).encode()
    white = spec | {"background": "white"}
    if end == "png":
        return bytes(vl_convert.vegalite_to_png(white, scale=PIXELS_A_POINT))
    return sorted_resources(bytes(vl_convert.vegalite_to_pdf(white)))


def sorted_resources(pdf: bytes) -> bytes:
    """The same PDF with the resources of its objects in order.

    They come in an order that differs from process to process. Lines change places within an
    object, so that no object moves. With more than one font, whole objects would come in another
    order: plots use one.
    """
    return _RESOURCES.sub(lambda found: b"".join(sorted(found[0].splitlines(True))), pdf)


def vega() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script."""
    import vl_convert

    return NOTICE + str(vl_convert.javascript_bundle(BUNDLED))
