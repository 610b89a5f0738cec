"""The shape of what programs read and send about drafts, notices and differences."""

from typing import Any

from rest_framework import serializers

from evaluator.manifest import TABLES
from evaluator.vocabulary import RevisionKind
from releases.selectors.comparison import COMPARED
from releases.serializers import NewReleaseSerializer
from releases.services.notices import LONGEST_TEXT


class PlannedReleaseSerializer(NewReleaseSerializer):
    """Plan a release. What the plan leaves out has its default."""

    plan = serializers.JSONField(
        default=dict,
        help_text="How exam and splits are drawn: per_task, tasks, options, near, empty_share and splits with"
        " sealed_share, cutoff and calibration.",
    )


class PlanChangesSerializer(PlannedReleaseSerializer):
    """Any part of a draft; a plan replaces the whole plan."""

    def __init__(self, *args: Any, **facts: Any) -> None:
        super().__init__(*args, partial=True, **facts)


class WithdrawSerializer(serializers.Serializer[Any]):
    """Say that a release should no longer be used."""

    reason = serializers.CharField(max_length=LONGEST_TEXT)


class ErratumSerializer(serializers.Serializer[Any]):
    """Say what is wrong with a release, or with one of its records: then table and record are both named."""

    text = serializers.CharField(max_length=LONGEST_TEXT)
    table = serializers.ChoiceField(choices=TABLES, default="", allow_blank=True)
    record = serializers.CharField(default="", allow_blank=True, max_length=400)


class FieldChangeSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(help_text="Its path, such as answer.fates[yolo:M1].")
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class DifferingRecordSerializer(serializers.Serializer[Any]):
    """A record that is not the same in both releases; one that came or went has no changes."""

    table = serializers.ChoiceField(choices=COMPARED)
    record = serializers.CharField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in RevisionKind])
    changes = FieldChangeSerializer(many=True)


class DifferenceSerializer(serializers.Serializer[Any]):
    """What differs between two releases, a page of it."""

    before = serializers.CharField()
    after = serializers.CharField()
    count = serializers.IntegerField(help_text="Records that fit the filter.")
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = DifferingRecordSerializer(many=True)
