"""The shape of what programs read and send about people and work."""

from typing import Any, ClassVar

from rest_framework import serializers

from annotation.models import Assignment, Guideline, Project, Role, Unit
from annotation.selectors import Member, unit_url


class FaultSerializer(serializers.Serializer[Any]):
    """One thing that is wrong with a request."""

    code = serializers.CharField(help_text="Stable, for programs.")
    field = serializers.CharField(allow_blank=True, help_text="Where it is wrong; empty when it is the whole request.")
    message = serializers.CharField(help_text="For people, in the language asked for.")


class FaultsSerializer(serializers.Serializer[Any]):
    """Every fault of a refused request."""

    faults = FaultSerializer(many=True)


class ProjectSerializer(serializers.ModelSerializer[Project]):
    class Meta:
        model = Project
        fields = [
            "slug",
            "name",
            "description",
            "licence",
            "domains",
            "overlap",
            "lease",
            "object_length_limit",
            "wants_second_reader",
            "may_send_texts",
            "may_send_restricted_texts",
            "created_at",
        ]
        extra_kwargs: ClassVar[dict[str, Any]] = {"slug": {"validators": []}}  # the service says what is taken


class ProjectChangeSerializer(ProjectSerializer):
    class Meta(ProjectSerializer.Meta):
        read_only_fields = ["slug"]


class MemberSerializer(serializers.Serializer[Member]):
    id = serializers.IntegerField(source="user.pk", read_only=True)
    username = serializers.CharField(source="user.username", read_only=True)
    roles = serializers.ListField(child=serializers.ChoiceField(choices=Role.choices), read_only=True)
    expertise = serializers.ListField(child=serializers.CharField(), read_only=True)


class NewMemberSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    expertise = serializers.ListField(child=serializers.CharField(max_length=60), default=list)


class MemberChangeSerializer(serializers.Serializer[Any]):
    roles = serializers.ListField(child=serializers.ChoiceField(choices=Role.choices))
    expertise = serializers.ListField(child=serializers.CharField(max_length=60), default=list)


class GuidelineSerializer(serializers.ModelSerializer[Guideline]):
    class Meta:
        model = Guideline
        fields = ["version", "body", "note", "created_at"]
        read_only_fields = ["version", "created_at"]


class NewGuidelineSerializer(GuidelineSerializer):
    based_on = serializers.IntegerField(
        required=False, help_text="The version that was read for it; another one in force gives 409."
    )

    class Meta(GuidelineSerializer.Meta):
        fields = ["body", "note", "based_on"]
        read_only_fields: list[str] = []


class UnitSerializer(serializers.ModelSerializer[Unit]):
    address = serializers.SerializerMethodField(help_text="Where people work on it.")

    class Meta:
        model = Unit
        fields = ["id", "kind", "title", "domain", "priority", "due", "address"]

    def get_address(self, unit: Unit) -> str:
        return unit_url(unit)


class HoldSerializer(serializers.ModelSerializer[Assignment]):
    """The reader's own hold on a unit."""

    unit = UnitSerializer()

    class Meta:
        model = Assignment
        fields = ["id", "unit", "purpose", "state", "claimed_at", "lease_expires_at", "finished_at"]


class NextSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Unit.Kind.choices, required=False, help_text="Only units of this kind.")


class BeatSerializer(serializers.Serializer[Any]):
    active = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField(min_value=0), min_length=2, max_length=2),
        required=False,
        help_text="Spans of active time, idle time left out: [from, to] in seconds ago.",
    )


class CredentialsSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    password = serializers.CharField(trim_whitespace=False, style={"input_type": "password"})


class TokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField()
