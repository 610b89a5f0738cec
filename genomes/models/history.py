"""What was done to a genome: operations with who, when, why, before and after; and evidence carried to a new text."""

from typing import Any, ClassVar

import pgtrigger
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models import User
from genomes.models.genome import APPEND_ONLY, Evidence, Genome, IdeaObject
from genomes.querysets import OperationQuerySet


class Operation(models.Model):
    """One step on a genome, append-only. `before` and `after` map the id of each object to its whole state, or null.

    Undoing is a further operation, whose `undoes` names the step that it takes back.
    """

    class Kind(models.TextChoices):
        CREATE = "create", _("made")
        EDIT = "edit", _("edited")
        RETYPE = "retype", _("retyped")
        SPLIT = "split", _("split")
        MERGE = "merge", _("merged")
        REJECT = "reject", _("rejected")
        RESTORE = "restore", _("restored")
        ACCEPT = "accept", _("accepted")
        CARRY = "carry", _("carried over")
        CONFIRM = "confirm", _("place confirmed")
        UNDO = "undo", _("undone")
        REDO = "redo", _("done again")

    genome = models.ForeignKey(Genome, models.CASCADE, related_name="operations")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    why = models.CharField(max_length=300, blank=True)
    before = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    after = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    undoes = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="undone_by")

    objects: ClassVar[Any] = OperationQuerySet.as_manager()

    class Meta:
        ordering = ["genome", "number"]
        constraints = [models.UniqueConstraint(fields=["genome", "number"], name="operation_number_once")]
        triggers = [pgtrigger.Protect(name="operation_is_append_only", operation=APPEND_ONLY)]

    def __str__(self) -> str:
        return f"{self.genome} {self.number} {self.get_kind_display()}"


class CarriedEvidence(models.Model):
    """What became of one piece of evidence when its paper got a new text: found, proposed by likeness, or orphaned."""

    class Outcome(models.TextChoices):
        EXACT = "exact", _("found word for word")
        PROPOSED = "proposed", _("proposed by likeness")
        ORPHAN = "orphan", _("not found")

    class Decision(models.TextChoices):
        OPEN = "open", _("waits for a person")
        CONFIRMED = "confirmed", _("confirmed")
        REPLACED = "replaced", _("another place was chosen")
        DROPPED = "dropped", _("dropped")

    idea_object = models.ForeignKey(IdeaObject, models.CASCADE, related_name="carried_evidence")
    source = models.ForeignKey(Evidence, models.SET_NULL, null=True, blank=True, related_name="+")
    old = models.JSONField(default=dict, help_text=_("The evidence in the old text: start, quote, prefix, suffix."))
    evidence = models.OneToOneField(Evidence, models.SET_NULL, null=True, blank=True, related_name="carried")
    outcome = models.CharField(max_length=10, choices=Outcome)
    score = models.FloatField(null=True, help_text=_("Likeness, 0 to 1."))
    decision = models.CharField(max_length=10, choices=Decision, default=Decision.OPEN)
    decided_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["idea_object", "id"]

    def __str__(self) -> str:
        return f"{self.old.get('quote', '')[:60]} {self.get_outcome_display()}"
