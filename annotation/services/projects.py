"""Projects: made by a superuser, changed by their admins."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.models import Project, Role, Unit, User
from annotation.refusal import Fault, Refused
from annotation.services.guidelines import publish_guideline
from annotation.services.members import add_member
from annotation.services.stages import ask_for_labels
from annotation.services.validation import has_control, insert, refuse_invalid

SHORTEST_LEASE, LONGEST_LEASE = timedelta(minutes=1), timedelta(days=14)
SHORTEST_RESERVATION, LONGEST_RESERVATION = timedelta(hours=1), timedelta(days=60)
CHANGEABLE = frozenset(
    {
        "name", "description", "licence", "domains", "overlap", "lease", "reservation", "object_length_limit",
        "wants_second_reader", "may_send_texts", "may_send_restricted_texts", "wants_suggestions",
    }
)  # fmt: skip


@transaction.atomic
def create_project(*, by: User, slug: str, name: str, guideline: str = "", **facts: Any) -> Project:
    """Make a project with its maker as admin and guideline 1. `facts` are further fields of Project."""
    unknown = set(facts) - CHANGEABLE
    if unknown:
        raise TypeError(f"not a fact of a project: {', '.join(sorted(unknown))}")
    project = Project(slug=slug, name=name, **facts)
    _refuse_unusable(project)
    insert(project)
    add_member(by=by, project=project, user=by, role=Role.ADMIN)
    publish_guideline(by=by, project=project, body=guideline or first_guideline(), note=_("First version"))
    return project


def first_guideline() -> str:
    """What a new project starts with, in the language of its maker; to be replaced by the project's own words."""
    return _(
        "# Guideline\n\n"
        "Write here what counts as an idea object in this project, how its type is told, "
        "and how two genomes are compared. "
        "Give a worked example for each rule.\n"
    )


@transaction.atomic
def change_project(*, by: User, project: Project, **facts: Any) -> Project:
    """Change facts of a project.

    Another number of labels is also asked of its pairs outside all stages whose labels are not all in.
    """
    unknown = set(facts) - CHANGEABLE
    if unknown:
        raise TypeError(f"not a fact of a project: {', '.join(sorted(unknown))}")
    for field, value in facts.items():
        setattr(project, field, value)
    _refuse_unusable(project)
    project.save(update_fields=list(facts))
    if "overlap" in facts:
        outside = Unit.objects.filter(project=project, stage=None)
        ask_for_labels(project=project, units=outside, wanted=project.overlap)
    return project


def _refuse_unusable(project: Project) -> None:
    """Beside what every field allows by itself: a lease that can be held, domains that can be mapped."""
    faults = []
    try:
        refuse_invalid(project)
    except Refused as refusal:
        faults += refusal.faults
    if not SHORTEST_LEASE <= project.lease <= LONGEST_LEASE:
        faults.append(Fault("lease", _("A unit is held for a minute at least and for 14 days at most."), "lease"))
    if not SHORTEST_RESERVATION <= project.reservation <= LONGEST_RESERVATION:
        message = _("An assigned unit waits for an hour at least and for 60 days at most.")
        faults.append(Fault("reservation", message, "reservation"))
    if not _is_mapping(project.domains):
        message = _("Domains are an object: each construction domain with the name of its arena domain.")
        faults.append(Fault("domains", message, "domains"))
    elif any(has_control(word) for pair in project.domains.items() for word in pair):
        message = _("A domain's name holds a control character, which cannot be shown. Type the name anew.")
        faults.append(Fault("control_character", message, "domains"))
    if faults:
        raise Refused(faults)


def _is_mapping(domains: Any) -> bool:
    return isinstance(domains, dict) and all(
        isinstance(arena, str) and own.strip() and arena.strip() for own, arena in domains.items()
    )
