"""What a page shows of the state of a release: what is stored, and what follows from later releases and notices."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from annotation.models import Project
from releases.models import Notice, Release

SUPERSEDED, WITHDRAWN = "superseded", "withdrawn"
WORDS: Mapping[str, Any] = {**dict(Release.State.choices), SUPERSEDED: _("superseded"), WITHDRAWN: _("withdrawn")}
TONES = {
    "draft": "",
    "audited": "info",
    "waiting": "open",
    "failed": "bad",
    "frozen": "good",
    SUPERSEDED: "warn",
    WITHDRAWN: "bad",
}


@dataclass(frozen=True)
class Status:
    """`newer` is the version that stands in place of a superseded or withdrawn release, "" where there is none."""

    state: str
    newer: str = ""
    replaces: str = ""
    withdrawal: Notice | None = None
    errata: tuple[Notice, ...] = field(default=())

    @property
    def words(self) -> Any:
        return WORDS[self.state]

    @property
    def tone(self) -> str:
        return TONES[self.state]

    @property
    def is_current(self) -> bool:
        """A frozen release that nothing has taken the place of."""
        return self.state == Release.State.FROZEN


def statuses(project: Project, releases: Iterable[Release]) -> dict[int, Status]:
    """Release id → status, in two queries. A withdrawn release supersedes nothing: the one before it stands again."""
    notices = Notice.objects.filter(release__project=project, kind__in=[Notice.Kind.WITHDRAWN, Notice.Kind.ERRATUM])
    withdrawals: dict[int, Notice] = {}
    errata: dict[int, list[Notice]] = {}
    for notice in notices.order_by("at", "pk"):
        if notice.kind == Notice.Kind.WITHDRAWN:
            withdrawals[notice.release_id] = notice
        else:
            errata.setdefault(notice.release_id, []).append(notice)
    rows = Release.objects.frozen().filter(project=project).order_by("frozen_at", "pk").values_list("pk", "version")
    order = [pk for pk, _version in rows]
    versions = dict(rows)
    standing = next((pk for pk in reversed(order) if pk not in withdrawals), None)
    return {
        release.pk: _status(release, order, versions, standing, withdrawals.get(release.pk), errata)
        for release in releases
    }


def status_of(release: Release) -> Status:
    return statuses(release.project, [release])[release.pk]


def _status(
    release: Release,
    order: list[int],
    versions: Mapping[int, str],
    standing: int | None,
    withdrawal: Notice | None,
    errata: Mapping[int, list[Notice]],
) -> Status:
    if release.state != Release.State.FROZEN:
        return Status(release.state)
    at = order.index(release.pk)
    later = standing is not None and order.index(standing) > at
    state = WITHDRAWN if withdrawal else SUPERSEDED if later else release.state
    is_replaced = standing is not None and standing != release.pk and (later or withdrawal is not None)
    return Status(
        state=str(state),
        newer=versions[standing] if is_replaced and standing is not None else "",
        replaces=versions[order[at - 1]] if at else "",
        withdrawal=withdrawal,
        errata=tuple(errata.get(release.pk, ())),
    )
