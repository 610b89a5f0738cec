"""Which objects may be aligned: computed by the worker, dotted on the screen, counted when taken."""

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from annotation.models import User
from diffs.models.pairs import PaperPair
from genomes.models import IdeaObject


class Suggestion(models.Model):
    """A target that a source object may be aligned with; rank 1 is the most alike of its type. Replaced as a whole."""

    pair = models.ForeignKey(PaperPair, models.CASCADE, related_name="suggestions")
    source_object = models.ForeignKey(IdeaObject, models.CASCADE, related_name="+")
    target_object = models.ForeignKey(IdeaObject, models.CASCADE, related_name="+")
    rank = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(5)])
    score = models.FloatField(help_text="0 to 1.")
    words = ArrayField(models.CharField(max_length=60), default=list, help_text="What both share, weightiest first.")
    provider = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pair", "source_object", "rank"]
        constraints = [
            models.UniqueConstraint(fields=["pair", "source_object", "rank"], name="suggestion_rank_once"),
            models.UniqueConstraint(fields=["pair", "source_object", "target_object"], name="suggestion_once"),
            models.CheckConstraint(condition=Q(rank__gte=1, rank__lte=5), name="suggestion_rank_1_to_5"),
        ]

    def __str__(self) -> str:
        return f"{self.source_object_id} → {self.target_object_id} ({self.rank})"


class SuggestionTake(models.Model):
    """A person pressed a suggestion. Kept by its ends and rank, since suggestions are computed anew."""

    pair = models.ForeignKey(PaperPair, models.CASCADE, related_name="suggestion_takes")
    person = models.ForeignKey(User, models.CASCADE, related_name="+")
    source_object = models.ForeignKey(IdeaObject, models.CASCADE, related_name="+")
    target_object = models.ForeignKey(IdeaObject, models.CASCADE, related_name="+")
    rank = models.PositiveSmallIntegerField()
    provider = models.CharField(max_length=40)
    taken_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pair", "person", "source_object", "target_object"], name="suggestion_taken_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pair} · {self.person} · {self.rank}"
