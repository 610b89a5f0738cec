"""What a page shows of an audit and of each thing that it found."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

SHOWN = 10  # findings of an audit, before the rest is opened: see templates/releases/audits.html


@dataclass(frozen=True)
class FindingRow:
    """`subject` names the record; `address` is where it is mended, "" when it is nowhere on this site."""

    subject: str
    what: str
    address: str
    action: str


@dataclass(frozen=True)
class AuditRow:
    """`count` is of all findings, those listed and those not. `is_older`: another ran later, on other gold."""

    name: str
    title: Any
    note: Any
    passed: bool
    findings: Sequence[FindingRow]
    stops: bool = True
    count: int = 0
    notes: Sequence[str] = ()
    at: datetime | None = None
    is_older: bool = False

    @property
    def state(self) -> str:
        """passed, failed, or warns: then it stops nothing."""
        return "passed" if self.passed else "failed" if self.stops else "warns"

    @property
    def tail(self) -> int:
        """How many findings come after those that a page shows at once."""
        return max(0, self.count - SHOWN)

    @property
    def more(self) -> int:
        """How many findings are not listed."""
        return max(0, self.count - len(self.findings))
