"""The annotation app."""

from django.apps import AppConfig


class AnnotationConfig(AppConfig):
    """Registers the annotation app."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "annotation"
