"""The adjudication app."""

from django.apps import AppConfig


class AdjudicationConfig(AppConfig):
    """Registers the adjudication app."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "adjudication"

    def ready(self) -> None:
        """Offer the guideline questions beside the disputes."""
        from adjudication.questions import question_queue
        from adjudication.registry import register

        register(question_queue())
