"""Agreement between people before adjudication: raw agreement, Krippendorff's α, Gwet's AC1, Cohen's and Fleiss' κ.

A figure that is undefined is None with its reason; never NaN, and never a 0 or 1 that nobody measured.
docs/agreement.md has each formula with its source. What computes loads numpy when it is first used, not before.
"""

from evaluator.agreement.confusion import confusion
from evaluator.agreement.figure import Figure, Figures, Undefined
from evaluator.agreement.kappa import Kappa, pairwise_kappas
from evaluator.agreement.labelled import Agreement, agreement, figures, fleiss_kappa
from evaluator.agreement.patterns import ClusterPattern, Pattern, cluster_pattern, figures_of_patterns
from evaluator.agreement.table import BadLabels, Label, Level, Table, table

__all__ = [
    "Agreement",
    "BadLabels",
    "ClusterPattern",
    "Figure",
    "Figures",
    "Kappa",
    "Label",
    "Level",
    "Pattern",
    "Table",
    "Undefined",
    "agreement",
    "cluster_pattern",
    "confusion",
    "figures",
    "figures_of_patterns",
    "fleiss_kappa",
    "pairwise_kappas",
    "table",
]
