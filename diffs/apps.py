"""The diffs app."""

from django.apps import AppConfig
from django.core.checks import register


class DiffsConfig(AppConfig):
    """Registers the diffs app."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "diffs"

    def ready(self) -> None:
        """Have the settings of the app checked."""
        from diffs.checks import check_suggester

        register(check_suggester)
