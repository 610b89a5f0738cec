"""Who sees which paper, genome and object."""

from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from annotation.querysets import InProjectQuerySet

if TYPE_CHECKING:
    from annotation.models import User
    from genomes.models import Genome


class PaperQuerySet(InProjectQuerySet):
    def with_text(self) -> "PaperQuerySet":
        """Papers that have a source version: the others are known by their metadata alone."""
        texts = apps.get_model("genomes", "SourceVersion").objects
        return self.filter(Exists(texts.filter(paper=OuterRef("pk"))))


class SourceVersionQuerySet(InProjectQuerySet):
    project_path = "paper__project"


def may_see(user: "User", path: str = "") -> Q:
    """Who sees a genome's objects. In work it is its author's and its holder's alone; admins may look in.

    Handed in, everybody in the project sees it, unless it waits for its second reader, who must not know how it was
    typed. Then it is hidden from all who label, but for those who had a part in it: any other might be that reader.
    `path` leads from the rows to the genome ("genome__"). No row is doubled: what has many rows is a subquery.
    """
    project = f"{path}source_version__paper__project"
    held = user.assignments.filter(purpose="label", state="active", lease_expires_at__gt=timezone.now())
    handed_in = Q(**{f"{path}handed_in_at__isnull": False})
    labels = Q(**{f"{project}__in": user.project_ids("annotator")})
    admin = Q(**{f"{project}__in": user.project_ids("admin")})
    overseer = Q(**{f"{project}__in": user.project_ids("admin", "adjudicator")})
    blind_before = Q(**{f"{project}__wants_second_reader": True})
    return Q(**{f"{project}__in": user.project_ids()}) & (
        (handed_in & ~waits_for_reader(path))
        | Q(**{f"{path}author": user})
        | Q(**{f"{path}unit__in": held.values("unit_id")})
        | (handed_in & Q(**{f"{path}second_reading__unit__in": user.barred_units.values("pk")}))
        | (handed_in & overseer & ~labels)
        | (~handed_in & admin & (~labels | ~blind_before))
    )


def waits_for_reader(path: str = "") -> Q:
    """Genomes whose second reading is asked for and neither submitted nor done without."""
    reading = f"{path}second_reading"
    return Q(
        **{
            f"{reading}__isnull": False,
            f"{reading}__submitted_at__isnull": True,
            f"{reading}__waived_at__isnull": True,
        }
    )


class GenomeQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "GenomeQuerySet":
        return self.filter(may_see(user))

    def handed_in(self) -> "GenomeQuerySet":
        return self.filter(handed_in_at__isnull=False)

    def read(self) -> "GenomeQuerySet":
        """Handed in, and not waiting for a second reader."""
        return self.handed_in().exclude(waits_for_reader())


class IdeaObjectQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "IdeaObjectQuerySet":
        """Objects of the genomes that the person may see."""
        return self.filter(may_see(user, "genome__"))

    def accepted(self) -> "IdeaObjectQuerySet":
        """Objects that belong to the genome: not candidates, not rejected, and relevant to the lineage."""
        return self.filter(state="accepted", lineage_relevant=True)

    def linkable_from(self, genome: "Genome") -> "IdeaObjectQuerySet":
        """Objects that a delta of this genome may name without telling how a genome that is still to be read is typed.

        The link is seen wherever the delta is, so what it names must be of the same genome, or open to everybody.
        """
        if not genome.unit.project.wants_second_reader:
            return self
        is_open = Q(genome__handed_in_at__isnull=False) & ~waits_for_reader("genome__")
        return self.filter(Q(genome=genome) | is_open)


class ImportBatchQuerySet(InProjectQuerySet):
    pass


class ReferenceQuerySet(InProjectQuerySet):
    project_path = "paper__project"


class LookUpQuerySet(InProjectQuerySet):
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
    """Readings as such: that one is wanted is no secret. What was read is `TypingQuerySet`'s matter."""

    project_path = "unit__project"

    def open(self) -> "SecondReadingQuerySet":
        return self.filter(submitted_at__isnull=True, waived_at__isnull=True)


class ReadingDraftQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "ReadingDraftQuerySet":
        """A draft is its reader's alone."""
        return self.filter(reader=user, reading__unit__project__in=user.project_ids())


class TypingQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "TypingQuerySet":
        """The reader's own, and all for adjudicators and admins: they are there only once the reading is submitted."""
        overseer = Q(reading__unit__project__in=user.project_ids("admin", "adjudicator"))
        own = Q(reading__reader=user, reading__unit__project__in=user.project_ids())
        return self.filter(overseer | own)

    def parted(self) -> "TypingQuerySet":
        """Those in which author and second reader say different things."""
        return self.exclude(key=F("first_key"))
