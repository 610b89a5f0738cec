"""Who sees which paper, genome and object."""

from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet

from annotation.querysets import InProjectQuerySet

if TYPE_CHECKING:
    from annotation.models import User


class SourceVersionQuerySet(InProjectQuerySet):
    project_path = "paper__project"


class GenomeQuerySet(QuerySet[Any]):
    """A genome in work is its author's alone until it is handed in; admins may look in."""

    def visible_to(self, user: "User") -> "GenomeQuerySet":
        mine = Q(source_version__paper__project__in=user.project_ids())
        administered = Q(source_version__paper__project__in=user.project_ids("admin"))
        return self.filter(mine & (Q(handed_in_at__isnull=False) | Q(author=user) | administered))

    def handed_in(self) -> "GenomeQuerySet":
        return self.filter(handed_in_at__isnull=False)


class IdeaObjectQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "IdeaObjectQuerySet":
        """Objects of the genomes that the person may see."""
        mine = Q(genome__source_version__paper__project__in=user.project_ids())
        administered = Q(genome__source_version__paper__project__in=user.project_ids("admin"))
        return self.filter(mine & (Q(genome__handed_in_at__isnull=False) | Q(genome__author=user) | administered))

    def accepted(self) -> "IdeaObjectQuerySet":
        """Objects that belong to the genome: not candidates, not rejected, and relevant to the lineage."""
        return self.filter(state="accepted", lineage_relevant=True)


class ImportBatchQuerySet(InProjectQuerySet):
    pass
