"""The command line. Commands are loaded when they are called, so that ``--help`` is quick."""

import sys

from cyclopts import App, CycloptsError

from decisionpivot import __version__
from decisionpivot.items import InputError

USAGE_ERROR = 2

app = App(
    name="decisionpivot",
    help="Does a decision model follow the one fact that decides?",
    version=__version__,
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
items = App(name="items", help="Make, show, verify and export the core track's items.")
runs = App(name="runs", help="Merge shards of a run.")

app.command("decisionpivot.cli.bench:bench", name="bench", help="Items, run, score, report.")
app.command("decisionpivot.cli.run:run", name="run", help="Run a system over items.")
app.command("decisionpivot.cli.score:score", name="score", help="Score a run, with intervals.")
app.command("decisionpivot.cli.run:systems", name="systems", help="List the kinds of systems.")
app.command(runs)
runs.command("decisionpivot.cli.run:merge", name="merge", help="Join the shards of a run.")
app.command(items)
items.command("decisionpivot.cli.items:generate", name="generate", help="Make a draw.")
items.command("decisionpivot.cli.items:show", name="show", help="Show an item or its group.")
items.command("decisionpivot.cli.items:verify", name="verify", help="Check the release's files.")


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return its exit status: 0 done, 1 a finding, 2 bad usage or input."""
    _write_any_text()
    try:
        result = app(arguments, exit_on_error=False)
    except CycloptsError:  # cyclopts has printed what is wrong
        return USAGE_ERROR
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return USAGE_ERROR
    except BrokenPipeError:  # the reader of our output has had enough
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        print("interrupted; run the same command again to go on", file=sys.stderr)
        return 130
    return result if isinstance(result, int) else 0


def _write_any_text() -> None:
    """Never fail to print: a console that cannot show a character gets its escape."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
