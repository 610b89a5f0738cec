"""The shape of what programs read and send about people and work."""

from typing import Any, ClassVar

from rest_framework import serializers

from annotation.models import Assignment, Comment, Notification, Project, Role, Stage, Unit
from annotation.selectors import Member, unit_url
from annotation.selectors.notifications import address_of, sentence


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
            "reservation",
            "object_length_limit",
            "wants_second_reader",
            "wants_suggestions",
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


class UnitSerializer(serializers.ModelSerializer[Unit]):
    address = serializers.SerializerMethodField(help_text="Where people work on it.")

    class Meta:
        model = Unit
        fields = ["id", "kind", "title", "domain", "priority", "due", "address"]

    def get_address(self, unit: Unit) -> str:
        return unit_url(unit)


class HoldSerializer(serializers.ModelSerializer[Assignment]):
    """The reader's own hold on a unit. Being measured unannounced reads as labelling."""

    unit = UnitSerializer()
    purpose = serializers.SerializerMethodField()

    class Meta:
        model = Assignment
        fields = ["id", "unit", "purpose", "state", "claimed_at", "lease_expires_at", "finished_at"]

    def get_purpose(self, hold: Assignment) -> str:
        is_hidden = hold.purpose == Assignment.Purpose.CHECK and not hold.is_announced
        return str(Assignment.Purpose.LABEL if is_hidden else hold.purpose)


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


class PartSerializer(serializers.Serializer[Any]):
    """What an admin sees of one person's part in a unit."""

    person = serializers.IntegerField(source="person_id")
    username = serializers.CharField(source="person.username")
    purpose = serializers.ChoiceField(choices=Assignment.Purpose.choices)
    state = serializers.ChoiceField(choices=Assignment.State.choices)
    is_counted = serializers.BooleanField()
    is_assigned = serializers.SerializerMethodField(help_text="By an admin, rather than claimed.")
    opened_at = serializers.DateTimeField(allow_null=True)
    lease_expires_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)

    def get_is_assigned(self, hold: Assignment) -> bool:
        return hold.assigned_by_id is not None


class OverseenUnitSerializer(UnitSerializer):
    """A unit as an admin sees it, with everybody's part in it."""

    stage = serializers.IntegerField(source="stage_id", allow_null=True, read_only=True)
    holds = PartSerializer(source="shown_holds", many=True, read_only=True)

    class Meta(UnitSerializer.Meta):
        fields = [
            *UnitSerializer.Meta.fields, "stage", "overlap", "labels_done", "is_ready", "is_paused", "holds",
        ]  # fmt: skip


class UnitChangeSerializer(serializers.Serializer[Any]):
    priority = serializers.IntegerField(min_value=-100, max_value=100, required=False)
    due = serializers.DateField(required=False, allow_null=True)
    is_paused = serializers.BooleanField(required=False, help_text="Whoever holds it may finish it.")
    stage = serializers.IntegerField(
        min_value=1, max_value=2**63 - 1, required=False, allow_null=True, help_text="Id of a stage; null: none."
    )


class AssignSerializer(serializers.Serializer[Any]):
    person = serializers.IntegerField(min_value=1, max_value=2**63 - 1, help_text="Id of an annotator.")
    instead_of = serializers.IntegerField(
        min_value=1, max_value=2**63 - 1, required=False, help_text="Id of who loses it; their draft is kept."
    )


class ReturnSerializer(serializers.Serializer[Any]):
    person = serializers.IntegerField(min_value=1, max_value=2**63 - 1, help_text="Id of who holds it.")


class DistributeSerializer(serializers.Serializer[Any]):
    people = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1), allow_empty=False, max_length=500
    )
    most = serializers.IntegerField(
        min_value=1, max_value=1000, required=False, allow_null=True, help_text="At most so many more units each."
    )
    preview = serializers.BooleanField(default=False, help_text="Only say what would be done.")


class DistributionSerializer(serializers.Serializer[Any]):
    units = serializers.IntegerField(help_text="Units with a free place among those asked for.")
    places = serializers.IntegerField(help_text="Places that they had free.")
    left = serializers.IntegerField(help_text="Places for which nobody was found.")
    per_person = serializers.DictField(child=serializers.IntegerField(), help_text="Id of a person to their units.")


class StageSerializer(serializers.ModelSerializer[Stage]):
    class Meta:
        model = Stage
        fields = ["id", "name", "overlap", "is_paused"]
        validators: ClassVar[list[Any]] = []  # the service says what is taken


class OverlapEffectSerializer(serializers.Serializer[Any]):
    wanted = serializers.IntegerField()
    changed = serializers.IntegerField(help_text="Pairs that exist and would want another number of labels.")
    completed = serializers.IntegerField(help_text="Of these, pairs that have enough labels then.")
    labels = serializers.IntegerField(help_text="Labels more, or less, in all.")
    surplus_holders = serializers.IntegerField(help_text="People at work whose label would be surplus.")
    complete = serializers.IntegerField(help_text="Pairs that are complete and stay as they are.")
    hidden = serializers.IntegerField(help_text="Pairs that the caller may still label: changed, not counted here.")


class TakingPartSerializer(serializers.Serializer[Any]):
    """Fields that are not sent stay as they are."""

    away_from = serializers.DateField(required=False, allow_null=True)
    away_until = serializers.DateField(required=False, allow_null=True, help_text="The last day away.")
    weekly_limit = serializers.IntegerField(
        min_value=1, max_value=1000, required=False, allow_null=True, help_text="Units a week, at most."
    )
    is_paused = serializers.BooleanField(required=False)
    note = serializers.CharField(max_length=300, required=False, allow_blank=True, help_text="Why; they read it.")


