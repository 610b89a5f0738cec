"""What the filters of agreement offer, and how links keep them."""

from typing import Any

from django.http import HttpRequest

from adjudication.counting import FIELD_NAMES
from adjudication.filters import domains_of
from adjudication.selectors.wanted import SEVERAL, Wanted
from adjudication.wording import AGREEMENT_WORDS
from annotation.models import Project
from annotation.permissions import sees_names


def filter_context(request: HttpRequest, project: Project, wanted: Wanted) -> dict[str, Any]:
    versions = project.guidelines.order_by("-version").values_list("version", flat=True)
    return {
        "wanted_filters": wanted,
        "query": wanted.query,
        "domains": domains_of(project),
        "stages": [(str(stage.pk), stage.name) for stage in project.stages.all()],
        "versions": [str(version) for version in versions],
        "several": str(SEVERAL),
        "field_choices": [(name, AGREEMENT_WORDS[name]) for name in FIELD_NAMES],
        "chosen": {
            "domain": wanted.domain,
            "stage": "" if wanted.stage is None else str(wanted.stage),
            "guideline": "" if wanted.guideline is None else str(wanted.guideline),
            "since": wanted.since.isoformat() if wanted.since else "",
            "until": wanted.until.isoformat() if wanted.until else "",
            "field": wanted.field,
        },
        "sees_people": sees_names(request.user, project),
    }
