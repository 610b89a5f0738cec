"""Which labels a dashboard is about: the filters of its address, the same for every figure, file and picture."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q

from adjudication.counting import FIELD_NAMES
from evaluator.canonical import sha256_hex

NO_DOMAIN = "-"
SEVERAL = 0  # labels of one pair that were made under several versions of the guideline


@dataclass(frozen=True, slots=True)
class Wanted:
    """`since` and `until` are Mondays, both included. `field` is the one that is looked at over time and in parts."""

    domain: str = ""
    stage: int | None = None
    guideline: int | None = None
    since: date | None = None
    until: date | None = None
    field: str = FIELD_NAMES[0]

    @property
    def narrows(self) -> bool:
        """Whether it keeps fewer pairs than there are; the field alone does not."""
        numbers = (self.stage, self.guideline, self.since, self.until)
        return bool(self.domain) or any(each is not None for each in numbers)

    @property
    def query(self) -> str:
        """As in the address, in one order; without what is left at all."""
        said = {
            "domain": self.domain,
            "stage": self.stage,
            "guideline": self.guideline,
            "from": self.since,
            "to": self.until,
            "field": self.field if self.field != FIELD_NAMES[0] else "",
        }
        return urlencode({name: value for name, value in said.items() if value not in ("", None)})

    @property
    def key(self) -> str:
        """The same in one short word, as part of the key of what is kept: a domain may be long and in any script."""
        return sha256_hex(self.query.encode())[:16] if self.query else "all"

    def as_json(self) -> dict[str, Any]:
        return {
            "domain": self.domain or None,
            "stage": self.stage,
            "guideline": self.guideline,
            "from": self.since and self.since.isoformat(),
            "to": self.until and self.until.isoformat(),
            "field": self.field,
        }

    def keeps(self, stage: int | None, domain: str, week: date, guideline: int | None) -> bool:
        """Whether a pair that is counted there is meant."""
        return (
            (not self.domain or domain == self.domain_name)
            and (self.stage is None or stage == self.stage)
            and (self.guideline is None or (guideline or SEVERAL) == self.guideline)
            and (self.since is None or week >= self.since)
            and (self.until is None or week <= self.until)
        )

    @property
    def domain_name(self) -> str:
        return "" if self.domain == NO_DOMAIN else self.domain

    def of_tallies(self, path: str = "") -> Q:
        """The same for rows that are counted there; `path` leads to them."""
        found: dict[str, Any] = {}
        if self.domain:
            found["domain"] = self.domain_name
        if self.stage is not None:
            found["stage"] = self.stage
        if self.guideline == SEVERAL:
            found["guideline__isnull"] = True
        elif self.guideline is not None:
            found["guideline"] = self.guideline
        if self.since is not None:
            found["week__gte"] = self.since
        if self.until is not None:
            found["week__lte"] = self.until
        return Q(**{f"{path}{name}": value for name, value in found.items()})

    def of_units(self, path: str = "") -> Q:
        """Of units, labelled or not: their domain and stage. Weeks and versions are known of labels alone."""
        found: dict[str, Any] = {}
        if self.domain:
            found[f"{path}domain"] = self.domain_name
        if self.stage is not None:
            found[f"{path}stage"] = self.stage
        return Q(**found)

    def of_readings(self, path: str = "") -> Q:
        """Of second readings: their unit, when they were submitted and the version that they were made under."""
        found = self.of_units(f"{path}unit__")
        if self.guideline is not None:
            found &= Q(**{f"{path}guideline__version": self.guideline})
        if self.since is not None:
            found &= Q(**{f"{path}submitted_at__gte": datetime.combine(self.since, time(), UTC)})
        if self.until is not None:
            end = datetime.combine(self.until, time(), UTC) + timedelta(weeks=1)
            found &= Q(**{f"{path}submitted_at__lt": end})
        return found
