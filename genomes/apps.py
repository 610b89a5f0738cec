"""The genomes app."""

from django.apps import AppConfig


class GenomesConfig(AppConfig):
    """Registers the genomes app."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "genomes"
