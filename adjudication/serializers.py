"""The shape of what programs read and send about disputes, decisions and agreement."""

from typing import Any

from rest_framework import serializers

from adjudication.models import ObjectRuling, Resolution
from adjudication.selectors import Side, differing_fields
from adjudication.selectors.genome_disputes import Answer
from adjudication.selectors.queue import state_of
from diffs.models import PaperPair
from genomes.models import SecondReading

ROW_HELP = "Row to choice. Rows: dynamics, ecology, …, fates[paper:M1], origins[paper:M1]."


class DisputeSerializer(serializers.ModelSerializer[PaperPair]):
    # A field may be called "source" although Field has an attribute of that name: serializers collect it away.
    source = serializers.CharField(source="source.paper.slug")  # type: ignore[assignment]
    target = serializers.CharField(source="target.paper.slug")
    domain = serializers.CharField(source="unit.domain")
    state = serializers.SerializerMethodField(help_text="open, yours, in-work or reopened.")
    differing_fields = serializers.SerializerMethodField(help_text="Fields of the decision that the labels part in.")

    class Meta:
        model = PaperPair
        fields = ["id", "source", "target", "domain", "state", "differing_fields"]

    def get_state(self, pair: Any) -> str:
        return state_of(pair, self.context["request"].user)

    def get_differing_fields(self, pair: Any) -> list[str]:
        return differing_fields(pair.labels)


class LabelSerializer(serializers.Serializer[Side]):
    """One label under its letter; who gave it is not said."""

    letter = serializers.CharField()
    answer = serializers.JSONField(source="diff.answer")
    decision = serializers.JSONField(source="diff.decision")
    derived_dynamics = serializers.CharField(source="diff.derived_dynamics")
    rule = serializers.IntegerField(source="diff.rule")
    guideline = serializers.IntegerField(source="diff.guideline.version")


class CaseRowSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    in_dispute = serializers.BooleanField()


class CaseSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    mode = serializers.CharField(help_text="open, yours, look or decided.")
    held_until = serializers.DateTimeField(allow_null=True)
    labels = LabelSerializer(many=True)
    rows = CaseRowSerializer(many=True)


class NewCaseDraftSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField(min_value=0, help_text="The revision that the draft grew from; 0 for none.")
    payload = serializers.DictField(help_text="The case's form: choice.<row>, own.<row>, reason_code, rationale.")


class CaseDraftSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    payload = serializers.DictField()
    saved_at = serializers.DateTimeField(allow_null=True)


class ReasonSerializer(serializers.Serializer[Any]):
    reason_code = serializers.ChoiceField(choices=Resolution.Reason.choices)
    rationale = serializers.CharField()


class NewResolutionSerializer(ReasonSerializer):
    """Either the whole gold `answer`, or `choices` with the `own` answers that they name."""

    outcome = serializers.ChoiceField(choices=["resolved", "neither", "excluded"])
    answer = serializers.DictField(required=False, help_text="A complete DiffAnswer.")
    choices = serializers.DictField(child=serializers.CharField(), required=False, help_text=ROW_HELP)
    own = serializers.DictField(required=False, help_text="A DiffAnswer with the rows that were chosen as own.")


class ResolutionSerializer(serializers.ModelSerializer[Resolution]):
    source = serializers.CharField(source="pair.source.paper.slug")  # type: ignore[assignment] # as above
    target = serializers.CharField(source="pair.target.paper.slug")

    class Meta:
        model = Resolution
        fields = [
            "id",
            "pair",
            "source",
            "target",
            "number",
            "outcome",
            "answer",
            "derived_dynamics",
            "rule",
            "reason_code",
            "rationale",
            "created_at",
        ]


class GenomeDisputeSerializer(serializers.ModelSerializer[SecondReading]):
    paper = serializers.CharField(source="genome.source_version.paper.slug")
    version = serializers.IntegerField(source="genome.source_version.number")
    open_objects = serializers.IntegerField(help_text="How many objects were typed differently and are not decided.")

    class Meta:
        model = SecondReading
        fields = ["id", "paper", "version", "open_objects", "submitted_at"]


class TypingAnswerSerializer(serializers.Serializer[Answer]):
    """What one of the two says; both empty: it is no object. Who says it is not told."""

    letter = serializers.CharField()
    type = serializers.CharField(allow_blank=True)
    role = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)


class ObjectRulingSerializer(serializers.ModelSerializer[ObjectRuling]):
    object = serializers.IntegerField(source="typing.number", help_text="The number that the second reader saw.")
    type = serializers.CharField(read_only=True)
    contribution_role = serializers.CharField(read_only=True)

    class Meta:
        model = ObjectRuling
        fields = [
            "object", "number", "outcome", "type", "contribution_role", "reason_code", "rationale", "created_at",
        ]  # fmt: skip


class ObjectCaseSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    content = serializers.CharField(source="typing.idea_object.content")
    answers = TypingAnswerSerializer(many=True)
    standing = ObjectRulingSerializer(allow_null=True)


class GenomeCaseSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="reading.pk")
    paper = serializers.CharField(source="reading.genome.paper.slug")
    objects = ObjectCaseSerializer(many=True)


class WishSerializer(serializers.Serializer[Any]):
    """A decision about one object: choice a, b, own (with type and role) or excluded."""

    number = serializers.IntegerField(min_value=1)
    choice = serializers.ChoiceField(choices=["a", "b", "own", "excluded"])
    type = serializers.CharField(required=False, help_text="An object type, or none.")
    role = serializers.CharField(required=False, help_text="A contribution role.")
    reason_code = serializers.ChoiceField(choices=Resolution.Reason.choices)
    rationale = serializers.CharField()


class RulingsSerializer(serializers.Serializer[Any]):
    rulings = WishSerializer(many=True)
