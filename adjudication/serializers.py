"""The shape of what programs read and send about disputes, decisions and agreement."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from adjudication.models import ObjectRuling, Resolution
from adjudication.queue_rules import QUEUES, DisputeRow, is_in
from adjudication.selectors import Side
from adjudication.selectors.feedback import told_rationale
from adjudication.selectors.genome_disputes import Answer
from diffs.models import PaperPair
from genomes.models import SecondReading

NOTES_HELP = "Row to its own reason_code and rationale, where they are not those of the whole."
ROW_HELP = "Row to choice. Rows: dynamics, ecology, …, fates[paper:M1], origins[paper:M1]."


class OfRowSerializer(serializers.ModelSerializer[Any]):
    """What a dispute is like, from the row of the queue that the view made for the caller (`rows` in the context)."""

    domain = serializers.CharField(source="unit.domain")
    unit = serializers.IntegerField(source="unit_id", help_text="What skip and reassign name.")
    state = serializers.SerializerMethodField(help_text="open, yours, in-work, reopened or skipped (by you).")
    degree = serializers.SerializerMethodField(help_text="How many fields of a pair, or objects of a genome, part.")
    since = serializers.SerializerMethodField(help_text="When the last answer came.")
    queues = serializers.SerializerMethodField(help_text="labels, alignments; roles, rejections of genomes.")

    def row(self, of: Any) -> DisputeRow:
        found: DisputeRow = self.context["rows"][of.pk]
        return found

    def get_state(self, of: Any) -> str:
        return self.row(of).state

    def get_degree(self, of: Any) -> int:
        return self.row(of).degree

    def get_since(self, of: Any) -> datetime:
        return self.row(of).since

    def get_queues(self, of: Any) -> list[str]:
        return [name for name in QUEUES if is_in(self.row(of), name)]


class DisputeSerializer(OfRowSerializer):
    # A field may be called "source" although Field has an attribute of that name: serializers collect it away.
    source = serializers.CharField(source="source.paper.slug")  # type: ignore[assignment]
    target = serializers.CharField(source="target.paper.slug")
    differing_fields = serializers.SerializerMethodField(help_text="Fields of the decision that the labels part in.")

    class Meta:
        model = PaperPair
        fields = [
            "id", "unit", "source", "target", "domain", "state", "queues", "degree", "since", "differing_fields",
        ]  # fmt: skip

    def get_differing_fields(self, of: Any) -> list[str]:
        return list(self.row(of).fields)


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


class RowNoteSerializer(serializers.Serializer[Any]):
    """Why one row is decided so; what is left out is said by the whole."""

    reason_code = serializers.ChoiceField(choices=Resolution.Reason.choices, required=False)
    rationale = serializers.CharField(required=False)


class NewResolutionSerializer(serializers.Serializer[Any]):
    """Either the whole gold `answer`, or `choices` with the `own` answers that they name.

    `reason_code` and `rationale` may be left out where `row_notes` gives every row in dispute its own.
    """

    reason_code = serializers.ChoiceField(choices=Resolution.Reason.choices, required=False, default="")
    rationale = serializers.CharField(required=False, default="")
    row_notes = serializers.DictField(child=RowNoteSerializer(), required=False, help_text=NOTES_HELP)
    outcome = serializers.ChoiceField(choices=["resolved", "neither", "excluded"])
    answer = serializers.DictField(required=False, help_text="A complete DiffAnswer.")
    choices = serializers.DictField(child=serializers.CharField(), required=False, help_text=ROW_HELP)
    own = serializers.DictField(required=False, help_text="A DiffAnswer with the rows that were chosen as own.")


class ResolutionSerializer(serializers.ModelSerializer[Resolution]):
    source = serializers.CharField(source="pair.source.paper.slug")  # type: ignore[assignment] # as above
    target = serializers.CharField(source="pair.target.paper.slug")
    rationale = serializers.SerializerMethodField(
        help_text="For who labels here: empty where the reasons were given row by row."
    )

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

    def get_rationale(self, of: Resolution) -> str:
        return told_rationale(of) if self.context.get("labels", True) else of.rationale


class WholeResolutionSerializer(ResolutionSerializer):
    """For those who see all labels. Which rows were in dispute would tell a labeller where somebody else differed."""

    rationale = serializers.CharField()  # type: ignore[assignment] # the same name, of all that is said
    choices = serializers.DictField(child=serializers.CharField(), help_text=ROW_HELP)
    row_notes = serializers.DictField(child=RowNoteSerializer(), help_text=NOTES_HELP)

    class Meta(ResolutionSerializer.Meta):
        fields = [*ResolutionSerializer.Meta.fields, "choices", "row_notes"]


class CaseSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    mode = serializers.CharField(help_text="open, yours, look or decided.")
    held_until = serializers.DateTimeField(allow_null=True)
    labels = LabelSerializer(many=True)
    rows = CaseRowSerializer(many=True)
    history = WholeResolutionSerializer(many=True, help_text="All decisions, latest first.")


class GenomeDisputeSerializer(OfRowSerializer):
    paper = serializers.CharField(source="genome.source_version.paper.slug")
    version = serializers.IntegerField(source="genome.source_version.number")
    open_objects = serializers.IntegerField(help_text="How many objects were typed differently and are not decided.")

    class Meta:
        model = SecondReading
        fields = [
            "id", "unit", "paper", "version", "domain", "state", "queues", "degree", "since", "open_objects",
            "submitted_at",
        ]  # fmt: skip


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


class NewGenomeDraftSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField(min_value=0, help_text="The revision that the draft grew from; 0 for none.")
    payload = serializers.DictField(help_text="choice.<number>, type.<number>, …, and reason_code, rationale of all.")


class GenomeCaseSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="case.reading.pk")
    unit = serializers.IntegerField(source="case.reading.unit_id")
    paper = serializers.CharField(source="case.reading.genome.paper.slug")
    mode = serializers.CharField(help_text="open, yours, look or decided.")
    held_until = serializers.DateTimeField(source="hold.lease_expires_at", allow_null=True, default=None)
    objects = ObjectCaseSerializer(source="case.objects", many=True)


class WishSerializer(serializers.Serializer[Any]):
    """A decision about one object: choice a, b, own (with type and role) or excluded."""

    number = serializers.IntegerField(min_value=1)
    choice = serializers.ChoiceField(choices=["a", "b", "own", "excluded"])
    type = serializers.CharField(required=False, help_text="An object type, or none.")
    role = serializers.CharField(required=False, help_text="A contribution role.")
    reason_code = serializers.ChoiceField(
        choices=Resolution.Reason.choices, required=False, help_text="Left out: that of the whole."
    )
    rationale = serializers.CharField(required=False, help_text="Left out: that of the whole.")


class RulingsSerializer(serializers.Serializer[Any]):
    """Decisions, and one reason and rationale for those that have none of their own."""

    rulings = WishSerializer(many=True)
    reason_code = serializers.ChoiceField(choices=Resolution.Reason.choices, required=False)
    rationale = serializers.CharField(required=False)


class SkipSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(required=False, max_length=300)


class ReassignSerializer(serializers.Serializer[Any]):
    person = serializers.CharField(help_text="User name of an adjudicator who had no part in the unit.")
