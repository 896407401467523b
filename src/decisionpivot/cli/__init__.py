"""The command line. Commands are loaded when they are called, so that ``--help`` is quick."""

import sys

from cyclopts import App, CycloptsError, Parameter

from decisionpivot import __version__
from decisionpivot.items import InputError

USAGE_ERROR = 2


def _shown(default: object) -> str | None:
    """A default as ``--help`` shows it; off and nothing go without saying."""
    return str(default) if default else None


app = App(
    name="decisionpivot",
    help="Does a decision model follow the one fact that decides?",
    version=__version__,
    result_action="return_value",
    default_parameter=Parameter(negative=(), show_default=_shown),
    suppress_keyboard_interrupt=False,
)
items = App(name="items", help="Make, show, choose, verify and export the core's items.")
runs = App(name="runs", help="Join runs.")
reference = App(name="reference", help="The reference track: public test sets.")
export = App(name="export", help="The benchmark and its results for other tools.")


def _command(parent: App, name: str, target: str, says: str, example: str) -> None:
    """Register a command; its module is loaded when it is called, its parameters read then."""
    parent.command(
        f"decisionpivot.cli.{target}",
        name=name,
        help=says,
        help_epilogue=f"Example: `decisionpivot {example}`",
    )


_command(app, "bench", "bench:bench", "Make items, run, score, report.", "bench embedded")
_command(app, "run", "run:run", "Ask a system the items; go on where a run stood.", "run uniform")
_command(app, "score", "score:score", "Score a run, with intervals.", "score runs/embedded")
_command(
    app,
    "verify",
    "verify:verify",
    "Are published runs what they say they are?",
    "verify runs/embedded runs/uniform",
)
_command(
    app,
    "compare",
    "compare:compare",
    "Compare runs: differences, ranks.",
    "compare runs/embedded runs/uniform",
)
_command(
    app,
    "report",
    "report:report",
    "Write the site of some verified runs.",
    "report runs/embedded runs/uniform -o site",
)
_command(
    app,
    "stability",
    "stability:stability",
    "How many predictions differ between two runs.",
    "stability runs/a runs/b",
)
_command(
    app,
    "threshold",
    "threshold:threshold",
    "Choose a confidence cut-off with a bounded error.",
    "threshold runs/embedded --alpha 0.05",
)
_command(app, "systems", "run:systems", "List the kinds of systems.", "systems")
_command(app, "audit", "audit:audit", "Can the answers be trusted?", "audit log_claim")
app.command(
    "decisionpivot.cli.review:review", name="review", help="A page for human reviewers, and sums."
)
app.command(runs)
_command(
    runs,
    "merge",
    "run:merge",
    "Join the shards of a run.",
    "runs merge runs/x@shard-1-of-2 runs/x@shard-2-of-2 --into runs/x",
)
app.command(items)
_command(
    items,
    "generate",
    "items:generate",
    "Make a draw of items.",
    "items generate log_claim --seed 7",
)
_command(
    items,
    "show",
    "items:show",
    "Show an item, or its group with the decisive change marked.",
    "items show policy_case:00007 --group",
)
_command(
    items,
    "subset",
    "items:subset",
    "Choose complete groups, balanced over families and levels.",
    "items subset --subset 1296",
)
_command(items, "export", "items:export", "Write the release as JSONL.", "items export core-1.0")
_command(items, "verify", "items:verify", "Check the release's files.", "items verify")
app.command(reference)
_command(
    reference, "list", "reference:list_", "The tasks and their terms.", "reference list --licence"
)
_command(
    reference,
    "build",
    "reference:build",
    "Build tasks from their official files.",
    "reference build xstest",
)
_command(reference, "verify", "reference:verify", "Check built files.", "reference verify xstest")
_command(
    reference,
    "overlap",
    "reference:overlap",
    "Which items occur in a training corpus.",
    "reference overlap corpus.jsonl.gz",
)
app.command(export)
_command(export, "hf", "export:hf", "Write a data set for the Hugging Face hub.", "export hf hub")
_command(
    export,
    "eval-results",
    "export:eval_results",
    "Write results as the hub shows them beside a model.",
    "export eval-results runs/embedded --dataset OWNER/NAME",
)


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
