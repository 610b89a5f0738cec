"""Who sees which paper, genome and object."""

from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from annotation.querysets import InProjectQuerySet

if TYPE_CHECKING:
    from annotation.models import User


class SourceVersionQuerySet(InProjectQuerySet):
    project_path = "paper__project"


def may_see(user: "User", path: str = "") -> Q:
    """A genome in work is its author's and its holder's alone until it is handed in; admins may look in.

    `path` leads from the rows to the genome ("genome__"). No row is doubled: every part is a subquery.
    """
    project = f"{path}source_version__paper__project__in"
    held = user.assignments.filter(purpose="label", state="active", lease_expires_at__gt=timezone.now())
    return Q(**{project: user.project_ids()}) & (
        Q(**{f"{path}handed_in_at__isnull": False})
        | Q(**{f"{path}author": user})
        | Q(**{f"{path}unit__in": held.values("unit_id")})
        | Q(**{project: user.project_ids("admin")})
    )


class GenomeQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "GenomeQuerySet":
        return self.filter(may_see(user))

    def handed_in(self) -> "GenomeQuerySet":
        return self.filter(handed_in_at__isnull=False)


class IdeaObjectQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "IdeaObjectQuerySet":
        """Objects of the genomes that the person may see."""
        return self.filter(may_see(user, "genome__"))

    def accepted(self) -> "IdeaObjectQuerySet":
        """Objects that belong to the genome: not candidates, not rejected, and relevant to the lineage."""
        return self.filter(state="accepted", lineage_relevant=True)


class ImportBatchQuerySet(InProjectQuerySet):
    pass


class ReferenceQuerySet(InProjectQuerySet):
    project_path = "paper__project"


class OperationQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "OperationQuerySet":
        """What was done to the genomes that the person may see."""
        return self.filter(may_see(user, "genome__"))


class ExtractionPassQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "ExtractionPassQuerySet":
        """Passes over the genomes that the person may see."""
        return self.filter(may_see(user, "genome__"))


class SecondReadingQuerySet(InProjectQuerySet):
    project_path = "unit__project"
