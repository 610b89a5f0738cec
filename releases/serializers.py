"""The shape of what programs read and send about releases and runs."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from releases.models import Notice, Release, ReleaseFile, Run
from releases.services.requesting import LARGEST_SEED, LONGEST_VERSION


class ReleaseSerializer(serializers.ModelSerializer[Release]):
    """A release; `statuses` in the context says what follows from later releases and notices."""

    status = serializers.SerializerMethodField(
        help_text="The state, or superseded or withdrawn of a frozen release that no longer stands."
    )
    newer = serializers.SerializerMethodField(help_text="The version that stands in its place; empty if none does.")

    class Meta:
        model = Release
        fields = [
            "version",
            "state",
            "status",
            "newer",
            "seed",
            "notes",
            "leave_out_disputes",
            "allow_changed_code",
            "requested_at",
            "frozen_at",
            "manifest_sha256",
            "counts",
        ]
        read_only_fields = fields

    def get_status(self, release: Release) -> str:
        return str(self.context["statuses"][release.pk].state)

    def get_newer(self, release: Release) -> str:
        return str(self.context["statuses"][release.pk].newer)


class NoticeSerializer(serializers.ModelSerializer[Notice]):
    """Something said of a frozen release later."""

    class Meta:
        model = Notice
        fields = ["kind", "table", "record", "text", "at"]
        read_only_fields = fields


class FindingSerializer(serializers.Serializer[Any]):
    """One thing that an audit found."""

    subject = serializers.CharField(allow_blank=True, help_text="The record; empty when the caller may not know it.")
    what = serializers.CharField()
    address = serializers.CharField(allow_blank=True, help_text="The page where it is mended.")


class AuditSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    passed = serializers.BooleanField(help_text="Whether it found nothing.")
    stops = serializers.BooleanField(help_text="Whether what it finds stops a release; else it only warns.")
    count = serializers.IntegerField(help_text="Of all findings, listed or not; 0 for who may not know.")
    findings = FindingSerializer(many=True)
    notes = serializers.ListField(child=serializers.CharField(), help_text="What it saw, good or bad.")
    at = serializers.DateTimeField(allow_null=True, help_text="When it ran; null where it ran with the freeze.")
    is_older = serializers.BooleanField(help_text="Whether another audit of the draft ran later, on other gold.")


class OneReleaseSerializer(ReleaseSerializer):
    """A release with what its audits found, and why it stopped if it did."""

    audits = serializers.SerializerMethodField()
    notices = serializers.SerializerMethodField(help_text="Its withdrawal and errata, oldest first.")
    yields = serializers.SerializerMethodField(
        help_text="Of a draft: per task its instances, the anchors it could be drawn from, and what those lacked."
    )

    class Meta(ReleaseSerializer.Meta):
        fields = [*ReleaseSerializer.Meta.fields, "plan", "audited_at", "error", "audits", "notices", "yields"]
        read_only_fields = fields

    @extend_schema_field(NoticeSerializer(many=True))
    def get_notices(self, release: Release) -> list[dict[str, Any]]:
        status = self.context["statuses"][release.pk]
        found = [*status.errata, *([status.withdrawal] if status.withdrawal else [])]
        return [dict(NoticeSerializer(notice).data) for notice in sorted(found, key=lambda notice: notice.pk)]

    def get_yields(self, release: Release) -> dict[str, Any]:
        yields: dict[str, Any] = release.preview.get("yields", {})
        return yields

    def get_audits(self, release: Release) -> list[dict[str, Any]]:
        return [dict(AuditSerializer(row).data) for row in self.context["audits"]]


class NewReleaseSerializer(serializers.Serializer[Any]):
    """Ask for a freeze."""

    version = serializers.CharField(max_length=LONGEST_VERSION, help_text="Three numbers, such as 1.0.0.")
    seed = serializers.IntegerField(default=1, min_value=0, max_value=LARGEST_SEED)
    notes = serializers.CharField(default="", allow_blank=True)
    leave_out_disputes = serializers.BooleanField(default=False)
    allow_changed_code = serializers.BooleanField(
        default=False, help_text="Freeze although the program differs from its commit; the manifest says so."
    )


class ProgressSerializer(serializers.Serializer[Any]):
    """How far a job has come: running, done or failed."""

    state = serializers.ChoiceField(choices=["running", "done", "failed"])
    stage = serializers.CharField()
    text = serializers.CharField(help_text="For people: what is being done, or why nothing happens.")
    done = serializers.IntegerField(required=False)
    total = serializers.IntegerField(required=False)
    url = serializers.CharField(required=False, help_text="Where the result is, once there is one.")


class ReleaseFileSerializer(serializers.ModelSerializer[ReleaseFile]):
    class Meta:
        model = ReleaseFile
        fields = ["path", "size", "rows", "sha256"]
        read_only_fields = fields


class RunSerializer(serializers.ModelSerializer[Run]):
    release = serializers.SlugRelatedField[Release](slug_field="version", read_only=True)

    class Meta:
        model = Run
        fields = [
            "id",
            "release",
            "system",
            "seed",
            "state",
            "predictions_sha256",
            "total_micro",
            "submitted_at",
            "finished_at",
        ]
        read_only_fields = fields


class FileFaultSerializer(serializers.Serializer[Any]):
    """One fault of a refused file."""

    path = serializers.CharField(allow_null=True)
    line = serializers.IntegerField(allow_null=True)
    id = serializers.CharField(allow_null=True)
    field = serializers.CharField(allow_null=True)
    message = serializers.CharField()


class OneRunSerializer(RunSerializer):
    """A run; of a refused one, every fault of its file."""

    faults = FileFaultSerializer(many=True, read_only=True)

    class Meta(RunSerializer.Meta):
        fields = [*RunSerializer.Meta.fields, "faults"]
        read_only_fields = fields


class PredictionsSerializer(serializers.Serializer[Any]):
    """Predictions as a form with a file; the body may also be the file itself, system and seed in the address."""

    system = serializers.CharField()
    predictions = serializers.FileField(allow_empty_file=True)
    seed = serializers.IntegerField(default=0)


class RunAddressSerializer(serializers.Serializer[Any]):
    """What stands in the address when the body is the file itself."""

    system = serializers.CharField(default="", allow_blank=True)
    seed = serializers.IntegerField(default=0)
