"""The releases app."""

from django.apps import AppConfig


class ReleasesConfig(AppConfig):
    """Registers the releases app."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "releases"

    def ready(self) -> None:
        """Offer what the audits found to the queues of adjudicators."""
        from adjudication.registry import register
        from releases.audit_queue import audit_queue

        register(audit_queue())
