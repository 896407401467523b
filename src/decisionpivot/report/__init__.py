"""The report: a site of pages, plots and tables, made from scored runs."""

from decisionpivot.report.entries import ScoredRun
from decisionpivot.report.site import check_packages, write_site

__all__ = ["ScoredRun", "check_packages", "write_site"]
