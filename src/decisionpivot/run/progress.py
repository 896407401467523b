"""What a runner shows while it works: nothing, a bar, or events for machines."""

import json
import sys
import time
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

EVENT_EVERY_S = 1.0


class Tally(Struct):
    """Where a run stands. ``done`` counts items with a final record, of this or earlier runs."""

    items: int
    done: int = 0
    asked: int = 0
    answers: int = 0
    failures: int = 0
    attempts: int = 0
    cost_usd: float = 0.0


class View(Protocol):
    """Something that shows a run."""

    def start(self, run: str, tally: Tally) -> None:
        """A run begins or goes on."""

    def update(self, tally: Tally) -> None:
        """The run got on; called a few times a second."""

    def warn(self, text: str) -> None:
        """Something the user should know."""

    def end(self, tally: Tally) -> None:
        """The run is over."""


class Silent:
    """Shows warnings only."""

    def start(self, run: str, tally: Tally) -> None:
        """Show nothing."""

    def update(self, tally: Tally) -> None:
        """Show nothing."""

    def warn(self, text: str) -> None:
        """One line on standard error."""
        print(f"warning: {text}", file=sys.stderr)

    def end(self, tally: Tally) -> None:
        """Show nothing."""


class Bar:
    """A progress bar on a terminal: rate, failures, time left, cost."""

    def __init__(self) -> None:
        self._progress: Progress | None = None
        self._bar: TaskID | None = None

    def start(self, run: str, tally: Tally) -> None:
        """Draw the bar."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeRemainingColumn as Left

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[note]}"),
            Left(),
        )
        self._progress = Progress(*columns, console=Console(stderr=True))
        self._bar = self._progress.add_task(run, total=tally.items, completed=tally.done, note="")
        self._started = time.monotonic()
        self._progress.start()

    def update(self, tally: Tally) -> None:
        """Move the bar."""
        if self._progress is None or self._bar is None:
            return
        rate = tally.asked / max(time.monotonic() - self._started, 1e-9)
        note = f"{rate:,.1f}/s" + (f" {tally.failures:,} failed" if tally.failures else "")
        note += f" ${tally.cost_usd:.4f}" if tally.cost_usd else ""
        self._progress.update(self._bar, completed=tally.done, note=note)

    def warn(self, text: str) -> None:
        """A line above the bar."""
        if self._progress is None:
            print(f"warning: {text}", file=sys.stderr)
        else:
            self._progress.console.print(f"warning: {text}", markup=False, highlight=False)

    def end(self, tally: Tally) -> None:
        """Leave the bar as it stands."""
        self.update(tally)
        if self._progress is not None:
            self._progress.stop()


class Events:
    """One JSON object a line on standard output."""

    def __init__(self) -> None:
        self._next = 0.0

    def start(self, run: str, tally: Tally) -> None:
        """Say what begins."""
        self.say("start", run=run, **msgspec.to_builtins(tally))

    def update(self, tally: Tally) -> None:
        """Say how far the run is, at most once a second."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + EVENT_EVERY_S
            self.say("progress", **msgspec.to_builtins(tally))

    def warn(self, text: str) -> None:
        """Say a warning."""
        self.say("warning", text=text)

    def end(self, tally: Tally) -> None:
        """Say how far the run came."""
        self.say("progress", **msgspec.to_builtins(tally))

    def say(self, event: str, **fields: Any) -> None:
        """Write one event."""
        print(json.dumps({"event": event, **fields}), flush=True)


def view(*, events: bool) -> View:
    """Events where asked for; a bar where standard error is a terminal that can draw one."""
    if events:
        return Events()
    if not sys.stderr.isatty():
        return Silent()
    from rich.console import Console

    return Silent() if Console(stderr=True).is_dumb_terminal else Bar()
