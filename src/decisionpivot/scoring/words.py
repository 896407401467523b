"""How figures are written in terminals, pages and tables."""

from decisionpivot.scoring.bootstrap import Interval

UNDEFINED = "n/a"


def percent(value: float | None) -> str:
    """A fraction in percent with one decimal, or n/a."""
    return UNDEFINED if value is None else f"{100 * value:.1f}"


def span(interval: Interval | None) -> str:
    """An interval in percent, empty where there is none."""
    if interval is None or interval.low is None:
        return ""
    return f"[{percent(interval.low)}, {percent(interval.high)}]"


def with_interval(value: float | None, interval: Interval | None) -> str:
    """A fraction in percent with its interval, where it has one."""
    return f"{percent(value)} {span(interval)}".rstrip()


def seconds(value: float | None) -> str:
    """A latency with a unit that suits its size."""
    if value is None:
        return UNDEFINED
    if value < 0.001:
        return f"{value * 1e6:.0f} µs"
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.1f} s"


def dollars(value: float | None) -> str:
    """A cost in US dollars."""
    if value is None:
        return UNDEFINED
    return f"${value:,.2f}" if value >= 0.01 or value == 0 else f"${value:.4f}"


def plain(value: float | None, digits: int = 3) -> str:
    """A figure that is no share."""
    return UNDEFINED if value is None else f"{value:,.{digits}f}"
