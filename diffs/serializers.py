"""The shape of what programs read and send about pairs, drafts and submissions."""

from typing import Any

from rest_framework import serializers

from annotation.models import Project
from annotation.permissions import can_administer
from diffs.models import CandidateSearch, CheckResult, Diff, KnownAnswer, LineageCandidate, PaperPair
from diffs.selectors.suggestions import State as SuggestionsState


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
    guideline = serializers.IntegerField(
        required=False, min_value=1, help_text="The version that was read for it; another one in force gives 409."
    )
    revision = serializers.IntegerField(
        required=False, min_value=0, help_text="Of the draft that it grew from, 0 for none; another one gives 409."
    )


class DiffSerializer(serializers.ModelSerializer[Diff]):
    guideline = serializers.IntegerField(source="guideline.version")
    own = serializers.SerializerMethodField(help_text="Whether it is the caller's.")
    author = serializers.SerializerMethodField(help_text="The caller's own name; others' for admins only, else empty.")
    derived_dynamics = serializers.CharField(help_text="What the record derives, whatever was chosen.")
    is_surplus = serializers.SerializerMethodField(help_text="Came after the pair had all its labels; never in gold.")
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

    def get_is_surplus(self, diff: Diff) -> bool:
        """Of an own answer that measured the person unannounced, what a label would say."""
        check = getattr(diff, "check_result", None)
        return bool(diff.is_surplus and (check is None or check.is_announced or not self.get_own(diff)))

    def _names_shown(self, diff: Diff) -> bool:
        """Asked once for a whole answer: all its rows are of one project."""
        if self._administers is None:
            self._administers = can_administer(self.context["request"].user, diff.pair.project)
        return self._administers


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


class SuggestionSerializer(serializers.Serializer[Any]):
    source = serializers.CharField(help_text="Id of the source object.")  # type: ignore[assignment] # as above
    target = serializers.CharField(help_text="Id of a target object of its type.")
    rank = serializers.IntegerField(min_value=1, max_value=5, help_text="1 is the most alike.")
    score = serializers.FloatField(help_text="0 to 1; scores of different providers cannot be compared.")
    words = serializers.ListField(child=serializers.CharField(), help_text="Words that both share.")


class SuggestionsSerializer(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=[each.value for each in SuggestionsState])
    said = serializers.CharField(help_text="Why there are none; empty when `state` is `ready`.")
    provider = serializers.CharField(help_text="How likeness was measured; empty when nothing is suggested.")
    computed_at = serializers.DateTimeField(allow_null=True)
    suggestions = SuggestionSerializer(many=True)


class CalibrationSerializer(serializers.ModelSerializer[Project]):
    """How people are measured in a project."""

    class Meta:
        model = Project
        fields = ["qualification_units", "qualification_percent", "check_every", "check_window", "check_percent"]


class KnownAnswerSerializer(serializers.ModelSerializer[KnownAnswer]):
    in_use = serializers.BooleanField(source="pair.unit.is_known", help_text="Whether people are measured on it now.")

    class Meta:
        model = KnownAnswer
        fields = ["pair", "number", "use", "in_use", "dynamics", "rule", "answer", "explanation", "created_at"]


class NewKnownAnswerSerializer(serializers.Serializer[Any]):
    answer = serializers.JSONField(help_text="A complete DiffAnswer; pointers need paper, start, end and quote.")
    use = serializers.ChoiceField(choices=KnownAnswer.Use.choices, default=KnownAnswer.Use.BOTH)
    explanation = serializers.CharField(allow_blank=True, default="", help_text="Why this is the answer; Markdown.")


class CheckResultSerializer(serializers.ModelSerializer[CheckResult]):
    """How one answer compares with the known one of its time."""

    person = serializers.CharField(source="diff.author.username")
    pair = serializers.IntegerField(source="known.pair_id")
    diff = serializers.UUIDField(source="diff_id")
    rule = serializers.IntegerField(source="known.rule", help_text="The boundary rule of the known answer.")
    known = serializers.CharField(source="known.dynamics")
    chosen = serializers.CharField(source="diff.dynamics")
    by_field = serializers.DictField(
        source="fields", child=serializers.BooleanField(), help_text="Field of the decision to whether it is right."
    )

    class Meta:
        model = CheckResult
        fields = [
            "id", "person", "pair", "diff", "is_announced", "is_right", "share", "by_field", "rule", "known", "chosen",
            "created_at",
        ]  # fmt: skip


class FigureSerializer(serializers.Serializer[Any]):
    matrix = serializers.CharField(help_text="field, rule, known_dynamics or week.")
    person = serializers.CharField(allow_blank=True, help_text="Empty: all together.")
    column = serializers.CharField()
    right = serializers.IntegerField()
    n = serializers.IntegerField()
    share = serializers.FloatField(allow_null=True, help_text="Null where nothing was measured.")


class MeasuredSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="membership.user_id")
    username = serializers.CharField(source="membership.user.username")
    state = serializers.ChoiceField(choices=["qualifying", "stuck", "working", "paused"])
    qualified_at = serializers.DateTimeField(source="membership.qualified_at", allow_null=True)
    qualifying_right = serializers.IntegerField(source="qualifying.right")
    qualifying_n = serializers.IntegerField(source="qualifying.of")
    window_right = serializers.IntegerField(source="window.right")
    window_n = serializers.IntegerField(source="window.of")
    unseen = serializers.DictField(child=serializers.IntegerField(), help_text="Known pairs left, by what for.")


class LetWorkSerializer(serializers.Serializer[Any]):
    qualified = serializers.BooleanField(help_text="True: may begin with real work. False: qualifies (again) first.")


class OwnCalibrationSerializer(serializers.Serializer[Any]):
    wanted = serializers.IntegerField()
    qualifying_right = serializers.IntegerField(source="qualifying.right")
    qualifying_n = serializers.IntegerField(source="qualifying.of")
    must_qualify = serializers.BooleanField()
    percent = serializers.IntegerField(allow_null=True, help_text="Of answers before this week; null: too few.")
    until = serializers.DateTimeField()
