"""The releases app."""

from django.apps import AppConfig


class ReleasesConfig(AppConfig):
    """Registers the releases app."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "releases"
