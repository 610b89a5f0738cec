"""Can a published table be right? Recompute what its columns claim, with the rounding of every printed number."""

from evaluator.tables.check import Impossible, check
from evaluator.tables.printed import Printed, Sheet, read_sheet

__all__ = ["Impossible", "Printed", "Sheet", "check", "read_sheet"]
