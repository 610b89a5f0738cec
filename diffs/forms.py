"""The shape of what admins type about pairs and traces."""

from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from annotation.models import Project
from diffs.selectors import pairable_genomes, short_name
from genomes.models import Genome, Paper

STEPS = 7


class GenomeField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A genome, called by its paper and date."""

    def label_from_instance(self, obj: Genome) -> str:
        published = obj.paper.published
        version = f" v{obj.source_version.number}" if obj.source_version.number > 1 else ""
        return f"{short_name(obj.paper)}{version}, {date_format(published) if published else ''}"


class PairForm(forms.Form):
    """Two genomes that are handed in."""

    source = GenomeField(
        label=_("Predecessor"), queryset=Genome.objects.none(), help_text=_("Published no later than the successor.")
    )
    target = GenomeField(label=_("Successor"), queryset=Genome.objects.none())

    def __init__(self, project: Project, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("source", "target"):
            field = self.fields[name]
            assert isinstance(field, GenomeField)
            field.queryset = pairable_genomes(project)


class PaperField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A paper, called by its short name."""

    def label_from_instance(self, obj: Paper) -> str:
        return short_name(obj)


class TraceForm(forms.Form):
    """A name and three to seven papers in order, one to a field."""

    name = forms.CharField(label=_("Name"), max_length=200)

    def __init__(self, project: Project, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        papers = (
            Paper.objects.filter(project=project, versions__genome__handed_in_at__isnull=False)
            .distinct()
            .order_by("published", "slug")
        )
        for number in range(1, STEPS + 1):
            self.fields[f"paper_{number}"] = PaperField(
                label=_("Paper %(number)d") % {"number": number},
                queryset=papers,
                required=number <= 3,
                empty_label="–",
            )

    def papers(self) -> list[Paper]:
        """The chosen papers in order."""
        chosen = [self.cleaned_data.get(f"paper_{number}") for number in range(1, STEPS + 1)]
        return [paper for paper in chosen if paper is not None]


class CuratedForm(forms.Form):
    """A curator's list of predecessors and successors."""

    name = forms.CharField(label=_("Name of the list"), max_length=100)
    text = forms.CharField(
        label=_("Predecessor -> successor"),
        max_length=200_000,
        widget=forms.Textarea(attrs={"rows": 5, "placeholder": "10.1109/CVPR.2014.81 -> yolo"}),
        help_text=_(
            "One to a line; each a short name, a DOI, an arXiv id or a title. The successor must be in the library."
        ),
    )
