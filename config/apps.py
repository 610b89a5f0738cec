"""The config app."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Registers the site's own management commands."""

    name = "config"
