"""The shape of what programs read and send about traces."""

from typing import Any

from rest_framework import serializers

from diffs.coherence import Kind
from diffs.models import Trace
from diffs.selectors import stops_of
from genomes.models import Paper


class TraceSerializer(serializers.ModelSerializer[Trace]):
    papers = serializers.SerializerMethodField(help_text="Papers in order.")
    pairs = serializers.SerializerMethodField(help_text="Ids of the pairs that lead from paper to paper.")

    class Meta:
        model = Trace
        fields = ["id", "name", "papers", "pairs", "created_at"]

    def get_papers(self, trace: Trace) -> list[str]:
        return [stop.paper.slug for stop in stops_of(trace)]

    def get_pairs(self, trace: Trace) -> list[int]:
        return [stop.pair.pk for stop in stops_of(trace) if stop.pair is not None]


class _OfProject(serializers.Serializer[Any]):
    """Takes papers of one project only, by short name."""

    def __init__(self, *args: Any, project: Any = None, **options: Any) -> None:
        super().__init__(*args, **options)
        field: Any = self.fields["papers"]
        field.child_relation.queryset = Paper.objects.filter(project=project)


def _papers(**options: Any) -> Any:
    return serializers.SlugRelatedField(many=True, slug_field="slug", queryset=Paper.objects.none(), **options)


class NewTraceSerializer(_OfProject):
    name = serializers.CharField(max_length=200)
    papers = _papers()


class ChangedTraceSerializer(_OfProject):
    name = serializers.CharField(max_length=200, required=False, help_text="Left out: as it is.")
    papers = _papers(required=False, help_text="All papers in their new order. Left out: as they are.")
    was = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        max_length=20,
        help_text="Ids of the pairs that the change grew from: 409 with what stands now when they are others by now.",
    )


class PapersSerializer(_OfProject):
    papers = _papers(help_text="Papers in order.")

    def validate_papers(self, papers: list[Paper]) -> list[Paper]:
        if len(papers) > MOST_CHECKED:
            raise serializers.ValidationError(f"At most {MOST_CHECKED} papers are checked at once.")
        return papers


MOST_CHECKED = 50


class IncoherenceSerializer(serializers.Serializer[Any]):
    """What speaks against a trace, as far as the caller may know it."""

    code = serializers.ChoiceField(choices=[kind.value for kind in Kind])
    at = serializers.IntegerField(
        source="fault.at",
        allow_null=True,
        help_text="The paper that it concerns, or the step that leads on from it; from 0.",
    )
    message = serializers.CharField(source="words")
    refused = serializers.BooleanField(source="fault.is_refused", help_text="The trace cannot be saved with it.")
    information = serializers.BooleanField(source="fault.is_information", help_text="Work to come, no fault.")
    mend = serializers.CharField(source="url", allow_blank=True, help_text="The page where it is mended.")
