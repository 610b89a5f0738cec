"""The adjudication app."""

from django.apps import AppConfig


class AdjudicationConfig(AppConfig):
    """Registers the adjudication app."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "adjudication"
