"""How a service says no: every fault at once, each with the place it belongs to. Pages and API show the same words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: a stable code for programs, a translated message for people, the field it concerns."""

    code: str
    message: Any
    field: str = ""

    def as_json(self) -> dict[str, str]:
        return {"code": self.code, "field": self.field, "message": str(self.message)}


class Refused(Exception):
    """A service refuses what was asked; nothing was written. `status` is the HTTP status of the answer."""

    status = 400

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = list(faults)
        super().__init__("; ".join(str(fault.message) for fault in faults))


class Conflict(Refused):
    """Someone (or another tab) was first: the state is not what the caller thinks. `current` is what stands now."""

    status = 409

    def __init__(self, faults: Sequence[Fault], current: Any = None) -> None:
        super().__init__(faults)
        self.current = current


class TooOften(Refused):
    """Too much was sent in a short time."""

    status = 429


def refused(code: str, message: Any, field: str = "") -> Refused:
    """A refusal with a single fault."""
    return Refused([Fault(code, message, field)])
