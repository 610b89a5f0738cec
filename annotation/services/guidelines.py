"""The guideline: a change is a new version, so that each label keeps the words it was made under."""

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from annotation.models import Guideline, Project, User
from annotation.refusal import Conflict, Fault, refused
from annotation.services.validation import refuse_invalid


@transaction.atomic
def publish_guideline(
    *, by: User, project: Project, body: str, note: str = "", based_on: int | None = None
) -> Guideline:
    """Publish the next version. With `based_on`, `Conflict` when another version came out since it was read."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    latest = project.guidelines.aggregate(latest=Max("version"))["latest"] or 0
    if based_on is not None and based_on != latest:
        raise Conflict(
            [
                Fault(
                    "guideline_changed",
                    _("Version %(version)s was published meanwhile. Compare it with your text, then publish again.")
                    % {"version": latest},
                    "body",
                )
            ],
            current=latest,
        )
    if not body.strip():
        raise refused("empty", _("A guideline needs text."), "body")
    guideline = Guideline(project=project, version=latest + 1, body=body, note=note, created_by=by)
    refuse_invalid(guideline)
    guideline.save(force_insert=True)
    return guideline
