"""The shape of what programs send to split, merge, retype, undo and redo, and of the steps that they read."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from annotation.wording import choices
from evaluator.vocabulary import ContributionRole, ObjectType
from genomes.models import Operation
from genomes.selectors.history import who_of
from genomes.serializers import SpanSerializer


class RetypeSerializer(serializers.Serializer[Any]):
    type = serializers.ChoiceField(choices=choices(ObjectType))
    revision = serializers.IntegerField(required=False)


class PartSerializer(serializers.Serializer[Any]):
    content = serializers.CharField()
    evidence = SpanSerializer(many=True)
    type = serializers.ChoiceField(choices=choices(ObjectType), required=False)
    contribution_role = serializers.ChoiceField(choices=choices(ContributionRole), required=False)


class SplitSerializer(serializers.Serializer[Any]):
    """Two or more parts; each place of the object's evidence goes to at least one of them."""

    parts = PartSerializer(many=True)
    revision = serializers.IntegerField(required=False)


class MergeSerializer(serializers.Serializer[Any]):
    objects = serializers.ListField(child=serializers.IntegerField(), help_text="Ids; the first one stays.")
    content = serializers.CharField()
    constraint = serializers.CharField(required=False, allow_blank=True)
    contribution_role = serializers.ChoiceField(choices=choices(ContributionRole), required=False)
    revisions = serializers.ListField(child=serializers.IntegerField(), required=False)


class StepSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(
        required=False, min_value=1, help_text="The step that is meant; without it, the last one that stands."
    )


class OperationSerializer(serializers.ModelSerializer[Operation]):
    """One step. `before` and `after` hold the whole state of each object by its id; null where there is none."""

    by = serializers.SerializerMethodField(help_text="A name for admins who do not label; else you or its author.")
    undoes = serializers.IntegerField(source="undoes.number", default=None, allow_null=True)
    before = serializers.SerializerMethodField()
    after = serializers.SerializerMethodField()

    class Meta:
        model = Operation
        fields = ["number", "kind", "by", "at", "why", "undoes", "before", "after"]

    def get_by(self, row: Operation) -> str:
        return who_of(row, self.context["request"].user, self.context["genome"], self.context["names"])

    def get_before(self, row: Operation) -> dict[str, Any]:
        return _told(row.before)

    def get_after(self, row: Operation) -> dict[str, Any]:
        return _told(row.after)


def _told(states: Mapping[str, Any]) -> dict[str, Any]:
    """States without what belongs to other papers: which of their deltas answer a limitation may be no one's yet."""
    return {
        pk: {name: state[name] for name in state if name != "answered_by"} if state else None
        for pk, state in states.items()
    }
