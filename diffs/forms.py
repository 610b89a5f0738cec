"""The shape of what admins type about pairs."""

from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from annotation.models import Project
from diffs.models import KnownAnswer
from diffs.selectors import pairable_genomes, short_name
from genomes.models import Genome


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


class CalibrationForm(forms.ModelForm):  # type: ignore[type-arg]  # the class takes no parameter at run time
    """How people are measured in a project."""

    class Meta:
        model = Project
        fields = ["qualification_units", "qualification_percent", "check_every", "check_window", "check_percent"]

    def _post_clean(self) -> None:
        """Leave the instance alone: the service writes it and validates it."""


class ExplanationForm(forms.Form):
    """What a known answer is for, and why it is the answer."""

    use = forms.ChoiceField(label=_("Used"), choices=KnownAnswer.Use.choices)
    explanation = forms.CharField(
        label=_("Explanation"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "true"}),
        help_text=_("Markdown. People who qualify read it after their own answer: why this is the answer."),
    )
