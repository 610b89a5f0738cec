"""The published figures once more, by other people's code: α of the krippendorff package, straight from the labels.

The dashboards read counts and the evaluator's own α, which is exact and quick. This reads every label and asks the
package, so that a fault in the counting or in the formula shows as a difference.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import krippendorff
import numpy as np

from adjudication.counting import FIELD_NAMES
from adjudication.selectors import agreement_figures
from adjudication.selectors.agreement import labelled, labels_of
from annotation.models import Project
from evaluator.canonical import nfc

TOLERANCE = 1e-9  # the package adds floats in another order


@dataclass(frozen=True, slots=True)
class Opinion:
    """α of a field as the dashboard shows it, and as the package has it; None where it is undefined there."""

    field: str
    ours: float | None
    package: float | None

    @property
    def agrees(self) -> bool:
        if self.ours is None or self.package is None:
            return self.ours is self.package
        return abs(self.ours - self.package) <= TOLERANCE


def second_opinions(project: Project) -> Iterator[Opinion]:
    """Every field that has been counted whole; those whose α waits for the worker are passed over."""
    rows = labelled(project)
    shown = {each["field"]: each for each in agreement_figures(project)["fields"]}
    for name in FIELD_NAMES:
        if shown[name]["alpha"] is None and shown[name]["interval_pending"]:
            continue
        units: dict[str, Counter[str]] = {}
        for unit, _rater, value in labels_of(name, rows):
            if value is not None:
                units.setdefault(unit, Counter())[nfc(value)] += 1
        yield Opinion(name, shown[name]["alpha"], alpha_of_package(list(units.values())))


def alpha_of_package(units: list[Counter[str]]) -> float | None:
    """Nominal α by krippendorff; None when fewer than two values occur on units with two labels, as it then says 1."""
    shared = [unit for unit in units if unit.total() > 1]
    values = sorted({value for unit in shared for value in unit})
    if len(values) < 2:
        return None
    counts = np.array([[unit[value] for value in values] for unit in shared])
    return float(krippendorff.alpha(value_counts=counts, level_of_measurement="nominal"))
