"""Queues that are no disputes: lists of things to do that this app or an app above it fills.

An app above offers its queue in `AppConfig.ready`; what a reader may not know of, it neither counts nor lists.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotation.models import Project, User
from annotation.wording import Label


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to do: what it is about, what is the matter, and the page where it is done ("" for none)."""

    subject: str
    what: str
    address: str
    action: str
    kind: str = ""
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class OtherQueue:
    """`name` stands in addresses. `head` is what the template `above` the list is given, beside `project`."""

    name: str
    words: Label
    about: Label
    count: Callable[[Project, User], int]
    entries: Callable[[Project, User], Sequence[Entry]]
    above: str = ""
    head: Callable[[Project, User], Mapping[str, Any]] = lambda _project, _user: {}


_queues: dict[str, OtherQueue] = {}


def register(queue: OtherQueue) -> None:
    """Offer a queue; the same name again replaces it."""
    _queues[queue.name] = queue


def other_queues() -> list[OtherQueue]:
    """In the order in which they were offered."""
    return list(_queues.values())
