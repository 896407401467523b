"""DecisionPivot: does a decision model follow the one fact that decides?"""

__version__ = "0.1.0"
