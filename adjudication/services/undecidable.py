"""Telling admins of disputes that no adjudicator may decide."""

from django.db import transaction

from adjudication.selectors import dispute_rows
from adjudication.selectors.third_persons import undecidable_units
from annotation.models import Notification, Project, Role, User
from annotation.services import notify

UNDECIDABLE = Notification.Kind.UNDECIDABLE


def tell_undecidable() -> int:
    """Tell the admins of every project, once for each dispute; says how many people were told.

    Can be called at any time and by several workers at once: what was told is looked up under the project's lock.
    """
    return sum(_tell_of(pk) for pk in Project.objects.order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def _tell_of(project_id: int) -> int:
    """Admins who also label are left out: which pairs are in dispute is not for who may still label them."""
    project = Project.objects.select_for_update(no_key=True).get(pk=project_id)
    admins = User.objects.filter(memberships__project=project, memberships__role=Role.ADMIN, is_active=True)
    admins = admins.exclude(pk__in=project.memberships.filter(role=Role.ANNOTATOR).values("user")).distinct()
    reader = admins.order_by("pk").first()
    if reader is None:
        return 0
    units = undecidable_units(project, dispute_rows(project, reader))
    before = Notification.objects.filter(project=project, kind=UNDECIDABLE).values_list("params__units", flat=True)
    told = {unit for each in before for unit in each or []}
    if told.issuperset(units):
        return 0
    return len(notify(recipients=list(admins), project=project, kind=UNDECIDABLE, count=len(units), units=units))
