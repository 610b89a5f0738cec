"""Agreement between people before adjudication: raw agreement, Krippendorff's α, Gwet's AC1, Cohen's and Fleiss' κ.

A figure that is undefined is None with its reason; never NaN, and never a 0 or 1 that nobody measured.
docs/agreement.md has each formula with its source. What computes loads numpy when it is first used, not before.
"""

from evaluator.agreement.confusion import confusion
from evaluator.agreement.contributions import Contribution, contributions
from evaluator.agreement.figure import Figure, Figures, Undefined
from evaluator.agreement.kappa import Kappa, PairCluster, kappa_of_patterns, kappas, pairwise_kappas
from evaluator.agreement.labelled import Agreement, agreement, figures, fleiss_kappa
from evaluator.agreement.patterns import ClusterPattern, Pattern, cluster_pattern, figures_of_patterns
from evaluator.agreement.sets import SetDistance, SetLabel, alpha_of_sets, set_distance
from evaluator.agreement.spans import (
    Span,
    Unit,
    character_f1,
    evidence_overlap,
    unitizing_alpha,
    unitizing_alpha_of_texts,
)
from evaluator.agreement.table import BadLabels, Label, Level, Table, table

__all__ = [
    "Agreement",
    "BadLabels",
    "ClusterPattern",
    "Contribution",
    "Figure",
    "Figures",
    "Kappa",
    "Label",
    "Level",
    "PairCluster",
    "Pattern",
    "SetDistance",
    "SetLabel",
    "Span",
    "Table",
    "Undefined",
    "Unit",
    "agreement",
    "alpha_of_sets",
    "character_f1",
    "cluster_pattern",
    "confusion",
    "contributions",
    "evidence_overlap",
    "figures",
    "figures_of_patterns",
    "fleiss_kappa",
    "kappa_of_patterns",
    "kappas",
    "pairwise_kappas",
    "set_distance",
    "table",
    "unitizing_alpha",
    "unitizing_alpha_of_texts",
]
