"""What people look at: pages and tables from scorecards."""

from decisionpivot.report.page import write_page

__all__ = ["write_page"]
