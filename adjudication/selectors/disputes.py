"""Which pairs are in dispute: a query over decision keys, never a stored flag."""

from collections.abc import Iterable

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce

from adjudication import rules
from adjudication.models import Resolution
from adjudication.querysets import ResolutionQuerySet
from annotation.models import Project
from diffs.models import Diff, PaperPair
from diffs.querysets import PairQuerySet


def disputes(project: Project) -> PairQuerySet:
    """Pairs with all their labels, more than one distinct decision among them, and no standing resolution."""
    pairs: PairQuerySet = (
        PaperPair.objects.filter(project=project, unit__labels_done__gte=F("unit__overlap"))
        .annotate(distinct_answers=distinct_answers())
        .filter(~Exists(standing()), distinct_answers__gt=1)
        .with_papers()
    )
    return pairs


def standing() -> ResolutionQuerySet:
    """The resolution that stands for a pair, to be used below a query of pairs."""
    resolutions: ResolutionQuerySet = Resolution.objects.standing().filter(pair=OuterRef("pk"))
    return resolutions


def distinct_answers() -> Coalesce:
    """How many different decisions the counted labels of a pair hold."""
    labels = Diff.objects.counted().filter(pair=OuterRef("pk")).order_by()
    keys = labels.values("pair").annotate(number=Count("decision_key", distinct=True)).values("number")
    return Coalesce(Subquery(keys, output_field=IntegerField()), 0)


def differing_fields(diffs: Iterable[Diff]) -> list[str]:
    """Names of the decision fields in which these labels differ."""
    return rules.differing_fields([diff.decision for diff in diffs])
