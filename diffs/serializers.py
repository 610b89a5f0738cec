"""The shape of what programs read and send about pairs, drafts, submissions and traces."""

from typing import Any

from rest_framework import serializers

from annotation.permissions import can_administer
from diffs.models import CandidateSearch, Diff, LineageCandidate, PaperPair, Trace
from diffs.selectors import stops_of
from genomes.models import Paper


class PairSerializer(serializers.ModelSerializer[PaperPair]):
    # A field may be called "source" although Field has an attribute of that name: serializers collect it away.
    source = serializers.CharField(  # type: ignore[assignment]
        source="source.paper.slug", help_text="The predecessor's paper."
    )
    target = serializers.CharField(source="target.paper.slug", help_text="The successor's paper.")
    domain = serializers.CharField(source="unit.domain")
    state = serializers.CharField(
        source="own_state", allow_null=True, help_text="The caller's own part: active, finished, released or null."
    )
    labels = serializers.SerializerMethodField(
        help_text="How many labels are in; null for whoever may still label the pair."
    )
    labels_wanted = serializers.IntegerField(source="unit.overlap")

    class Meta:
        model = PaperPair
        fields = ["id", "source", "target", "unit", "domain", "state", "labels", "labels_wanted", "created_at"]

    def get_labels(self, pair: Any) -> int | None:
        return pair.unit.labels_done if pair.labels_shown else None


class NewPairSerializer(serializers.Serializer[Any]):
    source = serializers.SlugField(  # type: ignore[assignment] # as above
        help_text="The predecessor's paper: its newest genome is meant, which must be handed in."
    )
    target = serializers.SlugField(help_text="The successor's paper.")


class NewDraftSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField(min_value=0, help_text="The revision that the draft grew from; 0 for none.")
    payload = serializers.JSONField(help_text="A DiffAnswer as far as it has come; any part may be left out.")


class FaultLineSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class DraftSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    payload = serializers.JSONField()
    saved_at = serializers.DateTimeField(allow_null=True)
    gaps = FaultLineSerializer(many=True, help_text="Everything that keeps the draft from being submitted.")


class NewDiffSerializer(serializers.Serializer[Any]):
    pair = serializers.IntegerField(help_text="Id of the pair, which the caller holds.")
    answer = serializers.JSONField(help_text="A complete DiffAnswer; pointers need paper, start, end and quote.")


class DiffSerializer(serializers.ModelSerializer[Diff]):
    guideline = serializers.IntegerField(source="guideline.version")
    own = serializers.SerializerMethodField(help_text="Whether it is the caller's.")
    author = serializers.SerializerMethodField(help_text="The caller's own name; others' for admins only, else empty.")
    derived_dynamics = serializers.CharField(help_text="What the record derives, whatever was chosen.")
    _administers: bool | None = None

    class Meta:
        model = Diff
        fields = [
            "id",
            "pair",
            "own",
            "author",
            "number",
            "guideline",
            "answer",
            "decision",
            "decision_key",
            "dynamics",
            "derived_dynamics",
            "rule",
            "is_surplus",
            "submitted_at",
        ]

    def get_own(self, diff: Diff) -> bool:
        return bool(diff.author_id == self.context["request"].user.pk)

    def get_author(self, diff: Diff) -> str:
        if self.get_own(diff) or self._names_shown(diff):
            return diff.author.get_username()
        return ""

    def _names_shown(self, diff: Diff) -> bool:
        """Asked once for a whole answer: all its rows are of one project."""
        if self._administers is None:
            self._administers = can_administer(self.context["request"].user, diff.pair.project)
        return self._administers


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


class NewTraceSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
    papers = serializers.SlugRelatedField(many=True, slug_field="slug", queryset=Paper.objects.none())

    def __init__(self, *args: Any, project: Any = None, **options: Any) -> None:
        super().__init__(*args, **options)
        field: Any = self.fields["papers"]
        field.child_relation.queryset = Paper.objects.filter(project=project)


class CandidateSerializer(serializers.ModelSerializer[LineageCandidate]):
    """`predecessor` is null while the work is no paper of the library; `work` says what is known of it."""

    predecessor = serializers.CharField(source="source.slug", default=None, allow_null=True)
    successor = serializers.CharField(source="target.slug")
    pair = serializers.IntegerField(source="pair_id", allow_null=True)

    class Meta:
        model = LineageCandidate
        fields = ["id", "predecessor", "successor", "work", "reasons", "weight", "state", "reject_reason", "pair"]


class CandidateSearchSerializer(serializers.ModelSerializer[CandidateSearch]):
    paper = serializers.CharField(source="paper.slug", default=None, allow_null=True)

    class Meta:
        model = CandidateSearch
        fields = ["id", "paper", "state", "counts", "created_at", "finished_at"]


class NewSearchSerializer(serializers.Serializer[Any]):
    paper = serializers.CharField(required=False, allow_blank=True, help_text="Short name; without it all papers.")


class CuratedSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100, help_text="What the list is called.")
    text = serializers.CharField(max_length=200_000, help_text="One “predecessor -> successor” to a line.")


class CuratedFaultSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    message = serializers.CharField()


class CuratedResultSerializer(serializers.Serializer[Any]):
    added = serializers.IntegerField()
    faults = CuratedFaultSerializer(many=True)


class RejectionSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(required=False, allow_blank=True, max_length=300, default="")
