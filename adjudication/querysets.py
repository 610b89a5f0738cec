"""Who sees which case and resolution."""

from typing import TYPE_CHECKING, Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from annotation.models import Assignment
from annotation.querysets import InProjectQuerySet

if TYPE_CHECKING:
    from annotation.models import User


class CaseQuerySet(InProjectQuerySet):
    project_path = "pair__project"

    def held(self) -> "CaseQuerySet":
        """Cases in hand within the lease. Who left project or role, or has no account, holds none."""
        return self.filter(
            lease_expires_at__gt=timezone.now(),
            adjudicator__is_active=True,
            adjudicator__memberships__project=F("pair__project"),
            adjudicator__memberships__role="adjudicator",
        )


class CaseDraftQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "CaseDraftQuerySet":
        """A draft is its adjudicator's alone."""
        return self.filter(adjudicator=user, case__pair__project__in=user.project_ids())


class GenomeHoldQuerySet(InProjectQuerySet):
    project_path = "reading__unit__project"

    def held(self) -> "GenomeHoldQuerySet":
        """Genomes in hand within the lease. Who left project or role, or has no account, holds none."""
        return self.filter(
            lease_expires_at__gt=timezone.now(),
            adjudicator__is_active=True,
            adjudicator__memberships__project=F("reading__unit__project"),
            adjudicator__memberships__role="adjudicator",
        )


class GenomeDraftQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "GenomeDraftQuerySet":
        """A draft is its adjudicator's alone."""
        return self.filter(adjudicator=user, reading__unit__project__in=user.project_ids())


class SkipQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "SkipQuerySet":
        """What a person skipped is theirs to see, and the admins'."""
        mine = Q(adjudicator=user, unit__project__in=user.project_ids())
        return self.filter(mine | Q(unit__project__in=user.project_ids("admin")))


class TallyQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "TallyQuerySet":
        """Overseers who do not label. Who also labels is blind to pairs that a tally cannot tell apart."""
        overseer = Q(project__in=user.project_ids("admin", "adjudicator"))
        return self.filter(overseer & ~Q(project__in=user.project_ids("annotator")))


class ResolutionQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "ResolutionQuerySet":
        """Overseers see all; an annotator sees the resolutions of pairs that they have submitted on.

        Only while all labels are in: where a pair wants more of them, theirs can be changed.
        """
        member = Q(pair__project__in=user.project_ids())
        overseer = Q(pair__project__in=user.project_ids("admin", "adjudicator"))
        labels = Q(pair__project__in=user.project_ids("annotator"))
        done = Exists(Assignment.objects.filter(unit=OuterRef("pair__unit"), person=user).done_with())
        complete = Q(pair__unit__labels_done__gte=F("pair__unit__overlap"))
        return self.filter(member & ((Q(done) & complete) | (overseer & ~labels)))

    def standing(self) -> "ResolutionQuerySet":
        """The standing resolution of each pair: the one with the highest number, unless that one reopened it."""
        newer = self.model.objects.filter(pair=OuterRef("pair"), number__gt=OuterRef("number"))
        return self.filter(~Exists(newer)).exclude(outcome="reopened")


class ObjectRulingQuerySet(InProjectQuerySet):
    project_path = "typing__reading__unit__project"

    def visible_to(self, user: "User") -> "ObjectRulingQuerySet":
        """Adjudicators and admins: a reading is submitted before anything is ruled, so nobody is blind any more."""
        return self.filter(**{f"{self.project_path}__in": user.project_ids("admin", "adjudicator")})

    def standing(self) -> "ObjectRulingQuerySet":
        """The ruling with the highest number on each object, unless that one reopened it."""
        newer = self.model.objects.filter(typing=OuterRef("typing"), number__gt=OuterRef("number"))
        return self.filter(~Exists(newer)).exclude(outcome="reopened")