class AwaySerializer(serializers.Serializer[Any]):
    away_from = serializers.DateField(required=False, allow_null=True, default=None)
    away_until = serializers.DateField(
        required=False, allow_null=True, default=None, help_text="The last day away; null: until they are back."
    )


class ThroughputSerializer(serializers.Serializer[Any]):
    person = serializers.IntegerField(source="member.user.pk")
    username = serializers.CharField(source="member.user.username")
    finished_week = serializers.IntegerField()
    finished_lately = serializers.IntegerField(help_text="In the last 14 days.")
    finished = serializers.IntegerField()
    open = serializers.IntegerField()
    waiting = serializers.IntegerField(help_text="Assigned and not opened yet.")
    overdue = serializers.IntegerField()
    median_minutes = serializers.FloatField(allow_null=True, help_text="Of active time; null: none was measured.")


class ForecastSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField(source="stage.pk", default=None, allow_null=True)
    name = serializers.CharField(allow_blank=True, help_text="Empty: all units; '-': those outside all stages.")
    units = serializers.IntegerField()
    complete = serializers.IntegerField()
    labels_missing = serializers.IntegerField()
    recent_labels = serializers.IntegerField(help_text="Of the last 14 days, by people who are at work now.")
    away_labels = serializers.IntegerField(help_text="Of the same days, by people who are not: left out.")
    done_on = serializers.DateField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why there is no day: done, nobody_lately or all_away.")


class WorkProgressSerializer(serializers.Serializer[Any]):
    people = ThroughputSerializer(many=True)
    forecasts = ForecastSerializer(many=True)


class AuthorSerializer(serializers.Serializer[Any]):
    """Who says something, as far as the caller may know it."""

    role = serializers.ChoiceField(choices=Role.choices)
    letter = serializers.CharField(allow_blank=True, help_text="Stable within a unit; means nothing on another one.")
    name = serializers.CharField(allow_blank=True, help_text="For admins who do not label; empty for all others.")
    is_own = serializers.BooleanField()


class CommentSerializer(serializers.Serializer[Any]):
    """A comment as the caller may see it; without its text once it is taken back."""

    id = serializers.UUIDField(source="comment.pk")
    unit = serializers.IntegerField(source="comment.unit_id")
    kind = serializers.ChoiceField(source="comment.kind", choices=Comment.Kind.choices)
    author = AuthorSerializer()
    body = serializers.CharField(source="text", allow_blank=True, help_text="Markdown.")
    reply_to = serializers.UUIDField(source="comment.reply_to_id", allow_null=True)
    about_field = serializers.CharField(source="comment.about_field", allow_blank=True)
    about_object = serializers.CharField(source="comment.about_object", allow_blank=True)
    created_at = serializers.DateTimeField(source="comment.created_at")
    withdrawn_at = serializers.DateTimeField(source="comment.withdrawn_at", allow_null=True)
    closed_at = serializers.DateTimeField(source="comment.closed_at", allow_null=True)


class AnswerSerializer(serializers.Serializer[Any]):
    body = serializers.CharField(help_text="Markdown, at most 4,000 characters.")
    key = serializers.CharField(max_length=64, default="", allow_blank=True, help_text="Sent twice, it is one comment.")
    close = serializers.BooleanField(default=True)


class NewCommentSerializer(serializers.Serializer[Any]):
    body = serializers.CharField(help_text="Markdown, at most 4,000 characters.")
    key = serializers.CharField(max_length=64, default="", allow_blank=True, help_text="Sent twice, it is one comment.")
    kind = serializers.ChoiceField(
        choices=[Comment.Kind.COMMENT, Comment.Kind.QUESTION],
        default=Comment.Kind.COMMENT,
        help_text="A question goes to the admins.",
    )
    about_field = serializers.CharField(max_length=40, default="", allow_blank=True)
    about_object = serializers.CharField(max_length=320, default="", allow_blank=True)
    reply_to = serializers.UUIDField(default=None, allow_null=True)


class QuestionsAskedSerializer(serializers.Serializer[Any]):
    shown = serializers.ChoiceField(choices=["open", "all"], default="open")
    number = serializers.IntegerField(min_value=1, max_value=1_000_000, default=1, help_text="The page.")


class QuestionSerializer(serializers.Serializer[Any]):
    question = CommentSerializer(source="message")
    replies = CommentSerializer(source="message.replies", many=True)
    is_answered = serializers.BooleanField()
    has_note = serializers.BooleanField()


class QuestionPageSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField()
    pages = serializers.IntegerField()
    results = QuestionSerializer(many=True)


class NotificationSerializer(serializers.ModelSerializer[Notification]):
    """One thing that the caller is told, in words, with the place it speaks of."""

    project = serializers.CharField(source="project.slug")
    words = serializers.SerializerMethodField()
    address = serializers.SerializerMethodField()

    class Meta:
        model = Notification
        fields = ["id", "project", "kind", "words", "address", "created_at", "read_at"]

    def get_words(self, row: Notification) -> str:
        return sentence(row)

    def get_address(self, row: Notification) -> str:
        return address_of(row)


class ReadSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField(default=None, allow_null=True, help_text="One notification; without it, all of them.")


class CountSerializer(serializers.Serializer[Any]):
    read = serializers.IntegerField(help_text="How many were unread.")


class WaySerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Notification.Kind.choices)
    on_page = serializers.BooleanField()
    by_mail = serializers.BooleanField()


class ChoicesSerializer(serializers.Serializer[Any]):
    ways = WaySerializer(many=True)
    mail_language = serializers.CharField(required=False, allow_blank=True, help_text="en or ko; empty: the site's.")
