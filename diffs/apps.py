"""The diffs app."""

from django.apps import AppConfig


class DiffsConfig(AppConfig):
    """Registers the diffs app."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "diffs"
