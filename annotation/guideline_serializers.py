"""The shape of what programs read and send about the guideline, its readers and its notes."""

from typing import Any

from rest_framework import serializers

from annotation.models import Guideline, GuidelineNote
from annotation.sections import SECTIONS


class GuidelineSerializer(serializers.ModelSerializer[Guideline]):
    class Meta:
        model = Guideline
        fields = ["version", "body", "note", "must_be_read", "created_at"]
        read_only_fields = ["version", "created_at"]


class NewGuidelineSerializer(GuidelineSerializer):
    based_on = serializers.IntegerField(
        required=False, help_text="The version that was read for it; another one in force gives 409."
    )
    note = serializers.CharField(
        required=False, default="", allow_blank=True, help_text="What changed; needed from version 2 on."
    )
    notes = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1),
        required=False,
        max_length=1000,
        help_text="Ids of the notes that this version takes in.",
    )

    class Meta(GuidelineSerializer.Meta):
        fields = ["body", "note", "must_be_read", "based_on", "notes"]
        read_only_fields: list[str] = []


class ReaderSerializer(serializers.Serializer[Any]):
    username = serializers.CharField(source="person.username")
    version = serializers.IntegerField(allow_null=True, help_text="The latest that they say they have read.")
    read_at = serializers.DateTimeField(allow_null=True)
    is_due = serializers.BooleanField(help_text="Whether a version that everybody reads waits for them.")


class NoteSerializer(serializers.ModelSerializer[GuidelineNote]):
    taken_in = serializers.IntegerField(source="taken_in.version", default=None, allow_null=True, read_only=True)

    class Meta:
        model = GuidelineNote
        fields = ["id", "text", "about_field", "taken_in", "created_at"]
        read_only_fields = ["id", "created_at"]


class NewNoteSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="Markdown.")
    about_field = serializers.ChoiceField(choices=SECTIONS, required=False, allow_blank=True, default="")
    question = serializers.UUIDField(
        required=False, allow_null=True, help_text="The question that it answers, which the caller may see."
    )
