"""Who sees which pair, draft, submission and trace. Blindness lives here."""

from typing import TYPE_CHECKING, Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet

from annotation.models import Assignment
from annotation.querysets import InProjectQuerySet

if TYPE_CHECKING:
    from annotation.models import User


class PairQuerySet(InProjectQuerySet):
    def visible_to(self, user: "User") -> "PairQuerySet":
        """Pairs of projects where the person has any role; what others made of them is `DiffQuerySet`'s matter."""
        return self.filter(project__in=user.project_ids())

    def with_papers(self) -> "PairQuerySet":
        """With both papers, the project and the unit at hand; the texts stay in the database."""
        related = ("project", "unit", "source__source_version__paper", "target__source_version__paper")
        pairs: PairQuerySet = self.select_related(*related).defer(
            "source__source_version__text", "target__source_version__text"
        )
        return pairs

    def worked_on_by(self, user: "User") -> "PairQuerySet":
        """Pairs that the person has in hand or has finished, as a label or as a case."""
        mine = Assignment.objects.filter(unit=OuterRef("unit"), person=user).exclude(state="released")
        return self.filter(Exists(mine))

    def told_apart(self, user: "User") -> "PairQuerySet":
        """Adds `labels_shown`: whether the person may know how many labels a pair has (the rule of `DiffQuerySet`)."""
        done = Assignment.objects.filter(unit=OuterRef("unit"), person=user).done_with()
        overseer = Q(project__in=user.project_ids("admin", "adjudicator"))
        labels = Q(project__in=user.project_ids("annotator"))
        shown = ExpressionWrapper(overseer & (~labels | Exists(done)), BooleanField())
        pairs: PairQuerySet = self.annotate(labels_shown=shown)
        return pairs


class DraftQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "DraftQuerySet":
        """A draft is its author's alone."""
        return self.filter(author=user, pair__project__in=user.project_ids())


class DiffQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "DiffQuerySet":
        """Own submissions; others' only for adjudicators and admins, and never before the pair has all its labels.

        A person who also labels in the project sees others' labels only on pairs that they are done with:
        they submitted on it, or they adjudicate it, so they can never be handed it. Answers that measured a person on a
        known pair are their own and those admins' who do not label.
        """
        member = Q(pair__project__in=user.project_ids())
        overseer = Q(pair__project__in=user.project_ids("admin", "adjudicator"))
        labels = Q(pair__project__in=user.project_ids("annotator"))
        done = Exists(Assignment.objects.filter(unit=OuterRef("pair__unit"), person=user).done_with())
        enough = Q(pair__unit__labels_done__gte=F("pair__unit__overlap"))
        counts = Q(check_result__isnull=True) | (Q(pair__project__in=user.project_ids("admin")) & ~labels)
        return self.filter(member & (Q(author=user) | (overseer & enough & (~labels | done) & counts)))

    def current(self) -> "DiffQuerySet":
        """Each author's latest submission on a pair."""
        newer = self.model.objects.filter(
            pair=OuterRef("pair"),
            author=OuterRef("author"),
            number__gt=OuterRef("number"),
        )
        return self.filter(~Exists(newer))

    def counted(self) -> "DiffQuerySet":
        """Current submissions that count towards gold: the first k people of a pair, never k + 1."""
        return self.current().filter(is_surplus=False)


class KnownAnswerQuerySet(InProjectQuerySet):
    project_path = "pair__project"

    def visible_to(self, user: "User") -> "KnownAnswerQuerySet":
        """Known answers are for admins who do not label in the project: whoever labels may still be measured."""
        labels = Q(pair__project__in=user.project_ids("annotator"))
        return self.filter(Q(pair__project__in=user.project_ids("admin")) & ~labels)

    def newest(self) -> "KnownAnswerQuerySet":
        """The last answer that was written down for each pair."""
        newer = self.model.objects.filter(pair=OuterRef("pair"), number__gt=OuterRef("number"))
        return self.filter(~Exists(newer))

    def in_use(self) -> "KnownAnswerQuerySet":
        """Answers that people are measured on now."""
        return self.newest().filter(pair__unit__is_known=True)


class CheckResultQuerySet(QuerySet[Any]):
    def visible_to(self, user: "User") -> "CheckResultQuerySet":
        """For admins who do not label in the project; and one's own, where one was told that the answer is known."""
        labels = Q(known__pair__project__in=user.project_ids("annotator"))
        admin = Q(known__pair__project__in=user.project_ids("admin")) & ~labels
        own = Q(diff__author=user, is_announced=True, known__pair__project__in=user.project_ids())
        return self.filter(admin | own)

    def standing(self) -> "CheckResultQuerySet":
        """Of each person and pair the result of the last submission: a mind that was changed in time counts as such."""
        newer = self.model.objects.filter(
            diff__pair=OuterRef("diff__pair"), diff__author=OuterRef("diff__author"),
            diff__number__gt=OuterRef("diff__number"),
        )  # fmt: skip
        return self.filter(~Exists(newer))
