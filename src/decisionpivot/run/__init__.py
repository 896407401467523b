"""The runner: asks a system the items of some tasks and keeps the answers in a run folder."""

from decisionpivot.run.asking import Settings
from decisionpivot.run.runner import Estimate, Outcome, Shard, estimate, run, run_async, status_of

__all__ = ["Estimate", "Outcome", "Settings", "Shard", "estimate", "run", "run_async", "status_of"]
