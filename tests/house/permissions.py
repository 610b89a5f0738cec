"""The permission table: who gets which status at every address. Each app keeps its rows in `permissions_<app>.py`.

A row's statuses stand in the order of PEOPLE. A file offers

    ROWS: dict[tuple[str, str], Row]         # (URL name, method) → row
    def prepare(cast: Cast) -> dict[str, Any]  # the values of URL parameters: {"pair_id": 3, ...}

A row may name other values for parameters, and a body. Everything a request changes is rolled back before the next.
"""

from dataclasses import dataclass, field
from typing import Any

PEOPLE = ("anonymous", "outsider", "annotator1", "annotator2", "adjudicator", "admin")


@dataclass(frozen=True)
class Row:
    """Six statuses separated by spaces, and what is sent."""

    statuses: str
    data: Any = None
    kwargs: dict[str, Any] = field(default_factory=dict)
    json: bool = False

    def expected(self) -> dict[str, int]:
        """Person to status."""
        numbers = [int(word) for word in self.statuses.split()]
        assert len(numbers) == len(PEOPLE), self.statuses
        return dict(zip(PEOPLE, numbers, strict=True))


# URL parameters that are words of the interface, not the key of a row that belongs to a project.
WORDS = frozenset({"slug", "name"})

# Addresses that are not ours to list, with the reason. A name ends with * when it is the beginning of many.
NOT_LISTED = {
    "admin:*": "Django's admin site lets in staff only, and its sign-in is replaced by ours",
    "account_*": "allauth's own pages about the reader's own account",
    "mfa_*": "allauth's own pages about the reader's own second factor",
    "headless:*": "allauth's own pages",
    "set_language": "changes the reader's own cookie",
    "healthz": "answers everybody, by design; tests/stack covers it",
    "javascript-catalog": "translations of the interface, the same for everybody",
}
