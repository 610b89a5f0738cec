"""Pairs whose answer is known, and how people did on them."""

from typing import Any, ClassVar

import pgtrigger
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from annotation.models import User
from annotation.wording import choices
from diffs.models.pairs import Diff, PaperPair
from diffs.querysets import CheckResultQuerySet, KnownAnswerQuerySet
from evaluator.vocabulary import Dynamics
from genomes.models import APPEND_ONLY


class KnownAnswer(models.Model):
    """The answer of a pair that people are measured on. A change is the next number; `Unit.is_known` says if in use."""

    class Use(models.TextChoices):
        QUALIFY = "qualify", _("to qualify")
        CHECK = "check", _("unannounced among the others")
        BOTH = "both", _("both")

    pair = models.ForeignKey(PaperPair, models.PROTECT, related_name="known_answers")
    number = models.PositiveIntegerField(default=1)
    use = models.CharField(_("use"), max_length=8, choices=Use, default=Use.BOTH)
    answer = models.JSONField(encoder=DjangoJSONEncoder, help_text=_("As evaluator.schema.DiffAnswer."))
    decision = models.JSONField()
    decision_key = models.CharField(max_length=64)
    dynamics = models.CharField(max_length=20, choices=choices(Dynamics))
    rule = models.PositiveSmallIntegerField(help_text=_("Boundary rule that fires, 1 to 4."))
    explanation = models.TextField(
        _("explanation"), blank=True, help_text=_("Shown as feedback: why this is the answer. Markdown.")
    )
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = KnownAnswerQuerySet.as_manager()

    class Meta:
        ordering = ["pair", "-number"]
        constraints = [models.UniqueConstraint(fields=["pair", "number"], name="known_answer_number_once")]
        triggers = [pgtrigger.Protect(name="known_answer_is_append_only", operation=APPEND_ONLY)]

    def __str__(self) -> str:
        return f"{self.pair} · {self.number}"


class CheckResult(models.Model):
    """How one submission compares with the known answer of its time. For admins; never for other annotators."""

    diff = models.OneToOneField(Diff, models.PROTECT, related_name="check_result")
    known = models.ForeignKey(KnownAnswer, models.PROTECT, related_name="results")
    is_announced = models.BooleanField()
    fields = models.JSONField(help_text=_("Field of the decision to whether it is the known one."))
    is_right = models.BooleanField(help_text=_("Whether the dynamics are the known ones."))
    share = models.FloatField(help_text=_("Share of the fields that are the known ones, 0 to 1."))
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = CheckResultQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        triggers = [pgtrigger.Protect(name="check_result_is_append_only", operation=APPEND_ONLY)]

    def __str__(self) -> str:
        return f"{self.diff} · {self.share:.2f}"
