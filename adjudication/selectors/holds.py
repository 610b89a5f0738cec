"""What a person has just taken: two presses of a key are one wish."""

from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from adjudication.models import Case, CaseDraft, GenomeDraft, GenomeHold
from annotation.models import Project, User


def taken_just_now(person: User, project: Project, moment: timedelta) -> Case | GenomeHold | None:
    """The pair or genome that the person took within this moment and has chosen nothing in. Two queries at most.

    When it was taken is read off its lease, which starts anew with every hold.
    """
    since = timezone.now() + project.lease - moment
    own = {"adjudicator": person, "lease_expires_at__range": (since, since + moment)}
    cases = Case.objects.held().select_related("pair").filter(**own, pair__project=project)
    begun = CaseDraft.objects.filter(case=OuterRef("pk"), adjudicator=person)
    case: Case | None = cases.filter(~Exists(begun)).order_by("-lease_expires_at").first()
    if case is not None:
        return case
    holds = GenomeHold.objects.held().select_related("reading").filter(**own, reading__unit__project=project)
    read = GenomeDraft.objects.filter(reading=OuterRef("reading"), adjudicator=person)
    hold: GenomeHold | None = holds.filter(~Exists(read)).order_by("-lease_expires_at").first()
    return hold


def unit_of(hold: Case | GenomeHold) -> int:
    unit: int = hold.pair.unit_id if isinstance(hold, Case) else hold.reading.unit_id
    return unit
