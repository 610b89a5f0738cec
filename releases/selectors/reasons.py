"""Why gold changed since a release, from what was recorded when it was changed. Roles only, never a name."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime

from adjudication.models import ObjectRuling, Resolution
from annotation.models import Membership, Role
from genomes.models import Operation, SourceVersion
from releases.models import Notice, Release
from releases.records import iso
from releases.revisions import Reason

SOURCE, TARGET = "pair__source__source_version__paper__slug", "pair__target__source_version__paper__slug"
PAPER = "genome__source_version__paper__slug"
DECISION = ("reason_code", "rationale", "adjudicator", "created_at")
ERRATUM, NEW_TEXT, RELEASE_NOTES = "erratum", "new_text", "release_notes"


class Reasons:
    """Asked by table and id: what was decided of that record, else its erratum, else its history, else the notes.

    Everything since the previous release was asked for is read once, in six queries.
    """

    def __init__(self, release: Release, previous: Release) -> None:
        self._project, self._since = release.project, previous.requested_at
        self._held = _roles_in(release.project_id)
        self._notes = Reason(RELEASE_NOTES, release.notes.strip(), Role.ADMIN.value, iso(release.requested_at))
        found: Iterable[tuple[str, str, Reason]] = (
            *self._operations(),
            *self._texts(),
            *self._errata(),
            *self._rulings(),
            *self._resolutions(),
        )
        self._reasons = {(table, record): reason for table, record, reason in found}  # the last of a record counts

    def __call__(self, table: str, record: str) -> Reason:
        return self._reasons.get((table, record), self._notes)

    def _resolutions(self) -> Iterator[tuple[str, str, Reason]]:
        rows = Resolution.objects.filter(pair__project=self._project, created_at__gt=self._since).order_by("number")
        for source, target, *facts in rows.values_list(SOURCE, TARGET, *DECISION):
            yield "diffs", f"{source}__{target}", self._decided(*facts)

    def _rulings(self) -> Iterator[tuple[str, str, Reason]]:
        rows = ObjectRuling.objects.filter(
            typing__reading__unit__project=self._project, created_at__gt=self._since
        ).order_by("number")
        named = f"typing__idea_object__{PAPER}", "typing__idea_object__handle"
        for paper, handle, *facts in rows.values_list(*named, *DECISION):
            yield "objects", f"{paper}:{handle}", self._decided(*facts)

    def _errata(self) -> Iterator[tuple[str, str, Reason]]:
        rows = Notice.objects.filter(
            release__project=self._project, kind=Notice.Kind.ERRATUM, at__gt=self._since
        ).exclude(record="")
        for table, record, text, at in rows.order_by("at", "pk").values_list("table", "record", "text", "at"):
            yield table, record, Reason(ERRATUM, text, Role.ADMIN.value, iso(at))

    def _texts(self) -> Iterator[tuple[str, str, Reason]]:
        rows = SourceVersion.objects.filter(paper__project=self._project, imported_at__gt=self._since, number__gt=1)
        for paper, by, at in rows.order_by("number").values_list("paper__slug", "imported_by", "imported_at"):
            yield "papers", paper, Reason(NEW_TEXT, "", self._role(by), iso(at))

    def _operations(self) -> Iterator[tuple[str, str, Reason]]:
        """Steps on genomes; each concerns the objects that it names before and after, under both handles."""
        rows = Operation.objects.filter(genome__source_version__paper__project=self._project, at__gt=self._since)
        listed = rows.order_by("genome", "number").values_list(PAPER, "kind", "why", "by", "at", "before", "after")
        for paper, kind, why, by, at, *states in listed.iterator():
            reason = Reason(kind, why, self._role(by), iso(at))
            for handle in {state["handle"] for side in states for state in side.values() if state}:
                yield "objects", f"{paper}:{handle}", reason

    def _decided(self, code: str, rationale: str, by: int, at: datetime) -> Reason:
        """Decisions are an adjudicator's; an admin who is none may reopen one."""
        roles = self._held.get(by, {Role.ADJUDICATOR})
        return Reason(code, rationale, (Role.ADJUDICATOR if Role.ADJUDICATOR in roles else Role.ADMIN).value, iso(at))

    def _role(self, by: int) -> str:
        """The role of who worked on a genome; empty for someone who has left the project."""
        roles = self._held.get(by, set())
        return next((role.value for role in (Role.ANNOTATOR, Role.ADJUDICATOR, Role.ADMIN) if role in roles), "")


def _roles_in(project_id: int) -> dict[int, set[Role]]:
    held: dict[int, set[Role]] = defaultdict(set)
    for person, role in Membership.objects.filter(project=project_id).values_list("user", "role"):
        held[person].add(Role(role))
    return held
